"""Error bars of a benchmark: against fractions, enumeration of all outcomes, and definitions."""

import dataclasses
import math
import re
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from passk import mean_pass_at_k, pass_at_k, true_pass_at_k
from passk.theory import chance_of_counts, variance
from passk.uncertainty.benchmarks import benchmark
from passk.uncertainty.clusters import cluster_weights
from passk.uncertainty.intervals import (
    ConfidenceInterval,
    confidence_interval,
    rate_interval,
    variance_estimate,
)

MIXED = [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1]


def bar(target, ns, cs, k, **options):
    """The error bar of one target."""
    (only,) = benchmark(ns, cs, k, target=target, **options).bars
    return only


def typical_counts(n, problems=164):
    """Counts of problems whose pass rates are spread as Beta(.25, .35)."""
    return stats.betabinom.ppf((np.arange(problems) + 0.5) / problems, n, 0.25, 0.35).astype(int)


# Both questions


def test_the_value_is_the_mean_and_the_facts_are_stated():
    found = benchmark([20, 30, 25], [3, 0, 25], 5)
    assert found.value == mean_pass_at_k([20, 30, 25], [3, 0, 25], 5)
    assert (found.k, found.problems, found.smallest_n, found.largest_n) == (5, 3, 20, 30)
    assert (found.confidence_level, found.clusters) == (0.95, None)
    assert [bar.target for bar in found.bars] == ["samples", "problems"]


def test_no_target_is_the_default():
    found = benchmark(20, MIXED, 5)
    for name in ("standard_error", "confidence_interval"):
        with pytest.raises(
            ValueError, match=r"^choose a target, .*model were sampled again.*other p"
        ):
            getattr(found, name)
    for target, both in zip(("samples", "problems"), found.bars, strict=True):
        chosen = benchmark(20, MIXED, 5, target=target)
        assert chosen.bars == (both,)
        assert chosen.standard_error == both.standard_error
        assert chosen.confidence_interval == ConfidenceInterval(both.low, both.high)


def test_results_are_frozen_python_numbers():
    found = benchmark(np.full(12, 20), np.array(MIXED), np.int64(5))
    assert hash(found) == hash(benchmark(20, MIXED, 5))
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.value = 1.0
    for value in (found, *found.bars):
        types = {type(part) for part in dataclasses.astuple(value)}
        assert types <= {float, int, str, tuple, type(None)}


def test_the_two_answers_differ_by_a_factor_of_three():
    found = benchmark(20, typical_counts(20), 10)
    samples, problems = (1.96 * bar.standard_error for bar in found.bars)
    assert samples == pytest.approx(0.022, abs=5e-4)
    assert problems == pytest.approx(0.067, abs=5e-4)


# Over samples


def test_the_variance_of_samples_is_the_sum_of_variances():
    ns, cs, k = [12, 20, 20, 33], [3, 0, 7, 30], 6
    parts = [
        Fraction(math.comb(n - c, k), math.comb(n, k)) ** 2
        - Fraction(math.comb(n - c, 2 * k), math.comb(n, 2 * k))
        for n, c in zip(ns, cs, strict=True)
    ]
    found = bar("samples", ns, cs, k)
    assert found.standard_error**2 == pytest.approx(float(sum(parts) / 16), rel=1e-12)
    assert found.method == "unbiased variance; normal interval with room for rare events"


@pytest.mark.parametrize(("n", "k"), [(2, 1), (4, 2), (5, 2)])
def test_squared_errors_are_unbiased_over_all_outcomes(n, k):
    rates = [Fraction(1, 5), Fraction(2, 3), Fraction(9, 10)]
    truths = [1 - (1 - p) ** k for p in rates]
    within = sum(variance(pass_at_k, p, n, k) for p in rates) / 9
    spread = sum((truth - sum(truths) / 3) ** 2 for truth in truths) / 2
    samples = problems = 0.0
    for cs in product(range(n + 1), repeat=3):
        chance = math.prod(chance_of_counts(p, n)[c] for p, c in zip(rates, cs, strict=True))
        bars = benchmark(n, list(cs), k).bars
        samples += float(chance) * bars[0].standard_error ** 2
        problems += float(chance) * bars[1].standard_error ** 2
    assert samples == pytest.approx(float(within), rel=1e-10)
    assert problems == pytest.approx(float(spread / 3 + within), rel=1e-10)


# The coverage is counted exactly, over all outcomes: (ns, k, level)
COVERED = [
    ((4, 4), 1, 0.95),
    ((4, 4), 2, 0.95),
    ((8, 8), 4, 0.95),
    ((8, 8), 7, 0.95),
    ((5, 12), 5, 0.95),
    ((12, 4), 2, 0.95),
    ((3, 3, 3), 1, 0.95),
    ((3, 3, 3), 2, 0.95),
    ((8, 8), 3, 0.99),
    ((6, 6), 6, 0.95),
    ((9,), 3, 0.9),
]


@pytest.mark.parametrize(("ns", "k", "level"), COVERED)
def test_intervals_of_samples_cover_what_they_say(ns, k, level):
    outcomes = np.array(list(product(*(range(n + 1) for n in ns))))
    ends = np.array(
        [
            benchmark(ns, c, k, target="samples", confidence_level=level).confidence_interval
            for c in outcomes
        ]
    )
    rates = [0.0, 0.001, 0.02, 0.09, 0.17, 0.26, 0.37, 0.5, 0.63, 0.78, 0.9, 0.99, 1.0]
    for ps in product(rates, repeat=len(ns)):
        truth = true_pass_at_k(np.array(ps), k).mean()
        tables = (
            chance_of_counts(p, n)[outcomes[:, i]]
            for i, (p, n) in enumerate(zip(ps, ns, strict=True))
        )
        inside = (ends[:, 0] <= truth + 1e-12) & (truth <= ends[:, 1] + 1e-12)
        assert math.prod(tables)[inside].sum() >= level, ps


@pytest.mark.parametrize(("n", "k"), [(8, 1), (8, 4), (20, 1), (20, 4), (20, 10)])
@pytest.mark.parametrize(("rate", "problems"), [(0.99, 5), (0.99, 30), (0.003, 5)])
def test_nearly_saturated_benchmarks_are_covered(rate, n, k, problems):
    def interval(counts, known={}):  # noqa: B006 - few kinds of counts, met again and again
        key = tuple(sorted(counts.tolist()))
        if key not in known:
            known[key] = benchmark(n, key, k, target="samples").confidence_interval
        return known[key]

    counts = np.random.default_rng(7).binomial(n, rate, (1000, problems))
    low, high = np.transpose([interval(c) for c in counts])
    truth = true_pass_at_k(rate, k)
    covered = ((low <= truth + 1e-12) & (truth <= high + 1e-12)).mean()
    assert covered >= 0.95 - 2.4 * math.sqrt(0.95 * 0.05 / 1000)


@pytest.mark.parametrize(
    ("cs", "n", "k"), [([20] * 8, 20, 1), ([0] * 8, 20, 5), ([8] * 3, 8, 4), ([0, 20], 20, 3)]
)
def test_an_estimated_variance_of_0_is_no_certainty(cs, n, k):
    found = bar("samples", n, cs, k)
    assert found.standard_error == 0
    assert found.reason == "every problem has c = 0 or n - c < k"
    assert found.high - found.low > 0
    if cs == [20] * 8:  # as z**2 failures missed among 160 samples
        assert 1 - found.low == pytest.approx(stats.norm.ppf(0.975) ** 2 / 160, rel=1e-12)
    if cs == [0] * 8:
        assert found.high == pytest.approx(stats.norm.ppf(0.975) ** 2 * 5 / 160, rel=1e-12)


def test_no_interval_is_a_point_by_rounding():
    found = bar("samples", 26, [26, 26], 20)
    assert 0 < found.high - found.low < 1e-15


def test_many_samples_make_the_interval_normal():
    found = bar("samples", 2000, typical_counts(2000), 3)
    half = stats.norm.ppf(0.975) * found.standard_error
    assert found.high - found.low == pytest.approx(2 * half, rel=0.02)
    assert found.high - found.low > 2 * half


@pytest.mark.parametrize("options", [{}, {"variance": "jackknife"}])
def test_the_jackknife_is_taken_where_nothing_is_unbiased(options):
    found = bar("samples", [14, 30], [3, 2], 10, **options)
    expected = variance_estimate([14, 30], [3, 2], 10, method="jackknife").sum() / 4
    assert found.standard_error**2 == pytest.approx(expected, rel=1e-12)
    assert found.method.startswith("jackknife variance (conservative); ")


def test_auto_takes_the_unbiased_variance_from_2k_on():
    assert bar("samples", [20, 30], [3, 2], 10).method.startswith("unbiased")
    assert bar("samples", [19, 30], [3, 2], 10).method.startswith("jackknife")
    chosen = bar("samples", 20, [3, 2], 10, variance="jackknife")
    assert chosen.standard_error > bar("samples", 20, [3, 2], 10).standard_error


@pytest.mark.parametrize(
    ("ns", "variance", "reason"),
    [
        ([10, 30], "auto", "the jackknife variance needs n above k: n=10, k=10"),
        ([14, 30], "unbiased", "the unbiased variance needs n of at least 2k: n=14, k=10"),
    ],
)
def test_without_a_variance_each_problem_is_one_trial(ns, variance, reason):
    found = bar("samples", ns, [3, 2], 10, variance=variance)
    assert (found.standard_error, found.reason) == (None, reason)
    trials = rate_interval(2, 2 * mean_pass_at_k(ns, [3, 2], 10), 0.95, "clopper-pearson")
    assert (found.low, found.high) == trials
    assert found.method == "Clopper-Pearson interval, a problem as one trial"


@pytest.mark.parametrize(("n", "c", "k"), [(20, 3, 4), (20, 0, 10), (20, 20, 10), (14, 3, 14)])
def test_one_problem_has_the_interval_of_its_rate(n, c, k):
    samples, problems = benchmark(n, [c], k, confidence_level=0.9).bars
    expected = confidence_interval(n, c, k, confidence_level=0.9)
    assert (samples.low, samples.high) == expected
    assert samples.method == "Clopper-Pearson interval of the pass rate"
    assert (samples.standard_error is None) == (n == k)
    if n >= 2 * k:
        assert samples.standard_error == math.sqrt(variance_estimate(n, c, k))
    assert (problems.standard_error, problems.low, problems.high) == (None, None, None)
    assert problems.reason == "one problem does not show how problems differ"


# Over problems


def test_the_error_over_problems_is_that_of_a_mean():
    ns, cs = [40, 20] * 82, typical_counts(20)
    estimates = pass_at_k(ns, cs, 5)
    found = bar("problems", ns, cs, 5, confidence_level=0.9)
    assert found.standard_error == pytest.approx(stats.sem(estimates), rel=1e-12)
    ends = stats.t.interval(0.9, 163, estimates.mean(), stats.sem(estimates))
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-12)
    assert found.method == "t interval with 163 degrees of freedom"


@pytest.mark.parametrize(
    ("cs", "below", "above"),
    [
        ([1] * 100, 1, 1),  # all problems are solved half of the time
        ([1] * 97 + [0] * 3, 1, 1),
        ([2] * 15 + [1] + [0] * 384, 0, 1),  # 15 outright successes, and 384 outright failures
        ([2] * 30 + [1] + [0] * 369, 0, 0.3597),
        ([2] * 200 + [1] + [0] * 199, 0, 0),
        ([0, 1, 2], 1, 1),
    ],
)
def test_kinds_of_problems_that_were_missed_have_room(cs, below, above):
    found = bar("problems", 2, cs, 1)
    m, mean = len(cs), np.mean(cs) / 2
    error = np.std(cs, ddof=1) / 2 / math.sqrt(m)
    ends, half = [], stats.t.isf(0.025, m - 1) * error
    for room, expected in ((mean, below), (1 - mean, above)):
        fewness = np.clip(2 - (m * error / room) ** 2 / 20, 0, 1)
        assert fewness == pytest.approx(expected, abs=5e-4)
        ends.append(math.hypot(half, math.sqrt(fewness) * math.log(20) * room / m))
    expected = max(mean - ends[0], 0), min(mean + ends[1], 1)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-10)
    assert found.method.endswith(", widened by the rule of three") == (below + above > 0)


@pytest.mark.parametrize(("n", "k"), [(1, 1), (7, 7)])
@pytest.mark.parametrize("solved", [0, 1, 6, 11, 12])
def test_problems_that_pass_or_fail_are_trials(n, k, solved):
    found = bar("problems", n, [(n + 1) // 2] * solved + [0] * (12 - solved), k)
    test = stats.binomtest(solved, 12).proportion_ci(0.95)
    assert (found.low, found.high) == pytest.approx((test.low, test.high), rel=1e-10)
    assert found.method == "Clopper-Pearson interval, a problem as one trial"
    assert "t interval" in bar("problems", [n] * 11 + [n + 1], [1] * 12, k).method
    assert "t interval" in bar("problems", n, [0, 1] * 6, k, clusters=[1, 1, 2] * 4).method


@pytest.mark.parametrize(("n", "c", "k"), [(20, 20, 1), (20, 0, 5), (2, 1, 1)])
def test_equal_estimates_are_no_certainty(n, c, k):
    found = bar("problems", n, [c] * 200, k)
    value = pass_at_k(n, c, k)
    assert found.standard_error == 0
    assert found.reason == "the estimates do not differ"
    if value in (0, 1):
        expected = rate_interval(200, 200 * value, 0.95, "clopper-pearson")
    else:
        unseen = math.log(20) / 200  # the rule of three
        expected = value * (1 - unseen), value + (1 - value) * unseen
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-15)


@pytest.mark.parametrize("m", [60, 164, 400])
@pytest.mark.parametrize(("rate", "hopeless"), [(0.8, 0.005), (0.8, 0.01), (0.3, 0.02)])
def test_a_few_hopeless_problems_that_were_missed_are_covered(m, rate, hopeless):
    # nearly all of the spread is that of the hopeless ones, each of which may be there or not
    covered, by_t_alone, truth = 0.0, 0.0, rate * (1 - hopeless)
    for missing in range(13):
        cs = [0] * missing + [round(1000 * rate)] * (m - missing)
        found = bar("problems", 1000, cs, 1)
        chance = stats.binom.pmf(missing, m, hopeless)
        covered += chance * (found.low <= truth <= found.high)
        half = stats.t.isf(0.025, m - 1) * found.standard_error
        by_t_alone += chance * (abs(np.mean(cs) / 1000 - truth) <= half)
    assert covered > 0.95 - stats.binom.sf(12, m, hopeless)
    assert by_t_alone < 0.91


@pytest.mark.parametrize(
    ("a", "b", "k", "least"),
    [(2, 0.5, 10, 0.95), (0.25, 0.35, 10, 0.94), (0.1, 1, 1, 0.94), (20, 20, 10, 0.95)],
)
def test_other_problems_are_covered(a, b, k, least):
    random = np.random.default_rng(11)
    truth = 1 - math.prod((b + i) / (a + b + i) for i in range(k))
    covered = 0
    for _ in range(120):
        c = random.binomial(20, random.beta(a, b, 10))
        low, high = benchmark(20, c, k, target="problems").confidence_interval
        covered += low <= truth <= high
    assert covered >= 120 * least - 2.4 * math.sqrt(120 * least * (1 - least))


# Clusters


def test_the_clustered_error_by_its_definition():
    cs, labels = typical_counts(20), [f"book {i % 41}" for i in range(164)]
    estimates = pass_at_k(20, cs, 4)
    total = 0.0
    for i, j in product(range(164), repeat=2):
        if labels[i] == labels[j]:
            total += (estimates[i] - estimates.mean()) * (estimates[j] - estimates.mean())
    found = benchmark(20, cs, 4, target="problems", clusters=labels)
    error = math.sqrt(total) / 164 * math.sqrt(41 / 40)
    assert found.standard_error == pytest.approx(error, rel=1e-10)
    half = stats.t.isf(0.025, 40) * error
    for end, room in ((found.bars[0].low, estimates.mean()), (found.bars[0].high, None)):
        unit = (1 - estimates.mean() if room is None else room) / 41
        fewness = np.clip(2 - (error / unit) ** 2 / 20, 0, 1)
        moved = math.hypot(half, math.sqrt(fewness) * math.log(20) * unit)
        assert abs(end - estimates.mean()) == pytest.approx(moved, rel=1e-10)
    assert found.clusters == 41
    how = "clustered standard error; t interval with 40 degrees of freedom"
    assert found.bars[0].method.startswith(how)


def test_clusters_of_one_problem_are_no_clusters():
    cs = typical_counts(20)
    alone = bar("problems", 20, cs, 4, clusters=range(164))
    assert alone == bar("problems", 20, cs, 4)


def test_clusters_do_not_matter_for_new_samples():
    with_clusters = bar("samples", 20, MIXED, 4, clusters=[1, 2] * 6)
    assert with_clusters == bar("samples", 20, MIXED, 4)


def test_few_clusters_and_unequal_ones_have_room():
    cs = [0, 20] * 60
    found = bar("problems", 20, cs, 4, clusters=[i // 4 for i in range(120)])
    half = math.log(20) / 30 / 2  # 30 clusters, whose sums do not differ
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half), rel=1e-12)
    cs = [20] * 60 + [0] * 60
    apart = bar("problems", 20, cs, 4, clusters=[i // 3 for i in range(120)])
    assert apart.method == "clustered standard error; t interval with 39 degrees of freedom"
    labels = [0] * 40 + list(range(1, 81))  # 81 clusters, but one has a third of the problems
    found = bar("problems", 20, cs, 4, clusters=labels)
    assert found.method.endswith(", widened by the rule of three")
    trials = 120**2 / (40**2 + 80)
    assert trials < 10
    assert found.method.startswith("clustered standard error; t interval with 1.")
    assert (found.low, found.high) == (0, 1)  # one cluster carries a third of the mean


def test_cluster_weights_by_matrices():
    for sizes in ([1, 1], [2, 2, 2], [5, 3, 1, 1], [40, *[1] * 30], list(range(1, 12))):
        w = np.array(sizes) / sum(sizes)
        centre = np.eye(w.size) - np.outer(np.ones(w.size), w)
        matrix = centre.T @ np.diag(w**2) @ centre
        trace = np.trace(matrix)
        found = cluster_weights(np.repeat(np.arange(w.size), sizes))
        expected = (w.size, w @ w, w @ w / trace, trace**2 / np.trace(matrix @ matrix))
        assert tuple(found) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    "sizes", [[60] * 3 + [1] * 300, [40] * 5 + [2] * 100, [30, 10, 5, 5, 2, 1, 1]]
)
def test_unequal_clusters_are_covered(sizes):
    """All problems of a cluster are solved always or never."""
    rng, places = np.random.default_rng(2), np.repeat(np.arange(len(sizes)), sizes)
    covered = by_number = 0
    for _ in range(150):
        cs = (rng.random(len(sizes)) < 0.5)[places] * 2
        found = benchmark(2, cs, 1, target="problems", clusters=places.tolist())
        bar = found.bars[0]
        covered += bar.low <= 0.5 <= bar.high
        half = stats.t.isf(0.025, len(sizes) - 1) * bar.standard_error
        by_number += abs(found.value - 0.5) <= half
    assert covered >= 150 * 0.95 - 2.4 * math.sqrt(150 * 0.95 * 0.05)
    assert by_number < covered


def test_one_cluster_is_undefined():
    samples, problems = benchmark(20, MIXED, 4, clusters=["a"] * 12).bars
    assert samples.standard_error is not None
    assert (problems.standard_error, problems.low, problems.high) == (None, None, None)
    assert problems.reason == "one cluster does not show how clusters differ"


@pytest.mark.parametrize(
    ("clusters", "error", "message"),
    [
        ("abcdefghijkl", TypeError, "clusters must be 1-D, one label per problem"),
        (7, TypeError, "clusters must be 1-D, one label per problem: clusters=7"),
        ([["a"]] * 12, TypeError, "clusters must be 1-D"),
        (
            ["a", "b"],
            ValueError,
            "clusters and cs must have one entry per problem: .* 2 entries, c",
        ),
        ([], ValueError, "clusters and cs must have one entry per problem"),
        (
            ["a"] * 11 + [None],
            ValueError,
            "clusters must be 1-D labels: a value is missing at index 11",
        ),
        (
            [math.nan] + [1.0] * 11,
            ValueError,
            "clusters must be 1-D labels: a value is missing at ind",
        ),
        (
            [pd.NA] + ["a"] * 11,
            ValueError,
            "clusters must be 1-D labels: a value is missing at index 0",
        ),
        (
            pd.Series(["a"] * 12, index=range(1, 13)),
            ValueError,
            "cs and clusters must have the same",
        ),
    ],
)
def test_clusters_that_are_none(clusters, error, message):
    with pytest.raises(error, match=f"^{message}"):
        benchmark(20, pd.Series(MIXED), 4, clusters=clusters)


def test_labels_may_be_of_any_kind():
    expected = benchmark(20, MIXED, 4, clusters=[0, 1, 2] * 4)
    for labels in (["x", 3, True] * 4, pd.Series(["x", "y", "z"] * 4), np.array([5, 7, 6] * 4)):
        assert benchmark(20, pd.Series(MIXED), 4, clusters=labels) == expected
    categories = pd.Series(["x", "y", "z"] * 4).astype("category")
    assert benchmark(20, MIXED, 4, clusters=categories) == expected


# Between problems


def test_the_spread_between_problems():
    cs = typical_counts(20)
    within = variance_estimate(20, cs, 10).mean()
    expected = math.sqrt(pass_at_k(20, cs, 10).var(ddof=1) - within)
    assert benchmark(20, cs, 10).between_problems == pytest.approx(expected, rel=1e-12)
    assert benchmark(20, [5, 5, 5], 10).between_problems == 0  # less spread than by chance
    assert benchmark([19, 20, 20], [5, 5, 5], 10).between_problems is None
    assert benchmark(20, [5], 10).between_problems is None


# Input


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_intervals_contain_the_score(data):
    problems = data.draw(st.integers(2, 8))
    ns = data.draw(st.lists(st.integers(1, 60), min_size=problems, max_size=problems))
    cs = [data.draw(st.integers(0, n)) for n in ns]
    k = data.draw(st.integers(1, min(ns)))
    clusters = data.draw(
        st.none() | st.lists(st.integers(0, 3), min_size=problems, max_size=problems)
    )
    found = benchmark(ns, cs, k, clusters=clusters)
    for each in found.bars:
        assert (each.low is None) == (each.high is None) == (each.method == "")
        if each.low is not None:
            assert 0 <= each.low <= found.value + 1e-12
            assert found.value - 1e-12 <= each.high <= 1
            assert each.low < each.high
        assert bool(each.reason) == (not each.standard_error)
    order = data.draw(st.permutations(range(problems)))
    labels = clusters and [clusters[i] for i in order]
    again = benchmark([ns[i] for i in order], [cs[i] for i in order], k, clusters=labels)
    assert again.value == pytest.approx(found.value, rel=1e-12)
    for one, other in zip(found.bars, again.bars, strict=True):
        assert other.method == one.method
        if one.standard_error is not None:
            assert other.standard_error == pytest.approx(one.standard_error, rel=1e-9, abs=1e-9)
            assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=1e-9)


def test_wider_levels_give_wider_intervals():
    for target in ("samples", "problems"):
        widths = []
        for level in (0.5, 0.8, 0.95, 0.999):
            found = bar(target, 20, MIXED, 4, confidence_level=level)
            widths.append(found.high - found.low)
        assert widths == sorted(set(widths))


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (
            (20, MIXED, 4),
            {"target": "benchmark"},
            ValueError,
            'target must be "samples" or "problems"',
        ),
        (
            (20, MIXED, 4),
            {"variance": "naive"},
            ValueError,
            'variance must be "auto", "unbiased" or "',
        ),
        ((20, MIXED, 4), {"confidence_level": 95}, ValueError, "confidence_level must lie between"),
        ((20, MIXED, [1, 4]), {}, TypeError, "k must be one number"),
        ((20, MIXED, 21), {}, ValueError, "k must not exceed n: k=21, n=20 for problems 0, 1, 2"),
        ((20, 5, 4), {}, ValueError, "cs must be 1-D"),
        ((20, [21], 4), {}, ValueError, "cs must not exceed ns: cs=21, ns=20"),
        (([20, 20], MIXED, 4), {}, ValueError, "ns and cs must have one entry per problem"),
        (
            ([10, 10**9], [3, 4], 4),
            {},
            ValueError,
            r"ns must not exceed 10\*\*8 here: ns=1000000000",
        ),
        (
            (pd.Series([9, 9]), pd.Series([3, 4], index=[1, 2]), 4),
            {},
            ValueError,
            "ns and cs must ha",
        ),
    ],
)
def test_benchmarks_of_nothing(arguments, options, error, message):
    with pytest.raises(error, match=f"^{message}"):
        benchmark(*arguments, **options)


# Texts


def test_a_benchmark_in_words():
    found = benchmark(20, MIXED, 5)
    score, samples, problems = str(found).splitlines()
    assert score == "pass@5 = 0.575 over 12 problems, n = 20 samples each (unbiased estimate)"
    assert samples == (
        "samples: ± 0.037 (standard error); 95 % interval 0.467 to 0.684; unbiased variance; "
        "normal interval with room for rare events"
    )
    assert problems == (
        "problems: ± 0.128 (standard error); 95 % interval 0.259 to 0.876; t interval with 11 "
        "degrees of freedom, widened by the rule of three"
    )
    assert str(benchmark(20, MIXED, 5, target="samples")).splitlines() == [score, samples]


def test_what_is_undefined_in_words():
    text = str(benchmark([10, 11], [10, 2], 10, clusters=[1, 1], confidence_level=0.9))
    assert text.splitlines() == [
        "pass@10 = 1.000 over 2 problems in 1 cluster, n = 10 to 11 samples each "
        "(unbiased estimate)",
        "samples: no standard error: the jackknife variance needs n above k: n=10, k=10; 90 % "
        "interval 0.224 to 1.000; Clopper-Pearson interval, a problem as one trial",
        "problems: no standard error: one cluster does not show how clusters differ; no interval; "
        "no method",
    ]


def test_small_error_bars_get_more_decimals_and_no_false_certainty():
    text = str(benchmark(2000, [2000] * 163 + [1999], 1, target="samples"))
    assert text.startswith("pass@1 = 0.9999970 over 164 problems")
    assert "± 0.0000030 (standard error)" in text
    assert re.search(r"interval 0\.99998\d\d to 1\.0000000", text)
    low = benchmark(20, [20] * 30, 10, target="samples")
    assert re.search(r"pass@10 = 1\.000 .*95 % interval > 0\.999 to 1\.000;", str(low), re.S)


def test_a_benchmark_as_a_table():
    found = benchmark(20, MIXED, 5, clusters=[1, 2, 3] * 4)
    table = found._repr_html_()
    for line in str(found).splitlines()[1:]:
        for cell in line.partition(": ")[2].split("; ")[:2]:
            assert f">{cell}</td>" in table
    assert "over 12 problems in 3 clusters, n = 20 samples each (unbiased estimate)</c" in table
    assert table.count("<tr>") == 3
    assert "would other problems like these give another score?" in table
    assert "color" not in table
    assert benchmark(20, MIXED, 5, target="samples")._repr_html_().count("<tr>") == 2
