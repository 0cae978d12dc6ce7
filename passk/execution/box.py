"""One sandbox while it is open: a supervisor that is given one job after the other.

A box is asked and read from one thread. It can be kept for the next program as long as it says
that the last one left nothing behind; it ends with the thread that opened it, or when idle.
"""

import contextlib
import functools
import marshal
import os
import selectors
import signal
import subprocess
import threading
import time
import weakref
from pathlib import Path
from typing import NamedTuple

from passk.execution.walls import PYTHON

__all__ = ["Box", "Heard", "borrow_box", "keep_box"]

KEPT_OUTPUT = 64 * 1024
LARGEST_REPORT = 128 * 1024 * 1024
GRACE = 5.0  # seconds for the sandbox itself, on a busy machine
PATIENCE = 2.0  # seconds for the supervisor to end
MOST_IDLE = 15.0  # seconds; the supervisor itself waits longer
BEGINNING = bytes(8)  # an empty report
MOST_PROGRAMS = 25  # in one box: those of Python have one hash seed there
START = """
import marshal, os, sys
size, code = int(sys.argv.pop(1)), b""
while len(code) < size:
    more = os.read(0, size - len(code))
    code += more or sys.exit()  # whoever sends it has gone
exec(marshal.loads(code))
"""

_kept = threading.local()


class Heard(NamedTuple):
    """What was read from a box: whether it began, the report, and what the command printed."""

    began: bool
    report: bytes
    output: bytes
    seconds: float


class Box:
    """A sandbox with a supervisor that waits for jobs.

    Parameters
    ----------
    walls : list of str
        What comes before the supervisor's own command.
    modules : sequence of str
        What the supervisor loads at its start.
    passed : sequence of int
        Open files that `walls` names.
    folder : str
    environment : dict of str to str
    """

    def __init__(self, walls, modules=(), passed=(), folder="/", environment=None):
        self.unsent = _supervisor()
        size = str(len(self.unsent))
        command = [*walls, PYTHON, "-I", "-S", "-B", "-c", START, size, *modules]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment or {},
            start_new_session=True,
            pass_fds=passed,
            **pipes,
        )
        self.close = weakref.finalize(self, _end, self.process, os.getpid())
        self.programs, self.used = 0, time.monotonic()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            os.set_blocking(pipe.fileno(), False)

    def is_awake(self):
        """Tell whether another job can be given."""
        fresh = time.monotonic() - self.used < MOST_IDLE and self.programs < MOST_PROGRAMS
        return fresh and not _has_ended(self.process)

    def do(self, job, files, seconds):
        """Give a job and its files; return what is heard until its report, or time is up."""
        started = time.monotonic()
        job = marshal.dumps((*job, list(marshal.loads(files)), len(files)))
        sent = self.unsent + len(job).to_bytes(8, "little") + job + files
        self.unsent, self.programs = b"", self.programs + 1
        report, output = self._exchange(memoryview(sent), started + seconds + GRACE)
        self.used = time.monotonic()
        whole = bytes(report[16:]) if _is_whole(report) else b""
        elapsed = self.used - started
        return Heard(report[:8] == BEGINNING, whole, bytes(output[:KEPT_OUTPUT]), elapsed)

    def _exchange(self, left, deadline):
        """Write what is to be sent; read, until the report is whole or nothing more will come."""
        report, output = bytearray(), bytearray()
        kept = {self.process.stdout: report, self.process.stderr: output}
        most = {self.process.stdout: LARGEST_REPORT, self.process.stderr: KEPT_OUTPUT}
        with selectors.DefaultSelector() as selector:
            for pipe in kept:
                selector.register(pipe, selectors.EVENT_READ)
            selector.register(self.process.stdin, selectors.EVENT_WRITE)
            while not self._is_done(selector, report) and time.monotonic() < deadline:
                patience = max(deadline - time.monotonic(), 0)
                heard = self.process.stdout in selector.get_map()
                for key, _ in selector.select(patience if heard else min(patience, 0.05)):
                    if key.fileobj is self.process.stdin:
                        left = _write_some(selector, key.fileobj, left)
                    else:
                        _read_some(selector, key.fileobj, kept[key.fileobj], most[key.fileobj])
        _read_rest(self.process.stderr, output)
        return report, output

    def _is_done(self, selector, report):
        """Tell whether the report has come, or will not come any more."""
        unheard = self.process.stdout not in selector.get_map()
        return _is_whole(report) or (unheard and _has_ended(self.process))


def borrow_box(key, open_box):
    """Return the box that this thread keeps for a kind of job, or open another one.

    Parameters
    ----------
    key : hashable
        What all jobs in one box have in common.
    open_box : callable

    Returns
    -------
    Box

    Examples
    --------
    >>> borrow_box("a kind of job", lambda: "a new box")
    'a new box'
    """
    box, place = getattr(_kept, "box", None), getattr(_kept, "place", None)
    _kept.box = None
    if box is not None and place == (os.getpid(), key) and box.is_awake():
        return box
    if box is not None:
        box.close()
    return open_box()


def keep_box(key, box):
    """Keep a box for the next job of this thread.

    Parameters
    ----------
    key : hashable
    box : Box

    Returns
    -------
    None

    Examples
    --------
    >>> box = Box([])
    >>> keep_box("a kind of job", box)
    >>> borrow_box("a kind of job", None) is box
    True
    >>> box.close()
    """
    _kept.box, _kept.place = box, (os.getpid(), key)


@functools.cache
def _supervisor():
    """Return the supervisor's code, ready to be run."""
    path = Path(__file__).with_name("supervisor.py")
    return marshal.dumps(compile(path.read_bytes(), path.name, "exec"))


def _end(process, owner):
    """Let a supervisor end what it runs, which it does when nobody reads its report; or kill it."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()
    if os.getpid() != owner:
        return
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
        return
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _write_some(selector, pipe, left):
    """Write what fits into a pipe; return what is left."""
    try:
        left = left[os.write(pipe.fileno(), left[:65536]) :]
    except BrokenPipeError:
        left = left[:0]
    if not left:
        selector.unregister(pipe)
    return left


def _read_some(selector, pipe, kept, most):
    """Read what is there, and keep as much as there is room for."""
    chunk = os.read(pipe.fileno(), 65536)
    kept += chunk[: max(most - len(kept), 0)]
    if not chunk:
        selector.unregister(pipe)


def _read_rest(pipe, kept):
    """Read what a command had printed when it ended, to the last byte."""
    with contextlib.suppress(BlockingIOError):
        while chunk := os.read(pipe.fileno(), 65536):
            kept += chunk[: max(KEPT_OUTPUT - len(kept), 0)]


def _is_whole(report):
    """Tell whether, after the empty report at the beginning, all bytes of another have come."""
    return len(report) >= 16 and len(report) >= 16 + int.from_bytes(report[8:16], "little")


def _has_ended(process):
    """Tell whether a process has ended, and leave it to be waited for."""
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # where this process ignores the ends of its children
        return True
