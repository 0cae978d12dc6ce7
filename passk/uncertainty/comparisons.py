"""Which of two models is better, k by k, on the problems that both have tried.

Some problems are easy for both models and some hard for both. What the models have in common drops
out of the difference of a problem, so the differences are averaged, not the two scores compared.
The order may turn: a model that is behind at k = 1 may be ahead at k = 100. Looking at many k one
will find a difference somewhere, so a claim about the curve needs a band for all k at once.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
import scipy

from passk.domain import (
    MOST_REPLICATES,
    checked_level,
    counts,
    random_generator,
    replicate_count,
    require,
    require_flag,
    require_labels,
    whole_numbers,
)
from passk.estimators import pass_at_k, pass_hat_k
from passk.uncertainty.clusters import cluster_numbers, cluster_weights, labels_by_name
from passk.uncertainty.intervals import (
    html_table,
    require_choice,
    variance_estimate,
)
from passk.uncertainty.rare_events import fewness, half_width
from passk.wording import bounded, many, percent, significant

__all__ = ["Comparison", "compare"]

TARGETS = ("problems", "samples")
LONGEST_CURVE = 2000
ENUMERATED_UP_TO = 24  # differences that are not zero, of which all signs are tried
BISECTIONS, LOWEST_LOG_P = 50, -200.0  # of a p-value
ROUNDING = 1e-12  # smaller differences and variances are due to rounding
SHOWN = 8  # rows of a table
NUMBERS_AT_ONCE = 2**21
COLUMNS = ("k", "first", "second", "difference", "low", "high", "band_low", "band_high", "p_value")


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two models on the same problems. Fields marked (ks) are floats if one k was asked for.

    Attributes
    ----------
    names : tuple of str
        Of the two models.
    problems : int
        Problems compared.
    clusters : int or None
        How many; None if none were given.
    left_out : tuple of int
        Problems that only the first, and only the second model has tried.
    n : tuple of int
        The smallest and the largest number of samples of a problem.
    target : {"problems", "samples"}
        What the errors are about: other problems like these, or these problems sampled again.
    confidence_level : float
    replicates : int
        Random draws behind the band and the p-values.
    k : int or ndarray of int, shape (ks,)
        Draws, rising.
    first, second : (ks)
        Mean pass@k of each model.
    difference, standard_error : (ks)
        First less second, and its error, not widened. NaN where it is undefined.
    low, high : (ks)
        The interval of the difference, for each k by itself.
    p_value : (ks)
        Two-sided, for each k by itself: the larger of that of the interval and `sign_flip_p`.
    sign_flip_p : (ks)
        If both models were equally good at every problem. NaN for the target "samples".
    band_low, band_high : (ks)
        The band that contains the whole curve of true differences.
    few : (ks)
        Whether the data are so few that interval and band are widened.
    enumerated : (ks)
        Whether all flips of the signs were tried.
    """

    names: tuple
    problems: int
    clusters: int | None
    left_out: tuple
    n: tuple
    target: str
    confidence_level: float
    replicates: int
    k: np.ndarray
    first: np.ndarray
    second: np.ndarray
    difference: np.ndarray
    standard_error: np.ndarray
    low: np.ndarray
    high: np.ndarray
    band_low: np.ndarray
    band_high: np.ndarray
    p_value: np.ndarray
    sign_flip_p: np.ndarray
    enumerated: np.ndarray
    few: np.ndarray

    @property
    def first_leads(self):
        """The ranges of k tested in which the band is above 0, as pairs (from, to)."""
        return self._ranges("first")

    @property
    def second_leads(self):
        """The ranges of k tested in which the band is below 0, as pairs (from, to)."""
        return self._ranges("second")

    @property
    def open(self):
        """The ranges of k tested in which the band contains 0, as pairs (from, to)."""
        return self._ranges("open")

    @property
    def turns_at(self):
        """The first k whose certain leader is not the one of a smaller k; None if there is none."""
        return self._turn()[1]

    def _turn(self):
        """Return the last k before the order has turned for certain, and the first one after."""
        leads = [run for run in self._runs() if run[0] in ("first", "second")]
        for (before, _, last), (after, start, _) in pairwise(leads):
            if before != after:
                return last, start
        return None, None

    @property
    def undefined(self):
        """Why some errors are undefined, in words; empty if none is."""
        if not np.isnan(self.standard_error).any():
            return ""
        if self.target == "problems":
            kind = "problem" if self.problems == 1 else "cluster"
            return f"one {kind} shows no spread between {kind}s, so its errors are undefined"
        where = _ks_in_words(self.k, np.isnan(self.standard_error))
        return (
            f"errors are undefined for {where}: an unbiased variance needs n of at least 2k for "
            f"every problem, and the smallest n is {self.n[0]}"
        )

    @property
    def verdict(self):
        """Who leads where, in words."""
        words = {"first": "{0} leads", "second": "{1} leads"}
        states, ks = self._states(), np.atleast_1d(self.k)
        parts = []
        for state, run in groupby(range(ks.size), key=states.__getitem__):
            where = _ks_in_words(ks, np.isin(np.arange(ks.size), list(run)))
            parts.append(f"{words.get(state, state).format(*self.names)} for {where}")
        return "; ".join(parts)

    def _states(self):
        """Return who leads at each k."""
        low, high = np.atleast_1d(self.band_low), np.atleast_1d(self.band_high)
        conditions = [low > 0, high < 0, np.isnan(low)]
        return np.select(conditions, ["first", "second", "undefined"], "open").tolist()

    def _runs(self):
        """Return who leads, from which k, to which k, for successive k with the same leader."""
        ks = np.atleast_1d(self.k)
        places = zip(self._states(), _stretches(ks), ks.tolist(), strict=True)
        groups = [list(run) for _, run in groupby(places, key=lambda place: place[:2])]
        return [(run[0][0], run[0][2], run[-1][2]) for run in groups]

    def _ranges(self, state):
        """Return the ranges of k with one state."""
        return tuple((start, stop) for found, start, stop in self._runs() if found == state)

    def __str__(self):
        lines = [f"{self._title()}:"]
        for k, first, second, difference, interval, _, p in self._rows():
            scores = f"{self.names[0]} {first}, {self.names[1]} {second}, difference {difference}"
            level = percent(self.confidence_level)
            p = p if p.startswith(">") else f"= {p}"
            errors = "" if interval == "undefined" else f" ({level} interval {interval}, p {p})"
            lines.append(f"pass@{k}: {scores}{errors}")
        return "\n".join([*lines, self._conclusion(), f"Method: {self._method()}."])

    __repr__ = __str__

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        level = percent(self.confidence_level)
        head = ("k", *self.names, "difference", f"{level} interval", f"{level} band", "p")
        caption = f"{self._title()}. {self._conclusion()} Method: {self._method()}."
        return html_table(caption, head, self._rows())

    def _title(self):
        """Return who is compared on what."""
        fewest, most = self.n
        samples = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
        problems = many(self.problems, "problem")
        if self.clusters is not None:
            problems += f" in {many(self.clusters, 'cluster')}"
        left_out = ""
        if any(self.left_out):
            only = (
                f"{left:,} only in {name}"
                for left, name in zip(self.left_out, self.names, strict=True)
            )
            left_out = f" in common (left out: {', '.join(only)})"
        return f"{self.names[0]} and {self.names[1]} on {problems}{left_out}, n = {samples}"

    def _rows(self):
        """Return some of the k with their numbers as text."""
        table = np.column_stack([np.atleast_1d(getattr(self, column)) for column in COLUMNS])
        for k, *numbers, low, high, band_low, band_high, p in table[_shown(table[:, 0])].tolist():
            scores = map(_decimal, numbers)
            ends = (_ends(low, high), _ends(band_low, band_high))
            yield (str(int(k)), *scores, *ends, self._p_in_words(p))

    def _p_in_words(self, p):
        """Return a p-value with two digits, or as many as it takes to stay below 1 - level."""
        if 0.99 < p < 1:
            return bounded(p, 2)
        alpha = 1 - self.confidence_level
        texts = (significant(p, digits) for digits in range(2, 8))
        kept = (text for text in texts if not p < alpha <= float(text) + 1e-12)
        return "undefined" if math.isnan(p) else next(kept, f"{p:.2g}")

    def _conclusion(self):
        """Return the verdict as sentences."""
        ks = np.size(self.k)
        basis = f"band for all {ks} k at once" if ks > 1 else "interval"
        verdict = f"By the {percent(self.confidence_level)} {basis}: {self.verdict}."
        before, after = self._turn()
        turn = f" The order turned between k = {before} and k = {after}." if after else ""
        undefined = f" Note: {self.undefined}." if self.undefined else ""
        return verdict + turn + undefined

    def _method(self):
        """Return how the numbers were found."""
        if self.target == "problems":
            about = 'for other problems like these (target "problems")'
            clustered = "clustered " if self.clusters is not None else ""
            interval = f"{clustered}t interval of the paired differences"
        else:
            about = 'for these problems sampled again (target "samples")'
            interval = "normal interval from the unbiased variances of both models"
        parts = [f"first less second, {about}", interval]
        if np.any(self.few):
            where = _ks_in_words(self.k, self.few)
            parts.append(f"widened by the rule of three for {where}, where the data are few")
        if np.size(self.k) > 1:
            parts.append(f"band from {self.replicates:,} draws of a normal process")
        return "; ".join([*parts, f"p-values: {self._test()}"])

    def _test(self):
        """Return where the p-values come from."""
        if np.isnan(self.p_value).all() and not np.isnan(self.standard_error).all():
            return "none asked for"
        if self.target == "samples":
            return "1 - the highest level at which the interval excludes 0"
        flips = f"{self.replicates:,} random flips"
        if np.all(self.enumerated):
            flips = "all flips"
        elif np.any(self.enumerated):
            flips += f" (all for {_ks_in_words(self.k, self.enumerated)})"
        return f"the larger of the interval's and that of {flips} of the signs"


def compare(
    first,
    second,
    k=None,
    *,
    names=("first", "second"),
    target="problems",
    clusters=None,
    confidence_level=0.95,
    only_common=False,
    replicates=9_999,
    rng=0,
    p_values=True,
):
    """Compare two models on the same problems: paired differences of pass@k.

    Problems are matched by name, never by position. The two models may have different numbers of
    samples, and so may the problems.

    Parameters
    ----------
    first, second : mapping or table
        A mapping from a problem's name to its ``(n, c)``; or a table with the columns ``n`` and
        ``c`` and the names in a column ``problem`` or as its index, such as a pandas DataFrame.
    k : int or 1-D array_like of int, optional
        Draws, at most the smallest n. Default: 1, 2, ... up to the smallest n.
    names : tuple of two str
        What to call the models.
    target : {"problems", "samples"}
        What the errors are about. "problems": the models on other problems like these, of which
        these are a sample. "samples": the models on these very problems, sampled again; this needs
        ``n >= 2k``, and is undefined, with the reason in words, for a larger k.
    clusters : mapping or callable, optional
        Gives the label of a problem's cluster by the problem's name: which problems belong
        together, as those about one text or one code base do. Used for "problems".
    confidence_level : float
        Between 0 and 1, both excluded.
    only_common : bool
        Whether problems that only one of the models has tried are left out; else they are an error.
    replicates : int
        Random draws for the band, and for the p-values where not all signs are tried.
    rng : {None, int, numpy.random.Generator}
        As for `numpy.random.default_rng`. By default equal data get equal answers.
    p_values : bool
        Whether they are computed; without them, NaN in their place, the answer comes sooner.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError, ValueError
        For counts without names, names that occur twice or for one model only, counts and k out of
        bounds, and too few replicates for the confidence level.

    Notes
    -----
    *Interval.* With m problems, "problems" takes Student's t interval of the m paired differences,
    whose use [1]_ recommends. Where the squared deviations of the differences add up to 20 or less,
    it covers too little: a model may fail on a kind of problem that these happen not to contain.
    There its half width h is replaced by the root of ``h**2 + (3 * (1 + mean) / m)**2`` below the
    mean, and with 1 - mean above (at 95 %): what was not seen may be outright losses, or wins. What
    is added fades out as the sum grows from 20 to 40. So without any difference the interval is the
    rule of three, ``-3/m`` to ``3/m``. With clusters the errors come from their sums, m is the
    square of the number of problems over the sum of the squared sizes, and the degrees of freedom
    are fewer the more unequal these are. "samples" takes a normal interval, whose squared error is
    the sum of the unbiased variances of all estimates over m**2; and as n samples are worth at
    least n/k draws, m n/k stands for m where it is widened, with the smallest n.

    *Band.* A normal process with the correlations of the data has a largest studentised difference
    over all k (a multiplier bootstrap); its quantile takes the place of that of a single k. For
    "problems" the process is divided by a chi variable, as the errors are estimated, so that the
    band of a single k is its interval.

    *p-value.* That of the interval is the smallest ``1 - confidence_level`` for which it excludes
    0. For "problems" the signs of the differences are flipped as well. If both models are equally
    good at every problem and have the same n, each sign was as likely as the other, and this test
    keeps its level exactly; if they are equally good on average only, not for few problems. All
    flips are tried for up to 24 differences that are not zero, else random ones, among which the
    data count as one [2]_. The larger p-value is taken, so that a small one never contradicts the
    interval.

    References
    ----------
    .. [1] E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024.
    .. [2] B. Phipson and G. Smyth, "Permutation P-values Should Never Be Zero", 2010.

    Examples
    --------
    Both models solve 36 tasks. Of 24 harder ones, the first model solves 14 always and 10 never.
    The second has a fifth of its samples right in each of them, and is ahead if it may try often:

    >>> both = {f"easy {i}": (20, 20) for i in range(36)}
    >>> steady = both | {f"hard {i}": (20, 20 if i < 14 else 0) for i in range(24)}
    >>> erratic = both | {f"hard {i}": (20, 4) for i in range(24)}
    >>> comparison = compare(steady, erratic, [1, 2, 5, 10], names=("steady", "erratic"))
    >>> comparison.verdict
    'steady leads for k = 1; open for k = 2, 5; erratic leads for k = 10'
    >>> comparison.turns_at
    10
    >>> comparison.difference.round(3)
    array([ 0.153,  0.086, -0.054, -0.149])
    >>> print(compare(steady, erratic, 1, names=("steady", "erratic")))
    steady and erratic on 60 problems, n = 20:
    pass@1: steady 0.833, erratic 0.680, difference 0.153 (95 % interval 0.042 to 0.257, p = 0.01)
    By the 95 % interval: steady leads for k = 1.
    Method: first less second, for other problems like these (target "problems"); t interval of \
the paired differences; widened by the rule of three for k = 1, where the data are few; p-values: \
the larger of the interval's and that of all flips of the signs.
    """
    require_choice(target, TARGETS, "target")
    names, level = _checked_names(names), checked_level(confidence_level)
    replicates, rng = _checked_replicates(replicates, level), random_generator(rng)
    require_flag(only_common, "only_common")
    require_flag(p_values, "p_values")
    problems, models, left_out = _matched(first, second, names, only_common)
    ks = _checked_ks(k, problems, models, names)
    means, differences = _curves(models, ks)
    mean = differences.mean(axis=0)
    places = cluster_numbers(labels_by_name(clusters, problems), len(problems))
    by_problems = target == "problems"
    spread = _over_problems(differences, places) if by_problems else _over_samples(models, ks)
    by_signs, enumerated = np.full(ks.size, math.nan), np.zeros(ks.size, dtype=bool)
    if by_problems and p_values:
        by_signs, enumerated = _p_values_of_signs(_sums(differences, places), replicates, rng)
    ends = _interval_and_band(mean, spread, level, replicates, rng)
    p_value = np.fmax(by_signs, _p_values_of_interval(mean, spread) if p_values else math.nan)
    per_k = [ks, *means, mean, spread.error, *ends, p_value, by_signs, enumerated, spread.few]
    if k is not None and np.ndim(k) == 0:
        per_k = [values.item() for values in per_k]
    n = np.concatenate([model.n for model in models])
    n = (int(n.min()), int(n.max()))
    groups = None if clusters is None else int(places.max()) + 1
    about = (names, len(problems), groups, left_out, n, target, level, replicates)
    return Comparison(*about, *per_k)


class _Counts(NamedTuple):
    """Samples and correct samples of one model, one entry per problem."""

    n: np.ndarray
    c: np.ndarray


class _Spread(NamedTuple):
    """How far the mean difference may be from the true one."""

    error: np.ndarray  # standard error, for each k
    units: tuple  # by how much one outright loss, and one outright win, moves the mean, for each k
    degrees: float  # of freedom in the error
    factor: np.ndarray  # the dot products of its columns are the correlations between the ks

    @property
    def few(self):
        """Where the data are so few that the interval is widened."""
        return np.max([fewness(self.error, unit) for unit in self.units], axis=0) > 0

    def ends(self, mean, alpha, quantile=None):
        """Return both ends of an interval with the level 1 - alpha."""
        quantile = -scipy.special.stdtrit(self.degrees, alpha / 2) if quantile is None else quantile
        below, above = (half_width(quantile, self.error, unit, alpha) for unit in self.units)
        return mean - below, mean + above


def _curves(models, ks):
    """Return both mean curves, and the difference for each problem and k."""
    curves = [_values(model, ks) for model in models]
    differences = curves[0] - curves[1]
    differences[np.abs(differences) < ROUNDING] = 0
    return [curve.mean(axis=0) for curve in curves], differences


def _values(model, ks):
    """Return pass@k of each problem and k; problems with the same counts share the work."""
    pairs, place = np.unique(np.column_stack(model), axis=0, return_inverse=True)
    return pass_at_k(pairs[:, :1], pairs[:, 1:], ks)[place.reshape(-1)]


def _sums(differences, places):
    """Return the sums of the rows of each cluster."""
    sums = np.zeros((int(places.max()) + 1, differences.shape[1]))
    np.add.at(sums, places, differences)
    return sums


def _over_problems(differences, places):
    """Return the spread if other problems were drawn, in clusters with these numbers."""
    (problems, ks), (groups, unit, correction, degrees) = differences.shape, cluster_weights(places)
    mean = differences.mean(axis=0)
    units = ((1 + mean) * unit, (1 - mean) * unit)  # what was not seen may be a loss, or a win
    if groups == 1:
        return _Spread(np.full(ks, math.nan), units, 0, np.zeros((1, ks)))
    centred = _sums(differences - mean, places)
    centred *= math.sqrt(correction) / problems
    error = np.sqrt((centred**2).sum(axis=0))
    error[error < ROUNDING / math.sqrt(groups)] = 0
    studentised = np.divide(centred, error, where=error > 0, out=np.zeros_like(centred))
    # one normal multiplier a cluster, or one a row of R, gives processes of the same distribution
    return _Spread(error, units, degrees, np.linalg.qr(studentised, mode="r"))


def _over_samples(models, ks):
    """Return the spread if these problems were sampled again."""
    problems = models[0].n.size
    unit = ks / min(model.n.min() for model in models)  # of the problem with the fewest samples
    error, factor = np.full(ks.size, math.nan), np.zeros((ks.size, ks.size))
    known = 2 * ks <= min(model.n.min() for model in models)
    if known.any():
        variances, covariances = map(
            sum, zip(*(_moments(m, ks[known]) for m in models), strict=True)
        )
        error[known] = np.sqrt(variances) / problems
        factor[np.ix_(known, known)] = _root_of_correlations(covariances)
    return _Spread(error, (unit / problems,) * 2, math.inf, factor)


def _moments(model, ks):
    """Return unbiased variances of the sum over problems, and covariances between the ks.

    The covariance of pass@j and pass@k is estimated by ``T_j * T_k - T_(j+k)``, where T_k is the
    share of draws without a correct sample. Of variances that are small this loses digits.
    """
    pairs, problems = np.unique(np.column_stack(model), axis=0, return_counts=True)
    n, c = pairs[:, :1], pairs[:, 1:]
    share = pass_hat_k(n, n - c, ks)
    sums, place = np.unique(np.add.outer(ks, ks), return_inverse=True)
    of_sums = (problems @ pass_hat_k(n, n - c, sums))[place].reshape(ks.size, ks.size)
    return problems @ variance_estimate(n, c, ks), (problems * share.T) @ share - of_sums


def _root_of_correlations(covariances):
    """Return a matrix whose columns have the correlations as dot products."""
    variances = covariances.diagonal()
    deviations = np.where(variances > ROUNDING, np.sqrt(np.abs(variances)), math.inf)
    values, vectors = np.linalg.eigh(covariances / np.outer(deviations, deviations))
    return (vectors * np.sqrt(np.maximum(values, 0))).T


def _interval_and_band(mean, spread, level, replicates, rng):
    """Return the lower and upper ends of both."""
    pointwise = -scipy.special.stdtrit(spread.degrees, (1 - level) / 2)
    simultaneous = max(pointwise, _quantile_of_largest(spread, level, replicates, rng))
    pairs = (spread.ends(mean, 1 - level, quantile) for quantile in (pointwise, simultaneous))
    return [np.clip(end, -1, 1) for pair in pairs for end in pair]


def _quantile_of_largest(spread, level, replicates, rng):
    """Return the quantile of the largest studentised difference; nothing above 0 for a single k."""
    rows, ks = spread.factor.shape
    if ks == 1 or spread.degrees == 0:
        return 0.0
    largest = np.concatenate(
        [
            np.abs(rng.standard_normal((size, rows)) @ spread.factor).max(axis=1)
            for size in _blocks(replicates, max(rows, ks))
        ]
    )
    if spread.degrees < math.inf:
        largest /= np.sqrt(rng.chisquare(spread.degrees, replicates) / spread.degrees)
    rank = math.ceil((replicates + 1) * level - 1e-9)
    return np.partition(largest, rank - 1)[rank - 1]


def _p_values_of_interval(mean, spread):
    """Return for each k the smallest 1 - level whose interval excludes 0; NaN without an error."""
    low, high = np.full(mean.size, LOWEST_LOG_P), np.zeros(mean.size)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        lower, upper = spread.ends(mean, np.exp(middle))
        excluded = (lower > 0) | (upper < 0)
        low, high = np.where(excluded, low, middle), np.where(excluded, middle, high)
    return np.where(np.isnan(spread.error), math.nan, np.exp(high))


def _p_values_of_signs(differences, replicates, rng):
    """Return two-sided p-values from flipped signs, and for which k all flips were tried."""
    enumerated = np.count_nonzero(differences, axis=0) <= ENUMERATED_UP_TO
    p_values = np.empty(enumerated.size)
    for i in np.flatnonzero(enumerated):
        p_values[i] = _share_of_all_flips(differences[differences[:, i] != 0, i])
    if not enumerated.all():
        rest = differences[:, ~enumerated]
        p_values[~enumerated] = _share_of_random_flips(rest, replicates, rng)
    return p_values, enumerated


def _share_of_all_flips(values):
    """Return the share of all flips of signs whose sum is at least as far from 0.

    The sums of both halves of the values are listed, and the pairs of them counted in sorted order:
    2**13 numbers instead of 2**24.
    """
    least = abs(values.sum()) - ROUNDING * np.abs(values).sum()
    if least <= 0:
        return 1.0
    half = values.size // 2
    left, right = _signed_sums(values[:half]), np.sort(_signed_sums(values[half:]))
    above = right.size - np.searchsorted(right, least - left)
    return float(2 * above.sum() / (left.size * right.size))


def _signed_sums(values):
    """Return the sums of the values with all signs."""
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate([sums + value, sums - value])
    return sums


def _share_of_random_flips(differences, replicates, rng):
    """Return, for each k, the share of random flips that reach the data, counted as one of them."""
    problems, ks = differences.shape
    least = np.abs(differences.sum(axis=0)) - ROUNDING * np.abs(differences).sum(axis=0)
    reached = np.ones(ks)
    for size in _blocks(replicates, max(problems, ks)):
        signs = 2.0 * rng.integers(0, 2, (size, problems)) - 1
        reached += np.count_nonzero(np.abs(signs @ differences) >= least, axis=0)
    return reached / (replicates + 1)


def _blocks(replicates, numbers):
    """Return sizes of blocks of replicates, of so many numbers each, that fit into the memory."""
    size = max(1, NUMBERS_AT_ONCE // numbers)
    return [min(size, replicates - start) for start in range(0, replicates, size)]


def _checked_names(names):
    """Return the names of the models."""
    texts = isinstance(names, tuple | list) and all(isinstance(name, str) for name in names)
    if not texts or len(names) != 2:
        raise TypeError(f"names must be two texts: names={names!r}")
    if not all(names):
        raise ValueError(f"names must not be empty: names={names!r}")
    if names[0] == names[1]:
        raise ValueError(f"names must differ: names={names!r}")
    return tuple(names)


def _checked_replicates(replicates, level):
    """Return the number of replicates; the quantile must not lie beyond the largest of them."""
    replicates, least = replicate_count(replicates), math.ceil(1 / (1 - level) - 1e-9) - 1
    rule = f"replicates must be at least {least} for the confidence level {level}"
    require(replicates >= least, rule, replicates=replicates)
    require(
        replicates <= MOST_REPLICATES, "replicates must not exceed 10**8", replicates=replicates
    )
    return replicates


def _checked_ks(k, problems, models, names):
    """Return the ks, rising; the whole curve for None."""
    smallest = min(int(model.n.min()) for model in models)
    if k is None:
        require(
            smallest <= LONGEST_CURVE, f"k must be given for n above {LONGEST_CURVE}", n=smallest
        )
        return np.arange(1, smallest + 1)
    ks = whole_numbers(k, "k")
    if np.ndim(ks) > 1:
        raise ValueError(f"k must be one number or a 1-D list: it has shape {np.shape(ks)}")
    require(np.greater_equal(ks, 1), "k must be at least 1", k=ks)
    for name, model in zip(names, models, strict=True):
        i = int(model.n.argmin())
        _checked_counts((model.n[i], 0), int(np.max(ks)), problems[i], name)
    return np.unique(ks)


def _matched(first, second, names, only_common):
    """Return the common problems, the counts of both models, and how many problems are left out."""
    tables = [_by_name(data, name) for name, data in zip(names, (first, second), strict=True)]
    only = [[p for p in a if p not in b] for a, b in (tables, tables[::-1])]
    problems = sorted((p for p in tables[0] if p in tables[1]), key=str)
    missing = "; ".join(
        f"only {name} has {_listed(left)}" for name, left in zip(names, only, strict=True) if left
    )
    both = " and ".join(names)
    if not problems:
        raise ValueError(f"{both} must have problems in common: {missing}")
    if missing and not only_common:
        raise ValueError(
            f"{both} must have the same problems: {missing} (only_common=True compares the "
            f"{len(problems)} that both have)"
        )
    # in the order of their names, so that the random draws do not depend on the order of the data
    pairs = [np.array([table[p] for p in problems]) for table in tables]
    return problems, [_Counts(*pair.T) for pair in pairs], tuple(len(left) for left in only)


def _by_name(data, argument):
    """Return a dict from the name of a problem to its (n, c)."""
    if isinstance(data, Mapping) and {"n", "c"} <= set(data):
        raise TypeError(
            f"{argument} looks like columns n and c, which do not name the problems: give a "
            "mapping {name: (n, c)}, or a table"
        )
    if isinstance(data, Mapping):
        entries = list(data.items())
    elif hasattr(data, "columns"):
        entries = _rows_by_name(data, argument)
    else:
        raise TypeError(
            f"{argument} must name the problems, which are never matched by position: give a "
            f"mapping {{name: (n, c)}}, or a table with the columns n and c and the names in a "
            f"column problem or as its index, not {type(data).__name__}"
        )
    if not entries:
        raise ValueError(f"{argument} must have at least one problem")
    require_labels((name for name, _ in entries), f"{argument} must name every problem", "in row")
    twice = [name for name, times in Counter(name for name, _ in entries).items() if times > 1]
    if twice:
        raise ValueError(f"{argument} must have each problem once: {_listed(twice)} occur again")
    return {name: _checked_counts(pair, 1, name, argument) for name, pair in entries}


def _rows_by_name(table, argument):
    """Return (name, (n, c)) for the rows of a table."""
    columns = list(table.columns)
    if "n" not in columns or "c" not in columns:
        raise ValueError(f"{argument} must have the columns n and c: it has {columns}")
    index = getattr(table, "index", None)
    if "problem" not in columns and type(index).__name__ in ("NoneType", "RangeIndex"):
        raise ValueError(
            f"{argument} must name the problems: it has no column problem, and its index only "
            "numbers the rows"
        )
    names = list(table["problem"] if "problem" in columns else index)
    pairs = zip(*(_column(table, name, argument) for name in "nc"), strict=True)
    return list(zip(names, pairs, strict=True))


def _column(table, name, argument):
    """Return the counts in a column."""
    try:
        return whole_numbers(table[name], name).tolist()
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error} of {argument}") from None


def _checked_counts(pair, k, problem, argument):
    """Return n and c of one problem as ints."""
    if isinstance(pair, tuple | list | np.ndarray) and len(pair) == 2:
        try:
            n, c, _ = counts(*pair, k)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{error} for problem {problem!r} of {argument}") from None
        if isinstance(n, int) and isinstance(c, int):
            return n, c
    raise TypeError(f"{argument} must give (n, c) for problem {problem!r}, not {pair!r}")


def _listed(names):
    """Return the first names, and how many more there are."""
    shown = ", ".join(map(repr, names[:3]))
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _shown(ks):
    """Return the places of some ks for a table: 1, 2, 5, 10, ... of those given, and the ends."""
    if ks.size <= SHOWN:
        return np.arange(ks.size)
    round_ones = [i for i, k in enumerate(ks) if str(int(k)).rstrip("0") in ("1", "2", "5")]
    places = sorted({0, *round_ones, ks.size - 1})
    if not 4 <= len(places) <= SHOWN:
        places = range(ks.size) if len(places) < 4 else places
        places = np.take(places, np.linspace(0, len(places) - 1, SHOWN).round().astype(int))
    return np.array(places)


def _stretches(ks):
    """Return for each k the number of its stretch of successive whole numbers."""
    return np.cumsum(np.diff(ks, prepend=0) > 1).tolist()


def _ks_in_words(k, chosen):
    """Return some of the ks as text: ``k = 1 to 3, 5``."""
    ks, chosen = np.atleast_1d(k), np.atleast_1d(chosen)
    without_gap = ks[-1] - ks[0] < ks.size
    every = "all " if ks.size > 1 and chosen.all() and without_gap else ""
    return f"{every}k = {_listed_ks(ks[chosen])}"


def _listed_ks(ks):
    """Return rising ks as text, those that follow each other as a range."""
    stretches = groupby(zip(_stretches(ks), ks.tolist(), strict=True), key=lambda pair: pair[0])
    runs = [[k for _, k in pairs] for _, pairs in stretches]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def _decimal(value):
    """Return a number with three decimals, without what is due to rounding."""
    return bounded(round(value, 12))


def _ends(low, high):
    """Return an interval as text."""
    return "undefined" if math.isnan(low) else f"{_decimal(low)} to {_decimal(high)}"
