# Tries: to reach a server through a socket without a file.
# Verdict: passed
import socket

try:
    socket.socket(socket.AF_UNIX).connect("\0«mark»")
    reached = True
except OSError:
    reached = False


def f(n):
    return -1 if reached else n + 1
