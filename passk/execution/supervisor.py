"""Run inside the sandbox: unpack files, run a command on them, report; and again, while asked to.

It is started with the names of modules to load, and reads its jobs from standard input. On each it
reports that it begins, by an empty report, and then a line of numbers, followed by the contents of
the file ``results``, or the whole folder, or why the command could not be started. What commands
print goes to standard error. It needs nothing but Python.

Behind walls it is the first process, number 1, of a space that holds nothing but what it starts.
There it serves on only after a program that left nothing behind: no process, no file, no message.
A program in this very Python may then be run by a child of this process, which starts faster.
"""

import _signal as signal  # the module `signal` builds enums first, for longer than Python starts
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
LEFT_ALONE = {signal.SIGKILL, signal.SIGSTOP}
IGNORED_BY_PYTHON = {signal.SIGPIPE, signal.SIGXFSZ}


def main():
    """Do one job after the other; return in a child that has become a program of Python, only."""
    prepare()
    while (job := next_job()) is not None:
        program, report, left_nothing = do(*job)
        if program:
            return program
        write(report)
        if not (walled() and left_nothing and is_asked_again()):
            break
    os._exit(0)


def prepare():
    """Load modules; keep a program's hands off this process, and let the kernel end it first."""
    for name in sys.argv[1:]:
        __import__(name)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
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
    """Return the next job; None if there is none."""
    size = sys.stdin.buffer.read(8)
    return marshal.loads(sys.stdin.buffer.read(int.from_bytes(size, "little"))) if size else None


def is_asked_again():
    """Wait for another job; tell whether it came."""
    events = select.poll()
    events.register(0, select.POLLIN)
    return bool(events.poll(IDLE))


def do(milliseconds, memory, disk, processes, uid, keep, again, command, files):
    """Run a command on files; return a program to become, the report, and if nothing is left."""
    limits = {"AS": memory * MIB, "FSIZE": disk * MIB, "CORE": 0}
    if walled():  # elsewhere it would count what the user runs besides
        limits["NPROC"] = processes
    files = marshal.loads(files)
    os.mkdir("box")
    os.chdir("box")
    unpack(files, uid)
    write(b"")
    reader, writer = os.pipe()  # closed by the start of a command
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        return become(limits, uid, command, again and is_own(command), writer), b"", False
    os.close(writer)
    timed_out = not wait(child, milliseconds)
    elapsed = time.monotonic() - started
    status, usage, alone = end(child, timed_out)
    code, processor = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    content = marshal.dumps(pack(".")) if keep else results()
    left_nothing = again and alone and has_gone(files)
    with open(reader, "rb") as file:
        fault = file.read()
    flags = (int(not fault), int(left_nothing))
    numbers = (code, int(timed_out), elapsed, processor, usage.ru_maxrss * 1024, *flags)
    line = " ".join(map(str, numbers)).encode() + b"\n"
    return None, line + (fault or content), left_nothing


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
        if not stat.S_ISREG(os.lstat("results").st_mode):
            return b""
        place = os.open("results", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(place, "rb") as file:
            return file.read(MOST_RESULTS)
    except OSError:
        return b""


def has_gone(files):
    """Remove the command's folder, and tell whether that was all it left."""
    try:
        for path in {*files, "results"}:
            if os.path.lexists(path):
                os.remove(path)
        os.chdir("..")
        os.rmdir("box")
        return not (messages() or any(map(os.listdir, (".", "/tmp", "/dev/shm"))))
    except OSError:
        return False


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


def become(limits, uid, command, own, writer):
    """Turn this process into the command, with its limits, as a user without rights."""
    try:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
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
        os.write(writer, f"cannot run {command[0]}: {error}".encode())
    os._exit(126)


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
            return (error.code or 0) & 0xFF
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
        for file in (sys.stdout, sys.stderr):
            if file is not None and not file.closed:
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


def write(report):
    """Write a report, and all of it, after its length."""
    left = memoryview(len(report).to_bytes(8, "little") + report)
    while left:
        left = left[os.write(1, left) :]


if __name__ == "__main__":
    program, module = main()
    try:
        exec(compile(program, module.__file__, "exec", dont_inherit=True), module.__dict__)
    except BaseException as raised:
        status = exit_code(raised)
    else:
        status = 0
    finish(module.__dict__, status)
