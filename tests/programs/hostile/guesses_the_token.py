# Tries: to write results without the token, or with some other.
# Verdict: runtime error
import os


def f(n):
    with open("results", "w") as file:
        for token in ("", " ", "0" * 32, "«token»", "None", "token"):
            file.write(f"{token} 0 =2\n{token} 1 =6\n{token} done\n0 =2\n1 =6\ndone\n")
    os._exit(0)
