# Tries: to recurse without end.
# Verdict: runtime error
def f(n):
    return f(n + 1)
