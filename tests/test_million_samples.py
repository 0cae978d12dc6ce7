"""benchmarks/million_samples.py writes what it says, and docs/reading.md is what it wrote."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reading.md").read_text("utf-8")
SAMPLES = 2500


def load_script():
    path = ROOT / "benchmarks" / "million_samples.py"
    spec = importlib.util.spec_from_file_location("million_samples", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load_script()


def test_every_format_is_counted_as_it_was_written(tmp_path):
    rows = script.measure(tmp_path, SAMPLES, run=script.step)
    assert [row[0] for row in rows] == list(script.FORMATS)
    assert not list(tmp_path.iterdir())


def test_a_wrong_count_is_an_error(tmp_path):
    def run(kind, name, path):
        seconds, peak, found = script.step(kind, name, path)
        return seconds, peak, found and [found[0], found[1], found[2] + 1]

    with pytest.raises(ValueError, match=r"\[3, 2500, 1\d\d\d\] was counted"):
        script.measure(tmp_path, SAMPLES, run)


def test_a_step_in_a_process_of_its_own_says_what_it_took(tmp_path):
    name = "long table, CSV"
    script.write_csv(tmp_path / "a.csv", 5)
    seconds, peak, found = script.in_a_process("passk", name, tmp_path / "a.csv")
    assert found == [1, 5, sum(sample[-1] for sample in script.samples(5))]
    assert seconds > 0
    assert peak > 10
    assert script.in_a_process("bare", name, tmp_path / "a.csv")[2] is None


def test_the_page_is_what_the_script_writes():
    cells = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    assert [row[0] for row in cells[2:]] == list(script.FORMATS)
    assert [row[3] for row in cells[2:]] == [words for *_, words in script.FORMATS.values()]
    written = script.page(cells[2:], 10**6, 0)
    assert PAGE.splitlines()[:-4] == written.splitlines()[:-4]


def test_no_samples_are_refused(capsys):
    with pytest.raises(SystemExit):
        script.main(["--samples", "0"])
    assert "--samples must be at least 1: 0" in capsys.readouterr().err
