"""pass@k from counts: the unbiased estimator, the naive one, curves in k and means over problems.

A problem has n samples, of which c are correct. With ``m = min(c, k)`` and ``M = max(c, k)``, the
share of draws of k samples that contain no correct one is

    C(n-c, k) / C(n, k)  =  C(n-M, m) / C(n, m)  =  prod_{j < m} (1 - M / (n - j))

because c and k may be swapped. The logarithm of this share is computed, and ``-expm1`` of it is
pass@k: ``1 - product`` would lose the digits of small values. The logarithm comes from a series
about the middle factor where the factors differ little, else from a sum over at most 16 factors,
else from a closed form; so the cost does not grow with n, c or k.
"""

import math
from fractions import Fraction
from functools import partial

import numpy as np

from passk.domain import (
    LARGEST_N,
    counts,
    pass_rate,
    problem_counts,
    require_broadcast,
    require_one_entry_per_problem,
    whole_numbers,
)

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
FACTORS = 16  # past this many factors the closed form is within 3 ulp, at a constant cost
FACTORS_OF_TINY = 256  # the same, where the log of a tiny share is wanted to its last digits
LONGEST_CURVE = 10**6
VALUES_AT_ONCE = 2**20  # kept for the mean over problems, for many k
BLOCK = 2**15  # elements worked on at a time, so that the temporaries stay in the cache


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
    # Three ints in their bounds, the common call, are answered here and now. Whatever else comes is
    # checked by _evaluate, and single numbers come back from it as ints.
    if type(n) is type(c) is type(k) is int and 0 <= c <= n and 1 <= k <= n:
        if n <= EXACT_UP_TO:
            if c < k:
                c, k = k, c  # they may be swapped: the smaller binomials
            draws = math.comb(n, k)
            return (draws - math.comb(n - c, k)) / draws
        if n <= LARGEST_N:
            return _pass_at_k_of_large(n, c, k)
    return _evaluate(pass_at_k, _pass_at_k_of_many, n, c, k)


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
    means = _means_for_each_k(ns, cs, np.atleast_1d(k), weights)
    return means if np.ndim(k) else float(means[0])


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
    one_problem = _is_one_number(n) and _is_one_number(c)
    if ks is not None:
        ks = np.atleast_1d(whole_numbers(ks, "k"))
        return pass_at_k(n, c, ks) if one_problem else mean_pass_at_k(n, c, ks)
    n, c, _ = counts(n, c, 1)
    smallest = int(np.min(n))
    if smallest > LONGEST_CURVE:
        raise ValueError(f"ks must be given for n above {LONGEST_CURVE}: n={smallest}")
    ks = np.arange(1, smallest + 1)
    if one_problem:
        return pass_at_k(n, c, ks)
    require_one_entry_per_problem({"ns": n, "cs": c})
    return _means_for_each_k(n, c, ks, None)


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
        relative error is at most 16 ulp times ``1 - log(value)``.

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
    return _evaluate(_pass_hat_k_of_one, _pass_hat_k_of_many, n, c, k)


def _pass_at_k_of_large(n, c, k):
    """Return pass@k of three ints as a float, for n past 256."""
    if min(c, k) == 1:
        return max(c, k) / n
    return -math.expm1(_log_share_without_correct(n, c, k)) + 0.0  # + 0.0 turns -0.0 into 0.0


def _pass_at_k_of_many(n, c, k):
    """Return pass@k of three float64 arrays of one shape."""
    few, most = np.minimum(c, k), np.maximum(c, k)
    log_share = _log_shares_without_correct(n, few, most)
    return np.where(few <= 1, few * most / n, -np.expm1(log_share))


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
    return math.exp(_log_share_without_correct(n, n - c, k, tiny=True)) if k > 1 else c / n


def _pass_hat_k_of_many(n, c, k):
    """Return pass^k of three float64 arrays of one shape: no draw may hit one of n-c failures."""
    few, most = np.minimum(n - c, k), np.maximum(n - c, k)
    log_share = _log_shares_without_correct(n, few, most, tiny=True)
    return np.where(few <= 1, (n - few * most) / n, np.exp(log_share))


def _log_share_without_correct(n, c, k, tiny=False):
    """Return the log of C(n-c, k) / C(n, k) for three ints; to its last digits if `tiny`."""
    few, most = min(c, k), max(c, k)
    if n - c < k:
        return -math.inf
    if few < NARROW * (n - most):
        log_ratio = _log_ratio_of_one if tiny else partial(_log_ratio, log1p=math.log1p)
        return _log_share_about_the_middle(n, float(few), most, log_ratio, tiny)
    if few <= (FACTORS_OF_TINY if tiny else FACTORS):
        return math.fsum(_log_ratio_of_one(n - most - j, n - j, most) for j in range(few))
    closed_form = _log_tiny_share if tiny else _log_share_in_closed_form
    return closed_form(n, few, most, math, _stirling)


def _log_shares_without_correct(n, few, most, tiny=False):
    """Return the log of C(n-most, few) / C(n, few) for float64 arrays of one shape.

    Where few is 0 or 1, one division gives the share, and it is left out here. If `tiny`, the log
    is wanted to its last digits where the share is tiny, and so pass@k almost 1.
    """
    wanted = (few > 1) & (n - most >= few)
    narrow = few < NARROW * (n - most)
    by_factors = ~narrow & (few <= (FACTORS_OF_TINY if tiny else FACTORS))
    log_share = np.full_like(n, -np.inf)
    log_ratio = _log_tiny_ratio if tiny else _log_ratio
    for meant, form in (
        (wanted & narrow, partial(_log_share_about_the_middle, log_ratio=log_ratio, tiny=tiny)),
        (wanted & by_factors, partial(_log_share_by_factors, log_ratio=log_ratio)),
        (wanted & ~narrow & ~by_factors, _log_tiny_share if tiny else _log_share_in_closed_form),
    ):
        where = np.flatnonzero(meant)  # each form is dear, so it gets only what is meant for it
        if where.size:
            log_share[where] = form(n[where], few[where], most[where])
    return log_share


def _log_ratio_of_one(y, z, gap):
    """Return log(y / z) of two numbers, where z - y = gap, to its last digits."""
    return math.log(y / z) if 2 * y < z else math.log1p(-gap / z)


def _log_ratio(y, z, gap, log1p=np.log1p):
    """Return the same for arrays; where y is small, the digits are those of y / z."""
    return log1p(-gap / z)


def _log_tiny_ratio(y, z, gap):
    """Return the same for arrays, to its last digits everywhere."""
    return np.where(2 * y < z, np.log(y / z), np.log1p(-gap / z))


def _rest(x, quotient, z):
    """Return x - quotient * z to its last digits, by halves whose products are exact (Dekker)."""
    (a, b), (c, d) = _halves(quotient), _halves(z)
    return (((x - a * c) - a * d) - b * c) - b * d


def _halves(x):
    """Return two numbers of at most 26 bits each that add up to x (Veltkamp)."""
    shifted = (2**27 + 1) * x
    upper = shifted - (shifted - x)
    return upper, x - upper


def _log_share_by_factors(n, few, most, log_ratio):
    """Return the log of C(n-most, few) / C(n, few) as a sum of few logarithms."""
    order = np.argsort(-few)  # the longest sums first, so that the first ones have a factor j
    n, few, most = n[order], few[order], most[order]
    total, log_share = np.zeros_like(n), np.empty_like(n)
    for j, have_it in enumerate(np.searchsorted(-few, -np.arange(few[0]))):
        z, gap = n[:have_it] - j, most[:have_it]
        total[:have_it] += log_ratio(z - gap, z, gap)
    log_share[order] = total
    return log_share


def _log_share_about_the_middle(n, few, most, log_ratio, tiny=False):
    """Return the log of C(n-most, few) / C(n, few) where few is small beside n - most.

    The factors (x - most) / x run over ``few`` neighbouring x with the middle z. Each logarithm is
    expanded about z; odd powers of the distances cancel, and the mean 2nd, 4th, 6th and 8th power
    of the distances are polynomials of ``few``. One logarithm is rounded instead of ``few``, and
    what is lost of its quotient most / z, and of z above 2**52, is put back.
    """
    half = 0.5 * (few - 1)
    y, z = (n - most) - half, n - half
    m2 = few * few
    moments = (  # the mean power 2i of the distances, over 2i (m2 - 1)
        1 / 24,
        (3 * m2 - 7) / 960,
        ((3 * m2 - 18) * m2 + 31) / 8064,
        (((5 * m2 - 55) * m2 + 239) * m2 - 381) / 92160,
    )
    bend = _even_powers(moments, 1 / (y * y)) - _even_powers(moments, 1 / (z * z))
    lost = 0.0 if tiny else _rest(most, most / z, z) + most / z * (half - (n - z))
    return few * (log_ratio(y, z, most) - ((m2 - 1) * bend + lost / y))


def _even_powers(moments, s):
    """Return the sum of the moments times s, s**2, s**3 and s**4."""
    first, second, third, fourth = moments
    return s * (first + s * (second + s * (third + s * fourth)))


_STIRLING_OF_SMALL = [0.0] + [  # where the series has too few terms
    math.lgamma(x + 1) - (x + 0.5) * math.log(x) + x - 0.5 * math.log(2 * math.pi)
    for x in range(1, 16)
]


def _stirling(x):
    """Return the remainder of Stirling's formula: log(x!) less (x+1/2) log x - x + log(2 pi)/2."""
    return _STIRLING_OF_SMALL[x] if x < len(_STIRLING_OF_SMALL) else _series(x)


def _stirlings(x):
    """Return the same for a float64 array."""
    last = len(_STIRLING_OF_SMALL) - 1
    of_small = np.take(_STIRLING_OF_SMALL, np.minimum(x, last).astype(int))
    return np.where(x <= last, of_small, _series(x))


def _series(x):
    """Return the same by its series in powers of 1/x, for x from 16 on."""
    s = 1.0 / (x * x)
    return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s / 1680))) / x


def _log_share_in_closed_form(n, c, k, m=np, stirling=_stirlings):
    """Return the log of C(n-c, k) / C(n, k) by Stirling's series, for min(c, k) > 16.

    The factorials' main terms are combined before any rounding, so no large terms cancel. Where
    n = c + k, which would divide by zero, one sample more is taken, and its effect taken back.
    """
    added = n == c + k
    r = n - c - k + added  # the only one of the four that may be small
    n = n + added
    main = (n + 0.5) * m.log1p(c * k / (n * r)) - c * m.log1p(k / r) - k * m.log1p(c / r)
    log_share = main + _series(n - c) + _series(n - k) - _series(n) - stirling(r)
    return log_share + added * m.log1p((n - (c + 1) * (k + 1)) / ((c + 1) * (k + 1)))


def _log_tiny_share(n, few, most, m=np, stirling=_stirlings):
    """Return the same, to its last digits also where n - c - k is small.

    There the closed form is a difference of large terms. The logs of the two binomials are sums of
    positive terms; their difference is taken where they are smaller.
    """
    draws, draws_without = (_log_binomial(x, few, m, stirling) for x in (n, n - most))
    r = n - most - few
    largest_term = n * m.log1p(few * most / (n * (r + (r == 0))))
    closed_form = _log_share_in_closed_form(n, few, most, m, stirling)
    return np.where(largest_term > draws + draws_without, draws_without - draws, closed_form)


def _log_binomial(n, k, m, stirling):
    """Return the log of C(n, k) by Stirling's series, for k > 15."""
    r = n - k + (n == k)
    main = k * m.log1p(r / k) + r * m.log1p(k / r) + m.log(n / (2 * math.pi * k * r)) / 2
    return (n != k) * (main + _series(n) - _series(k) - stirling(r))


def _evaluate(of_one, of_many, n, c, k):
    """Check the counts, and apply the form for numbers or the one for arrays."""
    n, c, k = counts(n, c, k)
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


def _is_one_number(value):
    """Tell whether an argument is one number; what a list holds is checked elsewhere."""
    return not isinstance(value, list | tuple) and np.ndim(value) == 0


def _means_for_each_k(ns, cs, ks, weights):
    """Return the mean pass@k of checked counts for each k of an array."""
    n, c, problems = _tally(ns, cs, weights)
    ks, at_once = ks[:, np.newaxis], max(1, VALUES_AT_ONCE // problems.size)
    means = [
        _means(_in_blocks(_pass_at_k_of_many, n, c, ks[start : start + at_once]), problems)
        for start in range(0, ks.size, at_once)
    ]
    return np.concatenate(means)


def _means(values, problems):
    """Return the weighted mean of each row; rounding must not take it out of the row's range."""
    sums = np.array([(problems * row).sum() for row in values])  # @ starts threads, and waits
    return np.clip(sums / problems.sum(), values.min(axis=1), values.max(axis=1))


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
    n_least, c_span = int(ns.min()), int(cs.max()) + 1
    if weights is not None or (int(ns.max()) - n_least + 1) * c_span > 2**62:
        return _tally_by_places(ns, cs, weights)
    pairs, problems = np.unique((ns - n_least) * c_span + cs, return_counts=True)
    return n_least + pairs // c_span, pairs % c_span, problems.astype(float)


def _tally_by_places(ns, cs, weights):
    """Do the same for any counts, in three times the time."""
    n_values, n_place = np.unique(ns, return_inverse=True)
    c_values, c_place = np.unique(cs, return_inverse=True)
    pairs, place = np.unique(n_place * c_values.size + c_place, return_inverse=True)
    problems = np.bincount(place, weights)
    return n_values[pairs // c_values.size], c_values[pairs % c_values.size], problems
