"""Comparisons against fractions, all flips of signs, SciPy's paired test, and coverage."""

import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from passk import exact_pass_at_k, true_pass_at_k
from passk.theory import chance_of_counts
from passk.uncertainty import comparisons
from passk.uncertainty.clusters import cluster_weights
from passk.uncertainty.comparisons import compare

LARGEST_99_9 = 3.3  # two-sided, in standard errors


def named(ns, cs):
    return {f"task {i}": (int(n), int(c)) for i, (n, c) in enumerate(zip(ns, cs, strict=True))}


def differing(m, *, n=20, seed=1):
    """Two models that differ much, problem by problem."""
    rng = np.random.default_rng(seed)
    return tuple(named([n] * m, rng.binomial(n, rng.beta(0.4, 0.6, m))) for _ in range(2))


def per_problem(first, second, k):
    return [exact_pass_at_k(*first[p], k) - exact_pass_at_k(*second[p], k) for p in first]


# Exact values


@pytest.mark.parametrize("target", ["problems", "samples"])
def test_means_and_their_difference_against_fractions(target):
    first = named([4, 10, 200, 7], [1, 3, 20, 7])
    second = named([6, 10, 50, 4], [0, 5, 20, 2])
    result = compare(first, second, target=target)
    assert result.k.tolist() == [1, 2, 3, 4]
    for i, k in enumerate(result.k.tolist()):
        of_first = sum(exact_pass_at_k(n, c, k) for n, c in first.values()) / 4
        of_second = sum(exact_pass_at_k(n, c, k) for n, c in second.values()) / 4
        assert result.first[i] == pytest.approx(float(of_first), rel=1e-14)
        assert result.second[i] == pytest.approx(float(of_second), rel=1e-14)
        assert result.difference[i] == pytest.approx(float(of_first - of_second), abs=1e-15)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_with_much_data_the_interval_is_the_one_of_the_paired_t_test(level):
    first, second = differing(300)
    result = compare(first, second, confidence_level=level)
    assert not result.few.any()
    for i, k in enumerate(result.k.tolist()):
        differences = [float(d) for d in per_problem(first, second, k)]
        by_scipy = stats.ttest_1samp(differences, 0).confidence_interval(level)
        assert result.low[i] == pytest.approx(by_scipy.low, abs=1e-12)
        assert result.high[i] == pytest.approx(by_scipy.high, abs=1e-12)
        assert result.standard_error[i] == pytest.approx(stats.sem(differences), rel=1e-12)


def test_errors_of_samples_are_the_unbiased_variances_of_both_models():
    ns, mixed = [20, 12, 30] * 12, [12, 40, 12] * 12
    first = named(ns, [i % 12 for i in range(36)])
    second = named(mixed, [1 + i % 8 for i in range(36)])
    result = compare(first, second, range(1, 7), target="samples")
    for i, k in enumerate(range(1, 7)):
        variance = 0
        for n, c in [*first.values(), *second.values()]:
            missed = 1 - exact_pass_at_k(n, c, k)
            variance += missed**2 - (1 - exact_pass_at_k(n, c, 2 * k))
        error = math.sqrt(variance) / 36
        unit = k / 12 / 36
        fewness = min(max(2 - error**2 / unit**2 / 20, 0), 1)
        half = math.hypot(stats.norm.ppf(0.975) * error, math.sqrt(fewness) * math.log(20) * unit)
        assert result.few[i] == (fewness > 0)
        assert result.standard_error[i] == pytest.approx(error, rel=1e-12)
        assert result.high[i] - result.low[i] == pytest.approx(2 * half, rel=1e-9)
        if not fewness:
            z = float(result.difference[i]) / error
            assert result.p_value[i] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)
    assert set(result.few) == {False, True}
    assert np.isnan(result.sign_flip_p).all()


def test_covariances_between_ks_are_unbiased():
    n, ks, p = 8, np.array([1, 2, 4]), Fraction(1, 3)
    chances = chance_of_counts(p, n).astype(float)
    curves = np.array([[float(exact_pass_at_k(n, c, int(k))) for k in ks] for c in range(n + 1)])
    centred = curves - chances @ curves
    of_one = [
        comparisons._moments(comparisons._Counts(np.array([n]), np.array([c])), ks)
        for c in range(n + 1)
    ]
    mean_covariance = sum(w * c for w, (_, c) in zip(chances, of_one, strict=True))
    mean_variance = sum(w * v for w, (v, _) in zip(chances, of_one, strict=True))
    np.testing.assert_allclose(mean_covariance, (centred.T * chances) @ centred, atol=1e-14)
    np.testing.assert_allclose(mean_variance, mean_covariance.diagonal(), atol=1e-14)


def test_the_process_has_the_correlations_of_the_differences():
    differences = np.random.default_rng(5).normal(size=(12, 4)).cumsum(axis=1)
    differences[:, 3] = 0.25  # does not vary
    factor = comparisons._over_problems(differences, np.arange(len(differences))).factor
    expected = np.zeros((4, 4))
    expected[:3, :3] = np.corrcoef(differences[:, :3].T)
    np.testing.assert_allclose(factor.T @ factor, expected, atol=1e-14)
    wide = comparisons._over_problems(differences[:3], np.arange(3)).factor
    assert wide.shape == (3, 4)  # no more rows than problems
    covariances = np.array([[4.0, 2.0, 0.0], [2.0, 9.0, 0.0], [0.0, 0.0, 1e-16]])
    root = comparisons._root_of_correlations(covariances)
    np.testing.assert_allclose(root.T @ root, [[1, 1 / 3, 0], [1 / 3, 1, 0], [0, 0, 0]], atol=1e-14)
    no_covariances = np.array([[1.0, 2.0], [2.0, 1.0]])  # unbiased estimates may be none
    root = comparisons._root_of_correlations(no_covariances)
    np.testing.assert_allclose(root.T @ root, np.full((2, 2), 1.5), atol=1e-14)


@pytest.mark.parametrize(
    ("factor", "degrees", "quantile"),
    [
        (np.eye(2), math.inf, stats.norm.ppf((1 + math.sqrt(0.95)) / 2)),
        (np.eye(10), math.inf, stats.norm.ppf((1 + 0.95**0.1) / 2)),
        (np.ones((1, 5)), math.inf, stats.norm.ppf(0.975)),
        (np.ones((1, 5)), 4, stats.t.ppf(0.975, 4)),
    ],
)
def test_the_largest_deviation_where_its_quantile_is_known(factor, degrees, quantile):
    spread = comparisons._Spread(None, None, degrees, factor)
    rng = np.random.default_rng(7)
    found = comparisons._quantile_of_largest(spread, 0.95, 99_999, rng)
    assert found == pytest.approx(quantile, abs=0.05)


# Clusters


def test_clusters_of_one_problem_are_no_clusters_and_samples_do_not_know_them():
    first, second = differing(60)
    alone = compare(first, second)
    apart = compare(first, second, clusters=lambda name: name)
    assert str(replace(apart, clusters=None)) == str(alone)
    for target in ("problems", "samples"):
        both = [
            compare(first, second, [1, 5], target=target, clusters=labels)
            for labels in (None, dict.fromkeys(first, 1) | {"task 3": 2})
        ]
        same = np.array_equal(both[0].standard_error, both[1].standard_error)
        assert same == (target == "samples")


@pytest.mark.parametrize("k", [1, 4])
def test_the_clustered_error_of_a_difference_is_that_of_a_benchmark_of_differences(k):
    first, second = differing(60, seed=4)
    labels = {name: int(name.split()[1]) ** 2 % 7 for name in first}
    result = compare(first, second, k, clusters=labels)
    values = dict(zip(first, map(float, per_problem(first, second, k)), strict=True))
    mean, total = sum(values.values()) / 60, 0.0
    for one, other in product(first, repeat=2):
        if labels[one] == labels[other]:
            total += (values[one] - mean) * (values[other] - mean)
    groups = len(set(labels.values()))
    weights = cluster_weights(np.unique(list(labels.values()), return_inverse=True)[1])
    error = math.sqrt(total * weights.correction) / 60
    assert result.standard_error == pytest.approx(error, rel=1e-10)
    assert result.clusters == groups
    shares = np.unique(list(labels.values()), return_counts=True)[1] / 60
    unit = (shares**2).sum() * (1 - mean)
    fewness = np.clip(2 - (error / unit) ** 2 / 20, 0, 1)
    assert 1 < weights.degrees < groups - 1
    half = stats.t.isf(0.025, weights.degrees) * error
    half = math.hypot(half, math.sqrt(fewness) * math.log(20) * unit)
    assert result.high - result.difference == pytest.approx(half, rel=1e-10)
    sums = [sum(values[p] for p in first if labels[p] == g) for g in set(labels.values())]
    assert result.sign_flip_p == pytest.approx(all_flips([round(s, 12) for s in sums]), abs=1e-12)
    text = str(result)
    assert f"on 60 problems in {groups} clusters, n = 20" in text
    assert "; clustered t interval of the paired differences" in text


def test_copies_bring_nothing_new():
    first, second = differing(40)
    four = [
        {f"{name} {i}": pair for name, pair in of.items() for i in range(4)}
        for of in (first, second)
    ]
    once = compare(first, second, [1, 5])
    copies = compare(*four, [1, 5], clusters=lambda name: name.rsplit(" ", 1)[0])
    forgotten = compare(*four, [1, 5])
    np.testing.assert_allclose(copies.standard_error, once.standard_error, rtol=1e-12)
    np.testing.assert_allclose([copies.low, copies.high], [once.low, once.high], rtol=1e-9)
    np.testing.assert_allclose(forgotten.standard_error, once.standard_error / 2, rtol=0.02)


def test_clusters_that_are_none():
    first, second = differing(6)
    result = compare(first, second, 1, clusters=lambda _: "all")
    assert result.undefined.startswith("one cluster shows no spread between clusters")
    with pytest.raises(ValueError, match=r"clusters must name every problem: it lacks 'task 5'"):
        compare(first, second, clusters={f"task {i}": 0 for i in range(5)})
    with pytest.raises(TypeError, match=r"clusters must be a dict or a function: clusters=\["):
        compare(first, second, clusters=[1] * 6)
    with pytest.raises(ValueError, match=r"clusters must be 1-D labels: a value is missing"):
        compare(first, second, clusters=lambda _: None)


# p-values


def all_flips(values):
    """The share of flips whose sum is at least as far from 0, in integers or fractions."""
    observed = abs(sum(values))
    flips = list(product([-1, 1], repeat=len(values)))
    reached = [abs(sum(s * v for s, v in zip(f, values, strict=True))) >= observed for f in flips]
    return sum(reached) / len(flips)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_all_flips_against_brute_force_with_ties(values):
    column = np.array(values, dtype=float)[:, np.newaxis] / 20
    p_value, enumerated = comparisons._p_values_of_signs(column, 99, None)
    assert enumerated.tolist() == [True]
    assert p_value[0] == all_flips(values)


def test_all_flips_for_every_k_against_brute_force():
    first = named([8, 8, 12, 8, 8, 10, 8], [1, 3, 2, 8, 0, 7, 4])
    second = named([8, 6, 12, 8, 8, 8, 9], [0, 4, 2, 8, 2, 1, 3])
    result = compare(first, second)
    assert result.enumerated.all()
    for i, k in enumerate(result.k.tolist()):
        assert result.sign_flip_p[i] == all_flips(per_problem(first, second, k))
        assert result.p_value[i] >= result.sign_flip_p[i]


def test_more_than_24_differences_are_flipped_at_random():
    values = np.linspace(-0.3, 0.51, 25)
    columns = np.column_stack([values, np.where(np.arange(25) == 12, 0, values)])
    exact = [comparisons._share_of_all_flips(c[c != 0]) for c in columns.T]
    p_values, enumerated = comparisons._p_values_of_signs(columns, 9_999, np.random.default_rng(2))
    assert enumerated.tolist() == [False, True]
    assert p_values[1] == exact[1]
    assert p_values[0] != exact[0]
    error = math.sqrt(exact[0] * (1 - exact[0]) / 9_999)
    assert p_values[0] == pytest.approx(exact[0], abs=4 * error)
    ties = comparisons._share_of_random_flips(np.full((40, 1), 0.1), 999, np.random.default_rng(3))
    assert ties.tolist() == [1 / 1000]  # the data alone: a p-value is never 0


def test_random_flips_count_ties_of_sums_that_rounding_has_moved():
    values = np.tile([0.1, 0.2, -0.3], 10)[:, np.newaxis]  # sums up to rounding to 0
    found = comparisons._share_of_random_flips(values, 99, np.random.default_rng(3))
    assert found.tolist() == [1.0]
    assert comparisons._share_of_all_flips(values[:18, 0]) == 1.0


@pytest.mark.parametrize("target", ["problems", "samples"])
@pytest.mark.parametrize("problems", [3, 8, 25, 80, 400])
def test_a_small_p_value_never_contradicts_the_interval(problems, target):
    rng, seen = np.random.default_rng(problems), set()
    for _ in range(30):
        rates = rng.beta(*rng.choice([0.2, 1, 5], 2), problems)
        better = rates ** rng.uniform(0.6, 1)
        models = [named([12] * problems, rng.binomial(12, p)) for p in (better, rates)]
        result = compare(*models, range(1, 7), target=target, replicates=99, rng=rng)
        excluded = (result.low > 0) | (result.high < 0)
        assert (excluded | (result.p_value >= 0.05 * (1 - 1e-9))).all()
        if target == "samples":
            assert (excluded == (result.p_value < 0.05)).all()
        for p in result.p_value[result.few & (result.p_value > result.sign_flip_p)]:
            again = compare(*models, range(1, 7), confidence_level=1 - p, replicates=10**4)
            ends = np.minimum(np.abs(again.low), np.abs(again.high))
            assert ends.min() == pytest.approx(0, abs=1e-7)
            break
        seen |= set(excluded)
    assert seen >= {False}


@pytest.mark.parametrize(
    ("problems", "share_of_wins"), [(20, 0.1), (20, 0.05), (40, 0.05), (60, 0.3)]
)
def test_p_values_keep_their_level_if_the_models_are_equally_good_on_average(
    problems, share_of_wins
):
    # rare wins against losses that are as much smaller as they are more frequent
    loss = share_of_wins / (1 - share_of_wins)
    by_interval = by_signs = 0.0
    for wins in range(problems + 1):
        differences = np.r_[np.ones(wins), np.full(problems - wins, -loss)][:, np.newaxis]
        chance = stats.binom.pmf(wins, problems, share_of_wins)
        if chance < 1e-6:
            continue
        spread = comparisons._over_problems(differences, np.arange(len(differences)))
        signs, _ = comparisons._p_values_of_signs(differences, 199, np.random.default_rng(wins))
        interval = comparisons._p_values_of_interval(differences.mean(axis=0), spread)
        by_signs += chance * (signs[0] <= 0.05)
        by_interval += chance * (max(signs[0], interval[0]) <= 0.05)
    assert by_interval < 0.06
    if problems < 60:
        assert by_signs > 0.08  # by itself it tests that they are equal at every problem


def test_p_values_keep_their_level_exactly_if_the_models_are_equally_good():
    # all outcomes of 5 problems with one sample each and a rate of 1/2 for both models
    level = Fraction(1, 8)
    rejected = Fraction(0)
    for outcome in product([-1, 0, 0, 1], repeat=5):
        column = np.array(outcome, dtype=float)[:, np.newaxis]
        rejected += comparisons._p_values_of_signs(column, 99, None)[0][0] <= level
    assert 0 < rejected / 4**5 <= level


@pytest.mark.parametrize("target", ["problems", "samples"])
def test_without_p_values_all_else_is_the_same(target):
    models = differing(20, n=8)  # so few that all flips are tried, and the band has the same draws
    result = compare(*models, target=target)
    without = compare(*models, target=target, p_values=False)
    assert np.isnan([without.p_value, without.sign_flip_p]).all()
    assert not without.enumerated.any()
    for name in vars(result).keys() - {"p_value", "sign_flip_p", "enumerated"}:
        np.testing.assert_array_equal(getattr(without, name), getattr(result, name))
    assert "p = undefined)" in str(without)
    assert str(without).endswith("p-values: none asked for.")


# Little data


@pytest.mark.parametrize("target", ["problems", "samples"])
@pytest.mark.parametrize("solved", [0, 3, 20])
def test_identical_models(target, solved):
    model = named([20] * 50, [solved] * 50)
    result = compare(model, model, target=target)
    defined = ~np.isnan(result.standard_error)
    assert result.difference.tolist() == [0.0] * 20
    assert set(result.p_value[defined]) == {1.0}
    assert (result.low[defined] < 0).all()
    assert (result.high[defined] > 0).all()
    assert result.open == ((1, 20 if target == "problems" else 10),)
    assert result.turns_at is None


def test_without_any_difference_the_interval_is_the_rule_of_three():
    model = named([1] * 2000, [1] * 2000)
    for level, events in ((0.95, math.log(20)), (0.99, math.log(100))):
        result = compare(model, model, 1, confidence_level=level)
        assert result.high == pytest.approx(events / 2000, rel=3e-3)
        assert result.low == -result.high
        by_samples = compare(
            named([2] * 500, [2] * 500),
            named([2] * 500, [2] * 500),
            1,
            target="samples",
            confidence_level=level,
        )
        assert by_samples.high == pytest.approx(events / 1000, rel=1e-12)


@pytest.mark.parametrize(
    ("problems", "wins", "losses", "below", "above"),
    [
        (2, 1, 0, 1, 1),
        (5, 2, 1, 1, 1),
        (29, 9, 9, 1, 1),
        (29, 10, 10, 2 - 29 / 28, 2 - 29 / 28),
        (42, 21, 21, 0, 0),
        (100, 15, 15, 2 - 3000 / 99 / 20, 2 - 3000 / 99 / 20),  # between 20 and 40 outright wins
        (200, 100, 0, 2 - 10000 / 199 / 1.5**2 / 20, 0),
        (100, 10, 0, 1, 1),
        (100, 90, 0, 1, 0),
    ],
)
def test_the_widened_interval_by_hand(problems, wins, losses, below, above):
    first = named([1] * problems, [1] * (problems - losses) + [0] * losses)
    second = named([1] * problems, [0] * wins + [1] * (problems - wins))
    result = compare(first, second, 1)
    assert result.few is (max(below, above) > 0)
    mean = (wins - losses) / problems
    assert result.difference == pytest.approx(mean, abs=1e-15)
    half = stats.t.ppf(0.975, problems - 1) * result.standard_error
    for end, sign, fewness in ((result.low, -1, below), (result.high, 1, above)):
        unseen = math.sqrt(fewness) * math.log(20) * (1 - sign * mean) / problems
        expected = np.clip(mean + sign * math.hypot(half, unseen), -1, 1)
        assert end == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("problems", [3, 4, 5, 6, 8, 12])
def test_only_wins_are_certain_where_the_signs_say_so(problems):
    result = compare(
        named([20] * problems, [20] * problems), named([20] * problems, [0] * problems), 1
    )
    assert result.sign_flip_p == 2 / 2**problems
    assert (result.low > 0) == (result.sign_flip_p < 0.05) == (result.p_value < 0.05)


@pytest.mark.parametrize("problems", [3, 5, 10, 20, 30, 100])
def test_exact_coverage_where_every_problem_is_won_or_lost(problems):
    shares = np.array([0.5, 0.6, 0.75, 0.9, 0.95, 0.98])
    covered = np.zeros(shares.size)
    for wins in range(problems + 1):
        first = named([1] * problems, [1] * wins + [0] * (problems - wins))
        second = named([1] * problems, [0] * wins + [1] * (problems - wins))
        result = compare(first, second, 1, replicates=19)
        truth = 2 * shares - 1
        chance = stats.binom.pmf(wins, problems, shares)
        covered += chance * ((result.low <= truth + 1e-12) & (truth <= result.high + 1e-12))
    assert covered.min() > 0.93


@pytest.mark.parametrize("problems", [10, 40, 150])
def test_exact_coverage_where_one_model_fails_on_few_problems(problems):
    # one sample each; the second model fails with the chance `rate` where the first one does not
    all_right = named([1] * problems, [1] * problems)
    rates = np.array([0.5, 1, 2, 2.9, 4, 5, 7]) / problems
    covered, by_t_alone = np.zeros(rates.size), np.zeros(rates.size)
    for wins in range(min(problems, 30) + 1):
        second = named([1] * problems, [0] * wins + [1] * (problems - wins))
        result = compare(all_right, second, 1)
        chance = stats.binom.pmf(wins, problems, rates)
        covered += chance * ((result.low <= rates) & (rates <= result.high))
        half = stats.t.ppf(0.975, problems - 1) * result.standard_error
        by_t_alone += chance * (np.abs(result.difference - rates) <= half)
    assert covered.min() > 0.92
    assert by_t_alone.min() < 0.45


@pytest.mark.parametrize(("n", "k", "problems"), [(10, 1, 1), (10, 5, 1), (3, 1, 2)])
def test_exact_coverage_of_the_fixed_benchmark(n, k, problems):
    # all counts of both models, one pass rate each for all problems
    rates = [0.0, 0.02, 0.1, 0.5, 0.97]
    per_model = list(product(range(n + 1), repeat=problems))
    covered = dict.fromkeys(product(rates, rates), 0.0)
    chances = {
        p: [math.prod(chance_of_counts(p, n)[c] for c in cs) for cs in per_model] for p in rates
    }
    for (i, a), (j, b) in product(enumerate(per_model), repeat=2):
        if a != tuple(sorted(a)) or b != tuple(sorted(b)):
            continue
        orders = len(set(permutations(a))) * len(set(permutations(b)))
        result = compare(named([n] * problems, a), named([n] * problems, b), k, target="samples")
        for p, q in covered:
            truth = true_pass_at_k(p, k) - true_pass_at_k(q, k)
            if result.low <= truth <= result.high:
                covered[p, q] += orders * chances[p][i] * chances[q][j]
    assert min(covered.values()) > 0.93


def test_one_problem_has_no_error_for_other_problems():
    result = compare({"a": (5, 2)}, {"a": (6, 1)})
    assert result.undefined == (
        "one problem shows no spread between problems, so its errors are undefined"
    )
    for values in (result.standard_error, result.low, result.band_high):
        assert np.isnan(values).all()
    assert result.p_value.tolist() == [1.0] * 5  # both signs are as far from 0
    assert result.verdict == "undefined for all k = 1 to 5"
    assert result.open == result.first_leads == ()
    assert not result.few.any()
    assert result.undefined in str(result)
    assert "interval 0" not in str(result)
    assert compare({"a": (8, 2)}, {"a": (8, 1)}, 4, target="samples").undefined == ""


def test_samples_are_undefined_where_k_is_too_large():
    first, second = differing(40, n=9)
    second["task 3"] = (7, 2)
    result = compare(first, second, target="samples")
    defined = [True] * 3 + [False] * 4
    for values in (result.standard_error, result.low, result.band_low, result.p_value):
        assert (~np.isnan(values)).tolist() == defined
    assert result.undefined == (
        "errors are undefined for k = 4 to 7: an unbiased variance needs n of at least 2k for "
        "every problem, and the smallest n is 7"
    )
    assert result.verdict.endswith("undefined for k = 4 to 7")
    assert result.undefined in str(result)
    assert result.undefined in result._repr_html_()
    assert math.isnan(compare(first, second, 7, target="samples").p_value)


def test_differences_that_do_not_vary_at_some_k():
    # at k = 4 the first model passes in every problem and the second in none
    first, second = named([4] * 35, [1, 2, 3, 1, 1] * 7), named([4] * 35, [0] * 35)
    result = compare(first, second)
    assert result.standard_error[3] == 0.0
    assert result.difference[3] == 1.0
    assert result.high[3] == 1.0
    assert result.band_low[3] == result.low[3] == pytest.approx(1 - 2 * math.log(20) / 35)
    assert result.first_leads == ((1, 4),)
    tenth = named([10] * 35, [1] * 35), named([10] * 35, [0] * 35)
    assert compare(*tenth, 1).standard_error == 0.0  # not the rounding of a mean of tenths


def test_heavy_ties():
    first = named([2] * 300, [1] * 4 + [0] * 296)
    second = named([2] * 300, [0] * 4 + [0] * 296)
    result = compare(first, second)
    assert result.sign_flip_p.tolist() == [1 / 8, 1 / 8]
    assert result.p_value[0] > 1 / 8  # few problems stand out, and there may be others
    assert result.open == ((1, 2),)
    assert result.few.all()


# Band and verdict


def test_the_band_contains_the_intervals():
    for target in ("problems", "samples"):
        result = compare(*differing(60), range(1, 11), target=target)
        assert (result.band_low < result.low).all()
        assert (result.band_high > result.high).all()


def test_the_band_of_one_k_is_its_interval_and_one_k_has_floats():
    first, second = differing(60)
    curve, one = compare(first, second), compare(first, second, 7)
    assert (one.band_low, one.band_high) == (one.low, one.high)
    for name in ("first", "second", "difference", "standard_error", "low", "high", "p_value"):
        assert type(getattr(one, name)) is float
        assert getattr(one, name) == pytest.approx(getattr(curve, name)[6], abs=0.02)
    assert one.low == pytest.approx(curve.low[6], abs=1e-14)
    assert (type(one.k), one.k, type(one.few), type(one.enumerated)) == (int, 7, bool, bool)
    assert compare(first, second, [7]).low.shape == (1,)


def with_leads(states, ks=None):
    """A comparison whose band says +, - or o at each k."""
    ks = np.arange(1, len(states) + 1) if ks is None else np.array(ks)
    low = np.array([{"+": 0.1, "-": -0.3, "o": -0.1, "?": np.nan}[s] for s in states])
    comparison = compare(*differing(40, n=len(states)), names=("A", "B"))
    return replace(comparison, k=ks, band_low=low, band_high=low + 0.2)


@pytest.mark.parametrize(
    ("states", "first", "second", "still_open", "turns_at", "verdict"),
    [
        ("+", ((1, 1),), (), (), None, "A leads for k = 1"),
        ("++", ((1, 2),), (), (), None, "A leads for all k = 1 to 2"),
        ("oo", (), (), ((1, 2),), None, "open for all k = 1 to 2"),
        (
            "++oo-",
            ((1, 2),),
            ((5, 5),),
            ((3, 4),),
            5,
            "A leads for k = 1 to 2; open for k = 3 to 4; B leads for k = 5",
        ),
        (
            "o-o--",
            (),
            ((2, 2), (4, 5)),
            ((1, 1), (3, 3)),
            None,
            "open for k = 1; B leads for k = 2; open for k = 3; B leads for k = 4 to 5",
        ),
        (
            "-+-",
            ((2, 2),),
            ((1, 1), (3, 3)),
            (),
            2,
            "B leads for k = 1; A leads for k = 2; B leads for k = 3",
        ),
        (
            "-o+??",
            ((3, 3),),
            ((1, 1),),
            ((2, 2),),
            3,
            "B leads for k = 1; open for k = 2; A leads for k = 3; undefined for k = 4 to 5",
        ),
    ],
)
def test_who_leads_where(states, first, second, still_open, turns_at, verdict):
    result = with_leads(states)
    assert result.first_leads == first
    assert result.second_leads == second
    assert result.open == still_open
    assert result.turns_at == turns_at
    assert result.verdict == verdict


@pytest.mark.parametrize(
    ("states", "ks", "first", "turns_at", "verdict"),
    [
        ("++", [1, 100], ((1, 1), (100, 100)), None, "A leads for k = 1, 100"),
        (
            "o+++",
            [1, 2, 3, 10],
            ((2, 3), (10, 10)),
            None,
            "open for k = 1; A leads for k = 2 to 3, 10",
        ),
        ("+-", [1, 10], ((1, 1),), 10, "A leads for k = 1; B leads for k = 10"),
        (
            "+oo-",
            [3, 4, 8, 9],
            ((3, 3),),
            9,
            "A leads for k = 3; open for k = 4, 8; B leads for k = 9",
        ),
    ],
)
def test_nothing_is_said_of_a_k_that_was_not_tested(states, ks, first, turns_at, verdict):
    result = with_leads(states, ks)
    assert (result.first_leads, result.turns_at, result.verdict) == (first, turns_at, verdict)
    turn = {None: "", 9: "between k = 3 and k = 9", 10: "between k = 1 and k = 10"}[turns_at]
    assert (f" The order turned {turn}." in str(result)) == bool(turn)


def test_the_ends_of_a_band_that_touches_0_are_open():
    comparison = with_leads("++")
    touching = replace(comparison, band_low=np.array([0.0, -0.1]), band_high=np.array([0.1, 0.0]))
    assert touching.open == ((1, 2),)


def test_a_turn_is_found_in_data():
    steady = named([20] * 60, [20, 0] * 30)
    erratic = named([20] * 60, [5] * 60)
    for target in ("problems", "samples"):
        result = compare(steady, erratic, range(1, 11), target=target)
        back = compare(erratic, steady, range(1, 11), target=target)
        assert result.first_leads[0][0] == back.second_leads[0][0] == 1
        assert result.second_leads == back.first_leads == ((result.turns_at, 10),)
        assert 3 <= result.turns_at == back.turns_at <= 4


# What must not matter


def test_rounding_is_no_difference():
    # C(3, 2) / C(4, 2) = C(15, 2) / C(21, 2) = 1/2, but the floats are not the same
    result = compare(named([4] * 40, [1] * 40), named([21] * 40, [6] * 40), 2)
    assert (result.difference, result.p_value, result.enumerated) == (0.0, 1.0, True)


def test_the_order_of_the_problems_does_not_matter():
    first, second = differing(40)
    turned = dict(reversed(first.items())), dict(sorted(second.items(), key=lambda i: i[1]))
    for target in ("problems", "samples"):
        assert str(compare(*turned, target=target)) == str(compare(first, second, target=target))
        bands = [compare(*models, target=target).band_low for models in ((first, second), turned)]
        np.testing.assert_array_equal(*bands)


@pytest.mark.parametrize("target", ["problems", "samples"])
def test_swapping_the_models_turns_the_signs(target):
    first, second = differing(40)
    there, back = compare(first, second, target=target), compare(second, first, target=target)
    for name, mirrored in (
        ("difference", "difference"),
        ("low", "high"),
        ("band_low", "band_high"),
    ):
        np.testing.assert_allclose(getattr(there, name), -getattr(back, mirrored), atol=1e-13)
    np.testing.assert_array_equal(there.p_value, back.p_value)


def test_seeds():
    first, second = differing(40)
    assert str(compare(first, second)) == str(compare(first, second, rng=0))
    by_generator = compare(first, second, rng=np.random.default_rng(5))
    np.testing.assert_array_equal(by_generator.band_low, compare(first, second, rng=5).band_low)
    assert (by_generator.band_low != compare(first, second, rng=6).band_low).all()


@pytest.mark.parametrize("numbers", [50, 10**6])
def test_the_size_of_the_blocks_does_not_matter(monkeypatch, numbers):
    first, second = differing(40, n=4)
    whole = compare(first, second, replicates=500)
    monkeypatch.setattr(comparisons, "NUMBERS_AT_ONCE", numbers)
    parts = compare(first, second, replicates=500)
    np.testing.assert_array_equal(parts.p_value, whole.p_value)
    np.testing.assert_allclose(parts.band_low, whole.band_low, rtol=1e-12)


def test_ks_are_put_into_order():
    result = compare(*differing(40), [10, 1, 10, 2])
    assert result.k.tolist() == [1, 2, 10]
    assert (np.diff(result.first) > 0).all()


# Coverage and size, simulated: benchmarks of 100 problems with 10 samples


@pytest.fixture(scope="module")
def simulated():
    """Models with the same distribution of rates, and the same rate for half of the problems."""
    rng = np.random.default_rng(20240)
    found = []
    for _ in range(600):
        rates, others = rng.beta(0.3, 0.4, (2, 100))
        both = (rates, np.where(rng.random(100) < 0.5, others, rates))
        models = [named([10] * 100, rng.binomial(10, p)) for p in both]
        found.append(compare(*models, range(1, 9), replicates=199, rng=rng))
    return found  # the true difference is 0 at every k


def share(hits):
    return sum(hits) / len(hits)


def about(chance, replicates):
    """Where a simulated share lies 999 times in 1000, and 0.01 for what is not exact."""
    error = math.sqrt(chance * (1 - chance) / replicates)
    return pytest.approx(chance, abs=LARGEST_99_9 * error + 0.01)


def test_coverage_of_the_interval(simulated):
    for i in range(8):
        assert share([r.low[i] <= 0 <= r.high[i] for r in simulated]) == about(0.95, 600)


def test_coverage_of_the_band(simulated):
    by_band = share([bool(np.all((r.band_low <= 0) & (r.band_high >= 0))) for r in simulated])
    assert by_band == about(0.95, 600)
    by_intervals = share([bool(np.all((r.low <= 0) & (r.high >= 0))) for r in simulated])
    assert by_intervals < by_band - 0.02  # many intervals are no band


def test_size_of_the_p_values(simulated):
    for i in range(8):
        assert share([r.p_value[i] <= 0.05 for r in simulated]) == about(0.05, 600)


def test_coverage_for_these_problems_sampled_again():
    rng = np.random.default_rng(7)
    rates = rng.beta(0.5, 0.5, (2, 60))
    truth = np.mean(true_pass_at_k(rates[0], 3) - true_pass_at_k(rates[1], 3))
    curve = [np.mean((1 - rates[1]) ** k - (1 - rates[0]) ** k) for k in range(1, 6)]
    covered, by_band, over_problems = [], [], []
    for _ in range(200):
        models = [named([10] * 60, rng.binomial(10, p)) for p in rates]
        result = compare(*models, range(1, 6), target="samples", replicates=199, rng=rng)
        covered.append(result.low[2] <= truth <= result.high[2])
        by_band.append(bool(np.all((result.band_low <= curve) & (curve <= result.band_high))))
        if len(covered) <= 100:
            wide = compare(*models, 3, replicates=199, rng=rng)
            over_problems.append(wide.low <= truth <= wide.high)
    assert share(covered) == about(0.95, 200)
    assert share(by_band) == about(0.95, 200)
    assert share(over_problems) == 1.0  # another question


def test_standard_errors_of_164_paired_problems():
    # abilities correlated 0.9, beta rates, n = 20, k = 10: about 0.025, and 0.047 unpaired
    rng = np.random.default_rng(3)
    paired, fixed = [], []
    for _ in range(20):
        ability = rng.standard_normal((2, 164))
        ability[1] = 0.9 * ability[0] + math.sqrt(1 - 0.9**2) * ability[1]
        chance = stats.norm.cdf(ability)
        rates = stats.beta.ppf(chance, [[0.25], [0.3]], [[0.35], [0.36]])
        models = [named([20] * 164, c) for c in rng.binomial(20, rates)]
        paired.append(compare(*models, 10, replicates=19).standard_error)
        fixed.append(compare(*models, 10, target="samples", replicates=19).standard_error)
    assert np.mean(paired) == pytest.approx(0.0247, abs=0.001)
    assert np.mean(fixed) == pytest.approx(0.0156, abs=0.0005)


# Tables


def table(model, **names):
    rows = [(name, n, c) for name, (n, c) in model.items()]
    return pd.DataFrame(rows, columns=["problem", "n", "c"]).sample(frac=1, random_state=1)


def test_tables_are_matched_by_name():
    first, second = differing(40)
    expected = str(compare(first, second))
    with_column, with_index = table(first), table(second).set_index("problem")
    assert str(compare(with_column, with_index)) == expected
    assert str(compare(first, with_column.iloc[::-1])) == str(compare(first, first))
    with_floats = with_column.astype({"n": float, "c": "Int64"})
    assert str(compare(with_floats, second)) == expected


def test_a_table_without_index_needs_the_column_problem():
    class Frame(SimpleNamespace):
        def __getitem__(self, name):
            return getattr(self, name)

    first = Frame(columns=["problem", "n", "c"], problem=["a", "b"], n=[4, 5], c=[1, 2])
    assert compare(first, {"b": (5, 2), "a": (4, 1)}, 1).difference == 0.0
    with pytest.raises(ValueError, match=r"^second must name the problems: it has no column"):
        compare(first, Frame(columns=["n", "c"], n=[4, 5], c=[1, 2]))


def test_an_index_that_only_numbers_the_rows_is_refused():
    rows = pd.DataFrame({"n": [4, 5], "c": [1, 2]})
    message = "first must name the problems: it has no column problem, and its index only numbers"
    with pytest.raises(ValueError, match=f"^{message}"):
        compare(rows, rows)
    assert compare(rows.set_axis([7, 3]), {3: (5, 2), 7: (4, 1)}, 1).difference == 0.0


@pytest.mark.parametrize("missing", [None, math.nan, pd.NA, pd.NaT])
def test_a_missing_name_is_refused(missing):
    rows = pd.DataFrame({"problem": pd.Series(["a", missing], dtype=object), "n": 4, "c": 1})
    with pytest.raises(ValueError, match=r"^first must name every problem: .* missing in row 1$"):
        compare(rows, {"a": (4, 1)})


def test_only_common_problems():
    first = named([5] * 40, [1, 2, 3, 4] * 10)
    second = dict.fromkeys([*list(first)[3:], "another"], (5, 2))
    result = compare(first, second, only_common=True)
    assert (result.problems, result.left_out) == (37, (3, 1))
    common = {name: first[name] for name in list(first)[3:]}
    same = compare(common, {name: second[name] for name in common})
    np.testing.assert_array_equal(result.band_low, same.band_low)
    title = (
        "first and second on 37 problems in common (left out: 3 only in first, 1 only in second)"
    )
    assert str(result).startswith(f"{title}, n = 5:")
    assert "left out" not in str(same)


# Errors


PAIR = {"a": (10, 3), "b": (10, 4)}


@pytest.mark.parametrize(
    ("first", "second", "error", "message"),
    [
        (
            [(10, 3)],
            PAIR,
            TypeError,
            "first must name the problems, which are never matched by position: give a mapping",
        ),
        (PAIR, np.array([[10, 3]]), TypeError, "second must name the problems, which are never"),
        (PAIR, pd.Series([3, 4]), TypeError, "second must name the problems, which are never"),
        (PAIR, {}, ValueError, "second must have at least one problem"),
        (
            PAIR,
            {"a": (10, 3)},
            ValueError,
            "first and second must have the same problems: only first has 'b' (only_common=True "
            "compares the 1 that both have)",
        ),
        (
            dict.fromkeys(range(6), (5, 1)),
            {0: (5, 1), "0": (5, 1)},
            ValueError,
            "first and second must have the same problems: only first has 1, 2, 3 and 2 more; only "
            "second has '0' (only",
        ),
        (
            PAIR,
            {"c": (10, 3)},
            ValueError,
            "first and second must have problems in common: only first has 'a', 'b'; only second",
        ),
        (
            PAIR,
            {"a": (10, 3), "b": (10, 11)},
            ValueError,
            "c must not exceed n: c=11, n=10 for problem 'b' of second",
        ),
        (
            {"a": (0, 0), "b": (1, 0)},
            PAIR,
            ValueError,
            "n must be at least 1: n=0 for problem 'a' of first",
        ),
        (PAIR, {"a": 3, "b": 4}, TypeError, "second must give (n, c) for problem 'a', not 3"),
        (
            PAIR,
            {"a": "10", "b": (10, 4)},
            TypeError,
            "second must give (n, c) for problem 'a', not '10'",
        ),
        (
            PAIR,
            {"a": {"n": 10, "c": 3}, "b": (10, 4)},
            TypeError,
            "second must give (n, c) for problem 'a', not {'n': 10, 'c': 3}",
        ),
        (
            PAIR,
            {"a": (10, 0.3), "b": (10, 4)},
            ValueError,
            "c must be a whole number: c=0.3 (c counts correct samples, it is not a rate) for "
            "problem 'a' of second",
        ),
        (
            PAIR,
            {"a": (10, True), "b": (10, 4)},
            TypeError,
            "c must be a whole number, not bool: c=True for problem 'a' of second",
        ),
        (
            PAIR,
            {"a": ([10, 10], [3, 4]), "b": (10, 4)},
            TypeError,
            "second must give (n, c) for problem 'a', not ([10, 10], [3, 4])",
        ),
        (
            pd.DataFrame({"n": [3], "correct": [1]}, index=["a"]),
            PAIR,
            ValueError,
            "first must have the columns n and c: it has ['n', 'correct']",
        ),
        (
            pd.DataFrame({"n": [3, 3], "c": [1, 2]}, index=["a", "a"]),
            PAIR,
            ValueError,
            "first must have each problem once: 'a' occur again",
        ),
        (
            pd.DataFrame({"n": [3.5], "c": [1]}, index=["a"]),
            PAIR,
            ValueError,
            "n must be a whole number: n=3.5 at index 0",
        ),
    ],
)
def test_data_that_is_refused(first, second, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        compare(first, second, 1)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"k": 11},
            ValueError,
            "k must not exceed n: k=11, n=10 (fewer than k samples give no "
            "unbiased estimate of pass@k) for problem 'a' of first",
        ),
        ({"k": [1, 7, 12]}, ValueError, "k must not exceed n: k=12, n=10 ("),
        ({"k": 0}, ValueError, "k must be at least 1: k=0"),
        ({"k": [2, -1]}, ValueError, "k must be at least 1: k=-1 at index 1"),
        ({"k": []}, ValueError, "k must not be empty"),
        ({"k": 1.5}, ValueError, "k must be a whole number: k=1.5"),
        ({"k": [[1, 2]]}, ValueError, "k must be one number or a 1-D list: it has shape (1, 2)"),
        ({"target": "samples again"}, ValueError, 'target must be "problems" or "samples": '),
        ({"confidence_level": 95}, ValueError, "confidence_level must lie between 0 and 1"),
        ({"names": "AB"}, TypeError, "names must be two texts: names='AB'"),
        ({"names": ("A", 1)}, TypeError, "names must be two texts: names=('A', 1)"),
        ({"names": ("A", "B", "C")}, TypeError, "names must be two texts: "),
        ({"names": ("A", "A")}, ValueError, "names must differ: names=('A', 'A')"),
        (
            {"replicates": 18},
            ValueError,
            "replicates must be at least 19 for the confidence level 0.95: replicates=18",
        ),
        (
            {"replicates": 98, "confidence_level": 0.99},
            ValueError,
            "replicates must be at least 99 for the confidence level 0.99: replicates=98",
        ),
        ({"replicates": 2.5}, ValueError, "replicates must be a whole number: replicates=2.5"),
        ({"p_values": 1}, TypeError, "p_values must be True or False"),
    ],
)
def test_arguments_that_are_refused(arguments, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        compare(PAIR, PAIR, **arguments)


def test_few_replicates_that_suffice():
    for level, replicates in ((0.9, 9), (0.95, 19), (0.99, 99), (0.999, 999)):
        result = compare(PAIR, PAIR, confidence_level=level, replicates=replicates)
        assert (result.replicates, result.confidence_level) == (replicates, level)


def test_whole_curves_are_not_drawn_beyond_2000():
    long = {"a": (2001, 3), "b": (2001, 5)}
    with pytest.raises(ValueError, match=r"^k must be given for n above 2000: n=2001$"):
        compare(long, long)
    assert compare(long, long, [1, 2001]).k.tolist() == [1, 2001]


# Text


def test_text_of_problems():
    first, second = differing(40, n=4)
    text = str(compare(first, second, names=("gpt", "llama")))
    lines = text.split("\n")
    assert lines[0] == "gpt and llama on 40 problems, n = 4:"
    result = compare(first, second)
    for k, line in zip((1, 2, 3, 4), lines[1:5], strict=True):
        values = [getattr(result, name)[k - 1] for name in ("first", "second", "difference")]
        numbers = "gpt {:.3f}, llama {:.3f}, difference {:.3f}".format(*values)
        ends = f"(95 % interval {result.low[k - 1]:.3f} to {result.high[k - 1]:.3f}, p = "
        assert line == f"pass@{k}: {numbers} {ends}{result.p_value[k - 1]:.2g})"
    verdict = compare(first, second, names=("gpt", "llama")).verdict
    assert lines[5] == f"By the 95 % band for all 4 k at once: {verdict}."
    assert lines[6].startswith(
        'Method: first less second, for other problems like these (target "problems"); t interval '
    )
    assert len(lines) == 7
    assert repr(compare(first, second)) == str(compare(first, second))


def test_text_says_where_the_p_values_come_from_and_what_is_widened():
    first, second = differing(40, n=4)
    result = compare(first, second, [1, 2, 4])
    few, tried = np.array([False, True, True]), np.array([False, False, True])
    said = str(replace(result, few=few, enumerated=tried))
    assert (
        "p-values: the larger of the interval's and that of 9,999 random flips (all for k = 4) of "
        "the signs."
    ) in said
    assert "for k = 2, 4, where the data are few" in said
    said = str(replace(result, few=~few, enumerated=~tried))
    assert "widened by the rule of three for k = 1, where" in said
    assert "(all for k = 1 to 2) of the signs." in said
    said = str(replace(result, few=few | True, enumerated=tried & False))
    assert "for k = 1 to 2, 4, where" in said
    assert said.endswith("random flips of the signs.")
    said = str(replace(result, few=few & False, enumerated=tried | True))
    assert "widened" not in said
    assert said.endswith(
        "p-values: the larger of the interval's and that of all flips of the signs."
    )
    ends = str(replace(result, few=np.array([True, False, True])))
    assert "for k = 1, 4, where the data are few" in ends


@pytest.mark.parametrize(
    ("p", "level", "text"),
    [
        (0.0499, 0.95, "0.0499"),
        (0.049984, 0.95, "0.04998"),
        (0.0502, 0.95, "0.05"),
        (0.5, 0.95, "0.5"),
        (0.0996, 0.9, "0.0996"),
        (0.00023456, 0.95, "0.00023"),
    ],
)
def test_a_p_value_below_the_level_is_not_rounded_up_to_it(p, level, text):
    result = compare(*differing(40, n=4), 1, confidence_level=level)
    assert f"p = {text})" in str(replace(result, p_value=p))


def test_no_text_rounds_to_a_certainty_nor_subtracts_from_1():
    high, low = named([10_000] * 40, [9_999] * 40), named([10_000] * 40, [1] * 40)
    result = compare(high, low, 1)
    text = "first > 0.999, second 0.0001, difference > 0.999 (95 % interval "
    assert text in str(result)
    assert "first 0.0001, second > 0.999, difference < -0.999" in str(compare(low, high, 1))
    assert re.search(r"interval < -0\.999 to -0\.\d{3}, p = ", str(compare(low, high, 1)))
    for said in (str(result), result._repr_html_().replace("&gt;", ">")):
        assert "1 - " not in said.split("Method")[0]
    assert '<td style="text-align:left">&gt; 0.999</td>' in result._repr_html_()


@pytest.mark.parametrize(
    ("p", "text"),
    [(1, "p = 1)"), (1 - 1e-9, "p > 0.99)"), (0.996, "p > 0.99)"), (0.99, "p = 0.99)")],
)
def test_a_p_value_near_1_is_no_certainty(p, text):
    result = compare(named([4] * 3, [1, 2, 3]), named([4] * 3, [3, 2, 1]), 1)
    assert text in str(replace(result, p_value=p))


def test_text_of_samples_and_of_a_turn():
    result = compare(*differing(200, n=12), [1, 2], target="samples", confidence_level=0.9)
    assert str(result).endswith(
        'Method: first less second, for these problems sampled again (target "samples"); normal '
        "interval from the unbiased variances of both models; band from 9,999 draws of a normal "
        "process; p-values: 1 - the highest level at which the interval excludes 0."
    )
    assert "(90 % interval " in str(result)
    assert "turned" not in str(result)
    turned = replace(
        result, band_low=np.array([0.1, -0.2]), band_high=np.array([0.2, -0.1]), n=(4, 30)
    )
    assert "n = 4 to 30:" in str(turned)
    assert " The order turned between k = 1 and k = 2.\n" in str(turned)


def test_a_table_for_a_notebook():
    result = compare(*differing(40, n=200), names=("<A>", "{0}"))
    html = result._repr_html_()
    rows = [int(k) for k in re.findall(r'<th scope="row"[^>]*>(\d+)</th>', html)]
    assert rows == [1, 2, 5, 10, 20, 50, 100, 200]
    assert "&lt;A&gt;" in html
    assert "<A>" not in html
    assert "color" not in html
    assert html.count("<td") == 6 * len(rows)
    caption = re.search("<caption[^>]*>(.*?)</caption>", html)[1]
    for said in ("40 problems", "n = 200", "target", "95 % band for all 200 k at once", "Method"):
        assert said in caption


@pytest.mark.parametrize(
    ("ks", "shown"),
    [
        ([3, 7], [3, 7]),
        (range(1, 9), list(range(1, 9))),
        (range(1, 31), [1, 2, 5, 10, 20, 30]),
        (range(1, 151), [1, 2, 5, 10, 20, 50, 100, 150]),
        (range(3, 19), [3, 5, 10, 18]),
        (range(21, 37), [21, 23, 25, 27, 30, 32, 34, 36]),
        (range(1, 2001), [1, 2, 10, 20, 100, 200, 1000, 2000]),
    ],
)
def test_which_ks_are_shown(ks, shown):
    ks = np.array(ks)
    assert ks[comparisons._shown(ks)].tolist() == shown


def test_no_minus_before_a_zero():
    assert comparisons._decimal(-1e-16) == "0.000"
    assert comparisons._decimal(-0.0006) == "-0.001"


def test_columns_are_not_taken_for_problems():
    columns = {"n": [100, 100], "c": [50, 3]}
    with pytest.raises(TypeError, match="first looks like columns n and c, which do not name"):
        compare(columns, columns, 1)


@pytest.mark.parametrize("few", [1, 2, 5])
def test_coverage_where_a_few_problems_have_few_samples(few):
    # these carry all the variance of the difference, and few of them are few data
    rng, k, covered = np.random.default_rng(few), 10, 0
    ns = np.array([20] * few + [2000] * (40 - few))
    for _ in range(200):
        p = rng.beta(0.25, 0.35, (2, 40))
        models = [named(ns.tolist(), rng.binomial(ns, rates).tolist()) for rates in p]
        result = compare(*models, k, target="samples", replicates=99)
        truth = np.subtract(*(1 - (1 - p) ** k)).mean()
        covered += result.low <= truth <= result.high
    assert covered / 200 > 0.95 - 3 * math.sqrt(0.95 * 0.05 / 200)


def test_errors_have_the_names_of_the_two():
    names = ("mine", "theirs")
    message = "mine and theirs must have the same problems: only theirs has 'b' (only_common=True"
    with pytest.raises(ValueError, match=re.escape(message)):
        compare({"a": (2, 1)}, {"a": (2, 1), "b": (2, 1)}, 1, names=names)
    with pytest.raises(ValueError, match=r"k=3, n=2 .* for problem 'a' of theirs$"):
        compare({"a": (3, 1)}, {"a": (2, 1)}, 3, names=names)
    with pytest.raises(ValueError, match=r"^theirs must have at least one problem$"):
        compare({"a": (3, 1)}, {}, 1, names=names)
