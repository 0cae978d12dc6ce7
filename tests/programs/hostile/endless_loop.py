# Tries: not to end.
# Verdict: timed out
def f(n):
    while n:
        pass
