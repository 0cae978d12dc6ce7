# Tries: to start more processes than it may, all of them asleep.
# Verdict: passed
import os
import time

children = 0
try:
    while children < 400:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        children += 1
except OSError:
    pass


def f(n):
    return n + 1 if 0 < children < 64 else children
