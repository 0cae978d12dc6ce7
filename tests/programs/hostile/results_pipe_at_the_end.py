# Tries: to make a reader of its results wait.
# Verdict: runtime error
import atexit
import os


@atexit.register
def swap():
    os.remove("results")
    os.mkfifo("results")


def f(n):
    return n + 1
