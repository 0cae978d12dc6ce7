# Tries: to drown its right answer in a gigabyte.
# Verdict: passed
import os


def f(n):
    if n == 1:
        for _ in range(2**13):
            os.write(1, b"." * 2**16)
            os.write(2, b"!" * 2**16)
    return n + 1
