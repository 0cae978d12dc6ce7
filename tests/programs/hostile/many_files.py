# Tries: to fill its folder with files.
# Verdict: passed
for i in range(5000):
    with open(f"file {i}\n", "w") as file:
        file.write("x")


def f(n):
    return n + 1
