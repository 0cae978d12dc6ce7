"""One JupyterLab and one browser for the browser tests; a new page for each test."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import sync_playwright

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_LIMIT = 90


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: where it is, how to get in, which notebooks it has, what it says."""

    url: str
    token: str
    folder: Path
    log: Path


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Serve a copy of notebooks/ with settings of its own, and end all that it started."""
    home = tmp_path_factory.mktemp("lab")
    running = Lab(
        f"http://127.0.0.1:{free_port()}", secrets.token_hex(), home / "notebooks", home / "lab.log"
    )
    if NOTEBOOKS.is_dir():
        shutil.copytree(NOTEBOOKS, running.folder)
    running.folder.mkdir(exist_ok=True)
    write_settings(home / "settings")
    with running.log.open("wb") as log:
        server = subprocess.Popen(
            command(running),
            env=environment(home),
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
        )
    try:
        wait_until_ready(server, running)
        yield running
    finally:
        end(server)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write_settings(folder):
    for name, settings in SETTINGS.items():
        file = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings), encoding="utf-8")


def command(lab):
    port = lab.url.rpartition(":")[2]
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        *[sys.executable, "-m", "jupyterlab", "--no-browser", *as_root],
        *["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"],
        *[f"--ServerApp.root_dir={lab.folder}", f"--IdentityProvider.token={lab.token}"],
        *["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
    ]


def environment(home):
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return os.environ | {variable: str(home / folder) for variable, folder in folders.items()}


def wait_until_ready(server, lab):
    deadline = time.monotonic() + START_LIMIT
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{lab.url}/api/status?token={lab.token}", timeout=5):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{end_of(lab.log)}")


def end_of(log, lines=40):
    return "\n".join(log.read_text("utf-8", errors="replace").splitlines()[-lines:])


def end(server):
    """End a process and every process that came from it, kernels too."""
    if server.poll() is None:
        started = psutil.Process(server.pid).children(recursive=True)
        server.terminate()
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        _, alive = psutil.wait_procs(started, timeout=5)
        for process in alive:
            process.kill()


@pytest.fixture(scope="package")
def browser(require_tool):
    """Start the Chromium of the system; Playwright's loop must not outlive these tests.

    All pages are of one browser context: what the first one loaded is in the cache of the others.
    """
    path = require_tool("chromium", "apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield chromium.new_context(viewport={"width": 1280, "height": 1000})
        chromium.close()


@pytest.fixture
def page(browser, lab):
    """Open a page that must log no error and ask no other host for anything."""
    complaints = []
    page = browser.new_page()
    page.on("request", lambda request: complaints.extend(requests_elsewhere(request, lab)))
    page.on("console", lambda message: complaints.extend(console_errors(message)))
    page.on("pageerror", lambda error: complaints.append(f"page error: {error}"))
    yield page
    page.close()
    assert complaints == []


def requests_elsewhere(request, lab):
    inside = request.url.startswith((f"{lab.url}/", "data:", "blob:"))
    return [] if inside else [f"request to {request.url}"]


def console_errors(message):
    return [f"console: {message.text}"] if message.type == "error" else []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Add the end of the server's log to the report of a failed browser test."""
    report = yield
    lab = getattr(item, "funcargs", {}).get("lab")
    if report.failed and lab is not None:
        report.sections.append(("JupyterLab's log", end_of(lab.log)))
    return report
