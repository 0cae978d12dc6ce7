"""Calling somebody's function so that nothing of it escapes: errors, prints, endless loops.

On Linux the calls are made in a process forked from this one, which can be stopped at any moment
and whose memory is bounded; elsewhere in a thread. This guards against accidents, not malice.
"""

import builtins
import contextlib
import copy
import ctypes
import inspect
import io
import math
import os
import pickle
import re
import select
import signal
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real

import numpy as np

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None

__all__ = ["Answer", "Caller", "Shown", "message_of", "read_number", "shown"]

PATIENCE = 5.0  # seconds that the first call has on top: it may import something large
LONGEST_SHOWN = 60
MOST_KEPT = 20  # values in a container
MOST_MEMORY = 2**31  # bytes
CAN_FORK = sys.platform == "linux"  # macOS can fork, too, and its libraries may break then
KEPT = (int, float, bool, str, type(None), type(...), Fraction, Decimal, list, tuple, np.ndarray)


@dataclass(frozen=True)
class Answer:
    """What came of one call.

    Attributes
    ----------
    arguments : tuple
        What the function was asked for, as the checks see it: ``(n, c, k)``.
    raw : object
        What it returned, if that is a plain value; else `Shown`.
    number : Fraction, float or None
        The same as a number: a fraction if it is finite, else NaN or an infinity; None if it is
        no number.
    dress : str
        "" for a plain number, "text", "one in a container", or what was returned instead.
    error : BaseException or None
        What it raised.
    timed_out, mutated, printed : bool
        Whether it did not come back in time, changed its arguments, or printed something.
    seconds : float
        How long it took.
    """

    arguments: tuple
    raw: object = None
    number: object = None
    dress: str = ""
    error: BaseException | None = None
    timed_out: bool = False
    mutated: bool = False
    printed: bool = False
    seconds: float = 0.0

    def __str__(self):
        """Say what came of the call: ``gives 0.75``, ``raises ValueError: ...``."""
        if self.timed_out:
            return "does not come back in time"
        if self.error is not None:
            words = message_of(self.error)
            return f"raises {type(self.error).__name__}" + (f": {_short(words)}" if words else "")
        return "returns nothing (None)" if self.raw is None else f"gives {shown(self.raw)}"


@dataclass(frozen=True)
class Shown:
    """A value that is not kept, only how it is shown."""

    text: str

    def __repr__(self):
        return self.text


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
    apart : bool, optional
        Whether the calls are made in a process of their own; default: where that is possible.

    Examples
    --------
    >>> call = Caller(lambda n, c, k: c / n)
    >>> str(call(4, 1, 2))
    'gives 0.25'
    >>> str(call(0, 0, 1))
    'raises ZeroDivisionError: division by zero'
    """

    def __init__(self, function, *, arrange=None, unwrap=False, time_limit=2.0, apart=None):
        self.function, self.arrange, self.unwrap = function, arrange, unwrap
        self.time_limit = time_limit
        self.left = time_limit + PATIENCE
        self.answers = {}
        self.apart = CAN_FORK if apart is None else apart
        self._worker = None

    def __call__(self, *arguments):
        """Return the answer to a call, from memory if it was made before."""
        key = repr(arguments)
        if key not in self.answers:
            self.answers[key] = self.afresh(*arguments)
        return self.answers[key]

    def rest(self):
        """Give the next calls the full time again."""
        self.left = self.time_limit + (0 if self.answers else PATIENCE)

    def close(self):
        """End the process in which the calls are made; the next call starts another one."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def afresh(self, *arguments):
        """Return the answer to a call made now."""
        started = time.monotonic()
        if self.left <= 0:
            return Answer(arguments, timed_out=True)
        fields = (self._ask_worker if self.apart else self._ask_thread)(arguments)
        if fields.get("error"):
            fields["error"] = _error(*fields["error"])
        seconds = time.monotonic() - started
        self.left = max(self.left - seconds, 0.0)
        return Answer(arguments, seconds=seconds, **fields)

    def _ask_worker(self, arguments):
        """Return the fields of an answer from the process apart, or that it took too long."""
        if self._worker is None:
            self._worker = _Worker(lambda asked: _answer(self, asked))
        fields, until = None, time.monotonic() + self.left
        try:
            fields = self._worker.ask(arguments, until)
        finally:
            if fields is None:  # too late, ended by itself, or the user has interrupted
                self.close()
        if fields is not None:
            return fields
        error = ("RuntimeError", "RuntimeError", "it ended the whole program")
        return {"timed_out": True} if time.monotonic() >= until else {"error": error}

    def _ask_thread(self, arguments):
        """Return the fields of an answer from a thread, or that it took too long."""
        fields, ended = {}, threading.Event()

        def work():
            try:
                fields.update(_answer(self, arguments))
            except _StopError:
                pass
            finally:
                ended.set()

        thread = threading.Thread(target=work, daemon=True)
        with _silence():
            thread.start()
            try:
                _wait(ended, self.left)
            finally:
                timed_out = not ended.is_set()
                _stop(thread, ended)
        return {"timed_out": True} if timed_out else fields


def _answer(caller, arguments):
    """Call a function, and return the fields of an answer as plain values."""
    handed = copy.deepcopy(arguments)
    try:
        positional, keywords = caller.arrange(*handed) if caller.arrange else (handed, {})
    except ValueError as error:  # counts that this signature cannot express
        return {"error": _described(error)}
    before, fields = _frozen((positional, keywords)), {}
    with _silence() as written:
        try:
            raw = caller.function(*positional, **keywords)
            if inspect.iscoroutine(raw):
                raw.close()
            number, dress = read_number(raw)
            plain = caller.unwrap and dress == "one in a container"
            fields = {"raw": _kept(raw), "number": number, "dress": "" if plain else dress}
        except _StopError:
            raise
        except BaseException as error:  # also SystemExit: nothing escapes
            fields = {"error": _described(error)}
        fields["printed"] = not written.closed and bool(written.tell())
    return fields | {"mutated": _frozen((positional, keywords)) != before}


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
    try:
        return _read(value)
    except Exception:  # reading it may run somebody's code, too
        return None, type(value).__name__


def _read(value):
    """Return a value as a number, and its dress; what it raises is not caught."""
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
    try:
        if isinstance(value, Fraction | Decimal):
            return _short(str(value))
        return _short(re.sub(r" at 0x[0-9a-f]+", "", repr(value)))
    except Exception:  # its repr is somebody's code, too
        return f"a {type(value).__name__}"


def _read_container(value):
    """Return the number in a container of one, or how many values there are."""
    plain = isinstance(value, list | tuple | set | frozenset)
    values = list(value) if plain else list(np.asarray(value, dtype=object).ravel())
    if len(values) != 1:
        return None, f"{len(values)} values in a {type(value).__name__}"
    number, dress = read_number(values[0])
    return number, dress or "one in a container"


def _finite(value):
    """Return a real number as a fraction; NaN and infinities as a float."""
    if isinstance(value, Fraction):  # which may hold integers of NumPy
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Integral):
        return Fraction(int(value))
    as_float = float(value)
    if not math.isfinite(as_float):
        return as_float
    return Fraction(value) if isinstance(value, Decimal) else Fraction(as_float)


def _is_float(text):
    """Tell whether a text reads as a float."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def message_of(error):
    """Return what an error says, or nothing if it cannot be asked.

    Parameters
    ----------
    error : BaseException

    Returns
    -------
    str

    Examples
    --------
    >>> message_of(ValueError("too large"))
    'too large'
    """
    try:
        return str(error)
    except Exception:
        return ""


def _frozen(value):
    """Return arguments in a form that can be compared, arrays included."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_frozen(item) for item in value]
    return {name: _frozen(item) for name, item in value.items()} if type(value) is dict else value


def _short(text):
    """Return a text on one line of bounded length."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _kept(value):
    """Return a value if it is plain and small, else how it is shown."""
    if isinstance(value, np.ndarray | list | tuple):
        if isinstance(value, np.ndarray) and value.dtype.kind not in "biuf":
            return Shown(shown(value))
        small = len(value) <= MOST_KEPT if np.ndim(value) else True
        return value if small and type(value) in KEPT else Shown(shown(value))
    return value if type(value) in KEPT or isinstance(value, np.generic) else Shown(shown(value))


def _described(error):
    """Return an error's name, the built-in kind that it is of, and its words."""
    kinds = (kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
    return type(error).__name__, next(kinds).__name__, message_of(error)


def _error(name, kind, words):
    """Return an error from its description."""
    base = getattr(builtins, kind)
    same = base if name == kind else type(name, (base,), {"__init__": _keep_words})
    try:
        return same(words) if words else same()
    except TypeError:  # UnicodeDecodeError and its like want more than words
        return type(name, (Exception,), {})(words)


def _keep_words(error, *words):
    """Keep the words of an error, whatever its kind wants of them."""
    BaseException.__init__(error, *words)


class _StopError(BaseException):
    """Raised inside a call whose time is up; not an Exception, so that few handlers catch it."""


class _Worker:
    """A process forked from this one that answers questions, one after the other."""

    def __init__(self, answer):
        asked, self._ask = os.pipe()
        self._answers, answered = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other threads exist; the child uses none of them
            self._child = os.fork()
        if self._child == 0:
            try:
                _serve(answer, asked, answered)
            finally:
                os._exit(0)
        os.close(asked)
        os.close(answered)
        self._finalizer = weakref.finalize(self, _end, self._child, self._ask, self._answers)

    def ask(self, question, until):
        """Return the answer to a question; None if it does not come by a time, or never will."""
        _send(self._ask, question)
        size = _receive(self._answers, 8, until)
        content = size and _receive(self._answers, int.from_bytes(size, "big"), until)
        return pickle.loads(content) if content else None

    def end(self):
        """Kill the process and wait for its end."""
        self._finalizer()


def _end(child, *pipes):
    """Kill a process, wait for its end, and close the pipes to it."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    for pipe in pipes:
        os.close(pipe)


def _serve(answer, asked, answered):
    """Answer questions until there are no more: the life of a worker."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # end with the parent, however that ends
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nowhere, place)
    _bound_memory()
    while size := _receive(asked, 8):
        question = pickle.loads(_receive(asked, int.from_bytes(size, "big")))
        _send(answered, answer(question))


def _bound_memory():
    """Let this process use MOST_MEMORY more than it does now."""
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = used + MOST_MEMORY if hard == resource.RLIM_INFINITY else min(used + MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _send(pipe, thing):
    """Write a thing to a pipe, its size first."""
    content = pickle.dumps(thing)
    left = memoryview(len(content).to_bytes(8, "big") + content)
    while left:
        left = left[os.write(pipe, left) :]


def _receive(pipe, size, until=None):
    """Read so many bytes from a pipe; None if it ends before, or the time is up."""
    content = b""
    while len(content) < size:
        wait = None if until is None else max(until - time.monotonic(), 0)
        if not select.select([pipe], [], [], wait)[0]:
            return None
        chunk = os.read(pipe, size - len(content))
        if not chunk:
            return None
        content += chunk
    return content


def _wait(ended, seconds):
    """Wait for an event in short slices, so that the user can interrupt at any time."""
    until = time.monotonic() + seconds
    while not ended.is_set() and time.monotonic() < until:
        ended.wait(min(0.1, max(until - time.monotonic(), 0)))


def _stop(thread, ended):
    """Raise `_StopError` in a thread until it ends; one that is busy in C is left behind."""
    for _ in range(20):
        if ended.is_set():
            thread.join(0.1)
            return
        ident = ctypes.c_ulong(thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_StopError))
        ended.wait(0.02)


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
