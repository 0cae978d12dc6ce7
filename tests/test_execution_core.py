"""Types, languages, problems and verdicts, without running anybody's program for long."""

import contextlib
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk.execution import languages
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
        ("map<integer;string>", {"-1": "a", "0": "b"}, True),
        ("map<integer;string>", {"01": "a"}, False),
        ("map<integer;string>", {"-0": "a"}, False),
        ("map<integer;string>", {"٣": "a"}, False),
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
        ("map<boolean;integer>", {"true": 1, "false": 0}, {"false": 0, "true": 1}, True),
        ("map<boolean;integer>", {"true": 1, "false": 0}, {"False": 0, "True": 1}, True),
        ("map<boolean;integer>", {"True": 1}, {"true": 1}, False),
        ("map<boolean;integer>", {"1": 1}, {"true": 1}, False),
        ("map<integer;integer>", {"5": 1, "-7": 2}, {"-7": 2, "5": 1}, True),
        ("map<integer;integer>", {"5": 1}, {"5": 1, "-7": 2}, False),
        ("map<integer;integer>", {"5": 1, "6": 1}, {"5": 1}, False),
        ("map<integer;integer>", {"5": "1"}, {"5": 1}, False),
        ("map<integer;integer>", {"05": 1}, {"5": 1}, False),
        ("map<string;map<integer;double>>", {"a": {"1": 0.5}}, {"a": {"1": 0.5}}, True),
        ("map<string;map<integer;double>>", [["a", {"1": 0.5}]], {"a": {"1": 0.5}}, True),
        ("list<integer>", {"0": 5}, [5], False),
        ("list<integer>", {}, [], False),
        ("set<integer>", {}, [], False),
        ("tuple<integer>", {"0": 5}, [5], False),
        ("string", {}, "", False),
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
    for name in (stem, language.name, stem.upper(), language.name.lower(), language):
        assert find_language(name) is language
    assert find_language(language.babelcode_name) is language


def test_the_languages_have_the_names_that_babelcode_has_in_its_files():
    names = ("C++", "CSharp", "Go", "Haskell", "Java", "Javascript", "Lua", "PHP", "Python", "R")
    for name in (*names, "Rust", "TypeScript"):
        assert find_language(name).babelcode_name == name
    assert find_language("ruby").babelcode_name == "Ruby"


@pytest.mark.parametrize("name", ["", "pythonic", " python", "Julia", "Dart", None, 3])
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


@pytest.fixture
def _no_memory():
    """Forget where the tools were found, before and after."""
    languages._which.cache_clear()
    yield
    languages._which.cache_clear()


@pytest.fixture
def linked(tmp_path, monkeypatch, _no_memory):
    """Return a function that puts a tool outside /usr, and links to it on the PATH."""
    tmp_path.chmod(0o755)

    def link(tool, *links):
        program = tmp_path / "real" / "bin" / tool
        program.parent.mkdir(parents=True)
        shutil.copy(os.path.realpath(shutil.which(tool)), program)
        for place, target in links:
            (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / place).symlink_to(target.replace("ROOT", str(tmp_path)))
        monkeypatch.setenv("PATH", f"{(tmp_path / links[0][0]).parent}:{os.environ['PATH']}")
        return find_language(tool)

    return link


LINKS = {  # what is put on the PATH, and the folders that it needs
    "absolute": ([("shim/bash", "ROOT/real/bin/bash")], ["shim", "real"]),
    "relative": ([("shim/bash", "../real/bin/bash")], ["shim", "real"]),
    "two links": (
        [("shim/bash", "../more/bash"), ("more/bash", "../real/bin/bash")],
        ["shim", "more", "real"],
    ),
    "a linked folder": (
        [("shim/bash", "../now/bin/bash"), ("now", "real")],
        ["shim", "now", "real"],
    ),
}


@pytest.mark.usefixtures("_walls")
@pytest.mark.parametrize("name", LINKS)
def test_a_tool_that_is_a_link_can_be_read_and_run_in_the_box(tmp_path, linked, name):
    links, folders = LINKS[name]
    language = linked("bash", *links)
    assert language.tool() == str(tmp_path / "shim" / "bash")
    assert language.paths() == [str(tmp_path / folder) for folder in folders]
    code = own_problems()["any-of-first"].solutions["bash"]
    verdict = run_program(own_problems()["any-of-first"], "bash", code)
    assert verdict.outcome == "passed", verdict


@pytest.mark.usefixtures("_no_memory")
def test_a_tool_in_usr_needs_no_folder():
    assert LANGUAGES["bash"].paths() == []


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
    for text in (..., None):
        assert Problem.from_dict(fields(text=text)).text == ""
    assert Problem.from_dict(fields(entry_cls_name="Answer")).class_name == "Answer"
    assert Problem.from_dict(fields(metadata={"difficulty": 3})).difficulty == ""


def trial(inputs=None, outputs=1, idx=0):
    return {"idx": idx, "inputs": {"value": 1} if inputs is None else inputs, "outputs": outputs}


ONE = {"params": [{"name": "value", "type": "integer"}], "return": {"type": "integer"}}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"qid": ...}, r"^problem without qid has no 'qid'$"),
        ({"qid": None}, "^problem without qid: qid must be a text or a number: qid=null$"),
        ({"qid": True}, "^problem without qid: qid must be a text or a number: qid=true$"),
        ({"title": ...}, r"^problem 5 has no 'title'$"),
        ({"entry_fn_name": ...}, r"^problem 5 has no 'entry_fn_name'$"),
        ({"schema": ...}, r"^problem 5 has no 'schema'$"),
        ({"schema": {"params": []}}, r"^problem 5 has no 'schema\.return'$"),
        (
            {"schema": ONE | {"params": [{"name": "value"}]}},
            r"^problem 5 has no 'schema\.params\[0\]\.type'$",
        ),
        (
            {"schema": ONE | {"return": {"type": "number"}}},
            r"^problem 5: schema\.return\.type: there is no type 'number' in 'number'$",
        ),
        (
            {"schema": ONE | {"return": {"type": None}}},
            r"^problem 5: schema\.return\.type must be a text: schema\.return\.type=null$",
        ),
        (
            {"schema": ONE | {"return": {"type": "list<" * 30_000}}},
            "^problem 5 is nested too deeply$",
        ),
        ({"schema": []}, r"^problem 5: schema must be an object: schema=\[\]$"),
        (
            {"schema": ONE | {"params": {"value": "integer"}}},
            r'^problem 5: schema\.params must be a list: schema\.params=\{"value": "integer"\}$',
        ),
        (
            {"schema": ONE | {"params": ["value"]}},
            r'^problem 5: schema\.params\[0\] must be an object: schema\.params\[0\]="value"$',
        ),
        (
            {"schema": ONE | {"params": [{"name": "a b", "type": "integer"}]}},
            r'^problem 5: schema\.params\[0\]\.name must be a name: schema\..*="a b"$',
        ),
        ({"schema": ONE | {"params": 2 * ONE["params"]}}, r"^problem 5: .* value comes twice$"),
        ({"title": None}, r"^problem 5: title must be a text: title=null$"),
        ({"text": ["a"]}, r'^problem 5: text must be a text or null: text=\["a"\]$'),
        ({"entry_fn_name": 3}, "^problem 5: entry_fn_name must be a name: entry_fn_name=3$"),
        ({"entry_fn_name": ""}, '^problem 5: entry_fn_name must be a name: entry_fn_name=""$'),
        (
            {"entry_fn_name": "a b"},
            '^problem 5: entry_fn_name must be a name: entry_fn_name="a b"$',
        ),
        ({"entry_fn_name": "a\n"}, r"^problem 5: entry_fn_name must be a name"),
        ({"entry_fn_name": "2a"}, r"^problem 5: entry_fn_name must be a name"),
        (
            {"entry_cls_name": None},
            "^problem 5: entry_cls_name must be a name: entry_cls_name=null$",
        ),
        ({"metadata": None}, r"^problem 5: metadata must be an object: metadata=null$"),
        ({"metadata": [{}]}, r"^problem 5: metadata must be an object: metadata=\[{}\]$"),
        ({"solutions": None}, r"^problem 5: solutions must be an object: solutions=null$"),
        (
            {"solutions": {"lua": 3 * ["x" * 50]}},
            r'^problem 5: solutions\.lua must be a text: solutions\.lua=\["x{50}", "x\.\.\.$',
        ),
        ({"test_list": ...}, r"^problem 5 has no 'test_list'$"),
        ({"test_list": []}, r"^problem 5 has no tests$"),
        ({"test_list": {"a": 1}}, r'^problem 5: test_list must be a list: test_list=\{"a": 1\}$'),
        ({"test_list": "abc"}, '^problem 5: test_list must be a list: test_list="abc"$'),
        (
            {"test_list": [[]]},
            r"^problem 5: test_list\[0\] must be an object: test_list\[0\]=\[\]$",
        ),
        (
            {"test_list": [{"idx": 0, "inputs": {}}]},
            r"^problem 5 has no 'test_list\[0\]\.outputs'$",
        ),
        ({"test_list": [trial({})]}, r"^problem 5, test 0: the inputs must be value: inputs={}$"),
        (
            {"test_list": [trial({"value": 1, "x": 1})]},
            r'test 0: the inputs must be value: inputs={"value": 1, "x": 1}$',
        ),
        (
            {"test_list": [trial(), trial([1, 2])]},
            r"^problem 5: test_list\[1\]\.inputs must be an object: test_list.*=\[1, 2\]$",
        ),
        (
            {"test_list": [trial(idx=None)]},
            r"^problem 5: test_list\[0\]\.idx must be a text or a number: test_list.*=null$",
        ),
        ({"schema": ONE | {"params": []}}, r'the inputs must be none: inputs={"value": 1}$'),
        ({"test_list": [trial({"value": "1"})]}, r"test 0: value is no integer: \"1\"$"),
        ({"test_list": [trial(outputs=1.0)]}, r"test 0: the output is no integer: 1.0$"),
        ({"test_list": [trial(outputs=None)]}, r"test 0: the output is no integer: null$"),
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


JSON = [None, True, 0, -1, 0.5, "", "a b", "integer", [], [[]], [None], {}, {"a": {}}, {"type": 3}]


def changeable(value, place):
    """Return a copy of a value of JSON, and in it what holds the thing at a place."""
    whole = json.loads(json.dumps(value))
    holder = whole
    for step in place[:-1]:
        holder = holder[step]
    return whole, holder


def inner_places(value):
    """Return the places of everything in a value of JSON."""
    steps = (
        value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    )
    return [
        p for step in steps for p in [(step,), *((step, *q) for q in inner_places(value[step]))]
    ]


WHOLE = fields(
    entry_cls_name="Solution",
    metadata={"difficulty": "easy"},
    solutions={"python": "x"},
    schema={
        "params": [{"name": "value", "type": "map<integer;list<string>>"}],
        "return": {"type": "tuple<integer;double>"},
    },
    test_list=[trial({"value": {"1": ["a"]}}, [1, 0.5])],
)


def what_is_wrong(path):
    """Return what is said of a file of problems; "" if they can be read."""
    try:
        read_problems(path)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("place", inner_places(WHOLE), ids=lambda place: ".".join(map(str, place)))
def test_a_value_of_any_kind_in_any_place_is_fine_or_an_error_with_its_line(tmp_path, place):
    path, said = tmp_path / "problems.jsonl", []
    for value in [..., *JSON]:
        whole, holder = changeable(WHOLE, place)
        holder[place[-1]] = value
        if value is ...:
            del holder[place[-1]]
        path.write_text(f"\n{json.dumps(whole)}\n", "utf-8")
        said += [message] if (message := what_is_wrong(path)) else []
    begin = re.compile(rf"{re.escape(str(path))}, line 2: problem [-.\w ]+(: |, test| has no|$)")
    assert all(begin.match(message) for message in said), said
    of_python = re.compile("NoneType|object has no|object is not|indices|unpack|None|True")
    assert not any(of_python.search(m.partition(" must be ")[0]) for m in said), said
    assert len(said) > 3 or place == ("metadata", "difficulty")


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
ANY_JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner)
)


@given(st.sampled_from(inner_places(WHOLE)), ANY_JSON)
def test_whatever_stands_in_a_problem_it_is_one_or_a_value_error(place, value):
    whole, holder = changeable(WHOLE, place)
    holder[place[-1]] = value
    with contextlib.suppress(ValueError):
        assert isinstance(Problem.from_dict(whole), Problem)


@pytest.mark.parametrize("key", ["title", "metadata", "qid", "test_list", "solutions", "schema"])
def test_what_is_nested_too_deeply_is_a_value_error(key):
    deep = []
    for _ in range(sys.getrecursionlimit()):
        deep = [deep]
    with pytest.raises(ValueError, match=r"^problem (5|without qid)"):
        Problem.from_dict(fields(**{key: deep}))


def test_the_line_in_the_help_is_a_problem_and_its_solution_is_right(tmp_path):
    text = read_problems.__doc__.partition("::\n")[2].partition("Required are")[0]
    path = tmp_path / "problems.jsonl"
    path.write_text(" ".join(text.split("\n")), "utf-8")
    (problem,) = read_problems(path).values()
    verdict = run_program(problem, "python", problem.solutions["python"], sandbox="none")
    assert verdict.outcome == "passed"
    for word in (*SCALARS, "list", "set", "map", "tuple", *fields(), "entry_cls_name", "metadata"):
        assert word in read_problems.__doc__


def test_a_packed_file_is_read_whatever_its_name(tmp_path):
    path = tmp_path / "problems.jsonl"
    path.write_bytes(gzip.compress(f"\ufeff{json.dumps(fields())}\n".encode()))
    assert list(read_problems(path)) == ["5"]


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: data[:20] + b"x" * 30])
def test_a_damaged_packed_file_is_refused(tmp_path, damage):
    path = tmp_path / "problems.jsonl"
    path.write_bytes(damage(gzip.compress(json.dumps(fields()).encode())))
    with pytest.raises(ValueError, match=r"problems\.jsonl: a damaged gzip file: "):
        read_problems(path)


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_a_file_without_problems_is_refused(tmp_path, data):
    path = tmp_path / "problems.jsonl"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"problems\.jsonl: there is no problem in it; one line "):
        read_problems(path)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("place", ["inputs", "outputs"])
def test_numbers_that_are_not_finite_are_refused(tmp_path, number, place):
    line = json.dumps(fields()).replace("integer", "double")
    old = '"inputs": {"value": 1' if place == "inputs" else '"outputs": 1'
    (tmp_path / "problems.jsonl").write_text(line.replace(old, f"{old[:-1]}{number}"), "utf-8")
    name = "value" if place == "inputs" else "the output"
    message = rf"line 1: problem 5, test 0: {name} is no double: -?(Infinity|NaN)$"
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
        ("{", "Expecting property name enclosed in double quotes: a line must be a JSON object"),
        ("é", "'utf-8' codec can't decode byte 0xe9 in position 0: "),
        ("[1, 2]", r"this is no JSON object: \[1, 2\]$"),
        ("null", "this is no JSON object: None$"),
        ("[" * 30_000, "(maximum recursion|Stack overflow|Expecting value)"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, message):
    path = tmp_path / "problems.jsonl"
    path.write_text(f"{json.dumps(fields())}\n\n\n{line}\n", "latin-1")
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
def test_a_language_or_its_name_will_do(stem):
    problem, language = own_problems()["any-of-first"], LANGUAGES[stem]
    for name in (stem, language.name, language.babelcode_name.upper()):
        assert prompt(problem, name) == prompt(problem, language)
        texts = [program_of(problem, given, "x", "token") for given in (name, language)]
        assert texts[0] == texts[1]


@pytest.mark.parametrize("make", [prompt, lambda *given: program_of(*given, "")])
def test_prompts_and_programs_of_no_language_are_refused(make):
    with pytest.raises(ValueError, match=r"^there is no language 'Julia': the languages are Bash,"):
        make(task(), "Julia")


@pytest.mark.parametrize(
    ("language", "code", "function", "name"),
    [
        ("python", "def any_of_first(a): pass", "any_of_first", "any_of_first"),
        ("python", "def anyOfFirst(a): pass", "any_of_first", "any_of_first"),
        ("python", "def max_profit(a): pass", "maxProfit", "max_profit"),
        ("python", "def maxProfit(a): max_profit = 1", "maxProfit", "maxProfit"),
        ("javascript", "let a", "any_of_first", "any_of_first"),
        ("javascript", "const anyOfFirst = (a) => 1", "any_of_first", "anyOfFirst"),
        ("javascript", "// any_of_first(1)\nconst anyOfFirst = 1", "any_of_first", "anyOfFirst"),
        ("javascript", "// any_of_first", "any_of_first", "any_of_first"),
        ("javascript", "function AnyOfFirst(a) {}", "any_of_first", "any_of_first"),
        ("javascript", "function anyOfFirsts(a) {}", "any_of_first", "any_of_first"),
        ("typescript", "function delete_(a) {}", "delete", "delete_"),
        ("typescript", "delete a.b", "delete", "delete_"),
        ("typescript", "function anyOf<T>(a) { let any_of }", "any_of", "anyOf"),
        ("java", "int isIn2D(int n) { int is_in_2d = 1; }", "is_in_2d", "isIn2D"),
        ("cpp", "int httpGet(int n) {}", "HTTP_get", "httpGet"),
        ("go", "func AnyOf(a int) int {}", "any_of", "AnyOf"),
        ("go", "func anyOf[T any](a T) T {}", "any_of", "anyOf"),
        ("csharp", "int AnyOf(int a) { AnyOf(1); }", "any_of", "AnyOf"),
        ("csharp", "int anyOf(int a) {}", "any_of", "anyOf"),
        ("php", "function anyOf($a) { $any_of = count($a); }", "any_of", "anyOf"),
        ("haskell", "anyOf :: Int -> Int\nanyOf a = a", "any_of", "anyOf"),
        ("rust", "fn any_of(a: i32) {}", "any_of", "any_of"),
        ("lua", "local function anyOf(a) end", "any_of", "any_of"),
        ("javascript", "let a", "__", "__"),
    ],
)
def test_the_name_of_a_function_is_found_in_an_answer(language, code, function, name):
    assert find_language(language).name_in(code, function) == name
    problem = replace(task(), function=function)
    assert re.search(rf"\b{name}(?!\w).*1", program_of(problem, language, code).split(code)[-1])


@pytest.mark.parametrize("stem", LANGUAGES)
def test_the_name_that_is_given_is_called(stem):
    code = f"{own_problems()['any-of-first'].solutions[stem]}"
    program = program_of(own_problems()["any-of-first"], stem, code, function="theirs_2")
    assert "theirs_2" in program
    strange = program_of(own_problems()["any-of-first"], stem, code, function="a «b» \\1", cls="«")
    assert "a «b» \\1" in strange


@pytest.mark.parametrize("stem", ["java", "csharp"])
def test_a_class_is_called_as_the_answer_calls_it(stem):
    problem = replace(task(), class_name="Mine")
    assert "class Mine {" in prompt(problem, stem)
    assert "new Mine().same(1)" in program_of(problem, stem, "int same(int n)")
    assert "new Other().same(1)" in program_of(problem, stem, "int same(int n)", cls="Other")
    assert " Mine.same(1)" in program_of(problem, stem, "static int same(int n)")
    assert " Mine.same(1)" in program_of(problem, stem, "public static <T> List<T>[]\n same (T n)")
    for other in ("static int n; int same(int n)", "static class A { int same(int n)", "static"):
        assert "new Mine().same(1)" in program_of(problem, stem, other)


@pytest.mark.parametrize(
    ("stem", "kind", "code", "part"),
    [
        ("csharp", "double", "double same(double x) { return (double)(decimal)x; }", "(1.0)"),
        ("csharp", "double", "double same(double x) { decimal y = (decimal)same(1); }", "(1.0)"),
        ("csharp", "double", "decimal same(double x)", "(1.0m)"),
        ("csharp", "list<double>", "double same(List<decimal> x)", "new List<decimal> { 1.0m }"),
        ("go", "float", "func same(x float64) float64", "float64 = same(1.0)"),
        ("go", "float", "func same(x float32) float32", "float32 = same(1.0)"),
        ("haskell", "float", "same :: Double -> Double", ":: Double)"),
        ("haskell", "float", "same ::\n  Float -> Float\nsame x = x", ":: Float)"),
        ("haskell", "integer", "same :: Integer -> Integer\nsame x = x", ":: Integer)"),
        ("haskell", "integer", "same :: Integer -> Int -> Int\nsame x = x", ":: Int)"),
        ("haskell", "integer", "same :: Integral a => a -> a\nsame x = x", ":: Int)"),
        ("haskell", "integer", "same :: Int -> Int\nother :: Integer", ":: Int)"),
        ("java", "list<list<integer>>", "same(List<List<Integer>> x)", "ArrayList<List<Integer>>"),
        ("java", "list<list<integer>>", "same(ArrayList<ArrayList<Integer>> x)", "List<ArrayList<"),
        (
            "java",
            "list<list<integer>>",
            "same(List<List<Integer>> x) { new ArrayList<>(); }",
            "List<List<",
        ),
    ],
)
def test_literals_are_of_the_types_that_the_answer_takes(stem, kind, code, part):
    value = {"double": 1, "float": 1, "integer": 1, "list<double>": [1]}.get(kind, [[1]])
    tests = program_of(task(kind, [value]), stem, code).partition(code)[2]
    assert part in tests


@pytest.mark.parametrize(
    ("stem", "code", "lines"),
    [
        ("python", "x: List[int] = math.pi", ["import math", "from typing import List"]),
        ("python", "import os, math\nfrom typing import (List,\n  Dict)\nx: Dict = math.pi", []),
        ("python", "from collections import deque\ncollections.Counter()", ["import collections"]),
        ("python", "x.re.y + mathe.z + 'string'", []),
        ("python", "'About.'\nfrom __future__ import annotations\nx: List = math.pi", []),
        ("cpp", "priority_queue<int> q;", ["#include <queue>"]),
        ("cpp", "#include <stack>\nstack<int> s;", []),
        ("cpp", "int stack[9], list;", []),
        ("cpp", "regex r; mt19937 m;", ["#include <bits/stdc++.h>"]),
        ("go", "x := reflect.DeepEqual", ['import "reflect"']),
        ("go", "heap.Init(h)", ['import "container/heap"']),
        ("haskell", "import Data.Char\nx = List.sort", ["import qualified Data.List as List"]),
    ],
)
def test_what_an_answer_uses_and_did_not_import_is_imported(stem, code, lines):
    assert find_language(stem).imports(code, "same").splitlines() == lines


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
