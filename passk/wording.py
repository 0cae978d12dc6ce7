"""How numbers, counts and values read in a text; rounding never makes a certainty.

A chance of 0.9999999 that is printed as 1, or a level printed as 100 %, says something else.
"""

import json
from decimal import Decimal

__all__ = ["as_json", "bounded", "decimal", "many", "percent", "share_in_words", "significant"]


def decimal(value, digits=3, *, trim=False):
    """Return a number with so many decimals; only what is 0, 1 or -1 looks like it.

    Parameters
    ----------
    value : float or Fraction
    digits : int
        Decimals.
    trim : bool
        Whether zeros at the end are left out.

    Returns
    -------
    str

    Examples
    --------
    >>> decimal(0.25), decimal(0.25, trim=True), decimal(1.0)
    ('0.250', '0.25', '1.000')
    >>> decimal(0.99999), decimal(2e-9), decimal(-0.0001)
    ('1 - 1e-05', '2e-09', '-0.0001')
    """
    text = f"{float(value) + 0.0:.{digits}f}"  # + 0.0 turns -0.0 into 0.0
    if float(text) in (-1, 0, 1) and value != float(text):
        return _near(value, round(float(text)))
    return text.rstrip("0").rstrip(".") if trim and digits else text


def bounded(value, digits=3):
    """Return a number for a table; one that is nearly 1 or -1 as above 0.999 or below -0.999.

    Parameters
    ----------
    value : float or Fraction
    digits : int
        Decimals.

    Returns
    -------
    str

    Examples
    --------
    >>> bounded(0.25), bounded(1.0), bounded(2e-9)
    ('0.250', '1.000', '2e-09')
    >>> bounded(0.99999), bounded(-0.99999), bounded(0.996, 2)
    ('> 0.999', '< -0.999', '> 0.99')
    """
    text = decimal(value, digits)
    if " " not in text or not 0.5 < abs(value) < 1:  # only 1 - 1e-05 has a blank
        return text
    most = f"{1 - 10.0**-digits:.{digits}f}"
    return f"> {most}" if value > 0 else f"< -{most}"


def significant(value, digits=6):
    """Return a number with so many significant digits; only what is 1 looks like it.

    Parameters
    ----------
    value : float or Fraction
    digits : int
        Significant digits.

    Returns
    -------
    str

    Examples
    --------
    >>> significant(0.1), significant(0.12345, 3), significant(1)
    ('0.1', '0.123', '1')
    >>> significant(0.99999999), significant(0.9996, 3)
    ('1 - 1e-08', '1 - 0.0004')
    """
    text = f"{float(value) + 0.0:.{digits}g}"
    if float(text) in (-1, 1) and value != float(text):
        return _near(value, round(float(text)))
    return text


def percent(level):
    """Return a confidence level in percent.

    Parameters
    ----------
    level : float

    Returns
    -------
    str

    Examples
    --------
    >>> percent(0.95), percent(0.999), percent(2 / 3)
    ('95 %', '99.9 %', '66.6667 %')
    >>> percent(0.9999999999)
    '99.99999999 %'
    """
    text = f"{100 * level:.6g}"
    if float(text) == 100 and level != 1:
        text = f"{100 * Decimal(str(level))}".rstrip("0")
    return f"{text} %"


def share_in_words(share):
    """Return a share in percent, with one decimal.

    Parameters
    ----------
    share : float
        Between 0 and 1.

    Returns
    -------
    str

    Examples
    --------
    >>> share_in_words(0.9871), share_in_words(0.99999), share_in_words(1.0)
    ('98.7 %', 'over 99.9 %', '100 %')
    """
    if share in (0, 1):
        return f"{share:.0%}".replace("%", " %")
    text = f"{100 * share:.1f} %"
    return {"0.0 %": "under 0.1 %", "100.0 %": "over 99.9 %"}.get(text, text)


def many(number, noun):
    """Return a number and what it counts.

    Parameters
    ----------
    number : int
    noun : str
        What is counted, in the singular.

    Returns
    -------
    str

    Examples
    --------
    >>> many(1, "problem"), many(100_000, "sample")
    ('1 problem', '100,000 samples')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def as_json(value):
    """Return the beginning of a value as JSON has it.

    Parameters
    ----------
    value : object

    Returns
    -------
    str

    Examples
    --------
    >>> as_json({"passed": None})
    '{"passed": null}'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, TypeError, RecursionError):
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _near(value, whole):
    """Return a number that is close to a whole one as that, and the distance."""
    rest = float(value - whole)
    if not rest:  # the distance of a fraction may be too small for a float
        return f"just {'above' if value > whole else 'below'} {whole}"
    if not whole:
        return f"{rest:.2g}"
    return f"{whole} {'+' if rest > 0 else '-'} {abs(rest):.2g}"
