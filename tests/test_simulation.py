"""Simulated numbers against exact ones: every tolerance is computed from a known spread."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from passk import mean_pass_at_k, naive_pass_at_k, pass_at_k, pass_hat_k
from passk.simulation import (
    Simulation,
    agreement_half_width,
    simulate,
    simulate_counts,
    simulate_means,
)
from passk.theory import bias, chance_of_counts, expected_value, variance

EPS = np.finfo(float).eps
ESTIMATORS = [pass_at_k, naive_pass_at_k, pass_hat_k]


@pytest.fixture(scope="module")
def simulation():
    return simulate(0.1, 20, 10, 5000, rng=2021)


def half_width(estimator, p, n, k, replicates, means=1):
    spread = math.sqrt(variance(estimator, p, n, k))
    return agreement_half_width(spread, replicates, false_alarm=1e-6, means=means)


# Random numbers


def test_a_seed_repeats_a_simulation():
    first, again, other = (simulate(0.3, 50, 5, 200, rng=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.correct, again.correct)
    assert not np.array_equal(first.correct, other.correct)
    assert np.array_equal(*(simulate_counts(0.3, 50, 200, rng=1) for _ in range(2)))
    assert not np.array_equal(*(simulate_counts(0.3, 50, 200, rng=seed) for seed in (1, 2)))
    assert np.array_equal(*(simulate_means([0.3, 0.4], 50, 5, 200, rng=1) for _ in range(2)))
    assert not np.array_equal(*(simulate_means([0.3], 50, 5, 200, rng=seed) for seed in (1, 2)))


def test_no_seed_gives_new_numbers():
    draws = [simulate(0.5, 1000, 5, 100).correct for _ in range(2)]
    assert not np.array_equal(*draws)


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: simulate(0.3, 50, 5, 200, rng=rng).correct,
        lambda rng: simulate_counts(0.3, 50, 200, rng=rng),
        lambda rng: simulate_means([0.3], 50, 5, 200, rng=rng),
        lambda rng: simulate(0.3, 50, 5, 1, rng=0).extended(200, rng=rng).correct,
    ],
)
def test_a_generator_is_used_as_it_is(draw):
    rng = np.random.default_rng(7)
    assert np.array_equal(draw(rng), draw(7))
    assert not np.array_equal(draw(rng), draw(7))


def test_replicates_are_binomial_numbers_of_the_generator():
    drawn = np.random.default_rng(7).binomial(50, 0.3, 200)
    assert np.array_equal(simulate(0.3, 50, 5, 200, rng=7).correct, drawn)


# One simulation


def test_a_simulation_keeps_what_it_was_asked(simulation):
    assert (simulation.p, simulation.n, simulation.k) == (0.1, 20, 10)
    assert (simulation.replicates, simulation.correct.shape) == (5000, (5000,))
    assert simulate(0.1, 20, 10, rng=0).replicates == 1000
    assert type(simulate(Fraction(1, 4), 4, 2, 5, rng=0).p) is float


def test_histogram_against_counting(simulation):
    histogram = simulation.histogram()
    assert histogram.tolist() == [np.sum(simulation.correct == c) for c in range(21)]
    assert simulate(0, 5, 2, 7, rng=0).histogram().tolist() == [7, 0, 0, 0, 0, 0]
    assert simulate(1, 5, 2, 7, rng=0).histogram().tolist() == [0, 0, 0, 0, 0, 7]


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_estimates_against_the_estimator(simulation, estimator):
    estimates = simulation.estimates(estimator)
    one_by_one = [estimator(20, c, 10) for c in simulation.correct[:100].tolist()]
    np.testing.assert_allclose(estimates[:100], one_by_one, rtol=8 * EPS)
    assert estimates.shape == (5000,)
    assert simulation.mean(estimator) == pytest.approx(math.fsum(estimates) / 5000, rel=1e-12)


def test_standard_error_against_its_formula(simulation):
    estimates = simulation.estimates(pass_at_k)
    squares = math.fsum((estimates - math.fsum(estimates) / 5000) ** 2)
    expected = math.sqrt(squares / 4999 / 5000)
    assert simulation.standard_error(pass_at_k) == pytest.approx(expected, rel=1e-12)
    assert type(simulation.standard_error(pass_at_k)) is float
    assert type(simulation.mean(pass_at_k)) is float


def test_two_replicates_have_a_standard_error_and_one_has_none():
    assert math.isnan(simulate(0.5, 2, 1, 1, rng=0).standard_error(pass_at_k))
    two = Simulation(0.5, 2, 1, np.array([0, 2]))
    assert two.standard_error(pass_at_k) == pytest.approx(0.5, rel=4 * EPS)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_mean_against_theory(simulation, estimator):
    exact = expected_value(estimator, 0.1, 20, 10)
    assert abs(simulation.mean(estimator) - exact) <= half_width(estimator, 0.1, 20, 10, 5000)


def test_running_mean_ends_at_the_mean(simulation):
    running = simulation.running_mean(naive_pass_at_k)
    assert running.shape == (5000,)
    assert running[0] == simulation.estimates(naive_pass_at_k)[0]
    # a sum of 5000 numbers, one after the other, against one in pairs
    mean = simulation.mean(naive_pass_at_k)
    assert running[-1] == pytest.approx(mean, rel=5000 * EPS)
    third = math.fsum(simulation.estimates(naive_pass_at_k)[:3]) / 3
    assert running[2] == pytest.approx(third, rel=4 * EPS)


def test_paired_difference_is_naive_less_unbiased(simulation):
    difference = simulation.paired_difference()
    table = [naive_pass_at_k(20, c, 10) - pass_at_k(20, c, 10) for c in range(21)]
    np.testing.assert_allclose(difference, np.array(table)[simulation.correct], atol=8 * EPS)
    assert (difference <= 0).all()


def test_paired_difference_estimates_the_bias(simulation):
    def paired(n, c, k):
        return naive_pass_at_k(n, c, k) - pass_at_k(n, c, k)

    mean = simulation.paired_difference().mean()
    assert abs(mean - bias(naive_pass_at_k, 0.1, 20, 10)) <= half_width(paired, 0.1, 20, 10, 5000)


def test_paired_difference_varies_less_than_either_estimate(simulation):
    spread = simulation.paired_difference().std(ddof=1) / math.sqrt(5000)
    assert spread < 0.5 * simulation.standard_error(naive_pass_at_k)
    assert spread < 0.5 * simulation.standard_error(pass_at_k)


def test_an_extended_simulation_keeps_the_first_replicates():
    first = simulate(0.3, 50, 5, 100, rng=1)
    longer = first.extended(40, rng=2)
    assert (longer.p, longer.n, longer.k, longer.replicates) == (0.3, 50, 5, 140)
    assert np.array_equal(longer.correct[:100], first.correct)
    assert np.array_equal(longer.correct[100:], simulate(0.3, 50, 5, 40, rng=2).correct)
    assert first.replicates == 100


def test_a_generator_extends_a_simulation_as_if_drawn_at_once():
    rng = np.random.default_rng(3)
    in_two = simulate(0.3, 50, 5, 100, rng=rng).extended(40, rng=rng)
    assert np.array_equal(in_two.correct, simulate(0.3, 50, 5, 140, rng=3).correct)


def test_a_simulation_cannot_be_changed(simulation):
    with pytest.raises(AttributeError, match="cannot assign to field"):
        simulation.n = 3


# Counts without replicates


@pytest.mark.parametrize(
    "draw",
    [simulate_counts, lambda p, n, size, rng: simulate(p, n, 1, size, rng=rng).histogram()],
    ids=["multinomial", "one by one"],
)
@pytest.mark.parametrize(("p", "n"), [(0.3, 4), (0.05, 7)])
def test_counts_have_the_means_and_variances_of_a_multinomial(draw, p, n):
    rng, size, runs = np.random.default_rng(11), 50, 1500
    counts = np.array([draw(p, n, size, rng=rng) for _ in range(runs)])
    assert counts.shape == (runs, n + 1)
    assert (counts.sum(axis=1) == size).all()
    chance = chance_of_counts(p, n)
    mean, var, excess = binom.stats(size, chance, moments="mvk")
    assert (np.abs(counts.mean(axis=0) - mean) <= 5 * np.sqrt(var / runs)).all()
    spread = var * np.sqrt((excess + 2) / runs)  # of a sample variance
    assert (np.abs(counts.var(axis=0) - var) <= 5 * spread).all()
    covariance = np.cov(counts[:, 0], counts[:, 1])[0, 1]
    exact = -size * chance[0] * chance[1]
    assert abs(covariance - exact) <= 5 * math.sqrt((var[0] * var[1] + exact**2) / runs)


def test_a_billion_replicates_agree_with_theory():
    tally = simulate_counts(0.1, 20, 10**9, rng=1)
    assert (tally.sum(), tally.shape) == (10**9, (21,))
    mean = mean_pass_at_k(20, range(21), 10, weights=tally)
    exact = expected_value(pass_at_k, 0.1, 20, 10)
    assert abs(mean - exact) <= half_width(pass_at_k, 0.1, 20, 10, 10**9)


@pytest.mark.parametrize(("p", "place"), [(0, 0), (1, 5), (0.0, 0), (1.0, 5)])
def test_certain_counts(p, place):
    expected = [0] * 6
    expected[place] = 30
    assert simulate_counts(p, 5, 30, rng=0).tolist() == expected


# Many rates


def test_means_at_many_rates_against_theory():
    rates = np.linspace(0, 1, 21)
    simulated = simulate_means(rates, 20, 10, 4000, rng=5)
    assert len(simulated) == 2
    for mean, estimator in zip(simulated, (pass_at_k, naive_pass_at_k), strict=True):
        assert (mean.shape, mean.dtype) == ((21,), np.float64)
        spread = np.sqrt(variance(estimator, rates, 20, 10))
        limit = agreement_half_width(spread, 4000, false_alarm=1e-6, means=42)
        assert (np.abs(mean - expected_value(estimator, rates, 20, 10)) <= limit).all()
        assert (mean[0], mean[-1]) == (0, 1)


def test_common_random_numbers_make_rising_curves():
    # with fresh numbers at each rate, neighbours this close would swap about every other time
    unbiased, naive = simulate_means(np.linspace(0.1, 0.11, 50), 10, 5, 300, rng=0)
    assert (np.diff(unbiased) >= 0).all()
    assert (np.diff(naive) >= 0).all()
    assert (naive < unbiased).all()


def test_a_rate_of_zero_has_no_pass_even_if_a_uniform_number_is_zero():
    class Zeros(np.random.Generator):
        def random(self, size):
            return np.zeros(size)

    unbiased, naive = simulate_means([0.0, 0.5], 4, 2, 3, rng=Zeros(np.random.PCG64()))
    assert unbiased.tolist() == naive.tolist() == [0.0, 1.0]


def test_one_rate_gives_arrays_of_one_mean():
    unbiased, naive = simulate_means(0.5, 2, 2, 10, rng=0)
    assert (unbiased.shape, naive.shape) == ((1,), (1,))
    assert simulate_means(Fraction(1, 2), 2, 2, 10, rng=0)[0] == unbiased


def test_rates_are_one_line():
    # four rates in a row of their own would be taken for the rates of the four samples
    with pytest.raises(ValueError, match=r"^rates must be .*1-D"):
        simulate_means([[0.1, 0.2, 0.3, 0.4]], 4, 2, 10, rng=0)


# Agreement


@pytest.mark.parametrize("p", [0.001, 0.03, 0.3, 0.5, 0.99])
@pytest.mark.parametrize("replicates", [1, 2, 10, 100, 5000])
@pytest.mark.parametrize("false_alarm", [0.2, 0.001])
def test_half_width_against_exact_binomial_tails(p, replicates, false_alarm):
    limit = agreement_half_width(math.sqrt(p * (1 - p)), replicates, false_alarm=false_alarm)
    passes = np.arange(replicates + 1)
    outside = np.abs(passes / replicates - p) > limit
    assert binom.pmf(passes, replicates, p)[outside].sum() <= false_alarm


def test_half_width_against_bernstein_by_hand():
    log_odds = math.log(2 / 0.001)
    by_hand = 0.3 * math.sqrt(2 * log_odds / 10_000) + log_odds / 30_000
    assert agreement_half_width(0.3, 10_000) == pytest.approx(by_hand, rel=1e-12)
    assert agreement_half_width(0, 10) == pytest.approx(log_odds / 30, rel=1e-12)
    assert type(agreement_half_width(0.3, 10)) is float


def test_half_width_for_many_means_is_that_of_a_rarer_alarm():
    many = agreement_half_width(0.3, 100, false_alarm=0.01, means=10)
    assert many == pytest.approx(agreement_half_width(0.3, 100, false_alarm=0.001), rel=1e-12)
    widths = agreement_half_width([0.1, 0.3], 100)
    assert widths.tolist() == [agreement_half_width(s, 100) for s in (0.1, 0.3)]


# Errors


@pytest.mark.parametrize(
    "draw",
    [
        lambda p, n, k, replicates: simulate(p, n, k, replicates, rng=0),
        lambda p, n, k, replicates: simulate_means([p], n, k, replicates, rng=0),
        lambda p, n, k, replicates: simulate_counts(p, n, replicates, rng=0),
    ],
    ids=["simulate", "simulate_means", "simulate_counts"],
)
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((1.5, 5, 2, 10), ValueError, "p must lie between 0 and 1: p=1.5"),
        ((float("nan"), 5, 2, 10), ValueError, "p must lie between 0 and 1: p=nan"),
        (("0.5", 5, 2, 10), TypeError, "p must be a number between 0 and 1, not"),
        ((0.5, 0, 1, 10), ValueError, "n must be at least 1: n=0"),
        ((0.5, 2.5, 1, 10), ValueError, "n must be a whole number: n=2.5"),
        ((0.5, 5, 2, 0), ValueError, "replicates must be at least 1: replicates=0"),
        ((0.5, 5, 2, 2.5), ValueError, "replicates must be a whole number: replicates=2.5"),
        ((0.5, 5, 2, True), TypeError, "replicates must be a whole number, not bool"),
    ],
)
def test_arguments_out_of_bounds(draw, arguments, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        draw(*arguments)


@pytest.mark.parametrize("draw", [simulate, simulate_means])
def test_draws_out_of_bounds(draw):
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=5, n=2 "):
        draw(0.5, 2, 5, 10)
    with pytest.raises(ValueError, match=r"^k must be at least 1: k=0$"):
        draw(0.5, 2, 0, 10)


@pytest.mark.parametrize("arguments", [([0.5], 5, 2), (0.5, [5, 6], 2), (0.5, 5, [2])])
def test_a_simulation_is_of_one_experiment(arguments):
    with pytest.raises(TypeError, match=r"^p, n and k must be one number each$"):
        simulate(*arguments, 10)


@pytest.mark.parametrize(("n", "k"), [([4], 2), (4, [1, 2])])
def test_means_are_of_one_n_and_k(n, k):
    with pytest.raises(TypeError, match=r"must be one number"):
        simulate_means([0.5], n, k, 10, rng=0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"false_alarm": 0}, "false_alarm must lie between 0 and 1, both excluded: false_alarm=0"),
        ({"false_alarm": 1}, "false_alarm must lie between 0 and 1, both excluded: false_alarm=1"),
        ({"false_alarm": math.nan}, "false_alarm must be a finite number: false_alarm=nan"),
        ({"replicates": 0}, "replicates must be at least 1: replicates=0"),
        ({"means": 0}, "means must be at least 1: means=0"),
    ],
)
def test_half_width_out_of_bounds(options, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        agreement_half_width(0.3, **{"replicates": 10} | options)
