"""benchmarks/starts.py waits for what it says, and no longer."""

import importlib.util
from pathlib import Path

import nbformat
import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "starts.py"


def load_script():
    spec = importlib.util.spec_from_file_location("starts", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load_script()
PICTURE = "from IPython.display import SVG, display\ndisplay(SVG('<svg/>'))"


def notebook(folder, *cells):
    path = folder / "1.ipynb"
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbformat.write(made, path)
    return path


def test_a_lesson_runs_to_its_first_figure(tmp_path):
    path = notebook(tmp_path, "1 + 1", PICTURE, "open('too_far', 'w')")
    assert script.seconds_to_figure(path) > 0
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_lesson_without_a_figure_is_an_error(tmp_path):
    with pytest.raises(RuntimeError, match="shows no figure"):
        script.seconds_to_figure(notebook(tmp_path, "1 + 1"))


def test_jupyterlab_answers():
    assert 0 < script.seconds_to_lab() < script.LONGEST


def test_a_server_that_ends_is_an_error(monkeypatch):
    monkeypatch.setattr(script, "NOTEBOOKS", SCRIPT)  # no folder
    with pytest.raises(RuntimeError, match="gave no answer: exit code 1"):
        script.seconds_to_lab()


def test_all_is_measured_in_every_round(monkeypatch):
    monkeypatch.setattr(script, "seconds_to_lab", lambda: 3.0)
    monkeypatch.setattr(script, "seconds_to_figure", lambda path: float(path.name[:2]))
    found = script.measure(2)
    assert found[script.LAB] == [3.0, 3.0]
    assert found["lesson 8, to its first figure"] == [8.0, 8.0]
    assert len(found) == 9
