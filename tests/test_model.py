"""The simulated model: temperature and top-p do what they do in a real one."""

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk import true_pass_at_k
from passk.execution import Sample, Verdict
from passk.execution.evaluation import evaluate
from passk.execution.languages import LANGUAGES
from passk.execution.model import (
    SimulatedModel,
    own_model,
    own_verdicts,
    probabilities,
    true_rates,
)
from passk.execution.problems import own_problems
from passk.execution.sandbox import Limits

LOGITS = st.lists(st.integers(-400, 400).map(lambda i: i / 8), min_size=1, max_size=12)
CANDIDATES = [
    json.loads(line)
    for line in (files("passk.execution") / "data" / "candidates.jsonl")
    .read_text("utf-8")
    .splitlines()
]
EXPECTED = {(c["qid"], c["code"]): c["expected"] for c in CANDIDATES}


def is_right(qid, code, stem="python"):
    """Tell whether a program of the pool is meant to pass."""
    expected = EXPECTED.get((qid, code))
    return code == own_problems()[qid].solutions[stem] if not expected else expected == "passed"


@given(LOGITS, st.floats(0.05, 100))
def test_without_top_p_the_chances_are_a_softmax(logits, temperature):
    chances = probabilities(logits, temperature=temperature, top_p=1)
    weights = np.exp(np.array(logits) / temperature - max(logits) / temperature)
    np.testing.assert_allclose(chances, weights / weights.sum(), rtol=1e-9)
    assert chances.min() >= 0
    assert chances.sum() == pytest.approx(1, abs=1e-12)


@given(LOGITS, st.floats(0, 100), st.floats(0.01, 1))
def test_chances_never_contradict_the_logits(logits, temperature, top_p):
    chances = probabilities(logits, temperature=temperature, top_p=top_p)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    assert chances[np.argmax(logits)] > 0
    order = np.argsort(logits)
    higher = np.diff(np.array(logits)[order]) > 0
    assert (np.diff(chances[order])[higher] >= 0).all()


@given(LOGITS, st.floats(0.05, 100), st.floats(0.01, 0.999))
def test_top_p_keeps_the_fewest_programs_that_reach_it(logits, temperature, top_p):
    whole = probabilities(logits, temperature=temperature, top_p=1)
    kept = probabilities(logits, temperature=temperature, top_p=top_p) > 0
    assert whole[kept].sum() >= top_p - 1e-9
    assert whole[kept].sum() - whole[kept].min() < top_p + 1e-9
    assert whole[~kept].max(initial=0) <= whole[kept].min()


def test_what_top_p_keeps_is_in_the_same_proportions():
    whole = probabilities([2.0, 1.0, 0.0, -1.0], temperature=1.0, top_p=1)
    kept = probabilities([2.0, 1.0, 0.0, -1.0], temperature=1.0, top_p=0.8)
    np.testing.assert_allclose(kept, [*(whole[:2] / whole[:2].sum()), 0, 0], rtol=1e-15)


@pytest.mark.parametrize(
    ("top_p", "chances"),
    [
        (0.25, [1, 0, 0, 0]),
        (0.26, [1 / 2, 1 / 2, 0, 0]),
        (0.5, [1 / 2, 1 / 2, 0, 0]),
        (0.75, [1 / 3, 1 / 3, 1 / 3, 0]),
        (0.751, [1 / 4] * 4),
        (1, [1 / 4] * 4),
    ],
)
def test_of_equals_the_first_are_kept(top_p, chances):
    np.testing.assert_allclose(probabilities([3.0] * 4, top_p=top_p), chances, rtol=1e-15)


def test_a_top_p_of_1_keeps_everything_however_rare():
    assert (probabilities([0.0, -40.0, -700.0], temperature=1.0, top_p=1) > 0).all()


def test_at_temperature_0_the_first_of_the_likeliest_is_certain():
    assert probabilities([0.0, 2.0, 2.0, 1.0], temperature=0).tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize("temperature", [1e-3, 1e-30, 1e-310, 5e-324])
def test_towards_temperature_0_the_likeliest_is_certain(temperature):
    assert probabilities([0.0, 2.0, -1e6, 1.0], temperature=temperature).tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize("temperature", [1e6, 1e300, float("inf")])
def test_at_a_large_temperature_all_are_alike(temperature):
    chances = probabilities([0.0, 3.0, -3.0, 1.0], temperature=temperature, top_p=1)
    np.testing.assert_allclose(chances, [0.25] * 4, rtol=1e-5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"temperature": -0.1}, r"^temperature must be at least 0: temperature=-0.1$"),
        ({"temperature": float("nan")}, r"^temperature must be at least 0: temperature=nan$"),
        ({"top_p": 0}, r"^top_p must be above 0 and at most 1: top_p=0$"),
        ({"top_p": 1.01}, r"^top_p must be above 0 and at most 1: top_p=1.01$"),
        ({"top_p": float("nan")}, r"^top_p must be above 0 and at most 1: top_p=nan$"),
    ],
)
def test_what_is_out_of_bounds_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        probabilities([1.0, 0.0], **options)
    with pytest.raises(ValueError, match=message):
        SimulatedModel({"1": (["a", "b"], [1.0, 0.0])}).sample("1", 3, **options)


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        ((["a", "b"], [1.0]), "must have one logit for each program: 2 programs, 1 logits"),
        ((["a"], [1.0, 0.0]), "must have one logit for each program: 1 programs, 2 logits"),
        ((["a", "b"], [[1.0], [0.0]]), "must have one logit for each program"),
        (([], []), "has no program to draw"),
        (("ab", [1.0, 0.0]), "must be a list of programs, not a text: 'ab'"),
        ((["a", "b"], [1.0, float("nan")]), "must have finite logits: [1.0, nan]"),
        ((["a", "b"], [1.0, float("inf")]), "must have finite logits: [1.0, inf]"),
    ],
)
def test_a_pool_that_nothing_can_be_drawn_from_is_refused_by_name(pool, message):
    with pytest.raises(ValueError, match=re.escape(f"the pool of problem 'q7' {message}")):
        SimulatedModel({"fine": (["a"], [0.0]), "q7": pool})


def test_chances_of_no_logits_are_refused():
    with pytest.raises(ValueError, match=r"^there must be at least one logit"):
        probabilities([])


def test_an_unknown_problem_is_named():
    with pytest.raises(KeyError, match="there is no problem 'x' among the 26 of this model"):
        own_model().sample("x", 3)


@pytest.mark.parametrize("n", [0, -1])
def test_a_number_of_samples_is_at_least_1(n):
    with pytest.raises(ValueError, match=f"^n must be at least 1: n={n}$"):
        SimulatedModel({"1": (["a"], [0.0])}).sample("1", n)


def test_samples_are_the_same_for_the_same_seed():
    model = own_model()
    qid = next(iter(model.pools))
    first = model.sample(qid, 50, temperature=1.5, rng=3)
    assert first == model.sample(qid, 50, temperature=1.5, rng=3)
    assert first == model.sample(qid, 50, temperature=1.5, rng=np.random.default_rng(3))
    assert first != model.sample(qid, 50, temperature=1.5, rng=4)
    rng = np.random.default_rng(3)
    assert first == model.sample(qid, 50, temperature=1.5, rng=rng)
    assert first != model.sample(qid, 50, temperature=1.5, rng=rng)


def test_samples_have_the_frequencies_of_their_chances():
    model = SimulatedModel({"1": (["a", "b", "c"], [1.0, 0.0, -2.0])})
    drawn = model.sample("1", 20_000, temperature=0.9, top_p=1, rng=0)
    shares = [drawn.count(program) / 20_000 for program in "abc"]
    chances = probabilities([1.0, 0.0, -2.0], temperature=0.9, top_p=1)
    np.testing.assert_allclose(shares, chances, atol=0.02)


@pytest.mark.parametrize(("stem", "least"), [("python", 20), ("javascript", 6), ("cpp", 6)])
def test_every_pool_holds_right_and_wrong_programs(stem, least):
    model = own_model(stem)
    assert len(model.pools) >= least
    for qid, (programs, logits) in model.pools.items():
        assert len(programs) == len(set(programs)) == len(logits)
        assert {is_right(qid, program, stem) for program in programs} == {True, False}


def test_the_pools_belong_to_a_seed():
    first, again, other = own_model(), own_model("Python", seed=0), own_model(seed=1)
    for qid, (programs, logits) in first.pools.items():
        assert again.pools[qid][0] == programs == other.pools[qid][0]
        assert (again.pools[qid][1] == logits).all()
        assert not (other.pools[qid][1] == logits).any()


def test_a_language_without_programs_has_no_model():
    some = "there are some in Python, JavaScript, C[+][+]$"
    for stem in set(LANGUAGES) - {candidate["language"] for candidate in CANDIDATES}:
        with pytest.raises(
            ValueError, match=rf"^there are no programs in \S+ to draw from: {some}"
        ):
            own_model(stem)
    with pytest.raises(ValueError, match="there is no language 'Cobol'"):
        own_model("Cobol")


def test_easy_problems_are_solved_more_often_than_hard_ones():
    chances = {"easy": [], "medium": [], "hard": []}
    for seed in range(10):
        for qid, (programs, logits) in own_model(seed=seed).pools.items():
            right = [is_right(qid, program) for program in programs]
            share = probabilities(logits, temperature=1.0, top_p=1)[right].sum()
            chances[own_problems()[qid].difficulty].append(share)
    assert np.mean(chances["easy"]) > np.mean(chances["medium"]) > np.mean(chances["hard"])


def chances_of_right(model, temperature):
    """The true chance of a right program, problem by problem."""
    return np.array(
        [
            probabilities(logits, temperature=temperature)[
                [is_right(qid, program) for program in programs]
            ].sum()
            for qid, (programs, logits) in model.pools.items()
        ]
    ).clip(0, 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_low_temperature_is_better_for_one_draw_and_worse_for_many(seed):
    model = own_model(seed=seed)
    cold, hot = chances_of_right(model, 0.2), chances_of_right(model, 1.2)
    assert np.mean(true_pass_at_k(cold, 1)) > np.mean(true_pass_at_k(hot, 1))
    assert np.mean(true_pass_at_k(cold, 100)) < np.mean(true_pass_at_k(hot, 100))


TWO = SimulatedModel({"1": (["good", "bad"], [0.0, 0.0]), "2": (["bad", "good"], [1.0, 0.0])})


@pytest.mark.parametrize("spelling", ["python", "Python", "PYTHON"])
@pytest.mark.parametrize("language", ["python", "Python"])
def test_true_rates_are_the_chances_of_what_passed_however_the_language_is_spelt(
    spelling, language
):
    outcomes = {"good": "passed", "bad": "failed tests"}
    verdicts = {
        Sample(qid, spelling, code): Verdict(qid, "Python", outcome)
        for qid in TWO.pools
        for code, outcome in outcomes.items()
    }
    verdicts[Sample("1", "Lua", "bad")] = Verdict("1", "Lua", "passed")
    verdicts[Sample("1", "Cobol", "bad")] = Verdict("1", "Cobol", "passed")
    rates = true_rates(TWO, verdicts, language, temperature=1.0, top_p=1)
    np.testing.assert_allclose(rates, [0.5, 1 / (1 + np.e)], rtol=1e-12)


def test_rates_of_another_language_or_of_programs_not_run_are_refused():
    message = "2 of the model's 2 programs for problem 'any-of-first' have no verdict in Python"
    with pytest.raises(KeyError, match=message):
        true_rates(own_model("cpp"), own_verdicts(), "python")
    known = {Sample("1", "Lua", "good"): Verdict("1", "Lua", "passed")}
    with pytest.raises(KeyError, match="1 of the model's 2 programs for problem '1' have no"):
        true_rates(TWO, known, "lua")


@pytest.mark.parametrize("stem", ["python", "javascript", "cpp"])
def test_rates_are_chances_at_every_setting(stem):
    for temperature in (0, 0.3, 1.0, 1.1, 3):
        for top_p in (0.5, 0.95, 1):
            setting = {"temperature": temperature, "top_p": top_p}
            rates = true_rates(own_model(stem), own_verdicts(), stem, **setting)
            assert true_pass_at_k(rates, 10).max() <= 1  # refuses what is no chance


WITHOUT_A_BOX = """
import sys
import matplotlib
import nbformat
from IPython.core.interactiveshell import InteractiveShell

matplotlib.use("Agg")
shell = InteractiveShell.instance()
for cell in nbformat.read(sys.argv[1], as_version=4).cells:
    if cell.cell_type == "code":
        shell.run_cell(cell.source).raise_error()
assert shell.user_ns["can_run"] is False
"""


def test_the_lesson_goes_through_where_no_program_can_be_run(tmp_path):
    lesson = Path(__file__).parents[1] / "notebooks" / "06_run_programs_in_many_languages.ipynb"
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_BOX, str(lesson)],
        env=os.environ | {"PATH": "", "IPYTHONDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert "Stored verdicts stand in below: bubblewrap is not installed" in ran.stdout
    assert "{'A': 'passed', 'B': 'failed tests', 'C': 'runtime error'}" in ran.stdout
    assert "'compile error'" in ran.stdout


def test_executed_programs_say_so_too():
    model, problems = own_model(), own_problems()
    chosen = sorted(model.pools)[::7]
    scores = []
    for temperature in (0.2, 1.2):
        samples = {
            qid: model.sample(qid, 100, temperature=temperature, rng=i)
            for i, qid in enumerate(chosen)
        }
        evaluation = evaluate(problems, samples, sandbox="none", limits=Limits(run_seconds=60))
        for sample, verdict in zip(evaluation.samples, evaluation.verdicts, strict=True):
            assert (verdict.outcome == "passed") == is_right(sample.qid, sample.code)
        scores.append(evaluation.score("python", [1, 100]).pass_at_k)
    cold, hot = scores
    assert cold[1] > hot[1]
    assert cold[100] < hot[100]
