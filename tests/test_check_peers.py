"""benchmarks/check_peers.py judges fake peers, and docs/peers.md is what it wrote for real ones."""

import importlib.metadata
import importlib.util
import math
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import passk

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "benchmarks" / "check_peers.py"
PAGE = (ROOT / "docs" / "peers.md").read_text("utf-8")
TOTAL = len(passk.checks.CHECKS)


def load_script():
    spec = importlib.util.spec_from_file_location("check_peers", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check_peers = load_script()
Peer = check_peers.Peer


def rows(text):
    """Return the cells of the tables of a page, without the two lines of their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in line[1:-1].split(" | ")) for line in lines]
    return [row for row in cells if row[0] not in ("package", "---")]


def right(n, c, k):
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    if not 0 <= c <= n:
        raise ValueError(f"c must be from 0 to n: c={c}, n={n}")
    return float(passk.exact_pass_at_k(int(n), int(c), int(k)))


def naive(cs, n, k):
    return [1 - (1 - c / n) ** k for c in cs]


def asserting(n, c, k):
    assert k <= n
    return right(n, c, k)


def without_numbers(n, c, k):
    return None


@pytest.fixture
def fakes(monkeypatch):
    """Make the functions above a package `fake` that is installed as version 1.2.3."""
    fake = types.SimpleNamespace(
        right=right, naive=naive, asserting=asserting, without_numbers=without_numbers
    )
    monkeypatch.setitem(sys.modules, "fake", fake)
    real = importlib.metadata.version
    monkeypatch.setattr(
        importlib.metadata, "version", lambda name: "1.2.3" if name == "fake" else real(name)
    )


def examined(*peers, check=passk.check_estimator):
    return [check_peers.examine(peer, check) for peer in peers]


@pytest.mark.usefixtures("fakes")
def test_a_right_a_wrong_and_a_missing_peer_each_have_a_row():
    peers = (
        Peer("fake", "fake", "right"),
        Peer("fake", "fake", "naive", "[c], n, k"),
        Peer("no-such-peer", "no_such_peer", "pass_at_k"),
    )
    first, second, third = rows("\n".join(check_peers.table(examined(*peers))))
    assert first == (
        "fake",
        "1.2.3",
        "`fake.right(n, c, k)`",
        f"passes all {TOTAL}",
        "",
        "raises ValueError",
    )
    assert second[:3] == ("fake", "1.2.3", "`fake.naive([c], n, k)`")
    assert re.fullmatch(rf"fails \d of {TOTAL}, \d not run, 1 remark", second[3])
    assert second[4:] == ("naive estimate", "gives 0")
    assert third == (
        "no-such-peer",
        "",
        "`no_such_peer.pass_at_k(n, c, k)`",
        "not installed",
        "",
        "",
    )


@pytest.mark.usefixtures("fakes")
def test_sentences_follow_for_what_is_wrong_only_and_once_for_equal_peers():
    wrong = Peer("fake", "fake", "naive", "[c], n, k")
    lines = check_peers.details(examined(Peer("fake", "fake", "right"), wrong, wrong))
    assert [line for line in lines if line.startswith("**")] == ["**fake, fake**"]
    text = "\n".join(lines)
    assert "- **naive estimate**: " in text
    assert "- Failed, agrees_with_listing_every_subset: naive(2, 1, 2) gives [0.75]" in text
    assert "- Remark, refuses_impossible_counts: naive(4, 5, 2) gives " in text


@pytest.mark.usefixtures("fakes")
def test_an_error_that_is_no_value_error_and_no_number_at_all_are_named():
    peers = (Peer("fake", "fake", "asserting"), Peer("fake", "fake", "without_numbers"))
    asserts, nothing = rows("\n".join(check_peers.table(examined(*peers))))
    assert asserts[3:] == (f"passes all {TOTAL}, 1 remark", "", "raises AssertionError")
    assert nothing[3] == f"fails 1 of {TOTAL}, {TOTAL - 1} not run"
    assert nothing[5] == "not run"


@pytest.mark.usefixtures("fakes")
def test_a_peer_that_is_installed_and_broken_says_why():
    peers = (Peer("fake", "fake_without_this", "f"), Peer("fake", "fake", "gone"))
    absent, gone = rows("\n".join(check_peers.table(examined(*peers))))
    assert absent[3].startswith("cannot be imported: ModuleNotFoundError: No module named")
    assert gone[3].startswith("cannot be imported: AttributeError")


def test_formula_of_code_eval_is_pass_at_k_of_each_problem():
    assert check_peers.estimate_pass_at_k([5, 4], [2, 0], 2).tolist() == pytest.approx([0.7, 0.0])
    formula = [peer for peer in check_peers.PEERS + check_peers.MEANS if not peer.module]
    assert [peer.package for peer in formula] == [check_peers.CODE_EVAL] * 2
    mean = formula[1].load()
    assert mean([5, 4], [2, 0], 2) == pytest.approx(0.35)


def test_survival_function_of_scipy_is_pass_at_k():
    peer = next(peer for peer in check_peers.PEERS if peer.package == "scipy")
    assert peer.load()(5, 2, 2) == pytest.approx(0.7)
    assert math.isnan(peer.load()(2, 1, 3))


NEEDED = set(check_peers.NEEDED_BY_PEERS)


def pins():
    return dict(pin.split("==") for pin in check_peers.requirements())


def test_page_has_a_row_with_the_pinned_version_for_each_peer_of_the_extra():
    written = {package: version for package, version, *_ in rows(PAGE)}
    assert {name: written.get(name) for name in pins() if name not in NEEDED} == {
        name: version for name, version in pins().items() if name not in NEEDED
    }
    assert set(written) == (set(pins()) - NEEDED) | {"scipy", check_peers.CODE_EVAL}


def test_page_names_the_versions_of_what_the_peers_need():
    constraints = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    numpy, scipy = (
        next(line for line in constraints if line.startswith(f"{name}==")).split("==")[1]
        for name in ("numpy", "scipy")
    )
    assert f"NumPy {numpy} and SciPy {scipy};" in PAGE
    for name in NEEDED:
        assert f"{name} {pins()[name]}" in PAGE
    assert {version for package, version, *_ in rows(PAGE) if package == "scipy"} == {scipy}


def test_page_shows_every_peer_as_the_script_calls_it_and_none_missing():
    calls = [f"`{peer.call}`" for peer in check_peers.PEERS + check_peers.MEANS]
    assert [row[2] for row in rows(PAGE)] == calls
    verdicts = [row[3] for row in rows(PAGE)]
    assert [words for words in verdicts if not re.match("(fails|passes) ", words)] == []


def test_page_says_of_the_formula_what_the_checks_say_today():
    peers = [peer for peer in check_peers.PEERS if not peer.module]
    means = [peer for peer in check_peers.MEANS if not peer.module]
    for outcomes in (examined(*peers), examined(*means, check=passk.check_mean)):
        lines = check_peers.table(outcomes)[2:] + check_peers.details(outcomes)
        old = [line for line in lines if line[:2] in ("| ", "- ") and line not in PAGE]
        assert old == [], "run `make peers`"


def run(*arguments):
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    ).stdout


def test_list_prints_the_pins_of_the_extra():
    assert run("--list").split() == check_peers.requirements()


def is_installed(package):
    try:
        return bool(importlib.metadata.version(package))
    except importlib.metadata.PackageNotFoundError:
        return False


def test_script_runs_without_peers_and_says_so(tmp_path):
    target = tmp_path / "peers.md"
    printed = run("--write", str(target))
    assert target.read_text("utf-8").endswith(printed.removesuffix("\n"))
    missing = [
        peer.package
        for peer in check_peers.PEERS + check_peers.MEANS
        if peer.module and not is_installed(peer.package)
    ]
    shown = [row[0] for row in rows(printed) if row[3] == "not installed"]
    assert shown == missing
    for name in missing:
        assert re.search(rf"checked; without .*\b{re.escape(name)}\b", printed)
