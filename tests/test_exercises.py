"""Every question is asked with an untouched, a right, each known wrong and an unknown answer."""

from fractions import Fraction
from math import perm

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
    with pytest.raises(ValueError, match=f"step must lie between 1 and {len(hints)}: step=0"):
        question.hint(0)


@each_question
def test_checking_does_not_show_the_solution(question):
    for answer in (..., "sideways", -17.3):
        assert question.reason not in repr(question.check(answer))
    assert question.reason in repr(question.solution())


def test_floats_may_be_rounded_to_four_digits():
    assert exercises.SIX_SAMPLES.check(0.8).outcome == "right"
    assert exercises.SIX_SAMPLES.check(0.7037).text.startswith("Not yet. That is the naive")
    assert exercises.SIX_SAMPLES.check(0.81).outcome == "wrong"


def test_six_samples_against_exact_integers():
    assert exercises.SIX_SAMPLES.answer == exact_pass_at_k(6, 2, 3) == Fraction(4, 5)


def test_first_wrap_against_python_integers():
    first = next(n for n in range(5, 10_000) if perm(n, 5) > 2**63 - 1)
    assert exercises.FIRST_WRAP.answer == first
