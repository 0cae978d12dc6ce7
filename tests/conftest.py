"""What all tests share: no skips where they are forbidden, no windows, no figures left open."""

import os
import shutil
import signal
import sys

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

from passk.execution.sandbox import require_sandbox

# Started in the background, a process ignores interrupts, and so would everything that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
# A kernel that finds this variable does not show its figures in the notebook.
os.environ.pop("MPLBACKEND", None)
matplotlib.use("Agg")
# How long a case takes to find, or to test, is the machine's affair.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


collect_ignore = ["programs"]  # looking for doctests would run them


def pytest_configure(config):
    if os.environ.get("PASSK_FORBID_SKIPS"):
        config.pluginmanager.register(ForbidSkips(), "passk-forbid-skips")


def pytest_collection_modifyitems(items):
    """Skip the lesson that runs programs where they cannot be walled in."""
    wanting = [tool for tool in ("bwrap", "node") if shutil.which(tool) is None]
    skip = pytest.mark.skip(reason=f"needs {wanting}; try: apt-get install bubblewrap nodejs")
    for item in items:
        if wanting and item.path.name.startswith("06_"):
            item.add_marker(skip)


class ForbidSkips:
    """Turns every skip, of a test or of a whole module, into a failure that states the reason."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self):
        return _without_skip((yield))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(self):
        return _without_skip((yield))


def _without_skip(report):
    """Return the report; one of a skip becomes one of a failure. An expected failure stays."""
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"PASSK_FORBID_SKIPS is set, and this was not tested. {reason}"
    return report


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


@pytest.fixture(scope="session")
def require_tool():
    """Return a function that finds a program of the system or skips and says how to get it."""

    def require(name, how_to_install):
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed; try: {how_to_install}")
        return path

    return require


@pytest.fixture(scope="session")
def _walls():
    """Skip, and say how to get it, where bubblewrap is not installed; anything else is an error."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed; try: apt-get install bubblewrap")
    require_sandbox("bubblewrap")
