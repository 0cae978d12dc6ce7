"""From programs to pass@k: every sample is run, the verdicts are counted, the counts scored.

This is BabelCode's evaluation (Orlanski et al. 2023): N samples a problem and language, executed
on the problem's tests, n of them counted, c of them correct, and the mean of
1 - C(n-k, c)/C(n, c), which is Chen's pass@k, over the problems of each language.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm.auto import tqdm

from passk.estimators import mean_pass_at_k
from passk.execution.languages import find_language
from passk.execution.problems import read_json_lines
from passk.execution.runner import OUTCOMES, Verdict, run_program
from passk.execution.sandbox import require_sandbox

__all__ = ["Evaluation", "Sample", "Score", "evaluate", "read_predictions"]

RECORD = b'{"qid": "'  # how the lines of a log begin
MOST_LOGGED = 2000  # characters of what a program printed
BABELCODE_OUTCOMES = {
    "passed": "Passed",
    "failed tests": "Failed Tests",
    "timed out": "Timed Out",
    "runtime error": "Had Runtime Error",
    "compile error": "Had Error",
    "not run": "Not Run",
}


@dataclass(frozen=True)
class Sample:
    """One program that a model wrote for a problem.

    Attributes
    ----------
    qid, language, code : str
        The problem, the language's name, and the program.
    """

    qid: str
    language: str
    code: str


@dataclass(frozen=True)
class Score:
    """What the samples of one language come to.

    Attributes
    ----------
    language : str
    problems : dict of str to (int, int)
        n and c by the problems' qid.
    pass_at_k : dict of int to float or None
        None where k exceeds the n of some problem: then there is no unbiased estimate.
    outcomes : dict of str to int
        How many samples had each outcome.
    reasons : tuple of str
        Why samples were not run.
    """

    language: str
    problems: dict
    pass_at_k: dict
    outcomes: dict
    reasons: tuple = ()

    def __str__(self):
        """Say what came out, and loudly what was not run."""
        n = sorted(n for n, _ in self.problems.values())
        lines = [f"{self.language}: no problem was run"]
        if n:
            of = f"n = {n[0]}" if n[0] == n[-1] else f"n = {n[0]} to {n[-1]}"
            values = ", ".join(map(_in_words, self.pass_at_k.items()))
            lines = [f"{self.language}, {_many(len(n), 'problem')}, {of}: {values}"]
        shares = (f"{count} {name}" for name, count in self.outcomes.items() if count)
        lines.append(f"    {', '.join(shares)}")
        lines += [f"    NOT RUN, and in no number above: {reason}" for reason in self.reasons]
        return "\n".join(lines)


@dataclass(frozen=True)
class Evaluation:
    """The verdicts on all samples, and what they come to.

    Attributes
    ----------
    samples : tuple of Sample
    verdicts : tuple of Verdict
        One for each sample, in the same order.
    """

    samples: tuple
    verdicts: tuple

    @property
    def languages(self):
        """The names of the languages, in the order in which they come."""
        return tuple(dict.fromkeys(verdict.language for verdict in self.verdicts))

    def counts(self, language, *, pad=False):
        """Return n and c of every problem that was run in a language.

        Parameters
        ----------
        language : str
        pad : bool
            False: n is the number of a problem's samples. True: as BabelCode counts, where the
            largest n holds for all problems, and missing samples count as failures.

        Returns
        -------
        dict of str to (int, int)
            By the problems' qid. Samples that could not be run are in neither number.

        Examples
        --------
        >>> right, wrong = Verdict("1", "Python", "passed"), Verdict("2", "Python", "failed tests")
        >>> evaluation = Evaluation((), (right, right, wrong))
        >>> evaluation.counts("Python")
        {'1': (2, 2), '2': (1, 0)}
        >>> evaluation.counts("Python", pad=True)
        {'1': (2, 2), '2': (2, 0)}
        """
        language = find_language(language).name
        ran = [v for v in self.verdicts if v.language == language and v.outcome != "not run"]
        n = Counter(verdict.qid for verdict in ran)
        c = Counter(verdict.qid for verdict in ran if verdict.outcome == "passed")
        most = max(n.values(), default=0)
        return {qid: (most if pad else n[qid], c[qid]) for qid in n}

    def score(self, language, ks=(1,), *, pad=False):
        """Return pass@k of a language for every k, with its counts and outcomes.

        Parameters
        ----------
        language : str
        ks : sequence of int
        pad : bool
            As for `counts`.

        Returns
        -------
        Score

        Examples
        --------
        >>> verdicts = [Verdict("1", "Lua", o) for o in ("passed", "passed", "timed out")]
        >>> print(Evaluation((), tuple(verdicts)).score("Lua", [1, 5]))
        Lua, 1 problem, n = 3: pass@1 = 0.6667, pass@5 not estimable (k > n)
            2 passed, 1 timed out
        """
        language, problems = find_language(language).name, self.counts(language, pad=pad)
        ns, cs = ([pair[i] for pair in problems.values()] for i in (0, 1))
        values = {k: mean_pass_at_k(ns, cs, k) if ns and k <= min(ns) else None for k in ks}
        of_language = [v for v in self.verdicts if v.language == language]
        outcomes = Counter(verdict.outcome for verdict in of_language)
        reasons = Counter(v.reason for v in of_language if v.outcome == "not run")
        return Score(
            language,
            problems,
            values,
            {name: outcomes[name] for name in OUTCOMES},
            tuple(f"{_many(count, 'sample')}, {reason}" for reason, count in reasons.items()),
        )

    def __str__(self):
        """Return the scores of all languages."""
        return "\n".join(str(self.score(language)) for language in self.languages)


def evaluate(
    problems,
    samples,
    language="python",
    *,
    limits=None,
    sandbox="bubblewrap",
    reuse=True,
    executor=None,
    known=None,
    log=None,
    progress=None,
):
    r"""Run every sample on the tests of its problem.

    Parameters
    ----------
    problems : dict of str to Problem
        By qid, as `read_problems` returns them.
    samples : sequence of Sample, or dict of str to sequence of str
        A dict gives the programs by qid, all in one language.
    language : str
        The language where `samples` is a dict.
    limits : Limits, optional
    sandbox : {"bubblewrap", "none"}
        "none" runs programs without walls; it has to be asked for.
    reuse : bool
        Let programs that leave nothing behind follow one another in one sandbox, as `run_program`
        says; False: each gets a sandbox of its own, and a new Python, which takes longer.
    executor : concurrent.futures.Executor, optional
        What runs the programs; default: a thread for each processor. The one of a
        ``dask.distributed`` client (``client.get_executor()``) spreads them over a cluster.
    known : mapping of Sample to Verdict, optional
        Verdicts that need no run, such as `own_verdicts`.
    log : path_like, optional
        A JSON-lines file, in the form of BabelCode's ``pred_results.jsonl``. Verdicts are written
        as they come; what the file holds already is not run again, save what was "not run".
    progress : bool, optional
        Show a progress bar; default: on a terminal.

    Returns
    -------
    Evaluation

    Raises
    ------
    ValueError
        If a sample is of no problem or no text, or `log` holds other programs or no records.
    RuntimeError
        If the sandbox does not work here; the message says what to do.

    Examples
    --------
    >>> from passk.execution import own_problems
    >>> problems = own_problems()
    >>> solution = problems["any-of-first"].solutions["python"]
    >>> wrong = "def any_of_first(outcomes, k):\n    return True"
    >>> print(evaluate(problems, {"any-of-first": [solution, wrong]}))  # doctest: +SKIP
    Python, 1 problem, n = 2: pass@1 = 0.5000
        1 passed, 1 failed tests
    """
    samples = _as_samples(samples, language)
    unknown = next((s.qid for s in samples if s.qid not in problems), None)
    if unknown is not None:
        raise ValueError(f"there is no problem {unknown!r} among the {len(problems)} problems")
    with _Log(log, samples) as kept:
        for sample in dict.fromkeys(samples):
            if sample in (known or {}) and sample not in kept.verdicts:
                kept.add(sample, known[sample])
        options = {"limits": limits, "sandbox": sandbox, "reuse": reuse}
        todo = [sample for sample in dict.fromkeys(samples) if sample not in kept.verdicts]
        if todo:
            require_sandbox(sandbox)
        bar = tqdm(total=len(todo), unit=" programs", disable=not _show(progress))
        with bar, _pool(executor) as pool:
            jobs = {
                pool.submit(run_program, problems[s.qid], s.language, s.code, **options): s
                for s in todo
            }
            try:
                for job in as_completed(jobs):
                    kept.add(jobs[job], job.result())
                    bar.update()
            except BaseException:
                for job in jobs:
                    job.cancel()
                kept.add_finished(jobs)
                raise
        return Evaluation(samples, tuple(kept.verdicts[sample] for sample in samples))


def read_predictions(path):
    """Return the samples in a file of predictions.

    Parameters
    ----------
    path : path_like
        JSON lines with ``qid``, ``language`` and ``code``, as BabelCode reads them.

    Returns
    -------
    tuple of Sample

    Raises
    ------
    ValueError
        If a line is no such thing; the message names the line.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "predictions.jsonl")
    ...     _ = path.write_text('{"qid": 1, "language": "Lua", "code": "x"}')
    ...     read_predictions(path)
    (Sample(qid='1', language='Lua', code='x'),)
    """
    samples = []
    for number, fields in read_json_lines(path):
        try:
            sample = Sample(str(fields["qid"]), fields["language"], fields["code"])
            samples += _as_samples([sample], None)
        except KeyError as missing:
            raise ValueError(f"{path}, line {number}: there is no {missing}") from None
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return tuple(samples)


class _Log:
    """The verdicts so far, in memory and in a file that survives the end of the program."""

    def __init__(self, path, samples):
        self.path, self.samples, self.verdicts = path and Path(path), samples, {}
        self.file, self.missing = None, {}
        numbers = Counter()
        for sample in samples:
            place = (sample.language, sample.qid)
            self.missing.setdefault(sample, []).append(str(numbers[place]))
            numbers[place] += 1

    def __enter__(self):
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists():
                self._read()
            self.file = open(self.path, "a", encoding="utf-8")
            for sample, verdict in self.verdicts.items():
                self.add(sample, verdict)
        return self

    def __exit__(self, *_):
        if self.file is not None:
            self.file.close()

    def add(self, sample, verdict):
        """Keep a verdict, and write it down for every sample with this program."""
        self.verdicts[sample] = verdict
        if self.file is not None:
            numbers, self.missing[sample] = self.missing[sample], []
            lines = (_record(sample, verdict, number) for number in numbers)
            self.file.write("".join(f"{json.dumps(line)}\n" for line in lines))
            self.file.flush()

    def add_finished(self, jobs):
        """Keep the verdicts of all jobs that came to their end, when the rest is given up."""
        for job, sample in jobs.items():
            done = job.done() and not job.cancelled() and job.exception() is None
            if done and sample not in self.verdicts:
                self.add(sample, job.result())

    def _read(self):
        """Take over what the file holds, but for a last line cut off, and what was not run."""
        data, kept = self.path.read_bytes(), []
        *lines, last = data.split(b"\n")
        lines += [] if _is_cut_off(last) else [last]
        for number, line in enumerate(lines, start=1):
            try:
                fields = json.loads(line)
                sample = Sample(fields["qid"], fields["language"], fields["code"])
                place, verdict = fields["id"], _verdict(fields)
            except (ValueError, TypeError, KeyError, RecursionError):
                raise ValueError(
                    f"{self.path}, line {number} is no record of a verdict: mend or remove the "
                    "line, or name another file"
                ) from None
            if place not in self.missing.get(sample, ()):
                raise ValueError(
                    f"{self.path}, line {number} is of a program that is not among the samples, "
                    "or comes twice: name another file, or remove this one"
                )
            if verdict.outcome != "not run":
                self.missing[sample].remove(place)
                self.verdicts[sample] = verdict
                kept.append(line + b"\n")
        if b"".join(kept) != data:
            whole = self.path.with_name(f"{self.path.name}.part")
            whole.write_bytes(b"".join(kept))
            whole.replace(self.path)


def _record(sample, verdict, number):
    """Return a verdict in the fields of BabelCode's ``pred_results.jsonl``, and whole."""
    passed = sum(result == "PASSED" for result in verdict.tests.values())
    milliseconds = [1000 * verdict.compile_seconds] * bool(verdict.compile_seconds)
    milliseconds += [1000 * verdict.seconds]
    return {
        "qid": sample.qid,
        "id": number,
        "code": sample.code,
        "outcome": BABELCODE_OUTCOMES[verdict.outcome],
        "test_case_results": verdict.tests,
        "num_tc_passed": passed,
        "num_tc": len(verdict.tests),
        "all_commands_ran": verdict.outcome not in ("compile error", "not run"),
        "final_command_runtime": 1000 * verdict.seconds,
        "final_command_memory": verdict.peak_memory,
        "net_runtime": sum(milliseconds),
        "command_runtimes": milliseconds,
        "command_memory": [verdict.peak_memory],
        "stderr": verdict.output[:MOST_LOGGED],
        "language": sample.language,
        "verdict": {n: v for n, v in asdict(verdict).items() if n not in ("tests", "output")},
    }


def _is_cut_off(line):
    """Tell whether a line is the beginning of a record, or nothing at all."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return line[: len(RECORD)] == RECORD[: len(line)]
    return False


def _verdict(fields):
    """Return the verdict in a record."""
    tests, output = fields["test_case_results"], fields["stderr"]
    return Verdict(**fields["verdict"], tests=tests, output=output)


def _as_samples(samples, language):
    """Return samples as a tuple of `Sample`, with the languages' own names."""
    if isinstance(samples, Mapping):
        if any(isinstance(codes, str) for codes in samples.values()):
            raise ValueError("samples must give a list of programs for each problem, not a text")
        samples = [Sample(qid, language, code) for qid, codes in samples.items() for code in codes]
    samples = tuple(samples)
    for sample in samples:
        if not isinstance(sample.code, str):
            raise ValueError(f"a program must be a text: {sample.code!r:.40}")
    return tuple(Sample(s.qid, find_language(s.language).name, s.code) for s in samples)


def _pool(executor):
    """Return what runs the programs: the caller's executor, left open, or threads."""
    return ThreadPoolExecutor(os.cpu_count()) if executor is None else nullcontext(executor)


def _show(progress):
    return sys.stderr.isatty() if progress is None else progress


def _in_words(item):
    """Return pass@k of one k in words."""
    k, value = item
    return f"pass@{k} not estimable (k > n)" if value is None else f"pass@{k} = {value:.4f}"


def _many(number, noun):
    return f"{number} {noun}{'s' * (number != 1)}"
