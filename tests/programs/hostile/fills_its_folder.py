# Tries: to fill the folder where its results belong.
# Verdict: runtime error
try:
    for i in range(400):
        with open(f"{i}", "wb", buffering=0) as file:
            file.write(b"x" * 2**20)
except OSError:
    pass


def f(n):
    return n + 1
