"""The names of problems: those that hardly differ, and those that are called after a sum."""

import re
import unicodedata

from passk.wording import many

__all__ = [
    "hint_at_summary",
    "hint_at_total",
    "is_total",
    "note_likenesses",
    "note_split_groups",
    "note_sums",
    "refuse_totals",
    "say_left_out",
]

TOTALS = {"total", "totals", "subtotal", "all", "overall", "sum", "summary", "mean", "means"}
TOTALS |= {"average", "averages", "averaged", "avg", "median", "aggregate", "aggregated"}
TOTALS |= {"solved", "accuracy"}
OF_TOTALS = {"macro", "micro", "grand", "weighted", "std", "stdev", "sd", "se", "sem", "ci", "n"}
OF_TOTALS |= {"k", "m", "acc", "count", "number", "num", "the", "of", "over", "in", "and", "row"}
OF_TOTALS |= {"per", "percent", "correct", "pass", "passed", "passes", "rate", "rates"}
OF_TOTALS |= {f"{word}{s}" for s in ("", "s") for word in ("score", "result", "value", "sample")}
OF_TOTALS |= {f"{word}{s}" for s in ("", "s") for word in ("problem", "task", "question", "item")}
FUNCTIONS = {"abs", "add", "any", "count", "difference", "len", "length", "max", "maximum", "min"}
FUNCTIONS |= {"minimum", "mode", "product", "range", "reverse", "sort", "sub", "variance", "sum"}
FUNCTIONS |= {"mean", "average", "median", "total", "all"}
PASS = re.compile(r"pass(\s*[@^]\s*|[ _-]?(at|hat|rate)[ _-]?(?![^\W\d_]))(k(?![^\W\d_])|\d+)?")
WORD = re.compile(r"[^\W\d_]+")
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?")
NAMES = ("language", "model", "group")


def note_likenesses(problems):
    """Give remarks on names of problems that hardly differ, or that may be no problem's.

    Parameters
    ----------
    problems : iterable of str

    Returns
    -------
    list of str

    Examples
    --------
    >>> print(*note_likenesses(["a", "a ", "f/0", "F/0", "2"]))
    names that hardly differ are of different problems: 'a' and 'a ', and 1 more
    >>> note_likenesses(["a", "b"])
    []
    """
    first, pairs, remarks = {}, [], []
    for name in sorted(problems):
        other = first.setdefault(_core(name), name)
        if other != name:
            pairs.append((other, name))
    if pairs:
        one, two = pairs[0]
        more = f", and {len(pairs) - 1} more" if pairs[1:] else ""
        names = f"{one!a} and {two!a}{more}"
        remarks.append(f"names that hardly differ are of different problems: {names}")
    totals = [name for name in sorted(problems) if is_total(name)]
    if totals:
        remarks.append(f"a problem is called {totals[0]}: is it one, or a summary of the others?")
    return remarks


def note_split_groups(rows):
    """Give a remark if the samples of a problem stand in groups of different sizes.

    A difficulty is the same for all samples of a problem, and a set of tests has them all. What
    differs from sample to sample, as the kind of an error does, is no group.

    Parameters
    ----------
    rows : list of dict
        With problem, language, model, group, n and c.

    Returns
    -------
    list of str

    Examples
    --------
    >>> row = {"language": "", "model": "", "problem": "a", "c": 0}
    >>> groups = [{**row, "group": group, "n": n} for group, n in (("ok", 3), ("error", 1))]
    >>> print(*note_split_groups(groups))
    problem a has 3 samples in the group ok and 1 in error: if the group is the outcome, drop it
    """
    found = {}
    for row in rows:
        parts = found.setdefault(tuple(row[name] for name in ("problem", "language", "model")), [])
        parts.append(row)
    for (problem, *_), parts in found.items():
        one, two = (choose(parts, key=lambda row: row["n"]) for choose in (max, min))
        if one["n"] != two["n"]:
            return [
                f"problem {problem} has {many(one['n'], 'sample')} in the group {one['group']} and "
                f"{two['n']:,} in {two['group']}: if the group is the outcome, drop it"
            ]
    return []


def refuse_totals(rows, files):
    """Raise if a problem that is called total, mean or the like is the sum of the others.

    Not so beside problems that are called like functions, as max or count: it may be another.

    Parameters
    ----------
    rows : list of dict
        With problem, language, model, group, n and c.
    files : str
        For the message.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If its n is the sum of the others'.

    Examples
    --------
    >>> row = {"language": "", "model": "", "group": ""}
    >>> counts = (("a", 2, 1), ("b", 3, 1), ("Total", 5, 2))
    >>> refuse_totals([{**row, "problem": p, "n": n, "c": c} for p, n, c in counts], "a.csv")
    Traceback (most recent call last):
        ...
    ValueError: a.csv: problem Total has the sum of the others' n: n=5 (leave it out, or call it \
otherwise if it is a problem)
    """
    for row, others in _sums(rows):
        functions = any(_is_function(other["problem"]) for other in others)
        if is_total(row["problem"]) and not functions:
            raise ValueError(
                f"{files}: problem {row['problem']} has the sum of the others' n: n={row['n']} "
                "(leave it out, or call it otherwise if it is a problem)"
            )


def note_sums(rows):
    """Give a remark if a row has the sums of the others' n and c, whatever it is called.

    Parameters
    ----------
    rows : list of dict
        With problem, language, model, group, n and c.

    Returns
    -------
    list of str

    Examples
    --------
    >>> row = {"language": "", "model": "", "group": ""}
    >>> counts = (("a", 2, 1), ("b", 3, 1), ("both", 5, 2))
    >>> print(*note_sums([{**row, "problem": p, "n": n, "c": c} for p, n, c in counts]))
    problem both has the sums of the others' n and c: is it one, or a summary of the others?
    """
    for row, others in _sums(rows):
        if row["c"] == sum(other["c"] for other in others):
            return [
                f"problem {row['problem']} has the sums of the others' n and c: is it one, or a "
                "summary of the others?"
            ]
    return []


def _sums(rows):
    """Give each row that has the sum of the others' n, and these, of which there must be two."""
    series = {}
    for row in rows:
        series.setdefault(tuple(row[name] for name in NAMES), []).append(row)
    for alike in series.values():
        total = sum(row["n"] for row in alike)
        counted = sum(row["n"] > 0 for row in alike)
        for row in alike if counted > 2 else ():
            if 2 * row["n"] == total:
                yield row, [other for other in alike if other is not row]


def say_left_out(problems):
    """Say how many problems are left out; one may stand in several rows, as of groups.

    Parameters
    ----------
    problems : sequence of str
        One for each row.

    Returns
    -------
    str

    Examples
    --------
    >>> say_left_out(["a", "b", "a"])
    'left out: 2 problems without a sample (3 rows of the table)'
    """
    number = len(set(problems))
    rows = f" ({len(problems):,} rows of the table)" if len(problems) > number else ""
    return f"left out: {many(number, 'problem')} without a sample{rows}"


def hint_at_total(problem):
    """Return what to do if a problem without proper counts is called total, mean or the like.

    Parameters
    ----------
    problem : str, int or None

    Returns
    -------
    str
        Empty if it is not called so.

    Examples
    --------
    >>> hint_at_total("Macro avg"), hint_at_total("sum of digits")
    (': if Macro avg is a summary of the others, leave it out', '')
    """
    if not isinstance(problem, str) or not is_total(problem):
        return ""
    return f": if {problem.strip()} is a summary of the others, leave it out"


def hint_at_summary(keys):
    """Return what to do if an object lacks what the others have, and is called like a summary.

    Parameters
    ----------
    keys : iterable of str

    Returns
    -------
    str
        Empty if no key is called so.

    Examples
    --------
    >>> hint_at_summary(["n", "pass@1"])
    ": if this line is a summary of the others, as its 'pass@1' says, leave it out"
    """
    key = next((key for key in keys if is_total(str(key))), None)
    says = f"as its {key!r} says, leave it out"
    return "" if key is None else f": if this line is a summary of the others, {says}"


def is_total(name):
    """Tell whether all words of a name, without figures and signs, are those of summaries.

    Parameters
    ----------
    name : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_total("Average (n=2)"), is_total("pass@1"), is_total("sum of digits")
    (True, True, False)
    """
    words = set(WORD.findall(PASS.sub(" accuracy ", name.casefold())))
    return not words.isdisjoint(TOTALS) and words <= TOTALS | OF_TOTALS


def _is_function(name):
    """Tell whether the only word of a name is that of a function."""
    words = WORD.findall(name.casefold())
    return len(words) == 1 and words[0] in FUNCTIONS


def _core(name):
    """Return a name without what may be a slip: case, blanks, the form of a number or a letter."""
    core = unicodedata.normalize("NFKC", name).strip().casefold()
    return str(float(core)) if NUMBER.fullmatch(core) and len(core) < 16 else core
