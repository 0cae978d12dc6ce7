"""Measure how often intervals with a nominal level of 95 % contain the truth.

    python benchmarks/coverage.py [--replicates 20000] [--workers 2] [--out docs/coverage.md]

One problem: exactly, as a sum over all counts. The mean over problems, and the difference of two
models: by simulation, where the truth is known. The intervals of passk are measured beside those
that it does not offer, on the same draws. One of these is scorio's, which `make coverage` installs;
without it its columns stay empty.

Many replicates of a setting share n and k, so what an interval needs of a problem is looked up in a
table over c. For the first replicates the interval is also asked of `passk.uncertainty` and of
scorio themselves, and a difference ends the program.
"""

import argparse
import importlib.metadata
import math
import multiprocessing
import platform
import re
import textwrap
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy
from scipy import special, stats
from tqdm.auto import tqdm

from passk.estimators import naive_pass_at_k, pass_at_k, true_pass_at_k
from passk.theory import chance_of_counts
from passk.uncertainty.benchmarks import benchmark
from passk.uncertainty.comparisons import compare
from passk.uncertainty.intervals import (
    Posterior,
    confidence_interval,
    rate_interval,
    variance_estimate,
)
from passk.uncertainty.rare_events import half_width

LEVEL = 0.95
TAILS = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
Z = special.ndtri(TAILS[1])
SEED = 2021
ASKED = 25  # replicates for which the packages themselves are asked
RESAMPLES, SLOW_RESAMPLES = 499, 299  # of a bootstrap
BLOCK = 100  # replicates that share the resamples of problems
FEWER_FOR_SLOW_BOOTSTRAPS = 100  # as many times fewer replicates
FEWER_FOR_BANDS = 20
DRAWS_OF_BAND = 499
FORGIVEN = 0.001  # of a miss by rounding

METHODS = ("clopper-pearson", "mid-p", "wilson", "jeffreys")
WALD, FLAT = "Wald", "flat prior, equal tails"
PLUS_MINUS = "estimate ± 1.96 SE"
GENEROUS = f"estimate ± (1.96 SE + {FORGIVEN})"
SMALLEST, AVERAGE = "smallest coverage", "average coverage"
ON_PROBLEMS, ON_SAMPLES = '`benchmark(target="problems")`', '`benchmark(target="samples")`'
CLT, NAIVE = "mean ± 1.96 SE", "naive mean ± 1.96 SE"
BOOTSTRAP, TWO_LEVEL = "bootstrap of problems", "bootstrap of problems and samples"
INSIDE, POOLED = "bootstrap of samples", "pooled counts, Wald"
SCORIO, SCORIO_BIAS = "scorio `pass_at_k_ci`", "bias of its mean"
NORMAL_WIDTH = "its width"
INTERVAL, BAND = "`compare`, interval, k = 10", "`compare`, band"
DIFFERENCE = "true difference, k = 10"
EXCLUDES, APART = "the interval excludes 0", "two intervals are apart"


class Population(NamedTuple):
    """Where the pass rates of problems come from: a beta distribution, and problems with none."""

    alpha: float
    beta: float
    impossible: float = 0.0  # the share of problems that no sample solves

    def __str__(self):
        solvable = f"Beta({self.alpha:g}, {self.beta:g})"
        return (
            f"{100 * self.impossible:g} % impossible, else {solvable}"
            if self.impossible
            else solvable
        )

    def draw(self, shape, rng):
        """Return pass rates."""
        rates = rng.beta(self.alpha, self.beta, shape)
        return np.where(rng.random(shape) < self.impossible, 0.0, rates)

    def quantile(self, rank):
        """Return the pass rate below which a share of the problems lies."""
        among_others = np.maximum(rank - self.impossible, 0) / (1 - self.impossible)
        return special.betaincinv(self.alpha, self.beta, among_others)

    def mean(self, k):
        """Return the expected pass@k of a problem."""
        return (1 - self.impossible) * Posterior(self.alpha, self.beta).mean(k)


class Setting(NamedTuple):
    """A benchmark: its problems, and the samples drawn for them."""

    population: Population
    ns: tuple  # in turn, one for each problem
    k: int
    problems: int = 164

    @property
    def n(self):
        """Samples of each problem."""
        return np.resize(self.ns, self.problems)


class Pair(NamedTuple):
    """Two models on the same problems, whose abilities are correlated."""

    first: Population
    second: Population
    correlation: float  # of the normal variables behind the pass rates
    problems: int = 164
    ns: tuple = (20, 20)  # samples of each problem, by model

    def draw(self, replicates, rng):
        """Return the pass rates of both models, of shape (2, replicates, problems)."""
        size = (replicates, self.problems)
        common, own = rng.standard_normal(size), rng.standard_normal((2, *size))
        share = math.sqrt(self.correlation)
        ranks = special.ndtr(share * common + math.sqrt(1 - self.correlation) * own)
        models = zip((self.first, self.second), ranks, strict=True)
        return np.array([of.quantile(rank) for of, rank in models])


TYPICAL, HARD, MIXED = Population(0.25, 0.35), Population(0.1, 1), Population(0.4, 0.4, 0.3)
SATURATED, SOLVED = Population(2, 0.5), Population(5, 0.5)
MISSED, MISSED_MORE = Population(800, 200, 0.01), Population(8000, 2000, 0.005)
NEARLY_ALL = Population(2000, 20, 0.9)
ALWAYS, MOSTLY_NEVER = Population(20000, 2), Population(20000, 2, 0.9)
ALIKE, RARE, FEW = Population(95, 1805), Population(20, 19980), Population(95, 1805, 0.97)
COMMON = ((20, 1), (20, 10), (200, 1), (200, 10), (200, 100), (10, 10))
SETTINGS = (
    *(Setting(of, (n,), k) for of in (TYPICAL, HARD, MIXED) for n, k in COMMON),
    Setting(TYPICAL, (15,), 10),
    Setting(TYPICAL, (20,), 10, 30),
    Setting(TYPICAL, (20,), 10, 10),
    Setting(HARD, (20,), 1, 30),
    *(Setting(SATURATED, (20,), 10, m) for m in (164, 30, 10)),
    Setting(SOLVED, (8,), 4),
    Setting(TYPICAL, (20, 50, 100, 200), 10),
    *(Setting(of, (20,), 10) for of in (ALIKE, RARE, FEW)),
    Setting(MISSED, (200,), 1),
    Setting(MISSED_MORE, (1000,), 1),
    *(Setting(TYPICAL, (1,), 1, m) for m in (3, 5, 8, 164)),
    Setting(HARD, (1,), 1, 30),
    Setting(TYPICAL, (2,), 1, 5),
    Setting(NEARLY_ALL, (20,), 1, 300),
)
KS = (1, 2, 5, 10)
PAIRS = (
    Pair(TYPICAL, TYPICAL, 0.5),
    Pair(TYPICAL, TYPICAL, 0.9),
    Pair(Population(0.3, 0.3), TYPICAL, 0.9),
    Pair(Population(0.3, 0.3), TYPICAL, 0.9, 30),
    Pair(Population(0.3, 0.3), TYPICAL, 0.9, 10),
    Pair(Population(0.2, 0.2), Population(2, 2.5), 0.5),
    Pair(Population(0.2, 1), HARD, 0.9, 30),
    Pair(SATURATED, SATURATED, 0.5),
    Pair(ALIKE, ALIKE, 0.5),
    Pair(Population(0.3, 0.3), TYPICAL, 0.5, ns=(20, 50)),
    Pair(ALIKE, Population(95, 1805, 0.01), 0.9, ns=(200, 200)),
    Pair(TYPICAL, TYPICAL, 0.9, 5),
    *(Pair(ALWAYS, MOSTLY_NEVER, 0.0, m) for m in (5, 20, 164)),
)


class Share(NamedTuple):
    """In how many replicates something happened."""

    value: float
    replicates: int

    @classmethod
    def of(cls, events):
        """Return the share of True."""
        return cls(float(np.mean(events)), np.size(events))

    @property
    def error(self):
        """Its Monte Carlo error, not 0: one replicate more has it happen, one not."""
        value = (self.value * self.replicates + 1) / (self.replicates + 2)
        return math.sqrt(value * (1 - value) / self.replicates)

    @property
    def is_low(self):
        """Whether a coverage is more than two errors below the level."""
        return self.value + 2 * self.error < LEVEL

    @property
    def is_high(self):
        """Whether a coverage is more than two errors above the level."""
        return self.value - 2 * self.error > LEVEL

    def __str__(self):
        return f"{self.value:.3f} ± {math.ceil(1000 * self.error) / 1000:.3f}"


# 1. One problem


def interval_of_rates(n, method, k):
    """Return the ends of an interval of the pass rate for c = 0, 1, ..., n; k for `PLUS_MINUS`."""
    c = np.arange(n + 1)
    if method in METHODS:
        return confidence_interval(n, c, 1, confidence_level=LEVEL, method=method)
    if method == FLAT:
        return [special.betaincinv(c + 1, n - c + 1, tail) for tail in TAILS]
    if method == WALD:
        return normal_interval(c / n, np.sqrt(c / n * (1 - c / n) / n))
    ends = normal_interval(pass_at_k(n, c, k), np.sqrt(variance_estimate(n, c, k)))
    if method == GENEROUS:
        ends = np.clip([ends[0] - FORGIVEN, ends[1] + FORGIVEN], 0, 1)
    with np.errstate(divide="ignore"):  # a pass@k of 1 has the rate 1
        return -np.expm1(np.log1p(-ends) / k)


def normal_interval(mean, error):
    """Return a normal interval, cut at 0 and 1."""
    return np.clip([mean - Z * error, mean + Z * error], 0, 1)


def smallest_coverage(n, low, high):
    """Return the least coverage at any pass rate strictly between 0 and 1.

    From one end of an interval to the next, the intervals of the same counts cover the rate. Where
    these counts are neighbours, their chance has one peak, so it is least at one of the two ends.
    """
    ends = np.unique([0, 1, *low, *high])
    between = (ends[:-1] + ends[1:])[:, np.newaxis] / 2
    inside = (low <= between) & (between <= high)
    chances = chance_of_counts(ends, n)
    return min(float((chances[side] * inside).sum(axis=1).min()) for side in np.s_[:-1, 1:])


def average_coverage(n, low, high, population):
    """Return the mean coverage if the pass rate comes from a beta distribution."""
    c = np.arange(n + 1)
    after = population.alpha + c, population.beta + n - c
    covered = special.betainc(*after, high) - special.betainc(*after, low)
    return float(stats.betabinom.pmf(c, n, population.alpha, population.beta) @ covered)


def row_of_one_problem(n, method, k=None):
    """Return exact coverage and mean width; for a method that depends on k, of this k only."""
    low, high = interval_of_rates(n, method, k)
    chances = stats.betabinom.pmf(np.arange(n + 1), n, TYPICAL.alpha, TYPICAL.beta)
    widths = {each: true_pass_at_k(high, each) - true_pass_at_k(low, each) for each in (1, 10, 100)}
    return {
        "n": n,
        "interval": f"{method}, k = {k}" if k else method,
        SMALLEST: smallest_coverage(n, low, high),
        AVERAGE: average_coverage(n, low, high, TYPICAL),
    } | {
        f"width, k = {each}": float(chances @ width) if k in (None, each) else None
        for each, width in widths.items()
    }


def rows_of_one_problem():
    """Return table A."""
    return [
        row_of_one_problem(n, method, k if method in (PLUS_MINUS, GENEROUS) else None)
        for n, k in ((20, 10), (200, 100))
        for method in (*METHODS, WALD, PLUS_MINUS, GENEROUS, FLAT)
    ]


# 2. The mean over problems


class Draws(NamedTuple):
    """Replicates of a benchmark."""

    setting: Setting
    n: np.ndarray  # of the problems
    counts: np.ndarray  # of shape (replicates, problems)
    truth: np.ndarray  # the mean pass@k of the problems that were drawn, for each replicate

    @classmethod
    def make(cls, setting, replicates, rng):
        """Draw problems, and the correct samples of each."""
        n = np.resize(setting.ns, setting.problems)
        rates = setting.population.draw((replicates, setting.problems), rng)
        truth = true_pass_at_k(rates, setting.k).mean(axis=1)
        return cls(setting, n, rng.binomial(n, rates), truth)

    def look_up(self, function):
        """Return function(n, c) of every problem, each pair of n and c evaluated once."""
        sizes = np.unique(self.setting.ns)
        table = np.concatenate([function(int(n), np.arange(n + 1)) for n in sizes])
        starts = np.cumsum([0, *(sizes[:-1] + 1)])
        return table[starts[np.searchsorted(sizes, self.n)] + self.counts]

    def estimates(self, estimator=pass_at_k):
        """Return the estimate of every problem."""
        return self.look_up(lambda n, c: estimator(n, c, self.setting.k))

    def first(self, replicates):
        """Return the first replicates only."""
        return self._replace(counts=self.counts[:replicates], truth=self.truth[:replicates])


def mean_and_error(estimates):
    """Return means over problems, and their standard errors from the spread of the problems."""
    return estimates.mean(axis=1), estimates.std(axis=1, ddof=1) / math.sqrt(estimates.shape[1])


def interval_for_problems(draws):
    """Return the ends of `benchmark(..., target="problems")` of every replicate."""
    (mean, error), m = mean_and_error(draws.estimates()), draws.setting.problems
    trials = np.isin(draws.estimates(), (0, 1)).all(axis=1)
    by_trials = rate_interval(m, np.round(m * mean), LEVEL, "clopper-pearson")
    error, quantile = np.where(error < 1e-15, 0, error), special.stdtrit(m - 1, TAILS[1])
    below, above = (half_width(quantile, error, room / m, 1 - LEVEL) for room in (mean, 1 - mean))
    return np.where(trials, by_trials, np.clip([mean - below, mean + above], 0, 1))


def error_for_samples(draws):
    """Return the standard error for the same problems; None for n <= k, where there is none."""
    k, least = draws.setting.k, min(draws.setting.ns)
    if least <= k:
        return None
    method = "unbiased" if least >= 2 * k else "jackknife"
    variances = draws.look_up(lambda n, c: variance_estimate(n, c, k, method=method))
    return np.sqrt(variances.sum(axis=1)) / draws.setting.problems


def interval_for_samples(draws):
    """Return the ends of `benchmark(..., target="samples")` of every replicate."""
    mean, error = draws.estimates().mean(axis=1), error_for_samples(draws)
    m, k = draws.setting.problems, draws.setting.k
    if error is None:
        return rate_interval(m, m * mean, LEVEL, "clopper-pearson")
    lowest = draws.look_up(lambda n, c: rate_interval(n, c, LEVEL, "clopper-pearson").low)
    steps = k / draws.n * (1 - lowest) ** (k - 1)
    half = np.hypot(Z * error, Z**2 * steps.max(axis=1) / m)
    return np.clip([mean - half, mean + half], 0, 1)


def interval_of_pooled_counts(draws):
    """Return Wald's interval of the rate of all samples together, carried over to pass@k."""
    samples = draws.n.sum()
    rate = draws.counts.sum(axis=1) / samples
    return true_pass_at_k(
        normal_interval(rate, np.sqrt(rate * (1 - rate) / samples)), draws.setting.k
    )


def interval_of_bootstrap(draws, rng):
    """Return percentiles of the mean over problems that are drawn again, each with its estimate."""
    estimates, m = draws.estimates(), draws.setting.problems
    ends = []
    for start in range(0, len(estimates), BLOCK):
        weights = rng.multinomial(m, np.full(m, 1 / m), RESAMPLES) / m
        means = estimates[start : start + BLOCK] @ weights.T
        ends.append(np.quantile(means, TAILS, axis=1))
    return np.concatenate(ends, axis=1)


def interval_of_slow_bootstrap(draws, rng, problems):
    """Return percentiles of the mean if samples are drawn again, and maybe the problems before."""
    m, ends = draws.setting.problems, []
    for counts in draws.counts:
        chosen = rng.integers(m, size=(SLOW_RESAMPLES, m)) if problems else np.arange(m)
        n = draws.n[chosen]
        again = rng.binomial(n, counts[chosen] / n, size=(SLOW_RESAMPLES, m))
        means = draws._replace(n=n, counts=again).estimates().mean(axis=1)
        ends.append(np.quantile(means, TAILS))
    return np.transpose(ends)


def scorio_function():
    """Return scorio's interval of pass@k, or None if it is not installed."""
    try:
        from scorio.eval.pass_at_k import pass_at_k_ci
    except ImportError:
        return None
    return pass_at_k_ci


def scorio_means_and_intervals(draws):
    """Return means and ends of scorio's `pass_at_k_ci`; None without it, or for unequal n.

    It is asked about one problem with c = 0, 1, ..., n. Means and variances of a benchmark are
    averages of those.
    """
    function, (n, *others), m = scorio_function(), draws.setting.ns, draws.setting.problems
    if function is None or others:
        return None
    moments = [function(outcomes(n, np.array([c])), draws.setting.k)[:2] for c in range(n + 1)]
    means, deviations = np.array(moments).T[:, draws.counts]
    mean = means.mean(axis=1)
    return mean, normal_interval(mean, np.sqrt((deviations**2).sum(axis=1)) / m)


def outcomes(n, cs):
    """Return the samples of problems as a matrix of ones, and then zeros."""
    return (np.arange(n) < cs[:, np.newaxis]).astype(int)


def require_same_as_packages(draws):
    """Raise if the intervals looked up are not those that the packages give."""
    few, k = draws.first(ASKED), draws.setting.k
    bars = [benchmark(draws.n, cs, k, confidence_level=LEVEL).bars for cs in few.counts]
    ends = np.array([[(bar.low, bar.high) for bar in both] for both in bars]).T
    same = [(ends[:, 0], interval_for_samples(few)), (ends[:, 1], interval_for_problems(few))]
    if (looked_up := scorio_means_and_intervals(few)) is not None:
        asked = [scorio_function()(outcomes(draws.n[0], cs), k) for cs in few.counts]
        same.append((np.array(asked).T[2:], looked_up[1]))
    for asked, ends in same:
        if not np.allclose(asked, ends, rtol=0, atol=1e-11):
            raise RuntimeError(f"the intervals looked up are wrong for {draws.setting}")


def covers(ends, truth):
    """Return in how many replicates the truth lies in the interval; None if there is none."""
    return None if ends is None else Share.of((ends[0] <= truth) & (truth <= ends[1]))


def width(ends):
    """Return the mean width."""
    return float(np.mean(ends[1] - ends[0]))


def signed(value):
    """Return a number as text with its sign, and no minus before a zero."""
    text = f"{value:+.3f}"
    return "+0.000" if text == "-0.000" else text


def rows_of_a_benchmark(setting, replicates, seed):
    """Return a row of table B, about other problems, and one of table C, about the same."""
    rng = np.random.default_rng(seed)
    draws = Draws.make(setting, replicates, rng)
    require_same_as_packages(draws)
    few = draws.first(max(2, replicates // FEWER_FOR_SLOW_BOOTSTRAPS))
    head = {
        "pass rates": str(setting.population),
        "m": setting.problems,
        "n": ", ".join(map(str, setting.ns)),
        "k": setting.k,
    }
    return head | _for_problems(draws, few, rng), head | _for_samples(draws, few, rng)


def _for_problems(draws, few, rng):
    """Return the cells of table B."""
    truth, ends = draws.setting.population.mean(draws.setting.k), interval_for_problems(draws)
    two_level = interval_of_slow_bootstrap(few, rng, problems=True)
    clt, naive = (
        normal_interval(*mean_and_error(draws.estimates(estimator)))
        for estimator in (pass_at_k, naive_pass_at_k)
    )
    return {
        "truth": truth,
        ON_PROBLEMS: covers(ends, truth),
        "width": width(ends),
        CLT: covers(clt, truth),
        BOOTSTRAP: covers(interval_of_bootstrap(draws, rng), truth),
        TWO_LEVEL: covers(two_level, truth),
        NAIVE: covers(naive, truth),
        POOLED: covers(interval_of_pooled_counts(draws), truth),
    }


def _for_samples(draws, few, rng):
    """Return the cells of table C."""
    truth, ends, error = draws.truth, interval_for_samples(draws), error_for_samples(draws)
    mean, scorio = draws.estimates().mean(axis=1), scorio_means_and_intervals(draws)
    normal = None if error is None else normal_interval(mean, error)
    inside = interval_of_slow_bootstrap(few, rng, problems=False)
    return {
        "truth": float(truth.mean()),
        ON_SAMPLES: covers(ends, truth),
        "width": width(ends),
        CLT: covers(normal, truth),
        NORMAL_WIDTH: None if error is None else width(normal),
        INSIDE: covers(inside, few.truth),
        POOLED: covers(interval_of_pooled_counts(draws), truth),
        SCORIO: covers(None if scorio is None else scorio[1], truth),
        SCORIO_BIAS: None if scorio is None else signed(np.mean(scorio[0] - truth)),
    }


# 3. Two models


def rows_of_two_models(pair, replicates, seed):
    """Return two rows of table D, one for each target."""
    rng = np.random.default_rng(seed)
    rates = pair.draw(replicates, rng)
    counts = rng.binomial(np.reshape(pair.ns, (2, 1, 1)), rates)
    of_models = [true_pass_at_k(of[..., np.newaxis], KS).mean(axis=1) for of in rates]
    truths = {
        "problems": np.tile(pair.first.mean(KS) - pair.second.mean(KS), (replicates, 1)),
        "samples": of_models[0] - of_models[1],
    }
    head = {
        "pass rates": f"{pair.first} and {pair.second}",
        "correlation": f"{pair.correlation:g}",
        "m": pair.problems,
        "n": " and ".join(map(str, pair.ns)),
    }
    return [head | _for_target(pair, counts, target, truths[target]) for target in truths]


def _for_target(pair, counts, target, truths):
    """Return the cells of table D for one target."""
    (low, high), truth = interval_of_difference(pair, counts, target), truths[:, KS.index(10)]
    few = max(2, len(truths) // FEWER_FOR_BANDS)
    found = [_compared(pair.ns, cs, target) for cs in zip(*counts[:, :few], strict=True)]
    by_compare = np.array(found).transpose(1, 0, 2)
    if not np.allclose(by_compare[:2, :, KS.index(10)], (low[:few], high[:few]), atol=1e-11):
        raise RuntimeError(f"the intervals looked up are wrong for {pair}")
    in_band = (by_compare[2] <= truths[:few]) & (truths[:few] <= by_compare[3])
    return {
        "target": target,
        DIFFERENCE: signed(truth.mean()),
        INTERVAL: covers((low, high), truth),
        "width": width((low, high)),
        BAND: Share.of(in_band.all(axis=1)),
        EXCLUDES: Share.of((low > 0) | (high < 0)),
        APART: Share.of(are_apart(pair, counts, target)),
    }


def interval_of_difference(pair, counts, target):
    """Return the ends of the interval of `compare` at k = 10 in every replicate."""
    m, of_models = pair.problems, _draws_of_models(pair, counts)
    differences = of_models[0].estimates() - of_models[1].estimates()
    if target == "problems":
        mean, error = mean_and_error(differences)
        units, quantile = ((1 + mean) / m, (1 - mean) / m), special.stdtrit(m - 1, TAILS[1])
    else:
        variances = [draws.look_up(lambda n, c: variance_estimate(n, c, 10)) for draws in of_models]
        mean, error = differences.mean(axis=1), np.sqrt(np.sum(variances, axis=(0, 2))) / m
        units, quantile = (10 / min(pair.ns) / m,) * 2, Z
    error = np.where(error < 1e-13, 0, error)
    below, above = (half_width(quantile, error, unit, 1 - LEVEL) for unit in units)
    return np.clip([mean - below, mean + above], -1, 1)


def _draws_of_models(pair, counts):
    """Return the draws of both models, for k = 10."""
    settings = [Setting(None, (n,), 10, pair.problems) for n in pair.ns]
    return [
        Draws(setting, np.array(setting.ns), cs, None)
        for setting, cs in zip(settings, counts, strict=True)
    ]


def _compared(ns, counts, target):
    """Return the ends that `compare` gives."""
    models = [
        {str(i): (n, int(c)) for i, c in enumerate(cs)} for n, cs in zip(ns, counts, strict=True)
    ]
    found = compare(*models, KS, target=target, replicates=DRAWS_OF_BAND)
    return found.low, found.high, found.band_low, found.band_high


def are_apart(pair, counts, target):
    """Return in which replicates the two intervals of `benchmark` at k = 10 do not overlap."""
    interval = interval_for_problems if target == "problems" else interval_for_samples
    first, second = map(interval, _draws_of_models(pair, counts))
    return (first[0] > second[1]) | (second[0] > first[1])


# The page

OFFERED = {"B": (ON_PROBLEMS,), "C": (ON_SAMPLES,), "D": (INTERVAL, BAND)}
OTHERS = {"B": (CLT, BOOTSTRAP, TWO_LEVEL, NAIVE, POOLED), "C": (CLT, INSIDE, POOLED, SCORIO)}

INTRODUCTION = """\
# Do 95 % intervals contain the truth in 95 of 100 cases?

`make coverage` measures it and writes this page: for the intervals that passk offers, and on the
same draws for others that are in use. All have a nominal level of 95 %.

Measured with Python {python}, NumPy {numpy}, SciPy {scipy} and {scorio}; fixed seeds;
{replicates:,} replicates ({slow:,} for the bootstraps that draw samples again, {bands:,} for the
bands of table D). After ± stands one Monte Carlo error, rounded up. It is found as if there
were two replicates more, one covered and one not, so that it is not 0 where all are or none is.
"""
TEXTS = {
    "A": """\
## One problem

No simulation is needed: for a true pass rate the number of correct samples is binomial, and the
chances of those counts are added whose interval contains the rate. The smallest coverage is that
at the worst pass rate strictly between 0 and 1. The average coverage and the mean widths are for
pass rates from {typical}, spread as those of a benchmark often are: many near 0, many near 1. An
interval of the pass rate is carried over to pass@k and covers it as often, whatever k is. Only
"{plus_minus}" is an interval of pass@k itself. If fewer than k samples have failed it is the
point 1, which a pass@k of 1 - 10^-16 misses; so it is also shown with {forgiven} more on either
side.
""",
    "B": """\
## The mean over problems: would other problems like these give another score?

In each replicate m problems get pass rates from a distribution, and then samples. The truth is the
mean pass@k of all problems of that distribution. Where n is a list, the problems take its numbers
in turn. The width is the mean width of the first interval.
""",
    "C": """\
## The mean over problems: would these problems give another score, if sampled again?

The draws are those of table B. The truth is the mean pass@k of the m problems that were drawn, so
each replicate has its own; the table shows their average. The standard errors (SE) are those that
`benchmark` gives. {scorio_note}
""",
    "D": """\
## Two models on the same problems

A problem's pass rates in the two models come from two distributions; behind them are two normal
variables with the correlation in the table. For the target "samples" each replicate has its own
true difference; the table shows their average. Interval, width and band are those of
`compare(first, second, [1, 2, 5, 10])`, and the band must contain the true differences at all four
k. The last column is the share of replicates in which the two models' intervals by `benchmark`
have no point in common.
""",
}
REASONS = """\
## What is not offered, and why

- **Wald's interval: the rate ± 1.96 standard errors.** With no sample correct, or all, its length
is 0, and on most benchmarks many problems are of these two kinds. It covers {wald} on average over
pass rates, and {wald_200} with ten times the samples; at the worst rate, {wald_least}. Of the
samples of all problems pooled it makes a second mistake: pass@k of the mean rate is not the mean of
pass@k. That interval covers {pooled}.
- **The estimate ± 1.96 standard errors, for one problem.** The estimated variance is 0 not only for
c = 0, but as soon as fewer than k samples have failed. It covers {plus_minus} on average, and
{generous} with 0.001 more on either side. Over many problems the variances add up to something
usable, but not where nearly all of them are 0: {normal}. Hence the room for rare events in
`benchmark`.
- **A bootstrap of the samples of each problem.** Of n samples drawn again some are missing and
others double, so k of them show less than k new samples would: on average, exactly the naive
estimate. The interval lies too low, and covers {inside}. Drawing the problems again as well does
not move it up: {two_level}. The problems alone may be drawn again; but where few differ from the
rest, this fails as the normal interval does: {bootstrap}.
- **A prior for each problem, for the mean of a benchmark.** {prior}
- **Two intervals that do not overlap, as a test.** It adds the two errors, though they partly
cancel, and forgets that both models had the same problems. Of equal models it finds a difference in
{apart_equal} of the replicates, where 0.05 would be allowed. A true difference, which the interval
of `compare` finds in {found}, it finds in {apart}.
"""
PRIOR = """\
A flat prior adds a success and a failure that nobody has seen, and pass@k multiplies the success.
As this moves most problems the same way, more problems make the interval shorter, not better: its
mean is off by {bias}, and it covers {least}."""
NO_PRIOR = "Not measured here, as scorio is not installed."


def wrapped(text):
    """Return markdown with its paragraphs and list items filled; the lines of tables stay."""
    paragraphs = re.split(r"\n{2,}", text.strip("\n"))
    return "\n\n".join("\n".join(_filled(part)) for part in paragraphs) + "\n"


def _filled(paragraph):
    """Return the lines of a paragraph, a list or a table."""
    if paragraph.startswith(("|", "#")):
        return [paragraph]
    items = re.split(r"\n(?=- )", paragraph)
    indent = "  " * paragraph.startswith("- ")
    options = {"break_long_words": False, "break_on_hyphens": False, "subsequent_indent": indent}
    return [textwrap.fill(item, 100, **options) for item in items]


def table(rows):
    """Return the lines of a markdown table."""
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(map(_cell, row.values()) for row in rows)]
    return ["| " + " | ".join(cells) + " |" for cells in lines]


def _cell(value):
    """Return the text of a value; a share says its error itself."""
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def quote(row, column):
    """Return a value of a table and where it stands."""
    value = row[column].value if isinstance(row[column], Share) else row[column]
    return f"{_cell(value)} (row {row['row']})"


def worst(rows, column):
    """Return the row with the least value in a column; None if all are empty."""
    known = [row for row in rows if row[column] is not None]
    return min(known, key=lambda row: row[column], default=None)


def least(rows, columns):
    """Return the least values of some columns in words."""
    found = [(column, worst(rows, column)) for column in columns]
    return ", ".join(f"{column} {quote(row, column)}" for column, row in found if row)


def seen_of_one_problem(rows):
    """Return what table A shows, in some sentences."""
    by_name = {}
    for row in rows:
        by_name.setdefault(row["interval"].split(", k")[0], []).append(row)
    found = {name: worst(of_name, SMALLEST) for name, of_name in by_name.items()}
    enough = [name for name, row in found.items() if row[SMALLEST] >= LEVEL]
    some = [name for name, row in found.items() if 0.5 < row[SMALLEST] < LEVEL]
    rest = [name for name, row in found.items() if row[SMALLEST] <= 0.5]
    words = [
        ", ".join(f"{name} {quote(found[name], SMALLEST)}" for name in names)
        for names in (enough, some, rest)
    ]
    return (
        f"At the worst pass rate these cover 95 % or more: {words[0]}; these less: {words[1]}; and "
        f"these less than half: {words[2]}."
    )


def seen_of_many(rows, letter):
    """Return what another table shows, in a sentence for each interval offered."""
    sentences = []
    for column in OFFERED[letter]:
        well = sum(not row[column].is_low for row in rows)
        sentences.append(
            f"{column} covers 95 % or more, up to two Monte Carlo errors, in {well} of {len(rows)} "
            f"rows; the least is {quote(worst(rows, column), column)}."
        )
    if letter in OTHERS:
        sentences.append(f"The least of the others: {least(rows, OTHERS[letter])}.")
    return " ".join(sentences)


def exceptions(tables):
    """Return the offered intervals that miss the level to one side or the other, as lines."""
    shares = [
        (row["row"], column, row[column])
        for letter, columns in OFFERED.items()
        for column in columns
        for row in tables[letter]
    ]
    low = [entry for entry in shares if entry[2].is_low]
    high = [entry for entry in shares if entry[2].is_high]
    lines = [
        "## Exceptions",
        "",
        f"Too low by more than two Monte Carlo errors: {len(low) or 'none'} of the {len(shares)} "
        f"coverages of offered intervals in tables B to D. If all were exactly 95 %, chance alone "
        f"would make it {special.ndtr(-2) * len(shares):.1f}, hardly any by over three errors.",
        "",
        *(
            f"- {column}: {share} (row {row}), {(LEVEL - share.value) / share.error:.1f} errors"
            for row, column, share in low
        ),
        *[""] * bool(low),
        f"Too high by more than two errors, so longer than need be: {len(high)}.",
        "",
    ]
    for column in dict.fromkeys(column for _, column, _ in high):
        places = [row for row, of, _ in high if of == column]
        rows = sum(of == column for _, of, _ in shares)
        lines.append(f"- {column}: {len(places)} of {rows} rows, {', '.join(places)}")
    return lines


def reasons(tables):
    """Return why some intervals are not offered, with figures from the tables."""
    a, b, c, d = tables.values()
    of = {(row["n"], row["interval"].split(", k")[0]): row for row in a}
    equal = [row for row in d if row[DIFFERENCE] == "+0.000" and row["target"] == "problems"]
    strict = max(equal, key=lambda row: row[APART])
    usual = [row for row in b if not row[CLT].is_low]
    missed = max(d, key=lambda row: row[EXCLUDES].value - row[APART].value)
    return REASONS.format(
        wald=quote(of[20, WALD], AVERAGE),
        wald_200=quote(of[200, WALD], AVERAGE),
        wald_least=quote(of[20, WALD], SMALLEST),
        pooled=quote(worst(b, POOLED), POOLED),
        plus_minus=quote(of[20, PLUS_MINUS], AVERAGE),
        generous=quote(of[20, GENEROUS], AVERAGE),
        normal=quote(worst(c, CLT), CLT),
        inside=quote(worst([row for row in c if row["n"] != "1"], INSIDE), INSIDE),
        two_level=quote(worst(usual, TWO_LEVEL), TWO_LEVEL),
        bootstrap=quote(worst(b, BOOTSTRAP), BOOTSTRAP),
        prior=_prior(c),
        apart_equal=quote(strict, APART),
        found=quote(missed, EXCLUDES),
        apart=quote(missed, APART),
    )


def _prior(rows):
    """Return what a prior for each problem does, if it was measured."""
    known = [row for row in rows if row[SCORIO] is not None]
    if not known:
        return NO_PRIOR
    farthest = max(known, key=lambda row: abs(float(row[SCORIO_BIAS])))
    return PRIOR.format(bias=quote(farthest, SCORIO_BIAS), least=quote(worst(rows, SCORIO), SCORIO))


def measure(replicates, workers=1, settings=SETTINGS, pairs=PAIRS):
    """Return the tables, by letter."""
    jobs = [(rows_of_a_benchmark, each, replicates) for each in settings]
    jobs += [(rows_of_two_models, each, replicates) for each in pairs]
    jobs = [(*job, (SEED, number)) for number, job in enumerate(jobs)]
    results = run(jobs, workers)
    b, c = zip(*results[: len(settings)], strict=True)
    d = [row for rows in results[len(settings) :] for row in rows]
    tables = {"A": rows_of_one_problem(), "B": b, "C": c, "D": d}
    return {
        letter: [{"row": f"{letter}{i}"} | row for i, row in enumerate(rows, 1)]
        for letter, rows in tables.items()
    }


def run(jobs, workers):
    """Return what the functions give for their arguments, with a progress bar."""
    with tqdm(total=len(jobs), desc="settings", disable=None) as bar:
        if workers == 1:
            results = []
            for function, *given in jobs:
                results.append(function(*given))
                bar.update()
            return results
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context) as pool:
            futures = [pool.submit(*job) for job in jobs]
            for future in futures:
                future.add_done_callback(lambda _: bar.update())
            return [future.result() for future in futures]


def page(tables, replicates):
    """Return the page as markdown."""
    version = f"scorio {importlib.metadata.version('scorio')}" if scorio_function() else "no scorio"
    lines = [
        INTRODUCTION.format(
            python=".".join(platform.python_version_tuple()[:2]),
            numpy=np.__version__,
            scipy=scipy.__version__,
            scorio=version,
            replicates=replicates,
            slow=max(2, replicates // FEWER_FOR_SLOW_BOOTSTRAPS),
            bands=max(2, replicates // FEWER_FOR_BANDS),
        )
    ]
    note = (
        "scorio takes a matrix of samples, so the same n for all."
        if scorio_function()
        else "scorio is not installed, so its columns are empty."
    )
    for letter, rows in tables.items():
        text = TEXTS[letter].format(
            typical=TYPICAL, plus_minus=PLUS_MINUS, forgiven=FORGIVEN, scorio_note=note
        )
        seen = seen_of_one_problem(rows) if letter == "A" else seen_of_many(rows, letter)
        lines += [text, f"**Table {letter}.** {seen}", "", *table(rows), ""]
    return wrapped("\n".join([*lines, *exceptions(tables), "", reasons(tables)]))


def main():
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replicates", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.replicates < 1:
        parser.error(f"--replicates must be at least 1: {options.replicates}")
    tables = measure(options.replicates, options.workers)
    text = page(tables, options.replicates)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    print("\n".join(exceptions(tables)) if options.out else text)


if __name__ == "__main__":
    main()
