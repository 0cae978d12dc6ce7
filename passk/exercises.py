"""The questions that the lessons ask, with answers, hints and replies to known mistakes.

A question is asked in a notebook, answered as an argument, and replied to in words:

>>> SIX_SAMPLES.check(...)
Not attempted yet. Put your answer in the place of the dots.
>>> SIX_SAMPLES.check("1/5")
Not yet. That is the share of draws without a correct sample: one minus it.
"""

import math
import re
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Real

__all__ = [
    "A_FIFTH_OF_THE_ERROR",
    "FIRST_WRAP",
    "SIX_SAMPLES",
    "UP_OR_DOWN",
    "Choice",
    "Number",
    "Question",
    "Reply",
]


@dataclass(frozen=True)
class Reply:
    """What a question replies to an answer.

    Attributes
    ----------
    outcome : str
        "right", "wrong" or "not attempted".
    text : str
        The reply in words; also how the reply is shown.
    """

    outcome: str
    text: str

    def __repr__(self):
        return self.text


@dataclass(frozen=True)
class Question:
    """A question with one right answer.

    Attributes
    ----------
    text : str
        The question.
    answer : Fraction, int or str
        The right answer.
    reason : str
        Why it is right, said after the right answer and in the solution.
    hints : tuple of str
        In steps, each saying a little more.
    known_mistakes : dict
        Wrong answers that are expected, and what to reply to them.
    """

    text: str
    answer: object
    reason: str
    hints: tuple = ()
    known_mistakes: dict = field(default_factory=dict)

    def __repr__(self):
        return self.text

    def check(self, answer=...):
        """Return a reply: right, wrong with a cause where it is known, or not attempted.

        Parameters
        ----------
        answer : number or str
            Dots or None count as not attempted.

        Returns
        -------
        Reply
        """
        if answer is ... or answer is None:
            text = "Not attempted yet. Put your answer in the place of the dots."
            return Reply("not attempted", text)
        given = self.read(answer)
        if given is None:
            return Reply("wrong", f"Not yet. {answer!r} is not {self.kind}.")
        if self.agrees(given, self.answer):
            return Reply("right", f"Right. {self.reason}")
        for mistake, reply in self.known_mistakes.items():
            if self.agrees(given, mistake):
                return Reply("wrong", f"Not yet. {reply}")
        return Reply("wrong", f"Not yet. {answer} is not the answer; hint(1) may help.")

    def hint(self, step=1):
        """Return a hint; a higher step says more.

        Parameters
        ----------
        step : int
            From 1.

        Returns
        -------
        Reply
        """
        if not isinstance(step, int) or not 1 <= step <= len(self.hints):
            text = f"There are hints 1 to {len(self.hints)}; solution() tells the answer."
            return Reply("not attempted", text)
        return Reply("not attempted", self.hints[step - 1])

    def solution(self):
        """Return the answer and its reason."""
        return Reply("not attempted", f"The answer is {self.answer}. {self.reason}")


class Number(Question):
    """A question whose answer is a number; a decimal may be rounded to three digits.

    Examples
    --------
    >>> SIX_SAMPLES.check(0.8).outcome
    'right'
    """

    kind = "a number"

    def read(self, answer):
        """Return an answer as a number, also one written as "4/5"; None if it is none."""
        if isinstance(answer, str):
            return _read_number(answer.replace(",", "").replace("_", "").strip())
        return (
            answer if isinstance(answer, Real | Decimal) and not isinstance(answer, bool) else None
        )

    def agrees(self, given, value):
        """Tell whether two numbers are equal; decimals may be rounded to three digits."""
        return given == value or (
            Fraction(value).denominator > 1 and math.isclose(given, value, rel_tol=1e-3)
        )


class Choice(Question):
    """A question whose answer is one of a few words.

    Examples
    --------
    >>> UP_OR_DOWN.check("sideways")
    Not yet. 'sideways' is not one of: down, up, same.
    """

    @property
    def kind(self):
        """The words to choose from."""
        return f"one of: {', '.join([self.answer, *self.known_mistakes])}"

    def read(self, answer):
        """Return the word chosen, or None if it is not one of them."""
        word = str(answer).strip(" .!").lower()
        return word if word in (self.answer, *self.known_mistakes) else None

    def agrees(self, given, value):
        """Tell whether two words are the same."""
        return given == value


def _read_number(text):
    """Return 4/5, 0.8 or 80% as a fraction; None for any other text."""
    number = re.fullmatch(r"([+-]?\d{1,20}(?:\.\d{1,20}|/\d{1,20})?)\s*(%?)", text)
    try:
        return Fraction(number[1]) / (100 if number[2] else 1) if number else None
    except ZeroDivisionError:
        return None


SIX_SAMPLES = Number(
    "Of 6 samples 2 are correct. You draw 3 of them. What is pass@3?",
    Fraction(4, 5),
    "All C(6, 3) = 20 draws are equally likely; C(4, 3) = 4 of them hold failures only: 16/20.",
    (
        "How many ways are there to draw 3 of 6 samples?",
        "How many of these ways use the 4 failed samples only?",
        "One minus the second count over the first.",
    ),
    {
        Fraction(19, 27): "That is the naive estimate, 1 - (1 - 2/6)**3: it puts each sample back "
        "before the next draw.",
        Fraction(1, 5): "That is the share of draws without a correct sample: one minus it.",
        Fraction(1, 3): "That is pass@1, c/n.",
        Fraction(1): "A draw of three failed samples is possible, so it is not certain.",
    },
)

UP_OR_DOWN = Choice(
    "A model is scored with the naive pass@5, first from 100 samples a problem, a year later, to "
    "save money, from 20. The model has not changed. On average the score goes: up, down or same?",
    "down",
    "The naive estimate lies below the truth, and the gap grows as n shrinks: fewer samples look "
    "like a worse model.",
    (
        "Is the naive estimate too low or too high on average?",
        "What happens to this bias when there are fewer samples?",
    ),
    {
        "up": "The naive estimate is too low, and the more so the fewer samples there are.",
        "same": "That holds for the unbiased estimate; the naive one depends on n.",
    },
)

A_FIFTH_OF_THE_ERROR = Number(
    "A simulation of 1,000 replicates has a standard error of 0.01. How many replicates in all "
    "bring it to 0.002?",
    25_000,
    "The standard error falls with the square root of the replicates: a fifth of the error costs "
    "25 times as many.",
    (
        "The standard error is the standard deviation over the square root of the replicates.",
        "By which factor must the square root grow?",
    ),
    {
        5000: "Five times as many divide the error by the square root of five only: 0.0045.",
        24_000: "That many more, or in all?",
    },
)

FIRST_WRAP = Number(
    "For k = 6, which n is the first at which the product n (n-1) ... (n-5) exceeds the largest "
    "int64, 2**63 - 1?",
    1451,
    "1451 * 1450 * 1449 * 1448 * 1447 * 1446 is just above 2**63, so the int64 product wraps.",
    (
        "Python integers do not wrap: compare math.perm(n, 6) with 2**63 - 1.",
        "next(n for n in range(6, 10_000) if ...)",
    ),
    {
        1450: "There the product still fits: one more.",
        84: "That is the answer for k = 10.",
        6211: "That is the answer for k = 5.",
    },
)
