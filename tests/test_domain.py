"""What n, c and k may be: every wrong input has its error, every right one its value."""

import datetime
import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from passk import (
    exact_naive_pass_at_k,
    exact_pass_at_k,
    exact_pass_hat_k,
    mean_pass_at_k,
    naive_pass_at_k,
    pass_at_k,
    pass_at_k_curve,
    pass_hat_k,
)
from passk.domain import (
    LARGEST_N,
    counts,
    pass_rate,
    problem_counts,
    replicate_count,
    whole_numbers,
)

NO_ESTIMATE = " (fewer than k samples give no unbiased estimate of pass@k)"
TOO_LARGE = "must not exceed 2**53 = 9007199254740992"
INTEGER_TYPES = [np.dtype(code).type for code in "bBhHiIlLqQ"]
FLOAT_TYPES = [np.float16, np.float32, np.float64, np.longdouble]


def exactly(message):
    return f"^{re.escape(message)}$"


def in_place_of(name, value):
    return {"n": 10, "c": 3, "k": 5} | {name: value}


def generator():
    yield 3


NOT_NUMBERS = [
    True,
    np.True_,
    "3",
    np.str_("3"),
    "",
    b"3",
    None,
    3j,
    3 + 0j,
    np.complex128(3),
    generator(),
    {3: 3},
    frozenset({3}),
    {3: 3}.values(),
    object(),
    np.timedelta64(3, "s"),
    np.datetime64("2021-07-07"),
    datetime.timedelta(3),
]

NOT_WHOLE = [
    2.5,
    float("nan"),
    float("inf"),
    -float("inf"),
    np.float16(2.5),
    np.float32(2.5),
    np.float64("nan"),
    np.longdouble(2.5),
    Fraction(5, 2),
    Decimal("2.5"),
    Decimal("NaN"),
    Decimal("Infinity"),
]

OUT_OF_BOUNDS = [
    ((0, 0, 1), "n must be at least 1: n=0"),
    ((-5, 0, 1), "n must be at least 1: n=-5"),
    ((10, -1, 5), "c must be at least 0: c=-1"),
    ((10, 3, 0), "k must be at least 1: k=0"),
    ((10, 3, -2), "k must be at least 1: k=-2"),
    ((10, 11, 5), "c must not exceed n: c=11, n=10"),
    ((10, 3, 11), f"k must not exceed n: k=11, n=10{NO_ESTIMATE}"),
    ((2, 0, 5), f"k must not exceed n: k=5, n=2{NO_ESTIMATE}"),
    ((2, 2, 5), f"k must not exceed n: k=5, n=2{NO_ESTIMATE}"),
]


@pytest.mark.parametrize("name", ["n", "c", "k"])
@pytest.mark.parametrize("value", NOT_NUMBERS, ids=lambda v: type(v).__name__)
def test_what_is_no_number_is_a_type_error(name, value):
    message = f"{name} must be a whole number, not {type(value).__name__}: {name}={value!r}"
    with pytest.raises(TypeError, match=exactly(message)):
        counts(**in_place_of(name, value))


@pytest.mark.parametrize("name", ["n", "c", "k"])
@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
def test_numbers_that_are_not_whole_are_value_errors(name, value):
    message = f"{name} must be a whole number: {name}={value}"
    with pytest.raises(ValueError, match=exactly(message)):
        counts(**in_place_of(name, value))


@pytest.mark.parametrize("rate", [0.3, Fraction(1, 3), Decimal("0.3"), np.float64(0.75)], ids=repr)
def test_a_rate_in_the_place_of_c_is_named_as_one(rate):
    hint = f"c must be a whole number: c={rate} (c counts correct samples, it is not a rate)"
    with pytest.raises(ValueError, match=exactly(hint)):
        counts(10, rate, 1)
    with pytest.raises(ValueError, match=exactly(f"k must be a whole number: k={rate}")):
        counts(10, 3, rate)


def test_a_list_of_rates_is_named_as_one():
    message = "cs must be a whole number: cs=0.3 at index 1 (c counts correct samples, it is not a"
    with pytest.raises(ValueError, match=re.escape(message)):
        problem_counts(10, [0, 0.3], 1)
    with pytest.raises(ValueError, match=exactly("c must be a whole number: c=2.5 at index 0")):
        counts(10, [2.5], 1)


@pytest.mark.parametrize("kind", [int, float, np.int64, np.float64, np.array, Fraction, Decimal])
@pytest.mark.parametrize(("triple", "message"), OUT_OF_BOUNDS)
def test_every_bound_for_single_numbers(kind, triple, message):
    with pytest.raises(ValueError, match=exactly(message)):
        counts(*map(kind, triple))


@pytest.mark.parametrize("kind", [list, np.array, pd.Series, lambda v: np.array(v, dtype=object)])
@pytest.mark.parametrize(("triple", "message"), OUT_OF_BOUNDS)
def test_every_bound_for_arrays_names_the_index(kind, triple, message):
    columns = [kind([fine, wrong]) for fine, wrong in zip((10, 3, 5), triple, strict=True)]
    numbers, _, reason = message.partition(" (")
    where = f"{numbers} at index 1" + (f" ({reason}" if reason else "")
    with pytest.raises(ValueError, match=exactly(where)):
        counts(*columns)


def test_the_index_of_a_table_has_two_places():
    c = np.array([[0, 1, 2], [3, 4, 50]])
    with pytest.raises(
        ValueError, match=exactly("c must not exceed n: c=50, n=10 at index (1, 2)")
    ):
        counts(10, c, 5)
    with pytest.raises(ValueError, match=exactly("c must not exceed n: c=4, n=2 at index (0, 1)")):
        counts([[2], [9]], [1, 4], 1)


def test_no_samples_come_before_what_follows_from_them():
    with pytest.raises(ValueError, match=exactly("n must be at least 1: n=0 at index 1")):
        counts([10, 0], [3, 1], 5)


@pytest.mark.parametrize(
    "function",
    [
        pass_at_k,
        naive_pass_at_k,
        pass_hat_k,
        exact_pass_at_k,
        exact_naive_pass_at_k,
        exact_pass_hat_k,
        pass_at_k_curve,
    ],
)
def test_every_function_of_counts_has_the_same_errors(function):
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=5, n=2.*\(fewer than k samples"):
        function(2, 0, 5)
    with pytest.raises(ValueError, match=exactly("c must not exceed n: c=250, n=200")):
        function(200, 250, 1)
    with pytest.raises(ValueError, match=exactly("n must be a whole number: n=10.5")):
        function(10.5, 3, 5)
    with pytest.raises(TypeError, match=r"^k must be a whole number, not bool: k=True"):
        function(10, 3, True)


@pytest.mark.parametrize("kind", INTEGER_TYPES)
def test_every_integer_type_has_the_right_value(kind):
    # int8: 127 - 3 + 1 and the products of the textbook form would overflow
    assert pass_at_k(kind(127), kind(3), kind(5)) == 0.11439070116235471
    assert counts(*np.array([127, 3, 5], dtype=kind)) == (127, 3, 5)
    assert pass_at_k(np.array([127], dtype=kind), kind(3), kind(5)) == pytest.approx(7627 / 66675)


@pytest.mark.parametrize("kind", INTEGER_TYPES)
def test_integer_types_do_not_wrap_when_c_exceeds_n(kind):
    with pytest.raises(ValueError, match=exactly("c must not exceed n: c=5, n=3")):
        counts(kind(3), kind(5), kind(2))
    with pytest.raises(ValueError, match=exactly("c must not exceed n: c=5, n=3 at index 0")):
        counts(np.array([3], dtype=kind), np.array([5], dtype=kind), kind(2))


@pytest.mark.parametrize("kind", FLOAT_TYPES)
def test_whole_floats_count_as_integers(kind):
    assert counts(kind(10), kind(3), kind(5)) == (10, 3, 5)
    n, c, _ = counts(np.array([10, 20], dtype=kind), np.array([3, 4], dtype=kind), 5)
    assert (n.tolist(), c.tolist(), n.dtype) == ([10, 20], [3, 4], np.int64)


@pytest.mark.parametrize(
    "threes", [3.0, Fraction(3), Fraction(6, 2), Decimal(3), Decimal("3.00"), np.array(3.0)]
)
def test_whole_numbers_of_other_kinds_become_ints(threes):
    assert counts(10, threes, 5) == (10, 3, 5)
    assert [type(v) for v in counts(10, threes, 5)] == [int] * 3


@pytest.mark.parametrize(
    "values",
    [
        [3, 5],
        (3, 5),
        range(3, 7, 2),
        np.array([3, 5], dtype=np.uint8),
        np.array([3.0, 5.0]),
        np.array([3, 5], dtype=object),
        [np.int8(3), Fraction(5)],
        [Decimal(3), 5.0],
        pd.Series([3, 5], index=["a", "b"]),
        pd.Series([3, 5], dtype="Int64"),
        pd.Index([3, 5]),
        np.ma.array([3, 5], mask=[False, False]),
    ],
    ids=lambda v: type(v).__name__,
)
def test_sequences_of_whole_numbers_become_int64(values):
    whole = whole_numbers(values, "c")
    assert type(whole) is np.ndarray
    assert whole.dtype == np.int64
    assert whole.tolist() == [3, 5]


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([3, True], TypeError, "c must be a whole number, not bool: c=True at index 1"),
        ([True, 3], TypeError, "c must be a whole number, not bool: c=True at index 0"),
        ([3, np.False_], TypeError, "c must be a whole number, not bool: c=np.False_ at index 1"),
        ([3, "4"], TypeError, "c must be a whole number, not str: c='4' at index 1"),
        ([3, None], TypeError, "c must be a whole number, not NoneType: c=None at index 1"),
        ([3, 4j], TypeError, "c must be a whole number, not complex: c=4j at index 1"),
        ([[1, 2], [3]], TypeError, "c must be a whole number, not list: c=[1, 2] at index 0"),
        (pd.Series(["3", "4"]), TypeError, "c must be a whole number, not str: c='3' at index 0"),
        (np.array(["3", "4"]), TypeError, "c must hold whole numbers, not str: ['3', '4']"),
        (np.array([b"3"]), TypeError, "c must hold whole numbers, not bytes: [b'3']"),
        (np.array([3j]), TypeError, "c must hold whole numbers, not complex: [3j]"),
        (np.array([True, False]), TypeError, "c must hold whole numbers, not bool: [True, False]"),
        (pd.Series([True, False]), TypeError, "c must hold whole numbers, not bool: [True, False]"),
        (
            np.zeros(3, dtype=bool),
            TypeError,
            "c must hold whole numbers, not bool: [False, False, False]",
        ),
        (
            np.zeros(4, dtype=bool),
            TypeError,
            "c must hold whole numbers, not bool: [False, False, False, ...]",
        ),
        ([], ValueError, "c must not be empty"),
        (np.empty((0, 3)), ValueError, "c must not be empty"),
        (pd.Series([], dtype=int), ValueError, "c must not be empty"),
        ([3, 2.5], ValueError, "c must be a whole number: c=2.5 at index 1"),
        (np.array([3, 2.5]), ValueError, "c must be a whole number: c=2.5 at index 1"),
        ([3, float("nan")], ValueError, "c must be a whole number: c=nan at index 1"),
        (np.array([[3, np.inf]]), ValueError, "c must be a whole number: c=inf at index (0, 1)"),
        (np.array([-np.inf, 3]), ValueError, "c must be a whole number: c=-inf at index 0"),
        ([3, Decimal("2.5")], ValueError, "c must be a whole number: c=2.5 at index 1"),
        ([3, pd.NA], ValueError, "c must be a whole number: a value is missing at index 1"),
        ([3, pd.NaT], ValueError, "c must be a whole number: a value is missing at index 1"),
        (
            np.ma.array([[3, 4]], mask=[[False, True]]),
            ValueError,
            "c must be a whole number: a value is missing at index (0, 1)",
        ),
        ([3, 2**70], ValueError, f"c {TOO_LARGE}: c={2**70} at index 1"),
        (
            np.array([3, 2**64 - 1], dtype=np.uint64),
            ValueError,
            f"c {TOO_LARGE}: c={2**64 - 1} at index 1",
        ),
        (np.array([3, 2**53 + 1]), ValueError, f"c {TOO_LARGE}: c={2**53 + 1} at index 1"),
        ([1e300], ValueError, f"c {TOO_LARGE}: c=about 10**300 at index 0"),
    ],
)
def test_wrong_entries_of_arrays(values, error, message):
    with pytest.raises(error, match=exactly(message)):
        counts(10, values, 1)


def test_arrays_of_durations_are_type_errors():
    with pytest.raises(TypeError, match=re.escape("c must hold whole numbers, not ")):
        counts(10, np.array([3], dtype="m8[s]"), 1)


@pytest.mark.parametrize("missing", [pd.NA, pd.NaT])
def test_a_missing_value_is_named_as_missing(missing):
    with pytest.raises(ValueError, match=exactly("c must be a whole number: a value is missing")):
        counts(10, missing, 5)


def test_a_masked_number_is_missing():
    with pytest.raises(ValueError, match=re.escape("c must be a whole number: a value is missing")):
        counts(10, np.ma.masked, 5)


@pytest.mark.parametrize("dtype", ["Int64", "Float64", float])
def test_a_gap_in_a_pandas_column_is_named_by_its_row(dtype):
    gap = r"^cs must be a whole number: (a value is missing|cs=nan) at index 1$"
    with pytest.raises(ValueError, match=gap):
        problem_counts(10, pd.Series([3, None], dtype=dtype), 1)


@pytest.mark.parametrize("kind", [int, np.uint64, float, lambda n: [n], np.array])
def test_the_largest_n_is_2_to_the_53(kind):
    assert np.all(np.equal(counts(kind(2**53), 1, 1)[0], LARGEST_N))
    with pytest.raises(ValueError, match=re.escape(f"n {TOO_LARGE}: n=")):
        counts(kind(2**53 + 2), 1, 1)


@pytest.mark.parametrize("n", [2**53 + 1, 2**64, 10**30, 1e300, Fraction(10**400), 10**400])
def test_numbers_past_2_to_the_53_are_refused_beside_arrays_too(n):
    shown = int(n) if n < 10**40 else f"about 10**{round(math.log10(int(n)))}"
    with pytest.raises(ValueError, match=exactly(f"n {TOO_LARGE}: n={shown}")):
        counts(n, 1, 1)
    with pytest.raises(ValueError, match=exactly(f"n {TOO_LARGE}: n={shown}")):
        counts(n, [0, 1], 1)


@pytest.mark.parametrize("table", [pd.DataFrame({"a": [10], "b": [20]})])
def test_a_whole_table_is_refused_since_its_columns_could_be_mixed_up(table):
    # columns in another order were paired by position: 0.8 and 0.15 instead of 0.4 and 0.3
    for arguments in ((table, table[["b", "a"]], 1), (table["a"], table, 1)):
        with pytest.raises(TypeError, match=r"must be one column of a table, not DataFrame"):
            counts(*arguments)
    with pytest.raises(TypeError, match=r"^cs must be one column of a table, not DataFrame"):
        problem_counts(10, table, 1)


def test_large_negative_entries_are_refused():
    assert counts(2**53, [2**53], 1)[1].tolist() == [2**53]
    with pytest.raises(ValueError, match=exactly(f"c must be at least 0: c={-(2**53)} at index 1")):
        counts(10, [0, -(2**53)], 1)
    for large in (-(2**60), -(2**70), -1e300):  # past int64 they would wrap or warn
        shown = "about -10**300" if large == -1e300 else int(large)
        message = f"c must be at least 0: c={shown} at index 1"
        with pytest.raises(ValueError, match=exactly(message)):
            counts(10, [0, large], 1)


def test_shapes_that_do_not_broadcast_are_shown():
    message = "n, c and k must broadcast: their shapes are n (), c (3,), k (2,) "
    message += "(for many k, use pass_at_k_curve)"
    with pytest.raises(ValueError, match=exactly(message)):
        counts(10, [1, 2, 3], [1, 2])


@pytest.mark.parametrize(("first", "second"), [("n", "c"), ("n", "k"), ("c", "k")])
def test_series_are_never_paired_by_position(first, second):
    columns = {
        first: pd.Series([5, 5], index=["a", "b"]),
        second: pd.Series([5, 5], index=["b", "a"]),
    }
    message = f"{first} and {second} must have the same index: ['a', 'b'] and ['b', 'a'] (align"
    with pytest.raises(ValueError, match=re.escape(message)):
        counts(**{"n": 5, "c": 5, "k": 5} | columns)


def test_a_third_series_with_another_index_is_found():
    n, c, k = (pd.Series([5, 5], index=index) for index in ([0, 1], [0, 1], [0, 2]))
    with pytest.raises(ValueError, match=re.escape("n and k must have the same index")):
        counts(n, c, k)


def test_series_with_the_same_index_are_paired():
    n = pd.Series([10, 20], index=["a", "b"])
    assert pass_at_k(n, n // 2, 1).tolist() == [0.5, 0.5]
    assert mean_pass_at_k(n, n // 2, 1, weights=n) == 0.5


@pytest.mark.parametrize("weights", [None, pd.Series([1, 2, 3, 4], index=list("wxzy"))])
def test_series_of_problems_are_never_paired_by_position(weights):
    ns = pd.Series([5] * 4, index=list("wxyz"))
    cs = ns if weights is not None else ns[::-1]
    names = "ns and weights" if weights is not None else "ns and cs"
    with pytest.raises(ValueError, match=rf"^{names} must have the same index: \['w', 'x', 'y', "):
        problem_counts(ns, cs, 1, weights)


def test_problem_counts_are_returned_whole():
    ns, cs, k, weights = problem_counts((10, 20.0), range(2), [1, 2], [3, 4])
    assert (ns.tolist(), cs.tolist(), k.tolist()) == ([10, 20], [0, 1], [1, 2])
    assert weights.tolist() == [3, 4]
    assert problem_counts(10, [3], 1)[::2] == (10, 1)
    assert problem_counts(10, [3], 1)[3] is None
    ns, cs, _, _ = problem_counts([10, 10], [3, 0], 1)  # all n equal: one number
    assert (ns, cs.tolist()) == (10, [3, 0])


@pytest.mark.parametrize(
    ("ns", "cs", "k", "weights", "message"),
    [
        (10, 3, 1, None, "cs must be 1-D, one entry per problem: it is one number"),
        (10, [[3]], 1, None, "cs must be 1-D, one entry per problem: it has shape (1, 1)"),
        ([[10]], [3], 1, None, "ns must be 1-D, one entry per problem: it has shape (1, 1)"),
        (10, [3], [[1]], None, "k must be one number or a 1-D list: it has shape (1, 1)"),
        (10, [3], 1, 5, "weights must be 1-D, one entry per problem: it is one number"),
        ([], [], 1, None, "ns must not be empty"),
        (10, [], 1, None, "cs must not be empty"),
        (10, [3], [], None, "k must not be empty"),
        (
            [10, 20],
            [1],
            1,
            None,
            "ns and cs must have one entry per problem: ns has 2 entries, cs has 1 entry",
        ),
        (
            10,
            [1],
            1,
            [1, 2],
            "weights and cs must have one entry per problem: weights has 2 entries, cs has 1 entry",
        ),
        ([10, 0], [1, 0], 1, None, "ns must be at least 1: ns=0 at index 1"),
        ([10, 0], [1, 0], 5, None, "ns must be at least 1: ns=0 at index 1"),
        ([10, -3], [1, 0], 5, None, "ns must be at least 1: ns=-3 at index 1"),
        (10, [0, -1], 1, None, "cs must be at least 0: cs=-1 at index 1"),
        (10, [0, 12], 1, None, "cs must not exceed ns: cs=12, ns=10 at index 1"),
        (10, [0, 1], 0, None, "k must be at least 1: k=0"),
        (10, [0, 1], [3, 0], None, "k must be at least 1: k=0"),
        (2**53 + 1, [0, 1], 1, None, f"ns {TOO_LARGE}: ns={2**53 + 1}"),
        (10, [0, 1], 1, [1, -1], "weights must be at least 0: weights=-1 at index 1"),
        (10, [0, 1], 1, [0, 0], "weights must count at least one problem: all are 0"),
        (
            10,
            [0, 1],
            1,
            [1, 0.5],
            "weights must be a whole number: weights=0.5 at index 1 "
            "(weights count problems, they are not shares)",
        ),
    ],
)
def test_wrong_problems(ns, cs, k, weights, message):
    with pytest.raises(ValueError, match=exactly(message)):
        problem_counts(ns, cs, k, weights)


@pytest.mark.parametrize("cs", ["33", {3: 3}, frozenset({3}), generator(), None, 3j])
def test_problems_that_are_no_sequence_are_type_errors(cs):
    message = f"cs must be a whole number, not {type(cs).__name__}"
    with pytest.raises(TypeError, match=re.escape(message)):
        problem_counts(10, cs, 1)


def test_one_number_of_passes_for_many_problems_is_an_error():
    message = "cs must be 1-D, one entry per problem: it is one number"
    with pytest.raises(ValueError, match=exactly(message)):
        problem_counts([10, 20], 3, 1)


def test_ragged_problems_are_named():
    with pytest.raises((TypeError, ValueError), match=r"^cs must be"):
        problem_counts([10, 10], [[1, 2], [3]], 1)


@pytest.mark.parametrize(
    ("ns", "cs", "k", "concerned"),
    [
        ([20] * 3, [0, 4, 5], 100, "k=100, n=20 for problems 0, 1, 2"),
        (20, [0, 4, 5], [1, 100, 2], "k=100, n=20 for problems 0, 1, 2"),
        ([20, 10, 8], [0, 4, 5], 15, "k=15, n=8 for problems 1, 2"),
        ([2] * 5, [0] * 5, 3, "k=3, n=2 for problems 0, 1, 2, 3, 4"),
        ([2] * 7, [0] * 7, 3, "k=3, n=2 for problems 0, 1, 2, 3, 4 and 2 more"),
        (pd.Series([2, 9], index=["T/0", "T/1"]), [0, 0], 3, "k=3, n=2 for problem T/0"),
        (2, pd.Series([0, 0], index=["T/0", "T/1"]), 3, "k=3, n=2 for problems T/0, T/1"),
        (10, [0, 1], 10**30, f"k={10**30}, n=10 for problems 0, 1"),
    ],
)
def test_problems_with_fewer_than_k_samples_are_listed(ns, cs, k, concerned):
    with pytest.raises(ValueError, match=exactly(f"k must not exceed n: {concerned}{NO_ESTIMATE}")):
        problem_counts(ns, cs, k)


@pytest.mark.parametrize(("p", "kind"), [(0.25, float), (np.float32(0.25), float)])
def test_a_pass_rate_is_a_float(p, kind):
    assert (pass_rate(p), type(pass_rate(p))) == (0.25, kind)


def test_pass_rates_keep_fractions_and_shapes():
    assert pass_rate(Fraction(1, 3)) == Fraction(1, 3)
    assert type(pass_rate(Fraction(1, 3))) is Fraction
    assert (pass_rate(0), pass_rate(1), pass_rate(0.0), pass_rate(1.0)) == (0, 1, 0, 1)
    assert pass_rate([[0, 0.5], [1, 1]]).tolist() == [[0, 0.5], [1, 1]]
    assert pass_rate([0, 1]).dtype == np.float64


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (1.5, "1.5"),
        (-0.1, "-0.1"),
        (2, "2"),
        (-1, "-1"),
        (Fraction(3, 2), "3/2"),
        (Fraction(-1, 2), "-1/2"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        ([0.5, float("nan")], "nan at index 1"),
        ([[0.5, 1.5]], "1.5 at index (0, 1)"),
        ([-0.5], "-0.5 at index 0"),
        (30.0, "30.0"),
    ],
)
def test_pass_rates_out_of_bounds(p, shown):
    with pytest.raises(ValueError, match=exactly(f"p must lie between 0 and 1: p={shown}")):
        pass_rate(p)


@pytest.mark.parametrize("p", [True, np.True_, "0.5", None, 0.5j], ids=repr)
def test_pass_rates_that_are_no_numbers(p):
    message = f"p must be a number between 0 and 1, not {type(p).__name__}: p={p!r}"
    with pytest.raises(TypeError, match=exactly(message)):
        pass_rate(p)


@pytest.mark.parametrize("p", [[True, False], [True, 0.5], ["0.5"], [None], [0.5j]], ids=repr)
def test_lists_of_what_are_no_rates(p):
    with pytest.raises(TypeError, match=r"^p must be a number between 0 and 1, not "):
        pass_rate(p)


def test_missing_rates_are_not_taken_from_behind_the_mask():
    with pytest.raises(ValueError, match=r"^p .*missing at index 1$"):
        pass_rate(np.ma.array([0.5, 0.2], mask=[False, True]))


def test_no_rates_are_an_error():
    with pytest.raises(ValueError, match=r"^p must not be empty$"):
        pass_rate([])


@pytest.mark.parametrize("replicates", [1, 1.0, np.int8(1), np.array(1)])
def test_one_replicate_is_enough(replicates):
    assert type(replicate_count(replicates)) is int
    assert replicate_count(replicates) == 1


@pytest.mark.parametrize(
    ("replicates", "error", "message"),
    [
        (0, ValueError, "replicates must be at least 1: replicates=0"),
        (-3, ValueError, "replicates must be at least 1: replicates=-3"),
        (2.5, ValueError, "replicates must be a whole number: replicates=2.5"),
        (float("nan"), ValueError, "replicates must be a whole number: replicates=nan"),
        (True, TypeError, "replicates must be a whole number, not bool: replicates=True"),
        ("9", TypeError, "replicates must be a whole number, not str: replicates='9'"),
        (None, TypeError, "replicates must be a whole number, not NoneType: replicates=None"),
    ],
)
def test_wrong_numbers_of_replicates(replicates, error, message):
    with pytest.raises(error, match=exactly(message)):
        replicate_count(replicates)


def test_several_numbers_of_replicates_are_refused():
    with pytest.raises((TypeError, ValueError), match=r"^replicates must be .*\[3"):
        replicate_count([3])


@pytest.mark.parametrize(
    ("n", "c", "k", "words"),
    [
        ([10**5000], 3, 5, r"n must not exceed 2\*\*53 = \d+: n=about 10\*\*5000 at index 0"),
        (10, [3], 10**5000, r"k must not exceed n: k=about 10\*\*5000, n=10 "),
        (10, 3, [-(10**400)], r"k must be at least 1: k=about -10\*\*400 at index 0"),
        ([-(2**64)], 3, 5, r"n must be at least 1: n=-18446744073709551616 at index 0"),
        (10, np.full((1,) * 33, 3), 5, "n, c and k must broadcast: their shapes are"),
    ],
    ids=["n", "k in a scalar", "k", "below", "dimensions"],
)
def test_what_is_huge_is_shown_short(n, c, k, words):
    with pytest.raises(ValueError, match=words):
        counts(n, c, k)


def test_a_huge_k_of_a_mean_is_shown_short():
    with pytest.raises(ValueError, match=r"k must not exceed n: k=about 10\*\*5000, n=10 for"):
        problem_counts(10, [3], 10**5000, None)
