"""Texts of numbers: what is short of 0 or 1 never reads as 0 or 1."""

import inspect
import pkgutil
from dataclasses import is_dataclass
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import passk
from passk import sentences
from passk.execution.schema import Type
from passk.uncertainty import benchmark, compare, k_for_target, posterior
from passk.uncertainty.games import IntervalGame, coverage
from passk.wording import as_json, bounded, decimal, many, percent, share_in_words, significant

INSIDE = st.floats(0, 1, exclude_min=True, exclude_max=True)


@given(INSIDE, st.integers(1, 9))
def test_no_number_reads_as_a_certainty(value, digits):
    texts = decimal(value, digits), decimal(value, digits, trim=True), significant(value, digits)
    for text in texts:
        assert " - " in text or 0 < float(text) < 1
    assert eval(texts[0]) == eval(texts[1]) == pytest.approx(value, abs=0.6 * 10**-digits)
    for text in (percent(value), share_in_words(value)):
        assert text not in ("0 %", "100 %", "0.0 %", "100.0 %")


def test_numbers_with_decimals():
    assert [decimal(x) for x in (0, 1, -1, 0.5)] == ["0.000", "1.000", "-1.000", "0.500"]
    assert decimal(-0.0) == "0.000"
    assert [decimal(x, trim=True) for x in (0, 1, 0.25, 10)] == ["0", "1", "0.25", "10"]
    assert decimal(1 + 1e-9) == "1 + 1e-09"
    assert decimal(-1 + 1e-9) == "-1 + 1e-09"
    assert decimal(np.float64(0.99999)) == "1 - 1e-05"
    assert decimal(10, 0, trim=True) == "10"


@pytest.mark.parametrize("digits", [2, 3, 4, 6])
def test_numbers_of_a_table_are_bounded_near_1(digits):
    unit = 10.0**-digits
    for distance in (0.49 * unit, 1e-9, 2**-53):
        for value in (1 - distance, Fraction(1 - distance)):
            assert bounded(value, digits) == f"> 0.{'9' * digits}"
            assert bounded(-value, digits) == f"< -0.{'9' * digits}"
    for value in (0, 1, -1, 1e-9, -1e-9, 0.25, 1 - 0.51 * unit, 1 + 1e-9, 0.5, 20):
        assert bounded(value, digits) == decimal(value, digits)
    assert bounded(1 - Fraction(1, 10**400)) == "> 0.999"


def test_fractions_nearer_than_a_float_can_say():
    tiny = Fraction(1, 10**400)
    assert [decimal(x) for x in (tiny, 1 - tiny)] == ["just above 0", "just below 1"]
    assert significant(1 - tiny) == "just below 1"
    assert decimal(1 - Fraction(1, 10**30)) == "1 - 1e-30"


def test_numbers_with_significant_digits():
    assert [significant(x, 2) for x in (0.123, 0.996, 1, 12.3)] == ["0.12", "1 - 0.004", "1", "12"]
    assert significant(0.99999999) == "1 - 1e-08"
    assert significant(-0.0) == "0"


def test_levels_in_percent():
    assert [percent(level) for level in (0.5, 0.975, 0.999)] == ["50 %", "97.5 %", "99.9 %"]
    assert percent(1 - 1e-16) == "99.99999999999999 %"
    assert percent(np.float64(0.9999999)) == "99.99999 %"
    assert percent(1e-9) == "1e-07 %"


def test_shares():
    assert [share_in_words(x) for x in (0, 1, 1e-9, 1 - 1e-9)] == [
        "0 %",
        "100 %",
        "under 0.1 %",
        "over 99.9 %",
    ]


def test_counts_and_values():
    assert [many(n, "draw") for n in (0, 1, 2, 1000)] == [
        "0 draws",
        "1 draw",
        "2 draws",
        "1,000 draws",
    ]
    assert as_json({1: object}) == '{"1": "<class \'object\'>"}'
    assert as_json({(1, 2): 3}) == "{(1, 2): 3}"
    assert as_json("x" * 99) == '"' + "x" * 56 + "..."


# Where they are used

ALMOST = 1 - 1e-10


def test_almost_certain_levels_are_no_certainty():
    options = {"confidence_level": ALMOST}
    for text in (
        benchmark(20, [3, 20, 1], 2, **options),
        k_for_target(20, 3, 0.5, **options),
        IntervalGame(0.1, 20, 10, **options).more(3),
        sentences.describe_interval(20, 3, 5, **options),
        sentences.describe_benchmark(benchmark(20, [3, 20, 1], 2, **options)),
    ):
        assert "99.99999999 %" in str(text)
        assert "100 %" not in str(text)
    assert "reaches 1 - 1e-10 at" in str(k_for_target(20, 3, ALMOST))
    assert str(posterior(10**8, 10**8)).endswith("mean 1 - 1e-08, standard deviation 1e-08")
    assert "At p = 1 - 1e-10 the true" in sentences.describe_bias(ALMOST, 4, 3)
    assert "pass@2 is 1 - 1e-08" in sentences.describe_bias(0.9999, 4, 2)


def test_a_share_of_intervals_is_1_only_if_none_misses():
    assert coverage(0.3, 1) == 1  # both intervals cover it
    assert all(coverage(np.linspace(0.026, 0.974, 99), 1) == 1)
    assert 0.999 < coverage(1e-30, 1) < 1  # the interval of c = 1 misses it
    assert "over 99.9 % cover it" in sentences.describe_game(IntervalGame(1e-30, 1, 1))
    assert "100 % cover it" in sentences.describe_game(IntervalGame(0.3, 1, 1))


def test_large_counts_have_separators_and_one_is_no_plural():
    text = str(benchmark(100_000, [5] * 1234, 1))
    assert "over 1,234 problems, n = 100,000 samples each (unbiased estimate)" in text
    assert "1,233 degrees of freedom" in text
    assert "n = 1 sample each (" in str(benchmark(1, [0, 1], 1))
    assert "n = 1 to 2,000 samples each (" in str(benchmark([1, 2000], [0, 1], 1))
    both = {"a": (2000, 3), "b": (3000, 5)}
    assert str(compare(both, both, 1)).startswith(
        "first and second on 2 problems, n = 2,000 to 3,0"
    )
    assert "n = 100,000, c = 1,000" in str(k_for_target(100_000, 1000, 0.5))


def result_classes():
    """The dataclasses of the package that say in words what they hold."""
    for module in pkgutil.walk_packages(passk.__path__, "passk."):
        if module.name.endswith(("__main__", "supervisor")):
            continue
        for thing in vars(import_module(module.name)).values():
            own = inspect.isclass(thing) and thing.__module__.startswith("passk.")
            if own and is_dataclass(thing) and "__str__" in vars(thing):
                yield thing


@pytest.mark.parametrize(
    "cls",
    sorted({*result_classes()} - {Type, passk.calls.Answer}, key=lambda cls: cls.__name__),
    ids=lambda cls: cls.__name__,
)
def test_a_result_that_is_shown_is_its_text(cls):
    assert cls.__repr__ is cls.__str__
