"""`python -m passk N C K`: the estimates of pass@k for one problem, in words."""

import argparse
import sys

from passk.estimators import naive_pass_at_k, pass_at_k
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k
from passk.sentences import LARGEST_N_IN_FRACTIONS, gap_in_words

LONGEST_FRACTION = 40


class _OneLineParser(argparse.ArgumentParser):
    """A parser that ends a wrong call with one clear line and exit code 2."""

    def error(self, message):
        """Print the message alone, without the usage."""
        self.exit(2, f"{self.prog}: {message}\n")


def describe(n, c, k):
    """Return both estimates to the last digit, and what the naive one is off by.

    Examples
    --------
    >>> print(describe(2, 1, 2))
    2 samples, 1 correct, draws of 2
    unbiased pass@2 = 1 = 1.0
    naive    pass@2 = 3/4 = 0.75
    The naive estimate is 0.25 lower.
    """
    unbiased, naive = pass_at_k(n, c, k), naive_pass_at_k(n, c, k)
    return "\n".join(
        [
            f"{n} sample{'s' * (n != 1)}, {c} correct, draws of {k}",
            f"unbiased pass@{k} = {_in_full(exact_pass_at_k, unbiased, n, c, k)}",
            f"naive    pass@{k} = {_in_full(exact_naive_pass_at_k, naive, n, c, k)}",
            f"The naive estimate is {gap_in_words(n, c, k)}.",
        ]
    )


def main(arguments=None):
    """Run the command; return its exit code."""
    parser = _OneLineParser(prog="python -m passk", description="Estimate pass@k for one problem.")
    parser.add_argument("n", type=_whole, help="samples drawn from the model")
    parser.add_argument("c", type=_whole, help="samples that are correct, 0 <= c <= n")
    parser.add_argument("k", type=_whole, help="draws, 1 <= k <= n")
    given = parser.parse_args(arguments)
    try:
        print(describe(given.n, given.c, given.k))
    except ValueError as error:
        parser.error(str(error))
    return 0


def _whole(text):
    """Return a word of the command line as int, or tell argparse what is wrong with it."""
    try:
        return int(text)
    except ValueError:
        shown = repr(text if len(text) <= 40 else f"{text[:40]}...")
        raise argparse.ArgumentTypeError(f"must be a whole number: {shown}") from None


def _in_full(exact, value, n, c, k):
    """Return a value as fraction and decimal; without the fraction where it fills lines."""
    fraction = str(exact(n, c, k)) if n <= LARGEST_N_IN_FRACTIONS else ""
    return f"{fraction} = {value!r}" if 0 < len(fraction) <= LONGEST_FRACTION else repr(value)


if __name__ == "__main__":
    sys.exit(main())
