"""The commands: `python -m passk N C K`, and check, run and languages."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from passk import exact_naive_pass_at_k
from passk.__main__ import describe, main
from passk.execution.languages import LANGUAGES, Language
from passk.execution.runner import Verdict
from passk.execution.sandbox import require_sandbox


def test_as_a_command():
    command = [sys.executable, "-m", "passk", "10", "3", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "10 samples, 3 correct, draws of 5",
        "unbiased pass@5 = 11/12 = 0.9166666666666666",
        "naive    pass@5 = 83193/100000 = 0.83193",
        "The naive estimate is 0.08474 lower.",
    ]


def test_a_wrong_command_ends_with_exit_code_2():
    command = [sys.executable, "-m", "passk", "2", "0", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("python -m passk: k must not exceed n: k=5, n=2 ")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            ["2", "1", "2"],
            [
                "2 samples, 1 correct, draws of 2",
                "unbiased pass@2 = 1 = 1.0",
                "naive    pass@2 = 3/4 = 0.75",
                "The naive estimate is 0.25 lower.",
            ],
        ),
        (
            ["1", "0", "1"],
            [
                "1 sample, 0 correct, draws of 1",
                "unbiased pass@1 = 0 = 0.0",
                "naive    pass@1 = 0 = 0.0",
                "The naive estimate is the same.",
            ],
        ),
        (
            ["9007199254740992", "3", "1"],
            [
                "9,007,199,254,740,992 samples, 3 correct, draws of 1",
                "unbiased pass@1 = 3.3306690738754696e-16",
                "naive    pass@1 = 3.3306690738754696e-16",
                "The naive estimate is the same.",
            ],
        ),
    ],
)
def test_what_is_printed(capsys, words, lines):
    assert main(words) == 0
    printed = capsys.readouterr()
    assert (printed.out.splitlines(), printed.err) == (lines, "")


@pytest.mark.parametrize(
    ("triple", "line"),
    [
        ((19, 1, 15), "8434486413397339867/15181127029874798299 = 0.5555902665723824"),
        ((17, 1, 16), "0.6209146680820639"),
    ],
)
def test_fractions_are_shown_up_to_forty_signs(triple, line):
    assert describe(*triple).splitlines()[2].partition(" = ")[2] == line
    assert len(str(exact_naive_pass_at_k(*triple))) == (40 if "/" in line else 41)


def test_fractions_are_shown_up_to_a_thousand_samples():
    assert describe(1000, 999, 1).splitlines()[1] == "unbiased pass@1 = 999/1000 = 0.999"
    assert describe(1001, 1000, 1).splitlines()[1] == "unbiased pass@1 = 0.999000999000999"
    assert describe(1000, 500, 1000).splitlines()[2] == "naive    pass@1000 = 1.0"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["10", "3", "12"], "k must not exceed n: k=12, n=10 "),
        (["10", "-1", "5"], "c must be at least 0: c=-1"),
        (["10", "3", "-5"], "k must be at least 1: k=-5"),
        (["0", "0", "1"], "n must be at least 1: n=0"),
        (["10", "12", "5"], "c must not exceed n: c=12, n=10"),
        (["99999999999999999999", "1", "1"], "n must not exceed 2**53 = 9007199254740992: n="),
        (["abc", "3", "5"], ""),
        (["10", "2.5", "5"], ""),
        (["10", "3", "nan"], ""),
        (["10", "3", ""], ""),
        (["10", "0x3", "5"], ""),
        (["10"], ""),
        (["10", "3", "5", "7"], ""),
        (["10", "3", "5", "--fast"], ""),
    ],
)
def test_wrong_words_give_exit_code_2_and_one_line(capsys, words, message):
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert re.fullmatch(rf"python -m passk: {re.escape(message)}[^\n]*\n", printed.err)


@pytest.mark.parametrize("word", ["abc", "2.5", "1e3"])
@pytest.mark.parametrize(("place", "name"), [(0, "n"), (1, "c"), (2, "k")])
def test_a_wrong_word_is_named_with_its_place(capsys, word, place, name):
    words = ["10", "3", "5"]
    words[place] = word
    with pytest.raises(SystemExit, match=r"^2$"):
        main(words)
    line = capsys.readouterr().err
    assert re.search(rf"\b{name}\b.*{re.escape(word)}", line)


def test_help_names_the_three_numbers(capsys):
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--help"])
    printed = capsys.readouterr().out
    for line in ("samples drawn", "samples that are correct, 0 <= c <= n", "draws, 1 <= k <= n"):
        assert line in printed


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["10\n20", "3", "5"], "argument n: must be a whole number: '10\\n20'"),
        (["", "3", "5"], "argument n: must be a whole number: ''"),
        (["9" * 5000, "3", "5"], f"argument n: must be a whole number: '{'9' * 40}...'"),
        (["9" * 400, "3", "5"], "n must not exceed 2**53 = 9007199254740992: n=about 10**400"),
    ],
)
def test_odd_words_give_one_short_line(words, line, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"python -m passk: {line}\n"


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (
            ["1000000000000000", "2", "3"],
            "The naive estimate is lower by less than rounding shows.",
        ),
        (["200", "100", "100"], "The naive estimate is 7.889e-31 lower."),
        (["1000", "500", "500"], "The naive estimate is 3.055e-151 lower."),
    ],
)
def test_a_gap_is_exact_or_not_given(words, last, capsys):
    main(words)
    assert capsys.readouterr().out.splitlines()[-1] == last


MINE = """
import math

def right(n, c, k):
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    return 1 - math.comb(n - c, k) / math.comb(n, k)

def turned(k, c, n):
    return right(n, c, k)

def naive(n, c, k):
    print("not to be seen")
    return 1 - (1 - c / n) ** k

def pooled(ns, cs, k):
    return right(sum(ns), sum(cs), k)

number = 5
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A file of somebody's functions; what loading it leaves behind is undone."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    path = tmp_path / "mine.py"
    path.write_text(MINE, "utf-8")
    yield str(path)
    sys.modules.pop("mine", None)


@pytest.mark.parametrize(
    ("options", "code", "first_line"),
    [
        (["right"], 0, "right passes all 16 checks, with 1 remark."),
        (["turned"], 1, "turned fails 9 of 16 checks: arguments in another order"),
        (["turned", "--signature", "k, c, n"], 0, "turned passes all 16 checks, with 1 remark."),
        (["naive"], 1, "naive fails 4 of 16 checks: naive estimate."),
        (["naive", "--naive"], 1, "naive fails 1 of 11 checks: no ValueError for k > n."),
        (["pooled", "--mean"], 1, "all samples pooled"),
    ],
)
def test_a_function_in_a_file_is_checked(mine, capsys, options, code, first_line):
    assert main(["check", f"{mine}:{options[0]}", *options[1:]]) == code
    out, err = capsys.readouterr()
    assert first_line in out.splitlines()[0]
    assert "not to be seen" not in out + err


def test_a_function_in_a_module_is_checked(capsys):
    assert main(["check", "passk:pass_at_k"]) == 0
    assert capsys.readouterr().out.startswith("pass_at_k passes all 16 checks.\n")


def test_a_failing_check_is_a_failing_command(mine):
    command = [sys.executable, "-m", "passk", "check", f"{mine}:naive"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "FAILED  agrees_with_listing_every_subset" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["passk"], "name a function as module:function or file.py:function: 'passk'"),
        (["passk:"], "name a function as module:function or file.py:function: 'passk:'"),
        (["passk:no_such_thing"], "passk holds no function 'no_such_thing'"),
        (["passk:__version__"], "passk holds no function '__version__'"),
        (["no.such.module:f"], "cannot load no.such.module: ModuleNotFoundError: No module named"),
        (["no_such_file.py:f"], "cannot load no_such_file.py: FileNotFoundError: "),
        (["passk:pass_at_k", "--signature", "a, b"], "signature holds 'a': its arguments may be"),
        (["passk:pass_at_k", "--time-limit", "0"], "time_limit must be above 0: time_limit=0.0"),
        (["passk:pass_at_k", "--mean", "--naive"], "argument --naive: not allowed with argument"),
        ([], "the following arguments are required: place"),
    ],
)
def test_a_check_that_cannot_be_made_ends_with_one_line(capsys, words, message):
    with pytest.raises(SystemExit, match="2"):
        main(["check", *words])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"python -m passk check: {message}")
    assert err.count("\n") == 1


def test_a_file_that_does_not_run_is_named_with_its_error(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "broken.py").write_text("1 / 0", "utf-8")
    with pytest.raises(SystemExit, match="2"):
        main(["check", f"{tmp_path / 'broken.py'}:f"])
    assert "broken.py: ZeroDivisionError: division by zero" in capsys.readouterr().err
    sys.modules.pop("broken", None)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import sys\nsys.exit(0)", "SystemExit: 0"),
        ("import argparse\nargparse.ArgumentParser().parse_args()\n1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_script_that_ends_itself_is_no_success(tmp_path, monkeypatch, capsys, source, words):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "argv", ["passk", "check", "--of", "passk"])
    (tmp_path / "script.py").write_text(source, "utf-8")
    with pytest.raises(SystemExit, match="2"):
        main(["check", f"{tmp_path / 'script.py'}:f"])
    assert words in capsys.readouterr().err
    assert sys.argv == ["passk", "check", "--of", "passk"]
    sys.modules.pop("script", None)


def test_a_method_is_found_by_its_dots(mine, capsys):
    Path(mine).write_text(f"{MINE}\nclass Mine:\n    estimate = staticmethod(right)\n", "utf-8")
    assert main(["check", f"{mine}:Mine.estimate"]) == 0
    capsys.readouterr()


def test_a_report_may_be_cut_off_by_a_pipe(mine):
    command = f"{sys.executable} -m passk check {mine}:naive | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout == "naive fails 4 of 16 checks: naive estimate.\n"
    assert done.stderr == ""


RIGHT = "def same(value):\n    return value"
WRONG = "def same(value):\n    return 0"


@pytest.fixture
def given(tmp_path, monkeypatch):
    """Two problems and five programs in files; return the words of a command that runs them."""
    problems = [
        {
            "qid": qid,
            "title": "Same",
            "entry_fn_name": "same",
            "schema": {
                "params": [{"name": "value", "type": "integer"}],
                "return": {"type": "integer"},
            },
            "test_list": [{"idx": "0", "inputs": {"value": 1}, "outputs": 1}],
        }
        for qid in ("1", "2")
    ]
    programs = [("1", RIGHT), ("1", WRONG), ("1", WRONG), ("2", RIGHT), ("2", "def same(:")]
    predictions = [{"qid": qid, "language": "Python", "code": code} for qid, code in programs]
    for name, lines in (("problems", problems), ("predictions", predictions)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    monkeypatch.chdir(tmp_path)
    return ["run", "problems.jsonl", "predictions.jsonl", "--out", "out", "--sandbox", "none"]


def test_predictions_are_run_and_scored(given, capsys, tmp_path):
    assert main([*given, "-k", "1", "2", "3"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Python, 2 problems, n = 2 to 3: pass@1 = 0.4167, pass@2 = 0.8333, "
        "pass@3 not estimable (k > n = 2 of problem '2')",
        "    2 passed, 2 failed tests, 1 runtime error",
    ]
    lines = (tmp_path / "out" / "pred_results.jsonl").read_text("utf-8").splitlines()
    assert sorted(json.loads(line)["outcome"] for line in lines) == [
        "Failed Tests",
        "Failed Tests",
        "Had Error",
        "Passed",
        "Passed",
    ]


def test_a_second_run_scores_anew_and_runs_nothing(given, capsys, tmp_path, monkeypatch):
    main(given)
    assert "pass@10 not estimable (k > n = 2 of problem '2'), pass@1" in capsys.readouterr().out
    before = (tmp_path / "out" / "pred_results.jsonl").read_bytes()
    monkeypatch.setattr("passk.execution.evaluation.run_program", None)
    assert main([*given, "-k", "3", "--pad"]) == 0
    assert capsys.readouterr().out.startswith("Python, 2 problems, n = 3: pass@3 = 1.0000\n")
    assert (tmp_path / "out" / "pred_results.jsonl").read_bytes() == before


def test_predictions_are_run_in_walls_unless_asked_otherwise(given, capsys):
    try:
        require_sandbox("bubblewrap")
    except RuntimeError as error:
        pytest.skip(str(error))
    assert main([*given[:-2], "-k", "1"]) == 0
    assert "pass@1 = 0.4167" in capsys.readouterr().out


def test_a_missing_toolchain_is_said_in_the_scores(given, capsys, monkeypatch):
    monkeypatch.setattr(Language, "tool", lambda language: None)
    assert main(given) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Python: no problem was run",
        "    5 not run",
        "    NOT RUN, and in no number above: 5 samples, Python is not installed: "
        "apt-get install python3",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-k", "0"], "k must be at least 1: k=0"),
        (["-k", "1", "-3"], "k must be at least 1: k=-3"),
        (["-k", "1.5"], "argument -k: must be a whole number: '1.5'"),
        (["--seconds", "0"], "run_seconds must lie between 0.01 and 1000000: run_seconds=0.0"),
        (["--seconds", "nan"], "run_seconds must lie between 0.01 and 1000000: run_seconds=nan"),
        (["--seconds", "1e9"], "run_seconds must lie between 0.01 and 1000000: run_seconds=1000"),
        (["--compile-seconds", "0"], "compile_seconds must lie between"),
        (["--memory", "-1"], "memory must lie between 0 and 1000000: memory=-1"),
        (["--workers", "0"], "workers must be at least 1: workers=0"),
        (["--rerun", "late"], "rerun must be a list of outcomes, of 'passed', 'failed tests', "),
        (["--out", ""], "--out must name a folder"),
        (["--sandbox", "docker"], "argument --sandbox: invalid choice: 'docker'"),
        (["more"], "unrecognized arguments: more"),
    ],
)
def test_wrong_words_for_a_run_end_with_one_line_before_anything_is_run(
    given, capsys, tmp_path, words, message
):
    with pytest.raises(SystemExit, match="2"):
        main([*given, *words])
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"python -m passk run: {message}")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("problems.jsonl", "{}", "problems.jsonl, line 1: problem without qid has no 'schema'"),
        ("problems.jsonl", "", "problems.jsonl: there is no problem in it"),
        ("problems.jsonl", None, "[Errno 2] No such file or directory: 'problems.jsonl'"),
        ("predictions.jsonl", "\n{}", "predictions.jsonl, line 2: there is no 'qid'"),
        ("predictions.jsonl", "\n", "predictions.jsonl holds no programs"),
        ("out", "a file", "[Errno 17] File exists: 'out'"),
        ("out/pred_results.jsonl", "notes", "out/pred_results.jsonl, line 1 is no record of a "),
    ],
)
def test_wrong_files_for_a_run_end_with_one_line(given, capsys, tmp_path, file, text, message):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).unlink(missing_ok=True)
    if text is not None:
        (tmp_path / file).write_text(text, "utf-8")
    with pytest.raises(SystemExit, match="2"):
        main(given)
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"python -m passk run: {message}")


def test_without_bubblewrap_a_run_says_what_to_do(given, capsys, monkeypatch):
    why = "bubblewrap is not installed: apt-get install bubblewrap"
    monkeypatch.setattr("passk.execution.sandbox._why_no_walls", lambda: why)
    with pytest.raises(SystemExit, match="2"):
        main(given[:-2])
    assert capsys.readouterr().err.startswith(f"python -m passk run: {why}. ")


def test_every_language_is_listed_with_its_version_or_how_to_get_it(capsys, monkeypatch):
    version = {"Python": "Python 3.x"}
    monkeypatch.setattr(
        Language, "version_in_words", lambda language: version.get(language.name, "")
    )
    assert main(["languages"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(LANGUAGES)
    for line, language in zip(lines, LANGUAGES.values(), strict=True):
        assert line.startswith(f"{language.name} ")
        assert line.endswith(version.get(language.name, f" not installed: {language.install}"))


def test_languages_takes_no_words(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["languages", "python"])
    assert capsys.readouterr().err == (
        "python -m passk languages: unrecognized arguments: python\n"
    )


@pytest.mark.parametrize("command", ["run", "languages"])
def test_the_commands_for_programs_explain_themselves(capsys, command):
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert capsys.readouterr().out.startswith(f"usage: python -m passk {command} ")


def test_a_run_writes_the_metrics_of_babelcode(given, tmp_path):
    main([*given, "-k", "1", "3"])
    metrics = json.loads((tmp_path / "out" / "metrics.json").read_text("utf-8"))
    assert metrics["Python/metrics"]["estimate_pass@1"] == pytest.approx(100 * (1 / 3 + 1 / 2) / 2)
    assert metrics["Python/metrics"]["estimate_pass@3"] is None
    main([*given, "-k", "1", "--pad", "10"])
    metrics = json.loads((tmp_path / "out" / "metrics.json").read_text("utf-8"))
    assert metrics["Python/metrics"]["estimate_pass@1"] == pytest.approx(10)


def test_outcomes_are_run_again_on_demand(given, capsys, monkeypatch):
    main([*given, "-k", "1"])
    ran = []

    def run(problem, language, code, **_):
        ran.append(code)
        return Verdict(problem.qid, language, "passed", {"0": "PASSED"})

    monkeypatch.setattr("passk.execution.evaluation.run_program", run)
    assert main([*given, "-k", "1", "--rerun", "failed tests", "--workers", "1"]) == 0
    assert ran == [WRONG]
    assert "4 passed, 1 runtime error" in capsys.readouterr().out


def test_an_interrupt_says_how_to_go_on(given, capsys, monkeypatch, tmp_path):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("passk.execution.evaluation.as_completed", stop)
    assert main([*given, "--workers", "1"]) == 130
    out, err = capsys.readouterr()
    log = Path("out") / "pred_results.jsonl"
    number = len(log.read_text("utf-8").splitlines())
    assert (out, err) == ("", f"stopped: {number} verdicts are in {log}; run it again to go on\n")


def test_a_misspelt_command_is_no_number(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["runn", "x", "y"])
    assert capsys.readouterr().err == (
        "python -m passk: there is no command 'runn': give n, c and k, or one of check, run, "
        "languages, score, compare, recheck\n"
    )


@pytest.mark.parametrize("words", [["5", "3", "2"], ["languages"]])
def test_a_full_disk_is_said_in_one_line(words):
    command = [sys.executable, "-m", "passk", *words]
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full; it comes with Linux")
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "cannot print: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_the_commands_are_listed_with_one_line_each(capsys, words):
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, err) == (0 if words else 2, "")
    for name in ("check", "run", "languages", "score", "compare", "recheck"):
        assert re.search(rf"^  {name} +\w.+$", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) <= 80


def test_ks_of_a_run_may_be_separated_by_commas(given, capsys):
    assert main([*given, "-k", "1,2"]) == 0
    assert "pass@1 = 0.4167, pass@2 = 0.8333\n" in capsys.readouterr().out
