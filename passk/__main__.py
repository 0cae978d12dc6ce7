"""`python -m passk N C K` estimates pass@k; `python -m passk check FILE:FUNCTION` checks yours.

The exit code of a check is 1 if the function fails it, so that it can stand in a script. The other
commands run programs (run, languages) and score files of results (score, compare, recheck);
`python -m passk` alone lists them.
"""

import argparse
import contextlib
import importlib
import importlib.util
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from passk.checks import check_estimator, check_mean, check_naive
from passk.command_line import OneLineParser, OneList, say, whole_word, whole_words
from passk.estimators import naive_pass_at_k, pass_at_k
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k
from passk.result_commands import compare_command, recheck_command, score_command
from passk.sentences import LARGEST_N_IN_FRACTIONS, gap_in_words
from passk.wording import many

LONGEST_FRACTION = 40


def describe(n, c, k):
    """Return both estimates to the last digit, and what the naive one is off by.

    Examples
    --------
    >>> print(describe(2, 1, 2))
    2 samples, 1 correct, draws of 2
    unbiased pass@2 = 1 = 1.0
    naive    pass@2 = 3/4 = 0.75
    The naive estimate is 0.25 lower.
    """
    unbiased, naive = pass_at_k(n, c, k), naive_pass_at_k(n, c, k)
    return "\n".join(
        [
            f"{many(n, 'sample')}, {c:,} correct, draws of {k:,}",
            f"unbiased pass@{k} = {_in_full(exact_pass_at_k, unbiased, n, c, k)}",
            f"naive    pass@{k} = {_in_full(exact_naive_pass_at_k, naive, n, c, k)}",
            f"The naive estimate is {gap_in_words(n, c, k)}.",
        ]
    )


def find_function(place):
    """Return the function at ``module:function`` or ``path/file.py:Class.method``.

    Parameters
    ----------
    place : str

    Returns
    -------
    callable

    Raises
    ------
    ValueError
        If there is no such place; the message says what is missing.

    Examples
    --------
    >>> find_function("passk.forms:paper_product").__name__
    'paper_product'
    >>> find_function("passk.forms")
    Traceback (most recent call last):
        ...
    ValueError: name a function as module:function or file.py:function: 'passk.forms'
    """
    source, _, name = place.rpartition(":")
    if not (source and name):
        raise ValueError(f"name a function as module:function or file.py:function: {place!r}")
    try:
        module = _load_file(source) if source.endswith(".py") else importlib.import_module(source)
    except (Exception, SystemExit) as error:
        raise ValueError(f"cannot load {source}: {type(error).__name__}: {error}") from error
    function = module
    for part in name.split("."):
        function = getattr(function, part, None)
    if not callable(function):
        raise ValueError(f"{source} holds no function {name!r}")
    return function


def main(arguments=None):
    """Run the command; return its exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    command = arguments[0] if arguments else ""
    without_numbers = not any(word.isdigit() for word in arguments)
    if command.isalpha() and without_numbers and command not in COMMANDS:
        OneLineParser(prog="python -m passk").error(
            f"there is no command {command!r}: give n, c and k, or one of {', '.join(COMMANDS)}"
        )
    return COMMANDS[command][0](arguments[1:]) if command in COMMANDS else _estimate(arguments)


def _estimate(arguments):
    """Print the estimates for one problem; without numbers, what else there is."""
    lines = (f"  {name:11} {what}" for name, (_, what) in COMMANDS.items())
    parser = OneLineParser(
        prog="python -m passk",
        description="Estimate pass@k for one problem, or give one of the commands below.",
        epilog="\n".join(["commands, each with --help:", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("n", type=whole_word, help="samples drawn from the model")
    parser.add_argument("c", type=whole_word, help="samples that are correct, 0 <= c <= n")
    parser.add_argument("k", type=whole_word, help="draws, 1 <= k <= n")
    if not arguments:
        return say(parser.format_help().rstrip(), 2)
    given = parser.parse_args(arguments)
    try:
        said = describe(given.n, given.c, given.k)
    except ValueError as error:
        parser.error(str(error))
    return say(said)


def _check(arguments):
    """Print the report on a function; return 1 if it fails."""
    parser = OneLineParser(
        prog="python -m passk check",
        description="Check a pass@k of yours; exit code 1 if it fails. The function is run as it "
        "is, without protection: check only code that you would run yourself.",
    )
    parser.add_argument("place", help="module:function or path/file.py:function")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--mean", action="store_true", help="it is a mean: f(ns, cs, k)")
    kind.add_argument("--naive", action="store_true", help="it is the naive 1 - (1 - c/n)**k")
    parser.add_argument("--signature", help='how it is called: "k, c, n", "[n], [c], k", ...')
    parser.add_argument("--time-limit", type=float, default=2.0, help="seconds for each check")
    given = parser.parse_args(arguments)
    check = check_mean if given.mean else check_naive if given.naive else check_estimator
    options = {"signature": given.signature} if given.signature else {}
    try:
        report = check(find_function(given.place), time_limit=given.time_limit, **options)
    except ValueError as error:
        parser.error(str(error))
    return say(report, 0 if report.ok else 1)


def _run(arguments):
    """Run predictions on their problems; print pass@k and write down every verdict."""
    parser = _run_parser()
    given = parser.parse_args(arguments)
    if min(given.k) < 1:
        parser.error(f"k must be at least 1: k={min(given.k)}")
    if not given.out:
        parser.error("--out must name a folder")
    if given.workers is not None and given.workers < 1:
        parser.error(f"workers must be at least 1: workers={given.workers}")
    log = Path(given.out) / "pred_results.jsonl"
    try:
        evaluation = _evaluate(given, log)
        scores = [evaluation.score(name, given.k, pad=given.pad) for name in evaluation.languages]
        metrics = json.dumps(evaluation.metrics(given.k, pad=given.pad), indent=1)
        log.with_name("metrics.json").write_text(f"{metrics}\n", "utf-8")
    except (ValueError, OSError, RuntimeError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        kept = f"{_lines(log)} verdicts are in {log}"
        print(f"stopped: {kept}; run it again to go on", file=sys.stderr)

        return 130
    return say("\n".join(map(str, scores)), int(any(score.reasons for score in scores)))


def _run_parser():
    """Return the parser of the command that runs predictions."""
    parser = OneLineParser(
        prog="python -m passk run",
        description="Run the programs of a model on the tests of their problems, walled in by "
        "bubblewrap, and print pass@k for each language. Run it again to go on where it stopped. "
        "Exit code 1 if some programs were not run.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add(
        "problems",
        help="JSON lines in BabelCode's parsed form: see help(passk.execution.read_problems)",
    )
    add("predictions", help="JSON lines with qid, language and code")
    add("--out", required=True, help="folder for pred_results.jsonl and metrics.json")
    draws = {"type": whole_words, "action": OneList, "nargs": "+"}
    add("-k", **draws, default=[1, 10, 100], help="draws")
    add(
        "--pad",
        type=whole_word,
        nargs="?",
        const=1,
        default=0,
        metavar="N",
        help="count missing "
        "samples as failures, as BabelCode does: up to the largest n of a problem, or N",
    )
    add("--seconds", type=float, default=10.0, help="time limit of a program")
    add("--compile-seconds", type=float, default=60.0, help="time limit of a compiler")
    add("--memory", type=whole_word, default=0, help="MiB of a process; 0: the language's own cap")
    add("--workers", type=whole_word, help="programs at a time; default: one for each processor")
    add(
        "--rerun",
        nargs="+",
        default=[],
        metavar="OUTCOME",
        help="run again what came out so, such as 'timed out'",
    )
    add(
        "--sandbox",
        choices=("bubblewrap", "none"),
        default="bubblewrap",
        help="none: as you, with no protection of your files",
    )
    return parser


def _evaluate(given, log):
    """Run the predictions that a command line names."""
    from passk.execution import Limits, evaluate, read_predictions, read_problems

    problems, samples = read_problems(given.problems), read_predictions(given.predictions)
    if not samples:
        raise ValueError(f"{given.predictions} holds no programs")
    seconds = {"run_seconds": given.seconds, "compile_seconds": given.compile_seconds}
    limits, options = Limits(memory=given.memory, **seconds), {"rerun": given.rerun, "log": log}
    with ThreadPoolExecutor(given.workers) if given.workers else contextlib.nullcontext() as pool:
        return evaluate(
            problems, samples, limits=limits, sandbox=given.sandbox, executor=pool, **options
        )


def _lines(path):
    """Return how many lines a file has; none if there is no such file."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _languages(arguments):
    """List the languages with their toolchain's version, or the command that installs it."""
    from passk.execution import LANGUAGES

    parser = OneLineParser(
        prog="python -m passk languages", description="List the languages that programs may be in."
    )
    parser.parse_args(arguments)
    lines = []
    for language in LANGUAGES.values():
        version = language.version_in_words() or f"not installed: {language.install}"
        lines.append(f"{language.name:11} {language.stem:11} {version}")
    return say("\n".join(lines))


def _load_file(path):
    """Return a Python file as a module, with its folder to import from."""
    path = Path(path).resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    arguments, sys.argv = sys.argv, [str(path)]  # it may read them
    try:
        spec.loader.exec_module(module)
    finally:
        sys.argv = arguments
    return module


def _in_full(exact, value, n, c, k):
    """Return a value as fraction and decimal; without the fraction where it fills lines."""
    fraction = str(exact(n, c, k)) if n <= LARGEST_N_IN_FRACTIONS else ""
    return f"{fraction} = {value!r}" if 0 < len(fraction) <= LONGEST_FRACTION else repr(value)


COMMANDS = {
    "check": (_check, "test a pass@k function of yours, and name its mistake"),
    "run": (_run, "run programs on the tests of their problems, and score them"),
    "languages": (_languages, "list the languages of these programs, and what installs them"),
    "score": (score_command, "pass@k with error bars, from the files of an evaluation"),
    "compare": (compare_command, "two models on the same problems: who leads, for which k"),
    "recheck": (recheck_command, "whether the pass@k that files or you claim is right"),
}
"""Each command: its function, and what it is for."""

if __name__ == "__main__":
    sys.exit(main())
