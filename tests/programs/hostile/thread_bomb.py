# Tries: to start more threads than it may.
# Verdict: passed
import threading

threads, enough = 0, threading.Event()
try:
    while threads < 400:
        threading.Thread(target=enough.wait, daemon=True).start()
        threads += 1
except RuntimeError:
    pass
enough.set()


def f(n):
    return n + 1 if 0 < threads < 64 else threads
