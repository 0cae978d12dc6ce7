"""What the numbers say, in words: the sentences under figures and behind `python -m passk`.

They are computed from the same functions as the figures, so a sentence and its figure cannot
disagree.
"""

import itertools
import math
from fractions import Fraction

from passk.calls import Caller
from passk.domain import one_number, pass_rate
from passk.estimators import naive_pass_at_k, pass_at_k, true_pass_at_k
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k
from passk.forms import STATUSES, compare_forms
from passk.theory import bias, expected_value, mean_squared_error
from passk.wording import decimal, many, percent, share_in_words, significant

__all__ = [
    "describe_benchmark",
    "describe_bias",
    "describe_comparison",
    "describe_estimates",
    "describe_forms",
    "describe_game",
    "describe_implementation",
    "describe_interval",
    "describe_plan",
    "describe_simulation",
    "fraction_and_decimal",
    "gap_in_words",
]

LONGEST_FRACTION = 24
LARGEST_N_IN_FRACTIONS = 1000


def fraction_and_decimal(exact, n, c, k, *, digits=4):
    """Return an exact value as ``11/12 = 0.9167``; without the fraction where it is very long.

    Parameters
    ----------
    exact : callable
        ``exact(n, c, k) -> Fraction``.
    n, c, k : int
        Samples, correct samples, draws.
    digits : int
        Decimals to show.

    Returns
    -------
    str

    Examples
    --------
    >>> fraction_and_decimal(exact_pass_at_k, 10, 3, 5)
    '11/12 = 0.9167'
    >>> fraction_and_decimal(exact_pass_at_k, 200, 20, 100)
    '1 - 3.3e-07'
    """
    value = exact(n, c, k)
    if value.denominator == 1:
        return str(value)
    rounded, fraction = decimal(value, digits, trim=True), str(value)
    return f"{fraction} = {rounded}" if len(fraction) <= LONGEST_FRACTION else rounded


def describe_estimates(n, c, k):
    """Return both estimates for one problem in words.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.

    Returns
    -------
    str

    Examples
    --------
    >>> print(describe_estimates(2, 1, 2))
    Of 2 samples 1 is correct. Unbiased pass@2 is 1; naive is 3/4 = 0.75, which is 0.25 lower.
    """
    n, c, k = (one_number(value, name) for value, name in ((n, "n"), (c, "c"), (k, "k")))
    gap = gap_in_words(n, c, k)
    verdict = gap if gap == "the same" else f"which is {gap}"
    return (
        f"Of {many(n, 'sample')} {c:,} {'is' if c == 1 else 'are'} correct. "
        f"Unbiased pass@{k} is {fraction_and_decimal(exact_pass_at_k, n, c, k)}; "
        f"naive is {fraction_and_decimal(exact_naive_pass_at_k, n, c, k)}, {verdict}."
    )


def gap_in_words(n, c, k):
    """Return by how much the naive estimate is lower than the unbiased one.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.

    Returns
    -------
    str

    Examples
    --------
    >>> gap_in_words(10, 3, 5), gap_in_words(10, 3, 1)
    ('0.08474 lower', 'the same')
    """
    if k == 1 or c in (0, n):
        return "the same"
    if n <= LARGEST_N_IN_FRACTIONS:
        gap = float(exact_pass_at_k(n, c, k) - exact_naive_pass_at_k(n, c, k))
        return f"{gap:.4g} lower" if gap else "lower by less than a float can say"
    unbiased = pass_at_k(n, c, k)
    gap = unbiased - naive_pass_at_k(n, c, k)
    clear = gap > 1e5 * math.ulp(unbiased)
    return f"{gap:.4g} lower" if clear else "lower by less than rounding shows"


def describe_bias(p, n, k):
    """Return what both estimators do on average at a true pass rate, in words.

    Parameters
    ----------
    p : float
        True pass rate.
    n, k : int
        Samples and draws.

    Returns
    -------
    str

    Examples
    --------
    >>> print(describe_bias(0.1, 20, 10))
    At p = 0.1 the true pass@10 is 0.6513. With n = 20 the naive estimate is 0.5681 on average \
(bias -0.0832), the unbiased one 0.6513. For one problem the typical error is 0.286 (naive) and \
0.293 (unbiased).
    """
    p = float(pass_rate(p))
    naive, unbiased = (expected_value(g, p, n, k) for g in (naive_pass_at_k, pass_at_k))
    errors = [mean_squared_error(g, p, n, k) ** 0.5 for g in (naive_pass_at_k, pass_at_k)]
    return (
        f"At p = {significant(p)} the true pass@{k} is {_chance(true_pass_at_k(p, k))}. With "
        f"n = {n:,} the naive estimate is {_chance(naive)} on average (bias "
        f"{_chance(bias(naive_pass_at_k, p, n, k))}), the unbiased one {_chance(unbiased)}. For "
        f"one problem the typical error is {_chance(errors[0], 3)} (naive) and "
        f"{_chance(errors[1], 3)} (unbiased)."
    )


def describe_simulation(simulation):
    """Return the means of a simulation beside the exact ones, in words.

    Parameters
    ----------
    simulation : Simulation

    Returns
    -------
    str

    Examples
    --------
    >>> from passk import simulate
    >>> print(describe_simulation(simulate(0.5, 2, 2, 100, rng=1)))  # doctest: +ELLIPSIS
    After 100 replicates at p = 0.5, n = 2, k = 2 the unbiased estimates average ... (truth \
0.7500), the naive ones ... (exact 0.6250). ...
    """
    p, n, k = simulation.p, simulation.n, simulation.k
    difference = simulation.paired_difference()
    runs = simulation.replicates
    error = f" ± {_chance(difference.std(ddof=1) / runs**0.5)}" if runs > 1 else ""
    unbiased, naive = map(simulation.mean, (pass_at_k, naive_pass_at_k))
    return (
        f"After {many(runs, 'replicate')} at p = {significant(p)}, n = {n:,}, k = {k:,} the "
        f"unbiased estimates average {_chance(unbiased)} (truth {_chance(true_pass_at_k(p, k))}), "
        f"the naive ones {_chance(naive)} "
        f"(exact {_chance(expected_value(naive_pass_at_k, p, n, k))}). Paired, the bias is "
        f"{_chance(difference.mean())}{error}; exactly {_chance(bias(naive_pass_at_k, p, n, k))}."
    )


def describe_forms(n, c, k):
    """Return what becomes of every form at one (n, c, k), in words.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.

    Returns
    -------
    str

    Examples
    --------
    >>> print(describe_forms(1031, 1, 515))
    At n = 1031, c = 1, k = 515 the exact value is 515/1031 = 0.4995. right: exact integers, \
the paper's product, BabelCode's recipe, hypergeometric tail; digits lost: log-gamma; not a \
number: float binomials, float factorials, int64 binomials.
    """
    groups = {word: [] for word in STATUSES}
    for form in compare_forms(n, c, k):
        groups[form.status].append(form.name)
    verdicts = "; ".join(f"{word}: {', '.join(names)}" for word, names in groups.items() if names)
    value = fraction_and_decimal(exact_pass_at_k, n, c, k)
    return f"At n = {n}, c = {c}, k = {k} the exact value is {value}. {verdicts}."


def describe_implementation(implementation, n, c, k):
    """Return what somebody's pass@k gives at one (n, c, k), beside the right value, in words.

    Parameters
    ----------
    implementation : callable or Caller
        ``implementation(n, c, k) -> number``. It may raise, print or loop.
    n, c, k : int
        Samples, correct samples, draws; k may exceed n.

    Returns
    -------
    str

    Examples
    --------
    >>> describe_implementation(naive_pass_at_k, 2, 1, 2)
    'At n = 2, c = 1, k = 2 it gives 0.75; right is 1, so it is 0.25 too low.'
    >>> describe_implementation(lambda n, c, k: 1.0, 2, 0, 5)
    'At n = 2, c = 0, k = 5 it gives 1.0; but k exceeds n, and no value is right.'
    """
    call = implementation if isinstance(implementation, Caller) else Caller(implementation)
    call.rest()
    answer = call(n, c, k)
    call.close()
    given = f"At n = {n}, c = {c}, k = {k} it {answer}"
    if k > n:
        return _past_n(given, answer)
    right = fraction_and_decimal(exact_pass_at_k, n, c, k)
    return f"{given}; right is {right}{_how_far_off(answer, exact_pass_at_k(n, c, k))}."


def describe_interval(n, c, k, *, method="clopper-pearson", confidence_level=0.95):
    """Return the estimate of one problem and its interval in words; k may exceed n.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.
    method, confidence_level
        As for `passk.uncertainty.games.any_interval`.

    Returns
    -------
    str

    Examples
    --------
    >>> describe_interval(20, 0, 10, method="wilson")
    'Of 20 samples 0 are correct. Unbiased pass@10 is 0; its 95 % interval (wilson) is 0 to 0.827.'
    >>> print(describe_interval(20, 3, 30))
    Of 20 samples 3 are correct. pass@30 has no unbiased estimate, as k exceeds n; its 95 % \
interval (clopper-pearson) is 0.624 to 1 - 6.2e-07.
    """
    from passk.uncertainty.games import FAULTY_METHODS, any_interval  # here: slow to import

    n, c, k = (one_number(value, name) for value, name in ((n, "n"), (c, "c"), (k, "k")))
    options = {"method": method, "confidence_level": confidence_level}
    low, high = any_interval(n, c, k, **options)
    faulty = method in FAULTY_METHODS  # it may be sure of 1
    estimate = f"pass@{k} has no unbiased estimate, as k exceeds n"
    if k <= n:
        estimate = f"Unbiased pass@{k} is {fraction_and_decimal(exact_pass_at_k, n, c, k)}"
    return (
        f"Of {many(n, 'sample')} {c:,} {'is' if c == 1 else 'are'} correct. {estimate}; its "
        f"{percent(confidence_level)} interval ({method}) is {_decimal(low, 3, certain=faulty)} to "
        f"{_decimal(high, 3, certain=faulty or c == n)}."
    )


def describe_game(game):
    """Return how many intervals of a game cover the truth, in words.

    Parameters
    ----------
    game : IntervalGame

    Returns
    -------
    str

    Examples
    --------
    >>> from passk.uncertainty import IntervalGame
    >>> print(describe_game(IntervalGame(0.1, 20, 10, "wald", seed=1).more(100)))
    Of 100 intervals at p = 0.1, 90 cover the true pass@10 of 0.6513 and 10 miss it. Of all such \
intervals 87.6 % cover it; 95 % are promised.
    """
    truth = f"the true pass@{game.k} of {_decimal(game.truth, certain=game.p == 1)}"
    p = significant(game.p)
    drawn = f"No interval is drawn yet; at p = {p} each may cover or miss {truth}."
    if game.draws:
        covering, missing = game.covering, game.draws - game.covering
        drawn = (
            f"Of {many(game.draws, 'interval')} at p = {p}, {covering:,} "
            f"cover{'s' * (covering == 1)} {truth} and {missing:,} miss{'es' * (missing == 1)} it."
        )
    share, promised = share_in_words(game.coverage), percent(game.confidence_level)
    return f"{drawn} Of all such intervals {share} cover it; {promised} are promised."


def describe_benchmark(result, truths=None):
    """Return the score of a benchmark and its error bars in words.

    Parameters
    ----------
    result : Benchmark
        From `passk.uncertainty.benchmark`.
    truths : pair of float, optional
        In a simulation: the true score of these problems, and that of all problems like them.

    Returns
    -------
    str

    Examples
    --------
    >>> from passk.uncertainty import benchmark
    >>> print(describe_benchmark(benchmark(20, [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1], 5)))
    pass@5 = 0.575 over 12 problems, n = 20 samples each (unbiased estimate). If these \
problems were sampled again: 95 % interval 0.467 to 0.684, standard error 0.037. For other \
problems like these: 95 % interval 0.259 to 0.876, standard error 0.13.
    """
    about = {
        "samples": "If these problems were sampled again",
        "problems": "For other problems like these",
    }
    true = dict(zip(about, truths or (None, None), strict=True))
    level = percent(result.confidence_level)
    bars = (f"{about[b.target]}: {_bar(b, level, true[b.target])}." for b in result.bars)
    return f"{str(result).splitlines()[0]}. {' '.join(bars)}"


def describe_comparison(comparison, truth=None):
    """Return who leads where, in words.

    Parameters
    ----------
    comparison : Comparison
        From `passk.uncertainty.compare`.
    truth : sequence of float, shape (ks,), optional
        In a simulation: the true differences.

    Returns
    -------
    str

    Examples
    --------
    >>> from passk.uncertainty import compare
    >>> first, second = {i: (20, i) for i in range(20)}, {i: (20, 0) for i in range(20)}
    >>> print(describe_comparison(compare(first, second, [1, 5], names=("able", "unable"))))
    able and unable on 20 problems. By the 95 % band for 2 k at once (from 9,999 random draws): \
able leads for k = 1, 5.
    """
    one, other = comparison.names
    problems = many(comparison.problems, "problem")
    ks = [comparison.k] if isinstance(comparison.k, int) else comparison.k.tolist()
    basis = f"band for {len(ks)} k at once (from {comparison.replicates:,} random draws)"
    basis = f"{percent(comparison.confidence_level)} {basis if len(ks) > 1 else 'interval'}"
    words = [f"{one} and {other} on {problems}. By the {basis}: {comparison.verdict}."]
    if comparison.undefined:
        words.append(f"Note: {comparison.undefined}.")
    if truth is not None:
        words.append(f"In truth {_true_leaders(comparison.names, ks, truth)}.")
    return " ".join(words)


def describe_plan(n, k, *, problems, population, standard_error):
    """Return what standard errors to expect, and what a smaller one would take, in words.

    Parameters
    ----------
    n, k : int
        Samples for each problem, and draws.
    problems : int
        Problems.
    population : pair of float
        The pass rates of the problems have the distribution Beta(a, b).
    standard_error : float
        The standard error wanted.

    Returns
    -------
    str
        With fewer than 2k samples it also says how the error can be estimated once they are drawn.

    Examples
    --------
    >>> print(describe_plan(20, 10, problems=164, population=(0.25, 0.35), standard_error=0.01))
    With n = 20 samples of 164 problems the mean pass@10 has a standard error of 0.0113 if these \
problems are sampled again, and of 0.034 for other problems like these. For ± 0.01 it takes \
n = 25 if the problems stay. For other problems no n is enough: with 164 problems it stays above \
0.032, and it takes 1,684 problems or more.
    """
    from passk.uncertainty import planning  # here, because it is slow to import

    options = {"problems": problems, "population": population}
    same, other, floor = (
        planning.expected_standard_error(size, k, target=target, **options)
        for size, target in ((n, "samples"), (n, "problems"), (math.inf, "problems"))
    )
    wanted = {"standard_error": standard_error, **options}
    enough = planning.samples_needed(k, target="samples", **wanted)
    others = _plan_for_other_problems(k, wanted, floor)
    drawn = f"With n = {many(n, 'sample')} of {many(problems, 'problem')}"
    same, other = significant(same, 3), significant(other, 3)
    return (
        f"{drawn} the mean pass@{k} has a standard error of {same} if these problems are "
        f"sampled again, and of {other} for other problems like these. "
        f"For ± {standard_error:g} it takes n = {enough:,} if the problems stay. "
        f"For other problems {others}.{_estimable(n, k)}"
    )


def _estimable(n, k):
    """Return what can be estimated about the same problems from few samples; nothing for many."""
    if n >= 2 * k:
        return ""
    unbiased = f"an unbiased estimate takes n of at least 2k = {2 * k:,}"
    if n > k:
        return f" From so few the jackknife estimates the first of these too high; {unbiased}."
    return (
        f" From n = k samples the first of these cannot be estimated: the jackknife takes n of at "
        f"least {k + 1:,}, {unbiased}."
    )


def _plan_for_other_problems(k, wanted, floor):
    """Return how many samples give the standard error wanted, or how many problems it takes."""
    from passk.uncertainty import planning  # here, because it is slow to import

    try:
        return f"it takes n = {planning.samples_needed(k, target='problems', **wanted):,}"
    except ValueError:  # since the floor is higher
        problems = wanted.pop("problems")
        needed = planning.problems_needed(math.inf, k, **wanted)
        return (
            f"no n is enough: with {many(problems, 'problem')} it stays above "
            f"{significant(floor, 3)}, and it takes {needed:,} problems or more"
        )


def _decimal(value, digits=4, *, certain=True):
    """Return a number as a decimal; a 1 may be the rounding of an interval's end."""
    return "just below 1" if value == 1 and not certain else decimal(value, digits, trim=True)


def _chance(value, digits=4):
    """Return a number with fixed decimals, without what is due to rounding."""
    return decimal(round(value, 12), digits)


def _bar(bar, level, truth):
    """Return one error bar of a benchmark in words."""
    if bar.low is None:
        return f"no interval, since {bar.reason}"
    words = f"{level} interval {_decimal(bar.low, 3)} to {_decimal(bar.high, 3)}"
    if truth is not None:
        covers = "covers" if bar.low <= truth <= bar.high else "misses"
        words += f", which {covers} the truth {_decimal(truth, 3)}"
    if bar.reason:
        error = "no standard error" if bar.standard_error is None else "standard error 0"
        return f"{words}, {error}, since {bar.reason}"
    return f"{words}, standard error {significant(bar.standard_error, 2)}"


def _true_leaders(names, ks, truth):
    """Return which of two models is better in truth, for all k."""
    words = {1: f"{names[0]} leads", -1: f"{names[1]} leads", 0: "they are equal"}
    signs = [(x > 0) - (x < 0) for x in map(float, truth)]
    runs = itertools.groupby(zip(signs, ks, strict=True), key=lambda pair: pair[0])
    parts = []
    for sign, pairs in runs:
        reached = [k for _, k in pairs]
        upto = f" to {reached[-1]}" if len(reached) > 1 else ""
        parts.append(f"{words[sign]} for k = {reached[0]}{upto}")
    return ", ".join(parts)


def _past_n(given, answer):
    """Return a sentence on a call with k > n."""
    if answer.error is not None:
        return f"{given}. k exceeds n, so an error is right."
    return f"{given}; but k exceeds n, and no value is right."


def _how_far_off(answer, right):
    """Return by how much a number is off, in words; nothing where it is right."""
    if not isinstance(answer.number, Fraction):
        return ""
    gap = answer.number - right
    if abs(gap) <= Fraction(1, 10**9):
        return ": the same"
    size = f"{float(abs(gap)):.3g} " if abs(gap) < 10**9 else "far "
    return f", so it is {size}too {'high' if gap > 0 else 'low'}"
