"""Files that were changed at random end in the right counts or in an error with their name."""

import copy
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passk.results import read_counts, recheck
from passk.results.documents import ExtraDataError
from passk.results.sources import UnknownContentError

FOLDER = Path(__file__).parent / "results"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
FILES = [path for path in FILES if path.parent.name != "multipl_e" or "results" in path.name]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.sampled_from(
        [2**60, 0.5, 1.0, float("nan"), float("inf"), "", "pass", "fail", "true", "\ud800"]
    ),
    st.sampled_from([[], {}, [[]], [{}], {"a": []}, [True], [None], ["pass"], {"": {"": {}}}]),
)
FUZZ = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
RULES = st.sampled_from(["error", "failure", "drop"])


def read(path, rule="error", threshold=None):
    """What is read of a file, or None if it is a clear error."""
    try:
        table = read_counts(path, missing=rule, threshold=threshold)
    except ValueError as error:
        if type(error) in (ValueError, UnknownContentError, ExtraDataError):
            return None
        raise
    assert ((table["c"] >= 0) & (table["c"] <= table["n"])).all()
    assert table["n"].sum() == table.attrs["report"].samples
    return table


def load(path):
    """A fixture's objects, and how they are written."""
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return list(map(json.loads, text.splitlines()))
    return json.loads(text)


def save(path, value, as_lines):
    """Write a value as JSON lines or as a document."""
    if as_lines and isinstance(value, list):
        path.write_text("".join(f"{json.dumps(line)}\n" for line in value), "utf-8")
    else:
        path.write_text(json.dumps(value), "utf-8")


def places(value, way=()):
    """Every way to a value in a value."""
    yield way
    items = enumerate(value) if isinstance(value, list) else ()
    for key, item in value.items() if isinstance(value, dict) else items:
        yield from places(item, (*way, key))


def at(value, way):
    """What lies at the end of a way."""
    for key in way:
        value = value[key]
    return value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@FUZZ
@given(data=st.data())
def test_a_file_that_is_cut_off_has_never_another_n(tmp_path, path, data):
    content = path.read_bytes()
    cut = tmp_path / "file"
    size = data.draw(st.integers(0, len(content) - 1))
    cut.write_bytes(content[:size])
    table = read(cut)
    if table is None:
        return
    whole = read(path)
    assert content[size - 1 : size + 1].count(b"\n") or path.suffix == ".csv"
    known = dict(
        zip(zip(*(whole[k] for k in whole if k not in "nc"), strict=True), whole["n"], strict=True)
    )
    for *key, n, _ in table.itertuples(index=False, name=None):
        assert n <= known.get(tuple(key), 0) or path.suffix == ".csv"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@FUZZ
@given(data=st.data())
def test_changed_bytes_end_in_counts_or_in_a_clear_error(tmp_path, path, data):
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "file").write_bytes(content)
    read(tmp_path / "file", data.draw(RULES))


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.suffix not in (".csv", ".yaml")], ids=lambda path: path.name
)
@FUZZ
@given(data=st.data())
def test_changed_values_and_names_end_in_counts_or_in_a_clear_error(tmp_path, path, data):
    value = copy.deepcopy(load(path))
    way = data.draw(st.sampled_from([way for way in places(value) if way]))
    owner, key = at(value, way[:-1]), way[-1]
    what = data.draw(st.sampled_from(["another value", "removed", "renamed", "doubled"]))
    if what == "another value":
        owner[key] = data.draw(VALUES)
    elif what == "removed":
        del owner[key]
    elif isinstance(owner, dict):
        owner["another"] = owner[key]
        if what == "renamed":
            del owner[key]
    else:
        owner.insert(key, owner[key])
    save(tmp_path / "file", value, path.suffix == ".jsonl")
    threshold = data.draw(st.sampled_from([None, None, 0.5]))
    table = read(tmp_path / "file", data.draw(RULES), threshold)
    if table is not None and path.suffix != ".jsonl":
        again = read_in_memory(value, table.attrs["report"].rule, threshold)
        assert again is not None
        assert table.equals(again)


def read_in_memory(value, rule, threshold):
    """What is read of an object of JSON."""
    return read(json.loads(json.dumps(value)), rule, threshold)


@pytest.mark.parametrize(
    "path",
    [p for p in FILES if p.suffix in (".jsonl", ".csv") and "nemo" not in str(p)],
    ids=lambda path: path.name,
)
@FUZZ
@given(data=st.data())
def test_the_order_of_lines_does_not_matter(tmp_path, path, data):
    lines = path.read_text("utf-8").splitlines(keepends=True)
    head = lines[: 1 + (path.name == "models.csv")] if path.suffix == ".csv" else []
    shuffled = data.draw(st.permutations(lines[len(head) :]))
    (tmp_path / "file").write_text("".join([*head, *shuffled]), "utf-8")
    by = [name for name in read(path) if name not in "nc"]
    one, two = (read(p).sort_values(by, ignore_index=True) for p in (path, tmp_path / "file"))
    assert one.equals(two)


@FUZZ
@given(
    st.dictionaries(
        st.text("ab/ ", min_size=1).filter(str.strip),
        st.lists(st.booleans(), min_size=1),
        min_size=1,
    )
)
def test_counts_are_those_that_were_written(tmp_path, flags):
    lines = [
        {"problem": name, "sample": number, "passed": flag}
        for name, values in flags.items()
        for number, flag in enumerate(values)
    ]
    save(tmp_path / "file", lines, True)
    table = read(tmp_path / "file")
    if table is not None:  # by chance these may look like attempts until one succeeds
        expected = [(name, len(values), sum(values)) for name, values in flags.items()]
        assert list(table.itertuples(index=False, name=None)) == expected


@FUZZ
@given(data=st.data())
def test_changed_archives_end_in_counts_or_in_a_clear_error(tmp_path, data):
    log = json.loads((FOLDER / "inspect.json").read_text("utf-8"))
    with zipfile.ZipFile(tmp_path / "log", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "header.json", json.dumps({k: v for k, v in log.items() if k != "samples"})
        )
        for sample in log["samples"]:
            archive.writestr(
                f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample)
            )
    content = bytearray((tmp_path / "log").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "log").write_bytes(content[: data.draw(st.sampled_from([len(content), 999]))])
    table = read(tmp_path / "log", data.draw(RULES))
    if table is not None:
        assert table["n"].sum() <= 6


def rechecked(path, rule):
    """What is found of a file's claims, or None if it is a clear error."""
    try:
        return recheck(path, missing=rule)
    except ValueError as error:
        if type(error) in (ValueError, UnknownContentError, ExtraDataError):
            return None
        raise


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.suffix not in (".csv", ".yaml")], ids=lambda path: path.name
)
@FUZZ
@given(data=st.data())
def test_changed_claims_end_in_a_result_or_in_a_clear_error(tmp_path, path, data):
    value = copy.deepcopy(load(path))
    if path.name == "inspect.json":
        metrics = {"accuracy": {"value": 0.5}}
        value["results"]["scores"] = [{"name": "a", "reducer": "pass_at_2", "metrics": metrics}]
    way = data.draw(st.sampled_from([way for way in places(value) if way]))
    at(value, way[:-1])[way[-1]] = data.draw(VALUES)
    save(tmp_path / "file", value, path.suffix == ".jsonl")
    result = rechecked(tmp_path / "file", data.draw(RULES))
    if result is None:
        return
    json.dumps(result.to_dict())
    assert str(result)
    for claim in result.claims:
        if claim.status == "agrees":
            assert claim.claimed == pytest.approx(claim.recomputed, abs=1e-2)
