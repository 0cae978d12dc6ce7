"""Run every program that ships with passk, and store the verdicts for readers without toolchains.

    python tools/run_own_programs.py [--check]

Solutions and candidates are run in their languages; the outcome of each is written to
``passk/execution/data/verdicts.jsonl``. With --check nothing is written: the exit code is 1 if a
verdict has changed. A language that is not installed keeps the verdicts that are stored.
"""

import argparse
import json
import sys

from passk.execution import LANGUAGES, Limits, Sample, evaluate, own_problems, own_verdicts
from passk.execution.model import own_candidates
from passk.execution.problems import DATA

STORED = DATA / "verdicts.jsonl"


def main(arguments=None):
    """Run the programs; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    before = own_verdicts()
    after = verdicts(before)
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in sorted_lines(after))
    if check:
        return int(text != STORED.read_text("utf-8"))
    STORED.write_text(text, "utf-8")
    print(f"{len(after)} verdicts")
    return 0


def verdicts(before):
    """Return the outcome of every program; the stored one where it cannot be run here."""
    problems = own_problems()
    samples = [
        Sample(qid, stem, code)
        for qid, problem in problems.items()
        for stem, code in problem.solutions.items()
    ]
    samples += [Sample(c["qid"], c["language"], c["code"]) for c in own_candidates()]
    done = evaluate(problems, samples, limits=Limits(run_seconds=2), progress=True)
    after = {s: v.outcome for s, v in zip(done.samples, done.verdicts, strict=True)}
    for sample, outcome in after.items():
        if outcome == "not run" and sample in before:
            after[sample] = before[sample].outcome
    return after


def sorted_lines(outcomes):
    """Return what is stored of each program, in one order."""
    names = {language.name: language.stem for language in LANGUAGES.values()}
    lines = (
        {"qid": s.qid, "language": names[s.language], "code": s.code, "outcome": outcome}
        for s, outcome in outcomes.items()
    )
    return sorted(lines, key=lambda line: (line["qid"], line["language"], line["code"]))


if __name__ == "__main__":
    sys.exit(main())
