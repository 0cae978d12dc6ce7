# Tries: to move its folder away, and to put another one there.
# Verdict: passed | runtime error
import atexit
import os


@atexit.register
def move():
    try:
        os.rename("../box", "../elsewhere")
        os.mkdir("../box")
    except OSError:
        pass


def f(n):
    return n + 1
