# Tries: to take memory that it may not have, in a child.
# Verdict: passed
import os


def f(n):
    child = os.fork()
    if child == 0:
        try:
            bytearray(2**31)
        except MemoryError:
            os._exit(3)
        os._exit(0)
    return n + 1 if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3 else 0
