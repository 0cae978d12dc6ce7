"""Measure what a reader waits for: JupyterLab's first page, and the first figure of a lesson.

    python benchmarks/starts.py [--rounds 3]

Each time with a new server or a new kernel. What the disk has read before stays in the system's
memory, as with every start but the first after the machine's own. `make lab` does, from its second
time on, what is measured as JupyterLab.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
LAB = "JupyterLab, to its first page"
PICTURES = {"image/png", "image/svg+xml", "application/vnd.jupyter.widget-view+json"}
LONGEST = 120  # seconds


def seconds_to_lab():
    """Return how long JupyterLab takes from its command to an answer with its page."""
    options = {"ServerApp.root_dir": NOTEBOOKS, "ServerApp.port": 0}
    options |= {"IdentityProvider.token": "", "ServerApp.open_browser": False}
    command = [sys.executable, "-m", "jupyterlab", "--allow-root"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "JUPYTER_RUNTIME_DIR": folder}
        started = time.perf_counter()
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)
        try:
            _wait_for_page(Path(folder), server)
            return time.perf_counter() - started
        finally:
            server.terminate()
            server.wait()


def _wait_for_page(folder, server):
    """Wait until a server answers where it says it is; raise if it ends or takes too long."""
    until = time.monotonic() + LONGEST
    while server.poll() is None and time.monotonic() < until:
        with contextlib.suppress(StopIteration, ValueError, urllib.error.URLError):
            url = json.loads(next(folder.glob("jpserver-*.json")).read_text("utf-8"))["url"]
            with urllib.request.urlopen(f"{url}lab", timeout=LONGEST) as answer:
                answer.read()
            return
        time.sleep(0.02)
    raise RuntimeError(f"JupyterLab gave no answer: exit code {server.poll()}")


def seconds_to_figure(path):
    """Return how long a lesson takes from the start of its kernel to its first figure."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=LONGEST, resources=resources)
    started = time.perf_counter()
    with client.setup_kernel():
        for number, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                client.execute_cell(cell, number)
                if any(PICTURES & set(output.get("data", ())) for output in cell.outputs):
                    return time.perf_counter() - started
    raise RuntimeError(f"{path} shows no figure")


def measure(rounds):
    """Return the seconds of each round, by what was started."""
    lessons = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
    found = {LAB: []} | {
        f"lesson {int(path.name[:2])}, to its first figure": [] for path in lessons
    }
    for _ in range(rounds):
        took = [seconds_to_lab(), *map(seconds_to_figure, lessons)]
        for times, seconds in zip(found.values(), took, strict=True):
            times.append(seconds)
    return found


def main():
    """Print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    for what, seconds in measure(parser.parse_args().rounds).items():
        print(
            f"{what:<32} {statistics.median(seconds):6.2f} s, {min(seconds):.2f}-{max(seconds):.2f}"
        )


if __name__ == "__main__":
    main()
