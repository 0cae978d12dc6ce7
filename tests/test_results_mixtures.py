"""What is in a file and would be averaged, lost or counted twice without a word."""

import contextlib
import gzip
import io
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from passk.results import read_counts

FOLDER = Path(__file__).parent / "results"


def rows(table):
    """The rows of a table as tuples."""
    return list(table.itertuples(index=False, name=None))


def remarks(table):
    """What the report of a table remarks, as one text."""
    return "\n".join(table.attrs["report"].remarks)


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file of text, of bytes or of JSON lines."""

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(f"{json.dumps(line)}\n" for line in content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def human_eval(problem, flags, **more):
    """Lines of human-eval's results with more columns."""
    return [
        {
            "task_id": problem,
            "completion": "",
            "result": "passed" if flag else "failed: ",
            "passed": flag,
            **more,
        }
        for flag in flags
    ]


def table_of(problem, flags, **more):
    """Lines of a long table with more columns."""
    return [{"task_id": problem, "passed": flag, **more} for flag in flags]


LINES = [human_eval, table_of]


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("model", "model"),
        ("Model_Name", "model"),
        ("language", "language"),
        ("lang", "language"),
        ("dataset", "group"),
        ("difficulty", "group"),
    ],
)
def test_lines_of_several_runs_are_told_apart(write, lines, name, column):
    path = write("a", lines("x", [True], **{name: "A"}) + lines("x", [False, False], **{name: "B"}))
    table = read_counts(path)
    assert list(table.columns) == ["problem", column, "n", "c"]
    assert rows(table) == [("x", "A", 1, 1), ("x", "B", 2, 0)]
    said = remarks(table).splitlines()
    assert said[-1] == "n differs: from 1 to 2"
    assert len(said) == 1 + (column == "group")


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize(
    ("values", "listed"),
    [
        (["A", "B"], "A, B"),
        ([0.2, 0.8], "0.2, 0.8"),
        ([1, 2], "1, 2"),
        (list("ABCDE"), "A, B, C, ..."),
    ],
)
def test_other_columns_that_tell_runs_apart_are_remarked_on(write, lines, values, listed):
    path = write(
        "a", [row for p in "xyz" for v in values for row in lines(p, [True, False], key=v)]
    )
    table = read_counts(path)
    assert table["n"].tolist() == [2 * len(values)] * 3
    several = f"key has {len(values)} values ({listed}), each with all problems: the samples of sev"
    assert several in remarks(table)
    assert "not looked at: key\n" in remarks(table)


def test_a_column_that_nearly_all_problems_have_with_each_value_is_remarked_on(write):
    flags = {"A": "abcdefghij", "B": "abcdefghi"}
    path = write("a", [row for v in flags for p in flags[v] for row in table_of(p, [True], llm=v)])
    assert "llm has 2 values (A, B), each with nearly all problems" in remarks(read_counts(path))


def test_gaps_in_a_column_that_tells_runs_apart_are_no_value(write):
    lines = [row for p in "xyz" for llm in ("A", "B", None) for row in table_of(p, [True], llm=llm)]
    assert "llm has 2 values (A, B), each with all problems" in remarks(
        read_counts(write("a", lines))
    )


QUIET = {
    "numbers of samples": lambda p, i: i,
    "one value": lambda p, i: "A",
    "a property of the problem": lambda p, i: p < "c",
    "a property of the sample": lambda p, i: i < ord(p) % 4,
    "a text": lambda p, i: "long" * 100 + str(i % 2),
    "many values": lambda p, i: f"{p}{i}",
    "lists": lambda p, i: [i],
    "nothing": lambda p, i: None,
    "one value or nothing": lambda p, i: "A" if i % 2 else None,
}


@pytest.mark.parametrize("value", QUIET.values(), ids=QUIET)
def test_columns_that_tell_no_runs_apart_are_only_listed(write, value):
    cells = [(p, i) for p in "abcdefgh" for i in range(6)]
    lines = [row for p, i in cells for row in table_of(p, [i % 2 == 0], key=value(p, i))]
    assert remarks(read_counts(write("a", lines))) == "not looked at: key"


@pytest.mark.parametrize(
    "values",
    [
        [0.1, 0.2, 0.3, 0.4, 0.5],
        [1012, 987, 1003, 990, 1012],
        ["1 s", "2 s", "1 s", "3 s", "4 s"],
        ["1 s", "2 s"],
        [0.1, 0.1, 0.2, 0.1, 0.2],
    ],
)
def test_what_differs_within_one_problem_tells_no_runs_apart(write, values):
    lines = [row for value in values for row in table_of("a", [True], duration=value)]
    assert remarks(read_counts(write("a", lines))) == "not looked at: duration"


def test_values_that_come_equally_often_in_one_problem_may_be_runs(write):
    lines = [row for llm in "AB" for row in table_of("a", [True] * 3, llm=llm)]
    assert "llm has 2 values (A, B), each with all problems" in remarks(
        read_counts(write("a", lines))
    )


def test_the_columns_of_human_eval_need_no_remark(write):
    assert (
        remarks(read_counts(write("a", human_eval("x", [True], prompt="", entry_point="f")))) == ""
    )


def counts_of(problem, flags, **more):
    """Lines of a wide table with more columns."""
    return [{"problem": problem, "n": len(flags), "c": sum(flags), **more}]


@pytest.mark.parametrize("lines", [*LINES, counts_of])
@pytest.mark.parametrize("name", ["model", "language", "Lang", "difficulty", "category", "group"])
def test_a_column_that_comes_late_is_an_error_if_it_tells_runs_apart(write, lines, name):
    found = lines("x", [True]) + lines("y", [True]) + lines("z", [False], **{name: "B"})
    said = f"there is '{name}', which the first has not: give it to every row, or to none"
    with pytest.raises(ValueError, match=f"line 3: {said}"):
        read_counts(write("a", found))
    if lines is not human_eval:
        with pytest.raises(ValueError, match=rf"\[2\]: {said}"):
            read_counts(found)


def test_numbers_of_samples_that_come_late_are_an_error(write):
    path = write("a", table_of("x", [True]) + table_of("x", [False], sample_id=1))
    with pytest.raises(ValueError, match="line 2: there is 'sample_id', which the first has not"):
        read_counts(path)


def test_another_column_that_comes_late_is_listed(write):
    path = write("a", table_of("x", [True]) + table_of("x", [False], note="B"))
    assert remarks(read_counts(path)) == "not looked at: note"


@pytest.mark.parametrize("again", ["problem,passed", "Problem, PASSED", "passed,problem"])
def test_a_line_of_names_that_comes_again_is_no_problem(write, again):
    path = write("a.csv", f"problem,passed\na,False\n{again}\nb,False\n")
    with pytest.raises(ValueError, match="line 3: the line of names comes again: were tables join"):
        read_counts(path)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("problem,passed", "task_id,passed"),
        ("problem,n,c", "problem,n,c"),
        ("problem,passed", "\ufeffproblem,passed"),
    ],
)
def test_tables_that_were_joined_are_no_table(write, one, two):
    cells = ",1" * one.count(",")
    path = write("a.csv", f"{one}\na{cells}\n{two}\nb{cells}\n")
    with pytest.raises(ValueError, match="line 3: the line of names comes again"):
        read_counts(path)


def test_tables_of_models_that_were_joined_are_no_table(write):
    path = write("a.csv", "p,A,B\n#n,9,9\nx,1,2\np,A,B\n#n,9,9\ny,1,2\n")
    with pytest.raises(ValueError, match="line 4: the line of names comes again"):
        read_counts(path)


@pytest.mark.parametrize("name", ["passed", "problem", "model"])
def test_a_problem_may_be_called_like_a_column(write, name):
    path = write("a.csv", f"problem,passed,notes\n{name},True,\n")
    assert rows(read_counts(path)) == [(name, 1, 1)]


LONG = table_of("x", [True, False] * 5000) + table_of("y", [False] * 5000)


def from_a_pipe(content):
    """What is read of a pipe with this content."""
    out, into = os.pipe()

    def fill():
        with contextlib.suppress(BrokenPipeError), os.fdopen(into, "wb") as file:
            file.write(content)

    writer = threading.Thread(target=fill, daemon=True)
    writer.start()
    try:
        return read_counts(f"/dev/fd/{out}")
    finally:
        os.close(out)
        writer.join(timeout=1)


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="there are no names of open files here")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_pipe_loses_nothing(write, pack):
    content = write("a", LONG).read_bytes()
    assert rows(from_a_pipe(pack(content))) == [("x", 10000, 5000), ("y", 5000, 0)]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="there are no names of open files here")
def test_every_example_is_read_from_a_pipe():
    for path in sorted(path for path in FOLDER.iterdir() if path.is_file()):
        assert rows(from_a_pipe(path.read_bytes())) == rows(read_counts(path))


def test_the_standard_input_is_read(write, monkeypatch):
    content = write("a", LONG).read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    table = read_counts("-")
    assert rows(table) == [("x", 10000, 5000), ("y", 5000, 0)]
    assert table.attrs["report"].files == ("the standard input",)


def test_the_standard_input_is_read_in_the_shell(write):
    command = [sys.executable, "-m", "passk", "score", "-", "-k", "1"]
    content = write("a", LONG).read_text()
    done = subprocess.run(command, input=content, capture_output=True, text=True, check=True)
    assert "2 problems, 15,000 samples" in done.stdout


def without(value, *way, to):
    """A document with another value at the end of a way."""
    at = value
    for key in way[:-1]:
        at = at[key]
    at[way[-1]] = to
    return value


EMPTY = {
    "evalplus.json": (("eval", "add"), [("add", "base", 0, 0), ("add", "plus", 0, 0)]),
    "evalplus_base_only.json": (("eval", "sort"), [("sort", 0, 0)]),
    "bigcodebench.json": (("eval", "add"), [("add", 0, 0)]),
    "code_eval.json": ((1, "0"), [("0", 0, 0)]),
    "livecodebench_codes.json": ((1, "0"), [("0", 0, 0)]),
}


@pytest.mark.parametrize("name", EMPTY)
def test_a_problem_with_an_empty_list_stays(name):
    way, expected = EMPTY[name]
    table = read_counts(without(json.loads((FOLDER / name).read_text()), *way, to=[]))
    assert set(expected) <= set(rows(table))
    assert list(table["problem"]) == list(read_counts(FOLDER / name)["problem"])
    assert "1 of the problems has no sample: n = 0" in remarks(table)


def test_evalplus_in_its_first_form_keeps_a_problem_with_empty_lists():
    value = json.loads((FOLDER / "evalplus_old.json").read_text())
    value["eval"]["add"] = {"base": [], "plus": [], "nfiles": 0}
    assert rows(read_counts(value))[:2] == [("add", "base", 0, 0), ("add", "plus", 0, 0)]
    value["eval"]["sort"]["plus"] = []
    value["eval"]["add"] = json.loads((FOLDER / "evalplus_old.json").read_text())["eval"]["add"]
    with pytest.raises(ValueError, match="plus must be a list of 3, as base"):
        read_counts(value)


def test_a_task_of_tau2_bench_without_simulations_is_missing():
    value = json.loads((FOLDER / "tau2_bench.json").read_text())
    value["tasks"] = [{"id": "0"}, {"id": "1"}, {"id": "2"}]
    with pytest.raises(ValueError, match=r"a sample of problem 2 is missing"):
        read_counts(value)
    table = read_counts(value, missing="failure")
    assert rows(table)[2:] == [("2", 3, 0)]
    assert table.attrs["report"].missing == 3


def test_problems_that_swe_bench_only_counts_are_mentioned():
    report = json.loads((FOLDER / "swe_bench" / "model.run0.json").read_text())
    table = read_counts({**report, "total_instances": 300})
    assert "total_instances is 300, and 2 are named: the other 298 are in no score" in remarks(
        table
    )
    assert remarks(read_counts({**report, "total_instances": 2})) == ""


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        *((lines, name) for lines in LINES for name in ("completion_id", "sample_index")),
        *((table_of, name) for name in ("iteration", "repeat", "attempt")),
    ],
)
def test_a_sample_that_comes_twice_is_counted_once(write, lines, name):
    one = [row for i in range(3) for row in lines("x", [i == 0], **{name: i})]
    with pytest.raises(ValueError, match=r"line 4: sample 0 of problem x comes twice.*: missing="):
        read_counts(write("a", one + one))
    assert rows(read_counts(write("a", one + one), missing="drop")) == [("x", 3, 1)]
    assert remarks(read_counts(write("b", one))) == ""


def test_a_constant_seed_is_named_as_the_column(write):
    message = "seed is taken as the sample's number: drop the column if it is none"
    with pytest.raises(ValueError, match=f"sample 42 of problem x comes twice; {message}"):
        read_counts(write("a", table_of("x", [True, True], seed=42)))
    with pytest.raises(
        ValueError, match=f"with two scores: one file must be of one run; {message}"
    ):
        read_counts(write("a", table_of("x", [True, False], seed=42)))


def test_a_column_of_samples_comes_before_one_of_tries(write):
    lines = [row for i in range(4) for row in table_of("x", [True], seed=42, sample=i)]
    assert rows(read_counts(write("a", lines))) == [("x", 4, 4)]


def test_a_packed_copy_is_a_copy(write):
    content = write("a", LONG).read_bytes()
    two = gzip.compress(content[:99]) + gzip.compress(content[99:])
    for other in (gzip.compress(content), two):
        with pytest.raises(ValueError, match=r"a and .*b.gz are the same, byte by byte: leave one"):
            read_counts({"m": [write("a", content), write("b.gz", other)]})
    with pytest.raises(ValueError, match="a damaged gzip file"):
        read_counts({"m": [write("a", content), write("b.gz", two[:-9])]})


def test_a_question_that_comes_twice_is_an_error(write):
    with pytest.raises(ValueError, match=r"\[1\]: problem a comes twice"):
        read_counts([{"question_id": "a", "graded_list": [True]}] * 2)
    line = {"_id": "a", "generate_results": [{"is_pass": True}]}
    with pytest.raises(ValueError, match="line 2: problem a comes twice"):
        read_counts(write("a", [line, line]))


def nemo(*problems, **more):
    """Lines of NeMo-Skills without ids."""
    return [{"generation": "", "is_correct": True, "problem": p, **more} for p in problems]


def test_lines_without_ids_are_remarked_on(write):
    table = read_counts(write("a", [{"generation": "", "is_correct": True}]))
    assert rows(table) == [("line 1", 1, 1)]
    assert "problems are named by their lines, and one line is taken for one problem in" in remarks(
        table
    )


def test_lines_of_other_problems_are_not_samples_of_one(write, tmp_path):
    write("rs0", nemo("1 + 1", "2 + 2"))
    write("rs1", nemo("2 + 2", "1 + 1"))
    with pytest.raises(ValueError, match=r"rs0 and .*rs1: line 1 is of another problem in each"):
        read_counts(tmp_path)
    named = {"one": tmp_path / "rs0", "two": tmp_path / "rs1"}
    assert len(read_counts(named)) == 4
    write("rs1", nemo("1 + 1", "2 + 2", is_correct=False))
    assert rows(read_counts(tmp_path)) == [("line 1", 2, 1), ("line 2", 2, 1)]


def test_lines_that_come_twice_in_a_file_are_remarked_on(write):
    table = read_counts(write("a", nemo("1 + 1", "2 + 2", "1 + 1")))
    assert "1 line of " in remarks(table)
    assert "with the text of an earlier one" in remarks(table)
    assert "an earlier one" not in remarks(read_counts(write("a", nemo("1 + 1", "2 + 2"))))
    same = [{"generation": "", "is_correct": True, "expected_answer": "A"}] * 2
    assert "an earlier one" not in remarks(read_counts(write("a", same)))


def test_ids_of_two_benchmarks_are_not_samples_of_one(write, tmp_path):
    write("gpqa/rs0", nemo("1 + 1", id=0))
    write("aime/rs0", nemo("2 + 2", id=0))
    with pytest.raises(ValueError, match="0 is of another problem in each"):
        read_counts(tmp_path)


def test_folders_of_lines_without_ids_are_not_pooled(write, tmp_path):
    lines = [{"generation": "", "is_correct": True}, {"generation": "", "is_correct": False}]
    paths = [write("gpqa/rs0", lines), write("aime/rs0", lines[::-1])]
    with pytest.raises(
        ValueError, match="lie in two folders, and their lines have no ids: read on"
    ):
        read_counts(tmp_path)
    with pytest.raises(ValueError, match="lie in two folders"):
        read_counts({"m": tmp_path})
    assert rows(read_counts({"m": paths}))[0] == ("line 1", "m", 2, 1)
    assert len(read_counts({"m": paths[0], "l": paths[1]})) == 4


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("a", "a "),
        ("1", "1.0"),
        ("7", "007"),
        ("\u00e9", "e\u0301"),
        ("HumanEval/0", "humaneval/0"),
    ],
)
def test_names_that_hardly_differ_are_remarked_on(write, one, two):
    table = read_counts(write("a", table_of(one, [True]) + table_of(two, [False])))
    assert len(table) == 2
    assert (
        f"names that hardly differ are of different problems: {sorted([one, two])[0]!a} and "
        in (remarks(table))
    )
    assert remarks(read_counts(write("a", table_of("a/1", [True]) + table_of("a/2", [True])))) == ""


def test_a_row_of_sums_is_no_problem(write):
    for name in ("total", "All", "OVERALL", "mean", "average"):
        for counts in ("5,2", "5,1"):
            path = write("a.csv", f"problem,n,c\nx,2,1\ny,3,1\n{name},{counts}\n")
            with pytest.raises(
                ValueError, match=f"problem {name} has the sum of the others' n: n=5"
            ):
                read_counts(path)


@pytest.mark.parametrize(
    "text",
    [
        "problem,n,c\nx,3,1\ny,3,2\nmean,3,2\n",
        "problem,passed\nsum,1\nmean,0\nadd,1\n",
        "problem,n,c\nsum,20,10\nadd,20,7\nsub,20,3\n",
        "problem,A,B\n#n,20,20\nx,2,3\ny,3,1\ntotal,5,4\n",
    ],
)
def test_a_problem_may_be_called_sum_and_is_remarked_on(write, text):
    assert re.search(
        "a problem is called .*: is it one", remarks(read_counts(write("a.csv", text)))
    )


SUMMARIES = [
    "Average (n=2)",
    "Mean \u00b1 std",
    "pass@1",
    "Overall accuracy",
    "Total (3)",
    "solved",
]
SUMMARIES += ["All problems", "all tasks", "Summary", "aggregate", "overall_score", "total_pass"]
SUMMARIES += ["Mean (2)", "pass_at_10", "Pass rate", "mean pass@1", "Average over 2 problems"]


@pytest.mark.parametrize("name", SUMMARIES)
@pytest.mark.parametrize(
    "text",
    [
        "problem,n,c\na,10,2\nb,10,4\n{},10,3\n",
        "problem,A,B\n#n,10,10\na,2,3\nb,4,1\n{},3,2\n",
        "problem,passed\na,1\nb,0\n{},1\n",
    ],
)
def test_a_summary_is_one_with_more_words_and_figures(write, name, text):
    said = f"a problem is called {name}: is it one, or a summary of the others?"
    assert said in remarks(read_counts(write("a.csv", text.format(name))))


@pytest.mark.parametrize("name", ["sum of digits", "all_pairs", "mean-squares", "pass@word", "f/1"])
def test_other_words_are_no_summary_s(write, name):
    path = write("a.csv", f"problem,n,c\na,10,2\nb,10,4\n{name},10,3\n")
    assert remarks(read_counts(path)) == ""


@pytest.mark.parametrize("name", ["both", "sum of digits", "Gesamt"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_row_with_the_sums_of_the_others_is_remarked_on(write, name, place):
    lines = ["x,2,1", "y,3,1"]
    for counts, summed in (("5,2", True), ("5,1", False), ("4,2", False)):
        text = [*lines[:place], f"{name},{counts}", *lines[place:]]
        said = remarks(read_counts(write("a.csv", "\n".join(["problem,n,c", *text]) + "\n")))
        assert (f"problem {name} has the sums of the others' n and c: is it one" in said) is summed
    two = read_counts(write("a.csv", "problem,n,c\nx,2,1\ny,2,1\n"))
    assert remarks(two) == ""
    empty = read_counts(write("a.csv", f"problem,n,c\nx,2,1\ny,0,0\n{name},2,1\n"))
    assert "the sums of" not in remarks(empty)


@pytest.mark.parametrize("counts", [(9, 4, 2), (10, 5, 5)])
@pytest.mark.parametrize("names", [("sum", "max", "min"), ("sum", "f", "max_2()")])
def test_a_function_may_be_called_sum_and_have_the_sum_of_the_others_n(write, counts, names):
    rows_ = zip(names, (20, 10, 10), counts, strict=True)
    text = "".join(f"{name},{n},{c}\n" for name, n, c in rows_)
    table = read_counts(write("a.csv", f"problem,n,c\n{text}"))
    assert len(table) == 3
    assert "a problem is called sum: is it one" in remarks(table)
    assert ("problem sum has the sums of" in remarks(table)) is (sum(counts[1:]) == counts[0])


def test_a_row_of_sums_has_a_way_out(write):
    path = write("a.csv", "problem,n,c\nx,2,1\ny,3,1\ntotal,5,1\n")
    with pytest.raises(ValueError, match="leave it out, or call it otherwise if it is a problem"):
        read_counts(path)


def test_a_group_that_is_the_outcome_is_remarked_on(write):
    rows = "".join(f"x,{ok},{'ok' if ok else 'error'}\n" for ok in (1, 1, 1, 0))
    table = read_counts(write("a.csv", f"problem,passed,category\n{rows}"))
    assert "problem x has 3 samples in the group ok and 1 in error: if the group" in remarks(table)
    rows = "".join(f"{problem},{ok},{level}\n" for ok in (1, 0) for problem, level in ("xe", "yh"))
    table = read_counts(write("a.csv", f"problem,passed,difficulty\n{rows}"))
    assert "if the group" not in remarks(table)


@pytest.mark.parametrize("extra", ['"seed": 42', '"epoch": 1', '"dataset": "d", "difficulty": "e"'])
def test_human_eval_lines_may_have_more_columns(write, extra):
    lines = "".join(
        f'{{"task_id": "a", "completion": "", "result": "r", "passed": false, {extra}}}\n'
        for _ in range(3)
    )
    assert read_counts(write("a.jsonl", lines))["n"].tolist() == [3]


def test_two_models_may_have_the_same_results(write):
    paths = {name: write(f"{name}.csv", "problem,passed\na,1\nb,0\n") for name in "AB"}
    table = read_counts(paths)
    assert table["model"].tolist() == ["A", "A", "B", "B"]
    assert "are the same, byte by byte" in remarks(table)
    with pytest.raises(ValueError, match="the same, byte by byte: leave one out"):
        read_counts(list(paths.values()))
    with pytest.raises(ValueError, match="the same, byte by byte: leave one out"):
        read_counts({"A": list(paths.values())})


@pytest.mark.parametrize("name", ["temperature", "Seed", "difficulty", "model"])
def test_a_column_that_is_no_model_s_is_an_error(write, name):
    path = write("a.csv", f"problem,A,{name}\n#n,20,20\nx,2,1\n")
    with pytest.raises(
        ValueError, match=f"each column but the first is a model's, and '{name}' is"
    ):
        read_counts(path)


@pytest.mark.parametrize("passed", [False, "fail", "False", 0, 0.0, "0"])
def test_two_words_for_one_sample_must_agree(write, passed):
    line = {"task_id": 0, "result": "passed", "passed": passed}
    with pytest.raises(ValueError, match=r'passed contradicts result: passed=.*, result="passed"'):
        read_counts(write("a", [line]))
    with pytest.raises(ValueError, match="passed contradicts result"):
        read_counts([{"pass@1": 1.0}, {"0": [[0, line]]}])
    assert rows(read_counts(write("a", [{**line, "result": "failed"}]))) == [("0", 1, 0)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test_case_results": {"0": "PASSED", "1": "FAILED"}}, "test 1 is 'FAILED'"),
        ({"num_tc_passed": 0, "num_tc": 7}, "num_tc_passed=0, num_tc=7"),
    ],
)
def test_a_program_that_passed_has_passed_every_test(write, changes, message):
    line = {"qid": "a", "id": "0", "language": "Lua", "outcome": "Passed", **changes}
    with pytest.raises(ValueError, match=f"outcome is 'Passed', and not every test: {message}"):
        read_counts(write("a", [line]))
    assert rows(read_counts(write("a", [{**line, "outcome": "Failed Tests"}])))[0][2:] == (1, 0)


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize("value", [None, "", " ", "NaN", "absent"])
def test_a_score_that_is_not_there_is_treated_as_asked(write, lines, value):
    found = lines("x", [True, True, False])
    if value == "absent":
        del found[1]["passed"]
    else:
        found[1]["passed"] = value
    with pytest.raises(ValueError, match="line 2: there is no score of a sample of problem x"):
        read_counts(write("a", found))
    assert rows(read_counts(write("a", found), missing="failure")) == [("x", 3, 1)]
    assert rows(read_counts(write("a", found), missing="drop")) == [("x", 2, 1)]


@pytest.mark.parametrize("other", ["is_correct", "c"])
def test_another_score_in_place_of_the_first_is_an_error_under_every_rule(write, other):
    lines = [*table_of("x", [True]), {"task_id": "x", other: 1}]
    for rule in ("error", "failure", "drop"):
        with pytest.raises(ValueError, match="line 2: there is no 'passed', which the first has"):
            read_counts(write("a", lines), missing=rule)


def test_a_gap_in_a_table_of_models_is_shown(write):
    with pytest.raises(ValueError, match=r"problem x \(c=null\)"):
        read_counts(write("a.csv", "problem,A\n#n,9\nx,\n"))


def test_an_empty_flag_of_a_harness_is_treated_as_asked():
    value = [{"question_id": "a", "graded_list": [True, ""]}]
    with pytest.raises(ValueError, match="there is no score of a sample of problem a"):
        read_counts(value)
    assert rows(read_counts(value, missing="drop")) == [("a", 1, 1)]


@pytest.mark.parametrize("word", ["-", "timeout", "error", "skipped"])
def test_a_word_that_is_no_score_has_advice(write, word):
    advice = "write true or false, and nothing if there is no score"
    with pytest.raises(ValueError, match=f'passed="{word}": {advice}'):
        read_counts(write("a.csv", f"problem,passed\nx,{word}\n"))


def test_a_sample_without_a_score_is_shown_as_the_file_has_it():
    report = json.loads((FOLDER / "swe_bench" / "model.run0.json").read_text())
    with pytest.raises(ValueError, match=r"problem walk is missing \(see incomplete_ids\)"):
        read_counts({**report, "incomplete_ids": ["walk"]})
    with pytest.raises(ValueError, match=r"sample of problem sort \(see error_ids\)"):
        read_counts({**report, "error_ids": ["sort"]})
    value = json.loads((FOLDER / "tau2_bench.json").read_text())
    value["simulations"][0]["termination_reason"] = "infrastructure_error"
    with pytest.raises(ValueError, match=r"\(termination_reason=\"infrastructure_error\"\)"):
        read_counts(value)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ['{"task_id": 1, "passed": true}\n', "problem,passed\na,1\n"])
def test_utf_16_without_a_mark_is_named(write, encoding, text):
    with pytest.raises(ValueError, match="the file is in UTF-16: save it in UTF-8"):
        read_counts(write("a", text.encode(encoding)))


def test_zeros_at_the_start_are_not_taken_for_utf_16(write, tmp_path):
    write("a", table_of("x", [True]))
    write("b", b"\0\1Bud1\0\0")
    assert rows(read_counts(tmp_path)) == [("x", 1, 1)]


def test_a_mark_in_the_middle_is_that_of_a_file_that_was_joined(write):
    text = '{"task_id": 1, "passed": true}\n\ufeff{"task_id": 2, "passed": true}\n'
    assert rows(read_counts(write("a", text))) == [("1", 1, 1), ("2", 1, 1)]


def test_frames_follow_the_same_rules():
    frame = pd.DataFrame({"problem": ["x", "x"] * 2, "passed": [1, 0, 0, 1], "llm": list("AABB")})
    assert "llm has 2 values (A, B), each with all problems" in remarks(read_counts(frame))
