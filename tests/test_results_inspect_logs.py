"""Logs of inspect_ai: in JSON, in zip files, packed by deflate and by Zstandard; what they lack."""

import json
import struct
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from passk.results import read_counts

LOG = json.loads((Path(__file__).parent / "results" / "inspect.json").read_text("utf-8"))
RIGHT = [("add", "model", 3, 2), ("sort", "model", 3, 0)]
HEADER = {key: value for key, value in LOG.items() if key != "samples"}


def rows(table):
    """The rows of a table as tuples."""
    return list(table.itertuples(index=False, name=None))


def members_of(samples, header=HEADER, summaries=True):
    """The members of an archive, as inspect_ai writes them."""
    members = {"_journal/start.json": {"version": 2, "eval": header["eval"]}}
    members |= {f"samples/{s['id']}_epoch_{s['epoch']}.json": s for s in samples}
    members |= {"summaries.json": samples} if summaries else {}
    return members | ({"header.json": header} if header is HEADER else {})


def write_deflated(path, members):
    """Write an archive as zipfile does."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return path


def write_packed_otherwise(path, members, pack, method=93):
    """Write an archive whose members are packed by a method that zipfile may not know."""
    local, directory = b"", b""
    for name, value in members.items():
        data = json.dumps(value).encode()
        packed, encoded = pack(data), name.encode()
        sizes = (zlib.crc32(data), len(packed), len(data), len(encoded), 0)
        common = struct.pack("<HHHHHIIIHH", 63, 0, method, 0, 33, *sizes)
        directory += b"PK\x01\x02" + struct.pack("<H", 63) + common
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(local)) + encoded
        local += b"PK\x03\x04" + common + encoded + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(local), 0)
    path.write_bytes(local + directory + b"PK\x05\x06" + end)
    return path


@pytest.mark.parametrize("summaries", [True, False])
def test_an_archive_is_read_from_its_summaries_or_its_samples(tmp_path, summaries):
    path = write_deflated(tmp_path / "log", members_of(LOG["samples"], summaries=summaries))
    assert sorted(rows(read_counts(path))) == RIGHT
    assert read_counts(path).attrs["report"].remarks == ()


def test_an_archive_packed_by_zstandard(tmp_path):
    zstandard = pytest.importorskip("zstandard", reason="try: pip install zstandard")
    pack = zstandard.ZstdCompressor().compress
    path = write_packed_otherwise(tmp_path / "log", members_of(LOG["samples"]), pack)
    assert sorted(rows(read_counts(path))) == RIGHT


def test_zstandard_that_is_not_there_is_named(tmp_path, monkeypatch):
    path = write_packed_otherwise(tmp_path / "log", members_of(LOG["samples"]), bytes)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    with pytest.raises(
        ImportError, match=r"packed by Zstandard, which needs Python 3.14 or a pack"
    ):
        read_counts(path)


def test_zstandard_that_is_damaged(tmp_path):
    pytest.importorskip("zstandard", reason="try: pip install zstandard")
    path = write_packed_otherwise(tmp_path / "log", members_of(LOG["samples"]), bytes)
    with pytest.raises(ValueError, match=r"log, header.json: a damaged member: not Zstandard's: "):
        read_counts(path)


def test_a_method_that_nobody_knows(tmp_path):
    path = write_packed_otherwise(tmp_path / "log", members_of(LOG["samples"]), bytes, method=77)
    with pytest.raises(ValueError, match=r"log, header.json: a damaged member: That compression"):
        read_counts(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"summaries.json": LOG["samples"][1:]},
            "summaries.json must be a list of 6, one for each",
        ),
        ({"summaries.json": {}}, "summaries.json must be a list of 6, one for each"),
        ({"summaries.json": b"[{"}, "summaries.json: a damaged member: "),
        ({"header.json": []}, "header.json must be an object"),
        ({"header.json": {"status": "success"}}, "header.json: there is no 'eval'"),
    ],
)
def test_archives_that_are_damaged(tmp_path, change, message):
    path = write_deflated(tmp_path / "log", members_of(LOG["samples"]) | change)
    with pytest.raises(ValueError, match=message) as caught:
        read_counts(path)
    assert str(path) in str(caught.value)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_that_comes_twice_is_an_error(tmp_path):
    path = write_deflated(tmp_path / "log", members_of(LOG["samples"]))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("samples/add_epoch_1.json", "{}")
    with pytest.raises(ValueError, match=r"the archive holds samples/add_epoch_1.json twice"):
        read_counts(path)


def test_a_zip_file_of_a_later_version_is_an_error(tmp_path):
    path = write_deflated(tmp_path / "log", {"header.json": {}})
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 6] = 64
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"a damaged zip file: zip file version 6.4"):
        read_counts(path)


def test_an_archive_that_is_encrypted_is_an_error(tmp_path):
    path = write_deflated(tmp_path / "log", members_of([]))
    data = bytearray(path.read_bytes())
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(signature)
        while place >= 0:
            data[place + flags] |= 1
            place = data.find(signature, place + 4)
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"a damaged member: .*encrypted"):
        read_counts(path)


def test_another_zip_file_is_of_no_format(tmp_path):
    path = write_deflated(tmp_path / "log", {"notes.json": {}})
    with pytest.raises(ValueError, match="is a zip file, and no log of inspect_ai: unpack it"):
        read_counts(path)


def test_a_log_that_was_broken_off_lacks_samples(tmp_path):
    members = members_of(LOG["samples"][:3], header={**HEADER}, summaries=False)
    path = write_deflated(tmp_path / "log", members)
    with pytest.raises(ValueError, match="a sample of problem add is missing"):
        read_counts(path)
    table = read_counts(path, missing="failure")
    assert sorted(rows(table)) == [("add", "model", 3, 1), ("sort", "model", 3, 0)]
    report = table.attrs["report"]
    assert (report.missing, report.remarks) == (3, ("the status of the log is unknown",))
    table = read_counts(path, missing="drop")
    assert sorted(rows(table)) == [("add", "model", 2, 1), ("sort", "model", 1, 0)]


def log(**changes):
    """The log with changes to its plan."""
    return {**LOG, "eval": {**LOG["eval"], **changes}}


def test_a_part_of_the_data_set_lacks_nothing():
    plan = {"dataset": {"sample_ids": ["add", "sort", "walk"]}}
    with pytest.raises(ValueError, match="a sample of problem walk is missing"):
        read_counts(log(**plan))
    assert rows(read_counts(log(**plan, config={"epochs": 3, "limit": 2}))) == RIGHT


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"config": {"epochs": "3"}}, "eval: config must be an object with epochs, a whole number"),
        ({"config": {"epochs": 10**9}}, "eval: config must be an object with epochs"),
        ({"config": []}, "eval: config must be an object"),
        ({"dataset": {"sample_ids": [[]]}}, "dataset must be an object with sample_ids, numbers"),
        ({"model": None}, "eval: model must be a text"),
    ],
)
def test_plans_that_cannot_be_read(changes, message):
    with pytest.raises(ValueError, match=message):
        read_counts(log(**changes))


def with_scores(*values):
    """A log of one problem with these scores."""
    samples = [
        {"id": 7, "epoch": number, "scores": {"own": {"value": value}}}
        for number, value in enumerate(values, start=1)
    ]
    return {**HEADER, "eval": {"model": "m"}, "samples": samples}


@pytest.mark.parametrize(
    ("values", "options", "counts"),
    [
        (["C", "I", "N"], {}, (3, 1)),
        ([1, 0, 1.0, True, False], {}, (5, 3)),
        (["C", "P", "I"], {"threshold": 0.5}, (3, 2)),
        (["C", "P", "I"], {"threshold": 1}, (3, 1)),
        ([0.2, 0.8], {"threshold": 0.5}, (2, 1)),
        ([float("nan"), "C"], {"missing": "failure"}, (2, 1)),
        ([float("nan"), "C"], {"missing": "drop"}, (1, 1)),
    ],
)
def test_what_a_score_means(values, options, counts):
    assert rows(read_counts(with_scores(*values), **options)) == [("7", "m", *counts)]


@pytest.mark.parametrize("value", ["P", 0.5, 2, "yes", ["C"], {"a": 1}])
def test_a_score_that_is_neither_right_nor_wrong_is_an_error(value):
    with pytest.raises(ValueError, match=r"samples\[0\]: scores.own.value must be true or false"):
        read_counts(with_scores(value))


def test_scorers_are_groups_if_there_are_two():
    value = with_scores("C", "I")
    value["samples"][0]["scores"]["other"] = {"value": 0}
    with pytest.raises(ValueError, match="no score of a sample of problem 7"):
        read_counts(value)
    table = read_counts(value, missing="drop")
    assert rows(table) == [("7", "m", "own", 2, 1), ("7", "m", "other", 1, 0)]
    assert "group is the scorer: each sample stands in it once for each" in str(
        table.attrs["report"]
    )


def test_a_sample_that_broke_is_the_harness_s():
    value = with_scores("C", "I")
    value["samples"][1] |= {"scores": None, "error": {"message": "out of memory"}}
    with pytest.raises(ValueError, match="the harness failed to score a sample of problem 7"):
        read_counts(value)
    assert read_counts(value, missing="drop").attrs["report"].erroneous == 1


def test_an_epoch_that_comes_twice_counts_once():
    value = with_scores("C", "I")
    value["samples"].append(value["samples"][0])
    with pytest.raises(ValueError, match="sample 1 of problem 7 comes twice: missing="):
        read_counts(value)
    table = read_counts(value, missing="drop")
    assert (rows(table), table.attrs["report"].duplicated) == ([("7", "m", 2, 1)], 1)
