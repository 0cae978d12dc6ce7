# Tries: to be done before the tests, and to crash in them.
# Verdict: runtime error | failed tests
import os
import re

with open("main.py") as file:
    token = re.search("[0-9a-f]{32}", file.read())[0]
with open("results", "w") as file:
    file.write(f"{token} 0 =true\n{token} 1 =null\n{token} done\n")


def f(n):
    os.abort()
