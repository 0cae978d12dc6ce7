"""Every format is told by its content, and gives the n and c that its harness means."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from passk.execution.records import Log, Sample
from passk.execution.runner import Verdict
from passk.results import FORMATS, read_counts

FOLDER = Path(__file__).parent / "results"
ADD, SORT = ("add", 3, 2), ("sort", 3, 0)
BASE_AND_PLUS = [("add", "base", 3, 2), ("add", "plus", 3, 1)]
BASE_AND_PLUS += [("sort", "base", 3, 0), ("sort", "plus", 3, 0)]
NUMBERED = [("0", 3, 2), ("1", 3, 0)]
IN_PYTHON = [("add", "Python", 3, 2), ("sort", "Python", 3, 0)]
EXAMPLES = {
    "human_eval.jsonl": ("human-eval", [ADD, SORT]),
    "babelcode.jsonl": ("babelcode", IN_PYTHON[::-1]),
    "own_log.jsonl": ("babelcode", IN_PYTHON[::-1]),
    "babelcode_metrics.json": ("babelcode metrics", IN_PYTHON),
    "evalplus.json": ("evalplus", BASE_AND_PLUS),
    "evalplus_base_only.json": ("evalplus", [ADD, SORT]),
    "evalplus_old.json": ("evalplus 0.1", BASE_AND_PLUS),
    "bigcodebench.json": ("bigcodebench", [ADD, SORT]),
    "evalperf.json": ("evalperf", [ADD, SORT]),
    "multipl_e": ("multipl-e", [("add", "lua", 3, 2), ("sort", "lua", 3, 0)]),
    "multipl_e_yaml": ("multipl-e", [("add", "lua", 3, 2), ("sort", "lua", 3, 0)]),
    "livecodebench.json": ("livecodebench", [("add", "easy", 3, 2), ("sort", "hard", 3, 0)]),
    "livecodebench_codes.json": ("livecodebench codes", NUMBERED),
    "cruxeval.json": ("cruxeval", [ADD, SORT]),
    "code_eval.json": ("code_eval", NUMBERED),
    "codereval.jsonl": ("codereval", [ADD, SORT]),
    "lm_eval.jsonl": ("lm-eval", [("add", "create_test", 3, 2), ("sort", "create_test", 3, 0)]),
    "nemo_skills": (
        "nemo-skills",
        [
            ("line 1", "is_correct", 3, 2),
            ("line 1", "is_correct-plus", 3, 1),
            ("line 2", "is_correct", 3, 0),
            ("line 2", "is_correct-plus", 3, 0),
        ],
    ),
    "nemo_skills_swe": ("nemo-skills", [ADD, SORT]),
    "nemo_skills_status": ("nemo-skills", [ADD, SORT]),
    "tau_bench.json": ("tau-bench", NUMBERED),
    "tau2_bench.json": ("tau2-bench", NUMBERED),
    "tau2_index.json": ("tau2-bench index", NUMBERED),
    "swe_bench": ("swe-bench", [ADD, SORT]),
    "swe_bench_instance.json": ("swe-bench instances", [("add", 1, 1)]),
    "inspect.json": ("inspect", [("add", "model", 3, 2), ("sort", "model", 3, 0)]),
    "models.csv": (
        "models table",
        [
            ("add", "one", 3, 2),
            ("add", "another", 2, 1),
            ("sort", "one", 3, 0),
            ("sort", "another", 2, 2),
        ],
    ),
    "wide.csv": ("wide table", [ADD, SORT]),
    "long.csv": ("long table", [ADD, SORT]),
}


def rows(table):
    """The rows of a table as tuples."""
    return list(table.itertuples(index=False, name=None))


def changed(name, change):
    """A fixture's document, or its lines, after a change."""
    text = (FOLDER / name).read_text("utf-8")
    if name.endswith(".jsonl"):
        value = list(map(json.loads, text.splitlines()))
    else:
        value = json.loads(text)
    change(value)
    return value


def read_changed(tmp_path, name, change, **options):
    """What is read of a fixture after a change."""
    value = changed(name, change)
    path = tmp_path / "changed"
    if name.endswith(".jsonl"):
        path.write_text("".join(f"{json.dumps(line)}\n" for line in value), "utf-8")
    else:
        path.write_text(json.dumps(value), "utf-8")
    return read_counts(path, **options)


def test_every_format_has_an_example():
    assert {name for name, _ in EXAMPLES.values()} == set(FORMATS)
    assert set(EXAMPLES) == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_counts_of_the_examples(name):
    table = read_counts(FOLDER / name)
    assert (table.attrs["report"].format, rows(table)) == EXAMPLES[name]
    assert table["n"].dtype == table["c"].dtype == "int64"


@pytest.mark.parametrize("name", [name for name in EXAMPLES if (FOLDER / name).is_file()])
def test_the_name_of_a_file_does_not_matter(tmp_path, name):
    path = tmp_path / "file.txt"
    shutil.copy(FOLDER / name, path)
    assert rows(read_counts(str(path))) == EXAMPLES[name][1]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.endswith(".json")])
def test_a_document_on_one_line_and_in_memory_is_the_same(tmp_path, name):
    value = changed(name, lambda value: None)
    assert rows(read_changed(tmp_path, name, lambda value: None)) == EXAMPLES[name][1]
    assert rows(read_counts(value)) == EXAMPLES[name][1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_format_that_is_forced_is_that_one_or_an_error(name):
    right, expected = EXAMPLES[name]
    assert rows(read_counts(FOLDER / name, format=right)) == expected
    same = {"tau-bench": {"long table"}, "human-eval": {"long table"}}.get(right, set())
    for format_name in set(FORMATS) - {right} - same:
        with pytest.raises(ValueError, match=f"not of the format {format_name}|no file in this fo"):
            read_counts(FOLDER / name, format=format_name)


def first(*way, to):
    """A change: set what lies at the end of a way."""

    def change(value):
        for key in way[:-1]:
            value = value[key]
        value[way[-1]] = to

    return change


def without(*way):
    """A change: remove what lies at the end of a way."""

    def change(value):
        for key in way[:-1]:
            value = value[key]
        del value[way[-1]]

    return change


WRONG = [
    ("human_eval.jsonl", first(1, "passed", to="maybe"), "line 2: passed must be true or false"),
    (
        "human_eval.jsonl",
        first(1, "passed", to=True),
        "line 2: passed contradicts result: passed=tr",
    ),
    ("human_eval.jsonl", first(1, "passed", to=[False]), "passed must be true or false, 1 or 0: "),
    ("human_eval.jsonl", first(1, "task_id", to=None), "line 2: task_id must be a text or a whole"),
    ("human_eval.jsonl", without(1, "passed"), r"line 2: .* \(there is no 'passed'\)"),
    ("human_eval.jsonl", first(1, to={"qid": 1}), "line 2: there is no 'passed'"),
    (
        "babelcode.jsonl",
        first(2, "outcome", to="passed"),
        "line 3: outcome must be one of 'Passed'",
    ),
    ("babelcode.jsonl", first(2, "language", to=1), "line 3: language must be a text: language=1"),
    ("babelcode.jsonl", first(5, "id", to="1"), "sample 1 of problem add comes twice, with two sc"),
    (
        "own_log.jsonl",
        first(2, "outcome", to="Passed"),
        "two outcomes contradict each other: outcome=",
    ),
    (
        "babelcode_metrics.json",
        first("Python/question/add", "Passed", to=3),
        "Python/question/add: num_predictions must be the sum of the outcomes",
    ),
    (
        "babelcode_metrics.json",
        first("Python/metrics", "num_predictions", to=7),
        "Python/metrics: num_predictions must be 6, the sum over the questions",
    ),
    (
        "babelcode_metrics.json",
        first("Python/metrics", "Passed", to=1),
        "Passed must be 2, the sum",
    ),
    (
        "evalplus.json",
        first("eval", "sort", 1, "base_status", to="passed"),
        r"eval.sort\[1\]: base_status must be one of 'pass', 'fail', 'timeout'",
    ),
    (
        "evalplus.json",
        first("eval", "add", 1, "task_id", to="sort"),
        "task_id must be 'add', under",
    ),
    ("evalplus.json", first("eval", "sort", to={}), "eval: sort must be a list"),
    ("evalplus.json", first("eval", "sort", to=[{}]), r"eval.sort\[0\]: there is no 'base_status'"),
    ("evalplus.json", first("eval", "sort", 0, to="pass"), r"eval.sort\[0\] must be an object"),
    ("evalplus.json", without("eval", "add", 0, "plus_status"), "there is no 'plus_status'"),
    (
        "evalplus_old.json",
        first("eval", "add", "nfiles", to=4),
        "nfiles must be 3, the length of b",
    ),
    ("evalplus_old.json", without("eval", "add", "plus", 0), "plus must be a list of 3, as base"),
    (
        "evalplus_old.json",
        first("eval", "add", "base", 0, 0, to="ok"),
        r"eval.add.base: \[0\] must be",
    ),
    (
        "bigcodebench.json",
        first("eval", "add", 2, "status", to=True),
        "status must be one of 'pass'",
    ),
    (
        "evalperf.json",
        first("eval", "add", "pass@1", to=50.0),
        "pass@1 must be a share of n=3 samp",
    ),
    (
        "evalperf.json",
        first("eval", "add", "pass@1", to=200.0),
        "pass@1 must be a share of n=3 sam",
    ),
    (
        "evalperf.json",
        first("config", "n_samples", to="3"),
        "config: n_samples must be a whole numb",
    ),
    (
        "livecodebench.json",
        first(0, "graded_list", to=[True]),
        r"\[0\]: graded_list must be a list",
    ),
    ("livecodebench.json", first(0, "graded_list", to=True), "graded_list must be a list"),
    ("livecodebench.json", first(0, "graded_list", 1, to=2), r"graded_list\[1\] must be true or f"),
    ("livecodebench_codes.json", first(1, "0", 1, to=[]), r"0\[1\] must be a list of numbers"),
    (
        "cruxeval.json",
        first("raw_generations", "add", to=["1"]),
        "add must be a list with one flag",
    ),
    ("livecodebench.json", first(1, "difficulty", to=[1]), r"\[1\]: difficulty must be a text"),
    ("code_eval.json", first(1, "1", to=None), "1 must be a list: null"),
    ("inspect.json", first("samples", 3, "scores", to=True), r"\[3\]: scores must be an object"),
    ("cruxeval.json", first("raw_generations", "add", to=None), "add must be a list with one fla"),
    ("code_eval.json", first(1, "0", 0, 0, to=7), "its numbers are not those of the list"),
    (
        "code_eval.json",
        first(1, "0", 1, 1, "task_id", to=1),
        "its numbers are not those of the lis",
    ),
    ("code_eval.json", first(1, "0", 2, to=[0]), r"0\[2\] must be a number and an object"),
    ("lm_eval.jsonl", first(0, "pass@1", to=0.5), "line 1: pass@1 must be a share of n=3 samples"),
    ("lm_eval.jsonl", first(0, "resps", to=[]), "resps must be a list of one list of answers"),
    ("lm_eval.jsonl", without(0, "pass@1"), "there must be one score of pass@1, pass@2, exact_mat"),
    ("lm_eval.jsonl", first(1, "doc", "task_id", to="add"), "problem add comes twice"),
    ("tau_bench.json", first(0, "reward", to=0.5), r"\[0\]: reward must be true or false, 1 or 0,"),
    (
        "tau_bench.json",
        first(0, "trial", to=1),
        "sample 1 of problem 0 comes twice, with two scores",
    ),
    ("swe_bench_instance.json", first("add", "resolved", to="no"), "add: resolved must be true or"),
]


@pytest.mark.parametrize(("name", "change", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_an_error_with_its_place(tmp_path, name, change, message):
    with pytest.raises(ValueError, match=message) as caught:
        read_changed(tmp_path, name, change)
    assert str(tmp_path / "changed") in str(caught.value)


LACKING = [  # what has no score, where, and n of the problem without it
    ("human_eval.jsonl", first(0, "passed", to=None), "unscored", "add", 1),
    (
        "evalplus_base_only.json",
        first("eval", "sort", 0, "base_status", to=None),
        "unscored",
        "sort",
        0,
    ),
    ("tau_bench.json", without(0), "missing", "0", 1),
    ("tau2_bench.json", first("simulations", 0, "reward_info", to=None), "erroneous", "0", 1),
    ("inspect.json", without("samples", 0), "missing", "add", 1),
    ("inspect.json", first("samples", 0, "scores", to=None), "unscored", "add", 1),
    ("livecodebench.json", first(0, "graded_list", 0, to=None), "unscored", "add", 1),
]


@pytest.mark.parametrize(("name", "change", "kind", "problem", "c"), LACKING, ids=range(7))
def test_what_has_no_score_is_an_error_a_failure_or_left_out(
    tmp_path, name, change, kind, problem, c
):
    with pytest.raises(ValueError, match='missing="failure" counts it as a failure, missing="drop'):
        read_changed(tmp_path, name, change)
    for rule, n in (("failure", 3), ("drop", 2)):
        table = read_changed(tmp_path, name, change, missing=rule)
        (row,) = table[table["problem"] == problem].itertuples()
        assert (row.n, row.c) == (n, c)
        report = table.attrs["report"]
        found = {k: getattr(report, k) for k in ("unscored", "erroneous", "missing", "duplicated")}
        assert found == {"unscored": 0, "erroneous": 0, "missing": 0, "duplicated": 0, kind: 1}


def test_evalplus_counts_plus_only_with_base(tmp_path):
    change = first("eval", "sort", 0, "plus_status", to="pass")
    assert rows(read_changed(tmp_path, "evalplus.json", change)) == BASE_AND_PLUS


def test_evalplus_in_its_first_form_does_so_too(tmp_path):
    change = first("eval", "sort", "plus", 0, 0, to="success")
    assert rows(read_changed(tmp_path, "evalplus_old.json", change)) == BASE_AND_PLUS


def test_tau_bench_takes_a_reward_that_is_1_but_for_rounding(tmp_path):
    change = first(0, "reward", to=1 - 1e-9)
    assert rows(read_changed(tmp_path, "tau_bench.json", change)) == NUMBERED


def test_evalplus_in_its_very_first_form_lists_files(tmp_path):
    expected = EXAMPLES["evalplus_old.json"][1]

    def change(value):
        for task in value["eval"].values():
            task["files"] = [f"{i}.py" for i in range(task.pop("nfiles"))]

    assert rows(read_changed(tmp_path, "evalplus_old.json", change)) == expected

    def lose(value):
        change(value)
        value["eval"]["add"]["files"].pop()

    with pytest.raises(ValueError, match="files must be 3, the length of base"):
        read_changed(tmp_path, "evalplus_old.json", lose)


@pytest.mark.parametrize("name", ["tau2_bench.json", "tau2_index.json"])
@pytest.mark.parametrize("reason", ["infrastructure_error", "context_window_exceeded"])
def test_tau2_bench_does_not_count_what_was_not_evaluated(tmp_path, name, reason):
    key = "simulations" if name == "tau2_bench.json" else "simulation_index"
    change = first(key, 0, "termination_reason", to=reason)
    with pytest.raises(ValueError, match="the harness failed to score a sample of problem 0"):
        read_changed(tmp_path, name, change)
    assert rows(read_changed(tmp_path, name, change, missing="drop")) == [("0", 2, 1), ("1", 3, 0)]
    assert rows(read_changed(tmp_path, name, first(key, 0, "termination_reason", to="x"))) == (
        NUMBERED
    )


def test_tau2_bench_takes_a_reward_that_is_1_but_for_rounding(tmp_path):
    change = first("simulations", 0, "reward_info", "reward", to=1 - 1e-9)
    assert rows(read_changed(tmp_path, "tau2_bench.json", change)) == NUMBERED
    change = first("simulation_index", 0, "reward", to=1 + 1e-9)
    assert rows(read_changed(tmp_path, "tau2_index.json", change)) == NUMBERED


def test_nemo_skills_knows_the_flags_of_swe_bench_and_bigcodebench(tmp_path):
    line = {"instance_id": "a", "generation": "", "swe-bench-metrics": {"resolved": None}}
    (tmp_path / "swe").write_text(json.dumps(line) + "\n", "utf-8")
    with pytest.raises(ValueError, match="there is no score of a sample of problem a"):
        read_counts(tmp_path / "swe")
    line["swe-bench-metrics"] = {"resolved": True}
    two = {**line, "swe-bench-metrics": {}}
    (tmp_path / "swe").write_text(f"{json.dumps(line)}\n{json.dumps(two)}\n", "utf-8")
    with pytest.raises(ValueError, match="line 2: swe-bench-metrics: there is no 'resolved'"):
        read_counts(tmp_path / "swe")
    lines = [{"task_id": "a", "generation": "", "status": status} for status in ("pass", "ok")]
    (tmp_path / "b").write_text("".join(f"{json.dumps(x)}\n" for x in lines), "utf-8")
    with pytest.raises(ValueError, match="line 2: status must be one of 'pass', 'fail'"):
        read_counts(tmp_path / "b")


YAML = (FOLDER / "multipl_e_yaml" / "add.results.yaml").read_text("utf-8")
WRONG_YAML = [
    (YAML.rstrip(), "the last line has no end: was the file cut off"),
    (YAML.replace("exit_code: -6", "exit_code: many"), "exit_code must be a whole number"),
    (YAML.replace("status: OK", "statu: OK"), "there is no 'status'"),
    (YAML.replace("exit_code: -6", "exit_code: -6\n  exit_code: 0"), "comes twice in one object"),
    (YAML.replace("name: add", "name: [add"), "this is no YAML: "),
    (YAML + "- *x\n", "this is no YAML: "),
    (YAML.replace("- program", "- &x\n  program", 1) + "- *x\n", "stands for another one"),
    ("name: a\n", "is of no format that is known"),
    ("name: " + "[" * 5000 + "\n", "this is no YAML: "),
]


@pytest.mark.parametrize(("text", "message"), WRONG_YAML, ids=range(len(WRONG_YAML)))
def test_yaml_that_is_wrong_is_an_error(tmp_path, text, message):
    (tmp_path / "a").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message) as caught:
        read_counts(tmp_path / "a")
    assert str(tmp_path / "a") in str(caught.value)


def test_yaml_without_its_package_is_a_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ImportError, match="needs PyYAML; try: python -m pip install pyyaml"):
        read_counts(FOLDER / "multipl_e_yaml")


def test_a_problem_without_samples_has_a_row(tmp_path):
    table = read_changed(tmp_path, "livecodebench_codes.json", first(1, "0", to=[]))
    assert rows(table) == [("0", 0, 0), ("1", 3, 0)]
    assert "1 of the problems has no sample: n = 0" in table.attrs["report"].remarks


def test_multipl_e_wants_the_exit_code_too(tmp_path):
    value = json.loads((FOLDER / "multipl_e" / "add.results.json").read_text("utf-8"))
    value["results"][0]["exit_code"] = 1
    assert rows(read_counts(value)) == [("add", "lua", 3, 1)]
    value["results"][0]["exit_code"] = "0"
    with pytest.raises(ValueError, match="exit_code must be a whole number"):
        read_counts(value)
    value["results"] = []
    assert rows(read_counts(value)) == [("add", "lua", 0, 0)]


def test_multipl_e_lists_the_files_that_are_no_results():
    report = read_counts(FOLDER / "multipl_e").attrs["report"]
    assert [Path(name).name for name in report.files] == ["add.results.json", "sort.results.json"]
    assert "not results, not read: " in report.remarks[-1]
    assert "add.json" in report.remarks[-1]


@pytest.mark.parametrize(("c", "pass_at_2"), [(0, 0.0), (1, 0.5), (2, 5 / 6)])
def test_lm_eval_inverts_pass_at_2(tmp_path, c, pass_at_2):
    def change(value):
        del value[0]["pass@1"]
        value[0] |= {"resps": [["", "", "", ""]], "pass@2": pass_at_2, "pass@4": 1.0}

    assert rows(read_changed(tmp_path, "lm_eval.jsonl", change))[0][2:] == (4, c)


def test_lm_eval_refuses_a_pass_at_2_of_two_c(tmp_path):
    def change(value):
        del value[0]["pass@1"]
        value[0]["pass@2"] = 1.0

    with pytest.raises(ValueError, match=r"pass@2 does not say c: pass@2=1.0, c is 2 or 3 of 3"):
        read_changed(tmp_path, "lm_eval.jsonl", change)


def test_lm_eval_reads_other_flags_as_one_sample(tmp_path):
    def change(value):
        for line in value:
            line["exact_match"] = line.pop("pass@1") > 0.5

    table = read_changed(tmp_path, "lm_eval.jsonl", change)
    assert [row[2:] for row in rows(table)] == [(1, 1), (1, 0)]


def test_nemo_skills_refuses_files_of_unequal_length_under_every_rule(tmp_path):
    shutil.copytree(FOLDER / "nemo_skills", tmp_path / "nemo")
    path = tmp_path / "nemo" / "output-rs1.jsonl"
    path.write_text(path.read_text("utf-8").splitlines(keepends=True)[0], "utf-8")
    for rule in ("error", "failure", "drop"):
        with pytest.raises(ValueError, match="the files are not of one length"):
            read_counts(tmp_path / "nemo", missing=rule)


def test_nemo_skills_reads_names_where_there_are_any(tmp_path):
    for seed, names in enumerate((["a", "b"], ["b", "a"])):
        lines = [{"id": n, "generation": "", "judge_correct": n == "a"} for n in names]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (tmp_path / f"output-rs{seed}.jsonl").write_text(text, "utf-8")
    assert rows(read_counts(tmp_path)) == [("a", 2, 2), ("b", 2, 0)]


def swe_report(**changes):
    """A report of a run of SWE-bench with changes."""
    text = (FOLDER / "swe_bench" / "model.run0.json").read_text("utf-8")
    return {**json.loads(text), **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"resolved_ids": ["walk"]}, "resolved_ids: walk is not among submitted_ids"),
        ({"resolved_instances": 2}, "resolved_instances must be 1, the length of resolved_ids"),
        ({"submitted_ids": ["add", "add"]}, "submitted_ids must be a list in which no name comes"),
        ({"submitted_ids": "add"}, "submitted_ids must be a list"),
        ({"error_ids": ["sort"]}, "the harness failed to score a sample of problem sort"),
        ({"incomplete_ids": ["walk"]}, "a sample of problem walk is missing"),
    ],
)
def test_swe_bench_reports_that_contradict_themselves_or_lack_scores(changes, message):
    with pytest.raises(ValueError, match=message):
        read_counts(swe_report(**changes))


def test_swe_bench_counts_errors_and_absent_problems():
    table = read_counts(swe_report(error_ids=["sort"], incomplete_ids=["walk"]), missing="failure")
    assert rows(table) == [("add", 1, 1), ("sort", 1, 0), ("walk", 1, 0)]
    report = table.attrs["report"]
    assert (report.erroneous, report.missing, report.unscored) == (1, 1, 0)


def test_what_lies_beside_results_is_named():
    for value, message in (
        ([{"task_id": "a", "completion": ""}], "samples for human-eval, which has not scored them"),
        ([{"qid": "a", "language": "Lua", "code": ""}], "predictions for BabelCode"),
        ({"pass@1": 0.5, "model": "m"}, "final scores, without n and c"),
        ({"humaneval": {"pass@1": 0.5}, "config": {}}, "is of no format that is known"),
        ([["def f(): pass"]], "is of no format that is known"),
        ([], "is of no format that is known"),
        ({}, "is of no format that is known"),
    ):
        with pytest.raises(ValueError, match=message):
            read_counts(value)


def test_passk_s_own_log_is_read_as_it_is_written(tmp_path):
    samples = [Sample("add", "Lua", "1"), Sample("add", "Lua", "2"), Sample("sort", "Lua", "1")]
    outcomes = ["passed", "timed out", "compile error"]
    with Log(tmp_path / "log", samples, lambda sample: {"tests": "x"}) as log:
        for sample, outcome in zip(samples, outcomes, strict=True):
            log.add(sample, Verdict(sample.qid, "Lua", outcome, {"0": "PASSED"}))
    table = read_counts(tmp_path / "log")
    assert rows(table) == [("add", "Lua", 2, 1), ("sort", "Lua", 1, 0)]
    whole = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(whole[:-30])
    with pytest.raises(ValueError, match=r"line 3: .*the last line: was the file cut off"):
        read_counts(tmp_path / "log")


FLAG = {"task_id": "", "solution": "", "status": "pass", "base_status": "pass", "plus_status": None}
NAMELESS = {
    "evalplus": lambda name: {"eval": {name: [{**FLAG, "task_id": name}]}},
    "evalplus, without samples": lambda name: {"eval": {"a": [{**FLAG, "task_id": "a"}], name: []}},
    "evalplus 0.1": lambda name: {"eval": {name: {"base": [["pass"]], "plus": [], "nfiles": 1}}},
    "evalperf": lambda name: {"eval": {name: {"pass@1": 50.0}}, "config": {"n_samples": 2}},
    "cruxeval": lambda name: {"raw_scored_generations": {name: [True]}},
    "livecodebench codes": lambda name: [{"detail": {}}, {name: [[1]]}, []],
    "code_eval": lambda name: {name: [[0, {"task_id": name, "passed": True}]]},
    "swe-bench": lambda name: {"submitted_ids": [name], "resolved_ids": []},
    "swe-bench instances": lambda name: {name: {"patch_exists": True, "resolved": True}},
}


@pytest.mark.parametrize("document", NAMELESS.values(), ids=NAMELESS)
@pytest.mark.parametrize("name", ["", " ", "\u00a0\t"])
def test_a_problem_without_a_name_is_an_error(document, name):
    with pytest.raises(ValueError, match=r"a problem has no name|task_id must be a text"):
        read_counts(document(name))
    assert read_counts(document("b"))["problem"].tolist()[-1] == "b"
