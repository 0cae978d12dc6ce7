"""Measure the error of the estimators over random n, c and k up to n = 2**53.

    python benchmarks/accuracy.py [--cases 20000]

For every range of n it prints the worst error in units in the last place (ulp), against exact
integers for n up to 300 and against log-gamma with 100 digits past that; it ends with exit code 1
if the worst error of pass_at_k or naive_pass_at_k exceeds 4 ulp.
"""

import argparse
import sys
from fractions import Fraction

import mpmath
import numpy as np

from passk import exact_naive_pass_at_k, exact_pass_at_k, naive_pass_at_k, pass_at_k

LIMIT = 4.0
RANGES = [(1, 300), (300, 10**4), (10**4, 10**6), (10**6, 10**9), (10**9, 2**53)]


def random_counts(low, high, cases, rng):
    """Return n, c and k spread over the domain, half of them where errors are largest.

    n is log-uniform in [low, high]. In one half c and k are small, near n, or in between; in the
    other half c k / n lies between 0.001 and 20, so that pass@k is neither tiny nor certain.
    """
    n = _log_uniform(low, high, cases, rng)
    kind = rng.integers(0, 3, (2, cases))
    small = [np.minimum(_log_uniform(1, high, cases, rng), n) for _ in range(2)]
    share = np.maximum(1, (n * rng.random((2, cases))).astype(np.int64))
    c, k = (np.choose(kind[i], [small[i], share[i], np.maximum(1, n - small[i])]) for i in range(2))
    expected_hits = np.exp(rng.uniform(np.log(0.001), np.log(20), cases))
    k_for_them = (expected_hits * n / small[0]).clip(1, n).astype(np.int64)
    half = rng.random(cases) < 0.5
    return n, np.where(half, c, small[0]), np.where(half, k, k_for_them)


def reference(n, c, k):
    """Return pass@k to at least 40 digits."""
    if n <= 300:
        return _from_fraction(exact_pass_at_k(n, c, k))
    if n - c < k:
        return mpmath.mpf(1)
    gammas = (n - c + 1, n - k + 1), (n - c - k + 1, n + 1)
    log_share = sum(map(_log_gamma, gammas[0])) - sum(map(_log_gamma, gammas[1]))
    return -mpmath.expm1(log_share)


def naive_reference(n, c, k):
    """Return the naive estimate to at least 40 digits."""
    if n <= 300:
        return _from_fraction(exact_naive_pass_at_k(n, c, k))
    rate = mpmath.mpf(n - c) / n
    return -mpmath.expm1(k * mpmath.log(rate)) if n > c else mpmath.mpf(1)


def worst_ulps(values, references):
    """Return the largest distance of floats from references, in ulps of the reference."""
    distances = (
        abs(mpmath.mpf(float(value)) - exact) / float(np.spacing(float(exact)))
        for value, exact in zip(values, references, strict=True)
    )
    return float(max(distances))


def main():
    """Print the table; return 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=20_000, help="cases for each range of n")
    cases = parser.parse_args().cases
    mpmath.mp.dps = 100
    rng = np.random.default_rng(2021)
    print(f"worst error in ulp, {cases} random (n, c, k) for each row")
    print(f"{'n':>24} {'array':>7} {'scalar':>7} {'naive':>7}")
    worst = 0.0
    for low, high in RANGES:
        triples = random_counts(low, high, cases, rng)
        rows = list(zip(*(t.tolist() for t in triples), strict=True))
        exact = [reference(*row) for row in rows]
        errors = [
            worst_ulps(pass_at_k(*triples), exact),
            worst_ulps([pass_at_k(*row) for row in rows], exact),
            worst_ulps(naive_pass_at_k(*triples), [naive_reference(*row) for row in rows]),
        ]
        worst = max(worst, *errors)
        print(f"{f'{low:.0e} to {high:.0e}':>24}", *(f"{error:7.2f}" for error in errors))
    return int(worst > LIMIT)


def _log_uniform(low, high, size, rng):
    """Return integers whose logarithms are spread evenly."""
    return np.exp(rng.uniform(np.log(low), np.log(high), size)).astype(np.int64).clip(low, high)


def _from_fraction(value: Fraction):
    """Return a fraction as a number of 100 digits."""
    return mpmath.mpf(value.numerator) / value.denominator


def _log_gamma(x):
    """Return log-gamma with 100 digits."""
    return mpmath.loggamma(mpmath.mpf(x))


if __name__ == "__main__":
    sys.exit(main())
