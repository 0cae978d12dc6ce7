"""Monte Carlo: draw n samples again and again and watch what the estimators do.

Both estimators depend on the samples through c alone, and c is binomial; so a replicate is one
binomial number. For this problem simulation is a demonstration: `passk.theory` has the exact
answer at a lower price.
"""

import math
from dataclasses import dataclass

import numpy as np

from passk.domain import (
    MOST_REPLICATES,
    between_0_and_1,
    counts,
    one_number,
    pass_rate,
    random_generator,
    real_numbers,
    replicate_count,
    require,
    whole_numbers,
)
from passk.estimators import naive_pass_at_k, pass_at_k
from passk.theory import chance_of_counts
from passk.wording import many, significant

__all__ = [
    "Simulation",
    "simulate",
    "simulate_counts",
    "simulate_means",
    "agreement_half_width",
]


@dataclass(frozen=True, eq=False)
class Simulation:
    """Replicates of one experiment: draw n samples at a true pass rate p, count the correct ones.

    Attributes
    ----------
    p : float
        True pass rate.
    n, k : int
        Samples and draws.
    correct : ndarray of int, shape (replicates,)
        The count c of each replicate, in the order drawn.

    Examples
    --------
    >>> simulation = simulate(0.1, 20, 10, 1000, rng=0)
    >>> simulation.replicates
    1000
    >>> simulation.mean(naive_pass_at_k) < simulation.mean(pass_at_k)
    True
    """

    p: float
    n: int
    k: int
    correct: np.ndarray

    def __post_init__(self):
        p, n, k = _one_experiment(self.p, self.n, self.k)
        correct = counts(n, whole_numbers(self.correct, "correct"), k)[1]
        if np.ndim(correct) != 1:
            raise ValueError(f"correct must be 1-D: it has shape {np.shape(correct)}")
        for name, value in {"p": p, "n": n, "k": k, "correct": correct}.items():
            object.__setattr__(self, name, value)

    def __repr__(self):
        p, replicates = significant(self.p), many(self.replicates, "replicate")
        return f"Simulation(p={p}, n={self.n}, k={self.k}, {replicates})"

    @property
    def replicates(self):
        """Number of replicates."""
        return self.correct.size

    def histogram(self):
        """Return how many replicates have c = 0, 1, ..., n correct samples."""
        return np.bincount(self.correct, minlength=self.n + 1)

    def estimates(self, estimator):
        """Return the estimate of each replicate, shape (replicates,)."""
        table = estimator(self.n, np.arange(self.n + 1), self.k)
        return table[self.correct]

    def mean(self, estimator):
        """Return the mean estimate over the replicates."""
        return float(self.estimates(estimator).mean())

    def standard_error(self, estimator):
        """Return the standard error of the mean estimate; NaN for fewer than two replicates."""
        if self.replicates < 2:
            return math.nan
        return float(self.estimates(estimator).std(ddof=1) / math.sqrt(self.replicates))

    def running_mean(self, estimator):
        """Return the mean over the first 1, 2, 3, ... replicates, shape (replicates,)."""
        return np.cumsum(self.estimates(estimator)) / np.arange(1, self.replicates + 1)

    def paired_difference(self):
        """Return naive less unbiased for each replicate, shape (replicates,).

        Its mean estimates the bias of the naive estimate without knowing the truth, and far more
        precisely than the mean of the naive estimates: what the two have in common drops out.
        """
        return self.estimates(naive_pass_at_k) - self.estimates(pass_at_k)

    def extended(self, replicates, *, rng=None):
        """Return a simulation with so many replicates added behind the ones at hand.

        Give it a Generator, or a seed not used before: equal seeds repeat the same replicates.
        """
        more = simulate(self.p, self.n, self.k, replicates, rng=rng)
        return Simulation(self.p, self.n, self.k, np.concatenate([self.correct, more.correct]))


def simulate(p, n, k, replicates=1000, *, rng=None):
    """Draw n samples at a true pass rate p, many times over.

    Parameters
    ----------
    p : float
        True pass rate, ``0 <= p <= 1``.
    n, k : int
        Samples and draws, ``1 <= k <= n``.
    replicates : int
        How many times.
    rng : {None, int, numpy.random.Generator}, optional
        If `rng` is None, a new generator is seeded from the operating system; an int is a seed; a
        Generator is used as it is. See `numpy.random.default_rng`.

    Returns
    -------
    Simulation

    Raises
    ------
    TypeError, ValueError
        If an argument is out of bounds.

    Examples
    --------
    >>> simulation = simulate(0.5, 2, 2, 10_000, rng=1)
    >>> abs(simulation.mean(pass_at_k) - 3 / 4) < 4 * simulation.standard_error(pass_at_k)
    True
    """
    p, n, k = _one_experiment(p, n, k)
    rng, replicates = random_generator(rng), replicate_count(replicates)
    require(
        replicates <= MOST_REPLICATES, "replicates must not exceed 10**8", replicates=replicates
    )
    return Simulation(p, n, k, rng.binomial(n, p, replicates))


def simulate_counts(p, n, replicates, *, rng=None):
    """Return how many of so many replicates have c = 0, 1, ..., n: a billion as fast as ten.

    The histogram of independent binomial numbers is one multinomial draw, so the cost does not
    grow with the replicates.

    Parameters
    ----------
    p, n, replicates, rng
        As for `simulate`.

    Returns
    -------
    ndarray of int, shape (n + 1,)
        Use it as ``weights`` of `mean_pass_at_k`.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of bounds.

    Examples
    --------
    >>> from passk import mean_pass_at_k
    >>> tally = simulate_counts(0.1, 20, 10**9, rng=1)
    >>> round(mean_pass_at_k(20, range(21), 10, weights=tally), 3)
    0.651
    """
    p, n, _ = _one_experiment(p, n, 1)
    chances = chance_of_counts(p, n)
    rng = random_generator(rng)
    return rng.multinomial(replicate_count(replicates), chances / chances.sum())


def simulate_means(rates, n, k, replicates, *, rng=None):
    """Return the mean of both estimates at many true pass rates, from common random numbers.

    Each replicate has n uniform numbers, and at every rate those below it are the correct
    samples. Neighbouring rates share their luck, so the curves are smooth.

    Parameters
    ----------
    rates : array_like of float, shape (rates,)
        True pass rates.
    n, k, replicates, rng
        As for `simulate`.

    Returns
    -------
    unbiased, naive : ndarray of float64, shape (rates,)

    Raises
    ------
    TypeError, ValueError
        If an argument is out of bounds.

    Examples
    --------
    >>> unbiased, naive = simulate_means([0.1, 0.2], 20, 10, 1000, rng=0)
    >>> bool(np.all(naive < unbiased))
    True
    """
    rates = np.atleast_1d(pass_rate(rates))
    n, _, k = counts(one_number(n, "n"), 0, one_number(k, "k"))
    if rates.ndim > 1:
        raise ValueError("rates must be one number or 1-D")
    rng, replicates = random_generator(rng), replicate_count(replicates)
    rule = "replicates times n must not exceed 10**8"
    require(replicates * n <= MOST_REPLICATES, rule, replicates=replicates, n=n)
    luck = rng.random((replicates, n))
    correct = [np.count_nonzero(luck < p, axis=1) for p in rates]
    tables = [estimator(n, np.arange(n + 1), k) for estimator in (pass_at_k, naive_pass_at_k)]
    return tuple(np.array([table[c].mean() for c in correct]) for table in tables)


def agreement_half_width(standard_deviation, replicates, *, false_alarm=0.001, means=1):
    """Return how far simulated means may lie from their exact values by chance.

    Bernstein's inequality for values between 0 and 1, with the exact standard deviation: valid
    for every number of replicates and every shape of distribution, where a normal band is not.

    Parameters
    ----------
    standard_deviation : float or array_like of float
        Exact standard deviation of one replicate.
    replicates : int
        Replicates behind each mean.
    false_alarm : float
        Largest chance that any of the means lies outside, though all is well.
    means : int
        How many means are compared.

    Returns
    -------
    float or ndarray of float64

    Raises
    ------
    ValueError
        If replicates or means is below 1, or false_alarm not between 0 and 1.

    Examples
    --------
    >>> round(agreement_half_width(0.3, 10_000), 4)
    0.012
    """
    false_alarm = between_0_and_1(false_alarm, "false_alarm")
    replicates, means = replicate_count(replicates), replicate_count(means, "means")
    deviation = real_numbers(standard_deviation, "standard_deviation")
    rule = "standard_deviation must be at least 0"
    require(deviation >= 0, rule, standard_deviation=deviation)
    log_odds = math.log(2 * means / false_alarm)
    spread = deviation * math.sqrt(2 * log_odds / replicates)
    half_width = spread + log_odds / (3 * replicates)
    return half_width if half_width.ndim else float(half_width)


def _one_experiment(p, n, k):
    """Return checked p, n and k of one experiment."""
    p, (n, _, k) = pass_rate(p), counts(n, 0, k)
    if np.ndim(p) or np.ndim(n) or np.ndim(k):
        raise TypeError("p, n and k must be one number each")
    return float(p), n, k
