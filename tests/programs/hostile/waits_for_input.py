# Tries: to wait for input that never comes.
# Verdict: runtime error
def f(n):
    return int(input("n + 1? "))
