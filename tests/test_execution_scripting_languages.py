"""The scripting languages, and C++: what goes into a program comes out of it, or an error."""

import functools
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import pytest

from passk.execution.languages import NotExpressibleError, fill, fill_all, find_language
from passk.execution.problems import Problem, _test_call, program_of, prompt
from passk.execution.problems import Test as Trial
from passk.execution.runner import judge, run_program
from passk.execution.sandbox import Limits, archive, require_sandbox, run_command
from passk.execution.schema import Type, parse_type

LIMITS = Limits(compile_seconds=120, run_seconds=60)
TEXT = 'Say "it".\n\n  C:\\new, */, «text» or `code` and $x: #{y} %s?\n""" # ü 漢 [[ don\'t'
AWKWARD = [
    "",
    " a ",
    "two\nlines\n",
    "\n",
    "tab\tquote\"apostrophe'backslash\\",
    "\\n \\u0041 \\x41 \\",
    "$name ${name} $(name) @name #{name} #$name %d %s %% {} {0} {{}} «code» `name` & \\1",
    "ü 漢 😀 e\u0301",
    "\x01f\x1f1\x7f\r\n",
    "\u0085\u2028\u2029\ufeff|",
    "-- // /* */ # ; ?> __END__ EOF",
    "-n",
    "true",
    "5",
]
LINES = [text for text in AWKWARD if "\n" not in text]
VALUES = {
    "integer": [0, 7, -1, 2147483647, -2147483647],
    "long": [0, -1, 9007199254740991, -9007199254740991],
    "float": [0.5, -2.25, 3.0, 3],
    "double": [5, 0.1, 1e-300, -0.1, 1e300, -1e300, 3.0, 1e16, 1e22, 123456789.123456789, 5e-324],
    "boolean": [True, False],
    "character": ["a", "'", '"', "\\", "\n", "\t", "\x01", " ", "$", "%", "@", "{", "`", "&"],
    "string": AWKWARD,
    "list<integer>": [[], [0], [3, -1, 2147483647], [-1, 3, 2147483647]],
    "list<long>": [[], [-1, 4294967296]],
    "list<double>": [[], [0.1], [-1e-300, 1e300, 2.0]],
    "list<boolean>": [[], [True], [False, True]],
    "list<character>": [[], ["a", '"', "'", "\\", "$"]],
    "list<string>": [[], ["a"], ["", ""], ["a b", "c", ""], LINES],
}
NESTED = {
    "list<string>": [[""], AWKWARD],
    "list<list<integer>>": [[], [[]], [[], [1], [-2, 3]]],
    "list<list<list<string>>>": [[], [[]], [[[]]], [[["a", ""], []], [], [["\\"]]]],
    "set<integer>": [[], [-1], [3, 1, -2147483647]],
    "set<string>": [[], [""], AWKWARD],
    "set<character>": [[], ["a", '"']],
    "list<set<integer>>": [[], [[]], [[1, 2], [], [-3]]],
    "map<string;integer>": [{}, {"": -1}, {"a": 1}, {text: i for i, text in enumerate(AWKWARD)}],
    "map<integer;string>": [{}, {"-1": "a\nb", "0": "", "2147483647": "ü"}, {"100000": "1e5"}],
    "map<long;double>": [{}, {"4294967296": 0.5, "-9007199254740991": -1.0}],
    "map<string;boolean>": [{}, {"a": True, "b": False}],
    "map<boolean;string>": [{}, {"true": "yes", "false": "no"}],
    "map<character;list<double>>": [{}, {"a": []}, {"a": [0.1, -2.0], "'": [1e300]}],
    "map<string;map<string;boolean>>": [{}, {"a": {}}, {"a": {"b": True}, "": {"c": False}}],
    "list<map<string;set<string>>>": [[], [{}], [{"a": ["x", "y"], "b": []}, {}]],
    "tuple<integer;string>": [[-1, ""], [0, 'a"\\\nü']],
    "tuple<integer;integer>": [[1, 2], [2, 1]],
    "tuple<integer;long;float;double;boolean>": [
        [1, 4294967296, 0.5, 0.1, True],
        [1, 2, 3, 4, True],
    ],
    "list<tuple<string;integer>>": [[], [["a", 1], ["", -2]]],
    "tuple<list<integer>;map<string;integer>>": [[[], {}], [[1, -1], {"a": 1}]],
    "map<string;tuple<integer;integer>>": [{}, {"a": [1, -2]}],
}
ONE_LETTER = {"character": ["ü", "漢", "😀", "\u2028"]}
FEW = {
    kind: NESTED[kind]
    for kind in (
        "list<list<integer>>",
        "set<string>",
        "map<integer;string>",
        "map<string;map<string;boolean>>",
        "list<tuple<string;integer>>",
    )
}
SMALLEST = {"integer": [-2147483648, -1], "list<integer>": [[-2147483648], []]}
BIG = {"long": [9007199254740993, -9223372036854775807]}
SETS_OF_TUPLES = {"set<tuple<integer;string>>": [[], [[1, "a"], [-2, ""]]]}
RIGHT = {
    "integer": 5,
    "double": 5.0,
    "boolean": True,
    "string": "5",
    "character": "a",
    "list<integer>": [5],
    "list<string>": [],
    "list<list<integer>>": [[5]],
    "set<integer>": [5],
    "map<string;integer>": {"5": 1},
    "map<integer;integer>": {"5": 1},
    "tuple<integer;string>": [5, "a"],
}
"""What a function should give, where it gives a value of another type."""


@dataclass(frozen=True)
class Case:
    """What is tested of one language.

    `same` gives back its argument; `body` ends a function that gives back its parameter `value`.
    `trouble` gives n, but raises for n = 1, which shows as `error`, and ends the process for n = 2;
    `broken` is no program. `choose` gives `value` for n. `unlike` and `alike` are values, by type,
    that must not, and must, pass for the one in `RIGHT`.
    """

    same: str
    body: str
    trouble: str
    error: str
    broken: str
    choose: str = ""
    unlike: dict = field(default_factory=dict)
    alike: dict = field(default_factory=dict)
    kinds: tuple = (VALUES, NESTED, ONE_LETTER, SMALLEST, BIG)
    absent: dict = field(default_factory=dict)
    syntax: str = "runtime error"


CASES = {
    "python": Case(
        "def same(value):\n    return value",
        "    return value",
        """
def trouble(n):
    if n == 1:
        raise LookupError("no")
    if n == 2:
        import os

        os.abort()
    return n
""",
        "LookupError",
        "def same(value:\n    return value",
        "def choose(n):\n«choices»",
        {
            "integer": ('"5"', "5.0", "[5]", "None"),
            "double": ('"5"', "True", "None"),
            "boolean": ("1", '"true"', "None"),
            "string": ("5", '["5"]', "None", 'b"5"'),
            "character": ("97",),
            "list<integer>": ("5", '["5"]', "[5.0]", "[True]", "[[5]]", "[5, 5]", "{5: 5}"),
            "list<string>": ("None", '""', '[""]'),
            "set<integer>": ("{5.0}", "{5: 5}", "{5, 6}"),
            "map<string;integer>": ("{5: 1}", '{"5": "1"}', "{}"),
            "map<integer;integer>": ('{"5": 1}',),
            "tuple<integer;string>": ('(5, "a", 1)', "(5, 5)", "(5,)"),
        },
        {"double": ("5",)},
        kinds=(VALUES, NESTED, ONE_LETTER, SMALLEST, BIG, SETS_OF_TUPLES),
    ),
    "javascript": Case(
        "const same = (value) => value;",
        "  return value;\n}",
        """
function trouble(n) {
  if (n === 1) throw new RangeError("no");
  if (n === 2) process.kill(process.pid, "SIGKILL");
  return n;
}
""",
        "RangeError",
        "function same(value { return value; }",
        "function choose(n) {\n«choices»}",
        {
            "integer": ('"5"', "5.5", "[5]", "null", "undefined"),
            "double": ('"5"', "true", "NaN"),
            "boolean": ("1", '"true"', "null"),
            "string": ("5", '["5"]', "null", "undefined"),
            "list<integer>": ("5", '["5"]', "[true]", "[[5]]", "[5, 5]", "{ 0: 5 }"),
            "list<string>": ("null", '""', '[""]', "({})"),
            "set<integer>": ('new Set(["5"])', "new Set()"),
            "map<string;integer>": ("new Map([[5, 1]])", "new Map()"),
            "tuple<integer;string>": ('[5, "a", 1]', "[5, 5]"),
        },
        {"integer": ("5.0",)},
        kinds=(VALUES, NESTED, ONE_LETTER, SMALLEST),
        absent={"long": 9007199254740993},
    ),
    "cpp": Case(
        "template <class T> T same(T value) { return value; }",
        "  return value;\n}",
        """
int trouble(int n) {
  if (n == 1) throw std::out_of_range("no");
  if (n == 2) std::abort();
  return n;
}
""",
        "exception",
        "int same(int value { return value; }",
        kinds=(VALUES, FEW, SMALLEST, {"long": [9007199254740993, -9223372036854775807]}),
        syntax="compile error",
    ),
    "lua": Case(
        "local function same(value) return value end",
        "  return value\nend",
        """
function trouble(n)
  if n == 1 then error({"no"}) end
  if n == 2 then os.exit(3) end
  return n
end
""",
        "error",
        "function same(value) return value",
        "function choose(n)\n«choices»end",
        {
            "integer": ('"5"', "5.5", "1/0", "{5}", "nil", "true"),
            "double": ('"5"', "true", "0/0", "nil"),
            "boolean": ("1", '"true"', "nil"),
            "string": ("5", '{"5"}', "nil"),
            "list<integer>": ("5", '{"5"}', "{5.5}", "{{5}}", "{5, 5}", "{[2] = 5}", "{5, a = 1}"),
            "list<string>": ("nil", '""', '{""}'),
            "list<list<integer>>": ("{5}", "{{5.5}}"),
            "set<integer>": ("{5}", '{["5"] = true}', "{[5] = 1}", "{}"),
            "map<string;integer>": ("{[5] = 1}", '{["5"] = "1"}', "nil"),
            "map<integer;integer>": ('{["5"] = 1}', "{5, 1}"),
            "tuple<integer;string>": ('{5, "a", 1}', "{5, 5}", "{5}", "5"),
        },
        {"integer": ("5.0", "10 / 2"), "double": ("5",), "list<integer>": ("{5, nil}", "{5.0}")},
        absent={"long": -9223372036854775808, "set<list<integer>>": [[1]]},
    ),
    "php": Case(
        "<?php\ndeclare(strict_types=1);\nfunction same($value) { return $value; }",
        "    return $value;\n}",
        """<?php
namespace Troubles;

function trouble($n)
{
    if ($n === 1) throw new \\DomainException("no");
    if ($n === 2) exit(3);
    return $n;
}
?>
""",
        "DomainException",
        "function same($value { return $value; }",
        "function choose($n)\n{\n«choices»}",
        {
            "integer": ('"5"', "5.0", "[5]", "null", "true"),
            "double": ('"5"', "true", "NAN", "null"),
            "boolean": ("1", '"true"', "null"),
            "string": ("5", '["5"]', "null"),
            "list<integer>": ("5", '["5"]', "[5.0]", "[[5]]", "[5, 5]", "[1 => 5]", '["a" => 5]'),
            "list<string>": ("null", '""', '[""]', "new stdClass()"),
            "list<list<integer>>": ("[5]", "[[5.0]]"),
            "set<integer>": ('["5"]', "[6 => true]", "[5 => 1]", "[5 => false]", "[]", "[true]"),
            "map<string;integer>": ('["5" => "1"]', "null", '[" 5" => 1]'),
            "map<integer;integer>": ('[" 5" => 1]', '["5" => "1"]'),
            "tuple<integer;string>": ('[5, "a", 1]', "[5, 5]", "[5]", "5"),
        },
        {
            "double": ("5",),
            "map<string;integer>": ("[5 => 1]",),
            "set<integer>": ("[3 => 5]", "[5 => true]"),
        },
        absent={"long": -9223372036854775808},
    ),
    "ruby": Case(
        "def same(value) = value",
        "  value\nend",
        """
def trouble(n)
  raise KeyError, "no" if n == 1
  Process.kill(:KILL, Process.pid) if n == 2
  n
end
""",
        "KeyError",
        "def same(value)\n  value",
        "def choose(n)\n«choices»end",
        {
            "integer": ('"5"', "5.0", "[5]", "nil", "5r"),
            "double": ('"5"', "true", "0.0 / 0", "nil"),
            "boolean": ("1", '"true"', "nil"),
            "string": ("5", '["5"]', "nil", ":'5'"),
            "list<integer>": ("5", '["5"]', "[5.0]", "[[5]]", "[5, 5]", "{ 0 => 5 }", "(5..5)"),
            "list<string>": ("nil", '""', '[""]'),
            "set<integer>": ('Set["5"]', "Set[]"),
            "map<string;integer>": ("{ 5 => 1 }", "{ '5': 1 }", '{ "5" => "1" }'),
            "map<integer;integer>": ('{ "5" => 1 }',),
            "tuple<integer;string>": ('[5, "a", 1]', "[5, 5]", "[5]", "5"),
        },
        {"double": ("5",), "string": ('"5".encode("UTF-16")', '"5".b')},
        kinds=(VALUES, NESTED, ONE_LETTER, SMALLEST, BIG, SETS_OF_TUPLES),
    ),
    "perl": Case(
        "sub same { my ($value) = @_; return $value; }",
        "    return $value;\n}",
        """
sub trouble {
    my ($n) = @_;
    die bless {}, 'Some::Trouble' if $n == 1;
    kill 'KILL', $$ if $n == 2;
    return $n;
}
""",
        "Some::Trouble",
        "sub same { my ($value) = @_; return $value;",
        "sub choose {\n    my ($n) = @_;\n«choices»}",
        {
            "integer": ("'5a'", "5.5", "[5]", "undef", "''", "'inf'", "sub { 5 }"),
            "double": ("'5a'", "'nan'", "undef", "\\5"),
            "boolean": ("2", "'true'", "undef", "\\1"),
            "string": ("['5']", "undef", "'5.0'"),
            "list<integer>": ("5", "['a']", "[[5]]", "[5, 5]", "{0 => 5}", "[undef]"),
            "list<string>": ("undef", "''", "['']"),
            "list<list<integer>>": ("[5]", "[['a']]"),
            "set<integer>": ("[5]", "{a => 1}", "{}"),
            "map<string;integer>": ("{5 => 'a'}", "['5', 1]", "undef"),
            "tuple<integer;string>": ("[5, 'a', 1]", "[5, []]", "[5]", "5"),
        },
        {
            "integer": ("'5'", "5.0", "10 / 2"),
            "boolean": ("(2 > 1)",),
            "string": ("5",),
        },
        absent={"set<list<integer>>": [[1]], "map<string;set<tuple<integer;string>>>": {}},
    ),
    "r": Case(
        "same <- function(value) value",
        "  value\n}",
        """
trouble <- function(n) {
  if (n == 1) stop(structure(class = c("trouble", "error", "condition"), list(message = "no")))
  if (n == 2) tools::pskill(Sys.getpid(), tools::SIGKILL)
  n
}
""",
        "trouble",
        "same <- function(value { value }",
        "choose <- function(n) {\n«choices»}",
        {
            "integer": ('"5"', "5.5", "c(5L, 5L)", "NULL", "NA", "TRUE", "list(5L)", "factor(5)"),
            "double": ('"5"', "TRUE", "NaN", "NULL"),
            "boolean": ("1", '"true"', "NA", "logical()"),
            "string": ("5", "NULL", "NA_character_", 'factor("5")', "quote(a)", "sum"),
            "list<integer>": ('"5"', "TRUE", "c(5, 5)", "list(c(5, 5))", "NA", "integer()"),
            "list<string>": ('""', "NA", "sum"),
            "list<list<integer>>": ('list("5")', "list(c(5, 5))", "list(5, 5)"),
            "set<integer>": ('"5"', "c(5, 6)"),
            "map<string;integer>": ("sum", 'list("5")', 'list("6" = 1)', 'list("5" = "1")', "NULL"),
            "map<integer;integer>": ("list(a = 1)",),
            "tuple<integer;string>": ('list(5, "a", 1)', "list(5, 5)", 'c(5, "a")', "5"),
        },
        {
            "integer": ("5", "5.0", "c(a = 5L)"),
            "double": ("5L",),
            "list<integer>": ("5", "5L", "list(5L)", "na.omit(c(5, NA))"),
            "list<string>": ("NULL", "c()", "list()", "character()"),
            "map<string;integer>": ('c("5" = 1)',),
            "map<integer;integer>": ('list("5" = 1)',),
        },
        kinds=(VALUES, NESTED, ONE_LETTER),
        absent={
            "long": 9007199254740993,
            "integer": 2147483648,
            "list<integer>": [-2147483648],
            "list<string>": ["a", "\x00"],
        },
    ),
    "bash": Case(
        "same() { printf '%s\\n' \"$1\"; }",
        '    echo "$value"\n}',
        """
trouble() {
    if (( $1 == 1 )); then return 3; fi
    if (( $1 == 2 )); then kill -KILL $$; fi
    echo "$1"
}
""",
        "exit status 3",
        "same() { echo $1;",
        "choose() {\n«choices»    true\n}",
        {
            "integer": ("echo a", "echo 5.0", "echo 5 5", "true", "echo ' 5'", "exit 0", "missing"),
            "double": ("echo a", "echo 0x5", "echo nan", "true"),
            "boolean": ("echo 1", "echo True", "true"),
            "string": ("echo 5.0", "echo; echo 5", "echo $'5\n'"),
            "list<integer>": ("echo a", "echo 5 5", "true", "printf '5\n5\n'"),
            "list<string>": ("echo; echo", "echo a"),
        },
        {
            "integer": ("echo 5; false", "printf 5"),
            "double": ("echo 5", "echo 5.", "echo 5.000; local index=7", "echo 05"),
            "list<integer>": ("echo 5", "printf 5"),
            "list<string>": ("true", "echo", "false"),
        },
        kinds=(VALUES, ONE_LETTER, SMALLEST, BIG),
        absent={
            "map<string;integer>": {},
            "set<integer>": [],
            "tuple<integer;integer>": [1, 2],
            "list<list<integer>>": [],
            "list<string>": ["two\nlines"],
            "list<string> ": [""],
            "string": "\x00",
        },
    ),
}
CHOICES = {
    "python": "    if n == «n»: return «value»\n",
    "javascript": "  if (n === «n») return «value»;\n",
    "lua": "  if n == «n» then return «value» end\n",
    "php": "    if ($n === «n») return «value»;\n",
    "ruby": "  return «value» if n == «n»\n",
    "perl": "    return «value» if $n == «n»;\n",
    "r": "  if (n == «n») return(«value»)\n",
    "bash": "    if (( $1 == «n» )); then «value»; return; fi\n",
}


def echo(kind, values, function="same", parameter="value"):
    """Return a problem whose function gives back its argument."""
    kind = parse_type(kind)
    tests = tuple(Trial(str(i), {parameter: value}, value) for i, value in enumerate(values))
    return Problem(str(kind), "Echo", TEXT, function, ((parameter, kind),), kind, tests)


def count(function, outputs, result="integer"):
    """Return a problem whose function takes a whole number."""
    tests = tuple(Trial(str(n), {"n": n}, output) for n, output in outputs.items())
    parameters = (("n", Type("integer")),)
    return Problem(function, "Count", TEXT, function, parameters, parse_type(result), tests)


def echoes(name):
    """Return what a function gives back, by type, and two whose code begins with their prompts."""
    problems = [echo(kind, values) for kinds in CASES[name].kinds for kind, values in kinds.items()]
    return [*problems, *prompted()]


def prompted():
    return [echo("list<integer>", [[], [2, 1]], function) for function in ("documented", "plain")]


def choices(name, values):
    """Return a problem for every value of another form, and the function that gives them."""
    case, table = CASES[name], [(kind, v) for kind, listed in values.items() for v in listed]
    problems = [count("choose", {n: RIGHT[kind]}, kind) for n, (kind, _) in enumerate(table)]
    lines = [fill(CHOICES[name], n=str(n), value=v) for n, (_, v) in enumerate(table)]
    return fill(case.choose, choices="".join(lines)), problems, [v for _, v in table]


def run_all(name, code, problems):
    """Return how one program ran that has the tests of many problems."""
    language = find_language(name)
    tool, table = language.tool(), language.templates["program"]
    every = [(problem, test) for problem in problems for test in problem.tests]
    calls = [
        _test_call(problem, language, test, i, {"function": problem.function, "callee": ""})
        for i, (problem, test) in enumerate(every)
    ]
    whole = program_of(replace(problems[0], tests=()), language, code, "token")
    finish = table["text"].partition("«tests»")[2].replace("«token»", "token")
    assert whole.endswith(finish)
    source = whole.removesuffix(finish) + "\n".join(calls) + finish
    options = {
        "limits": LIMITS,
        "memory": language.memory,
        "paths": language.paths(),
        "environment": language.environment,
    }
    files = archive(**{language.file: source})
    if language.compile:
        command = fill_all(language.compile, tool=tool)
        compiled = run_command(command, files, seconds=LIMITS.compile_seconds, keep=True, **options)
        assert compiled.code == 0, compiled.output
        files = compiled.archive
    command = fill_all(language.run, tool=tool)
    return run_command(command, files, seconds=LIMITS.run_seconds, **options)


def verdicts(name, problems, ran):
    """Return the verdict on each problem of one program."""
    lines = [line.split(b" ", 2) for line in ran.results.split(b"\n") if line]
    first, found = 0, []
    for problem in problems:
        own = [
            b"token %d %s" % (int(line[1]) - first, line[2])
            for line in lines[:-1]
            if first <= int(line[1]) < first + len(problem.tests)
        ]
        part = replace(ran, results=b"\n".join([*own, b"token done\n"]))
        found.append(judge(problem, find_language(name), part, "token"))
        first += len(problem.tests)
    return found


def run_echoes(name):
    case, language = CASES[name], find_language(name)
    shown = [prompt(p, language, docstring=p.function == "documented") for p in prompted()]
    code = "\n".join([case.same, *(f"{text}\n{case.body}\n" for text in shown)])
    return run_all(name, code, echoes(name))


def run_choices(name, values):
    code, problems, _ = choices(name, values)
    return run_all(name, code, problems)


@pytest.fixture(scope="module")
def runs():
    """Return what comes of the programs of a language; all are started, two run at a time."""
    require_sandbox("bubblewrap")
    with ThreadPoolExecutor(2) as pool:

        @functools.cache
        def started(name):
            case, numbers = CASES[name], count("trouble", dict(enumerate(range(4))))
            submit = functools.partial(pool.submit, run_program, language=name, limits=LIMITS)
            return {
                "echo": pool.submit(run_echoes, name),
                "trouble": submit(numbers, code=case.trouble),
                "broken": submit(echo("integer", [1, 2]), code=case.broken),
            } | {
                kind: pool.submit(run_choices, name, getattr(case, kind))
                for kind in ("unlike", "alike")
                if getattr(case, kind)
            }

        for name in filter(is_installed, CASES):
            started(name)
        yield started


def is_installed(name):
    return find_language(name).tool() is not None


@pytest.fixture(params=CASES)
def name(request):
    language = find_language(request.param)
    if not is_installed(request.param):
        pytest.skip(f"{language.name} is not installed; try: {language.install}")
    return request.param


def test_every_value_comes_back_as_it_went_in_and_no_other_is_right(name, runs):
    ran = runs(name)["echo"].result()
    assert ran.code == 0, ran.output
    assert ran.results.endswith(b"token done\n"), ran.output
    assert not ran.output
    problems = echoes(name)
    for verdict in verdicts(name, problems, ran):
        assert set(verdict.tests.values()) == {"PASSED"}, verdict
        assert verdict.outcome == "passed"
    shifted = []
    for problem in problems:
        outputs = [test.output for test in problem.tests]
        others = zip(problem.tests, outputs[1:] + outputs[:1], strict=True)
        tests = tuple(replace(test, output=output) for test, output in others)
        shifted.append(replace(problem, tests=tests))
    for verdict, problem in zip(verdicts(name, shifted, ran), shifted, strict=True):
        if problem.qid != "float":  # it has 3.0 and 3
            assert set(verdict.tests.values()) == {"FAILED"}, verdict


def test_doubles_have_all_their_digits(name, runs):
    ran = runs(name)["echo"].result()
    first = sum(len(VALUES[kind]) for kind in ("integer", "long", "float"))
    lines = [line.split(b" =") for line in ran.results.splitlines()]
    given = [json.loads(line[1]) for line in lines[first : first + len(VALUES["double"])]]
    assert given == VALUES["double"]


def test_an_error_has_a_name_and_a_crash_leaves_the_results_before_it(name, runs):
    verdict = runs(name)["trouble"].result()
    assert verdict.outcome == "runtime error", verdict
    assert list(verdict.tests.values()) == ["PASSED", CASES[name].error, "MISSING", "MISSING"]


def test_a_program_with_an_error_in_its_grammar_has_no_results(name, runs):
    verdict = runs(name)["broken"].result()
    assert verdict.outcome == CASES[name].syntax, verdict
    assert set(verdict.tests.values()) == {"MISSING"}
    assert verdict.output


@pytest.mark.parametrize("kind", ["unlike", "alike"])
def test_a_value_of_another_type_does_not_pass_where_the_language_tells_them_apart(
    name, kind, runs
):
    if find_language(name).compile:
        return  # the compiler checks the types
    ran = runs(name)[kind].result()
    _, problems, values = choices(name, getattr(CASES[name], kind))
    assert ran.results.endswith(b"token done\n"), ran.output
    passed = [verdict.outcome == "passed" for verdict in verdicts(name, problems, ran)]
    wrong = [
        f"{value} for {problem.result}"
        for value, problem, fine in zip(values, problems, passed, strict=True)
        if fine != (kind == "alike")
    ]
    assert not wrong


@pytest.mark.parametrize("name", CASES)
def test_what_a_language_has_no_form_for_is_not_run(name):
    for kind, value in CASES[name].absent.items():
        with pytest.raises(NotExpressibleError):
            program_of(echo(kind, [value]), find_language(name), "")
        with pytest.raises(NotExpressibleError):  # nor if only the right value has no form
            program_of(count("count", {1: value}, kind), find_language(name), "")


@pytest.mark.parametrize("name", CASES)
def test_prompts_say_what_the_function_takes(name):
    problem = echo("list<string>", [[]], "find_words", "words")
    shown, bare = (prompt(problem, find_language(name), docstring=d) for d in (True, False))
    assert 'Say "it".' in shown
    assert 'Say "it".' not in bare
    for text in (shown, bare):
        assert "find_words" in text
        assert "words" in text.replace("find_words", "")


@pytest.mark.parametrize(
    ("name", "function", "parameter", "shown"),
    [
        ("lua", "repeat", "end", "function repeat_(end_)"),
        ("php", "count", "list", "function count_(int $list): int"),
        ("ruby", "hash", "next", "def hash_(next_)"),
        ("perl", "reverse", "a", "sub reverse_ {\n    my ($a_) = @_;"),
        ("perl", "largest", "values", "sub largest {\n    my ($values) = @_;"),
        ("r", "next", "function", "next_ <- function(function_) {"),
        ("bash", "test", "PATH", "test_() {\n    local PATH_=$1"),
    ],
)
def test_words_of_the_language_get_an_underscore(name, function, parameter, shown):
    problem = echo("integer", [1], function, parameter)
    assert shown in prompt(problem, find_language(name))
    assert f"{function.rstrip('_')}" in program_of(problem, find_language(name), "")
