"""pass@k from a table too big for memory: a GROUP BY is all the estimator needs.

    python benchmarks/big_tables.py [--rows 100000000] [--folder DIR] [--write docs/big_tables.md]

The rows are made first, in Parquet: one for each sample, in no order, some problems with more
samples than others. They are counted while they are made. Then each engine groups them, in a
process of its own. It ends with exit code 1 if an engine's table, or the pass@k from it, differs
from what was counted, be it in the last bit. `--write` keeps time and memory in the page that has
the code of the engines. Needs Linux or macOS.
"""

import argparse
import contextlib
import importlib
import importlib.metadata
import inspect
import json
import os
import platform
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet

from passk import mean_pass_at_k

KS = [1, 10, 50]
SIZES = (50, 100, 100, 150)  # samples of a problem, in turn
EACH = sum(SIZES)  # --rows must be a multiple of it
FILES = 10
ROW_GROUP = 2**20  # rows
SEED = 2021


def require_verdicts(files):
    """Raise unless every row has a problem, and true or false in `passed`."""
    import pyarrow.dataset
    import pyarrow.parquet

    kinds = {str(pyarrow.parquet.read_schema(path).field("passed").type) for path in files}
    if kinds != {"bool"}:
        raise TypeError(f"passed must be true or false: it is {', '.join(sorted(kinds))}")
    problem, passed = map(pyarrow.dataset.field, ("problem", "passed"))
    rows = pyarrow.dataset.dataset(files)
    empty = rows.count_rows(filter=problem.is_null() | passed.is_null())
    if empty:
        raise ValueError(f"problem and passed must not be empty: they are in {empty} rows")


def by_duckdb(files):
    """Return n, c and how many problems have them."""
    import duckdb

    query = """
        WITH counts AS (
            SELECT count(*) AS n, count_if(passed) AS c FROM read_parquet(?) GROUP BY problem
        )
        SELECT n, c, count(*) AS problems FROM counts GROUP BY n, c
    """
    with duckdb.connect() as connection:
        return connection.execute(query, [files]).df()


def by_polars(files):
    """Return n, c and how many problems have them."""
    import polars as pl

    rows = pl.scan_parquet(files)
    counts = rows.group_by("problem").agg(n=pl.len(), c=pl.col("passed").sum())
    return counts.group_by("n", "c").agg(problems=pl.len()).collect(engine="streaming")


def by_dask(files):
    """Return n, c and how many problems have them; a client of Dask must be open."""
    import dask.dataframe as dd

    rows = dd.read_parquet(files, columns=["problem", "passed"])
    counts = rows.groupby("problem")["passed"].agg(["size", "sum"])
    problems = counts.groupby(["size", "sum"]).size().compute()
    return problems.rename_axis(["n", "c"]).reset_index(name="problems")


def dask_workers(processes=True):
    """Return the client of a cluster on this machine, to be closed after use."""
    from distributed import Client

    return Client(
        n_workers=2, threads_per_worker=1, processes=processes, dashboard_address="127.0.0.1:0"
    )


def by_pandas(files):
    """Return n, c and how many problems have them, with all rows in memory."""
    import pandas as pd

    rows = pd.read_parquet(files, columns=["problem", "passed"])
    counts = rows.groupby("problem")["passed"].agg(n="size", c="sum")
    return counts.groupby(["n", "c"]).size().reset_index(name="problems")


def score(table, ks):
    """Return pass@k, from n, c and how many problems have them."""
    return mean_pass_at_k(table["n"], table["c"], ks, weights=table["problems"])


ENGINES = {"DuckDB": by_duckdb, "Polars": by_polars, "Dask": by_dask, "pandas": by_pandas}
MODULES = {"DuckDB": "duckdb", "Polars": "polars", "Dask": "dask.dataframe", "pandas": "pandas"}
WRITING, CHECKING = "writing", "checking"
YARDSTICK = "pandas"


def write_rows(folder, rows):
    """Write files of samples into a folder; return n and c of each problem, counted meanwhile.

    It goes as an evaluation does, one attempt at every problem after the other; a file has every
    tenth attempt, so that all files have samples of each problem.
    """
    rng = np.random.default_rng(SEED)
    n = np.resize(SIZES, rows * len(SIZES) // EACH)
    rates = np.where(rng.random(n.size) < 0.1, 0.0, rng.beta(0.4, 0.8, n.size))
    c = np.zeros_like(n)
    schema = pyarrow.schema({"problem": pyarrow.int64(), "passed": pyarrow.bool_()})
    for number in range(FILES):
        path = Path(folder, f"part{number}.parquet")
        with pyarrow.parquet.ParquetWriter(path, schema) as file:
            for attempt in range(number, max(SIZES), FILES):
                problems = rng.permutation(np.flatnonzero(n > attempt))
                passed = rng.random(problems.size) < rates[problems]
                c[problems] += passed
                columns = {"problem": problems, "passed": passed}
                file.write_table(pyarrow.table(columns, schema), ROW_GROUP)
    return n, c


def parquet_files(folder):
    """Return the paths of the files in a folder."""
    return sorted(map(str, Path(folder).glob("*.parquet")))


def counted(n, c):
    """Return n, c and how many problems have them as sorted rows, from one entry a problem."""
    pairs, problems = np.unique(np.stack([n, c], axis=1), axis=0, return_counts=True)
    return np.column_stack([pairs, problems]).tolist()


def sorted_rows(table):
    """Return the rows of an engine's table, in one order."""
    columns = (np.asarray(table[name]).tolist() for name in ("n", "c", "problems"))
    return sorted(map(list, zip(*columns, strict=True)))


def step(name, folder, rows):
    """Do one step in this process; return its time, its memory and what it found."""
    importlib.import_module(MODULES.get(name, "passk"))
    with dask_workers() if name == "Dask" else contextlib.nullcontext() as client:
        started = time.perf_counter()
        if name == WRITING:
            n, c = write_rows(folder, rows)
            found = {"table": counted(n, c), "scores": mean_pass_at_k(n, c, KS).tolist()}
        elif name == CHECKING:
            found = {"table": require_verdicts(parquet_files(folder))}
        else:
            table = ENGINES[name](parquet_files(folder))
            found = {"table": sorted_rows(table), "scores": score(table, KS).tolist()}
        seconds = time.perf_counter() - started
        peaks = [peak_memory(), *(client.run(peak_memory).values() if client else ())]
    return {"seconds": seconds, "megabytes": sum(peaks), **found}


def peak_memory():
    """Return the most memory that this process has held, in MB."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def in_a_process(name, folder, rows):
    """Do one step in a new process; its time with everything from start to end is added."""
    command = [sys.executable, __file__, "--step", name, "--folder", folder, "--rows", str(rows)]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{name} ended with exit code {done.returncode}:\n{done.stderr}")
    whole = {"whole": time.perf_counter() - started}
    return json.loads(done.stdout.splitlines()[-1]) | whole


def measure(folder, rows, run=in_a_process):
    """Return what each step took and found, the size of the files in MB, and the load before."""
    done, load = {}, os.getloadavg()[0]
    for name in (WRITING, CHECKING, *ENGINES):
        print(f"{name} ...", file=sys.stderr, flush=True)
        done[name] = run(name, folder, rows)
    return done, sum(map(os.path.getsize, parquet_files(folder))) / 1e6, load


def faults(done):
    """Return a sentence for each engine whose table or pass@k is not what was counted."""
    known = done[WRITING]
    wrong = {
        "n, c and problems": [name for name in ENGINES if done[name]["table"] != known["table"]],
        "pass@k": [name for name in ENGINES if done[name]["scores"] != known["scores"]],
    }
    return [
        f"{name}: {what} differ from what was counted" for what in wrong for name in wrong[what]
    ]


def lines_of(done):
    """Return the measurements as a table of markdown."""
    of = done[YARDSTICK]
    head = ("engine", "version", "seconds", "of pandas", "with start", "peak MB", "of pandas")
    lines = ["| " + " | ".join(head) + " |", "| --- | --- |" + " ---: |" * 5]
    for name in ENGINES:
        took = done[name]
        cells = (
            name,
            importlib.metadata.version(MODULES[name].split(".")[0]),
            f"{took['seconds']:.1f}",
            f"{took['seconds'] / of['seconds']:.2f}",
            f"{took['whole']:.1f}",
            f"{took['megabytes']:.0f}",
            f"{took['megabytes'] / of['megabytes']:.2f}",
        )
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def code(*functions):
    """Return functions as a block of markdown, as they stand here."""
    source = "\n\n".join(inspect.getsource(function) for function in functions)
    return f"```python\n{source}```"


def explanation():
    """Return the part of the page that does not depend on a measurement."""
    return EXPLANATION.format(
        check=code(require_verdicts),
        duckdb=code(by_duckdb),
        polars=code(by_polars),
        dask=code(by_dask, dask_workers),
        score=code(score),
    )


def measurement(done, rows, megabytes, load):
    """Return the part of the page that has the figures of one run."""
    known, check = done[WRITING], done[CHECKING]
    figures = (f"pass@{k} = {value!r}" for k, value in zip(KS, known["scores"], strict=True))
    text = MEASUREMENT.format(
        rows=f"{rows:,}",
        problems=f"{sum(row[2] for row in known['table']):,}",
        files=FILES,
        megabytes=megabytes,
        load=load,
        seconds=known["seconds"],
        peak=known["megabytes"],
        cores=os.cpu_count(),
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        pyarrow=pyarrow.__version__,
        pairs=len(known["table"]),
        figures=", ".join(figures),
        table="\n".join(lines_of(done)),
        check_seconds=check["seconds"],
        check_peak=check["megabytes"],
    )
    return "\n\n".join(map(filled, text.split("\n\n")))


def filled(paragraph):
    """Return a paragraph in lines that fit; a table as it is."""
    return paragraph if paragraph.startswith("| ") else textwrap.fill(paragraph, 100)


EXPLANATION = """\
# pass@k from a table too big for memory

The estimator needs no samples, only n and c of each problem; and the mean over problems needs only
how many problems have which n and c. So a `GROUP BY` does all the work that grows with the table,
in an engine that reads files piece by piece:

1. `GROUP BY problem`: n = rows, c = rows that passed.
2. `GROUP BY n, c`: the number of problems with these counts. With 200 samples or fewer for each
   problem, that is at most 20,300 rows, however many problems there are.
3. `mean_pass_at_k` of the distinct n and c, with the number of problems as `weights`.

For files that fit, `passk.results.read_counts` is the better choice: it also finds samples that
come twice, series that stop at the first success, and files of two models.

## Before you count

The rows are in Parquet files, with the columns `problem` and `passed`, and `files` is the list of
their paths. `passed` must be true or false: the sum of scores such as 0.5 is no number of
successes, and an empty cell would pass for a failure. So check first, whichever engine you use;
this keeps no rows either:

{check}

Two things it cannot see. A sample that was written twice counts twice: with a column `sample`,
group by `problem, sample` first. And rows of two models or languages must be told apart: put the
column into both groupings.

## DuckDB

{duckdb}

## Polars

{polars}

## Dask

For a cluster, or for files that only a cluster can reach. `with dask_workers():` around it makes
one of two processes on this machine (in a script, under `if __name__ == "__main__":`); give
`Client` an address for one that is there.

{dask}

## pass@k

With `from passk import mean_pass_at_k`, from the table of any of them:

{score}

The tables come in no particular order. That does not matter: `mean_pass_at_k` sorts the counts, so
that equal tables give the same pass@k to the last bit.
"""

MEASUREMENT = """\
## Measured

`make bigtables` writes {rows} rows, runs all of this and writes this page. The rows are those of
{problems} problems with 50, 100 or 150 samples each, a problem's samples spread over {files} files,
{megabytes:.0f} MB in all. Writing them took {seconds:.0f} s and {peak:.0f} MB of memory, and the
check {check_seconds:.2f} s and {check_peak:.0f} MB.

From each engine came the same {pairs} rows of n, c and problems that had been counted while
writing, and from these, to the last bit, the same pass@k as from n and c of all problems:
{figures}.

{table}

One run on {cores} cores with {memory:.0f} GiB, {system}, Python {python}, pyarrow {pyarrow}. Before
it other programs made a load average of {load:.1f}: times, and ratios of times, suffer from a load;
memory does not. pandas holds all rows in memory, and is here to compare. Seconds are those of the
queries; "with start" adds the start of Python, imports, and Dask's cluster. The peak is that of the
process, and with Dask the sum of those of its three.
"""


def main(arguments=None):
    """Run all; print or write the measurements; return 1 if a figure is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10**8)
    parser.add_argument("--folder", help="for the rows; default: a temporary one")
    parser.add_argument("--write", type=Path, metavar="FILE", help="the page")
    parser.add_argument("--step", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.rows < EACH or options.rows % EACH:
        parser.error(f"--rows must be a multiple of {EACH}: {options.rows}")
    if options.step:
        print(json.dumps(step(options.step, options.folder, options.rows)))
        return 0
    with contextlib.ExitStack() as stack:
        folder = options.folder or stack.enter_context(tempfile.TemporaryDirectory())
        Path(folder).mkdir(parents=True, exist_ok=True)
        if parquet_files(folder):
            parser.error(f"--folder must have no Parquet files yet: {folder}")
        done, *about = measure(folder, options.rows)
    wrong = faults(done)
    text = measurement(done, options.rows, *about)
    if options.write and not wrong:
        options.write.write_text(f"{explanation()}\n{text}\n", encoding="utf-8")
    print(text, *wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
