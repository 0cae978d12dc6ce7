"""Files, folders, names of models, arguments; what is told by content; what is damaged."""

import builtins
import codecs
import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import passk
from passk.results import ReadingReport, read_counts
from passk.results.reading import READERS

FOLDER = Path(__file__).parent / "results"
LINES = (FOLDER / "human_eval.jsonl").read_bytes()


def rows(table):
    """The rows of a table as tuples."""
    return list(table.itertuples(index=False, name=None))


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file of bytes or of JSON lines."""

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(content, bytes):
            content = "".join(f"{json.dumps(line)}\n" for line in content).encode()
        path.write_bytes(content)
        return path

    return write


def human_eval(problem, flags):
    """Lines of human-eval's results."""
    return [
        {"task_id": problem, "completion": "", "result": "passed" if f else "failed: ", "passed": f}
        for f in flags
    ]


def test_the_table_feeds_the_estimators():
    table = read_counts(FOLDER / "human_eval.jsonl")
    assert list(table.columns) == ["problem", "n", "c"]
    assert passk.mean_pass_at_k(table["n"], table["c"], 1) == pytest.approx(1 / 3)
    assert passk.results.read_counts is read_counts


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("name", ["human_eval.jsonl", "long.csv", "wide.csv", "models.csv"])
@pytest.mark.parametrize("name_of_end", ["CR", "CRLF"])
def test_other_ends_of_lines_are_read_the_same(write, name, pack, name_of_end):
    content = (FOLDER / name).read_bytes()
    end = {"CR": b"\r", "CRLF": b"\r\n"}[name_of_end]
    table = read_counts(write("other", pack(content.replace(b"\n", end))))
    assert table.equals(read_counts(FOLDER / name))
    assert table.attrs["report"].remarks == read_counts(FOLDER / name).attrs["report"].remarks


def test_lines_of_an_old_mac_have_numbers_and_an_end(write):
    with pytest.raises(ValueError, match="line 3: c must not exceed n: c=9, n=2, problem b"):
        read_counts(write("a", b"problem,n,c\ra,2,1\rb,2,9\r"))
    (remark,) = read_counts(write("a", b"problem,n,c\ra,2,1")).attrs["report"].remarks
    assert "the last line has no end" in remark
    with pytest.raises(ValueError, match="line 2: this is no JSON object"):
        read_counts(write("a", b'{"problem": 1, "passed": true}\r{"problem": 1, "pas\r'))


def test_a_large_file_of_an_old_mac_loses_nothing(write):
    lines = b"".join(b"p%d,9,1\r" % number for number in range(200_000))
    table = read_counts(write("a", b"problem,n,c\r" + lines))
    assert (len(table), table["n"].sum()) == (200_000, 1_800_000)


def test_a_return_within_a_cell_or_a_document_stays(write):
    table = read_counts(write("a", b'problem,n,c\n"x\ry",2,1\nz,2,1\n'))
    assert list(table["problem"]) == ["x\ry", "z"]
    document = json.dumps([{"problem": "a", "n": 2, "c": 1}], indent=1).encode()
    assert rows(read_counts(write("b", document.replace(b"\n", b"\r")))) == [("a", 2, 1)]


def test_a_line_feed_within_a_cell_of_an_old_mac_stays(write):
    table = read_counts(write("a", b'problem,n,c\r"x\ny",2,1\rz,2,1\r'))
    assert list(table["problem"]) == ["x\ny", "z"]


def test_mixed_ends_of_lines_are_named(write):
    with pytest.raises(ValueError, match="line feeds and carriage returns are mixed"):
        read_counts(write("a", b"problem,n,c\na,2,1\rb,2,1\n"))


def test_the_report_says_what_was_read():
    report = read_counts(FOLDER / "human_eval.jsonl").attrs["report"]
    path = str(FOLDER / "human_eval.jsonl")
    assert report == ReadingReport("human-eval", (path,), problems=2, samples=6)
    assert str(report) == "human-eval, 1 file: 2 problems, 6 samples"


def test_the_names_of_the_readers_are_a_table():
    assert len({(reader.name, reader.kind) for reader in READERS}) == len(READERS)


DRESSED = {
    "gzip": gzip.compress(LINES),
    "two gzip members": gzip.compress(LINES[:100]) + gzip.compress(LINES[100:]),
    "byte-order mark": codecs.BOM_UTF8 + LINES,
    "Windows' ends of lines": LINES.replace(b"\n", b"\r\n"),
    "empty lines": b"\n \n" + LINES.replace(b"\n", b"\n\n"),
    "no last end of line": LINES.rstrip(b"\n"),
}


@pytest.mark.parametrize("content", DRESSED.values(), ids=DRESSED)
def test_how_a_file_is_dressed_does_no_harm(write, content):
    assert rows(read_counts(write("file", content))) == [("add", 3, 2), ("sort", 3, 0)]


DAMAGED = {
    "empty": (b"", "the file is empty"),
    "blank": (b"\n \n", "the file is empty"),
    "cut off": (
        LINES[:-20],
        r"line 6: this is no JSON object: .*\(the last line: was the file cut",
    ),
    "cut inside": (
        LINES.replace(b", 1 != 3", b"") + LINES[:9] + b"\n" + LINES,
        "line 7: this is no JSON object: ",
    ),
    "UTF-16": (LINES.decode().encode("utf-16"), "the file is in UTF-16: save it in UTF-8"),
    "Latin-1": (
        LINES.replace(b"sort", "sört".encode("latin-1")),
        "line 4: the file is not in UTF-8: byte 0xf6 at column 15",
    ),
    "binary": (b"\x89PNG\r\n\x1a\n", "line 1: the file is not in UTF-8: byte 0x89 at column 1"),
    "gzip cut off": (gzip.compress(LINES)[:-9], "a damaged gzip file: "),
    "gzip changed": (gzip.compress(LINES)[:30] + b"xx" + gzip.compress(LINES)[32:], "a damaged gz"),
    "zip cut off": (b"PK\x03\x04xxxx", "a damaged zip file: "),
    "a line that is no object": (LINES + b"[1]\n", r"line 7: this is no JSON object: \[1\]"),
    "a key twice": (
        LINES.replace(b'"passed": false}', b'"passed": false, "passed": true}'),
        "line 2: .*the key 'passed' comes twice in one object",
    ),
    "a key twice in the first line": (
        b'{"task_id": 1, "result": "", "passed": true, "passed": false}\n' + LINES,
        "line 1: the key 'passed' comes twice in one object",
    ),
    "another format's line": (LINES + b'{"qid": "1"}\n', "line 7: there is no 'passed'"),
    "prose": (b"once upon a time\n", "neither JSON nor a table with a line of names"),
    "a table of something": (b"a,b\n1,2\n", "is of no format that is known"),
    "nested deeply": (b"[" * 200000, "this is no JSON: "),
    "a document cut off": (b'{"eval": {"add": [', r"this is no JSON: .*was the file cut off"),
    "a document with a hole": (
        b'{"eval":\n {"add" []}}',
        "line 2, column 9: this is no JSON: Expe",
    ),
    "no Unicode": (LINES.replace(b"sort", b"\\ud800"), "a problem's name is no text in Unicode"),
}


@pytest.mark.parametrize(("content", "message"), DAMAGED.values(), ids=DAMAGED)
def test_what_is_damaged_is_an_error_with_its_place(write, content, message):
    path = write("file", content)
    with pytest.raises(ValueError, match=message) as caught:
        read_counts(path)
    assert str(path) in str(caught.value) or "Unicode" in message


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'": 7, ', b'"; 7, '), (b'{"task_id": 0', b'{"task;id": 0'), (b"true", b'"2" ')],
)
def test_a_long_gzip_file_with_one_changed_place_is_damaged(write, old, new):
    lines = [line for problem in range(20_000) for line in human_eval(problem, [True])]
    content = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    stored = gzip.compress(content, compresslevel=0)  # packed, but not in fewer bytes
    path = write("results", stored.replace(old, new, 1))
    with pytest.raises(ValueError, match="results: a damaged gzip file: CRC check failed"):
        read_counts(path)


def test_a_number_and_a_text_are_not_one_problem(write):
    path = write("file", human_eval(1, [True]) + human_eval("1", [False]))
    with pytest.raises(ValueError, match="problem 1 comes as a number and as a text"):
        read_counts(path)


def test_files_of_different_problems_add_up(write):
    paths = [write("a", human_eval("x", [True])), write("b", human_eval("y", [False, True]))]
    table = read_counts(paths)
    assert rows(table) == [("x", 1, 1), ("y", 2, 1)]
    assert table.attrs["report"].files == tuple(map(str, paths))
    assert "n differs: from 1 to 2" in str(table.attrs["report"])


def test_files_with_one_problem_must_say_whose_they_are(write):
    a, b = write("a", human_eval("x", [True])), write("b", human_eval("x", [False, True]))
    with pytest.raises(ValueError, match=r"both have problem x: two models' are \{'a name': "):
        read_counts([a, b])
    assert rows(read_counts({"one": a, "two": b})) == [("x", "one", 1, 1), ("x", "two", 2, 1)]
    assert rows(read_counts({"one": [a, b]})) == [("x", "one", 3, 2)]


def test_a_name_of_a_model_takes_files_folders_and_tables(write):
    write("folder/a", human_eval("x", [True]))
    frame = pd.DataFrame({"problem": ["x"], "n": [3], "c": [1]})
    with pytest.raises(ValueError, match=r"the files are of several formats .*name one with form"):
        read_counts({"one": write("folder/a", human_eval("x", [True])).parent, "two": frame})
    assert rows(read_counts({"one": frame, "two": frame})) == [
        ("x", "one", 3, 1),
        ("x", "two", 3, 1),
    ]


def test_a_file_of_two_models_cannot_be_given_one_name(write):
    path = write("a.csv", b"problem,model,n,c\nx,one,2,1\nx,two,2,1\n")
    assert rows(read_counts(path)) == [("x", "one", 2, 1), ("x", "two", 2, 1)]
    with pytest.raises(ValueError, match="is of several models, not of 'mine' alone"):
        read_counts({"mine": path})


def test_a_file_given_twice_or_copied_is_an_error(write):
    a, b = write("a", human_eval("x", [True])), write("b", human_eval("x", [True]))
    with pytest.raises(ValueError, match="a is given twice"):
        read_counts([a, a])
    with pytest.raises(ValueError, match="are the same, byte by byte: leave one out"):
        read_counts({"m": [a, b]})


def test_a_copy_is_only_a_remark_where_each_file_is_a_sample(write):
    line = [{"generation": "", "is_correct": True}]
    table = read_counts([write("rs0", line), write("rs1", line)])
    assert rows(table) == [("line 1", 2, 2)]
    assert "are the same, byte by byte" in table.attrs["report"].remarks[0]


def test_a_folder_is_read_with_the_folders_in_it(write, tmp_path):
    write("a/results", human_eval("x", [True]))
    write("b/c/results", human_eval("y", [True]))
    write("b/picture", b"\x89PNG")
    write("b/empty", b"")
    write("b/script", b'print("a, b\n')
    table = read_counts(tmp_path)
    assert rows(table) == [("x", 1, 1), ("y", 1, 1)]
    (remark,) = table.attrs["report"].remarks
    skipped = [str(tmp_path / "b" / name) for name in ("empty", "picture", "script")]
    assert remark == f"not results, not read: {', '.join(skipped)}"


def test_a_folder_with_a_damaged_file_is_an_error(write, tmp_path):
    write("a", human_eval("x", [True]))
    write("b", b'{"task_id": "y", "completion": ')
    with pytest.raises(ValueError, match="b, line 1, column 32: this is no JSON"):
        read_counts(tmp_path)


def test_a_folder_of_two_formats_needs_a_format(tmp_path):
    for name in ("babelcode.jsonl", "babelcode_metrics.json"):
        shutil.copy(FOLDER / name, tmp_path)
    with pytest.raises(ValueError, match=r"of several formats .*babelcode, .*babelcode metrics"):
        read_counts(tmp_path)
    table = read_counts(tmp_path, format="babelcode")
    assert len(table.attrs["report"].files) == 1
    assert "babelcode_metrics.json" in table.attrs["report"].remarks[0]


def test_a_folder_without_results_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no file in this folder holds results that are known"):
        read_counts(tmp_path)


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"format": "humaneval"}, ValueError, "format must be one of human-eval, babelcode, "),
        ({"missing": "ignore"}, ValueError, "missing must be one of error, failure, drop: missing"),
        ({"threshold": True}, TypeError, "threshold must be a number: threshold=True"),
        ({"threshold": "0.5"}, TypeError, "threshold must be a number: threshold='0.5'"),
        ({"threshold": float("nan")}, ValueError, "threshold must be finite: threshold=nan"),
        ({"threshold": 0.5}, ValueError, "threshold=0.5 is for scores that are numbers; here the"),
    ],
)
def test_arguments_that_cannot_be_meant(options, kind, message):
    with pytest.raises(kind, match=message):
        read_counts(FOLDER / "human_eval.jsonl", **options)


@pytest.mark.parametrize("given", [3, None, b"path", {1, 2}])
def test_what_is_no_path_and_no_object_is_a_type_error(given):
    with pytest.raises(TypeError, match="name a file, files, a folder, a table or an object: "):
        read_counts(given)


def test_an_object_in_itself_is_an_error():
    value = []
    value.append(value)
    with pytest.raises(ValueError, match="the object is nested too deeply"):
        read_counts(value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_counts(tmp_path / "nowhere")


def test_pandas_is_loaded_when_a_file_is_read_and_named_if_it_is_not_there(monkeypatch):
    program = "import sys, passk.results; print('pandas' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
    real = builtins.__import__

    def without_pandas(name, *arguments):
        if name == "pandas":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(ImportError, match="tables of counts need pandas; try: python -m pip inst"):
        read_counts(FOLDER / "human_eval.jsonl")


RETRIES = {"a": [1], "b": [0, 1], "c": [0, 0, 1], "d": [0, 1], "e": [1], "f": [0, 0, 0]}


def test_attempts_until_one_succeeds_are_refused(write):
    lines = [line for name, flags in RETRIES.items() for line in human_eval(name, map(bool, flags))]
    with pytest.raises(ValueError, match="attempts until one succeeds, not independent samples"):
        read_counts(write("a", lines))
    table = read_counts(write("a", lines + human_eval("a", [False])))
    assert len(table) == 6


def test_unequal_samples_are_not_taken_for_retries(write):
    lines = [
        line
        for name, flags in {**RETRIES, "f": [0, 0]}.items()
        for line in human_eval(name, map(bool, flags))
    ]
    assert len(read_counts(write("a", lines))) == 6


def test_a_large_file_of_few_problems_is_read_in_little_memory(write):
    import tracemalloc

    path = write(
        "a", [line for i in range(20000) for line in human_eval(f"p{i % 5}", [i % 3 == 0])]
    )
    read_counts(path)
    tracemalloc.start()
    table = read_counts(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert table["n"].tolist() == [4000] * 5
    assert peak < 500_000 < path.stat().st_size
