"""Run inside the sandbox: unpack the files, run one command, report. Needs nothing but Python.

Called as ``supervisor.py MILLISECONDS MEMORY DISK PROCESSES UID KEEP COMMAND...`` with the files
on standard input. It writes one line of numbers to standard output, then the contents of the file
``results``, or with KEEP the whole folder. What the command prints goes to standard error.

Behind walls it is the first process, number 1, of a space that holds nothing but what it starts.
"""

import contextlib
import marshal
import os
import resource
import select
import signal
import stat
import sys
import time

MIB = 2**20
MOST_RESULTS = 16 * MIB
SET_DUMPABLE, SET_CHILD_SUBREAPER = 4, 36  # of prctl(2)


def main():
    """Run the command; write the report."""
    milliseconds, memory, disk, processes, uid, keep = map(int, sys.argv[1:7])
    limits = {"AS": memory * MIB, "FSIZE": disk * MIB, "CORE": 0}
    if walled():  # elsewhere it would count what the user runs besides
        limits["NPROC"] = processes
    guard(uid)
    os.mkdir("box")
    os.chdir("box")
    unpack(marshal.loads(sys.stdin.buffer.read()), uid)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        become(limits, uid, sys.argv[7:])
    timed_out = not wait(child, milliseconds)
    elapsed = time.monotonic() - started
    status, usage = end(child)
    code, processor = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    print(code, int(timed_out), elapsed, processor, usage.ru_maxrss * 1024, flush=True)
    sys.stdout.buffer.write(marshal.dumps(pack(".")) if keep else results())


def walled():
    """Tell whether all processes that this one can see came of it."""
    return os.getpid() == 1


def guard(uid):
    """Keep the command's hands off this process, and let the kernel end both before others."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    if not uid:  # the command runs as the same user
        import ctypes

        control = ctypes.CDLL(None).prctl
        control(SET_DUMPABLE, 0, 0, 0, 0)
        if not walled():
            control(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def unpack(files, uid):
    """Write files, given by their paths, for the user that will run the command."""
    for path, (mode, content) in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
    if uid:
        for folder, _, names in os.walk("."):
            for name in (".", *names):
                os.chown(os.path.join(folder, name), uid, uid)


def pack(folder):
    """Return the plain files in a folder, by their paths."""
    files = {}
    for place, _, names in os.walk(folder):
        for path in (os.path.join(place, name) for name in names):
            about = os.lstat(path)
            if stat.S_ISREG(about.st_mode):
                with open(path, "rb") as file:
                    files[path] = (stat.S_IMODE(about.st_mode), file.read())
    return files


def results():
    """Return what the command wrote into its results, if that is a plain file."""
    try:
        place = os.open("results", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        if not stat.S_ISREG(os.fstat(place).st_mode):
            return b""
        with open(place, "rb") as file:
            return file.read(MOST_RESULTS)
    except OSError:
        return b""


def become(limits, uid, command):
    """Turn this process into the command, with its limits, as a user without rights."""
    try:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)  # some may be ignored, and stay so in a program
        for name, most in limits.items():
            limit(getattr(resource, f"RLIMIT_{name}"), most)
        if uid:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"cannot run {command[0]}: {error}\n".encode())
    os._exit(126)


def limit(what, most):
    """Limit a resource; a lower limit that is there already stays."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def wait(child, milliseconds):
    """Wait until a child ends, or nobody reads the report any more; tell whether it was in time."""
    events = select.poll()
    events.register(os.pidfd_open(child), select.POLLIN)
    events.register(1, 0)
    return bool(events.poll(milliseconds))


def end(child):
    """Kill a child and all that came of it; return its status and what it used."""
    os.kill(-1 if walled() else child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    with contextlib.suppress(ChildProcessError, FileNotFoundError):
        while True:
            if not walled():
                kill_children()
            os.waitpid(-1, 0)
    return status, usage


def kill_children():
    """Kill the processes that are children of this one, by birth or because theirs are gone."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        for pid in file.read().split():
            os.kill(int(pid), signal.SIGKILL)


if __name__ == "__main__":
    main()
