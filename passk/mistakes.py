"""The known mistakes in computing pass@k, as exact formulas with a sentence for the learner.

A wrong estimator is recognised by its values: it has a mistake if it gives what the mistake's
formula gives on every probe. The formulas are written for that, with fractions, and not for speed.
"""

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from passk.exact import exact_pass_at_k

__all__ = [
    "ABOVE_N_POLICIES",
    "MEAN_MISTAKES",
    "MEAN_POLICIES",
    "NAIVE_MISTAKES",
    "NAIVE_POLICIES",
    "PASS_AT_K_MISTAKES",
    "Mistake",
    "guarded",
]


@dataclass(frozen=True)
class Mistake:
    """A known mistake.

    Attributes
    ----------
    name : str
        A few words, the heading of the diagnosis.
    formula : callable
        What the mistake computes, of the estimator's arguments. It returns a number, NaN, or
        raises ZeroDivisionError or ValueError where the mistake has no value.
    words : str
        What is wrong and why, for a student.
    kind : str
        "formula", "guard" or "policy".

    Examples
    --------
    >>> naive = PASS_AT_K_MISTAKES[0]
    >>> naive.name, naive.formula(2, 1, 2)
    ('naive estimate', Fraction(3, 4))
    """

    name: str
    formula: Callable
    words: str
    kind: str = "formula"


def guarded(formula):
    """Return a formula with the usual guard before it: 1 where n - c < k.

    Parameters
    ----------
    formula : callable
        ``formula(n, c, k) -> number``.

    Returns
    -------
    callable

    Examples
    --------
    >>> guarded(lambda n, c, k: 0)(5, 4, 2)
    1
    """
    return lambda n, c, k: 1 if n - c < k else formula(n, c, k)


def _chen(n, c, k, *, first=1, last=0):
    """Return one minus the product of 1 - k/i for i from n - c + first to n + last."""
    return 1 - math.prod(1 - Fraction(k, i) for i in range(n - c + first, n + last + 1))


def _ratio(failed, drawn):
    return 1 - Fraction(failed, drawn)


def _one_sample_off(n, c, k):
    """Return pass@k of n - 1 samples; without a value where none are left."""
    if n == k and n - c == k:
        raise ZeroDivisionError("the forms of this mistake differ here")
    return 1 if n - c <= k else _ratio(math.comb(n - 1 - c, k), math.comb(n - 1, k))


def _uniform_prior(n, c, k):
    """Return the mean of 1 - (1 - p)^k under the posterior of a uniform prior."""
    return 1 - math.prod(Fraction(n - c + 1 + i, n + 2 + i) for i in range(k))


def _hypergeometric_of_c(n, c, k):
    return 1 if c == n and k <= n else math.nan


PASS_AT_K_MISTAKES = (
    Mistake(
        "naive estimate",
        lambda n, c, k: 1 - (1 - Fraction(c, n)) ** k,
        "This is 1 - (1 - c/n)**k. It puts each sample back before the next draw, so the same "
        "failure can be drawn twice, and it comes out too low.",
    ),
    Mistake(
        "always 1",
        lambda n, c, k: 1,
        "It gives 1 whatever n, c and k are. Are n and c swapped? Then n - c is negative and the "
        "guard `if n - c < k: return 1.0` answers every time.",
    ),
    Mistake("always 0", lambda n, c, k: 0, "It gives 0 whatever n, c and k are."),
    Mistake(
        "cut to a whole number",
        lambda n, c, k: int(n - c < k),
        "It gives 1 where every draw holds a pass, and 0 everywhere else, as int(...) does. pass@k "
        "is the share of draws that hold one.",
    ),
    Mistake(
        "passes in the place of failures",
        lambda n, c, k: _ratio(math.comb(c, k), math.comb(n, k)),
        "This is 1 - C(c, k)/C(n, k): the chance that not all k draws pass. Count the draws made "
        "of the n - c failures, not of the c passes.",
    ),
    Mistake(
        "pass^k",
        lambda n, c, k: Fraction(math.comb(c, k), math.comb(n, k)),
        "This is C(c, k)/C(n, k), the chance that all k draws pass (pass^k). For pass@k one pass "
        "is enough.",
    ),
    Mistake(
        "fail@k: the 1 - is missing",
        lambda n, c, k: Fraction(math.comb(n - c, k), math.comb(n, k)),
        "This is the chance that no draw passes. pass@k is one minus it.",
    ),
    Mistake(
        "integer division",
        lambda n, c, k: 1 - math.comb(n - c, k) // math.comb(n, k),
        "The ratio C(n-c, k)/C(n, k) is cut to a whole number, 0 or 1: use / and not //.",
    ),
    Mistake(
        "any pass among all n",
        lambda n, c, k: int(c > 0),
        "It gives 1 as soon as one of the n samples passes: the draw of k is missing. Look at k "
        "samples, and average over all ways to draw them.",
    ),
    Mistake(
        "the guard answers 0",
        lambda n, c, k: 0 if n - c < k else exact_pass_at_k(n, c, k),
        "Where fewer than k samples failed (n - c < k), every draw holds a pass: the guard must "
        "answer 1, not 0.",
        "guard",
    ),
    Mistake(
        "the guard is one off",
        lambda n, c, k: 1 if n - c <= k else exact_pass_at_k(n, c, k),
        "With n - c equal to k there is still one draw of failures only: the guard is n - c < k, "
        "not <=.",
        "guard",
    ),
    Mistake(
        "fewer passes than draws count as none",
        lambda n, c, k: 0 if c < k else exact_pass_at_k(n, c, k),
        "Where c < k it answers 0, but one pass among the k draws is enough.",
        "guard",
    ),
    Mistake(
        "one sample too few",
        _one_sample_off,
        "This is the value for n - 1 samples. In a product of (n - c - i)/(n - i), i starts at 0; "
        "in one of 1 - k/i, i runs from n - c + 1 to n; and m! is gamma(m + 1).",
    ),
    Mistake(
        "the last factor is missing",
        guarded(lambda n, c, k: _chen(n, c, k, last=-1)),
        "The factors 1 - k/i must run from i = n - c + 1 to n, and n is left out: `arange(a, b)` "
        "ends before b.",
    ),
    Mistake(
        "one factor too many",
        guarded(lambda n, c, k: _chen(n, c, k, last=1)),
        "The factors 1 - k/i run to n + 1; the last one must be i = n.",
    ),
    Mistake(
        "one sample too many",
        guarded(lambda n, c, k: _chen(n, c, k, first=2, last=1)),
        "This is the value for n + 1 samples: the factors 1 - k/i must run from n - c + 1 to n.",
    ),
    Mistake(
        "k - 1 draws",
        lambda n, c, k: exact_pass_at_k(n, c, k - 1) if k > 1 else 0,
        "This is pass@(k-1): one draw is missing. `range(k - 1)` has k - 1 entries.",
    ),
    Mistake(
        "k + 1 draws",
        lambda n, c, k: _ratio(math.comb(n - c, k + 1), math.comb(n, k + 1)),
        "This is pass@(k+1): one draw too many.",
    ),
    Mistake(
        "the failures do not run out",
        lambda n, c, k: 1 - math.prod(Fraction(n - c, n - i) for i in range(k)),
        "The numerator stays n - c at every draw. After i failed draws only n - c - i failures "
        "are left.",
    ),
    Mistake(
        "the samples do not run out",
        lambda n, c, k: 1 - Fraction(math.perm(n - c, k), n**k),
        "The denominator stays n at every draw. After i draws only n - i samples are left.",
    ),
    Mistake(
        "pass@1",
        lambda n, c, k: Fraction(c, n),
        "This is c/n, the pass rate of a single draw: k plays no part in it.",
    ),
    Mistake(
        "the rate of a single draw to the k",
        lambda n, c, k: Fraction(c, n) ** k,
        "This is (c/n)**k: the chance that all k draws pass, each sample put back before the "
        "next draw.",
    ),
    Mistake(
        "one minus the pass rate to the k",
        lambda n, c, k: 1 - Fraction(c, n) ** k,
        "This is 1 - (c/n)**k, the chance that some draw fails. Look at the failures, 1 - c/n; "
        "and samples are not put back.",
    ),
    Mistake(
        "naive fail@k",
        lambda n, c, k: (1 - Fraction(c, n)) ** k,
        "This is (1 - c/n)**k, the chance that no draw passes, with each sample put back: the "
        "1 - is missing, and samples are not put back.",
    ),
    Mistake(
        "k/n as a rate",
        lambda n, c, k: 1 - (1 - Fraction(k, n)) ** c,
        "This is 1 - (1 - k/n)**c: it treats the c passes as if each were drawn with chance k/n "
        "on its own. Like the naive estimate it puts samples back.",
    ),
    Mistake(
        "k times the pass rate",
        lambda n, c, k: Fraction(k * c, n),
        "This is k * c/n, the mean number of passes in k draws, which can exceed 1. pass@k asks "
        "for the chance of at least one.",
    ),
    Mistake(
        "k times the pass rate, cut at 1",
        lambda n, c, k: min(Fraction(k * c, n), 1),
        "This is min(1, k * c/n). Chances of overlapping events do not add up.",
    ),
    Mistake(
        "c/k",
        lambda n, c, k: Fraction(c, k),
        "This is c/k: it compares the passes among n samples with k draws.",
    ),
    Mistake(
        "c/k, cut at 1",
        lambda n, c, k: min(Fraction(c, k), 1),
        "This is min(1, c/k): it compares the passes among n samples with k draws.",
    ),
    Mistake(
        "k/n",
        lambda n, c, k: Fraction(k, n),
        "This is k/n, the share of the samples that are drawn: c plays no part in it.",
    ),
    Mistake(
        "exactly one pass",
        lambda n, c, k: Fraction(c * math.comb(n - c, k - 1), math.comb(n, k)),
        "This is the chance of exactly one pass among the k draws. pass@k asks for at least one.",
    ),
    Mistake(
        "combinations with replacement",
        lambda n, c, k: _ratio(math.comb(n - c + k - 1, k), math.comb(n + k - 1, k)),
        "It counts draws in which a sample may come twice (combinations with replacement). "
        "A sample is drawn once.",
    ),
    Mistake(
        "combinations over permutations",
        lambda n, c, k: _ratio(math.comb(n - c, k), math.perm(n, k)),
        "This is 1 - C(n-c, k)/P(n, k): unordered draws over ordered ones. Count both with comb, "
        "or both with perm.",
    ),
    Mistake(
        "permutations over combinations",
        lambda n, c, k: _ratio(math.perm(n - c, k), math.comb(n, k)),
        "This is 1 - P(n-c, k)/C(n, k): ordered draws over unordered ones. Count both with comb, "
        "or both with perm.",
    ),
    Mistake(
        "the mirrored identity, half",
        lambda n, c, k: _ratio(math.comb(n - k, c), math.comb(n, k)),
        "This is 1 - C(n-k, c)/C(n, k). The mirrored form has c on both sides: "
        "1 - C(n-k, c)/C(n, c).",
    ),
    Mistake(
        "the mirrored identity, other half",
        lambda n, c, k: _ratio(math.comb(n - c, k), math.comb(n, c)),
        "This is 1 - C(n-c, k)/C(n, c). Both binomials must draw the same number: "
        "1 - C(n-c, k)/C(n, k).",
    ),
    Mistake(
        "the ratio upside down",
        lambda n, c, k: _ratio(math.comb(n, k), math.comb(n - c, k)),
        "This is 1 - C(n, k)/C(n-c, k): the draws of failures belong on top.",
    ),
    Mistake(
        "not divided by the number of draws",
        lambda n, c, k: 1 - math.comb(n - c, k),
        "This is 1 - C(n-c, k): divide the number of failed draws by C(n, k), the number of all.",
    ),
    Mistake(
        "a count of failed draws",
        lambda n, c, k: math.comb(n - c, k),
        "This is C(n-c, k), the number of draws without a pass: pass@k is one minus its share of "
        "all C(n, k) draws.",
    ),
    Mistake(
        "a count of draws with a pass",
        lambda n, c, k: math.comb(n, k) - math.comb(n - c, k),
        "This is the number of draws with a pass: divide it by C(n, k), the number of all.",
    ),
    Mistake(
        "k in the place of c",
        lambda n, c, k: _ratio(math.comb(n - k, k), math.comb(n, k)),
        "This is 1 - C(n-k, k)/C(n, k): k stands where c belongs, and c plays no part.",
    ),
    Mistake(
        "c in the place of k",
        lambda n, c, k: _ratio(math.comb(n - c, c), math.comb(n, c)),
        "This is 1 - C(n-c, c)/C(n, c): c stands where k belongs, and k plays no part.",
    ),
    Mistake(
        "posterior mean with a uniform prior",
        _uniform_prior,
        "This is the mean of pass@k under a uniform prior for the pass rate: not 0 where nothing "
        "passed, and pulled to the middle everywhere.",
    ),
    Mistake(
        "add-one smoothing",
        lambda n, c, k: 1 - (1 - Fraction(c + 1, n + 2)) ** k,
        "This is 1 - (1 - (c+1)/(n+2))**k: a smoothed pass rate, and each sample put back.",
    ),
    Mistake(
        "hypergeometric arguments in the wrong order",
        _hypergeometric_of_c,
        "It gives NaN unless all samples pass. SciPy's hypergeom(M, n, N) wants all samples, "
        "passes, draws: hypergeom.sf(0, n, c, k).",
    ),
)
"""What people compute in the place of pass@k, for k <= n."""


def _unguarded_product(n, c, k):
    return _chen(n, c, k)


ABOVE_N_POLICIES = (
    Mistake(
        "1 for k > n",
        lambda n, c, k: 1,
        "For k > n it gives 1, even where nothing passed: the guard n - c < k also answers there. "
        "Refuse k > n before it, with a ValueError.",
        "policy",
    ),
    Mistake(
        "0 for k > n",
        lambda n, c, k: 0,
        "For k > n it gives 0, which reads as a result. Fewer than k samples give no unbiased "
        "estimate: raise a ValueError.",
        "policy",
    ),
    Mistake(
        "k cut to n",
        lambda n, c, k: int(c > 0),
        "For k > n it gives pass@n in silence, under the name of pass@k. Raise a ValueError.",
        "policy",
    ),
    Mistake(
        "naive for k > n",
        lambda n, c, k: 1 - (1 - Fraction(c, n)) ** k,
        "For k > n it gives the naive estimate in silence, which is biased. Raise a ValueError.",
        "policy",
    ),
    Mistake(
        "no guard for k > n",
        _unguarded_product,
        "For k > n the product 1 - k/i runs on with negative factors and gives a number without "
        "meaning. Raise a ValueError.",
        "policy",
    ),
    Mistake(
        "NaN for k > n",
        lambda n, c, k: math.nan,
        "For k > n it gives NaN, which spreads through every mean without a word on the cause. "
        "Raise a ValueError that names n and k.",
        "policy",
    ),
)
"""What people return for k > n, where no unbiased estimate exists."""


NAIVE_POLICIES = (
    Mistake(
        "no ValueError for k > n",
        lambda n, c, k: 1 - (1 - Fraction(c, n)) ** k,
        "What is missing is the ValueError for k > n.",
        "policy",
    ),
)
"""What people do for k > n where a naive estimate is asked for that refuses it."""


NAIVE_MISTAKES = (
    Mistake(
        "unbiased estimate",
        exact_pass_at_k,
        "This is the unbiased estimate. Here the naive one is asked for: 1 - (1 - c/n)**k.",
    ),
    Mistake(
        "the 1 - is missing",
        lambda n, c, k: (1 - Fraction(c, n)) ** k,
        "This is the chance that no draw passes. The estimate is one minus it.",
    ),
    Mistake(
        "the rate of a single draw to the k",
        lambda n, c, k: Fraction(c, n) ** k,
        "This is (c/n)**k, the chance that all k draws pass. Start from 1 - c/n, the chance that "
        "one draw fails.",
    ),
    Mistake(
        "one minus the pass rate to the k",
        lambda n, c, k: 1 - Fraction(c, n) ** k,
        "This is 1 - (c/n)**k, the chance that some draw fails. Start from 1 - c/n, the chance "
        "that one draw fails.",
    ),
    Mistake(
        "times k in the place of to the power of k",
        lambda n, c, k: 1 - (1 - Fraction(c, n)) * k,
        "This is 1 - (1 - c/n)*k: k failed draws in a row have the chance (1 - c/n)**k.",
    ),
    Mistake(
        "k times the pass rate",
        lambda n, c, k: Fraction(k * c, n),
        "This is k * c/n, the mean number of passes in k draws, which can exceed 1.",
    ),
    Mistake(
        "pass@1",
        lambda n, c, k: Fraction(c, n),
        "This is c/n, the pass rate of a single draw: k plays no part in it.",
    ),
    Mistake(
        "k - 1 draws",
        lambda n, c, k: 1 - (1 - Fraction(c, n)) ** (k - 1),
        "The power is k - 1: one draw is missing.",
    ),
    Mistake(
        "integer division",
        lambda n, c, k: 1 - (1 - c // n) ** k,
        "c // n is 0 unless all samples pass: use / and not //.",
    ),
    Mistake(
        "c and k changed places",
        lambda n, c, k: 1 - (1 - Fraction(k, n)) ** c,
        "This is 1 - (1 - k/n)**c: c and k have changed places, which the naive estimate does "
        "not bear.",
    ),
    Mistake("always 1", lambda n, c, k: 1, "It gives 1 whatever n, c and k are."),
    Mistake("always 0", lambda n, c, k: 0, "It gives 0 whatever n, c and k are."),
)
"""What people compute in the place of the naive estimate."""


def _each(ns, cs, k):
    return [exact_pass_at_k(n, c, k) for n, c in zip(ns, cs, strict=True)]


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


def _naive(rate, k):
    return 1 - (1 - rate) ** k


def _rates(ns, cs):
    return [Fraction(c, n) for n, c in zip(ns, cs, strict=True)]


def _of_problems(ns, cs, k):
    return exact_pass_at_k(len(ns), sum(c > 0 for c in cs), k)


def _solved_only(ns, cs, k):
    solved = [(n, c) for n, c in zip(ns, cs, strict=True) if c > 0]
    return _mean(_each(*zip(*solved, strict=True), k)) if solved else math.nan


def _cut_to_smallest(ns, cs, k):
    return _mean([exact_pass_at_k(min(ns), min(c, min(ns)), k) for c in cs])


MEAN_MISTAKES = (
    Mistake(
        "pass@1 averaged first",
        lambda ns, cs, k: _naive(_mean(_rates(ns, cs)), k),
        "The pass rates are averaged first, then raised to the k. Easy and hard problems do not "
        "cancel out: estimate each problem, then average.",
    ),
    Mistake(
        "all samples pooled",
        lambda ns, cs, k: exact_pass_at_k(sum(ns), sum(cs), k),
        "The samples of all problems are thrown together as if they were of one problem. Estimate "
        "each problem, then average.",
    ),
    Mistake(
        "all samples pooled, naive",
        lambda ns, cs, k: _naive(Fraction(sum(cs), sum(ns)), k),
        "The samples of all problems are thrown together, and then the naive estimate is taken.",
    ),
    Mistake(
        "naive estimate of each problem",
        lambda ns, cs, k: _mean([_naive(rate, k) for rate in _rates(ns, cs)]),
        "The mean is one, but of the naive estimates 1 - (1 - c/n)**k: put the unbiased estimate "
        "in their place.",
    ),
    Mistake(
        "weighted by the number of samples",
        lambda ns, cs, k: Fraction(sum(map(lambda n, u: n * u, ns, _each(ns, cs, k))), sum(ns)),
        "Problems with more samples weigh more here. Each problem counts once.",
    ),
    Mistake(
        "short problems padded with failures",
        lambda ns, cs, k: _mean([exact_pass_at_k(max(ns), c, k) for c in cs]),
        "Problems with fewer samples are filled up with failures. Missing samples are not "
        "failures: use each problem's own n.",
    ),
    Mistake(
        "problems with no pass dropped",
        _solved_only,
        "Problems that were never solved are left out of the mean. They count, as 0.",
    ),
    Mistake(
        "share of problems solved at all",
        lambda ns, cs, k: Fraction(sum(c > 0 for c in cs), len(cs)),
        "This is the share of problems with at least one pass among all n samples: k plays no "
        "part in it.",
    ),
    Mistake(
        "problem counts in the places of n and c",
        _of_problems,
        "The number of problems stands for n and the number of solved ones for c. n and c are "
        "counts of samples, for each problem.",
    ),
    Mistake(
        "median",
        lambda ns, cs, k: statistics.median(_each(ns, cs, k)),
        "This is the median over problems, not the mean.",
    ),
    Mistake(
        "counts averaged first",
        lambda ns, cs, k: exact_pass_at_k(round(_mean(ns)), round(_mean(cs)), k),
        "n and c are averaged first, and one estimate is made of the averages. Estimate each "
        "problem, then average.",
    ),
    Mistake(
        "every n cut to the smallest",
        _cut_to_smallest,
        "Every problem gets the smallest n but keeps its c. Use each problem's own n.",
    ),
    Mistake(
        "the first n for every problem",
        lambda ns, cs, k: _mean([exact_pass_at_k(ns[0], c, k) for c in cs]),
        "The first problem's n is used for all. Use each problem's own n.",
    ),
    Mistake(
        "sum",
        lambda ns, cs, k: sum(_each(ns, cs, k)),
        "This is the sum over problems: divide it by their number.",
    ),
    Mistake(
        "divided by one problem too few",
        lambda ns, cs, k: sum(_each(ns, cs, k)) / (len(ns) - 1),
        "The sum is divided by the number of problems minus one.",
    ),
    Mistake(
        "divided by the number of samples",
        lambda ns, cs, k: sum(_each(ns, cs, k)) / sum(ns),
        "The sum is divided by the number of samples: divide it by the number of problems.",
    ),
    Mistake(
        "the last problem is missing",
        lambda ns, cs, k: sum(_each(ns[:-1], cs[:-1], k), Fraction(0)) / len(ns),
        "The loop stops one problem early.",
    ),
    Mistake(
        "the last problem is left out",
        lambda ns, cs, k: _mean(_each(ns[:-1], cs[:-1], k)),
        "The mean is over all problems but the last.",
    ),
    Mistake(
        "the first problem only",
        lambda ns, cs, k: exact_pass_at_k(ns[0], cs[0], k),
        "It gives the estimate of the first problem: is the `return` inside the loop?",
    ),
    Mistake(
        "the last problem only",
        lambda ns, cs, k: _each(ns, cs, k)[-1],
        "It gives the estimate of the last problem: is each one overwritten by the next?",
    ),
    Mistake(
        "largest",
        lambda ns, cs, k: max(_each(ns, cs, k)),
        "This is the largest estimate of all problems, not the mean.",
    ),
    Mistake(
        "smallest",
        lambda ns, cs, k: min(_each(ns, cs, k)),
        "This is the smallest estimate of all problems, not the mean.",
    ),
    Mistake(
        "pass@1 of each problem",
        lambda ns, cs, k: _mean(_rates(ns, cs)),
        "This is the mean of c/n, that is pass@1: k plays no part in it.",
    ),
    Mistake(
        "chance that any problem is solved",
        lambda ns, cs, k: 1 - math.prod(1 - u for u in _each(ns, cs, k)),
        "This is the chance that at least one of all problems is solved, not the mean over them.",
    ),
)
"""What people compute in the place of the mean of pass@k over problems."""


def _with_short_problems(at_short, *, dropped=False):
    """Return the mean when problems with n < k are given a value of their own, or dropped."""

    def mean(ns, cs, k):
        values = [
            at_short(n, c, k) if k > n else exact_pass_at_k(n, c, k)
            for n, c in zip(ns, cs, strict=True)
            if not (dropped and k > n)
        ]
        return _mean(values)

    return mean


def _padded(ns, cs, k):
    return _mean([exact_pass_at_k(max(n, k), c, k) for n, c in zip(ns, cs, strict=True)])


MEAN_POLICIES = (
    Mistake(
        "problems with n < k dropped",
        _with_short_problems(None, dropped=True),
        "Problems with fewer than k samples are left out in silence, so the mean is over another "
        "benchmark. Raise a ValueError.",
        "policy",
    ),
    Mistake(
        "problems with n < k padded with failures",
        _padded,
        "Problems with fewer than k samples are filled up with failures. Missing samples are not "
        "failures: raise a ValueError.",
        "policy",
    ),
    *(
        Mistake(
            policy.name,
            _with_short_problems(policy.formula),
            policy.words,
            "policy",
        )
        for policy in ABOVE_N_POLICIES
    ),
)
"""What people do with problems that have fewer than k samples."""
