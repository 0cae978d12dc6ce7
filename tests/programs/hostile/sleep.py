# Tries: to sleep through the limit.
# Verdict: timed out
import time


def f(n):
    time.sleep(3600)
    return n + 1
