# Tries: to cut the wires, all of them.
# Verdict: passed
import os

os.closerange(0, 1000)


def f(n):
    return n + 1
