# Tries: to print for ever, as errors.
# Verdict: timed out
import os


def f(n):
    while True:
        os.write(2, b"x" * 65536)
