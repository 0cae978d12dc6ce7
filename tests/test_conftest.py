"""Skips become failures where they are forbidden; figures are closed; notebooks keep theirs."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import matplotlib
import pytest
from matplotlib import pyplot

SKIPS = {
    "test_mark.py": """
        import pytest
        @pytest.mark.skip(reason="marked")
        def test_mark(): pass
        def test_call(): pytest.skip("called")
        @pytest.mark.xfail(reason="expected")
        def test_xfail(): assert False
        def test_pass(): pass
    """,
    "test_tool.py": """
        import pytest
        @pytest.fixture
        def tool(require_tool):
            require_tool("no-such-tool", "apt-get install no-such-tool")
        def test_tool(tool): pass
    """,
    "test_module.py": """
        import pytest
        pytest.skip("whole module", allow_module_level=True)
    """,
}
REASONS = [
    "marked",
    "called",
    "no-such-tool is not installed; try: apt-get install",
    "whole module",
]


@pytest.fixture
def run_skips(tmp_path):
    """Return a function that runs the tests in SKIPS under our conftest.py."""
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    for name, source in SKIPS.items():
        (tmp_path / name).write_text(source.replace("\n        ", "\n"), encoding="utf-8")

    def run(**environment):
        clean = {name: value for name, value in os.environ.items() if "PASSK" not in name}
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-rA", "--continue-on-collection-errors"],
            cwd=tmp_path,
            env=clean | environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


def test_a_skip_stays_a_skip(run_skips):
    result = run_skips()
    assert result.returncode == 0, result.stdout
    assert "1 passed, 4 skipped, 1 xfailed" in result.stdout


def test_a_skip_is_a_failure_where_skips_are_forbidden(run_skips):
    result = run_skips(PASSK_FORBID_SKIPS="1")
    assert result.returncode == 1, result.stdout
    assert "1 failed, 1 passed, 1 xfailed, 3 errors" in result.stdout
    for reason in REASONS:
        assert f"this was not tested. Skipped: {reason}" in result.stdout


def test_figures_are_drawn_without_a_window_and_kernels_are_left_alone():
    assert matplotlib.get_backend().lower() == "agg"
    assert "MPLBACKEND" not in os.environ


@pytest.mark.parametrize("time", ["first", "second"])
def test_no_figure_is_left_from_an_earlier_test(time):
    assert pyplot.get_fignums() == []
    pyplot.figure()


def test_hostile_programs_are_never_imported_by_pytest():
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q"]
    done = subprocess.run(
        [*command, "tests/test_conftest.py", "tests/test_hostile_programs.py"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tests/programs" not in done.stdout
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    assert "--ignore=tests/programs" in settings["tool"]["pytest"]["ini_options"]["addopts"]
