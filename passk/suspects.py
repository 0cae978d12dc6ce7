"""Five implementations of pass@k without labels: some are right, some are broken.

The broken ones are of kinds that public issue trackers hold. Which are they, and why? The lesson
asks; `passk.explorers.explore_implementation` and `passk.check_estimator` help to find out.
"""

import math

import numpy as np

__all__ = ["SUSPECTS", "suspect_1", "suspect_2", "suspect_3", "suspect_4", "suspect_5"]


def suspect_1(n, c, k):
    """Return pass@k by a loop over the draws."""
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    all_fail = 1.0
    for i in range(min(k, n - c + 1)):
        all_fail *= (n - c - i) / (n - i)
    return 1.0 - all_fail


def suspect_2(n, c, k):
    """Return pass@k by a product of c factors."""
    if n - c < k:
        return 1.0
    return float(1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))


def suspect_3(n, c, k):
    """Return pass@k by a loop over the draws."""
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    all_fail = 1.0
    for _ in range(k):
        all_fail *= (n - c) / n
    return 1.0 - all_fail


def suspect_4(n, c, k):
    """Return pass@k by counting ordered draws."""
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    if n - c < k:
        return 1.0
    failed, drawn = np.arange(n - c - k + 1, n - c + 1), np.arange(n - k + 1, n + 1)
    return float(1.0 - np.prod(failed) / np.prod(drawn))


def suspect_5(n, c, k):
    """Return pass@k by two binomials."""
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    return 1.0 - math.comb(n - k, c) / math.comb(n, c)


SUSPECTS = (suspect_1, suspect_2, suspect_3, suspect_4, suspect_5)
"""The five, to be numbered from 1."""
