# Tries: to give a hundred megabytes in one line.
# Verdict: runtime error | failed tests
import re

with open("main.py") as file:
    token = re.search("[0-9a-f]{32}", file.read())[0]


def f(n):
    with open("results", "a") as file:
        file.write(f"{token} 0 =")
        for _ in range(25 if n == 1 else 0):
            file.write("1" * 2**20)
    return n + 1
