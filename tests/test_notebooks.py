"""The lessons are short, executed and stored in one form, and a changed number is noticed.

That every cell still gives its stored output is checked by nbval, which runs the lessons, too.
"""

import base64
import copy
import importlib.util
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image, PngImagePlugin

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [
    "01_count_what_pass_at_k_means",
    "02_see_why_the_naive_estimate_is_too_low",
    "03_watch_the_bias_in_a_simulation",
    "04_compute_it_without_overflow",
    "05_put_error_bars_on_a_benchmark",
    "06_run_programs_in_many_languages",
    "07_question_a_published_number",
    "08_write_your_own_and_have_it_checked",
]
MOST_LINES, MOST_WORDS = 15, 150
DRAWS = re.compile(r"^(?!from|import).*(\bplot_\w+\(|\.picture\(\))", re.MULTILINE)


def load_tool():
    spec = importlib.util.spec_from_file_location("tool", ROOT / "tools" / "execute_notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = load_tool()


def breaches(notebook):
    """Return what makes a notebook hard to read or shows the machine it was run on."""
    found = []
    for name, cell in tool.named(notebook):
        lines, words = len(cell.source.splitlines()), len(cell.source.split())
        if cell.cell_type == "code" and lines > MOST_LINES:
            found.append(f"{name} has {lines} lines of code")
        if cell.cell_type == "markdown" and words > MOST_WORDS:
            found.append(f"{name} has {words} words")
        if cell.cell_type == "code" and re.search(r"^\s*%%?time", cell.source, re.MULTILINE):
            found.append(f"{name} prints a time")
        if cell.cell_type == "code" and cell.source.rstrip().endswith(";"):
            found.append(f"{name} ends in a semicolon, which nbval ignores: name the result")
        if DRAWS.search(cell.source) and "image/png" not in stored_kinds(cell):
            found.append(f"{name} draws a figure and shows none")
        if re.search(r"/(home|root|Users)/|\\Users\\", stored_text(cell)):
            found.append(f"{name} shows a home directory")
    return found


def stored_kinds(cell):
    """Return the mime types of a cell's outputs."""
    return {kind for output in cell.get("outputs", []) for kind in output.get("data", {})}


def stored_text(cell):
    """Return all that a cell's outputs say in text."""
    outputs = cell.get("outputs", [])
    texts = [output.get("text", "") for output in outputs]
    for output in outputs:
        data = output.get("data", {})
        texts += [str(data[mime]) for mime in data if not mime.startswith("image/png")]
    return "\n".join(texts)


def small_notebook():
    """Return a notebook in the stored form, with a number, a line of text and a heading."""
    result = new_output("execute_result", {"text/plain": "120"}, execution_count=1)
    line = new_output("stream", name="stdout", text="pass@5 is 0.9167\n")
    cells = [
        new_markdown_cell("# Count", id="head"),
        new_code_cell("import math\n\nmath.comb(10, 3)", id="result", outputs=[result]),
        new_code_cell('print("pass@5 is 0.9167")', id="line", outputs=[line]),
    ]
    return tool.normalise(new_notebook(cells=cells))


def write(notebook, path):
    path.write_text(tool.as_text(notebook), encoding="utf-8")
    return path


def test_every_lesson_is_here():
    if not LESSONS:
        pytest.skip("notebooks/ has no lessons yet")
    assert [path.stem for path in LESSONS] == NAMES


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem[:2])
def test_lesson_is_executed_and_normalised(path):
    assert tool.problems(path) == []


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem[:2])
def test_lesson_is_short_and_of_no_particular_machine(path):
    notebook = tool.read(path)
    assert breaches(notebook) == []
    assert notebook.metadata.kernelspec.name == "python3"
    assert "widgets" not in notebook.metadata


def test_small_notebook_has_no_problems(tmp_path):
    assert tool.problems(write(small_notebook(), tmp_path / "small.ipynb")) == []
    assert breaches(small_notebook()) == []


def strip_outputs(notebook):
    for cell in notebook.cells[1:]:
        cell.outputs = []


def strip_counts(notebook):
    for cell in notebook.cells[1:]:
        cell.outputs, cell.execution_count = [], None


def raise_error(notebook):
    notebook.cells[1].outputs = [new_output("error", ename="ValueError", evalue="no", traceback=[])]


def warn(notebook):
    notebook.cells[2].outputs[0].name = "stderr"


def keep_widget_view(notebook):
    notebook.cells[1].outputs[0].data[tool.WIDGET_VIEW] = {"model_id": "1"}


def keep_widget_state(notebook):
    notebook.metadata.widgets = {"state": {}}


def keep_timing(notebook):
    notebook.cells[1].metadata.execution = {"iopub.status.busy": "2026-01-01T00:00:00Z"}


def count_from_seven(notebook):
    notebook.cells[1].execution_count = 7


def name_another_kernel(notebook):
    notebook.metadata.kernelspec.name = "my-env"


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (strip_outputs, "no cell has stored outputs"),
        (strip_counts, r"cell 2 \(id result\) was not executed"),
        (raise_error, r"cell 2 \(id result\) raises ValueError: no"),
        (warn, r"cell 3 \(id line\) writes to stderr"),
        (keep_widget_view, r"cell 2 \(id result\) has a stored widget view"),
        (keep_widget_state, "its metadata is not normalised"),
        (keep_timing, r"cell 2 \(id result\) is not normalised"),
        (count_from_seven, r"cell 2 \(id result\) is not normalised"),
        (name_another_kernel, "its metadata is not normalised"),
    ],
)
def test_a_spoilt_notebook_is_found(spoil, complaint, tmp_path):
    notebook = small_notebook()
    spoil(notebook)
    found = tool.problems(write(notebook, tmp_path / "small.ipynb"))
    assert re.match(f"small.ipynb, {complaint}", found[0])


def test_another_layout_of_the_file_is_found(tmp_path):
    path = write(small_notebook(), tmp_path / "small.ipynb")
    path.write_text(path.read_text("utf-8").rstrip("\n"), encoding="utf-8")
    assert "not in the form that is stored" in tool.problems(path)[0]


@pytest.mark.parametrize(
    ("cell", "breach"),
    [
        (new_code_cell("x = 1\n" * 16), "has 16 lines of code"),
        (new_markdown_cell("word " * 151), "has 151 words"),
        (new_code_cell("%timeit 1 + 1"), "prints a time"),
        (new_code_cell("plots.plot_urn(10, 3, 5);"), "ends in a semicolon"),
        (new_code_cell("ax = plots.plot_urn(10, 3, 5)"), "draws a figure and shows none"),
        (new_code_cell("explorer.picture()"), "draws a figure and shows none"),
        (
            new_code_cell("", outputs=[new_output("stream", text="/home/someone/passk/plots.py")]),
            "shows a home directory",
        ),
    ],
)
def test_a_breach_is_found(cell, breach):
    assert breach in "".join(breaches(new_notebook(cells=[cell])))


def test_normalise_keeps_ids_and_gives_each_cell_one():
    notebook = new_notebook(cells=[new_markdown_cell(str(i)) for i in range(4)])
    for cell, name in zip(notebook.cells, ["mine", "mine", "cell-1", "not valid"], strict=True):
        cell.id = name
    ids = [cell.id for cell in tool.normalise(notebook).cells]
    assert ids == ["mine", "cell-2", "cell-1", "cell-3"]


def test_normalise_keeps_tags_and_drops_views_of_widgets():
    notebook = small_notebook()
    notebook.cells[1].metadata = {"tags": ["exercise"], "trusted": True, "collapsed": False}
    keep_widget_view(notebook)
    normal = tool.normalise(notebook)
    assert normal.cells[1].metadata == {"tags": ["exercise"]}
    assert normal.cells[1].outputs[0].data == {"text/plain": "120"}


def test_execution_stores_outputs_once_and_keeps_equal_pictures(tmp_path, capsys):
    path = tmp_path / "figure.ipynb"
    source = "import matplotlib.pyplot as plt\n\nlines = plt.plot([1, 3, 2])"
    write(new_notebook(cells=[new_code_cell(source)]), path)
    assert tool.update(path) == []
    first = path.read_bytes()
    assert tool.problems(path) == []
    assert "image/png" in tool.read(path).cells[0].outputs[0].data
    assert tool.update(path) == []
    assert path.read_bytes() == first
    assert re.findall("written|unchanged", capsys.readouterr().out) == ["written", "unchanged"]


def test_an_equal_picture_with_other_bytes_is_not_stored_again():
    old, new = (new_notebook(cells=[new_code_cell(id="figure")]) for _ in range(2))
    for notebook, software in ((old, "one"), (new, "another")):
        data = {"image/png": png_of_one_pixel(software)}
        notebook.cells[0].outputs = [new_output("display_data", data)]
    assert old != new
    tool.keep_equal_pictures(new, old)
    assert old == new


def png_of_one_pixel(software, colour="white"):
    information = PngImagePlugin.PngInfo()
    information.add_text("Software", software)
    file = io.BytesIO()
    Image.new("RGB", (1, 1), colour).save(file, "PNG", pnginfo=information)
    return base64.b64encode(file.getvalue()).decode()


def test_another_pixel_is_another_picture():
    white, black = png_of_one_pixel("one"), png_of_one_pixel("one", "black")
    assert tool.same_pixels(white, white)
    assert not tool.same_pixels(white, black)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("1 / 0", r"cell 1 .*ZeroDivisionError"),
        ("import warnings\n\nwarnings.warn('no')", "cell 1 .*writes to stderr"),
        ("import time\n\ntime.sleep(0.5)", r"cell 1 .*took \d\.\d s; the limit is 0\.4 s"),
    ],
)
def test_execution_refuses_errors_warnings_and_slow_cells(source, complaint, tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "SLOWEST", 0.4)
    path = write(new_notebook(cells=[new_code_cell(source)]), tmp_path / "bad.ipynb")
    before = path.read_bytes()
    assert re.match(f"bad.ipynb, {complaint}", tool.update(path)[0], re.DOTALL)
    assert path.read_bytes() == before


def first_stored_number(notebook):
    """Return the index of the first cell with a digit in its stored text, and that output."""
    for index, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if re.search(r"\d", output.get("text", output.get("data", {}).get("text/plain", ""))):
                return index, output
    raise LookupError("no output with a digit")


def with_another_digit(text):
    """Return a text with its first digit changed."""
    return re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), text, count=1)


def test_nbval_notices_a_changed_number(tmp_path):
    notebook = tool.read(LESSONS[0]) if LESSONS else small_notebook()
    index, _ = first_stored_number(notebook)
    notebook.cells = notebook.cells[: index + 1]
    write(notebook, tmp_path / "same.ipynb")
    changed = copy.deepcopy(notebook)
    output = first_stored_number(changed)[1]
    holder, key = (output, "text") if "text" in output else (output.data, "text/plain")
    holder[key] = with_another_digit(holder[key])
    write(changed, tmp_path / "changed.ipynb")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-rA"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 1, result.stdout
    assert "1 failed" in result.stdout
    assert "FAILED changed.ipynb" in result.stdout
    assert "PASSED same.ipynb" in result.stdout
