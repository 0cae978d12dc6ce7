# Tries: to kill, stop and interrupt everybody else.
# Verdict: passed
import contextlib
import os
import signal

if os.getppid() != 1 or os.path.exists("/etc/passwd"):
    raise SystemExit("there are no walls: this would kill your own processes")
for pid in (os.getppid(), 1, -1):
    for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGCHLD, signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def f(n):
    return n + 1
