"""The other ways in which people compute pass@k, each with the place where it first breaks.

They are here to be looked at, plotted and raced against `passk.pass_at_k`, not to be used. All
take three ints with ``0 <= c <= n`` and ``1 <= k <= n`` and return what their arithmetic gives,
right or wrong: NaN, infinities and wrapped integers come back as they are, without a warning. The
stated breaks can be found again with `first_break`.
"""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from passk.domain import counts
from passk.exact import exact_pass_at_k

__all__ = [
    "FORMS",
    "STATUSES",
    "FormResult",
    "compare_forms",
    "exact_integers",
    "paper_product",
    "babelcode_recipe",
    "hypergeometric_tail",
    "float_binomials",
    "float_factorials",
    "int64_binomials",
    "log_gamma",
    "ulps_off",
    "digits_right",
    "status",
    "first_break",
]


def exact_integers(n, c, k):
    """Python integers and one division: correctly rounded for every n, only slow for large ones.

    Examples
    --------
    >>> exact_integers(1030, 1, 515)
    0.5
    """
    draws = math.comb(n, k)
    return (draws - math.comb(n - c, k)) / draws


def paper_product(n, c, k):
    """The product of c factors in Chen et al. (2021): never overflows.

    What it lacks are the digits of small values: ``1 - product`` cancels. For c = k = 1 the error
    first exceeds 10 ulp at n = 37, and 1000 ulp at n = 2102.

    Examples
    --------
    >>> paper_product(10, 3, 5), paper_product(200, 1, 1)
    (0.9166666666666666, 0.0050000000000000044)
    """
    if n - c < k:
        return 1.0
    return float(1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))


def babelcode_recipe(n, c, k):
    """``1 - C(N-k, c) / C(N, c)``: the mirrored identity in Orlanski et al. (2023), by integers.

    c and k have changed places. The value is the same, because both count the ways to place two
    groups of size c and k among n samples so that they do not touch.

    Examples
    --------
    >>> babelcode_recipe(10, 3, 5) == exact_integers(10, 3, 5)
    True
    """
    return float(1 - Fraction(math.comb(n - k, c), math.comb(n, c)))


def hypergeometric_tail(n, c, k):
    """The chance of at least one hit in k draws without replacement, by SciPy's distribution.

    Within some 11 ulp up to n = 104 723; past it the relative error grows to 1e-11 and more, and
    calls with n above 1e9 take seconds (SciPy 1.17).

    Examples
    --------
    >>> round(hypergeometric_tail(10, 3, 5), 12)
    0.916666666667
    """
    from scipy.stats import hypergeom  # here, because it is slow to import

    return float(hypergeom.sf(0, n, c, k))


def float_binomials(n, c, k):
    """Binomials as floats: infinite from C(1030, 515) on.

    A finite number over infinity then gives 1.0 in silence, at (1030, 1, 515), and infinity over
    infinity gives NaN, at (1031, 1, 515).

    Examples
    --------
    >>> float_binomials(1030, 1, 515), float_binomials(1031, 1, 515)
    (1.0, nan)
    """
    from scipy.special import comb

    with np.errstate(all="ignore"):
        return float(1.0 - np.float64(comb(n - c, k)) / np.float64(comb(n, k)))


def float_factorials(n, c, k):
    """Binomials from factorials as floats: 171! is infinite, so nothing holds from n = 171 on.

    While n - c is at most 170, a finite number over infinity gives 1.0 in silence; past that it is
    infinity over infinity, NaN.

    Examples
    --------
    >>> round(float_factorials(170, 7, 10), 6)
    0.350987
    >>> float_factorials(171, 7, 10), float_factorials(200, 7, 10)
    (1.0, nan)
    """
    if n - c < k:
        return 1.0
    with np.errstate(all="ignore"):
        failed, drawn = (_float_factorial(m) / _float_factorial(m - k) for m in (n - c, n))
        return float(1.0 - failed / drawn)


def int64_binomials(n, c, k):
    """Binomials from products of int64: they wrap in silence.

    The product n (n-1) ... (n-k+1) exceeds 2**63 first at n = 84 for k = 10, and at n = 21 for
    k = 20. The result looks like a probability and is not one.

    Examples
    --------
    >>> int64_binomials(83, 7, 10) == exact_integers(83, 7, 10)
    True
    >>> round(int64_binomials(200, 7, 10), 4), round(exact_integers(200, 7, 10), 4)
    (0.6517, 0.3056)
    """
    if n - c < k:
        return 1.0
    with np.errstate(all="ignore"):
        failed, drawn = (np.prod(np.arange(m - k + 1, m + 1, dtype=np.int64)) for m in (n - c, n))
        return float(1.0 - failed / drawn)


def log_gamma(n, c, k):
    """Differences of log-gamma: no overflow, but large terms cancel and take the digits along.

    For c = k = 1 the relative error is about 2e-12 at n = 100, 4e-8 at n = 10,000 and 2e-4 at a
    million; at n = 1e15 the result is far below 0.

    Examples
    --------
    >>> abs(log_gamma(10_000, 1, 1) * 10_000 - 1) > 1e-9
    True
    >>> log_gamma(10**15, 1, 1) < -50
    True
    """
    if n - c < k:
        return 1.0
    log_failed = math.lgamma(n - c + 1) - math.lgamma(n - c - k + 1)
    log_drawn = math.lgamma(n + 1) - math.lgamma(n - k + 1)
    return float(-np.expm1(log_failed - log_drawn))


FORMS = {
    "exact integers": exact_integers,
    "the paper's product": paper_product,
    "BabelCode's recipe": babelcode_recipe,
    "hypergeometric tail": hypergeometric_tail,
    "float binomials": float_binomials,
    "float factorials": float_factorials,
    "int64 binomials": int64_binomials,
    "log-gamma": log_gamma,
}
"""The forms by the names that figures show."""


STATUSES = ("right", "digits lost", "wrong in silence", "not a number")
"""What can become of a value, from best to worst."""


class FormResult(NamedTuple):
    """What one form returns at one (n, c, k).

    Attributes
    ----------
    name : str
    value : float
    digits : float
        Decimal digits that are right, 0.0 to 16.0.
    status : str
        One of `STATUSES`.
    """

    name: str
    value: float
    digits: float
    status: str


def compare_forms(n, c, k):
    """Return what every form makes of one (n, c, k), in the order of `FORMS`.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.

    Returns
    -------
    list of FormResult

    Raises
    ------
    TypeError, ValueError
        If the counts are out of bounds.

    Examples
    --------
    >>> compare_forms(10, 3, 5)[0]
    FormResult(name='exact integers', value=0.9166666666666666, digits=16.0, status='right')
    """
    exact = exact_pass_at_k(n, c, k)
    values = [(name, form(n, c, k)) for name, form in FORMS.items()]
    return [FormResult(name, v, digits_right(v, exact), status(v, exact)) for name, v in values]


def ulps_off(value, exact):
    """Return how far a float is from an exact value, in units in the last place of that value.

    Parameters
    ----------
    value : float
    exact : Fraction

    Returns
    -------
    float
        0.5 or less for a correctly rounded value; inf for NaN and infinities.

    Examples
    --------
    >>> from fractions import Fraction
    >>> ulps_off(0.30000000000000004, Fraction(3, 10))
    0.8
    >>> ulps_off(float("nan"), Fraction(3, 10))
    inf
    """
    if not math.isfinite(value) or (exact == 0 and value):
        return math.inf
    return _as_float(abs(Fraction(value) - exact) / Fraction(math.ulp(float(exact))))


def digits_right(value, exact):
    """Return how many decimal digits of a float are right, from 0.0 to 16.0.

    Parameters
    ----------
    value : float
    exact : Fraction

    Returns
    -------
    float
        Minus the logarithm of the relative error; 0.0 for NaN, infinities and for values that
        are off by their own size.

    Examples
    --------
    >>> from fractions import Fraction
    >>> round(digits_right(0.333, Fraction(1, 3)), 3)
    3.0
    >>> digits_right(float("nan"), Fraction(1, 3))
    0.0
    """
    if not math.isfinite(value) or (exact == 0 and value):
        return 0.0
    error = _as_float(abs(Fraction(value) - exact) / (exact or 1))
    return min(max(0.0, -math.log10(error)), 16.0) if error else 16.0


def status(value, exact):
    """Return in a word or two what became of a value: right, digits lost, wrong, not a number.

    Parameters
    ----------
    value : float
    exact : Fraction

    Returns
    -------
    str
        "right" within 4 ulp; "digits lost" while at least six digits are right.

    Examples
    --------
    >>> from fractions import Fraction
    >>> status(0.5, Fraction(1, 2)), status(1.0, Fraction(1, 2)), status(math.nan, Fraction(1, 2))
    ('right', 'wrong in silence', 'not a number')
    """
    if not math.isfinite(value):
        return "not a number"
    if ulps_off(value, exact) <= 4:
        return "right"
    return "digits lost" if digits_right(value, exact) >= 6 else "wrong in silence"


def first_break(form, cases, *, ulps):
    """Return the first case in which a form is further off than so many ulps.

    Parameters
    ----------
    form : callable
        ``form(n, c, k) -> float``.
    cases : iterable of (n, c, k)
        In the order to try.
    ulps : float
        The largest error that is still accepted.

    Returns
    -------
    tuple of (n, c, k, value), or None
        None if the form holds in every case.

    Examples
    --------
    >>> first_break(float_factorials, ((n, 3, 5) for n in range(10, 300)), ulps=1000)
    (171, 3, 5, 1.0)
    """
    for n, c, k in cases:
        n, c, k = counts(n, c, k)
        value = form(n, c, k)
        if ulps_off(value, exact_pass_at_k(n, c, k)) > ulps:
            return n, c, k, value
    return None


def _as_float(fraction):
    """Return a fraction as float; inf past the range of floats."""
    try:
        return float(fraction)
    except OverflowError:
        return math.inf


def _float_factorial(m):
    """Return m! as a float, infinite from 171! on."""
    return np.prod(np.arange(1, m + 1, dtype=float))
