"""Every entry of the zoo fails the checks it must fail, and nothing that is right is blamed."""

import builtins
import functools
import inspect
import io
import itertools
import math
import re
import subprocess
import sys
import threading
import warnings
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from wrong_estimators import (
    ABOVE,
    ALONE,
    DIGITS,
    GUARD,
    LARGE,
    NUMBER,
    NUMPY,
    TWICE,
    UNKNOWN,
    ZOO,
    chen,
    mean_of_human_eval,
    naive,
    no_one_minus,
    percent,
    plain_mean,
    refusing_naive,
    unbiased,
)

from passk import calls, mean_pass_at_k, naive_pass_at_k, pass_at_k, pass_hat_k
from passk.checks import (
    CHECKS,
    MEAN_CHECKS,
    NAIVE_CHECKS,
    CheckResult,
    FailedChecksError,
    Report,
    check_estimator,
    check_mean,
    check_naive,
)
from passk.diagnosis import MEAN, NAIVE, PASS_AT_K

CATALOGUE = {m.name for t in (PASS_AT_K, NAIVE, MEAN) for m in (*t.mistakes, *t.policies)}
STATUSES = {"passed", "remark", "failed", "not run"}
ALL_CHECKS = [*CHECKS, *MEAN_CHECKS, *NAIVE_CHECKS]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(calls, "PATIENCE", 0.3)


@pytest.fixture(scope="module")
def report_of():
    """Return a function that gives the report of an entry of the zoo, made once."""
    reports = {}

    def report(entry):
        if entry.function not in reports:
            reports[entry.function] = entry.report()
        return reports[entry.function]

    return report


def failed(report):
    return {result.name for result in report.failures}


@pytest.mark.parametrize("entry", ZOO, ids=str)
def test_the_checks_that_must_fail_fail_and_the_mistake_is_named(entry, report_of):
    report = report_of(entry)
    assert tuple(diagnosis.name for diagnosis in report.diagnoses) == entry.names
    assert entry.fires <= failed(report)
    assert set(entry.remarks) <= {result.name for result in report.remarks}
    assert report.ok == (not entry.fires)
    if entry.right_formula:
        assert failed(report) == entry.fires


@pytest.mark.parametrize("entry", ZOO, ids=str)
def test_a_report_is_text_and_a_table_that_can_be_read(entry, report_of):
    report = report_of(entry)
    text = str(report)
    assert text.splitlines()[0] == report.verdict
    assert entry.function.__name__ in report.verdict
    assert max(map(len, text.splitlines()[1:])) <= 80
    for result in report.results:
        assert result.name in text
        assert result.status in STATUSES
        assert result.sentence
    for diagnosis in report.diagnoses:
        assert diagnosis.name in report.verdict
        assert diagnosis.words[-1] in ".?"
    rows = Rows()
    rows.feed(report._repr_html_())
    assert rows.balanced()
    assert rows.cells == 6 * len(report.results)


class Rows(HTMLParser):
    """Counts cells and checks that every tag is closed."""

    def __init__(self):
        super().__init__()
        self.cells, self.open, self.crossed = 0, [], False

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.cells += tag == "td"

    def handle_endtag(self, tag):
        self.crossed |= not self.open or self.open.pop() != tag

    def balanced(self):
        return not self.open and not self.crossed


def test_the_zoo_is_large():
    wrong = [entry for entry in ZOO if entry.fires]
    fine = [entry for entry in ZOO if not entry.fires]
    strangers = {e.function for e in wrong if e.names[0] in (UNKNOWN, GUARD)}
    assert len(wrong) > 150
    assert len(fine) > 30
    assert len(strangers) >= 15
    assert len({e.function.__name__ for e in ZOO}) == len(ZOO)


def test_every_check_is_failed_or_remarked_by_some_entry(report_of):
    noticed = {
        r.name for e in ZOO for r in report_of(e).results if r.status in ("failed", "remark")
    }
    assert {check.name for check in ALL_CHECKS} <= noticed


def test_wrong_values_for_small_counts_are_never_blamed_on_large_ones(report_of):
    for entry in ZOO:
        report = report_of(entry)
        status = {result.name: result.status for result in report.results}
        formula = {d.kind for d in report.diagnoses} & {"formula", "guard"}
        if formula:
            assert status[LARGE] == "not run", entry
            assert not any(d.kind == "numerics" for d in report.diagnoses), entry


@pytest.mark.parametrize(
    ("check", "function"),
    [
        (check_estimator, pass_at_k),
        (check_naive, naive_pass_at_k),
        (check_mean, mean_pass_at_k),
    ],
    ids=["pass@k", "naive", "mean"],
)
def test_our_own_functions_pass_without_a_remark(check, function):
    report = check(function)
    assert report.ok
    assert not report.remarks
    assert not report.diagnoses
    assert {result.status for result in report.results} == {"passed"}
    assert report.verdict == f"{function.__name__} passes all {len(report.results)} checks."


def test_our_pass_hat_k_is_no_pass_at_k():
    assert [d.name for d in check_estimator(pass_hat_k).diagnoses] == ["pass^k"]


# --- every check alone --------------------------------------------------------------------------


def test_the_names_of_the_checks():
    assert [check.name for check in CHECKS] == [
        NUMBER,
        "agrees_with_listing_every_subset",
        "is_c_over_n_for_one_draw",
        "is_zero_when_nothing_is_correct",
        "never_decreases_with_k",
        "never_decreases_with_c",
        "is_unbiased",
        "is_one_when_failures_are_too_few",
        ABOVE,
        "refuses_impossible_counts",
        LARGE,
        DIGITS,
        NUMPY,
        TWICE,
        ALONE,
        "prints_nothing",
    ]
    assert all(str(check) == repr(check) == check.name for check in ALL_CHECKS)
    assert all(re.fullmatch(r"[a-z_]+", check.name) for check in ALL_CHECKS)
    assert all(re.fullmatch(r"[A-Z][^\n]+\.", check.says) for check in ALL_CHECKS)


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_every_check_alone_passes_a_right_function(check):
    result = check(unbiased)
    assert result
    assert result.status in ("passed", "remark")
    assert (result.name, result.kind) == (check.name, check.kind)


@pytest.mark.parametrize("check", MEAN_CHECKS, ids=str)
def test_every_check_of_the_mean_alone_passes_a_right_one(check):
    assert check(plain_mean)


@pytest.mark.parametrize("check", NAIVE_CHECKS, ids=str)
def test_every_check_of_the_naive_estimate_alone_passes_a_right_one(check):
    assert check(refusing_naive)


@pytest.fixture(scope="module")
def whole():
    return check_estimator(no_one_minus)


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_a_check_alone_says_what_it_says_in_the_report(check, whole):
    alone = check(no_one_minus)
    together = next(r for r in whole.results if r.name == check.name)
    assert (alone.status, alone.sentence) == (together.status, together.sentence)


def test_a_result_holds_the_smallest_counterexample():
    result = CHECKS[1](naive)
    assert not result
    assert (result.status, result.arguments) == ("failed", (2, 1, 2))
    assert (result.got, result.right) == (0.75, 1)
    assert "naive(2, 1, 2)" in result.sentence
    assert repr(result).startswith("<agrees_with_listing_every_subset: failed.")


def test_a_result_without_a_counterexample_is_empty():
    result = CHECKS[1](unbiased)
    assert (result.arguments, result.got, result.right) == ((), None, None)


@pytest.mark.parametrize("value", [0, False, 0.0, None])
def test_what_was_got_is_kept_even_if_it_is_false(value):
    result = CHECKS[7](lambda n, c, k: value)
    assert result.got == value


def test_an_error_is_kept_as_what_was_got():
    def raises(n, c, k):
        raise ValueError("never")

    result = CHECKS[1](raises)
    assert type(result.got) is ValueError
    assert "raises ValueError: never" in result.sentence


def test_the_unbiased_check_tells_rate_average_and_truth():
    sentence = next(c for c in CHECKS if c.name == "is_unbiased")(naive).sentence
    assert "p = 1/2" in sentence
    assert "5/8" in sentence
    assert "3/4" in sentence


# --- the report ---------------------------------------------------------------------------------


def test_ok_means_that_everything_was_run_and_passed():
    def report(*statuses):
        results = (CheckResult("x", "formula", status, "So it is.") for status in statuses)
        return Report("f", tuple(results), ())

    assert report("passed", "remark").ok
    assert not report("passed", "failed").ok
    assert not report("passed", "not run").ok
    assert [r.status for r in report("failed", "remark", "passed").failures] == ["failed"]
    assert [r.status for r in report("failed", "remark", "passed").remarks] == ["remark"]


def test_the_verdict_counts_and_names():
    assert check_estimator(naive).verdict == "naive fails 4 of 16 checks: naive estimate."
    fine = check_estimator(unbiased)
    assert re.match(r"unbiased passes all 16 checks", fine.verdict)
    assert fine.verdict.count("remark") == bool(fine.remarks)


def test_the_text_begins_with_verdict_and_mistake():
    lines = str(check_estimator(naive)).splitlines()
    assert lines[0] == check_estimator(naive).verdict
    assert lines[2].startswith("  naive estimate: ")
    headings = [line for line in lines if line.startswith(("FAILED", "remark"))]
    assert headings[0] == "FAILED  agrees_with_listing_every_subset"
    assert repr(check_estimator(naive)) == str(check_estimator(naive))


def test_a_report_is_the_same_each_time():
    assert str(check_estimator(chen)) == str(check_estimator(chen))


SCRIPT = "<script>alert('&')</script>"


def test_the_table_escapes_what_a_function_returns_and_raises():
    def returns(n, c, k):
        return SCRIPT

    def raises(n, c, k):
        raise ValueError(SCRIPT)

    raises.__name__ = "<b>"
    for function in (returns, raises):
        table = check_estimator(function)._repr_html_()
        assert "<script>" not in table
        assert "<b>" not in table
        assert "&lt;script&gt;" in table


def test_the_table_shows_input_answer_and_truth():
    table = check_estimator(naive)._repr_html_()
    assert "(2, 1, 2)" in table
    assert ">0.75<" in table
    assert ">1<" in table
    assert "naive estimate" in table


def test_long_values_do_not_flood_the_report():
    def long(n, c, k):
        return "x" * 10_000

    report = check_estimator(long)
    assert len(str(report)) < 3000
    assert len(report._repr_html_()) < 10_000


def test_on_fail_raises_an_assertion_with_the_report():
    with pytest.raises(FailedChecksError, match="naive fails 4 of 16 checks") as caught:
        check_estimator(naive, on_fail="raise")
    assert isinstance(caught.value, AssertionError)
    assert caught.value.report.diagnoses[0].name == "naive estimate"
    assert str(caught.value) == str(caught.value.report)


def test_on_fail_returns_the_report_of_what_is_right():
    assert check_estimator(unbiased, on_fail="raise").ok
    assert check_mean(plain_mean, on_fail="raise").ok
    assert check_naive(refusing_naive, on_fail="raise").ok


def test_on_fail_is_one_of_two_words():
    with pytest.raises(ValueError, match=r"^on_fail must be 'report' or 'raise': on_fail='warn'"):
        check_estimator(naive, on_fail="warn")


# --- how a function is called -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signature", "function"),
    [
        ("n,c,k", unbiased),
        (" n , c , k ", unbiased),
        ("k, c, n", lambda k, c, n: unbiased(n, c, k)),
        ("[n], [c], k", lambda ns, cs, k: [unbiased(ns[0], cs[0], k)]),
        ("[n], [c], [k]", lambda ns, cs, ks: {ks[0]: unbiased(ns[0], cs[0], ks[0])}),
        ("[[n]], c, k", lambda ns, c, k: [[unbiased(ns[0][0], c, k)]]),
        ("n=n, c=c, k=k", lambda *, n, c, k: unbiased(n, c, k)),
        ("n, k=k, c=c", lambda n, *, c, k: unbiased(n, c, k)),
        ("k=k, n, c", lambda n, c, *, k: unbiased(n, c, k)),
        ("n, n-c, k", lambda n, failures, k: unbiased(n, n - failures, k)),
        ("n-c, c, draws=k", lambda failures, c, *, draws: unbiased(failures + c, c, draws)),
        ("outcomes, k", lambda outcomes, k: unbiased(len(outcomes), sum(outcomes), k)),
        ("outcomes, k=k", lambda outcomes, *, k: unbiased(len(outcomes), sum(outcomes), k)),
        ("[outcomes], k", lambda table, k: unbiased(len(table[0]), sum(table[0]), k)),
        ("scores=outcomes, k=[k]", lambda scores, k: unbiased(len(scores), sum(scores), k[0])),
    ],
)
def test_a_right_function_passes_by_its_signature(signature, function):
    def small(*given, **named):
        return function(*given, **named)

    formula = [c for c in CHECKS if c.kind in ("behaviour", "formula", "guard")]
    for check in formula:
        assert check(small, signature=signature)


@pytest.mark.parametrize("signature", ["ns, cs, k", "cs=cs, ns=ns, k=k", "pairs, k", "pairs, [k]"])
def test_a_right_mean_passes_by_its_signature(signature):
    def mean(*given, ns=None, cs=None, k=None):
        pairs = zip(ns, cs, strict=True) if ns else given[0]
        if not ns and len(given) == 3:
            pairs = zip(*given[:2], strict=True)
        k = k or given[-1]
        values = [unbiased(n, c, k[0] if isinstance(k, list) else k) for n, c in pairs]
        return sum(values) / len(values)

    report = check_mean(mean, signature=signature)
    assert report.ok


@pytest.mark.parametrize(
    ("signature", "named"),
    [
        ("n, c, x", "'x'"),
        ("n, c,", "''"),
        ("n; c; k", "'n;c;k'"),
        ("[n, c, k", "'[n'"),
        ("n, c], k", "'c]'"),
        ("[[n], c, k", "'[[n]'"),
        ("n, c, k=", "'k='"),
        ("ns, cs, k", "'ns'"),
        ("n, c, 2", "'2'"),
        ("*n, c, k", "'*n'"),
        ("n, c, k + 1", "'k+1'"),
        ("__import__('os'), c, k", "__import__"),
    ],
)
def test_a_signature_of_unknown_arguments_is_an_error_that_lists_the_known(signature, named):
    with pytest.raises(ValueError, match=re.escape(named)) as caught:
        check_estimator(unbiased, signature=signature)
    for known in ("n", "c", "k", "n-c", "outcomes"):
        assert known in str(caught.value)


def test_the_mean_has_a_signature_of_its_own():
    with pytest.raises(ValueError, match=r"'n'.*ns, cs, k, pairs"):
        check_mean(plain_mean, signature="n, c, k")


@pytest.mark.parametrize("function", [None, 0.5, "pass_at_k", [1]])
@pytest.mark.parametrize("check", [check_estimator, check_mean, check_naive, CHECKS[1]])
def test_what_cannot_be_called_is_a_type_error(check, function):
    with pytest.raises(TypeError, match=rf"must be a function, not {type(function).__name__}"):
        check(function)


@pytest.mark.parametrize("time_limit", [0, -1, float("nan")])
def test_a_time_limit_is_above_zero(time_limit):
    with pytest.raises(ValueError, match=r"^time_limit must be above 0: time_limit="):
        check_estimator(unbiased, time_limit=time_limit)


def test_anything_that_can_be_called_is_checked():
    class Estimator:
        def __call__(self, n, c, k):
            return unbiased(n, c, k)

        def method(self, n, c, k):
            return unbiased(n, c, k)

    for function in (Estimator(), Estimator().method, functools.partial(unbiased)):
        report = check_estimator(function)
        assert report.ok
        assert report.name.isidentifier()


# --- nothing escapes ----------------------------------------------------------------------------


def test_nothing_is_printed_warned_or_left_behind(capfd, recwarn):
    def noisy(n, c, k):
        print("to stdout")
        print("to stderr", file=sys.stderr)
        warnings.warn("an old form", UserWarning, stacklevel=1)
        if n == 5:
            raise SystemExit
        return unbiased(n, c, k)

    before = set(threading.enumerate())
    streams = sys.stdout, sys.stderr, sys.stdin, builtins.input, list(warnings.filters)
    report = check_estimator(noisy)
    assert (sys.stdout, sys.stderr, sys.stdin, builtins.input, list(warnings.filters)) == streams
    assert capfd.readouterr() == ("", "")
    assert not list(recwarn)
    assert not [t for t in set(threading.enumerate()) - before if t.is_alive()]
    assert "prints_nothing" in {result.name for result in report.remarks}
    assert report.diagnoses[0].name == UNKNOWN


def test_an_endless_loop_ends_and_leaves_no_thread():
    def endless(n, c, k):
        while True:
            n += 1

    before = set(threading.enumerate())
    report = check_estimator(endless, time_limit=0.1)
    assert report.diagnoses[0].name == "too slow or endless"
    assert failed(report) == {NUMBER}
    assert {r.status for r in report.results} == {"failed", "not run"}
    assert not [t for t in set(threading.enumerate()) - before if t.is_alive()]


def test_an_endless_loop_in_one_corner_is_found():
    def loops_for_no_passes(n, c, k):
        while c == 0 and n == 5:
            pass
        return unbiased(n, c, k)

    report = check_estimator(loops_for_no_passes, time_limit=0.1)
    assert report.diagnoses[0].name == "too slow or endless"
    assert "(5, 0, 1)" in report.diagnoses[0].words


def test_an_endless_loop_for_k_above_n_is_no_answer():
    def loops_above(n, c, k):
        while k > n:
            pass
        return unbiased(n, c, k)

    report = check_estimator(loops_above, time_limit=0.1)
    assert failed(report) <= {ABOVE}
    assert "formula" not in {d.kind for d in report.diagnoses}


def test_an_endless_loop_for_large_n_is_told_as_slow():
    def loops_for_large(n, c, k):
        while n > 100:
            pass
        return unbiased(n, c, k)

    report = check_estimator(loops_for_large, time_limit=0.1)
    assert [d.name for d in report.diagnoses] == ["too slow for large n"]


def test_seldom_output_is_noticed():
    def prints_once(n, c, k):
        if (n, c, k) == (6, 3, 3):
            print("here")
        return unbiased(n, c, k)

    assert "prints_nothing" in {r.name for r in check_estimator(prints_once).remarks}


def test_the_answer_to_a_question_is_an_error():
    report = check_estimator(lambda n, c, k: float(input()))
    assert report.diagnoses[0].name == "raises EOFError every time"


def test_a_stream_put_in_place_by_the_user_is_put_back(monkeypatch):
    mine = io.StringIO()
    monkeypatch.setattr(sys, "stdout", mine)
    check_estimator(unbiased)
    assert sys.stdout is mine
    assert mine.getvalue() == ""


def test_a_wrong_number_of_arguments_is_told_with_the_signature():
    words = check_estimator(lambda n, c: c / n).diagnoses[0].words
    assert "signature" in words


def test_an_unfinished_function_is_told_so():
    names = {
        "not written yet": lambda n, c, k: ...,
        "no return": lambda n, c, k: None,
    }
    for name, function in names.items():
        report = check_estimator(function)
        assert [d.name for d in report.diagnoses] == [name]
        assert failed(report) == {NUMBER}


def test_no_answer_for_some_inputs_is_no_missing_return():
    report = check_estimator(lambda n, c, k: None if n == 6 else unbiased(n, c, k))
    assert report.diagnoses[0].name == UNKNOWN


def test_large_inputs_are_not_asked_of_what_is_wrong_for_small_ones(monkeypatch):
    monkeypatch.setattr(calls, "CAN_FORK", False)  # so that it can be seen what is asked
    asked = []

    def wrong(n, c, k):
        asked.append(n)
        return unbiased(n, c, k) / 2 + 0.1

    for check in CHECKS:
        if check.kind != "types":
            check(wrong)
    assert max(asked) <= 100


# --- in other people's tests --------------------------------------------------------------------

TESTS_OF_A_USER = """
import pytest
from passk.checks import CHECKS, check_estimator

def naive(n, c, k):
    return 1 - (1 - c / n) ** k

@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_mine(check):
    assert check(naive)

def test_all():
    check_estimator(naive, on_fail="raise")
"""


def test_the_checks_are_tests_in_a_suite_of_a_user(tmp_path):
    (tmp_path / "test_user.py").write_text(TESTS_OF_A_USER)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_user.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert run.returncode == 1
    for check in CHECKS:
        stated = f"FAILED test_user.py::test_mine[{check.name}]" in run.stdout
        # what was not looked at did not pass
        assert stated == (CHECKS_THAT_NAIVE_FAILS.get(check.name) is not None)
    assert "naive(2, 1, 2) gives 0.75" in run.stdout
    assert "naive fails 4 of 16 checks: naive estimate." in run.stdout
    assert "7 failed, 10 passed" in run.stdout


CHECKS_THAT_NAIVE_FAILS = {
    "agrees_with_listing_every_subset": "failed",
    "is_unbiased": "failed",
    "is_one_when_failures_are_too_few": "failed",
    ABOVE: "failed",
    LARGE: "not run",
    DIGITS: "not run",
}


def test_the_report_agrees_with_the_checks_alone():
    report = check_estimator(naive)
    found = {r.name: r.status for r in report.results if not r}
    assert found == CHECKS_THAT_NAIVE_FAILS


# --- the mean and the naive estimate ------------------------------------------------------------


def test_the_checks_of_the_mean_find_the_first_wrong_benchmark():
    report = check_mean(lambda ns, cs, k: sum(cs) / sum(ns))
    result = next(r for r in report.results if r.name == "is_the_mean_over_problems")
    assert result.arguments == ((4,), (1,), 2)
    assert result.right == Fraction(1, 2)
    assert "[4], [1], 2" in result.sentence


def test_lists_are_handed_over_as_lists(monkeypatch):
    monkeypatch.setattr(calls, "CAN_FORK", False)
    kinds = set()

    def mean(ns, cs, k):
        kinds.update((type(ns).__name__, type(cs).__name__))
        return plain_mean(ns, cs, k)

    assert check_mean(mean).ok
    assert kinds == {"list", "ndarray"}


def test_counts_are_handed_over_as_integers(monkeypatch):
    monkeypatch.setattr(calls, "CAN_FORK", False)
    kinds = set()

    def estimate(n, c, k):
        kinds.update(type(number).__name__ for number in (n, c, k))
        return unbiased(n, c, k)

    check_estimator(estimate)
    assert kinds == {"int", "int64"}


def test_a_mean_that_cannot_take_arrays_is_only_remarked():
    def of_lists(ns, cs, k):
        if not isinstance(ns, list):
            raise TypeError("lists, please")
        return plain_mean(ns, cs, k)

    report = check_mean(of_lists)
    assert report.ok
    assert "takes_arrays" in {r.name for r in report.remarks}


def test_a_harness_that_is_right_but_for_short_problems_is_told_only_that():
    report = check_mean(mean_of_human_eval)
    assert failed(report) == {"refuses_k_above_any_n"}


def test_percent_is_told_once():
    report = check_estimator(percent)
    assert failed(report) == {NUMBER}
    assert [d.name for d in report.diagnoses] == ["percent"]


@pytest.mark.parametrize("check", [check_estimator, check_mean, check_naive])
def test_the_options_are_told_by_keyword(check):
    parameters = inspect.signature(check).parameters
    assert list(parameters) == ["f", "signature", "on_fail", "time_limit"]
    kinds = [parameter.kind.name for parameter in parameters.values()]
    assert kinds == ["POSITIONAL_OR_KEYWORD"] + ["KEYWORD_ONLY"] * 3


# --- what must not hang or fill the memory ------------------------------------------------------


def listed(n, c, k):
    """Return the share of all draws, made as one list: right, and not to be asked for large n."""
    if k > n:
        raise ValueError("k must not exceed n")
    draws = list(itertools.combinations([1] * c + [0] * (n - c), k))
    return sum(map(any, draws)) / len(draws)


@pytest.mark.parametrize("fork", [True, False])
def test_where_every_draw_is_listed_large_n_are_not_asked(monkeypatch, fork):
    monkeypatch.setattr(calls, "CAN_FORK", fork and calls.CAN_FORK)
    report = check_estimator(listed)
    assert [diagnosis.name for diagnosis in report.diagnoses] == ["too slow for large n"]
    assert failed(report) == {LARGE}
    assert next(r for r in report.results if r.name == DIGITS).status == "not run"


def test_a_mean_of_listings_is_not_asked_for_large_n():
    def mean(ns, cs, k):
        return sum(listed(n, c, k) for n, c in zip(ns, cs, strict=True)) / len(ns)

    assert check_mean(mean).diagnoses[0].name == "too slow for large n"


def test_exact_factorials_are_right_and_in_time():
    def choose(a, b):
        return math.factorial(a) // (math.factorial(b) * math.factorial(a - b)) if b <= a else 0

    def by_factorials(n, c, k):
        if k > n:
            raise ValueError("k must not exceed n")
        return 1 - choose(n - c, k) / choose(n, k)

    assert check_estimator(by_factorials).ok


@pytest.mark.parametrize("name", [None, 5, b"f", "not a name", "<lambda>"])
def test_a_callable_without_a_proper_name_is_called_f(name):
    def function(n, c, k):
        return c / n

    function = functools.partial(function)
    function.__name__ = name
    assert check_estimator(function).name == "f"


@pytest.mark.parametrize(
    "value", [10**5000, -(10**400), Decimal("1e-999999"), 1e308], ids=["a", "b", "c", "d"]
)
def test_enormous_numbers_are_only_wrong(value):
    report = check_estimator(lambda n, c, k: value)
    assert not report.ok
    assert len(str(report)) < 20_000


def test_an_async_function_and_a_generator_are_told_so():
    async def later(n, c, k):
        return 0.5

    def yields(n, c, k):
        yield 0.5

    assert check_estimator(later).diagnoses[0].name == "coroutine"
    assert "yield" in check_estimator(yields).diagnoses[0].words


@pytest.mark.parametrize(
    "wrong",
    [
        lambda n, c, k: 0.0 if n > 6 and n - c < k else unbiased(n, c, k),
        lambda n, c, k: 0.5 if n > 6 and c == 0 else unbiased(n, c, k),
        lambda n, c, k: 0.5 if n > 6 and k == n else unbiased(n, c, k),
        lambda n, c, k: 0.5 if n > 6 and c == n else unbiased(n, c, k),
        lambda n, c, k: 0.0 if n == 0 else unbiased(n, c, k),
        lambda n, c, k: 1.0 if k > 3 * n else unbiased(n, c, k),
        lambda n, c, k: naive(n, c, k) if n in (20, 50, 100) else unbiased(n, c, k),
    ],
)
def test_mistakes_in_the_corners_are_found(wrong):
    assert not check_estimator(wrong).ok
