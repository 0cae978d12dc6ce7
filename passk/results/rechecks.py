"""The pass@k that a file claims, beside the one that its samples give, and which mistake it is.

The verdict of each sample is counted anew, pass@k is estimated from the counts, and compared with
what the file itself, a file beside it or the caller claims. Where they differ, the known mistakes
of `passk.mistakes` are tried on the counts.
"""

import math
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from passk.estimators import mean_pass_at_k, pass_hat_k
from passk.mistakes import MEAN_MISTAKES, MEAN_POLICIES, PASS_AT_K_MISTAKES
from passk.results.claims import CALLER, LOOKED_FOR, claims_of_caller, claims_of_source
from passk.results.names import say_left_out
from passk.results.reading import read_rows
from passk.uncertainty.intervals import html_table
from passk.wording import many

__all__ = ["Cause", "CheckedClaim", "Recheck", "recheck"]

SLACK = 1e-11  # for what other programs lose in their sums
FEW_DECIMALS = 3
ROUGH = 0.1  # what rounding may change of a claim that is taken for one in another unit
MEANS = {  # mistakes with all problems
    "naive estimate of each problem",
    "all samples pooled",
    "all samples pooled, naive",
    "weighted by the number of samples",
    "short problems padded with failures",
    "every n cut to the smallest",
    "pass@1 averaged first",
    "problems with no pass dropped",
    "share of problems solved at all",
    "pass@1 of each problem",
    "problem counts in the places of n and c",
    "median",
    "the last problem is left out",
}
EACH = {  # mistakes with one problem
    "combinations with replacement",
    "fewer passes than draws count as none",
    "the guard answers 0",
    "the guard is one off",
    "cut to a whole number",
    "one sample too few",
    "one sample too many",
    "k - 1 draws",
    "k times the pass rate, cut at 1",
    "k/n as a rate",
    "c/k, cut at 1",
    "the failures do not run out",
    "posterior mean with a uniform prior",
}
LIKELY = (  # most likely first; what is not here comes last, in the order in which it is tried
    "another unit",
    "cut off, not rounded",
    "1 for k > n",
    "problems with n < k dropped",
    "k cut to n",
    "problems with n < k padded with failures",
    "problems without samples counted as 0",
    "samples without a score as failures",
    "samples without a score left out",
    "that of ",
    "mean over the languages",
    "naive estimate of each problem",
    "naive estimate of pass^k",
    "all samples pooled",
    "pass^k",
    "pass@k",
    "short problems padded with failures",
    "pass@1 of each problem",
    "share of problems solved at all",
    "the first sample only",
    "the first k samples only",
)
HARNESSES = {  # mistakes that are the rule of a harness
    ("babelcode", "short problems padded with failures"): "BabelCode does so.",
    ("babelcode metrics", "short problems padded with failures"): "BabelCode does so.",
}


@dataclass(frozen=True)
class Cause:
    """A mistake that gives just the number claimed.

    Attributes
    ----------
    name : str
    value : float
        What the mistake gives, as a chance.
    words : str
        What is wrong and why.

    Examples
    --------
    >>> print(Cause("all samples pooled", 0.5, "The samples are thrown together."))
    all samples pooled: The samples are thrown together.
    """

    name: str
    value: float
    words: str

    def __str__(self):
        return f"{self.name}: {self.words}"

    __repr__ = __str__


@dataclass(frozen=True)
class CheckedClaim:
    """A claim beside what the samples give.

    Attributes
    ----------
    where : str
        The file and the key, or "claimed" if the caller said so.
    name : str
        As it stands there.
    of : tuple of str
        The language, model and group that it is about.
    k, problems, smallest_n : int
        Draws; the problems that it is about, and the fewest samples of one of them.
    shown : str
        The claim as it was written.
    claimed, recomputed : float or None
        As chances; None if nothing is claimed, or if there is no unbiased estimate.
    status : str
        "agrees"; "differs"; "no estimate" if there is a number and no unbiased estimate, as for
        k > n; "no value" if the place of the claim is empty.
    decimals : int or None
        How many decimals of the chance the claim shows; None if it is not rounded.
    causes : tuple of Cause
        The mistakes that give the claim, to all digits shown.
    tried : int
        How many mistakes were tried.

    Examples
    --------
    >>> claim = recheck([{"problem": "a", "n": 4, "c": 1}], claimed={"pass@2": 0.44}).claims[0]
    >>> claim.status, claim.recomputed, [cause.name for cause in claim.causes][0]
    ('differs', 0.5, 'naive estimate of each problem')
    """

    where: str
    name: str
    of: tuple
    k: int
    problems: int
    smallest_n: int
    shown: str
    claimed: float | None
    recomputed: float | None
    status: str
    decimals: int | None
    causes: tuple = ()
    tried: int = 0

    def __str__(self):
        where = [] if self.where == CALLER else [self.where]
        lines = (f"  {line}" for line in [*where, *self._why()])
        return "\n".join([f"{self.title}: {self.shown} claimed, {self._found()}", *lines])

    __repr__ = __str__

    @property
    def title(self):
        """What is claimed, and of what."""
        return " ".join((*self.of, self.name))

    def _found(self):
        """Return what was found, and whether it agrees, in words."""
        if self.recomputed is None:
            hint = "" if self.smallest_n else "; only_sampled=True leaves out what has no sample"
            return (
                f"no unbiased estimate: k must not exceed n: k={self.k}, "
                f"{'smallest ' if self.problems > 1 else ''}n={self.smallest_n}{hint}"
            )
        value = f"{_in_unit(self.recomputed, self)} recomputed"
        if self.status == "no value":
            return value
        if self.status == "differs":
            difference = _in_unit(self.claimed - self.recomputed, self, sign="+")
            return f"{value}: differs by {difference.replace('%', ' percentage points')}"
        shown = "to all digits" if self.decimals is None else "to the last digit shown"
        return f"{value}: agrees {shown}"

    def _why(self):
        """Give what the causes may be, in words."""
        if self.status not in ("differs", "no estimate"):
            return
        if not self.causes:
            yield f"None of the {self.tried} mistakes tried gives the claim."
            return
        order = ", most likely first" if len(self.causes) > 1 else ""
        yield f"The claim equals, to all digits shown (of {self.tried} mistakes tried{order}):"
        yield from (f"- {cause}" for cause in self.causes)
        if self.decimals is not None and self.decimals <= FEW_DECIMALS and len(self.causes) > 1:
            yield "With so few digits some of these agree by chance."

    def to_dict(self):
        """Return the same as a dict of plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Recheck:
    """What became of all claims.

    Attributes
    ----------
    format : str
        As `read_counts` calls it.
    files : tuple of str
    reading : ReadingReport
        What was read.
    claims : tuple of CheckedClaim
    looked_for : str
        Where claims were looked for.

    Examples
    --------
    >>> print(recheck([{"problem": "a", "n": 4, "c": 1}], claimed={"pass@2": 0.5}))
    wide table, 1 file: 1 problem, 4 samples
    pass@2: 0.5 claimed, 0.5 recomputed: agrees to the last digit shown
    """

    format: str
    files: tuple
    reading: object
    claims: tuple
    looked_for: str

    @property
    def ok(self):
        """Whether there are claims, and none is wrong."""
        return any(c.status == "agrees" for c in self.claims) and not self.wrong

    @property
    def wrong(self):
        """The claims that differ, and those for which there is no estimate."""
        return tuple(claim for claim in self.claims if claim.status in ("differs", "no estimate"))

    def __str__(self):
        if not self.claims:
            return f"{self.reading}\n{self._none()}"
        return "\n".join([str(self.reading), *map(str, self.claims)])

    __repr__ = __str__

    def _none(self):
        return f"No pass@k is claimed. Looked for: {self.looked_for}."

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        if not self.claims:
            return html_table(str(self.reading), (), [("claims", self._none())])
        head = ("claim", "where", "claimed", "recomputed", "the claim equals")
        rows = [
            (c.title, c.where, c.shown, c._found(), "; ".join(map(str, c.causes)))
            for c in self.claims
        ]
        return html_table(str(self.reading), head, rows)

    def to_dict(self):
        """Return the same as a dict of plain values, fit for JSON."""
        return {
            "format": self.format,
            "files": list(self.files),
            "reading": asdict(self.reading),
            "claims": [claim.to_dict() for claim in self.claims],
            "looked_for": self.looked_for,
            "ok": self.ok,
        }


class _Problem(NamedTuple):
    """A row of the table, and what more is known of its samples."""

    row: dict
    cell: object


def recheck(
    path_or_paths,
    *,
    claimed=None,
    percent=None,
    only_sampled=False,
    format=None,  # noqa: A002
    missing="error",
    threshold=None,
):
    """Recompute pass@k from the samples of a file, and compare it with what the file claims.

    Claims are looked for in the file and beside it, where its harness puts them, and in
    ``claimed``. A claim with d decimals agrees if it is the estimate, rounded to d decimals. What
    is not rounded, that is 0, 1, 0% and 100% without decimals, numbers of 12 digits and more, and
    a file's own numbers with fewer than two decimals, must agree in full.

    Parameters
    ----------
    path_or_paths : path_like, list of path_like, dict, DataFrame or object of JSON
        As for `read_counts`.
    claimed : dict, optional
        What somebody claims: ``{"pass@1": 0.41}``, ``{1: 0.41}``, ``{"pass^2": "27.30%"}``; of
        a language, model or group ``{"plus": {"pass@1": 0.38}}``. A text keeps its zeros.
    percent : bool, optional
        Whether ``claimed`` is in percent. Default: what has a percent sign or is above 1 is, and
        the rest are fractions; but a number up to 1 beside one above 1 needs a sign.
    only_sampled : bool
        Whether problems without any sample, n = 0, are left out; else they leave no estimate.
    format, missing, threshold
        As for `read_counts`.

    Returns
    -------
    Recheck

    Raises
    ------
    ValueError, TypeError
        As `read_counts`; also for claims that are no chances, and for a claim that does not say
        which of several models or sets of tests it is about.

    Examples
    --------
    >>> table = [{"problem": "a", "n": 3, "c": 0}, {"problem": "b", "n": 3, "c": 1}]
    >>> print(recheck(table, claimed={"pass@1": 0.17, "pass@5": 1}))
    wide table, 1 file: 2 problems, 6 samples
    pass@1: 0.17 claimed, 0.1667 recomputed: agrees to the last digit shown
    pass@5: 1 claimed, no unbiased estimate: k must not exceed n: k=5, smallest n=3
      The claim equals, to all digits shown (of 12 mistakes tried):
      - 1 for k > n: For k > n it gives 1, even where nothing passed: the guard n - c < k also \
answers there. Refuse k > n before it, with a ValueError.
    """
    if claimed is None and percent is not None:
        raise ValueError(f"percent is for what is claimed, and nothing is: percent={percent!r}")
    told = [] if claimed is None else claims_of_caller(claimed, percent)
    format = format or _format_of_folder(path_or_paths)  # noqa: A001
    rows, report, cells, sources = read_rows(path_or_paths, format, missing, threshold, True)
    problems = [_Problem(row, cell) for row, cell in zip(rows, cells, strict=True)]
    problems, left_out, report = _sampled(problems, report, only_sampled)
    found = _claims_of_files(report.format, sources, rows)
    checked = [_checked(claim, problems, left_out, report) for claim in (*found, *told)]
    nowhere = f"the format {report.format} has no place for one"
    report = replace(report, remarks=tuple(map(_without_samples, report.remarks)))
    return Recheck(
        report.format,
        report.files,
        report,
        tuple(checked),
        LOOKED_FOR.get(report.format, nowhere),
    )


def _sampled(problems, report, only_sampled):
    """Return the problems that count, those left out, and the report with a remark on these."""
    sampled = [p for p in problems if p.row["n"] or not only_sampled]
    if not sampled:
        raise ValueError("no problem has a sample: n = 0 for all of them")
    left_out = [p for p in problems if not p.row["n"] and only_sampled]
    remark = (say_left_out([p.row["problem"] for p in left_out]),) if left_out else ()
    return sampled, left_out, replace(report, remarks=(*report.remarks, *remark))


def _without_samples(remark):
    """Return a remark on files that are no results: claims may have been found in them."""
    return remark.replace("not results, not read: ", "without samples: ")


def _format_of_folder(given):
    """Return the format of BabelCode's folder, which holds its results twice."""
    if isinstance(given, str | Path) and Path(given, "pred_results.jsonl").is_file():
        return "babelcode"
    return None


def _claims_of_files(format_name, sources, rows):
    """Return the claims in all files, each once; those of one-sample files are put together."""
    names = {row[key] for row in rows for key in ("language", "model", "group")} - {""}
    claims = {}
    for source, model in sources:
        for claim in claims_of_source(format_name, source, names | _flags(source)):
            of = (model, *claim.of) if model and model not in claim.of else claim.of
            claims.setdefault((of, claim.where, claim.name), claim._replace(of=of))
    claims = list(claims.values())
    if format_name == "swe-bench" and len(claims) > 1:
        return _mean_of_files(claims)
    return claims


def _flags(source):
    """Return the keys that a file of lines begins with, by which NeMo-Skills calls its scores."""
    return set(source.head) if isinstance(source.head, dict) and "lines" in source.kinds else set()


def _mean_of_files(claims):
    """Return one claim for each model: the mean over its files, which are one sample each."""
    by_model = {}
    for claim in claims:
        by_model.setdefault(claim.of, []).append(claim)
    for of, group in by_model.items():
        mean = math.fsum(claim.value for claim in group) / len(group)
        name = "resolved_instances/total_instances, mean over the files"
        where = ", ".join(claim.where for claim in group)
        yield group[0]._replace(where=where, name=name, value=mean, shown=repr(mean), of=of)


def _checked(claim, problems, left_out, report):
    """Return a claim beside what its problems give, and the causes if they differ."""
    chosen = _chosen(claim, problems)
    ns, cs = _counts(chosen)
    value = _estimate(ns, cs, claim.k, claim.all_of_k)
    status = _status(claim, value)
    causes, tried = [], 0
    if status in ("differs", "no estimate"):
        mistakes = _mistakes(claim, chosen, problems, value, report)
        for name, words, number in (*mistakes, *_of_left_out(claim, chosen, left_out, value)):
            tried += number is not None
            if number is not None and _agree(claim, number):
                causes.append(Cause(name, number, words))
        causes.sort(key=_unlikeliness)
    return CheckedClaim(
        claim.where,
        claim.name,
        claim.of,
        claim.k,
        len(chosen),
        int(min(ns)),
        claim.shown,
        claim.value,
        value,
        status,
        claim.decimals,
        tuple(causes),
        tried,
    )


def _unlikeliness(cause):
    """Return the place of a cause among the likely ones."""
    places = (place for place, name in enumerate(LIKELY) if _is_called(cause, name))
    return next(places, len(LIKELY))


def _is_called(cause, name):
    """Tell whether a cause has this name, which may be the beginning of several."""
    return cause.name.startswith(name) if name.endswith(" ") else cause.name == name


def _status(claim, value):
    """Return what becomes of a claim."""
    if claim.value is None:
        return "no value"
    if value is None:
        return "no estimate"
    return "agrees" if _agree(claim, value) else "differs"


def _agree(claim, value):
    """Tell whether a value is the claim, to all digits shown."""
    half = 0 if claim.decimals is None else 0.5 * 10.0**-claim.decimals
    return abs(value - claim.value) <= half + SLACK


def _chosen(claim, problems):
    """Return the problems that a claim is about; raise if it must say more."""
    chosen = [p for p in problems if set(claim.of) <= _names(p)]
    if not chosen:
        known = sorted(set().union(*map(_names, problems)))
        there = f"there are {', '.join(known)}" if known else "there are no such names"
        raise ValueError(f"claimed for {', '.join(claim.of)}: {there}")
    times = Counter((p.row["problem"], p.row["language"]) for p in chosen)
    if max(times.values()) > 1:
        kinds = {key: sorted({p.row[key] for p in chosen}) for key in ("model", "group")}
        names = next(names for names in kinds.values() if len(names) > 1)
        raise ValueError(
            f"{claim.where}: {claim.name} must say of which it is: {', '.join(names)}; as in "
            f'claimed={{"{names[0]}": {{"pass@1": 0.41}}}}'
        )
    return chosen


def _names(problem):
    """Return the language, the model and the group of a row."""
    return {problem.row[key] for key in ("language", "model", "group")} - {""}


def _counts(problems):
    """Return n and c of each problem."""
    return [p.row["n"] for p in problems], [p.row["c"] for p in problems]


def _estimate(ns, cs, k, all_of_k=False):
    """Return the unbiased estimate; None where there is none."""
    if not ns or k > min(ns):
        return None
    if all_of_k:
        return float(np.mean(pass_hat_k(np.array(ns), np.array(cs), k)))
    return mean_pass_at_k(ns, cs, k)


def _mistakes(claim, chosen, problems, value, report):
    """Give the name, the words and the value of each mistake that is tried."""
    (ns, cs), k = _counts(chosen), claim.k
    yield from _presentations(claim, value)
    yield from _naive_all_of_k(ns, cs, k) if claim.all_of_k else _known(ns, cs, k, report)
    yield from _of_order(chosen, k)
    yield from _of_missing(claim, chosen)
    yield from _of_others(claim, chosen, problems)


def _presentations(claim, value):
    """Give what a right value may look like."""
    words = "It is a percentage: write it with its sign, or percent=True."
    if claim.percent:
        words = "It is a fraction: write it without a percent sign, and without percent=True."
    scaled = None if value is None else value * 100 if not claim.percent else value / 100
    if scaled is not None and abs(scaled - claim.value) > ROUGH * claim.value + SLACK:
        scaled = math.inf  # 0.6% may be rounded to 1%, but then it is no 0.6 without its unit
    yield "another unit", words, scaled
    cut = None
    if value is not None and claim.decimals is not None:
        scale = 10**claim.decimals
        cut = math.floor(value * scale + SLACK) / scale
        cut = cut if abs(cut - claim.value) < 0.1 / scale else None
    yield "cut off, not rounded", "The digits after the last one shown were cut off.", cut


def _naive_all_of_k(ns, cs, k):
    """Give the naive estimate of pass^k."""
    words = "The mean is one of (c/n)**k, where each sample is put back before the next draw."
    value = None if 0 in ns else math.fsum((c / n) ** k for n, c in zip(ns, cs, strict=True))
    yield "naive estimate of pass^k", words, None if value is None else value / len(ns)


def _known(ns, cs, k, report):
    """Give the known mistakes: with the mean, with one problem's estimate, with k > n."""
    above = k > min(ns)
    for mistake in MEAN_POLICIES if above else ():
        yield mistake.name, mistake.words, _value(mistake, ns, cs, k)
    for mistake in sorted(MEAN_MISTAKES, key=lambda m: m.name != "naive estimate of each problem"):
        if mistake.name in MEANS:
            rule = HARNESSES.get((report.format, mistake.name), "")
            yield mistake.name, f"{mistake.words} {rule}".strip(), _value(mistake, ns, cs, k)
    for mistake in () if above else PASS_AT_K_MISTAKES:
        if mistake.name in EACH:
            yield mistake.name, mistake.words, _mean_value(mistake, ns, cs, k)


def _value(mistake, ns, cs, k):
    """Return what a mistake gives for all problems; None where it gives nothing."""
    try:
        return _finite(mistake.formula(ns, cs, k))
    except (ZeroDivisionError, ValueError):
        return None


def _mean_value(mistake, ns, cs, k):
    """Return the mean of what a mistake gives for each problem; None where it gives nothing."""
    pairs = Counter(zip(ns, cs, strict=True))
    try:
        total = math.fsum(float(mistake.formula(n, c, k)) * m for (n, c), m in pairs.items())
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
    return _finite(total / len(ns))


def _finite(number):
    """Return a number as a float; None if it is none."""
    try:
        number = float(number)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _of_order(chosen, k):
    """Give what comes of looking at the first samples only."""
    orders = [p.cell.order for p in chosen]
    known = all(order is not None for order in orders)
    firsts = ((1, "the first sample only"), (k, "the first k samples only"))
    for size, name in firsts if k > 1 else firsts[:1]:
        words = (
            f"{'One draw' if size == 1 else 'One draw of k'} is taken of each problem, not the "
            "mean over all."
        )
        value = None
        if known and size <= min(len(order.verdicts) for order in orders):
            value = sum(any(order.first(size)) for order in orders) / len(orders)
        yield name, words, value


def _of_missing(claim, chosen):
    """Give what comes of the other ways to count samples without a score."""
    cs = [p.row["c"] for p in chosen]
    failed = [p.cell.scored + p.cell.amiss for p in chosen]
    left_out = [p.cell.scored for p in chosen]
    differ = failed != left_out
    ways = (
        ("samples without a score as failures", failed, 'As with missing="failure".'),
        ("samples without a score left out", left_out, 'As with missing="drop".'),
    )
    for name, ns, words in ways:
        yield name, words, _estimate(ns, cs, claim.k, claim.all_of_k) if differ else None


def _of_left_out(claim, chosen, left_out, value):
    """Give what comes of counting the problems that are left out as 0."""
    kinds = {(p.row["model"], p.row["group"]) for p in chosen}
    empty = [
        p
        for p in left_out
        if set(claim.of) <= _names(p) and (p.row["model"], p.row["group"]) in kinds
    ]
    with_them = value and value * len(chosen) / (len(chosen) + len(empty))
    counts = "counts as 0 there, and stays" if len(empty) == 1 else "count as 0 there, and stay"
    words = f"{many(len(empty), 'problem')} without a sample {counts} in the mean."
    yield "problems without samples counted as 0", words, with_them if empty else None


def _of_others(claim, chosen, problems):
    """Give what comes of another average, of pass^k in the place of pass@k, of another group."""
    (ns, cs), k = _counts(chosen), claim.k
    languages = {}
    for problem in chosen:
        languages.setdefault(problem.row["language"], []).append(problem)
    means = [_estimate(*_counts(group), k) for group in languages.values()]
    several = len(means) > 1 and None not in means
    words = "Each language counts once there, here each problem of each language does."
    yield "mean over the languages", words, math.fsum(means) / len(means) if several else None
    other, words = ("pass@k", "at least one") if claim.all_of_k else ("pass^k", "all")
    value = _estimate(ns, cs, k, not claim.all_of_k)
    yield other, f"This is the chance that {words} of k draws passes.", value
    groups = {}
    for problem in problems:
        groups.setdefault(frozenset(_names(problem)), []).append(problem)
    for names, group in groups.items() if claim.of else ():
        if not set(claim.of) <= names:
            words = "The claim stands under another name."
            value = _estimate(*_counts(group), k, claim.all_of_k)
            yield f"that of {' '.join(sorted(names))}", words, value


def _in_unit(value, claim, sign=""):
    """Return a chance in the unit of a claim, with two digits more than it shows."""
    percent = claim.shown.endswith("%")
    value, decimals = (value * 100, 2) if percent else (value, 0)
    if claim.decimals is None:
        text = f"{value:{sign}.12g}"
    else:
        text = f"{value:{sign}.{max(claim.decimals - decimals, 0) + 2}f}".rstrip("0").rstrip(".")
    return f"{text}{'%' if percent else ''}"
