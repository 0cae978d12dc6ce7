"""A mistake is recognised by its values, whatever it is dressed in, and never by a guess."""

import math
import random
import time
from fractions import Fraction

import numpy as np
import pytest
from wrong_estimators import (
    PRESENTATIONS,
    PRESENTED,
    UNKNOWN,
    ZOO,
    chen,
    naive,
    presented,
    unbiased,
)

from passk import calls, exact_naive_pass_at_k
from passk.checks import check_estimator
from passk.diagnosis import (
    MEAN,
    NAIVE,
    PASS_AT_K,
    Diagnosis,
    Subject,
    close,
    diagnose,
    is_steady,
)
from passk.mistakes import MEAN_POLICIES, PASS_AT_K_MISTAKES, guarded

CATALOGUE = {m.name for m in (*PASS_AT_K.mistakes, *NAIVE.mistakes, *MEAN.mistakes)}
NAME_OF = {entry.function: entry.names[0] for entry in ZOO if entry.names}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(calls, "PATIENCE", 0.3)


def names(function, target=PASS_AT_K, **options):
    return [found.name for found in diagnose(Subject(function, target, **options))]


@pytest.mark.parametrize("dress", PRESENTATIONS)
@pytest.mark.parametrize("function", PRESENTED, ids=lambda f: f.__name__)
def test_a_mistake_shows_through_its_dress(function, dress):
    expected = [*PRESENTATIONS[dress][1], NAME_OF[function]]
    assert names(presented(function, dress))[: len(expected)] == expected


@pytest.mark.parametrize("dress", PRESENTATIONS)
def test_a_right_formula_is_only_told_its_dress(dress):
    expected = list(PRESENTATIONS[dress][1])
    assert names(presented(unbiased, dress)) == expected


@pytest.mark.parametrize("digits", range(1, 9))
def test_the_number_of_decimals_is_told(digits):
    noun = "decimal" if digits == 1 else "decimals"
    assert names(lambda n, c, k: round(unbiased(n, c, k), digits)) == [
        f"rounded to {digits} {noun}"
    ]


@pytest.mark.parametrize("digits", range(7))
def test_rounded_percentages_are_told(digits):
    found = names(lambda n, c, k: round(100 * unbiased(n, c, k), digits))
    assert found == ["percent, rounded"]


def test_numbers_cut_off_are_no_rounding():
    assert names(lambda n, c, k: math.floor(100 * unbiased(n, c, k)) / 100) == [UNKNOWN]


def test_rounding_to_whole_numbers_is_no_presentation():
    assert names(lambda n, c, k: float(round(unbiased(n, c, k)))) == [UNKNOWN]


@pytest.mark.parametrize("mistake", PASS_AT_K_MISTAKES, ids=lambda m: m.name)
def test_every_formula_is_recognised_behind_the_usual_guard(mistake):
    behind = guarded(mistake.formula)

    def function(n, c, k):
        n, c, k = map(int, (n, c, k))
        if n > 200:
            raise ValueError("small ones will do")
        return float(behind(n, c, k))

    found = names(function)
    if mistake.name == "the guard answers 0":  # the guard before it hides it
        assert found[0] == "1 for k > n"
    elif mistake.name == "always 0":  # with a guard it is not always 0
        assert found[0] == "cut to a whole number"
    else:
        assert any(mistake.name in name.split(" or ") for name in found)


FORMULAS = [
    lambda n, c, k, r: r.random(),
    lambda n, c, k, r: r.random() ** 4,
    lambda n, c, k, r: c / n * r.random(),
    lambda n, c, k, r: unbiased(n, c, k) + r.choice([-1, 1]) * 1e-4,
    lambda n, c, k, r: round(r.random(), 1),
    lambda n, c, k, r: float(r.random() < 0.5),
    lambda n, c, k, r: 100 * r.random(),
    lambda n, c, k, r: naive(n, c, k) * (1 + 1e-5 * r.random()),
    lambda n, c, k, r: round(100 * r.random()),
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", range(len(FORMULAS)))
def test_arbitrary_values_are_never_given_a_name(kind, seed):
    def scattered(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return FORMULAS[kind](n, c, k, random.Random(f"{kind} {seed} {n} {c} {k}"))

    assert not CATALOGUE & set(names(scattered))


@pytest.mark.parametrize("place", [0, 13, 40, 77, -1])
@pytest.mark.parametrize("factor", [0.9, 1.1, -1, float("nan")])
def test_a_mistake_that_does_not_explain_every_probe_is_not_named(place, factor):
    spared = PASS_AT_K.small[place]
    wrong = naive(*spared) * factor if naive(*spared) else 0.125

    def nearly(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return wrong if (n, c, k) == spared else naive(n, c, k)

    assert names(nearly) == [UNKNOWN]


def test_one_wrong_value_spoils_a_right_formula():
    def nearly(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return 0.5 if (n, c, k) == (6, 2, 3) else unbiased(n, c, k)

    found = diagnose(Subject(nearly, PASS_AT_K))
    assert [d.name for d in found] == [UNKNOWN]
    assert "1 of 112" in found[0].words
    assert "nearly(6, 2, 3) gives 0.5" in found[0].words
    assert "4/5" in found[0].words
    assert "too low" in found[0].words


def test_the_side_of_an_unknown_mistake_is_told():
    def above(n, c, k):
        return min(1.0, unbiased(n, c, k) + 0.01)

    assert "too high" in diagnose(Subject(above, PASS_AT_K))[0].words
    mixed = diagnose(Subject(lambda n, c, k: unbiased(n, c, k) / 2 + 0.2, PASS_AT_K))[0].words
    assert "too" not in mixed


def test_a_right_function_has_nothing_to_be_told():
    for target, function in (
        (PASS_AT_K, unbiased),
        (NAIVE, lambda n, c, k: float(exact_naive_pass_at_k(n, c, k))),
    ):

        def refusing(n, c, k, function=function):
            if k > n:
                raise ValueError("k must not exceed n")
            return function(n, c, k)

        assert names(refusing, target) == []


def test_the_arguments_of_a_swapped_call_are_put_right():
    found = diagnose(Subject(lambda c, n, k: chen(n, c, k), PASS_AT_K))
    assert found[0].name == "arguments in another order"
    assert '"c, n, k"' in found[0].words


@pytest.mark.parametrize("order", ["c, n, k", "k, c, n", "c, k, n", "k, n, c"])
def test_every_other_order_of_the_arguments_is_told(order):
    # n, k, c is not among them: the values are the same with c and k swapped
    places = ["nck".index(letter) for letter in order.split(", ")]

    def turned(*given):
        n, c, k = (given[places.index(place)] for place in range(3))
        if not 0 <= c <= n or k > n:
            raise ValueError("not such counts")
        return float(unbiased(n, c, k))

    assert "arguments in another order" in names(turned)


def test_a_wrong_value_for_no_passes_is_no_matter_of_order():
    def nothing_is_one(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return 1.0 if c == 0 else unbiased(n, c, k)

    assert names(nothing_is_one) == [UNKNOWN]


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda n, c, k: min(1.0, k * c / n), "k times the pass rate, cut at 1"),
        (lambda n, c, k: min(1.0, c / k), "c/k, cut at 1"),
    ],
    ids=["kc/n", "c/k"],
)
def test_a_formula_without_an_order_is_not_told_to_turn_its_arguments(function, name):
    assert names(function) == [name]


def test_the_words_name_the_function_and_its_counterexample():
    def mine(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return 0.0 if n - c < k else unbiased(n, c, k) ** 2

    assert "mine(" in diagnose(Subject(mine, PASS_AT_K))[0].words
    assert "f(" in diagnose(Subject(lambda n, c, k: 2 * c - k * n, PASS_AT_K))[0].words


@pytest.mark.parametrize("policy", MEAN_POLICIES, ids=lambda p: p.name)
def test_every_policy_of_the_mean_is_recognised_by_its_own_formula(policy):
    found = names(lambda ns, cs, k: policy.formula(ns, cs, k), MEAN)
    assert any(policy.name in name.split(" or ") for name in found)  # faults 9 and 10


def test_a_mean_of_estimates_of_one_problem_is_told_once():
    def mean_of_naive(ns, cs, k):
        return sum(naive(n, c, k) for n, c in zip(ns, cs, strict=True)) / len(ns)

    assert names(mean_of_naive, MEAN) == ["naive estimate of each problem"]


HUGE = [
    lambda n, c, k: 10**400 * c,
    lambda n, c, k: 1 - math.comb(n - c, k),
    lambda n, c, k: Fraction(10**400) if n > 100 else naive(n, c, k),
    lambda n, c, k: 1 - (1 - Fraction(c, n)) ** k,  # of NumPy's integers it overflows later
]


@pytest.mark.parametrize("function", HUGE, ids=range(len(HUGE)))
def test_numbers_too_large_for_a_float_do_not_stop_it(function):
    assert check_estimator(function).diagnoses


def test_agreement_is_to_nine_digits():
    third = Fraction(1, 3)
    assert close(third, Fraction(0.3333333333))
    assert not close(third, Fraction(0.33333333))
    assert close(Fraction(0), Fraction(1, 10**13))
    assert not close(Fraction(0), Fraction(1, 10**11))
    assert close(math.nan, math.nan)
    assert close(None, None)
    assert close(math.inf, math.inf)
    assert not close(math.inf, -math.inf)
    assert not close(None, third)
    assert not close(third, math.nan)


def test_what_changes_is_not_steady():
    state = iter(range(10**9))
    assert not is_steady(Subject(lambda n, c, k: next(state), PASS_AT_K))
    assert is_steady(Subject(unbiased, PASS_AT_K))
    assert is_steady(Subject(lambda n, c, k: math.nan, PASS_AT_K))


def test_a_change_that_comes_seldom_is_found_in_a_simulation():
    rng = np.random.default_rng(0)

    def simulated(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        draws = rng.permuted(np.tile(np.arange(n), (30, 1)), axis=1)[:, :k]
        return (draws.min(axis=1) < c).mean()

    assert names(simulated) == ["changing answers"]


def test_the_dress_is_found_and_undone():
    subject = Subject(lambda n, c, k: [100 * naive(n, c, k)], PASS_AT_K)
    assert subject.dress.name == "percent"
    assert not subject.formula_is_right
    assert subject.number(2, 1, 2) == Fraction(3, 4)
    right_subject = Subject(lambda n, c, k: round(unbiased(n, c, k), 3), PASS_AT_K)
    assert right_subject.formula_is_right
    assert right_subject.dress.digits == 3
    assert right_subject.is_right(6, 1, 4)
    assert not right_subject.is_right(6, 1, 4, relative=True)


def test_without_numbers_there_is_no_dress():
    subject = Subject(lambda n, c, k: None, PASS_AT_K)
    assert (subject.found, subject.dress.name, subject.number(2, 1, 1)) == (None, "", None)


def test_a_diagnosis_reads_as_name_and_sentence():
    assert str(Diagnosis("percent", "presentation", "It is.")) == "percent: It is."


def test_what_a_machine_under_load_lets_come_too_late_is_no_other_answer():
    def loaded(n, c, k):
        if n > 22:
            time.sleep(30 if isinstance(n, np.integer) else 0.06)
        return unbiased(int(n), int(c), int(k))

    assert Subject(loaded, PASS_AT_K, time_limit=1.0).numpy_difference is None


def test_an_endless_loop_for_numpy_alone_is_another_answer():
    def endless(n, c, k):
        while isinstance(n, np.integer):
            pass
        return unbiased(n, c, k)

    _, answer = Subject(endless, PASS_AT_K, time_limit=0.3).numpy_difference
    assert answer.timed_out


def test_a_slow_first_call_does_not_hide_that_every_draw_is_listed():
    calls_made = []

    def listing(n, c, k):
        calls_made.append(n)
        time.sleep(0.2 if n == 22 or (calls_made.count(10) == 1 and n == 10) else 0)
        return unbiased(n, c, k)

    assert Subject(listing, PASS_AT_K, time_limit=1.0).explodes
