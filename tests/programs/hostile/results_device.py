# Tries: to make its results a device without an end.
# Verdict: runtime error
import atexit
import os
import stat


@atexit.register
def swap():
    os.remove("results")
    try:
        os.mknod("results", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    except OSError:
        os.symlink("/dev/zero", "results")


def f(n):
    return n + 1
