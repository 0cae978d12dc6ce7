"""Drawing intervals: the exact coverage by fractions, the draws, and the methods that fail."""

import math
import re
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from scipy import special

from passk import pass_at_k, true_pass_at_k
from passk.uncertainty.games import (
    FAULTY_METHODS,
    SOUND_METHODS,
    IntervalGame,
    any_interval,
    coverage,
    faulty_interval,
)
from passk.uncertainty.intervals import confidence_interval, rate_interval, variance_estimate

METHODS = SOUND_METHODS + FAULTY_METHODS
TWO_SE = "plus-minus-2-se"
Z = 1.959963984540054


def game(p=0.1, n=20, k=10, **options):
    return IntervalGame(p, n, k, **{"seed": 1, "draws": 100, **options})


# Methods


@pytest.mark.parametrize("method", FAULTY_METHODS)
def test_a_faulty_method_is_offered_here_and_nowhere_else(method):
    faulty_interval(20, 3, 10, method=method)
    with pytest.raises(ValueError, match="method must be"):
        confidence_interval(20, 3, 10, method=method)


@pytest.mark.parametrize("method", SOUND_METHODS)
def test_a_sound_method_is_that_of_confidence_interval(method):
    expected = confidence_interval(20, [0, 3, 20], 30, method=method, confidence_level=0.9)
    found = any_interval(20, [0, 3, 20], 30, method=method, confidence_level=0.9)
    np.testing.assert_array_equal(found, expected)
    with pytest.raises(ValueError, match='method must be "wald" or "plus-minus-2-se"'):
        faulty_interval(20, 3, 10, method=method)


def test_wald_is_the_rate_plus_and_minus_its_standard_errors():
    half = Z * math.sqrt(0.15 * 0.85 / 20)
    expected = [true_pass_at_k(rate, 10) for rate in (0.0, 0.15 + half)]
    assert faulty_interval(20, 3, 10, method="wald") == pytest.approx(expected)
    half = special.ndtri(0.75) * math.sqrt(0.4 * 0.6 / 20)
    low, high = faulty_interval(20, [8, 20], [1, 40], method="wald", confidence_level=0.5)
    np.testing.assert_allclose([low, high], [[0.4 - half, 1], [0.4 + half, 1]])


def test_plus_minus_2_se_is_the_estimate_plus_and_minus_its_standard_errors():
    for n, c, k in ((20, 2, 5), (20, 5, 10), (200, 3, 100)):
        half = Z * math.sqrt(variance_estimate(n, c, k))
        low, high = faulty_interval(n, c, k, method=TWO_SE)
        assert (type(low), type(high)) == (float, float)
        estimate = pass_at_k(n, c, k)
        assert low == pytest.approx(max(estimate - half, 0))
        assert high == pytest.approx(min(estimate + half, 1))


def test_faulty_intervals_have_no_length_where_nothing_or_all_is_correct():
    for method in FAULTY_METHODS:
        assert faulty_interval(20, 0, 10, method=method) == (0, 0)
        assert faulty_interval(20, 20, 10, method=method) == (1, 1)


@pytest.mark.parametrize("method", METHODS)
def test_ends_are_chances_in_order(method):
    low, high = any_interval(20, np.arange(21)[:, None], np.arange(1, 11), method=method)
    assert low.shape == (21, 10)
    assert (low >= 0).all()
    assert (low <= high).all()
    assert (high <= 1).all()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: any_interval(20, 3, 10, method="t"), ValueError, 'or "plus-minus-2-se": method='),
        (lambda: faulty_interval(20, 21, 1, method="wald"), ValueError, "c must not exceed n"),
        (lambda: faulty_interval(20, 2, 0, method="wald"), ValueError, "k must be at least 1: k=0"),
        (
            lambda: faulty_interval([9, 8, 7], 2, [1, 2], method="wald"),
            ValueError,
            "their shapes are n (3,), c (), k (2,)",
        ),
        (
            lambda: faulty_interval(20, 3, 11, method=TWO_SE),
            ValueError,
            "n must be at least 2k for 'plus-minus-2-se': n=20, k=11",
        ),
        (
            lambda: faulty_interval(20, 3, [5, 11], method=TWO_SE),
            ValueError,
            "n=20, k=11 at index 1",
        ),
        (
            lambda: faulty_interval(20, 3, 1, method="wald", confidence_level=95),
            ValueError,
            "confidence_level must lie between 0 and 1",
        ),
        (lambda: coverage(1.5, 20), ValueError, "p must lie between 0 and 1: p=1.5"),
        (lambda: coverage(0.5, 10_001), ValueError, "n must not exceed 10000 here: n=10001"),
        (lambda: coverage(0.5, [5, 6]), TypeError, "n must be one number"),
        (lambda: coverage(0.5, 20, 0), ValueError, "k must be at least 1: k=0"),
        (lambda: coverage(0.5, 20, method="t"), ValueError, "method must be"),
        (lambda: coverage(0.5, 20, 11, method=TWO_SE), ValueError, "n must be at least 2k"),
        (lambda: game(p=[0.1, 0.2]), TypeError, "p must be one number: p=[0.1, 0.2]"),
        (lambda: game(n=2.5), ValueError, "n must be a whole number"),
        (lambda: game(k=11, method=TWO_SE), ValueError, "n must be at least 2k"),
        (lambda: game(seed=-1), ValueError, "seed must be at least 0: seed=-1"),
        (lambda: game(seed=None), TypeError, "seed must be a whole number"),
        (lambda: game(draws=-1), ValueError, "draws must be at least 0: draws=-1"),
        (lambda: game().more(0), ValueError, "draws must be at least 1: draws=0"),
        (lambda: game(confidence_level=1), ValueError, "confidence_level must lie between"),
    ],
)
def test_games_of_nothing(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()


# Coverage


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("p", [Fraction(1, 10), Fraction(2, 3)])
def test_coverage_is_the_chance_of_all_counts_whose_interval_covers(method, p):
    n, k = 12, 3
    exact = Fraction(0)
    for c in range(n + 1):
        low, high = any_interval(n, c, k, method=method)
        if low <= true_pass_at_k(p, k) <= high:
            exact += math.comb(n, c) * p**c * (1 - p) ** (n - c)
    assert coverage(float(p), n, k, method=method) == pytest.approx(float(exact), rel=1e-12)


# Smallest coverage over pass rates from 1e-4 to 1 - 1e-4 (the faulty ones have none at either end),
# and average coverage of pass rates that are Beta(0.25, 0.35)


@pytest.mark.parametrize(
    ("n", "k", "method", "least", "average"),
    [
        (20, 1, "clopper-pearson", 0.958, 0.985),
        (20, 1, "wald", 0.002, 0.549),
        (20, 10, TWO_SE, 0.000, 0.368),
        (200, 100, TWO_SE, 0.020, 0.652),
    ],
)
def test_coverage_as_in_the_table(n, k, method, least, average):
    found = coverage(np.linspace(0.0001, 0.9999, 9999), n, k, method=method)
    assert found.min() == pytest.approx(least, abs=0.001)
    rates = special.betaincinv(0.25, 0.35, (np.arange(20_000) + 0.5) / 20_000)
    assert coverage(rates, n, k, method=method).mean() == pytest.approx(average, abs=0.0015)


def test_a_distance_of_rounding_is_no_miss():
    assert coverage(0.9, 20, 10, method=TWO_SE) < 0.01  # 1 - 1e-10 is not in the interval 1 to 1
    assert coverage(0.95, 20, 10, method=TWO_SE) == pytest.approx(1)  # 1 - 1e-13 is


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("p", [0.0, 1.0])
def test_certainties_are_covered(method, p):
    assert coverage(p, 20, 10, method=method) == 1


def test_coverage_has_the_shape_of_p():
    assert type(coverage(0.1, 20)) is float
    assert coverage([[0.1, 0.2, 0.3]], 20).shape == (1, 3)


@pytest.mark.parametrize("method", ["clopper-pearson", "wald"])
def test_coverage_is_the_same_for_every_k_also_where_pass_at_k_rounds_to_1(method):
    assert true_pass_at_k(0.5, 100) == any_interval(200, 130, 100, method=method).low == 1
    shares = [coverage(0.5, 200, k, method=method) for k in (1, 10, 100, 1000)]
    assert shares == [shares[0]] * 4
    assert shares[0] < 0.97


def test_a_miss_is_a_miss_also_where_pass_at_k_rounds_to_1():
    missed = game(p=0.5, n=200, k=100, method="wald", draws=1000)
    low, high = rate_interval(200, missed.correct, 0.95, "wilson")  # wider than Wald's near 1/2
    assert not missed.covers.all()
    assert np.mean(missed.covers == ((low <= 0.5) & (high >= 0.5))) > 0.98


# Games


def test_a_new_game_has_no_draws():
    empty = IntervalGame(0.1, 20, 10)
    assert (empty.draws, empty.covering, empty.low.size) == (0, 0, 0)
    assert math.isnan(empty.share)
    assert str(empty).startswith("0 intervals of pass@10")


def test_more_draws_leave_the_first_ones_and_the_game_as_they_are():
    first = game(draws=30)
    before = first.correct.copy()
    both = first.more(50).more(20)
    np.testing.assert_array_equal(first.correct, before)
    np.testing.assert_array_equal(both.correct[:30], before)
    np.testing.assert_array_equal(both.correct, game(draws=100).correct)
    assert both == game(draws=100)
    assert not np.array_equal(both.correct, game(seed=2).correct)


def test_a_game_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        game().draws = 3


@pytest.mark.parametrize("method", METHODS)
def test_each_draw_has_the_interval_of_its_count(method):
    drawn = game(p=0.15, method=method)
    for i in (0, 1, 57, 99):
        expected = any_interval(20, int(drawn.correct[i]), 10, method=method)
        assert (drawn.low[i], drawn.high[i]) == pytest.approx(tuple(expected))
        assert drawn.covers[i] == (expected.low <= drawn.truth <= expected.high)
    assert drawn.covering == drawn.covers.sum() == round(100 * drawn.share)


@pytest.mark.parametrize("method", METHODS)
def test_the_share_settles_on_the_exact_coverage(method):
    many = game(p=0.04, draws=40_000, method=method)
    spread = math.sqrt(many.coverage * (1 - many.coverage) / many.draws)
    assert abs(many.share - many.coverage) < 4 * spread
    assert many.coverage == coverage(0.04, 20, 10, method=method)


def test_k_may_exceed_n_as_an_interval_exists_then():
    beyond = game(k=500)
    assert beyond.covering == game(k=1).covering
    assert beyond.high.max() <= 1


def test_numbers_of_every_kind_make_equal_games():
    assert game(np.float64(0.5), np.int64(20), 10.0) == game(Fraction(1, 2), 20, 10)
    assert type(game(Fraction(1, 2)).p) is float


def test_texts_state_everything():
    words = str(game(p=0.25, n=8, k=2, method="wald", draws=1, confidence_level=0.9))
    assert words == (
        "1 interval of pass@2 at p = 0.25, n = 8 (wald, 90 %): 1 cover the truth 0.4375, 0 miss "
        "it; of all such intervals 0.873 cover it"
    )
    table = game()._repr_html_()
    for part in ("100 intervals of pass@10", "clopper-pearson, 95 %", "0.6513", ">0.989<"):
        assert part in table
    assert "color" not in table
