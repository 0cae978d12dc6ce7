"""What the checks have found: as text for a terminal, and as a table for a notebook."""

import html
import textwrap
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from passk.calls import shown
from passk.wording import many, significant

__all__ = ["CheckResult", "FailedChecksError", "Report", "fraction_in_words"]

COLOURS = {  # of JupyterLab's theme, light or dark, where there is one
    "failed": "var(--jp-error-color1, #B00020)",
    "remark": "var(--jp-warn-color1, #8A6D00)",
    "passed": "var(--jp-success-color1, #00695C)",
    "not run": "inherit",
}
CELL = "text-align:left;vertical-align:top"


@dataclass(frozen=True)
class CheckResult:
    """What one check has found.

    Attributes
    ----------
    name, kind : str
        Of the check.
    status : str
        "passed", "remark" (an advice, not a fault), "failed" or "not run".
    sentence : str
        What was found, or what holds.
    arguments : tuple
        The smallest counterexample, ``(n, c, k)``; empty if there is none.
    got : object
        What the function gave there.
    right : Fraction or None
        The right value there; None if there is none, as for k > n.
    """

    name: str
    kind: str
    status: str
    sentence: str
    arguments: tuple = ()
    got: object = None
    right: Fraction | None = None

    @property
    def passed(self):
        """Whether nothing is wrong; a remark is no fault."""
        return self.status in ("passed", "remark")

    def __bool__(self):
        return self.passed

    def __repr__(self):
        return f"<{self.name}: {self.status}. {self.sentence}>"


@dataclass(frozen=True)
class Report:
    """What all checks have found, and which mistake explains it.

    Attributes
    ----------
    name : str
        Of the function.
    results : tuple of CheckResult
        In the order of the checks.
    diagnoses : tuple of Diagnosis
        The mistakes, the most telling first; empty if none was found.
    """

    name: str
    results: tuple
    diagnoses: tuple

    @property
    def ok(self):
        """Whether every check was run and passed; remarks do not count."""
        return all(result.passed for result in self.results)

    @property
    def failures(self):
        """The checks that failed."""
        return tuple(result for result in self.results if result.status == "failed")

    @property
    def remarks(self):
        """The checks that passed with a remark."""
        return tuple(result for result in self.results if result.status == "remark")

    @property
    def verdict(self):
        """The report in one line."""
        if self.ok:
            remarks = f", with {many(len(self.remarks), 'remark')}" if self.remarks else ""
            return f"{self.name} passes all {len(self.results)} checks{remarks}."
        failed = f"{self.name} fails {len(self.failures)} of {many(len(self.results), 'check')}"
        names = "; ".join(diagnosis.name for diagnosis in self.diagnoses)
        return f"{failed}: {names}." if names else f"{failed}."

    def __str__(self):
        lines = [self.verdict, ""]
        for diagnosis in self.diagnoses:
            lines += [_filled(diagnosis, "  "), ""]
        for result in (*self.failures, *self.remarks):
            heading = "FAILED" if result in self.failures else "remark"
            lines += [f"{heading}  {result.name}", _filled(result.sentence, " " * 8)]
        for status in ("passed", "not run"):
            names = ", ".join(result.name for result in self.results if result.status == status)
            lines += [_filled(f"{status}: {names}", "", " " * 8)] if names else []
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self):
        """Return the report as a table for a notebook."""
        says = "".join(
            f"<p><strong>{html.escape(d.name)}</strong>: {html.escape(d.words)}</p>"
            for d in self.diagnoses
        )
        names = ("check", "", "input", "got", "right", "")
        head = "".join(f'<th style="{CELL}">{name}</th>' for name in names)
        worst_first = sorted(self.results, key=lambda result: list(COLOURS).index(result.status))
        rows = "".join(map(_row, worst_first))
        verdict = f"<p><strong>{html.escape(self.verdict)}</strong></p>"
        return f'{verdict}{says}<table style="font-size:1em"><tr>{head}</tr>{rows}</table>'


class FailedChecksError(AssertionError):
    """Raised by ``on_fail="raise"``; `report` holds what was found."""

    def __init__(self, report):
        super().__init__(str(report))
        self.report = report


def fraction_in_words(fraction):
    """Return a fraction as text, as a decimal where it is long.

    Parameters
    ----------
    fraction : Fraction

    Returns
    -------
    str

    Examples
    --------
    >>> fraction_in_words(Fraction(11, 12)), fraction_in_words(Fraction(1, 3) ** 30)
    ('11/12', '4.85693575e-15')
    """
    if max(abs(fraction.numerator), fraction.denominator) < 10**6:
        return str(fraction)
    try:
        return significant(fraction, 10)
    except OverflowError:
        return f"{Decimal(fraction.numerator) / fraction.denominator:.10g}"


def _filled(text, indent, further=None):
    """Return a text in lines of at most 80 characters."""
    further = indent if further is None else further
    return textwrap.fill(str(text), 80, initial_indent=indent, subsequent_indent=further)


def _row(result):
    """Return a result as a row of the notebook's table."""
    got = "" if not result.arguments else shown(result.got)
    right = "" if result.right is None else fraction_in_words(result.right)
    arguments = str(result.arguments) if result.arguments else ""
    cells = (result.name.replace("_", " "), arguments, got, right, result.sentence)
    check, arguments, got, right, sentence = map(html.escape, cells)
    status = f'<strong style="color:{COLOURS[result.status]}">{result.status}</strong>'
    short = "".join(
        f'<td style="{CELL};white-space:nowrap">{cell}</td>'
        for cell in (check, status, arguments, got, right)
    )
    return f'<tr>{short}<td style="{CELL}">{sentence}</td></tr>'
