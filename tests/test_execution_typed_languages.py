"""The languages with a compiler: what their programs give back is what went in, or an error."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from passk.execution import problems as tasks
from passk.execution.languages import NotExpressibleError, fill, fill_all, find_language
from passk.execution.problems import Problem, _test_call, program_of, prompt
from passk.execution.runner import judge, run_program
from passk.execution.sandbox import Limits, Outcome, archive, require_sandbox, run_command
from passk.execution.schema import Type, parse_type

LIMITS = Limits(compile_seconds=120, run_seconds=60)
AWKWARD = [
    "",
    " ",
    "two\nlines\r\n",
    "tab\tquote\"apostrophe'backslash\\",
    "\\n \\u0041 \\x41 \\",
    "$name ${name} #{name} %d %s %% {} {0} {{}} «code» `x`",
    "ü 漢 😀 e\u0301",
    "\x01f\x0012\x1fend\x7f",
    "\u0085\u200b\u2028\u2029\u202e\ufeff|",
    "-- // /* */ {- -} # ;",
    "null true 1 [] a,b",
]
VALUES = {
    "integer": [0, 7, -1, 2147483647, -2147483648],
    "long": [0, -1, 9007199254740991, -9007199254740992],
    "float": [0.0, 0.5, -2.25, 0.1, 1234567.1, 3.0],
    "double": [0.1, -0.1, 1e-300, 1e300, -1e300, 3.0, 1e22, 123456789.123456789, 5e-324],
    "boolean": [True, False],
    "character": ["a", "'", '"', "\\", "\n", "\t", "\x01", " ", "$", "%", "ü", "漢", "\u2028"],
    "string": AWKWARD,
    "list<integer>": [[], [0], [3, -1, -2147483648, 2147483647]],
    "list<long>": [[], [-1, 4294967296]],
    "list<float>": [[], [0.5, -0.5, 2.0]],
    "list<double>": [[], [0.1, -1e-300, 1e300, 2.0]],
    "list<boolean>": [[], [True, False, True]],
    "list<character>": [[], ["a", '"', "'", "\\", "ü"]],
    "list<string>": [[], [""], AWKWARD],
    "list<list<integer>>": [[], [[]], [[], [1], [-2, 3]]],
    "list<list<list<string>>>": [[], [[]], [[[]]], [[["a", ""], []], [], [["\\"]]]],
    "set<integer>": [[], [-1], [3, 1, -2147483648]],
    "set<string>": [[], AWKWARD],
    "set<character>": [[], ["a", '"']],
    "list<set<integer>>": [[], [[]], [[1, 2], [], [-3]]],
    "map<string;integer>": [{}, {"": -1}, {text: i for i, text in enumerate(AWKWARD)}],
    "map<integer;string>": [{}, {"-1": "a\nb", "0": "", "2147483647": "ü"}],
    "map<string;boolean>": [{}, {"a": True, "b": False}],
    "map<character;double>": [{}, {"a": 0.1, "'": -1.0, '"': 1e300}],
    "map<boolean;string>": [{}, {"true": "yes", "false": "no"}],
    "map<long;long>": [{}, {"-4294967296": 4294967296}],
    "map<string;list<integer>>": [{}, {"a": []}, {"a": [1, -2], "b": []}],
    "map<string;map<string;boolean>>": [{}, {"a": {}}, {"a": {"b": True}, "": {"c": False}}],
    "map<string;set<string>>": [{}, {"a": []}, {"a": ["x", "y"]}],
    "list<map<string;list<double>>>": [[], [{}], [{"a": [0.1, -2.0], "b": []}, {}]],
}
TUPLES = {
    "tuple<integer;string>": [[-1, ""], [0, 'a"\\\nü']],
    "tuple<double;boolean;character>": [[-0.1, True, "'"], [1e300, False, "ü"]],
    "tuple<integer;long;float;double;string>": [[1, 4294967296, 0.5, 0.1, "x"]],
    "tuple<integer;integer;integer;integer;integer;integer;string>": [[1, 2, 3, 4, 5, 6, "x"]],
    "list<tuple<string;integer>>": [[], [["a", 1], ["", -2]]],
    "tuple<list<integer>;map<string;integer>>": [[[], {}], [[1, -1], {"a": 1}]],
    "tuple<tuple<integer;integer>;set<integer>>": [[[1, -1], []], [[0, 0], [2, 3]]],
    "map<string;tuple<integer;integer>>": [{}, {"a": [1, -2]}],
    "set<tuple<integer;string>>": [[], [[1, "a"], [-2, ""]]],
}
BIG = ("long", 9007199254740993)
FACE = ("character", "😀")
SET_OF_LISTS = ("set<list<integer>>", [[1], [], [-2, 3]])
SET_OF_DOUBLES = ("set<double>", [0.5, -1.0])
ONE = ("tuple<integer>", [-1])
PAIR = ("tuple<integer;string>", [1, "a"])
TEXT = 'Return the value.\n\n  Not */ or \\u or -} or """ or «text» or `code`.\n>>> echo(\'a\\n\')'


@dataclass(frozen=True)
class Case:
    """What is tested of one language.

    `body` ends a function that returns its parameter; `trouble` is a function of n that returns
    the number of its argument's letters, raises for 1 an error with the name `error`, and ends the
    process for 3; `wrong` returns a number with a fraction where a whole one is wanted.
    """

    body: str
    helper: str
    trouble: str
    error: str
    wrong: str
    absent: tuple = ()
    tuples: bool = True


CASES = {
    "java": Case(
        "        return value;\n    }\n}\n",
        "class Helper { static List<Integer> sorted(List<Integer> list) {"
        " return list.stream().sorted().collect(Collectors.toList()); } }",
        """
import java.util.List;
import java.util.*;

public class Solution {
    static int trouble(int n) throws Exception {
        if (n == 1) throw new java.io.IOException("no");
        if (n == 3) Runtime.getRuntime().halt(3);
        return new ArrayList<>(List.of(n, n)).get(n == 2 ? 2 : 0);
    }
}
""",
        "IOException",
        "class Solution { static double trouble(int n) { return n + 0.5; } }",
        absent=(FACE, PAIR, ONE),
        tuples=False,
    ),
    "csharp": Case(
        "        return value;\n    }\n}\n",
        "class Helper { static List<int> Sorted(List<int> list) =>"
        " list.OrderBy(x => x).ToList(); }",
        """
using System;
using System.Collections.Generic;
using System.Linq;

public class Solution {
    public static int trouble(int n) {
        if (n == 1) throw new System.IO.IOException("no");
        if (n == 3) Environment.Exit(3);
        return new List<int> { n, n }.ToArray()[n == 2 ? 2 : 0];
    }
}
""",
        "IOException",
        "class Solution { public static double trouble(int n) { return n + 0.5; } }",
        absent=(FACE,),
    ),
    "go": Case(
        "\treturn value\n}\n",
        'func helper(s []string) string { sort.Strings(s)\n return strings.Join(s, "") }',
        """
import (
	"os"
	"strconv"
)
import "strings" // the parser's

func trouble(n int) int {
	if n == 1 {
		_, err := strconv.Atoi("x")
		panic(err)
	}
	if n == 3 {
		os.Exit(3)
	}
	return []int{n, len(strings.Repeat("a", n))}[n-n%2]
}
""",
        "*strconv.NumError",
        "func trouble(n int) float64 { return 0.5 }",
        absent=(PAIR, SET_OF_LISTS, ONE),
        tuples=False,
    ),
    "rust": Case(
        "    value\n}\n",
        "fn helper(v: Vec<i32>) -> (BTreeMap<i32, i32>, i32) { (BTreeMap::new(), max(1, 2)) }",
        """
use std::collections::HashMap;
use std::fmt::Write;

fn trouble(n: i32) -> i32 {
    if n == 1 { panic!("no"); }
    if n == 3 { std::process::exit(3); }
    let numbers: HashMap<i32, i32> = HashMap::from([(0, 0), (4, 4)]);
    numbers[&n]
}
""",
        "panic",
        "fn trouble(n: i32) -> f64 { 0.5 }",
        absent=(SET_OF_DOUBLES,),
    ),
    "typescript": Case(
        "  return value;\n}\n",
        "const helper = (list: number[]): number[] => [...list].sort((a, b) => a - b);",
        """
export function trouble(n: number): number {
  if (n === 1) throw new RangeError("no");
  if (n === 2) return (null as number[])[0];
  if (n === 3) process.exit(3);
  console.error(n);
  return n;
}
""",
        "RangeError",
        "function trouble(n: number): string { return String(n); }",
        absent=(BIG,),
    ),
    "haskell": Case(
        "  value\n",
        "helper :: [Int] -> Map.Map Char Int -> Maybe Int\n"
        "helper list m = listToMaybe (sort list) <|||> Map.lookup (toUpper 'a') m\n"
        "  where Just a <|||> _ = Just a\n        Nothing <|||> b = b\n\n"
        "group :: [Int] -> Int\ngroup list = length (concatMap insert list)\n\n"
        "insert :: Int -> [Int]\ninsert n = [n]",
        """
import qualified Data.Map.Strict as Map
import Data.List (sort)
import System.IO.Unsafe (unsafePerformIO)
import Control.Exception

foreign import ccall "stdlib.h abort" stop :: IO ()

trouble :: Int -> Int
trouble 1 = throw Overflow
trouble 2 = head (sort [])
trouble 3 = unsafePerformIO stop `seq` 3
trouble n = Map.findWithDefault n 1 Map.empty
""",
        "ArithException",
        "trouble :: Int -> Double\ntrouble n = 0.5",
        absent=(ONE,),
    ),
}


def echoes(name):
    """Return a problem for each type: the function gives back its argument."""
    case = CASES[name]
    kinds = VALUES | (TUPLES if case.tuples else {})
    for extra, value in (BIG, FACE, SET_OF_LISTS, SET_OF_DOUBLES):
        if (extra, value) not in case.absent:
            kinds = kinds | {extra: [*kinds.get(extra, []), value]}
    if ONE not in case.absent:
        kinds = kinds | {ONE[0]: [ONE[1]]}
    return [echo(kind, values, f"echo{i}") for i, (kind, values) in enumerate(kinds.items())]


def echo(kind, values, function="echo", parameter="value"):
    kind = parse_type(kind)
    tests = tuple(tasks.Test(str(i), {parameter: value}, value) for i, value in enumerate(values))
    return Problem(str(kind), "Echo", TEXT, function, ((parameter, kind),), kind, tests)


def trouble():
    tests = tuple(tasks.Test(str(n), {"n": n}, n) for n in range(5))
    integer = Type("integer")
    return Problem("trouble", "Trouble", "", "trouble", (("n", integer),), integer, tests)


def program_of_all(name, problems):
    """Return one program for many problems, the answers being their prompts and an end each."""
    language, case = find_language(name), CASES[name]
    answers = [f"{prompt(problem, language)}\n{case.body}" for problem in problems]
    if name in ("java", "csharp"):  # one class holds all functions
        begin, end = "class Solution {\n", "}\n"
        inner = [answer.removeprefix(begin).removesuffix(end) for answer in answers]
        answers = [begin, *inner, end]
    code = "\n".join([*answers, case.helper])
    every = [(problem, test) for problem in problems for test in problem.tests]
    calls = [
        _test_call(problem, language, test, i, {"function": problem.function, "callee": "Solution"})
        for i, (problem, test) in enumerate(every)
    ]
    text = language.templates["program"]["text"].removeprefix("\n")
    imports = language.imports(code, "echo")
    return fill(text, code=code, imports=imports, tests="\n".join(calls), token="token")


def run_all(name, problems):
    """Return how a program ran that answers many problems, and how it was compiled."""
    language = find_language(name)
    tool = language.tool()
    options = {
        "limits": LIMITS,
        "memory": language.memory,
        "paths": language.paths(),
        "environment": language.environment,
    }
    files = archive(**{language.file: program_of_all(name, problems)})
    command = fill_all(language.compile, tool=tool)
    command = [part.replace("opt-level=1", "opt-level=0") for part in command]  # 6 s faster
    compiled = run_command(command, files, seconds=LIMITS.compile_seconds, keep=True, **options)
    command = fill_all(language.run, tool=tool, folder=str(Path(tool).parent))
    ran = run_command(command, compiled.archive, seconds=LIMITS.run_seconds, **options)
    return compiled, ran


def part_of(ran, first, count):
    """Return how a program ran, with the results of some of its tests, counted from 0."""
    lines = [line.split(b" ", 2) for line in ran.results.split(b"\n") if line]
    own = [
        b"%s %d %s" % (line[0], int(line[1]) - first, line[2])
        for line in lines
        if line[1] != b"done" and first <= int(line[1]) < first + count
    ]
    return replace(ran, results=b"\n".join([*own, b"token done\n"]))


@pytest.fixture(scope="module")
def runs():
    """Return what comes of every program, by language and kind; two run at a time."""
    require_sandbox("bubblewrap")
    with ThreadPoolExecutor(2) as pool:
        started = {}
        for name, case in CASES.items():
            if find_language(name).tool() is not None:
                started |= {
                    (name, "echo"): pool.submit(run_all, name, echoes(name)),
                    (name, "trouble"): pool.submit(
                        run_program, trouble(), name, case.trouble, limits=LIMITS
                    ),
                    (name, "wrong"): pool.submit(
                        run_program, trouble(), name, case.wrong, limits=LIMITS
                    ),
                }
        yield started


@pytest.fixture(params=CASES)
def name(request):
    language = find_language(request.param)
    if language.tool() is None:
        pytest.skip(f"{language.name} is not installed; try: {language.install}")
    return request.param


def test_every_value_comes_back_as_it_went_in_and_no_other_is_right(name, runs):
    compiled, ran = runs[name, "echo"].result()
    assert compiled.code == 0, compiled.output
    assert ran.code == 0, ran.output
    assert ran.results.endswith(b"token done\n"), ran.output
    assert not ran.output
    first = 0
    for problem in echoes(name):
        part = part_of(ran, first, len(problem.tests))
        assert set(judge(problem, find_language(name), part, "token").tests.values()) == {"PASSED"}
        others = [test.output for test in problem.tests]
        shifted = tuple(
            replace(test, output=output)
            for test, output in zip(problem.tests, others[1:] + others[:1], strict=True)
        )
        verdict = judge(replace(problem, tests=shifted), find_language(name), part, "token")
        if len(others) > 1:
            assert set(verdict.tests.values()) == {"FAILED"}, problem.qid
        first += len(problem.tests)


def test_an_error_has_a_name_and_a_crash_leaves_the_results_before_it(name, runs):
    verdict = runs[name, "trouble"].result()
    assert verdict.outcome == "runtime error", verdict
    assert verdict.tests["0"] == "PASSED", verdict
    assert verdict.tests["1"] == CASES[name].error
    assert verdict.tests["2"] not in ("PASSED", "FAILED", "MISSING", "")
    assert verdict.tests["3"] == verdict.tests["4"] == "MISSING"


def test_a_value_of_another_type_does_not_compile(name, runs):
    verdict = runs[name, "wrong"].result()
    assert verdict.outcome == "compile error"
    assert set(verdict.tests.values()) == {"MISSING"}
    assert verdict.output


@pytest.mark.parametrize("name", CASES)
def test_what_a_language_has_no_form_for_is_not_run(name):
    for kind, value in CASES[name].absent:
        with pytest.raises(NotExpressibleError):
            program_of(echo(kind, [value]), find_language(name), "")
    if CASES[name].tuples is False:
        with pytest.raises(NotExpressibleError):
            prompt(echo("list<tuple<integer;string>>", [[]]), find_language(name))


@pytest.mark.parametrize("name", ["csharp", "rust", "haskell"])
def test_tuples_longer_than_a_program_can_print_are_not_run(name):
    kind = f"tuple<{';'.join(['integer'] * 8)}>"
    with pytest.raises(NotExpressibleError):
        program_of(echo(kind, [[0] * 8]), find_language(name), "")


@pytest.mark.parametrize("error", ["PASSED", "FAILED", "MISSING", ""])
def test_no_error_can_be_named_like_a_result(error):
    ran = Outcome(0, False, 0, 0, 0, "", f"token 0 !{error}\ntoken done\n".encode())
    verdict = judge(echo("integer", [1]), find_language("typescript"), ran, "token")
    assert verdict.tests == {"0": "Error"}
    assert verdict.outcome == "runtime error"


@pytest.mark.parametrize("name", [name for name in CASES if name != "haskell"])
def test_numbers_larger_than_the_type_are_not_run(name):
    with pytest.raises(NotExpressibleError, match="no long that is"):
        program_of(echo("list<long>", [[2**63]]), find_language(name), "")


@pytest.mark.parametrize("name", CASES)
def test_prompts_name_the_function_its_types_and_its_task(name):
    problem = echo("list<string>", [[]])
    shown, bare = (prompt(problem, find_language(name), docstring=d) for d in (True, False))
    assert "Return the value." in shown
    assert "Return the value." not in bare
    kinds = parse_type("list<string>")
    assert "echo" in bare
    assert find_language(name).type_name(kinds) in bare


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("java", "int"),
        ("csharp", "string"),
        ("go", "type"),
        ("rust", "match"),
        ("typescript", "function"),
        ("haskell", "where"),
    ],
)
def test_a_parameter_that_is_a_word_of_the_language_gets_an_underscore(name, word):
    shown = prompt(echo("integer", [1], parameter=word), find_language(name))
    assert f"{word}_" in shown
