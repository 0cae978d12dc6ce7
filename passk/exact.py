"""pass@k without rounding: by integers and fractions, and by the definition itself.

`pass_at_k_by_listing` draws every subset; `exact_pass_at_k` counts them with binomials. The fast
estimators are tested against both.
"""

import math
from collections.abc import Mapping, Set
from fractions import Fraction
from itertools import combinations
from numbers import Integral

import numpy as np

from passk.domain import counts, whole_numbers

__all__ = [
    "exact_pass_at_k",
    "exact_naive_pass_at_k",
    "exact_pass_hat_k",
    "pass_at_k_by_listing",
]

MOST_DRAWS = 2_000_000
MOST_LISTED = 50_000_000  # verdicts in all draws together


def exact_pass_at_k(n, c, k):
    """Return the unbiased estimate of pass@k as a fraction.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws: ``0 <= c <= n``, ``1 <= k <= n``, of any size. The cost
        grows with min(c, k).

    Returns
    -------
    Fraction
        ``1 - C(n-c, k) / C(n, k)``.

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k`; arrays are refused.

    Examples
    --------
    >>> exact_pass_at_k(10, 3, 5)
    Fraction(11, 12)
    >>> exact_pass_at_k(10**30, 1, 1)
    Fraction(1, 1000000000000000000000000000000)
    """
    n, c, k = _three_numbers(n, c, k)
    few, most = min(c, k), max(c, k)  # c and k may be swapped: the smaller binomials
    return 1 - Fraction(math.comb(n - most, few), math.comb(n, few))


def exact_naive_pass_at_k(n, c, k):
    """Return the naive estimate ``1 - (1 - c/n)**k`` as a fraction.

    Parameters
    ----------
    n, c, k : int
        As for `exact_pass_at_k`.

    Returns
    -------
    Fraction

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k`; arrays are refused.

    Examples
    --------
    >>> exact_naive_pass_at_k(2, 1, 2)
    Fraction(3, 4)
    """
    n, c, k = _three_numbers(n, c, k)
    return 1 - Fraction(n - c, n) ** k


def exact_pass_hat_k(n, c, k):
    """Return the unbiased estimate of pass^k, ``C(c, k) / C(n, k)``, as a fraction.

    Parameters
    ----------
    n, c, k : int
        As for `exact_pass_at_k`.

    Returns
    -------
    Fraction

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k`; arrays are refused.

    Examples
    --------
    >>> exact_pass_hat_k(4, 3, 2)
    Fraction(1, 2)
    """
    n, c, k = _three_numbers(n, c, k)
    return Fraction(math.comb(c, k), math.comb(n, k))


def pass_at_k_by_listing(outcomes, k):
    """Return pass@k by its definition: list every draw of k samples, count those with a pass.

    Parameters
    ----------
    outcomes : sequence of bool or of 0 and 1, length n
        One verdict per sample: did it pass its tests?
    k : int
        Draws, ``1 <= k <= n``.

    Returns
    -------
    Fraction
        Draws with at least one pass, over all draws.

    Raises
    ------
    TypeError
        If an outcome is not a bool, 0 or 1: the word "fail" would count as true.
    ValueError
        If k is out of bounds, or there are more than two million draws to list.

    Examples
    --------
    >>> pass_at_k_by_listing([True, True, False, False, False], 2)
    Fraction(7, 10)
    """
    if isinstance(outcomes, Mapping | Set) or getattr(outcomes, "ndim", 1) != 1:
        kind = type(outcomes).__name__
        raise TypeError(f"outcomes must be a sequence, one verdict per sample, not {kind}")
    passed = [_verdict(outcome, i) for i, outcome in enumerate(outcomes)]
    n, _, k = _three_numbers(len(passed), sum(passed), k)
    # C(n, k) is at least C(n, 2) unless k is 1, n - 1 or n; do not compute a giant to refuse it
    giant = n > MOST_DRAWS or (n * (n - 1) // 2 > MOST_DRAWS and 1 < k < n - 1)
    if giant or math.comb(n, k) > MOST_DRAWS or math.comb(n, k) * k > MOST_LISTED:
        raise ValueError(f"draws must not exceed {MOST_DRAWS} to be listed: C({n}, {k}) are more")
    hits = sum(any(draw) for draw in combinations(passed, k))
    return Fraction(hits, math.comb(n, k))


def _verdict(outcome, i):
    """Return one outcome as a bool; words and other numbers are refused."""
    known = isinstance(outcome, bool | np.bool_ | Integral | float) and outcome in (0, 1)
    if not known:
        raise TypeError(f"outcomes must be True, False, 1 or 0: outcomes[{i}]={outcome!r}")
    return bool(outcome)


def _three_numbers(n, c, k):
    """Return checked n, c and k of any size as Python ints; arrays are refused."""
    for name, value in (("n", n), ("c", c), ("k", k)):
        if np.ndim(whole_numbers(value, name)):
            raise TypeError(f"{name} must be one number, not {type(value).__name__}")
    return counts(n, c, k, largest_n=None)
