"""`python -m passk N C K`: the estimates of pass@k for one problem, in words."""

import argparse
import sys

from passk.estimators import naive_pass_at_k, pass_at_k
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k

WRITABLE_DIGITS = 40


def describe(n, c, k):
    """Return both estimates and what the naive one is off by, one line each.

    Examples
    --------
    >>> print(describe(2, 1, 2))
    2 samples, 1 correct, draws of 2
    unbiased pass@2 = 1 = 1.0
    naive    pass@2 = 3/4 = 0.75
    The naive estimate is 0.25 below the unbiased one.
    """
    unbiased, naive = pass_at_k(n, c, k), naive_pass_at_k(n, c, k)
    gap = unbiased - naive
    verdict = (
        f"The naive estimate is {gap:.4g} below the unbiased one."
        if gap > 0
        else "Here the naive estimate agrees with the unbiased one."
    )
    return "\n".join(
        [
            f"{n} sample{'s' * (n != 1)}, {c} correct, draws of {k}",
            f"unbiased pass@{k} = {_in_full(exact_pass_at_k, unbiased, n, c, k)}",
            f"naive    pass@{k} = {_in_full(exact_naive_pass_at_k, naive, n, c, k)}",
            verdict,
        ]
    )


def main(arguments=None):
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m passk", description="Estimate pass@k for one problem."
    )
    parser.add_argument("n", type=int, help="samples drawn from the model")
    parser.add_argument("c", type=int, help="samples that are correct, 0 <= c <= n")
    parser.add_argument("k", type=int, help="draws, 1 <= k <= n")
    counts = parser.parse_args(arguments)
    try:
        print(describe(counts.n, counts.c, counts.k))
    except ValueError as error:
        print(f"python -m passk: {error}", file=sys.stderr)
        return 2
    return 0


def _in_full(exact, value, n, c, k):
    """Return a value as fraction and decimal; without the fraction where it fills lines."""
    if n > 1000:
        return repr(value)
    fraction = str(exact(n, c, k))
    return f"{fraction} = {value!r}" if len(fraction) <= WRITABLE_DIGITS else repr(value)


if __name__ == "__main__":
    sys.exit(main())
