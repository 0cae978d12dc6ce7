"""How uncertain the score of a benchmark is: two questions, two error bars.

Would *these problems* give another score, if the model were sampled again? Then only the samples
are random, and more samples make the error bar as short as one likes. Would *other problems like
these* give another score? Then the problems are random too, and only more problems help. The two
bars may differ by a factor of three and more, so neither is a default.
"""

import math
from dataclasses import dataclass

import numpy as np
import scipy

from passk.domain import (
    checked_level,
    one_number,
    problem_counts,
    require_same_index,
)
from passk.estimators import mean_pass_at_k, pass_at_k
from passk.uncertainty.clusters import cluster_numbers, cluster_weights
from passk.uncertainty.intervals import (
    ConfidenceInterval,
    confidence_interval,
    html_table,
    rate_interval,
    require_choice,
    require_moderate,
    variance_estimate,
)
from passk.uncertainty.rare_events import fewness, half_width
from passk.wording import bounded, decimal, many, percent

__all__ = ["Benchmark", "ErrorBar", "benchmark"]

QUESTIONS = {
    "samples": "would these problems give another score, if the model were sampled again?",
    "problems": "would other problems like these give another score?",
}

MOST_DECIMALS = 7
_VARIANCES = {"unbiased": "unbiased variance", "jackknife": "jackknife variance (conservative)"}


def benchmark(ns, cs, k, *, target=None, clusters=None, confidence_level=0.95, variance="auto"):
    """Return the mean pass@k of a benchmark with its error bars.

    Parameters
    ----------
    ns : int or array_like of int, shape (problems,)
        Samples drawn for each problem, ``k <= n <= 10**8``; one int if it is the same for all.
    cs : array_like of int, shape (problems,)
        Samples correct for each problem.
    k : int
        Draws.
    target : {"samples", "problems"}, optional
        Which question the error bar answers. "samples": would these problems give another score,
        if the model were sampled again? "problems": would other problems like these give another
        score? Without it the result has both error bars, and none of them is *the* standard error.
    clusters : array_like of labels, shape (problems,), optional
        Which problems belong together, as those about one text or one code base do. Used for
        "problems".
    confidence_level : float
        Of the intervals, between 0 and 1, both excluded.
    variance : {"auto", "unbiased", "jackknife"}
        Used for "samples". The unbiased estimate needs n >= 2k for every problem, the
        conservative jackknife n > k. "auto" takes the first that exists.

    Returns
    -------
    Benchmark
        The mean and its error bars. A standard error that does not exist is None, with a reason.

    Raises
    ------
    TypeError, ValueError
        As `passk.mean_pass_at_k`; also for more than one k, and for an unknown target or variance.

    Notes
    -----
    "samples": SE**2 is the sum of the problems' estimated variances over m**2. The interval is

        mean +- sqrt((z * SE)**2 + (z**2 * w)**2)

    where w is the most that one passing sample more or less may change the mean. At a pass rate p
    that is k/n * (1-p)**(k-1) / m; the lower end of each problem's Clopper-Pearson interval is put
    in for p, and the largest w taken. As in Wilson's interval, about z**2 passes or failures may
    have been missed. Without them a benchmark with every problem solved has an interval of length
    0.

    "problems": the t interval of the mean of the problems' estimates; with clusters, from the sums
    over clusters. Where all problems are alike but for a few, others like these few may have been
    missed: by the rule of three, up to 3/m of all problems (at 95 %), each of them with the
    estimate 0 or 1. Where the spread comes to that of 20 such problems or fewer, the half width h
    of the t interval is therefore replaced by

        sqrt(h**2 + (3 * mean / m)**2)    below the mean, and with 1 - mean above

    and the addition fades out up to 40. So with all problems solved the interval ends 3/m below 1.
    For clusters m is the square of the number of problems over the sum of the squared sizes, and
    the degrees of freedom are fewer the more unequal they are; a few huge clusters that differ from
    all others may still be missed. Without clusters, and if every estimate is 0 or 1, as with one
    sample each, it is the Clopper-Pearson interval of the share that passes.

    References
    ----------
    .. [1] E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024.

    Examples
    --------
    >>> cs = [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1]
    >>> print(benchmark(20, cs, 5, target="samples"))
    pass@5 = 0.575 over 12 problems, n = 20 samples each (unbiased estimate)
    samples: ± 0.037 (standard error); 95 % interval 0.467 to 0.684; unbiased variance; normal \
interval with room for rare events
    >>> [round(bar.standard_error, 3) for bar in benchmark(20, cs, 5).bars]
    [0.037, 0.128]
    >>> benchmark(20, cs, 5).standard_error
    Traceback (most recent call last):
        ...
    ValueError: choose a target, as in benchmark(..., target=...): "samples": would these problems \
give another score, if the model were sampled again?; "problems": would other problems like these \
give another score?
    """
    ns, cs, k, places = _checked(ns, cs, k, target, clusters, variance)
    level, table = checked_level(confidence_level), _distinct(ns, cs)
    estimates, mean = pass_at_k(ns, cs, k), mean_pass_at_k(ns, cs, k)
    bars = (
        _over_samples(table, k, mean, variance, level),
        _over_problems(estimates, mean, places, level),
    )
    return Benchmark(
        value=mean,
        k=k,
        problems=cs.size,
        smallest_n=int(ns.min()),
        largest_n=int(ns.max()),
        bars=tuple(bar for bar in bars if target in (None, bar.target)),
        between_problems=_between_problems(table, k, estimates),
        confidence_level=level,
        clusters=None if clusters is None else int(places.max()) + 1,
    )


@dataclass(frozen=True)
class ErrorBar:
    """The answer to one of the two questions about a score.

    Attributes
    ----------
    target : str
        "samples" or "problems": what would be drawn anew.
    standard_error : float or None
        None where it cannot be estimated.
    low, high : float or None
        The interval, in [0, 1]; None where there is none.
    method : str
        How these were found.
    reason : str
        Why there is no standard error, or why it is 0; else empty.
    """

    target: str
    standard_error: float | None
    low: float | None
    high: float | None
    method: str
    reason: str = ""


@dataclass(frozen=True)
class Benchmark:
    """The mean pass@k of a benchmark, and how uncertain it is.

    Attributes
    ----------
    value : float
        The mean of the problems' unbiased estimates.
    k, problems, smallest_n, largest_n : int
        Draws, problems, and samples per problem.
    bars : tuple of ErrorBar
        One for the target chosen, else one for each.
    between_problems : float or None
        Estimated standard deviation of the problems' true pass@k, 0 where the estimate of its
        square is negative; None if n < 2k for some problem, or there is one problem only.
    confidence_level : float
        Of the intervals.
    clusters : int or None
        How many; None if none were given.
    """

    value: float
    k: int
    problems: int
    smallest_n: int
    largest_n: int
    bars: tuple
    between_problems: float | None
    confidence_level: float
    clusters: int | None = None

    @property
    def standard_error(self):
        """The standard error for the target chosen; None where it cannot be estimated."""
        return self._chosen().standard_error

    @property
    def confidence_interval(self):
        """The interval for the target chosen."""
        return ConfidenceInterval(self._chosen().low, self._chosen().high)

    def _chosen(self):
        """Return the error bar of the target, or raise if none was chosen."""
        if len(self.bars) > 1:
            asked = "; ".join(f'"{name}": {question}' for name, question in QUESTIONS.items())
            raise ValueError(f"choose a target, as in benchmark(..., target=...): {asked}")
        return self.bars[0]

    def __str__(self):
        bars = (f"{bar.target}: {'; '.join(self._cells(bar))}" for bar in self.bars)
        return "\n".join([self._score(), *bars])

    __repr__ = __str__

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        head = ("target", "question", "standard error", "interval", "method")
        rows = [(bar.target, QUESTIONS[bar.target], *self._cells(bar)) for bar in self.bars]
        return html_table(self._score(), head, rows)

    def _score(self):
        """Return the score and what it was found from."""
        fewer = f"{self.smallest_n:,} to " if self.smallest_n < self.largest_n else ""
        n = f"n = {fewer}{many(self.largest_n, 'sample')} each"
        groups = "" if self.clusters is None else f" in {many(self.clusters, 'cluster')}"
        problems = f"{many(self.problems, 'problem')}{groups}"
        value = self.in_decimals(self.value)
        return f"pass@{self.k} = {value} over {problems}, {n} (unbiased estimate)"

    def _cells(self, bar):
        """Return the standard error, the interval and the method of an error bar in words."""
        error, text = bar.standard_error, self.in_decimals
        shown = "no standard error" if error is None else f"± {text(error)} (standard error)"
        shown = f"{shown}: {bar.reason}" if bar.reason else shown
        if bar.low is None:
            return shown, "no interval", "no method"
        ends = f"{percent(self.confidence_level)} interval {self.ends_in_decimals(bar)}"
        return shown, ends, bar.method

    def in_decimals(self, value):
        """Return a number with the decimals that the standard errors deserve, three to seven.

        Parameters
        ----------
        value : float
            A score, a standard error or an end of an interval.

        Returns
        -------
        str

        Examples
        --------
        >>> benchmark(20, [0, 3, 20, 1], 1).in_decimals(1 / 3)
        '0.333'
        """
        return decimal(value, self._digits())

    def ends_in_decimals(self, bar):
        """Return the ends of an interval, both with the decimals that the one near 0 or 1 needs.

        Parameters
        ----------
        bar : ErrorBar

        Returns
        -------
        str

        Examples
        --------
        >>> steady = benchmark(20, [20] * 7000, 1)
        >>> steady.in_decimals(steady.bars[0].low), steady.ends_in_decimals(steady.bars[0])
        ('1 - 2.7e-05', '0.99997 to 1.00000')
        """
        fewest = self._digits()
        for digits in range(fewest, MOST_DECIMALS + 1):
            ends = decimal(bar.low, digits), decimal(bar.high, digits)
            if all(map(_is_plain, ends)):
                return " to ".join(ends)
        return " to ".join(_bounded(end, fewest) for end in (bar.low, bar.high))

    def _digits(self):
        """Return how many decimals the standard errors deserve, and the score needs."""
        errors = [bar.standard_error for bar in self.bars if bar.standard_error]
        digits = max([3, *(1 - math.floor(math.log10(error)) for error in errors)])
        while digits < MOST_DECIMALS and not _is_plain(decimal(self.value, digits)):
            digits += 1
        return min(digits, MOST_DECIMALS)


def _bounded(value, digits):
    """Return a number in [0, 1] with so many decimals, or as below 0.001 or above 0.999."""
    text = bounded(value, digits)
    return text if value > 0.5 or _is_plain(text) else f"< {10.0**-digits:.{digits}f}"


def _is_plain(text):
    """Tell whether a number in [0, 1] is written by its decimals, not as 2e-05 or 1 - 2e-05."""
    return not set(text) - set("0123456789.")


def _checked(ns, cs, k, target, clusters, variance):
    """Return counts with one n per problem, k, and the number of each problem's cluster."""
    if target is not None:
        require_choice(target, tuple(QUESTIONS), "target")
    require_choice(variance, ("auto", *_VARIANCES), "variance")
    require_same_index({"ns": ns, "cs": cs, "clusters": clusters})
    ns, cs, k, _ = problem_counts(ns, cs, one_number(k, "k"))
    require_moderate(ns, "ns")
    return np.broadcast_to(ns, cs.shape), cs, k, cluster_numbers(clusters, cs.size)


def _distinct(ns, cs):
    """Return the distinct pairs n, c, and how many problems have each."""
    pairs = ns * (cs.max() + 1) + cs
    _, first, problems = np.unique(pairs, return_index=True, return_counts=True)
    return ns[first], cs[first], problems


def _over_samples(table, k, mean, variance, level):
    """Return the error bar for new samples of the same problems."""
    ns, cs, problems = table
    m, method, error = int(problems.sum()), variance, None
    if variance == "auto":
        method = "unbiased" if ns.min() >= 2 * k else "jackknife"
    reason = _why_no_variance(ns.min(), k, method)
    if not reason:
        error = math.sqrt(problems @ variance_estimate(ns, cs, k, method=method)) / m
        reason = "" if error else "every problem has c = 0 or n - c < k"
    if m == 1:
        ends = confidence_interval(ns[0], cs[0], k, confidence_level=level)
        how = "Clopper-Pearson interval of the pass rate"
    elif error is None:
        ends = rate_interval(m, m * mean, level, "clopper-pearson")
        how = "Clopper-Pearson interval, a problem as one trial"
    else:
        z, step = scipy.special.ndtri((1 + level) / 2), _largest_step(ns, cs, k, level) / m
        half = max(math.hypot(z * error, z**2 * step), math.ulp(1.0))  # no certainty by rounding
        ends = max(mean - half, 0.0), min(mean + half, 1.0)
        how = f"{_VARIANCES[method]}; normal interval with room for rare events"
    return ErrorBar("samples", error, *map(float, ends), how, reason)


def _why_no_variance(smallest, k, method):
    """Return why a problem's variance cannot be estimated, or nothing if it can."""
    enough, words = {
        "unbiased": (smallest >= 2 * k, "n of at least 2k"),
        "jackknife": (smallest > k, "n above k"),
    }[method]
    return "" if enough else f"the {method} variance needs {words}: n={smallest}, k={k}"


def _largest_step(ns, cs, k, level):
    """Return how much one sample that passes may change pass@k of the hardest problem."""
    lowest = rate_interval(ns, cs, level, "clopper-pearson").low
    return float((k / ns * (1 - lowest) ** (k - 1)).max())


def _over_problems(estimates, mean, places, level):
    """Return the error bar for other problems, in clusters with these numbers."""
    groups, unit, correction, degrees = cluster_weights(places)
    kind = "problem" if groups == places.size else "cluster"
    if groups == 1:
        reason = f"one {kind} does not show how {kind}s differ"
        return ErrorBar("problems", None, None, None, "", reason)
    sums = np.bincount(places, estimates - mean)
    error = math.sqrt(correction * (sums @ sums)) / places.size
    reason = "" if error else "the estimates do not differ"
    if kind == "problem" and np.isin(estimates, (0, 1)).all():
        ends = rate_interval(groups, estimates.sum(), level, "clopper-pearson")
        how = "Clopper-Pearson interval, a problem as one trial"
    else:
        ends, how = _t_interval(mean, error, degrees, unit, level)
    how = f"clustered standard error; {how}" if kind == "cluster" else how
    return ErrorBar("problems", error, *map(float, ends), how, reason)


def _t_interval(mean, error, degrees, unit, level):
    """Return the t interval, widened for problems that were missed, and its name."""
    quantile = scipy.special.stdtrit(degrees, (1 + level) / 2)
    units = (mean * unit, (1 - mean) * unit)
    below, above = (half_width(quantile, error, one, 1 - level) for one in units)
    whole = abs(degrees - round(degrees)) < 1e-6
    freedom = many(round(degrees), "degree") if whole else f"{degrees:,.1f} degrees"
    how = f"t interval with {freedom} of freedom"
    if any(fewness(error, one) for one in units):
        how += ", widened by the rule of three"
    return (max(mean - below, 0.0), min(mean + above, 1.0)), how


def _between_problems(table, k, estimates):
    """Return the standard deviation of the problems' true pass@k, as far as it can be estimated."""
    ns, cs, problems = table
    if estimates.size == 1 or ns.min() < 2 * k:
        return None
    within = problems @ variance_estimate(ns, cs, k) / estimates.size
    return math.sqrt(max(float(estimates.var(ddof=1)) - within, 0.0))
