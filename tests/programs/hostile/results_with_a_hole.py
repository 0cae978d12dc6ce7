# Tries: to give a file that is all hole.
# Verdict: runtime error
import os


def f(n):
    if n == 1:
        with open("results", "w"):
            pass
        os.truncate("results", 30 * 2**20)
    return n + 1
