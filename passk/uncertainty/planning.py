"""How many samples and problems a comparison needs: error bars before any sample is drawn.

The estimate of one problem with the failure rate q varies because other samples would give another
one, and with two draws of k samples that have I samples in common its variance is

    v = E[q**(2k-I)] - q**(2k)        I hypergeometric: k of the n samples, and k again

Problems differ too. In a population of problems q has a distribution, the expected values are over
both I and q, and the true pass@k of a problem has the variance ``t2 = E[q**2k] - E[q**k]**2``. The
mean over m problems then has the squared standard error

    v / m           for these very problems, sampled again    (target "samples")
    (v + t2) / m    for other problems like these             (target "problems")

More samples lessen v alone. A population is given as the pair (a, b) of a Beta distribution of the
true pass rates p; it determines ``E[q**j]`` as a product of j factors.
"""

import bisect
import math
from fractions import Fraction
from numbers import Real
from typing import NamedTuple

import numpy as np
import scipy

from passk.domain import (
    LARGEST_N,
    beta_pair,
    checked_level,
    counts,
    one_number,
    problem_counts,
    real_number,
    replicate_count,
    require,
)
from passk.uncertainty.rare_events import half_width

__all__ = [
    "expected_standard_error",
    "samples_needed",
    "problems_needed",
    "detectable_difference",
    "problems_to_detect",
    "Split",
    "best_split",
    "population_from_pilot",
]

TARGETS = ("samples", "problems")
LARGEST_K = 10**6  # sums of 2k terms
FARTHEST = 1000.0  # differences that are looked for; those above 1 say that there is none
_ROUNDING = 1 + 1e-9  # so that a variance which rounding has raised does not ask for one more


def expected_standard_error(n, k, *, problems=1, target="samples", population=None):
    """Return the standard error to expect of pass@k, averaged over problems.

    Parameters
    ----------
    n : int or inf
        Samples for each problem, ``n >= k``; `math.inf` for the limit of ever more samples.
    k : int
        Draws.
    problems : int
        Problems that are averaged.
    target : {"samples", "problems"}
        What would be done again: drawing samples for the same problems, or also collecting other
        problems like them.
    population : pair of float, optional
        The pass rates of the problems have the distribution Beta(a, b). Default, for the target
        "samples" only: all problems have the one pass rate for which the error is largest.

    Returns
    -------
    float
        The root of the expected squared error of the mean.

    Raises
    ------
    TypeError, ValueError
        If a number is out of bounds, the target is another one, or the target "problems" has no
        population.

    Notes
    -----
    By [1]_ the estimate is an average over all draws of k samples, and by [2]_ the error of a mean
    over problems consists of these two parts. Whatever the pass rates are, the error for the
    target "samples" is at most ``sqrt(k / n / problems) / 2``, with equality at n = k.

    References
    ----------
    .. [1] W. Hoeffding, "A Class of Statistics with Asymptotically Normal Distribution", 1948.
    .. [2] E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024.

    Examples
    --------
    In the worst case 20 samples leave pass@10 of one problem open, and that of 164 not:

    >>> round(expected_standard_error(20, 10), 3)
    0.326
    >>> round(expected_standard_error(20, 10, problems=164), 3)
    0.025

    Other problems would change the score more than other samples, even ever so many of them:

    >>> easy_or_hard = (0.25, 0.35)
    >>> for n in (20, 200, math.inf):
    ...     error = expected_standard_error(
    ...         n, 10, problems=164, target="problems", population=easy_or_hard
    ...     )
    ...     print(n, round(error, 3))
    20 0.034
    200 0.032
    inf 0.032
    """
    n, k = _samples(n, k)
    problems, population = _problems(problems), _population(population, target)
    return math.sqrt(_variance(n, k, target, population) / problems)


def samples_needed(k, *, standard_error, problems=1, target="samples", population=None):
    """Return the fewest samples per problem for which the standard error is small enough.

    Parameters
    ----------
    k : int
        Draws.
    standard_error : float
        The largest standard error wanted, above 0.
    problems, target, population
        As for `expected_standard_error`.

    Returns
    -------
    int
        The smallest ``n >= k``.

    Raises
    ------
    TypeError, ValueError
        As for `expected_standard_error`; also if more than 2**53 samples were needed, or if for
        the target "problems" no number of samples is enough: then more problems are needed.

    Examples
    --------
    >>> samples_needed(10, standard_error=0.05)
    757
    >>> samples_needed(10, standard_error=0.01, problems=164)
    118
    >>> samples_needed(
    ...     10, standard_error=0.01, problems=164, target="problems", population=(0.25, 0.35)
    ... )
    Traceback (most recent call last):
        ...
    ValueError: standard_error must exceed 0.032041, which 164 problems leave however many samples \
they have: standard_error=0.01 (it takes 1684 problems or more)
    """
    (_, k), error = _samples(math.inf, k), _positive_share(standard_error, "standard_error")
    problems, population = _problems(problems), _population(population, target)
    allowed = problems * error**2
    room = allowed - _variance(math.inf, k, target, population)
    if room <= 0:
        _refuse_floor(k, error, problems, population)
    enough = max(k, math.ceil(k / (4 * room)))  # since v is at most k / (4 n)
    rule = f"standard_error must be within reach of 2**53 = {LARGEST_N} samples"
    require(enough <= LARGEST_N, rule, standard_error=standard_error)

    def precise(n):
        return _variance(n, k, target, population) <= allowed * _ROUNDING

    return k + bisect.bisect_left(range(k, enough), True, key=precise)


def problems_needed(n, k, *, standard_error, target="problems", population=None):
    """Return the fewest problems for which the standard error is small enough.

    Parameters
    ----------
    n : int or inf
        Samples for each problem, ``n >= k``; `math.inf` for the limit of ever more samples.
    k : int
        Draws.
    standard_error : float
        The largest standard error wanted, above 0.
    target, population
        As for `expected_standard_error`.

    Returns
    -------
    int

    Raises
    ------
    TypeError, ValueError
        As for `expected_standard_error`.

    Examples
    --------
    Twice as many samples as draws are nearly as good as any number of samples:

    >>> problems_needed(20, 10, standard_error=0.01, population=(0.25, 0.35))
    1893
    >>> problems_needed(math.inf, 10, standard_error=0.01, population=(0.25, 0.35))
    1684
    """
    n, k = _samples(n, k)
    error = _positive_share(standard_error, "standard_error")
    population = _population(population, target)
    return _fewest(_variance(n, k, target, population) / error**2)


def detectable_difference(
    n, k, *, problems, population, correlation=0.0, power=0.8, confidence_level=0.95
):
    """Return the smallest true difference of two models that a paired comparison is apt to find.

    Both models answer the same problems with n samples each.

    Parameters
    ----------
    n : int or inf
        Samples of each model for each problem, ``n >= k``.
    k : int
        Draws.
    problems : int
        Problems that are averaged.
    population : pair of float
        The pass rates of the problems have the distribution Beta(a, b), for both models.
    correlation : float
        Correlation of the two models' true pass@k over the problems, from -1 to 1. It is 0 if what
        is hard for one model tells nothing about the other. With 1 the problems themselves add no
        error, as if the difference on these very problems was wanted.
    power : float
        Chance with which the difference is to be found, above ``1 - confidence_level`` and below 1.
    confidence_level : float
        Confidence level of the two-sided interval that must exclude 0, between 0 and 1.

    Returns
    -------
    float
        Difference of the mean pass@k. A value above 1 says that no difference is found so surely.

    Raises
    ------
    TypeError, ValueError
        If a number is out of bounds.

    Notes
    -----
    The estimated difference has the standard error
    ``s = sqrt((2 * t2 * (1 - correlation) + 2 * v) / problems)`` [1]_, with t2 and v as in this
    module's description. It is found if the interval of `compare` excludes 0. That interval has the
    half width ``t * s``, with a quantile of Student's t distribution, and is widened where the two
    models differ on few problems; to this ``z * s`` is added, with the normal quantile of `power`.
    For many problems that differ the whole is ``(1.96 + 0.84) * s``.

    Abilities on a normal scale are more strongly correlated than pass@k: with pass rates like
    Beta(0.25, 0.35), 0.9 there is 0.82 for pass@10.

    References
    ----------
    .. [1] E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024.

    Examples
    --------
    >>> population = (0.25, 0.35)
    >>> for correlation in (0, 0.5, 0.9):
    ...     difference = detectable_difference(
    ...         20, 10, problems=164, population=population, correlation=correlation
    ...     )
    ...     print(correlation, round(difference, 3))
    0 0.135
    0.5 0.102
    0.9 0.065
    """
    n, k = _samples(n, k)
    problems, population = _problems(problems), _population(population, "problems")
    variance = _variance_of_difference(n, k, population, correlation)
    return _found(variance, problems, *_alpha_and_power(power, confidence_level))


def problems_to_detect(
    difference, n, k, *, population, correlation=0.0, power=0.8, confidence_level=0.95
):
    """Return the fewest problems on which a paired comparison is apt to find a true difference.

    Parameters
    ----------
    difference : float
        Difference of the two models' mean pass@k, above 0 and at most 1.
    n, k, population, correlation, power, confidence_level
        As for `detectable_difference`.

    Returns
    -------
    int

    Raises
    ------
    TypeError, ValueError
        If a number is out of bounds.

    Examples
    --------
    >>> problems_to_detect(0.03, 20, 10, population=(0.25, 0.35), correlation=0.9)
    661
    """
    n, k = _samples(n, k)
    difference = _positive_share(difference, "difference")
    population = _population(population, "problems")
    variance = _variance_of_difference(n, k, population, correlation)
    alpha, power = _alpha_and_power(power, confidence_level)

    def enough(problems):
        return _found(variance, problems, alpha, power) <= difference * _ROUNDING

    most = 2
    while not enough(most):
        most *= 2
    return bisect.bisect_left(range(most), True, lo=most // 2, key=enough)


class Split(NamedTuple):
    """A budget of samples, split over problems.

    Attributes
    ----------
    problems : int
        Problems.
    n : int
        Samples for each problem.
    standard_error : float
        Expected standard error of the mean pass@k, for the target "problems".
    """

    problems: int
    n: int
    standard_error: float


def best_split(budget, k, *, cost_per_problem=0.0, population):
    """Split a budget over problems and samples so that the mean pass@k is most precise.

    The error is that for the target "problems": the score is to hold for other problems like
    these.

    Parameters
    ----------
    budget : float
        What is there to spend, in samples.
    k : int
        Draws.
    cost_per_problem : float
        What a problem costs besides its samples, at least 0. All numbers that fulfil
        ``problems * (n + cost_per_problem) <= budget`` with ``n >= k`` are considered.
    population : pair of float
        The pass rates of the problems have the distribution Beta(a, b).

    Returns
    -------
    Split
        The best numbers of problems and samples, and their standard error.

    Raises
    ------
    TypeError, ValueError
        If a number is out of bounds, or the budget does not pay for one problem.

    Notes
    -----
    If problems cost nothing and many are hopeless, the best is to take as many as possible with
    n = k samples each; for a <= 1 this was so in all cases tried. With fewer hopeless ones the
    true pass@k differs less from problem to problem, and more samples pay. Beware that an error
    bar for the target "samples" needs at least k + 1 samples of each problem, and one without bias
    2k.

    Examples
    --------
    >>> best_split(3280, 10, population=(0.25, 0.35)).problems
    328
    >>> best_split(100_000, 10, cost_per_problem=100, population=(0.25, 0.35)).n
    18
    """
    k, population = _samples(math.inf, k)[1], _population(population, "problems")
    amount, cost = _amount(budget, "budget"), _amount(cost_per_problem, "cost_per_problem")
    rule = "budget must pay for one problem with k samples"
    require(amount >= k + cost, rule, budget=budget, k=k, cost_per_problem=cost_per_problem)
    spread, best = _variance_of_problems(k, population), Split(0, 0, math.inf)
    for problems, n in _splits(amount, k, cost):
        if spread / problems > best.standard_error**2:
            break  # fewer problems leave a larger error, whatever n is
        error = math.sqrt((spread + _variance_of_samples(n, k, population)) / problems)
        best = min(best, Split(problems, n, error), key=lambda split: split.standard_error)
    return best


def population_from_pilot(ns, cs):
    """Return the Beta distribution with the mean and spread of the pass rates in a pilot run.

    The pass rates c/n of a few samples spread more than the true ones. Therefore the mean square
    of the true rates is taken from pairs of samples, ``c (c-1) / (n (n-1))``, which is unbiased.

    Parameters
    ----------
    ns : int or array_like of int, shape (problems,)
        Samples drawn for each problem, at least 2; one int if it is the same for all.
    cs : array_like of int, shape (problems,)
        Samples correct for each problem.

    Returns
    -------
    tuple of float
        The pair (a, b) that the functions for planning take as `population`.

    Raises
    ------
    TypeError, ValueError
        As for `mean_pass_at_k`; also if a problem has fewer than two samples, or if no Beta
        distribution has this mean and spread: the samples of each problem all agree, or the
        problems do not seem to differ.

    Notes
    -----
    Two moments do not tell what fraction of the problems is out of reach for the model. Plans for
    a k far above n rest on the shape of the Beta distribution, and not on the pilot.

    Examples
    --------
    >>> a, b = population_from_pilot(10, [0, 0, 1, 2, 5, 9, 10])
    >>> round(a, 3), round(b, 3)
    (0.252, 0.401)
    >>> problems_needed(20, 10, standard_error=0.05, population=(a, b))
    78
    """
    ns, cs, _, _ = problem_counts(ns, cs, 1)
    require(np.greater(ns, 1), "ns must be at least 2", ns=ns)
    mean, both = np.mean(cs / ns), np.mean(cs / ns * (cs - 1) / (ns - 1))
    spread = both - mean**2
    require(spread > 0, "the problems of a pilot must differ more than by chance", variance=spread)
    mixed = (cs > 0) & (cs < ns)
    rule = "some problem of a pilot must have correct and wrong samples"
    require(mixed.any(), rule, problems=cs.size)
    size = (mean - both) / spread
    return float(mean * size), float((1 - mean) * size)


def _samples(n, k):
    """Return n and k as ints, n possibly infinite."""
    endless = isinstance(n, Real) and n == math.inf
    size, _, k = counts(LARGEST_N if endless else one_number(n, "n"), 0, one_number(k, "k"))
    require(k <= LARGEST_K, "k must not exceed 10**6 here", k=k)
    return math.inf if endless else size, k


def _problems(problems):
    """Return the number of problems as int."""
    return replicate_count(problems, "problems")


def _positive_share(value, name):
    """Return an error or a difference as float; neither 0 nor a percentage is meant."""
    number = real_number(value, name)
    require(1e-9 <= number <= 1, f"{name} must lie between 1e-9 and 1", **{name: value})
    return number


def _amount(value, name):
    """Return an amount as the fraction that was written, so that it is divided without rounding."""
    real_number(value, name)
    require(value >= 0, f"{name} must be at least 0", **{name: value})
    return Fraction(str(value))


def _population(population, target):
    """Return a population as two floats, or None for the worst case."""
    if target not in TARGETS:
        raise ValueError(f"target must be 'samples' or 'problems': target={target!r}")
    if population is None:
        if target == "problems":
            raise ValueError("population must be given for the target 'problems': population=None")
        return None
    return beta_pair(population, "population")


def _alpha_and_power(power, confidence_level):
    """Return one less the level, and the power, as floats."""
    power = real_number(power, "power")
    level = checked_level(confidence_level)
    rule = "power must lie between 1 - confidence_level and 1"
    require(1 - level < power < 1, rule, power=power, confidence_level=level)
    return 1 - level, power


def _found(variance, problems, alpha, power):
    """Return the difference that is found with this power, if one problem has this variance."""
    from scipy.optimize import brentq  # here, because it is slow to import

    if problems == 1:
        return math.inf  # one problem shows no spread between problems
    error = math.sqrt(variance / problems)
    quantile = -scipy.special.stdtrit(problems - 1, alpha / 2)

    def beyond(difference):
        unit = (1 + difference) / problems  # what was not seen may be outright losses
        half = half_width(quantile, error, unit, alpha)
        return float(difference - half - scipy.special.ndtri(power) * error)

    return brentq(beyond, 0, FARTHEST) if beyond(FARTHEST) > 0 else math.inf


def _fewest(problems):
    """Return the smallest whole number of problems, at least one."""
    return max(1, math.ceil(problems / _ROUNDING))


def _refuse_floor(k, error, problems, population):
    """Raise for a standard error that only more problems can give."""
    spread = _variance_of_problems(k, population)
    raise ValueError(
        f"standard_error must exceed {math.sqrt(spread / problems):.5g}, which {problems} problems "
        f"leave however many samples they have: standard_error={error:g} "
        f"(it takes {_fewest(spread / error**2)} problems or more)"
    )


def _splits(budget, k, cost):
    """Yield (problems, n) from the most problems to one, n being the most samples affordable."""
    n = k
    while n + cost <= budget:
        problems = budget // (n + cost)
        n = math.floor(budget / problems - cost)
        yield problems, n
        n += 1


def _variance(n, k, target, population):
    """Return the squared standard error for one problem."""
    spread = _variance_of_problems(k, population) if target == "problems" else 0.0
    return spread + _variance_of_samples(n, k, population)


def _variance_of_difference(n, k, population, correlation):
    """Return the variance of the difference of two models' estimates over problems."""
    correlation = real_number(correlation, "correlation")
    rule = "correlation must lie between -1 and 1"
    require(-1 <= correlation <= 1, rule, correlation=correlation)
    spread = _variance_of_problems(k, population) * (1 - correlation)
    return 2 * (spread + _variance_of_samples(n, k, population))


def _variance_of_problems(k, population):
    """Return the variance of the true pass@k over the problems of a population.

    This is ``E[q**2k] * (1 - E[q**k]**2 / E[q**2k])``, with the ratio of the two as a product.
    """
    a, b = population
    j = np.arange(k)
    ratio = np.log1p(a / (a + b + k + j) * (k / (b + j))).sum()
    return float(np.exp(_log_factors(2 * k, population).sum()) * -np.expm1(-ratio))


def _variance_of_samples(n, k, population):
    """Return the variance of the estimate for one problem, averaged over a population."""
    if n == math.inf:
        return 0.0
    shared = _chances_of_overlap(n, k)
    if population is not None:
        return _variance_by_overlap(shared, _log_factors(2 * k, population))
    return _worst_variance(shared, k)


def _worst_variance(shared, k):
    """Return the largest variance of the estimate for one problem.

    As functions of ``u = q**k``, the parts ``u**(2-i/k) - u**2`` all rise up to u = 1/2 and fall
    from u = exp(-1/2). Between the two they are concave, so that there is one maximum.
    """
    from scipy.optimize import minimize_scalar  # here, because it is slow to import

    def negative(u):
        return -_variance_by_overlap(shared, np.full(2 * k, math.log(u) / k))

    return -minimize_scalar(negative, bounds=(0.5, math.exp(-0.5)), method="bounded").fun


def _variance_by_overlap(shared, log_factors):
    """Return the sum of ``shared[i] * (E[q**(2k-i)] - E[q**2k])`` over i = 0, ..., k.

    ``log_factors[j]`` is the logarithm of ``E[q**(j+1)] / E[q**j]``, for j < 2k. All terms are
    positive, and no digits are lost.
    """
    k = len(shared) - 1
    lost = np.cumsum(log_factors[: k - 1 : -1])  # the last i factors
    moments = np.exp(log_factors.sum() - lost)
    return float((shared[1:] * moments * -np.expm1(lost)).sum())


def _log_factors(count, population):
    """Return the logarithms of ``E[q**(j+1)] / E[q**j]`` of a Beta distribution, j < count."""
    a, b = population
    return -np.log1p(a / (b + np.arange(count)))


def _chances_of_overlap(n, k):
    """Return the chances that two draws of k from n samples share 0, 1, ..., k of them."""
    least = max(0, 2 * k - n)
    i = np.arange(least, k)
    ratios = 2 * np.log(k - i) - np.log(i + 1) - np.log(n - 2 * k + i + 1.0)
    logs = np.concatenate([[0.0], np.cumsum(ratios)])
    chances = np.exp(logs - logs.max())
    return np.concatenate([np.zeros(least), chances / chances.sum()])
