"""Running one command on somebody's program: walled in by bubblewrap, or openly without walls.

Inside, `supervisor.py` unpacks the program, runs it with its limits and reports. A walled-in
program lives in memory only, and nothing is written to the disk of the host. What it writes into
the file ``results`` comes back through a pipe that the program does not have.
"""

import contextlib
import errno
import functools
import itertools
import marshal
import os
import platform
import re
import selectors
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["SANDBOXES", "Limits", "Outcome", "archive", "require_sandbox", "run_command"]

SANDBOXES = ("bubblewrap", "none")
KEPT_OUTPUT = 64 * 1024
LARGEST_ARCHIVE = 128 * 1024 * 1024
GRACE = 5.0  # seconds for the sandbox itself, on a busy machine
PATIENCE = 2.0  # seconds for the supervisor to end
SYSTEM = ("/usr", "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime")
PARTS = ("bin", "include", "lib", "lib64", "libexec")
LINKED = ("/bin", "/lib", "/lib32", "/lib64", "/sbin")
PYTHON = os.path.realpath(Path(sys.base_prefix) / "bin" / "python3")
REPORT = re.compile(rb"(-?\d+) ([01]) (N) (N) (\d+)".replace(b"N", rb"\d+(?:\.\d+)?(?:e-?\d+)?"))
NOBODIES = range(64_000, 65_000)
RUNS = itertools.count()
CALLS = {"x86_64": (0xC000_003E, 56, 272), "aarch64": (0xC000_00B7, 220, 97)}
CLONE3, CLONE_NEWUSER = 435, 0x1000_0000
ALLOW, REFUSE = 0x7FFF_0000, 0x0005_0000  # what a filter gives; see seccomp(2)
UNPROTECTED = (
    'sandbox="none" runs programs as you: they may read and write your files and use the network. '
    "Time, memory and output are limited, no more"
)

SUPERVISOR = (Path(__file__).parent / "supervisor.py").read_text("utf-8")


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
    """

    compile_seconds: float = 60.0
    run_seconds: float = 10.0
    processes: int = 128
    disk: int = 128
    memory: int = 0


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
    """

    code: int
    timed_out: bool
    seconds: float
    cpu_seconds: float
    peak_memory: int
    output: str
    results: bytes
    archive: bytes = b""


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

    Returns
    -------
    Outcome

    Examples
    --------
    >>> files = archive(name="world")
    >>> limits = Limits(processes=8)
    >>> command = ["sh", "-c", "echo hello $(cat name); echo 42 > results"]
    >>> ran = run_command(command, files, seconds=5, limits=limits, memory=512, sandbox="none")
    >>> ran.code, ran.output, ran.results
    (0, 'hello world\n', b'42\n')
    """
    walled = sandbox != "none"
    uid = _nobody() if walled and os.geteuid() == 0 else 0
    numbers = (seconds * 1000, memory, limits.disk, limits.processes, uid, keep)
    inner = [PYTHON, "-I", "-S", "-B", "-c", SUPERVISOR, *map(str, map(int, numbers)), *command]
    if walled:
        walls = _walls(tuple(paths), limits.disk, _environment("/tmp", environment))
        with _filter_file() as (options, place):
            command = [*walls, *options, "--", *inner]
            return _supervise(command, "/", {}, files, seconds, keep, place)
    with tempfile.TemporaryDirectory(prefix="passk-", ignore_cleanup_errors=True) as folder:
        variables = _environment(folder, environment)
        return _supervise(inner, folder, variables, files, seconds, keep)


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
        outcome = run_command(["true"], archive(), seconds=10, limits=Limits(), memory=1024)
    except OSError as error:
        return f"bubblewrap is installed but does not work here: {error}"
    if outcome.code == 0:
        return ""
    return f"bubblewrap is installed but does not work here: {outcome.output.strip()}"


def _nobody():
    """Return a user that nobody is, and another one for every run; processes are counted by it."""
    return NOBODIES[(os.getpid() * 41 + next(RUNS)) % len(NOBODIES)]


def _walls(paths, disk, environment):
    """Return the command that walls in what follows."""
    walls = [
        shutil.which("bwrap") or "bwrap",
        "--unshare-ipc",
        "--unshare-pid",
        "--as-pid-1",
        "--unshare-net",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
    ]
    outside = [*paths, *_outside_usr(PYTHON)]
    readable = [*SYSTEM, *itertools.chain.from_iterable(map(_without_home, outside))]
    parents = {parent for path in readable for parent in Path(path).parents} - {Path("/")}
    for parent in sorted(parents):
        walls += ["--perms", "0755", "--dir", str(parent)]
    for path in readable:
        walls += ["--ro-bind-try", path, path]
    for path in LINKED:
        link = os.path.islink(path)
        walls += ["--symlink", os.readlink(path), path] if link else ["--ro-bind-try", path, path]
    walls += ["--proc", "/proc", "--dev", "/dev"]
    for path in ("/tmp", "/work", "/dev/shm"):
        walls += ["--perms", "1777", "--size", str(disk * 2**20), "--tmpfs", path]
    walls += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/work"]
    for name, value in environment.items():
        walls += ["--setenv", name, value]
    if os.geteuid() != 0:
        return [*walls, "--unshare-user"]
    walls += ["--cap-drop", "ALL"]
    for name in ("SETUID", "SETGID", "CHOWN", "KILL", "DAC_OVERRIDE"):
        walls += ["--cap-add", f"CAP_{name}"]
    return walls


@contextlib.contextmanager
def _filter_file():
    """Give bwrap's options for the filter of system calls, and the open files they name."""
    if platform.machine() not in CALLS:
        yield [], ()
        return
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb") as file:
        file.write(_filter(*CALLS[platform.machine()]))
        file.close()
        yield ["--seccomp", str(reader)], (reader,)


def _filter(architecture, clone, unshare):
    """Return a filter that refuses user namespaces: in one of its own a program would be root.

    It is a program for the kernel, of tests that jump ahead by so many steps if they hold, or not.
    """
    load, equal, at_least, any_bit, give = 0x20, 0x15, 0x35, 0x45, 0x06
    steps = [
        (load, 0, 0, 4),
        (equal, 0, 9, architecture),
        (load, 0, 0, 0),
        (at_least, 7, 0, 0x4000_0000),  # the calls of x32
        (equal, 5, 0, CLONE3),  # its flags are out of sight; libraries then fall back on clone
        (equal, 1, 0, clone),
        (equal, 0, 2, unshare),
        (load, 0, 0, 16),
        (any_bit, 2, 0, CLONE_NEWUSER),
        (give, 0, 0, ALLOW),
        (give, 0, 0, REFUSE | errno.ENOSYS),
        (give, 0, 0, REFUSE | errno.EPERM),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _outside_usr(program):
    """Return the folder that a program needs to be readable, if it is not under /usr."""
    home = Path(program).parents[1]
    return [] if home.is_relative_to("/usr") else [str(home)]


def _without_home(folder):
    """Return the folder; of one that holds the user's own files, what programs need of it."""
    home = Path(os.path.expanduser("~"))
    if not home.is_relative_to(folder) and Path(folder) != home / ".local":
        return [folder]
    return [str(Path(folder) / part) for part in PARTS]


def _environment(home, more):
    """Return the few variables that a program sees."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
    } | (more or {})


def _supervise(command, folder, environment, files, seconds, keep, passed=()):
    """Start a command, feed it, read what it says, and end it in time."""
    started = time.monotonic()
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True, pass_fds=passed, **pipes
    )
    try:
        results, output = _converse(process, files, started + seconds + GRACE)
    finally:
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()
        _end(process)
    return _outcome(results, output, time.monotonic() - started, seconds, keep)


def _end(process):
    """Let a supervisor end what it runs, which it does when nobody reads its report; or kill it."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
        return
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _outcome(results, output, elapsed, limit, keep):
    """Return what came of a command, from the report on it; without one it was cut short."""
    line, _, rest = results.partition(b"\n")
    report = REPORT.fullmatch(line)
    code, timed_out, seconds, processor, memory = (
        map(float, report.groups()) if report else (-9, elapsed >= limit, elapsed, 0, 0)
    )
    rest = rest if report else b""
    return Outcome(
        int(code),
        bool(timed_out),
        seconds,
        processor,
        int(memory),
        output.decode("utf-8", "replace"),
        b"" if keep else rest,
        rest if keep else b"",
    )


def _converse(process, files, deadline):
    """Write the files to a process and read its results and its output, until it ends."""
    kept = {process.stdout: bytearray(), process.stderr: bytearray()}
    most = {process.stdout: LARGEST_ARCHIVE, process.stderr: KEPT_OUTPUT}
    left = memoryview(files)
    with selectors.DefaultSelector() as selector:
        for pipe in kept:
            selector.register(pipe, selectors.EVENT_READ)
        selector.register(process.stdin, selectors.EVENT_WRITE)
        os.set_blocking(process.stdin.fileno(), False)
        while selector.get_map() and time.monotonic() < deadline:
            for key, _ in selector.select(max(deadline - time.monotonic(), 0)):
                if key.fileobj is process.stdin:
                    left = _write_some(selector, process.stdin, left)
                else:
                    _read_some(selector, key.fileobj, kept[key.fileobj], most[key.fileobj])
            if process.stdout not in selector.get_map() and _has_ended(process):
                break  # somebody else may hold the output open
    return tuple(map(bytes, kept.values()))


def _write_some(selector, pipe, left):
    """Write what fits into a pipe; return what is left."""
    try:
        left = left[os.write(pipe.fileno(), left[:65536]) :]
    except BrokenPipeError:
        left = left[:0]
    if not left:
        selector.unregister(pipe)
        pipe.close()
    return left


def _read_some(selector, pipe, kept, most):
    """Read what is there, and keep as much as there is room for."""
    chunk = os.read(pipe.fileno(), 65536)
    kept += chunk[: max(most - len(kept), 0)]
    if not chunk:
        selector.unregister(pipe)


def _has_ended(process):
    """Tell whether a process has ended, and leave it to be waited for."""
    ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    return ended is not None
