# Tries: bytes that are no text, and every kind of line end; its values are right.
# Verdict: passed
with open("results", "wb") as file:
    file.write(bytes(range(256)) * 100 + b"\xff\xfe\r\n\x00\x0b\x0c\x1c\x85\xe2\x80\xa8\n")


def f(n):
    with open("results", "ab") as file:
        file.write(b"\xf0\x28\x8c\x28\n")
    return n + 1
