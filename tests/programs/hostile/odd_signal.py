# Tries: to end by a signal that has no name.
# Verdict: runtime error
import os


def f(n):
    os.kill(os.getpid(), 40)
    return n + 1
