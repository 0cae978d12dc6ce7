"""Claims are found, brought into one unit, compared at their digits, and explained."""

import json
import math
import shutil
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from passk.mistakes import MEAN_POLICIES
from passk.results import claims_from_words, read_counts, recheck, score
from passk.results.rechecks import LIKELY

FOLDER = Path(__file__).parent / "results"
COUNTS = [(4, 0), (4, 1), (4, 3)]


def table(counts):
    """A table of counts in memory."""
    return [{"problem": f"p{i}", "n": n, "c": c} for i, (n, c) in enumerate(counts)]


def by_listing(counts, k):
    """The mean of pass@k over problems: every draw listed."""
    shares = []
    for n, c in counts:
        draws = [any(draw) for draw in combinations([True] * c + [False] * (n - c), k)]
        shares.append(Fraction(sum(draws), len(draws)))
    return float(sum(shares) / len(shares))


def statuses(result):
    """What became of the claims, by name."""
    return {claim.title: claim.status for claim in result.claims}


def causes(result, place=0):
    """The names of the causes of a claim."""
    return [cause.name for cause in result.claims[place].causes]


def written(tmp_path, name, change):
    """A fixture after a change, in a folder of its own."""
    value = json.loads((FOLDER / name).read_text("utf-8"))
    change(value)
    (tmp_path / name).write_text(json.dumps(value), "utf-8")
    return tmp_path / name


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_recomputed_value_is_that_of_every_draw_listed(k):
    result = recheck(table(COUNTS), claimed={k: by_listing(COUNTS, k)})
    (claim,) = result.claims
    assert claim.recomputed == pytest.approx(by_listing(COUNTS, k), abs=1e-14)
    assert (claim.status, result.ok, claim.causes) == ("agrees", True, ())
    assert (claim.k, claim.problems, claim.smallest_n) == (k, 3, 4)


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (0.5, "agrees"),  # 1/2 exactly
        ("0.5000", "agrees"),
        ("0.50001", "differs"),
        (0.51, "differs"),
        (50, "agrees"),
        ("50%", "agrees"),
        ("50.01 %", "differs"),
        (np.float64(0.5), "agrees"),
        (0.4999999999999, "agrees"),
        (0.49999999999, "agrees"),
        (0.4999999998, "differs"),
    ],
)
def test_claims_agree_if_the_estimate_rounds_to_them(given, status):
    result = recheck(table([(2, 1), (4, 2)]), claimed={"pass@1": given})
    assert statuses(result) == {"pass@1": status}


def test_rounded_claims_agree_on_both_sides_of_a_tie():
    for given in ("0.12", "0.13", 0.12, 0.13, "12%", 13):
        assert recheck(table([(8, 1)]), claimed={1: given}).ok
    for given in ("0.11", "0.14", 0.14, 11):
        assert not recheck(table([(8, 1)]), claimed={1: given}).ok


def test_0_and_1_are_not_taken_for_rounded():
    for given in (1, 1.0, np.float64(1), "1"):
        assert not recheck(table([(100, 99)]), claimed={1: given}).ok
    assert recheck(table([(100, 99)]), claimed={1: "1.0"}).ok
    assert not recheck(table([(100, 1)]), claimed={1: 0}).ok
    assert not recheck(table([(100, 1)]), claimed={1: "0"}).ok
    for given in ("100%", "100 %", 100, "1", "1."):
        assert not recheck(table([(1000, 999)]), claimed={1: given}).ok
        assert recheck(table([(1000, 1000)]), claimed={1: given}).ok
    assert not recheck(table([(1000, 1)]), claimed={1: "0%"}).ok
    for given in ("100.0%", "99.9%", "1.00"):
        assert recheck(table([(10000, 9995)]), claimed={1: given}).ok
    assert recheck(table([(1000, 14)]), claimed={1: "1%"}).ok  # as any other whole percentage
    assert not recheck(table([(1000, 16)]), claimed={1: "1%"}).ok
    assert not recheck(table([(1000, 14)]), claimed={1: "1"}).ok
    assert recheck(table([(100, 100)]), claimed={1: 1}).ok


def test_the_unit_is_told_by_the_claims_or_by_the_caller():
    counts = table([(200, 1), (200, 0)])  # 0.0025 or 0.25%
    assert recheck(counts, claimed={1: 0.0025}).ok
    assert recheck(counts, claimed={1: 0.25}, percent=True).ok
    assert recheck(counts, claimed={1: 0.25, 10: 2.5}, percent=True).ok
    assert not recheck(counts, claimed={1: 0.0025, 10: 2.5}, percent=True).ok
    result = recheck(counts, claimed={1: 0.25})
    assert causes(result)[0] == "another unit"
    assert "It is a percentage: write it with its sign, or percent=True." in str(result)
    result = recheck(counts, claimed={1: 0.0025}, percent=True)
    assert causes(result)[0] == "another unit"
    assert "It is a fraction: write it without a percent sign" in str(result)
    assert result.claims[0].shown == "0.0025%"


@pytest.mark.parametrize(
    ("n", "c", "claim", "fits"),
    [
        (10, 6, "0.6%", True),
        (100, 62, "0.6%", True),
        (100, 62, "0.62%", True),
        (10, 6, "1%", False),
        (10, 9, "1%", True),
        (100, 96, "1%", True),
        (100, 14, "0.1%", False),
        (100, 4, "0.0%", False),
        (1000, 6, "0.6", True),
        (1000, 6, "0.5", False),
        (1000, 1, "0.1", True),
        (10000, 14, "0.1", False),
        (10000, 14, "0.14", True),
        (10000, 4, "0.0", False),
    ],
)
def test_another_unit_is_a_cause_only_if_the_numbers_fit(n, c, claim, fits):
    found = causes(recheck(table([(n, c)]), claimed={1: claim}))
    assert ("another unit" in found) == fits


def test_each_claim_has_its_own_unit_unless_it_is_unclear():
    counts = table([(8, 4), (8, 0)])  # 1/4
    for given in ("25%", 25, "25.0", 0.25):
        for other in ("25%", 25, 0.25) if given != 0.25 else ("25%", 0.25):
            if (given, other) not in ((25, 0.25), ("25.0", 0.25)):
                assert recheck(counts, claimed={"pass@1": given, "pass_at_1": other}).ok
    for given in ({10: 0.679, 1: 33}, {1: "0.25", 2: "41"}, {1: 1, 10: 50}, {"a": {1: 1}, 1: 50}):
        with pytest.raises(ValueError, match=r"pass@.* may be in percent, as pass@.* is, or a fra"):
            recheck(counts, claimed=given)
    assert recheck(table([(8, 0)]), claimed={1: 0, "pass_at_1": "0%"}).ok
    assert not recheck(table([(8, 0)]), claimed={1: 0, "pass_at_1": 50}).ok


def test_a_unit_for_claims_that_are_not_there_is_an_error():
    with pytest.raises(ValueError, match="percent is for what is claimed, and nothing is: percent"):
        recheck(FOLDER / "cruxeval.json", percent=True)


BAD = [
    ({"pass@0": 0.5}, ValueError, "claimed must name pass@k or pass"),
    ({"mean": 0.5}, ValueError, "claimed must name pass@k or pass"),
    ({0: 0.5}, ValueError, "claimed must name pass@k"),
    ({True: 0.5}, ValueError, "claimed must name pass@k"),
    ({1: None}, ValueError, "claimed pass@1 must be a finite number: null"),
    ({1: True}, ValueError, "claimed pass@1 must be a finite number: true"),
    ({1: "much"}, ValueError, 'claimed pass@1 must be a finite number: "much"'),
    ({1: 101}, ValueError, "claimed pass@1 must be between 0 and 100 in percent: 101%"),
    ({1: -0.5}, ValueError, "claimed pass@1 must be between 0 and 1: -0.5"),
    ({1: float("nan")}, ValueError, "claimed pass@1 must be a finite number"),
    ({1: "26,3"}, ValueError, 'number: "26,3": write the decimals after a point, as in 26.3'),
    ({1: " 0,263"}, ValueError, "write the decimals after a point, as in 0.263"),
    ({1: "26,3 %"}, ValueError, "write the decimals after a point, as in 26.3 %"),
    ({1: "1,2,3"}, ValueError, 'finite number: "1,2,3"$'),
    ({1: "nan"}, ValueError, "claimed pass@1 must be a finite number"),
    ({1: "sNaN"}, ValueError, "claimed pass@1 must be a finite number"),
    ({1: "1e999999"}, ValueError, "claimed pass@1 must be a finite number"),
    ({1: 10**400}, ValueError, "claimed pass@1 must be a finite number"),
    ({1: float("inf")}, ValueError, "claimed pass@1 must be a finite number"),
    ({}, TypeError, "claimed must be a dict such as"),
    ([0.5], TypeError, "claimed must be a dict such as"),
    ({"a": {"b": {1: 0.5}}}, TypeError, "claimed must name one model, language or group"),
    ({"a": {1: 0.5}}, ValueError, "claimed for a: there are no such names"),
]


@pytest.mark.parametrize(("claimed", "kind", "message"), BAD, ids=range(len(BAD)))
def test_claims_that_cannot_be_meant(claimed, kind, message):
    with pytest.raises(kind, match=message):
        recheck(table(COUNTS), claimed=claimed)


def test_a_unit_that_contradicts_the_claims_is_an_error():
    with pytest.raises(ValueError, match="claimed pass@1 must be between 0 and 1: 41"):
        recheck(table(COUNTS), claimed={1: 41}, percent=False)
    with pytest.raises(TypeError, match="percent must be True, False or None: percent='yes'"):
        recheck(table(COUNTS), claimed={1: 0.41}, percent="yes")


NAIVE = sum(1 - (1 - Fraction(c, n)) ** 2 for n, c in COUNTS) / 3
UNEVEN = [(4, 2), (2, 2), (8, 1)]
MISTAKES = [
    (COUNTS, 2, NAIVE, "naive estimate of each problem"),
    (COUNTS, 2, 1 - Fraction(math.comb(8, 2), math.comb(12, 2)), "all samples pooled"),
    (COUNTS, 2, 1 - Fraction(8, 12) ** 2, "all samples pooled, naive"),
    (COUNTS, 2, Fraction(2, 3), "share of problems solved at all"),
    (COUNTS, 2, Fraction(1, 3), "pass@1 of each problem"),
    (COUNTS, 2, (0 + Fraction(1, 2) + 1) / Fraction(2), "problems with no pass dropped"),
    (COUNTS, 2, (0 + 0 + Fraction(1)) / 3, "fewer passes than draws count as none"),
    (COUNTS, 2, (0 + Fraction(2, 5) + 1 - Fraction(1, 10)) / 3, "combinations with replacement"),
    (COUNTS, 2, (0 + 0 + Fraction(1, 2)) / 3, "pass^k"),
    (UNEVEN, 1, Fraction(5, 14), "weighted by the number of samples"),
    (UNEVEN, 1, Fraction(2 + 2 + 1, 24), "short problems padded with failures"),
    (UNEVEN, 1, (Fraction(1) + 1 + Fraction(1, 2)) / 3, "every n cut to the smallest"),
    (UNEVEN, 4, (1 + Fraction(1, 2)) / 2, "problems with n < k dropped"),
    (UNEVEN, 4, (1 + 1 + Fraction(1, 2)) / 3, "1 for k > n"),
    (UNEVEN, 4, (1 + 0 + Fraction(1, 2)) / 3, "0 for k > n"),
    ([(4, 0)], 8, Fraction(1), "1 for k > n"),
]


@pytest.mark.parametrize(("counts", "k", "wrong", "name"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_named_and_an_estimate_is_not(counts, k, wrong, name):
    result = recheck(table(counts), claimed={k: f"{float(wrong):.10f}"})
    (claim,) = result.claims
    assert name in causes(result)
    assert all(cause.value == pytest.approx(float(wrong), abs=1e-9) for cause in claim.causes)
    assert claim.tried >= len(claim.causes)
    assert not result.ok
    if k <= min(n for n, _ in counts):
        assert claim.status == "differs"
        assert f"the claim equals, to all digits shown (of {claim.tried} mist" in str(claim).lower()
        assert recheck(table(counts), claimed={k: by_listing(counts, k)}).claims[0].causes == ()
    else:
        assert (claim.status, claim.recomputed) == ("no estimate", None)
        smallest = min(n for n, _ in counts)
        which = "smallest n" if len(counts) > 1 else "n"
        assert f"no unbiased estimate: k must not exceed n: k={k}, {which}={smallest}" in str(claim)


def test_a_claim_that_nothing_explains_is_said_to_be_one():
    result = recheck(table(COUNTS), claimed={2: 0.123456})
    assert causes(result) == []
    assert f"None of the {result.claims[0].tried} mistakes tried gives the claim." in str(result)
    assert "differs by -0.376544" in str(result)


def test_pass_hat_k_has_mistakes_of_its_own():
    counts = [(4, 3), (4, 2)]
    right = (Fraction(3, 6) + Fraction(1, 6)) / 2
    assert recheck(table(counts), claimed={"pass^2": float(right)}).ok
    naive = (Fraction(9, 16) + Fraction(1, 4)) / 2
    assert causes(recheck(table(counts), claimed={"pass^2": float(naive)})) == [
        "naive estimate of pass^k"
    ]
    assert "pass@k" in causes(recheck(table(counts), claimed={"pass^2": by_listing(counts, 2)}))


def test_a_number_that_was_cut_off_is_told_from_one_that_is_wrong():
    counts = [(3, 2)]  # 0.666...
    assert causes(recheck(table(counts), claimed={1: 0.66})) == ["cut off, not rounded"]
    assert recheck(table(counts), claimed={1: 0.67}).ok


ORDERED = {"a": [1, 0, 0, 1], "b": [0, 1, 0, 0], "c": [0, 0, 0, 0], "d": [1, 1, 1, 0]}


def ordered(numbered, shuffled):
    """Rows of verdicts."""
    rows = [
        {"problem": name, "passed": flag, **({"sample": place} if numbered else {})}
        for name, flags in ORDERED.items()
        for place, flag in enumerate(flags)
    ]
    return rows[::-1] if shuffled else rows


@pytest.mark.parametrize(("numbered", "shuffled"), [(True, False), (True, True), (False, False)])
def test_the_first_samples_are_those_of_the_lowest_numbers(numbered, shuffled):
    rows = ordered(numbered, shuffled)
    assert "the first k samples only" in causes(recheck(rows, claimed={2: 0.75}))
    assert "the first sample only" in causes(recheck(rows, claimed={2: 0.5}))
    assert "the first sample only" in causes(recheck(rows, claimed={1: 0.5}))
    counts = [(4, 2), (4, 1), (4, 0), (4, 3)]
    assert recheck(rows, claimed={k: by_listing(counts, k) for k in (1, 2, 3, 4)}).ok
    assert not any("first" in name for name in causes(recheck(table(counts), claimed={2: 0.75})))


def test_without_numbers_the_order_is_that_of_the_file():
    rows = ordered(False, True)  # backwards: last samples come first
    assert "the first sample only" in causes(recheck(rows, claimed={1: 0.25}))
    assert "the first k samples only" in causes(recheck(rows, claimed={2: "0.500"}))
    assert "the first k samples only" not in causes(recheck(rows, claimed={2: "0.750"}))


def test_samples_without_a_score_may_have_been_counted_otherwise():
    rows = [{"problem": "a", "passed": p} for p in (True, True, None, None)]
    rows += [{"problem": "b", "passed": p} for p in (True, False, False, False)]
    with pytest.raises(ValueError, match='missing="failure" counts it as a failure'):
        recheck(rows, claimed={1: 0.625})
    dropped, failed = 0.625, 0.375
    for rule, right, wrong, name in (
        ("drop", dropped, failed, "samples without a score as failures"),
        ("failure", failed, dropped, "samples without a score left out"),
    ):
        assert recheck(rows, claimed={1: right}, missing=rule).ok
        assert name in causes(recheck(rows, claimed={1: wrong}, missing=rule))


def test_languages_are_averaged_over_problems_unless_one_is_named():
    rows = [{"problem": p, "language": "Lua", "n": 2, "c": 2} for p in "abc"]
    rows += [{"problem": "a", "language": "R", "n": 2, "c": 0}]
    assert recheck(rows, claimed={1: 0.75, "Lua": {1: 1}, "R": {"pass@1": 0}}).ok
    assert "mean over the languages" in causes(recheck(rows, claimed={1: 0.5}))
    assert "that of R" in causes(recheck(rows, claimed={"Lua": {1: 0}}))
    with pytest.raises(ValueError, match="claimed for Go: there are Lua, R"):
        recheck(rows, claimed={"Go": {1: 0.5}})


def test_of_several_models_or_sets_a_claim_must_name_one():
    frame = pd.DataFrame({"problem": ["a"], "n": [2], "c": [1]})
    models = {"mine": frame, "theirs": frame.assign(c=2)}
    with pytest.raises(ValueError, match="pass@1 must say of which it is: mine, theirs; as in"):
        recheck(models, claimed={1: 0.5})
    assert recheck(models, claimed={"mine": {1: 0.5}, "theirs": {1: 1}}).ok
    with pytest.raises(ValueError, match="must say of which it is: base, plus"):
        recheck(FOLDER / "evalplus.json", claimed={1: 0.5})


IN_FILES = [
    ("evalplus.json", ["base pass@1", "plus pass@1"]),
    ("evalperf.json", ["pass@1"]),
    ("babelcode_metrics.json", ["Python estimate_pass@1"]),
    ("livecodebench_codes.json", ["pass@1"]),
    ("code_eval.json", ["pass@1"]),
    ("livecodebench.json", ["pass@1"]),
]


@pytest.mark.parametrize(("name", "titles"), IN_FILES, ids=[name for name, _ in IN_FILES])
def test_the_claims_of_files_are_found_and_right(name, titles):
    result = recheck(FOLDER / name)
    assert statuses(result) == dict.fromkeys(titles, "agrees")
    assert result.ok
    assert all(str(FOLDER / name) in claim.where for claim in result.claims)


def test_a_wrong_claim_in_a_file_is_found(tmp_path):
    path = written(
        tmp_path, "evalplus.json", lambda v: v["pass_at_k"]["plus"].update({"pass@1": 1 / 3})
    )
    result = recheck(path)
    assert statuses(result) == {"base pass@1": "agrees", "plus pass@1": "differs"}
    assert "that of base" in causes(result, 1)


def test_the_claim_of_base_alone_has_no_group(tmp_path):
    path = written(
        tmp_path,
        "evalplus_base_only.json",
        lambda v: v.update(pass_at_k={"base": {"pass@1": 1 / 3}, "plus": {"pass@1": 0.1}}),
    )
    assert statuses(recheck(path)) == {"pass@1": "agrees"}


def test_cruxeval_says_100_percent_where_k_exceeds_n():
    result = recheck(FOLDER / "cruxeval.json")
    assert statuses(result) == {"pass_at_1": "agrees", "pass_at_5": "no estimate"}
    value = json.loads((FOLDER / "cruxeval.json").read_text("utf-8")) | {"pass_at_5": 100.0}
    result = recheck(value)
    assert causes(result, 1)[0] == "1 for k > n"
    assert result.claims[1].shown == "100.0%"


def test_babelcode_pads_with_failures(tmp_path):
    def change(value):
        question = value["Python/question/add"]
        question |= {"num_predictions": 2, "Failed Tests": 0}
        value["Python/metrics"] |= {"num_predictions": 5, "Failed Tests": 0}
        value["Python/metrics"] |= {"estimate_pass@1": 100 * (2 / 3) / 2, "estimate_pass@9": None}
        value["Python/metrics"]["subsampling_pass@1"] = 7.0

    result = recheck(written(tmp_path, "babelcode_metrics.json", change))
    padded, empty = result.claims
    assert (padded.status, padded.recomputed) == ("differs", pytest.approx(0.5))
    assert "short problems padded with failures" in causes(result)
    assert "BabelCode does so." in str(padded)
    assert (empty.status, empty.recomputed) == ("no value", None)
    assert "no value claimed" in str(empty)
    assert [claim.name for claim in result.wrong] == ["estimate_pass@1"]


def test_a_file_beside_the_results_has_the_claims(tmp_path):
    shutil.copy(FOLDER / "babelcode.jsonl", tmp_path / "pred_results.jsonl")
    shutil.copy(FOLDER / "babelcode_metrics.json", tmp_path / "metrics.json")
    for path in (tmp_path / "pred_results.jsonl", tmp_path):
        result = recheck(path)
        assert statuses(result) == {"Python estimate_pass@1": "agrees"}
        assert str(tmp_path / "metrics.json") in result.claims[0].where
    shutil.copy(FOLDER / "bigcodebench.json", tmp_path / "m_eval_results.json")
    (tmp_path / "m_pass_at_k.json").write_text('{"pass@1": 0.5, "model": "m"}', "utf-8")
    assert statuses(recheck(tmp_path / "m_eval_results.json")) == {"pass@1": "differs"}


def test_a_file_with_claims_is_not_said_to_be_unread(tmp_path):
    shutil.copy(FOLDER / "bigcodebench.json", tmp_path / "m_eval_results.json")
    (tmp_path / "m_pass_at_k.json").write_text('{"pass@1": 0.5, "model": "m"}', "utf-8")
    text = str(recheck(tmp_path))
    assert "not read" not in text
    assert f"without samples: {tmp_path / 'm_pass_at_k.json'}\n" in text
    assert str(tmp_path / "m_pass_at_k.json") in text.splitlines()[3]


def test_livecodebench_has_claims_in_two_files(tmp_path):
    shutil.copy(FOLDER / "livecodebench.json", tmp_path / "x_eval_all.json")
    shutil.copy(FOLDER / "livecodebench_codes.json", tmp_path / "x_eval.json")
    result = recheck(tmp_path / "x_eval_all.json")
    assert [claim.status for claim in result.claims] == ["agrees", "agrees"]
    assert {Path(claim.where.split(",")[0]).name for claim in result.claims} == {
        "x_eval_all.json",
        "x_eval.json",
    }


def test_nemo_skills_has_its_claims_in_metrics_json(tmp_path):
    shutil.copytree(FOLDER / "nemo_skills", tmp_path / "nemo")
    modes = {
        "pass@1": {"num_entries": 2, "passing_base_tests": 100 / 3, "passing_plus_tests": 100 / 6},
        "pass@1[avg-of-3]": {"passing_base_tests": 1.0},
        "pass@2": {"num_entries": 2, "passing_base_tests": 50.0, "passing_plus_tests": 25.0},
    }
    (tmp_path / "nemo" / "metrics.json").write_text(json.dumps({"human-eval": modes}), "utf-8")
    assert statuses(recheck(tmp_path / "nemo")) == {
        "is_correct pass@1 passing_base_tests": "agrees",
        "is_correct-plus pass@1 passing_plus_tests": "agrees",
        "is_correct pass@2 passing_base_tests": "agrees",
        "is_correct-plus pass@2 passing_plus_tests": "differs",
    }


def test_lm_eval_has_its_claims_in_the_results(tmp_path):
    shutil.copy(FOLDER / "lm_eval.jsonl", tmp_path / "samples_humaneval_1.jsonl")
    scores = {"alias": "humaneval", "pass@1,create_test": 1 / 3, "pass@1_stderr,create_test": 0.2}
    scores["pass@2,create_test"] = 0.4
    results = {"results": {"humaneval": scores}, "config": {}}
    (tmp_path / "results_1.json").write_text(json.dumps(results), "utf-8")
    assert statuses(recheck(tmp_path / "samples_humaneval_1.jsonl")) == {
        "create_test pass@1,create_test": "agrees",
        "create_test pass@2,create_test": "differs",
    }


def scores_of_inspect(value):
    """Add what inspect_ai says of its scores."""
    value["results"]["scores"] = [
        {"name": "includes", "reducer": reducer, "metrics": {"accuracy": {"value": number}}}
        for reducer, number in (
            ("mean", 1 / 3),
            ("pass_at_2", 0.5),
            ("pass_k_2", 1 / 6),
            ("median", 0.9),
            ("pass_at_3", 0.6),
        )
    ]


def test_inspect_ai_has_reducers_for_pass_at_k_and_pass_hat_k(tmp_path):
    assert statuses(recheck(written(tmp_path, "inspect.json", scores_of_inspect))) == {
        "accuracy by mean": "agrees",
        "accuracy by pass_at_2": "agrees",
        "accuracy by pass_k_2": "agrees",
        "accuracy by pass_at_3": "differs",
    }


def test_swe_bench_files_are_one_sample_each(tmp_path):
    one = recheck(FOLDER / "swe_bench" / "model.run0.json")
    assert one.claims[0].name.startswith("resolved_instances/total_instances = ")
    assert one.ok
    several = recheck(FOLDER / "swe_bench")
    assert len(several.claims) == 1
    assert several.ok
    assert several.claims[0].recomputed == pytest.approx(1 / 3)
    text = json.loads((FOLDER / "swe_bench" / "model.run0.json").read_text("utf-8"))
    assert not recheck(text | {"total_instances": 3}).ok


def test_where_there_is_no_claim_it_says_what_was_looked_for(tmp_path):
    for name, words in (
        ("human_eval.jsonl", "the format human-eval has no place for one"),
        ("bigcodebench.json", "beside ..._eval_results.json"),
        ("babelcode.jsonl", "estimate_pass@k in metrics.json beside the file"),
    ):
        shutil.copy(FOLDER / name, tmp_path)
        result = recheck(tmp_path / name)
        assert (result.claims, result.ok) == ((), False)
        assert f"No pass@k is claimed. Looked for: {result.looked_for}." in str(result)
        assert words in str(result)
        assert words in result._repr_html_()


WRONG = [
    ("evalplus.json", lambda v: v["pass_at_k"].update(base=[1]), "base must be an object"),
    (
        "evalplus.json",
        lambda v: v["pass_at_k"]["base"].update({"pass@1": "0.5"}),
        "pass@1 must be a number or null",
    ),
    ("cruxeval.json", lambda v: v.update(pass_at_1=[1]), "pass_at_1 must be a number or null"),
    ("inspect.json", lambda v: v["results"].update(scores=3), "scores must be a list"),
    ("evalperf.json", lambda v: v.update(summary=3), "summary must be an object"),
]


@pytest.mark.parametrize(("name", "change", "message"), WRONG, ids=range(len(WRONG)))
def test_a_claim_of_another_form_is_an_error_with_its_place(tmp_path, name, change, message):
    path = written(tmp_path, name, change)
    with pytest.raises(ValueError, match=message) as caught:
        recheck(path)
    assert str(path) in str(caught.value)


def test_the_result_is_text_html_and_plain_values():
    result = recheck(FOLDER / "cruxeval.json", claimed={"pass@2": 0.5})
    plain = json.loads(json.dumps(result.to_dict()))
    assert [claim["status"] for claim in plain["claims"]] == ["agrees", "no estimate", "agrees"]
    assert plain["reading"]["samples"] == 6
    html = result._repr_html_()
    assert html.count("<tr") == 4
    assert "color" not in html
    text = str(result)
    assert text.startswith("cruxeval, 1 file: 2 problems, 6 samples\n")
    assert "pass@2: 0.5 claimed, 0.5 recomputed: agrees to the last digit shown" in text
    counts = read_counts(FOLDER / "cruxeval.json")
    assert result.reading == counts.attrs["report"]


def test_claims_from_a_shell():
    words = ["pass@1=33.3%", "pass@2=0.50"]
    assert recheck(FOLDER / "cruxeval.json", claimed=claims_from_words(words)).claims[2].status == (
        "agrees"
    )
    assert claims_from_words(["a:b:pass^2= 0.5"]) == {"a:b": {"pass^2": "0.5"}}
    for words in (["0.5"], ["pass@=1"], ["pass@x=1"], ["=1"]):
        with pytest.raises(ValueError, match=r"a claim must be like pass@1=0\.41: "):
            claims_from_words(words)
    with pytest.raises(ValueError, match="pass@1 is claimed twice"):
        claims_from_words(["pass@1=1", "pass@1=0"])


def test_samples_that_are_left_out_are_not_the_first():
    rows = [{"problem": p, "passed": v} for p in "ab" for v in (None, True, False, False)]
    assert "the first sample only" in causes(recheck(rows, claimed={1: 1}, missing="drop"))
    assert "the first sample only" in causes(recheck(rows, claimed={1: 0}, missing="failure"))


def test_a_number_of_a_file_with_few_decimals_is_not_taken_for_rounded(tmp_path):
    def change(value):
        value["pass_at_k"]["base"] |= {"pass@1": 0.3}
        value["pass_at_k"]["plus"] |= {"pass@1": 0.17}

    result = recheck(written(tmp_path, "evalplus.json", change))
    assert statuses(result) == {"base pass@1": "differs", "plus pass@1": "agrees"}


def test_the_mean_of_numbers_in_a_file_is_not_taken_for_rounded(tmp_path):
    path = written(tmp_path, "livecodebench.json", lambda v: v[0].update({"pass@1": 0.66}))
    assert statuses(recheck(path)) == {"pass@1": "differs"}


def test_a_number_beside_one_with_a_percent_sign_is_a_fraction_or_above_1():
    for given in (0.5, "0.50", 50, "50.0"):
        assert recheck(table(COUNTS), claimed={1: "33.3%", 2: given}).ok


def test_a_difference_of_percentages_is_in_percentage_points():
    words = str(recheck(table([(4, 1)]), claimed={1: "26%"}))
    assert "26% claimed, 25% recomputed: differs by +1 percentage points" in words
    assert "differs by +0.01" in str(recheck(table([(4, 1)]), claimed={1: 0.26})).splitlines()[1]


@pytest.mark.parametrize("claim", ["0.66", "66.6%", "66.66%", "0.6666"])
def test_causes_come_in_the_order_of_their_likelihood(claim):
    result = recheck(table([(3, 2), (6, 4)]), claimed={1: claim})
    assert causes(result)[0] == "cut off, not rounded"


def test_several_causes_are_said_to_be_in_order():
    result = recheck(table([(200, 120)] * 9 + [(200, 0)]), claimed={1: "0.9"})
    assert causes(result)[0] == "share of problems solved at all"
    assert len(causes(result)) > 1
    assert "mistakes tried, most likely first):" in str(result)
    one = str(recheck(table([(4, 1), (4, 2)]), claimed={2: "59.4%"}))
    assert "mistakes tried):" in one
    cut = recheck(table(COUNTS), claimed={8: "0.6667"})
    assert causes(cut)[0] == "k cut to n"
    for counts, k, wrong, _ in MISTAKES:
        found = causes(recheck(table(counts), claimed={k: f"{float(wrong):.10f}"}))
        places = [LIKELY.index(name) if name in LIKELY else len(LIKELY) for name in found]
        assert places == sorted(places)


def test_the_likely_causes_are_known():
    tried = {name for _, _, _, name in MISTAKES} | {"another unit", "cut off, not rounded"}
    tried |= {"the first sample only", "the first k samples only", "naive estimate of pass^k"}
    tried |= {"samples without a score as failures", "samples without a score left out"}
    tried |= {mistake.name for mistake in MEAN_POLICIES}
    tried |= {"problems without samples counted as 0"}
    assert set(LIKELY) <= tried | {"pass@k", "mean over the languages", "that of "}


def test_claims_of_languages_without_samples_are_not_looked_at(tmp_path):
    shutil.copy(FOLDER / "babelcode.jsonl", tmp_path / "pred_results.jsonl")
    metrics = json.loads((FOLDER / "babelcode_metrics.json").read_text("utf-8"))
    metrics["Lua/metrics"] = metrics["Python/metrics"]
    (tmp_path / "metrics.json").write_text(json.dumps(metrics), "utf-8")
    assert statuses(recheck(tmp_path)) == {"Python estimate_pass@1": "agrees"}


WITHOUT = [("a", 10, 2), ("b", 10, 6), ("d", 0, 0)]


@pytest.mark.parametrize(
    ("name", "claimed"), [("pass@1", 0.267), ("pass@2", 0.415), ("pass^2", 0.119)]
)
def test_problems_that_are_left_out_and_were_counted_as_0_are_named(name, claimed):
    table = [{"problem": p, "n": n, "c": c} for p, n, c in WITHOUT]
    claim = recheck(table, claimed={name: claimed}, only_sampled=True).claims[0]
    assert claim.status == "differs"
    assert [cause.name for cause in claim.causes] == ["problems without samples counted as 0"]
    assert "1 problem without a sample counts as 0 there, and stays in the mean" in str(claim)
    right = recheck(table, claimed={name: claimed + 0.1}, only_sampled=True).claims[0]
    assert (right.tried, right.causes) == (claim.tried, ())
    without = recheck(table[:2], claimed={name: claimed}, only_sampled=True).claims[0]
    assert (without.tried, without.causes) == (claim.tried - 1, ())


def test_problems_of_another_model_that_are_left_out_are_no_part_of_a_mean():
    counts = [*(("A", *row) for row in WITHOUT[:2]), ("B", "d", 0, 0), ("B", "e", 2, 1)]
    table = [dict(zip(("model", "problem", "n", "c"), row, strict=True)) for row in counts]
    claimed = {"A": {"pass@1": 0.267}, "B": {"pass@1": 0.25}}
    one, two = recheck(table, claimed=claimed, only_sampled=True).claims
    assert one.causes == ()
    assert "problems without samples counted as 0" in [cause.name for cause in two.causes]


def test_a_problem_that_is_left_out_in_two_groups_is_one():
    counts = [(*row, group) for row in WITHOUT for group in ("base", "plus")]
    table = [dict(zip(("problem", "n", "c", "group"), row, strict=True)) for row in counts]
    claimed = {"base": {"pass@1": 0.4}}
    said = "left out: 1 problem without a sample (2 rows of the table)"
    assert said in str(recheck(table, claimed=claimed, only_sampled=True))
    assert said in score(table, 1, only_sampled=True).remarks
    said = "left out: 1 problem without a sample"
    assert said in score(table[:5], 1, only_sampled=True).remarks
    assert f"{said}\n" in str(recheck(table[:5], claimed=claimed, only_sampled=True))
