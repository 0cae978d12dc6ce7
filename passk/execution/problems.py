"""Problems without a language, in BabelCode's parsed form, and the programs that test an answer."""

import codecs
import functools
import gzip
import json
import re
import secrets
import textwrap
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from passk.domain import require_flag
from passk.execution.languages import fill, find_language
from passk.execution.schema import Type, fits, parse_type
from passk.wording import as_json

__all__ = [
    "Problem",
    "Test",
    "own_problems",
    "program_of",
    "prompt",
    "read_json_lines",
    "read_problems",
]

DATA = Path(__file__).parent / "data"
LONGEST_LINE = 77  # in a prompt's text; the quotes of a docstring make it 80
GZIP = b"\x1f\x8b"  # how such files begin
MISSING = object()
NAME = re.compile(r"[^\W\d]\w*")  # what every language can call a function
KINDS = {
    "a text": lambda value: isinstance(value, str),
    "a list": lambda value: isinstance(value, list | tuple),
    "an object": lambda value: isinstance(value, Mapping),
    "a text or null": lambda value: value is None or isinstance(value, str),
    "a text or a number": lambda value: type(value) in (str, int, float),
    "a value": lambda value: True,  # its type is that of the result
    "a name": lambda value: isinstance(value, str) and NAME.fullmatch(value),
}


@dataclass(frozen=True)
class Test:
    """One test case: arguments by name, and the value that is right."""

    __test__ = False  # for pytest, which would take it for a class of tests

    idx: str
    inputs: Mapping
    output: object


@dataclass(frozen=True)
class Problem:
    """A task for a model: write one function that passes its tests.

    Attributes
    ----------
    qid, title, text : str
        Identifier, name and what the function shall do.
    function : str
        The function's name.
    parameters : tuple of (str, Type)
        In order.
    result : Type
    tests : tuple of Test
    solutions : mapping of str to str
        Programs by language; of the problems of this package each is right.
    difficulty : str
        "easy", "medium" or "hard", where it is stated.
    class_name : str
        What the class around the function is called, where a language has it in one.
    """

    qid: str
    title: str
    text: str
    function: str
    parameters: tuple
    result: Type
    tests: tuple
    solutions: Mapping = field(default_factory=dict, hash=False)
    difficulty: str = ""
    class_name: str = "Solution"

    @classmethod
    def from_dict(cls, fields):
        """Return a problem from BabelCode's parsed form; raise ValueError if it is not of it."""
        if not isinstance(fields, Mapping):
            raise ValueError(f"a problem must be an object with names: {type(fields).__name__}")
        qid = fields.get("qid")
        name = qid if KINDS["a text or a number"](qid) else "without qid"
        try:
            problem = cls._from_given(_Given(f"problem {name}", fields))
            problem._require_distinct_names()
            problem._require_fitting_tests()
        except RecursionError:
            raise ValueError(f"problem {name} is nested too deeply") from None
        return problem

    @classmethod
    def _from_given(cls, given):
        """Return a problem whose keys are there and of the right types."""
        schema = given.open("schema")
        parameters = tuple((p.take("name", "a name"), p.type()) for p in schema.open_all("params"))
        metadata, solutions = (given.open(key, default={}) for key in ("metadata", "solutions"))
        difficulty = metadata.values.get("difficulty")  # free, as all of metadata is
        return cls(
            str(given.take("qid", "a text or a number")),
            given.take("title", "a text"),
            given.take("text", "a text or null", default=None) or "",
            given.take("entry_fn_name", "a name"),
            parameters,
            schema.open("return").type(),
            tuple(test.test() for test in given.open_all("test_list")),
            {language: solutions.take(language, "a text") for language in solutions.values},
            difficulty if isinstance(difficulty, str) else "",
            given.take("entry_cls_name", "a name", default="Solution"),
        )

    def _require_distinct_names(self):
        """Raise if two parameters or two tests have one name."""
        parameters, tests = [name for name, _ in self.parameters], [t.idx for t in self.tests]
        for kind, given in (("parameter", parameters), ("test", tests)):
            twice = next((name for i, name in enumerate(given) if name in given[:i]), None)
            if twice is not None:
                raise ValueError(f"problem {self.qid}: the {kind} {twice} comes twice")

    def _require_fitting_tests(self):
        """Raise if a test's values are not of the types that the schema states."""
        if not self.tests:
            raise ValueError(f"problem {self.qid} has no tests")
        names = [name for name, _ in self.parameters]
        for test in self.tests:
            if set(test.inputs) != set(names):
                raise ValueError(
                    f"problem {self.qid}, test {test.idx}: the inputs must be "
                    f"{', '.join(names) or 'none'}: inputs={as_json(test.inputs)}"
                )
            values = [(kind, test.inputs[name], name) for name, kind in self.parameters]
            for kind, value, name in [*values, (self.result, test.output, "the output")]:
                if not fits(kind, value):
                    raise ValueError(
                        f"problem {self.qid}, test {test.idx}: {name} is no {kind}: "
                        f"{as_json(value)}"
                    )


@dataclass(frozen=True)
class _Given:
    """An object of JSON: whose it is, its values, and its place in what it belongs to."""

    owner: str
    values: Mapping
    place: str = ""

    def take(self, key, wanted, default=MISSING):
        """Return a value; raise ValueError unless it is there and what is wanted."""
        value = self.values.get(key, default)
        if value is MISSING:
            raise ValueError(f"{self.owner} has no '{self.place}{key}'")
        if not KINDS[wanted](value):
            raise ValueError(f"{self.owner}: {_must_be(f'{self.place}{key}', wanted, value)}")
        return value

    def open(self, key, default=MISSING):
        """Return an object in this one."""
        return _Given(self.owner, self.take(key, "an object", default), f"{self.place}{key}.")

    def open_all(self, key):
        """Return the objects of a list in this one."""
        listed = self.take(key, "a list")
        places = [f"{self.place}{key}[{i}]" for i in range(len(listed))]
        for place, value in zip(places, listed, strict=True):
            if not KINDS["an object"](value):
                raise ValueError(f"{self.owner}: {_must_be(place, 'an object', value)}")
        return [
            _Given(self.owner, value, f"{place}.")
            for place, value in zip(places, listed, strict=True)
        ]

    def type(self):
        """Return the type that is stated under this name."""
        text = self.take("type", "a text")
        try:
            return parse_type(text)
        except ValueError as error:
            raise ValueError(f"{self.owner}: {self.place}type: {error}") from None

    def test(self):
        """Return the test that this is."""
        inputs, idx = self.open("inputs"), self.take("idx", "a text or a number")
        return Test(str(idx), dict(inputs.values), self.take("outputs", "a value"))


def _must_be(place, wanted, value):
    """Say what was wanted at a place, and what came."""
    return f"{place} must be {wanted}: {place}={as_json(value)}"


def read_problems(path):
    r"""Return the problems in a JSON-lines file, by their qid.

    One problem a line, in BabelCode's parsed form. Such a line, broken here to be read::

        {"qid": "1", "title": "Add", "text": "Return a + b.", "entry_fn_name": "add",
         "schema": {"params": [{"name": "a", "type": "integer"}, {"name": "b", "type": "integer"}],
                    "return": {"type": "integer"}},
         "test_list": [{"idx": 0, "inputs": {"a": 1, "b": 2}, "outputs": 3}],
         "solutions": {"python": "def add(a, b):\n    return a + b"}}

    Required are ``qid`` and ``idx`` (a text or a number), ``title`` (a text), ``entry_fn_name`` (a
    name), ``schema`` and ``test_list``. Not required: ``text``, ``entry_cls_name`` ("Solution"),
    ``solutions`` (programs by language) and ``metadata`` (of which ``difficulty`` is read). Other
    keys are not looked at.

    A type is ``integer``, ``long``, ``float``, ``double``, ``boolean``, ``character``, ``string``,
    or ``list<...>``, ``set<...>``, ``map<...;...>``, ``tuple<...;...>`` of types. Every input and
    output must be of its type: sets and tuples are lists, maps are objects, numbers are finite.

    Parameters
    ----------
    path : path_like
        As for `read_json_lines`.

    Returns
    -------
    dict of str to Problem

    Raises
    ------
    ValueError
        If a line is no problem, or a qid comes twice; the message names the line, the key, what
        it must be and what it is. Also if there is no problem in the file.

    Examples
    --------
    >>> problems = read_problems(DATA / "problems.jsonl")
    >>> problems["any-of-first"].function
    'any_of_first'
    """
    problems = {}
    for number, fields in read_json_lines(path):
        try:
            problem = Problem.from_dict(fields)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        if problem.qid in problems:
            raise ValueError(f"{path}, line {number}: the qid {problem.qid} comes twice")
        problems[problem.qid] = problem
    if not problems:
        raise ValueError(f"{path}: there is no problem in it; one line must be one problem")
    return problems


def read_json_lines(path):
    """Return the objects in a JSON-lines file, with the numbers of their lines.

    Parameters
    ----------
    path : path_like
        In UTF-8, and perhaps packed by gzip; a byte-order mark, Windows' ends of lines and empty
        lines do no harm.

    Returns
    -------
    list of (int, dict)

    Raises
    ------
    ValueError
        If a line is no JSON object; the message names the line. Also if what gzip packed is
        damaged.

    Examples
    --------
    >>> number, fields = read_json_lines(DATA / "problems.jsonl")[0]
    >>> number, fields["title"]
    (1, 'Any of the first')
    """
    found = []
    data = _unpacked(path, Path(path).read_bytes()).removeprefix(codecs.BOM_UTF8)
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            try:
                fields = json.loads(line.decode("utf-8"))
            except (ValueError, RecursionError) as error:
                reason = getattr(error, "msg", error)
                raise ValueError(
                    f"{path}, line {number}: {reason}: a line must be a JSON object, in UTF-8"
                ) from None
            if not isinstance(fields, dict):
                raise ValueError(f"{path}, line {number}: this is no JSON object: {fields!r:.40}")
            found.append((number, fields))
    return found


def _unpacked(path, data):
    """Return what a file holds; if it is packed by gzip, what was packed."""
    try:
        return gzip.decompress(data) if data.startswith(GZIP) else data
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path}: a damaged gzip file: {error}") from None


@functools.cache
def own_problems():
    """Return the problems that were written for this package, by their qid.

    Returns
    -------
    dict of str to Problem

    Examples
    --------
    >>> own_problems()["any-of-first"].title
    'Any of the first'
    """
    return read_problems(DATA / "problems.jsonl")


def prompt(problem, language, *, docstring=True):
    """Return what a model is shown: the signature, and what the function shall do.

    Parameters
    ----------
    problem : Problem
    language : str or Language
    docstring : bool
        False for translation, where the text would give the task away.

    Returns
    -------
    str

    Examples
    --------
    >>> print(prompt(own_problems()["any-of-first"], "cpp", docstring=False))
    bool any_of_first(std::vector<bool> outcomes, int k) {
    """
    language = find_language(language)
    table = language.templates["signature"]
    places = [
        {
            "name": language.spelled(name, "reserved_parameters"),
            "type": language.type_name(kind),
            "described": language.type_name(kind, "described"),
            "number": str(number),
        }
        for number, (name, kind) in enumerate(problem.parameters, start=1)
    ]
    text, mark = problem.text, table["comment"]
    for sign, harmless in table.get("escapes", {}).items():
        text = text.replace(sign, harmless)
    lines = [line for long in text.splitlines() for line in _wrapped(long, mark)]
    commented = "\n".join(f"{mark}{line}".rstrip() for line in lines)
    require_flag(docstring, "docstring")
    template = table["documented" if docstring else "plain"]
    return fill(
        template.removeprefix("\n"),
        cls=problem.class_name,
        function=language.spelled(problem.function),
        parameters=language.separate(
            (fill(table["parameter"], **place) for place in places), "signature"
        ),
        arguments="".join(fill(table.get("argument", ""), **place) for place in places),
        result=language.type_name(problem.result),
        described=language.type_name(problem.result, "described"),
        text=commented.removeprefix(mark),
        commented=commented,
    )


def _wrapped(line, mark):
    """Return a line of a text as lines that are not too long; of an example, as it is."""
    width = LONGEST_LINE - len(mark)
    if len(line) <= width or line.lstrip().startswith((">>>", "...")):
        return [line]
    indent = line[: len(line) - len(line.lstrip())][: width // 2]
    whole = {"break_long_words": False, "break_on_hyphens": False, "replace_whitespace": False}
    return textwrap.wrap(line, width, subsequent_indent=indent, expand_tabs=False, **whole)


def program_of(problem, language, code, token="", function=None, cls=None):
    r"""Return the program that runs an answer on every test and writes down what it gives.

    The right values are not in it: they are compared outside, where no program can see them.

    Parameters
    ----------
    problem : Problem
    language : str or Language
    code : str
        The answer: a function, and what it needs.
    token : str
        What every line of the results must begin with; default: a new secret.
    function : str, optional
        What the answer calls its function; default: the problem's name, if it occurs in the answer
        as the language spells it, or that name in a style of the language, such as camelCase.
    cls : str, optional
        What the answer calls the class around it, in Java and C#; default: the problem's.

    Returns
    -------
    str

    Examples
    --------
    >>> problem = own_problems()["any-of-first"]
    >>> program = program_of(problem, "ruby", "def any_of_first(outcomes, k) = true", "token")
    >>> '_test(0) { _json(any_of_first([false, true, false], 2)) }' in program
    True
    >>> code = "class Solution {\n  public Boolean anyOfFirst(List<Boolean> outcomes, int k) {"
    >>> 'new Solution().anyOfFirst(new ' in program_of(problem, "java", code)
    True
    """
    language = find_language(language)
    table = language.templates["program"]
    code = re.sub(table.get("discard", "(?!)"), "", code)  # such as PHP's <?php
    function = function or language.name_in(code, problem.function)
    language = language.dialect(code, function)
    names = {
        "function": function,
        "callee": language.callee(code, function, cls or problem.class_name),
    }
    tests = "\n".join(
        _test_call(problem, language, test, i, names) for i, test in enumerate(problem.tests)
    )
    return fill(
        table["text"].removeprefix("\n"),
        code=code,
        imports=language.imports(code, function),
        tests=tests,
        token=token or secrets.token_hex(16),
    )


def _test_call(problem, language, test, index, names):
    """Return the lines of a program that run one test."""
    language.literal(problem.result, test.output)  # it must be able to give the right value
    table, result = language.templates["program"], problem.result
    arguments = language.separate(
        (language.literal(kind, test.inputs[name]) for name, kind in problem.parameters), "program"
    )
    call = table.get("call", "«function»(«arguments»)")
    call = fill(call, arguments=arguments, **names)
    return fill(
        table["test"],
        index=str(index),
        print=language.printed(result, call) if "«print»" in table["test"] else "",
        call=call,
        type=language.type_name(result, "results"),
    )
