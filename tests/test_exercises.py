"""Every question is asked with an untouched, a right, each known wrong and an unknown answer."""

from decimal import Decimal
from fractions import Fraction
from math import perm

import numpy as np
import pytest

from passk import exact_pass_at_k, exercises

QUESTIONS = {
    name: getattr(exercises, name)
    for name in exercises.__all__
    if isinstance(getattr(exercises, name), exercises.Question)
}
each_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)


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
    assert question.check(str(question.answer)).outcome == "right"


@each_question
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


def test_first_wrap_against_python_integers():
    first = next(n for n in range(6, 10_000) if perm(n, 6) > 2**63 - 1)
    assert exercises.FIRST_WRAP.answer == first
