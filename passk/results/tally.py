"""The rules of counting: what is correct, what has no score, and what is done about it."""

import math
from array import array
from collections import Counter
from dataclasses import dataclass
from numbers import Real

from passk.results.columns import COLUMNS
from passk.results.copies import Copies
from passk.results.entries import MISSING, WORDS, Counted
from passk.results.names import (
    hint_at_total,
    note_likenesses,
    note_split_groups,
    note_sums,
    refuse_totals,
)
from passk.wording import as_json, many

__all__ = ["MISSING_RULES", "ReadingReport", "Tally"]

MISSING_RULES = ("error", "failure", "drop")
LARGEST_BIT = 2**14  # a sample with a small number is remembered by one bit
FEWEST_RETRIED = 5  # problems that end at a first success, before it is held to be the rule
RULE = 'missing="failure" counts it as a failure, missing="drop" leaves it out'
WANTED = "true or false, 1 or 0"
NO_WORD = "write true or false, and nothing if there is no score"
AMISS = {
    "unscored": "there is no score of {}",
    "erroneous": "the harness failed to score {}",
    "missing": "{} is missing",
}
LEFT_OUT_OR_FAILED = ("unscored", "erroneous", "missing")


@dataclass(frozen=True)
class ReadingReport:
    """What was read, what was amiss, and what was done about it.

    Attributes
    ----------
    format : str
        As `read_counts` calls it.
    files : tuple of str
        In the order in which they were read.
    problems : int
        Different names of problems in the table.
    samples : int
        The sum of the table's n.
    unscored, erroneous, missing, duplicated : int
        Samples that stand in the file without a score; that the harness failed to score; that
        are not in the file, while others of their series are; that came once more.
    rule : str
        What was done with them: "error", "failure" or "drop". A duplicate is counted once.
    remarks : tuple of str
        What else should be known.

    Examples
    --------
    >>> print(ReadingReport("evalplus", ("run.json",), 164, 1640, missing=2, rule="failure"))
    evalplus, 1 file: 164 problems, 1,640 samples
    2 missing: counted as failures
    """

    format: str
    files: tuple
    problems: int
    samples: int
    unscored: int = 0
    erroneous: int = 0
    missing: int = 0
    duplicated: int = 0
    rule: str = "error"
    remarks: tuple = ()

    def __str__(self):
        sizes = ((len(self.files), "file"), (self.problems, "problem"), (self.samples, "sample"))
        files, problems, samples = (many(n, noun) for n, noun in sizes)
        lines = [f"{self.format}, {files}: {problems}, {samples}"]
        done = {"failure": "counted as failures", "drop": "left out"}.get(self.rule, "")
        for name in LEFT_OUT_OR_FAILED:
            if getattr(self, name):
                lines.append(f"{getattr(self, name):,} {name}: {done}")
        if self.duplicated:
            lines.append(f"{self.duplicated:,} duplicated: counted once")
        return "\n".join([*lines, *self.remarks])

    __repr__ = __str__


class Cell:
    """The samples of one problem so far."""

    __slots__ = (
        "problem",
        "file",
        "counted",
        "scored",
        "passed",
        "seen",
        "order",
        *LEFT_OUT_OR_FAILED,
    )

    def __init__(self, problem, file):
        self.problem, self.file, self.counted = problem, file, None
        self.scored = self.passed = self.unscored = self.erroneous = self.missing = 0
        self.seen = self.order = None

    @property
    def amiss(self):
        """How many samples have no score."""
        return self.unscored + self.erroneous + self.missing


class Order:
    """The verdicts of a problem's samples, in the order of the file, and their numbers."""

    __slots__ = ("numbers", "verdicts")

    def __init__(self):
        self.verdicts, self.numbers = bytearray(), array("q")

    def add(self, name, verdict):
        """Add a sample."""
        self.verdicts.append(verdict)
        if type(name) is int and abs(name) < 2**63 and self.numbers is not None:
            self.numbers.append(name)
        else:
            self.numbers = None

    def first(self, k):
        """Return the verdicts of the first k: by their numbers if all have one, or by place."""
        if self.numbers is None or len(set(self.numbers)) < len(self.numbers):
            return self.verdicts[:k]
        pairs = sorted(zip(self.numbers, self.verdicts, strict=True))
        return bytes(verdict for _, verdict in pairs[:k])


class Seen:
    """The names of a problem's samples in one file, and which of them passed."""

    __slots__ = ("bits", "names", "passed_bits")

    def __init__(self):
        self.bits = self.passed_bits = 0
        self.names = None

    def earlier(self, name, verdict):
        """Return what this sample was before, and remember it; raise KeyError if it is new."""
        if type(name) is int and 0 <= name < LARGEST_BIT:
            bit = 1 << name
            if self.bits & bit:
                return bool(self.passed_bits & bit)
            self.bits |= bit
            self.passed_bits |= bit if verdict else 0
        else:
            self.names = {} if self.names is None else self.names
            if name in self.names:
                return self.names[name]
            self.names[name] = bool(verdict)
        raise KeyError(name)

    def add(self, other):
        """Take over the names that another one has."""
        self.bits |= other.bits
        self.names = {**(self.names or {}), **(other.names or {})}

    def __len__(self):
        return self.bits.bit_count() + len(self.names or ())


class Tally:
    """Counts samples by problem, language, model and group.

    Parameters
    ----------
    rule : str
        What is done with samples that have no score.
    threshold : float or None
        From which number on a sample is correct.
    rectangular : bool
        Whether each problem must have the same samples, so that a hole is a missing sample.
    ordered : bool
        Whether the order of each problem's verdicts is kept.
    """

    def __init__(self, rule, threshold, rectangular=False, ordered=False):
        self.rule, self.threshold, self.rectangular = rule, threshold, rectangular
        self.ordered = ordered
        self.cells, self.found, self.compared, self.files = {}, Counter(), False, []
        self.by_order, self.source, self.signs = False, None, {}
        self.copies = Copies()
        self.retried = True  # until a problem goes on after a success

    def add(self, source, entries, model="", pooled=False):
        """Count what a reader gives of one file."""
        self.files.append(source.file)
        self.source, stated = source, set()
        for entry in entries:
            named = entry._replace(model=model) if model else entry
            if model and entry.model:
                stated.add(entry.model)
                if len(stated) > 1:
                    raise ValueError(f"{source.file} is of several models, not of {model!r} alone")
            cell = self._cell(source, named, pooled)
            if isinstance(named, Counted):
                self._add_counts(named, cell)
            else:
                self._add_sample(named, cell)
        self.by_order |= source.by_order
        self._compare_signs(source, self.signs.setdefault(model, {}))

    def _compare_signs(self, source, known):
        """Raise if a problem's text is another one than in an earlier file."""
        for problem, sign in source.signs.items():
            before, file = known.setdefault(problem, (sign, source.file))
            if sign is not None and before is not None and sign != before:
                raise ValueError(
                    f"{file} and {source.file}: {problem} is of another problem in each: they are "
                    "no samples of one benchmark; name one folder, or files of one"
                )

    def _cell(self, source, entry, pooled):
        """Return a problem's samples so far; raise if two files have it and nobody said why."""
        key = (entry.problem, entry.language, entry.model, entry.group)
        cell = self.cells.get(key)
        if cell is None:
            if not str(entry.problem).strip():
                raise ValueError(f"{entry.record.at()}: a problem has no name")
            cell = self.cells[key] = Cell(entry.problem, source.number)
        elif cell.file != source.number:
            if not pooled:
                one, two = self.files[cell.file], source.file
                raise ValueError(
                    f"{one} and {two} both have problem {entry.problem}: two models' are "
                    f"{{'a name': {one!r}, 'another': {two!r}}}, more samples of one are "
                    f"{{'a name': [{one!r}, {two!r}]}}"
                )
            cell.file, cell.counted = source.number, None
        return cell

    def _add_counts(self, entry, cell):
        """Count a problem whose samples are counted already."""
        if entry.c + entry.unscored > entry.n:
            raise ValueError(
                f"{entry.record.at()}: c must not exceed n: c={entry.c}, n={entry.n}"
                f", problem {entry.problem}{hint_at_total(entry.problem)}"
            )
        if cell.counted is not None or cell.seen is not None:
            raise ValueError(
                f"{entry.record.at()}: problem {entry.problem} comes twice, first at {cell.counted}"
            )
        cell.counted, self.retried = entry.record.at(), False
        if entry.unscored:
            self._amiss("unscored", entry.record, "c", entry, entry.unscored)
            cell.unscored += entry.unscored
        cell.scored += entry.n - entry.unscored
        cell.passed += entry.c
        for answer in entry.answers:
            self._note_answer(entry, answer)

    def _note_answer(self, entry, answer):
        """Remember the text that was scored."""
        self.copies.note(entry.problem, answer, (entry.language, entry.model, entry.group))

    def _add_sample(self, entry, cell):
        """Count one sample."""
        value = entry.value
        verdict = value if value is True or value is False else self.judge(entry, value)
        if entry.sample is not None and self._came_before(entry, cell, verdict):
            return
        if entry.answer:
            self._note_answer(entry, entry.answer)
        if cell.passed:
            self.retried = False
        if verdict is None:
            self._amiss(entry.lack, entry.record, entry.key, entry)
            setattr(cell, entry.lack, getattr(cell, entry.lack) + 1)
        else:
            cell.scored += 1
            cell.passed += verdict
        if self.ordered and (verdict is not None or self.rule == "failure"):
            cell.order = cell.order or Order()
            cell.order.add(entry.sample, bool(verdict))

    def judge(self, entry, value):
        """Return whether a value means that a sample is correct; None if it means nothing.

        Words and numbers other than these are errors, and so are lists and objects: "fail" is
        no success because it is a text, nor [False] because it is not empty.
        """
        if value is None or value != value:
            return None
        if isinstance(value, str):
            verdict = WORDS.get(value.strip().casefold())
            if verdict is not None and self.threshold is None:
                return verdict
            if verdict is not None and value.strip()[0] not in "01":
                return verdict
            if value.strip().casefold() in MISSING:
                return None
            if verdict is None:
                raise entry.record.error(entry.key, WANTED, value, NO_WORD)
        elif isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value):
            self.compared = True
            if self.threshold is not None:
                return bool(value >= self.threshold)
            if value in (0, 1):
                return value == 1
            raise entry.record.error(entry.key, f"{WANTED}, or give threshold=", value)
        raise entry.record.error(entry.key, WANTED, value)

    def _came_before(self, entry, cell, verdict):
        """Tell whether a sample was counted already."""
        if cell.seen is None:
            cell.seen = {}
        seen = cell.seen.get(cell.file)
        if seen is None:
            seen = cell.seen[cell.file] = Seen()
        try:
            before = seen.earlier(entry.sample, verdict)
        except KeyError:
            return False
        what = f"{entry.record.at()}: sample {entry.sample} of problem {entry.problem} comes twice"
        if before is not bool(verdict):
            raise ValueError(f"{what}, with two scores: one file must be of one run{self._hint()}")
        if self.rule == "error":
            once = 'missing="failure" and missing="drop" count it once'
            tried = self.source.sample_key.strip().casefold() in COLUMNS["try"]
            parts = (self._hint(), f": {once}") if tried else (f": {once}", self._hint())
            raise ValueError("".join((what, *parts)))
        self.found["duplicated"] += 1
        return True

    def _hint(self):
        """Return what to do if a column names no samples, although it is called so."""
        key = self.source.sample_key
        taken = f"{key} is taken as the sample's number: drop the column if it is none"
        return f"; {taken}, and call one that tells runs apart model" if key else ""

    def _amiss(self, kind, record, key, entry, number=1):
        """Note samples that have no score, or raise."""
        if self.rule == "error":
            said = AMISS[kind].format(f"a sample of problem {entry.problem}")
            shown = "c=null" if isinstance(entry, Counted) else _in_record(record, key)
            hint = hint_at_total(entry.problem)
            raise ValueError(f"{record.at()}: {said} ({shown}){hint}: {RULE}")
        self.found[kind] += number

    def finish(self, format_name, remarks=()):
        """Return the rows of the table, and the report."""
        if not self.cells:
            raise ValueError(f"{', '.join(self.files)}: there is no sample in it")
        if self.threshold is not None and not self.compared:
            raise ValueError(
                f"threshold={self.threshold} is for scores that are numbers; here there are none"
            )
        self._require_one_name_each()
        self._find_holes()
        self._refuse_retries()
        rows = [self._row(key, cell) for key, cell in self.cells.items()]
        refuse_totals(rows, ", ".join(self.files))
        remarks = (*remarks, *note_split_groups(rows), *note_sums(rows))
        report = ReadingReport(
            format_name,
            tuple(self.files),
            len({row["problem"] for row in rows}),
            sum(row["n"] for row in rows),
            *(self.found[name] for name in (*LEFT_OUT_OR_FAILED, "duplicated")),
            self.rule,
            (*remarks, *self._remarks(rows)),
        )
        return rows, report

    def _row(self, key, cell):
        """Return a problem's row."""
        n = cell.scored + (cell.amiss if self.rule == "failure" else 0)
        names = dict(zip(("language", "model", "group"), key[1:], strict=True))
        return {"problem": str(key[0]), **names, "n": n, "c": cell.passed}

    def _require_one_name_each(self):
        """Raise if a number and a text have the same digits, or a name is no Unicode."""
        kinds = {}
        for problem, *_ in self.cells:
            if kinds.setdefault(str(problem), type(problem)) is not type(problem):
                raise ValueError(f"problem {problem} comes as a number and as a text: which is it?")
            try:
                str(problem).encode()
            except UnicodeEncodeError:
                raise ValueError(f"a problem's name is no text in Unicode: {problem!r}") from None

    def _find_holes(self):
        """Note the samples that a problem lacks and another one of its series has."""
        if not self.rectangular:
            return
        series = self._series()
        for key, cell in self.cells.items():
            wanted = sum(map(len, series[key[1:]].values()))
            absent = wanted - sum(map(len, (cell.seen or {}).values()))
            if absent:
                self._note_hole(cell, wanted, absent)

    def _series(self):
        """Return the samples that any problem has, by language, model and group, then by file."""
        series = {}
        for key, cell in self.cells.items():
            files = series.setdefault(key[1:], {})
            for file, seen in (cell.seen or {}).items():
                files.setdefault(file, Seen()).add(seen)
        return series

    def _note_hole(self, cell, wanted, absent):
        """Note that a problem lacks samples, or raise."""
        files = ", ".join(self.files)
        if self.by_order:
            raise ValueError(
                f"{files}: the files are not of one length, so that {cell.problem} need not be of "
                "the same problem in each"
            )
        if self.rule == "error":
            raise ValueError(
                f"{files}: problem {cell.problem} has {wanted - absent} samples, others have "
                f"{wanted}: {RULE}"
            )
        cell.missing += absent
        self.found["missing"] += absent

    def _refuse_retries(self):
        """Raise if every problem ends at its first success: these are no independent samples."""
        sizes = {True: [], False: []}
        for cell in self.cells.values():
            sizes[bool(cell.passed)].append(cell.scored + cell.amiss)
        ended, others = sizes[True], sizes[False]
        varied = len(ended) >= FEWEST_RETRIED and len(set(ended)) > 1
        if self.retried and varied and set(others) <= {max(ended + others)}:
            raise ValueError(
                f"{', '.join(self.files)}: every problem ends at its first success, so these are "
                "attempts until one succeeds, not independent samples, and there is no pass@k"
            )

    def _remarks(self, rows):
        """Return what should be known of the table."""
        sizes = {row["n"] for row in rows}
        if len(sizes) > 1:
            yield f"n differs: from {min(sizes)} to {max(sizes)}"
        if 0 in sizes:
            empty = len({row["problem"] for row in rows if not row["n"]})
            yield f"{empty} of the problems {'has' if empty == 1 else 'have'} no sample: n = 0"
        yield from self.copies.remarks()
        yield from note_likenesses({row["problem"] for row in rows})


def _in_record(record, key):
    """Return what a record says where there should be a score."""
    value = record.as_written(key)
    if isinstance(value, list | dict):
        return f"see {key}"
    if value is None and key.isidentifier() and key not in record.values:
        return f"there is no {key!r}"
    return f"{key}={as_json(value)}"
