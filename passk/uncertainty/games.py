"""Draw intervals again and again and count the good ones: what "95 % confidence" promises.

The level is a promise about a method, not about one interval: of all intervals that the method will
ever draw, so many cover the truth. Here the truth is known and one can count. As c is binomial, the
share of all intervals that cover it is a sum of n + 1 terms, too.

Two faulty methods are here to be caught failing. `passk.uncertainty.intervals.confidence_interval`
refuses them.
"""

import dataclasses
import functools
import math
from dataclasses import dataclass

import numpy as np
import scipy

from passk.domain import (
    MOST_REPLICATES,
    checked_level,
    counts,
    one_number,
    pass_rate,
    replicate_count,
    require,
    require_broadcast,
    whole_numbers,
)
from passk.estimators import pass_at_k, pass_hat_k, true_pass_at_k
from passk.theory import chance_of_counts
from passk.uncertainty.intervals import (
    ConfidenceInterval,
    confidence_interval,
    html_table,
    rate_interval,
    require_choice,
    require_moderate,
    variance_estimate,
)
from passk.wording import decimal, many, percent, significant

__all__ = [
    "FAULTY_METHODS",
    "IntervalGame",
    "SOUND_METHODS",
    "any_interval",
    "coverage",
    "faulty_interval",
]

SOUND_METHODS = ("clopper-pearson", "jeffreys", "wilson", "mid-p")
FAULTY_METHODS = ("wald", "plus-minus-2-se")
ROUNDING = 1e-12  # smaller distances of pass@k from an interval are no miss
LARGEST_N = 10_000  # the intervals of all c are listed


def faulty_interval(n, c, k, *, method, confidence_level=0.95):
    """Return an interval of pass@k that covers far less than it says, to see how it fails.

    Parameters
    ----------
    n, c, k : int or array_like of int
        Samples, correct samples and draws.
    method : {"wald", "plus-minus-2-se"}
        "wald" puts ``c/n`` plus and minus z standard errors around the pass rate, and carries it
        through ``1 - (1-p)**k``. "plus-minus-2-se" puts z standard errors around pass@k itself, and
        needs ``n >= 2k``. At 95 % z is 1.96. Both are cut off at 0 and 1.
    confidence_level : float
        What the method says it covers, between 0 and 1, both excluded.

    Returns
    -------
    ConfidenceInterval
        ``low`` and ``high``: floats, or arrays of the broadcast shape. For c = 0 the length is 0.

    Raises
    ------
    TypeError, ValueError
        If a count or the confidence level is out of bounds, or the method is another one.

    Examples
    --------
    No sample of 20 is correct, and so the pass rate is 0 for sure?

    >>> low, high = faulty_interval(20, 0, 10, method="wald")
    >>> low, high
    (0.0, 0.0)
    >>> round(confidence_interval(20, 0, 10).high, 2)
    0.84
    """
    require_choice(method, FAULTY_METHODS, "method")
    z = scipy.special.ndtri((1 + checked_level(confidence_level)) / 2)
    if method == "wald":
        (n, c, _), k = counts(n, c, 1), whole_numbers(k, "k")
        require_broadcast({"n": n, "c": c, "k": k})
        rate = np.divide(c, n)
        half = z * np.sqrt(rate * (1 - rate) / n)
        ends = (true_pass_at_k(np.clip(end, 0, 1), k) for end in (rate - half, rate + half))
    else:
        estimate, half = pass_at_k(n, c, k), z * np.sqrt(_variance(n, c, k))
        ends = (np.clip(end, 0.0, 1.0) for end in (estimate - half, estimate + half))
    return ConfidenceInterval(*(end if np.ndim(end) else float(end) for end in ends))


def any_interval(n, c, k, *, method="clopper-pearson", confidence_level=0.95):
    """Return an interval of pass@k by any method, faulty ones included.

    Parameters
    ----------
    n, c, k : int or array_like of int
        Samples, correct samples and draws.
    method : str
        One of `confidence_interval` or of `faulty_interval`.
    confidence_level : float
        Between 0 and 1, both excluded.

    Returns
    -------
    ConfidenceInterval

    Raises
    ------
    TypeError, ValueError
        As those functions.

    Examples
    --------
    >>> for method in ("wilson", "wald"):
    ...     print([round(end, 2) for end in any_interval(20, 1, 10, method=method)])
    [0.09, 0.93]
    [0.0, 0.79]
    """
    require_choice(method, SOUND_METHODS + FAULTY_METHODS, "method")
    interval = faulty_interval if method in FAULTY_METHODS else confidence_interval
    return interval(n, c, k, method=method, confidence_level=confidence_level)


def coverage(p, n, k=1, *, method="clopper-pearson", confidence_level=0.95):
    """Return the exact share of all intervals of pass@k that cover the truth.

    Parameters
    ----------
    p : float or array_like of float
        True pass rate.
    n, k : int
        Samples, at most 10,000, and draws. Only "plus-minus-2-se" depends on k.
    method, confidence_level
        As for `any_interval`.

    Returns
    -------
    float or ndarray of float64

    Raises
    ------
    TypeError, ValueError
        If an argument is out of bounds.

    Examples
    --------
    >>> round(coverage(0.1, 20), 3), round(coverage(0.1, 20, method="wald"), 3)
    (0.989, 0.876)
    >>> round(coverage(0.02, 20, 10, method="plus-minus-2-se"), 3)
    0.272
    """
    p, n, k, level = _checked(p, n, k, method, confidence_level)
    chances, covered = chance_of_counts(p, n), _covered(p, n, k, method, level)
    share, missed = ((chances * which).sum(axis=-1) for which in (covered, ~covered))
    nearly_all = np.minimum(1 - missed, np.where(missed > 0, np.nextafter(1, 0), 1))
    share = np.where(share < 0.5, share, nearly_all)  # 1 only if no interval misses
    return share if np.ndim(share) else float(share)


@dataclass(frozen=True)
class IntervalGame:
    """Intervals of one problem's pass@k, drawn again and again at a known pass rate.

    Equal fields are equal games, with equal draws.

    Attributes
    ----------
    p : float
        True pass rate.
    n, k : int
        Samples, at most 10,000, and draws; k may exceed n, but not for "plus-minus-2-se".
    method : str
        One of `SOUND_METHODS` or `FAULTY_METHODS`.
    confidence_level : float
        What the method says it covers.
    seed : int
        Of the random numbers.
    draws : int
        How many times n samples have been drawn so far.

    Examples
    --------
    >>> game = IntervalGame(0.1, 20, 10, seed=1).more(100)
    >>> print(game)
    100 intervals of pass@10 at p = 0.1, n = 20 (clopper-pearson, 95 %): 100 cover the truth \
0.6513, 0 miss it; of all such intervals 0.989 cover it
    >>> game.more(100).draws
    200
    """

    p: float
    n: int
    k: int
    method: str = "clopper-pearson"
    confidence_level: float = 0.95
    seed: int = 0
    draws: int = 0

    def __post_init__(self):
        checked = _checked(self.p, self.n, self.k, self.method, self.confidence_level)
        if np.ndim(checked[0]):
            raise TypeError(f"p must be one number: p={self.p!r}")
        for name, value in zip(("p", "n", "k", "confidence_level"), checked, strict=True):
            object.__setattr__(self, name, value)
        for name in ("seed", "draws"):
            value = one_number(getattr(self, name), name)
            require(value >= 0, f"{name} must be at least 0", **{name: value})
            object.__setattr__(self, name, value)
        rule = "draws must not exceed 10**8"
        require(self.draws <= MOST_REPLICATES, rule, draws=self.draws)

    def more(self, draws):
        """Return a game with so many draws added; the ones before stay as they are."""
        return dataclasses.replace(self, draws=self.draws + replicate_count(draws, "draws"))

    @functools.cached_property
    def correct(self):
        """The count c of each draw, in the order drawn."""
        return np.random.default_rng(self.seed).binomial(self.n, self.p, self.draws)

    @property
    def low(self):
        """The lower end of each interval."""
        return self._table[0][self.correct]

    @property
    def high(self):
        """The upper end of each interval."""
        return self._table[1][self.correct]

    @property
    def covers(self):
        """Whether each interval covers the truth."""
        return _covered(self.p, self.n, self.k, self.method, self.confidence_level)[self.correct]

    @property
    def truth(self):
        """The true pass@k."""
        return true_pass_at_k(self.p, self.k)

    @property
    def covering(self):
        """How many intervals cover the truth."""
        return int(np.count_nonzero(self.covers))

    @property
    def share(self):
        """The share of the intervals drawn that cover the truth; NaN without any."""
        return self.covering / self.draws if self.draws else math.nan

    @property
    def coverage(self):
        """The exact share of all intervals that cover the truth."""
        method, level = self.method, self.confidence_level
        return coverage(self.p, self.n, self.k, method=method, confidence_level=level)

    @property
    def _table(self):
        """The ends of the intervals for c = 0, 1, ..., n."""
        return _interval_table(self.n, self.k, self.method, self.confidence_level)

    def __str__(self):
        found = ", ".join(f"{number:,} {what}" for what, number in self._counted())
        return f"{self._title()}: {found}; of all such intervals {decimal(self.coverage)} cover it"

    __repr__ = __str__

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        rows = [(what, f"{number:,}") for what, number in self._counted()]
        return html_table(self._title(), (), [*rows, ("exact coverage", decimal(self.coverage))])

    def _title(self):
        """Return what has been drawn."""
        drawn = f"{many(self.draws, 'interval')} of pass@{self.k}"
        method = f"{self.method}, {percent(self.confidence_level)}"
        return f"{drawn} at p = {significant(self.p)}, n = {self.n:,} ({method})"

    def _counted(self):
        """Return how many cover the truth and how many miss it."""
        return [
            (f"cover the truth {decimal(self.truth, 4)}", self.covering),
            ("miss it", self.draws - self.covering),
        ]


def _checked(p, n, k, method, confidence_level):
    """Return checked p, n, k and level of intervals that can be listed for every c."""
    require_choice(method, SOUND_METHODS + FAULTY_METHODS, "method")
    p, level = pass_rate(p), checked_level(confidence_level)
    (n, _, _), k = counts(one_number(n, "n"), 0, 1), one_number(k, "k")
    require(n <= LARGEST_N, f"n must not exceed {LARGEST_N} here", n=n)
    require(k >= 1, "k must be at least 1", k=k)
    _require_2k(n, k, method)
    return (p if np.ndim(p) else float(p)), n, k, level


def _require_2k(n, k, method="plus-minus-2-se"):
    """Raise for an n that is too small for the method."""
    if method == "plus-minus-2-se":
        require(
            np.less_equal(np.multiply(2, k), n), f"n must be at least 2k for {method!r}", n=n, k=k
        )


def _variance(n, c, k):
    """Return the estimated variance of pass@k, for the method that misuses it."""
    n, c, k = counts(n, c, k)
    require_moderate(n)
    _require_2k(n, k)
    return variance_estimate(n, c, k)


@functools.lru_cache(maxsize=16)
def _interval_table(n, k, method, level):
    """Return the lower and upper ends of the intervals for c = 0, 1, ..., n."""
    if method in SOUND_METHODS:
        return true_pass_at_k(_rate_table(n, method, level), k)
    ends = any_interval(n, np.arange(n + 1), k, method=method, confidence_level=level)
    return np.stack(ends)


@functools.lru_cache(maxsize=16)
def _rate_table(n, method, level):
    """Return the ends of the intervals of the pass rate for c = 0, 1, ..., n."""
    if method == "wald":
        return _interval_table(n, 1, method, level)
    return np.stack(rate_interval(n, np.arange(n + 1), level, method))


def _covered(p, n, k, method, level):
    """Tell for c = 0, 1, ..., n whether the interval covers the truth.

    Intervals of a rate are looked at before they are carried over to pass@k: near 1 all numbers
    round to the same. "plus-minus-2-se" has no rate to look at: there, the interval from 1 to 1
    counts as covering a truth of 1 - 1e-20.
    """
    p = np.asarray(p)[..., np.newaxis]
    if method == "plus-minus-2-se":
        z, cs = scipy.special.ndtri((1 + level) / 2), np.arange(n + 1)
        distance = np.abs((1 - p) ** k - pass_hat_k(n, n - cs, k))
        return distance <= z * np.sqrt(variance_estimate(n, cs, k)) + ROUNDING
    low, high = _rate_table(n, method, level)
    return (low <= p) & (p <= high)
