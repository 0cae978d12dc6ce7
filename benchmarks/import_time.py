"""Measure what `import passk` costs beside `import numpy, scipy.special`.

    python benchmarks/import_time.py [--runs 15]

Each run starts a fresh interpreter; the two take turns, and the medians are compared.
"""

import argparse
import statistics
import subprocess
import sys

IMPORTS = ("import numpy, scipy.special", "import passk")
TIMED = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"


def seconds(statement):
    """Return how long one statement takes in a fresh interpreter."""
    command = [sys.executable, "-c", TIMED.format(statement)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main():
    """Print both medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    turns = [[seconds(statement) for statement in IMPORTS] for _ in range(parser.parse_args().runs)]
    medians = [statistics.median(times) for times in zip(*turns, strict=True)]
    for statement, median in zip(IMPORTS, medians, strict=True):
        print(f"{1e3 * median:6.0f} ms  {statement}")
    print(f"{medians[1] / medians[0]:6.2f}     ratio")


if __name__ == "__main__":
    main()
