"""Which mistake is it? A function's values are compared with those of every known mistake.

What is looked for, in this order: how the number is dressed (percent, rounded, text), a wrong
formula or guard, what it does for k > n, and where a right formula runs out of digits. A mistake
is named only if it explains every probe.
"""

import functools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from passk.calls import Caller, message_of
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k
from passk.mistakes import (
    ABOVE_N_POLICIES,
    MEAN_MISTAKES,
    MEAN_POLICIES,
    NAIVE_MISTAKES,
    NAIVE_POLICIES,
    PASS_AT_K_MISTAKES,
    Mistake,
    guarded,
)
from passk.wording import significant

__all__ = [
    "MEAN",
    "NAIVE",
    "NOTHING",
    "PASS_AT_K",
    "SMALL_VALUES",
    "Diagnosis",
    "Subject",
    "Target",
    "close",
    "diagnose",
    "is_steady",
]

RELATIVE, ABSOLUTE = Fraction(1, 10**9), Fraction(1, 10**12)  # fractions do not overflow
SINGLE_PRECISION = Fraction(2, 10**6)
NOTHING = (0, 0, 1)
SMALL_VALUES = ((200, 1, 1), (10_000, 1, 1), (20_000, 1, 1), (20_000, 2, 3))


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with a function, in a few words and in a sentence.

    Attributes
    ----------
    name : str
        "naive estimate", "percent", ...; "not a mistake I know" where no known one fits.
    kind : str
        "behaviour", "presentation", "formula", "guard", "policy" or "numerics".
    words : str
        The sentence.
    """

    name: str
    kind: str
    words: str

    def __str__(self):
        return f"{self.name}: {self.words}"

    __repr__ = __str__


@dataclass(frozen=True)
class Target:
    """What a function is meant to compute, and with what it is probed.

    Attributes
    ----------
    exact : callable
        The right values, as fractions.
    small, large, above : tuple of tuple
        Arguments: small ones, on which a formula shows; large ones, on which arithmetic shows;
        and such with k > n, which must be refused.
    mistakes, policies : tuple of Mistake
        What is known to go wrong for k <= n, and for k > n.
    """

    exact: Callable
    small: tuple
    large: tuple
    above: tuple
    mistakes: tuple
    policies: tuple


@dataclass(frozen=True)
class _Dress:
    """How a right or wrong number may be presented: scaled, rounded, in single precision."""

    name: str = ""
    words: str = ""
    scale: int = 1
    digits: int | None = None
    relative: Fraction = RELATIVE

    def fits(self, number, value):
        """Tell whether a number is the value in this dress."""
        if self.digits is None:
            slack = self.relative * abs(value) + ABSOLUTE
            return abs(number / self.scale - value) <= slack
        rounded = abs(number) < 1000 and float(number) == round(float(number), self.digits)
        return rounded and abs(number - value * self.scale) <= 0.5000001 * 10.0**-self.digits


_PLAIN = _Dress()
_DRESSES = (
    _PLAIN,
    _Dress("percent", "It gives a percentage. Give the chance itself, from 0 to 1.", 100),
    *(
        _Dress(
            f"rounded to {digits} decimal{'s' * (digits != 1)}",
            "It rounds its result, so small chances and small differences are lost, and means are "
            "off. Round only what is printed.",
            1,
            digits,
        )
        for digits in range(9, 0, -1)
    ),
    *(
        _Dress(
            "percent, rounded",
            "It gives a rounded percentage. Give the chance itself, from 0 to 1, in full.",
            100,
            digits,
        )
        for digits in range(6, -1, -1)
    ),
    _Dress(
        "single precision",
        "Only about 7 digits are right: somewhere it computes with float32. Use float64.",
        relative=SINGLE_PRECISION,
    ),
)


class Subject:
    """A function under test, with its target and the dress of its numbers.

    Parameters
    ----------
    function : callable
    target : Target
    arrange : callable, optional
        As for `Caller`.
    unwrap : bool
        As for `Caller`.
    time_limit : float
        Seconds for each check.
    signature : str
        How the function is called, in words.

    Examples
    --------
    >>> subject = Subject(lambda n, c, k: 100 * exact_pass_at_k(n, c, k), PASS_AT_K)
    >>> subject.dress.name, subject.number(5, 2, 2)
    ('percent', Fraction(7, 10))
    """

    def __init__(
        self, function, target, *, arrange=None, unwrap=False, time_limit=2.0, signature="n, c, k"
    ):
        self.name = _name_of(function)
        self.target, self.signature = target, signature
        self.call = Caller(function, arrange=arrange, unwrap=unwrap, time_limit=time_limit)

    def close(self):
        """End the process in which the function is called."""
        self.call.close()

    @functools.cached_property
    def small(self):
        """The answers to the small probes; cut short where they do not come in time."""
        answers = []
        for probe in self.target.small:
            answers.append(self.call(*probe))
            if answers[-1].timed_out:
                break
        self.call.rest()
        return answers

    @functools.cached_property
    def found(self):
        """The dress and the formulas that explain every small probe; None if there are none."""
        if self.small[-1].timed_out or all(answer.number is None for answer in self.small):
            return None
        right = Mistake("", self.target.exact, "")
        for dress in _DRESSES:
            for family in ((right,), self.target.mistakes):
                fitting = tuple(m for m in family if self._explains(m, dress))
                if fitting:
                    return dress, fitting
        return None

    @property
    def dress(self):
        """How the numbers are presented; plain if it is not known."""
        return self.found[0] if self.found else _PLAIN

    @property
    def formula_is_right(self):
        """Whether the right formula explains every small probe."""
        return self.found is not None and not self.found[1][0].name

    @functools.cached_property
    def explodes(self):
        """The answer at n = 22 if it took far longer than at n = 10, as where every draw is listed.

        Larger n are then not tried: a long list that is made in one go can neither be stopped nor
        held in memory.
        """
        small, large = (10, 3, 5), (22, 5, 11)
        if self.target is MEAN:
            small, large = ((10,), (3,), 5), ((22,), (5,), 11)
        quickest = min(self.call.afresh(*small).seconds for _ in range(3))
        longest = max(0.03, 20 * quickest)
        answers = [self.call(*large)]
        while len(answers) < 3 and answers[-1].seconds > longest and not answers[-1].timed_out:
            answers.append(self.call.afresh(*large))  # a pause of the machine does not come thrice
        self.call.rest()
        slow = answers[-1].timed_out or answers[-1].seconds > longest
        return answers[-1] if slow else None

    def number(self, *arguments):
        """Return the answer to a call as a number without its scale, or None."""
        number = self.call(*arguments).number
        return None if number is None else number / self.dress.scale

    def is_right(self, *arguments, relative=False):
        """Tell whether the answer to a call is right, apart from its dress."""
        number, value = self.call(*arguments).number, self.target.exact(*arguments)
        if not isinstance(number, Fraction):
            return False
        if relative:
            return abs(number / self.dress.scale - value) <= RELATIVE * value
        return self.dress.fits(number, value)

    @functools.cached_property
    def numpy_difference(self):
        """The first two answers that differ for Python's and NumPy's integers; None if none do.

        One that comes too late is no other answer, unless the first was there in a moment.
        """
        large = () if self.explodes else self.target.large
        for probe in (*self.target.small[::7], *large):
            plain = self.call(*probe)
            self.call.rest()
            answer = self.call.afresh(*map(_as_numpy, probe))
            slow = 20 * plain.seconds > self.call.time_limit
            if plain.timed_out or (slow and answer.timed_out):
                break
            if not close(answer.number, plain.number):
                return plain, answer
        return None

    def _explains(self, mistake, dress):
        """Tell whether a mistake gives all answers to the small probes, with a guard or without."""
        tables = [_values(mistake.formula, self.target.small)]
        if not mistake.name.startswith("always"):
            tables.append(_values_guarded(mistake, self.target))
        return any(
            all(_agree(a, value, dress) for a, value in zip(self.small, table, strict=True))
            for table in tables
        )


def close(number, other):
    """Tell whether two numbers agree to 9 digits; what is none agrees with its like only.

    Parameters
    ----------
    number, other : Fraction, float or None

    Returns
    -------
    bool

    Examples
    --------
    >>> close(Fraction(1, 3), Fraction(0.333333333333)), close(Fraction(1), math.nan)
    (True, False)
    """
    if not (isinstance(number, Fraction) and isinstance(other, Fraction)):
        return number == other or (_is_nan(number) and _is_nan(other))
    return abs(number - other) <= RELATIVE * abs(other) + ABSOLUTE


def diagnose(subject):
    """Return what is wrong with a function, the most telling first.

    Parameters
    ----------
    subject : Subject

    Returns
    -------
    list of Diagnosis

    Examples
    --------
    >>> subject = Subject(lambda n, c, k: 100 * c / n, PASS_AT_K)
    >>> [diagnosis.name for diagnosis in diagnose(subject)]
    ['percent', 'pass@1']
    """
    silent = _behaviour(subject)
    if silent:
        return silent
    order = None if _is_explained(subject) else _other_order(subject)
    if order:
        return [order]
    found = [*_presentation(subject), *_formula(subject), *_policy(subject)]
    found += _numerics(subject) if subject.formula_is_right else []
    return found + _conduct(subject)


UNKNOWN = "not a mistake I know"
_NOT_CALLED_THROUGH = {
    "coroutine": "It is an async function, so a call gives no number yet. Hand over a plain one.",
    "generator": "It is a generator, because of its `yield`. Use `return`.",
}


def _behaviour(subject):
    """Say why there are no numbers to look at, or none that stay the same."""
    found = _late(subject) or _unwritten(subject) or _no_number(subject)
    if found is None and not is_steady(subject):
        words = "Equal inputs give different answers: a simulation? Then its values scatter."
        found = Diagnosis("changing answers", "behaviour", words)
    return [found] if found else []


def _late(subject):
    """Say that a small input is not answered in time."""
    last, before = subject.small[-1], len(subject.small) - 1
    if not last.timed_out:
        return None
    after = f", after {before} of {len(subject.target.small)} small inputs" if before else ""
    slow = ", or too slow for the time limit" if before else ""
    words = (
        f"{_call_in_words(subject, last)} did not come back in time{after}: an endless loop{slow}?"
    )
    return Diagnosis("too slow or endless", "behaviour", words)


def _unwritten(subject):
    """Say that the function, or one that it calls, is still to be written."""
    words = None
    if any("ellipsis" in str(answer) for answer in subject.small if answer.error):
        words = f"A function that {subject.name} calls still gives the dots."
    if all(answer.dress == "dots" for answer in subject.small):
        words = "Put your code in the place of the dots."
    return Diagnosis("not written yet", "behaviour", words) if words else None


def _no_number(subject):
    """Say what comes in the place of a number."""
    for kind in {answer.dress for answer in subject.small} & set(_NOT_CALLED_THROUGH):
        return Diagnosis(kind, "behaviour", _NOT_CALLED_THROUGH[kind])
    if any(re.match(r"\d+ values in ", answer.dress) for answer in subject.small):
        each = " It gives one for each problem: take their mean." if subject.target is MEAN else ""
        words = f"It gives several values where one is asked for.{each}"
        return Diagnosis("several values", "presentation", words)
    if all(answer.raw is None and answer.error is None for answer in subject.small):
        words = f"{subject.name} gives back nothing (None): is a `return` missing?"
        return Diagnosis("no return", "behaviour", words)
    if all(answer.number is None for answer in subject.small):
        return _same_every_time(subject, subject.small[0])
    return None


def _same_every_time(subject, first):
    """Say what the function raises or gives for every small input."""
    words = f"{_call_in_words(subject, first)} {first}. So does every other small input."
    what = f"raises {type(first.error).__name__}" if first.error else f"gives {first.dress}"
    hint = _hint_at_error(subject, first.error)
    return Diagnosis(f"{what} every time", "behaviour", f"{words}{hint}")


def is_steady(subject, probes=None):
    """Tell whether a function gives the same answers when it is asked again.

    Parameters
    ----------
    subject : Subject
    probes : sequence of tuple, optional
        Default: a few small ones.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_steady(Subject(lambda n, c, k: c / n, PASS_AT_K))
    True
    """
    probes = subject.target.small[-40::8] if probes is None else probes
    return all(
        again.timed_out or str(again) == str(subject.call(*probe))
        for probe in probes
        for again in (subject.call.afresh(*probe) for _ in range(3))
    )


def _presentation(subject):
    """Say how the numbers are dressed."""
    dresses = {answer.dress for answer in subject.small if answer.number is not None} - {""}
    found = []
    if "text" in dresses:
        words = "It gives a text. Give a number; text is for printing."
        found.append(Diagnosis("text", "presentation", words))
    if "one in a container" in dresses:
        words = "It gives an array or list of one value. Give the number itself."
        found.append(Diagnosis("array of one", "presentation", words))
    if subject.dress.name:
        kind = "numerics" if subject.dress.relative > RELATIVE else "presentation"
        found.append(Diagnosis(subject.dress.name, kind, subject.dress.words))
    return found


def _formula(subject):
    """Name the known mistake that explains every small probe, if the right formula does not."""
    if subject.formula_is_right:
        return []
    if subject.found is None:
        return [_guard(subject) or Diagnosis(UNKNOWN, "formula", _facts(subject))]
    fitting = subject.found[1]
    if len(fitting) > 1:
        fitting = [m for m in fitting if _fits_above(subject, m, strictly=True)] or fitting
    name, words = " or ".join(m.name for m in fitting), " Or: ".join(m.words for m in fitting)
    return [Diagnosis(name, fitting[0].kind, words)]


def _is_explained(subject):
    """Tell whether a formula explains the answers; one that is always the same does not."""
    return bool(subject.found) and not subject.found[1][0].name.startswith("always")


def _other_order(subject):
    """Say that the function is right if n, c and k are handed over in another order."""
    if subject.target is MEAN:
        return None
    for order in ("c, n, k", "k, c, n", "c, k, n", "k, n, c"):  # c and k may change places
        places = ["nck".index(letter) for letter in order.split(", ")]
        turned = ((probe, tuple(probe[i] for i in places)) for probe in subject.target.small)
        if all(_gives(subject, asked, subject.target.exact(*probe)) for probe, asked in turned):
            words = (
                f"Called as {subject.name}({order}) it is right: swap its arguments (or let it be "
                f'checked with signature="{order}").'
            )
            return Diagnosis("arguments in another order", "presentation", words)
    return None


def _gives(subject, asked, value):
    """Tell whether a call gives a value, without a dress."""
    return _agree(subject.call(*asked), value, _PLAIN)


def _guard(subject):
    """Say that only inputs with too few failures are wrong, where that is so."""
    if subject.target is not PASS_AT_K:
        return None
    wrong = [a.arguments for a in subject.small if not subject.is_right(*a.arguments)]
    if all(n == k and subject.call(n, c, k).error for n, c, k in wrong):
        words = "Right for k < n, but it refuses k = n, where a draw takes all n samples."
        return Diagnosis("k = n is refused", "guard", words)
    if any(n - c >= k for n, c, k in wrong):
        return None
    first = subject.call(*wrong[0])
    return Diagnosis(
        "the guard is missing or wrong",
        "guard",
        "For n up to 6 it is right wherever n - c >= k. Where fewer than k samples failed, every "
        f"draw holds a pass and the answer is 1; {_call_in_words(subject, first)} {first}.",
    )


def _facts(subject):
    """Say where an unknown mistake shows, and to which side."""
    wrong = [a for a in subject.small if not subject.is_right(*a.arguments)]
    first, total = wrong[0], len(subject.small)
    words = (
        f"{len(wrong)} of {total} small inputs are wrong, the smallest: "
        f"{_call_in_words(subject, first)} {first}, and the right value is "
        f"{subject.target.exact(*first.arguments)}."
    )
    sides = {_side(subject, answer) for answer in wrong}
    return f"{words} It is {sides.pop()} wherever it is wrong." if len(sides) == 1 else words


def _side(subject, answer):
    """Return "too low", "too high" or "no number"."""
    if not isinstance(answer.number, Fraction):
        return "no number"
    return "too low" if answer.number < subject.target.exact(*answer.arguments) else "too high"


def _policy(subject):
    """Name what happens for k > n, unless it is an error or follows from the formula."""
    answers = [subject.call(*probe) for probe in subject.target.above]
    subject.call.rest()
    if all(answer.error is not None or answer.timed_out for answer in answers):
        return _answer_to_nothing(subject)
    explained = subject.found[1] if subject.found else ()
    if any(m.name and _fits_above(subject, m) for m in explained):
        return []
    fitting = [policy for policy in subject.target.policies if _fits_above(subject, policy)]
    if fitting:
        name = " or ".join(policy.name for policy in fitting)
        return [Diagnosis(name, "policy", " Or: ".join(policy.words for policy in fitting))]
    first = next(answer for answer in answers if answer.error is None)
    words = f"{_call_in_words(subject, first)} {first}, though k exceeds n: raise a ValueError."
    return [Diagnosis("an answer for k > n", "policy", words)]


def _answer_to_nothing(subject):
    """Say that it answers for no samples at all, unless it raises there."""
    answer = None if subject.target is MEAN else subject.call(*NOTHING)
    if answer is None or answer.error is not None or answer.timed_out:
        return []
    words = f"{_call_in_words(subject, answer)} {answer}, though there are no samples."
    return [Diagnosis("an answer for n = 0", "policy", words)]


def _fits_above(subject, mistake, *, strictly=False):
    """Tell whether a mistake gives all answers to the probes with k > n.

    Where it has no value the function must raise; strictly, an error that was not meant.
    """
    table = _values(mistake.formula, subject.target.above)
    answers = (subject.call(*probe) for probe in subject.target.above)
    return all(
        _raises(answer, strictly) if value is None else _agree(answer, value, subject.dress)
        for answer, value in zip(answers, table, strict=True)
    )


def _raises(answer, by_accident):
    """Tell whether a call raised, by accident: not the ValueError that is asked for."""
    if _is_nan(answer.number):
        return True
    return answer.error is not None and not (by_accident and isinstance(answer.error, ValueError))


_EDGES = (
    (
        "int64 products overflow",
        (83, 7, 10),
        (84, 7, 10),
        "The product of 10 counts up to 84 exceeds 2**63 - 1, and int64 wraps around in silence. "
        "Use Python's integers, or a product of ratios.",
    ),
    (
        "int64 binomials overflow",
        (66, 1, 33),
        (67, 1, 33),
        "C(67, 33) exceeds 2**63 - 1, and int64 wraps around in silence. Use math.comb, or a "
        "product of ratios.",
    ),
    (
        "factorials too large for a float",
        (84, 7, 10),
        (171, 7, 10),
        "Factorials leave the range of floats, products of two even earlier than 171! does. Use "
        "math.comb on integers, or a product of ratios.",
    ),
    (
        "binomials too large for a float",
        (1029, 1, 514),
        (1030, 1, 515),
        "C(1030, 515) is too large for a float. Divide integers by each other, or multiply ratios.",
    ),
)


def _numerics(subject):
    """Say where a formula that is right for small counts runs out of digits, range or time."""
    if subject.explodes:
        return [_too_slow(subject, subject.explodes)]
    broken = next((p for p in subject.target.large if not subject.is_right(*p)), None)
    subject.call.rest()
    if broken is None:
        return _lost_digits(subject) + _wrapped(subject)
    answer = subject.call(*broken)
    where = f"Right for small n. {_call_in_words(subject, answer)} {answer}"
    if answer.timed_out:
        return [_too_slow(subject, answer)]
    if isinstance(answer.error, MemoryError):
        words = f"{where}: it needs too much memory. Does it list every draw? Count them."
        return [Diagnosis("too much memory", "numerics", words)]
    if isinstance(answer.error, RecursionError):
        words = f"{where}: it calls itself too often. Use a loop."
        return [Diagnosis("recursion too deep", "numerics", words)]
    if subject.target is PASS_AT_K:
        for name, inside, beyond, words in _EDGES:
            odd = not subject.is_right(*beyond) and (
                "int64" in name or not _is_a_chance(subject.call(*beyond).number)
            )
            if subject.is_right(*inside) and odd:
                return [Diagnosis(name, "numerics", f"{where}. {words}")]
    right = subject.target.exact(*broken)
    if isinstance(answer.number, Fraction) and abs(answer.number - right) < right / 100:
        return _lost_digits(subject)
    words = f"{where}; the right value is {significant(right, 10)}."
    if broken[0] in range(7, 61):
        words = words.replace("Right for small n.", "Right for every n up to 6.")
        return [Diagnosis("wrong beyond n = 6", "numerics", words)]
    return [Diagnosis("wrong for large n", "numerics", words)]


def _is_a_chance(number):
    """Tell whether a number lies between 0 and 1, both left out."""
    return isinstance(number, Fraction) and 0 < number < 1


def _too_slow(subject, answer):
    """Say that a function takes too long for large n, and the likely reason."""
    took = "does not come back in time" if answer.timed_out else f"takes {answer.seconds:.2g} s"
    words = (
        f"Right for small n, but {_call_in_words(subject, answer)} {took}. If it lists every draw: "
        "their number explodes, so count them."
    )
    return Diagnosis("too slow for large n", "numerics", words)


def _lost_digits(subject):
    """Say that small values lose their digits, unless all are rounded anyway."""
    known = subject.dress.digits is not None or subject.dress.relative > RELATIVE
    if subject.target is not PASS_AT_K or known:
        return []
    if all(subject.is_right(*probe, relative=True) for probe in SMALL_VALUES):
        return []
    words = (
        "Right for small n; at large n digits are lost. There a difference of two nearly equal "
        "numbers is taken, of log-gammas for example."
    )
    return [Diagnosis("lost digits", "numerics", words)]


def _wrapped(subject):
    """Say that NumPy's integers give another value than Python's, if no error says so."""
    if subject.numpy_difference is None or subject.numpy_difference[1].error is not None:
        return []
    words = (
        "Right for Python's integers and not for NumPy's, whose products wrap around in silence "
        "past 2**63 - 1. Turn the counts into int first."
    )
    return [Diagnosis("wrong for NumPy's integers", "numerics", words)]


def _conduct(subject):
    """Say that a function changes what it is given."""
    if not any(answer.mutated for answer in subject.call.answers.values()):
        return []
    words = "It changes the lists it is given, so the next call sees other counts. Copy them first."
    return [Diagnosis("changes its arguments", "behaviour", words)]


def _is_nan(number):
    """Tell whether somebody's number is NaN; a fraction of any size is not."""
    return isinstance(number, float) and math.isnan(number)


def _agree(answer, value, dress):
    """Tell whether an answer is a value in a dress; a mistake without a value allows anything."""
    if value is None:
        return True
    if _is_nan(value):
        return _is_nan(answer.number)
    return isinstance(answer.number, Fraction) and dress.fits(answer.number, value)


@functools.cache
def _values(formula, probes):
    """Return a formula's values at the probes; None where it has none."""
    values = []
    for probe in probes:
        try:
            values.append(formula(*probe))
        except (ZeroDivisionError, ValueError):
            values.append(None)
    return tuple(values)


@functools.cache
def _values_guarded(mistake, target):
    """Return a mistake's values behind the usual guard; of the mean it has none."""
    formula = mistake.formula if target is MEAN else guarded(mistake.formula)
    return _values(formula, target.small)


def _hint_at_error(subject, error):
    """Return what may be the cause of an error that every input meets."""
    words = message_of(error)
    if isinstance(error, TypeError) and "argument" in words:
        return f" It was called as {subject.name}({subject.signature}); see signature=."
    if isinstance(error, TypeError) and "for ^" in words:
        return " In Python ^ is not a power: write **."
    return ""


def _call_in_words(subject, answer):
    return f"{subject.name}({', '.join(map(_plain, answer.arguments))})"


def _as_numpy(value):
    """Return a count as NumPy's integer, counts of problems as an array."""
    return np.array(value) if isinstance(value, tuple) else np.int64(value)


def _plain(value):
    return str(list(value)) if isinstance(value, tuple) else str(value)


def _name_of(function):
    """Return the name to use for a function in sentences."""
    try:
        name = function.__name__
    except Exception:  # not every callable has one, and asking may run somebody's code
        name = None
    return name if isinstance(name, str) and name.isidentifier() else "f"


def _exact_mean(ns, cs, k):
    """Return the mean of the exact estimates of the problems."""
    return sum(map(exact_pass_at_k, ns, cs, [k] * len(ns))) / Fraction(len(ns))


def _mean_of(mistake):
    """Return the mistake of averaging another mistake's values."""

    def formula(ns, cs, k):
        return sum(mistake.formula(n, c, k) for n, c in zip(ns, cs, strict=True)) / Fraction(
            len(ns)
        )

    words = f"The mean is one, but the estimate of each problem is wrong. {mistake.words}"
    return Mistake(f"mean of a wrong estimate: {mistake.name}", formula, words, mistake.kind)


_SMALL = tuple((n, c, k) for n in range(1, 7) for k in range(1, n + 1) for c in range(n + 1))
_ABOVE = (
    *((n, c, k) for n in range(1, 5) for k in (n + 1, n + 2) for c in range(n + 1)),
    (10, 0, 11),
    (10, 3, 100),
    (100, 0, 1000),
)
_LARGE = (
    (10, 3, 5),
    (10, 8, 5),
    (10, 10, 10),
    (12, 0, 5),
    (15, 7, 15),
    (20, 4, 10),
    (20, 19, 2),
    (25, 5, 15),
    (50, 5, 10),
    (50, 45, 10),
    (100, 20, 10),
    (100, 0, 100),
    (67, 1, 33),
    (84, 7, 10),
    (171, 7, 10),
    (200, 7, 1),
    (200, 7, 10),
    (200, 20, 100),
    (1030, 1, 515),
    (1100, 1, 550),
    (2000, 3, 700),
    (10_000, 5, 100),
    (20_000, 10, 500),
)

PASS_AT_K = Target(exact_pass_at_k, _SMALL, _LARGE, _ABOVE, PASS_AT_K_MISTAKES, ABOVE_N_POLICIES)
NAIVE = Target(
    exact_naive_pass_at_k,
    _SMALL,
    tuple(probe for probe in _LARGE if probe[0] <= 2000),
    _ABOVE,
    NAIVE_MISTAKES,
    NAIVE_POLICIES,
)
_NAMED_BEFORE = ("naive estimate", "pass@1", "any pass among all n", "integer division")
MEAN = Target(
    _exact_mean,
    (
        ((4,), (1,), 2),
        ((3,), (0,), 2),
        ((4, 4), (2, 1), 1),
        ((10, 10), (0, 10), 2),
        ((5, 5, 5), (1, 0, 3), 3),
        ((3, 4, 6), (0, 1, 4), 2),
        ((6, 4, 3), (4, 1, 0), 2),
        ((5, 8, 4), (2, 3, 1), 2),
        ((7, 3, 5), (2, 1, 5), 3),
        ((2, 8, 5, 3), (1, 3, 0, 3), 2),
        ((6, 6, 6, 6), (1, 2, 3, 6), 4),
    ),
    (
        ((200,) * 5, (0, 7, 20, 100, 200), 10),
        ((200, 171), (20, 3), 100),
        ((1030, 1100), (1, 1), 515),
        ((10_000, 2000), (5, 3), 100),
    ),
    (
        ((2,), (0,), 3),
        ((2,), (1,), 3),
        ((10, 4), (3, 0), 5),
        ((10, 4), (3, 1), 5),
        ((3, 6, 2), (1, 2, 2), 4),
    ),
    (*MEAN_MISTAKES, *(_mean_of(m) for m in PASS_AT_K_MISTAKES if m.name not in _NAMED_BEFORE)),
    MEAN_POLICIES,
)
