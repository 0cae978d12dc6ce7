# Tries: to give several values for a test, the right one among them.
# Verdict: failed tests
import re

with open("main.py") as file:
    token = re.search("[0-9a-f]{32}", file.read())[0]
with open("results", "w") as file:
    for value in range(10):
        file.write(f"{token} 0 ={value}\n{token} 1 ={value}\n")


def f(n):
    return n + 1
