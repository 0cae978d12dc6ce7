"""Samples and verdicts in files: BabelCode's predictions, its results, and its metrics.

The file of results is a log: verdicts are added as they come, and a later run goes on from it.
"""

import contextlib
import hashlib
import json
import os
from collections import Counter
from dataclasses import asdict, dataclass, replace
from itertools import chain, count
from pathlib import Path

from passk.execution.languages import find_language
from passk.execution.problems import read_json_lines
from passk.execution.runner import OUTCOMES, Verdict

__all__ = ["Log", "Sample", "in_babelcode_words", "read_predictions", "settings_of"]

RECORD = b'{"qid": "'  # how the lines of a log begin
MOST_LOGGED = 2000  # characters of what a program printed


@dataclass(frozen=True)
class Sample:
    """One program that a model wrote for a problem.

    Attributes
    ----------
    qid, language, code : str
        The problem, the language's name, and the program.
    entry_fn_name, entry_cls_name : str
        What the program calls its function, and the class around it; "" for what the problem and
        the language are used to.
    """

    qid: str
    language: str
    code: str
    entry_fn_name: str = ""
    entry_cls_name: str = ""

    def named(self):
        """Return the sample with the language's own name; one that is not known stays."""
        if not isinstance(self.code, str):
            raise ValueError(f"a program must be a text: {self.code!r:.40}")
        with contextlib.suppress(ValueError):
            return replace(self, language=find_language(self.language).name)
        return self


def read_predictions(path):
    """Return the samples in a file of predictions.

    Parameters
    ----------
    path : path_like
        JSON lines with ``qid``, ``language`` and ``code``, and perhaps ``entry_fn_name`` and
        ``entry_cls_name``, as BabelCode reads them.

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
    ...     read_predictions(path)[0].language
    'Lua'
    """
    samples = []
    for number, fields in read_json_lines(path):
        try:
            samples.append(_sample(fields))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return tuple(samples)


def _sample(fields):
    """Return the sample in one line of a file of predictions."""
    if not isinstance(fields, dict):
        raise ValueError(f"it must be an object with qid, language and code: {fields!r:.40}")
    given = {}
    for name in ("qid", "language", "code", "entry_fn_name", "entry_cls_name"):
        value = fields.get(name)
        if value is None and name.startswith("entry"):
            continue
        if name not in fields:
            raise ValueError(f"there is no {name!r}")
        if name == "qid" and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise ValueError(f"{name} must be a text: {name}={value!r:.40}")
        given[name] = value
    return Sample(**given).named()


class Log:
    """The verdicts so far, in memory and in a file that survives the end of the program.

    Parameters
    ----------
    path : path_like or None
    samples : sequence of Sample
    settings : callable
        Gives for a sample what its verdict depends on: the problem's tests, limits, sandbox.
    rerun : collection of str
        Outcomes that the file's verdicts are not taken over of.
    """

    def __init__(self, path, samples, settings, rerun=()):
        self.path, self.settings, self.rerun = path and Path(path), settings, rerun
        self.verdicts, self.file = {}, None
        self.missing, self.places, numbers = Counter(samples), {}, Counter()
        self.used = {(sample.language, sample.qid): set() for sample in samples}
        for sample in samples:
            self.places.setdefault(sample, []).append(str(numbers[sample.language, sample.qid]))
            numbers[sample.language, sample.qid] += 1

    def __enter__(self):
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = _open_alone(self.path)
            try:
                self._read()
            except BaseException:
                self.file.close()
                raise
            for sample, verdict in self.verdicts.items():
                self.add(sample, verdict)
        return self

    def __exit__(self, *_):
        if self.file is not None:
            self.file.close()

    def add(self, sample, verdict):
        """Keep a verdict; write it down for every sample with this program, if it was run."""
        self.verdicts[sample] = verdict
        if self.file is not None and verdict.outcome != "not run":
            lines = [
                _record(sample, verdict, self._new_id(sample), self.settings(sample))
                for _ in range(self.missing.pop(sample, 0))
            ]
            self.file.write("".join(f"{json.dumps(line)}\n" for line in lines).encode())
            self.file.flush()

    def _new_id(self, sample):
        """Return a sample's place among those of its problem and language, or one that is free."""
        used = self.used[sample.language, sample.qid]
        number = next(n for n in chain(self.places[sample], map(str, count())) if n not in used)
        used.add(number)
        return number

    def _read(self):
        """Take over what the file holds, but for a last line that was cut off."""
        data = self.path.read_bytes()
        *lines, last = data.split(b"\n")
        lines += [] if _is_cut_off(last) else [last]
        kept = [
            line + b"\n" for number, line in enumerate(lines, 1) if self._take_over(number, line)
        ]
        if b"".join(kept) != data:
            whole = self.path.with_name(f"{self.path.name}.part")
            whole.write_bytes(b"".join(kept))
            whole.replace(self.path)
            with self.file:
                self.file = _open_alone(self.path)

    def _take_over(self, number, line):
        """Take over the verdict in a line; return whether it is to be kept."""
        where = f"{self.path}, line {number}"
        sample, place, settings, verdict = _read_record(line, where)
        if not self.missing[sample]:
            known = "comes once more than" if sample in self.verdicts else "is not among"
            raise ValueError(
                f"{where} is of a program that {known} the samples, problem {sample.qid!r} in "
                f"{sample.language}: name another file, or remove this one"
            )
        if verdict.outcome in self.rerun:
            return False
        _require_same(settings, self.settings(sample), where)
        self.missing[sample] -= 1
        self.used[sample.language, sample.qid].add(place)
        self.verdicts[sample] = verdict
        return True


def settings_of(problem, limits, sandbox):
    """Return what a verdict depends on besides the program.

    Parameters
    ----------
    problem : Problem
    limits : Limits
    sandbox : str

    Returns
    -------
    dict

    Examples
    --------
    >>> from passk.execution.problems import own_problems
    >>> from passk.execution.sandbox import Limits
    >>> settings_of(own_problems()["any-of-first"], Limits(), "bubblewrap")["run_seconds"]
    10.0
    """
    tests = (problem.function, problem.parameters, problem.result, problem.tests)
    tests += (problem.class_name,)
    digest = hashlib.sha256(repr(tests).encode()).hexdigest()[:16]
    return {"tests": digest, "sandbox": sandbox, **asdict(limits)}


def in_babelcode_words(verdict):
    """Return what BabelCode calls an outcome.

    A crash or an early end is "Had Error" there, and so is a compile error; "Had Runtime Error" is
    an error that a test raised.

    Parameters
    ----------
    verdict : Verdict

    Returns
    -------
    str

    Examples
    --------
    >>> in_babelcode_words(Verdict("1", "Lua", "runtime error", {"0": "ValueError"}))
    'Had Runtime Error'
    >>> in_babelcode_words(Verdict("1", "Lua", "runtime error", {"0": "MISSING"}))
    'Had Error'
    """
    results = set(verdict.tests.values())
    raised = "MISSING" not in results and results - {"PASSED", "FAILED"}
    return {
        "passed": "Passed",
        "failed tests": "Failed Tests",
        "timed out": "Timed Out",
        "runtime error": "Had Runtime Error" if raised else "Had Error",
        "compile error": "Had Error",
    }[verdict.outcome]


def _open_alone(path):
    """Open a file to add to, and refuse to while another process has it open so."""
    file = open(path, "ab")  # noqa: SIM115
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
            raise BlockingIOError  # another run has just put a mended file in its place
    except BlockingIOError:
        file.close()
        raise RuntimeError(f"another run is writing to {path}: wait for it, or stop it") from None
    except (ImportError, OSError):
        pass  # a system, or a disk, that has no locks
    return file


def _require_same(then, now, where):
    """Raise if a verdict came of other tests or limits than are asked for now."""
    for name, value in now.items():
        if then.get(name, value) == value:
            continue
        if name == "tests":
            raise ValueError(
                f"{where} is of other tests than the problem has now: name another file, or remove "
                "this one"
            )
        raise ValueError(
            f"{where} was run with {name}={then[name]}, not {value}: name another file, remove "
            "this one, or set it as it was"
        )


def _record(sample, verdict, number, settings):
    """Return a verdict in the fields of BabelCode's ``pred_results.jsonl``, and whole."""
    compiled, ran = verdict.compile_seconds > 0, verdict.outcome != "compile error"
    runtimes = [1000 * verdict.compile_seconds] * compiled
    runtimes += [1000 * verdict.seconds if ran else None]
    return {
        "qid": sample.qid,
        "id": number,
        "code": sample.code,
        "outcome": in_babelcode_words(verdict),
        "test_case_results": verdict.tests,
        "num_tc_passed": sum(result == "PASSED" for result in verdict.tests.values()),
        "num_tc": len(verdict.tests),
        "all_commands_ran": ran,
        "final_command_runtime": 1000 * verdict.seconds,
        "final_command_memory": verdict.peak_memory,
        "net_runtime": sum(filter(None, runtimes)),
        "command_runtimes": runtimes,
        "command_memory": [None] * compiled + [verdict.peak_memory if ran else None],
        "stderr": verdict.output[:MOST_LOGGED],
        "language": find_language(sample.language).babelcode_name,
        "entry_fn_name": sample.entry_fn_name,
        "entry_cls_name": sample.entry_cls_name,
        "settings": settings,
        "verdict": {n: v for n, v in asdict(verdict).items() if n not in ("tests", "output")},
    }


def _read_record(line, where):
    """Return the sample, its number, the settings and the verdict in a line of a log."""
    try:
        fields = json.loads(line)
        names = [fields.get(name, "") for name in ("entry_fn_name", "entry_cls_name")]
        language = find_language(fields["language"]).name
        sample = Sample(fields["qid"], language, fields["code"], *names)
        tests, output = fields["test_case_results"], fields["stderr"]
        verdict = Verdict(**fields["verdict"], tests=tests, output=output)
        settings, place = dict(fields.get("settings", {})), fields["id"]
        texts = (sample.qid, sample.code, *names, place, *tests, *tests.values(), output)
        same = (verdict.qid, verdict.language) == (sample.qid, sample.language)
        if not (same and verdict.outcome in OUTCOMES and all(isinstance(t, str) for t in texts)):
            raise ValueError("no verdict on this sample")
        return sample, place, settings, verdict
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError(
            f"{where} is no record of a verdict: mend or remove the line, or name another file"
        ) from None


def _is_cut_off(line):
    """Tell whether a line is the beginning of a record, or nothing at all."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return line[: len(RECORD)] == RECORD[: len(line)]
    return False
