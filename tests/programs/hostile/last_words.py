# Tries: to change its results at the end.
# Verdict: failed tests
import atexit
import os
import re


@atexit.register
def rewrite():
    with open("results") as file:
        text = file.read()
    with open("results", "w") as file:
        file.write(re.sub("=.*", "=PASSED", text))
    os._exit(0)


def f(n):
    return 0
