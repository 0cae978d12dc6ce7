# Tries: to print for ever.
# Verdict: timed out
def f(n):
    while True:
        print("all tests passed " * 1000)
