"""The names of problems: those that hardly differ, and those that are called after a sum."""

import re
import unicodedata

from passk.wording import many

__all__ = ["TOTALS", "hint_at_total", "note_likenesses", "note_split_groups", "refuse_totals"]

TOTALS = {"total", "totals", "all", "overall", "sum", "mean", "average", "avg", "median"}
OF_TOTALS = {"macro", "micro", "grand", "weighted", "score"}
WORD = re.compile(r"\w+")
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
    totals = [name for name in sorted(problems) if _is_total(name)]
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
    ValueError: a.csv: problem Total has the sum of the others' n: n=5 (leave it out)
    """
    suspects = [row for row in rows if _is_total(row["problem"])]
    for row in suspects:
        others = [o for o in rows if o is not row and all(o[name] == row[name] for name in NAMES)]
        if others[1:] and row["n"] == sum(other["n"] for other in others) > 0:
            raise ValueError(
                f"{files}: problem {row['problem']} has the sum of the others' n: n={row['n']} "
                "(leave it out)"
            )


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
    if not isinstance(problem, str) or not _is_total(problem):
        return ""
    return f": if {problem.strip()} is a summary of the others, leave it out"


def _is_total(name):
    """Tell whether all words of a name are those by which summaries go."""
    words = set(WORD.findall(name.casefold()))
    return not words.isdisjoint(TOTALS) and words <= TOTALS | OF_TOTALS


def _core(name):
    """Return a name without what may be a slip: case, blanks, the form of a number or a letter."""
    core = unicodedata.normalize("NFKC", name).strip().casefold()
    return str(float(core)) if NUMBER.fullmatch(core) and len(core) < 16 else core
