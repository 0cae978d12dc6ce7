"""How uncertain pass@k of one problem is: variances, intervals, a posterior, and k for a target.

Let ``T_k = C(n-c, k) / C(n, k)`` be the share of draws without a correct sample, so that pass@k is
estimated by ``1 - T_k``. Its variance can be estimated, and variances of many problems be added.
For one problem, though, the interval "estimate plus or minus two standard errors" fails: the
estimated variance is 0 where c = 0 or n - c < k. An interval of the pass rate p does not fail, and
``1 - (1-p)**k`` carries it over to pass@k, for every k.
"""

import html
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy

from passk.domain import (
    beta_pair,
    between_0_and_1,
    checked_level,
    counts,
    one_number,
    require,
    require_broadcast,
    whole_numbers,
)
from passk.estimators import pass_hat_k, true_pass_at_k
from passk.wording import percent, significant

__all__ = [
    "ConfidenceInterval",
    "KForTarget",
    "Posterior",
    "confidence_interval",
    "k_for_target",
    "posterior",
    "variance_estimate",
]

LARGEST_N = 10**8  # past it SciPy's inverse of the beta distribution is wrong here and there
LARGEST_K_OF_POSTERIOR = 10**6  # its moments are products of k factors
BISECTIONS = 60


class ConfidenceInterval(NamedTuple):
    """The two ends of an interval: floats, or arrays of one shape."""

    low: float
    high: float


def variance_estimate(n, c, k, *, method="unbiased"):
    """Estimate the variance of pass@k over repeated runs of n samples.

    Parameters
    ----------
    n, c, k : int or array_like of int
        Samples, correct samples and draws, as for `passk.pass_at_k`; n at most 10**8.
    method : {"unbiased", "jackknife"}
        The unbiased estimate exists for ``n >= 2k``. The delete-one jackknife exists for
        ``n > k``; it is conservative, that is, too large on average: at n = 2k by 27 % for
        p = 1/k, by less for harder problems and by more for easier ones.

    Returns
    -------
    float or ndarray of float64
        A Python float for three numbers, else an array of the broadcast shape. It is 0 for c = 0
        and for n - c < k, whichever the method: there, use `confidence_interval`.

    Raises
    ------
    TypeError, ValueError
        If a count is out of bounds, or n too small for the method.

    Notes
    -----
    The unbiased estimate is ``T_k**2 - T_2k``: by itself ``T_k**2`` estimates its own mean, and
    ``T_2k`` estimates ``(1-p)**(2k)``. The variance is a polynomial of degree 2k in the pass rate,
    and n samples give unbiased estimates of polynomials up to degree n only. That the jackknife is
    too large on average holds for every statistic (B. Efron and C. Stein, Ann. Statist. 9, 1981).

    Examples
    --------
    >>> round(variance_estimate(10, 3, 5), 6), round(variance_estimate(10, 3, 1), 6)
    (0.006944, 0.023333)
    >>> round(variance_estimate(10, 3, 6, method="jackknife"), 6)
    0.009643
    >>> variance_estimate(10, 3, 6)
    Traceback (most recent call last):
        ...
    ValueError: n must be at least 2k for an unbiased estimate of the variance, which is a \
polynomial of degree 2k in the pass rate; for n > k there is method="jackknife" (conservative), \
and for every n confidence_interval: n=10, k=6
    """
    require_choice(method, ("unbiased", "jackknife"), "method")
    n, c, k = counts(n, c, k)
    require_moderate(n)
    if method == "unbiased":
        require(2 * k <= n, _WHY_2K, n=n, k=k)
        value = pass_hat_k(n, n - c, k) ** 2 * _relative_variance(n, c, k)
    else:
        require(k < n, 'n must exceed k for method="jackknife"', n=n, k=k)
        failures = np.maximum(n - c, 1.0)  # where there is none, T_k is 0
        value = pass_hat_k(n, n - c, k) ** 2 * (n - 1.0) * c / failures * (k / (n - k)) ** 2
    return value if np.ndim(value) else float(value)


def confidence_interval(n, c, k, *, confidence_level=0.95, method="clopper-pearson"):
    """Return a confidence interval of one problem's pass@k, for any k.

    An interval of the pass rate p is carried through ``1 - (1-p)**k``. As this rises with p, the
    interval covers pass@k exactly when the first one covers p. So the coverage is the same for
    every k, for the whole curve at once, and also for k > n, where pass@k has no estimate.

    Parameters
    ----------
    n, c : int or array_like of int
        Samples and correct samples: ``1 <= n <= 10**8``, ``0 <= c <= n``.
    k : int or array_like of int
        Draws, ``k >= 1``; may exceed n.
    confidence_level : float
        Between 0 and 1, both excluded.
    method : {"clopper-pearson", "jeffreys", "wilson", "mid-p"}
        "clopper-pearson" never covers less than the confidence level. The others are shorter, and
        near the level on average over p, but for some p they cover less: at n = 20 and 95 % the
        smallest coverage is .96, .89, .84 and .93. "jeffreys" has the ends 0 at c = 0 and 1 at
        c = n.

    Returns
    -------
    ConfidenceInterval
        ``low`` and ``high``: floats, or arrays of the broadcast shape.

    Raises
    ------
    TypeError, ValueError
        If a count or the confidence level is out of bounds, or the method unknown.

    Notes
    -----
    The unbiased estimate may lie just above its own interval, though never below: with c = 1 and
    k = n it is 1, while the interval ends at 0.996 for n = 200. Every draw of n out of these n
    samples has the correct one in it; n new samples need not have any.

    References
    ----------
    .. [1] L. Brown, T. Cai and A. DasGupta, "Interval Estimation for a Binomial Proportion",
       Statist. Sci. 16, 2001.

    Examples
    --------
    Of 200 samples none is correct; pass@100 may still be 0.84:

    >>> low, high = confidence_interval(200, 0, 100)
    >>> low, round(high, 3)
    (0.0, 0.842)
    >>> low, high = confidence_interval(20, 3, [1, 10, 100], method="wilson")
    >>> low.round(3), high.round(3)
    (array([0.052, 0.416, 0.995]), array([0.36 , 0.989, 1.   ]))
    """
    n, c, _ = counts(n, c, 1)
    k = whole_numbers(k, "k")
    require_broadcast({"n": n, "c": c, "k": k})
    rates = rate_interval(n, c, confidence_level, method)
    return ConfidenceInterval(*(true_pass_at_k(rate, k) for rate in rates))


def rate_interval(n, c, confidence_level, method):
    """Return an interval of the pass rate; c need not be whole.

    Parameters
    ----------
    n, c : float or array_like of float
        Trials and successes, ``0 <= c <= n``.
    confidence_level, method
        As for `confidence_interval`.

    Returns
    -------
    ConfidenceInterval

    Examples
    --------
    >>> low, high = rate_interval(10, 2.5, 0.95, "wilson")
    >>> round(low, 3), round(high, 3)
    (0.081, 0.558)
    """
    require_moderate(n)
    require_choice(method, tuple(_LOWER_ENDS), "method")
    tail = (1 - checked_level(confidence_level)) / 2
    n, c = np.asarray(n, dtype=float), np.asarray(c, dtype=float)
    low, one_less_high = (_lower_end(method, n, cases, tail) for cases in (c, n - c))
    high = np.maximum(1 - one_less_high, low)  # its failures are the other's successes
    return ConfidenceInterval(*((low, high) if low.ndim else (float(low), float(high))))


@dataclass(frozen=True)
class Posterior:
    """A beta distribution of the pass rate, and what it says about pass@k.

    Attributes
    ----------
    alpha, beta : float
        Correct and failed samples, with those that the prior adds.
    """

    alpha: float
    beta: float

    def __post_init__(self):
        names = ("alpha", "beta")
        for name, value in zip(
            names, beta_pair((self.alpha, self.beta), "Posterior", names), strict=True
        ):
            object.__setattr__(self, name, value)

    def mean(self, k):
        """Return the expected pass@k.

        Parameters
        ----------
        k : int or array_like of int
            Draws, at least 1 and at most 10**6.

        Returns
        -------
        float or ndarray of float64

        Notes
        -----
        With A = alpha and B = beta it is one minus the product of ``(B+i) / (A+B+i)``, i < k.

        Examples
        --------
        >>> posterior(20, 0).mean([1, 10]).round(3)
        array([0.045, 0.323])
        """
        return self._for_each(k, lambda i, k: -math.expm1(self._log_of_failing(i)))

    def variance(self, k):
        """Return the variance of pass@k.

        Parameters
        ----------
        k : int or array_like of int
            Draws, at least 1 and at most 10**6.

        Returns
        -------
        float or ndarray of float64

        Examples
        --------
        >>> round(posterior(20, 0).variance(10), 4)
        0.0533
        """
        return self._for_each(k, self._variance)

    def _variance(self, i, k):
        """Return M_2k - M_k**2, where M_k is the expected share of draws that fail."""
        a, b = self.alpha, self.beta
        log_ratio = np.log1p(k * a / ((a + b + k + i) * (b + i))).sum()  # of M_2k to M_k**2
        return math.exp(2 * self._log_of_failing(i) + log_ratio) * -math.expm1(-log_ratio)

    def _log_of_failing(self, i):
        """Return the log of the expected (1-p)**k; i is 0, 1, ..., k - 1."""
        return -np.log1p(self.alpha / (self.beta + i)).sum()

    def _for_each(self, k, moment):
        """Apply a function of 0, ..., k - 1 and k to one k or to many."""
        k = whole_numbers(k, "k")
        require(np.greater_equal(k, 1), "k must be at least 1", k=k)
        require(np.less_equal(k, LARGEST_K_OF_POSTERIOR), "k must not exceed 10**6 here", k=k)
        values = np.vectorize(lambda k: moment(np.arange(float(k)), k), otypes=[float])(k)
        return values if values.ndim else float(values)

    def __str__(self):
        return f"{self._name()} of the pass rate: {self._rate()}"

    __repr__ = __str__

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        rows = [("posterior", self._name()), ("pass@1, mean and standard deviation", self._rate())]
        return html_table("Posterior of the pass rate", (), rows)

    def _name(self):
        """Return the distribution."""
        return f"Beta({significant(self.alpha)}, {significant(self.beta)})"

    def _rate(self):
        """Return mean and standard deviation of the pass rate in words."""
        mean, deviation = self.mean(1), math.sqrt(self.variance(1))
        return f"mean {significant(mean, 3)}, standard deviation {significant(deviation, 3)}"


def posterior(n, c, prior=(1.0, 1.0)):
    """Return the posterior of one problem's pass rate, to see what a prior does to pass@k.

    Parameters
    ----------
    n, c : int
        Samples and correct samples.
    prior : tuple of two float
        Alpha and beta of a beta prior, both above 0: (1, 1) is uniform, (0.5, 0.5) is Jeffreys'.

    Returns
    -------
    Posterior

    Raises
    ------
    TypeError, ValueError
        If a count is out of bounds, or the prior not two numbers above 0, between 1e-100 and 1e100.

    Notes
    -----
    A prior adds samples nobody has drawn, and pass@k multiplies them. Of 20 samples none is
    correct: a uniform prior makes that an expected pass@10 of 0.32, Jeffreys' prior one of 0.18.
    Averaged over the unsolved problems of a benchmark this lifts its score, however many problems
    there are. For the mean of a benchmark use `benchmark`, which adds no samples.

    Examples
    --------
    >>> round(posterior(20, 0).mean(10), 3), round(posterior(20, 0, (0.5, 0.5)).mean(10), 3)
    (0.323, 0.182)
    """
    n, c, _ = counts(one_number(n, "n"), one_number(c, "c"), 1)
    alpha, beta = beta_pair(prior, "prior", ("alpha", "beta"))
    return Posterior(alpha + c, beta + n - c)


@dataclass(frozen=True)
class KForTarget:
    """How many draws it takes until pass@k reaches a target.

    Attributes
    ----------
    n, c : int
        Samples and correct samples.
    target, confidence_level : float
        As asked for.
    k : int or None
        The estimate; None for c = 0.
    low, high : int or float
        The interval; high is infinite where 0 is a possible pass rate.
    """

    n: int
    c: int
    target: float
    confidence_level: float
    k: int | None
    low: int
    high: float

    def __str__(self):
        target = significant(self.target)
        if self.k is None:
            found = f"No sample is correct: no estimate of the k where pass@k is {target}"
        else:
            found = f"pass@k reaches {target} at k = {self.k:,}"
        return f"{found}; {self._interval()}; {self._data()}; {self._method()}"

    __repr__ = __str__

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        rows = [
            ("k", "no estimate: no sample is correct" if self.k is None else f"{self.k:,}"),
            ("interval", self._interval()),
            ("data", self._data()),
            ("method", self._method()),
        ]
        target = significant(self.target)
        return html_table(f"The first k with pass@k of at least {target}", (), rows)

    def _interval(self):
        """Return the interval in words."""
        ends = ("infinity" if math.isinf(end) else f"{end:,}" for end in (self.low, self.high))
        return f"{percent(self.confidence_level)} interval {' to '.join(ends)}"

    def _data(self):
        """Return the counts."""
        return f"one problem, n = {self.n:,}, c = {self.c:,}"

    def _method(self):
        """Return how the numbers were found."""
        return "from the rate c/n and its Clopper-Pearson interval"


def k_for_target(n, c, target, *, confidence_level=0.95):
    """Estimate how many draws it takes until pass@k of one problem reaches a target.

    Parameters
    ----------
    n, c : int
        Samples and correct samples.
    target : float
        The pass@k to be reached, between 0 and 1, both excluded.
    confidence_level : float
        Of the interval.

    Returns
    -------
    KForTarget
        The first k at which a problem with the rate c/n reaches the target, up to rounding, and
        the same for the ends of the Clopper-Pearson interval of the rate. The estimate is not
        unbiased: for a k that may exceed n nothing is.

    Raises
    ------
    TypeError, ValueError
        If a count, the target or the confidence level is out of bounds.

    Examples
    --------
    >>> print(k_for_target(20, 3, 0.95))
    pass@k reaches 0.95 at k = 19; 95 % interval 7 to 92; one problem, n = 20, c = 3; from the \
rate c/n and its Clopper-Pearson interval
    >>> k_for_target(200, 0, 0.9).low
    125
    """
    n, c, _ = counts(one_number(n, "n"), one_number(c, "c"), 1)
    target = between_0_and_1(target, "target")
    rates = rate_interval(n, c, confidence_level, "clopper-pearson")
    low, high = (_first_k(float(rate), target) for rate in reversed(rates))
    k = _first_k(c / n, target) if c else None
    return KForTarget(n, c, target, float(confidence_level), k, low, high)


def require_moderate(n, name="n"):
    """Raise for an n that is too large for this module.

    Examples
    --------
    >>> require_moderate(10**9)
    Traceback (most recent call last):
        ...
    ValueError: n must not exceed 10**8 here: n=1000000000
    """
    require(np.less_equal(n, LARGEST_N), f"{name} must not exceed 10**8 here", **{name: n})


def require_choice(value, choices, name):
    """Raise unless a value is one of some texts.

    Examples
    --------
    >>> require_choice("wald", ("wilson", "mid-p"), "method")
    Traceback (most recent call last):
        ...
    ValueError: method must be "wilson" or "mid-p": method='wald'
    """
    if not isinstance(value, str) or value not in choices:
        *most, last = (f'"{choice}"' for choice in choices)
        raise ValueError(f"{name} must be {', '.join(most)} or {last}: {name}={value!r}")


def html_table(caption, head, rows):
    """Return a small table for a notebook, which looks right on a light and a dark page.

    Parameters
    ----------
    caption : str
    head : sequence of str
        The names of the columns; empty for none.
    rows : iterable of sequence of str
        The first cell of a row is its name.

    Returns
    -------
    str

    Examples
    --------
    >>> html_table("n < 20", (), [("k", "5")]).split("<tr>")[1]
    '<th scope="row" style="text-align:left">k</th><td style="text-align:left">5</td></tr></table>'
    """
    left = 'style="text-align:left"'
    top = "".join(f'<th scope="col" {left}>{html.escape(name)}</th>' for name in head)
    lines = [f"<tr>{top}</tr>"] if top else []
    for name, *cells in rows:
        data = "".join(f"<td {left}>{html.escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row" {left}>{html.escape(name)}</th>{data}</tr>')
    caption = f"<caption {left}>{html.escape(caption)}</caption>"
    return f'<table style="font-size:1em">{caption}{"".join(lines)}</table>'


_WHY_2K = (
    "n must be at least 2k for an unbiased estimate of the variance, which is a polynomial of "
    'degree 2k in the pass rate; for n > k there is method="jackknife" (conservative), and for '
    "every n confidence_interval"
)


def _relative_variance(n, c, k):
    """Return 1 - T_2k / T_k**2, the variance over T_k**2."""
    return np.vectorize(_relative_variance_of_one, otypes=[float])(n, c, k)


def _relative_variance_of_one(n, c, k):
    """Return the same for three ints: the ratio is a product of min(c, k) factors below 1.

    No close numbers are subtracted, as they would be in T_k**2 - T_2k.
    """
    if n - c < 2 * k:
        return 1.0  # T_2k is 0
    n, c, k, j = float(n), float(c), float(k), np.arange(float(min(c, k)))
    lost = (k / (n - k - j)) ** 2 if c <= k else k * c / ((n - k - j) * (n - c - j))
    return -math.expm1(np.log1p(-lost).sum()) + 0.0  # + 0.0 turns -0.0 into 0.0


def _first_k(rate, target):
    """Return the first k at which pass@k of a rate reaches the target, up to rounding."""
    if rate in (0, 1):
        return math.inf if rate == 0 else 1
    draws = math.log1p(-target) / math.log1p(-rate)
    return max(1, math.ceil(draws * (1 - 1e-12)))  # 2, not 3, for a rate of 0.7 and 0.91


def _lower_end(method, n, c, tail):
    """Return the lower end of an interval of the rate; 0 for c = 0."""
    some = np.where(c > 0, c, 1.0)
    return np.where(c > 0, _LOWER_ENDS[method](n, some, tail), 0.0)


def _lower_clopper_pearson(n, c, tail):
    """Return the rate at which c or more of n have the chance ``tail``."""
    return scipy.special.betaincinv(c, n - c + 1, tail)


def _lower_jeffreys(n, c, tail):
    """Return the quantile of Beta(c + 1/2, n - c + 1/2)."""
    return scipy.special.betaincinv(c + 0.5, n - c + 0.5, tail)


def _lower_wilson(n, c, tail):
    """Return the lower root of Wilson's equation, from the upper one and their product."""
    z2 = scipy.special.ndtri(tail) ** 2
    upper = (c + z2 / 2 + np.sqrt(z2 * (c * (n - c) / n + z2 / 4))) / (n + z2)
    return c**2 / (n * (n + z2) * upper)


def _lower_mid_p(n, c, tail):
    """Return the rate at which more than c of n, and half the chance of c, have ``tail``.

    It lies between the rates at which c or more, and more than c, have that chance.
    """
    low = _lower_clopper_pearson(n, c, tail)
    high = np.where(c < n, scipy.special.betaincinv(c + 1, np.maximum(n - c, 1), tail), 1.0)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        more = np.where(c < n, scipy.special.betainc(c + 1, np.maximum(n - c, 1), middle), 0.0)
        below = (scipy.special.betainc(c, n - c + 1, middle) + more) / 2 < tail
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return (low + high) / 2


_LOWER_ENDS = {
    "clopper-pearson": _lower_clopper_pearson,
    "jeffreys": _lower_jeffreys,
    "wilson": _lower_wilson,
    "mid-p": _lower_mid_p,
}
