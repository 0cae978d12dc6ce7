"""benchmarks/big_tables.py counts right in every engine; docs/big_tables.md is what it wrote."""

import copy
import functools
import importlib.util
import json
import os
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import psutil
import pyarrow
import pyarrow.parquet
import pytest

from passk import exact_pass_at_k, mean_pass_at_k
from passk.results import read_counts

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "benchmarks" / "big_tables.py"
PAGE = (ROOT / "docs" / "big_tables.md").read_text("utf-8")
ROWS = 100_000

# Dask's own call, which pandas 3.1 warns of
dask_may_reset = pytest.mark.filterwarnings("ignore:The inplace keyword in DataFrame.reset_index")


def load_script():
    spec = importlib.util.spec_from_file_location("big_tables", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load_script()


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """The files of a small table, and n and c of each problem as they were counted."""
    folder = tmp_path_factory.mktemp("rows")
    counts = script.write_rows(folder, ROWS)
    return script.parquet_files(folder), *counts


@pytest.fixture(scope="module")
def _cluster():
    with script.dask_workers(processes=False):
        yield


def write(folder, problems, passed):
    """Write one file of rows; return the list of its path."""
    path = str(folder / "rows.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"problem": problems, "passed": passed}), path)
    return [path]


# The engines


@dask_may_reset
@pytest.mark.usefixtures("_cluster")
@pytest.mark.parametrize("engine", script.ENGINES)
def test_every_engine_finds_what_was_counted(rows, engine):
    files, n, c = rows
    table = script.ENGINES[engine](files)
    assert script.sorted_rows(table) == script.counted(n, c)
    expected = mean_pass_at_k(n, c, script.KS)
    assert script.score(table, script.KS).tolist() == expected.tolist()


@dask_may_reset
@pytest.mark.usefixtures("_cluster")
@pytest.mark.parametrize("engine", script.ENGINES)
def test_problems_may_have_names_one_sample_and_no_success(tmp_path, engine):
    problems = ["a", "b", "a", "c", "d", "b", "a"]
    files = write(tmp_path, problems, [True, False, False, True, True, False, True])
    table = script.ENGINES[engine](files)
    assert script.sorted_rows(table) == [[1, 1, 2], [2, 0, 1], [3, 2, 1]]
    assert script.score(table, 1) == pytest.approx((1 + 1 + 0 + 2 / 3) / 4, abs=1e-15)


def test_read_counts_finds_the_same(tmp_path):
    n, c = script.write_rows(tmp_path, 4_000)
    counts = [read_counts(path) for path in script.parquet_files(tmp_path)]
    assert sum(table["n"].sum() for table in counts) == 4_000
    total = sum(table.set_index("problem")[["n", "c"]] for table in counts)
    total.index = total.index.astype(int)
    assert total.sort_index()["n"].tolist() == n.tolist()
    assert total.sort_index()["c"].tolist() == c.tolist()


def test_score_is_the_exact_mean(rows):
    _, n, c = rows
    n, c, problems = np.transpose(script.counted(n, c))
    found = script.score({"n": n, "c": c, "problems": problems}, script.KS)
    for k, value in zip(script.KS, found, strict=True):
        pairs = zip(n.tolist(), c.tolist(), problems.tolist(), strict=True)
        exact = sum(p * exact_pass_at_k(a, b, k) for a, b, p in pairs) / Fraction(ROWS, 100)
        assert value == pytest.approx(float(exact), rel=1e-15)


def test_the_order_of_a_table_does_not_matter(rows):
    table = np.transpose(script.counted(*rows[1:]))
    rng = np.random.default_rng(1)
    found = {
        tuple(script.score(dict(zip(("n", "c", "problems"), shuffled, strict=True)), script.KS))
        for shuffled in (rng.permutation(table, axis=1) for _ in range(20))
    }
    assert len(found) == 1


# The check


def test_true_and_false_are_accepted(rows, tmp_path):
    script.require_verdicts(rows[0])
    script.require_verdicts(write(tmp_path, ["a", "b"], [True, False]))


@pytest.mark.parametrize(
    ("passed", "kind"), [([0.5, 0.5], "double"), ([1, 0], "int64"), (["true", "false"], "string")]
)
def test_what_is_not_true_or_false_is_refused(tmp_path, passed, kind):
    with pytest.raises(TypeError, match=f"passed must be true or false: it is {kind}"):
        script.require_verdicts(write(tmp_path, ["a", "a"], passed))


def test_one_file_of_another_type_is_refused(rows, tmp_path):
    files = [*rows[0], *write(tmp_path, [1, 1], [0.5, 0.5])]
    with pytest.raises(TypeError, match="true or false: it is bool, double"):
        script.require_verdicts(files)


@pytest.mark.parametrize(
    ("problems", "passed", "number"),
    [
        (["a", "a", "b"], [True, None, None], 2),
        (["a", None, "b"], [True, True, False], 1),
        ([None, "a", "b"], [True, None, False], 2),
    ],
)
def test_empty_cells_are_refused_and_counted(tmp_path, problems, passed, number):
    with pytest.raises(ValueError, match=f"must not be empty: they are in {number} rows"):
        script.require_verdicts(write(tmp_path, problems, passed))


# The rows


def test_every_file_has_samples_of_every_problem_in_no_order(rows):
    files, n, c = rows
    tables = [pyarrow.parquet.read_table(path) for path in files]
    assert len(files) == script.FILES
    assert sum(table.num_rows for table in tables) == n.sum() == ROWS
    assert sum(table["passed"].to_numpy().sum() for table in tables) == c.sum()
    assert sorted(set(n)) == sorted(set(script.SIZES))
    for table in tables:
        problems = table["problem"].to_numpy()
        assert set(problems) == set(range(n.size))
        assert np.mean(np.diff(problems) > 0) < 0.6


def test_some_problems_are_never_solved_and_some_always(rows):
    _, n, c = rows
    assert 0.1 < np.mean(c == 0) < 0.5
    assert np.any(c == n)


def test_row_groups_are_bounded_and_rows_do_not_depend_on_them(rows, tmp_path, monkeypatch):
    monkeypatch.setattr(script, "ROW_GROUP", 300)
    script.write_rows(tmp_path, ROWS)
    for path, same in zip(script.parquet_files(tmp_path), rows[0], strict=True):
        file = pyarrow.parquet.ParquetFile(path)
        groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        assert max(groups) == 300
        assert file.read().equals(pyarrow.parquet.read_table(same))


# The program


def test_the_program_measures_engines_in_processes_and_writes_the_page(
    tmp_path, monkeypatch, capsys
):
    page, folder = tmp_path / "page.md", tmp_path / "rows"
    monkeypatch.setattr(script, "ENGINES", {"DuckDB": None, "pandas": None})
    code = script.main(["--rows", "4000", "--folder", str(folder), "--write", str(page)])
    text = page.read_text("utf-8")
    assert code == 0
    assert text.startswith(script.explanation())
    assert text.endswith(capsys.readouterr().out.rstrip("\n") + "\n")
    assert list(engines(text)) == ["DuckDB", "pandas"]
    assert len(script.parquet_files(folder)) == script.FILES
    with pytest.raises(SystemExit):
        script.main(["--rows", "4000", "--folder", str(folder)])
    assert "--folder must have no Parquet files yet" in capsys.readouterr().err


@dask_may_reset
@pytest.mark.parametrize("engine", ["Polars", "Dask"])
def test_a_step_gives_time_memory_table_and_scores(rows, engine, monkeypatch):
    workers = functools.partial(script.dask_workers, processes=False)
    monkeypatch.setattr(script, "dask_workers", workers)
    files, n, c = rows
    found = script.step(engine, Path(files[0]).parent, ROWS)
    assert found["table"] == script.counted(n, c)
    assert found["scores"] == mean_pass_at_k(n, c, script.KS).tolist()
    assert 0 < found["seconds"] < 60
    processes = 3 if engine == "Dask" else 1  # a client and two workers, all of them this process
    assert found["megabytes"] == pytest.approx(processes * script.peak_memory(), rel=0.02)
    assert json.loads(json.dumps(found)) == found


def test_peak_memory_is_in_megabytes():
    now = psutil.Process().memory_info().rss / 1e6
    assert 0.9 * now < script.peak_memory() < 100 * now


@pytest.fixture
def done(rows):
    """What the steps of a run give, without running them."""
    _, n, c = rows
    scores = mean_pass_at_k(n, c, script.KS).tolist()
    found = {"table": script.counted(n, c), "scores": scores}
    took = {"seconds": 2.0, "whole": 3.0, "megabytes": 100.0}
    names = (script.WRITING, script.CHECKING, *script.ENGINES)
    return {name: copy.deepcopy(found) | took for name in names}


def test_one_problem_or_one_bit_is_a_fault(done):
    assert script.faults(done) == []
    done["Polars"]["table"][0][2] += 1
    done["Dask"]["scores"][1] = np.nextafter(done["Dask"]["scores"][1], 1)
    assert script.faults(done) == [
        "Polars: n, c and problems differ from what was counted",
        "Dask: pass@k differ from what was counted",
    ]


def test_a_fault_is_printed_ends_with_1_and_writes_no_page(done, monkeypatch, tmp_path, capsys):
    done["DuckDB"]["table"].pop()
    monkeypatch.setattr(script, "measure", lambda folder, rows: (done, 1.0, 0.0))
    assert script.main(["--rows", "400", "--write", str(tmp_path / "page.md")]) == 1
    assert "DuckDB: n, c and problems differ" in capsys.readouterr().out
    assert os.listdir(tmp_path) == []


def test_ratios_are_to_pandas(done):
    done["DuckDB"] |= {"seconds": 1.0, "megabytes": 25.0}
    lines = "\n".join(script.lines_of(done))
    found = engines(lines)
    assert found["DuckDB"][1:] == ["1.0", "0.50", "3.0", "25", "0.25"]
    assert found["pandas"][1:] == ["2.0", "1.00", "3.0", "100", "1.00"]


def test_a_step_that_fails_says_why(tmp_path):
    with pytest.raises(RuntimeError, match=r"DuckDB ended with exit code 1:\n(?s:.*)Error"):
        script.in_a_process("DuckDB", str(tmp_path), 400)


@pytest.mark.parametrize("rows", ["0", "-400", "1000"])
def test_rows_that_do_not_fit_are_refused(rows, capsys):
    with pytest.raises(SystemExit):
        script.main(["--rows", rows])
    assert f"--rows must be a multiple of 400: {rows}" in capsys.readouterr().err


# The page


def engines(text):
    """Return the other cells of each row of the table, by engine."""
    lines = [line[2:-2].split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {cells[0]: cells[1:] for cells in lines[2:]}


def test_the_code_of_the_page_is_that_of_the_script():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    source = SCRIPT.read_text("utf-8")
    assert len(blocks) == 5
    for function in (part for block in blocks for part in block.split("\n\n\ndef ")):
        assert function.rstrip("\n") in source
    shown = re.findall(r"^def (\w+)", "\n".join(blocks), re.M)
    assert {"by_duckdb", "by_polars", "by_dask", "require_verdicts", "score"} <= set(shown)


def test_the_code_of_the_page_runs_alone(rows):
    files, n, c = rows
    names = {"mean_pass_at_k": mean_pass_at_k}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.S):
        exec(block, names)
    names["require_verdicts"](files)
    tables = [names[name](files) for name in ("by_duckdb", "by_polars")]
    expected = mean_pass_at_k(n, c, 10)
    assert [names["score"](table, 10) for table in tables] == [expected] * 2


def test_the_page_is_what_the_script_writes():
    assert PAGE.startswith(script.explanation())
    assert max(map(len, PAGE.splitlines())) <= 100


def test_the_page_has_one_run_with_a_hundred_million_rows():
    text = " ".join(PAGE.split("## Measured")[1].split())
    assert "writes 100,000,000 rows" in text
    assert "1,000,000 problems" in text
    found = engines(PAGE)
    assert list(found) == list(script.ENGINES)
    seconds, peak = (float(found[script.YARDSTICK][column]) for column in (1, 4))
    for _, took, of_time, whole, most, of_memory in found.values():
        assert float(of_time) == pytest.approx(float(took) / seconds, abs=0.015)
        assert float(of_memory) == pytest.approx(float(most) / peak, abs=0.006)
        assert float(whole) > float(took)


def test_what_the_page_says_of_two_hundred_samples_is_right():
    most = sum(n + 1 for n in range(1, 201))
    assert f"at most {most:,} rows" in script.explanation()
