"""Exact values against the definition: list every draw and count."""

import re
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passk import (
    exact,
    exact_naive_pass_at_k,
    exact_pass_at_k,
    exact_pass_hat_k,
    pass_at_k_by_listing,
)

EXACT = [exact_pass_at_k, exact_naive_pass_at_k, exact_pass_hat_k]
SMALL = [(n, c, k) for n in range(1, 11) for c in range(n + 1) for k in range(1, n + 1)]


def outcomes(n, c):
    return [True] * c + [False] * (n - c)


def share(draws, verdict):
    """The share of draws with a verdict, as a fraction."""
    draws = list(draws)
    return Fraction(sum(map(verdict, draws)), len(draws))


def test_listing_of_five_samples_by_hand():
    # two of five correct: of the ten pairs, three have no correct sample
    assert pass_at_k_by_listing([1, 1, 0, 0, 0], 2) == Fraction(7, 10)
    assert pass_at_k_by_listing([False], 1) == 0
    assert pass_at_k_by_listing([True], 1) == 1


def test_pass_at_k_against_listing():
    for n, c, k in SMALL:
        assert exact_pass_at_k(n, c, k) == pass_at_k_by_listing(outcomes(n, c), k), (n, c, k)


def test_naive_against_draws_with_replacement():
    for n, c, k in [case for case in SMALL if case[0] <= 5]:
        draws = product(outcomes(n, c), repeat=k)
        assert exact_naive_pass_at_k(n, c, k) == share(draws, any), (n, c, k)


def test_pass_hat_k_against_listing():
    for n, c, k in SMALL:
        draws = combinations(outcomes(n, c), k)
        assert exact_pass_hat_k(n, c, k) == share(draws, all), (n, c, k)


def test_pass_at_k_against_the_mirrored_identity():
    for n in (13, 40, 111):
        for c in range(1, n + 1):
            for k in range(1, n + 1):
                mirrored = 1 - Fraction(comb(n - k, c), comb(n, c))
                assert exact_pass_at_k(n, c, k) == mirrored, (n, c, k)


@pytest.mark.parametrize(
    ("n", "c", "k", "value"),
    [
        (10, 3, 5, Fraction(11, 12)),
        (16, 8, 4, Fraction(25, 26)),
        (200, 7, 10, Fraction(528754522, 1730224405)),
        (1030, 1, 515, Fraction(1, 2)),
        (10**30, 1, 1, Fraction(1, 10**30)),
        (10**30, 10**30 - 1, 1, 1 - Fraction(1, 10**30)),
        (10**30, 2, 10**30 - 2, 1 - Fraction(2, 10**30 * (10**30 - 1))),
        (10**30, 10**30, 10**30, 1),
    ],
)
def test_pass_at_k_of_any_size(n, c, k, value):
    assert exact_pass_at_k(n, c, k) == value
    assert type(exact_pass_at_k(n, c, k)) is Fraction


def test_naive_and_pass_hat_k_of_any_size():
    assert exact_naive_pass_at_k(10**30, 1, 2) == Fraction(2, 10**30) - Fraction(1, 10**60)
    assert exact_pass_hat_k(10**30, 2, 2) == Fraction(2, 10**30 * (10**30 - 1))


@given(st.lists(st.booleans(), min_size=1, max_size=11), st.data())
@settings(deadline=None)
def test_the_order_of_outcomes_does_not_matter(verdicts, data):
    k = data.draw(st.integers(1, len(verdicts)))
    shuffled = data.draw(st.permutations(verdicts))
    assert pass_at_k_by_listing(shuffled, k) == pass_at_k_by_listing(verdicts, k)
    assert pass_at_k_by_listing(verdicts, k) == exact_pass_at_k(len(verdicts), sum(verdicts), k)


@pytest.mark.parametrize(
    "verdicts",
    [
        [1, 0, 0],
        (1.0, 0.0, 0.0),
        [np.True_, np.False_, 0],
        np.array([1, 0, 0], dtype=np.uint8),
        np.array([1.0, 0.0, 0.0]),
        np.array([True, False, False]),
        (i == 2 for i in range(3)),
    ],
    ids=lambda v: type(v).__name__,
)
def test_outcomes_of_every_kind(verdicts):
    value = pass_at_k_by_listing(verdicts, 2)
    assert (value, type(value)) == (Fraction(2, 3), Fraction)


@pytest.mark.parametrize(
    ("verdicts", "shown"),
    [
        (["pass", "fail"], "outcomes[0]='pass'"),
        ("10", "outcomes[0]='1'"),
        ([1, 0, 2], "outcomes[2]=2"),
        ([1, -1], "outcomes[1]=-1"),
        ([1, 0.5], "outcomes[1]=0.5"),
        ([float("nan")], "outcomes[0]=nan"),
        ([True, None], "outcomes[1]=None"),
        ([True, [True, False]], "outcomes[1]=[True, False]"),
    ],
)
def test_outcomes_that_are_no_verdicts(verdicts, shown):
    message = f"^{re.escape(f'outcomes must be True, False, 1 or 0: {shown}')}$"
    with pytest.raises(TypeError, match=message):
        pass_at_k_by_listing(verdicts, 1)


def test_no_outcomes_and_too_few_outcomes():
    with pytest.raises(ValueError, match=r"^n must be at least 1: n=0$"):
        pass_at_k_by_listing([], 1)
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=3, n=2 "):
        pass_at_k_by_listing([True, False], 3)
    with pytest.raises(ValueError, match=r"^k must be at least 1: k=0$"):
        pass_at_k_by_listing([True, False], 0)


def test_a_list_too_long_to_be_drawn_is_refused_at_once():
    message = "draws must not exceed 2000000 to be listed: C(40, 20) are more"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        pass_at_k_by_listing([True, False] * 20, 20)


def test_the_limit_of_draws_can_be_reached(monkeypatch):
    monkeypatch.setattr(exact, "MOST_DRAWS", comb(6, 3))
    assert pass_at_k_by_listing([1, 0, 0, 0, 0, 0], 3) == Fraction(1, 2)
    with pytest.raises(ValueError, match=r"must not exceed 20 .* C\(7, 3\) are more$"):
        pass_at_k_by_listing([1, 0, 0, 0, 0, 0, 0], 3)


@pytest.mark.parametrize("function", EXACT)
def test_whole_numbers_of_every_kind_are_taken(function):
    assert function(10.0, np.int8(3), np.array(5)) == function(10, 3, 5)


@pytest.mark.parametrize("function", EXACT)
@pytest.mark.parametrize("name", ["n", "c", "k"])
@pytest.mark.parametrize("several", [[3], (3,), np.array([3]), range(3, 4)], ids=repr)
def test_several_numbers_are_refused(function, name, several):
    message = f"^{name} must be one number, not {type(several).__name__}$"
    with pytest.raises(TypeError, match=message):
        function(**{"n": 3, "c": 3, "k": 3} | {name: several})


@pytest.mark.parametrize("function", EXACT)
@pytest.mark.parametrize(
    ("triple", "message"),
    [
        ((0, 0, 1), "n must be at least 1: n=0"),
        ((10**30, 10**30 + 1, 1), f"c must not exceed n: c={10**30 + 1}, n={10**30}"),
        ((10, -1, 1), "c must be at least 0: c=-1"),
        ((10, 3, 0), "k must be at least 1: k=0"),
        ((2, 0, 5), "k must not exceed n: k=5, n=2 "),
        ((10, 0.3, 5), "c must be a whole number: c=0.3 (c counts correct samples"),
    ],
)
def test_numbers_out_of_bounds(function, triple, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        function(*triple)


@pytest.mark.parametrize(("n", "k"), [(20_000, 10_000), (3_000_000, 2), (2_000, 1_998), (10**6, 5)])
def test_what_cannot_be_listed_is_refused_before_it_is_computed(n, k):
    with pytest.raises(ValueError, match=rf"to be listed: C\({n}, {k}\) are more$"):
        pass_at_k_by_listing([0] * n, k)


@pytest.mark.parametrize(("n", "k"), [(2_000, 1), (2_000, 2_000), (1_000, 999)])
def test_few_draws_of_many_samples_are_listed(n, k):
    outcomes = [1] + [0] * (n - 1)
    assert pass_at_k_by_listing(outcomes, k) == exact_pass_at_k(n, 1, k)


@pytest.mark.parametrize("outcomes", [{0: 1}, {0, 1}, np.zeros((2, 2)), np.float64(1)])
def test_verdicts_must_come_in_a_sequence(outcomes):
    with pytest.raises(TypeError, match=r"^outcomes must be a sequence, one verdict per sample"):
        pass_at_k_by_listing(outcomes, 1)
