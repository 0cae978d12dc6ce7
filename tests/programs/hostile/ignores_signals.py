# Tries: to be deaf.
# Verdict: timed out
import signal

for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)


def f(n):
    while True:
        pass
