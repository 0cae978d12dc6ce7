"""One problem: variances against fractions, intervals against their equations, and tables."""

import math
import re
from fractions import Fraction
from itertools import product
from statistics import mean

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from passk import exact_pass_at_k, pass_at_k, true_pass_at_k
from passk.theory import chance_of_counts, expected_value, variance
from passk.uncertainty.intervals import (
    ConfidenceInterval,
    Posterior,
    confidence_interval,
    html_table,
    k_for_target,
    percent,
    posterior,
    rate_interval,
    require_choice,
    variance_estimate,
)

METHODS = ["clopper-pearson", "jeffreys", "wilson", "mid-p"]
ODD_COUNTS = [(1, 0), (1, 1), (5, 2), (20, 3), (200, 1), (200, 199), (1000, 400)]


def by_fractions(n, c, k):
    """The unbiased variance as it is defined."""
    without = Fraction(math.comb(n - c, k), math.comb(n, k))
    return without**2 - Fraction(math.comb(n - c, 2 * k), math.comb(n, 2 * k))


def jackknife(n, c, k):
    return variance_estimate(n, c, k, method="jackknife")


def at_least(n, c, p):
    """The chance of c or more correct samples, to thirty digits."""
    with mpmath.workdps(30):
        p = mpmath.mpf(float(p))
        terms = (math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(c, n + 1))
        return float(mpmath.fsum(terms))


# Variances


@pytest.mark.parametrize("p", [Fraction(1, 10), Fraction(1, 3), Fraction(3, 4), Fraction(1)])
def test_the_variance_estimate_is_unbiased(p):
    for n in range(2, 13):
        for k in range(1, n // 2 + 1):
            assert expected_value(lambda n, c, k: by_fractions(n, c, k), p, n, k) == variance(
                pass_at_k, p, n, k
            )
            average = expected_value(variance_estimate, float(p), n, k)
            assert average == pytest.approx(float(variance(pass_at_k, p, n, k)), abs=1e-15)


@pytest.mark.parametrize("n", [2, 7, 20, 61, 300, 3000])
def test_the_variance_estimate_against_fractions(n):
    ks = {1, 2, 3, 10, n // 5, n // 3, n // 2}
    cs = {0, 1, 2, 5, 50, n // 3, n // 2, n - 20, n - 2, n - 1, n}
    checked = 0
    for k, c in product(ks, cs):
        if 1 <= k <= n // 2 and 0 <= c <= n:
            exact = by_fractions(n, c, k)
            if exact == 0 or exact > Fraction(1, 10**280):
                error = abs(Fraction(variance_estimate(n, c, k)) - exact)
                assert error <= exact * Fraction(1, 10**12), (n, c, k)
                checked += 1
    assert checked >= 3


@pytest.mark.parametrize("c", [1, 2, 3])
def test_the_variance_estimate_keeps_its_digits_for_enormous_n(c):
    for n, k in [(10**6, 2), (10**8, 1), (10**8, 3)]:
        exact = by_fractions(n, c, k)
        assert abs(Fraction(variance_estimate(n, c, k)) / exact - 1) < Fraction(1, 10**13)


def test_for_k_1_it_is_the_variance_of_a_proportion():
    for n, c in [(2, 1), (10, 3), (200, 13)]:
        assert variance_estimate(n, c, 1) == pytest.approx(c / n * (1 - c / n) / (n - 1), rel=1e-14)


def test_where_the_variance_estimate_is_0():
    for n in range(2, 15):
        for k in range(1, n // 2 + 1):
            for c in range(n + 1):
                assert (variance_estimate(n, c, k) == 0) == (c == 0 or n - c < k), (n, c, k)
                assert math.copysign(1, variance_estimate(n, c, k)) == 1


@pytest.mark.parametrize("n", [2, 5, 8])
def test_the_jackknife_against_leaving_out_each_sample(n):
    for k, c in product(range(1, n), range(n + 1)):
        samples = [1] * c + [0] * (n - c)
        left = [exact_pass_at_k(n - 1, c - sample, k) for sample in samples]
        assert mean(left) == exact_pass_at_k(n, c, k)
        expected = Fraction(n - 1, n) * sum((value - mean(left)) ** 2 for value in left)
        assert jackknife(n, c, k) == pytest.approx(float(expected), rel=1e-13)


@pytest.mark.parametrize(
    ("n", "k", "p", "inflation"),
    [
        (10, 5, 0.1, 1.12),
        (20, 10, 0.1, 1.27),
        (200, 100, 0.01, 1.27),
        (10, 9, 0.1, 1.55),
        (20, 15, 0.1, 1.73),
    ],
)
def test_the_jackknife_is_conservative(n, k, p, inflation):
    average = expected_value(jackknife, p, n, k)
    assert average / variance(pass_at_k, p, n, k) == pytest.approx(inflation, abs=0.005)
    rates = np.linspace(0.01, 0.99, 99)
    assert (expected_value(jackknife, rates, n, k) > variance(pass_at_k, rates, n, k) - 1e-15).all()


def test_variances_broadcast():
    values = variance_estimate([[10], [20]], [0, 3, 10], 5)
    assert values.shape == (2, 3)
    for i, j in product(range(2), range(3)):
        one = variance_estimate([10, 20][i], [0, 3, 10][j], 5)
        assert values[i, j] == pytest.approx(one, rel=1e-13)
    assert type(variance_estimate(10, 3, 5)) is float
    many = jackknife(10, [0, 3, 10], [[6], [9]])
    singles = [[jackknife(10, c, k) for c in (0, 3, 10)] for k in (6, 9)]
    np.testing.assert_allclose(many, singles, rtol=1e-13)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((10, 3, 6), {}, ValueError, "n must be at least 2k for an unbiased estimate of the varia"),
        ((10, 3, 10), {"method": "jackknife"}, ValueError, "n must exceed k for .*: n=10, k=10"),
        (([20, 10], 3, 6), {}, ValueError, "n=10, k=6 at index 1"),
        ((10, 3, 6), {}, ValueError, r"degree 2k .* method=\"jackknife\" .* confidence_interval"),
        ((10, 3, 1), {"method": "bootstrap"}, ValueError, 'method must be "unbiased" or "jackkn'),
        ((10, 11, 1), {}, ValueError, "c must not exceed n: c=11, n=10"),
        ((10, 3, 11), {}, ValueError, "k must not exceed n: k=11, n=10"),
        ((10**8 + 1, 3, 1), {}, ValueError, r"n must not exceed 10\*\*8 here: n=100000001"),
        ((10, 0.3, 1), {}, ValueError, "c must be a whole number"),
    ],
)
def test_variances_that_do_not_exist(arguments, options, error, message):
    with pytest.raises(error, match=message):
        variance_estimate(*arguments, **options)


# Intervals of the rate


@pytest.mark.parametrize(("n", "c"), ODD_COUNTS)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_ends_solve_the_equations_that_define_them(n, c, level):
    tail = (1 - level) / 2
    low, high = rate_interval(n, c, level, "clopper-pearson")
    assert c == 0 or at_least(n, c, low) == pytest.approx(tail, rel=1e-9)
    assert c == n or 1 - at_least(n, c + 1, high) == pytest.approx(tail, rel=1e-9)
    low, high = rate_interval(n, c, level, "mid-p")
    halves = [(at_least(n, c, p) + at_least(n, c + 1, p)) / 2 for p in (low, high)]
    assert c == 0 or halves[0] == pytest.approx(tail, rel=1e-9)
    assert c == n or 1 - halves[1] == pytest.approx(tail, rel=1e-9)
    for p in rate_interval(n, c, level, "wilson"):
        z = -stats.norm.ppf(tail)
        assert n * (p - c / n) ** 2 == pytest.approx(z**2 * p * (1 - p), abs=1e-12)
    low, high = rate_interval(n, c, level, "jeffreys")
    ends = stats.beta.ppf([tail, 1 - tail], c + 0.5, n - c + 0.5)
    assert [low, high] == pytest.approx([0 if c == 0 else ends[0], 1 if c == n else ends[1]])


@pytest.mark.parametrize("method", METHODS)
def test_no_success_begins_at_0_and_no_failure_ends_at_1(method):
    for n in (1, 10, 10**8):
        assert rate_interval(n, 0, 0.95, method).low == 0
        assert 0 < rate_interval(n, 0, 0.95, method).high < 1
        assert rate_interval(n, n, 0.95, method).high == 1
        assert 0 < rate_interval(n, n, 0.95, method).low < 1


def test_the_inverse_of_the_beta_distribution_is_right_up_to_the_largest_n():
    for n in (10**5, 10**7, 10**8):
        c = np.unique(np.geomspace(1, n - 1, 60).round())
        c = np.concatenate([c, n - c])
        low, high = rate_interval(n, c, 0.95, "clopper-pearson")
        np.testing.assert_allclose(special.betainc(c, n - c + 1, low), 0.025, rtol=1e-5)
        np.testing.assert_allclose(special.betaincc(c + 1, n - c, high), 0.025, rtol=1e-5)


def test_the_rule_of_three():
    assert rate_interval(1000, 0, 0.9, "clopper-pearson").high == pytest.approx(3 / 1000, rel=4e-3)


# Coverage and width: method, smallest and average coverage, width for k = 1, 10 and 100
TABLE = [
    (20, "clopper-pearson", 0.958, 0.985, 0.279, 0.410, 0.354),
    (20, "mid-p", 0.929, 0.974, 0.249, 0.379, 0.341),
    (20, "wilson", 0.837, 0.957, 0.253, 0.377, 0.309),
    (20, "jeffreys", 0.894, 0.963, 0.233, 0.353, 0.324),
    (200, "clopper-pearson", 0.950, 0.972, 0.075, 0.124, 0.225),
    (200, "mid-p", 0.919, 0.962, 0.071, 0.113, 0.209),
    (200, "wilson", 0.840, 0.954, 0.072, 0.119, 0.213),
    (200, "jeffreys", 0.878, 0.957, 0.070, 0.108, 0.195),
]


@pytest.mark.parametrize(("n", "method", "least", "average", *"abc"), TABLE)
def test_coverage_and_width_as_in_the_table(n, method, least, average, a, b, c):
    counts = np.arange(n + 1)
    low, high = rate_interval(n, counts, 0.95, method)
    ends = np.concatenate([low, high])[:, np.newaxis]  # the coverage is smallest next to an end
    rates = np.clip(np.concatenate([ends - 1e-9, ends + 1e-9]), 1e-12, 1 - 1e-12)
    chances = stats.binom.pmf(counts, n, rates)
    coverage = (chances * ((low <= rates) & (rates <= high))).sum(axis=1)
    assert coverage.min() == pytest.approx(least, abs=0.003)
    weights = stats.betabinom.pmf(counts, n, 0.25, 0.35)  # p from Beta(.25, .35)
    inside = [special.betainc(counts + 0.25, n - counts + 0.35, end) for end in (high, low)]
    assert weights @ (inside[0] - inside[1]) == pytest.approx(average, abs=1.2e-3)
    for k, width in ((1, a), (10, b), (100, c)):
        low, high = confidence_interval(n, counts, k, method=method)
        assert weights @ (high - low) == pytest.approx(width, abs=1.2e-3)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_clopper_pearson_never_covers_too_little(level):
    for n in (1, 2, 7, 30):
        low, high = rate_interval(n, np.arange(n + 1), level, "clopper-pearson")
        for p in np.linspace(0, 1, 201):
            assert chance_of_counts(p, n)[(low <= p) & (p <= high)].sum() >= level - 1e-12


# Intervals of pass@k


@pytest.mark.parametrize("method", METHODS)
def test_the_interval_is_that_of_the_rate_carried_through(method):
    ks = [1, 2, 10, 100, 10**6]
    low, high = confidence_interval(20, 3, ks, method=method, confidence_level=0.9)
    for end, rate in zip((low, high), rate_interval(20, 3, 0.9, method), strict=True):
        assert end.tolist() == true_pass_at_k(float(rate), ks).tolist()
        assert end[1] == pytest.approx(1 - (1 - rate) ** 2)


def test_all_ks_are_covered_at_once():
    ks = np.array([1, 2, 5, 12, 40])
    low, high = confidence_interval(12, np.arange(13)[:, np.newaxis], ks)
    for p in (0.03, 0.1, 0.31):
        truth = true_pass_at_k(p, ks)
        covered = (low <= truth) & (truth <= high)
        assert (covered == covered[:, :1]).all()
        assert covered[:, 0].any()
        assert not covered[:, 0].all()


@pytest.mark.parametrize(("n", "printed"), [(5, 0.9982), (10, 0.9972), (20, 0.9967), (200, 0.9962)])
def test_the_estimate_may_lie_above_its_interval(n, printed):
    assert pass_at_k(n, 1, n) == 1.0
    assert confidence_interval(n, 1, n).high == pytest.approx(printed, abs=5e-5)


@pytest.mark.parametrize("n", [1, 2, 5, 10, 20, 50])
def test_the_estimate_lies_in_its_interval_but_for_one_corner(n):
    c, k = np.arange(n + 1)[:, np.newaxis], np.arange(1, n + 1)
    low, high = confidence_interval(n, c, k)
    assert (pass_at_k(n, c, k) >= low).all()
    above = pass_at_k(n, c, k) - high
    assert {(c, k) for c, k in np.argwhere(above > 0.001).tolist()} <= {(1, n - 1)}


@given(st.integers(1, 300), st.data(), st.sampled_from(METHODS))
def test_intervals_are_ordered_and_nested(n, data, method):
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, 1000))
    narrow = confidence_interval(n, c, k, confidence_level=0.8, method=method)
    wide = confidence_interval(n, c, k, confidence_level=0.95, method=method)
    assert 0 <= wide.low <= narrow.low <= narrow.high <= wide.high <= 1
    if c < n:
        more = confidence_interval(n, c + 1, k, confidence_level=0.8, method=method)
        assert more.low >= narrow.low
        assert more.high >= narrow.high


def test_intervals_broadcast_and_are_floats_for_numbers():
    interval = confidence_interval(20, 3, 200)
    assert isinstance(interval, ConfidenceInterval)
    assert [type(end) for end in interval] == [float, float]
    low, high = confidence_interval([10, 20], [[0], [3], [9]], 30)
    assert low.shape == high.shape == (3, 2)
    assert high[1, 0] == confidence_interval(10, 3, 30).high


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((0, 0, 1), {}, ValueError, "n must be at least 1: n=0"),
        ((10, 11, 1), {}, ValueError, "c must not exceed n: c=11, n=10"),
        ((10, 3, 0), {}, ValueError, "k must be at least 1: k=0"),
        ((10, 3, 1.5), {}, ValueError, "k must be a whole number: k=1.5"),
        ((10, [1, 2], [1, 2, 3]), {}, ValueError, "n, c and k must broadcast"),
        (
            (10, 3, 1),
            {"method": "wald"},
            ValueError,
            "method must be .* or \"mid-p\": method='wald'",
        ),
        ((10, 3, 1), {"method": ["wilson"]}, ValueError, "method must be"),
        ((10, 3, 1), {"confidence_level": 95}, ValueError, "confidence_level must lie between 0"),
        ((10, 3, 1), {"confidence_level": 1}, ValueError, "confidence_level must lie between 0"),
        ((10, 3, 1), {"confidence_level": 0.0}, ValueError, "confidence_level must lie between 0"),
        ((10, 3, 1), {"confidence_level": "95%"}, TypeError, "confidence_level must be one number"),
        (
            (10, 3, 1),
            {"confidence_level": math.nan},
            ValueError,
            "confidence_level must be a finite",
        ),
        ((10**8 + 1, 3, 1), {}, ValueError, r"n must not exceed 10\*\*8 here"),
    ],
)
def test_intervals_of_nothing(arguments, options, error, message):
    with pytest.raises(error, match=f"^{message}"):
        confidence_interval(*arguments, **options)


# Posterior


@pytest.mark.parametrize(("n", "c"), [(1, 0), (8, 8), (20, 0), (20, 3), (3000, 17)])
@pytest.mark.parametrize("k", [1, 2, 10, 100])
def test_posterior_moments_against_fractions(n, c, k):
    def failing(k):
        return math.prod(Fraction(n - c + 1 + i, n + 2 + i) for i in range(k))

    found = posterior(n, c)
    assert found == Posterior(c + 1, n - c + 1)
    assert found.mean(k) == pytest.approx(float(1 - failing(k)), rel=1e-13)
    assert found.variance(k) == pytest.approx(float(failing(2 * k) - failing(k) ** 2), rel=1e-12)


@pytest.mark.parametrize("k", [1, 3, 20])
def test_posterior_moments_against_integrals(k):
    found, p = posterior(12, 5, (0.5, 0.7)), np.linspace(0, 1, 200_001)
    density = stats.beta.pdf(p, found.alpha, found.beta)
    moments = [np.trapezoid(density * (1 - (1 - p) ** k) ** i, p) for i in (1, 2)]
    assert found.mean(k) == pytest.approx(moments[0], rel=1e-8)
    assert found.variance(k) == pytest.approx(moments[1] - moments[0] ** 2, rel=1e-6)


def test_the_variance_of_the_posterior_keeps_its_digits():
    a, b, k = 4, 10**8 - 2, 3
    parts = [math.prod(Fraction(b + i, a + b + i) for i in range(draws)) for draws in (k, 2 * k)]
    exact = parts[1] - parts[0] ** 2
    assert abs(Fraction(posterior(10**8, 3).variance(k)) / exact - 1) < Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("n", "uniform", "jeffreys"), [(8, 0.526, 0.328), (20, 0.323, 0.182), (200, 0.047, 0.024)]
)
def test_what_a_prior_makes_of_no_correct_sample(n, uniform, jeffreys):
    assert posterior(n, 0).mean(10) == pytest.approx(uniform, abs=5e-4)
    assert posterior(n, 0, (0.5, 0.5)).mean(10) == pytest.approx(jeffreys, abs=5e-4)


def test_posterior_of_many_k_and_its_texts():
    found = posterior(20, 3)
    assert found.mean([1, 10]).tolist() == [found.mean(1), found.mean(10)]
    assert found.variance([[1], [10]]).shape == (2, 1)
    assert type(found.mean(1)) is type(found.variance(1)) is float
    assert str(found) == "Beta(4, 18) of the pass rate: mean 0.182, standard deviation 0.0804"
    assert '<td style="text-align:left">Beta(4, 18)</td>' in found._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            (20, 3, (0, 1)),
            ValueError,
            "alpha and beta of prior must be above 0: alpha=0.0",
        ),
        (
            (20, 3, (1, -1)),
            ValueError,
            "alpha and beta of prior must be above 0",
        ),
        ((20, 3, (1, math.inf)), ValueError, "beta of prior must be a finite number"),
        ((20, 3, 1), TypeError, r"prior must be the pair \(alpha, beta\) of a Beta: prior=1"),
        ((20, 3, (1, 1, 1)), TypeError, r"prior must be the pair \(alpha, beta\) of a Beta"),
        ((20, 3, ("a", 1)), TypeError, "alpha of prior must be one number, not str"),
        ((20, [3, 4]), TypeError, "c must be one number"),
        ((20, 21), ValueError, "c must not exceed n: c=21, n=20"),
    ],
)
def test_posteriors_of_nothing(arguments, error, message):
    with pytest.raises(error, match=f"^{message}"):
        posterior(*arguments)


@pytest.mark.parametrize(
    ("k", "message"), [(0, "k must be at least 1: k=0"), (10**6 + 1, "k must not")]
)
def test_posterior_of_impossible_k(k, message):
    for moment in (posterior(20, 3).mean, posterior(20, 3).variance):
        with pytest.raises(ValueError, match=f"^{message}"):
            moment(k)


# The k for a target


@pytest.mark.parametrize(
    ("n", "c", "target", "k", "low", "high"),
    [
        (20, 3, 0.95, 19, 7, 92),
        (200, 1, 0.9, 460, 83, 18190),
        (200, 0, 0.9, None, 125, math.inf),
        (20, 20, 0.9, 1, 1, 2),
    ],
)
def test_k_for_a_target_as_in_the_table(n, c, target, k, low, high):
    found = k_for_target(n, c, target)
    assert (found.k, found.low, found.high) == (k, low, high)
    assert (found.n, found.c, found.target, found.confidence_level) == (n, c, target, 0.95)


@given(st.integers(1, 60), st.data())
def test_k_for_a_target_is_the_first_one(n, data):
    c = data.draw(st.integers(1, n))
    target = Fraction(data.draw(st.integers(1, 999)), 1000)
    found = k_for_target(n, c, float(target))
    rate = Fraction(c, n)
    assert true_pass_at_k(rate, found.k) >= target
    assert found.k == 1 or true_pass_at_k(rate, found.k - 1) < target
    assert found.low <= found.k <= found.high


def test_a_target_met_exactly_is_met():
    assert k_for_target(10, 9, 0.99).k == 2
    assert k_for_target(10, 7, 0.91).k == 2
    assert k_for_target(10, 9, 0.9999).k == 4
    assert k_for_target(2, 1, 0.75).k == 2
    assert k_for_target(10, 9, 0.9901).k == 3


def test_the_interval_of_k_is_that_of_the_rate():
    found = k_for_target(30, 4, 0.8, confidence_level=0.9)
    low, high = confidence_interval(30, 4, [found.low, found.high], confidence_level=0.9)
    assert high[0] >= 0.8
    assert low[1] >= 0.8
    low, high = confidence_interval(30, 4, [found.low - 1, found.high - 1], confidence_level=0.9)
    assert high[0] < 0.8
    assert low[1] < 0.8


def test_k_for_a_target_in_words():
    rate = "from the rate c/n and its Clopper-Pearson interval"
    assert str(k_for_target(200, 0, 0.9, confidence_level=0.95)) == (
        "No sample is correct: no estimate of the k where pass@k is 0.9; 95 % interval 125 to "
        f"infinity; one problem, n = 200, c = 0; {rate}"
    )
    table = k_for_target(20, 3, 0.95)._repr_html_()
    for text in (
        '<td style="text-align:left">19</td>',
        "95 % interval 7 to 92",
        "n = 20, c = 3",
        rate,
    ):
        assert text in table
    assert "no estimate" in k_for_target(20, 0, 0.95)._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((20, 3, 1), {}, ValueError, "target must lie between 0 and 1, both excluded: target=1"),
        ((20, 3, 0.0), {}, ValueError, "target must lie between 0 and 1"),
        ((20, 3, None), {}, TypeError, "target must be one number"),
        ((20, [3], 0.5), {}, TypeError, "c must be one number"),
        ((20, 3, 0.5), {"confidence_level": 2}, ValueError, "confidence_level must lie"),
    ],
)
def test_targets_that_are_none(arguments, options, error, message):
    with pytest.raises(error, match=f"^{message}"):
        k_for_target(*arguments, **options)


# Texts


def test_tables_escape_and_have_no_colours():
    table = html_table("a < b", ("x", "y & z"), [("1", "<2>"), ("3", "4")])
    assert "a &lt; b" in table
    assert "y &amp; z" in table
    assert "&lt;2&gt;" in table
    assert len(re.findall("<tr>", table)) == 3
    assert "color" not in table + k_for_target(20, 3, 0.5)._repr_html_()
    assert len(re.findall("<tr>", html_table("c", (), [("1", "2")]))) == 1


def test_levels_and_choices_in_words():
    assert [percent(level) for level in (0.5, 0.975, 0.999)] == ["50 %", "97.5 %", "99.9 %"]
    require_choice("b", ("a", "b"), "letter")
    with pytest.raises(ValueError, match=r'^letter must be "a", "b" or "c": letter=None$'):
        require_choice(None, ("a", "b", "c"), "letter")


# Tiny levels


@pytest.mark.parametrize("level", [1e-9, 0.001, 0.05, 0.3, 0.95, 1 - 1e-9])
@pytest.mark.parametrize(("n", "c"), [(1, 1), (1, 0), (20, 3), (20, 19), (20, 20), (500, 250)])
def test_mid_p_has_equal_tails_at_every_level(n, c, level):
    low, high = rate_interval(n, c, level, "mid-p")
    tail = (1 - level) / 2
    if c > 0:
        reached = stats.binom.sf(c, n, low) + stats.binom.pmf(c, n, low) / 2
        assert reached == pytest.approx(tail, rel=1e-9)
    if c < n:
        missed = stats.binom.cdf(c - 1, n, high) + stats.binom.pmf(c, n, high) / 2
        assert missed == pytest.approx(tail, rel=1e-6)


@pytest.mark.parametrize("method", ["clopper-pearson", "jeffreys", "wilson", "mid-p"])
@pytest.mark.parametrize("n", [1, 2, 20, 10**4])
def test_intervals_widen_with_the_level_and_have_no_negative_length(method, n):
    cs = np.unique(np.linspace(0, n, 21).astype(int))
    levels = [1e-12, 1e-6, 0.01, 0.2, 0.5, 0.9, 0.99, 1 - 1e-6, 1 - 1e-12]
    ends = np.array([rate_interval(n, cs, level, method) for level in levels])
    low, high = ends[:, 0], ends[:, 1]
    assert (low <= high).all()
    assert (np.diff(low, axis=0) <= 1e-15).all()
    assert (np.diff(high, axis=0) >= -1e-15).all()
    assert low == pytest.approx(1 - high[:, ::-1], abs=1e-12)  # failures are successes
