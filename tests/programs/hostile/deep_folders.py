# Tries: to nest folders deeper than any path can be.
# Verdict: passed
import os

home = os.getcwd()
for _ in range(1000):
    os.mkdir("folder" * 10)
    os.chdir("folder" * 10)
os.chdir(home)


def f(n):
    return n + 1
