"""pass@k from counts: the unbiased estimator, the naive one, curves in k and means over problems.

A problem has n samples, of which c are correct. With ``m = min(c, k)`` and ``M = max(c, k)``, the
share of draws of k samples that contain no correct one is

    C(n-c, k) / C(n, k)  =  C(n-M, m) / C(n, m)  =  prod_{j < m} (1 - M / (n - j))

because c and k may be swapped. The logarithm of this share is computed, and ``-expm1`` of it is
pass@k: ``1 - product`` would lose the digits of small values. The logarithm comes from a series
about the middle factor where the factors differ little, else from a sum over at most 32 factors,
else from a closed form; so the cost does not grow with n, c or k.
"""

import math
from fractions import Fraction

import numpy as np

from passk.domain import counts, pass_rate, problem_counts, require_broadcast, whole_numbers

__all__ = [
    "pass_at_k",
    "naive_pass_at_k",
    "mean_pass_at_k",
    "pass_at_k_curve",
    "true_pass_at_k",
    "pass_hat_k",
]

EXACT_UP_TO = 256  # single numbers with n up to this go through integers: faster, and exact
NARROW = 0.04  # factors that spread less than this, relative to the smallest, go by their middle
FACTORS = 32  # past this many factors the closed form is as accurate, and its cost is constant
LONGEST_CURVE = 10**6
VALUES_AT_ONCE = 2**20  # kept for the mean over problems, for many k
BLOCK = 2**14  # elements worked on at a time, so that the temporaries stay in the cache


def pass_at_k(n, c, k):
    """Estimate without bias the chance that at least one of k samples is correct.

    The definition is ``1 - C(n-c, k) / C(n, k)``: of all ways to draw k of the n samples, the
    share that contains a correct one. Computed here without binomials, so that nothing overflows.

    Parameters
    ----------
    n : int or array_like of int
        Samples drawn from the model for one problem, ``1 <= n <= 2**53``.
    c : int or array_like of int
        Samples that are correct, ``0 <= c <= n``.
    k : int or array_like of int
        Draws, ``1 <= k <= n``.

    Returns
    -------
    float or ndarray of float64
        A Python float for three numbers, else an array of the broadcast shape. Relative error at
        most 4 ulp; correctly rounded for single numbers with n up to 256; exactly 0.0 for c = 0,
        1.0 for n - c < k and c/n for k = 1. The cost does not grow with n, c or k.

    Raises
    ------
    TypeError, ValueError
        If a count is not a whole number or lies outside its bounds. For k > n no unbiased
        estimator exists.

    See Also
    --------
    mean_pass_at_k : the mean over the problems of a benchmark.
    naive_pass_at_k : the tempting plug-in, which is biased.
    exact_pass_at_k : the same value as a fraction.

    References
    ----------
    .. [1] M. Chen et al., "Evaluating Large Language Models Trained on Code",
       arXiv:2107.03374, 2021.

    Examples
    --------
    Of 10 samples 3 are correct. A draw of 5 of them misses all three in 21 of 252 cases:

    >>> pass_at_k(10, 3, 5)
    0.9166666666666666
    >>> pass_at_k(10, [0, 3, 8], 5)
    array([0.        , 0.91666667, 1.        ])
    """
    n, c, k = counts(n, c, k)
    return _evaluate(_pass_at_k_of_one, _pass_at_k_of_many, n, c, k)


def naive_pass_at_k(n, c, k):
    """Estimate pass@k by putting c/n in the place of the true rate: too low on average.

    The value is ``1 - (1 - c/n)**k``. It answers another question: at least one correct sample in
    k draws *with* replacement. For every n, c and k it is at most the unbiased estimate.

    Parameters
    ----------
    n, c, k : int or array_like of int
        As for `pass_at_k`, with the same bounds.

    Returns
    -------
    float or ndarray of float64
        As for `pass_at_k`, to the same accuracy.

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k`.

    Examples
    --------
    One of two samples is correct, and both are drawn: a correct one is certainly among them.

    >>> pass_at_k(2, 1, 2), naive_pass_at_k(2, 1, 2)
    (1.0, 0.75)
    """
    n, c, k = counts(n, c, k)
    return _evaluate(_naive_of_one, _naive_of_many, n, c, k)


def mean_pass_at_k(ns, cs, k, *, weights=None):
    """Average the unbiased estimate over the problems of a benchmark.

    Every problem counts the same, however many samples it has. Problems with equal counts are
    tallied first and evaluated once, so a million problems cost little more than reading them.

    Parameters
    ----------
    ns : int or array_like of int, shape (problems,)
        Samples drawn for each problem; one int if it is the same for all.
    cs : array_like of int, shape (problems,)
        Samples correct for each problem, in the same order. Two pandas Series must have the same
        index.
    k : int or array_like of int, shape (ks,)
        Draws; at most the smallest n.
    weights : array_like of int, shape (problems,), optional
        How many problems have these counts, for data grouped by n and c. Default: one each.

    Returns
    -------
    float or ndarray of float64, shape (ks,)
        A Python float for one k.

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k`; also for unequal lengths, empty input, more than one dimension, series
        with different indexes, and weights that are negative or all zero. If k exceeds some n,
        the first problems concerned are listed.

    Examples
    --------
    Two problems with ten samples each, three correct and none:

    >>> mean_pass_at_k([10, 10], [3, 0], 5)
    0.4583333333333333
    >>> mean_pass_at_k(10, [3, 0], [1, 5])
    array([0.15      , 0.45833333])

    The same as a table of counts, in which 40 problems have three correct and 60 have none:

    >>> round(mean_pass_at_k([10, 10], [3, 0], 5, weights=[40, 60]), 4)
    0.3667
    """
    ns, cs, k, weights = problem_counts(ns, cs, k, weights)
    n, c, problems = _tally(ns, cs, weights)
    ks, at_once = np.reshape(k, (-1, 1)), max(1, VALUES_AT_ONCE // problems.size)
    means = [
        _mean(values, problems)
        for start in range(0, ks.size, at_once)
        for values in _in_blocks(_pass_at_k_of_many, n, c, ks[start : start + at_once])
    ]
    return np.array(means) if np.ndim(k) else float(means[0])


def pass_at_k_curve(n, c, ks=None):
    """Return pass@k for many k: of one problem, or the mean over problems.

    Parameters
    ----------
    n, c : int, or array_like of int of shape (problems,)
        Counts of one problem, or one entry per problem; n may be one int for all problems.
    ks : array_like of int, optional
        Draws. Default: 1, 2, ... up to n, or up to the smallest n.

    Returns
    -------
    ndarray of float64, shape (ks,)
        The curve. For one problem, and for the mean over fixed problems, it never falls.

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k` and `mean_pass_at_k`; a k above some n is an error, never left out.

    Examples
    --------
    >>> pass_at_k_curve(5, 2)
    array([0.4, 0.7, 0.9, 1. , 1. ])
    >>> pass_at_k_curve([10, 10], [3, 0], ks=[1, 5])
    array([0.15      , 0.45833333])
    """
    if ks is None:
        smallest = int(np.min(counts(n, c, 1)[0]))
        if smallest > LONGEST_CURVE:
            raise ValueError(f"ks must be given for n above {LONGEST_CURVE}: n={smallest}")
        ks = np.arange(1, smallest + 1)
    one_problem = np.ndim(n) == np.ndim(c) == 0
    ks = np.atleast_1d(whole_numbers(ks, "k"))
    return pass_at_k(n, c, ks) if one_problem else mean_pass_at_k(n, c, ks)


def true_pass_at_k(p, k):
    """Return what the estimators estimate: ``1 - (1-p)**k`` at a true pass rate p.

    Parameters
    ----------
    p : float, Fraction or array_like of float
        Probability that one sample is correct, ``0 <= p <= 1``.
    k : int or array_like of int
        Independent draws, ``k >= 1``.

    Returns
    -------
    float, Fraction or ndarray of float64
        A Fraction if p is one and k is one int.

    Raises
    ------
    TypeError, ValueError
        If p is not a number from 0 to 1, or k not a whole number of at least 1.

    Examples
    --------
    >>> true_pass_at_k(Fraction(1, 2), 2)
    Fraction(3, 4)
    >>> true_pass_at_k(0.5, [1, 2, 3])
    array([0.5  , 0.75 , 0.875])
    """
    p, k = pass_rate(p), whole_numbers(k, "k")
    require_broadcast({"p": p, "k": k})
    if np.any(np.less(k, 1)):
        raise ValueError(f"k must be at least 1: k={np.min(k)}")
    if isinstance(k, int) and k > 2**1023:
        raise ValueError("k must not exceed 2**1023, the range of a float")
    if isinstance(p, Fraction) and isinstance(k, int):
        return 1 - (1 - p) ** k
    p = np.asarray(p, dtype=float)
    with np.errstate(divide="ignore"):  # log1p(-1) = -inf is the right limit for p = 1
        value = np.where(np.equal(k, 1), p, -np.expm1(k * np.log1p(-p))) + 0.0
    return value if value.ndim else float(value)


def pass_hat_k(n, c, k):
    """Estimate without bias the chance that all k samples are correct, written pass^k.

    The value is ``C(c, k) / C(n, k)``: of all ways to draw k of the n samples, the share in which
    every one is correct. It falls with k, where pass@k rises.

    Parameters
    ----------
    n, c, k : int or array_like of int
        As for `pass_at_k`, with the same bounds.

    Returns
    -------
    float or ndarray of float64
        As for `pass_at_k`. Correctly rounded for single numbers with n up to 256; elsewhere the
        relative error is a few ulp times ``1 - log(value)``.

    Raises
    ------
    TypeError, ValueError
        As for `pass_at_k`.

    References
    ----------
    .. [1] S. Yao et al., "tau-bench: A Benchmark for Tool-Agent-User Interaction in Real-World
       Domains", arXiv:2406.12045, 2024.

    Examples
    --------
    >>> pass_hat_k(4, 3, [1, 2, 3, 4])
    array([0.75, 0.5 , 0.25, 0.  ])
    """
    n, c, k = counts(n, c, k)
    return _evaluate(_pass_hat_k_of_one, _pass_hat_k_of_many, n, c, k)


def _pass_at_k_of_one(n, c, k):
    """Return pass@k of three ints as a float."""
    few, most = min(c, k), max(c, k)
    if n <= EXACT_UP_TO:
        draws = math.comb(n, few)
        return (draws - math.comb(n - most, few)) / draws
    if few == 1:
        return most / n
    return -math.expm1(_log_share_without_correct(n, c, k)) + 0.0  # + 0.0 turns -0.0 into 0.0


def _pass_at_k_of_many(n, c, k):
    """Return pass@k of three float64 arrays of one shape."""
    value = -np.expm1(_log_shares_without_correct(n, c, k)) + 0.0  # + 0.0 turns -0.0 into 0.0
    return np.where(np.minimum(c, k) == 1, np.maximum(c, k) / n, value)


def _naive_of_one(n, c, k):
    """Return the naive estimate of three ints as a float."""
    if n <= EXACT_UP_TO:
        draws = n**k
        return (draws - (n - c) ** k) / draws
    return float(_naive_of_many(np.float64(n), np.float64(c), k))


def _naive_of_many(n, c, k):
    """Return the naive estimate of three float64 arrays of one shape."""
    with np.errstate(divide="ignore"):  # log(0) = -inf is the right limit for c = n
        # log1p keeps the digits of a small c/n, log those of a small (n-c)/n
        log_failure_rate = np.where(2 * c < n, np.log1p(-c / n), np.log((n - c) / n))
    value = -np.expm1(k * log_failure_rate) + 0.0
    return np.where(k == 1, c / n, value)


def _pass_hat_k_of_one(n, c, k):
    """Return pass^k of three ints as a float."""
    if n <= EXACT_UP_TO:
        return math.comb(c, k) / math.comb(n, k)
    return math.exp(_log_share_without_correct(n, n - c, k)) if k > 1 else c / n


def _pass_hat_k_of_many(n, c, k):
    """Return pass^k of three float64 arrays of one shape: no draw may hit one of n-c failures."""
    return np.where(k == 1, c / n, np.exp(_log_shares_without_correct(n, n - c, k)))


def _log_share_without_correct(n, c, k):
    """Return the log of C(n-c, k) / C(n, k) for three ints."""
    few, most = min(c, k), max(c, k)
    if n - c < k:
        return -math.inf
    if few < NARROW * (n - most):
        return float(_log_share_about_the_middle(n, few, most, math.log1p))
    if few <= FACTORS:
        return math.fsum(math.log1p(-most / (n - j)) for j in range(few))
    return _log_share_in_closed_form(n, c, k, math.log1p)


def _log_shares_without_correct(n, c, k):
    """Return the log of C(n-c, k) / C(n, k) for float64 arrays of one shape."""
    few, most = np.minimum(c, k), np.maximum(c, k)
    narrow = few < NARROW * (n - most)
    factors = np.where(narrow, 0.0, few).max()
    with np.errstate(all="ignore"):  # each form is replaced where another one is meant
        total = _log_share_about_the_middle(n, few, most, np.log1p)
        if not narrow.all():
            total = np.where(narrow, total, _log_share_by_factors(n, few, most, factors))
        if factors > FACTORS:
            closed = _log_share_in_closed_form(n, c, k, np.log1p)
            total = np.where(narrow | (few <= FACTORS), total, closed)
    return np.where(n - c < k, -np.inf, total)


def _log_share_by_factors(n, few, most, factors):
    """Return the log of C(n-most, few) / C(n, few) as a sum of at most 32 logarithms."""
    total = np.zeros_like(n)
    for j in range(int(min(factors, FACTORS))):
        total += np.where(j < few, np.log1p(-most / (n - j)), 0.0)
    return total


def _log_share_about_the_middle(n, few, most, log1p):
    """Return the log of C(n-most, few) / C(n, few) where few is small beside n - most.

    The factors (x - most) / x run over ``few`` neighbouring x with the middle z. Each logarithm is
    expanded about z; odd powers of the distances cancel, and the mean 2nd, 4th, 6th and 8th power
    of the distances are polynomials of ``few``. One logarithm is rounded instead of ``few``.
    """
    z = n - 0.5 * (few - 1)
    y = z - most
    m2 = few * few
    moments = (  # the mean power 2i of the distances, over 2i
        (m2 - 1) / 24,
        (m2 - 1) * (3 * m2 - 7) / 960,
        (m2 - 1) * (3 * m2**2 - 18 * m2 + 31) / 8064,
        (m2 - 1) * (5 * m2**3 - 55 * m2**2 + 239 * m2 - 381) / 92160,
    )
    bend = sum(moment * (y ** (-2 * i) - z ** (-2 * i)) for i, moment in enumerate(moments, 1))
    return few * (log1p(-most / z) - bend)


def _log_share_in_closed_form(n, c, k, log1p):
    """Return the log of C(n-c, k) / C(n, k) by Stirling's series, for min(c, k) > 32.

    The factorials' main terms are combined before any rounding, so no large terms cancel. Where
    n = c + k, which would divide by zero, one sample more is taken, and its effect taken back.
    """
    added = n == c + k
    n = n + added
    r = n - c - k
    main = (n + 0.5) * log1p(c * k / (n * r)) - c * log1p(k / r) - k * log1p(c / r)
    log_share = main + _stirling(n - c) + _stirling(n - k) - _stirling(n) - _stirling(r)
    return log_share + added * log1p((n - (c + 1) * (k + 1)) / ((c + 1) * (k + 1)))


_STIRLING_OF_SMALL = np.array(  # where the series has too few terms
    [0.0]
    + [
        math.lgamma(x + 1) - (x + 0.5) * math.log(x) + x - 0.5 * math.log(2 * math.pi)
        for x in range(1, 16)
    ]
)


def _stirling(x):
    """Return the remainder of Stirling's formula: log(x!) less (x+1/2) log x - x + log(2 pi)/2."""
    s = 1.0 / (x * x)
    series = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s / 1680))) / x
    last = len(_STIRLING_OF_SMALL) - 1
    if np.ndim(x) == 0:
        return _STIRLING_OF_SMALL[int(x)] if x <= last else series
    return np.where(x <= last, _STIRLING_OF_SMALL[np.clip(x, 0, last).astype(int)], series)


def _evaluate(of_one, of_many, n, c, k):
    """Apply the form for numbers or the one for arrays."""
    if type(n) is type(c) is type(k) is int:
        return of_one(n, c, k)
    return _in_blocks(of_many, n, c, k)


def _in_blocks(of_many, n, c, k):
    """Apply a function of float64 arrays block by block, broadcasting as a ufunc does."""
    with np.nditer(
        [n, c, k, None],
        flags=["external_loop", "buffered"],
        op_dtypes=[np.float64] * 4,
        casting="same_kind",
        buffersize=BLOCK,
    ) as blocks:
        for n_block, c_block, k_block, out in blocks:
            out[...] = of_many(n_block, c_block, k_block)
        return blocks.operands[3]


def _mean(values, problems):
    """Return the weighted mean; rounding must not take it outside the range of the values."""
    mean = problems @ values / problems.sum()
    return min(max(mean, values.min()), values.max())


def _tally(ns, cs, weights):
    """Return the distinct pairs (n, c) and how many problems have each."""
    n_least, n_most, c_span = int(np.min(ns)), int(np.max(ns)), int(cs.max()) + 1
    if (n_most - n_least + 1) * c_span > 4 * cs.size + 1024:
        return _tally_by_sorting(np.broadcast_to(ns, cs.shape), cs, weights)
    numbers = cs if n_least == n_most else (ns - n_least) * c_span + cs
    problems = np.bincount(numbers, weights)
    pairs = np.flatnonzero(problems)
    return n_least + pairs // c_span, pairs % c_span, problems[pairs].astype(float)


def _tally_by_sorting(ns, cs, weights):
    """Do the same for counts too spread out to number every possible pair."""
    n_values, n_place = np.unique(ns, return_inverse=True)
    c_values, c_place = np.unique(cs, return_inverse=True)
    pairs, place = np.unique(n_place * c_values.size + c_place, return_inverse=True)
    problems = np.bincount(place, weights)
    return n_values[pairs // c_values.size], c_values[pairs % c_values.size], problems
