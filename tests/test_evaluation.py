"""From samples to pass@k: what is counted, what is run, and what outlives a stop."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import pytest

from passk import exact_pass_at_k, mean_pass_at_k
from passk.execution import evaluation as module
from passk.execution.evaluation import Evaluation, evaluate
from passk.execution.languages import Language, find_language
from passk.execution.problems import Problem
from passk.execution.records import Sample, in_babelcode_words, read_predictions
from passk.execution.runner import OUTCOMES, Verdict
from passk.execution.sandbox import Limits, require_sandbox

RIGHT = "def same(value):\n    return value"
WRONG = "def same(value):\n    return value + 1"
FIELDS = [
    "qid",
    "id",
    "code",
    "outcome",
    "test_case_results",
    "num_tc_passed",
    "num_tc",
    "all_commands_ran",
    "final_command_runtime",
    "final_command_memory",
    "net_runtime",
    "command_runtimes",
    "command_memory",
    "stderr",
    "language",
]


def problem(qid="1", kind="integer", values=(1, 2)):
    """A problem whose right answers return their argument."""
    return Problem.from_dict(
        {
            "qid": qid,
            "title": "Same",
            "text": "Return the value.",
            "entry_fn_name": "same",
            "schema": {"params": [{"name": "value", "type": kind}], "return": {"type": kind}},
            "test_list": [
                {"idx": str(i), "inputs": {"value": value}, "outputs": value}
                for i, value in enumerate(values)
            ],
        }
    )


PROBLEMS = {qid: problem(qid) for qid in ("1", "2", "3")}


def verdicts(language="Python", **outcomes):
    """Verdicts on problems: each has a word for how many samples, and what came of them."""
    return [Verdict(qid, language, outcome) for qid, given in outcomes.items() for outcome in given]


def counted(*pairs):
    """An evaluation of problems with these n and c."""
    given = {f"q{i}": ["passed"] * c + ["failed tests"] * (n - c) for i, (n, c) in enumerate(pairs)}
    return Evaluation((), tuple(verdicts(**given)))


@pytest.fixture
def ran(monkeypatch):
    """The programs that were run: they do as their first word says, and take no time."""
    programs = []

    def run(problem, language, code, **_):
        programs.append((problem.qid, language, code))
        word = code.split("#")[0].strip()
        if word == "interrupt":
            raise KeyboardInterrupt
        if word == "raise":
            raise OSError("no more processes")
        tests = {} if word == "not run" else {"0": "PASSED", "1": "FAILED"}
        return Verdict(problem.qid, language, word, tests, output="said\n" * 1000, seconds=0.5)

    monkeypatch.setattr(module, "run_program", run)
    monkeypatch.setattr(module, "toolchain_fault", lambda *_: "")
    return programs


def run(samples, **options):
    """Evaluate with programs that need no walls."""
    return evaluate(PROBLEMS, samples, sandbox="none", **options)


def records(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def identities(path):
    """What every line of a log is about."""
    return sorted((r["language"], r["qid"], r["id"], r["code"]) for r in records(path))


# What is counted


def test_own_n_and_one_n_for_all_differ_as_computed_by_hand():
    evaluation = counted((2, 1), (10, 5))
    own, padded = evaluation.score("python", [1, 2]), evaluation.score("python", [1, 2], pad=True)
    assert own.problems == {"q0": (2, 1), "q1": (10, 5)}
    assert padded.problems == {"q0": (10, 1), "q1": (10, 5)}
    # k = 1: (1/2 + 1/2)/2, and (1/10 + 5/10)/2; k = 2: (1 + 7/9)/2, and (1/5 + 7/9)/2
    assert own.pass_at_k == {1: 0.5, 2: pytest.approx(8 / 9, abs=1e-15)}
    assert padded.pass_at_k == {1: pytest.approx(0.3), 2: pytest.approx(22 / 45)}


def test_padding_changes_nothing_where_all_problems_have_one_n():
    evaluation = counted((7, 1), (7, 7), (7, 0))
    assert evaluation.counts("Python") == evaluation.counts("Python", pad=True)


@pytest.mark.parametrize("pad", [False, True])
def test_the_score_is_the_mean_of_the_unbiased_estimates(pad):
    pairs = [(5, 0), (8, 3), (20, 1), (6, 6), (9, 4)]
    score = counted(*pairs).score("python", range(1, 6), pad=pad)
    n, c = [20 if pad else n for n, _ in pairs], [c for _, c in pairs]
    for k, value in score.pass_at_k.items():
        assert value == mean_pass_at_k(n, c, k)
        exact = sum(exact_pass_at_k(a, b, k) for a, b in zip(n, c, strict=True)) / Fraction(5)
        assert value == pytest.approx(float(exact), rel=1e-14)


def test_a_k_above_some_n_is_not_estimated():
    score = counted((3, 1), (5, 2)).score("python", [3, 4, 5, 6])
    assert [value is None for value in score.pass_at_k.values()] == [False, True, True, True]
    text = str(score)
    assert "pass@3 = 0.9500, pass@4 not estimable (k > n = 3 of problem 'q0'), pass@5 n" in text
    assert text.startswith("Python, 2 problems, n = 3 to 5: ")
    padded = counted((3, 1), (5, 2)).score("python", [5, 6], pad=True)
    assert padded.pass_at_k == {5: 1.0, 6: None}


@pytest.mark.parametrize(("k", "words"), [(0, "k must be at least 1"), (1.5, "k must be a whole")])
def test_a_wrong_k_is_refused(k, words):
    with pytest.raises(ValueError, match=words):
        counted((3, 1)).score("python", [k])


def test_what_was_not_run_is_in_neither_number():
    given = verdicts(a=["passed", "not run", "failed tests"], b=["not run"])
    evaluation = Evaluation((), tuple(given))
    assert evaluation.counts("python") == {"a": (2, 1)}
    assert evaluation.counts("python", pad=True) == {"a": (2, 1)}
    score = evaluation.score("python", [1, 2, 3])
    assert score.pass_at_k == {1: 0.5, 2: 1.0, 3: None}
    assert score.outcomes == dict.fromkeys(OUTCOMES, 0) | {
        "passed": 1,
        "failed tests": 1,
        "not run": 2,
    }


def test_every_outcome_but_passed_is_a_failure():
    evaluation = Evaluation((), tuple(verdicts(a=OUTCOMES)))
    assert evaluation.counts("python") == {"a": (5, 1)}


def test_languages_are_scored_apart_and_found_by_any_name():
    lua = verdicts("Lua", a=["passed"])
    cpp = verdicts("C++", a=["passed", "timed out"], b=["runtime error"])
    evaluation = Evaluation((), (*cpp, *lua))
    assert evaluation.languages == ("C++", "Lua")
    assert evaluation.counts("cpp") == evaluation.counts("C++") == {"a": (2, 1), "b": (1, 0)}
    assert evaluation.score("lua").problems == {"a": (1, 1)}
    assert str(evaluation).splitlines() == [
        "C++, 2 problems, n = 1 to 2: pass@1 = 0.2500",
        "    1 passed, 1 timed out, 1 runtime error",
        "Lua, 1 problem, n = 1: pass@1 = 1.0000",
        "    1 passed",
    ]
    with pytest.raises(ValueError, match=r"^no sample is in Cobol: there are C\+\+, Lua$"):
        evaluation.counts("Cobol")


def test_without_a_run_there_is_no_number():
    score = Evaluation((), tuple(verdicts(a=["not run"]))).score("python", [1])
    assert score.pass_at_k == {1: None}
    assert str(score).startswith("Python: no problem was run\n")


def test_a_missing_toolchain_is_said_loudly_and_costs_no_language_its_score(monkeypatch):
    tool = Language.tool
    lacks = lambda language: None if language.stem == "lua" else tool(language)  # noqa: E731
    monkeypatch.setattr(Language, "tool", lacks)
    samples = [Sample("1", "lua", "function same(value) return value end")] * 2
    evaluation = run([*samples, Sample("1", "python", RIGHT)])
    assert [verdict.outcome for verdict in evaluation.verdicts] == ["not run", "not run", "passed"]
    assert evaluation.counts("lua") == {}
    assert str(evaluation).splitlines() == [
        "Lua: no problem was run",
        "    2 not run",
        "    NOT RUN, and in no number above: 2 samples, Lua is not installed: "
        "apt-get install lua5.4",
        "    NO SAMPLE for 2 problems: '2', '3'",
        "Python, 1 problem, n = 1: pass@1 = 1.0000",
        "    1 passed",
        "    NO SAMPLE for 2 problems: '2', '3'",
    ]


def test_what_a_language_cannot_express_is_said_loudly_and_is_no_failure():
    problems = {"1": problem("1", "set<list<integer>>", [[[1]]])}
    evaluation = evaluate(problems, {"1": [RIGHT, WRONG, RIGHT]}, sandbox="none")
    assert {verdict.outcome for verdict in evaluation.verdicts} == {"not run"}
    assert evaluation.counts("python") == {}
    assert str(evaluation).splitlines()[-1] == (
        "    NOT RUN, and in no number above: 3 samples, "
        "Python has no form for the type set<list<integer>>"
    )


# What is run


def test_verdicts_are_in_the_order_of_the_samples(ran):
    words = ["passed#1", "timed out", "failed tests", "passed#2", "runtime error", "timed out"]
    samples = [Sample(qid, "python", word) for word in words for qid in ("3", "1", "2")]
    evaluation = run(samples)
    expected = [(s.qid, s.code.split("#")[0]) for s in samples]
    assert [(v.qid, v.outcome) for v in evaluation.verdicts] == expected
    assert [s.code for s in evaluation.samples] == [s.code for s in samples]


def test_identical_programs_are_run_once_and_counted_each(ran):
    evaluation = run({"1": ["passed", "failed tests", "passed", "passed"], "2": ["passed"]})
    assert sorted(ran) == [
        ("1", "Python", "failed tests"),
        ("1", "Python", "passed"),
        ("2", "Python", "passed"),
    ]
    assert evaluation.counts("python") == {"1": (4, 3), "2": (1, 1)}


def test_what_is_known_is_not_run_but_counted_and_logged(ran, tmp_path):
    known = {Sample("1", "Python", "passed"): Verdict("1", "Python", "timed out")}
    log = tmp_path / "log.jsonl"
    evaluation = run({"1": ["passed", "failed tests", "passed"]}, known=known, log=log)
    assert [code for *_, code in ran] == ["failed tests"]
    assert [v.outcome for v in evaluation.verdicts] == ["timed out", "failed tests", "timed out"]
    assert len(records(log)) == 3


def test_one_text_in_two_languages_is_two_programs(ran):
    run([Sample("1", name, "passed") for name in ("python", "Lua", "lua", "PYTHON")])
    assert sorted(ran) == [("1", "Lua", "passed"), ("1", "Python", "passed")]


def test_real_programs_are_run_in_walls():
    try:
        require_sandbox("bubblewrap")
    except RuntimeError as error:
        pytest.skip(str(error))
    evaluation = evaluate(PROBLEMS, {"1": [RIGHT, WRONG], "2": [RIGHT]})
    assert evaluation.counts("python") == {"1": (2, 1), "2": (1, 1)}


def test_an_unknown_sandbox_is_refused(ran):
    with pytest.raises(ValueError, match="sandbox must be one of 'bubblewrap', 'none'"):
        evaluate(PROBLEMS, {"1": ["passed"]}, sandbox="docker")
    assert ran == []


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ({"9": ["passed"]}, r"^there is no problem '9' among the 3 problems: '1', '2', '3'$"),
        ({"1": "passed"}, r"^samples must give a list of programs for each problem, not a text$"),
        ({"1": [None]}, r"^a program must be a text: None$"),
        ({"1": [b"passed"]}, r"^a program must be a text: b'passed'$"),
    ],
)
def test_wrong_samples_are_refused_before_anything_is_run(ran, tmp_path, samples, message):
    with pytest.raises(ValueError, match=message):
        run(samples, log=tmp_path / "log.jsonl")
    assert ran == []
    assert not (tmp_path / "log.jsonl").exists()


def test_no_samples_are_no_verdicts(ran):
    assert run({}) == Evaluation((), (), ("1", "2", "3"))
    assert str(run([])) == ""


def test_an_own_pool_of_threads_is_used_and_left_open(ran):
    with ThreadPoolExecutor(1) as pool:
        assert run({"1": ["passed", "failed tests"]}, executor=pool).counts("python") == {
            "1": (2, 1)
        }
        assert pool.submit(int, "7").result() == 7


def test_a_pool_of_processes_gives_the_same(tmp_path):
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        evaluation = run({"1": [RIGHT, WRONG]}, executor=pool, log=tmp_path / "log.jsonl")
        assert pool.submit(int, "7").result() == 7
    assert [verdict.outcome for verdict in evaluation.verdicts] == ["passed", "failed tests"]
    assert len(records(tmp_path / "log.jsonl")) == 2


def test_a_cluster_gives_the_same(tmp_path):
    distributed = pytest.importorskip(
        "distributed", reason="distributed is not installed; try: pip install distributed"
    )
    size = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "memory_limit": 0}
    size |= {"dashboard_address": "127.0.0.1:0", "local_directory": tmp_path}
    with distributed.LocalCluster(**size) as cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        evaluation = run({"1": [RIGHT, WRONG, RIGHT]}, executor=executor)
        assert executor.submit(int, "7").result() == 7
    assert [v.outcome for v in evaluation.verdicts] == ["passed", "failed tests", "passed"]


@pytest.mark.parametrize(("progress", "shown"), [(True, True), (False, False), (None, False)])
def test_a_progress_bar_is_shown_on_a_terminal_or_when_asked_for(ran, capsys, progress, shown):
    run({"1": ["passed", "failed tests", "passed"]}, progress=progress)
    out, err = capsys.readouterr()
    assert out == ""
    assert ("2/2" in err and "programs" in err) == shown


def test_a_terminal_shows_the_progress(ran, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run({"1": ["passed"]})
    assert "1/1" in capsys.readouterr().err


# What outlives a stop


SAMPLES = {
    "1": ["passed", "failed tests", "passed", "passed"],
    "2": ["timed out", "compile error"],
    "3": ["runtime error", 'passed # "quoted" \\ ü 漢 \u2028\n\t', "not run"],
}


def test_a_log_has_the_fields_of_babelcode_and_a_line_for_every_sample(ran, tmp_path):
    log = tmp_path / "new" / "pred_results.jsonl"
    evaluation = run(SAMPLES, log=log)
    lines = records(log)
    assert [
        (qid, str(i), code)
        for qid, codes in SAMPLES.items()
        for i, code in enumerate(codes)
        if code != "not run"
    ] == sorted((line["qid"], line["id"], line["code"]) for line in lines)
    names = dict(
        zip(
            OUTCOMES,
            ["Passed", "Failed Tests", "Timed Out", "Had Error", "Had Error", None],
            strict=True,
        )
    )
    for line in lines:
        assert list(line)[: len(FIELDS)] == FIELDS
        outcome = line["code"].split("#")[0].strip()
        assert line["outcome"] == names[outcome]
        assert line["language"] == "Python"
        assert line["num_tc"] == len(line["test_case_results"]) == 2
        assert line["num_tc_passed"] == 1
        assert line["all_commands_ran"] == (outcome != "compile error")
        assert line["net_runtime"] == sum(filter(None, line["command_runtimes"]))
        assert (None in line["command_runtimes"]) == (outcome == "compile error")
        assert len(line["stderr"]) == 2000
    assert len(ran) == len({(s.qid, s.code) for s in evaluation.samples})


def test_a_verdict_is_in_the_file_before_the_next_is_waited_for(ran, tmp_path, monkeypatch):
    log, seen = tmp_path / "log.jsonl", []

    class Bar(module.tqdm):
        def update(self, n=1):
            seen.append(log.read_bytes().count(b"\n"))

    monkeypatch.setattr(module, "tqdm", Bar)
    run({"1": [f"passed # {i}" for i in range(5)]}, log=log)
    assert seen == [1, 2, 3, 4, 5]


def test_times_are_in_milliseconds_and_compiling_is_one_command(tmp_path, monkeypatch):
    verdict = Verdict("1", "C++", "passed", seconds=0.25, compile_seconds=2.0, peak_memory=4096)
    monkeypatch.setattr(module, "run_program", lambda *_, **__: verdict)
    monkeypatch.setattr(module, "toolchain_fault", lambda *_: "")
    run([Sample("1", "cpp", "x")], log=tmp_path / "log.jsonl")
    line = records(tmp_path / "log.jsonl")[0]
    assert line["command_runtimes"] == [2000.0, 250.0]
    assert (line["net_runtime"], line["final_command_runtime"]) == (2250.0, 250.0)
    assert (line["final_command_memory"], line["command_memory"]) == (4096, [None, 4096])


def test_a_second_run_runs_nothing_and_says_the_same(ran, tmp_path):
    log, samples = tmp_path / "log.jsonl", {**SAMPLES, "3": SAMPLES["3"][:2]}
    first = run(samples, log=log)
    before = log.read_bytes()
    ran.clear()
    second = run(samples, log=log)
    assert ran == []
    assert log.read_bytes() == before
    assert second.score("python", [1, 2]) == first.score("python", [1, 2])
    assert [v.reason for v in second.verdicts] == [v.reason for v in first.verdicts]


def test_what_was_not_run_is_tried_again(ran, tmp_path, monkeypatch):
    log = tmp_path / "log.jsonl"
    run(SAMPLES, log=log)
    ran.clear()
    now = Verdict("3", "Python", "passed", {"0": "PASSED"})
    monkeypatch.setattr(module, "run_program", lambda *given, **_: ran.append(given[2]) or now)
    evaluation = run(SAMPLES, log=log)
    assert ran == ["not run"]
    assert evaluation.verdicts[-1] == now
    assert len(records(log)) == len(evaluation.samples)


def test_more_samples_can_be_added_later(ran, tmp_path):
    log = tmp_path / "log.jsonl"
    run({"1": ["passed", "failed tests"]}, log=log)
    ran.clear()
    evaluation = run({"1": ["passed", "failed tests", "passed", "timed out"]}, log=log)
    assert [code for _, _, code in ran] == ["timed out"]
    assert evaluation.counts("python") == {"1": (4, 2)}
    assert [r["id"] for r in records(log)] == ["0", "1", "2", "3"]


def cuts(data):
    """Places to cut a file at: around every end of line, and some in between."""
    ends = {i + d for i, byte in enumerate(data) if byte == 10 for d in range(-3, 4)}
    return sorted(p for p in ends | set(range(0, len(data), 41)) | set(range(30)) if p <= len(data))


def test_a_log_cut_off_anywhere_is_mended_and_continued(ran, tmp_path):
    log, samples = tmp_path / "log.jsonl", {"1": SAMPLES["1"], "3": SAMPLES["3"][:2]}
    with ThreadPoolExecutor(1) as pool:
        first = run(samples, log=log, executor=pool)
        data = log.read_bytes()
        assert len(cuts(data)) > 100
        for place in cuts(data):
            ran.clear()
            log.write_bytes(data[:place])
            again = run(samples, log=log, executor=pool)
            assert sorted(log.read_bytes().splitlines()) == sorted(data.splitlines())
            whole = data[: data[:place].rfind(b"\n") + 1]
            assert log.read_bytes().startswith(whole)
            assert again.counts("python") == first.counts("python")
            known = {(line["qid"], line["code"]) for line in map(json.loads, whole.splitlines())}
            assert not known & {(qid, code) for qid, _, code in ran}
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_a_log_with_the_ends_of_lines_of_windows_is_continued(ran, tmp_path):
    log = tmp_path / "log.jsonl"
    run({"1": ["passed", "failed tests"]}, log=log)
    log.write_bytes(log.read_bytes().replace(b"\n", b"\r\n"))
    run({"1": ["passed", "failed tests", "timed out"]}, log=log)
    assert [r["id"] for r in records(log)] == ["0", "1", "2"]
    assert len(ran) == 3


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("what is this", 2),
        ("{}", 2),
        ("[1]", 2),
        ("", 2),
        ('{"qid": "1", "language": "Python", "code": "passed", "id": "0"}', 2),
        ('{"qid": "1", "id": "1", "co', 2),
        ('{"qid": ["1"], "id": "1", "language": "Python", "code": "passed"}', 2),
        ("[" * 30_000, 2),
        ("\x00\x00", 2),
    ],
)
def test_a_line_that_is_no_record_is_named_and_the_file_left_alone(ran, tmp_path, line, number):
    log = tmp_path / "log.jsonl"
    run({"1": ["passed", "failed tests"]}, log=log)
    first, second = log.read_text("utf-8").splitlines()
    log.write_text(f"{first}\n{line}\n{second}\n", "utf-8")
    before = log.read_bytes()
    with pytest.raises(
        ValueError, match=rf"^{re.escape(str(log))}, line {number} is no record of "
    ):
        run({"1": ["passed", "failed tests"]}, log=log)
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "my notes",
        '{"qid": "1", "language": "Python", "code": "passed"}',
        "\ufeff{",
        "[]",
        "[" * 30_000,
    ],
)
def test_a_file_that_is_no_log_is_left_alone(ran, tmp_path, text):
    log = tmp_path / "predictions.jsonl"
    log.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"predictions.jsonl, line 1 is no record of a verdict"):
        run({"1": ["passed"]}, log=log)
    assert log.read_text("utf-8") == text


@pytest.mark.parametrize(
    "samples",
    [
        {"1": ["passed"]},
        {"1": ["passed", "passed"]},
        {"2": ["passed", "failed tests"]},
        [Sample("1", "lua", "passed"), Sample("1", "lua", "failed tests")],
    ],
)
def test_a_log_of_other_programs_is_refused_and_left_alone(ran, tmp_path, samples):
    log = tmp_path / "log.jsonl"
    run({"1": ["passed", "failed tests"]}, log=log)
    before = log.read_bytes()
    with pytest.raises(ValueError, match=r"log\.jsonl, line \d is of a program that is not among"):
        run(samples, log=log)
    assert log.read_bytes() == before


def test_a_record_that_comes_twice_is_refused(ran, tmp_path):
    log = tmp_path / "log.jsonl"
    run({"1": ["passed", "failed tests"]}, log=log)
    log.write_bytes(2 * log.read_bytes())
    with pytest.raises(ValueError, match=r"line 3 is of a program that comes once more than the"):
        run({"1": ["passed", "failed tests"]}, log=log)


@pytest.mark.parametrize(
    ("word", "error", "message"),
    [("interrupt", KeyboardInterrupt, "^$"), ("raise", OSError, "^no more processes$")],
)
def test_what_was_finished_before_a_stop_is_kept(ran, tmp_path, word, error, message):
    log = tmp_path / "log.jsonl"
    samples = {
        "1": ["passed", "failed tests", "passed", word, *(f"passed # {i}" for i in range(9))]
    }
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(error, match=message):
            run(samples, log=log, executor=pool)
        kept = identities(log)
        assert {("Python", "1", "0", "passed"), ("Python", "1", "2", "passed")} <= set(kept)
        assert len(set(kept)) == len(kept) < 13
    samples["1"][3] = "timed out"
    ran.clear()
    run(samples, log=log)
    assert not {code for *_, code in kept} & {code for *_, code in ran}
    assert [
        (int(i), code) for _, _, i, code in sorted(identities(log), key=lambda r: int(r[2]))
    ] == list(enumerate(samples["1"]))


class DoneAtOnce(ThreadPoolExecutor):
    """A pool that has done all its work before its caller looks at any of it."""

    def submit(self, work, /, *arguments, **options):
        job = Future()
        try:
            job.set_result(work(*arguments, **options))
        except BaseException as error:
            job.set_exception(error)
        return job


def test_what_was_finished_but_not_yet_written_is_kept(ran, tmp_path):
    log = tmp_path / "log.jsonl"
    samples = {"1": [*(f"passed # {i}" for i in range(20)), "raise"]}
    with pytest.raises(OSError, match="no more processes"):
        run(samples, log=log, executor=DoneAtOnce(1))
    assert len(records(log)) == 20


def test_a_killed_run_goes_on_where_it_stopped(tmp_path):
    number, marks, out = 24, tmp_path / "marks", tmp_path / "out"
    program = "\n".join(
        [
            f"file = open({str(marks)!r}, 'a')",
            "file.write('NUMBER\\n')",
            "file.close()",
            "def same(value):",
            "    import time",
            "    time.sleep(0.05)",
            "    return value",
        ]
    )
    lines = [
        {"qid": "1", "language": "Python", "code": program.replace("NUMBER", str(i))}
        for i in range(number)
    ]
    lines += lines[:6]
    (tmp_path / "predictions.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    fields = {
        "qid": "1",
        "title": "Same",
        "entry_fn_name": "same",
        "schema": {
            "params": [{"name": "value", "type": "integer"}],
            "return": {"type": "integer"},
        },
        "test_list": [{"idx": "0", "inputs": {"value": 1}, "outputs": 1}],
    }
    (tmp_path / "problems.jsonl").write_text(json.dumps(fields), "utf-8")
    command = [sys.executable, "-m", "passk", "run", "problems.jsonl", "predictions.jsonl"]
    command += ["--out", str(out), "--sandbox", "none", "-k", "1", "2"]
    options = {"cwd": tmp_path, "env": {**os.environ, "TMPDIR": str(tmp_path)}}
    options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    log = out / "pred_results.jsonl"
    with subprocess.Popen(command, **options) as process:
        while process.poll() is None and not (log.exists() and log.read_bytes().count(b"\n") >= 4):
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    kept = log.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    assert 4 <= kept.count(b"\n") < len(lines)
    done = subprocess.run(command, timeout=120, check=False, **options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Python, 1 problem, n = {len(lines)}: pass@1 = 1.0000, pass@2 = 1.0000\n"
        f"    {len(lines)} passed\n"
    )
    assert log.read_bytes().startswith(kept)
    found = sorted((int(r["id"]), r["code"]) for r in records(log))
    assert found == [(i, line["code"]) for i, line in enumerate(lines)]
    runs = marks.read_text("utf-8").split()
    assert set(runs) == set(map(str, range(number)))
    for line in kept.splitlines():
        assert runs.count(re.search(r"'(\d+)", json.loads(line)["code"])[1]) == 1


def test_samples_in_another_order_and_between_others_are_continued(ran, tmp_path):
    log = tmp_path / "log.jsonl"
    run({"1": ["passed", "failed tests", "passed", "timed out"]}, log=log)
    ran.clear()
    samples = ["passed # new", "timed out", "passed", "runtime error", "failed tests", "passed"]
    evaluation = run({"1": samples}, log=log)
    assert sorted(code for *_, code in ran) == ["passed # new", "runtime error"]
    assert [verdict.outcome for verdict in evaluation.verdicts] == [
        s.split(" #")[0] for s in samples
    ]
    found = identities(log)
    assert sorted(code for *_, code in found) == sorted(samples)
    assert sorted(number for *_, number, _ in found) == ["0", "1", "2", "3", "4", "5"]


def test_two_runs_never_write_to_one_log(ran, tmp_path, monkeypatch):
    log, run_program = tmp_path / "log.jsonl", module.run_program

    def meanwhile(*given, **options):
        with pytest.raises(RuntimeError, match=r"another run is writing to .*log.jsonl: wait for"):
            run({"1": ["passed"]}, log=log)
        return run_program(*given, **options)

    monkeypatch.setattr(module, "run_program", meanwhile)
    run({"1": ["failed tests"]}, log=log)
    assert len(records(log)) == 1
    monkeypatch.setattr(module, "run_program", run_program)
    assert run({"1": ["failed tests", "passed"]}, log=log).counts("python") == {"1": (2, 1)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limits": Limits(run_seconds=3)}, "line 1 was run with run_seconds=10.0, not 3: "),
        ({"limits": Limits(memory=64)}, "line 1 was run with memory=0, not 64: "),
        ({"problems": {"1": problem("1", values=(1, 3))}}, "line 1 is of other tests than the pr"),
        ({"problems": {"1": problem("1", "long")}}, "line 1 is of other tests than the problem"),
    ],
)
def test_verdicts_under_other_tests_or_limits_are_not_taken_over(ran, tmp_path, options, message):
    log, given = tmp_path / "log.jsonl", {"problems": PROBLEMS, "sandbox": "none"}
    evaluate(samples={"1": ["passed"]}, log=log, **given)
    before = log.read_bytes()
    with pytest.raises(ValueError, match=message):
        evaluate(samples={"1": ["passed"]}, log=log, **(given | options))
    assert log.read_bytes() == before
    problems = {"1": problem("1"), "2": problem("2", values=(7, 8))}  # of no sample
    evaluate(problems, {"1": ["passed"]}, log=log, sandbox="none", limits=Limits())
    assert len(ran) == 1


def test_outcomes_can_be_run_again(ran, tmp_path):
    log = tmp_path / "log.jsonl"
    samples = {"1": ["passed", "timed out", "failed tests", "timed out"], "2": ["runtime error"]}
    first = run(samples, log=log)
    ran.clear()
    again = run(samples, log=log, rerun=["timed out"])
    assert ran == [("1", "Python", "timed out")]
    assert [v.outcome for v in again.verdicts] == [v.outcome for v in first.verdicts]
    assert len(records(log)) == 5
    known = dict(zip(first.samples, first.verdicts, strict=True))
    ran.clear()
    run(samples, known=known, rerun=["runtime error", "passed"])
    assert sorted(code for *_, code in ran) == ["passed", "runtime error"]


@pytest.mark.parametrize("rerun", ["timed out", ["late"], [None]])
def test_what_is_to_be_run_again_are_outcomes(ran, rerun):
    with pytest.raises(ValueError, match="rerun must be a list of outcomes, of 'passed', "):
        run({"1": ["passed"]}, rerun=rerun)


def test_what_a_stop_finds_running_is_waited_for_and_kept(ran, tmp_path, monkeypatch):
    log, run_program = tmp_path / "log.jsonl", module.run_program
    begun = threading.Event()

    def slow(problem, language, code, **options):
        if code == "interrupt":
            begun.wait(20)
        else:
            begun.set()
            time.sleep(0.3)
        return run_program(problem, language, code, **options)

    monkeypatch.setattr(module, "run_program", slow)
    monkeypatch.setattr(module, "_processors", lambda: 2)
    with pytest.raises(KeyboardInterrupt):
        run({"1": ["interrupt", "passed"]}, log=log)
    assert [record["code"] for record in records(log)] == ["passed"]


# BabelCode's own


@pytest.mark.parametrize(
    ("outcome", "tests", "name"),
    [
        ("passed", {"0": "PASSED"}, "Passed"),
        ("failed tests", {"0": "FAILED"}, "Failed Tests"),
        ("timed out", {"0": "MISSING"}, "Timed Out"),
        ("compile error", {"0": "MISSING"}, "Had Error"),
        ("runtime error", {"0": "PASSED", "1": "MISSING"}, "Had Error"),
        ("runtime error", {"0": "PASSED", "1": "FAILED"}, "Had Error"),
        ("runtime error", {"0": "PASSED", "1": "ValueError"}, "Had Runtime Error"),
        ("runtime error", {"0": "ValueError", "1": "MISSING"}, "Had Error"),
    ],
)
def test_outcomes_are_called_as_babelcode_calls_them(outcome, tests, name):
    assert in_babelcode_words(Verdict("1", "Python", outcome, tests)) == name


def test_metrics_are_babelcodes():
    samples = {f"q{i}": ["passed"] for i in range(5)}
    samples |= {"q5": ["passed"] * 2 + ["timed out"] * 2 + ["compile error"] * 5}
    metrics = Evaluation((), tuple(verdicts(**samples))).metrics([1, 2, 3, 10])
    of_all = metrics["Python/metrics"]
    assert of_all["estimate_pass@1"] == pytest.approx(100 * (5 / 9 + 2 / 9) / 6)  # 12.96
    assert of_all["estimate_pass@3"] == pytest.approx(100 * (5 / 3 + 1 - 35 / 84) / 6)  # 37.5
    assert of_all["estimate_pass@10"] is None
    assert (of_all["num_predictions"], of_all["num_questions"]) == (14, 6)
    assert (of_all["questions_passed"], of_all["questions_passed_pct"]) == (6, 100)
    assert (of_all["Passed"], of_all["Had Error"], of_all["Had Error_pct"]) == (7, 5, 500 / 14)
    assert "Passed_pct" not in of_all
    one = metrics["Python/question/q5"]
    assert (one["qid"], one["num_predictions"], one["Passed"], one["Timed Out"]) == ("q5", 9, 2, 2)
    assert len(metrics) == 7
    names = Evaluation((), (*verdicts("C#", a=["passed"]), *verdicts("Lua", a=["not run"])))
    assert list(names.metrics()) == ["CSharp/metrics", "CSharp/question/a"]


def test_padding_may_go_to_a_number():
    evaluation = counted((2, 1), (4, 4))
    assert evaluation.counts("python", pad=3) == {"q0": (4, 1), "q1": (4, 4)}
    assert evaluation.counts("python", pad=200) == {"q0": (200, 1), "q1": (200, 4)}


# What is said


def test_problems_without_a_sample_are_named(ran):
    evaluation = run([Sample("1", "Lua", "passed"), Sample("2", "python", "passed")])
    assert evaluation.score("lua").without_samples == ("2", "3")
    assert str(evaluation.score("lua")).splitlines()[-1] == "    NO SAMPLE for 2 problems: '2', '3'"
    many = Evaluation((), tuple(verdicts(q1=["passed"])), tuple(f"q{i}" for i in range(9)))
    assert str(many.score("python")).endswith("8 problems: 'q0', 'q2', 'q3', 'q4', 'q5', ...")


def test_a_language_that_nobody_knows_is_not_run_and_said_loudly():
    evaluation = run([Sample("1", "Julia", "x"), Sample("1", "python", RIGHT)])
    assert [verdict.outcome for verdict in evaluation.verdicts] == ["not run", "passed"]
    assert "1 sample, there is no language Julia here" in str(evaluation)
    assert evaluation.counts("Julia") == {}


def test_a_language_without_samples_has_no_score():
    evaluation = Evaluation((), tuple(verdicts("Lua", a=["passed"])))
    for ask in (evaluation.score, evaluation.counts):
        with pytest.raises(ValueError, match=r"^no sample is in Java: there are Lua$"):
            ask("java")


def test_one_k_is_enough():
    assert counted((3, 1)).score("python", 2).pass_at_k == {2: pytest.approx(2 / 3)}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"problems": "problems.jsonl"}, "problems must be a dict by qid, .*, not str"),
        ({"problems": [problem()]}, "problems must be a dict by qid, .*, not list"),
        ({"samples": ["x"]}, "samples must be Sample objects, .*: 'x'"),
        ({"samples": [{"qid": "1"}]}, "samples must be Sample objects, .*: {'qid': '1'}"),
        ({"limits": 3}, "limits must be a Limits object: limits=3"),
    ],
)
def test_arguments_of_another_kind_are_refused(ran, given, message):
    usual = {"problems": PROBLEMS, "samples": {"1": ["passed"]}, "sandbox": "none"}
    with pytest.raises(TypeError, match=message):
        evaluate(**(usual | given))
    assert ran == []


def test_what_is_known_is_known_in_any_spelling_of_the_language(ran):
    known = {Sample("1", "PYTHON", "passed"): Verdict("1", "Python", "passed")}
    run({"1": ["passed"]}, known=known)
    assert ran == []


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict("2", "Python", "passed"),
        Verdict("1", "Lua", "passed"),
        Verdict("1", "Python", "Passed"),
    ],
)
def test_a_known_verdict_on_another_sample_is_refused(ran, verdict):
    with pytest.raises(ValueError, match="known has a verdict on another sample, or none: Verdict"):
        run({"1": ["passed"]}, known={Sample("1", "Python", "passed"): verdict})
    assert ran == []


def test_what_is_to_be_run_again_stays_in_the_log_where_nothing_can_be_run(
    ran, tmp_path, monkeypatch
):
    log = tmp_path / "log.jsonl"
    run({"1": ["timed out", "passed"]}, log=log)
    before = log.read_bytes()

    def none(sandbox):
        raise RuntimeError("no sandbox")

    monkeypatch.setattr(module, "require_sandbox", none)
    with pytest.raises(RuntimeError, match="no sandbox"):
        run({"1": ["timed out", "passed"]}, log=log, rerun=["timed out"])
    monkeypatch.setattr(module, "require_sandbox", lambda sandbox: None)
    with pytest.raises(ValueError, match="is not among the samples"):
        run({"1": ["passed"]}, log=log, rerun=["timed out"])
    assert log.read_bytes() == before


def test_a_toolchain_that_does_not_work_fails_nobody(monkeypatch, tmp_path):
    broken = tmp_path / "bin" / "lua5.4"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho cannot reserve memory >&2\nexit 3\n")
    broken.chmod(0o755)
    tool = Language.tool
    lacks = lambda language: str(broken) if language.stem == "lua" else tool(language)  # noqa: E731
    monkeypatch.setattr(Language, "tool", lacks)
    log = tmp_path / "log.jsonl"
    evaluation = run([Sample("1", "lua", "function same(value) return value end")] * 3, log=log)
    assert {verdict.outcome for verdict in evaluation.verdicts} == {"not run"}
    assert "Lua does not work in the sandbox: of a program known to be right" in str(evaluation)
    assert "cannot reserve memory" in str(evaluation)
    assert records(log) == []


# Predictions


def test_predictions_are_read_with_the_languages_own_names(tmp_path):
    path = tmp_path / "predictions.jsonl"
    lines = [
        {"qid": 7, "language": "cpp", "code": "x\r\ny\u2028"},
        {"qid": "a", "language": "CSharp", "code": "", "more": 1},
        {"qid": "a", "language": "JAVASCRIPT", "code": "ü 漢", "entry_cls_name": None},
        {"qid": "a", "language": "Julia", "code": "x", "entry_fn_name": "sameValue"}
        | {"entry_cls_name": "Solution"},
    ]
    texts = [json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_bytes(("\ufeff" + "\r\n\r\n  \n".join(texts)).encode("utf-8"))
    assert read_predictions(path) == (
        Sample("7", "C++", "x\r\ny\u2028"),
        Sample("a", "C#", ""),
        Sample("a", "JavaScript", "ü 漢"),
        Sample("a", "Julia", "x", "sameValue", "Solution"),
    )
    assert find_language("C#").name == "C#"


def test_an_empty_file_holds_no_predictions(tmp_path):
    (tmp_path / "empty.jsonl").write_text("\n\n", "utf-8")
    assert read_predictions(tmp_path / "empty.jsonl") == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"qid": "1", "language": "Lua"}', "there is no 'code'$"),
        (b'{"language": "Lua", "code": ""}', "there is no 'qid'$"),
        (b'{"qid": "1", "code": ""}', "there is no 'language'$"),
        (b'{"qid": "1", "language": null, "code": ""}', "language must be a text: language=None$"),
        (b'{"qid": "1", "language": "Lua", "code": ["x"]}', r"code must be a text: code=\['x'\]$"),
        (b'{"qid": null, "language": "Lua", "code": ""}', "qid must be a text: qid=None$"),
        (b'{"qid": true, "language": "Lua", "code": ""}', "qid must be a text: qid=True$"),
        (b'["1", "Lua", ""]', r"this is no JSON object: \['1', 'Lua', ''\]$"),
        (b'{"qid": "1", "lang', "Unterminated string"),
        (b'{"qid": "\xff"}', "'utf-8' codec can't decode"),
        (b"[" * 30_000, "(maximum recursion|Stack overflow|Expecting value)"),
    ],
)
def test_a_wrong_prediction_is_named_with_its_line(tmp_path, line, message):
    path = tmp_path / "predictions.jsonl"
    path.write_bytes(b'{"qid": "1", "language": "Lua", "code": ""}\n\n' + line + b"\n")
    with pytest.raises(ValueError, match=rf"predictions\.jsonl, line 3: {message}"):
        read_predictions(path)
