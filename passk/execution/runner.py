"""Running one answer to one problem in one language: what came of every test, and the verdict."""

import json
import secrets
import signal
from dataclasses import dataclass, field
from pathlib import Path

from passk.execution.languages import NotExpressibleError, fill, fill_all, find_language
from passk.execution.problems import own_problems, program_of
from passk.execution.sandbox import Limits, SandboxError, archive, run_command
from passk.execution.schema import agrees

__all__ = ["OUTCOMES", "Verdict", "judge", "run_program", "run_script", "toolchain_fault"]

SIGNALS = {member.value: member.name for member in signal.Signals}
PROBE = "any-of-first"  # a problem that is solved in every language
WORKING = set()  # toolchains and sandboxes that a right program passed in
OUTCOMES = ("passed", "failed tests", "timed out", "runtime error", "compile error", "not run")


@dataclass(frozen=True)
class Verdict:
    """What came of an answer.

    Attributes
    ----------
    qid, language : str
    outcome : str
        One of `OUTCOMES`. "not run" is no failure: the toolchain is missing, or the language has
        no form for the problem's types.
    tests : dict of str to str
        By the tests' idx: "PASSED", "FAILED", "MISSING" or the name of an error.
    reason : str
        In words, where there is more to say.
    seconds, cpu_seconds : float
        Of the run, without compiling.
    compile_seconds : float
    peak_memory : int
        Bytes, of the run.
    output : str
        The beginning of what it printed, or of what the compiler said.
    """

    qid: str
    language: str
    outcome: str
    tests: dict = field(default_factory=dict, hash=False)
    reason: str = ""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0
    peak_memory: int = 0
    output: str = ""


def run_program(
    problem,
    language,
    code,
    *,
    function="",
    cls="",
    limits=None,
    sandbox="bubblewrap",
    reuse=False,
):
    r"""Run an answer on all tests of its problem.

    Parameters
    ----------
    problem : Problem
    language : str
    code : str
        The answer: a function of the problem's name, and what it needs.
    function, cls : str
        What the answer calls its function, and the class around it; "" for what is usual.
    limits : Limits, optional
    sandbox : {"bubblewrap", "none"}
    reuse : bool
        Let programs that leave nothing behind, no process, file or message, follow one another in
        one sandbox, and those of Python begin in a copy of a Python that waits there: several
        times as fast. After any other program the sandbox is thrown away; and what ends in an
        error, or too late, where others were before is run again in a sandbox of its own. Up to 25
        programs of Python have one hash seed then, so in one order they see a set in.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from passk.execution.problems import own_problems
    >>> code = "def any_of_first(outcomes, k):\n    return any(outcomes[:k])"
    >>> verdict = run_program(own_problems()["any-of-first"], "python", code)  # doctest: +SKIP
    >>> verdict.outcome  # doctest: +SKIP
    'passed'
    """
    limits, language, token = limits or Limits(), find_language(language), secrets.token_hex(16)
    if language.tool() is None:
        return _not_run(problem, language, f"{language.name} is not installed: {language.install}")
    try:
        source = program_of(problem, language, code, token, **_given(function=function, cls=cls))
        compiled, ran = _compile_and_run(language, source, limits, sandbox, reuse)
        if ran is not None and _is_doubtful(ran, token):
            compiled, ran = _compile_and_run(language, source, limits, sandbox, False)
    except NotExpressibleError as error:
        return _not_run(problem, language, str(error))
    except SandboxError as error:
        return _not_run(problem, language, f"its sandbox did not start: {error}")
    if ran is None:
        return _not_compiled(problem, language, compiled)
    return judge(problem, language, ran, token, compiled.seconds if compiled else 0.0)


def _given(**names):
    """Return the names that were given."""
    return {kind: name for kind, name in names.items() if name}


def _compile_and_run(language, source, limits, sandbox, reuse):
    """Return what came of compiling a program, and of running it; None for what was not done."""
    options = {
        "limits": limits,
        "memory": limits.memory or language.memory,
        "paths": language.paths(),
        "environment": language.environment,
        "sandbox": sandbox,
    }
    tool, files, compiled = language.tool(), archive(**{language.file: source}), None
    if language.compile:
        command = fill_all(language.compile, tool=tool)
        compiled = run_command(command, files, seconds=limits.compile_seconds, keep=True, **options)
        if compiled.code != 0:
            return compiled, None
        files = compiled.archive
    command = fill_all(language.run, tool=tool, folder=str(Path(tool).parent))
    kept = {"reuse": reuse, "modules": language.modules()}
    return compiled, run_command(command, files, seconds=limits.run_seconds, **options, **kept)


def _is_doubtful(ran, token):
    """Tell whether a program went wrong where others run, too: it is then run alone."""
    finished = _read_results(ran.results, token)[1]
    return ran.shared and (ran.timed_out or ran.code != 0 or not finished)


def toolchain_fault(language, sandbox="bubblewrap"):
    """Return why programs in a language cannot be judged here; "" where all is well.

    A program that is known to be right is run, once for each language.

    Parameters
    ----------
    language : str
    sandbox : {"bubblewrap", "none"}

    Returns
    -------
    str

    Examples
    --------
    >>> toolchain_fault("Cobol")
    'there is no language Cobol here'
    """
    try:
        language = find_language(language)
    except ValueError:
        return f"there is no language {language} here"
    if (language.tool(), sandbox) in WORKING:
        return ""
    problem = own_problems()[PROBE]
    verdict = run_program(problem, language.stem, problem.solutions[language.stem], sandbox=sandbox)
    if verdict.outcome == "passed":
        WORKING.add((language.tool(), sandbox))
        return ""
    if verdict.outcome == "not run":
        return verdict.reason
    said = " ".join(verdict.output.split())[:200]
    return (
        f"{language.name} does not work in the sandbox: of a program known to be right came "
        f'"{verdict.outcome}" ({verdict.reason}) {said}'.strip()
    )


def run_script(language, code, checks, *, limits=None, sandbox="bubblewrap", reuse=False):
    """Run an answer with checks in its own language, such as HumanEval's ``check(candidate)``.

    The program is the code, the checks, and last of all a line that writes down a secret token.
    It passed if the token was written and it ended with exit code 0.

    This is a weaker proof than that of `run_program`. Code and checks are one program, and the
    token is in its source: code that is bent on passing can read the checks, change them, or
    write the token. It cannot do so by accident, such as by exiting early. The walls around the
    program are the same.

    Parameters
    ----------
    language : str
        Python so far: one whose TOML file has the key ``done``.
    code : str
        The answer.
    checks : str
        What raises an error unless the answer is right.
    limits : Limits, optional
    sandbox : {"bubblewrap", "none"}
    reuse : bool
        As for `run_program`.

    Returns
    -------
    Verdict
        Without a qid and tests. An AssertionError counts as failed tests.

    Raises
    ------
    NotExpressibleError
        If the language has no such line.

    Examples
    --------
    >>> run_script("python", "x = 1", "assert x == 2", sandbox="none").outcome
    'failed tests'
    """
    limits, language = limits or Limits(), find_language(language)
    done, token = language.templates["program"].get("done"), secrets.token_hex(16)
    if done is None:
        raise NotExpressibleError(f"{language.name} has no form for checks in the program")
    source = "\n".join((code, checks, fill(done.removeprefix("\n"), token=token)))
    command, files = (
        fill_all(language.run, tool=language.tool()),
        archive(**{language.file: source}),
    )
    options = {
        "seconds": limits.run_seconds,
        "limits": limits,
        "memory": limits.memory or language.memory,
        "paths": language.paths(),
        "environment": language.environment,
        "sandbox": sandbox,
    }
    ran = run_command(command, files, reuse=reuse, modules=language.modules(), **options)
    if _is_doubtful(ran, token) and not _failed_a_check(ran):
        ran = run_command(command, files, **options)
    return _judge_script(language, ran, token)


def judge(problem, language, ran, token, compile_seconds=0.0):
    r"""Return the verdict on a run: passed only if every test gave its right value, and it ended.

    Parameters
    ----------
    problem : Problem
    language : Language
    ran : Outcome
    token : str
        What every line of the results begins with.
    compile_seconds : float

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from passk.execution.problems import Problem, Test
    >>> from passk.execution.sandbox import Outcome
    >>> from passk.execution.schema import Type
    >>> tests = (Test("0", {}, 7), Test("1", {}, 8))
    >>> problem = Problem("1", "Seven", "Give seven.", "seven", (), Type("integer"), tests)
    >>> results = b"secret 0 =7\nsecret 1 =7\nsecret done\n"
    >>> ran = Outcome(0, False, 0.1, 0.1, 2**20, "", results)
    >>> verdict = judge(problem, find_language("python"), ran, "secret")
    >>> verdict.outcome, verdict.tests
    ('failed tests', {'0': 'PASSED', '1': 'FAILED'})
    """
    given, finished = _read_results(ran.results, token)
    tests = {
        test.idx: _result_of_test(problem, test, given.get(str(i), []))
        for i, test in enumerate(problem.tests)
    }
    results = set(tests.values())
    if ran.timed_out:
        outcome, reason = "timed out", _time_out_in_words(ran)
    elif ran.code != 0 or not finished or results - {"PASSED", "FAILED"}:
        outcome, reason = "runtime error", _error_in_words(ran, finished, tests)
    elif "FAILED" in results:
        wrong = [idx for idx, result in tests.items() if result == "FAILED"]
        outcome, reason = "failed tests", f"wrong value in test {', '.join(wrong)}"
    else:
        outcome, reason = "passed", ""
    return Verdict(
        problem.qid,
        language.name,
        outcome,
        tests,
        reason,
        ran.seconds,
        ran.cpu_seconds,
        compile_seconds,
        ran.peak_memory,
        ran.output,
    )


def _failed_a_check(ran):
    """Tell whether a script ended with an error of an assertion."""
    said = ran.output.rstrip().rpartition("\n")[2]
    return ran.code == 1 and not ran.timed_out and said.startswith("AssertionError")


def _judge_script(language, ran, token):
    """Return the verdict on a script: passed only if its last line was run, and it ended."""
    _, finished = _read_results(ran.results, token)
    said = (ran.output.strip().splitlines() or [""])[-1]
    if ran.timed_out:
        outcome, reason = "timed out", _time_out_in_words(ran)
    elif ran.code == 0 and finished:
        outcome, reason = "passed", ""
    elif ran.code == 1 and said.startswith("AssertionError"):
        outcome, reason = "failed tests", said
    else:
        outcome, reason = "runtime error", _error_in_words(ran, finished, {})
    return Verdict(
        "",
        language.name,
        outcome,
        reason=reason,
        seconds=ran.seconds,
        cpu_seconds=ran.cpu_seconds,
        peak_memory=ran.peak_memory,
        output=ran.output,
    )


def _read_results(results, token):
    """Return what the program gave for every test, and whether it came to its end."""
    given, finished = {}, False
    for line in results.decode("utf-8", "replace").split("\n"):
        begin, _, rest = line.partition(" ")
        if begin == token:
            index, _, value = rest.partition(" ")
            given.setdefault(index, []).append(value)
            finished = index == "done"
    return given, finished


def _result_of_test(problem, test, values):
    """Return PASSED, FAILED, MISSING or the name of an error."""
    if len(values) != 1:
        return "MISSING" if not values else "FAILED"
    if values[0].startswith("!"):
        name = values[0][1:41]
        return "Error" if name in ("", "PASSED", "FAILED", "MISSING") else name
    try:
        value = json.loads(values[0].removeprefix("="))
    except (ValueError, RecursionError):
        return "FAILED"
    return "PASSED" if agrees(problem.result, value, test.output) else "FAILED"


def _time_out_in_words(ran):
    """Say how the time went: a program that got no processor may do better alone."""
    if ran.cpu_seconds < 0.5 * ran.seconds:
        return (
            f"{ran.seconds:.1f} s went by, but it had the processor for {ran.cpu_seconds:.1f} s "
            "only: it waited, or the machine was busy"
        )
    return f"stopped after {ran.seconds:.1f} s"


def _error_in_words(ran, finished, tests):
    """Say what kept a program from giving all values."""
    errors = sorted(
        {result for result in tests.values() if result not in ("PASSED", "FAILED", "MISSING")}
    )
    if errors:
        return f"raised {', '.join(errors)}"
    if ran.code < 0:
        return f"ended by {SIGNALS.get(-ran.code, f'signal {-ran.code}')}"
    if ran.code > 0:
        return f"ended with exit code {ran.code}"
    return "did not come to its end" if not finished else "gave no value for some test"


def _not_run(problem, language, reason):
    return Verdict(problem.qid, language.name, "not run", reason=reason)


def _not_compiled(problem, language, compiled):
    """Return the verdict on a program that the compiler refused, or did not finish."""
    tests = dict.fromkeys((test.idx for test in problem.tests), "MISSING")
    outcome, reason = "compile error", "it does not compile"
    if compiled.timed_out:
        outcome, reason = "timed out", f"the compiler: {_time_out_in_words(compiled)}"
    return Verdict(
        problem.qid,
        language.name,
        outcome,
        tests,
        reason,
        compile_seconds=compiled.seconds,
        output=compiled.output,
    )
