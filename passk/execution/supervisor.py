"""Run inside the sandbox: unpack files, run a command on them, report; and again, while asked to.

It is started with the names of modules to load, and reads its jobs from standard input. On each it
reports that it begins, by an empty report, and then a line of numbers, followed by the contents of
the file ``results``, or the whole folder, or why the command could not be started. What commands
print goes to standard error. It needs nothing but Python.

Behind walls it is the first process, number 1, of a space that holds nothing but what it starts.
There it serves on only after a program that left nothing behind: no process, no file, no message,
no other state. A program in this very Python may then be run by a child of this process, which
starts faster. So this process itself never holds what a program or its results say, or the next
one could find it in its memory: a child reads the files, and the kernel copies the results.
"""

import _signal as signal  # the module `signal` builds enums first, for longer than Python starts
import errno
import gc
import marshal
import os
import resource
import select
import stat
import sys
import time

MIB = 2**20
MOST_RESULTS = 16 * MIB
IDLE = 30_000  # milliseconds without a job, after which this process ends
SET_DUMPABLE, SET_CHILD_SUBREAPER = 4, 36  # of prctl(2)
OWN_FLAGS = ["-I", "-S", "-B"]
OWN_FRAMES = 2  # on the stack below a program that is run in a child of this process
OWN_DEPTH = OWN_FRAMES + 2 * (sys.version_info < (3, 12))  # where calls of `exec` count, too
PLACES = ("/work", "/tmp", "/dev/shm")  # that can be written to
NOT_AS_NEW = b"collections.abc"  # is there without an import, where `typing` has been loaded
LEFT_ALONE = {signal.SIGKILL, signal.SIGSTOP}
IGNORED_BY_PYTHON = {signal.SIGPIPE, signal.SIGXFSZ}


def main():
    """Do one job after the other; return in a child that has become a program of Python, only."""
    prepare()
    home, clean = os.open(".", os.O_RDONLY), state()
    while (job := next_job()) is not None:
        program, left_nothing = do(home, clean, *job)
        if program:
            return program
        if not (walled() and left_nothing and is_asked_again()):
            break
    os._exit(0)


def prepare():
    """Load modules; keep a program's hands off this process, and let the kernel end it first."""
    for name in sys.argv[1:]:
        __import__(name)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass
    if not (walled() and os.geteuid() == 0):  # the commands run as the same user
        control(SET_DUMPABLE, 0)
    if not walled():
        control(SET_CHILD_SUBREAPER, 1)
    gc.freeze()


def control(what, value):
    """Call prctl(2)."""
    import ctypes

    ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def walled():
    """Tell whether all processes that this one can see came of it."""
    return os.getpid() == 1


def next_job():
    """Return the next job, but for its files; None if there is none."""
    size = read(8)
    return marshal.loads(read(int.from_bytes(size, "little"))) if size else None


def read(size):
    """Return so many bytes of standard input, and none of those behind them; none at its end."""
    content = b""
    while len(content) < size and (more := os.read(0, size - len(content))):
        content += more
    return content


def is_asked_again():
    """Wait for another job; tell whether it came."""
    events = select.poll()
    events.register(0, select.POLLIN)
    return bool(events.poll(IDLE))


def do(home, clean, milliseconds, memory, disk, processes, uid, keep, again, command, names, size):
    """Run a command on files and report; return a program to become, and if nothing is left."""
    limits = {"AS": memory * MIB, "FSIZE": disk * MIB, "CORE": 0}
    if walled():  # elsewhere it would count what the user runs besides
        limits["NPROC"] = processes
    os.mkdir("box")
    os.chdir("box")
    write(b"")
    reader, writer = os.pipe()  # closed by the start of a command
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        return become(limits, uid, command, size, again, writer), False
    os.close(writer)
    timed_out = not wait(child, milliseconds)
    elapsed = time.monotonic() - started
    status, usage, alone = end(child, timed_out)
    code, processor = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    with open(reader, "rb") as file:
        fault = file.read()
    archive, results = marshal.dumps(pack(".")) if keep else b"", open_results(keep or fault)
    os.fchdir(home)
    left_nothing = again and alone and has_gone(names, clean)
    flags = (int(not fault), int(left_nothing))
    numbers = (code, int(timed_out), elapsed, processor, usage.ru_maxrss * 1024, *flags)
    line = " ".join(map(str, numbers)).encode() + b"\n"
    write(line + (fault or archive), results)
    return None, left_nothing and state() == clean


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


def open_results(unwanted):
    """Return what the command wrote into its results, open, if it is wanted and a plain file."""
    try:
        if not unwanted and stat.S_ISREG(os.lstat("results").st_mode):
            return os.open("results", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        pass
    return None


def has_gone(names, clean):
    """Remove the command's folder, and tell whether that was all it left."""
    try:
        for path in {*names, "results"}:
            if os.path.lexists(f"box/{path}"):
                os.remove(f"box/{path}")
        os.rmdir("box")
        return not messages() and state()[1:] == clean[1:]  # the results still take up space
    except OSError:
        return False


def state():
    """Return what a program could change for those that come after it; first the space it takes."""
    if not walled():
        return None, None
    space = [(room.f_bfree, room.f_ffree) for room in map(os.statvfs, PLACES)]
    places = [(sorted(os.listdir(path)), os.listxattr(path)) for path in PLACES]
    places += [(about.st_mode, about.st_uid) for about in map(os.stat, PLACES)]
    limits = [resource.getrlimit(i) for i in range(16)]
    own = [os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), os.sched_getscheduler(0)]
    with open("/proc/net/sockstat") as file:
        sockets = [line.split(" mem")[0].split(" alloc")[0] for line in file if "TCP" in line]
    return space, places, limits, own, sockets


def messages():
    """Return what processes left for others, of the kind that outlives them: see sysvipc(7)."""
    left = []
    for kind in ("msg", "sem", "shm"):
        with open(f"/proc/sysvipc/{kind}") as file:
            left += file.readlines()[1:]
    return left


def is_own(command):
    """Tell whether a command is a program in this very Python, with its options."""
    same = os.path.realpath(command[0]) == os.path.realpath(sys.executable)
    return same and command[1:-1] == OWN_FLAGS


def become(limits, uid, command, size, again, writer):
    """Turn this process into the command, with its limits, as a user without rights."""
    try:
        files = marshal.loads(read(size))
        program = files.get(command[-1], (0, b""))[1]
        own = again and is_own(command) and NOT_AS_NEW not in program
        unpack(files, uid)
        if "NPROC" in limits:
            os.setsid()  # what is done to the scheduling of a session stays in it
        else:
            os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        own_output()
        os.closerange(3, writer)
        os.closerange(writer + 1, 256)
        for number in signal.valid_signals() - LEFT_ALONE - (IGNORED_BY_PYTHON if own else set()):
            signal.signal(number, signal.SIG_DFL)  # some may be ignored, and stay so in a program
        for name, most in limits.items():
            limit(getattr(resource, f"RLIMIT_{name}"), most)
        if uid:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        if own:
            os.close(writer)
            return as_main(command[-1])
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        # a program of its own that is too large, or none, is its fault; a tool's is not
        its_fault = command[0].startswith("./") or getattr(error, "errno", 0) == errno.ENOSPC
        os.write(2 if its_fault else writer, f"cannot run {command[0]}: {error}".encode())
    os._exit(126)


def own_output():
    """Open standard error anew, so that its flags are this process's own; let output go there."""
    os.dup2(os.open("/proc/self/fd/2", os.O_WRONLY | os.O_APPEND), 2)
    os.dup2(2, 1)


def as_main(path):
    """Make this process what Python is at the start of a program; return what to execute."""
    from _frozen_importlib_external import SourceFileLoader

    control(SET_DUMPABLE, 1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.setrecursionlimit(sys.getrecursionlimit() + OWN_DEPTH)
    sys.argv = [path]
    path = os.path.abspath(path)
    module = sys.modules["__main__"] = type(sys)("__main__")
    module.__dict__.update(
        __file__=path,
        __cached__=None,
        __annotations__={},
        __builtins__=__builtins__,
        __loader__=SourceFileLoader("__main__", path),
    )
    with open(path, "rb") as file:
        return file.read(), module


def exit_code(error):
    """Do what Python does with an error that nobody caught; return the exit code."""
    if isinstance(error, SystemExit):
        if error.code is None or isinstance(error.code, int):
            code = error.code or 0
            return code & 0xFF if -(2**63) <= code < 2**63 else 0xFF
        print(error.code, file=sys.stderr)
        return 1
    flush()
    error = error.with_traceback(error.__traceback__.tb_next)  # without this file
    sys.excepthook(type(error), error, error.__traceback__)
    if isinstance(error, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return 1


def finish(scope, code):
    """End as Python does, but leave the clearing of memory, which takes longest, to the kernel."""
    import atexit

    flush()
    try:
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
        atexit._run_exitfuncs()
        scope.clear()
        gc.collect()
    finally:
        os._exit(code if flush() or code else 120)


def flush():
    """Write what is left in standard output and error; tell whether that could be done."""
    try:
        for file in (getattr(sys, "stdout", None), getattr(sys, "stderr", None)):
            if file is not None and not getattr(file, "closed", False):
                file.flush()
    except Exception:
        return False
    return True


def limit(what, most):
    """Limit a resource; a lower limit that is there already stays."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def wait(child, milliseconds):
    """Wait until a child ends, or nobody reads the report any more; tell whether it has ended."""
    watched = os.pidfd_open(child)
    events = select.poll()
    events.register(watched, select.POLLIN)
    events.register(1, 0)
    ended = watched in dict(events.poll(milliseconds))
    os.close(watched)
    return ended


def end(child, timed_out):
    """Kill a child and all that came of it; return its status, what it used, if it was alone."""
    if not walled() or timed_out:
        os.kill(-1 if walled() else child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    alone = not timed_out
    try:
        while True:
            if walled():
                os.kill(-1, signal.SIGKILL)
            else:
                kill_children()
            alone = False
            os.waitpid(-1, 0)
    except (ChildProcessError, FileNotFoundError, ProcessLookupError):
        return status, usage, alone


def kill_children():
    """Kill the processes that are children of this one, by birth or because theirs are gone."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        for pid in file.read().split():
            os.kill(int(pid), signal.SIGKILL)


def write(report, file=None):
    """Write a report and an open file, after the length of both; the kernel copies the file."""
    more = min(os.fstat(file).st_size, MOST_RESULTS) if file is not None else 0
    left = memoryview((len(report) + more).to_bytes(8, "little") + report)
    while left:
        left = left[os.write(1, left) :]
    sent = 0
    while sent < more:
        sent += os.sendfile(1, file, sent, more - sent)
    if file is not None:
        os.close(file)


if __name__ == "__main__":
    program, module = main()
    try:
        exec(compile(program, module.__file__, "exec", dont_inherit=True), module.__dict__)
    except BaseException as raised:
        status = exit_code(raised)
    else:
        status = 0
    finish(module.__dict__, status)
