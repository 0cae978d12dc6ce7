"""Plans against exact sums over all counts, published figures and exhaustive search."""

import math
import re
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from passk import exact_pass_at_k, pass_at_k, true_pass_at_k
from passk.theory import variance
from passk.uncertainty.planning import (
    Split,
    best_split,
    detectable_difference,
    expected_standard_error,
    population_from_pilot,
    problems_needed,
    problems_to_detect,
    samples_needed,
)
from passk.uncertainty.rare_events import half_width

COMMON = (0.25, 0.35)  # many problems that are always or never solved
POPULATIONS = [COMMON, (1, 1), (0.1, 1), (3, 0.5), (40, 60)]
SIZES = [(1, 1), (2, 1), (2, 2), (5, 3), (12, 5), (20, 10), (30, 30), (60, 7)]
CASES = [(n, k, population) for n, k in SIZES for population in POPULATIONS]


def rising(x, count):
    return math.prod((x + j for j in range(count)), start=Fraction(1))


def law_of_counts(n, population):
    """The chance of every count of correct samples, over problems and samples."""
    a, b = (Fraction(str(x)) for x in population)
    chances = [rising(b, n) / rising(a + b, n)]
    for c in range(n):
        chances.append(chances[-1] * (n - c) * (a + c) / ((c + 1) * (b + n - c - 1)))
    return chances


def moment_of_failures(j, population):
    """The mean of q**j over problems."""
    a, b = (Fraction(str(x)) for x in population)
    return rising(b, j) / rising(a + b, j)


def variances(n, k, population):
    """The variance of the estimates within problems, and that of the true values, exactly."""
    estimates = [exact_pass_at_k(n, c, k) for c in range(n + 1)]
    chances = law_of_counts(n, population)
    total = sum(chance * (1 - u) ** 2 for chance, u in zip(chances, estimates, strict=True))
    second = moment_of_failures(2 * k, population)
    return total - second, second - moment_of_failures(k, population) ** 2


def over(population, **others):
    return {"target": "problems", "population": population, **others}


# The standard error


@pytest.mark.parametrize(("n", "k", "population"), CASES)
def test_errors_against_all_counts(n, k, population):
    within, between = variances(n, k, population)
    for m in (1, 164):
        error = expected_standard_error(n, k, problems=m, population=population)
        assert error == pytest.approx(math.sqrt(within / m), rel=1e-13)
        error = expected_standard_error(n, k, problems=m, **over(population))
        assert error == pytest.approx(math.sqrt((within + between) / m), rel=1e-13)
        error = expected_standard_error(math.inf, k, problems=m, **over(population))
        assert error == pytest.approx(math.sqrt(between / m), rel=1e-13)
    assert expected_standard_error(math.inf, k, population=population) == 0
    assert expected_standard_error(np.inf, k) == 0


def test_the_two_parts_are_the_variance_of_the_estimate():
    """The error for other problems is the spread of the estimate over problems and samples."""
    chances = law_of_counts(12, COMMON)
    estimates = [exact_pass_at_k(12, c, 5) for c in range(13)]
    mean = sum(chance * u for chance, u in zip(chances, estimates, strict=True))
    spread = sum(chance * (u - mean) ** 2 for chance, u in zip(chances, estimates, strict=True))
    error = expected_standard_error(12, 5, **over(COMMON))
    assert error == pytest.approx(math.sqrt(spread), rel=1e-13)


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_no_rate_has_a_larger_error_than_the_worst_case(n, k):
    rates = 1 - np.linspace(0, 1, 20_001) ** (1 / k)  # evenly spread in pass@k
    largest = math.sqrt(variance(pass_at_k, rates, n, k).max())
    worst = expected_standard_error(n, k)
    assert worst == pytest.approx(largest, rel=1e-7)
    bound = 0.5 * math.sqrt(k / n)
    assert worst == pytest.approx(bound, rel=1e-9) if k in (1, n) else worst < bound
    assert expected_standard_error(n, k, problems=9) == pytest.approx(worst / 3, rel=1e-12)


@pytest.mark.parametrize(("n", "k"), [(50, 25), (1000, 10), (3000, 1000), (10**9, 40)])
@pytest.mark.parametrize("population", [COMMON, (1e-10, 30), (500, 2), (1e6, 1e8)])
def test_no_digits_are_lost_with_large_counts(n, k, population):
    with mpmath.workdps(60):
        a, b = map(mpmath.mpf, population)
        moments = [mpmath.mpf(1)]
        for j in range(2 * k):
            moments.append(moments[-1] * (b + j) / (a + b + j))
        draws, rest = math.comb(n, k), moments[2 * k]
        within = mpmath.fsum(
            mpmath.mpf(math.comb(k, i) * math.comb(n - k, k - i)) / draws * moments[2 * k - i]
            for i in range(k + 1)
        )
        within, between = within - rest, rest - moments[k] ** 2
        sampling, spread, every = (
            float(mpmath.sqrt(part)) for part in (within, between, within + between)
        )
    error = expected_standard_error(n, k, population=population)
    assert error == pytest.approx(sampling, rel=1e-11)
    error = expected_standard_error(math.inf, k, **over(population))
    assert error == pytest.approx(spread, rel=1e-11)
    error = expected_standard_error(n, k, **over(population))
    assert error == pytest.approx(every, rel=1e-11)


def test_the_error_falls_with_samples_down_to_its_limit():
    for population in POPULATIONS:
        sizes = [10, 11, 15, 20, 100, 10**4, 10**9, 2**53, math.inf]
        errors = [expected_standard_error(n, 10, **over(population)) for n in sizes]
        assert errors == sorted(errors, reverse=True)
        assert errors[-2] == pytest.approx(errors[-1], rel=1e-10)


@pytest.mark.parametrize(
    ("times", "printed"), [(1, ".500"), (2, ".326"), (5, ".199"), (10, ".139"), (20, ".098")]
)
def test_the_worst_error_of_one_problem(times, printed):
    assert f"{expected_standard_error(10 * times, 10):.3f}" == f"0{printed}"


@pytest.mark.parametrize(("k", "printed"), [(1, "0.030"), (10, "0.032"), (100, "0.027")])
def test_what_164_problems_leave(k, printed):
    assert f"{expected_standard_error(math.inf, k, problems=164, **over(COMMON)):.3f}" == printed


# Samples


@pytest.mark.parametrize(
    ("k", "problems", "error", "population", "n"),
    [
        (1, 1, 0.05, None, 100),
        (10, 1, 0.05, None, 757),
        (100, 1, 0.05, None, 7401),
        (1, 164, 0.01, None, 16),
        (10, 164, 0.01, None, 118),
        (100, 164, 0.01, None, 1150),
        (1, 164, 0.005, None, 61),
        (10, 164, 0.005, None, 463),
        (100, 164, 0.005, None, 4523),
        (1, 164, 0.01, COMMON, 6),
        (10, 164, 0.01, COMMON, 25),
        (100, 164, 0.01, COMMON, 152),
        (1, 164, 0.005, COMMON, 23),
        (10, 164, 0.005, COMMON, 90),
        (100, 164, 0.005, COMMON, 508),
    ],
)
def test_samples_needed(k, problems, error, population, n):
    options = {"problems": problems, "population": population}
    assert samples_needed(k, standard_error=error, **options) == n
    if population:  # exactly, and with one sample less it is too few
        enough, too_few = (variances(size, k, population)[0] / problems for size in (n, n - 1))
        assert enough <= Fraction(str(error)) ** 2 < too_few


@given(
    k=st.integers(1, 40),
    problems=st.integers(1, 300),
    error=st.floats(0.002, 0.6),
    population=st.none() | st.sampled_from(POPULATIONS),
    target=st.sampled_from(["samples", "problems"]),
)
@settings(deadline=None, max_examples=60)
def test_one_sample_less_is_not_enough(k, problems, error, population, target):
    if population is None:
        target = "samples"
    options = {"problems": problems, "target": target, "population": population}
    if expected_standard_error(math.inf, k, **options) >= error:
        with pytest.raises(ValueError, match=r"^standard_error must exceed 0\.\d+, which"):
            samples_needed(k, standard_error=error, **options)
        return
    n = samples_needed(k, standard_error=error, **options)
    assert expected_standard_error(n, k, **options) <= error * (1 + 1e-9)
    assert n == k or expected_standard_error(n - 1, k, **options) > error


def test_samples_by_rule_of_thumb():
    for k in (10, 100, 1000):
        for error in (0.05, 0.01):
            n = samples_needed(k, standard_error=error)
            assert n == pytest.approx(0.184 * k / error**2 + k / 4, rel=0.03)


@pytest.mark.parametrize("k", [1, 2, 8])
def test_an_error_that_is_met_exactly_asks_for_no_sample_more(k):
    # with n = k the worst error of m problems is 1 / (2 sqrt(m)); with k = 1 it is so for every n
    for m in range(1, 200, 3):
        assert samples_needed(k, standard_error=0.5 / math.sqrt(m), problems=m) == k
        assert samples_needed(1, standard_error=0.5 / math.sqrt(m)) == m
        assert problems_needed(k, k, standard_error=0.5 / math.sqrt(m), target="samples") == m
        for a in (0.1, 0.3, 1, 7):  # a fair coin decides which problem it is, and then the model
            options = {"standard_error": 0.5 / math.sqrt(m), "population": (a, a)}
            assert problems_needed(1, 1, **options) == m


def test_an_error_that_only_more_problems_give():
    message = (
        "standard_error must exceed 0.032041, which 164 problems leave however many samples they "
        "have: standard_error=0.01 (it takes 1684 problems or more)"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        samples_needed(10, standard_error=0.01, problems=164, **over(COMMON))
    with pytest.raises(ValueError, match="it takes 1684 problems or more"):
        samples_needed(10, standard_error=0.01, problems=1683, **over(COMMON))
    assert samples_needed(10, standard_error=0.01, problems=1684, **over(COMMON)) > 100


# Problems


@pytest.mark.parametrize(
    ("k", "limit", "twice"), [(1, 1520, 1975), (10, 1684, 1893), (100, 1214, 1330)]
)
def test_problems_needed(k, limit, twice):
    for n, m in ((math.inf, limit), (2 * k, twice)):
        assert problems_needed(n, k, standard_error=0.01, population=COMMON) == m
        assert expected_standard_error(n, k, problems=m, **over(COMMON)) <= 0.01
        assert expected_standard_error(n, k, problems=m - 1, **over(COMMON)) > 0.01
    assert round(limit, -2) == {1: 1500, 10: 1700, 100: 1200}[k]


def test_problems_needed_for_the_error_of_sampling():
    m = problems_needed(20, 10, standard_error=0.01, target="samples")
    assert expected_standard_error(20, 10, problems=m) <= 0.01
    assert expected_standard_error(20, 10, problems=m - 1) > 0.01
    assert problems_needed(math.inf, 10, standard_error=0.01, target="samples") == 1
    assert problems_needed(20, 10, standard_error=1, population=COMMON) == 1


# Differences


Z = stats.norm.isf(0.025) + stats.norm.isf(0.2)


@pytest.mark.parametrize(
    ("correlation", "published", "printed"),
    [(0, "0.135", "0.135"), (0.5, "0.100", "0.102"), (0.9, "0.060", "0.065")],
)
def test_detectable_difference(correlation, published, printed):
    options = {"problems": 164, "population": COMMON, "correlation": correlation}
    assert f"{detectable_difference(20, 10, **options):.3f}" == printed
    within, between = variances(20, 10, COMMON)
    total = 2 * float(between) * (1 - correlation) + 2 * float(within)
    assert f"{Z * math.sqrt(total / 164):.3f}" == published
    found = detectable_difference(20, 10, **options)
    fewness = np.clip(2 - 164 * total / (1 + found) ** 2 / 20, 0, 1)
    half = stats.t.isf(0.025, 163) * math.sqrt(total / 164)
    half = math.hypot(half, math.sqrt(fewness) * math.log(20) * (1 + found) / 164)
    assert found == pytest.approx(half + stats.norm.isf(0.2) * math.sqrt(total / 164), rel=1e-9)


@pytest.mark.parametrize(
    ("n", "published", "problems"), [(20, 659, 661), (50, 426, 459), (200, 326, 368)]
)
def test_problems_to_detect(n, published, problems):
    options = {"population": COMMON, "correlation": 0.9}
    assert problems_to_detect(0.03, n, 10, **options) == problems
    assert detectable_difference(n, 10, problems=problems, **options) <= 0.03
    assert detectable_difference(n, 10, problems=problems - 1, **options) > 0.03
    within, between = variances(n, 10, COMMON)  # the plain formula forgets t and rare problems
    total = 0.2 * float(between) + 2 * float(within)
    assert math.ceil(total * (Z / 0.03) ** 2) == published


def test_one_problem_finds_nothing_and_two_little():
    assert detectable_difference(20, 10, problems=1, population=COMMON) == math.inf
    assert detectable_difference(20, 10, problems=2, population=COMMON) > 1
    assert problems_to_detect(1, 20, 10, population=COMMON) == 9


@given(
    st.floats(0.01, 1),
    st.sampled_from([10, 25, math.inf]),
    st.floats(-1, 0.99),
    st.floats(0.2, 0.99),
    st.floats(0.9, 0.999),
)
@settings(deadline=None, max_examples=40)
def test_the_two_plans_of_a_comparison_agree(difference, n, correlation, power, level):
    options = {"population": COMMON, "correlation": correlation}
    options |= {"power": power, "confidence_level": level}
    m = problems_to_detect(difference, n, 10, **options)
    assert detectable_difference(n, 10, problems=m, **options) <= difference * (1 + 1e-9)
    assert m == 1 or detectable_difference(n, 10, problems=m - 1, **options) > difference


def test_models_that_fail_on_the_same_problems_differ_by_sampling_only():
    error = math.sqrt(2) * expected_standard_error(20, 10, problems=3000, population=COMMON)
    difference = detectable_difference(20, 10, problems=3000, population=COMMON, correlation=1)
    assert difference == pytest.approx(Z * error, rel=1e-3)
    options = {"problems": 164, "population": COMMON, "correlation": 1}
    found = detectable_difference(math.inf, 10, **options)
    unseen = math.log(20) / 164  # even if they differ by one number on all problems seen
    assert found == pytest.approx(unseen * (1 + found), rel=1e-9)


@pytest.mark.parametrize(
    ("n", "problems", "common"), [(20, 164, 0.6), (200, 164, 0.98), (20, 25, 0.6)]
)
def test_a_difference_is_found_with_the_promised_power(n, problems, common):
    rng, k, repeats = np.random.default_rng(5), 10, 2000
    normal = rng.standard_normal((3, repeats, problems))  # a part of the ability is common to both
    abilities = math.sqrt(common) * normal[0] + math.sqrt(1 - common) * normal[1:]
    rates = stats.beta.ppf(stats.norm.cdf(abilities), *COMMON)
    correlation = np.corrcoef(true_pass_at_k(rates, k).reshape(2, -1))[0, 1]
    first, second = pass_at_k(n, rng.binomial(n, rates), k)
    options = {"problems": problems, "population": COMMON, "correlation": correlation}
    aim = detectable_difference(n, k, **options)
    # as if the second model was better by the aim on every problem
    difference = second.mean(axis=1) - first.mean(axis=1) + aim
    unit = (1 + np.abs(difference)) / problems
    error = (second - first).std(axis=1, ddof=1) / math.sqrt(problems)
    quantile = stats.t.isf(0.025, problems - 1)
    found = np.abs(difference) > half_width(quantile, error, unit, 0.05)
    assert found.mean() == pytest.approx(0.8, abs=4 * 0.4 / math.sqrt(repeats))


def test_abilities_are_more_correlated_than_pass_at_k():
    rng = np.random.default_rng(0)
    common, first, second = rng.standard_normal((3, 200_000))
    abilities = math.sqrt(0.9) * common + math.sqrt(0.1) * np.array([first, second])
    rates = stats.beta.ppf(stats.norm.cdf(abilities), *COMMON)
    assert f"{np.corrcoef(true_pass_at_k(rates, 10))[0, 1]:.2f}" == "0.82"


# Splits


def all_splits(budget, k, cost, population):
    within = {}
    for n in range(k, int(budget - cost) + 1):
        within[n] = expected_standard_error(n, k, **over(population)) ** 2
    return {
        (m, n): math.sqrt(total / m)
        for n, total in within.items()
        for m in range(1, int(budget // (n + cost)) + 1)
    }


@given(
    st.integers(1, 6),
    st.integers(0, 200),
    st.sampled_from([0, 0.5, 3, 20, 77]),
    st.sampled_from(POPULATIONS),
)
@settings(deadline=None, max_examples=40)
def test_best_split_against_all_splits(k, more, cost, population):
    budget = k + cost + more
    splits = all_splits(budget, k, cost, population)
    split = best_split(budget, k, cost_per_problem=cost, population=population)
    least = min(splits.values())
    assert split.standard_error == pytest.approx(least, rel=1e-12)
    assert splits[split.problems, split.n] == pytest.approx(least, rel=1e-12)


def test_split_when_problems_cost_as_much_as_many_samples():
    for budget in (10**5, 10**6, 10**9):
        assert best_split(budget, 10, cost_per_problem=100, population=COMMON).n == 18
    within = {n: expected_standard_error(n, 10, **over(COMMON)) ** 2 for n in range(10, 200)}
    for cost, best in ((100, 18), (1000, 49)):
        price = {n: total * (n + cost) for n, total in within.items()}  # of a squared error of 1
        assert min(price, key=price.get) == best
        split = best_split(10**12, 10, cost_per_problem=cost, population=COMMON)
        assert (split.n, split.problems) == (best, 10**12 // (best + cost))
    assert price[50] == pytest.approx(price[49], rel=3e-5)


@pytest.mark.parametrize("a", [0.05, 0.25, 0.7, 1])
@pytest.mark.parametrize("b", [0.1, 0.35, 1, 3, 30])
def test_free_problems_are_better_than_more_samples(a, b):
    for k in (1, 2, 5, 10, 50, 100):
        split = best_split(4000 * k, k, population=(a, b))
        error = expected_standard_error(k, k, problems=4000, **over((a, b)))
        assert split[:2] == (4000, k)
        assert split.standard_error == pytest.approx(error, rel=1e-12)


def test_more_samples_are_better_where_the_problems_are_alike():
    # nearly all of these problems have a pass@10 close to 1, and only sampling is in doubt
    split = best_split(10_000, 10, population=(3, 0.5))
    assert split[:2] == (526, 19)
    error = expected_standard_error(10, 10, problems=1000, **over((3, 0.5)))
    assert 1.1 * split.standard_error < error


def test_a_budget_of_decimals_is_divided_without_rounding():
    assert 30.9 // (10 + 0.3) == 2  # and not 3
    assert best_split(30.9, 10, cost_per_problem=0.3, population=COMMON)[:2] == (3, 10)
    assert best_split(10.1, 10, cost_per_problem=0.1, population=COMMON)[:2] == (1, 10)


def test_few_splits_are_tried_of_a_large_budget():
    # with problems so much alike, neither few problems nor few samples are out of the question
    population = (1e5, 1e7)
    split = best_split(10**9, 100, cost_per_problem=10**8, population=population)
    errors = {}
    for m in range(1, 10):
        n = 10**9 // m - 10**8
        errors[m, n] = expected_standard_error(n, 100, problems=m, **over(population))
    assert split[:2] == min(errors, key=errors.get) == (8, 25_000_000)


def test_a_split_that_pays_for_one_problem():
    split = best_split(35, 10, cost_per_problem=20, population=COMMON)
    assert split == Split(1, 15, split.standard_error)
    assert [type(part) for part in split] == [int, int, float]


# Pilots


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 3), (2, 1), (2, 3)])
def test_a_pilot_with_the_counts_of_a_beta_distribution(a, b):
    for n in (2, 3, 10):  # as many problems with c correct samples as the distribution expects
        problems = [math.comb(c + a - 1, c) * math.comb(n - c + b - 1, n - c) for c in range(n + 1)]
        cs = np.repeat(np.arange(n + 1), problems)
        assert population_from_pilot(n, cs) == pytest.approx((a, b), rel=1e-12)
        both = population_from_pilot([n] * cs.size + [5] * 6, [*cs, 0, 1, 2, 3, 4, 5])
        assert len(both) == 2


def test_a_pilot_with_different_numbers_of_samples():
    rng = np.random.default_rng(0)
    rates, ns = rng.beta(*COMMON, 200_000), rng.integers(2, 9, 200_000)
    population = population_from_pilot(ns, rng.binomial(ns, rates))
    assert population == pytest.approx(COMMON, rel=0.02)
    assert [type(parameter) for parameter in population] == [float, float]
    few = population_from_pilot(np.full(200_000, 2), rng.binomial(2, rates))
    assert few == pytest.approx(COMMON, rel=0.02)


@pytest.mark.parametrize(
    ("ns", "cs", "message"),
    [
        (10, [5, 5, 5], "the problems of a pilot must differ more than by chance: variance=-0.02"),
        (10, [0, 0], "the problems of a pilot must differ more than by chance: variance=0"),
        (10, [0, 10], "some problem of a pilot must have correct and wrong samples: problems=2"),
        (1, [0, 1], "ns must be at least 2: ns=1"),
        ([2, 1], [0, 1], "ns must be at least 2: ns=1 at index 1"),
        (10, [0, 11], "cs must not exceed ns: cs=11, ns=10 at index 1"),
    ],
)
def test_pilots_that_tell_too_little(ns, cs, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        population_from_pilot(ns, cs)


# Errors


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: expected_standard_error(5, 10), ValueError, "k must not exceed n: k=10, n=5 ("),
        (lambda: expected_standard_error(5, 0), ValueError, "k must be at least 1: k=0"),
        (
            lambda: expected_standard_error(math.inf, 0),
            ValueError,
            "k must be at least 1: k=0",
        ),
        (lambda: expected_standard_error(math.nan, 1), ValueError, "n must be a whole number"),
        (lambda: expected_standard_error(-math.inf, 1), ValueError, "n must be a whole number"),
        (lambda: expected_standard_error([5, 6], 1), TypeError, "n must be one number: [5, 6]"),
        (lambda: expected_standard_error(5, math.inf), ValueError, "k must be a whole number"),
        (
            lambda: expected_standard_error(5, 1, problems=0),
            ValueError,
            "problems must be at least 1: problems=0",
        ),
        (
            lambda: expected_standard_error(5, 1, problems=math.inf),
            ValueError,
            "problems must be a whole number",
        ),
        (
            lambda: expected_standard_error(5, 1, target="benchmark"),
            ValueError,
            "target must be 'samples' or 'problems': target='benchmark'",
        ),
        (
            lambda: expected_standard_error(5, 1, target="problems"),
            ValueError,
            "population must be given for the target 'problems': population=None",
        ),
        (
            lambda: expected_standard_error(5, 1, population=0.5),
            TypeError,
            "population must be the pair (a, b) of a Beta: population=0.5",
        ),
        (
            lambda: expected_standard_error(5, 1, population=[0.1, 0.2, 0.7]),
            TypeError,
            "population must be the pair (a, b) of a Beta: population=[0.1, 0.2, 0.7]",
        ),
        (
            lambda: expected_standard_error(5, 1, population=["x", 1]),
            TypeError,
            "a of population must be one number, not str: a of population='x'",
        ),
        (
            lambda: expected_standard_error(5, 1, population=(0, 1)),
            ValueError,
            "a and b of population must be above 0: a=0.0, b=1.0",
        ),
        (
            lambda: expected_standard_error(5, 1, population=(1, math.nan)),
            ValueError,
            "b of population must be a finite number: b of population=nan",
        ),
        (
            lambda: samples_needed(10, standard_error=0),
            ValueError,
            "standard_error must lie between 1e-9 and 1: standard_error=0",
        ),
        (
            lambda: samples_needed(10, standard_error=5),
            ValueError,
            "standard_error must lie between 1e-9 and 1: standard_error=5",
        ),
        (
            lambda: samples_needed(10, standard_error="1%"),
            TypeError,
            "standard_error must be one number, not str: standard_error='1%'",
        ),
        (
            lambda: samples_needed(10, standard_error=1e-9),
            ValueError,
            "standard_error must be within reach of 2**53 = 9007199254740992 samples: "
            "standard_error=1e-09",
        ),
        (lambda: samples_needed(0, standard_error=0.1), ValueError, "k must be at least 1: k=0"),
        (
            lambda: problems_needed(20, 10, standard_error=0.01),
            ValueError,
            "population must be given for the target 'problems': population=None",
        ),
        (
            lambda: problems_needed(20, 10, standard_error=True, population=COMMON),
            TypeError,
            "standard_error must be one number, not bool",
        ),
        (
            lambda: detectable_difference(20, 10, problems=9, population=None),
            ValueError,
            "population must be given for the target 'problems': population=None",
        ),
        (
            lambda: detectable_difference(20, 10, problems=9, population=COMMON, correlation=1.1),
            ValueError,
            "correlation must lie between -1 and 1: correlation=1.1",
        ),
        (
            lambda: detectable_difference(20, 10, problems=9, population=COMMON, power=80),
            ValueError,
            "power must lie between 1 - confidence_level and 1: power=80.0, confidence_level=0.95",
        ),
        (
            lambda: detectable_difference(20, 10, problems=9, population=COMMON, power=0.05),
            ValueError,
            "power must lie between 1 - confidence_level and 1: power=0.05",
        ),
        (
            lambda: detectable_difference(
                20, 10, problems=9, population=COMMON, confidence_level=1
            ),
            ValueError,
            "confidence_level must lie between 0 and 1, both excluded: confidence_level=1",
        ),
        (
            lambda: problems_to_detect(0, 20, 10, population=COMMON),
            ValueError,
            "difference must lie between 1e-9 and 1: difference=0",
        ),
        (
            lambda: problems_to_detect(3, 20, 10, population=COMMON),
            ValueError,
            "difference must lie between 1e-9 and 1: difference=3",
        ),
        (
            lambda: best_split(29, 10, cost_per_problem=20, population=COMMON),
            ValueError,
            "budget must pay for one problem with k samples: budget=29, k=10, cost_per_problem=20",
        ),
        (
            lambda: best_split(100, 10, cost_per_problem=-1, population=COMMON),
            ValueError,
            "cost_per_problem must be at least 0: cost_per_problem=-1",
        ),
        (
            lambda: best_split(math.inf, 10, population=COMMON),
            ValueError,
            "budget must be a finite number: budget=inf",
        ),
        (
            lambda: best_split(100, 10, population=None),
            ValueError,
            "population must be given for the target 'problems': population=None",
        ),
    ],
)
def test_arguments_out_of_bounds(call, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        call()
