"""The walls around a program: what bubblewrap hides and shows, and which calls are refused."""

import contextlib
import errno
import itertools
import os
import platform
import shutil
import struct
import sys
from pathlib import Path

__all__ = ["PYTHON", "build_walls", "environment_of", "filter_file"]

SYSTEM = ("/usr", "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime")
PARTS = ("bin", "include", "lib", "lib64", "libexec")
LINKED = ("/bin", "/lib", "/lib32", "/lib64", "/sbin")
PYTHON = os.path.realpath(Path(sys.base_prefix) / "bin" / "python3")
CAPABILITIES = ("SETUID", "SETGID", "CHOWN", "KILL", "DAC_OVERRIDE")  # of the supervisor, as root

CLONE3, CLONE_NEWUSER = 435, 0x1000_0000
ALLOW, REFUSE = 0x7FFF_0000, 0x0005_0000  # what a filter gives; see seccomp(2)
LOAD, EQUAL, AT_LEAST, ANY_BIT, GIVE = 0x20, 0x15, 0x35, 0x45, 0x06  # its steps
AF_VSOCK = 40  # sockets that lead to other machines past all namespaces
CALLS = {  # numbers of clone, unshare, socket, and of those that leave messages or keys for others
    "x86_64": (0xC000_003E, 56, 272, 41, (240, 248, 249, 250)),
    "aarch64": (0xC000_00B7, 220, 97, 198, (180, 217, 218, 219)),
}


def environment_of(home, more):
    """Return the few variables that a program sees.

    Parameters
    ----------
    home : str
        Where the program may write.
    more : dict of str to str or None

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> environment_of("/tmp", {"GOCACHE": "off"})["GOCACHE"]
    'off'
    """
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
    } | (more or {})


def build_walls(paths, disk, environment):
    """Return the command that walls in what follows it.

    Parameters
    ----------
    paths : sequence of str
        Folders outside /usr that can be read.
    disk : int
        MiB of each place that can be written to.
    environment : dict of str to str

    Returns
    -------
    list of str

    Examples
    --------
    >>> "--unshare-net" in build_walls([], 64, {})
    True
    """
    command = [
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
    for path in ("/tmp", "/work"):  # first: what is shown may lie in them
        command += ["--perms", "1777", "--size", str(disk * 2**20), "--tmpfs", path]
    outside = [*paths, *_outside_usr(PYTHON)]
    readable = [*SYSTEM, *itertools.chain.from_iterable(map(_without_home, outside))]
    parents = {parent for path in readable for parent in Path(path).parents} - {Path("/")}
    for parent in sorted(parents):
        command += ["--perms", "0755", "--dir", str(parent)]
    for path in readable:
        command += ["--ro-bind-try", path, path]
    for path in LINKED:
        link = os.path.islink(path)
        command += ["--symlink", os.readlink(path), path] if link else ["--ro-bind-try", path, path]
    command += ["--proc", "/proc", "--dev", "/dev"]
    command += ["--perms", "1777", "--size", str(disk * 2**20), "--tmpfs", "/dev/shm"]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/work"]
    for name, value in environment.items():
        command += ["--setenv", name, value]
    return [*command, *_rights()]


def _rights():
    """Return the options for whom the supervisor runs as, and what it may do."""
    if os.geteuid() != 0:
        return ["--unshare-user"]
    added = itertools.chain.from_iterable(("--cap-add", f"CAP_{name}") for name in CAPABILITIES)
    return ["--cap-drop", "ALL", *added]


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


@contextlib.contextmanager
def filter_file():
    """Give bwrap's options for the filter of system calls, and the open files they name.

    Returns
    -------
    context manager of (list of str, tuple of int)

    Examples
    --------
    >>> with filter_file() as (options, files):
    ...     len(options) == 2 * len(files)
    True
    """
    if platform.machine() not in CALLS:
        yield [], ()
        return
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb") as file:
        file.write(_filter(*CALLS[platform.machine()]))
        file.close()
        yield ["--seccomp", str(reader)], (reader,)


def _filter(architecture, clone, unshare, socket, leaving):
    """Return a filter of system calls, as a program for the kernel.

    It refuses user namespaces, since in one of its own a program would be root; sockets to other
    machines; and calls that leave behind what no end of a process removes: message queues and
    keys. Each step is a test that jumps ahead by so many steps if it holds, or not.
    """
    given = (ALLOW, REFUSE | errno.ENOSYS, REFUSE | errno.EPERM)
    last = [(GIVE, 0, 0, value) for value in given]
    family = [(LOAD, 0, 0, 16), (EQUAL, 2, 0, AF_VSOCK)]
    flags = [(LOAD, 0, 0, 16), (ANY_BIT, 4, 2, CLONE_NEWUSER)]
    calls = [(EQUAL, 2, 0, clone), (EQUAL, 1, 0, unshare), (EQUAL, 2, 4, socket)]
    steps = [*calls, *flags, *family, *last]
    for number in leaving:
        steps.insert(0, (EQUAL, len(steps) - 1, 0, number))
    steps.insert(0, (EQUAL, len(steps) - 2, 0, CLONE3))  # its flags are out of sight: use clone
    steps.insert(0, (AT_LEAST, len(steps) - 1, 0, 0x4000_0000))  # the calls of x32
    steps.insert(0, (LOAD, 0, 0, 0))
    steps.insert(0, (EQUAL, 0, len(steps) - 1, architecture))
    steps.insert(0, (LOAD, 0, 0, 4))
    return b"".join(struct.pack("HBBI", *step) for step in steps)
