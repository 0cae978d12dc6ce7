"""Types of arguments and results, the same in every language: ``list<map<string;integer>>``."""

import re
import sys
from dataclasses import dataclass

__all__ = ["SCALARS", "Type", "agrees", "fits", "parse_type"]

SCALARS = ("integer", "long", "float", "double", "boolean", "character", "string")
ARITY = {"list": 1, "set": 1, "map": 2}
TOLERANCE = {"float": 1e-6, "double": 1e-9}


@dataclass(frozen=True)
class Type:
    """A type: its name, and the types of what it holds.

    Attributes
    ----------
    name : str
        One of `SCALARS`, or "list", "set", "map", "tuple".
    items : tuple of Type
        Of a list or set one, of a map two (key, value), of a tuple one a place.
    """

    name: str
    items: tuple = ()

    def __str__(self):
        inner = ";".join(map(str, self.items))
        return f"{self.name}<{inner}>" if inner else self.name


def parse_type(text):
    """Return a type from its text.

    Parameters
    ----------
    text : str
        As in BabelCode's schemas: ``integer``, ``list<string>``, ``map<string;integer>``,
        ``tuple<integer|string>``; ``;``, ``|`` and ``,`` part the items alike.

    Returns
    -------
    Type

    Raises
    ------
    ValueError
        If the text is no type.

    Examples
    --------
    >>> parse_type("list<map<string;integer>>").items[0].items[1]
    Type(name='integer', items=())
    >>> parse_type("list<number>")
    Traceback (most recent call last):
        ...
    ValueError: there is no type 'number' in 'list<number>'
    """
    tokens = re.findall(r"\w+|[<>;|,]", text)
    kind, rest = _read_type(tokens, text)
    if rest or "".join(tokens) != re.sub(r"\s", "", text):
        raise ValueError(f"not a type: {text!r}")
    return kind


def fits(kind, value):
    """Tell whether a JSON value can be of a type.

    Parameters
    ----------
    kind : Type
    value : object
        As read from JSON: sets and tuples are lists, and the keys of a map may be texts. A number
        must be finite, and a text whole: half of a surrogate pair is none.

    Returns
    -------
    bool

    Examples
    --------
    >>> fits(parse_type("list<integer>"), [1, 2]), fits(parse_type("integer"), True)
    (True, False)
    >>> fits(parse_type("double"), 1), fits(parse_type("double"), float("inf"))
    (True, False)
    """
    if kind.name in ("integer", "long"):
        return type(value) is int
    if kind.name in TOLERANCE:
        return type(value) in (int, float) and abs(value) <= sys.float_info.max
    if kind.name == "boolean":
        return type(value) is bool
    if kind.name in ("string", "character"):
        whole = isinstance(value, str) and not re.search("[\ud800-\udfff]", value)
        return whole and (kind.name == "string" or len(value) == 1)
    if kind.name == "map":
        key, item = kind.items
        return isinstance(value, dict) and all(
            fits(key, read_key(key, k)) and fits(item, v) for k, v in value.items()
        )
    if not isinstance(value, list):
        return False
    if kind.name == "tuple":
        return len(value) == len(kind.items) and all(map(fits, kind.items, value))
    return all(fits(kind.items[0], item) for item in value)


def read_key(kind, text):
    """Return the key of a map from the text that JSON has for it.

    Parameters
    ----------
    kind : Type
    text : str

    Returns
    -------
    object

    Examples
    --------
    >>> read_key(parse_type("integer"), "3"), read_key(parse_type("string"), "3")
    (3, '3')
    """
    if kind.name in ("integer", "long") and re.fullmatch("0|-?[1-9][0-9]*", text):
        return int(text)
    if kind.name == "boolean":
        return {"true": True, "false": False}.get(text.lower(), text)
    return text


def agrees(kind, given, expected):
    """Tell whether a program's value is the expected one.

    Floats may differ by 1e-6, or by what 32 bits do not hold, and doubles by 1e-9, as in BabelCode;
    all else must be equal. Twice the same member in an expected set is one.

    Parameters
    ----------
    kind : Type
    given : object
        What the program gave: sets and tuples as lists, a map as a list of pairs, or as an object
        where its keys are texts in the language itself, as in JavaScript's plain objects.
    expected : object
        As read from JSON.

    Returns
    -------
    bool

    Notes
    -----
    JSON does not part a list from a set or a tuple, nor a list of pairs from a map. In languages
    that print what they have (Python, JavaScript, Ruby) an answer may give one for the other;
    BabelCode's Python, which compares with ``==``, counts that as wrong.

    Examples
    --------
    >>> agrees(parse_type("double"), 0.30000000000000004, 0.3)
    True
    >>> agrees(parse_type("float"), 1234567.125, 1234567.1), agrees(Type("double"), 10**400, 1)
    (True, False)
    >>> agrees(parse_type("integer"), True, 1), agrees(parse_type("integer"), 1.0, 1)
    (False, False)
    >>> numbers = parse_type("map<integer;string>")
    >>> agrees(numbers, [[3, "c"]], {"3": "c"}), agrees(numbers, {"3": "c"}, {"3": "c"})
    (True, True)
    """
    if kind.name in TOLERANCE:
        if type(given) not in (int, float):
            return False
        try:
            apart = abs(given - expected)
        except OverflowError:  # an integer larger than any double
            return given == expected
        rounded = kind.name == "float" and apart <= abs(expected) * 2**-24
        return given == expected or apart < TOLERANCE[kind.name] or rounded
    if kind.name == "map":
        return _maps_agree(kind, given, expected)
    if kind.name == "set":
        expected = [m for i, m in enumerate(expected) if m not in expected[:i]]
        return isinstance(given, list) and _same_members(kind.items[0], given, expected)
    if kind.name in ("list", "tuple"):
        if not isinstance(given, list) or len(given) != len(expected):
            return False
        kinds = kind.items if kind.name == "tuple" else kind.items * len(expected)
        return all(map(agrees, kinds, given, expected))
    return type(given) is type(expected) and given == expected


def _read_type(tokens, text):
    """Return the type at the beginning of the tokens, and the tokens after it."""
    name, rest = (tokens[0], tokens[1:]) if tokens else ("", [])
    if name in SCALARS:
        return Type(name), rest
    if name not in (*ARITY, "tuple") or rest[:1] != ["<"]:
        raise ValueError(f"there is no type {name!r} in {text!r}")
    items, separator = [], None
    while separator != ">":
        item, rest = _read_type(rest[1:], text)
        items.append(item)
        separator = rest[0] if rest else ""
        if separator not in (";", "|", ",", ">"):
            raise ValueError(f"not a type: {text!r}")
    if len(items) != ARITY.get(name, len(items)):
        raise ValueError(f"a {name} holds {ARITY[name]} types, not {len(items)}: {text!r}")
    return Type(name, tuple(items)), rest[1:]


def _maps_agree(kind, given, expected):
    """Tell whether pairs, or an object, are the entries of a map, each key once."""
    key, item = kind.items
    wanted = [[read_key(key, k), v] for k, v in expected.items()]
    if isinstance(given, dict):
        wanted = {str(k).lower() if isinstance(k, bool) else str(k): v for k, v in wanted}
        same = given.keys() == wanted.keys()
        return same and all(agrees(item, given[k], v) for k, v in wanted.items())
    if not isinstance(given, list):
        return False
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in given):
        return False
    return _same_members(Type("tuple", (key, item)), given, wanted)


def _same_members(kind, given, expected):
    """Tell whether every expected member is given once, in any order."""
    if len(given) != len(expected):
        return False
    left = list(given)
    for member in expected:
        fitting = [i for i, value in enumerate(left) if agrees(kind, value, member)]
        if not fitting:
            return False
        del left[next((i for i in fitting if left[i] == member), fitting[0])]
    return True
