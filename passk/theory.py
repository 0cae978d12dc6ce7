"""What an estimator does on average: exact expectation, bias, variance and squared error.

With n samples and a true pass rate p, the number of correct samples c is binomial. The average of
any estimator g(n, c, k) is therefore a sum of n + 1 terms, and no simulation is needed.
"""

import functools
import math
from fractions import Fraction

import numpy as np

from passk.domain import counts, one_number, pass_rate, require
from passk.estimators import naive_pass_at_k, pass_at_k, pass_hat_k, true_pass_at_k
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k, exact_pass_hat_k

__all__ = ["chance_of_counts", "expected_value", "bias", "variance", "mean_squared_error"]

LARGEST_N = 10**7  # the chances of all counts are listed
LARGEST_KEPT_TABLE = 100_000  # numbers

_OWN_ESTIMATORS = (
    (pass_at_k, exact_pass_at_k),
    (naive_pass_at_k, exact_naive_pass_at_k),
    (pass_hat_k, exact_pass_hat_k),
)


def chance_of_counts(p, n):
    """Return the chance of every count of correct samples, c = 0, 1, ..., n.

    Parameters
    ----------
    p : float, Fraction or array_like of float
        True pass rate.
    n : int
        Samples.

    Returns
    -------
    ndarray, shape (..., n + 1)
        Binomial probabilities; of dtype object for a Fraction p.

    Raises
    ------
    TypeError, ValueError
        If p is not between 0 and 1, or n not a whole number of at least 1.

    Examples
    --------
    >>> chance_of_counts(0.5, 2)
    array([0.25, 0.5 , 0.25])
    """
    p, (n, _, _) = pass_rate(p), counts(one_number(n, "n"), 0, 1)
    require(n <= LARGEST_N, "n must not exceed 10**7 here", n=n)
    if isinstance(p, Fraction):
        return np.array([math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)])
    rates = np.asarray(p)
    small = rates.size * (n + 1) <= LARGEST_KEPT_TABLE
    table = _kept_binomial_table if small else _binomial_table
    chances = table(tuple(rates.ravel().tolist()), n)
    return chances.reshape(*rates.shape, n + 1).copy()


def expected_value(estimator, p, n, k):
    """Return the exact average of an estimator.

    Parameters
    ----------
    estimator : callable
        ``estimator(n, c, k) -> number``, of three ints.
    p : float, Fraction or array_like of float
        True pass rate, ``0 <= p <= 1``.
    n, k : int
        Samples and draws, ``1 <= k <= n``.

    Returns
    -------
    float, Fraction or ndarray of float64
        A Fraction if p is one: this package's estimators are then evaluated as fractions; any
        other estimator has to return them itself.

    Raises
    ------
    TypeError, ValueError
        If p, n or k is out of bounds, or a Fraction p meets an estimator that returns floats.

    Examples
    --------
    With n = k = 2 and p = 1/2 the truth is 3/4. The unbiased estimate meets it, the naive one
    does not:

    >>> expected_value(pass_at_k, Fraction(1, 2), 2, 2)
    Fraction(3, 4)
    >>> expected_value(naive_pass_at_k, Fraction(1, 2), 2, 2)
    Fraction(5, 8)
    """
    return _average(p, n, _estimates(estimator, p, n, k))


def bias(estimator, p, n, k):
    """Return the expected value of an estimator less the true pass@k.

    Parameters
    ----------
    estimator, p, n, k
        As for `expected_value`.

    Returns
    -------
    float, Fraction or ndarray of float64

    Raises
    ------
    TypeError, ValueError
        As for `expected_value`.

    Examples
    --------
    >>> bias(naive_pass_at_k, Fraction(1, 10), 20, 10) < Fraction(-8, 100)
    True
    >>> bias(pass_at_k, Fraction(1, 10), 20, 10)
    Fraction(0, 1)
    """
    return expected_value(estimator, p, n, k) - true_pass_at_k(p, k)


def variance(estimator, p, n, k):
    """Return the variance of an estimator over repeated runs of n samples.

    Parameters
    ----------
    estimator, p, n, k
        As for `expected_value`.

    Returns
    -------
    float, Fraction or ndarray of float64

    Raises
    ------
    TypeError, ValueError
        As for `expected_value`.

    Examples
    --------
    pass@1 is a proportion, with the variance p(1-p)/n:

    >>> variance(pass_at_k, Fraction(2, 5), 5, 1)
    Fraction(6, 125)
    """
    estimates = _estimates(estimator, p, n, k)
    return _average(p, n, _squares(estimates, _average(p, n, estimates)))


def mean_squared_error(estimator, p, n, k):
    """Return the average squared distance of an estimator from the true pass@k.

    Parameters
    ----------
    estimator, p, n, k
        As for `expected_value`.

    Returns
    -------
    float, Fraction or ndarray of float64
        Variance plus squared bias.

    Raises
    ------
    TypeError, ValueError
        As for `expected_value`.

    Examples
    --------
    For one hard problem the biased estimate can be the closer one:

    >>> mean_squared_error(pass_at_k, Fraction(1, 4), 2, 2)
    Fraction(63, 256)
    >>> mean_squared_error(naive_pass_at_k, Fraction(1, 4), 2, 2)
    Fraction(21, 128)
    """
    estimates = _estimates(estimator, p, n, k)
    return _average(p, n, _squares(estimates, true_pass_at_k(p, k)))


def _binomial_table(rates, n):
    """Return the binomial probabilities of 0, ..., n, one row for each rate."""
    from scipy.stats import binom  # here, because it is slow to import

    return binom.pmf(np.arange(n + 1), n, np.array(rates)[:, np.newaxis])


@functools.lru_cache(maxsize=16)
def _kept_binomial_table(rates, n):
    """Return the same, kept for the next caller: bias, variance and error want the same one."""
    return _binomial_table(rates, n)


def _estimates(estimator, p, n, k):
    """Return the estimates at c = 0, ..., n, as fractions if p is one."""
    if not callable(estimator):
        raise TypeError(f"estimator must be a function of n, c and k: estimator={estimator!r}")
    p, (n, _, k) = pass_rate(p), counts(one_number(n, "n"), 0, one_number(k, "k"))
    require(n <= LARGEST_N, "n must not exceed 10**7 here", n=n)
    in_fractions = next((exact for own, exact in _OWN_ESTIMATORS if own is estimator), None)
    if not isinstance(p, Fraction):
        if in_fractions:  # one of this package's own, which take all c at once
            return estimator(n, np.arange(n + 1), k)
        return np.array([estimator(n, c, k) for c in range(n + 1)], dtype=float)
    estimator = in_fractions or estimator
    estimates = np.array([estimator(n, c, k) for c in range(n + 1)], dtype=object)
    if any(isinstance(estimate, float) for estimate in estimates):
        raise TypeError("estimator must return fractions when p is a Fraction, not floats")
    return estimates


def _squares(estimates, centre):
    """Return squared distances; one row for each centre if there are several."""
    return (
        (estimates - np.asarray(centre)[..., np.newaxis]) ** 2
        if np.ndim(centre)
        else (estimates - centre) ** 2
    )


def _average(p, n, values):
    """Return the sum over c of chance times value."""
    average = (chance_of_counts(p, n) * values).sum(axis=-1)
    return average if np.ndim(average) or isinstance(average, Fraction) else float(average)
