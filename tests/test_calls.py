"""Nothing of a called function escapes, and what it returns is read as a number or not at all."""

import asyncio
import builtins
import decimal
import gc
import math
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from passk import calls
from passk.calls import Answer, read_number, shown


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(calls, "PATIENCE", 0.0)


@pytest.fixture(autouse=True)
def _nothing_is_printed(capfd):
    yield
    assert capfd.readouterr() == ("", "")


def surroundings():
    return sys.stdout, sys.stderr, sys.stdin, builtins.input, list(warnings.filters)


class Caller(calls.Caller):
    """The caller by threads, watched: after each call everything is as it was before."""

    def __init__(self, function, **options):
        super().__init__(function, apart=False, **options)

    def afresh(self, *arguments):
        before = surroundings()
        answer = super().afresh(*arguments)
        assert surroundings() == before
        return answer


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (0, 0),
        (0.75, Fraction(3, 4)),
        (0.1, Fraction(0.1)),
        (True, 1),
        (np.True_, 1),
        (np.float64(0.75), Fraction(3, 4)),
        (np.float32(0.1), Fraction(float(np.float32(0.1)))),
        (np.longdouble(0.75), Fraction(3, 4)),
        (np.int64(3), 3),
        (np.uint8(3), 3),
        (Fraction(2, 3), Fraction(2, 3)),
        (Decimal("0.7"), Fraction(7, 10)),
        (np.array(0.75), Fraction(3, 4)),
        (np.array(3), 3),
        (10**400, 10**400),
        (Fraction(10**400), 10**400),
        (-1.5, Fraction(-3, 2)),
    ],
    ids=lambda v: f"{type(v).__name__}-{str(v)[:20]}",
)
def test_a_number_is_read_exactly_and_is_plain(value, number):
    assert read_number(value) == (number, "")
    assert type(read_number(value)[0]) is Fraction


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, np.longdouble, Decimal, np.array])
@pytest.mark.parametrize("name", ["nan", "inf", "-inf"])
def test_what_is_not_finite_stays_a_float(kind, name):
    number, dress = read_number(kind(float(name)))
    assert (type(number), str(number), dress) == (float, name, "")


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("0.75", Fraction(3, 4)),
        (" 0.75\n", Fraction(3, 4)),
        ("75%", 75),
        ("75.0 %", 75),
        ("1e-3", Fraction(0.001)),
        (np.str_("0.5"), Fraction(1, 2)),
        ("pass", None),
        ("", None),
        ("%", None),
        ("0.5 or so", None),
        ("7/10", None),
    ],
)
def test_text_is_read_and_named_as_text(value, number):
    assert read_number(value) == (number, "text")


@pytest.mark.parametrize(
    "value",
    [
        [0.5],
        (0.5,),
        {0.5},
        frozenset({0.5}),
        [[0.5]],
        ([0.5],),
        np.array([0.5]),
        np.array([[0.5]]),
        {"pass@1": 0.5},
        {"pass@1": [0.5]},
        pd.Series([0.5]),
        pd.Series([0.5], index=["a"]),
        pd.DataFrame({"a": [0.5]}),
        [np.array([0.5])],
        np.array([0.5], dtype=object),
    ],
    ids=repr,
)
def test_one_number_in_a_container_is_read(value):
    assert read_number(value) == (Fraction(1, 2), "one in a container")


def test_text_in_a_container_is_text():
    assert read_number(["0.5"]) == (Fraction(1, 2), "text")
    assert read_number([None]) == (None, "nothing")


@pytest.mark.parametrize(
    ("value", "dress"),
    [
        ([], "0 values in a list"),
        ([0.5, 1.0], "2 values in a list"),
        ((1, 2, 3), "3 values in a tuple"),
        (np.array([1, 2]), "2 values in a ndarray"),
        (np.empty((0, 2)), "0 values in a ndarray"),
        (np.eye(2), "4 values in a ndarray"),
        ({1: 0.5, 2: 1.0}, "2 values in a list"),
        ([[1, 2], [3]], "2 values in a list"),
        ([[1, 2], 3], "2 values in a list"),
    ],
    ids=repr,
)
def test_several_values_are_counted(value, dress):
    assert read_number(value) == (None, dress)


@pytest.mark.parametrize(
    ("value", "dress"),
    [
        (None, "nothing"),
        (..., "dots"),
        (1j, "complex"),
        (np.complex128(1), "complex"),
        (b"0.5", "bytes"),
        (object(), "object"),
        (len, "builtin_function_or_method"),
        ((i for i in [1]), "generator"),
        (range, "type"),
    ],
    ids=lambda v: type(v).__name__,
)
def test_what_is_no_number_is_named(value, dress):
    assert read_number(value) == (None, dress)


class NoArray:
    def __array__(self, *args, **kwargs):
        raise ValueError("no array")


class NoRepr:
    def __repr__(self):
        raise ValueError("no repr")


class ItemRaises:
    def item(self):
        raise ValueError("no item")


class WordlessError(Exception):
    def __str__(self):
        raise ValueError("no words")


class LongNumbers(list):
    def __len__(self):
        raise ValueError("no length")


@pytest.mark.parametrize(
    "value",
    [NoArray(), NoRepr(), ItemRaises(), [NoArray()], Decimal("sNaN"), LongNumbers([1])],
    ids=lambda v: type(v).__name__,
)
def test_an_unruly_value_is_no_number_and_raises_nothing(value):
    answer = Caller(lambda: value, time_limit=5)()
    assert answer.number is None or not math.isfinite(answer.number)
    assert isinstance(str(answer), str)


def test_values_are_shown_as_a_reader_types_them():
    assert shown(np.float64(0.75)) == "0.75"
    assert shown(Fraction(2, 3)) == "2/3"
    assert shown(Decimal("0.7")) == "0.7"
    assert shown([0.5]) == "[0.5]"
    assert shown(NoRepr()) == "a NoRepr"
    assert shown("a\nb") == r"'a\nb'"
    assert shown(np.array([[1, 2], [3, 4]])) == "array([[1, 2], [3, 4]])"
    assert len(shown("x" * 1000)) == 63


def test_an_answer_says_what_came_of_the_call():
    assert str(Answer((), timed_out=True)) == "does not come back in time"
    assert str(Answer((), raw=0.5)) == "gives 0.5"
    assert str(Answer(())) == "returns nothing (None)"
    assert str(Answer((), error=ValueError())) == "raises ValueError"
    assert str(Answer((), error=KeyError("a\nb"))).startswith("raises KeyError: ")
    assert len(str(Answer((), error=ValueError("word " * 1000)))) < 100


def test_an_error_without_words_raises_nothing():
    def raises():
        raise WordlessError

    assert "WordlessError" in str(Caller(raises, time_limit=5)())


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no"),
        SystemExit(1),
        KeyboardInterrupt(),
        GeneratorExit(),
        StopIteration(),
        MemoryError(),
        RecursionError(),
        BaseException("bare"),
        BaseExceptionGroup("two", [KeyboardInterrupt(), ValueError()]),
        Warning("as an error"),
    ],
    ids=lambda e: type(e).__name__,
)
def test_every_error_is_caught_and_kept(error):
    def raises(n, c, k):
        raise error

    answer = Caller(raises, time_limit=5)(1, 1, 1)
    assert type(answer.error).__name__ == type(error).__name__
    assert str(answer.error) == str(error)
    assert answer.number is None
    assert str(answer).startswith(f"raises {type(error).__name__}")


def test_deep_recursion_is_caught():
    def deeper(n):
        return deeper(n + 1)

    assert type(Caller(deeper, time_limit=20)(0).error) is RecursionError


def test_what_is_printed_is_caught_and_noted(capfd):
    def prints(where):
        print("noise", file=where and sys.stderr)
        return 0.5

    for where in (None, "stderr"):
        answer = Caller(prints, time_limit=5)(where)
        assert (answer.printed, answer.number) == (True, Fraction(1, 2))
    assert not Caller(lambda: 0.5, time_limit=5)().printed
    assert capfd.readouterr() == ("", "")


def test_questions_to_the_user_fail():
    answer = Caller(lambda: input("n? "), time_limit=5)()
    assert type(answer.error) is EOFError
    assert Caller(lambda: sys.stdin.read(), time_limit=5)().raw == ""
    assert Caller(lambda: next(sys.stdin), time_limit=5)().error is not None


def test_warnings_are_neither_shown_nor_errors():
    def warns():
        warnings.warn("an old form", DeprecationWarning, stacklevel=2)
        return float(np.float64(1) / np.float64(0) > 0)

    with warnings.catch_warnings(record=True) as shown_to_the_user:
        warnings.simplefilter("always")
        assert Caller(warns, time_limit=5)().number == 1
    assert not shown_to_the_user


def test_warning_filters_of_the_function_do_not_stay():
    def changes_filters():
        warnings.simplefilter("always")
        return 1

    Caller(changes_filters, time_limit=5)()


def test_streams_that_the_function_replaces_are_put_back():
    def replaces():
        sys.stdout = sys.stderr = None
        builtins.input = len
        sys.stdin = None
        return 1

    Caller(replaces, time_limit=5)()


def test_a_coroutine_is_no_number_and_gives_no_warning():
    async def estimate():
        await asyncio.sleep(0)
        return 0.5

    assert Caller(estimate, time_limit=5)().number is None


def test_equal_calls_are_made_once():
    asked = []
    call = Caller(lambda n, c, k: asked.append((n, c, k)) or 0.5, time_limit=5)
    assert call(4, 1, 2) is call(4, 1, 2)
    assert call(4, 1, 1) is not call(4, 1, 2)
    assert asked == [(4, 1, 2), (4, 1, 1)]
    call.afresh(4, 1, 2)
    assert asked[2:] == [(4, 1, 2)]


def test_a_call_with_numpy_integers_is_another_call():
    call = Caller(lambda n: str(type(n)), time_limit=5)
    assert call(1).raw != call(np.int64(1)).raw


def test_arguments_are_handed_over_in_a_copy_and_changes_are_noted():
    mine = [1, 2]
    answer = Caller(lambda ns: ns.pop(), time_limit=5)(mine)
    assert (answer.mutated, answer.number, mine) == (True, 2, [1, 2])
    assert not Caller(lambda ns: sum(ns), time_limit=5)(mine).mutated
    sorts = Caller(lambda ns: ns.sort() or 1, time_limit=5)
    assert not sorts([1, 2]).mutated
    assert sorts([2, 1]).mutated


def test_a_change_before_an_error_is_noted():
    answer = Caller(lambda ns: ns.clear() or 1 / 0, time_limit=5)([1, 2])
    assert answer.mutated
    assert type(answer.error) is ZeroDivisionError


def test_changes_in_the_middle_of_a_long_array_are_noted():
    def zeroes(ns):
        ns[1000] = 0
        return 1

    assert Caller(zeroes, time_limit=5)(np.ones(3000, dtype=int)).mutated


def test_arguments_can_be_arranged():
    def arrange(n, c, k):
        return [[n], k], {"passed": c}

    call = Caller(lambda ns, k, passed: (ns[0], k, passed), arrange=arrange, time_limit=5)
    assert call(5, 2, 3).raw == (5, 3, 2)
    assert call(5, 2, 3).arguments == (5, 2, 3)


def test_a_container_is_plain_where_it_is_expected():
    assert Caller(lambda: [0.5], unwrap=True, time_limit=5)().dress == ""
    assert Caller(lambda: [0.5], time_limit=5)().dress == "one in a container"
    assert Caller(lambda: ["0.5"], unwrap=True, time_limit=5)().dress == "text"
    assert Caller(lambda: [1, 2], unwrap=True, time_limit=5)().number is None


def still_running(before):
    return [thread for thread in set(threading.enumerate()) - before if thread.is_alive()]


def hold_on(until):
    while not until.is_set():
        pass


def test_an_endless_loop_is_stopped():
    before = set(threading.enumerate())
    never = threading.Event()

    def endless():
        hold_on(never)

    stopped = Caller(endless, time_limit=0.1)()
    assert stopped.timed_out
    assert (stopped.number, stopped.error) == (None, None)
    assert not still_running(before)


def test_an_endless_loop_that_catches_exceptions_is_stopped():
    before = set(threading.enumerate())

    def deaf():
        while True:
            try:
                math.sqrt(-1)
            except Exception:
                continue

    assert Caller(deaf, time_limit=0.1)().timed_out
    assert not still_running(before)


def test_a_loop_that_catches_everything_does_not_hold_up_the_caller():
    enough = threading.Event()

    def deaf():
        while not enough.is_set():
            try:
                while not enough.is_set():
                    pass
            except:  # noqa: E722
                continue

    call = Caller(deaf, time_limit=0.1)
    assert call().timed_out
    assert sys.stdout is not None
    enough.set()


def test_a_sleep_does_not_hold_up_the_caller():
    woken = threading.Event()

    def sleeps():
        woken.wait(60)

    call = Caller(sleeps, time_limit=0.1)
    assert call().timed_out
    woken.set()


def test_no_call_is_made_after_the_time_is_up_until_a_rest():
    asked = []
    never = threading.Event()

    def slow(n):
        asked.append(n)
        if n == 0:
            hold_on(never)
        return n

    call = Caller(slow, time_limit=0.1)
    assert call(0).timed_out
    assert call(1).timed_out
    assert asked == [0]
    call.rest()
    assert call(2).number == 2
    assert asked == [0, 2]
    assert call(1).timed_out  # from memory


def test_the_first_call_has_patience(monkeypatch):
    monkeypatch.setattr(calls, "PATIENCE", 3.0)
    call = Caller(lambda: 1, time_limit=2.0)
    assert call.left == 5.0
    call.rest()
    assert call.left == 5.0
    call()
    call.rest()
    assert call.left == 2.0


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
def test_an_interrupt_by_the_user_gets_through_and_stops_the_function():
    never, begun, ended = threading.Event(), threading.Event(), threading.Event()

    def endless():
        begun.set()
        try:
            hold_on(never)
        finally:
            ended.set()

    def interrupt():
        begun.wait(10)
        ended.wait(0.2)  # until the caller waits, too
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    user = threading.Thread(target=interrupt)
    user.start()
    before = surroundings()
    try:
        with pytest.raises(KeyboardInterrupt):
            calls.Caller(endless, time_limit=5, apart=False)()
        user.join()
        assert surroundings() == before
        assert ended.wait(1)
    finally:
        never.set()


def test_calls_within_calls_give_the_streams_back():
    inner = Caller(lambda: print("inner") or 0.5, time_limit=5)
    answer = Caller(lambda: inner().number, time_limit=10)()
    assert answer.number == Fraction(1, 2)


def test_the_context_of_decimals_does_not_leak_out():
    precision = decimal.getcontext().prec

    def changes_precision():
        decimal.getcontext().prec = 3
        return 1

    Caller(changes_precision, time_limit=5)()
    assert decimal.getcontext().prec == precision


def test_a_function_is_called_in_a_thread_of_its_own():
    answer = Caller(lambda: threading.current_thread() is threading.main_thread(), time_limit=5)()
    assert answer.raw is False


# --- calls in a process apart ---------------------------------------------------------------------

forking = pytest.mark.skipif(not calls.CAN_FORK, reason="processes are forked on Linux only")


@pytest.fixture
def apart():
    """Make callers that use a process; none of them is left afterwards."""
    made = []

    def make(function, **options):
        made.append(calls.Caller(function, apart=True, **options))
        return made[-1]

    yield make
    for caller in made:
        caller.close()
    assert children() == set()


def children():
    """Return the processes that were forked from this one and still exist."""
    started = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    here = Path("/proc/self/cmdline").read_bytes()
    return {child for child in started if Path(f"/proc/{child}/cmdline").read_bytes() == here}


@forking
@pytest.mark.parametrize(
    "busy",
    [
        lambda: sum(range(10**12)),  # inside C: no thread could be stopped there
        lambda: 3**10**8,
        lambda: re.fullmatch("(a+)+$", "a" * 40 + "b"),
        lambda: time.sleep(100),
    ],
)
def test_what_is_busy_in_c_is_stopped(apart, busy):
    call = apart(busy, time_limit=0.3)
    assert call().timed_out
    assert children() == set()


@forking
def test_memory_is_bounded(apart):
    assert isinstance(apart(lambda: [0] * 10**9)().error, MemoryError)


@forking
def test_the_end_of_the_program_is_an_error(apart):
    call = apart(lambda n: os._exit(3) if n == 0 else n)
    assert str(call(0)) == "raises RuntimeError: it ended the whole program"
    assert call(1).number == 1


@forking
def test_a_call_is_made_in_the_main_thread_of_another_process(apart):
    call = apart(lambda: (threading.current_thread() is threading.main_thread(), os.getpid()))
    in_main_thread, process = call().raw
    assert in_main_thread
    assert process != os.getpid()
    assert apart(lambda: signal.alarm(0) or 0.5)().number == Fraction(1, 2)


@forking
def test_the_state_of_this_process_is_not_touched(apart):
    def upset():
        random.seed(1)
        os.chdir("/")
        os.environ["PASSK_UPSET"] = "1"
        sys.setrecursionlimit(77)
        return 0.5

    before = random.getstate(), os.getcwd(), sys.getrecursionlimit()
    assert apart(upset)().number == Fraction(1, 2)
    assert (random.getstate(), os.getcwd(), sys.getrecursionlimit()) == before
    assert "PASSK_UPSET" not in os.environ


@forking
def test_nothing_is_printed_on_any_way(apart, capfd):
    def loud():
        os.write(1, b"by its number")
        print("past the capture", file=sys.__stderr__)
        subprocess.run(["echo", "by another process"], check=True)
        return 0.5

    assert apart(loud)().number == Fraction(1, 2)
    assert capfd.readouterr() == ("", "")


@forking
@pytest.mark.parametrize("value", [threading.Lock(), (i for i in "ab"), test_memory_is_bounded])
def test_a_value_that_is_no_plain_one_is_only_shown(apart, value):
    answer = apart(lambda: value)()
    assert isinstance(answer.raw, calls.Shown)
    assert answer.number is None
    assert " at 0x" not in str(answer)


@forking
@pytest.mark.parametrize("value", [0.5, Fraction(1, 3), np.float32(0.5), [0.5], None, ..., "x"])
def test_a_plain_value_is_kept(apart, value):
    assert apart(lambda: value)().raw == value


class TooLargeError(ValueError):
    def __init__(self, n, k):
        super().__init__(f"k={k} exceeds n={n}")


@forking
def test_an_error_keeps_its_name_its_kind_and_its_words(apart):
    def refuses(n, k):
        raise TooLargeError(n, k)

    answer = apart(refuses)(2, 5)
    assert isinstance(answer.error, ValueError)
    assert str(answer) == "raises TooLargeError: k=5 exceeds n=2"


@forking
def test_a_process_serves_all_calls_and_ends_when_nobody_needs_it(apart):
    call = apart(lambda n: os.getpid())
    assert call(1).raw == call(2).raw
    call.close()
    assert children() == set()
    assert call(3).raw != call(1).raw
    forgotten = calls.Caller(lambda: 1, apart=True)
    forgotten()
    before = children()
    del forgotten
    gc.collect()
    assert len(children()) == len(before) - 1


@forking
def test_an_interrupt_ends_the_process_too(apart):
    call = apart(lambda: time.sleep(60), time_limit=30)
    interrupt = threading.Timer(
        0.3, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    )
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert children() == set()
