"""Running one command on somebody's program: walled in by bubblewrap, or openly without walls.

Inside, `supervisor.py` unpacks the program, runs it with its limits and reports. A walled-in
program lives in memory only, and nothing is written to the disk of the host. What it writes into
the file ``results`` comes back through a pipe that the program does not have.
"""

import functools
import marshal
import os
import re
import secrets
import shutil
import tempfile
import time
from dataclasses import dataclass, replace
from numbers import Integral, Real

from passk.domain import require_flag
from passk.execution.box import Box, borrow_box, keep_box
from passk.execution.walls import build_walls, environment_of, filter_file

__all__ = [
    "SANDBOXES",
    "Limits",
    "Outcome",
    "SandboxError",
    "archive",
    "require_sandbox",
    "run_command",
]

SANDBOXES = ("bubblewrap", "none")
REPORT = re.compile(
    rb"(-?\d+) ([01]) (N) (N) (\d+) ([01]) ([01])".replace(b"N", rb"\d+(?:\.\d+)?(?:e-?\d+)?")
)
BOUNDS = {
    "compile_seconds": (0.01, 1_000_000),
    "run_seconds": (0.01, 1_000_000),
    "processes": (1, 1_000_000),
    "disk": (1, 1_000_000),
    "memory": (0, 1_000_000),
}
NOBODIES = range(40_000, 60_000)
PAUSES = (0.1, 0.5, 2.0)  # seconds before a sandbox that did not start is tried again
UNPROTECTED = (
    'sandbox="none" runs programs as you: they may read and write your files and use the network. '
    "Time, memory and output are limited, no more"
)


class SandboxError(RuntimeError):
    """The sandbox, or the command in it, could not be started: no fault of the program."""


@dataclass(frozen=True)
class Limits:
    """What a program may use.

    Attributes
    ----------
    compile_seconds, run_seconds : float
        Wall-clock time of each step.
    processes : int
        Processes and threads at a time.
    disk : int
        MiB, held in memory, in each of the places that can be written to: the program's own
        folder, /tmp and /dev/shm. Without walls: MiB of a single file.
    memory : int
        MiB of address space of each process; 0 for the language's own cap.

    Raises
    ------
    TypeError, ValueError
        If a limit is no number, or too small or too large to be one.
    """

    compile_seconds: float = 60.0
    run_seconds: float = 10.0
    processes: int = 128
    disk: int = 128
    memory: int = 0

    def __post_init__(self):
        """Refuse what is no limit."""
        for name, (least, most) in BOUNDS.items():
            value, seconds = getattr(self, name), name.endswith("seconds")
            if isinstance(value, bool) or not isinstance(value, Real if seconds else Integral):
                kind = "number" if seconds else "whole number"
                raise TypeError(f"{name} must be a {kind}: {name}={value!r}")
            if not least <= value <= most:
                raise ValueError(f"{name} must lie between {least} and {most}: {name}={value}")


@dataclass(frozen=True)
class Outcome:
    """What came of one command.

    Attributes
    ----------
    code : int
        Its exit code; below 0 if a signal ended it.
    timed_out : bool
    seconds, cpu_seconds : float
        By the clock and by the processor; far apart where the machine is busy or it sleeps.
    peak_memory : int
        Bytes, of its largest process.
    output : str
        The first 64 KiB of what it printed; the rest is read and thrown away.
    results : bytes
        What it wrote into the file ``results``.
    archive : bytes
        Its folder afterwards, where asked for.
    shared : bool
        Whether it ran where others run, too: not quite as in a place of its own.
    """

    code: int
    timed_out: bool
    seconds: float
    cpu_seconds: float
    peak_memory: int
    output: str
    results: bytes
    archive: bytes = b""
    shared: bool = False


def archive(**files):
    """Return files as the bytes that a sandbox unpacks.

    Parameters
    ----------
    **files : str
        Contents by name.

    Returns
    -------
    bytes

    Examples
    --------
    >>> isinstance(archive(**{"main.py": "print(1)"}), bytes)
    True
    """
    return marshal.dumps({n: (0o644, t.encode("utf-8", "replace")) for n, t in files.items()})


def run_command(
    command,
    files,
    *,
    seconds,
    limits,
    memory,
    paths=(),
    environment=None,
    sandbox="bubblewrap",
    keep=False,
    reuse=False,
    modules=(),
):
    r"""Run a command in a folder of its own, within limits.

    Parameters
    ----------
    command : sequence of str
    files : bytes
        The folder, as by `archive`.
    seconds : float
        Time limit.
    limits : Limits
    memory : int
        MiB of address space.
    paths : sequence of str
        Folders outside /usr that the command needs to read.
    environment : dict of str to str, optional
        Added to the few variables that are set.
    sandbox : {"bubblewrap", "none"}
    keep : bool
        Return the folder as an archive, in the place of the results.
    reuse : bool
        Let commands of one thread that end by themselves and leave nothing behind follow one
        another in one sandbox, and Python's programs begin in a copy of a Python that waits there.
    modules : sequence of str
        What that Python loads before, so that a program's import of it is quick.

    Returns
    -------
    Outcome

    Raises
    ------
    SandboxError
        If the sandbox or the command could not be started.

    Examples
    --------
    >>> files = archive(name="world")
    >>> limits = Limits(processes=8)
    >>> command = ["sh", "-c", "echo hello $(cat name); echo 42 > results"]
    >>> ran = run_command(command, files, seconds=5, limits=limits, memory=512, sandbox="none")
    >>> ran.code, ran.output, ran.results
    (0, 'hello world\n', b'42\n')
    """
    require_flag(keep, "keep")
    require_flag(reuse, "reuse")
    walled = sandbox != "none"
    uid = _nobody() if walled and os.geteuid() == 0 else 0
    numbers = (seconds * 1000, memory, limits.disk, limits.processes, uid, keep, reuse)
    job = (*map(int, numbers), list(command))
    if walled:
        key = (tuple(paths), limits.disk, tuple((environment or {}).items()))
        key = (*key, ("ctypes", *modules) if reuse else ())
        return _run_in_walls(key, job, files, seconds)
    with tempfile.TemporaryDirectory(prefix="passk-", ignore_cleanup_errors=True) as folder:
        box = Box([], folder=folder, environment=environment_of(folder, environment))
        try:
            return _outcome(box.do(job, files, seconds), seconds, keep)
        finally:
            box.close()


def require_sandbox(sandbox):
    """Raise unless a sandbox is there and works.

    Parameters
    ----------
    sandbox : str

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If there is no such sandbox.
    RuntimeError
        If it does not work here; the message says how to install it, or do without.

    Examples
    --------
    >>> require_sandbox("none")
    >>> require_sandbox("sand")
    Traceback (most recent call last):
        ...
    ValueError: sandbox must be one of 'bubblewrap', 'none': sandbox='sand'
    """
    if sandbox not in SANDBOXES:
        known = ", ".join(map(repr, SANDBOXES))
        raise ValueError(f"sandbox must be one of {known}: sandbox={sandbox!r}")
    reason = _why_no_walls() if sandbox == "bubblewrap" else ""
    if reason:
        raise RuntimeError(f"{reason}. {UNPROTECTED}")


@functools.cache
def _why_no_walls():
    """Return why bubblewrap cannot be used here; "" if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed: apt-get install bubblewrap"
    try:
        run_command(["true"], archive(), seconds=10, limits=Limits(), memory=1024)
    except (OSError, SandboxError) as error:
        return f"bubblewrap is installed but does not work here: {error}"
    return ""


def _nobody():
    """Return a user that nobody is, hardly ever one twice; processes are counted by it."""
    return secrets.choice(NOBODIES)


def _run_in_walls(key, job, files, seconds):
    """Run a job in a box that this thread keeps, or in a new one."""
    *_, keep, reuse, _ = job
    box = borrow_box(key, lambda: _open_box(*key)) if reuse else _open_box(*key)
    heard = _heard_from(box, job, files, seconds)
    for pause in PAUSES:
        if heard.began:
            break
        time.sleep(pause)  # as on a machine that is out of memory for a moment
        box = _open_box(*key)
        heard = _heard_from(box, job, files, seconds)
    if reuse and _left_nothing(heard):
        keep_box(key, box)
    else:
        box.close()
    return replace(_outcome(heard, seconds, keep), shared=reuse)


def _heard_from(box, job, files, seconds):
    """Give a box a job; return what is heard. It is closed if that ends in an error, or nowhere."""
    try:
        heard = box.do(job, files, seconds)
    except BaseException:
        box.close()
        raise
    if not heard.began:
        box.close()
    return heard


def _left_nothing(heard):
    """Tell whether the last number of a report, for a command that left nothing behind, is 1."""
    return heard.report.partition(b"\n")[0].endswith(b" 1")


def _open_box(paths, disk, environment, modules):
    """Start a supervisor behind walls."""
    walls = build_walls(paths, disk, environment_of("/tmp", dict(environment)))
    with filter_file() as (options, places):
        return Box([*walls, *options, "--"], modules, places)


def _outcome(heard, limit, keep):
    """Return what came of a command, from the report on it; without one it was cut short."""
    if not heard.began:
        raise SandboxError(heard.output.decode("utf-8", "replace").strip() or "it did not answer")
    line, _, rest = heard.report.partition(b"\n")
    report = REPORT.fullmatch(line)
    cut_short = (-9, heard.seconds >= limit, heard.seconds, 0, 0, 1, 0)
    numbers = map(float, report.groups()) if report else cut_short
    code, timed_out, seconds, processor, memory, started, _ = numbers
    rest = rest if report else b""
    if not started:
        raise SandboxError(rest.decode("utf-8", "replace"))
    return Outcome(
        int(code),
        bool(timed_out),
        seconds,
        processor,
        int(memory),
        heard.output.decode("utf-8", "replace"),
        b"" if keep else rest,
        rest if keep else b"",
    )
