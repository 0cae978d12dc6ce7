# Tries: to have another file read as its results.
# Verdict: runtime error
import os

os.symlink("/etc/passwd", "results")


def f(n):
    return n + 1
