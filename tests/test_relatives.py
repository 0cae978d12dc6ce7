"""Estimators beside pass@k against listed draws, exact expectations and closed forms."""

import math
import re
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passk import pass_at_k, pass_hat_k
from passk.relatives import (
    best_of_k,
    capped_attempts,
    exactly_j_of_k,
    g_pass_at_k,
    majority_at_k,
    mean_g_pass_at_k,
    plurality_at_k,
)
from passk.theory import chance_of_counts

COUNTS = [(n, c, k) for n in range(1, 9) for c in range(n + 1) for k in range(1, n + 1)]
RATES = [Fraction(0), Fraction(1, 10), Fraction(2, 3), Fraction(1)]
THRESHOLDS = [Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(7, 10), Fraction(1)]
HALF = Fraction(1, 2)


def mean_over_draws(samples, k, score):
    """The definition: the mean score of all draws of k samples."""
    scores = [Fraction(score(draw)) for draw in combinations(samples, k)]
    return sum(scores) / len(scores)


def problem(n, c):
    return [1] * c + [0] * (n - c)


def g_pass(draw, threshold):
    return sum(draw) >= max(1, threshold * len(draw))


def mean_g_pass(draw):
    k = len(draw)
    thresholds = [Fraction(i, k) for i in range(math.ceil(k / 2) + 1, k + 1)]
    return Fraction(2, k) * sum(g_pass(draw, threshold) for threshold in thresholds)


def mean_g_pass_by_integral(draw):
    """2 x the length of the thresholds from 1/2 to 1 that the share of correct samples reaches."""
    return 2 * max(0, Fraction(sum(draw), len(draw)) - HALF)


def majority(draw):
    twice, k = 2 * sum(draw), len(draw)
    return 1 if twice > k else HALF if twice == k else 0


def plurality(draw, correct):
    votes = {answer: draw.count(answer) for answer in draw}
    winners = [answer for answer in votes if votes[answer] == max(votes.values())]
    return Fraction(correct in winners, len(winners))


def samples_with_answers(answer_counts):
    return [answer for answer, count in enumerate(answer_counts) for _ in range(count)]


def hypergeometric(n, c, k):
    """The chance of every number of correct samples, of large counts."""
    draws = math.comb(n, k)
    return [Fraction(math.comb(c, j) * math.comb(n - c, k - j), draws) for j in range(k + 1)]


def as_fraction(value):
    """The fraction with a small denominator that a correctly rounded value comes from."""
    fraction = Fraction(value).limit_denominator(10**5)
    assert float(fraction) == value
    return fraction


def agrees(value, exact, ulps):
    return abs(Fraction(value) - exact) <= ulps * Fraction(2) ** -53 * exact


# Against the definition


@pytest.mark.parametrize(("n", "c", "k"), COUNTS)
def test_scores_of_counts_against_listing(n, c, k):
    samples = problem(n, c)
    for j in range(k + 1):
        listed = mean_over_draws(samples, k, lambda draw, j=j: sum(draw) == j)
        assert exactly_j_of_k(n, c, k, j) == float(listed), j
    for threshold in THRESHOLDS:
        listed = mean_over_draws(samples, k, lambda draw, t=threshold: g_pass(draw, t))
        assert g_pass_at_k(n, c, k, threshold) == float(listed), threshold
        assert g_pass_at_k(n, c, k, float(threshold)) == float(listed), threshold
    assert mean_g_pass_at_k(n, c, k) == float(mean_over_draws(samples, k, mean_g_pass))
    assert majority_at_k(n, c, k) == float(mean_over_draws(samples, k, majority))


@pytest.mark.parametrize(
    "answer_counts",
    [
        [1],
        [3, 0],
        [0, 3],
        [1, 1, 1, 1],
        [2, 2, 2],
        [3, 2, 1, 1],
        [2, 3, 1, 1],
        [1, 4, 4],
        [4, 3, 2],
    ],
)
def test_plurality_against_listing(answer_counts):
    samples = samples_with_answers(answer_counts)
    for k in range(1, len(samples) + 1):
        for correct in range(len(answer_counts)):
            listed = mean_over_draws(samples, k, lambda draw, c=correct: plurality(draw, c))
            assert plurality_at_k(answer_counts, correct, k) == float(listed), (correct, k)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.data())
@settings(deadline=None, max_examples=60)
def test_plurality_of_any_answers_against_listing(answer_counts, data):
    answer_counts[0] += 1
    samples = samples_with_answers(answer_counts)[:11]
    answer_counts = [samples.count(answer) for answer in range(len(answer_counts))]
    k = data.draw(st.integers(1, len(samples)))
    correct = data.draw(st.integers(0, len(answer_counts) - 1))
    listed = mean_over_draws(samples, k, lambda draw: plurality(draw, correct))
    assert plurality_at_k(answer_counts, correct, k) == float(listed)


def chosen(draw):
    """The mean verdict of the samples with the best reward."""
    best = [correct for reward, correct in draw if reward == max(reward for reward, _ in draw)]
    return Fraction(sum(best), len(best))


@given(
    st.lists(
        st.tuples(st.integers(-3, 3).map(lambda x: x / 4), st.integers(0, 1)),
        min_size=1,
        max_size=7,
    )
)
@settings(deadline=None, max_examples=80)
def test_best_of_k_against_listing(samples):
    rewards, correct = zip(*samples, strict=True)
    for k in range(1, len(samples) + 1):
        best = mean_over_draws(rewards, k, max)
        assert best_of_k(rewards, k) == pytest.approx(float(best), abs=1e-15, rel=4e-16)
        listed = mean_over_draws(samples, k, chosen)
        assert best_of_k(rewards, k, correct) == pytest.approx(float(listed), abs=1e-16, rel=8e-16)


@pytest.mark.parametrize("n", range(1, 8))
def test_capped_attempts_against_all_orders(n):
    """The samples of a problem come in any order; one stops at the first correct one."""
    for c in range(n + 1):
        orders = [[i in correct for i in range(n)] for correct in combinations(range(n), c)]
        firsts = [order.index(True) + 1 if c else n + 1 for order in orders]
        for cap in range(1, n + 1):
            mean = Fraction(sum(min(first, cap) for first in firsts), len(orders))
            assert agrees(capped_attempts(n, c, cap), mean, 2), (c, cap)
        assert capped_attempts(n, c, n + 1) == (n + 1) / (c + 1)


# Unbiased


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize(("n", "k"), [(1, 1), (4, 3), (6, 4), (7, 7)])
def test_unbiased_for_every_rate(n, k, p):
    chances = chance_of_counts(p, n)
    fresh = [math.comb(k, j) * p**j * (1 - p) ** (k - j) for j in range(k + 1)]

    def mean(estimator, *rest):
        values = (as_fraction(estimator(n, c, k, *rest)) for c in range(n + 1))
        return sum(chance * value for chance, value in zip(chances, values, strict=True))

    def truth(score):
        return sum(chance * score(problem(k, j)) for j, chance in enumerate(fresh))

    assert [mean(exactly_j_of_k, j) for j in range(k + 1)] == fresh
    for threshold in THRESHOLDS:
        expected = truth(lambda draw, t=threshold: g_pass(draw, t))
        assert mean(g_pass_at_k, threshold) == expected
    assert mean(mean_g_pass_at_k) == truth(mean_g_pass)
    assert mean(majority_at_k) == truth(majority)


@pytest.mark.parametrize("p", RATES[1:])
def test_capped_attempts_are_unbiased(p):
    for n in (1, 4, 7):
        for cap in range(1, n + 2):
            values = [Fraction(capped_attempts(n, c, cap)) for c in range(n + 1)]
            values = [value.limit_denominator(10**5) for value in values]
            assert (chance_of_counts(p, n) * values).sum() == (1 - (1 - p) ** cap) / p


@pytest.mark.parametrize(("n", "k", "truth"), [(5, 3, "211/500"), (6, 4, "109/250")])
def test_plurality_is_unbiased(n, k, truth):
    rates = [Fraction(2, 5), Fraction(7, 20), Fraction(1, 4)]

    def mean(of_outcome, size):
        outcomes = product(range(3), repeat=size)
        return sum(math.prod(rates[a] for a in o) * of_outcome(o) for o in outcomes)

    def estimate(outcome):
        return as_fraction(plurality_at_k([outcome.count(a) for a in range(3)], 0, k))

    assert mean(estimate, n) == Fraction(truth)
    assert mean(lambda outcome: plurality(outcome, 0), k) == Fraction(truth)


def test_best_of_k_is_unbiased():
    kinds = {(0.0, 0): Fraction(1, 2), (1.0, 1): Fraction(1, 3), (1.0, 0): Fraction(1, 6)}

    def mean(score, size):
        outcomes = product(kinds, repeat=size)
        return sum(math.prod(kinds[s] for s in o) * score(o) for o in outcomes)

    def estimate(outcome):
        rewards, correct = zip(*outcome, strict=True)
        return Fraction(best_of_k(rewards, 2, correct)).limit_denominator(1000)

    assert mean(estimate, 4) == mean(chosen, 2)


# Figures


@pytest.mark.parametrize(
    ("threshold", "k", "least"),
    [
        (0.07, 100, 7),
        (0.14, 50, 7),
        (0.5, 3, 2),
        (1 / 3, 3, 1),
        (2 / 3, 3, 2),
        (3 * 0.2, 5, 3),
        (np.float64(0.07), 100, 7),
        (np.float32(0.07), 100, 7),
        (Fraction(7, 100), 100, 7),
        (0.0701, 100, 8),
        (0.500001, 2, 2),
        (1e-12, 5, 1),
        (10 * 0.1 + 2**-52, 3, 3),
        (1, 5, 5),
    ],
)
def test_how_many_must_be_correct(threshold, k, least):
    # of as many correct samples as must be correct, a draw of all n passes; with one less it fails
    assert g_pass_at_k(k, [least - 1, least], k, threshold).tolist() == [0, 1]


def test_hundredths_that_floats_round_up():
    thresholds = [(t, k) for t in range(1, 101) for k in range(1, 201)]
    wrong = [(t, k) for t, k in thresholds if math.ceil(t / 100 * k) != -(-t * k // 100)]
    assert len(wrong) == 27
    assert {(7, 100), (14, 50)} <= set(wrong)
    for t, k in wrong:
        least = -(-t * k // 100)
        assert g_pass_at_k(k, [least - 1, least], k, t / 100).tolist() == [0, 1]


def test_the_mean_over_thresholds_is_an_integral_for_even_k_only():
    for n, c, k in COUNTS:
        integral = mean_over_draws(problem(n, c), k, mean_g_pass_by_integral)
        rest = g_pass_at_k(n, c, k, 0.5) / k if k % 2 else 0
        assert mean_g_pass_at_k(n, c, k) + rest == pytest.approx(float(integral), abs=1e-15)
    assert mean_g_pass_at_k(10, 6, 3) == 1 / 9
    assert mean_over_draws(problem(10, 6), 3, mean_g_pass_by_integral) == Fraction(1, 3)
    assert mean_g_pass_at_k(10, 6, 1) == 0
    assert mean_over_draws(problem(10, 6), 1, mean_g_pass_by_integral) == Fraction(6, 10)
    assert mean_g_pass_at_k(9, 9, [1, 3, 4, 5, 9]).tolist() == [0, 2 / 3, 1, 4 / 5, 8 / 9]


# Relations


@pytest.mark.parametrize("n", [1, 2, 9, 60, 256])
def test_thresholds_at_the_ends_are_pass_at_k_and_pass_hat_k(n):
    for k in {1, 2, n // 2 + 1, n} - set(range(n + 1, 3)):
        for c in range(n + 1):
            assert g_pass_at_k(n, c, k, Fraction(1, k)) == pass_at_k(n, c, k), (c, k)
            assert g_pass_at_k(n, c, k, 1e-6) == pass_at_k(n, c, k), (c, k)
            assert g_pass_at_k(n, c, k, 1) == pass_hat_k(n, c, k), (c, k)
            assert exactly_j_of_k(n, c, k, k) == pass_hat_k(n, c, k), (c, k)


@given(st.integers(1, 300), st.data())
@settings(deadline=None, max_examples=60)
def test_majority_against_plurality(n, data):
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, min(n, 40)))
    agreed = majority_at_k(n, c, k)
    assert agreed == plurality_at_k([n - c, c], 1, k)
    assert agreed + majority_at_k(n, n - c, k) == pytest.approx(1, abs=1e-15)
    split = data.draw(st.integers(0, n - c))
    assert plurality_at_k([c, split, n - c - split], 0, k) >= agreed


@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.data())
@settings(deadline=None, max_examples=40)
def test_one_answer_wins(answer_counts, data):
    k = data.draw(st.integers(1, sum(answer_counts)))
    chances = [plurality_at_k(answer_counts, a, k) for a in range(len(answer_counts))]
    assert math.fsum(chances) == pytest.approx(1, abs=1e-14)
    order = data.draw(st.permutations(range(len(answer_counts))))
    shuffled = [answer_counts[a] for a in order]
    assert plurality_at_k(shuffled, order.index(0), k) == chances[0]


def test_best_of_k_with_rewards_0_and_1_is_pass_at_k():
    for n, c, k in COUNTS:
        rewards = problem(n, c)
        assert best_of_k(rewards, k) == pytest.approx(pass_at_k(n, c, k), rel=4e-16)
        assert best_of_k(rewards, k, rewards) == pytest.approx(pass_at_k(n, c, k), rel=4e-16)


def test_best_of_k_of_equal_rewards():
    for k in (1, 7, 100):
        assert best_of_k([0.1] * 100, k) == 0.1
        assert best_of_k([0.1] * 100, k, [True] * 100) == 1
        assert best_of_k([0.1] * 100, k, [True] * 25 + [False] * 75) == pytest.approx(
            0.25, rel=1e-15
        )


def test_the_best_of_one_is_the_mean_and_of_all_the_maximum():
    rewards = [-2.5, 0.25, 7.0, 0.25]
    assert best_of_k(rewards, 1) == 1.25
    assert best_of_k(rewards, 4) == 7
    assert best_of_k(rewards, 4, [1, 1, 0, 1]) == 0


def test_the_order_of_samples_does_not_matter_to_the_best_of_k():
    rewards, correct = [0.3, 0.1, 0.3, 0.2, 0.9], [1, 0, 0, 1, 0]
    expected = best_of_k(rewards, 3), best_of_k(rewards, 3, correct)
    backwards = best_of_k(rewards[::-1], 3), best_of_k(rewards[::-1], 3, correct[::-1])
    assert backwards == pytest.approx(expected, rel=1e-15)


def test_capped_attempts_are_the_sum_over_pass_at_k():
    for n, c in [(9, 0), (9, 4), (200, 1), (200, 199), (2000, 3)]:
        failed = np.concatenate([[1.0], 1 - pass_at_k(n, c, np.arange(1, n + 1))])
        values = capped_attempts(n, c, np.arange(1, n + 2))
        np.testing.assert_allclose(values, np.cumsum(failed), rtol=1e-12)
    assert capped_attempts(9, 0, np.arange(1, 11)).tolist() == list(range(1, 11))
    assert capped_attempts(9, 9, np.arange(1, 11)).tolist() == [1] * 10


# Accuracy


LARGE = [
    (n, c, k)
    for n in (300, 2000)
    for c in (0, 1, 7, n // 3, n // 2, n - 40, n)
    for k in (1, 2, 25, n // 2, n - 1, n)
]


@pytest.mark.parametrize(("n", "c", "k"), LARGE)
def test_large_counts_are_correctly_rounded(n, c, k):
    law = hypergeometric(n, c, k)
    for j in {0, 1, k // 3, min(c, k), k}:
        assert exactly_j_of_k(n, c, k, j) == float(law[j]), j
    assert g_pass_at_k(n, c, k, 0.3) == float(sum(law[max(1, -(-3 * k // 10)) :]))
    half = math.ceil(k / 2)
    assert mean_g_pass_at_k(n, c, k) == float(
        Fraction(2, k) * sum((j - half) * law[j] for j in range(half + 1, k + 1))
    )
    tie = law[k // 2] / 2 if k % 2 == 0 else 0
    assert majority_at_k(n, c, k) == float(sum(law[k // 2 + 1 :]) + tie)


@pytest.mark.parametrize(("n", "c", "cap"), LARGE)
def test_capped_attempts_of_large_counts(n, c, cap):
    failed = (Fraction(math.comb(n - c, j), math.comb(n, j)) for j in range(min(cap, 60)))
    if cap <= 60:
        assert agrees(capped_attempts(n, c, cap), sum(failed), 8)
    missed = Fraction(math.comb(n - c, cap), math.comb(n, cap))
    assert agrees(capped_attempts(n, c, cap), (n + 1 - (n + 1 - cap) * missed) / (c + 1), 8)


@pytest.mark.parametrize("k", [1, 2, 30, 1000, 1999, 2000])
def test_best_of_k_of_many_samples(k):
    rewards = np.random.default_rng(0).integers(1, 400, 2000) / 64
    correct = np.random.default_rng(1).integers(0, 2, 2000)
    below = {x: int((rewards <= x).sum()) for x in rewards}
    values, draws = sorted(below), math.comb(2000, k)
    reached = [0, *(math.comb(below[x], k) for x in values)]
    shares = [Fraction(high - low, draws) for low, high in pairwise(reached)]
    best = sum(Fraction(x) * share for x, share in zip(values, shares, strict=True))
    assert agrees(best_of_k(rewards, k), best, 16)
    right = [Fraction(int(correct[rewards == x].sum()), int((rewards == x).sum())) for x in values]
    mean = sum(share * r for share, r in zip(shares, right, strict=True))
    assert best_of_k(rewards, k, correct) == pytest.approx(float(mean), rel=2e-15)


def test_plurality_of_many_samples():
    assert plurality_at_k([20] * 10, 3, 100) == 0.1
    answer_counts, k = [90, 80, 30], 5
    draws = math.comb(200, k)
    exact = Fraction(0)
    for votes in product(range(k + 1), repeat=3):
        if sum(votes) == k and votes[0] == max(votes):
            ways = math.prod(map(math.comb, answer_counts, votes))
            exact += Fraction(ways, draws * votes.count(max(votes)))
    assert plurality_at_k(answer_counts, 0, k) == float(exact)


def test_counts_up_to_the_largest():
    n, c, k = 2**53, 2**52, 3
    assert majority_at_k(n, c, k) == 0.5
    assert exactly_j_of_k(n, 5, 2**52, 2) == pytest.approx(10 / 32, rel=1e-15)
    assert g_pass_at_k(n, 1, 1, 1) == 2.0**-53
    assert capped_attempts(n, 0, n + 1) == 2.0**53
    assert agrees(capped_attempts(n, 1, 2), 2 - Fraction(1, n), 2)


# Shapes


def test_arrays_broadcast():
    c, k = np.array([[0], [3], [6]]), np.array([1, 4])
    expected = [[g_pass_at_k(6, i, j, 0.5) for j in (1, 4)] for i in (0, 3, 6)]
    assert g_pass_at_k(6, c, k, 0.5).tolist() == expected
    expected = [[capped_attempts(6, i, j) for j in (1, 4)] for i in (0, 3, 6)]
    assert capped_attempts(6, c, k).tolist() == expected
    assert exactly_j_of_k(6, c, 4, [[1, 2]]).shape == (3, 2)
    assert exactly_j_of_k(6, c, 4, [[1, 2]])[1, 1] == exactly_j_of_k(6, 3, 4, 2)
    assert mean_g_pass_at_k([6, 7], 3, 4).dtype == np.float64
    assert majority_at_k([5], 2, 3).shape == (1,)


@pytest.mark.parametrize(
    "value",
    [
        exactly_j_of_k(5, 2.0, 2, np.int8(1)),
        g_pass_at_k(np.int64(5), 2, 2, 0.5),
        mean_g_pass_at_k(5, 2, 2),
        majority_at_k(5, 2, 2),
        plurality_at_k(np.array([3, 2]), np.int64(0), 2),
        plurality_at_k(pd.Series({"42": 3, "7": 2}), 0, 2),
        best_of_k(np.array([1, 2], dtype=np.float32), 2),
        best_of_k(pd.Series([1, 2]), 2, pd.Series([True, False])),
        capped_attempts(5, 2, 3),
    ],
)
def test_numbers_come_out_as_floats(value):
    assert type(value) is float


def test_many_problems_are_evaluated_by_their_distinct_counts():
    c = np.tile(np.arange(21), 10_000)
    values = majority_at_k(20, c, 5)
    assert values.shape == c.shape
    assert values[-21:].tolist() == [majority_at_k(20, i, 5) for i in range(21)]


# Errors


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: exactly_j_of_k(5, 2, 6, 1), ValueError, "k must not exceed n: k=6, n=5 ("),
        (lambda: exactly_j_of_k(5, 6, 2, 1), ValueError, "c must not exceed n: c=6, n=5"),
        (lambda: exactly_j_of_k(5, 2, 3, 4), ValueError, "j must not exceed k: j=4, k=3"),
        (lambda: exactly_j_of_k(5, 2, 3, -1), ValueError, "j must be at least 0: j=-1"),
        (
            lambda: exactly_j_of_k(5, [1, 2], [3, 2], [3, 3]),
            ValueError,
            "j must not exceed k: j=3, k=2 at index 1",
        ),
        (lambda: exactly_j_of_k(5, 2, 3, 0.5), ValueError, "j must be a whole number: j=0.5"),
        (lambda: exactly_j_of_k(5, 2, 3, True), TypeError, "j must be a whole number, not bool"),
        (
            lambda: exactly_j_of_k(5, [1, 2], 3, [1, 2, 3]),
            ValueError,
            "n, c, k and j must broadcast: their shapes are n (), c (2,), k (), j (3,)",
        ),
        (
            lambda: majority_at_k(10**6, 10**5, [10, 20_000]),
            ValueError,
            "c or k must not exceed 10000: c=100000, k=20000 at index 1",
        ),
        (lambda: majority_at_k(4, 2, 5), ValueError, "k must not exceed n: k=5, n=4 ("),
        (lambda: majority_at_k(4, 2, None), TypeError, "k must be a whole number, not NoneType"),
        (lambda: mean_g_pass_at_k(4, -1, 2), ValueError, "c must be at least 0: c=-1"),
        (
            lambda: g_pass_at_k(5, 2, 3, 0),
            ValueError,
            "threshold must lie above 0 and not exceed 1: threshold=0",
        ),
        (
            lambda: g_pass_at_k(5, 2, 3, 50),
            ValueError,
            "threshold must lie above 0 and not exceed 1: threshold=50",
        ),
        (
            lambda: g_pass_at_k(5, 2, 3, 1.01),
            ValueError,
            "threshold must lie above 0 and not exceed 1: threshold=1.01",
        ),
        (
            lambda: g_pass_at_k(5, 2, 3, math.nan),
            ValueError,
            "threshold must be a finite number: threshold=nan",
        ),
        (
            lambda: g_pass_at_k(5, 2, 3, "0.5"),
            TypeError,
            "threshold must be one number, not str: threshold='0.5'",
        ),
        (lambda: g_pass_at_k(5, 2, 3, True), TypeError, "threshold must be one number, not bool"),
        (
            lambda: g_pass_at_k(5, 2, 3, Decimal("0.5")),
            TypeError,
            "threshold must be one number, not Decimal",
        ),
        (lambda: plurality_at_k([3, 2], 0, 6), ValueError, "k must not exceed n: k=6, n=5 ("),
        (lambda: plurality_at_k([0, 0], 0, 1), ValueError, "n must be at least 1: n=0"),
        (
            lambda: plurality_at_k([3, 2], 2, 1),
            ValueError,
            "correct must be the position of an answer: correct=2, answers=2",
        ),
        (
            lambda: plurality_at_k([3, 2], -1, 1),
            ValueError,
            "correct must be the position of an answer: correct=-1, answers=2",
        ),
        (lambda: plurality_at_k([3, 2], True, 1), TypeError, "correct must be a whole number"),
        (
            lambda: plurality_at_k([3, -2], 0, 1),
            ValueError,
            "answer_counts must be at least 0: answer_counts=-2 at index 1",
        ),
        (
            lambda: plurality_at_k([[3, 2]], 0, 1),
            ValueError,
            "answer_counts must be a 1-D list: it has shape (1, 2)",
        ),
        (lambda: plurality_at_k(5, 0, 1), ValueError, "answer_counts must be a 1-D list"),
        (lambda: plurality_at_k([], 0, 1), ValueError, "answer_counts must not be empty"),
        (lambda: plurality_at_k([0.5, 2], 0, 1), ValueError, "answer_counts must be a whole"),
        (lambda: plurality_at_k([3, 2], 0, [1, 2]), TypeError, "k must be one number: [1, 2]"),
        (lambda: best_of_k([1, 2], 3), ValueError, "k must not exceed n: k=3, n=2 ("),
        (lambda: best_of_k([1, 2], 0), ValueError, "k must be at least 1: k=0"),
        (lambda: best_of_k([], 1), ValueError, "rewards must be a 1-D list, one per sample"),
        (lambda: best_of_k(0.5, 1), ValueError, "rewards must be a 1-D list, one per sample"),
        (lambda: best_of_k(["a"], 1), TypeError, "rewards must be numbers, not str"),
        (lambda: best_of_k([True], 1), TypeError, "rewards must be numbers, not bool"),
        (lambda: best_of_k([None, 1.0], 1), TypeError, "rewards must be numbers, not object"),
        (
            lambda: best_of_k([1, math.nan], 1),
            ValueError,
            "rewards must be finite: rewards=nan at index 1",
        ),
        (
            lambda: best_of_k(np.ma.masked_array([1, 2], [True, False]), 1),
            ValueError,
            "rewards must have a value everywhere: a value is missing",
        ),
        (
            lambda: best_of_k([1, 2], 1, np.ma.masked_array([1, 0], [True, False])),
            ValueError,
            "correct must have a value everywhere: a value is missing",
        ),
        (
            lambda: best_of_k([1, 2], 1, [1]),
            ValueError,
            "correct must have one entry per reward: ",
        ),
        (
            lambda: best_of_k([1, 2], 1, [0, 2]),
            ValueError,
            "correct must be 0 or 1: correct=2 at index 1",
        ),
        (
            lambda: best_of_k(pd.Series([1, 2]), 1, pd.Series([1, 0], index=[1, 0])),
            ValueError,
            "rewards and correct must have the same index: ",
        ),
        (lambda: best_of_k([1, 2], 1, ["yes", "no"]), TypeError, "correct must be True or False"),
        (
            lambda: capped_attempts(5, 2, 7),
            ValueError,
            "cap must not exceed n + 1: cap=7, n=5",
        ),
        (lambda: capped_attempts(5, 2, 0), ValueError, "cap must be at least 1: cap=0"),
        (lambda: capped_attempts(5, 6, 2), ValueError, "c must not exceed n: c=6, n=5"),
        (
            lambda: capped_attempts(5, [1, 2], [1, 7]),
            ValueError,
            "cap must not exceed n + 1: cap=7, n=5 at index 1",
        ),
    ],
)
def test_arguments_out_of_bounds(call, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        call()
