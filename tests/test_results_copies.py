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


ANSWERS = {"x": "abc", "y": "aab", "z": "c", "w": "de"}


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
        {"x": "aabb", "y": "cccc", "z": "ddee"},  # too few to tell
        {"x": "aabbccdd", "y": "aabbb"},
        {"x": "aabbccddee", "y": "f"},
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


@pytest.mark.parametrize("name", ["model", "language", "group"])
def test_equal_answers_of_two_models_are_no_copies(write, name):
    rows = [row for value in "AB" for row in human_eval(ANSWERS, **{name: value})]
    assert "every answer" not in remarks(write(rows))


@pytest.mark.parametrize("cell", [None, 1, ["a"], {}])
def test_what_is_no_text_is_no_answer(write, cell):
    rows = [{**row, "code": cell} for row in table_of(ANSWERS)]
    assert "every answer" not in remarks(write(rows * 2))


def test_there_is_room_for_so_many_answers():
    copies = Copies(most=50)
    for number in range(10_000):
        copies.note(number % 10, str(number))
        assert len(copies.kept) <= 50
    assert copies.times() == 1
    for number in range(10_000):
        copies.note(number % 10, str(number))
    assert copies.times() == 2
    for number in range(10_000):
        copies.note(number % 10, str(number))
    assert copies.times() == 3
