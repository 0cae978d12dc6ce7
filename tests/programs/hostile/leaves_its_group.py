# Tries: to hide from a kill of its group, by joining that of a child.
# Verdict: runtime error
import os
import time

child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    time.sleep(300)
time.sleep(0.1)
os.setpgid(0, child)


def f(n):
    time.sleep(300)
