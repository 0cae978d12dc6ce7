"""From counts to scores: pass@k with both error bars, for each model and language.

A score is a mean over problems, and a problem stands in it once. So models are told apart, and so
are groups in which the same samples stand again, such as base and plus tests. A k for which some
problem has too few samples has no score, and the result says so: the mean over the other problems
would be that of another benchmark.
"""

import html
import json
import textwrap
from dataclasses import asdict, dataclass

import numpy as np

from passk.domain import checked_level, require, whole_numbers
from passk.results.names import say_left_out
from passk.results.reading import read_counts
from passk.results.tally import ReadingReport
from passk.uncertainty.benchmarks import QUESTIONS, Benchmark, benchmark
from passk.uncertainty.clusters import labels_by_name
from passk.uncertainty.intervals import html_table
from passk.wording import many, percent

__all__ = ["NAMES", "PartScore", "ScoreAtK", "Scores", "score"]

NAMES = ("model", "language", "group")
USUAL_KS = (1, 5, 10, 100)
WIDTH = 80
HEAD = ("", "score", "same problems, new samples", "other problems like these")
OF_A_BAR = ("standard_error", "low", "high", "method", "reason")


def score(
    results,
    k=None,
    *,
    by=None,
    clusters=None,
    confidence_level=0.95,
    only_sampled=False,
    format=None,  # noqa: A002
    missing="error",
    threshold=None,
):
    """Return pass@k with its error bars, from the files of an evaluation or their counts.

    Parameters
    ----------
    results : path_like, list of path_like, dict, DataFrame or object of JSON
        What `read_counts` takes, or the table that it returned.
    k : int or list of int, optional
        Draws. Default: those of 1, 5, 10 and 100 for which there are enough samples.
    by : str or list of str, optional
        Of "model", "language" and "group": what is scored apart. Default: languages. Models always
        are, and so is whatever else has a problem of the same name twice; groups that share no
        problem, such as difficulties, are scored together unless they are named here.
    clusters : dict or callable, optional
        Gives the label of a problem's cluster by the problem's name. Problems with one label
        belong together, which makes the error bar for other problems longer.
    confidence_level : float
        Of the intervals.
    only_sampled : bool
        Whether problems without any sample, n = 0, are left out; else they leave no score.
    format, missing, threshold
        As for `read_counts`; only for what is yet to be read.

    Returns
    -------
    Scores
        As text, as a table in a notebook, `Scores.table` and `Scores.to_json`.

    Raises
    ------
    TypeError, ValueError, ImportError, OSError
        As `read_counts`; also for a k below 1, and for a ``by`` that the counts do not have. A k
        above n is no error, but has a reason in place of a score.

    See Also
    --------
    passk.uncertainty.benchmark : what both error bars mean.

    Examples
    --------
    >>> rows = [("a", 20, 20), ("b", 20, 3), ("c", 20, 0), ("d", 5, 1)]
    >>> table = [dict(zip(("problem", "n", "c"), row)) for row in rows]
    >>> part = score(table, [1, 10]).parts[0]
    >>> part.in_words()
    '4 problems, n = 5 to 20 (median 20); never solved 1 (25.0 %), always 1 (25.0 %)'
    >>> [at_k.value for at_k in part.at]
    [0.3375, None]
    >>> part.at[1].reason
    "k = 10 needs n >= 10 for every problem: 1 of 4 has fewer, n = 5 (problem 'd')"
    """
    table, report = _counts(results, format=format, missing=missing, threshold=threshold)
    level, names = checked_level(confidence_level), _told_apart(table, _checked_by(by, table))
    kept = _sampled(table) if only_sampled else table
    parts = list(kept.groupby(names, sort=False)) if names else [((), kept)]
    ks = _checked_ks(k, max(int(rows["n"].min()) for _, rows in parts))
    scored = tuple(
        _part(dict(zip(names, values, strict=True)), rows, ks, clusters, level)
        for values, rows in parts
    )
    return Scores(scored, report, tuple(_remarks(table, kept, report, names)), level)


@dataclass(frozen=True)
class ScoreAtK:
    """The score for one k, or why there is none.

    Attributes
    ----------
    k : int
    benchmark : Benchmark or None
        The mean over the problems with both error bars.
    reason : str
        Why there is none; else empty.
    """

    k: int
    benchmark: Benchmark | None
    reason: str = ""

    @property
    def value(self):
        """The mean pass@k; None if some problem has fewer than k samples."""
        return self.benchmark and self.benchmark.value

    def to_dict(self):
        """Return what `Scores.to_dict` has of it."""
        bars = self.benchmark.bars if self.benchmark else ()
        return {
            "k": self.k,
            "value": self.value,
            "reason": self.reason,
            "bars": {bar.target: {name: getattr(bar, name) for name in OF_A_BAR} for bar in bars},
        }

    def __str__(self):
        return str(self.benchmark or self.reason)

    __repr__ = __str__

    def cells(self):
        """Return the score and both error bars as text."""
        if not self.benchmark:
            return "none", self.reason, ""
        bars = (_bar_in_words(bar, self.benchmark) for bar in self.benchmark.bars)
        return self.benchmark.in_decimals(self.value), *bars


@dataclass(frozen=True)
class PartScore:
    """The scores of one model, in one language and group where these are told apart.

    Attributes
    ----------
    model, language, group : str or None
        None if it is not told apart.
    problems, samples : int
    smallest_n, largest_n : int
        Samples of a problem.
    median_n : float
    never_solved, always_solved : int
        Problems of whose samples none, and all, are correct; one without samples is neither.
    at : tuple of ScoreAtK
        In rising order of k.
    """

    model: str | None
    language: str | None
    group: str | None
    problems: int
    samples: int
    smallest_n: int
    median_n: float
    largest_n: int
    never_solved: int
    always_solved: int
    at: tuple

    @property
    def name(self):
        """What tells it apart, in words; empty if there is one part only."""
        return ", ".join(filter(None, (getattr(self, name) for name in NAMES)))

    def to_dict(self):
        """Return what `Scores.to_dict` has of it."""
        fields = {name: value for name, value in vars(self).items() if name != "at"}
        shares = {
            f"{name}_share": fields[name] / self.problems
            for name in ("never_solved", "always_solved")
        }
        return {**fields, **shares, "pass_at_k": [at_k.to_dict() for at_k in self.at]}

    def in_words(self):
        """Return how many problems and samples there are, and what is solved never and always."""
        never, always = (
            f"{number} ({number / self.problems:.1%})".replace("%", " %")
            for number in (self.never_solved, self.always_solved)
        )
        sizes = f"{many(self.problems, 'problem')}, n = {self._sizes()}"
        return f"{sizes}; never solved {never}, always {always}"

    def __str__(self):
        width = max(len(f"pass@{at_k.k}") for at_k in self.at)
        none = [at_k for at_k in self.at if not at_k.benchmark]
        reasons = [
            _filled(f"{f'pass@{at_k.k}':{width}}  {at_k.reason}", width + 2) for at_k in none
        ]
        notes = map(_filled, self._notes())
        return "\n".join([_filled(self._title()), *self._lines(width), *reasons, *notes])

    __repr__ = __str__

    def _lines(self, width):
        """Return the lines of the scores, below those of their columns' names."""
        table = [(f"pass@{at_k.k}", *at_k.cells()) for at_k in self.at if at_k.benchmark]
        table = [HEAD, *table] if table else []
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = (zip(row, [width, *widths[1:]], strict=True) for row in table)
        return ["  ".join(f"{cell:{width}}" for cell, width in line).rstrip() for line in lines]

    def _repr_html_(self):
        """Return the same as a table for a notebook."""
        rows = ((f"pass@{at_k.k}", *at_k.cells()) for at_k in self.at)
        return html_table(". ".join([self._title(), *self._notes()]), HEAD, rows)

    def _title(self):
        """Return what this is the score of."""
        return ": ".join(filter(None, (self.name, self.in_words())))

    def _notes(self):
        """Return why there are errors that are 0 or do not exist."""
        ks = {}
        for at_k in self.at:
            for bar in at_k.benchmark.bars if at_k.benchmark else ():
                if bar.reason:
                    ks.setdefault((bar.target, bar.reason), []).append(f"pass@{at_k.k}")
        return [
            f"{', '.join(where)}, new {target}: {reason}" for (target, reason), where in ks.items()
        ]

    def _sizes(self):
        """Return how many samples a problem has."""
        if self.smallest_n == self.largest_n:
            return f"{self.smallest_n:,}"
        return f"{self.smallest_n:,} to {self.largest_n:,} (median {self.median_n:,g})"


@dataclass(frozen=True)
class Scores:
    """The scores of everything that was told apart, and what was amiss in the files.

    `Scores.benchmark` gives the one for a k, with its error bars.

    Attributes
    ----------
    parts : tuple of PartScore
        In the order in which they come in the counts.
    report : ReadingReport
        Of `read_counts`.
    remarks : tuple of str
        What else should be known.
    confidence_level : float
        Of the intervals.
    """

    parts: tuple
    report: ReadingReport
    remarks: tuple
    confidence_level: float

    def benchmark(self, k, part=None):
        """Return the mean pass@k of a part with its error bars.

        Parameters
        ----------
        k : int
            One of those that were asked for.
        part : str, optional
            The name of the part, as `PartScore.name` has it; needed if there are several.

        Returns
        -------
        Benchmark

        Raises
        ------
        ValueError
            If there is no such score; the message says why, or which there are.

        Examples
        --------
        >>> scores = score([{"problem": "a", "n": 4, "c": 1}], [1, 5])
        >>> scores.benchmark(1).value
        0.25
        >>> scores.benchmark(5)
        Traceback (most recent call last):
            ...
        ValueError: k = 5 needs n >= 5 for every problem: n = 4
        """
        chosen = [one for one in self.parts if part in (None, one.name)]
        if len(chosen) != 1:
            names = ", ".join(repr(one.name) for one in self.parts)
            raise ValueError(f"part must be one of {names}: part={part!r}")
        found = [at_k for at_k in chosen[0].at if at_k.k == k]
        if not found:
            ks = ", ".join(str(at_k.k) for at_k in chosen[0].at)
            raise ValueError(f"k must be one of those scored, {ks}: k={k}")
        if not found[0].benchmark:
            raise ValueError(found[0].reason)
        return found[0].benchmark

    def to_dict(self):
        """Return everything as objects of JSON: full digits, None for what does not exist."""
        report = asdict(self.report)
        lists = {name: list(report[name]) for name in ("files", "remarks")}
        return {
            "confidence_level": self.confidence_level,
            "reading": {**report, **lists},
            "remarks": list(self.remarks),
            "parts": [part.to_dict() for part in self.parts],
        }

    def to_json(self, indent=1):
        """Return the same as JSON, which has no NaN."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def table(self):
        """Return a DataFrame with a row for each part and k; what does not exist is missing."""
        import pandas

        rows = []
        for part in self.to_dict()["parts"]:
            for at_k in part.pop("pass_at_k"):
                bars = at_k.pop("bars")
                columns = {
                    f"{target}_{name}": bars.get(target, {}).get(name)
                    for target in QUESTIONS
                    for name in OF_A_BAR
                }
                rows.append({**part, **at_k, **columns})
        table = pandas.DataFrame(rows)
        return table.drop(columns=[name for name in NAMES if table[name].isna().all()])

    def __str__(self):
        return "\n\n".join([self._said(), *map(str, self.parts), *self._legend()])

    __repr__ = __str__

    def _repr_html_(self):
        """Return the same as tables for a notebook."""
        said = "\n".join([self._said(), *self._legend()])
        tables = "".join(part._repr_html_() for part in self.parts)
        return f"<p>{html.escape(said).replace(chr(10), '<br>')}</p>{tables}"

    def _said(self):
        """Return what was read, as one text."""
        return "\n".join([str(self.report), *self.remarks])

    def _legend(self):
        """Return what the signs mean, if there are any."""
        shown = any(at_k.benchmark for part in self.parts for at_k in part.at)
        return [f"± standard error ({percent(self.confidence_level)} interval)"] * shown


def _counts(results, **options):
    """Return the table of counts, and the report on how it was read."""
    report = getattr(results, "attrs", {}).get("report")
    if not isinstance(report, ReadingReport):
        table = read_counts(results, **options)
        return table, table.attrs["report"]
    for name, default in (("format", None), ("missing", "error"), ("threshold", None)):
        if options[name] != default:
            raise ValueError(f"{name} is for files: these counts are read: {name}={options[name]}")
    _require_a_table(results)
    return results, report


def _require_a_table(results):
    """Raise if a table that was read has been changed to something that is no table of counts."""
    lacking = {"problem", "n", "c"} - set(results.columns)
    if lacking:
        raise ValueError(f"the counts must have the columns problem, n and c: no {min(lacking)}")
    if results.empty:
        raise ValueError("the counts must have at least one problem")
    for name in ("problem", *NAMES):
        if name in results.columns and results[name].isna().any():
            raise ValueError(f"the counts must name every {name}: there is a gap")
    ns, cs = whole_numbers(results["n"], "n"), whole_numbers(results["c"], "c")
    require(cs >= 0, "c must be at least 0", c=cs)
    require(cs <= ns, "c must not exceed n", c=cs, n=ns)


def _checked_by(by, table):
    """Return the names that are told apart on demand."""
    if by is None:
        return ("language",)
    present = [name for name in NAMES if name in table.columns]
    names = list(by) if isinstance(by, list | tuple) else [by]
    for name in names:
        if name not in NAMES:
            raise ValueError(f"by must be of {', '.join(NAMES)}: by={name!r}")
        if name not in present:
            has = f"these have {' and '.join(present)}" if present else "these have none of them"
            raise ValueError(f"by must be in the counts: by={name!r}, and {has}")
    return names


def _sampled(table):
    """Return the problems that have a sample."""
    sampled = table[table["n"] > 0]
    if sampled.empty:
        raise ValueError("no problem has a sample: n = 0 for all of them")
    return sampled


def _told_apart(table, by):
    """Return the columns that tell the scores apart, so that no score has a problem twice."""
    present = [name for name in NAMES if name in table.columns]
    sure = {"model", *by, *(name for name in present if table[name].nunique() == 1)}
    for more in ((), ("group",), ("language",), ("language", "group")):
        names = [name for name in present if name in sure or name in more]
        twice = table.duplicated(["problem", *names])
        if not twice.any():
            return names
    raise ValueError(f"problem {table['problem'][twice].iloc[0]!r} comes twice in the counts")


def _checked_ks(k, most):
    """Return the ks in rising order; by default the usual ones up to a number of samples."""
    if k is None:
        return [usual for usual in USUAL_KS if usual <= max(most, 1)]
    ks = whole_numbers(k, "k")
    if np.ndim(ks) > 1:
        raise ValueError(f"k must be one number or a 1-D list: it has shape {np.shape(ks)}")
    require(np.greater_equal(ks, 1), "k must be at least 1", k=ks)
    return np.unique(ks).tolist()


def _part(names, rows, ks, clusters, level):
    """Return the scores of some rows of the counts."""
    ns, cs = rows["n"].to_numpy("int64"), rows["c"].to_numpy("int64")
    labels = labels_by_name(clusters, rows["problem"])
    at = []
    for k in ks:
        reason = _why_none(rows["problem"], ns, k)
        options = {"clusters": labels, "confidence_level": level}
        at.append(ScoreAtK(k, None if reason else benchmark(ns, cs, k, **options), reason))
    return PartScore(
        **{name: str(names[name]) if name in names else None for name in NAMES},
        problems=ns.size,
        samples=int(ns.sum()),
        smallest_n=int(ns.min()),
        median_n=float(np.median(ns)),
        largest_n=int(ns.max()),
        never_solved=int(((cs == 0) & (ns > 0)).sum()),
        always_solved=int(((cs == ns) & (ns > 0)).sum()),
        at=tuple(at),
    )


def _why_none(problems, ns, k):
    """Return why pass@k has no unbiased estimate, or nothing if it has one."""
    fewer = int((ns < k).sum())
    if not fewer:
        return ""
    rule = f"k = {k} needs n >= {k} for every problem"
    if ns.min() == ns.max():
        return f"{rule}: n = {ns.min()}"
    least = f"n = {ns.min()} (problem {problems.iloc[int(ns.argmin())]!r})"
    which = f"{fewer} of {ns.size} {'has' if fewer == 1 else 'have'} fewer, "
    way_out = "; only_sampled=True leaves out what has no sample" if ns[ns > 0].min() >= k else ""
    return f"{rule}: {which}{'' if fewer == 1 else 'the smallest '}{least}{way_out}"


def _remarks(all_rows, table, report, names):
    """Give what should be known of the scores beyond what the report says."""
    problems, samples = all_rows["problem"].nunique(), int(all_rows["n"].sum())
    if (problems, samples) != (report.problems, report.samples):
        yield f"changed after reading: {problems} problems and {samples} samples are scored"
    if len(table) < len(all_rows):
        yield say_left_out(all_rows["problem"][all_rows["n"] == 0])
    for name in NAMES:
        if name in table.columns and name not in names:
            values = table[name].unique().tolist()
            listed = ", ".join(map(str, values[:5])) + ", ..." * (len(values) > 5)
            yield f'{len(values)} {name}s in one score ({listed}): by="{name}" tells them apart'
    if "model" in names:
        number = table["model"].nunique()
        models = table.groupby([name for name in ("problem", "language") if name in table.columns])
        common = int((models["model"].nunique() == number).sum())
        if common < len(models):
            problems = f"{common} of {len(models)} are common to all"
            yield f"the {number} models have different problems: {problems}"


def _filled(text, indent=2):
    """Return a text in lines of at most 80 characters."""
    options = {"break_long_words": False, "break_on_hyphens": False}
    whole = text.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.fill(whole, WIDTH, subsequent_indent=" " * indent, **options)
    return lines.replace("\N{NO-BREAK SPACE}%", " %")


def _bar_in_words(bar, of):
    """Return an error bar of a benchmark as text."""
    error = bar.standard_error
    error = "not estimable" if error is None else of.in_decimals(error)
    ends = "no interval" if bar.low is None else of.ends_in_decimals(bar)
    return f"± {error} ({ends})"
