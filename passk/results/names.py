"""The names of problems: those that hardly differ, and those that are called after a sum."""

import re
import unicodedata

__all__ = ["note_likenesses", "refuse_totals"]

TOTALS = {"total", "totals", "all", "overall", "sum", "mean", "average", "avg", "median"}
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
    totals = [name for name in sorted(problems) if name.strip().casefold() in TOTALS]
    if totals:
        remarks.append(f"a problem is called {totals[0]}: is it one, or a summary of the others?")
    return remarks


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
        If its n is the sum of the others', or its c.

    Examples
    --------
    >>> row = {"language": "", "model": "", "group": ""}
    >>> counts = (("a", 2, 1), ("b", 3, 1), ("Total", 5, 2))
    >>> refuse_totals([{**row, "problem": p, "n": n, "c": c} for p, n, c in counts], "a.csv")
    Traceback (most recent call last):
        ...
    ValueError: a.csv: problem Total has the sum of the others' n and c (n=5, c=2): leave it out
    """
    suspects = [row for row in rows if row["problem"].strip().casefold() in TOTALS]
    for row in suspects:
        others = [o for o in rows if o is not row and all(o[name] == row[name] for name in NAMES)]
        sums = {key: sum(other[key] for other in others) for key in "nc"}
        same = [key for key in "nc" if others[1:] and row[key] == sums[key] > 0]
        if same:
            raise ValueError(
                f"{files}: problem {row['problem']} has the sum of the others' "
                f"{' and '.join(same)} (n={row['n']}, c={row['c']}): leave it out"
            )


def _core(name):
    """Return a name without what may be a slip: case, blanks, the form of a number or a letter."""
    core = unicodedata.normalize("NFKC", name).strip().casefold()
    return str(float(core)) if NUMBER.fullmatch(core) and len(core) < 16 else core
