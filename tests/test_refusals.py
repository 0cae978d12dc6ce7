"""One fault, one message, wherever it is met: what is no input is refused by name, bound, value."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from passk import mean_pass_at_k, pass_at_k, plots, theory, true_pass_at_k
from passk.execution import own_model, own_problems
from passk.execution.evaluation import Evaluation, evaluate
from passk.execution.model import probabilities
from passk.execution.problems import prompt
from passk.execution.runner import Verdict, run_script
from passk.relatives import best_of_k, plurality_at_k
from passk.simulation import (
    Simulation,
    agreement_half_width,
    simulate,
    simulate_counts,
    simulate_means,
)
from passk.uncertainty import (
    IntervalGame,
    Posterior,
    benchmark,
    best_split,
    compare,
    confidence_interval,
    detectable_difference,
    expected_standard_error,
    k_for_target,
    population_from_pilot,
    posterior,
    problems_needed,
    problems_to_detect,
    samples_needed,
)
from passk.uncertainty.games import any_interval, coverage

RAGGED, MASKED = [[1, 2], [3]], np.ma.array([1, 2], mask=[False, True])
ONE = {"a": (2, 1), "b": (2, 2)}
COMMON = {"population": (1, 1)}
TABLE = pd.DataFrame({"n": [20, 20], "c": [1, 2]})


def refused(call, error, message, *arguments):
    with pytest.raises(error, match=f"^{re.escape(message)}") as caught:
        call(*arguments)
    assert type(caught.value) is error


# Random numbers

TAKE_RNG = {
    "simulate": lambda rng: simulate(0.1, 20, 10, rng=rng),
    "simulate_counts": lambda rng: simulate_counts(0.1, 20, 10, rng=rng),
    "simulate_means": lambda rng: simulate_means([0.1], 20, 10, 10, rng=rng),
    "extended": lambda rng: simulate(0.1, 20, 10, rng=1).extended(1, rng=rng),
    "compare": lambda rng: compare(ONE, ONE, rng=rng),
    "sample": lambda rng: own_model().sample("any-of-first", 2, rng=rng),
}


@pytest.mark.parametrize("function", TAKE_RNG)
@pytest.mark.parametrize(
    ("rng", "error"),
    [("x", TypeError), (1.5, TypeError), (True, TypeError), (object, TypeError), (-1, ValueError)],
)
def test_random_generators(function, rng, error):
    rule = "rng must be None, a seed of at least 0, or a NumPy Generator"
    refused(TAKE_RNG[function], error, f"{rule}: rng={rng!r}", rng)


@pytest.mark.parametrize("rng", [3, [1, 2], np.random.default_rng(1), np.random.PCG64(1)])
def test_what_numpy_takes_is_taken(rng):
    assert simulate(0.1, 20, 10, 5, rng=rng).replicates == 5


# Flags

TAKE_FLAG = {
    "only_common": lambda flag: compare(ONE, ONE, only_common=flag),
    "docstring": lambda flag: prompt(own_problems()["any-of-first"], "cpp", docstring=flag),
    "reuse": lambda flag: evaluate(own_problems(), {}, reuse=flag),
    "reuse ": lambda flag: run_script("python", "", "", reuse=flag, sandbox="none"),
    "update": lambda flag: plots.plot_urn(10, 3, 5, ax=Figure().subplots(), update=flag),
    "update ": lambda flag: plots.plot_over_k(10, 3, update=flag),
}


@pytest.mark.parametrize("name", TAKE_FLAG)
@pytest.mark.parametrize("flag", ["no", "", 0, 1, None, 2.0])
def test_flags(name, flag):
    message = f"{name.strip()} must be True or False: {name.strip()}={flag!r}"
    refused(TAKE_FLAG[name], TypeError, message, flag)


def test_padding_is_a_flag_or_a_number():
    evaluation = Evaluation((), (Verdict("1", "Python", "passed"),))
    assert [evaluation.counts("Python", pad=pad)["1"][0] for pad in (False, True, 0, 5)] == [
        1,
        1,
        1,
        5,
    ]
    refused(lambda: evaluation.counts("Python", pad="no"), TypeError, "pad must be a whole number")


# Levels

TAKE_LEVEL = {
    "benchmark": lambda level: benchmark(20, [3, 4], 1, confidence_level=level),
    "compare": lambda level: compare(ONE, ONE, 1, confidence_level=level),
    "interval": lambda level: confidence_interval(20, 3, 1, confidence_level=level),
    "any": lambda level: any_interval(20, 3, 1, method="wald", confidence_level=level),
    "coverage": lambda level: coverage(0.1, 20, confidence_level=level),
    "game": lambda level: IntervalGame(0.1, 20, 10, confidence_level=level),
    "target": lambda level: k_for_target(20, 3, 0.5, confidence_level=level),
    "difference": lambda level: detectable_difference(
        20, 10, problems=9, confidence_level=level, **COMMON
    ),
    "problems": lambda level: problems_to_detect(0.1, 20, 10, confidence_level=level, **COMMON),
}


@pytest.mark.parametrize("function", TAKE_LEVEL)
def test_levels(function):
    for level in (0, 1, 1 - 1e-17, -0.5, 95):
        rule = "confidence_level must lie between 0 and 1, both excluded"
        refused(TAKE_LEVEL[function], ValueError, f"{rule}: confidence_level={level}", level)
    for level in (1e-17, 1e-300, 1 - 1e-16):
        rule = "confidence_level must be at least 1e-12 away from 0 and 1"
        refused(TAKE_LEVEL[function], ValueError, f"{rule}: confidence_level={level}", level)
    refused(TAKE_LEVEL[function], TypeError, "confidence_level must be one number", "95 %")


# Beta distributions

TAKE_PAIR = {
    "prior": lambda pair: posterior(20, 1, pair),
    "population": lambda pair: expected_standard_error(20, 10, population=pair),
    "population ": lambda pair: best_split(100, 10, population=pair),
    "population  ": lambda pair: samples_needed(10, standard_error=0.1, population=pair),
    "population   ": lambda pair: problems_needed(20, 10, standard_error=0.1, population=pair),
}


@pytest.mark.parametrize("name", TAKE_PAIR)
def test_pairs(name):
    argument, call = name.strip(), TAKE_PAIR[name]
    one, other = ("alpha", "beta") if argument == "prior" else ("a", "b")
    for pair in ("ab", b"ab", {1, 2}, (1, 2, 3), 0.5, np.ones((2, 2)), np.ones(())):
        message = f"{argument} must be the pair ({one}, {other}) of a Beta: {argument}={pair!r}"
        refused(call, TypeError, message, pair)
    refused(call, TypeError, f"{other} of {argument} must be one number, not str", (1, "x"))
    for pair in ((0, 1), (1, -2)):
        refused(call, ValueError, f"{one} and {other} of {argument} must be above 0", pair)
    for pair in ((1e308, 1e308), (1, 1e101), (1e-101, 1)):
        message = f"{one} and {other} of {argument} must lie between 1e-100 and 1e100"
        refused(call, ValueError, message, pair)


def test_posteriors_that_are_none():
    refused(lambda: Posterior(-1, 2), ValueError, "alpha and beta of Posterior must be above 0: al")
    refused(lambda: Posterior("x", 2), TypeError, "alpha of Posterior must be one number, not str")
    for pair in ((1e100, 1e-100), (1e-100, 1e100), (1e-100, 1e-100), (1e100, 1e100), (1, 1)):
        for k in (1, 2, 1000):
            mean, variance = Posterior(*pair).mean(k), Posterior(*pair).variance(k)
            assert 0 <= mean <= 1
            assert 0 <= variance <= 0.25
            assert math.copysign(1, mean) == 1


# Arrays

TAKE_NUMBERS = {
    "rewards": lambda values: best_of_k(values, 1),
    "correct": lambda values: best_of_k([1, 2], 1, correct=values),
    "standard_deviation": lambda values: agreement_half_width(values, 10),
    "estimates": lambda values: plots.plot_benchmark(benchmark(2, [1, 2], 1), values),
}


@pytest.mark.parametrize("name", TAKE_NUMBERS)
def test_numbers_in_arrays(name):
    call = TAKE_NUMBERS[name]
    refused(call, ValueError, f"{name} must have rows of one length: {name}=[[1, 2", RAGGED)
    for gaps in (MASKED, pd.Series([1, None], dtype="Int64"), pd.array([1, None], dtype="Int64")):
        message = f"{name} must have a value everywhere: a value is missing at index 1"
        refused(call, ValueError, message, gaps)
    refused(call, TypeError, f"{name} must be ", ["x", "y"])


@pytest.mark.parametrize("dtype", ["Int64", "Int8", "Float64", "UInt16"])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("c", lambda gaps: pass_at_k(20, gaps, 1)),
        ("cs", lambda gaps: mean_pass_at_k(20, gaps, 1)),
        ("weights", lambda gaps: mean_pass_at_k(20, [1, 2], 1, weights=gaps)),
        ("cs", lambda gaps: benchmark(20, gaps, 1)),
        ("cs", lambda gaps: population_from_pilot(20, gaps)),
        ("answer_counts", lambda gaps: plurality_at_k(gaps, 0, 1)),
        ("c", lambda gaps: compare(TABLE.assign(c=gaps, problem=["a", "b"]), ONE)),
    ],
)
def test_gaps_in_nullable_columns(name, call, dtype):
    gaps = pd.Series([3, None], dtype=dtype)
    message = f"{name} must be a whole number: a value is missing at index 1"
    refused(call, ValueError, message, gaps)
    rates = pd.Series([0.5, None], dtype="Float64")
    message = "p must lie between 0 and 1: a value is missing at index 1"
    refused(lambda: true_pass_at_k(rates, 1), ValueError, message)


# Labels and names


def test_clusters_that_are_no_labels():
    def call(clusters):
        return lambda: benchmark(20, [1, 2], 1, clusters=clusters)

    message = "clusters must be 1-D labels, not list: [1, 2] at index 0"
    refused(call(RAGGED), TypeError, message)
    refused(call(["a", {}]), TypeError, "clusters must be 1-D labels, not dict: {} at index 1")
    refused(call(np.ones((2, 2))), TypeError, "clusters must be 1-D, one label per problem")
    refused(call({"a", "b"}), TypeError, "clusters must be 1-D, one label per problem")
    for gaps in (MASKED, [1, None], [("a", 1), ("a", math.nan)], pd.array([1, None], dtype="Int8")):
        message = "clusters must be 1-D labels: a value is missing at index 1"
        refused(call(gaps), ValueError, message)


def test_tuples_are_labels_of_clusters():
    cs, pairs = [1, 2, 3, 4], [("a", 1), ("a", 2), ("b", 1), ("a", 1)]
    plain = benchmark(20, cs, 1, clusters=["x", "y", "z", "x"])
    assert benchmark(20, cs, 1, clusters=pairs) == plain
    assert benchmark(20, cs, 1, clusters=pd.MultiIndex.from_tuples(pairs)) == plain


def test_problems_without_a_name():
    gaps = pd.MultiIndex.from_tuples([("a", 1), ("b", np.nan)])
    for names in ({"a": (1, 1), None: (1, 1)}, {"a": (1, 1), math.nan: (1, 1)}):
        message = "first must name every problem: a value is missing in row 1"
        refused(compare, ValueError, message, names, ONE)
    for table in (TABLE.set_index(gaps), TABLE.assign(problem=["a", None])):
        message = "second must name every problem: a value is missing in row 1"
        refused(compare, ValueError, message, ONE, table)
    lists = TABLE.assign(problem=[["a"], ["b"]])
    refused(
        lambda: compare(lists, ONE),
        TypeError,
        "first must name every problem, not list: ['a'] in row 0",
    )
    named = TABLE.set_index(pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]))
    assert compare(named, {("a", 1): (2, 1), ("b", 2): (2, 1)}, 1).problems == 2


# Numbers too large to be listed

TOO_MANY = {
    "k must not exceed 10**6 here": lambda: expected_standard_error(2**53, 2**52),
    "k must not exceed 10**6 here: k=1000001": lambda: samples_needed(10**6 + 1, standard_error=1),
    "replicates must not exceed 10**8": lambda: simulate(0.1, 20, 10, 10**15),
    "replicates times n must not exceed 10**8": lambda: simulate_means([0.1], 20, 10, 10**15),
    "replicates must not exceed 10**8: r": lambda: compare(ONE, ONE, replicates=10**15),
    "draws must not exceed 10**8": lambda: IntervalGame(0.1, 20, 10, draws=10**15),
    "n must not exceed 10**7 here": lambda: theory.chance_of_counts(0.1, 10**12),
    "n must not exceed 10**7 here: n": lambda: theory.expected_value(pass_at_k, 0.1, 10**12, 1),
    "n must not exceed 10**7 here: n=1": lambda: simulate_counts(0.1, 10**12, 10),
}


@pytest.mark.parametrize("message", TOO_MANY)
def test_no_memory_is_asked_for_in_vain(message):
    refused(TOO_MANY[message], ValueError, message)


@pytest.mark.parametrize("endless", [math.inf, np.inf, np.float32("inf"), np.float16("inf")])
def test_endless_samples_of_every_type(endless):
    assert expected_standard_error(endless, 10) == 0
    plan = {"standard_error": 0.1, "population": (1, 1)}
    assert problems_needed(endless, 10, **plan) == problems_needed(math.inf, 10, **plan)


# Results that a reader may make


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ((1.5, 20, 10, [3]), ValueError, "p must lie between 0 and 1: p=1.5"),
        ((0.5, 20, 21, [3]), ValueError, "k must not exceed n: k=21, n=20"),
        ((0.5, 20, 10, [3, 21]), ValueError, "c must not exceed n: c=21, n=20 at index 1"),
        ((0.5, 20, 10, 3), ValueError, "correct must be 1-D: it has shape ()"),
        ((0.5, 20, 10, ["x"]), TypeError, "correct must be a whole number, not str"),
    ],
)
def test_simulations_that_are_none(fields, error, message):
    refused(lambda: Simulation(*fields), error, message)


@pytest.mark.parametrize("name", ["temperature", "top_p"])
@pytest.mark.parametrize("value", ["x", None, math.nan, -1])
def test_settings_of_a_model(name, value):
    refused(lambda: probabilities([1.0, 0.0], **{name: value}), ValueError, f"{name} must be ")
