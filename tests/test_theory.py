"""Exact averages against enumeration, closed forms and published tables."""

import math
import re
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from passk import naive_pass_at_k, pass_at_k, pass_hat_k, true_pass_at_k
from passk.theory import bias, chance_of_counts, expected_value, mean_squared_error, variance

RATES = [Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(3, 4), Fraction(1)]
SIZES = [(n, k) for n in range(1, 11) for k in range(1, n + 1)]
OF_ESTIMATORS = [expected_value, bias, variance, mean_squared_error]


def overlap(n, k):
    """The chance of every size of the intersection of two draws of k from n."""
    draws = math.comb(n, k)
    return [Fraction(math.comb(k, i) * math.comb(n - k, k - i), draws) for i in range(k + 1)]


def stirling_second_kind(k, j):
    if j == 0 or k == 0:
        return int(j == k)
    return j * stirling_second_kind(k - 1, j) + stirling_second_kind(k - 1, j - 1)


# Exact laws


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_chances_against_enumeration_of_all_outcomes(p, n):
    chances = [Fraction(0)] * (n + 1)
    for samples in product([0, 1], repeat=n):
        chances[sum(samples)] += math.prod(p if passed else 1 - p for passed in samples)
    assert chance_of_counts(p, n).tolist() == chances


@pytest.mark.parametrize("p", RATES)
def test_unbiased_for_every_rate(p):
    for n, k in SIZES:
        assert expected_value(pass_at_k, p, n, k) == 1 - (1 - p) ** k, (n, k)
        assert bias(pass_at_k, p, n, k) == 0, (n, k)
        assert expected_value(pass_hat_k, p, n, k) == p**k, (n, k)


@pytest.mark.parametrize("p", RATES)
def test_expectation_against_enumeration_of_all_outcomes(p):
    expected = Fraction(0)
    for samples in product([0, 1], repeat=5):
        chance = math.prod(p if passed else 1 - p for passed in samples)
        expected += chance * (1 - Fraction(5 - sum(samples), 5) ** 3)
    assert expected_value(naive_pass_at_k, p, 5, 3) == expected


@pytest.mark.parametrize("p", RATES)
def test_naive_expectation_against_stirling_numbers(p):
    for n, k in SIZES:
        terms = (stirling_second_kind(k, j) * math.perm(n, j) * (1 - p) ** j for j in range(k + 1))
        assert expected_value(naive_pass_at_k, p, n, k) == 1 - Fraction(sum(terms), n**k), (n, k)


@pytest.mark.parametrize("p", RATES)
def test_variance_against_the_overlap_of_two_draws(p):
    q = 1 - p
    for n, k in SIZES:
        second_moment = sum(h * q ** (2 * k - i) for i, h in enumerate(overlap(n, k)))
        assert variance(pass_at_k, p, n, k) == second_moment - q ** (2 * k), (n, k)


@pytest.mark.parametrize("p", RATES[1:-1])
@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_variance_lies_in_its_box(p, k):
    q, truth = 1 - p, true_pass_at_k(p, k)
    for n in range(k, 26):
        least, most = k**2 * p * q ** (2 * k - 1) / n, Fraction(k, n) * truth * (1 - truth)
        assert least <= variance(pass_at_k, p, n, k) <= most
        assert (variance(pass_at_k, p, n, k) == most) == (n == k or k == 1)


@pytest.mark.parametrize("p", RATES)
def test_pass_at_1_has_the_variance_of_a_proportion(p):
    for n in (1, 5, 12):
        assert variance(pass_at_k, p, n, 1) == p * (1 - p) / n
        assert variance(naive_pass_at_k, p, n, 1) == p * (1 - p) / n
        assert bias(naive_pass_at_k, p, n, 1) == 0


@pytest.mark.parametrize("p", RATES)
def test_naive_bias_at_k_2_is_minus_pq_over_n(p):
    for n in (2, 3, 10, 30):
        assert bias(naive_pass_at_k, p, n, 2) == -p * (1 - p) / n


@pytest.mark.parametrize("p", RATES)
def test_naive_is_low_on_average_and_rises_with_n(p):
    for k in (2, 3, 5):
        means = [expected_value(naive_pass_at_k, p, n, k) for n in range(k, 20)]
        if 0 < p < 1:
            assert all(low < high for low, high in pairwise(means))
            assert means[-1] < true_pass_at_k(p, k)
        else:
            assert set(means) == {p}


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("estimator", [pass_at_k, naive_pass_at_k, pass_hat_k])
def test_squared_error_is_variance_plus_squared_bias(p, estimator):
    for n, k in SIZES:
        both = variance(estimator, p, n, k) + bias(estimator, p, n, k) ** 2
        assert mean_squared_error(estimator, p, n, k) == both, (n, k)


def test_moments_of_a_fair_coin_by_hand():
    # n = k = 2, p = 1/2: unbiased 0, 1, 1 and naive 0, 3/4, 1 with chances 1/4, 1/2, 1/4
    half = Fraction(1, 2)
    assert expected_value(naive_pass_at_k, half, 2, 2) == Fraction(5, 8)
    assert bias(naive_pass_at_k, half, 2, 2) == Fraction(-1, 8)
    assert variance(pass_at_k, half, 2, 2) == Fraction(3, 16)
    assert mean_squared_error(naive_pass_at_k, half, 2, 2) == Fraction(5, 32)


def test_any_function_of_the_counts_is_averaged():
    p = Fraction(1, 3)
    assert expected_value(lambda n, c, k: c, p, 6, 1) == 2
    assert variance(lambda n, c, k: c, p, 6, 1) == Fraction(4, 3)
    assert expected_value(lambda n, c, k: Fraction(k, n), p, 6, 2) == p
    assert expected_value(lambda n, c, k: c / n, 0.25, 6, 1) == pytest.approx(0.25, rel=1e-12)
    # stopping at the first pass within three tries makes c/n too high: 2/3 instead of 1/2
    seen = [(1, 1, Fraction(1, 2)), (2, 1, Fraction(1, 4)), (3, 1, Fraction(1, 8))]
    assert sum(chance * Fraction(c, n) for n, c, chance in seen) == Fraction(2, 3)


# Tables


@pytest.mark.parametrize(
    ("n", "k", "p", "printed"),
    [
        (20, 10, "1/10", "-0.0832418"),
        (20, 10, "1/50", "-0.0334435"),
        (20, 20, "1/20", "-0.1606850"),
        (200, 10, "1/10", "-0.0086810"),
        (200, 100, "1/100", "-0.0869620"),
    ],
)
def test_naive_bias_to_the_printed_digits(n, k, p, printed):
    assert f"{float(bias(naive_pass_at_k, Fraction(p), n, k)):.7f}" == printed
    assert f"{bias(naive_pass_at_k, float(Fraction(p)), n, k):.7f}" == printed


@pytest.mark.parametrize(
    ("n", "k", "p", "truth", "low", "unbiased", "naive", "problems"),
    [
        (2, 2, "1/4", ".4375", "-.0938", ".496", ".405", "10.33"),
        (2, 2, "3/4", ".9375", "-.0938", ".242", ".265", None),
        (5, 2, "1/5", ".3600", "-.0320", ".2907", ".2697", "12.45"),
        (10, 5, "1/20", ".2262", "-.0373", ".2873", ".2458", "16.9"),
        (20, 10, "1/50", ".1829", "-.0334", ".2668", ".2230", "20.2"),
        (20, 10, "1/10", ".6513", "-.0832", ".2930", ".2863", "1.6"),
        (20, 10, "1/4", ".9437", "-.0477", ".1046", ".1361", None),
        (10, 10, "1/4", ".9437", "-.1037", ".2305", ".2603", None),
        (200, 10, "1/10", ".6513", "-.0087", ".0831", ".0835", ".14"),
        (200, 100, "1/1000", ".0952", "-.0194", ".2049", ".1654", "40.1"),
    ],
)
def test_errors_for_one_problem_to_the_printed_digits(
    n, k, p, truth, low, unbiased, naive, problems
):
    def agrees(value, printed):
        decimals = len(printed.split(".")[1])
        return abs(float(value) - float(printed)) <= 0.5 * 10**-decimals

    p = Fraction(p)
    assert agrees(true_pass_at_k(p, k), truth)
    assert agrees(bias(naive_pass_at_k, p, n, k), low)
    assert agrees(math.sqrt(mean_squared_error(pass_at_k, p, n, k)), unbiased)
    assert agrees(math.sqrt(mean_squared_error(naive_pass_at_k, p, n, k)), naive)
    gain = variance(pass_at_k, p, n, k) - variance(naive_pass_at_k, p, n, k)
    if problems:  # so many until the mean of unbiased estimates is closer than that of naive ones
        assert agrees(gain / bias(naive_pass_at_k, p, n, k) ** 2, problems)
    else:
        assert gain < 0


def test_errors_of_two_samples_are_simple_fractions():
    quarter, three_quarters = Fraction(1, 4), Fraction(3, 4)
    assert mean_squared_error(pass_at_k, quarter, 2, 2) == Fraction(63, 256)
    assert mean_squared_error(naive_pass_at_k, quarter, 2, 2) == Fraction(21, 128)
    assert mean_squared_error(pass_at_k, three_quarters, 2, 2) == Fraction(15, 256)
    assert mean_squared_error(naive_pass_at_k, three_quarters, 2, 2) == Fraction(9, 128)


@pytest.mark.parametrize(
    ("n", "k", "least", "place", "step"),
    [
        (10, 5, "-0.0789", 0.213, 1e-3),
        (20, 10, "-0.0836", 0.109, 1e-3),
        (10, 10, "-0.1600", 0.119, 1e-3),
        (200, 100, "-0.0875", 0.0112, 1e-4),
    ],
)
def test_where_the_naive_bias_is_worst(n, k, least, place, step):
    rates = np.arange(1, 1000) * step / 2 if step < 1e-3 else np.arange(1, 1000) * step
    biases = bias(naive_pass_at_k, rates, n, k)
    assert f"{biases.min():.4f}" == least
    assert abs(rates[biases.argmin()] - place) <= 1.01 * step


@pytest.mark.parametrize(
    ("n", "k", "place", "half"),
    [
        (5, 2, 0.494, 5e-4),
        (10, 5, 0.217, 5e-4),
        (10, 10, 0.177, 5e-4),
        (20, 10, 0.112, 5e-4),
        (50, 10, 0.092, 5e-4),
        (200, 10, 0.084, 5e-4),
        (200, 100, 0.0115, 5e-5),
    ],
)
def test_where_the_naive_estimate_stops_to_be_closer(n, k, place, half):
    rates = np.array([place - half, place + half])
    naive, unbiased = (mean_squared_error(g, rates, n, k) for g in (naive_pass_at_k, pass_at_k))
    assert (naive < unbiased).tolist() == [True, False]


# Floats and arrays


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
@pytest.mark.parametrize("estimator", [pass_at_k, naive_pass_at_k, pass_hat_k])
@pytest.mark.parametrize(("n", "k"), [(1, 1), (2, 2), (12, 5), (40, 30)])
def test_floats_against_fractions(of_estimator, estimator, n, k):
    for p in (0.0, 0.02, 0.3, 0.75, 1.0):
        value = of_estimator(estimator, p, n, k)
        assert type(value) is float
        exact = of_estimator(estimator, Fraction(p), n, k)
        assert type(exact) is Fraction
        assert value == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
@pytest.mark.parametrize("shape", [(5,), (1,), (2, 3), (6, 1)])
def test_arrays_of_rates_against_single_rates(of_estimator, shape):
    rates = np.linspace(0, 1, math.prod(shape)).reshape(shape)
    values = of_estimator(naive_pass_at_k, rates, 12, 5)
    assert (values.shape, values.dtype) == (shape, np.float64)
    singles = [of_estimator(naive_pass_at_k, p, 12, 5) for p in rates.flat]
    np.testing.assert_allclose(values.ravel(), singles, atol=1e-14)


def test_chances_of_floats_and_arrays():
    assert chance_of_counts(0.5, 2).tolist() == pytest.approx([0.25, 0.5, 0.25], abs=1e-15)
    rates = np.array([[0.0, 0.2], [0.9, 1.0]])
    chances = chance_of_counts(rates, 7)
    assert chances.shape == (2, 2, 8)
    np.testing.assert_allclose(chances.sum(axis=-1), 1, atol=1e-14)
    for p, row in zip(rates.flat, chances.reshape(4, 8), strict=True):
        exact = chance_of_counts(Fraction(p), 7).astype(float)
        np.testing.assert_allclose(row, exact, atol=1e-14)


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
def test_whole_rates_of_0_and_1_are_exact(of_estimator):
    for p in (0, 1):
        assert of_estimator(pass_at_k, p, 5, 2) == of_estimator(pass_at_k, float(p), 5, 2)


# Errors


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
def test_a_fraction_needs_an_estimator_in_fractions(of_estimator):
    message = "estimator must return fractions when p is a Fraction, not floats"
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        of_estimator(lambda n, c, k: c / n, Fraction(1, 2), 5, 2)
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        of_estimator(lambda n, c, k: np.float64(c) if c == n else c, Fraction(1, 2), 5, 2)


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
@pytest.mark.parametrize("p", [0, 1])
def test_the_rates_0_and_1_do_not_ask_for_fractions(of_estimator, p):
    value = of_estimator(lambda n, c, k: c / n, p, 5, 1)
    assert value == of_estimator(lambda n, c, k: c / n, float(p), 5, 1)


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
@pytest.mark.parametrize(
    ("p", "n", "k", "error", "message"),
    [
        (1.5, 5, 2, ValueError, "p must lie between 0 and 1: p=1.5"),
        (Fraction(-1, 2), 5, 2, ValueError, "p must lie between 0 and 1: p=-1/2"),
        ([0.5, float("nan")], 5, 2, ValueError, "p must lie between 0 and 1: p=nan at index 1"),
        ("0.5", 5, 2, TypeError, "p must be a number between 0 and 1, not str: p='0.5'"),
        (0.5, 0, 1, ValueError, "n must be at least 1: n=0"),
        (0.5, 5, 0, ValueError, "k must be at least 1: k=0"),
        (0.5, 2.5, 1, ValueError, "n must be a whole number: n=2.5"),
        (0.5, 5, True, TypeError, "k must be a whole number, not bool: k=True"),
        (Fraction(1, 2), 2, 5, ValueError, "k must not exceed n: k=5, n=2 "),
    ],
)
def test_arguments_out_of_bounds(of_estimator, p, n, k, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        of_estimator(pass_at_k, p, n, k)


@pytest.mark.parametrize("of_estimator", OF_ESTIMATORS)
@pytest.mark.parametrize(
    ("n", "k", "name"),
    [([10, 20], 5, "n"), ([4], 2, "n"), (4, [1, 2, 3, 4, 4], "k"), (4, [2], "k")],
)
def test_n_and_k_are_one_number_each(of_estimator, n, k, name):
    # five values of k beside the five counts of n = 4 samples would be paired with them
    with pytest.raises((TypeError, ValueError), match=rf"\b{name}\b.* one number"):
        of_estimator(pass_at_k, 0.1, n, k)


@pytest.mark.parametrize(
    ("p", "n", "message"),
    [(2, 5, "p must lie between 0 and 1: p=2"), (0.5, 0, "n must be at least 1: n=0")],
)
def test_chances_out_of_bounds(p, n, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        chance_of_counts(p, n)


def test_chances_of_several_n_are_refused():
    with pytest.raises((TypeError, ValueError), match=r"\bn\b.* one number"):
        chance_of_counts(0.5, [2, 3])


def test_what_is_done_to_a_table_of_chances_does_not_reach_the_next_one():
    chances = chance_of_counts(0.5, 2)
    before = chances.tolist()
    chances[:] = 0
    assert chance_of_counts(0.5, 2).tolist() == before


@pytest.mark.parametrize("rates", [0.3, [0.3], [[0.1, 0.3], [0.5, 0.9]], np.linspace(0, 1, 3000)])
def test_tables_kept_and_not_kept_have_one_row_for_each_rate(rates):
    chances = chance_of_counts(rates, 40)
    assert chances.shape == (*np.shape(rates), 41)
    np.testing.assert_allclose(chances.sum(axis=-1), 1, rtol=1e-13)
    np.testing.assert_allclose(chances @ np.arange(41), 40 * np.asarray(rates), rtol=1e-13)
