"""Problems without a language, in BabelCode's parsed form, and the programs that test an answer."""

import codecs
import functools
import json
import re
import secrets
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from passk.execution.languages import fill
from passk.execution.schema import Type, fits, parse_type

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

    @classmethod
    def from_dict(cls, fields):
        """Return a problem from BabelCode's parsed form; raise ValueError if it is not of it."""
        if not isinstance(fields, Mapping):
            raise ValueError(f"a problem must be an object with names: {type(fields).__name__}")
        qid = str(fields.get("qid", "without qid"))
        try:
            schema = fields["schema"]
            parameters = tuple((p["name"], parse_type(p["type"])) for p in schema["params"])
            result = parse_type(schema["return"]["type"])
            tests = tuple(
                Test(str(t["idx"]), dict(t["inputs"]), t["outputs"]) for t in fields["test_list"]
            )
            problem = cls(
                str(fields["qid"]),
                fields["title"],
                fields.get("text", ""),
                fields["entry_fn_name"],
                parameters,
                result,
                tests,
                dict(fields.get("solutions", {})),
                fields.get("metadata", {}).get("difficulty", ""),
            )
        except KeyError as missing:
            raise ValueError(f"problem {qid} has no {missing.args[0]!r}") from None
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"problem {qid}: {error}") from None
        problem._require_texts()
        problem._require_fitting_tests()
        return problem

    def _require_texts(self):
        """Raise if a name or the text is none, or if two things have one name."""
        names = [name for name, _ in self.parameters]
        for text in (self.title, self.text, self.function, *names):
            if not isinstance(text, str):
                raise ValueError(f"problem {self.qid}: title, text and names are texts: {text!r}")
        for kind, given in (("parameter", names), ("test", [test.idx for test in self.tests])):
            twice = next((name for i, name in enumerate(given) if name in given[:i]), None)
            if twice is not None:
                raise ValueError(f"problem {self.qid}: the {kind} {twice} comes twice")

    def _require_fitting_tests(self):
        """Raise if a test's values are not of the types that the schema states."""
        if not self.tests:
            raise ValueError(f"problem {self.qid} has no tests")
        for test in self.tests:
            if set(test.inputs) != {name for name, _ in self.parameters}:
                raise ValueError(
                    f"problem {self.qid}, test {test.idx}: the inputs must be "
                    f"{', '.join(name for name, _ in self.parameters)}"
                )
            values = [(kind, test.inputs[name], name) for name, kind in self.parameters]
            for kind, value, name in [*values, (self.result, test.output, "the output")]:
                if not fits(kind, value):
                    raise ValueError(
                        f"problem {self.qid}, test {test.idx}: {name} is no {kind}: {value!r}"
                    )


def read_problems(path):
    """Return the problems in a JSON-lines file, by their qid.

    Parameters
    ----------
    path : path_like
        One problem a line, in BabelCode's parsed form.

    Returns
    -------
    dict of str to Problem

    Raises
    ------
    ValueError
        If a line is no problem, or a qid comes twice; the message names the line.

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
    return problems


def read_json_lines(path):
    """Return the objects in a JSON-lines file, with the numbers of their lines.

    Parameters
    ----------
    path : path_like
        In UTF-8; a byte-order mark, Windows' ends of lines and empty lines do no harm.

    Returns
    -------
    list of (int, dict)

    Raises
    ------
    ValueError
        If a line is no JSON object; the message names the line.

    Examples
    --------
    >>> number, fields = read_json_lines(DATA / "problems.jsonl")[0]
    >>> number, fields["title"]
    (1, 'Any of the first')
    """
    found = []
    lines = Path(path).read_bytes().removeprefix(codecs.BOM_UTF8).split(b"\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                fields = json.loads(line.decode("utf-8"))
            except (ValueError, RecursionError) as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
            if not isinstance(fields, dict):
                raise ValueError(f"{path}, line {number}: this is no JSON object: {fields!r:.40}")
            found.append((number, fields))
    return found


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
    language : Language
    docstring : bool
        False for translation, where the text would give the task away.

    Returns
    -------
    str

    Examples
    --------
    >>> from passk.execution.languages import find_language
    >>> problem = own_problems()["any-of-first"]
    >>> print(prompt(problem, find_language("cpp"), docstring=False))
    bool any_of_first(std::vector<bool> outcomes, int k) {
    """
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
    template = table["documented" if docstring else "plain"]
    return fill(
        template.removeprefix("\n"),
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


def program_of(problem, language, code, token=""):
    """Return the program that runs an answer on every test and writes down what it gives.

    The right values are not in it: they are compared outside, where no program can see them.

    Parameters
    ----------
    problem : Problem
    language : Language
    code : str
        The answer: a function of the problem's name, and what it needs.
    token : str
        What every line of the results must begin with; default: a new secret.

    Returns
    -------
    str

    Examples
    --------
    >>> from passk.execution.languages import find_language
    >>> problem, ruby = own_problems()["any-of-first"], find_language("ruby")
    >>> program = program_of(problem, ruby, "def any_of_first(outcomes, k) = true", "token")
    >>> '_test(0) { _json(any_of_first([false, true, false], 2)) }' in program
    True
    """
    table = language.templates["program"]
    code = re.sub(table.get("discard", "(?!)"), "", code)  # such as PHP's <?php
    tests = "\n".join(
        _test_call(problem, language, test, i) for i, test in enumerate(problem.tests)
    )
    return fill(
        table["text"].removeprefix("\n"),
        code=code,
        imports=language.imports(code, language.spelled(problem.function)),
        tests=tests,
        token=token or secrets.token_hex(16),
    )


def _test_call(problem, language, test, index):
    """Return the lines of a program that run one test."""
    language.literal(problem.result, test.output)  # it must be able to give the right value
    table, result = language.templates["program"], problem.result
    arguments = language.separate(
        (language.literal(kind, test.inputs[name]) for name, kind in problem.parameters), "program"
    )
    call = table.get("call", "«function»(«arguments»)")
    call = fill(call, function=language.spelled(problem.function), arguments=arguments)
    return fill(
        table["test"],
        index=str(index),
        print=language.printed(result, call) if "«print»" in table["test"] else "",
        call=call,
        type=language.type_name(result),
    )
