# Tries: to make a file of a terabyte.
# Verdict: passed
import os

with open("/tmp/large", "wb") as file:
    try:
        os.truncate("/tmp/large", 2**40)
        grown = True
    except OSError:
        grown = False


def f(n):
    return -1 if grown else n + 1
