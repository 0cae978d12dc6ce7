# Tries: to lock everybody out of its folder.
# Verdict: passed | runtime error
import atexit
import os


@atexit.register
def lock():
    os.chmod("results", 0)
    os.chmod(".", 0)


def f(n):
    return n + 1
