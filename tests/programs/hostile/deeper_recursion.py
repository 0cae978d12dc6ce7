# Tries: to recurse without end, and without Python's own limit.
# Verdict: runtime error
import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __repr__(self):
        return repr([self])


def f(n):
    return repr(Deep())
