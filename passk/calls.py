"""Calling somebody's function so that nothing of it escapes: errors, prints, endless loops.

This guards against accidents, not against malice: the function runs in this process.
"""

import builtins
import contextlib
import copy
import ctypes
import io
import math
import re
import sys
import threading
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Real

import numpy as np

__all__ = ["Answer", "Caller", "read_number", "shown"]

PATIENCE = 5.0  # seconds that the first call has on top: it may import something large
LONGEST_SHOWN = 60


@dataclass(frozen=True)
class Answer:
    """What came of one call.

    Attributes
    ----------
    arguments : tuple
        What the function was asked for, as the checks see it: ``(n, c, k)``.
    raw : object
        What it returned.
    number : Fraction, float or None
        The same as a number: a fraction if it is finite, else NaN or an infinity; None if it is
        no number.
    dress : str
        "" for a plain number, "text", "one in a container", or what was returned instead.
    error : BaseException or None
        What it raised.
    timed_out, mutated, printed : bool
        Whether it did not come back in time, changed its arguments, or printed something.
    """

    arguments: tuple
    raw: object = None
    number: object = None
    dress: str = ""
    error: BaseException | None = None
    timed_out: bool = False
    mutated: bool = False
    printed: bool = False

    def __str__(self):
        """Say what came of the call: ``gives 0.75``, ``raises ValueError: ...``."""
        if self.timed_out:
            return "does not come back in time"
        if self.error is not None:
            words = str(self.error)
            return f"raises {type(self.error).__name__}" + (f": {_short(words)}" if words else "")
        return "returns nothing (None)" if self.raw is None else f"gives {shown(self.raw)}"


class Caller:
    """Somebody's function, called with care; equal calls are made once.

    Parameters
    ----------
    function : callable
    arrange : callable, optional
        ``arrange(*arguments) -> (positional, keywords)`` for functions that take them otherwise.
    unwrap : bool
        Whether a container of one number counts as that number.
    time_limit : float
        Seconds for all calls until `rest` is called.

    Examples
    --------
    >>> call = Caller(lambda n, c, k: c / n)
    >>> str(call(4, 1, 2))
    'gives 0.25'
    >>> str(call(0, 0, 1))
    'raises ZeroDivisionError: division by zero'
    """

    def __init__(self, function, *, arrange=None, unwrap=False, time_limit=2.0):
        self.function, self.arrange, self.unwrap = function, arrange, unwrap
        self.time_limit = time_limit
        self.left = time_limit + PATIENCE
        self.answers = {}

    def __call__(self, *arguments):
        """Return the answer to a call, from memory if it was made before."""
        key = repr(arguments)
        if key not in self.answers:
            self.answers[key] = self.afresh(*arguments)
        return self.answers[key]

    def rest(self):
        """Give the next calls the full time again."""
        self.left = self.time_limit + (0 if self.answers else PATIENCE)

    def afresh(self, *arguments):
        """Return the answer to a call made now."""
        handed = copy.deepcopy(arguments)
        try:
            positional, keywords = self.arrange(*handed) if self.arrange else (handed, {})
        except ValueError as error:  # counts that this signature cannot express
            return Answer(arguments, error=error)
        before = copy.deepcopy((positional, keywords))
        started = time.monotonic()
        outcome = _run(self.function, positional, keywords, self.left)
        self.left = max(self.left - (time.monotonic() - started), 0.0)
        if outcome.get("error") is None and not outcome.get("timed_out"):
            number, dress = read_number(outcome.get("raw"))
            plain = self.unwrap and dress == "one in a container"
            outcome |= {"number": number, "dress": "" if plain else dress}
        mutated = repr(before) != repr((positional, keywords))
        return Answer(arguments, mutated=mutated, **outcome)


def read_number(value):
    """Return what somebody's function returned as a number, and what it was dressed as.

    Parameters
    ----------
    value : object

    Returns
    -------
    number : Fraction, float or None
        A float only for NaN and infinities.
    dress : str

    Examples
    --------
    >>> read_number(0.75)
    (Fraction(3, 4), '')
    >>> read_number("75%")
    (Fraction(75, 1), 'text')
    >>> read_number([0.5])
    (Fraction(1, 2), 'one in a container')
    >>> read_number([0.5, 1.0])
    (None, '2 values in a list')
    """
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple | set | frozenset) or np.ndim(value):
        return _read_container(value)
    if isinstance(value, str):
        text = re.fullmatch(r"\s*(\S+?)\s*%?\s*", value)
        return (_finite(float(text[1])), "text") if text and _is_float(text[1]) else (None, "text")
    if hasattr(value, "item") and not isinstance(value, Real):  # an array without dimensions
        value = value.item()
    if isinstance(value, Real | Decimal | np.bool_):
        return _finite(value), ""
    return None, "dots" if value is ... else "nothing" if value is None else type(value).__name__


def shown(value):
    """Return a value in few characters, as a reader would type it.

    Parameters
    ----------
    value : object

    Returns
    -------
    str

    Examples
    --------
    >>> shown(0.75), shown([0.5]), shown("x" * 100)[-10:]
    ('0.75', '[0.5]', 'xxxxxxx...')
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, Fraction | Decimal):
        return _short(str(value))
    try:
        return _short(repr(value))
    except Exception:  # its repr is somebody's code, too
        return f"a {type(value).__name__}"


def _read_container(value):
    """Return the number in a container of one, or how many values there are."""
    values = list(np.asarray(value, dtype=object).ravel()) if np.ndim(value) else list(value)
    if len(values) != 1:
        return None, f"{len(values)} values in a {type(value).__name__}"
    number, dress = read_number(values[0])
    return number, dress or "one in a container"


def _finite(value):
    """Return a real number as a fraction; NaN and infinities as a float."""
    as_float = float(value) if not isinstance(value, Fraction | int) else 0.0
    if not math.isfinite(as_float):
        return as_float
    return Fraction(value) if isinstance(value, Fraction | int | Decimal) else Fraction(as_float)


def _is_float(text):
    """Tell whether a text reads as a float."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def _short(text):
    """Return a text on one line of bounded length."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


class _StopError(BaseException):
    """Raised inside a call whose time is up; not an Exception, so that few handlers catch it."""


def _run(function, positional, keywords, seconds):
    """Call a function in a thread of its own; return what came of it as fields of an `Answer`."""
    if seconds <= 0:
        return {"timed_out": True}
    outcome = {}

    def work():
        try:
            outcome["raw"] = function(*positional, **keywords)
        except BaseException as error:  # also SystemExit: nothing escapes
            outcome["error"] = error

    with _silence() as written:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            thread.join(seconds)
        finally:
            timed_out = thread.is_alive()
            _stop(thread)
    if timed_out:
        return {"timed_out": True, "printed": bool(written.tell())}
    return outcome | {"printed": bool(written.tell())}


def _stop(thread):
    """Raise `_StopError` in a thread until it ends; one that is busy in C is left behind."""
    for _ in range(20):
        if not thread.is_alive():
            return
        ident = ctypes.c_ulong(thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_StopError))
        thread.join(0.02)


@contextlib.contextmanager
def _silence():
    """Catch what is printed, ignore warnings, and let questions to the user fail."""
    written, stdin, ask = io.StringIO(), sys.stdin, builtins.input

    def no_input(*_):
        raise EOFError("it asks for input")

    with (
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(written),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        sys.stdin, builtins.input = io.StringIO(), no_input
        try:
            yield written
        finally:
            sys.stdin, builtins.input = stdin, ask
