# Tries: to live on as a daemon.
# Verdict: passed
import os
import signal
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        time.sleep(300)
    os._exit(0)
os.wait()


def f(n):
    return n + 1
