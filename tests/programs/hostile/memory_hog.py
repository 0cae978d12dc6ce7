# Tries: to take all memory.
# Verdict: runtime error
def f(n):
    held = []
    while True:
        held.append(bytearray(2**26))
