# Tries: to make its results a socket.
# Verdict: runtime error
import socket

socket.socket(socket.AF_UNIX).bind("results")


def f(n):
    return n + 1
