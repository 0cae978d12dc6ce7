"""Every form is right on small numbers, and breaks where its description says."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from passk import exact_pass_at_k, forms, pass_at_k
from passk.forms import (
    FORMS,
    STATUSES,
    babelcode_recipe,
    compare_forms,
    digits_right,
    exact_integers,
    first_break,
    float_binomials,
    float_factorials,
    hypergeometric_tail,
    int64_binomials,
    log_gamma,
    paper_product,
    status,
    ulps_off,
)

SMALL = [(n, c, k) for n in range(1, 13) for c in range(n + 1) for k in range(1, n + 1)]

# The smallest value other than 0 is 1/12, with an ulp of 2**-56: a rounding error of 2**-54 before
# the subtraction from 1 is 4 ulp of it, and the subtraction itself is exact or adds half an ulp.
LIMITS = {
    "exact integers": 0.5,
    "BabelCode's recipe": 0.5,
    "hypergeometric tail": 10,  # as its description says
    "float binomials": 4.5,  # the binomials are exact, their quotient is rounded once
    "float factorials": 4.5,
    "int64 binomials": 4.5,
    "the paper's product": 4 * 3 * 12 + 0.5,  # 12 factors of three roundings each
    "log-gamma": 4 * 4 * 64 + 0.5,  # four logarithms up to log(12!) = 20, of an ulp of 64 * 2**-54
}


def test_every_form_has_a_name_and_a_limit():
    assert list(LIMITS.keys() ^ FORMS.keys()) == []
    assert {form.__name__ for form in FORMS.values()} <= set(forms.__all__)
    assert len(set(FORMS.values())) == 8


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_right_on_small_numbers(name):
    assert first_break(FORMS[name], SMALL, ulps=LIMITS[name]) is None
    assert {type(FORMS[name](*case)) for case in SMALL} == {float}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("case", [(10, 10, 1), (10, 6, 5), (400, 395, 6), (2000, 1, 2000)])
def test_a_draw_that_cannot_miss_is_one_or_said_to_be_unknown(name, case):
    value = FORMS[name](*case)
    assert value == 1 or math.isnan(value)


@pytest.mark.parametrize("form", [exact_integers, babelcode_recipe])
def test_integers_are_correctly_rounded_for_every_n(form):
    cases = [(n, c, k) for n in (67, 171, 1031, 4000) for c in (1, 7, n // 2) for k in (1, 10, 515)]
    assert first_break(form, [case for case in cases if case[2] <= case[0]], ulps=0.5) is None
    assert form(10**18, 1, 1) == 1e-18


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(
    "case",
    [
        (1, 0, 1),
        (170, 0, 85),
        (171, 7, 10),
        (171, 1, 171),
        (200, 100, 100),
        (1030, 1, 515),
        (1031, 1, 515),
        (1031, 515, 515),
        (5000, 0, 5000),
        (5000, 2500, 2500),
        (10**6, 2, 3),
    ],
)
def test_no_form_warns(name, case):
    assert isinstance(FORMS[name](*case), float)  # every warning is an error here


@pytest.mark.parametrize("n", [10**15, 2**53])
def test_the_forms_for_large_n_do_not_warn(n):
    for form in (log_gamma, paper_product, int64_binomials, float_binomials):
        assert isinstance(form(n, 2, 3), float)


# Stated breaks


def test_pascal_addition_wraps_first_at_67_over_33():
    row = np.array([1], dtype=np.int64)
    for n in range(1, 68):
        row = np.append(row, 0) + np.append(0, row)
        wrong = [k for k in range(n + 1) if row[k] != math.comb(n, k)]
        assert wrong == ([30, 31, 32, 33, 34, 35, 36, 37] if n == 67 else [])
    assert math.comb(67, 29) < 2**63 < math.comb(67, 30)
    assert row[33] < 0


@pytest.mark.parametrize(("k", "n"), [(10, 84), (15, 26), (20, 21)])
def test_int64_products_are_first_wrong(k, n):
    cases = [(m, c, k) for m in range(k, 100) for c in range(1, m - k + 1)]
    found = first_break(int64_binomials, cases, ulps=1000)
    assert found[:3] == (n, 1, k)
    assert math.perm(n - 1, k) < 2**63 <= math.perm(n, k)


def test_int64_products_look_like_probabilities():
    assert int64_binomials(200, 7, 10) == pytest.approx(0.6517, abs=5e-5)
    assert int64_binomials(200, 20, 10) == pytest.approx(0.2195, abs=5e-5)
    assert pass_at_k(200, 20, 10) == pytest.approx(0.6602, abs=5e-5)


def test_float_factorials_break_at_171():
    assert first_break(float_factorials, [(n, 7, 10) for n in range(17, 300)], ulps=10**6) == (
        171,
        7,
        10,
        1.0,
    )
    values = [float_factorials(n, 7, 10) for n in range(171, 300)]
    assert values[:7] == [1.0] * 7  # until (n - c)! is infinite too
    assert all(map(math.isnan, values[7:]))


def test_float_binomials_break_at_1030():
    even = [(n, 1, n // 2) for n in range(900, 1040)]
    assert first_break(float_binomials, even, ulps=10**7) == (1030, 1, 515, 1.0)
    assert math.isnan(float_binomials(1031, 1, 515))
    assert exact_pass_at_k(1030, 1, 515) == Fraction(1, 2)


@pytest.mark.parametrize(("ulps", "n"), [(10, 37), (100, 262), (1000, 2102)])
def test_the_papers_product_loses_digits(ulps, n):
    cases = ((m, 1, 1) for m in range(1, 2200))
    assert first_break(paper_product, cases, ulps=ulps)[:3] == (n, 1, 1)


@pytest.mark.parametrize(("n", "error"), [(100, 2e-12), (10_000, 4e-8), (10**6, 2e-4)])
def test_log_gamma_loses_its_digits(n, error):
    assert error / 2 < abs(log_gamma(n, 1, 1) * n - 1) < 2 * error


def test_log_gamma_is_far_below_zero_at_1e15():
    assert log_gamma(10**15, 1, 1) < -50


def test_the_hypergeometric_tail_holds_up_to_104_723():
    cases = [(n, c, k) for n in (10, 1000, 104_722, 104_723) for c in (1, 3, 7) for k in (1, 5, 10)]
    assert first_break(hypergeometric_tail, cases, ulps=10) is None


def test_the_hypergeometric_tail_breaks_past_104_723():
    assert first_break(hypergeometric_tail, [(104_724, 3, 5)], ulps=1000) is not None
    assert hypergeometric_tail(10**6, 1, 1) == pytest.approx(1e-6, rel=1e-9)


# Measures


@pytest.mark.parametrize(
    ("value", "exact", "ulps"),
    [
        (0.5, Fraction(1, 2), 0),
        (0.5 + 2**-53, Fraction(1, 2), 1),
        (0.5 - 2**-54, Fraction(1, 2), 0.5),
        (1.0, Fraction(1, 2), 2**52),
        (0.1 + 0.2, Fraction(3, 10), 0.8),
        (0.0, Fraction(0), 0),
        (math.nan, Fraction(1, 2), math.inf),
        (math.inf, Fraction(1, 2), math.inf),
        (-math.inf, Fraction(1, 2), math.inf),
    ],
)
def test_ulps_by_hand(value, exact, ulps):
    assert ulps_off(value, exact) == ulps


@pytest.mark.parametrize("value", [1.0, 1e-14, -0.5])
def test_anything_else_than_zero_is_far_from_zero(value):
    assert ulps_off(value, Fraction(0)) > 2**52
    assert status(value, Fraction(0)) in {"digits lost", "wrong in silence"}


def test_first_break_takes_cases_in_order_and_checks_them():
    def broken(n, c, k):
        return 0.25 if n > 3 else pass_at_k(n, c, k)

    cases = [(3, 1, 1), (5, 2, 2), (4, 1, 1), (4, 2, 2)]
    assert first_break(broken, cases, ulps=1) == (5, 2, 2, 0.25)
    assert first_break(broken, cases[:1], ulps=1) is None
    assert first_break(broken, [], ulps=1) is None
    assert first_break(lambda n, c, k: math.nan, cases, ulps=10**9)[:3] == (3, 1, 1)
    assert first_break(lambda n, c, k: 0.5 + 2**-53, [(2, 1, 1)], ulps=1) is None
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=5, n=2 "):
        first_break(lambda n, c, k: pytest.fail("called"), [(2, 0, 5)], ulps=1)
    found = first_break(broken, [(np.int64(5), 2.0, np.array(2))], ulps=1)
    assert list(map(type, found)) == [int, int, int, float]


@pytest.mark.parametrize(
    ("value", "exact", "digits"),
    [
        (0.5, Fraction(1, 2), 16),
        (0.0, Fraction(0), 16),
        (0.5005, Fraction(1, 2), 3),
        (0.4995, Fraction(1, 2), 3),
        (5.0, Fraction(1, 2), 0),
        (1.0, Fraction(1, 2), 0),
        (1.0, Fraction(0), 0),
        (math.nan, Fraction(1, 2), 0),
        (-math.inf, Fraction(1, 2), 0),
    ],
)
def test_digits_by_hand(value, exact, digits):
    found = digits_right(value, exact)
    assert found == pytest.approx(digits, abs=1e-9)
    assert math.copysign(1, found) == 1


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (0.5, "right"),
        (0.5 + 4 * 2**-53, "right"),
        (0.5 + 5 * 2**-53, "digits lost"),
        (0.5 * (1 + 0.9e-6), "digits lost"),
        (0.5 * (1 + 1.1e-6), "wrong in silence"),
        (1.0, "wrong in silence"),
        (-53.6, "wrong in silence"),
        (math.nan, "not a number"),
        (math.inf, "not a number"),
    ],
)
def test_status_by_hand(value, word):
    assert status(value, Fraction(1, 2)) == word
    assert word in STATUSES


def test_forms_side_by_side():
    results = {result.name: result for result in compare_forms(1030, 1, 515)}
    assert list(results) == list(FORMS)
    assert results["float binomials"][1:] == (1.0, 0.0, "wrong in silence")
    assert results["exact integers"][1:] == (0.5, 16.0, "right")
    assert results["log-gamma"].status == "digits lost"
    assert results["float factorials"].status == "not a number"
    assert math.isnan(results["float factorials"].value)


def test_forms_side_by_side_out_of_bounds():
    with pytest.raises(ValueError, match=f"^{re.escape('k must not exceed n: k=5, n=2 ')}"):
        compare_forms(2, 0, 5)


def test_a_value_beside_an_exact_zero_has_no_digit_right():
    assert forms.digits_right(1e-300, Fraction(0)) == 0.0
    assert forms.status(1e-300, Fraction(0)) == "wrong in silence"
    assert forms.digits_right(0.0, Fraction(0)) == 16.0


def test_errors_past_the_range_of_floats_are_infinite():
    assert forms.ulps_off(1e300, Fraction(1, 10**300)) == math.inf
    assert forms.digits_right(1e300, Fraction(1, 10**300)) == 0.0
