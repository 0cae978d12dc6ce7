"""The project's own problems: well-formed, and every program in them does what is said of it."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import pytest

from passk.execution.languages import LANGUAGES
from passk.execution.problems import Problem
from passk.execution.runner import OUTCOMES, run_program
from passk.execution.sandbox import Limits, require_sandbox
from passk.execution.schema import SCALARS, parse_type

RIGHT = {"right, other way", "right, but slow", "right, floods output"}
WRONG = {
    "crash",
    "does not compile",
    "edge case forgotten",
    "endless loop",
    "keeps state",
    "number too large",
    "off by one",
    "too slow",
    "wrong branch",
    "wrong idea",
    "wrong name",
    "wrong type",
}
EVERYWHERE = ("python", "javascript", "cpp", "java", "go", "lua", "php", "ruby", "perl", "r")
NOT_EXPRESSIBLE = {("cheapest-offer", "java"), ("cheapest-offer", "go")}  # no tuples


def read(name):
    text = (files("passk.execution") / "data" / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


RECORDS = read("problems.jsonl")
CANDIDATES = read("candidates.jsonl")
PROBLEMS = {record["qid"]: Problem.from_dict(record) for record in RECORDS}
USED = [
    stem
    for stem in LANGUAGES
    if any(stem in record["solutions"] for record in RECORDS)
    or any(stem == candidate["language"] for candidate in CANDIDATES)
]


def candidates_of(qid, language):
    return [c for c in CANDIDATES if c["qid"] == qid and c["language"] == language]


def scalars_in(kind):
    return {kind.name} if kind.name in SCALARS else set().union(*map(scalars_in, kind.items))


def test_the_records_are_sorted_and_each_is_there_once():
    qids = [record["qid"] for record in RECORDS]
    assert qids == sorted(set(qids))
    assert len(qids) >= 22
    assert len({record["entry_fn_name"] for record in RECORDS}) == len(qids)
    assert len({record["title"] for record in RECORDS}) == len(qids)
    assert [c["qid"] for c in CANDIDATES] == sorted(c["qid"] for c in CANDIDATES)
    codes = {(c["qid"], c["language"], c["code"]) for c in CANDIDATES}
    assert len(codes) == len(CANDIDATES)
    solutions = {(r["qid"], stem, code) for r in RECORDS for stem, code in r["solutions"].items()}
    assert not codes & solutions


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["qid"])
def test_a_problem_is_well_formed(record):
    assert list(record) == [
        "qid",
        "title",
        "text",
        "entry_fn_name",
        "entry_cls_name",
        "metadata",
        "schema",
        "test_list",
        "solutions",
    ]
    assert record["entry_cls_name"] == "Solution"
    assert record["metadata"]["difficulty"] in ("easy", "medium", "hard")
    assert "\n" not in record["text"]
    assert record["text"].endswith(".")
    tests = record["test_list"]
    assert 5 <= len(tests) <= 8
    assert [test["idx"] for test in tests] == [str(i) for i in range(len(tests))]
    assert len({json.dumps(test["inputs"]) for test in tests}) == len(tests)
    assert len({json.dumps(test["outputs"]) for test in tests}) > 1
    assert set(record["solutions"]) <= set(LANGUAGES)


def test_the_types_are_varied_but_mostly_simple():
    kinds = {
        qid: [*(kind for _, kind in problem.parameters), problem.result]
        for qid, problem in PROBLEMS.items()
    }
    names = {kind.name for listed in kinds.values() for kind in listed}
    assert names >= {"list", "map", "set", "tuple", "boolean", "character", "double", "string"}
    scalars = set().union(*(scalars_in(kind) for listed in kinds.values() for kind in listed))
    assert scalars == set(SCALARS) - {"float"}
    simple = {"integer", "double", "boolean", "string"}
    plain = [
        qid
        for qid, listed in kinds.items()
        if all(k.name in simple or (k.name == "list" and k.items[0].name in simple) for k in listed)
    ]
    assert len(plain) > len(kinds) / 2
    assert any(parse_type("list<list<integer>>") in listed for listed in kinds.values())


@pytest.mark.parametrize("qid", PROBLEMS)
def test_a_problem_has_solutions_and_a_pool_of_python_answers(qid):
    missing = {(qid, stem) for stem in EVERYWHERE if stem not in PROBLEMS[qid].solutions}
    assert missing <= NOT_EXPRESSIBLE
    pool = candidates_of(qid, "python")
    assert 6 <= len(pool) <= 10
    assert sum(c["kind"] in RIGHT for c in pool) >= 2
    assert sum(c["kind"] in WRONG for c in pool) >= 4


@pytest.mark.parametrize("language", ["javascript", "cpp"])
def test_other_languages_have_wrong_answers_too(language):
    wrong = [c for c in CANDIDATES if c["language"] == language and c["kind"] in WRONG]
    assert len({c["qid"] for c in wrong}) >= 6
    assert any(c["kind"] == "does not compile" for c in wrong)


def test_the_candidates_are_well_formed():
    for candidate in CANDIDATES:
        assert list(candidate) == ["qid", "language", "kind", "code", "expected"]
        assert candidate["qid"] in PROBLEMS
        assert candidate["language"] in LANGUAGES
        assert candidate["kind"] in RIGHT | WRONG
        assert candidate["expected"] in OUTCOMES[:-1]
        assert (candidate["kind"] in RIGHT) == (candidate["expected"] == "passed")
    assert {c["kind"] for c in CANDIDATES} == RIGHT | WRONG
    assert Counter(c["expected"] for c in CANDIDATES).keys() == set(OUTCOMES[:-1])


@pytest.mark.parametrize("language", USED)
def test_every_program_does_what_is_said_of_it(language):
    _require(language)
    programs = [
        (qid, "solution", problem.solutions[language], "passed")
        for qid, problem in PROBLEMS.items()
        if language in problem.solutions
    ]
    programs += [
        (c["qid"], c["kind"], c["code"], c["expected"])
        for c in CANDIDATES
        if c["language"] == language
    ]
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(lambda program: _run(language, *program), programs))
    surprises = [
        f"{qid}, {kind}: {verdict.outcome} ({verdict.reason}), not {expected}\n{verdict.output}"
        for (qid, kind, _, expected), verdict in zip(programs, verdicts, strict=True)
        if verdict.outcome != expected
    ]
    assert not surprises, "\n".join(surprises)


def _require(language):
    """Skip without the toolchain or the sandbox, and say how to get it."""
    if LANGUAGES[language].tool() is None:
        name, install = LANGUAGES[language].name, LANGUAGES[language].install
        pytest.skip(f"{name} is not installed; try: {install}")
    try:
        require_sandbox("bubblewrap")
    except RuntimeError as error:
        pytest.skip(str(error))


def _run(language, qid, kind, code, expected):
    """Run one program; one that shall be stopped is stopped soon, others get time enough."""
    limits = Limits(run_seconds=1 if expected == "timed out" else 30, compile_seconds=120)
    return run_program(PROBLEMS[qid], language, code, limits=limits, reuse=True)
