"""What n, c and k may be, and what is said when they are not.

Every public function passes its counts through this module first, so that a wrong input has
the same error everywhere, and never a plausible number.
"""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import NamedTuple

import numpy as np

__all__ = [
    "LARGEST_N",
    "beta_pair",
    "between_0_and_1",
    "checked_level",
    "counts",
    "plain_array",
    "problem_counts",
    "pass_rate",
    "random_generator",
    "real_number",
    "real_numbers",
    "replicate_count",
    "require",
    "require_broadcast",
    "require_flag",
    "require_labels",
    "require_one_entry_per_problem",
    "require_same_index",
    "whole_numbers",
]

LARGEST_N = 2**53
"""Past this value float64 no longer holds every integer."""

MOST_REPLICATES = 10**8
"""Past this many random numbers the memory runs out."""

CLOSEST_LEVEL = 1e-12
"""A level closer to 0 or 1 would round to it somewhere on the way."""

_NO_ESTIMATE = "fewer than k samples give no unbiased estimate of pass@k"


def counts(n, c, k, *, largest_n=LARGEST_N):
    """Return n, c and k as Python ints or int64 arrays, or raise if they are out of the domain.

    Parameters
    ----------
    n, c, k : int or array_like of int
        Samples drawn, samples correct, draws: ``0 <= c <= n`` and ``1 <= k <= n``.
        Broadcast-compatible. Whole floats count as integers.
    largest_n : int or None
        Upper bound of n; None for no bound.

    Returns
    -------
    tuple
        n, c and k, each a Python int or an int64 array of its own shape.

    Raises
    ------
    TypeError
        For bool, str, None, complex and other things that are not numbers.
    ValueError
        For numbers outside the domain, NaN, fractional floats, missing values, empty arrays and
        shapes that do not broadcast. The message names argument, bound, value and index.

    Examples
    --------
    >>> counts(10, 3.0, 5)
    (10, 3, 5)
    >>> counts(10, [3, 12], 5)
    Traceback (most recent call last):
        ...
    ValueError: c must not exceed n: c=12, n=10 at index 1
    """
    if not type(n) is type(c) is type(k) is int:
        require_same_index({"n": n, "c": c, "k": k})
        n, c, k = _whole(n, "n"), _whole(c, "c"), _whole(k, "k")
        require_broadcast({"n": n.values, "c": c.values, "k": k.values})
    elif 0 <= c <= n and 1 <= k <= n <= LARGEST_N:
        return n, c, k
    else:
        n, c, k = _one(n), _one(c), _one(k)
    _require_domain(n, c, k, largest_n)
    return n.values, c.values, k.values


def problem_counts(ns, cs, k, weights=None):
    """Return the counts of a benchmark, one entry a problem, checked as a whole.

    Parameters
    ----------
    ns : int or 1-D array_like of int
        Samples drawn for each problem; one int if all problems have the same number.
    cs : 1-D array_like of int, shape (problems,)
        Samples correct for each problem.
    k : int or 1-D array_like of int
        Draws.
    weights : 1-D array_like of int, shape (problems,), optional
        How many problems have these counts.

    Returns
    -------
    tuple
        ns (int64 array, or an int if all are equal), cs (int64 array), k (int or int64 array)
        and the weights (int64 array or None).

    Raises
    ------
    TypeError, ValueError
        As `counts`; also for a single number as cs, arrays of more than one dimension, unequal
        lengths, and series whose indexes differ.

    Examples
    --------
    >>> problem_counts(20, [0, 4, 5], 100)
    Traceback (most recent call last):
        ...
    ValueError: k must not exceed n: k=100, n=20 for problems 0, 1, 2 (fewer than k samples give \
no unbiased estimate of pass@k)
    """
    names = {"ns": ns, "cs": cs} | ({} if weights is None else {"weights": weights})
    require_same_index(names)
    whole = {name: _whole(values, name) for name, values in names.items()}
    require_one_entry_per_problem({name: w.values for name, w in whole.items()})
    labels = next((v.index for v in (cs, ns) if _has_index(v)), range(len(whole["cs"].values)))
    ns, cs, k = whole["ns"], whole["cs"], _whole(k, "k")
    if np.ndim(k.values) > 1:
        raise ValueError(f"k must be one number or a 1-D list: it has shape {np.shape(k.values)}")
    _require_enough_samples(ns, len(cs.values), k.most, labels)
    _require_domain(ns, cs, _one(k.least), LARGEST_N, ("ns", "cs", "k"))
    weights = whole["weights"].values if "weights" in whole else None
    _require_weights(weights)
    return ns.least if ns.least == ns.most else ns.values, cs.values, k.values, weights


def pass_rate(p):
    """Return a true pass rate p as float, Fraction or float64 array, or raise.

    Parameters
    ----------
    p : float, Fraction or array_like of float
        Probability that one sample is correct, ``0 <= p <= 1``.

    Returns
    -------
    float, Fraction or ndarray of float64

    Raises
    ------
    TypeError
        If p is not a real number.
    ValueError
        If p is NaN or outside [0, 1].

    Examples
    --------
    >>> pass_rate(1.5)
    Traceback (most recent call last):
        ...
    ValueError: p must lie between 0 and 1: p=1.5
    """
    given = p
    if not isinstance(p, Fraction):
        _refuse_missing(p, "p must lie between 0 and 1")
        p = _as_float64(p, "p")
    outside = np.logical_not((p >= 0) & (p <= 1))
    if outside.any():
        where = _first(outside) if np.ndim(p) else ()
        value = f"{p[where]}{_at(where)}" if np.ndim(p) else given
        raise ValueError(f"p must lie between 0 and 1: p={value}")
    return p


def _as_float64(values, name):
    """Return one real number as float, or many as a float64 array."""
    many = isinstance(values, Sequence) and not isinstance(values, str | bytes)
    array = np.asarray(values, dtype=object if many else None)
    kinds = {type(v) for v in array.flat} if many else {type(values)}
    wrong = [kind for kind in kinds if issubclass(kind, bool) or not issubclass(kind, Real)]
    if wrong if many else array.dtype.kind not in "fiu":
        kind = (wrong or [type(values)])[0].__name__
        raise TypeError(f"{name} must be a number between 0 and 1, not {kind}: {name}={values!r}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty")
    return array.astype(np.float64) if array.ndim else float(array)


def replicate_count(replicates, name="replicates"):
    """Return a number of replicates as int, at least 1, or raise.

    Examples
    --------
    >>> replicate_count(0)
    Traceback (most recent call last):
        ...
    ValueError: replicates must be at least 1: replicates=0
    """
    replicates = one_number(replicates, name)
    if replicates < 1:
        raise ValueError(f"{name} must be at least 1: {name}={replicates}")
    return replicates


def random_generator(rng):
    """Return the NumPy Generator that an argument `rng` stands for, or raise.

    Parameters
    ----------
    rng : {None, int, sequence of int, numpy.random.Generator}
        As for `numpy.random.default_rng`.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    TypeError, ValueError
        If it is something else, or a seed is negative.

    Examples
    --------
    >>> random_generator(-1)
    Traceback (most recent call last):
        ...
    ValueError: rng must be None, a seed of at least 0, or a NumPy Generator: rng=-1
    """
    rule = f"rng must be None, a seed of at least 0, or a NumPy Generator: rng={rng!r}"
    if isinstance(rng, bool | np.bool_ | str | bytes):
        raise TypeError(rule)
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise type(error)(rule) from None


def require_flag(value, name):
    """Raise unless a value is True or False: any text would count as True.

    Parameters
    ----------
    value : bool
    name : str
        The argument's name, for the message.

    Raises
    ------
    TypeError
        If it is something else.

    Examples
    --------
    >>> require_flag("no", "only_common")
    Traceback (most recent call last):
        ...
    TypeError: only_common must be True or False: only_common='no'
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False: {name}={value!r}")


def between_0_and_1(value, name):
    """Return one number as float, or raise unless it lies strictly between 0 and 1.

    Parameters
    ----------
    value : float
    name : str
        The argument's name, for the messages.

    Returns
    -------
    float

    Raises
    ------
    TypeError, ValueError
        As `real_number`; also for numbers outside.

    Examples
    --------
    >>> between_0_and_1(1, "target")
    Traceback (most recent call last):
        ...
    ValueError: target must lie between 0 and 1, both excluded: target=1
    """
    number = real_number(value, name)
    require(0 < number < 1, f"{name} must lie between 0 and 1, both excluded", **{name: value})
    return number


def checked_level(confidence_level):
    """Return a confidence level as float, or raise.

    Parameters
    ----------
    confidence_level : float
        Between 0 and 1, and at least 1e-12 from both.

    Returns
    -------
    float

    Raises
    ------
    TypeError, ValueError
        If it is no such number.

    Examples
    --------
    >>> checked_level(95)
    Traceback (most recent call last):
        ...
    ValueError: confidence_level must lie between 0 and 1, both excluded: confidence_level=95
    """
    level, name = between_0_and_1(confidence_level, "confidence_level"), "confidence_level"
    rule = f"{name} must be at least {CLOSEST_LEVEL:g} away from 0 and 1"
    require(CLOSEST_LEVEL <= level <= 1 - CLOSEST_LEVEL, rule, **{name: confidence_level})
    return level


def beta_pair(pair, name, letters=("a", "b")):
    """Return the two parameters of a Beta distribution as floats, or raise.

    Parameters
    ----------
    pair : sequence of two float
        Above 0, and not so small or large that their sums and ratios leave the range of floats.
    name : str
        The argument's name, for the messages.
    letters : pair of str
        What the two are called.

    Returns
    -------
    tuple of float

    Raises
    ------
    TypeError, ValueError
        If it is no such pair.

    Examples
    --------
    >>> beta_pair((0, 1), "population")
    Traceback (most recent call last):
        ...
    ValueError: a and b of population must be above 0: a=0.0, b=1.0
    """
    one, other = letters
    listed = isinstance(pair, Sequence) and not isinstance(pair, str | bytes)
    if not (listed or np.ndim(pair) == 1) or len(pair) != 2:
        raise TypeError(f"{name} must be the pair ({one}, {other}) of a Beta: {name}={pair!r}")
    values = (real_number(v, f"{x} of {name}") for v, x in zip(pair, letters, strict=True))
    both = dict(zip(letters, values, strict=True))
    rule = f"{one} and {other} of {name} must"
    require(all(value > 0 for value in both.values()), f"{rule} be above 0", **both)
    inside = all(1e-100 <= value <= 1e100 for value in both.values())
    require(inside, f"{rule} lie between 1e-100 and 1e100", **both)
    return tuple(both.values())


def real_numbers(values, name):
    """Return many finite real numbers as a float64 array, or one as an array without dimensions.

    Parameters
    ----------
    values : array_like of float
    name : str
        The argument's name, for the messages.

    Returns
    -------
    ndarray of float64

    Raises
    ------
    TypeError, ValueError
        For texts, bools, missing and infinite values, and rows of different lengths.

    Examples
    --------
    >>> real_numbers([[1, 2], [3]], "rewards")
    Traceback (most recent call last):
        ...
    ValueError: rewards must have rows of one length: rewards=[[1, 2], [3]]
    """
    array = plain_array(values, name)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be numbers, not {_kind(array)}")
    require(np.isfinite(array), f"{name} must be finite", **{name: array})
    return array.astype(np.float64)


def plain_array(values, name):
    """Return values as an array of any kind, or raise where some are missing or rows are ragged.

    Parameters
    ----------
    values : array_like
    name : str
        The argument's name, for the messages.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        For missing values, and rows of different lengths.

    Examples
    --------
    >>> plain_array([True, False], "correct")
    array([ True, False])
    """
    _refuse_missing(values, f"{name} must have a value everywhere")
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must have rows of one length: {name}={values!r}") from None


def require_labels(labels, rule, where):
    """Raise unless every label can be looked up; None, NaN and masked values are none.

    Parameters
    ----------
    labels : iterable
        Texts, numbers, or tuples of them.
    rule : str
        What they must be, in words.
    where : str
        What stands before the number of a label in the message.

    Raises
    ------
    TypeError, ValueError
        For lists and other things that cannot be looked up, and missing labels.

    Examples
    --------
    >>> require_labels(["a", None], "clusters must be labels", "at index")
    Traceback (most recent call last):
        ...
    ValueError: clusters must be labels: a value is missing at index 1
    """
    for i, label in enumerate(labels):
        if _is_missing(label):
            raise ValueError(f"{rule}: a value is missing {where} {i}")
        try:
            hash(label)
        except TypeError:
            raise TypeError(f"{rule}, not {type(label).__name__}: {label!r} {where} {i}") from None


def _is_missing(label):
    """Tell whether a label is None, NaN, masked, missing in pandas, or a tuple with such a part."""
    if type(label) in (str, int):
        return False
    if isinstance(label, tuple):
        return any(map(_is_missing, label))
    named = type(label).__name__ in ("NoneType", "NAType", "NaTType", "MaskedConstant")
    return named or (isinstance(label, Real | np.datetime64) and bool(label != label))


def real_number(value, name):
    """Return one finite real number as float, or raise.

    Parameters
    ----------
    value : float, int or Fraction
        The number.
    name : str
        The argument's name, for the messages.

    Returns
    -------
    float

    Raises
    ------
    TypeError
        For bool, str, None, complex, lists and arrays.
    ValueError
        For NaN and infinities.

    Examples
    --------
    >>> real_number(float("nan"), "power")
    Traceback (most recent call last):
        ...
    ValueError: power must be a finite number: power=nan
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be one number, not {type(value).__name__}: {name}={value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    require(math.isfinite(number), f"{name} must be a finite number", **{name: value})
    return number


def require(holds, rule, **values):
    """Raise if a rule does not hold, with the values where it first fails.

    Parameters
    ----------
    holds : bool or array_like of bool
        Whether the rule holds; an array for arguments that are arrays.
    rule : str
        The rule in words.
    **values : int, float or ndarray
        The arguments that the rule is about, by name.

    Raises
    ------
    ValueError
        If the rule fails somewhere.

    Examples
    --------
    >>> j = np.array([1, 7])
    >>> require(j <= 5, "j must not exceed k", j=j, k=5)
    Traceback (most recent call last):
        ...
    ValueError: j must not exceed k: j=7, k=5 at index 1
    """
    broken = np.logical_not(holds)
    if np.any(broken):
        raise ValueError(f"{rule}: {_values_at_first(broken, values)}")


def one_number(value, name):
    """Return one whole number.

    Examples
    --------
    >>> one_number(3, "n")
    3
    """
    whole = whole_numbers(value, name)
    if np.ndim(whole):
        raise TypeError(f"{name} must be one number: {value!r}")
    return whole


def whole_numbers(values, name):
    """Return one whole number as int, or many as an int64 array.

    Parameters
    ----------
    values : int, whole float, or array_like of these
        Lists, tuples, ranges, arrays, pandas or polars series.
    name : str
        The argument's name, for the messages.

    Returns
    -------
    int or ndarray of int64

    Raises
    ------
    TypeError
        For bool, str, None, complex and other things that are not numbers.
    ValueError
        For NaN, infinities, fractional and missing values, and empty arrays.

    Examples
    --------
    >>> whole_numbers((10, 20.0), "ns")
    array([10, 20])
    >>> whole_numbers(0.3, "c")
    Traceback (most recent call last):
        ...
    ValueError: c must be a whole number: c=0.3 (c counts correct samples, it is not a rate)
    """
    return _whole(values, name).values


class _Whole(NamedTuple):
    """Whole numbers and their bounds, which are found once: every look through many takes time."""

    values: int | np.ndarray
    least: int
    most: int


def _one(value):
    """Return one whole number as such."""
    return _Whole(value, value, value)


def _whole(values, name):
    """Return what `whole_numbers` does, with the bounds."""
    if not _is_array_like(values):
        return _one(_whole_number(values, name))
    if hasattr(values, "columns"):
        raise TypeError(f"{name} must be one column of a table, not {type(values).__name__}")
    _refuse_missing(values, f"{name} must be a whole number")
    array = np.asarray(values, dtype=None if hasattr(values, "__array__") else object)
    if array.ndim == 0:
        return _one(_whole_number(array.item(), name))
    if array.size == 0:
        raise ValueError(f"{name} must not be empty")
    if array.dtype.kind not in "iufO":
        raise TypeError(f"{name} must hold whole numbers, not {_kind(array)}: {_sample(array)}")
    if array.dtype.kind == "O" and set(map(type, array.flat)) != {int}:
        array = _each_whole_number(array, name)
    return _as_int64(array, name)


def _whole_number(value, name, at=""):
    """Return one value as a Python int."""
    if type(value).__name__ in ("NAType", "NaTType"):
        raise ValueError(f"{name} must be a whole number: a value is missing{at}")
    not_a_number = isinstance(value, bool | np.bool_ | np.timedelta64)
    if not_a_number or not isinstance(value, Real | Decimal):
        kind = type(value).__name__
        raise TypeError(f"{name} must be a whole number, not {kind}: {name}={value!r}{at}")
    if isinstance(value, Integral):
        return int(value)
    try:
        whole = int(value)
    except (ValueError, OverflowError):  # NaN, infinity
        raise ValueError(f"{name} must be a whole number: {name}={value}{at}") from None
    if value != whole:
        raise ValueError(f"{name} must be a whole number: {name}={value}{at}{_hint(name, value)}")
    return whole


def _hint(name, value):
    """Return what may have been meant by a fractional value."""
    if not 0 < value < 1:
        return ""
    return {
        "weights": " (weights count problems, they are not shares)",
    }.get(name, " (c counts correct samples, it is not a rate)" if name in ("c", "cs") else "")


def _each_whole_number(array, name):
    """Return an object array with every entry a Python int."""
    whole = np.empty(array.shape, dtype=object)
    for where, value in np.ndenumerate(array):
        whole[where] = _whole_number(value, name, _at(where))
    return whole


def _as_int64(array, name):
    """Return whole numbers of any dtype as int64, with bounds, refusing what would wrap."""
    if array.dtype.kind == "f":
        array = array.astype(np.float64) if array.dtype.itemsize < 8 else array
        fractional = ~np.isfinite(array) | (array != np.floor(array))
        if fractional.any():
            where = _first(fractional)
            _whole_number(array[where].item(), name, _at(where))
    least, most = int(array.min()), int(array.max())
    if not -LARGEST_N <= least <= most <= LARGEST_N:
        where = _first((array > LARGEST_N) | (array < -LARGEST_N))
        value = f"{name}={_shown(int(array[where]))}{_at(where)}"
        if array[where] < 0:
            least = 1 if name in ("n", "ns", "k") else 0
            raise ValueError(f"{name} must be at least {least}: {value}")
        raise ValueError(f"{name} must not exceed 2**53 = {LARGEST_N}: {value}")
    return _Whole(array.astype(np.int64, copy=False), least, most)


def _is_array_like(values):
    """Tell whether values hold many numbers; text and NumPy scalars do not."""
    if isinstance(values, str | bytes | bytearray | memoryview | np.generic):
        return False
    return isinstance(values, Sequence) or hasattr(values, "__array__")


def _refuse_missing(values, rule):
    """Raise for a masked array or a nullable column with gaps: np.asarray would fill them."""
    missing = np.ma.getmaskarray(values) if np.ma.isMaskedArray(values) else np.zeros(0, bool)
    if type(getattr(getattr(values, "dtype", None), "na_value", None)).__name__ == "NAType":
        missing = np.asarray(values.isna())
    if missing.any():
        raise ValueError(f"{rule}: a value is missing{_at(_first(missing))}")


def _entries(name, values):
    """Return how many entries an argument has, in words."""
    return f"{name} has {len(values)} entr{'y' if len(values) == 1 else 'ies'}"


def _has_index(values):
    """Tell whether values are a pandas Series, whose entries have labels."""
    return hasattr(values, "index") and hasattr(values, "to_numpy")


def require_same_index(names):
    """Raise if two series have different labels: pairing them by position would mix problems.

    Parameters
    ----------
    names : dict of str to object
        The arguments by their names; those that are no pandas Series are left out.

    Raises
    ------
    ValueError
        With the first labels of both.

    Examples
    --------
    >>> require_same_index({"ns": 20, "cs": [1, 2]})
    """
    labelled = [(name, v.index) for name, v in names.items() if _has_index(v)]
    for name, index in labelled[1:]:
        first_name, first_index = labelled[0]
        if not first_index.equals(index):
            pair = f"{first_name} and {name}"
            detail = f"{_sample(first_index)} and {_sample(index)}"
            raise ValueError(
                f"{pair} must have the same index: {detail} (align them by label first)"
            )


def require_broadcast(names):
    """Raise if the shapes of arguments do not broadcast.

    Parameters
    ----------
    names : dict of str to int, float or ndarray
        The arguments by their names.

    Raises
    ------
    ValueError
        With the shapes.

    Examples
    --------
    >>> require_broadcast({"p": [0.1, 0.2], "k": [1, 2, 3]})
    Traceback (most recent call last):
        ...
    ValueError: p and k must broadcast: their shapes are p (2,), k (3,)
    """
    try:
        np.broadcast_shapes(*map(np.shape, names.values()))
    except (ValueError, RuntimeError):  # NumPy raises the second for too many dimensions
        shapes = ", ".join(f"{name} {np.shape(value)}" for name, value in names.items())
        named = " and ".join([", ".join(list(names)[:-1]), list(names)[-1]])
        hint = " (for many k, use pass_at_k_curve)" if "n" in names else ""
        raise ValueError(f"{named} must broadcast: their shapes are {shapes}{hint}") from None


def require_one_entry_per_problem(whole):
    """Raise unless cs is 1-D and the other arguments have its length; ns may be one number.

    Parameters
    ----------
    whole : dict of str to int or ndarray
        The arguments by their names, "cs" among them.

    Raises
    ------
    ValueError
        With the shape, or the two lengths.

    Examples
    --------
    >>> require_one_entry_per_problem({"ns": np.array([10, 20]), "cs": np.array([3])})
    Traceback (most recent call last):
        ...
    ValueError: ns and cs must have one entry per problem: ns has 2 entries, cs has 1 entry
    """
    for name, values in whole.items():
        if np.ndim(values) != 1 and not (name == "ns" and np.ndim(values) == 0):
            found = f"it has shape {np.shape(values)}" if np.ndim(values) else "it is one number"
            raise ValueError(f"{name} must be 1-D, one entry per problem: {found}")
    for name, values in whole.items():
        if np.ndim(values) and len(values) != len(whole["cs"]):
            sizes = f"{_entries(name, values)}, {_entries('cs', whole['cs'])}"
            raise ValueError(f"{name} and cs must have one entry per problem: {sizes}")


def _require_enough_samples(ns, problems, k, labels):
    """Raise if k exceeds n for some problem, and list the first problems concerned."""
    if ns.least >= k:
        return
    ns = np.broadcast_to(ns.values, problems)
    short = np.flatnonzero(np.less(ns, k) & np.greater(ns, 0))
    if short.size == 0:
        return
    named = ", ".join(str(labels[i]) for i in short[:5])
    more = f" and {short.size - 5} more" if short.size > 5 else ""
    fewest = int(np.min(ns[short]))
    raise ValueError(
        f"k must not exceed n: k={_shown(k)}, n={fewest} for problem{'s' * (short.size > 1)} "
        f"{named}{more} ({_NO_ESTIMATE})"
    )


def _require_weights(weights):
    """Raise unless the weights are counts of problems, with at least one problem."""
    if weights is None:
        return
    if (weights < 0).any():
        where = _first(weights < 0)
        value = f"weights={weights[where]}{_at(where)}"
        raise ValueError(f"weights must be at least 0: {value}")
    if not weights.any():
        raise ValueError("weights must count at least one problem: all are 0")


def _require_domain(n, c, k, largest_n, names=("n", "c", "k")):
    """Raise for the first rule that some (n, c, k) breaks."""
    if _is_domain(n, c, k, largest_n):
        return
    n, c, k = n.values, c.values, k.values
    n_name, c_name, k_name = names
    too_many = False if largest_n is None else n > largest_n
    for broken, rule, shown in (
        (n < 1, f"{n_name} must be at least 1", {n_name: n}),
        (c < 0, f"{c_name} must be at least 0", {c_name: c}),
        (k < 1, f"{k_name} must be at least 1", {k_name: k}),
        (too_many, f"{n_name} must not exceed 2**53 = {LARGEST_N}", {n_name: n}),
        (c > n, f"{c_name} must not exceed {n_name}", {c_name: c, n_name: n}),
        (k > n, f"{k_name} must not exceed {n_name}", {k_name: k, n_name: n}),
    ):
        if np.any(broken):
            why = f" ({_NO_ESTIMATE})" if k_name in shown and n_name in shown else ""
            raise ValueError(f"{rule}: {_values_at_first(broken, shown)}{why}")


def _is_domain(n, c, k, largest_n):
    """Tell whether no rule is broken: by their bounds if possible, which takes no time."""
    if n.least < 1 or c.least < 0 or k.least < 1:
        return False
    if largest_n is not None and n.most > largest_n:
        return False
    return all(x.most <= n.least or np.all(x.values <= n.values) for x in (c, k))


def _values_at_first(broken, shown):
    """Return the values of the arguments where a rule is first broken, as ``c=12, n=10``."""
    if np.ndim(broken) == 0:
        return ", ".join(f"{name}={_shown(value)}" for name, value in shown.items())
    where = _first(broken)
    entries = (np.broadcast_to(value, broken.shape)[where] for value in shown.values())
    entries = (_shown(getattr(value, "item", lambda value=value: value)()) for value in entries)
    return ", ".join(f"{n}={v}" for n, v in zip(shown, entries, strict=True)) + _at(where)


def _shown(value):
    """Return a number as text, a very long one shortened."""
    if isinstance(value, int) and abs(value) >= 10**40:
        return f"about {'-' if value < 0 else ''}10**{int(math.log10(abs(value)))}"
    return str(value)


def _first(mask):
    """Return the index of the first true entry of a mask."""
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(mask)), np.shape(mask)))


def _at(where):
    """Return an index in words."""
    return f" at index {where[0] if len(where) == 1 else where}"


def _kind(array):
    """Return what an array of an unusable dtype holds, in a reader's words."""
    return {"b": "bool", "U": "str", "S": "bytes", "c": "complex"}.get(
        array.dtype.kind, str(array.dtype)
    )


def _sample(array):
    """Return the first entries of an array or index, for a message."""
    shown = ", ".join(repr(getattr(v, "tolist", lambda v=v: v)()) for v in list(array[:3]))
    return f"[{shown}{', ...' if len(array) > 3 else ''}]"
