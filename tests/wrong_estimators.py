"""A zoo of estimators as students and harnesses write them, each with what must be said of it.

None is made from the formulas of `passk.mistakes`: these are floats, loops and arrays, as found in
notebooks, answers and public repositories. An entry holds the names of the diagnoses, in order,
and of checks that must fail.
"""

import decimal
import functools
import itertools
import math
import operator
import random
import statistics
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
from scipy import special, stats

from passk.checks import check_estimator, check_mean, check_naive

UNKNOWN = "not a mistake I know"
GUARD = "the guard is missing or wrong"

NUMBER = "gives_a_number"
LISTING = "agrees_with_listing_every_subset"
ONE_DRAW = "is_c_over_n_for_one_draw"
ZERO = "is_zero_when_nothing_is_correct"
ONE = "is_one_when_failures_are_too_few"
MORE_DRAWS = "never_decreases_with_k"
MORE_PASSES = "never_decreases_with_c"
UNBIASED = "is_unbiased"
ABOVE = "refuses_k_above_n"
LARGE = "survives_large_n"
DIGITS = "keeps_digits_of_small_values"
NUMPY = "takes_numpy_integers"
TWICE = "gives_the_same_answer_twice"
ALONE = "leaves_its_arguments_alone"
FORMULA_NAIVE = "agrees_with_its_formula"
MEAN = "is_the_mean_over_problems"
ONE_PROBLEM = "is_the_estimate_itself_for_one_problem"
ORDER = "does_not_depend_on_the_order"
DOUBLED = "stays_the_same_when_problems_come_twice"
ABOVE_ANY = "refuses_k_above_any_n"
ARRAYS = "takes_arrays"


@dataclass(frozen=True)
class Entry:
    """A function, and what must be found in it.

    Attributes
    ----------
    function : callable
    names : tuple of str
        Of the diagnoses, in order; empty for a right function.
    fires : frozenset of str
        Checks that must fail.
    right_formula : bool
        Whether no other check than those of `fires` may fail.
    origin : str
        Where it was seen.
    remarks : tuple of str
        Checks that must pass with a remark.
    check : callable
    options : dict
        Of the call of `check`.
    """

    function: Callable
    names: tuple
    fires: frozenset
    right_formula: bool
    origin: str
    remarks: tuple
    check: Callable
    options: dict

    def __str__(self):
        return self.function.__name__

    def report(self):
        return self.check(self.function, **self.options)


ZOO = []


def entry(
    *names, fires=(), right_formula=True, origin="", remarks=(), check=check_estimator, **options
):
    """Return a decorator that puts a function into the zoo."""

    def register(function):
        found = Entry(
            function, names, frozenset(fires), right_formula, origin, remarks, check, options
        )
        ZOO.append(found)
        return function

    return register


def wrong(*names, fires=(), **rest):
    """Return a decorator for a wrong formula: another function of c, so it cannot be unbiased."""
    return entry(*names, fires=(LISTING, UNBIASED, *fires), right_formula=False, **rest)


def wrong_naive(*names, fires=(), **rest):
    fires = (FORMULA_NAIVE, *fires)
    return entry(*names, fires=fires, right_formula=False, check=check_naive, **rest)


def wrong_mean(*names, fires=(), **rest):
    return entry(*names, fires=(MEAN, *fires), right_formula=False, check=check_mean, **rest)


right = functools.partial(entry)
right_mean = functools.partial(entry, check=check_mean)
right_naive = functools.partial(entry, check=check_naive)


def refuse(n, k):
    if k > n:
        raise ValueError(f"k must not exceed n: k={k}, n={n}")


def unbiased(n, c, k):
    """Return pass@k by the product, with an error for k > n: what the wrong ones start from."""
    refuse(n, k)
    return 1 - math.prod(1 - k / i for i in range(n - c + 1, n + 1))


def chen(n, c, k):
    """Return pass@k as in the listing that most harnesses copy."""
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


# --- one problem: known mistakes ----------------------------------------------------------------


@wrong("naive estimate", fires=(ONE, ABOVE), origin="the plug-in that textbooks and blogs give")
def naive(n, c, k):
    return 1 - (1 - c / n) ** k


@wrong("naive estimate", fires=(ONE, ABOVE), origin="verl-project/verl#7240, in expectation")
def drawn_with_replacement(n, c, k):
    return 1 - stats.binom.pmf(0, k, c / n)


@wrong("naive estimate", fires=(ONE,), origin="a loop of draws from the same urn")
def naive_loop(n, c, k):
    refuse(n, k)
    fail = 1.0
    for _ in range(k):
        fail *= (n - c) / n
    return 1 - fail


@wrong("naive estimate", "1 for k > n", fires=(ABOVE,), origin="the usual guard kept")
def naive_behind_the_guard(n, c, k):
    if n - c < k:
        return 1.0
    return 1 - (1 - c / n) ** k


@wrong(
    "arguments in another order",
    fires=(ONE_DRAW, ZERO, ABOVE),
    origin="estimator(num_correct, num_samples, k)",
)
def n_and_c_swapped(n, c, k):
    return chen(c, n, k)


@wrong("always 1", fires=(ONE_DRAW, ZERO, ABOVE), origin="a stub")
def stub_one(n, c, k):
    return 1.0


@wrong("always 0", fires=(ONE_DRAW, ONE, ABOVE), origin="a stub")
def stub_zero(n, c, k):
    return 0


@wrong("always 0", fires=(ONE_DRAW, ONE), origin="Python 2 habits: the whole ratio is floored")
def all_floored(n, c, k):
    return (math.comb(n, k) - math.comb(n - c, k)) // math.comb(n, k) * (n < 0)


@wrong("passes in the place of failures", fires=(ONE_DRAW, ZERO, ONE, MORE_PASSES))
def passes_for_failures(n, c, k):
    return 1 - math.comb(c, k) / math.comb(n, k)


@wrong("pass^k", fires=(ONE, MORE_DRAWS), origin="tau-bench's metric under the wrong name")
def all_pass(n, c, k):
    return math.comb(c, k) / math.comb(n, k)


@wrong("pass^k", fires=(ONE, MORE_DRAWS))
def all_pass_by_hypergeom(n, c, k):
    refuse(n, k)
    return stats.hypergeom.pmf(k, n, c, k)


@wrong(
    "fail@k: the 1 - is missing",
    fires=(ONE_DRAW, ZERO, ONE, MORE_DRAWS, MORE_PASSES),
)
def no_one_minus(n, c, k):
    return math.comb(n - c, k) / math.comb(n, k)


@wrong("fail@k: the 1 - is missing", "0 for k > n", fires=(ONE_DRAW, ZERO, ONE, ABOVE))
def no_one_minus_product(n, c, k):
    if n - c < k:
        return 0.0
    return np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


@wrong("integer division", fires=(ONE_DRAW,))
def floor_division(n, c, k):
    return 1 - math.comb(n - c, k) // math.comb(n, k)


@wrong("any pass among all n", fires=(ONE_DRAW, ABOVE))
def any_pass(n, c, k):
    return 1.0 if c > 0 else 0.0


@wrong("any pass among all n", fires=(ONE_DRAW, ABOVE), origin="passes listed first")
def first_k_of_a_sorted_list(n, c, k):
    return float(any(([True] * c + [False] * (n - c))[:k]))


@wrong(
    "any pass among all n",
    fires=(ONE_DRAW, ABOVE),
    origin="confident-ai/deepeval#2967: any score above 0 counts as solved",
    signature="outcomes, k",
)
def any_non_zero_score(scores, k):
    return float(any(score != 0 for score in scores))


@wrong("the guard answers 0", fires=(ONE, MORE_DRAWS, MORE_PASSES, ABOVE))
def guard_of_zero(n, c, k):
    if n - c < k:
        return 0.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


@wrong("the guard is one off", fires=(ONE_DRAW, ZERO, ABOVE))
def guard_with_equality(n, c, k):
    if n - c <= k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


@wrong("fewer passes than draws count as none", fires=(ONE, MORE_DRAWS, ABOVE))
def too_few_passes(n, c, k):
    if c < k:
        return 0.0
    return 1 - special.comb(n - c, k) / special.comb(n, k)


@wrong("one sample too few", fires=(ONE_DRAW, ABOVE))
def arange_from_n_minus_c(n, c, k):
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c, n))


@wrong("one sample too few", fires=(ONE_DRAW, ABOVE))
def gamma_without_plus_one(n, c, k):
    if n - c < k:
        return 1.0
    top = special.gammaln(n - c) - special.gammaln(n - c - k)
    return 1 - np.exp(top - (special.gammaln(n) - special.gammaln(n - k)))


@wrong("the last factor is missing", fires=(ONE_DRAW, ABOVE), origin="arange ends before its end")
def arange_to_n(n, c, k):
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n))


@wrong("one factor too many", fires=(ONE_DRAW, ZERO, ABOVE))
def arange_to_n_plus_two(n, c, k):
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 2))


@wrong("one factor too many", fires=(ONE_DRAW, ZERO), origin="the same, seen as counts")
def one_more_sample_that_passed(n, c, k):
    refuse(n, k)
    return unbiased(n + 1, c + 1, k)


@wrong("one sample too many", fires=(ONE_DRAW, ABOVE))
def arange_shifted_up(n, c, k):
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 2, n + 2))


@wrong("k - 1 draws", fires=(ONE_DRAW, ONE))
def range_of_k_minus_one(n, c, k):
    fail = 1.0
    for i in range(k - 1):
        fail *= (n - c - i) / (n - i)
    return 1 - fail


@wrong("k + 1 draws", "1 for k > n", fires=(ONE_DRAW, ABOVE))
def range_to_k_inclusive(n, c, k):
    fail = 1.0
    for i in range(k + 1):
        fail = fail * (n - c - i) / (n - i) if n - c > i else 0.0
    return 1 - fail


@wrong("the failures do not run out", fires=(ZERO, ONE), origin="n - c never counted down")
def same_failures_each_draw(n, c, k):
    fail = 1.0
    for i in range(k):
        fail *= (n - c) / (n - i)
    return 1 - fail


@wrong("the samples do not run out", fires=(ZERO,), origin="n never counted down")
def same_samples_each_draw(n, c, k):
    refuse(n, k)
    fail = 1.0
    for i in range(k):
        fail *= max(n - c - i, 0) / n
    return 1 - fail


@wrong("pass@1", fires=(ONE, ABOVE), origin="paiml/aprender#432: k plays no part")
def rate(n, c, k):
    return c / n


@wrong("the rate of a single draw to the k", fires=(ONE, MORE_DRAWS, ABOVE))
def rate_to_the_k(n, c, k):
    return (c / n) ** k


@wrong("one minus the pass rate to the k", fires=(ONE_DRAW, ZERO, ONE, MORE_PASSES, ABOVE))
def one_minus_rate_to_the_k(n, c, k):
    return 1 - (c / n) ** k


@wrong("naive fail@k", fires=(ONE_DRAW, ZERO, ONE, MORE_DRAWS, MORE_PASSES, ABOVE))
def naive_without_one_minus(n, c, k):
    return np.power(1 - c / n, k)


@wrong("k/n as a rate", fires=(ONE, ABOVE))
def draws_as_a_rate(n, c, k):
    return 1 - (1 - k / n) ** c


@wrong("k times the pass rate", fires=(ABOVE,), origin="chances added up")
def rate_times_k(n, c, k):
    return k * c / n


@wrong("k times the pass rate, cut at 1", fires=(ABOVE,))
def rate_times_k_clipped(n, c, k):
    return float(np.clip(k * c / n, 0, 1))


@wrong("c/k", fires=(ONE_DRAW, MORE_DRAWS, ABOVE), origin="web answers: correct / k")
def passes_over_draws(n, c, k):
    return c / k


@wrong("c/k, cut at 1", fires=(ONE_DRAW, MORE_DRAWS, ABOVE))
def passes_over_draws_clipped(n, c, k):
    return min(1.0, c / k)


@wrong("k/n", fires=(ONE_DRAW, ZERO, ONE, ABOVE))
def share_drawn(n, c, k):
    return k / n


@wrong("exactly one pass", fires=(ONE, MORE_PASSES))
def exactly_one(n, c, k):
    refuse(n, k)
    return stats.hypergeom.pmf(1, n, c, k)


@wrong("combinations with replacement", fires=(ONE, ABOVE))
def with_repetition(n, c, k):
    return 1 - math.comb(n - c + k - 1, k) / math.comb(n + k - 1, k)


@wrong("combinations with replacement", fires=(ONE,), origin="an option of scipy.special.comb")
def with_repetition_by_scipy(n, c, k):
    refuse(n, k)
    return 1 - special.comb(n - c, k, repetition=True) / special.comb(n, k, repetition=True)


@wrong("combinations over permutations", fires=(ZERO,))
def comb_over_perm(n, c, k):
    return 1 - math.comb(n - c, k) / math.perm(n, k)


@wrong("permutations over combinations", fires=(ZERO,))
def perm_over_comb(n, c, k):
    refuse(n, k)
    return 1 - special.perm(n - c, k) / special.comb(n, k)


@wrong("the mirrored identity, half", fires=(ONE_DRAW, ZERO))
def half_mirrored(n, c, k):
    return 1 - math.comb(n - k, c) / math.comb(n, k)


@wrong("the mirrored identity, other half", fires=(ONE_DRAW, ZERO))
def other_half_mirrored(n, c, k):
    refuse(n, k)
    return 1 - math.comb(n - c, k) / math.comb(n, c)


@wrong("the ratio upside down", fires=(ONE_DRAW,))
def upside_down(n, c, k):
    refuse(n, k)
    if n - c < k:
        return 1.0
    return 1 - math.comb(n, k) / math.comb(n - c, k)


@wrong("not divided by the number of draws", fires=(ONE_DRAW, ZERO, ABOVE))
def undivided(n, c, k):
    return 1 - math.comb(n - c, k)


@wrong("a count of failed draws", fires=(ONE_DRAW, ZERO, ONE, MORE_PASSES))
def failed_draws(n, c, k):
    refuse(n, k)
    return sum(1 for draw in itertools.combinations(range(n), k) if min(draw) >= c)


@wrong("a count of draws with a pass", fires=(ONE_DRAW, ONE))
def passing_draws(n, c, k):
    refuse(n, k)
    return special.comb(n, k, exact=True) - special.comb(n - c, k, exact=True)


@wrong("k in the place of c", fires=(ONE_DRAW, ZERO))
def k_for_c(n, c, k):
    return 1 - math.comb(n - k, k) / math.comb(n, k)


@wrong("c in the place of k", fires=(ONE_DRAW, ABOVE))
def c_for_k(n, c, k):
    return 1 - math.comb(n - c, c) / math.comb(n, c)


@wrong("posterior mean with a uniform prior", fires=(ONE_DRAW, ZERO, ONE, ABOVE))
def beta_posterior(n, c, k):
    return 1 - math.exp(special.betaln(c + 1, n - c + k + 1) - special.betaln(c + 1, n - c + 1))


@wrong("add-one smoothing", fires=(ONE_DRAW, ZERO, ONE, ABOVE))
def smoothed(n, c, k):
    return 1 - (1 - (c + 1) / (n + 2)) ** k


@wrong("hypergeometric arguments in the wrong order", fires=(NUMBER, ONE_DRAW, ZERO, ONE, ABOVE))
def hypergeom_shuffled(n, c, k):
    return 1 - stats.hypergeom.pmf(0, c, n, k)


# --- one problem: mistakes that no catalogue holds ----------------------------------------------


@wrong(UNKNOWN, fires=(ONE_DRAW,), origin="resampling a seeded generator with replacement")
def seeded_bootstrap(n, c, k):
    refuse(n, k)
    scores = np.array([1] * c + [0] * (n - c))
    draws = np.random.default_rng(0).choice(scores, size=(100, k), replace=True)
    return draws.max(axis=1).mean()


@wrong(UNKNOWN, fires=(ONE_DRAW,), origin="Monte Carlo with a fixed seed")
def seeded_subsets(n, c, k):
    refuse(n, k)
    rng = random.Random(1)
    return statistics.fmean(min(rng.sample(range(n), k)) < c for _ in range(50))


@wrong(UNKNOWN, fires=(ONE,), origin="the Poisson limit")
def poisson(n, c, k):
    refuse(n, k)
    return -math.expm1(-k * c / n)


@wrong(UNKNOWN, "an answer for k > n", fires=(ABOVE,), origin="operator precedence")
def power_before_minus(n, c, k):
    return 1 - (n - c) / n**k


@wrong(UNKNOWN, "an answer for k > n", fires=(ONE_DRAW, ABOVE), origin="operator precedence")
def power_of_the_count(n, c, k):
    return 1 - (1 - c) ** k / n


@wrong(UNKNOWN, fires=(ONE_DRAW,))
def naive_with_one_draw_more(n, c, k):
    refuse(n, k)
    return 1 - (1 - c / n) ** (k + 1)


@wrong(UNKNOWN, fires=(ONE,))
def halfway_to_naive(n, c, k):
    return (unbiased(n, c, k) + naive(n, c, k)) / 2


@wrong(UNKNOWN, fires=(ONE_DRAW, ONE))
def at_least_two(n, c, k):
    refuse(n, k)
    return stats.hypergeom.sf(1, n, c, k)


@wrong(UNKNOWN, origin="kubernetes-sigs/devops-bench#193: the same results uploaded twice")
def uploaded_twice(n, c, k):
    refuse(n, k)
    return chen(2 * n, 2 * c, k)


@wrong(UNKNOWN, fires=(ONE_DRAW, ZERO))
def two_more_samples_of_which_one_passed(n, c, k):
    refuse(n, k)
    return unbiased(n + 2, c + 1, k)


@wrong(UNKNOWN, fires=(ONE_DRAW,))
def one_pass_fewer(n, c, k):
    refuse(n, k)
    return unbiased(n, max(c - 1, 0), k)


@wrong(UNKNOWN, fires=(ONE_DRAW,))
def square_root(n, c, k):
    return math.sqrt(unbiased(n, c, k))


@wrong(UNKNOWN, fires=(ZERO,))
def nothing_correct_is_one(n, c, k):
    refuse(n, k)
    if c == 0:
        return 1.0
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@wrong(UNKNOWN, fires=(NUMBER, ZERO))
def nothing_correct_is_none(n, c, k):
    refuse(n, k)
    if c:
        return 1 - math.comb(n - c, k) / math.comb(n, k)
    return None


@wrong(UNKNOWN, fires=(ONE_DRAW,))
def smaller_n_by_half(n, c, k):
    refuse(n, k)
    return 1 - math.comb(n - c, k) / (2 * math.comb(n, k))


@wrong(UNKNOWN, fires=(ONE_DRAW, ZERO, ONE))
def jeffreys_prior(n, c, k):
    refuse(n, k)
    return 1 - math.prod((n - c + 0.5 + i) / (n + 1 + i) for i in range(k))


@wrong(UNKNOWN, fires=(ONE,), origin="a weighted mixture")
def best_of_k_by_rank(n, c, k):
    refuse(n, k)
    return sum((1 - c / n) ** i * c / n for i in range(k)) * (n - 1 + (k == 1)) / n


@wrong(UNKNOWN, fires=(ONE,))
def correct_for_two_draws_only(n, c, k):
    refuse(n, k)
    return unbiased(n, c, min(k, 2))


@wrong(
    UNKNOWN,
    fires=(ONE_DRAW,),
    origin="Mercor-Intelligence/archipelago#137: the first attempt",
    signature="outcomes, k",
)
def first_attempt(outcomes, k):
    refuse(len(outcomes), k)
    return float(outcomes[0])


@wrong(
    UNKNOWN,
    fires=(ONE_DRAW,),
    origin="any of the first k: unbiased over orders, but not an average over draws",
    signature="outcomes, k",
)
def any_of_the_first_k(outcomes, k):
    refuse(len(outcomes), k)
    return float(any(outcomes[:k]))


@wrong(GUARD, fires=(NUMBER, ONE), origin="a guard that answers NaN")
def guard_of_nan(n, c, k):
    refuse(n, k)
    return math.nan if n - c < k else unbiased(n, c, k)


@wrong(GUARD, fires=(NUMBER, ONE), origin="log of 0")
def logs_without_a_guard(n, c, k):
    refuse(n, k)
    return 1 - math.exp(math.fsum(math.log((n - c - i) / (n - i)) for i in range(k)))


@wrong(GUARD, fires=(NUMBER, ONE), origin="`if` without `else`")
def guard_without_return(n, c, k):
    refuse(n, k)
    if n - c >= k:
        return unbiased(n, c, k)
    return None


@wrong(GUARD, fires=(ONE,))
def guard_of_the_rate(n, c, k):
    refuse(n, k)
    return c / n if n - c < k else unbiased(n, c, k)


@wrong(GUARD, fires=(ONE,))
def all_pass_is_nothing(n, c, k):
    refuse(n, k)
    return 0.0 if c == n else unbiased(n, c, k)


# --- one problem: right for k <= n, with an answer where there is none --------------------------


@entry(
    "1 for k > n",
    fires=(ABOVE,),
    origin="openai/human-eval#35, nuprl/MultiPL-E#40: 1.0 even where nothing passed",
)
def human_eval(n, c, k):
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


@entry(
    "1 for k > n",
    fires=(ABOVE,),
    origin="harnesses that estimate all problems at once",
    signature="[n], [c], k",
)
def estimate_pass_at_k(num_samples, num_correct, k):
    return np.array([chen(n, c, k) for n, c in zip(num_samples, num_correct, strict=True)])


@entry("0 for k > n", fires=(ABOVE,), origin="openai/human-eval#68, memex-lab/dart_agent_core#46")
def zero_above(n, c, k):
    if n < k:
        return 0.0
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@entry("k cut to n", fires=(ABOVE,))
def clamped(n, c, k):
    k = min(k, n)
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@entry("naive for k > n", fires=(ABOVE,))
def extrapolated(n, c, k):
    if k > n:
        return 1 - (1 - c / n) ** k
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@entry("no guard for k > n", fires=(ABOVE,))
def product_without_guard(n, c, k):
    return 1.0 - float(np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))


@entry(
    "NaN for k > n", fires=(ABOVE,), origin="UKGovernmentBEIS/inspect_ai: too few scores left over"
)
def nan_above(n, c, k):
    if k > n:
        return float("nan")
    return chen(n, c, k)


@entry("NaN for k > n", fires=(ABOVE,), origin="no bounds at all")
def hypergeom_without_bounds(n, c, k):
    return float(stats.hypergeom.sf(0, n, c, k))


@entry("an answer for k > n", fires=(ABOVE,), origin="the skipped k of human-eval's pipeline")
def none_above(n, c, k):
    return None if k > n else chen(n, c, k)


@entry("an answer for k > n", fires=(ABOVE,))
def minus_one_above(n, c, k):
    return -1 if k > n else chen(n, c, k)


@entry("an answer for k > n", fires=(ABOVE,))
def rate_above(n, c, k):
    return c / n if k > n else unbiased(n, c, k)


# --- one problem: right for small counts --------------------------------------------------------


@entry(
    "NaN for k > n",
    "binomials too large for a float",
    fires=(LARGE, ABOVE),
    origin="scipy.special.comb",
)
def float_comb(n, c, k):
    return 1 - special.comb(n - c, k) / special.comb(n, k)


@entry("factorials too large for a float", fires=(LARGE, DIGITS), origin="scipy.special.factorial")
def float_factorials(n, c, k):
    def choose(m, r):
        if r > m:
            return 0.0
        return float(special.factorial(m)) / float(special.factorial(r) * special.factorial(m - r))

    return 1 - choose(n - c, k) / choose(n, k)


@entry("factorials too large for a float", fires=(LARGE, DIGITS), origin="np.prod of floats")
def products_to_n(n, c, k):
    refuse(n, k)
    if n - c < k:
        return 1.0
    fail = np.prod(np.arange(1.0, n - c + 1)) / np.prod(np.arange(1.0, n - c - k + 1))
    return 1 - fail / np.prod(np.arange(1.0, n + 1)) * np.prod(np.arange(1.0, n - k + 1))


@entry(
    "NaN for k > n",
    "int64 products overflow",
    fires=(LARGE, ABOVE),
    origin="falling factorials in int64",
)
def int64_products(n, c, k):
    top = np.prod(np.arange(n - c - k + 1, n - c + 1, dtype=np.int64))
    return 1 - top / np.prod(np.arange(n - k + 1, n + 1, dtype=np.int64))


@entry("int64 binomials overflow", fires=(LARGE, DIGITS), origin="Pascal's triangle in int64")
def pascal_in_int64(n, c, k):
    refuse(n, k)
    row = np.array([1], dtype=np.int64)
    rows = []
    for _ in range(n + 1):
        rows.append(row[k] if k < row.size else 0)
        row = np.convolve(row, np.array([1, 1], dtype=np.int64))
        if len(rows) > 100:  # wrapped long before
            return math.nan
    return float(1 - rows[n - c] / rows[n])


@entry("lost digits", fires=(DIGITS,), origin="differences of log-gammas")
def log_gammas(n, c, k):
    refuse(n, k)
    if n - c < k:
        return 1.0
    top = special.gammaln(n - c + 1) - special.gammaln(n - c - k + 1)
    return 1 - math.exp(top - special.gammaln(n + 1) + special.gammaln(n - k + 1))


@entry(
    "recursion too deep",
    fires=(LARGE, DIGITS, NUMPY),
    origin="the first recursion of every course",
)
def recursive_factorials(n, c, k):
    def factorial(m):
        return m * factorial(m - 1) if m > 1 else 1

    refuse(n, k)
    if n - c < k:
        return 1.0
    fail = Fraction(factorial(n - c) * factorial(n - k), factorial(n - c - k) * factorial(n))
    return float(1 - fail)


@entry("too slow for large n", fires=(LARGE,), origin="by definition", time_limit=0.2)
def by_listing(n, c, k):
    refuse(n, k)
    draws = list(map(min, itertools.combinations(range(n), k))) if n < 20 else None
    if draws is None:
        for draw in itertools.count():  # as long as a list of C(67, 33) draws would take
            draws = draw
    return sum(best < c for best in draws) / len(draws)


@entry("wrong beyond n = 6", fires=(LARGE, DIGITS), origin="a table for speed")
def table_to_thirty(n, c, k):
    refuse(n, k)
    return TABLE[n, c, k]


TABLE = {
    (n, c, k): unbiased(n, c, k) for n in range(31) for c in range(n + 1) for k in range(n + 1)
}


@entry("too much memory", fires=(LARGE, DIGITS), origin="memory for every subset")
def out_of_memory(n, c, k):
    refuse(n, k)
    if n > 60:
        raise MemoryError(f"Unable to allocate {8 * 2**n} bytes")
    return unbiased(n, c, k)


@entry("single precision", fires=(NUMBER, DIGITS), origin="torch's default dtype")
def in_float32(n, c, k):
    refuse(n, k)
    return float(np.float32(chen(n, c, k)))


@entry("wrong for NumPy's integers", fires=(NUMPY,), origin="a pandas column handed over")
def products_of_given_integers(n, c, k):
    refuse(n, k)
    top = bottom = 1
    for i in range(k):
        top, bottom = top * max(n - c - i, 0), bottom * (n - i)
    return 1 - top / bottom


# --- one problem: the right number in a wrong dress ---------------------------------------------


@entry("percent", fires=(NUMBER,), origin="open-compass/opencompass#1930: rates from 0 to 100")
def percent(n, c, k):
    return 100 * unbiased(n, c, k)


@wrong("cut to a whole number", fires=(ONE_DRAW,))
def as_an_integer(n, c, k):
    return int(unbiased(n, c, k))


@entry("rounded to 2 decimals", fires=(NUMBER, DIGITS))
def two_decimals(n, c, k):
    return round(unbiased(n, c, k), 2)


@entry("rounded to 4 decimals", fires=(NUMBER, DIGITS))
def four_decimals(n, c, k):
    return float(np.round(unbiased(n, c, k), 4))


@entry("percent, rounded", fires=(NUMBER, DIGITS))
def rounded_percent(n, c, k):
    return round(100 * unbiased(n, c, k), 1)


@entry("text", fires=(NUMBER,))
def text(n, c, k):
    return str(unbiased(n, c, k))


@entry("text", "rounded to 3 decimals", fires=(NUMBER, DIGITS))
def formatted(n, c, k):
    return f"{unbiased(n, c, k):.3f}"


@entry("text", "percent, rounded", fires=(NUMBER, DIGITS))
def formatted_percent(n, c, k):
    return f"{unbiased(n, c, k):.1%}"


@entry("array of one", fires=(NUMBER,))
def list_of_one(n, c, k):
    return [unbiased(n, c, k)]


@entry("array of one", fires=(NUMBER,))
def tuple_of_one(n, c, k):
    return (unbiased(n, c, k),)


@entry("array of one", fires=(NUMBER,))
def array_of_one(n, c, k):
    refuse(n, k)
    return np.array([chen(n, c, k)])


@entry("array of one", fires=(NUMBER,), origin='{"pass@10": 0.9}')
def dictionary_of_one(n, c, k):
    return {f"pass@{k}": unbiased(n, c, k)}


@entry("array of one", "percent", fires=(NUMBER,))
def list_of_one_percent(n, c, k):
    return [100 * unbiased(n, c, k)]


# --- conduct ------------------------------------------------------------------------------------


@entry("not written yet", fires=(NUMBER,), right_formula=False)
def dots(n, c, k):
    return ...


@entry("no return", fires=(NUMBER,), right_formula=False)
def no_return(n, c, k):
    math.comb(n, k)


@entry("raises NotImplementedError every time", fires=(NUMBER,), right_formula=False)
def not_implemented(n, c, k):
    raise NotImplementedError


@entry("raises NameError every time", fires=(NUMBER,), right_formula=False)
def misses_an_import(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k)  # noqa: F821


@entry("raises TypeError every time", fires=(NUMBER,), right_formula=False)
def takes_two(n, c):
    return c / n


@entry("raises TypeError every time", fires=(NUMBER,), right_formula=False)
def takes_four(n, c, k, weights):
    return c / n


@entry("raises EOFError every time", fires=(NUMBER,), right_formula=False)
def asks(n, c, k):
    return float(input("pass@k? "))


@entry("raises SystemExit every time", fires=(NUMBER,), right_formula=False)
def exits(n, c, k):
    sys.exit(1)


@entry("raises KeyboardInterrupt every time", fires=(NUMBER,), right_formula=False)
def interrupts(n, c, k):
    raise KeyboardInterrupt


@entry("raises MemoryError every time", fires=(NUMBER,), right_formula=False)
def always_out_of_memory(n, c, k):
    raise MemoryError


@entry("raises RecursionError every time", fires=(NUMBER,), right_formula=False)
def calls_itself(n, c, k):
    return calls_itself(n, c, k)


@entry("generator", fires=(NUMBER,), right_formula=False)
def yields(n, c, k):
    yield c / n


@entry("several values", fires=(NUMBER,), right_formula=False)
def two_values(n, c, k):
    return c / n, k


@entry("gives complex every time", fires=(NUMBER,), right_formula=False)
def complex_number(n, c, k):
    return c / n + 0j


@entry("too slow or endless", fires=(NUMBER,), right_formula=False, time_limit=0.2)
def endless(n, c, k):
    while k <= n + 1000:
        c += 1


@entry("too slow or endless", fires=(NUMBER,), right_formula=False, time_limit=0.2)
def endless_and_deaf(n, c, k):
    stop = time.monotonic() + 1.5  # a real one would never end
    while time.monotonic() < stop:
        try:  # noqa: SIM105
            c += 1
        except:  # noqa: E722
            pass


@entry("too slow or endless", fires=(NUMBER,), right_formula=False, time_limit=0.2)
def sleeps(n, c, k):
    time.sleep(1.5)
    return c / n


@entry("changing answers", fires=(TWICE,), right_formula=False, origin="PrimeIntellect-ai/prime-rl")
def random_subsets(n, c, k):
    refuse(n, k)
    return statistics.fmean(min(random.sample(range(n), k)) < c for _ in range(20))


@entry("changing answers", fires=(TWICE,), right_formula=False, origin="verl-project/verl#7240")
def bootstrap_best_at_k(n, c, k):
    refuse(n, k)
    scores = np.array([1.0] * c + [0.0] * (n - c))
    return np.random.default_rng().choice(scores, (20, k)).max(axis=1).mean()


calls_so_far = Counter()


@entry("changing answers", fires=(TWICE,), right_formula=False, origin="a counter left global")
def counts_its_calls(n, c, k):
    calls_so_far["calls"] += 1
    return calls_so_far["calls"] / 1000


@entry(
    "changes its arguments",
    fires=(ALONE,),
    signature="[n], [c], k",
    origin="pop in the place of a loop",
)
def pops(ns, cs, k):
    return unbiased(ns.pop(), cs.pop(), k)


@right(remarks=("prints_nothing",), origin="debugging left in")
def prints(n, c, k):
    print("n, c, k =", n, c, k)
    return unbiased(n, c, k)


@right(remarks=("prints_nothing",))
def prints_to_stderr(n, c, k):
    print(n, c, k, file=sys.stderr)
    return unbiased(n, c, k)


@right()
def warns(n, c, k):
    warnings.warn("an old form", DeprecationWarning, stacklevel=2)
    return unbiased(n, c, k)


@right()
def warns_by_numpy(n, c, k):
    refuse(n, k)
    return float(np.float64(1) / np.float64(0) > 0) * unbiased(n, c, k)


# --- right answers in other clothes -------------------------------------------------------------


@right()
def by_binomials(n, c, k):
    refuse(n, k)
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@right(remarks=(ABOVE,), origin="an error, though of another kind")
def by_binomials_with_division_by_zero(n, c, k):
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@right(origin="k! cancels")
def perm_over_perm(n, c, k):
    refuse(n, k)
    return 1 - math.perm(n - c, k) / math.perm(n, k)


@right(origin="symmetric in c and k, so it cannot be seen from outside")
def c_and_k_swapped(n, c, k):
    refuse(n, k)
    return 1 - math.comb(n - k, c) / math.comb(n, c)


@right(origin="the factor i = k is 0, so no guard is needed")
def guarded_product_without_guard(n, c, k):
    refuse(n, k)
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


@right(origin="human-eval with the error that it lacks")
def refusing_human_eval(n, c, k):
    refuse(n, k)
    return chen(n, c, k)


@right()
def exact_integer_ratio(n, c, k):
    refuse(n, k)
    draws = math.comb(n, k)
    return (draws - math.comb(n - c, k)) / draws


@right(origin="google-research/babelcode")
def mirrored(n, c, k):
    refuse(n, k)
    if n - c < k:
        return 1.0
    return 1.0 - math.prod((n - k - i) / (n - i) for i in range(c))


@right()
def hypergeom_tail(n, c, k):
    refuse(n, k)
    return stats.hypergeom.sf(0, n, c, k)


@right()
def as_fraction(n, c, k):
    refuse(n, k)
    return 1 - Fraction(math.comb(n - c, k), math.comb(n, k))


@right()
def as_decimal(n, c, k):
    refuse(n, k)
    with decimal.localcontext(prec=40):
        return 1 - Decimal(math.comb(n - c, k)) / Decimal(math.comb(n, k))


@right()
def as_numpy_scalar(n, c, k):
    return np.float64(unbiased(n, c, k))


@right()
def as_array_without_dimensions(n, c, k):
    return np.array(unbiased(n, c, k))


@right()
def as_longdouble(n, c, k):
    refuse(n, k)
    return np.longdouble(1) - np.prod(1 - k / np.arange(n - c + 1, n + 1, dtype=np.longdouble))


@right()
def ends_as_integers(n, c, k):
    value = unbiased(n, c, k)
    return int(value) if value in (0, 1) else value


@right()
def ends_as_booleans(n, c, k):
    value = unbiased(n, c, k)
    return bool(value) if value in (0, 1) else value


@right(origin="T(k + 1) = T(k) * (n - c - k) / (n - k)")
def recursive(n, c, k):
    def fail(draws):
        return fail(draws - 1) * (n - c - draws + 1) / (n - draws + 1) if draws else 1.0

    refuse(n, k)
    return 1 - fail(k)


@right()
def sum_of_log1p(n, c, k):
    refuse(n, k)
    if n - c < k:
        return 1.0
    return float(-np.expm1(np.log1p(-k / np.arange(n - c + 1, n + 1)).sum()))


@right(origin="the first pass is at draw i + 1")
def first_pass_at_each_draw(n, c, k):
    refuse(n, k)
    value, fail = 0.0, 1.0
    for i in range(k):
        value += fail * c / (n - i)
        fail *= max(n - c - i, 0) / (n - i)
    return value


@right()
def accumulated(n, c, k):
    refuse(n, k)
    ratios = [(n - c - i) / (n - i) for i in range(k)]
    return 1 - functools.reduce(operator.mul, ratios, 1.0)


@right(signature="k, c, n")
def backwards(draws, passed, samples):
    return unbiased(samples, passed, draws)


@right(signature="num_samples=n, num_correct=c, k=k")
def by_keywords(*, num_samples, num_correct, k):
    return unbiased(num_samples, num_correct, k)


@right(signature="outcomes, k=k")
def of_outcomes(outcomes, *, k):
    return unbiased(len(outcomes), sum(outcomes), k)


@right(signature="n-c, c, k")
def of_failures_and_passes(failures, passes, k):
    return unbiased(failures + passes, passes, k)


@right(signature="[n], [c], [k]")
def of_three_lists(ns, cs, ks):
    return {f"pass@{k}": [unbiased(n, c, k)] for n, c, k in zip(ns, cs, ks, strict=True)}


@right(signature="[outcomes], k")
def of_a_table_of_outcomes(table, k):
    return np.array([unbiased(len(row), sum(row), k) for row in table])


# --- the naive estimate -------------------------------------------------------------------------


@right_naive()
def refusing_naive(n, c, k):
    refuse(n, k)
    return 1 - (1 - c / n) ** k


@right_naive()
def naive_by_logarithms(n, c, k):
    refuse(n, k)
    return 1.0 if c == n else -math.expm1(k * math.log1p(-c / n))


@entry("no ValueError for k > n", fires=(ABOVE,), check=check_naive)
def naive_for_any_k(n, c, k):
    return 1 - (1 - c / n) ** k


@entry("percent", fires=(NUMBER,), check=check_naive)
def naive_percent(n, c, k):
    return 100 * refusing_naive(n, c, k)


@wrong_naive("unbiased estimate")
def unbiased_in_the_place_of_naive(n, c, k):
    refuse(n, k)
    return 1 - math.comb(n - c, k) / math.comb(n, k)


@wrong_naive("the 1 - is missing", fires=(ONE_DRAW, ZERO, ABOVE))
def fail_rate_to_the_k(n, c, k):
    return (1 - c / n) ** k


@wrong_naive("the rate of a single draw to the k", fires=(ABOVE,))
def naive_of_the_pass_rate(n, c, k):
    return math.pow(c / n, k)


@wrong_naive("one minus the pass rate to the k", fires=(ONE_DRAW, ZERO, ABOVE))
def naive_with_passes(n, c, k):
    return 1 - (c / n) ** k


@wrong_naive("times k in the place of to the power of k", fires=(ZERO, ABOVE))
def one_star_missing(n, c, k):
    return 1 - (1 - c / n) * k


@wrong_naive("k times the pass rate", fires=(ABOVE,))
def draws_times_rate(n, c, k):
    return k * (c / n)


@wrong_naive("pass@1", fires=(ABOVE,))
def only_the_rate(n, c, k):
    return np.divide(c, n)


@wrong_naive("k - 1 draws", fires=(ONE_DRAW, ABOVE))
def one_draw_short(n, c, k):
    fail = 1.0
    for _ in range(1, k):
        fail *= 1 - c / n
    return 1 - fail


@wrong_naive("integer division", fires=(ONE_DRAW, ABOVE))
def naive_floored(n, c, k):
    return 1 - (1 - c // n) ** k


@wrong_naive("c and k changed places", fires=(ABOVE,))
def naive_swapped(n, c, k):
    return 1 - (1 - k / n) ** c


@wrong_naive("always 1", fires=(ONE_DRAW, ZERO, ABOVE))
def naive_stub_one(n, c, k):
    return 1


@wrong_naive("always 0", fires=(ONE_DRAW, ABOVE))
def naive_stub_zero(n, c, k):
    return 0.0


@wrong_naive(UNKNOWN, fires=(ONE_DRAW,))
def naive_one_draw_more(n, c, k):
    refuse(n, k)
    return 1 - (1 - c / n) ** (k + 1)


@wrong_naive(UNKNOWN, fires=(ONE_DRAW,))
def naive_of_other_rate(n, c, k):
    refuse(n, k)
    return 1 - (1 - c / (n + 1)) ** k


# --- the mean over problems: right --------------------------------------------------------------


@right_mean()
def plain_mean(ns, cs, k):
    return statistics.fmean(unbiased(n, c, k) for n, c in zip(ns, cs, strict=True))


@right_mean()
def numpy_mean(ns, cs, k):
    return np.mean([unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)])


@right_mean(signature="pairs, k")
def mean_of_pairs(pairs, k):
    return sum(unbiased(n, c, k) for n, c in pairs) / len(pairs)


@right_mean(signature="k=k, correct=cs, total=ns")
def mean_by_keywords(*, total, correct, k):
    return sum(map(unbiased, total, correct, [k] * len(total))) / len(correct)


@right_mean(signature="ns, cs, [k]")
def mean_for_several_k(ns, cs, ks):
    return {f"pass@{k}": plain_mean(ns, cs, k) for k in ks}


@right_mean(remarks=("refuses_lists_of_unequal_length",))
def mean_of_a_short_zip(ns, cs, k):
    values = [unbiased(n, c, k) for n, c in zip(ns, cs)]  # noqa: B905
    return sum(values) / len(values)


@right_mean(remarks=("refuses_no_problems",))
def mean_of_nothing(ns, cs, k):
    values = [unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)]
    return sum(values) / len(values) if values else 0.0


# --- the mean over problems: known mistakes -----------------------------------------------------


@wrong_mean(
    "pass@1 averaged first",
    fires=(ONE_PROBLEM, ABOVE_ANY),
    origin='web explanations: "50 % pass@1 means 99.9 % pass@10"',
)
def pass_at_1_first(ns, cs, k):
    return 1 - (1 - np.mean(np.array(cs) / np.array(ns))) ** k


@wrong_mean("all samples pooled", fires=(DOUBLED, ABOVE_ANY), origin="paiml/aprender#2118")
def pooled(ns, cs, k):
    return unbiased(sum(ns), sum(cs), k)


@wrong_mean("all samples pooled, naive", fires=(ONE_PROBLEM, ABOVE_ANY))
def pooled_naive(ns, cs, k):
    return 1 - (1 - sum(cs) / sum(ns)) ** k


@wrong_mean("naive estimate of each problem", fires=(ONE_PROBLEM, ABOVE_ANY))
def mean_of_naive(ns, cs, k):
    return np.mean(1 - (1 - np.asarray(cs) / np.asarray(ns)) ** k)


@wrong_mean("weighted by the number of samples")
def weighted(ns, cs, k):
    return np.average([unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)], weights=ns)


@wrong_mean("short problems padded with failures", fires=(ABOVE_ANY,), origin="babelcode")
def padded(ns, cs, k):
    most = max(ns)
    return statistics.fmean(unbiased(most, c, k) for c in cs)


@wrong_mean("problems with no pass dropped", fires=(NUMBER, ONE_PROBLEM))
def unsolved_dropped(ns, cs, k):
    values = [unbiased(n, c, k) for n, c in zip(ns, cs, strict=True) if c]
    return sum(values) / len(values) if values else float("nan")


@wrong_mean("share of problems solved at all", fires=(ONE_PROBLEM, ABOVE_ANY), origin="deepeval")
def share_solved(ns, cs, k):
    return np.count_nonzero(cs) / len(cs)


@wrong_mean(
    "problem counts in the places of n and c",
    fires=(NUMBER, ONE_PROBLEM),
    origin="paiml/aprender#2118: 50 of 164 problems solved gave pass@10 = 97.7 %",
)
def problems_as_samples(ns, cs, k):
    return unbiased(len(ns), sum(c > 0 for c in cs), k)


@wrong_mean("median")
def median(ns, cs, k):
    return np.median([unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)])


@wrong_mean("counts averaged first", fires=(ABOVE_ANY,))
def counts_averaged(ns, cs, k):
    return unbiased(round(sum(ns) / len(ns)), round(sum(cs) / len(cs)), k)


@wrong_mean("every n cut to the smallest")
def smallest_n(ns, cs, k):
    least = min(ns)
    return statistics.fmean(unbiased(least, min(c, least), k) for c in cs)


@wrong_mean("the first n for every problem", fires=(ORDER, ABOVE_ANY))
def first_n(ns, cs, k):
    return statistics.fmean(unbiased(ns[0], c, k) for c in cs)


@wrong_mean("sum", fires=(DOUBLED,))
def summed(ns, cs, k):
    total = 0
    for n, c in zip(ns, cs, strict=True):
        total += unbiased(n, c, k)
    return total


@wrong_mean("divided by one problem too few", fires=(NUMBER, ONE_PROBLEM, DOUBLED))
def degrees_of_freedom(ns, cs, k):
    return sum(unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)) / (len(ns) - 1)


@wrong_mean("divided by the number of samples", fires=(ONE_PROBLEM,))
def per_sample(ns, cs, k):
    return sum(unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)) / sum(ns)


@wrong_mean("the last problem is missing", fires=(ONE_PROBLEM, ORDER, DOUBLED))
def stops_early(ns, cs, k):
    total = 0.0
    for i in range(len(ns) - 1):
        total += unbiased(ns[i], cs[i], k)
    return total / len(ns)


@wrong_mean("the last problem is left out", fires=(NUMBER, ONE_PROBLEM, ORDER, DOUBLED))
def slice_too_short(ns, cs, k):
    return sum(unbiased(n, c, k) for n, c in zip(ns[:-1], cs[:-1], strict=True)) / (len(ns) - 1)


@wrong_mean("the first problem only", fires=(ORDER, ABOVE_ANY))
def return_in_the_loop(ns, cs, k):
    for n, c in zip(ns, cs, strict=True):
        return unbiased(n, c, k)
    return None


@wrong_mean("the last problem only", fires=(ORDER,))
def overwritten(ns, cs, k):
    for n, c in zip(ns, cs, strict=True):
        value = unbiased(n, c, k)
    return value


@wrong_mean("largest")
def largest(ns, cs, k):
    return max(unbiased(n, c, k) for n, c in zip(ns, cs, strict=True))


@wrong_mean("smallest")
def smallest(ns, cs, k):
    return np.min([unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)])


@wrong_mean("pass@1 of each problem", fires=(ONE_PROBLEM, ABOVE_ANY))
def mean_of_rates(ns, cs, k):
    return np.mean(np.divide(cs, ns))


@wrong_mean("chance that any problem is solved", fires=(DOUBLED,))
def any_problem(ns, cs, k):
    fail = 1.0
    for n, c in zip(ns, cs, strict=True):
        fail *= 1 - unbiased(n, c, k)
    return 1 - fail


@wrong_mean(
    "mean of a wrong estimate: fail@k: the 1 - is missing",
    fires=(ONE_PROBLEM,),
)
def mean_of_failures(ns, cs, k):
    return np.mean([1 - unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)])


@wrong_mean("mean of a wrong estimate: pass^k", fires=(ONE_PROBLEM,))
def mean_of_all_pass(ns, cs, k):
    return np.mean([all_pass(n, c, k) for n, c in zip(ns, cs, strict=True)])


@wrong_mean("mean of a wrong estimate: the last factor is missing", fires=(ONE_PROBLEM, ABOVE_ANY))
def mean_without_last_factor(ns, cs, k):
    return np.mean([arange_to_n(n, c, k) for n, c in zip(ns, cs, strict=True)])


@wrong_mean("mean of a wrong estimate: always 1", fires=(ONE_PROBLEM, ABOVE_ANY))
def mean_of_swapped_columns(ns, cs, k):
    return np.mean([chen(c, n, k) for n, c in zip(ns, cs, strict=True)])


# --- the mean over problems: unknown mistakes ---------------------------------------------------


@wrong_mean(
    UNKNOWN,
    fires=(ONE_PROBLEM,),
    origin="kubernetes-sigs/devops-bench#193: all passes over all samples",
)
def rate_of_totals(ns, cs, k):
    refuse(min(ns), k)
    return sum(cs) / sum(ns)


@wrong_mean(UNKNOWN)
def geometric_mean(ns, cs, k):
    return stats.gmean([unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)])


@wrong_mean(UNKNOWN)
def middle_of_the_range(ns, cs, k):
    values = [unbiased(n, c, k) for n, c in zip(ns, cs, strict=True)]
    return (min(values) + max(values)) / 2


@wrong_mean(UNKNOWN, fires=(ORDER,), origin="two tables in another order, paired by position")
def paired_by_position(ns, cs, k):
    return statistics.fmean(
        unbiased(max(n, c), c, k) for n, c in zip(ns, [*cs[1:], cs[0]], strict=True)
    )


@wrong_mean(UNKNOWN, fires=(ORDER,), origin="an average that runs along")
def running_average(ns, cs, k):
    value = unbiased(ns[0], cs[0], k)
    for n, c in zip(ns[1:], cs[1:], strict=True):
        value = (value + unbiased(n, c, k)) / 2
    return value


# --- the mean over problems: problems with fewer than k samples ---------------------------------


@entry(
    "problems with n < k dropped",
    fires=(ABOVE_ANY,),
    check=check_mean,
    origin="ScalingIntelligence/KernelBench#33: a curve that falls with k",
)
def short_problems_dropped(ns, cs, k):
    values = [unbiased(n, c, k) for n, c in zip(ns, cs, strict=True) if n >= k]
    return sum(values) / len(values)


@entry(
    "problems with n < k padded with failures or k cut to n",
    fires=(ABOVE_ANY,),
    check=check_mean,
    origin="google-research/babelcode",
)
def short_problems_padded(ns, cs, k):
    return np.mean([unbiased(max(n, k), c, k) for n, c in zip(ns, cs, strict=True)])


@entry(
    "1 for k > n",
    fires=(ABOVE_ANY,),
    check=check_mean,
    origin="nuprl/MultiPL-E#31: a perfect pass@100 from 20 completions",
)
def mean_of_human_eval(ns, cs, k):
    return np.mean([chen(n, c, k) for n, c in zip(ns, cs, strict=True)])


@entry("0 for k > n", fires=(ABOVE_ANY,), check=check_mean)
def mean_with_zeros(ns, cs, k):
    return np.mean([zero_above(n, c, k) for n, c in zip(ns, cs, strict=True)])


@entry(
    "problems with n < k padded with failures or k cut to n", fires=(ABOVE_ANY,), check=check_mean
)
def mean_of_clamped(ns, cs, k):
    return np.mean([clamped(n, c, k) for n, c in zip(ns, cs, strict=True)])


@entry("naive for k > n", fires=(ABOVE_ANY,), check=check_mean)
def mean_of_extrapolated(ns, cs, k):
    return np.mean([extrapolated(n, c, k) for n, c in zip(ns, cs, strict=True)])


@entry("no guard for k > n", fires=(ABOVE_ANY,), check=check_mean)
def mean_of_unguarded(ns, cs, k):
    return np.mean([product_without_guard(n, c, k) for n, c in zip(ns, cs, strict=True)])


@entry("NaN for k > n", fires=(ABOVE_ANY,), check=check_mean)
def mean_of_nan(ns, cs, k):
    return np.mean([nan_above(n, c, k) for n, c in zip(ns, cs, strict=True)])


# --- the mean over problems: dress, arithmetic and conduct --------------------------------------


@entry("percent", fires=(NUMBER,), check=check_mean)
def mean_percent(ns, cs, k):
    return 100 * plain_mean(ns, cs, k)


@entry("percent, rounded", fires=(NUMBER,), check=check_mean)
def mean_percent_rounded(ns, cs, k):
    return round(100 * plain_mean(ns, cs, k), 1)


@entry("array of one", fires=(NUMBER,), check=check_mean)
def mean_in_a_list(ns, cs, k):
    return [plain_mean(ns, cs, k)]


@entry("wrong for large n", fires=(LARGE,), check=check_mean)
def mean_of_float_factorials(ns, cs, k):
    return np.mean([float_factorials(n, c, k) for n, c in zip(ns, cs, strict=True)])


@entry("changes its arguments", fires=(ALONE,), check=check_mean)
def sorts_its_lists(ns, cs, k):
    pairs = sorted(zip(ns, cs, strict=True))
    ns[:], cs[:] = zip(*pairs, strict=True)
    return plain_mean(ns, cs, k)


@entry("changes its arguments", fires=(ALONE,), check=check_mean)
def empties_its_lists(ns, cs, k):
    values = []
    while len(ns) and len(cs):
        values.append(unbiased(ns.pop(), cs.pop(), k))
    return sum(values) / len(values)


# --- combinations -------------------------------------------------------------------------------

PRESENTATIONS = {
    "percent": (lambda value: 100 * value, ("percent",)),
    "rounded to 4 decimals": (lambda value: round(value, 4), ("rounded to 4 decimals",)),
    "rounded percent": (lambda value: round(100 * value, 2), ("percent, rounded",)),
    "text": (repr, ("text",)),
    "list": (lambda value: [value], ("array of one",)),
    "text of a percentage": (lambda value: f"{value:.2%}", ("text", "percent, rounded")),
    "list of a percentage": (lambda value: (100 * value,), ("array of one", "percent")),
    "float32": (np.float32, ("single precision",)),
}
"""What can be done to a number, and what must be said of it before the mistake."""

PRESENTED = (
    naive,
    all_pass,
    no_one_minus,
    arange_to_n,
    arange_to_n_plus_two,
    draws_as_a_rate,
    beta_posterior,
    exactly_one,
    range_of_k_minus_one,
)
"""Wrong formulas with many different values, which show through every presentation."""


def presented(function, dress):
    """Return a function whose numbers are dressed."""
    present, _ = PRESENTATIONS[dress]

    def dressed(n, c, k):
        return present(float(function(n, c, k)))

    return dressed
