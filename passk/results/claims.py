"""The pass@k that somebody claims: the evaluation's own file, a file beside it, or the caller.

A claim has a unit and a number of digits. What BabelCode, CRUXEval, EvalPerf and NeMo-Skills write
is in percent. In other files claims that stand together are in percent if one of them is above 1;
else they are fractions. Of what the caller claims, each number with a percent sign or above 1 is in
percent, and the others are fractions, unless it is unclear.
"""

import math
import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from numbers import Real
from pathlib import Path
from typing import NamedTuple

from passk.results.entries import LIST, OBJECT, Record
from passk.results.sources import open_source
from passk.wording import as_json

__all__ = ["LOOKED_FOR", "Claim", "claims_from_words", "claims_of_caller", "claims_of_source"]

WITH_COMMA = re.compile(r"[+-]?\d*,\d+\s*%?")
NAME = re.compile(r"(?:estimate_)?pass(@|_at_|\^|_hat_)([1-9]\d{0,15})")
REDUCER = re.compile(r"pass_(at|k)_([1-9]\d{0,15})")  # inspect_ai's
FILTERED = re.compile(r"(pass@[1-9]\d{0,15}),(.+)")  # lm-evaluation-harness's
FULL = 12  # significant digits from which on a number is no rounded one
LARGEST, LONGEST = 2**53, 20
CALLER = "claimed"
FLAGS = {  # NeMo-Skills's names for its flags
    "is_correct": ("passing_base_tests",),
    "is_correct-plus": ("passing_plus_tests",),
    "graded_list": ("accuracy",),
    "passed": ("accuracy",),
    "status": ("accuracy",),
    "swe-bench-metrics": ("issues_resolved",),
}


class Claim(NamedTuple):
    """One claim.

    Attributes
    ----------
    where : str
        The file and the key, or "claimed".
    name : str
        As it stands there, such as "pass@10".
    k : int
    all_of_k : bool
        Whether it is pass^k: all k draws are correct.
    value : float or None
        As a chance; None if the place is there, and empty.
    shown : str
        The number as it was written, with a percent sign where it is in percent.
    decimals : int or None
        How many decimals of the chance it shows; None if it is not rounded.
    of : tuple of str
        The language, the model and the group that it is about, as far as it names them.
    """

    where: str
    name: str
    k: int
    all_of_k: bool
    value: float | None
    shown: str
    decimals: int | None
    of: tuple = ()

    @property
    def percent(self):
        """Whether it is in percent."""
        return self.shown.endswith("%")


class Found(NamedTuple):
    """A claim before its unit is known."""

    where: str
    name: str
    match: tuple
    value: object
    of: tuple = ()
    in_full: bool = False


def claims_of_caller(claimed, percent=None):
    """Return the claims that somebody passes.

    Parameters
    ----------
    claimed : dict
        As for `recheck`.
    percent : bool, optional
        Whether they are in percent. Default: told by the values.

    Returns
    -------
    list of Claim

    Raises
    ------
    TypeError, ValueError
        For names that are not pass@k, and for values that are no chance.

    Examples
    --------
    >>> [claim.shown for claim in claims_of_caller({"pass@1": 41.5, 10: 70})]
    ['41.5%', '70%']
    """
    if not isinstance(claimed, Mapping) or not claimed:
        raise TypeError(f'claimed must be a dict such as {{"pass@1": 0.41}}: {as_json(claimed)}')
    if percent not in (None, True, False):
        raise TypeError(f"percent must be True, False or None: percent={percent!r}")
    found = list(_of_caller(claimed))
    for claim in found:
        number = _without_sign(claim.value)
        if not _is_number(number) or not math.isfinite(number):
            value = f"{as_json(claim.value)}{_hint_at_point(claim.value)}"
            raise ValueError(f"claimed {claim.name} must be a finite number: {value}")
    if percent is None:
        _require_clear_units(found)
    claims = [_claim(one, *_told_number(one, percent), own=False) for one in found]
    for claim in claims:
        if not 0 <= claim.value <= 1:
            bound = "0 and 100 in percent" if claim.percent else "0 and 1"
            raise ValueError(f"claimed {claim.name} must be between {bound}: {claim.shown}")
    return claims


def _told_number(found, percent):
    """Return the number that somebody claims, and whether it is in percent."""
    number = _without_sign(found.value)
    return number, _has_sign(found.value) or (number > 1 if percent is None else percent)


def _require_clear_units(found):
    """Raise if a number without a sign, beside one above 1, could be in either unit."""
    plain = [(_without_sign(one.value), one) for one in found if not _has_sign(one.value)]
    above = [one for number, one in plain if number > 1]
    unclear = [one for number, one in plain if 0 < number <= 1]
    if above and unclear:
        low, high = (f"{one.name}={one.value}" for one in (unclear[0], above[0]))
        raise ValueError(
            f"{low} may be in percent, as {high} is, or a fraction: put a percent sign to what is "
            "in percent, or say percent=True for all"
        )


def _of_caller(claimed, of=()):
    """Give the claims in a dict; one in it is about a language, a model or a group."""
    for name, value in claimed.items():
        if isinstance(value, Mapping):
            if not isinstance(name, str) or of:
                value = as_json(claimed)
                raise TypeError(f"claimed must name one model, language or group: {value}")
            yield from _of_caller(value, (name,))
            continue
        name = f"pass@{name}" if type(name) is int else name
        match = NAME.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise ValueError(
                f"claimed must name pass@k or pass^k, with k of at least 1: {as_json(name)}"
            )
        yield Found(CALLER, name, match.groups(), value, of)


def claims_from_words(words):
    """Return claims that were written in a shell, as `recheck` takes them.

    Parameters
    ----------
    words : iterable of str
        Each ``pass@1=0.41`` or ``pass@1=41%``, after a language, model or group if need be:
        ``plus:pass@1=0.38``.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        For a word of another form, and for one that comes twice.

    Examples
    --------
    >>> claims_from_words(["pass@1=0.410", "plus:pass@1=38%"])
    {'pass@1': '0.410', 'plus': {'pass@1': '38%'}}
    """
    claimed = {}
    for word in words:
        left, equals, value = word.rpartition("=")
        of, _, name = left.strip().rpartition(":")
        if not equals or not NAME.fullmatch(name):
            raise ValueError(f"a claim must be like pass@1=0.41: {word!r}")
        group = claimed.setdefault(of, {}) if of else claimed
        if name in group:
            raise ValueError(f"{left.strip()} is claimed twice")
        group[name] = value.strip()
    return claimed


def claims_of_source(format_name, source, names):
    """Return the claims in a file of results and in those beside it.

    Parameters
    ----------
    format_name : str
    source : Source
    names : set of str
        Its languages, models and groups.

    Returns
    -------
    list of Claim

    Raises
    ------
    ValueError
        If a place where a claim belongs holds something else.

    Examples
    --------
    >>> from passk.results.sources import open_object
    >>> source = open_object({"raw_scored_generations": {"a": [True]}, "pass_at_1": 100.0})
    >>> [(claim.name, claim.shown) for claim in claims_of_source("cruxeval", source, set())]
    [('pass_at_1', '100.0%')]
    """
    finder, percent = _IN_FILE.get(format_name, (_nothing, None))
    claims = _with_units(list(finder(source, names)), percent)
    for pattern, finder, percent in _BESIDE.get(format_name, ()):
        for path in _beside(source.file, pattern):
            beside = open_source(path)
            if isinstance(beside.head, LIST + OBJECT):
                claims += _with_units(list(finder(beside, names)), percent)
    return claims


def _beside(file, pattern):
    """Return the files that belong to a file of results, by their names."""
    path = Path(file)
    if not path.is_file():
        return []
    old, new = pattern
    name = path.name.replace(old, new) if old else new
    return sorted(p for p in path.parent.glob(name) if p.is_file() and p.name != path.name)


def _nothing(source, names):
    return ()


def _named(record, of=()):
    """Give the claims among the keys of an object."""
    for key, value in record.values.items():
        match = NAME.fullmatch(key) if isinstance(key, str) else None
        if match:
            yield Found(record.at(), key, match.groups(), _number(record, key, value), of)


def _number(record, key, value):
    """Return a claim's number; raise if it is none."""
    if value is not None and not _is_number(value):
        raise record.error(key, "a number or null", value)
    return value


def _first_of_pair(source, names):
    """code_eval and LiveCodeBench: the first object of the list."""
    head = source.head
    if isinstance(head, list) and head and isinstance(head[0], dict):
        yield from _named(Record(source.file, "[0]", head[0]))


def _whole(source, names):
    """CRUXEval and BigCodeBench: the keys of the document."""
    if isinstance(source.head, dict):
        yield from _named(source.document)


def _in_evalplus(source, names):
    """evalplus: pass_at_k, for base and for plus."""
    if source.head.get("pass_at_k") is None:
        return
    parts = source.document.open("pass_at_k")
    for part in ("base", "plus"):
        if part in parts.values and (part in names or part == "base"):
            yield from _named(parts.open(part), (part,) if part in names else ())


def _in_evalperf(source, names):
    """EvalPerf: pass@1 in the summary."""
    if source.head.get("summary") is not None:
        yield from _named(source.document.open("summary"))


def _in_babelcode(source, names):
    """BabelCode: estimate_pass@k of each language; it has drawn subsampling_pass@k at random."""
    if isinstance(source.head, dict):
        for key in source.head:
            language = key.removesuffix("/metrics")
            if language != key and language in names:
                yield from _named(source.document.open(key), (language,))


def _in_livecodebench(source, names):
    """LiveCodeBench: the mean of the pass@k that stand beside each question's flags."""
    keys = ("pass@1", "pass1")
    questions = Record.all_in(source.file, "", source.head)
    claimed = [[question.values.get(key) for key in keys] for question in questions]
    for key, values in zip(keys, zip(*claimed, strict=True), strict=False):
        if values and all(_is_number(value) for value in values):
            mean = math.fsum(values) / len(values)
            where = f"{source.file}, the mean of {key} over its questions"
            yield Found(where, "pass@1", ("@", "1"), mean, in_full=True)


def _in_inspect(source, names):
    """inspect_ai: the accuracy of each scorer under the reducers mean, pass_at_k and pass_k."""
    if isinstance(source.head, dict):
        log = source.document
    else:
        name = "header.json"
        value = source.read(name) if name in source.head else {}
        log = Record(source.file, name, value if isinstance(value, dict) else {})
    if log.values.get("results") is None or "scores" not in log.open("results").values:
        return
    for score in log.open("results").open_all("scores"):
        reducer, scorer = score.values.get("reducer") or "mean", score.take("name", "a text")
        match = REDUCER.fullmatch(reducer) if isinstance(reducer, str) else None
        if match is None and reducer != "mean":
            continue
        metrics = score.open("metrics")
        metric = next((name for name in ("accuracy", "mean") if name in metrics.values), None)
        if metric is not None:
            value = _number(metrics.open(metric), "value", metrics.open(metric).score("value"))
            sign, k = match.groups() if match else ("at", "1")
            of = (scorer,) if scorer in names else ()
            found = ("^" if sign == "k" else "@", k)
            yield Found(score.at(), f"{metric} by {reducer}", found, value, of)


def _in_swe_bench(source, names):
    """SWE-bench: resolved instances among all."""
    document = source.document
    if {"resolved_instances", "total_instances"} <= set(source.head):
        resolved, total = document.count("resolved_instances"), document.count("total_instances")
        if total:
            name = f"resolved_instances/total_instances = {resolved}/{total}"
            yield Found(source.file, name, ("@", "1"), resolved / total, in_full=True)


def _in_nemo(source, names):
    """NeMo-Skills: for each benchmark, pass@k and the pass@1 that is averaged over k files."""
    if not isinstance(source.head, dict):
        return
    flags = {flag: FLAGS.get(flag, (flag,)) for flag in names} if names else {}
    for benchmark in source.head:
        if not isinstance(source.head[benchmark], dict):
            continue
        modes = source.document.open(benchmark)
        for mode in filter(NAME.fullmatch, map(str, modes.values)):
            scores = modes.open(mode)
            for flag, keys in flags.items():
                for key in (key for key in keys if key in scores.values):
                    value, match = _number(scores, key, scores.values[key]), NAME.fullmatch(mode)
                    of = (flag,) if len(flags) > 1 else ()
                    yield Found(scores.at(), f"{mode} {key}", match.groups(), value, of)


def _in_lm_eval(source, names):
    """lm-evaluation-harness: pass@k of one task, for each filter."""
    if not isinstance(source.head, dict) or not isinstance(source.head.get("results"), dict):
        return
    results = source.document.open("results")
    tasks = [task for task in results.values if isinstance(results.values[task], dict)]
    for task in tasks if len(tasks) == 1 else ():
        scores = results.open(task)
        for key in scores.values:
            match = FILTERED.fullmatch(key)
            if match and match[2] in names:
                value, name = _number(scores, key, scores.values[key]), match[1]
                yield Found(scores.at(), key, NAME.fullmatch(name).groups(), value, (match[2],))


_IN_FILE = {
    "evalplus": (_in_evalplus, None),
    "evalplus 0.1": (_in_evalplus, None),
    "evalperf": (_in_evalperf, True),
    "babelcode metrics": (_in_babelcode, True),
    "bigcodebench": (_whole, None),
    "livecodebench": (_in_livecodebench, False),
    "livecodebench codes": (_first_of_pair, None),
    "code_eval": (_first_of_pair, None),
    "cruxeval": (_whole, True),
    "inspect": (_in_inspect, False),
    "swe-bench": (_in_swe_bench, False),
}
_BESIDE = {  # what of the file's name gives which other name, the finder, and the unit
    "babelcode": ((("", "metrics.json"), _in_babelcode, True),),
    "bigcodebench": ((("eval_results", "pass_at_k"), _whole, None),),
    "livecodebench": ((("_eval_all", "_eval"), _first_of_pair, None),),
    "nemo-skills": ((("", "metrics.json"), _in_nemo, True),),
    "lm-eval": ((("", "results*.json"), _in_lm_eval, None),),
}
LOOKED_FOR = {
    "evalplus": "pass_at_k in the file",
    "evalplus 0.1": "pass_at_k in the file",
    "evalperf": "summary in the file",
    "babelcode": "estimate_pass@k in metrics.json beside the file",
    "babelcode metrics": "estimate_pass@k of each language in the file",
    "bigcodebench": "pass@k in the file, and in ..._pass_at_k.json beside ..._eval_results.json",
    "livecodebench": "pass@1 of each question in the file, and pass@k in ..._eval.json beside "
    "..._eval_all.json",
    "livecodebench codes": "pass@k in the first object of the file",
    "code_eval": "pass@k in the first of the pair",
    "cruxeval": "pass_at_1 and pass_at_5 in the file",
    "inspect": "results.scores in the log, under the reducers mean, pass_at_k and pass_k",
    "swe-bench": "resolved_instances and total_instances in the file",
    "nemo-skills": "metrics.json beside the files",
    "lm-eval": "results*.json of one task beside the file",
}
"""Where claims are looked for in each format; in the others there is no place for one."""


def _is_number(value):
    """Tell whether a value is a number; a NaN is one, and stands for none."""
    if not isinstance(value, Real | Decimal) or isinstance(value, bool):
        return False
    return not isinstance(value, int) or abs(value) <= LARGEST


def _without_sign(value):
    """Return a text as a Decimal, without its percent sign; another value as it is."""
    if not isinstance(value, str):
        return value
    try:
        number = Decimal(value.strip().removesuffix("%").strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < LONGEST else None


def _hint_at_point(value):
    """Return what to do if the decimals of a text stand after a comma."""
    if not isinstance(value, str) or not WITH_COMMA.fullmatch(value.strip()):
        return ""
    return f": write the decimals after a point, as in {value.strip().replace(',', '.')}"


def _has_sign(value):
    """Tell whether a value is a text with a percent sign."""
    return isinstance(value, str) and value.strip()[-1:] == "%"


def _with_units(found, percent):
    """Return claims that stand together in a file, in one unit."""
    if percent is None:
        percent = any(claim.value is not None and claim.value > 1 for claim in found)
    return [_claim(claim, claim.value, percent) for claim in found]


def _claim(found, number, percent, own=True):
    """Return a claim in its unit, with the decimals that it shows."""
    (sign, k), value, text, decimals = found.match, None, "no value", None
    if number is not None and math.isfinite(number):
        exact = number if isinstance(number, Decimal) else Decimal(repr(_plain(number)))
        value = float(exact / 100 if percent else exact)
        text = f"{exact if exact.adjusted() < -LONGEST else format(exact, 'f')}"
        text = f"{text}{'%' if percent else ''}"
        decimals = max(0, -exact.as_tuple().exponent) + (2 if percent else 0)
        point = isinstance(found.value, str) and exact.as_tuple().exponent < 0
        whole = value in (0, 1) and not point  # 0, 1, 0%, 100%: no chance is rounded to these
        if found.in_full or whole or len(exact.as_tuple().digits) >= FULL or (own and decimals < 2):
            decimals = None
    all_of_k = sign in ("^", "_hat_")
    return Claim(found.where, found.name, int(k), all_of_k, value, text, decimals, found.of)


def _plain(number):
    """Return NumPy's and other numbers as Python's int or float."""
    return int(number) if isinstance(number, int) else float(number)
