"""Tables, long and wide: CSV, Parquet, DataFrame, JSON lines, lists of objects."""

import json
import re
import sys

import numpy as np
import pandas as pd
import pytest

from passk.results import read_counts


def rows(table):
    """The rows of a table as tuples."""
    return list(table.itertuples(index=False, name=None))


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a text of CSV."""

    def read(text, **options):
        path = tmp_path / "table"
        path.write_text(text, "utf-8")
        return read_counts(path, **options)

    return read


@pytest.mark.parametrize(
    "text",
    [
        "problem,n,c\na,3,1\nb,2,0\n",
        "problem;n;c\na;3;1\nb;2;0\n",
        "problem\tn\tc\na\t3\t1\nb\t2\t0\n",
        'Task_ID, Num_Samples ,CORRECT\n"a",3,1\n\nb,2.0,0\n',
        "c,n,qid\n1,3,a\n0,2,b\n",
        "\ufeffproblem,n,c\r\na,3,1\r\nb,2,0\r\n",
        "problem,passed\na,true\na,FALSE\nb,0\na,failed\nb,fail\n",
        "problem,sample,passed\na,0,1\na,1,0.0\nb,x,False\na,2,0\nb,y,0\n",
        '{"problem": "a", "n": 3, "c": 1}\n{"problem": "b", "n": 2, "c": 0}\n',
        '[{"problem": "a", "n": 3, "c": 1},\n {"problem": "b", "n": 2, "c": 0}]\n',
    ],
)
def test_tables_in_many_dresses(read, text):
    assert sorted(rows(read(text))) == [("a", 3, 1), ("b", 2, 0)]


def test_names_of_problems_stay_as_they_are(read):
    assert rows(read("problem,n,c\n007,1,1\n7,1,0\n 7,1,0\n")) == [
        ("007", 1, 1),
        ("7", 1, 0),
        (" 7", 1, 0),
    ]
    table = pd.DataFrame({"problem": [1.0, 2.0], "n": [1, 1], "c": [0, 1]})
    assert rows(read_counts(table)) == [("1", 1, 0), ("2", 1, 1)]


def test_language_model_and_group_are_columns(read):
    table = read("task_id,lang,model_name,dataset,n,c\na,Lua,m,d,2,1\na,Lua,m,e,2,0\n")
    assert list(table.columns) == ["problem", "language", "model", "group", "n", "c"]
    assert rows(table) == [("a", "Lua", "m", "d", 2, 1), ("a", "Lua", "m", "e", 2, 0)]


def test_a_last_line_without_an_end_is_remarked(read):
    assert read("problem,n,c\na,12,1\n").attrs["report"].remarks == ()
    (remark,) = read("problem,n,c\na,12,1").attrs["report"].remarks
    assert remark.endswith("table: the last line has no end; was the file cut off?")


def test_columns_that_are_not_read_are_listed(read):
    report = read("problem,n,c,notes,seed\na,2,1,x,3\n").attrs["report"]
    assert report.remarks == ("not looked at: notes, seed",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("problem,n,c\na,3,4\n", "line 2: c must not exceed n: c=4, n=3, problem a"),
        ("problem,n,c\na,3,1\na,3,1\n", "line 3: problem a comes twice, first at .*line 2"),
        ("problem,n,c\na,3\n", "line 2: 2 cells for 3 columns"),
        ("problem,n,c\na,3,1,1\n", "line 2: 4 cells for 3 columns"),
        ("problem,n,c\n,3,1\n", 'line 2: problem must be a text or a whole number: problem=""'),
        ("problem,n,c\na,,1\n", 'line 2: n must be a whole number, at least 0: n=""'),
        ("problem,n,c\na,2.5,1\n", "line 2: n must be a whole number, at least 0: n=2.5"),
        ("problem,n,c\na,2,0.5\n", "line 2: c must be a whole number, at least 0: c=0.5"),
        ("problem,n,c\na,2,-1\n", "line 2: c must be a whole number, at least 0: c=-1"),
        ("problem,n,c\na,1e400,1\n", "n must be a whole number"),
        ("problem,n,c\na,9007199254740993,1\n", "n must be a whole number"),
        ("problem,n,c\na,two,1\n", 'n must be a whole number, at least 0: n="two"'),
        ("problem,n,c\na,2,\n", "there is no score of a sample of problem a"),
        ("problem,n,c\n", "there is no sample in it"),
        ("problem,n,c,c\na,2,1,1\n", "two columns are called 'c'"),
        ("problem,n,c,passed\na,2,1,1\n", "columns of counts and of scores: leave out"),
        ("task_id,qid,n,c\na,b,2,1\n", "task_id and qid could each be the problem: drop one"),
        ("problem,success,reward\na,1,1\n", "success and reward could each be the score: drop on"),
        ("problem,passed\na,yes\n", 'line 2: passed must be true or false, 1 or 0: passed="yes"'),
        ("problem,passed\na,2\n", "line 2: passed must be true or false, 1 or 0, or give thresho"),
        ("problem,passed\na,[False]\n", "line 2: passed must be true or false"),
        ("problem,passed\na,NaN\n", "line 2: there is no score of a sample of problem a"),
        ("problem,passed,lang\na,1,\nb,1,C\n", "line 2: lang is empty: name the language in eve"),
        (
            "problem,sample,passed\na,0,1\na,0,1\n",
            "line 3: sample 0 of problem a comes twice: miss",
        ),
        ('problem,n,c\n"a,2,1\n', "line 2: unexpected end of data"),
        ('{"problem": "a", "n": 1, "c": 1}\n{"problem": "b", "n": 1}\n', "line 2: there is no 'c'"),
    ],
)
def test_what_is_wrong_is_an_error_with_its_place(read, text, message):
    with pytest.raises(ValueError, match=message):
        read(text)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("problem,n,passed", "n is a number of samples and passed the score of one, .* drop n; if"),
        ("problem,total,passed", "if passed says how many of total are correct, call it c"),
        ("task,num_samples,is_correct", "num_samples is a number of samples and is_correct the"),
        ("qid,n", "there is n, and no c, the number of correct ones"),
        ("qid,num_passed", "there is num_passed, and no n, the number of samples"),
        ("name,passed", "there is passed, and no column of problems, called one of problem, "),
        ("name,n,c", "there is c, and no column of problems, called one of problem, "),
    ],
)
@pytest.mark.parametrize("cells", ["a,4,1", "a,4,true"])
def test_columns_that_are_not_enough_are_named(read, names, message, cells):
    names = names.split(",")
    cells = cells.split(",")[: len(names)]
    with pytest.raises(ValueError, match=message):
        read(f"{','.join(names)}\n{','.join(cells)}\n")
    line = dict(zip(names, map(str, cells), strict=True))
    with pytest.raises(ValueError, match=message):
        read(f"{json.dumps(line)}\n" * 2)
    with pytest.raises(ValueError, match=message):
        read_counts(pd.DataFrame([line]))


COMPLEMENTS = ["passed,failed", "correct,incorrect", "success,failure", "is_correct,num_failed"]
TRIES = ["passed,n_total", "passed,runs", "passed,Attempts", "passed,k", "correct,samples"]


@pytest.mark.parametrize("names", [*COMPLEMENTS, *TRIES])
@pytest.mark.parametrize(
    "cells", [("1,3", "0,4"), ("1,3", "1,3"), ("5,2", "3,4"), ("1,2", "0,"), ("4,0", "1,0")]
)
def test_counts_beside_scores_are_an_error(read, names, cells):
    score, count = names.split(",")
    text = f"problem,{names}\na,{cells[0]}\nb,{cells[1]}\n"
    with pytest.raises(ValueError, match=f"if a row is one sample, drop {count}; if "):
        read(text)
    table = [{"problem": p, score: 1, count: 3} for p in "ab"]
    for rows_ in (table, pd.DataFrame(table)):
        with pytest.raises(ValueError, match=f"of samples.* drop {count}; if .*call .*{score}.* c"):
            read_counts(rows_)


@pytest.mark.parametrize(
    "text",
    [
        "problem,passed,failed\na,1,0\nb,0,1\n",
        "problem,passed,failed\na,true,0\nb,FAIL,1\n",
        "problem,passed,runs\na,1,1\nb,0,1\n",
        "problem,passed,failed\na,1,true\nb,0,2\n",
        "problem,passed,attempts\na,1,3\na,0,3\nb,0,1\n",
        "problem,passed,k\na,1,x\nb,0,y\n",
        "problem,reward,attempts\na,0.75,3\nb,0,1\n",
        "problem,n,reward\na,1,0.75\nb,1,0\n",
    ],
)
def test_what_leaves_no_doubt_of_its_samples_is_read(read, text):
    table = read(text, threshold=0.5 if "reward" in text else None)
    assert table["c"].tolist() == [1, 0]
    assert table["n"].tolist() == [text.count("a,"), 1]


def test_a_row_for_each_model_is_a_row_for_each_problem(read):
    with pytest.raises(ValueError, match="if a row is one sample, drop failed"):
        read("problem,model,passed,failed\na,A,1,3\na,B,0,4\n")


def test_an_index_without_a_name_does_not_tell_problems_apart(read):
    assert rows(read(",problem,n,passed\n0,a,2,1\n1,a,2,0\n")) == [("a", 2, 1)]
    assert rows(read(",problem,runs,passed\n0,a,2,1\n1,a,2,0\n")) == [("a", 2, 1)]


@pytest.mark.parametrize("row", [{"n": [1]}, {"runs": {}}, {"failed": 2, "problem": ["a"]}])
def test_lists_beside_scores_are_no_numbers(row):
    with pytest.raises(ValueError, match=r"n is a number|drop failed|be true"):
        read_counts([{"problem": "a", "passed": 3, **row}])


@pytest.mark.parametrize("n", ["n", "num_samples", "Total"])
def test_n_beside_scores_is_read_if_there_are_so_many_rows(read, n):
    text = f"problem,{n},passed\na,2,1\nb,2,0\na,2,0\nb,2,1\n"
    table = read(text)
    assert rows(table) == [("a", 2, 1), ("b", 2, 1)]
    said = f"{n} is the number of rows of each problem: a row is taken for one sample"
    assert table.attrs["report"].remarks == (said,)
    frame = pd.DataFrame({"problem": list("aab"), n: [2.0, 2.0, 1.0], "passed": [True] * 3})
    assert rows(read_counts(frame)) == [("a", 2, 2), ("b", 1, 1)]
    for wrong in (text + "a,2,1\n", text.replace("b,2,1", "b,3,1"), text.replace("b,2,1", "b,,1")):
        with pytest.raises(ValueError, match=f"if a row is one sample, drop {n}"):
            read(wrong)


@pytest.mark.parametrize("names", ["model,n,rate", "problem,A,temperature", "A,model,B"])
def test_what_is_no_table_of_models_gets_no_hint_at_its_row_of_n(read, names):
    with pytest.raises(ValueError, match=r"^((?!#n).)*$"):
        read(f"{names}\nx,1,2\n")


NAMES = {"model": "model", "lang": "language", "category": "group", "sample_id": "sample"}
GAPS = [("", "empty"), (" ", '" "'), ("NA", '"NA"'), ("nan", '"nan"'), ("None", '"None"')]


@pytest.mark.parametrize(("column", "kind"), NAMES.items())
@pytest.mark.parametrize(("gap", "shown"), GAPS)
@pytest.mark.parametrize("names", [("x", "{}", "y"), ("{}", "x", "y"), ("{}", "{}", "y")])
def test_a_row_without_a_name_that_others_have_is_an_error(read, column, kind, gap, shown, names):
    cells = [name.format(gap) for name in names]
    text = f"problem,passed,{column}\n" + "".join(f"a,1,{cell}\n" for cell in cells)
    where = f"line {2 + cells.index(gap)}: {column} is {shown}"
    with pytest.raises(ValueError, match=f"{where}: name the {kind} in every row, or drop the col"):
        read(text)


@pytest.mark.parametrize(
    ("gap", "shown"), [(None, "null"), (float("nan"), "NaN"), ("", "empty"), (pd.NA, "null")]
)
@pytest.mark.parametrize("column", NAMES)
@pytest.mark.parametrize("counts", [{"passed": True}, {"n": 1, "c": 1}])
def test_a_gap_in_a_frame_is_called_what_it_is(gap, shown, column, counts):
    if column == "sample_id" and "n" in counts:
        return
    table = [{"problem": p, **counts, column: name} for p, name in (("a", "x"), ("b", gap))]
    frame = pd.DataFrame(table).astype({column: object})
    frame.loc[1, column] = gap
    with pytest.raises(ValueError, match=f"row 1: {column} is {shown}: name the"):
        read_counts(frame)
    with pytest.raises(ValueError, match=rf"\[1\]: {column} is {shown}: name the"):
        read_counts(table)
    frame[column] = gap
    found = read_counts(frame)
    assert rows(found) == [("a", 1, 1), ("b", 1, 1)]
    assert found.attrs["report"].remarks == (
        f"{column} is {shown} in every row, and not looked at",
    )


@pytest.mark.parametrize("name", ["average", "Mean", "avg", "TOTAL", "overall", "Macro average"])
@pytest.mark.parametrize(
    "text",
    [
        "problem,n,c\na,4,1\nb,4,2\n{},4,1.5\n",
        "problem,n,c\na,4,1\nb,4,2\n{},,0.375\n",
        "problem,n,c\na,4,1\nb,4,2\n{},4,\n",
        "problem,n,c\na,4,1\nb,4,2\n{},1,3\n",
        "problem,A,B\n#n,4,4\na,1,2\nb,2,3\n{},1.5,2.5\n",
        "problem,A,B\n#n,4,4\na,3,2\nb,2,3\n{},5,5\n",
        "problem,passed\na,1\nb,0\n{},0.5\n",
        '{{"problem": "a", "n": 4, "c": 1}}\n{{"problem": "{}", "n": 4, "c": 1.5}}\n',
    ],
)
def test_a_row_of_means_gets_a_hint(read, name, text):
    with pytest.raises(ValueError, match=f"if {name} is a summary of the others, leave it out"):
        read(text.format(name))
    with pytest.raises(ValueError, match=r"^((?!summary).)*$"):
        read(text.format("sum of digits"))


@pytest.mark.parametrize("name", ["average", "Mean (2)", "Overall accuracy"])
@pytest.mark.parametrize(
    "text",
    [
        "problem,n,c\na,10,2\nb,10,4\n{},10,5.33\n",
        "problem,A,B\n#n,10,10\na,2,3\nb,4,5\n{},10,5.33\n",
        "problem,sample,passed\na,0,1\na,1,0\n{},,0.75\n",
        "problem,sample,passed\n{},,0.75\na,0,1\na,1,0\n",
        "problem,model,n,c\na,A,10,1\n{},NA,10,1\n",
        "task,language,passed\na,Lua,1\n{},,1\n",
    ],
)
def test_a_row_of_means_with_a_gap_or_a_share_gets_a_hint(read, name, text):
    hint = f"if {name} is a summary of the others, leave it out"
    with pytest.raises(ValueError, match=re.escape(hint)):
        read(text.format(name))
    with pytest.raises(ValueError, match=r"^((?!summary).)*$"):
        read(text.format("c"))


LINES_OF = {
    "long table": {"problem": "a", "passed": True},
    "wide table": {"problem": "a", "n": 4, "c": 1},
    "human-eval": {"task_id": "a", "passed": True, "result": "passed", "completion": ""},
    "babelcode": {"qid": "a", "id": 0, "language": "Lua", "outcome": "Passed"},
    "codereval": {"_id": "a", "generate_results": [{"is_pass": True}]},
    "lm-eval": {"doc_id": 0, "resps": [[""]], "filter": "f", "pass@1": 1.0},
    "nemo-skills": {"id": 0, "generation": "", "is_correct": True},
}


@pytest.mark.parametrize("line", LINES_OF.values(), ids=LINES_OF)
@pytest.mark.parametrize(
    "last", [{"pass@1": 0.5}, {"mean": 0.5, "n": 1}, {"pass_at_10": 1}, {"Overall accuracy": 0.3}]
)
def test_a_line_of_means_gets_a_hint(read, line, last):
    said = (
        f"if this line is a summary of the others, as its {next(iter(last))!r} says, leave it out"
    )
    with pytest.raises(ValueError, match=f"line 2: there is no .*{re.escape(said)}"):
        read(f"{json.dumps(line)}\n{json.dumps(last)}\n")
    with pytest.raises(ValueError, match=r"^((?!summary).)*$"):
        read(f"{json.dumps(line)}\n{json.dumps({'x': 1})}\n")


@pytest.mark.parametrize("name", ["average", "Total", "mean", "Mean (2)", "pass@1", "solved"])
def test_a_column_of_means_is_no_model_s(read, name):
    with pytest.raises(ValueError, match=f"'{re.escape(name)}' is no name of one: drop the"):
        read(f"problem,A,{name}\n#n,4,4\na,1,2\n")


def test_cells_without_a_score_are_counted(read):
    for text in ("problem,n,c\na,3,\nb,2,1\n", "problem,passed\na,\na,NA\na,nan\nb,1\nb,0\n"):
        table = read(text, missing="failure")
        assert rows(table) == [("a", 3, 0), ("b", 2, 1)]
        assert table.attrs["report"].unscored == 3
        table = read(text, missing="drop")
        assert rows(table) == [("a", 0, 0), ("b", 2, 1)]
        assert "1 of the problems has no sample: n = 0" in table.attrs["report"].remarks
        assert "3 unscored: left out" in str(table.attrs["report"])


def test_samples_that_come_twice_count_once(read):
    for rule in ("failure", "drop"):
        table = read("problem,sample,passed\na,0,1\na,x,0\na,0,1\na,x,0\n", missing=rule)
        assert rows(table) == [("a", 2, 1)]
        assert table.attrs["report"].duplicated == 2
        with pytest.raises(ValueError, match="comes twice, with two scores: one file must be of o"):
            read("problem,sample,passed\na,0,1\na,0,0\n", missing=rule)


def test_rewards_need_a_threshold(read):
    text = "problem,reward\na,0.25\na,0.5\na,1\nb,-3\n"
    assert rows(read(text, threshold=0.5)) == [("a", 3, 2), ("b", 1, 0)]
    with pytest.raises(ValueError, match="line 2: reward must be true or false, 1 or 0, or give t"):
        read(text)
    with pytest.raises(ValueError, match="line 2: reward must be true or false, 1 or 0: reward="):
        read("problem,reward\na,inf\n", threshold=0.5)


@pytest.mark.parametrize("dtype", [bool, np.int8, float, object, "boolean", "Int64"])
def test_the_dtypes_of_a_frame(dtype):
    frame = pd.DataFrame({"problem": ["a", "a", "b"], "passed": [1, 0, 0]})
    frame["passed"] = frame["passed"].astype(bool).astype(dtype)
    assert rows(read_counts(frame)) == [("a", 2, 1), ("b", 1, 0)]


@pytest.mark.parametrize("gap", [None, float("nan"), pd.NA, pd.NaT, np.nan])
def test_gaps_of_a_frame(gap):
    frame = pd.DataFrame({"problem": ["a", "a"], "passed": pd.Series([True, gap], dtype=object)})
    with pytest.raises(ValueError, match="the table, row 1: there is no score of a sample of pr"):
        read_counts(frame)
    assert rows(read_counts(frame, missing="drop")) == [("a", 1, 1)]


def test_a_list_in_a_cell_is_no_flag():
    frame = pd.DataFrame({"problem": ["a"], "passed": [np.array([0, 0])]})
    with pytest.raises(
        ValueError, match=r"row 0: passed must be true or false, 1 or 0: .*\[0, 0\]"
    ):
        read_counts(frame)


def test_an_index_with_a_name_is_a_column():
    frame = pd.DataFrame({"n": [2], "c": [1]}, index=pd.Index(["a"], name="problem"))
    assert rows(read_counts(frame)) == [("a", 2, 1)]
    assert rows(read_counts(frame.reset_index().to_dict("records"))) == [("a", 2, 1)]


def test_what_was_read_can_be_read_again():
    frame = read_counts([{"problem": "a", "n": 2, "c": 1, "lang": "Lua"}])
    assert read_counts(frame).equals(frame)


def test_parquet_is_read_in_parts(tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed; try: pip install pyarrow")
    frame = pd.DataFrame({"problem": ["a", "a", "b"], "passed": [True, False, None]})
    frame.to_parquet(tmp_path / "table")
    assert rows(read_counts(tmp_path / "table", missing="drop")) == [("a", 2, 1), ("b", 0, 0)]
    (tmp_path / "table").write_bytes((tmp_path / "table").read_bytes()[:100])
    with pytest.raises(ValueError, match="a damaged Parquet file: "):
        read_counts(tmp_path / "table")


def test_parquet_without_pyarrow_is_a_clear_error(tmp_path, monkeypatch):
    (tmp_path / "table").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="Parquet files need pyarrow; try: python -m pip install"):
        read_counts(tmp_path / "table")


def test_json_lines_may_have_more_keys(tmp_path):
    lines = [{"task_id": 1, "passed": True}, {"task_id": 1, "passed": False, "note": [1]}]
    (tmp_path / "a").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert rows(read_counts(tmp_path / "a")) == [("1", 2, 1)]


def test_a_table_with_a_column_for_each_model_has_n_in_its_first_row(read):
    text = "task_id,a,b\n#n,10,4\nx,3,\n007,0,4\n"
    with pytest.raises(ValueError, match="line 3: there is no score of a sample of problem x"):
        read(text)
    table = read(text, missing="drop")
    assert list(table.columns) == ["problem", "model", "n", "c"]
    assert rows(table)[:2] == [("x", "a", 10, 3), ("x", "b", 0, 0)]
    assert rows(table)[2:] == [("007", "a", 10, 0), ("007", "b", 4, 4)]
    assert rows(read(text, missing="failure"))[1] == ("x", "b", 4, 0)
    frame = pd.DataFrame({"problem": ["#n", "x"], "m": [2, 1]})
    assert rows(read_counts(frame)) == [("x", "m", 2, 1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p,a\n#n,1\nx,2\n", "line 3: c must not exceed n: c=2, n=1, problem x"),
        ("p,a\n#n,1.5\nx,1\n", "line 2: a must be a whole number, at least 0: a=1.5"),
        ("p,a\n#n,\nx,1\n", 'line 2: a must be a whole number, at least 0: a=""'),
        ("p,a\n#n,3\nx,0.5\n", "line 3: a must be a whole number, at least 0: a=0.5"),
        ("p,a\n#n,3\nx,1\nx,1\n", "line 4: problem x comes twice, first at .*line 3"),
        ("p,a,a\n#n,3,3\nx,1,1\n", "two columns have one name: p, a, a"),
        ("p,a,\n#n,3,3\nx,1,1\n", "a column has no name"),
        ("p,a\n#n,3\nx,1,1\n", "line 3: 3 cells for 2 columns"),
        ("p,a\n#n,3\n,1\n", "line 3: p must be a text or a whole number"),
        ("p,a\n#n,3\n", "there is no sample in it"),
        ("p,a\nx,3\n", "there must be the row #n with each one's n: 'p,a', and then '#n,100',"),
        ("p,a,b\nx,3,\n", "'p,a,b', and then '#n,100,100', where n is 100"),
        ("task_id,a,b\nx,3,1\n#n,4,4\n", "'task_id,a,b', and then '#n,100,100', where"),
        ("p,a\nx,word\n", "is of no format that is known"),
        ("p,a\n", "is of no format that is known"),
    ],
)
def test_a_table_of_models_that_is_wrong_is_an_error_with_its_place(read, text, message):
    with pytest.raises(ValueError, match=message):
        read(text)
