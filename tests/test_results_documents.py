"""A long document of JSON, read in parts, gives what it gives when it is read whole."""

import gzip
import json
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passk.results import documents, read_counts, recheck, sources
from passk.results.documents import PartedList, PartedObject, read_document
from passk.results.reading import READERS

FOLDER = Path(__file__).parent / "results"
DOCUMENTS = sorted(path for path in FOLDER.rglob("*.json"))
TABLE = [{"problem": f"p{i}", "sample": 0, "passed": i % 2 == 0} for i in range(9)]
FUZZ = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def narrow(monkeypatch):
    """Return a function after which nothing is kept, and windows are a few bytes wide."""

    def set_narrow(held=0, part=3):
        monkeypatch.setattr(documents, "WHOLE", 0)
        monkeypatch.setattr(documents, "HELD", held)
        monkeypatch.setattr(documents, "PART", part)
        monkeypatch.setattr(documents, "LONGEST_WORD", 16)
        monkeypatch.setattr(sources, "LONG", 1)

    yield set_narrow
    monkeypatch.undo()


def outcome(path):
    """What is read of a file, and what it claims; or the error."""
    try:
        counts = read_counts(path, missing="failure")
        claims = recheck(path, missing="failure")
    except ValueError as error:
        return str(error)
    return counts.to_dict("records"), str(counts.attrs["report"]), str(claims)


@pytest.mark.parametrize("held", [0, 60])
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_document_gives_the_same_in_parts(path, held, narrow):
    whole = outcome(path)
    narrow(held)
    assert outcome(path) == whole


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
@FUZZ
@given(data=st.data())
def test_damaged_documents_give_the_same_in_parts(tmp_path, path, data, narrow):
    content = bytearray(path.read_bytes())
    kind = data.draw(st.sampled_from(["cut off", "changed", "joined"]))
    if kind == "cut off":
        del content[data.draw(st.integers(1, len(content) - 1)) :]
    elif kind == "joined":
        content += b"\n" + content
    else:
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 127))
    copy = tmp_path / "copy.json"
    copy.write_bytes(content)
    whole = outcome(copy)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("WHOLE", "HELD"):
            patch.setattr(documents, name, 0)
        patch.setattr(documents, "PART", data.draw(st.sampled_from([1, 17, 4096])))
        patch.setattr(sources, "LONG", 1)
        in_parts = outcome(copy)
    assert in_parts == whole


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_packed_and_a_spread_out_document_give_the_same_in_parts(tmp_path, path, narrow):
    text = json.dumps(json.loads(path.read_text("utf-8")), indent=1)
    (tmp_path / "copy.json").write_text(text, "utf-8")
    whole = outcome(tmp_path / "copy.json")
    (tmp_path / "copy.json").write_bytes(gzip.compress(text.encode()))
    narrow()
    assert outcome(tmp_path / "copy.json") == whole


def test_a_list_of_rows_gives_the_same_in_parts(tmp_path, narrow):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(TABLE), "utf-8")
    whole = outcome(path)
    narrow()
    assert isinstance(read_document(path)[0], PartedList)
    assert outcome(path) == whole


def test_every_reader_of_long_documents_reads_in_parts(narrow):
    """What harnesses write at length is gone through; the rest is short, or read whole."""
    narrow()
    found = {r.name for r in READERS if r.in_parts}
    assert found == {
        *("evalplus", "evalplus 0.1", "bigcodebench", "livecodebench", "tau-bench", "tau2-bench"),
        *("inspect", "wide table", "long table"),
    }


def test_lines_of_json_that_are_long_are_still_lines(tmp_path, narrow):
    path = tmp_path / "lines.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in TABLE), "utf-8")
    whole = outcome(path)
    narrow()
    assert outcome(path) == whole
    assert len(whole[0]) == len(TABLE)


def test_a_long_line_alone_is_a_line_of_its_format(tmp_path, narrow):
    path = tmp_path / "line.jsonl"
    row = {"task_id": "a", "completion": "x", "result": "passed", "passed": True, "tests": [1, 2]}
    path.write_text(json.dumps(row), "utf-8")
    whole = outcome(path)
    narrow()
    assert outcome(path) == whole
    assert whole[0] == [{"problem": "a", "n": 1, "c": 1}]


def test_documents_in_one_file_are_told(tmp_path, narrow):
    path = tmp_path / "two.json"
    line = (FOLDER / "evalplus.json").read_text("utf-8").replace("\n", "")
    path.write_text(f"{line}\n{line}\n", "utf-8")
    expected = f"{path}: several documents of evalplus, one after another; a file holds one"
    assert outcome(path) == expected
    narrow()
    assert outcome(path) == expected


def test_a_document_of_nothing_is_not_read_for_each_format(tmp_path, narrow, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"eval": {f"p{i}": [] for i in range(100)}}), "utf-8")
    more, far = documents._Window._more, []

    def counted(window):
        far.append(window.place > path.stat().st_size / 2)
        more(window)

    monkeypatch.setattr(documents._Window, "_more", counted)
    narrow(part=64)
    assert "of no format that is known" in outcome(path)
    once = path.stat().st_size / 2 / 64
    assert once < sum(far) < 3 * once


def test_a_long_line_in_utf_16_is_told(tmp_path, narrow, monkeypatch):
    path = tmp_path / "a.json"
    path.write_bytes('{"eval": {"a": []}}'.encode("utf-16-le"))
    narrow()
    monkeypatch.setattr(sources, "LONG", 9)
    assert outcome(path) == f"{path}: the file is in UTF-16: save it in UTF-8"


def test_what_is_long_stays_in_the_file_and_can_be_read_twice(tmp_path, narrow):
    path = tmp_path / "a.json"
    value = {"short": 1, "tasks": {"a": [1], "b": [2, 3]}, "rows": [{"x": i} for i in range(5)]}
    path.write_text(json.dumps(value), "utf-8")
    narrow()
    head, whole = read_document(path)
    assert whole() == value
    assert isinstance(head["tasks"], PartedObject)
    assert [dict(head["tasks"].items()) for _ in range(2)] == [value["tasks"]] * 2
    assert list(head["tasks"]) == ["a", "b"]
    assert head["tasks"].get("b") == [2, 3]
    assert head["tasks"].get("c") is None
    assert "b" in head["tasks"]
    assert [list(head["rows"]) for _ in range(2)] == [value["rows"]] * 2
    assert head["rows"][0] == {"x": 0}
    with pytest.raises(IndexError):
        head["rows"][1]
    assert (str(head["rows"]), str(head["tasks"])) == ("[...]", "{...}")


def test_a_list_of_few_entries_is_kept_as_each_means_something_else(tmp_path, narrow):
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"pass@1": 0.5}, {"a": [[1]]}, ["{}"]]), "utf-8")
    narrow()
    assert read_document(path)[0] == [{"pass@1": 0.5}, {"a": [[1]]}, ["{}"]]


@FUZZ
@given(
    value=st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ),
    part=st.integers(1, 9),
    indent=st.sampled_from([None, 1]),
    ascii_only=st.booleans(),
)
def test_any_value_comes_back_in_parts(tmp_path, value, part, indent, ascii_only):
    def unfolded(found):
        if isinstance(found, PartedObject):
            return dict(found.items())
        return list(found) if isinstance(found, PartedList) else found

    try:
        text = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    except UnicodeEncodeError:
        return
    (tmp_path / "a.json").write_bytes(text)
    with pytest.MonkeyPatch.context() as patch:
        for name, number in {"WHOLE": 0, "HELD": 0, "PART": part}.items():
            patch.setattr(documents, name, number)
        head, whole = read_document(tmp_path / "a.json")
        found = {k: unfolded(v) for k, v in head.items()} if isinstance(head, dict) else head
        assert repr(unfolded(found)) == repr(value)
        assert whole is None or repr(whole()) == repr(value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": {"b": 1, "b": 2}}', "a.json: this is no JSON: the key 'b' comes twice"),
        ('{"a": {"c": [{"b": 1, "b": 2}]}}', "a.json: this is no JSON: the key 'b' comes twice"),
        ('{"a": {"z": 1, "c": [{"b": 1, "b": 2}]}}', "no JSON: the key 'b' comes twice"),
        ('{"a": 1,\n "a": 2}', "a.json: this is no JSON: the key 'a' comes twice in one object"),
        ('{"a": [1, 2}', "line 1, column 12: this is no JSON: Expecting ',' delimiter"),
        ('{"a": [1,\n2\n}', "line 3, column 1: this is no JSON: Expecting ',' delimiter"),
        ('{"a" 1}', "line 1, column 6: this is no JSON: Expecting ':' delimiter"),
        ("{a: 1}", "column 2: this is no JSON: Expecting property name enclosed in double quotes"),
        ('{"a": [[1], [', r"this is no JSON: Expecting value \(the end: was the file cut off"),
        ('{"a": []} {}', "line 1, column 11: this is no JSON: Extra data: are these several"),
        ('{"a": ["b", "cde', r"column 13: .* Unterminated string .* \(the end: was the file cut"),
        ("[" * 100_000, "a.json: this is no JSON: nested too deeply"),
    ],
)
@pytest.mark.parametrize("part", [1, 5, 2**20])
def test_what_is_wrong_is_said_with_its_place(tmp_path, narrow, text, message, part):
    path = tmp_path / "a.json"
    path.write_text(text, "utf-8")
    narrow(part=part)
    with pytest.raises(ValueError, match=message):
        list(read_document(path)[0]["a"])


def test_a_byte_that_is_no_utf_8_is_said_with_its_line(tmp_path, narrow):
    path = tmp_path / "a.json"
    path.write_bytes(b'{"a":\n["\xc3\xa4", "\xff"]}')
    narrow(part=2)
    with pytest.raises(ValueError, match=r"a.json, line 2: the file is not in UTF-8: byte 0xff"):
        read_document(path)


def test_a_damaged_gzip_file_is_named(tmp_path, narrow):
    path = tmp_path / "a.json"
    text = json.dumps([random.Random(0).randbytes(500).hex()])
    path.write_bytes(gzip.compress(text.encode())[:300])
    narrow()
    with pytest.raises(ValueError, match=r"a\.json: a damaged gzip file"):
        read_document(path)


def test_a_long_document_takes_little_memory(tmp_path, monkeypatch):
    samples = [{"solution": "x" * 1000, "base_status": "pass", "plus_status": None}] * 100
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"eval": {f"p{i}": samples for i in range(100)}}), "utf-8")
    read_counts(DOCUMENTS[0])  # imports pandas
    for name in ("WHOLE", "HELD", "PART"):
        monkeypatch.setattr(documents, name, 2**18)
    monkeypatch.setattr(sources, "LONG", 2**18)
    tracemalloc.start()
    table = read_counts(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (table["n"] == 100).all()
    assert peak < path.stat().st_size / 4


def test_an_error_does_not_read_on_to_the_end(tmp_path, narrow):
    path = tmp_path / "a.json"
    path.write_text('{"a": [' + "1, " * 50 + "x, " + "2, " * 10_000 + "2]}", "utf-8")
    narrow(part=100)
    with documents._opened(path) as window:
        with pytest.raises(ValueError, match="Expecting value"):
            documents._skeleton(window)
        assert window.place + len(window._text) < 1000
