"""From counts to scores: the numbers, what is told apart, what has no score, text and JSON."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from statistics import mean

import numpy as np
import pandas as pd
import pytest

import passk
from passk.results import FORMATS, Scores, read_counts, score
from passk.results.scores import USUAL_KS

FOLDER = Path(__file__).parent / "results"
COUNTS = [("a", 20, 20), ("b", 20, 3), ("c", 20, 0), ("d", 5, 1)]


def table(rows, **columns):
    """A table of counts."""
    frame = pd.DataFrame(rows, columns=["problem", "n", "c"])
    return frame.assign(**columns)


def named(rows, names, column):
    """A table whose rows have a name in one more column."""
    return pd.DataFrame(rows, columns=["problem", "n", "c"]).assign(**{column: names})


def values(scores):
    """The scores by the names of the parts and k."""
    return {part.name: {at_k.k: at_k.value for at_k in part.at} for part in scores.parts}


def exact_mean(rows, k):
    """The mean as a fraction."""
    return mean(passk.exact_pass_at_k(n, c, k) for _, n, c in rows)


def test_the_scores_are_the_exact_means():
    (part,) = score(table(COUNTS), [1, 2, 3, 5]).parts
    assert [at_k.k for at_k in part.at] == [1, 2, 3, 5]
    for at_k in part.at:
        assert at_k.value == pytest.approx(float(exact_mean(COUNTS, at_k.k)), abs=1e-15)
    assert exact_mean(COUNTS, 1) == Fraction(27, 80)


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_every_format_is_scored(path):
    counts = read_counts(path)
    scores = score(path, [1, 3])
    names = [name for name in ("model", "language", "group") if name in counts]
    by_hand = counts.assign(name=[", ".join(row) for row in counts[names].to_numpy()])
    if path.name == "livecodebench.json":  # its groups are no second look at the same samples
        by_hand["name"] = ""
    assert set(values(scores)) == set(by_hand["name"])
    for name, rows in by_hand.groupby("name"):
        ks = [1, 3] if rows["n"].min() >= 3 else [1]
        for k in ks:
            expected = passk.mean_pass_at_k(rows["n"], rows["c"], k)
            assert values(scores)[name][k] == expected
    assert scores.report == counts.attrs["report"]


def test_no_format_is_left_out():
    assert {read_counts(path).attrs["report"].format for path in FOLDER.iterdir()} == set(FORMATS)


def test_both_error_bars_are_those_of_benchmark():
    clusters = {"a": "x", "b": "x", "c": "y", "d": "z"}
    (part,) = score(table(COUNTS), 2, clusters=clusters, confidence_level=0.8).parts
    ns, cs = [20, 20, 20, 5], [20, 3, 0, 1]
    labels = ["x", "x", "y", "z"]
    expected = passk.benchmark(ns, cs, 2, clusters=labels, confidence_level=0.8)
    assert part.at[0].benchmark == expected
    assert [bar.target for bar in part.at[0].benchmark.bars] == ["samples", "problems"]
    by_function = score(table(COUNTS), 2, clusters=clusters.get, confidence_level=0.8)
    assert by_function.parts[0] == part


def test_what_is_solved_never_and_always():
    part = score(table([*COUNTS, ("e", 0, 0)]), 1).parts[0]
    assert (part.never_solved, part.always_solved) == (1, 1)  # without samples it is neither
    assert (part.problems, part.samples) == (5, 65)
    assert (part.smallest_n, part.median_n, part.largest_n) == (0, 20.0, 20)
    part = score(table([("a", 1, 0), ("b", 2, 0), ("c", 3, 3), ("d", 4, 2)]), 1).parts[0]
    assert (part.never_solved, part.always_solved, part.median_n) == (2, 1, 2.5)


@pytest.mark.parametrize(
    ("rows", "k", "reason"),
    [
        (COUNTS, 6, "k = 6 needs n >= 6 for every problem: 1 of 4 has fewer, n = 5 (problem 'd')"),
        (
            COUNTS,
            21,
            "k = 21 needs n >= 21 for every problem: 4 of 4 have fewer, the smallest n = 5 "
            "(problem 'd')",
        ),
        (
            [*COUNTS, ("e", 2, 2)],
            20,
            "k = 20 needs n >= 20 for every problem: 2 of 5 have fewer, the smallest n = 2 "
            "(problem 'e')",
        ),
        (COUNTS[:3], 10**20, f"k = {10**20} needs n >= {10**20} for every problem: n = 20"),
        (
            [*COUNTS, ("e", 0, 0)],
            1,
            "k = 1 needs n >= 1 for every problem: 1 of 5 has fewer, n = 0 (problem 'e'); "
            "only_sampled=True leaves out what has no sample",
        ),
        (
            [*COUNTS, ("e", 0, 0)],
            6,
            "k = 6 needs n >= 6 for every problem: 2 of 5 have fewer, the smallest n = 0 "
            "(problem 'e')",
        ),
        ([("a", 0, 0), ("b", 0, 0)], 1, "k = 1 needs n >= 1 for every problem: n = 0"),
    ],
)
def test_a_k_above_the_smallest_n_has_a_reason_and_no_score(rows, k, reason):
    scores = score(table(rows), k)
    (at_k,) = scores.parts[0].at
    assert (at_k.value, at_k.benchmark, at_k.reason) == (None, None, reason)
    assert f"pass@{k} {reason}" in " ".join(str(scores).split())
    assert str(at_k) == reason


def test_the_other_ks_have_their_scores():
    scores = score(table(COUNTS), [5, 6])
    assert values(scores) == {"": {5: pytest.approx(float(exact_mean(COUNTS, 5))), 6: None}}


@pytest.mark.parametrize(
    ("smallest", "ks"),
    [(0, [1]), (1, [1]), (4, [1]), (5, [1, 5]), (99, [1, 5, 10]), (100, [1, 5, 10, 100])],
)
def test_the_usual_ks_are_those_with_enough_samples(smallest, ks):
    rows = [("a", smallest, 0), ("b", 200, 1)]
    assert [at_k.k for at_k in score(table(rows)).parts[0].at] == ks
    assert set(ks) <= set(USUAL_KS)


def test_a_usual_k_for_one_model_is_said_to_be_none_for_another():
    rows = named([("a", 10, 1), ("a", 5, 1)], ["m", "l"], "model")
    assert values(score(rows)) == {"m": {1: 0.1, 5: 0.5, 10: 1.0}, "l": {1: 0.2, 5: 1.0, 10: None}}


def test_ks_come_once_and_in_order():
    assert [at_k.k for at_k in score(table(COUNTS), (3, 1, 3)).parts[0].at] == [1, 3]
    assert [at_k.k for at_k in score(table(COUNTS), np.array([2])).parts[0].at] == [2]


TWO = [("a", 2, 2), ("b", 2, 0), ("a", 2, 1), ("b", 2, 1)]


@pytest.mark.parametrize("column", ["model", "language", "group"])
def test_rows_of_one_problem_are_never_averaged(column):
    scores = score(named(TWO, ["x", "x", "y", "y"], column), 2)
    assert values(scores) == {"x": {2: 0.5}, "y": {2: 1.0}}
    assert [getattr(part, column) for part in scores.parts] == ["x", "y"]
    assert scores.remarks == ()


def test_models_are_never_averaged_even_if_they_share_no_problem():
    rows = named([("a", 2, 2), ("b", 2, 0)], ["m", "l"], "model")
    scores = score(rows, 1)
    assert values(scores) == {"m": {1: 1.0}, "l": {1: 0.0}}
    assert values(score(rows, 1, by=())) == values(scores)
    assert scores.remarks == ("the 2 models have different problems: 0 of 2 are common to all",)


def test_models_with_a_hole_are_remarked_on():
    rows = named([("a", 2, 2), ("b", 2, 0), ("a", 2, 1)], ["m", "m", "l"], "model")
    assert "the 2 models have different problems: 1 of 2 are common to all" in str(score(rows))


def test_a_problem_in_two_languages_is_two_problems_for_models():
    rows = named([("a", 2, 2), ("a", 2, 0)], ["m", "l"], "model")
    scores = score(rows.assign(language=["Lua", "Python"]), 1)
    assert values(scores) == {"m, Lua": {1: 1.0}, "l, Python": {1: 0.0}}
    assert scores.remarks == ("the 2 models have different problems: 0 of 2 are common to all",)


def test_languages_are_told_apart_unless_the_caller_says_otherwise():
    rows = named([("a", 2, 2), ("b", 2, 0)], ["Lua", "Python"], "language")
    assert values(score(rows, 1)) == {"Lua": {1: 1.0}, "Python": {1: 0.0}}
    together = score(rows, 1, by=[])
    assert values(together) == {"": {1: 0.5}}
    assert together.remarks == (
        '2 languages in one score (Lua, Python): by="language" tells them apart',
    )


def test_groups_that_share_no_problem_are_told_apart_on_demand():
    rows = named([("a", 2, 2), ("b", 2, 0)], ["easy", "hard"], "group")
    together = score(rows, 1)
    assert values(together) == {"": {1: 0.5}}
    assert together.remarks == ('2 groups in one score (easy, hard): by="group" tells them apart',)
    assert values(score(rows, 1, by="group")) == {"easy": {1: 1.0}, "hard": {1: 0.0}}


def test_what_is_asked_is_told_apart_and_what_must_be():
    rows = named(TWO, ["x", "x", "y", "y"], "language").assign(group=["p", "q", "p", "q"])
    assert list(values(score(rows, 1))) == ["x", "y"]
    assert list(values(score(rows, 1, by="group"))) == ["x, p", "x, q", "y, p", "y, q"]
    twice = pd.concat([rows.assign(group="base"), rows.assign(group="plus")])
    assert set(values(score(twice, 1))) == {"x, base", "x, plus", "y, base", "y, plus"}
    assert values(score(twice, 1, by="group")) == values(score(twice, 1))


def test_one_name_is_shown():
    rows = table(COUNTS, model="m", language="Lua", group="g")
    (part,) = score(rows).parts
    assert (part.name, part.model, part.language, part.group) == ("m, Lua, g", "m", "Lua", "g")


def test_models_in_a_dict_are_read_and_told_apart():
    files = {"mine": FOLDER / "human_eval.jsonl", "theirs": FOLDER / "human_eval.jsonl"}
    with pytest.raises(ValueError, match="is given twice"):
        score(files)
    files["theirs"] = table([("add", 2, 1)])
    with pytest.raises(ValueError, match="the files are of several formats"):
        score(files)
    files["mine"] = table([("add", 2, 2)])
    assert values(score(files)) == {"mine": {1: 1.0}, "theirs": {1: 0.5}}


def samples(*flags):
    """A table of samples of one problem."""
    return pd.DataFrame({"problem": "a", "passed": flags})


def test_samples_without_a_score_are_treated_as_asked_and_reported():
    with pytest.raises(ValueError, match='missing="failure" counts it as a failure'):
        score(samples(True, None))
    failed, dropped = (score(samples(True, None), missing=m) for m in ("failure", "drop"))
    assert values(failed) == {"": {1: 0.5}}
    assert values(dropped) == {"": {1: 1.0}}
    assert "1 unscored: counted as failures" in str(failed).splitlines()
    assert "1 unscored: left out" in str(dropped).splitlines()
    assert failed.to_dict()["reading"]["unscored"] == 1
    assert values(score(samples(0.4, 0.6), threshold=0.5)) == {"": {1: 0.5}}
    with pytest.raises(ValueError, match="is not of the format wide table"):
        score(samples(True), format="wide table")


def test_the_report_of_counts_that_were_read_stays():
    counts = read_counts(samples(True, None), missing="failure")
    scores = score(counts)
    assert scores.report is counts.attrs["report"]
    assert values(scores) == {"": {1: 0.5}}


def test_counts_that_were_read_may_be_named_like_a_gap():
    counts = read_counts([{"problem": "a", "n": 1, "c": 1}]).assign(problem="null", group="")
    assert values(score(counts)) == {"": {1: 1.0}}


def test_rows_that_were_taken_out_after_reading_are_said():
    counts = read_counts(table(COUNTS))
    scores = score(counts[counts["n"] > 5], 10)
    remark = "changed after reading: 3 problems and 60 samples are scored"
    assert scores.remarks == (remark,)
    assert remark in str(scores).splitlines()
    assert scores.parts[0].problems == 3


CHANGES = {
    "a column less": (lambda t: t.drop(columns="n"), "the counts must have the columns .*: no n"),
    "no row": (lambda t: t[t["n"] > 99], "the counts must have at least one problem"),
    "a gap": (lambda t: t.assign(model=[None, "m", "m", "m"]), "must name every model: there is a"),
    "c above n": (lambda t: t.assign(c=30), "c must not exceed n: c=30, n=20"),
    "c below 0": (lambda t: t.assign(c=-1), "c must be at least 0: c=-1"),
    "halves": (lambda t: t.assign(c=0.5), "c must be a whole number"),
    "a problem twice": (lambda t: pd.concat([t, t]), "problem 'a' comes twice in the counts"),
}


@pytest.mark.parametrize(("change", "message"), CHANGES.values(), ids=CHANGES)
def test_counts_that_were_spoilt_after_reading_are_errors(change, message):
    with pytest.raises(ValueError, match=message):
        score(change(read_counts(table(COUNTS))))


@pytest.mark.parametrize(
    "rule", [{"format": "wide table"}, {"missing": "drop"}, {"threshold": 0.5}]
)
def test_rules_of_reading_are_refused_for_counts_that_were_read(rule):
    with pytest.raises(ValueError, match=f"{next(iter(rule))} is for files: these counts are read"):
        score(read_counts(table(COUNTS)), **rule)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"k": 0}, ValueError, "k must be at least 1: k=0"),
        ({"k": [1, -2]}, ValueError, "k must be at least 1: k=-2"),
        ({"k": 1.5}, ValueError, "k must be a whole number: k=1.5"),
        ({"k": "10"}, TypeError, "k must be a whole number, not str"),
        ({"k": []}, ValueError, "k must not be empty"),
        ({"k": [[1, 2]]}, ValueError, r"k must be one number or a 1-D list: it has shape \(1, 2\)"),
        ({"by": "model"}, ValueError, "by='model', and these have none of them"),
        ({"by": "n"}, ValueError, "by must be of model, language, group: by='n'"),
        ({"by": 3}, ValueError, "by must be of model, language, group: by=3"),
        ({"confidence_level": 95}, ValueError, "confidence_level"),
        ({"clusters": {"a": 1}}, ValueError, "clusters must name every problem: it lacks 'b'"),
        ({"clusters": [1, 2, 3, 4]}, TypeError, "clusters must be a dict or a function"),
    ],
)
def test_wrong_arguments(options, error, message):
    with pytest.raises(error, match=message):
        score(table(COUNTS), **options)


def test_a_column_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(ValueError, match="by='language', and these have model and group"):
        score(table(COUNTS, model="m", group="g"), by=["group", "language"])


def numbers(thing):
    """All numbers in objects of JSON."""
    if isinstance(thing, dict | list):
        return [
            x
            for item in (thing.values() if isinstance(thing, dict) else thing)
            for x in numbers(item)
        ]
    return [thing] if isinstance(thing, int | float) else []


def test_json_is_read_back_as_it_was():
    rows = named([*TWO, ("c", 7, 1)], ["x", "x", "y", "y", "y"], "model")
    scores = score(rows, [1, 2, 3])
    read = json.loads(scores.to_json())
    assert read == scores.to_dict()
    assert all(math.isfinite(number) for number in numbers(read))
    assert list(read) == ["confidence_level", "reading", "remarks", "parts"]
    x, y = read["parts"]
    assert (x["model"], y["model"], x["language"], x["problems"], y["samples"]) == (
        "x",
        "y",
        None,
        2,
        11,
    )
    assert y["pass_at_k"][0]["value"] == float(exact_mean(rows.iloc[2:, :3].to_numpy(), 1))
    assert x["pass_at_k"][2] == {
        "k": 3,
        "value": None,
        "reason": "k = 3 needs n >= 3 for every problem: n = 2",
        "bars": {},
    }
    assert (x["never_solved"], x["never_solved_share"], x["always_solved_share"]) == (1, 0.5, 0.5)


def test_json_has_the_bars_with_all_digits():
    (at_k,) = json.loads(score(table(COUNTS), 2).to_json())["parts"][0]["pass_at_k"]
    for bar in passk.benchmark([20, 20, 20, 5], [20, 3, 0, 1], 2).bars:
        expected = {name: getattr(bar, name) for name in at_k["bars"][bar.target]}
        assert at_k["bars"][bar.target] == expected
    assert set(expected) == {"standard_error", "low", "high", "method", "reason"}


def test_json_has_no_nan_where_no_error_exists():
    (at_k,) = json.loads(score(table([("a", 2, 1)]), 2).to_json())["parts"][0]["pass_at_k"]
    assert at_k["bars"]["problems"]["standard_error"] is None
    assert at_k["bars"]["problems"]["reason"] == "one problem does not show how problems differ"


def test_the_table_has_a_row_for_each_part_and_k():
    scores = score(named(TWO, ["x", "x", "y", "y"], "language"), [1, 3])
    frame = scores.table()
    assert frame[["language", "k"]].to_numpy().tolist() == [["x", 1], ["x", 3], ["y", 1], ["y", 3]]
    assert frame["value"].isna().tolist() == [False, True, False, True]
    assert (
        frame["problems_standard_error"][0]
        == scores.parts[0].at[0].benchmark.bars[1].standard_error
    )
    assert "model" not in frame
    assert list(score(table(COUNTS), 99).table()["reason"].str[:10]) == ["k = 99 nee"]
    columns = list(frame.drop(columns="language"))
    assert list(score(table(COUNTS), 99).table()) == columns


def test_the_text():
    lines = str(score(table(COUNTS), [2, 5, 10])).splitlines()
    assert lines[:4] == [
        "wide table, 1 file: 4 problems, 65 samples",
        "n differs: from 5 to 20",
        "",
        "4 problems, n = 5 to 20 (median 20); never solved 1 (25.0 %), always 1 (25.0 %)",
    ]
    heads = [cell.strip() for cell in lines[4].split("  ") if cell]
    assert heads == ["score", "same problems, new samples", "other problems like these"]
    first, second = passk.benchmark([20, 20, 20, 5], [20, 3, 0, 1], 2).bars
    cells = [f"± {b.standard_error:.3f} ({b.low:.3f} to {b.high:.3f})" for b in (first, second)]
    assert lines[5] == f"pass@2   {float(exact_mean(COUNTS, 2)):.3f}  {cells[0]:32}  {cells[1]}"
    assert lines[6].startswith("pass@5   0.650  ± not estimable (")
    assert lines[7].startswith("pass@10  k = 10 needs n >= 10 ")
    assert lines[8:] == [
        "         (problem 'd')",
        "pass@5, new samples: the jackknife variance needs n above k: n=5, k=5",
        "",
        "± standard error (95 % interval)",
    ]


def test_a_text_without_scores_explains_no_signs():
    assert str(score(table(COUNTS), 99)).endswith("(problem 'd')")


def test_small_scores_have_the_digits_that_their_errors_deserve():
    rows = [(str(i), 1000, int(i == 0)) for i in range(100)]
    line = str(score(table(rows), 1)).splitlines()[4]
    assert line.startswith("pass@1  0.000010  ± 0.000010 (0.000000 to 0.0000")


def test_no_certainty_by_rounding():
    (at_k,) = score(table([("a", 10**6, 10**6)]), 1).parts[0].at
    assert re.fullmatch(r"± 0\.000 \(0\.99999\d to 1\.000000\)", at_k.cells()[1])
    (at_k,) = score(table([("a", 10**6, 0)]), 1).parts[0].at
    assert re.fullmatch(r"± 0\.000 \(0\.000000 to 0\.00000[1-9]\)", at_k.cells()[1])
    (at_k,) = score(table([("a", 10**8, 10**8)]), 1).parts[0].at
    assert at_k.cells()[1] == "± 0.000 (> 0.999 to 1.000)"
    (at_k,) = score(table([("a", 10**8, 0)]), 1).parts[0].at
    assert at_k.cells()[1] == "± 0.000 (0.000 to < 0.001)"


def test_both_ends_of_an_interval_are_written_alike():
    rows = [(f"p{i}", 20, 20) for i in range(99)] + [("q", 20, 17)]
    (at_k,) = score(table(rows), 10).parts[0].at
    shown = " ".join(at_k.cells())
    assert "e-" not in shown
    assert " - " not in shown
    for low, high in re.findall(r"\(([\d.]+) to ([\d.]+)\)", shown):
        assert len(low) == len(high)
    assert shown.count(" to ") == 2


def test_problems_without_samples_are_left_out_on_demand():
    rows = [*COUNTS, ("e", 0, 0)]
    scores = score(table(rows), 1, only_sampled=True)
    assert scores.benchmark(1).value == pytest.approx(float(exact_mean(COUNTS, 1)))
    assert scores.remarks == ("left out: 1 problem without a sample",)
    assert scores.parts[0].problems == 4
    assert [at_k.k for at_k in score(table(rows), only_sampled=True).parts[0].at] == [1, 5]
    assert score(table(COUNTS), 1, only_sampled=True).remarks == ()
    with pytest.raises(ValueError, match="no problem has a sample: n = 0 for all of them"):
        score(table([("a", 0, 0)]), only_sampled=True)


def test_one_benchmark_is_found_by_k_and_by_the_name_of_its_part():
    scores = score(named(TWO, ["x", "x", "y", "y"], "language"), [1, 2, 3])
    assert scores.benchmark(2, "y") is scores.parts[1].at[1].benchmark
    for part in (None, "z"):
        with pytest.raises(ValueError, match=f"part must be one of 'x', 'y': part={part!r}"):
            scores.benchmark(2, part)
    with pytest.raises(ValueError, match=r"^k must be one of those scored, 1, 2, 3: k=4$"):
        scores.benchmark(4, "x")
    with pytest.raises(ValueError, match="k = 3 needs n >= 3 for every problem: n = 2"):
        scores.benchmark(3, "x")
    assert score(table(COUNTS), 1).benchmark(1, "").k == 1


def test_long_lines_are_filled():
    rows = table([("a problem with a long name", 10, 1), ("b", 20, 1)], model="m" * 30)
    lines = str(score(rows, [1, 20])).splitlines()
    assert lines[3:5] == [
        f"{'m' * 30}: 2 problems, n = 10 to 20 (median 15); never",
        "  solved 0 (0.0 %), always 0 (0.0 %)",
    ]
    assert lines[7:9] == [
        "pass@20  k = 20 needs n >= 20 for every problem: 1 of 2 has fewer, n = 10",
        "         (problem 'a problem with a long name')",
    ]
    (line,) = [line for line in str(score(table(COUNTS))).splitlines() if "never" in line]
    assert len(line) == 79
    longer = str(score(table([*COUNTS, ("e", 21, 0)], model="m"))).splitlines()
    assert "  (20.0 %)" in longer


def test_the_notebook_has_a_table_for_each_part():
    rows = named(TWO, ["<x>", "<x>", "y", "y"], "model")
    page = score(rows, [1, 3])._repr_html_()
    assert page.count("<table") == page.count("</table>") == 2
    assert "&lt;x&gt;: 2 problems" in page
    assert "<x>" not in page
    assert ">none</td>" in page
    assert "k = 3 needs n &gt;= 3 for every problem: n = 2" in page
    assert "<br>± standard error (95 % interval)" in page
    groups = named([("a", 2, 2), ("b", 2, 0)], ["<x>", "y"], "group")
    assert "(&lt;x&gt;, y)" in score(groups)._repr_html_()


def test_results_are_frozen_and_print_as_text():
    scores = score(table(COUNTS))
    assert isinstance(scores, Scores)
    assert repr(scores) == str(scores)
    assert str(scores.parts[0]) in str(scores)
    assert str(scores.parts[0].at[0]) == str(scores.parts[0].at[0].benchmark)
    with pytest.raises(AttributeError):
        scores.parts = ()
