"""The questions that the lessons ask, with answers, hints and replies to known mistakes.

A question is asked in a notebook, answered as an argument, and replied to in words:

>>> SIX_SAMPLES.check(...)
Not attempted yet. Put your answer in the place of the dots.
>>> SIX_SAMPLES.check("1/5")
Not yet. That is the share of draws without a correct sample: one minus it.
"""

import html
import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Real

from passk.calls import shown
from passk.checks import Report, check_estimator, check_mean, check_naive

__all__ = [
    "ANOTHER_MIX",
    "A_FIFTH_OF_THE_ERROR",
    "ERRORS_APART",
    "FIRST_WRAP",
    "FIVE_REPORTS",
    "FIVE_SUSPECTS",
    "LEFT_OUT",
    "LOST_SAMPLES",
    "MORE_SAMPLES",
    "NEVER_SOLVED",
    "ONE_SAMPLE_EACH",
    "PROBLEMS_TO_ADD",
    "SAME_PROBLEMS",
    "SIX_SAMPLES",
    "TWO_PROBLEMS_POOLED",
    "UP_OR_DOWN",
    "WHICH_ERROR_BAR",
    "WRITE_MEAN_PASS_AT_K",
    "WRITE_NAIVE_PASS_AT_K",
    "WRITE_PASS_AT_K",
    "Choice",
    "Function",
    "Matching",
    "Number",
    "Question",
    "Reply",
]

COLOURS = {"right": "#00695C", "wrong": "#B00020", "not attempted": "#7F7F7F"}


@dataclass(frozen=True)
class Reply:
    """What a question replies to an answer.

    Attributes
    ----------
    outcome : str
        "right", "wrong" or "not attempted".
    text : str
        The reply in words; also how the reply is shown.
    report : Report or None
        All checks, where the answer is a function.
    code : str
        A solution, where a function is asked for.
    """

    outcome: str
    text: str
    report: Report | None = None
    code: str = ""

    def __repr__(self):
        return f"{self.text}\n\n{self.code}" if self.code else self.text

    def _repr_html_(self):
        """Return the reply with a bar in the colour of its outcome, to be read from afar."""
        style = f"border-left:6px solid {COLOURS[self.outcome]};padding:.3em .8em;font-size:1.15em"
        text = html.escape(self.text).replace("\n", "<br>").replace("  ", "&nbsp; ")
        code = f"<pre>{html.escape(self.code)}</pre>" if self.code else ""
        return f'<div role="status" style="{style}">{text}{code}</div>'


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
        return self.judge(answer)

    def judge(self, answer):
        """Return a reply to an answer that was attempted."""
        given = self.read(answer)
        if given is None:
            return Reply("wrong", f"Not yet. {shown(answer)} is not {self.kind}.")
        if self.agrees(given, self.answer):
            return Reply("right", f"Right. {self.reason}")
        for mistake, reply in self.known_mistakes.items():
            if self.agrees(given, mistake):
                return Reply("wrong", f"Not yet. {reply}")
        return Reply("wrong", f"Not yet. {shown(given)} is not the answer; hint(1) may help.")

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


@dataclass(frozen=True, repr=False)
class Function(Question):
    """A question whose answer is a function; it is checked by name, and its mistake is named.

    Attributes
    ----------
    checker : callable
        `passk.check_estimator` or one of its like.

    Examples
    --------
    >>> def mine(n, c, k):
    ...     return ...
    >>> WRITE_PASS_AT_K.check(mine)
    Not attempted yet. Put your code in the place of the dots.
    """

    checker: Callable = check_estimator

    def judge(self, answer):
        """Return a reply to a function."""
        if not callable(answer):
            given = f"{shown(answer)} is not a function: hand over its name, without brackets"
            return Reply("wrong", f"Not yet. {given}.")
        report = self.checker(answer)
        named = report.diagnoses[0] if report.diagnoses else None
        if named and named.name == "not written yet":
            return Reply("not attempted", f"Not attempted yet. {named.words}", report)
        faults = [r for r in report.failures if r.kind != "types"]
        faults += [r for r in report.remarks if r.name.startswith("refuses_k_above")]
        printed = any(r.name == "prints_nothing" for r in report.remarks)
        note = "\nWhat it prints is not shown while it is checked." if printed else ""
        if faults:
            return Reply("wrong", _first_fault(faults, named) + note, report)
        return Reply("right", f"Right. It passes the checks. {self.reason}{note}", report)

    def solution(self):
        """Return a solution as code, and its reason."""
        source = inspect.getsource(self.answer).replace("_my_", "")
        return Reply("not attempted", self.reason, code=source)


class Matching(Question):
    """A question whose answer gives every numbered thing one of a few words.

    Examples
    --------
    >>> FIVE_SUSPECTS.check({1: ..., 2: ..., 3: ..., 4: ..., 5: ...})
    Not attempted yet. Put a word in the place of the dots.
    """

    @property
    def words(self):
        """The words to choose from."""
        return sorted({*self.answer.values(), *(word for _, word in self.known_mistakes)})

    def judge(self, answer):
        """Return a reply to a dict, about the first thing that is not right."""
        if not isinstance(answer, Mapping) or set(answer) != set(self.answer):
            numbers = ", ".join(map(str, self.answer))
            return Reply("wrong", f"Not yet. Give a dict with the numbers {numbers}.")
        given = {number: word for number, word in answer.items() if word not in (..., None, "")}
        if not given:
            return Reply("not attempted", "Not attempted yet. Put a word in the place of the dots.")
        for number, word in sorted(given.items()):
            plain = {known.replace(" ", ""): known for known in self.words}
            chosen = plain.get(re.sub(r"[\s.!]", "", str(word).lower()))
            if chosen is None:
                known = ", ".join(self.words)
                return Reply("wrong", f"Not yet. Number {number}: choose one of: {known}.")
            if chosen != self.answer[number]:
                hint = self.known_mistakes.get((number, chosen), "")
                return Reply("wrong", f"Not yet. Look at number {number} again. {hint}".strip())
        if len(given) < len(self.answer):
            open_ones = ", ".join(str(number) for number in self.answer if number not in given)
            return Reply("wrong", f"Right so far. Still open: {open_ones}.")
        return Reply("right", f"Right. {self.reason}")


def _first_fault(faults, named):
    """Return what a learner should look at first: the mistake, and an input that shows it."""
    shows = next((fault for fault in faults if fault.right is not None), faults[0])
    if named is None or named.kind == "policy":
        known = f" {named.words}" if named else ""
        return f"Not yet. Right for k <= n.{known}\n{faults[0].sentence}"
    if named.name == "not a mistake I know":
        advice = "Work it out by hand for this input, or ask for hint(1)."
        return f"Not yet, and it is {named.name}. {shows.sentence} {advice}"
    told = shows.sentence.split(" gives")[0] in named.words
    return f"Not yet: {named.name}. {named.words}" + ("" if told else f"\n{shows.sentence}")


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

SAME_PROBLEMS = Number(
    "Pass@1 problem by problem. Python: a 0.9, b 0.5, c 0.1. C++: b 0.6, c 0.2; problem a was "
    "never run in C++. By how much does C++ lie above Python on the same problems?",
    Fraction(1, 10),
    "On b and c Python has 0.3 and C++ 0.4. Over all that was run Python has 0.5, only because "
    "of the easy problem a.",
    (
        "Which problems were run in both languages?",
        "Take the difference on each of them, then the mean of the differences.",
    ),
    {
        Fraction(-1, 10): "That lets Python's mean rise by a problem that C++ was not given.",
        Fraction(2, 5): "That is C++ alone: subtract Python on the same problems.",
        Fraction(1, 5): "That is the sum of the differences: take their mean.",
    },
)

MORE_SAMPLES = Choice(
    "A report calls a problem solved if any of its N samples passes, and prints the share of "
    'solved problems as "pass@k". This year N is 20, next year 200. The model has not changed. On '
    "average the number goes: up, down or same?",
    "up",
    "It is pass@N: next year it asks for one pass in ten times as many samples.",
    (
        "Can a solved problem become unsolved when more samples are drawn?",
        "Which k makes pass@k the share of problems with at least one pass?",
    ),
    {
        "down": "A problem with a pass among 20 samples keeps it among 200.",
        "same": "That holds for the unbiased pass@k, as long as k stays. What is k here?",
    },
)

LOST_SAMPLES = Number(
    "Two problems were sampled 20 times each. Of the first, 10 samples passed. Of the second, 15 "
    "samples got lost, and 2 of the other 5 passed. A harness counts lost samples as failures. "
    "How much lower is its pass@1 than the mean of each problem's own c/n?",
    Fraction(3, 20),
    "Own counts give (10/20 + 2/5)/2 = 0.45, filled up with failures (10/20 + 2/20)/2 = 0.3.",
    (
        "What is c/n of the second problem, without the lost samples and with them?",
        "The score is the mean over both problems; only one of them has changed.",
    ),
    {
        Fraction(3, 10): "So far falls the second problem. And the mean over both?",
        Fraction(
            9, 20
        ): "That is the mean of the problems' own c/n. How far below it is the other?",
        Fraction(9, 50): "That pools the samples of both problems: first c/n, then the mean.",
    },
)

TWO_PROBLEMS_POOLED = Number(
    "Two problems, 10 samples each. For the first none is correct, for the second all are. "
    "Somebody puts all 20 samples into one urn. By how much is that pass@2 too high?",
    Fraction(5, 19),
    "The urn has 1 - C(10, 2)/C(20, 2) = 29/38, the benchmark (0 + 1)/2.",
    (
        "What is pass@2 of each problem, and the mean of the two?",
        "How many of the C(20, 2) pairs in the urn hold failures only?",
        "Subtract the right score from what the urn says.",
    ),
    {
        Fraction(29, 38): "That is pass@2 of the urn. How far above the right score is it?",
        Fraction(1, 2): "That is the right score. How far above it is the urn?",
        Fraction(1, 4): "That averages the rates first, 1 - (1 - 1/2)**2, or puts each sample back "
        "before the next draw. Draw two of the 20.",
    },
)

NEVER_SOLVED = Number(
    "Of 30 samples none is correct. Where does the 95 % interval of pass@10 end?",
    Decimal("0.7076"),
    "At a pass rate of 0.1157, 30 failures in a row have the chance 2.5 %; 1 - (1 - 0.1157)**10 is "
    "0.7076.",
    (
        "At which pass rate p do 30 failures in a row have the chance 2.5 %?",
        "(1-p)**30 = 0.025. Then what is 1 - (1-p)**10?",
        "Or ask confidence_interval(n, c, k).",
    ),
    {
        Fraction(0): "That is the estimate. A pass rate a little above 0 would give no correct "
        "sample either.",
        Decimal("0.1157"): "There ends the interval of pass@1. Carry it through 1 - (1-p)**10.",
        Decimal("0.6316"): "That leaves 5 % beyond this end. Each of the two ends gets 2.5 %.",
        Decimal("0.6513"): "That takes 3/30, the rule of three, which leaves 5 % beyond this end; "
        "it gets 2.5 %.",
        Decimal("0.2439"): "That is what a flat prior expects. The interval needs no prior.",
    },
)

WHICH_ERROR_BAR = Matching(
    'Which error bar belongs to it: "samples" (these problems again), "problems" (others like '
    'them) or "paired" (the differences of two models, problem by problem)? 1: a paper says how '
    "well its model solves problems of this kind. 2: a paper says that its model beats another on "
    "problems of this kind; both were run on the same ones. 3: a test report says how well "
    "a model does on exactly the forms of one office, all of which have been tried.",
    {1: "problems", 2: "paired", 3: "samples"},
    "1 and 2 speak about problems that nobody has tried, and 2 about a difference. In 3 nothing "
    "but the samples is drawn anew.",
    (
        "Ask each time: what would be drawn anew if it were done again?",
        "Where two models have tried the same problems, what is hard for both drops out.",
    ),
    {
        (1, "samples"): "Does it speak about these problems only?",
        (1, "paired"): "How many models does it speak about?",
        (2, "problems"): "Both models have tried the same problems. What drops out?",
        (2, "samples"): "Does it speak about these problems only?",
        (3, "problems"): "Are there other forms that it speaks about?",
        (3, "paired"): "How many models does it speak about?",
    },
)

PROBLEMS_TO_ADD = Number(
    "A benchmark of 164 problems: however many samples are drawn, its error bar for other problems "
    "like these stays at 0.032. How many problems must be added, at least, to bring it to 0.016?",
    492,
    "Half the error takes four times the problems: 656, and 164 are there.",
    (
        "Does the error fall with the number of problems, or with its square root?",
        "How many problems does half the error take in all, and how many are there?",
    ),
    {
        656: "So many in all. How many must be added?",
        164: "Twice as many problems divide the error by the square root of two only: 0.023.",
        328: "Half the error takes four times as many problems, not twice or three times.",
    },
)

FIVE_REPORTS = Matching(
    "Two problems: of the first 1 of 4 samples is correct, of the second 2 of 2. Five reports of "
    "pass@2 on them: 1: 0.719, 2: 0.750, 3: 0.667, 4: 1.000, 5: 0.800. Say for each how it "
    'came about: "right", "naive" (each sample is put back), "pooled" (all samples in one urn), '
    '"padded" (the second problem filled up with failures to 4 samples) or "any" (a problem counts '
    "if any sample passed).",
    {1: "naive", 2: "right", 3: "padded", 4: "any", 5: "pooled"},
    "The mean is (1/2 + 1)/2; naive (7/16 + 1)/2 = 0.719; padded (1/2 + 5/6)/2 = 0.667; pooled, 3 "
    "of 6 samples, 1 - 3/15 = 0.8; and both problems have a sample that passed.",
    (
        "Work out the right one first: pass@2 of 4 samples with 1 correct, and of 2 with 2.",
        "Pooled: 6 samples, 3 of them correct. Padded: the second problem becomes 2 of 4.",
        'Or ask: recheck([{"problem": "a", "n": 4, "c": 1}, {"problem": "b", "n": 2, "c": 2}], '
        'claimed={"pass@2": "0.719"}).',
    ),
    {
        (1, "right"): "Two different ones of four samples: the correct one is among them in half "
        "of the draws.",
        (1, "padded"): "Padding leaves the first problem as it is: 1/2. What else could lower it?",
        (2, "naive"): "Putting back would give 7/16 for the first problem.",
        (2, "pooled"): "In one urn there are 3 correct ones of 6: 1 - C(3, 2)/C(6, 2).",
        (3, "naive"): "Putting back gives (7/16 + 1)/2. Which problem is too low here?",
        (3, "right"): "The second problem is solved by every sample there is.",
        (4, "right"): "Is every pair of the first problem's samples a success?",
        (4, "pooled"): "Of the 15 pairs in the urn 3 hold failures only.",
        (5, "right"): "The mean of the two problems, each for itself, is another number.",
        (5, "padded"): "Failures that are added can only lower a score, and this one is above "
        "(1/2 + 1)/2.",
    },
)

LEFT_OUT = Number(
    "100 problems, one sample each: 60 passed, 15 failed, and 25 crashed the grader, which left "
    "them without a score. A report leaves those out. By how much is its pass@1 above that of a "
    "report that counts them as failures?",
    Fraction(1, 5),
    "60 of 75 are 0.8, 60 of 100 are 0.6.",
    (
        "Over how many problems does each of the two take its mean?",
        "One divides 60 by 75. And the other?",
    ),
    {
        Fraction(4, 5): "That is the score without them. How far above the other is it?",
        Fraction(3, 5): "That is the score with them as failures. How far above it is the other?",
        Fraction(1, 4): "That is the share of samples without a score, or what they would add if "
        "all had passed.",
        Fraction(-1, 5): "Which of the two is larger?",
    },
)

ONE_SAMPLE_EACH = Choice(
    "A table has pass@1 = 70 % and pass@5 = 100 % for a model with one sample for each problem. "
    "What do these samples tell about its pass@5? Choose: floor (at least 70 %), same (70 %), "
    "certain (100 %) or nothing.",
    "floor",
    "pass@k never falls as k grows, and its estimate for k = 1 is 70 %. How far it rises depends "
    "on how the rates differ between problems, and one sample each does not show that.",
    (
        "From one sample no pass@5 can be estimated. But can it lie below pass@1?",
        "Does pass@k rise or fall as k grows?",
    ),
    {
        "same": "That would hold if every problem were always or never solved. One sample does "
        "not tell.",
        "certain": "Thirty of a hundred problems have not been solved once.",
        "nothing": "Not quite: who may draw five times is at least as well off as with one draw.",
    },
)

ERRORS_APART = Number(
    "Two models on 100 problems each, pass@1 of 0.5 and 0.6, and no counts. With so many problems "
    "a score s has a standard error of at most sqrt(s (1 - s)/100). Take the two for independent: "
    "how many standard errors of the difference are they apart, at least? (Three digits.)",
    Fraction(10, 7),
    "The squared errors add up: 0.0025 + 0.0024 = 0.07**2, and 0.1/0.07 = 1.43. Less than 2: with "
    "these numbers alone nobody can tell. The counts, problem by problem, might.",
    (
        "What is the largest standard error of 0.5, and of 0.6?",
        "The squares of independent errors add up, not the errors.",
        "Divide 0.1 by the root of 0.0025 + 0.0024.",
    ),
    {
        Fraction(2): "That takes 0.6 for exact. Both have an error.",
        Decimal("2.041"): "That takes 0.5 for exact. Both have an error.",
        Decimal("1.0102"): "That adds the errors. Their squares add up.",
        Decimal("0.07"): "That is the standard error of the difference. How often does it fit in?",
    },
)

ANOTHER_MIX = Number(
    "On easy problems two models have a pass@1 of 0.9, on hard ones of 0.1, both the same. One "
    "was run on 30 easy and 10 hard problems, the other on 10 easy and 30 hard ones. By how much "
    "do their scores, the means over problems, differ?",
    Fraction(2, 5),
    "(30 * 0.9 + 10 * 0.1)/40 = 0.7 and (10 * 0.9 + 30 * 0.1)/40 = 0.3: no difference of the "
    "models, only of the mix.",
    (
        "How many of its 40 problems does the first model solve on average?",
        "27 + 1 of 40, and the other?",
    ),
    {
        Fraction(0): "That is so for the mean over the two difficulties, each counting once. Here "
        "each problem counts once.",
        Fraction(7, 10): "That is the score of the first. And the other?",
        Fraction(3, 10): "That is the score of the second. And the first?",
        Fraction(1, 5): "That is how far each is from the middle. And from one another?",
    },
)


def _my_naive_pass_at_k(n, c, k):
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    return 1 - (1 - c / n) ** k


def _my_pass_at_k(n, c, k):
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")
    all_fail = 1.0
    for i in range(k):
        all_fail *= max(n - c - i, 0) / (n - i)
    return 1 - all_fail


def _my_mean_pass_at_k(ns, cs, k):
    total = 0.0
    for n, c in zip(ns, cs, strict=True):
        total += _my_pass_at_k(n, c, k)
    return total / len(ns)


WRITE_NAIVE_PASS_AT_K = Function(
    "Write naive_pass_at_k(n, c, k): the estimate that puts every sample back.",
    _my_naive_pass_at_k,
    "One draw fails with chance 1 - c/n, k draws in a row with that to the power of k.",
    (
        "With what chance does one draw fail?",
        "With what chance do k draws fail, one after the other, if each sample is put back?",
        "One minus that. And before it: if k > n, raise ValueError(...).",
    ),
    checker=check_naive,
)

WRITE_PASS_AT_K = Function(
    "Write pass_at_k(n, c, k): the share of all draws of k out of n that hold a pass.",
    _my_pass_at_k,
    "It is the share of all draws of k samples that hold a pass.",
    (
        "Count the draws without a pass: they are made of the n - c failures only.",
        "Their share is C(n-c, k)/C(n, k); math.comb(a, b) is C(a, b), and 0 where b > a.",
        "One minus the share. And before it: if k > n, raise ValueError(...).",
    ),
)

WRITE_MEAN_PASS_AT_K = Function(
    "Write mean_pass_at_k(ns, cs, k): the score of a benchmark.",
    _my_mean_pass_at_k,
    "Estimate each problem with its own n and c, then average; every problem counts once.",
    (
        "Which comes first, the estimate of each problem or the mean?",
        "zip(ns, cs) gives the n and the c of one problem after the other.",
        "Sum your pass_at_k over the problems and divide by their number, len(ns).",
    ),
    checker=check_mean,
)

FIVE_SUSPECTS = Matching(
    'Five implementations: say for each "right", or why it is broken: "k > n", "puts back", '
    '"overflow" or "wrong guard".',
    {1: "right", 2: "k > n", 3: "puts back", 4: "overflow", 5: "right"},
    "Number 2 answers 1 for k > n, even where nothing passed. Number 3 never takes a sample out. "
    "Number 4 multiplies int64 numbers past 2**63. Numbers 1 and 5 are right; in 5, c and k have "
    "changed places, which changes no value.",
    (
        "Read the loops of 1 and 3 side by side: what happens after a draw?",
        "Move k past n: which of them still answers?",
        "Set n = 200, c = 7, k = 10: which of them leaves the curve?",
    ),
    {
        (1, "puts back"): "Its denominators are n, n - 1, n - 2, ...: are samples put back?",
        (1, "k > n"): "What does it do when k exceeds n?",
        (1, "wrong guard"): "Its loop ends where no failure is left; the factor there is 0.",
        (1, "overflow"): "All of its factors lie between 0 and 1.",
        (2, "right"): "What does it say about 2 samples, none correct, and k = 5?",
        (2, "puts back"): "A product of factors 1 - k/i, with i falling: no sample comes twice.",
        (2, "overflow"): "All of its factors lie between 0 and 1, as long as k <= n.",
        (2, "wrong guard"): "For k <= n its guard is right. And for k > n?",
        (3, "right"): "How many failures are left after one failed draw?",
        (3, "k > n"): "What does it do when k exceeds n? And what after a failed draw?",
        (3, "overflow"): "Its factor lies between 0 and 1. But is it the same at every draw?",
        (3, "wrong guard"): "It has none, and needs none. Look at what changes from draw to draw.",
        (4, "k > n"): "It refuses k > n. Is it right for n = 200?",
        (4, "puts back"): "Its products run over different numbers. How large do they get?",
        (4, "wrong guard"): "Its guard is right. Is it right for n = 200, c = 7, k = 10?",
        (4, "right"): "Is it right for n = 200, too?",
        (5, "k > n"): "What does it do when k exceeds n?",
        (5, "puts back"): "Binomials count draws of different samples.",
        (5, "wrong guard"): "math.comb(a, b) is 0 where b > a: no guard is needed.",
        (5, "overflow"): "Python's integers have no largest one.",
    },
)
