"""The known mistakes differ from the right values, from each other, and speak to a student."""

import itertools
import math
import re
from fractions import Fraction

import pytest
from wrong_estimators import ZOO

from passk import exact_naive_pass_at_k, exact_pass_at_k
from passk.checks import check_estimator, check_mean, check_naive
from passk.diagnosis import MEAN, NAIVE, PASS_AT_K
from passk.mistakes import (
    ABOVE_N_POLICIES,
    MEAN_MISTAKES,
    MEAN_POLICIES,
    NAIVE_MISTAKES,
    PASS_AT_K_MISTAKES,
    Mistake,
    guarded,
)

CATALOGUES = {
    "pass@k": (PASS_AT_K_MISTAKES, PASS_AT_K.small),
    "pass@k for k > n": (ABOVE_N_POLICIES, PASS_AT_K.above),
    "naive": (NAIVE_MISTAKES, NAIVE.small),
    "mean": (MEAN_MISTAKES, MEAN.small),
    "mean for k > n": (MEAN_POLICIES, MEAN.above),
}
SAME_ON_SMALL_PROBES = {
    # the ratio is 1 for c = 0 and below 1 elsewhere; they differ for k > n
    frozenset({"integer division", "any pass among all n"}),
    # filled up to n = k, the only draw is of all samples
    frozenset({"k cut to n", "problems with n < k padded with failures"}),
}
ALL = [
    pytest.param(mistake, probes, id=f"{name}: {mistake.name}")
    for name, (mistakes, probes) in CATALOGUES.items()
    for mistake in mistakes
]


def values(formula, probes):
    """Return a formula's values; None where it has none, "nan" for NaN."""
    found = []
    for probe in probes:
        try:
            value = formula(*probe)
        except (ZeroDivisionError, ValueError):
            value = None
        nan = value is not None and math.isnan(value)
        found.append("nan" if nan else value)
    return found


@pytest.mark.parametrize(("mistake", "probes"), ALL)
def test_a_formula_gives_exact_numbers_or_nan(mistake, probes):
    for value in values(mistake.formula, probes):
        assert value in (None, "nan", 0) or isinstance(value, int | Fraction)


@pytest.mark.parametrize(("mistake", "probes"), ALL)
def test_a_mistake_has_a_value_somewhere(mistake, probes):
    assert any(value is not None for value in values(mistake.formula, probes))


@pytest.mark.parametrize(
    ("mistakes", "probes", "right"),
    [
        (PASS_AT_K_MISTAKES, PASS_AT_K.small, exact_pass_at_k),
        (NAIVE_MISTAKES, NAIVE.small, exact_naive_pass_at_k),
        (MEAN.mistakes, MEAN.small, MEAN.exact),
    ],
    ids=["pass@k", "naive", "mean"],
)
def test_every_mistake_differs_from_the_right_value(mistakes, probes, right):
    truth = values(right, probes)
    for mistake in mistakes:
        wrong = values(mistake.formula, probes)
        assert any(a not in (None, b) for a, b in zip(wrong, truth, strict=True)), mistake.name


def alike(mistakes, probes):
    """Return the pairs of names that agree wherever both have a value."""
    tables = {mistake.name: values(mistake.formula, probes) for mistake in mistakes}
    return {
        frozenset(pair)
        for pair in itertools.combinations(tables, 2)
        if all(
            None in (a, b) or a == b for a, b in zip(*(tables[name] for name in pair), strict=True)
        )
    }


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_small_probes_tell_all_mistakes_apart_but_the_stated_ties(name):

    assert alike(*CATALOGUES[name]) <= SAME_ON_SMALL_PROBES


def test_the_stated_ties_are_ties():
    found = set().union(*(alike(*catalogue) for catalogue in CATALOGUES.values()))
    assert found == SAME_ON_SMALL_PROBES


def test_behind_the_usual_guard_mistakes_differ_from_each_other_and_from_the_right_value():
    behind = {m.name: values(guarded(m.formula), PASS_AT_K.small) for m in PASS_AT_K_MISTAKES}
    truth = values(exact_pass_at_k, PASS_AT_K.small)
    hidden = {name for name, table in behind.items() if table == truth}
    # these mistakes are in the guard itself
    assert hidden == {"the guard answers 0"}


@pytest.mark.parametrize("catalogue", [m for m, _ in CATALOGUES.values()], ids=CATALOGUES)
def test_names_are_unique(catalogue):
    names = [mistake.name for mistake in catalogue]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("mistake", "probes"), ALL)
def test_the_words_are_plain_sentences(mistake, probes):
    assert re.match(r"[A-Zcn]", mistake.words)
    assert mistake.words[-1] in ".?"
    assert 30 < len(mistake.words) < 250
    assert "  " not in mistake.words
    assert mistake.words.isascii()
    assert not re.search(r"\b(?:you|stupid|obviously|simply|just|utilize)\b", mistake.words, re.I)
    assert mistake.words.count("(") == mistake.words.count(")")


@pytest.mark.parametrize(("mistake", "probes"), ALL)
def test_the_name_is_a_short_heading(mistake, probes):
    assert 0 < len(mistake.name) <= 50
    assert not mistake.name.endswith(".")
    assert mistake.name == mistake.name.strip()


@pytest.mark.parametrize(("mistake", "probes"), ALL)
def test_the_kind_is_that_of_its_catalogue(mistake, probes):
    policies = {m.name for m in (*ABOVE_N_POLICIES, *MEAN_POLICIES)}
    assert (mistake.kind == "policy") == (mistake.name in policies)
    assert mistake.kind in ("formula", "guard", "policy")


def formula_in(words):
    """Return the formula after "This is ", up to the first comma, colon or stop."""
    depth, told = 0, words.partition("This is ")[2]
    for place, letter in enumerate(told):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and letter in ",:.":
            told = told[:place]
            break
    return told if re.fullmatch(r"[\d\s\-+*/(),nckCPmi]*[nck\d][\d\s\-+*/(),nckCP]*", told) else ""


TOLD = [
    pytest.param(mistake.formula, probes, formula_in(mistake.words), id=mistake.name)
    for mistake, probes in [
        *((mistake, PASS_AT_K.small) for mistake in PASS_AT_K_MISTAKES),
        *((mistake, NAIVE.small) for mistake in NAIVE_MISTAKES),
    ]
    if formula_in(mistake.words)
]


def test_many_sentences_tell_the_formula():
    assert len(TOLD) > 20


@pytest.mark.parametrize(("formula", "probes", "told"), TOLD)
def test_the_formula_in_the_words_is_the_formula(formula, probes, told):
    # sentences that cut at 1 say so with min
    known = {
        "C": lambda a, b: Fraction(math.comb(int(a), int(b))),
        "P": lambda a, b: Fraction(math.perm(int(a), int(b))),
        "min": min,
    }
    for probe in probes:
        try:
            expected = formula(*probe)
        except ZeroDivisionError:
            continue
        numbers = dict(zip("nck", map(Fraction, probe), strict=True))
        assert eval(told, known | numbers) == expected


CHECKERS = {"pass@k": check_estimator, "naive": check_naive, "mean": check_mean}


@pytest.mark.parametrize("name", CHECKERS)
def test_every_mistake_is_recognised_by_its_own_formula(name):
    for mistake in CATALOGUES[name][0]:
        found = [diagnosis.name for diagnosis in CHECKERS[name](mistake.formula).diagnoses]
        assert any(mistake.name in text.split(" or ") for text in found), mistake.name


@pytest.mark.parametrize("name", CHECKERS)
def test_every_mistake_is_in_the_zoo(name):
    told = {
        part
        for entry in ZOO
        if entry.check is CHECKERS[name]
        for text in entry.names
        for part in text.split(" or ")
    }
    policies = {"pass@k": ABOVE_N_POLICIES, "naive": (), "mean": MEAN_POLICIES}[name]
    for mistake in (*CATALOGUES[name][0], *policies):
        assert mistake.name in told, mistake.name


def test_the_dataset_of_three_problems_tells_sixteen_answers_apart():
    ns, cs, k = (3, 4, 6), (0, 1, 4), 2
    found = {m.name: values(m.formula, [(ns, cs, k)])[0] for m in MEAN_MISTAKES}
    expected = {
        "pass@1 averaged first": Fraction(671, 1296),
        "all samples pooled": Fraction(25, 39),
        "all samples pooled, naive": Fraction(105, 169),
        "naive estimate of each problem": Fraction(191, 432),
        "weighted by the number of samples": Fraction(38, 65),
        "short problems padded with failures": Fraction(19, 45),
        "problems with no pass dropped": Fraction(43, 60),
        "share of problems solved at all": Fraction(2, 3),
        "problem counts in the places of n and c": 1,
        "median": Fraction(1, 2),
        "counts averaged first": Fraction(5, 6),
        "every n cut to the smallest": Fraction(5, 9),
        "sum": Fraction(43, 30),
        "largest": Fraction(14, 15),
        "pass@1 of each problem": Fraction(11, 36),
    }
    assert {name: found[name] for name in expected} == expected
    assert MEAN.exact(ns, cs, k) == Fraction(43, 90)
    assert len({*expected.values(), Fraction(43, 90)}) == 16


def test_problems_with_too_few_samples_show_the_policy():
    found = {m.name: values(m.formula, [((10, 4), (3, 0), 5)])[0] for m in MEAN_POLICIES}
    assert found == {
        "problems with n < k dropped": Fraction(11, 12),
        "problems with n < k padded with failures": Fraction(11, 24),
        "1 for k > n": Fraction(23, 24),
        "0 for k > n": Fraction(11, 24),
        "k cut to n": Fraction(11, 24),
        "naive for k > n": Fraction(11, 24),
        "no guard for k > n": Fraction(11, 24),
        "NaN for k > n": "nan",
    }


def test_a_guard_answers_one_where_failures_run_out():
    guard = guarded(lambda n, c, k: Fraction(1, 3))
    assert [guard(4, c, 2) for c in range(5)] == [Fraction(1, 3)] * 3 + [1, 1]
    assert guard(2, 0, 3) == 1


def test_a_mistake_is_a_formula_unless_it_says_otherwise():
    mistake = Mistake("doubled", lambda n, c, k: 2, "It is doubled.")
    assert mistake.kind == "formula"
    with pytest.raises(AttributeError, match="cannot assign to field"):
        mistake.kind = "guard"
