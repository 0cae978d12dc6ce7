"""Somebody's estimator is checked by name, and its mistake is named where it is a known one.

>>> def mine(n, c, k):
...     if k > n:
...         raise ValueError(f"k must not exceed n: k={k}, n={n}")
...     return 1 - (1 - c / n) ** k
>>> report = check_estimator(mine)
>>> report.ok, report.diagnoses[0].name
(False, 'naive estimate')

Every check can be used on its own, too, as in a test suite::

    @pytest.mark.parametrize("check", passk.checks.CHECKS, ids=str)
    def test_mine(check):
        assert check(mine)
"""

import math
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from passk.calls import Answer, shown
from passk.diagnosis import (
    MEAN,
    NAIVE,
    NOTHING,
    PASS_AT_K,
    SMALL_VALUES,
    Subject,
    close,
    diagnose,
    is_steady,
)
from passk.reports import CheckResult, FailedChecksError, Report, fraction_in_words

__all__ = [
    "CHECKS",
    "MEAN_CHECKS",
    "NAIVE_CHECKS",
    "Check",
    "CheckResult",
    "FailedChecksError",
    "Report",
    "check_estimator",
    "check_mean",
    "check_naive",
]


@dataclass(frozen=True)
class Check:
    """A named property that a right function has.

    Attributes
    ----------
    name : str
        The property as a sentence about the function: ``never_decreases_with_k``.
    kind : str
        "behaviour", "formula", "guard", "policy", "numerics" or "types".
    says : str
        The property in words.
    look : callable
        Takes a subject; returns None or what was found.
    target : Target
        What the function is meant to compute.

    Examples
    --------
    >>> CHECKS[2]
    is_c_over_n_for_one_draw
    >>> bool(CHECKS[2](lambda n, c, k: c / n))
    True
    """

    name: str
    kind: str
    says: str
    look: Callable
    target: object

    def __repr__(self):
        return self.name

    def __call__(self, function, *, signature="", time_limit=2.0):
        """Check a function, and return a result that is true if it passed."""
        with closing(_subject(function, self.target, signature, time_limit)) as subject:
            return self.result(subject)

    def result(self, subject):
        """Return what the check finds in a subject."""
        found = self.look(subject)
        subject.call.rest()
        if found is None:
            return CheckResult(self.name, self.kind, "passed", self.says)
        answer = found.answer or Answer(())
        got = answer.error or answer.raw
        return CheckResult(
            self.name, self.kind, found.status, found.sentence, answer.arguments, got, found.right
        )


@dataclass(frozen=True)
class _Finding:
    """What a check has found: a sentence, and the call that shows it."""

    sentence: str
    answer: Answer | None = None
    right: Fraction | None = None
    status: str = "failed"


_NOT_LOOKED_AT = _Finding("Not looked at, as small inputs are wrong already.", status="not run")
_TOO_SLOW = _Finding("Not looked at, as it is too slow for large n.", status="not run")


def check_estimator(f, *, signature="n, c, k", on_fail="report", time_limit=2.0):
    """Check somebody's pass@k of one problem, and name its mistake.

    Parameters
    ----------
    f : callable
        ``f(n, c, k) -> number``. It may print, raise or loop: none of it escapes. It runs in this
        process, so this is no protection against malice.
    signature : str
        How `f` is called: a comma between arguments, each one of ``n``, ``c``, ``k``, ``n-c`` and
        ``outcomes`` (a list of n zeros and ones). ``[c]`` stands for a list of one, and
        ``name=c`` for a keyword: ``"[n], [c], k"``, ``"outcomes, k=k"``.
    on_fail : {"report", "raise"}
        "raise" raises `FailedChecksError`, with the report, if a check fails.
    time_limit : float
        Seconds for each check; the first call may take 5 more, as it may import something.

    Returns
    -------
    Report

    Raises
    ------
    TypeError, ValueError
        If `f` cannot be called, or an option is none of the above.
    FailedChecksError
        If asked for.

    Examples
    --------
    >>> import math
    >>> def by_counting(n, c, k):
    ...     if k > n:
    ...         raise ValueError(f"k must not exceed n: k={k}, n={n}")
    ...     return 1 - math.comb(n - c, k) / math.comb(n, k)
    >>> check_estimator(by_counting).verdict
    'by_counting passes all 16 checks, with 1 remark.'
    >>> check_estimator(lambda n, c, k: c / n).verdict
    'f fails 4 of 16 checks: pass@1.'
    """
    return _check_all(f, PASS_AT_K, CHECKS, signature, on_fail, time_limit)


def check_mean(f, *, signature="ns, cs, k", on_fail="report", time_limit=2.0):
    """Check somebody's mean of pass@k over problems, and name its mistake.

    Parameters
    ----------
    f : callable
        ``f(ns, cs, k) -> number``, of two lists with one entry a problem.
    signature : str
        How `f` is called: of ``ns``, ``cs``, ``k`` and ``pairs`` (a list of ``(n, c)``), with
        ``[k]`` for a list of one and ``name=cs`` for a keyword.
    on_fail, time_limit
        As for `check_estimator`.

    Returns
    -------
    Report

    Raises
    ------
    TypeError, ValueError, FailedChecksError
        As for `check_estimator`.

    Examples
    --------
    >>> from passk import exact_pass_at_k
    >>> pooled = lambda ns, cs, k: exact_pass_at_k(sum(ns), sum(cs), k)
    >>> check_mean(pooled).diagnoses[0].name
    'all samples pooled'
    """
    return _check_all(f, MEAN, MEAN_CHECKS, signature, on_fail, time_limit)


def check_naive(f, *, signature="n, c, k", on_fail="report", time_limit=2.0):
    """Check somebody's naive estimate ``1 - (1 - c/n)**k``, and name its mistake.

    Parameters
    ----------
    f, signature, on_fail, time_limit
        As for `check_estimator`.

    Returns
    -------
    Report

    Raises
    ------
    TypeError, ValueError, FailedChecksError
        As for `check_estimator`.

    Examples
    --------
    >>> check_naive(lambda n, c, k: 1 - (1 - c / n) * k).diagnoses[0].name
    'times k in the place of to the power of k'
    """
    return _check_all(f, NAIVE, NAIVE_CHECKS, signature, on_fail, time_limit)


def gives_a_number(subject):
    """It gives a finite number, in full, for every small input."""
    for answer in subject.small:
        number = answer.number
        if not isinstance(number, Fraction) or answer.dress:
            return _finding(subject, answer, f"{answer}{_IN_WORDS.get(answer.dress, '')}")
    if subject.dress.name:
        exact = subject.target.exact
        shows = (a for a in subject.small if not close(a.number, exact(*a.arguments)))
        first = next(shows, subject.small[0])
        return _finding(subject, first, f"{first}: {subject.dress.name}")
    return None


def agrees_with_listing_every_subset(subject):
    """It gives what listing every subset gives, for every n up to 6."""
    return _first_wrong(subject, subject.target.small)


def is_c_over_n_for_one_draw(subject):
    """With one draw, k = 1, it is c/n."""
    return _first_wrong(subject, [p for p in subject.target.small if p[2] == 1])


def is_zero_when_nothing_is_correct(subject):
    """With c = 0 it is 0."""
    return _first_wrong(subject, [p for p in subject.target.small if p[1] == 0])


def is_one_when_failures_are_too_few(subject):
    """Where n - c < k, every draw holds a pass, and it is 1."""
    return _first_wrong(subject, [p for p in subject.target.small if p[0] - p[1] < p[2]])


def never_decreases_with_k(subject):
    """More draws never make it smaller."""
    return _first_drop(subject, lambda n, c, k: (n, c, k + 1), "more draws")


def never_decreases_with_c(subject):
    """More correct samples never make it smaller."""
    return _first_drop(subject, lambda n, c, k: (n, c + 1, k), "more correct samples")


def is_unbiased(subject):
    """Its average over all outcomes is 1 - (1 - p)**k, as a polynomial in p, for n up to 5."""
    for n in range(1, 6):
        for k in range(1, n + 1):
            values = [_snapped(subject, n, c, k) for c in range(n + 1)]
            if None in values:
                lost = next(subject.call(n, c, k) for c in range(n + 1) if values[c] is None)
                return _finding(subject, lost, f"{lost}, so it has no average")
            rate, average, truth = _largest_gap(values, n, k)
            if average != truth:
                return _Finding(
                    f"With n = {n}, k = {k} and a true rate p = {rate}, {subject.name} is "
                    f"{fraction_in_words(average)} on average; the truth is {truth}."
                )
    return None


def survives_large_n(subject):
    """It is right for large n, too."""
    if not subject.formula_is_right:
        return _NOT_LOOKED_AT
    if subject.explodes:
        words = f"takes {subject.explodes.seconds:.2g} s; larger n were not tried"
        return _finding(subject, subject.explodes, words)
    return _first_wrong(subject, subject.target.large)


def keeps_digits_of_small_values(subject):
    """It keeps 9 digits of small values, such as 1 in 10,000."""
    if not subject.formula_is_right:
        return _NOT_LOOKED_AT
    if subject.explodes:
        return _TOO_SLOW
    return _first_wrong(subject, SMALL_VALUES, relative=True)


def refuses_k_above_n(subject):
    """It raises a ValueError for k > n, where no unbiased estimate exists."""
    nothing = () if subject.target is MEAN else (NOTHING,)
    answers = [subject.call(*probe) for probe in (*subject.target.above, *nothing)]
    for answer in answers:
        if answer.error is None and not answer.timed_out:
            return _finding(subject, answer, f"{answer}, though k exceeds n")
    for answer in answers:
        if not answer.timed_out and not isinstance(answer.error, ValueError):
            slip = isinstance(answer.error, NameError | AttributeError)
            words = str(answer) if slip else f"{answer}; a ValueError would say why"
            return _finding(subject, answer, words, status="failed" if slip else "remark")
    return None


def refuses_impossible_counts(subject):
    """It raises for counts that cannot be: c > n, c < 0, k < 0."""
    for probe in ((4, 5, 2), (4, -1, 2), (4, 2, -1)):
        answer = subject.call(*probe)
        if answer.error is None and not answer.timed_out:
            words = f"{answer}, though there are no such counts"
            return _finding(subject, answer, words, status="remark")
    return None


def takes_numpy_integers(subject):
    """It gives the same for NumPy's integers."""
    differs = subject.numpy_difference
    if differs is None:
        return None
    plain, answer = differs
    words = f"{plain} for Python's integers; for NumPy's it {answer}"
    status = "remark" if answer.error else "failed"
    return _finding(subject, plain, words, status=status)


def gives_the_same_answer_twice(subject):
    """Equal inputs give equal answers."""
    if is_steady(subject):
        return None
    return _Finding(f"{subject.name} gives different answers when it is asked the same again.")


def leaves_its_arguments_alone(subject):
    """It does not change the lists it is given."""
    changed = [answer for answer in subject.call.answers.values() if answer.mutated]
    return _finding(subject, changed[0], "changes its arguments") if changed else None


def prints_nothing(subject):
    """It prints nothing."""
    printed = [answer for answer in subject.call.answers.values() if answer.printed]
    return _finding(subject, printed[0], "prints", status="remark") if printed else None


def is_the_mean_over_problems(subject):
    """It is the mean of the unbiased estimates of the problems."""
    return _first_wrong(subject, subject.target.small)


def is_the_estimate_itself_for_one_problem(subject):
    """For one problem it is the estimate of that problem."""
    return _first_wrong(subject, [((n,), (c,), k) for n, c, k in PASS_AT_K.small])


def does_not_depend_on_the_order(subject):
    """The order of the problems plays no part."""
    for ns, cs, k in subject.target.small:
        here, there = subject.call(ns, cs, k), subject.call(ns[::-1], cs[::-1], k)
        if None in (here.number, there.number) or not close(here.number, there.number):
            return _finding(subject, here, f"{here}, and with the problems reversed it {there}")
    return None


def stays_the_same_when_problems_come_twice(subject):
    """With every problem given twice the mean is the same."""
    for ns, cs, k in subject.target.small:
        once, twice = subject.call(ns, cs, k), subject.call(ns * 2, cs * 2, k)
        if None in (once.number, twice.number) or not close(once.number, twice.number):
            return _finding(subject, once, f"{once}, and with every problem twice it {twice}")
    return None


def refuses_k_above_any_n(subject):
    """It raises a ValueError when a problem has fewer than k samples."""
    return refuses_k_above_n(subject)


def refuses_lists_of_unequal_length(subject):
    """It raises when there are more n than c, or more c than n."""
    return _accepts(subject, ((4, 4), (1,), 2), ((4,), (1, 1), 2))


def refuses_no_problems(subject):
    """It raises when there are no problems."""
    return _accepts(subject, ((), (), 1))


def takes_arrays(subject):
    """It gives the same for lists and for NumPy arrays."""
    differs = subject.numpy_difference
    if differs is None:
        return None
    plain, answer = differs
    words = f"{plain} for lists; for NumPy arrays it {answer}"
    status = "remark" if answer.error or plain.error else "failed"
    return _finding(subject, plain, words, status=status)


def agrees_with_its_formula(subject):
    """It is 1 - (1 - c/n)**k for every n up to 6."""
    return _first_wrong(subject, subject.target.small)


_IN_WORDS = {"text": ", which is text", "one in a container": ", which is an array or list of one"}


def _as_checks(target, **kinds):
    """Return checks of a target; each kind lists functions that look."""
    return tuple(
        Check(look.__name__, kind, look.__doc__, look, target)
        for kind, looks in kinds.items()
        for look in looks
    )


CHECKS = _as_checks(
    PASS_AT_K,
    behaviour=(gives_a_number,),
    formula=(
        agrees_with_listing_every_subset,
        is_c_over_n_for_one_draw,
        is_zero_when_nothing_is_correct,
        never_decreases_with_k,
        never_decreases_with_c,
        is_unbiased,
    ),
    guard=(is_one_when_failures_are_too_few,),
    policy=(refuses_k_above_n, refuses_impossible_counts),
    numerics=(survives_large_n, keeps_digits_of_small_values),
    types=(takes_numpy_integers,),
    conduct=(gives_the_same_answer_twice, leaves_its_arguments_alone, prints_nothing),
)
"""The checks of a pass@k for one problem."""

MEAN_CHECKS = _as_checks(
    MEAN,
    behaviour=(gives_a_number,),
    formula=(
        is_the_mean_over_problems,
        is_the_estimate_itself_for_one_problem,
        does_not_depend_on_the_order,
        stays_the_same_when_problems_come_twice,
    ),
    policy=(refuses_k_above_any_n, refuses_lists_of_unequal_length, refuses_no_problems),
    numerics=(survives_large_n,),
    types=(takes_arrays,),
    conduct=(gives_the_same_answer_twice, leaves_its_arguments_alone, prints_nothing),
)
"""The checks of a mean over problems."""

NAIVE_CHECKS = _as_checks(
    NAIVE,
    behaviour=(gives_a_number,),
    formula=(agrees_with_its_formula, is_c_over_n_for_one_draw, is_zero_when_nothing_is_correct),
    policy=(refuses_k_above_n, refuses_impossible_counts),
    numerics=(survives_large_n,),
    types=(takes_numpy_integers,),
    conduct=(gives_the_same_answer_twice, leaves_its_arguments_alone, prints_nothing),
)
"""The checks of the naive estimate."""


def _check_all(function, target, checks, signature, on_fail, time_limit):
    """Return the report of all checks, or raise it."""
    if on_fail not in ("report", "raise"):
        raise ValueError(f"on_fail must be 'report' or 'raise': on_fail={on_fail!r}")
    with closing(_subject(function, target, signature, time_limit)) as subject:
        late = subject.small[-1].timed_out
        hopeless = late or all(answer.number is None for answer in subject.small)
        results = [checks[0].result(subject)]
        results += [_not_run(c) if hopeless else c.result(subject) for c in checks[1:]]
        found = () if all(result.passed for result in results) else tuple(diagnose(subject))
    report = Report(subject.name, tuple(results), found)
    if on_fail == "raise" and not report.ok:
        raise FailedChecksError(report)
    return report


def _not_run(check):
    return CheckResult(check.name, check.kind, "not run", "There are no numbers to look at.")


def _subject(function, target, signature, time_limit):
    """Return a function with its adapter, or raise if it cannot be called."""
    if not callable(function):
        raise TypeError(f"f must be a function, not {type(function).__name__}: f={shown(function)}")
    if not time_limit > 0:
        raise ValueError(f"time_limit must be above 0: time_limit={time_limit}")
    if not isinstance(signature, str):
        raise TypeError(f'signature must be a text like "n, c, k": signature={shown(signature)}')
    slots = _MEAN_SLOTS if target is MEAN else _SLOTS
    arrange = _arrangement(signature or ", ".join(list(slots)[:3]), slots)
    unwrap = "[" in signature or "outcomes" in signature
    return Subject(
        function,
        target,
        arrange=arrange,
        unwrap=unwrap,
        time_limit=time_limit,
        signature=signature or ", ".join(list(slots)[:3]),
    )


_SLOTS = {
    "n": lambda n, c, k: n,
    "c": lambda n, c, k: c,
    "k": lambda n, c, k: k,
    "n-c": lambda n, c, k: n - c,
    "outcomes": lambda n, c, k: _outcomes(n, c),
}
_MEAN_SLOTS = {
    "ns": lambda ns, cs, k: ns if isinstance(ns, np.ndarray) else list(ns),
    "cs": lambda ns, cs, k: cs if isinstance(cs, np.ndarray) else list(cs),
    "k": lambda ns, cs, k: k,
    "pairs": lambda ns, cs, k: list(zip(ns, cs, strict=True)),
}


def _outcomes(n, c):
    """Return n verdicts, c of them 1, spread evenly."""
    if not 0 <= c <= n:
        raise ValueError(f"there are no {n} verdicts with {c} passes")
    return [(i + 1) * c // n - i * c // n for i in range(n)]


def _arrangement(signature, slots):
    """Return a function from the checks' arguments to those of a function of another signature."""
    arguments = []
    for text in re.sub(r"\s", "", signature).split(","):
        slot = re.fullmatch(r"(?:(\w+)=)?(\[*)([\w-]+)(\]*)", text)
        if slot is None or slot[3] not in slots or len(slot[2]) != len(slot[4]):
            known = ", ".join(slots)
            raise ValueError(f"signature holds {text!r}: its arguments may be {known}, [k], x=k")
        arguments.append((slot[1], len(slot[2]), slots[slot[3]]))

    def arrange(*given):
        values = [(name, _nested(slot(*given), depth)) for name, depth, slot in arguments]
        return [v for name, v in values if not name], {name: v for name, v in values if name}

    return arrange


def _nested(value, depth):
    return _nested([value], depth - 1) if depth else value


def _finding(subject, answer, words, *, right=None, status="failed"):
    """Return a finding whose sentence begins with the call."""
    arguments = ", ".join(str(list(a) if isinstance(a, tuple) else a) for a in answer.arguments)
    return _Finding(f"{subject.name}({arguments}) {words}.", answer, right, status)


def _first_wrong(subject, probes, *, relative=False):
    """Return a finding for the first probe with a wrong value."""
    for probe in probes:
        if not subject.is_right(*probe, relative=relative):
            answer, right = subject.call(*probe), subject.target.exact(*probe)
            return _finding(
                subject, answer, f"{answer}; right is {fraction_in_words(right)}", right=right
            )
    return None


def _first_drop(subject, further, words):
    """Return a finding for the first place where the value falls from a probe to the next."""
    slack = Fraction(1, 10**9)
    for n, c, k in subject.target.small:
        there = further(n, c, k)
        if there[1] <= n and there[2] <= n:
            before, after = subject.number(n, c, k), subject.number(*there)
            if None in (before, after) or not after >= before - slack:
                answer = subject.call(*there)
                words = f"{answer}, and {subject.name}{(n, c, k)} {subject.call(n, c, k)}: {words}"
                return _finding(subject, answer, f"{words} cannot lower the chance")
    return None


def _accepts(subject, *probes):
    """Return a remark if one of the probes is answered."""
    for probe in probes:
        answer = subject.call(*probe)
        if answer.error is None and not answer.timed_out:
            return _finding(subject, answer, str(answer), status="remark")
    return None


def _snapped(subject, n, c, k):
    """Return a value as the fraction over C(n, k) that it is a rounding of, or as it is."""
    number = subject.number(n, c, k)
    if not isinstance(number, Fraction):
        return None
    draws = math.comb(n, k)
    near = Fraction(round(number * draws), draws)
    return near if subject.dress.fits(number * subject.dress.scale, near) else number


def _largest_gap(values, n, k):
    """Return the true rate at which the average is furthest off, the average and the truth.

    Both are polynomials of degree n at most, so they are the same if they agree at n + 1 rates.
    """
    gaps = []
    for rate in (Fraction(i, n) for i in range(n + 1)):
        chances = (math.comb(n, c) * rate**c * (1 - rate) ** (n - c) for c in range(n + 1))
        average = sum(chance * value for chance, value in zip(chances, values, strict=True))
        gaps.append((rate, average, 1 - (1 - rate) ** k))
    return max(gaps, key=lambda gap: abs(gap[1] - gap[2]))
