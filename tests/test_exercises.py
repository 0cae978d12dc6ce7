"""Every question is asked with an untouched, a right, each known wrong and an unknown answer."""

import re
from decimal import Decimal
from fractions import Fraction
from math import comb, perm

import numpy as np
import pytest

from passk import (
    check_estimator,
    confidence_interval,
    exact_naive_pass_at_k,
    exact_pass_at_k,
    exercises,
    mean_pass_at_k,
    naive_pass_at_k,
    pass_at_k,
    suspects,
)
from passk.mistakes import PASS_AT_K_MISTAKES
from passk.results import read_counts, recheck
from passk.uncertainty import benchmark, expected_standard_error, posterior, problems_needed

QUESTIONS = {
    name: getattr(exercises, name)
    for name in exercises.__all__
    if isinstance(getattr(exercises, name), exercises.Question)
}
SHORT = {
    name: question
    for name, question in QUESTIONS.items()
    if isinstance(question, exercises.Number | exercises.Choice)
}
WRITTEN = {
    name: question
    for name, question in QUESTIONS.items()
    if isinstance(question, exercises.Function)
}
MATCHED = {
    name: question
    for name, question in QUESTIONS.items()
    if isinstance(question, exercises.Matching)
}
each_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
each_short_question = pytest.mark.parametrize("question", SHORT.values(), ids=SHORT)
each_matching_question = pytest.mark.parametrize("question", MATCHED.values(), ids=MATCHED)
each_function_to_write = pytest.mark.parametrize("question", WRITTEN.values(), ids=WRITTEN)


def test_every_question_is_of_a_kind_that_is_tested_here():
    assert set(QUESTIONS) == {*SHORT, *WRITTEN, *MATCHED}


@each_question
@pytest.mark.parametrize("untouched", [..., None])
def test_untouched_is_not_called_wrong(question, untouched):
    assert question.check(untouched).outcome == "not attempted"
    assert question.check().outcome == "not attempted"


@each_question
def test_the_stated_answer_is_right_and_gives_its_reason(question):
    reply = question.check(question.answer)
    assert reply.outcome == "right"
    assert question.reason in repr(reply)


@each_short_question
def test_the_answer_may_be_a_text(question):
    assert question.check(str(question.answer)).outcome == "right"


@each_short_question
def test_each_known_mistake_has_its_own_reply(question):
    assert question.known_mistakes
    replies = {repr(question.check(mistake)) for mistake in question.known_mistakes}
    assert len(replies) == len(question.known_mistakes)
    for mistake, words in question.known_mistakes.items():
        reply = question.check(mistake)
        assert reply.outcome == "wrong"
        assert words in reply.text


@each_question
@pytest.mark.parametrize("answer", ["sideways", -17.3, True, [], "1/0"])
def test_other_answers_are_wrong_without_a_traceback(question, answer):
    assert question.check(answer).outcome == "wrong"


@each_question
def test_hints_come_in_steps_and_do_not_give_the_answer_away(question):
    hints = [repr(question.hint(step)) for step in range(1, len(question.hints) + 1)]
    assert len(set(hints)) == len(hints) >= 2
    assert str(question.answer) not in " ".join(hints).split()
    for step in (0, len(hints) + 1, "two", 1.0):
        assert repr(question.hint(step)).startswith(f"There are hints 1 to {len(hints)};")


@each_question
def test_checking_does_not_show_the_solution(question):
    for answer in (..., "sideways", -17.3):
        assert question.reason not in repr(question.check(answer))
    assert question.reason in repr(question.solution())


@pytest.mark.parametrize("answer", [0.8, "0.8", "80%", "80 %", Fraction(8, 10), "16/20"])
def test_a_number_may_be_written_in_many_ways(answer):
    assert exercises.SIX_SAMPLES.check(answer).outcome == "right"


@pytest.mark.parametrize("answer", ["25,000", "25_000", 25000.0, " 25000 "])
def test_a_whole_number_may_be_written_in_many_ways(answer):
    assert exercises.A_FIFTH_OF_THE_ERROR.check(answer).outcome == "right"


def test_decimals_may_be_rounded_to_three_digits_and_whole_numbers_not():
    for rounded in (0.7037, 0.704, "0.704"):
        assert exercises.SIX_SAMPLES.check(rounded).text.startswith("Not yet. That is the naive")
    assert exercises.SIX_SAMPLES.check(0.81).outcome == "wrong"
    for near in (1450.0, 1452, np.int64(1450), np.int64(1452), 1450.5, 1451.01):
        assert exercises.FIRST_WRAP.check(near).outcome == "wrong"
    assert exercises.SIX_SAMPLES.check(0.802).outcome == "wrong"
    assert exercises.SIX_SAMPLES.check(0.8004).outcome == "right"


@pytest.mark.parametrize("answer", [Decimal("0.8"), np.float64(0.8), np.float32(0.8)])
def test_numbers_of_other_kinds_are_numbers(answer):
    assert exercises.SIX_SAMPLES.check(answer).outcome == "right"


@pytest.mark.parametrize("answer", ["1e99999999", "9" * 10**6, "0x10", "nan", "1/"])
def test_odd_texts_are_refused_at_once(answer):
    assert exercises.SIX_SAMPLES.check(answer).text.endswith("is not a number.")


@pytest.mark.parametrize("answer", ["down", "Down", " down. ", "DOWN!"])
def test_a_word_may_be_written_in_many_ways(answer):
    assert exercises.UP_OR_DOWN.check(answer).outcome == "right"


def test_six_samples_against_exact_integers():
    assert exercises.SIX_SAMPLES.answer == exact_pass_at_k(6, 2, 3) == Fraction(4, 5)


def test_lost_samples_against_the_estimator():
    own, padded = (mean_pass_at_k([20, n], [10, 2], 1) for n in (5, 20))
    assert float(exercises.LOST_SAMPLES.answer) == pytest.approx(own - padded, abs=1e-15)


def test_two_problems_pooled_against_exact_integers():
    mean = (exact_pass_at_k(10, 0, 2) + exact_pass_at_k(10, 10, 2)) / 2
    assert exercises.TWO_PROBLEMS_POOLED.answer == exact_pass_at_k(20, 10, 2) - mean
    rates_first = exact_naive_pass_at_k(20, 10, 2) - mean
    assert rates_first in exercises.TWO_PROBLEMS_POOLED.known_mistakes


def test_never_solved_and_its_mistakes_against_the_interval_and_the_posterior():
    def at_most(tail, k):
        return 1 - tail ** (k / 30)

    question = exercises.NEVER_SOLVED
    assert float(question.answer) == pytest.approx(at_most(0.025, 10), abs=5e-5)
    assert float(question.answer) == pytest.approx(confidence_interval(30, 0, 10).high, abs=5e-5)
    expected = [0, at_most(0.025, 1), at_most(0.05, 10), 1 - 0.9**10, posterior(30, 0).mean(10)]
    assert [float(m) for m in question.known_mistakes] == pytest.approx(expected, abs=5e-5)


def test_five_reports_against_the_checks_of_claims():
    table = [{"problem": "a", "n": 4, "c": 1}, {"problem": "b", "n": 2, "c": 2}]
    names = {
        "naive": "naive estimate of each problem",
        "pooled": "all samples pooled",
        "padded": "short problems padded with failures",
        "any": "share of problems solved at all",
    }
    question = exercises.FIVE_REPORTS
    reports = dict(re.findall(r"(\d): ([01]\.\d+)[,.]", question.text))
    assert set(map(int, reports)) == set(question.answer)
    for number, word in question.answer.items():
        claim = recheck(table, claimed={"pass@2": reports[str(number)]}).claims[0]
        causes = [cause.name for cause in claim.causes]
        assert claim.status == "agrees" if word == "right" else names[word] in causes


def test_left_out_against_the_scores_of_a_table():
    passed = [True] * 60 + [False] * 15 + [None] * 25
    rows = [{"problem": i, "passed": value} for i, value in enumerate(passed)]
    failures, left_out = (
        read_counts(rows, missing=rule).query("n > 0") for rule in ("failure", "drop")
    )
    scores = [mean_pass_at_k(table["n"], table["c"], 1) for table in (failures, left_out)]
    assert float(exercises.LEFT_OUT.answer) == pytest.approx(scores[1] - scores[0], abs=1e-12)
    assert exercises.LEFT_OUT.known_mistakes.keys() >= {Fraction(3, 5), Fraction(4, 5)}


def test_errors_apart_against_the_largest_errors_of_100_problems():
    errors = [
        benchmark(1, [1] * right + [0] * (100 - right), 1, target="problems").standard_error
        for right in (50, 60)
    ]
    largest = [error * (99 / 100) ** 0.5 for error in errors]
    question = exercises.ERRORS_APART
    assert float(question.answer) == pytest.approx(0.1 / np.hypot(*largest), abs=1e-12)
    wrong = [0.1 / largest[0], 0.1 / largest[1], 0.1 / sum(largest), np.hypot(*largest)]
    assert [float(mistake) for mistake in question.known_mistakes] == pytest.approx(wrong, rel=1e-3)


def test_another_mix_against_the_mean_over_problems():
    first, second = (mean_pass_at_k(10, [9] * easy + [1] * (40 - easy), 1) for easy in (30, 10))
    question = exercises.ANOTHER_MIX
    assert float(question.answer) == pytest.approx(first - second, abs=1e-12)
    assert [float(m) for m in question.known_mistakes][1:3] == pytest.approx([first, second])


def test_problems_to_add_against_the_planning():
    population = 0.25, 0.35
    now = expected_standard_error(
        np.inf, 10, problems=164, target="problems", population=population
    )
    needed = problems_needed(np.inf, 10, standard_error=now / 2, population=population)
    assert exercises.PROBLEMS_TO_ADD.answer == needed - 164
    assert round(now, 3) == 0.032


def test_first_wrap_against_python_integers():
    first = next(n for n in range(6, 10_000) if perm(n, 6) > 2**63 - 1)
    assert exercises.FIRST_WRAP.answer == first


def untouched(*counts):
    return ...


def without_return(n, c, k):
    1 - comb(n - c, k) / comb(n, k)


def lax(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k)


def percent(n, c, k):
    return 100 * exercises.WRITE_PASS_AT_K.answer(n, c, k)


def misspelt(n, c, k):
    return 1 - komb(n - c, k) / comb(n, k)  # noqa: F821


def half_way(n, c, k):
    return 1 - (1 - (c + 0.5) / (n + 1)) ** k


def pooled(ns, cs, k):
    return exercises.WRITE_PASS_AT_K.answer(sum(ns), sum(cs), k)


@each_function_to_write
def test_an_untouched_function_is_not_called_wrong(question):
    reply = question.check(untouched)
    assert reply.outcome == "not attempted"
    assert reply.text == "Not attempted yet. Put your code in the place of the dots."


@each_function_to_write
def test_the_stated_solution_is_code_that_is_right(question):
    assert question.check(question.answer).report.ok
    source = question.solution().code
    assert "_my_" not in source
    names = {"pass_at_k": exercises.WRITE_PASS_AT_K.answer}
    exec(source, names)
    assert question.check(names[re.match(r"def (\w+)", source)[1]]).outcome == "right"


@each_function_to_write
@pytest.mark.parametrize("answer", [0.5, "pass_at_k", [], 11])
def test_what_is_no_function_is_wrong_without_a_traceback(question, answer):
    assert "is not a function" in question.check(answer).text
    assert question.check(answer).outcome == "wrong"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (without_return, "no return"),
        (lax, "raises ZeroDivisionError: division by zero; a ValueError would say why"),
        (percent, "percent"),
        (misspelt, "name 'komb' is not defined"),
        (half_way, "it is not a mistake I know. half_way(1, 0, 1) gives 0.25; right is 0."),
        (exercises.WRITE_NAIVE_PASS_AT_K.answer, "naive estimate"),
        (naive_pass_at_k, "naive_pass_at_k(2, 1, 2) gives 0.75; right is 1."),
    ],
)
def test_a_wrong_pass_at_k_is_told_why(answer, words):
    reply = exercises.WRITE_PASS_AT_K.check(answer)
    assert reply.outcome == "wrong"
    assert words in reply.text


def test_any_right_pass_at_k_is_right():
    assert exercises.WRITE_PASS_AT_K.check(pass_at_k).outcome == "right"
    assert exercises.WRITE_PASS_AT_K.check(exact_pass_at_k).outcome == "right"
    assert exercises.WRITE_NAIVE_PASS_AT_K.check(naive_pass_at_k).outcome == "right"
    assert exercises.WRITE_MEAN_PASS_AT_K.check(mean_pass_at_k).outcome == "right"


def test_a_wrong_mean_and_a_wrong_naive_estimate_are_told_why():
    assert "all samples pooled" in exercises.WRITE_MEAN_PASS_AT_K.check(pooled).text
    assert "unbiased estimate" in exercises.WRITE_NAIVE_PASS_AT_K.check(pass_at_k).text


@pytest.mark.parametrize("mistake", PASS_AT_K_MISTAKES, ids=lambda mistake: mistake.name)
def test_each_known_mistake_in_pass_at_k_is_named(mistake):
    def mine(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return float(mistake.formula(n, c, k))

    reply = exercises.WRITE_PASS_AT_K.check(mine)
    assert reply.outcome == "wrong"
    assert mistake.name in reply.text


SUSPECTS = exercises.FIVE_SUSPECTS


def test_suspects_that_are_called_right_pass_their_checks_and_the_others_fail():
    for number, suspect in enumerate(suspects.SUSPECTS, start=1):
        assert check_estimator(suspect).ok == (SUSPECTS.answer[number] == "right")


@each_matching_question
def test_the_dots_of_a_matching_question_count_as_not_attempted(question):
    assert question.check(dict.fromkeys(question.answer, ...)).outcome == "not attempted"


def test_a_half_answered_matching_question_says_what_is_open():
    half = SUSPECTS.answer | {4: ..., 5: ...}
    assert repr(SUSPECTS.check(half)) == "Right so far. Still open: 4, 5."


@pytest.mark.parametrize(
    ("question", "number", "word"),
    [
        (question, number, word)
        for question in MATCHED.values()
        for number in question.answer
        for word in question.words
    ],
)
def test_every_wrong_word_points_to_its_number(question, number, word):
    reply = question.check(question.answer | {number: word})
    if word == question.answer[number]:
        assert reply.outcome == "right"
    else:
        assert reply.outcome == "wrong"
        assert reply.text.startswith(f"Not yet. Look at number {number} again.")
        assert question.known_mistakes.get((number, word), "") in reply.text


def test_each_wrong_error_bar_has_its_own_reply():
    question = exercises.WHICH_ERROR_BAR
    pairs = {(number, word) for number in question.answer for word in question.words}
    assert set(question.known_mistakes) == pairs - set(question.answer.items())


@pytest.mark.parametrize("answer", [{}, {1: "right"}, "right", 3, {"1": "right"}])
def test_a_matching_question_wants_all_of_its_numbers(answer):
    words = "Not yet. Give a dict with the numbers 1, 2, 3, 4, 5."
    assert SUSPECTS.check(answer).text == words


def test_an_unknown_word_is_met_with_the_words_to_choose_from():
    reply = SUSPECTS.check(SUSPECTS.answer | {2: "broken"})
    assert reply.text == (
        "Not yet. Number 2: choose one of: k > n, overflow, puts back, right, wrong guard."
    )


def test_a_reply_is_shown_with_a_bar_in_the_colour_of_its_outcome():
    for outcome, colour in exercises.COLOURS.items():
        shown = exercises.Reply(outcome, "a < b\nnext")._repr_html_()
        assert f"border-left:6px solid {colour}" in shown
        assert "a &lt; b<br>next" in shown
        assert 'role="status"' in shown
