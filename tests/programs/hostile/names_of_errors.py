# Tries: to raise an error that is called like a success.
# Verdict: runtime error
class PASSED(Exception):  # noqa: N818
    pass


def f(n):
    raise PASSED
