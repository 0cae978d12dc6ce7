"""What the numbers say, in words: the sentences under figures and behind `python -m passk`.

They are computed from the same functions as the figures, so a sentence and its figure cannot
disagree.
"""

import math
from fractions import Fraction

from passk.calls import Caller
from passk.domain import one_number, pass_rate
from passk.estimators import naive_pass_at_k, pass_at_k, true_pass_at_k
from passk.exact import exact_naive_pass_at_k, exact_pass_at_k
from passk.forms import STATUSES, compare_forms
from passk.theory import bias, expected_value, mean_squared_error

__all__ = [
    "describe_bias",
    "describe_estimates",
    "describe_forms",
    "describe_implementation",
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
    decimal = f"{float(value):.{digits}f}".rstrip("0").rstrip(".")
    if decimal == "0":  # rounding must not make a certainty of it
        decimal = f"{float(value):.2g}" if float(value) else "just above 0"
    if decimal == "1":
        decimal = f"1 - {float(1 - value):.2g}" if float(1 - value) else "just below 1"
    fraction = str(value)
    return f"{fraction} = {decimal}" if len(fraction) <= LONGEST_FRACTION else decimal


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
        f"Of {n} sample{'s' * (n != 1)} {c} {'is' if c == 1 else 'are'} correct. "
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
        f"At p = {p:g} the true pass@{k} is {true_pass_at_k(p, k):.4f}. With n = {n} the naive "
        f"estimate is {naive:.4f} on average (bias {bias(naive_pass_at_k, p, n, k):.4f}), the "
        f"unbiased one {unbiased:.4f}. For one problem the typical error is {errors[0]:.3f} "
        f"(naive) and {errors[1]:.3f} (unbiased)."
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
    error = f" ± {difference.std(ddof=1) / runs**0.5:.4f}" if runs > 1 else ""
    return (
        f"After {runs:,} replicate{'s' * (runs > 1)} at p = {p:g}, n = {n}, k = {k} the unbiased "
        f"estimates average {simulation.mean(pass_at_k):.4f} (truth {true_pass_at_k(p, k):.4f}), "
        f"the naive ones {simulation.mean(naive_pass_at_k):.4f} "
        f"(exact {expected_value(naive_pass_at_k, p, n, k):.4f}). Paired, the bias is "
        f"{difference.mean():.4f}{error}; exactly {bias(naive_pass_at_k, p, n, k):.4f}."
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
