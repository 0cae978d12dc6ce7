# Tries: to make its results a folder.
# Verdict: runtime error
import os

os.mkdir("results")


def f(n):
    return n + 1
