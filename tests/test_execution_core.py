"""Types, languages, problems and verdicts, without running anybody's program for long."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk.execution.languages import LANGUAGES, Language, NotExpressibleError, fill, find_language
from passk.execution.problems import Problem, own_problems, program_of, prompt, read_problems
from passk.execution.problems import Test as Trial
from passk.execution.runner import judge, run_program
from passk.execution.sandbox import Outcome
from passk.execution.schema import SCALARS, Type, agrees, fits, parse_type

TOKEN = "secret"
INTEGER = Type("integer")


# Types


def types(keys=False):
    """Types of every shape; keys hold no lists, sets, maps or numbers with a fraction."""
    scalars = st.sampled_from([s for s in SCALARS if not keys or s not in ("float", "double")])
    return st.recursive(
        scalars.map(Type),
        lambda inner: st.one_of(
            *(
                []
                if keys
                else [st.builds(Type, st.sampled_from(["list", "set"]), st.tuples(inner))]
            ),
            *([] if keys else [st.tuples(KEYS, inner).map(lambda pair: Type("map", pair))]),
            st.lists(inner, min_size=1, max_size=3).map(lambda items: Type("tuple", tuple(items))),
        ),
        max_leaves=5,
    )


KEYS = st.sampled_from(["integer", "long", "boolean", "character", "string"]).map(Type)
SCALAR_VALUES = {
    "integer": st.integers(-9, 9) | st.integers(-(2**31), 2**31 - 1),
    "long": st.integers(-(2**63), 2**63 - 1),
    "float": st.integers(-800, 800).map(lambda i: i / 8),
    "double": st.integers(-800, 800).map(lambda i: i / 8) | st.integers(-9, 9),
    "boolean": st.booleans(),
    "character": st.characters(exclude_categories=["Cs"]),
    "string": st.text(max_size=4),
}


def values(kind):
    """Values of a type as they are read from JSON."""
    if kind.name in SCALAR_VALUES:
        return SCALAR_VALUES[kind.name]
    if kind.name == "tuple":
        return st.tuples(*map(values, kind.items)).map(list)
    if kind.name == "map":
        key, item = kind.items
        return st.dictionaries(values(key).map(as_key), values(item), max_size=3)
    return st.lists(
        values(kind.items[0]), max_size=3, unique_by=repr if kind.name == "set" else None
    ).filter(lambda members: kind.name != "set" or not _alike(kind.items[0], members))


def _alike(kind, members):
    """Tell whether two members of a set are one, in another order or as another number."""
    return any(agrees(kind, encode(kind, a), b) for i, a in enumerate(members) for b in members[:i])


def as_key(value):
    """A key as JSON has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def from_key(kind, text):
    if kind.name == "boolean":
        return text == "true"
    return int(text) if kind.name in ("integer", "long") else text


def encode(kind, value, rng=None):
    """What a right program writes down: sets and maps in any order."""
    shuffled = (lambda items: rng.sample(items, len(items))) if rng else list
    if kind.name == "map":
        key, item = kind.items
        return shuffled([[from_key(key, k), encode(item, v, rng)] for k, v in value.items()])
    if kind.name == "tuple":
        return [encode(k, v, rng) for k, v in zip(kind.items, value, strict=True)]
    if kind.name in ("list", "set"):
        items = [encode(kind.items[0], v, rng) for v in value]
        return shuffled(items) if kind.name == "set" else items
    return value


TYPED = types().flatmap(lambda kind: st.tuples(st.just(kind), values(kind)))


def places(given):
    """Where something can be changed in what a program wrote: its scalars and its lists."""
    found = [()]
    if isinstance(given, list):
        found += [(i, *place) for i, item in enumerate(given) for place in places(item)]
    return found


def changed(given, rng):
    """The same with one change: another scalar, or an item less or twice."""
    place = rng.choice(places(given))
    whole = [json.loads(json.dumps(given))]
    holder, last = whole, 0
    for step in place:
        holder, last = holder[last], step
    value = holder[last]
    if isinstance(value, list) and value and rng.random() < 0.5:
        del value[rng.randrange(len(value))]
    elif isinstance(value, list):
        value.append(rng.choice(value) if value else None)
    elif isinstance(value, bool):
        holder[last] = not value
    elif isinstance(value, str):
        holder[last] = value + "x" if rng.random() < 0.5 else "x" + value
    else:
        holder[last] = value + rng.choice([1, -1])
    return whole[0]


@given(types())
def test_the_text_of_a_type_is_read_as_that_type(kind):
    text = str(kind)
    assert parse_type(text) == kind
    for separator in ("|", ",", " ; "):
        assert parse_type(text.replace(";", separator)) == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "number",
        "Integer",
        "list",
        "list<>",
        "list<integer",
        "list<integer>>",
        "list integer>",
        "list<integer;string>",
        "map<string>",
        "map<string;integer;integer>",
        "map<string-integer>",
        "tuple<>",
        "tuple<integer;>",
        "tuple<;integer>",
        "integer<string>",
        "integer string",
        "list<[integer]>",
        "list<integer>?",
        "set<list<integer>",
    ],
)
def test_what_is_no_type_is_refused_with_its_text(text):
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        parse_type(text)


@given(TYPED, st.randoms(use_true_random=False))
def test_a_right_value_agrees_in_any_order(typed, rng):
    kind, value = typed
    assert fits(kind, json.loads(json.dumps(value)))
    assert agrees(kind, json.loads(json.dumps(encode(kind, value, rng))), value)


@given(TYPED, st.randoms(use_true_random=False))
def test_a_changed_value_does_not_agree(typed, rng):
    kind, value = typed
    assert not agrees(kind, changed(encode(kind, value, rng), rng), value)


@given(TYPED, types().flatmap(values))
def test_whatever_a_program_gives_is_judged_without_an_error(typed, given):
    kind, value = typed
    assert agrees(kind, given, value) in (True, False)
    assert agrees(kind, [given, {"a": None}], value) in (True, False)


@pytest.mark.parametrize(
    ("text", "value", "fine"),
    [
        ("integer", 3, True),
        ("integer", 3.0, False),
        ("integer", True, False),
        ("integer", None, False),
        ("long", 2**63, True),
        ("double", 3, True),
        ("double", True, False),
        ("double", "3", False),
        ("double", float("inf"), False),
        ("double", float("-inf"), False),
        ("double", float("nan"), False),
        ("float", float("nan"), False),
        ("double", 10**400, False),
        ("list<double>", [1.0, float("inf")], False),
        ("map<string;double>", {"a": float("nan")}, False),
        ("boolean", 1, False),
        ("character", "ab", False),
        ("character", "", False),
        ("character", "😀", True),
        ("string", "half: \ud83d", False),
        ("list<integer>", {}, False),
        ("set<integer>", [1, 1], True),
        ("map<integer;string>", {"1": "a"}, True),
        ("map<integer;string>", {"one": "a"}, False),
        ("map<boolean;string>", {"True": "a", "false": "b"}, True),
        ("map<string;string>", [["a", "b"]], False),
        ("tuple<integer;string>", [1, "a"], True),
        ("tuple<integer;string>", [1], False),
        ("tuple<integer;string>", ["a", 1], False),
    ],
)
def test_what_fits_a_type(text, value, fine):
    assert fits(parse_type(text), value) == fine


@pytest.mark.parametrize(
    ("text", "given", "expected", "right"),
    [
        ("double", 0.1 + 0.2, 0.3, True),
        ("double", 1 + 0.9e-9, 1.0, True),
        ("double", 1 + 1.1e-9, 1.0, False),
        ("float", 1 + 0.9e-6, 1.0, True),
        ("float", 1 + 1.1e-6, 1.0, False),
        ("float", 16777216.0, 16777217.0, True),
        ("double", 3, 3.0, True),
        ("double", True, 1.0, False),
        ("double", "1", 1.0, False),
        ("double", None, 1.0, False),
        ("double", float("nan"), 1.0, False),
        ("double", float("inf"), 1e308, False),
        ("double", 10**400, 1.0, False),
        ("integer", 1.0, 1, False),
        ("integer", True, 1, False),
        ("boolean", 1, True, False),
        ("string", "a", "a ", False),
        ("list<integer>", [1, 2], [2, 1], False),
        ("list<integer>", "12", [1, 2], False),
        ("set<integer>", [2, 1], [1, 2], True),
        ("set<integer>", [1, 1], [1, 2], False),
        ("set<integer>", [1], [1, 1], True),
        ("set<integer>", [1, 1], [1, 1], False),
        ("set<list<integer>>", [[2], [1]], [[1], [2], [1]], True),
        ("set<double>", [8e-10, 1.6e-9, 0.0], [0.0, 8e-10, 1.6e-9], True),
        ("map<string;integer>", [], {}, True),
        ("map<string;integer>", [["a", 1], ["a", 1]], {"a": 1, "b": 1}, False),
        ("map<string;integer>", [["a", 1, 2]], {"a": 1}, False),
        ("map<string;integer>", [1], {"a": 1}, False),
        ("map<integer;integer>", [["1", 1]], {"1": 1}, False),
        ("map<boolean;integer>", [[True, 1], [False, 0]], {"false": 0, "true": 1}, True),
        ("tuple<integer;string>", [1, "a", None], [1, "a"], False),
    ],
)
def test_what_agrees_with_a_right_value(text, given, expected, right):
    assert agrees(parse_type(text), given, expected) == right


# Languages


def test_every_language_has_what_a_language_needs():
    assert len(LANGUAGES) >= 15
    for stem, language in LANGUAGES.items():
        assert language.stem == stem
        assert language.suffix.startswith(".")
        assert language.file.endswith(language.suffix)
        assert language.install.startswith("apt-get install ")
        assert set(language.templates) >= {"types", "literals", "strings", "signature", "program"}
        assert "«token»" in language.templates["program"]["text"]
    assert len({language.name for language in LANGUAGES.values()}) == len(LANGUAGES)


@pytest.mark.parametrize("stem", LANGUAGES)
def test_a_language_is_found_by_both_of_its_names_in_any_case(stem):
    language = LANGUAGES[stem]
    for name in (stem, language.name, stem.upper(), language.name.lower()):
        assert find_language(name) is language


@pytest.mark.parametrize("name", ["", "pythonic", " python", None, 3])
def test_an_unknown_language_is_refused_with_those_there_are(name):
    known = ", ".join(re.escape(language.name) for language in LANGUAGES.values())
    message = rf"^there is no language {name!r}: the languages are {known}$"
    with pytest.raises(ValueError, match=message):
        find_language(name)


def test_what_is_filled_in_is_not_looked_at_again():
    assert fill("«a» «b»", a="«b»", b="«a»") == "«b» «a»"
    with pytest.raises(KeyError, match="c"):
        fill("«c»", a="x")


def test_the_python_that_runs_this_runs_the_programs():
    language = find_language("python")
    assert os.path.samefile(language.tool(), os.path.realpath(sys.executable))
    assert language.version_in_words() == f"Python {sys.version.split()[0]}"


def test_without_a_tool_there_is_no_version():
    absent = replace(find_language("python"), tools=("no-such-tool",))
    assert absent.tool() is None
    assert absent.version_in_words() == ""


@given(TYPED)
def test_a_python_literal_has_its_value(typed):
    kind, value = typed
    try:
        text = find_language("python").literal(kind, value)
    except NotExpressibleError:
        return
    assert same(kind, eval(text), value)


def same(kind, built, value):
    """Tell whether a Python value is the one that JSON describes."""
    if kind.name == "map":
        key, item = kind.items
        return set(built) == {from_key(key, k) for k in value} and all(
            same(item, built[from_key(key, k)], v) for k, v in value.items()
        )
    if kind.name == "set":
        return isinstance(built, set) and len(built) == len(value)
    if kind.name in ("list", "tuple"):
        kinds = kind.items if kind.name == "tuple" else kind.items * len(value)
        return type(built) is {"list": list, "tuple": tuple}[kind.name] and all(
            map(same, kinds, built, value)
        )
    return built == value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("python", "set<list<integer>>", [[1]]),
        ("java", "tuple<integer;integer>", [1, 2]),
        ("javascript", "long", 2**60),
        ("cpp", "integer", 2**31),
        ("go", "long", 2**63),
        ("bash", "map<string;string>", {}),
    ],
)
def test_what_a_language_cannot_express_is_not_run_and_says_so(monkeypatch, name, text, value):
    monkeypatch.setattr(Language, "tool", lambda language: "/usr/bin/true")
    verdict = run_program(task(kind=text, values=[value]), name, "", sandbox="none")
    language = find_language(name).name
    assert (verdict.outcome, verdict.language) == ("not run", language)
    assert verdict.tests == {}
    assert re.match(rf"{re.escape(language)} (has no|cannot print)", verdict.reason)


def test_a_missing_toolchain_is_not_run_and_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(Language, "tool", lambda language: None)
    verdict = run_program(task(), "haskell", "", sandbox="none")
    assert verdict.outcome == "not run"
    assert verdict.reason == "Haskell is not installed: apt-get install ghc"


# Problems


def fields(**changes):
    """A problem in BabelCode's parsed form."""
    given = {
        "qid": 5,
        "title": "Same",
        "text": "Return the value.",
        "entry_fn_name": "same",
        "schema": {
            "params": [{"name": "value", "type": "integer"}],
            "return": {"type": "integer"},
        },
        "test_list": [{"idx": 0, "inputs": {"value": 1}, "outputs": 1}],
    }
    return {name: value for name, value in (given | changes).items() if value is not ...}


def task(kind="integer", values=(1, 2), text="Return the value."):
    """A problem whose right answers return their argument."""
    kind = parse_type(kind)
    tests = tuple(Trial(str(i), {"value": value}, value) for i, value in enumerate(values))
    return Problem("5", "Same", text, "same", (("value", kind),), kind, tests)


def test_a_problem_is_read_from_babelcodes_form():
    problem = Problem.from_dict(fields(metadata={"difficulty": "hard"}, solutions={"lua": "x"}))
    assert problem == replace(task(values=[1]), difficulty="hard", solutions={"lua": "x"})
    assert Problem.from_dict(fields(text=...)).text == ""


def trial(inputs=None, outputs=1, idx=0):
    return {"idx": idx, "inputs": {"value": 1} if inputs is None else inputs, "outputs": outputs}


ONE = {"params": [{"name": "value", "type": "integer"}], "return": {"type": "integer"}}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"qid": ...}, r"^problem without qid has no 'qid'$"),
        ({"title": ...}, r"^problem 5 has no 'title'$"),
        ({"entry_fn_name": ...}, r"^problem 5 has no 'entry_fn_name'$"),
        ({"schema": ...}, r"^problem 5 has no 'schema'$"),
        ({"schema": {"params": []}}, r"^problem 5 has no 'return'$"),
        ({"schema": ONE | {"params": [{"name": "value"}]}}, r"^problem 5 has no 'type'$"),
        ({"schema": ONE | {"return": {"type": "number"}}}, r"^problem 5: there is no type 'number"),
        ({"schema": ONE | {"return": {"type": None}}}, r"^problem 5: "),
        ({"schema": []}, r"^problem 5: "),
        ({"schema": ONE | {"params": 3}}, r"^problem 5: "),
        ({"schema": ONE | {"params": 2 * ONE["params"]}}, r"^problem 5: .* value comes twice$"),
        ({"title": None}, r"^problem 5: title, text and names are texts: None$"),
        ({"text": ["a"]}, r"^problem 5: title, text and names are texts: \['a'\]$"),
        ({"entry_fn_name": 3}, r"^problem 5: title, text and names are texts: 3$"),
        ({"metadata": None}, r"^problem 5: "),
        ({"solutions": 3}, r"^problem 5: "),
        ({"test_list": ...}, r"^problem 5 has no 'test_list'$"),
        ({"test_list": []}, r"^problem 5 has no tests$"),
        ({"test_list": 3}, r"^problem 5: "),
        ({"test_list": [{"idx": 0, "inputs": {}}]}, r"^problem 5 has no 'outputs'$"),
        ({"test_list": [trial({})]}, r"^problem 5, test 0: the inputs must be value$"),
        ({"test_list": [trial({"value": 1, "x": 1})]}, r"test 0: the inputs must be value$"),
        ({"test_list": [trial([1])]}, r"^problem 5: "),
        ({"test_list": [trial({"value": "1"})]}, r"test 0: value is no integer: '1'$"),
        ({"test_list": [trial(outputs=1.0)]}, r"test 0: the output is no integer: 1.0$"),
        ({"test_list": [trial(outputs=None)]}, r"test 0: the output is no integer: None$"),
        ({"test_list": [trial(), trial(idx="0")]}, r"^problem 5: the test 0 comes twice$"),
    ],
)
def test_what_is_no_problem_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        Problem.from_dict(fields(**changes))


@pytest.mark.parametrize("given", [[], "text", None, 3])
def test_a_problem_is_an_object(given):
    with pytest.raises(ValueError, match=r"^a problem must be an object with names: \w+$"):
        Problem.from_dict(given)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("place", ["inputs", "outputs"])
def test_numbers_that_are_not_finite_are_refused(tmp_path, number, place):
    line = json.dumps(fields()).replace("integer", "double")
    old = '"inputs": {"value": 1' if place == "inputs" else '"outputs": 1'
    (tmp_path / "problems.jsonl").write_text(line.replace(old, f"{old[:-1]}{number}"), "utf-8")
    name = "value" if place == "inputs" else "the output"
    message = rf"line 1: problem 5, test 0: {name} is no double: -?(inf|nan)$"
    with pytest.raises(ValueError, match=message):
        read_problems(tmp_path / "problems.jsonl")


def test_problems_are_read_by_their_qid(tmp_path):
    path = tmp_path / "problems.jsonl"
    texts = [json.dumps(fields(qid=qid, text="ü\u2028"), ensure_ascii=False) for qid in (7, "a")]
    path.write_bytes(("\ufeff\r\n" + "\r\n\r\n".join(texts)).encode("utf-8"))
    problems = read_problems(path)
    assert list(problems) == ["7", "a"]
    assert problems["7"].text == "ü\u2028"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (json.dumps(fields(qid="5")), "the qid 5 comes twice$"),
        (json.dumps(fields(qid=6, title=...)), "problem 6 has no 'title'$"),
        ("{", "Expecting property name"),
        ("[1, 2]", r"this is no JSON object: \[1, 2\]$"),
        ("null", "this is no JSON object: None$"),
        ("[" * 30_000, "(maximum recursion|Stack overflow|Expecting value)"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, message):
    path = tmp_path / "problems.jsonl"
    path.write_text(f"{json.dumps(fields())}\n\n\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=rf"problems\.jsonl, line 4: {message}"):
        read_problems(path)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"problems\.jsonl"):
        read_problems(tmp_path / "problems.jsonl")


# Prompts and programs


@given(
    st.text(alphabet="ab \"'\\{}«»#\n", max_size=60)
    | st.lists(st.text('ab"\\', max_size=9)).map(" ".join)
)
def test_a_prompt_in_python_is_valid_and_its_docstring_says_the_text(text):
    shown = prompt(task(text=text), find_language("python"))
    names = {}
    exec(f"{shown}\n    return value", names)
    assert names["same"](7) == 7
    assert names["same"].__doc__.split() == text.split()


@pytest.mark.parametrize(
    "text", ['It is "so"', 'It is """so"""', "It ends in \\", '"', "", "a\n\n    b\n", "\\\\"]
)
def test_awkward_texts_make_valid_prompts_in_python(text):
    names = {}
    exec(f"{prompt(task(text=text), find_language('python'))}\n    return value", names)
    assert names["same"].__doc__.split() == text.split()


@pytest.mark.parametrize("stem", LANGUAGES)
def test_long_texts_are_wrapped(stem):
    words = [f"word{i}" for i in range(100)]
    language = find_language(stem)
    lines = prompt(task(text=" ".join(words)), language).splitlines()
    told = [line for line in lines if "word" in line]
    assert max(map(len, told)) <= 80
    assert min(map(len, told[:-1])) > 60
    assert re.findall(r"word\d+", "\n".join(lines)) == words
    mark = language.templates["signature"]["comment"]
    assert all(line.startswith(mark) for line in told)


def test_lines_stay_apart_and_examples_whole():
    example = f">>> same({'1 + ' * 30}1)"
    text = f"First.\n\n  - an item {'of many words ' * 9}\n{example}\n31"
    lines = prompt(task(text=text), find_language("lua")).splitlines()
    assert lines[:2] == ["--- First.", "---"]
    assert lines[2].startswith("---   - an item of many")
    assert lines[3].startswith("---   ")
    assert f"--- {example}" in lines
    assert "--- 31" in lines


def test_a_backslash_at_the_end_of_a_line_swallows_nothing_in_cpp(require_tool):
    compiler = require_tool("g++", "apt-get install g++")
    text = "First \\\n*/ int x; /* second \\"
    source = f"{prompt(task(text=text), find_language('cpp'))}\n    return value;\n}}\n"
    source += "int main() { return same(0); }\n"
    command = [compiler, "-std=c++17", "-Wall", "-Wno-comment", "-fsyntax-only", "-x", "c++", "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("stem", LANGUAGES)
def test_right_values_are_in_no_program(stem):
    problem = task(kind="string", values=["a"])
    problem = replace(problem, tests=(Trial("0", {"value": "a"}, "the right value"),))
    assert "the right value" not in program_of(problem, find_language(stem), "")
    assert "the right value" not in prompt(problem, find_language(stem))


def test_a_program_has_a_new_token_each_time():
    problem = own_problems()["any-of-first"]
    programs = {program_of(problem, find_language("python"), "") for _ in range(3)}
    assert len(programs) == 3


HEAD = """
import collections, decimal, enum, types
class Number(enum.IntEnum):
    three = 3
class Word(str, enum.Enum):
    a = "a"
class Mine(str): pass
class Few(list): pass
class Real(float): pass
Pair = collections.namedtuple("Pair", "x y")
def same(value):
    return """


@pytest.mark.parametrize(
    ("kind", "value", "expression"),
    [
        ("map<string;integer>", {"a": 2, "b": 1}, "collections.Counter('aba')"),
        ("map<string;integer>", {"a": 2}, "collections.OrderedDict(a=2)"),
        ("map<string;list<integer>>", {"a": [1]}, "collections.defaultdict(list, a=Few([1]))"),
        ("tuple<integer;string>", [3, "a"], "Pair(Number.three, Word.a)"),
        ("integer", 3, "Number.three"),
        ("string", "a", "Mine('a')"),
        ("double", 0.5, "Real(0.5)"),
        ("list<double>", [0.5], "Few([Real(0.5)])"),
        ("set<string>", ["a"], "frozenset('a')"),
    ],
)
def test_what_python_calls_equal_passes(kind, value, expression):
    verdict = run_program(task(kind, [value]), "python", HEAD + expression, sandbox="none")
    assert (verdict.outcome, verdict.output) == ("passed", "")


@pytest.mark.parametrize(
    "expression",
    ["(x for x in [1])", "collections.deque([1])", "b'1'", "range(1, 2)", "object()", "[1j]"],
)
def test_what_is_no_plain_value_in_python_is_an_error(expression):
    code = HEAD + expression
    verdict = run_program(task("list<integer>", [[1]]), "python", code, sandbox="none")
    assert (verdict.outcome, verdict.reason) == ("runtime error", "raised TypeError")


def test_a_python_value_that_claims_to_be_equal_does_not_pass():
    code = "class Same(int):\n    __eq__ = lambda a, b: True\ndef same(value): return Same(9)"
    assert run_program(task(), "python", code, sandbox="none").outcome == "failed tests"


# Verdicts


def judged(*lines, kind="integer", values=(1, 2), **changes):
    """The verdict on a run that wrote these lines of results."""
    ran = {
        "code": 0,
        "timed_out": False,
        "seconds": 0.2,
        "cpu_seconds": 0.2,
        "peak_memory": 4096,
        "output": "said",
        "results": "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"),
    }
    outcome = Outcome(**(ran | changes))
    return judge(task(kind, values), find_language("python"), outcome, TOKEN, 0.5)


RIGHT = [f"{TOKEN} 0 =1", f"{TOKEN} 1 =2"]
DONE = f"{TOKEN} done"


def test_right_values_and_an_end_have_passed():
    verdict = judged(*RIGHT, DONE)
    assert (verdict.outcome, verdict.reason) == ("passed", "")
    assert verdict.tests == {"0": "PASSED", "1": "PASSED"}
    assert (verdict.qid, verdict.language, verdict.output) == ("5", "Python", "said")
    assert (verdict.seconds, verdict.compile_seconds, verdict.peak_memory) == (0.2, 0.5, 4096)


@pytest.mark.parametrize(
    ("lines", "changes", "outcome", "reason"),
    [
        ([*RIGHT, DONE], {"timed_out": True, "code": -9}, "timed out", "stopped after 0.2 s"),
        (
            [f"{TOKEN} 0 !Error"],
            {"timed_out": True, "seconds": 9.0},
            "timed out",
            "9.0 s went by, but it had the processor for 0.2 s only",
        ),
        ([*RIGHT, DONE], {"code": 3}, "runtime error", "ended with exit code 3"),
        ([*RIGHT, DONE], {"code": -11}, "runtime error", "ended by SIGSEGV"),
        ([*RIGHT, DONE], {"code": -40}, "runtime error", "ended by signal 40"),
        (RIGHT, {}, "runtime error", "did not come to its end"),
        ([], {}, "runtime error", "did not come to its end"),
        ([DONE], {}, "runtime error", "gave no value for some test"),
        ([RIGHT[0], DONE], {}, "runtime error", "gave no value for some test"),
        ([DONE, *RIGHT], {}, "runtime error", "did not come to its end"),
        ([RIGHT[0], f"{TOKEN} 1 !KeyError", DONE], {}, "runtime error", "raised KeyError"),
        ([f"{TOKEN} 0 =7", f"{TOKEN} 1 !KeyError", DONE], {}, "runtime error", "raised KeyError"),
        ([f"{TOKEN} 0 =7", f"{TOKEN} 1 =7", DONE], {}, "failed tests", "wrong value in test 0, 1"),
        ([*RIGHT, RIGHT[1], DONE], {}, "failed tests", "wrong value in test 1"),
        ([*RIGHT, f"{TOKEN} 1 !KeyError", DONE], {}, "failed tests", "wrong value in test 1"),
    ],
)
def test_the_worst_that_happened_is_the_outcome(lines, changes, outcome, reason):
    verdict = judged(*lines, **changes)
    assert verdict.outcome == outcome
    assert verdict.reason.startswith(reason)


@pytest.mark.parametrize(
    "line",
    [
        "0 =1",
        "wrong 0 =1",
        f"{TOKEN}x 0 =1",
        f" {TOKEN} 0 =1",
        f"{TOKEN}  0 =1",
        f"{TOKEN} 00 =1",
        f"{TOKEN} -0 =1",
        "\udcff\udcfe",
    ],
)
def test_lines_that_do_not_begin_right_count_for_nothing(line):
    assert judged(line, RIGHT[1], DONE).tests == {"0": "MISSING", "1": "PASSED"}
    assert judged(*RIGHT, line.replace(f"{TOKEN} ", "x "), DONE).outcome == "passed"


@pytest.mark.parametrize(
    "value",
    [
        "2",
        "1.0",
        "true",
        '"1"',
        "null",
        "NaN",
        "",
        "=1",
        "1 2",
        "one",
        "[1]",
        "[" * 30_000,
        "9" * 5000,
    ],
)
def test_another_value_fails_whatever_it_is(value):
    verdict = judged(f"{TOKEN} 0 ={value}", RIGHT[1], DONE)
    assert (verdict.outcome, verdict.tests["0"]) == ("failed tests", "FAILED")


@pytest.mark.parametrize("name", ["PASSED", "FAILED", "MISSING", ""])
def test_an_error_cannot_be_named_like_a_result(name):
    verdict = judged(f"{TOKEN} 0 !{name}", RIGHT[1], DONE)
    assert (verdict.outcome, verdict.tests["0"]) == ("runtime error", "Error")


def test_the_name_of_an_error_is_kept_short():
    assert judged(f"{TOKEN} 0 !{'x' * 999}", RIGHT[1], DONE).tests["0"] == "x" * 40


@given(st.binary(max_size=200))
def test_no_results_whatever_give_a_pass_or_an_error(results):
    assert judged(results=results).outcome == "runtime error"
    assert judged(results=TOKEN.encode() + b" " + results).outcome != "passed"


@given(TYPED, st.randoms(use_true_random=False), st.booleans())
def test_what_agrees_passes_and_nothing_else(typed, rng, right):
    kind, value = typed
    written = encode(kind, value, rng)
    written = written if right else changed(written, rng)
    lines = [f"{TOKEN} 0 ={json.dumps(written)}", DONE]
    verdict = judged(*lines, kind=str(kind), values=[value])
    assert verdict.outcome == ("passed" if right else "failed tests")
