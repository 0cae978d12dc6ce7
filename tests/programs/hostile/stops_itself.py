# Tries: to stand still rather than end.
# Verdict: timed out
import os
import signal


def f(n):
    os.kill(os.getpid(), signal.SIGSTOP)
    return n + 1
