# Tries: to end well, without a value.
# Verdict: runtime error
import os


def f(n):
    os._exit(0)
