"""Run the notebooks again and store their outputs in one fixed form.

    python tools/execute_notebooks.py [NAME ...] [--check]

Each notebook runs from top to bottom in a fresh kernel. It is written only if it has changed and
nothing went wrong: no cell may raise, write to stderr or take more than 5 seconds. With --check
nothing runs; each file must be executed and in the form that this program writes.
"""

import argparse
import base64
import io
import itertools
import json
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from PIL import Image

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
SLOWEST = 5.0
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_METADATA = ("tags", "jupyter", "collapsed")


class NotebookError(Exception):
    """A cell did what no cell may do."""


def main(arguments=None):
    """Execute or check the notebooks; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="01_count or a path; all if none")
    parser.add_argument("--check", action="store_true", help="run nothing, look at the files")
    options = parser.parse_args(arguments)
    complaints = []
    for path in find(options.names):
        complaints += problems(path) if options.check else update(path)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


def find(names, folder=NOTEBOOKS):
    """Return the paths of the notebooks whose names start so; of all without names."""
    if not names:
        return sorted(folder.glob("*.ipynb"))
    paths = []
    for name in names:
        matches = [Path(name)] if Path(name).is_file() else sorted(folder.glob(f"{name}*.ipynb"))
        if not matches:
            sys.exit(f"no notebook in {folder} starts with {name}")
        paths += matches
    return paths


def update(path):
    """Execute a notebook and write it if it has changed; return a list of complaints."""
    old_text = path.read_text("utf-8")
    start = time.perf_counter()
    try:
        notebook = execute(read(path), path.parent)
    except NotebookError as error:
        return [f"{path.name}, {error}"]
    keep_equal_pictures(notebook, read(path))
    text = as_text(normalise(notebook))
    if text != old_text:
        path.write_text(text, encoding="utf-8", newline="\n")
    verdict = "unchanged" if text == old_text else "written"
    print(f"{path.name}: {verdict}, {time.perf_counter() - start:.1f} s", flush=True)
    return []


def problems(path):
    """Return what keeps a notebook from being executed and normalised, as a list of sentences."""
    notebook = read(path)
    code = [(name, cell) for name, cell in named(notebook) if cell.cell_type == "code"]
    found = [f"{name} was not executed" for name, cell in code if cell.execution_count is None]
    if code and not any(cell.outputs for _, cell in code):
        found.append("no cell has stored outputs")
    found += [f"{name} {fault}" for name, cell in code for fault in faults(cell)]
    found = found or differences(notebook, normalise(read(path)))
    if not found and as_text(notebook) != path.read_text("utf-8"):
        found = ["the file is not in the form that is stored (white space, order of keys)"]
    return [f"{path.name}, {problem}" for problem in found]


def differences(notebook, normal):
    """Return where a notebook differs from its normalised form, as a list of sentences."""
    pairs = zip(named(notebook), normal.cells, strict=True)
    found = [f"{name} is not normalised" for (name, cell), other in pairs if cell != other]
    keys = ("metadata", "nbformat", "nbformat_minor")
    return found + [f"its {key} is not normalised" for key in keys if notebook[key] != normal[key]]


def read(path):
    """Return a notebook as it is in the file: nothing is added or put right."""
    return nbformat.v4.reads(path.read_text("utf-8"))


def named(notebook):
    """Return pairs of a name for messages and a cell."""
    return [(f"cell {i} (id {c.get('id')})", c) for i, c in enumerate(notebook.cells, start=1)]


def faults(cell):
    """Return what is wrong with the outputs of a code cell, as a list of sentences."""
    found = [f"raises {o.ename}: {o.evalue}" for o in cell.outputs if o.output_type == "error"]
    found += [f"writes to stderr: {o.text}" for o in cell.outputs if o.get("name") == "stderr"]
    if any(WIDGET_VIEW in output.get("data", {}) for output in cell.outputs):
        found.append("has a stored widget view")
    return found


def execute(notebook, folder):
    """Run all cells in a fresh kernel; return the notebook or raise NotebookError."""
    os.environ.pop("MPLBACKEND", None)  # a kernel that finds it shows no figures
    give_ids(notebook)
    client = NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        coalesce_streams=True,
        store_widget_state=False,
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    with client.setup_kernel():
        for index, (name, cell) in enumerate(named(notebook)):
            execute_cell(client, cell, index, name)
    return notebook


def execute_cell(client, cell, index, name):
    """Run one cell and raise NotebookError if it raises, warns or is slow."""
    start = time.perf_counter()
    try:
        client.execute_cell(cell, index)
    except (CellExecutionError, TimeoutError) as error:
        raise NotebookError(f"{name}: {error}") from error
    seconds = time.perf_counter() - start
    found = faults(normalise_cell(cell)) if cell.cell_type == "code" else []
    if found:
        raise NotebookError(f"{name} {found[0]}")
    if seconds > SLOWEST:
        raise NotebookError(f"{name} took {seconds:.1f} s; the limit is {SLOWEST:g} s")


def normalise(notebook):
    """Bring a notebook into the one form that is stored, in place; return it."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    give_ids(notebook)
    counts = itertools.count(1)
    for cell in notebook.cells:
        normalise_cell(cell)
        if cell.cell_type == "code":
            cell.execution_count = next(counts)
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = cell.execution_count
    return notebook


def normalise_cell(cell):
    """Drop metadata that say nothing and views of widgets that are gone; return the cell."""
    cell.metadata = nbformat.from_dict(
        {key: cell.metadata[key] for key in CELL_METADATA if cell.metadata.get(key)}
    )
    for output in cell.get("outputs", []):
        if WIDGET_VIEW in output.get("data", {}) and len(output.data) > 1:
            del output.data[WIDGET_VIEW]
            output.metadata.pop(WIDGET_VIEW, None)
    return cell


def give_ids(notebook):
    """Keep every valid id, at its first place, and give the other cells new ones."""
    wanted = Counter(cell.get("id") for cell in notebook.cells)
    new_ids = (name for i in itertools.count(1) if (name := f"cell-{i}") not in wanted)
    taken = set()
    for cell in notebook.cells:
        valid = re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell.get("id") or "")
        if not valid or cell.id in taken:
            cell.id = next(new_ids)
        taken.add(cell.id)


def keep_equal_pictures(notebook, old):
    """Put back the old PNG wherever the new one shows the same pixels."""
    old_outputs = {cell.get("id"): cell.get("outputs", []) for cell in old.cells}
    for cell in notebook.cells:
        pairs = zip(cell.get("outputs", []), old_outputs.get(cell.id, []), strict=False)
        for new_png, old_png in ((new.get("data", {}), old.get("data", {})) for new, old in pairs):
            if same_pixels(new_png.get("image/png"), old_png.get("image/png")):
                new_png["image/png"] = old_png["image/png"]


def same_pixels(first, second):
    """Return whether two pictures in base64 have the same size and pixels."""
    if not first or not second:
        return False
    one, two = (Image.open(io.BytesIO(base64.b64decode(png))) for png in (first, second))
    return one.size == two.size and one.convert("RGBA").tobytes() == two.convert("RGBA").tobytes()


def as_text(notebook):
    """Return the text of the file, or raise if the notebook is not valid."""
    text = nbformat.v4.writes(notebook) + "\n"
    nbformat.validate(json.loads(text))
    return text


if __name__ == "__main__":
    sys.exit(main())
