"""Right implementations are changed in one place each: whatever changes the values is caught.

A mutant that gives the right values on a wide grid, and refuses k > n, is no mistake. It is found
by its values, so no list of such mutants is kept. Loops are counted and stopped, not timed.
"""

import ast
import copy
import functools
import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from passk import exact_pass_at_k
from passk.checks import CHECKS, MEAN_CHECKS, check_estimator, check_mean

PRODUCT = """
def product(n, c, k):
    if k > n:
        raise ValueError("k must not exceed n")
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))
"""
BINOMIALS = """
def binomials(n, c, k):
    if k > n or c > n:
        raise ValueError("k and c must not exceed n")
    drawn = math.comb(n, k)
    return (drawn - math.comb(n - c, k)) / drawn
"""
LOGARITHMS = """
def logarithms(n, c, k):
    if k > n:
        raise ValueError("k must not exceed n")
    if c == 0:
        return 0.0
    if n - c < k:
        return 1.0
    return -math.expm1(np.log1p(-c / np.arange(n - k + 1, n + 1)).sum())
"""
RATIOS = """
def ratios(n, c, k):
    if not 0 < k <= n:
        raise ValueError("k must not exceed n")
    fail = 1.0
    for i in range(k):
        fail *= max(n - c - i, 0) / (n - i)
    return 1 - fail
"""
WHILE = """
def while_loop(n, c, k):
    if n < k:
        raise ValueError("k must not exceed n")
    value, fail, drawn = 0.0, 1.0, 0
    while drawn < k and fail > 0:
        value += fail * c / (n - drawn)
        fail *= (n - c - drawn) / (n - drawn)
        drawn += 1
    return value
"""
MEAN = """
def mean(ns, cs, k):
    if len(ns) != len(cs) or len(ns) < 1 or min(ns) < k:
        raise ValueError("there must be as many n as c, and k must not exceed any")
    total = 0.0
    for n, c in zip(ns, cs, strict=True):
        fail = 1.0
        for i in range(k):
            fail *= max(n - c - i, 0) / (n - i)
        total += 1 - fail
    return total / len(ns)
"""
ESTIMATORS = {
    "product": PRODUCT,
    "binomials": BINOMIALS,
    "logarithms": LOGARITHMS,
    "ratios": RATIOS,
    "while_loop": WHILE,
}

OPERATORS = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
}
BOUNDS = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
NAMES = {"n": "ck", "c": "nk", "k": "nc", "ns": ("cs",), "cs": ("ns",)}
FUNCTIONS = {"max": "min", "min": "max", "comb": "perm", "expm1": "exp", "prod": "sum"}


def changed(node):
    """Return what a node may be changed into, each in words and as a new node."""
    found = []
    if isinstance(node, ast.BinOp):
        for other in OPERATORS.get(type(node.op), ()):
            found.append((other.__name__, ast.BinOp(node.left, other(), node.right)))
        found += [("left side only", node.left), ("right side only", node.right)]
        found.append(("sides swapped", ast.BinOp(node.right, node.op, node.left)))
    if isinstance(node, ast.AugAssign):
        for other in OPERATORS.get(type(node.op), ()):
            found.append((other.__name__, ast.AugAssign(node.target, other(), node.value)))
        found.append(("set, not updated", ast.Assign([node.target], node.value)))
    if isinstance(node, ast.UnaryOp):
        found.append(("no sign", node.operand))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in BOUNDS.get(type(node.ops[0]), ()):
            found.append((other.__name__, ast.Compare(node.left, [other()], node.comparators)))
    if isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        found.append(("other junction", ast.BoolOp(other, node.values)))
        found += [("one condition only", value) for value in node.values]
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        found += [(f"{node.value + by}", ast.Constant(node.value + by)) for by in (-1, 1)]
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for other in NAMES.get(node.id, ()):
            found.append((other, ast.Name(other, ast.Load())))
    if isinstance(node, ast.Attribute) and node.attr in FUNCTIONS:
        found.append((FUNCTIONS[node.attr], ast.Attribute(node.value, FUNCTIONS[node.attr])))
    if isinstance(node, ast.Name) and node.id in FUNCTIONS:
        found.append((FUNCTIONS[node.id], ast.Name(FUNCTIONS[node.id], ast.Load())))
    if isinstance(node, ast.If):
        found.append(("guard removed", ast.Pass()))
    if isinstance(node, ast.Return):
        found += [("returns 0", ast.Return(ast.Constant(0.0))), ("returns 1 -", one_minus(node))]
    return found


def one_minus(node):
    return ast.Return(ast.BinOp(ast.Constant(1), ast.Sub(), node.value))


class Change(ast.NodeTransformer):
    """Changes the node of a number, counted as `ast.NodeTransformer` meets them."""

    def __init__(self, place, choice):
        self.place, self.choice, self.met, self.words = place, choice, -1, ""

    def generic_visit(self, node):
        self.met += 1
        if self.met != self.place:
            return super().generic_visit(node)
        options = changed(node)
        if self.choice >= len(options):
            return node
        self.words, other = options[self.choice]
        line = getattr(node, "lineno", 0)
        self.words = f"line {line}: {ast.unparse(node)[:30]!r}, {self.words}"
        return other


class Count(ast.NodeTransformer):
    """Puts a counter into every loop, so that none runs forever."""

    def visit_While(self, node):
        node.body.insert(0, ast.Expr(ast.Call(ast.Name("tick", ast.Load()), [], [])))
        return node


def short_range(*bounds):
    if max(map(abs, bounds)) > 2 * 10**6:
        raise MemoryError("too long for these tests")
    return np.arange(*bounds)


def compiled(tree, name):
    """Return the function of a module's tree; a loop of too many steps ends in an error."""
    steps = []

    def tick():
        steps.append(None)
        if len(steps) > 3000:
            raise TimeoutError("it loops")

    numpy = SimpleNamespace(arange=short_range, prod=np.prod, sum=np.sum, log1p=np.log1p)
    space = {"np": numpy, "math": math, "tick": tick}
    tree = ast.fix_missing_locations(Count().visit(copy.deepcopy(tree)))
    exec(compile(tree, name, "exec"), space)

    @functools.wraps(space[name])
    def function(*arguments):
        steps.clear()
        return space[name](*arguments)

    return function


@functools.cache
def mutants(source):
    """Return all mutants of a source, as pairs of words and a function."""
    tree = ast.parse(source)
    name = tree.body[0].name
    found, seen = [], {ast.unparse(tree)}
    for place in range(sum(1 for _ in ast.walk(tree))):
        for choice in range(12):
            change = Change(place, choice)
            mutant = ast.fix_missing_locations(change.visit(copy.deepcopy(tree)))
            text = ast.unparse(mutant)
            if change.words and text not in seen:
                seen.add(text)
                found.append((change.words, compiled(ast.parse(text), name)))
    return found


def outcome(function, *arguments):
    """Return a function's finite value, or the kind of its error."""
    with np.errstate(all="ignore"):
        try:
            value = float(function(*arguments))
        except Exception as error:
            return type(error).__name__
    return value if math.isfinite(value) else "no number"


GRID = [(n, c, k) for n in range(1, 13) for k in range(1, n + 1) for c in range(n + 1)]
ABOVE = [(n, c, k) for n in range(1, 6) for k in range(n + 1, n + 4) for c in range(n + 1)]
PROBLEMS = [
    ((n, m), (c, d), k)
    for n in range(1, 5)
    for m in range(1, 5)
    for c in range(n + 1)
    for d in range(m + 1)
    for k in range(1, min(n, m) + 1)
]
PROBLEMS += [((n,), (c,), k) for n, c, k in GRID if n < 8]
PROBLEMS += [((3, 4, 6), (0, 1, 4), 2), ((7, 9, 8), (2, 5, 0), 6), ((5, 5, 5, 5), (1, 2, 3, 4), 3)]
SHORT = [((n, m), (1, 0), max(n, m) + 1) for n in range(1, 4) for m in range(1, 4)]
SHORT += [((n, 9), (1, 3), n + 1) for n in range(1, 4)] + [((2,), (1,), 3)]


def exact_mean(ns, cs, k):
    return sum(map(exact_pass_at_k, ns, cs, [k] * len(ns))) / Fraction(len(ns))


def is_wrong(function, exact, grid, above):
    """Tell whether a function gives a wrong value, or any value where there is none."""
    for probe in grid:
        value = outcome(function, *map(list_or_number, probe))
        if isinstance(value, str) or abs(value - exact(*probe)) > 1e-9:
            return True
    return any(not isinstance(outcome(function, *map(list_or_number, p)), str) for p in above)


def list_or_number(value):
    return list(value) if isinstance(value, tuple) else value


@pytest.fixture(scope="module")
def sorted_mutants():
    """Return the wrong and the right mutants of a source, by their values alone."""

    @functools.cache
    def sort(source):
        mean = source is MEAN
        arguments = (exact_mean, PROBLEMS, SHORT) if mean else (exact_pass_at_k, GRID, ABOVE)
        wrong, right = [], []
        for words, function in mutants(source):
            (wrong if is_wrong(function, *arguments) else right).append((words, function))
        return wrong, right

    return sort


@pytest.mark.parametrize("source", [*ESTIMATORS.values(), MEAN], ids=[*ESTIMATORS, "mean"])
def test_the_sources_are_right(source):
    tree = ast.parse(source)
    function = compiled(tree, tree.body[0].name)
    if source is MEAN:
        assert not is_wrong(function, exact_mean, PROBLEMS, SHORT)
        assert check_mean(function).ok
    else:
        assert not is_wrong(function, exact_pass_at_k, GRID, ABOVE)
        assert check_estimator(function).ok


def uncaught(mutants, checks):
    """Return the mutants that pass every check; a report holds the same checks, but all of them."""
    return [words for words, function in mutants if all(check(function) for check in checks)]


@pytest.mark.parametrize("name", ESTIMATORS)
def test_every_mutant_with_wrong_values_is_caught(name, sorted_mutants):
    wrong, _ = sorted_mutants(ESTIMATORS[name])
    assert len(wrong) >= 20  # every other one is enough: some 150 in all
    assert not uncaught(wrong[::2], CHECKS)


def test_every_mutant_of_the_mean_with_wrong_values_is_caught(sorted_mutants):
    wrong, _ = sorted_mutants(MEAN)
    assert len(wrong) >= 20
    assert not uncaught(wrong[::2], MEAN_CHECKS)


def test_the_reports_on_mutants_are_not_ok_and_name_something(sorted_mutants):
    for check, sources in ((check_estimator, ESTIMATORS.values()), (check_mean, [MEAN])):
        for source in sources:
            for words, function in sorted_mutants(source)[0][::20]:
                report = check(function)
                assert not report.ok, words
                assert report.diagnoses, words


def test_there_are_many_mutants_and_few_are_equivalent(sorted_mutants):
    counts = [tuple(map(len, sorted_mutants(source))) for source in (*ESTIMATORS.values(), MEAN)]
    wrong, right = map(sum, zip(*counts, strict=True))
    assert wrong >= 50
    assert right < wrong / 3


@pytest.mark.parametrize("name", ESTIMATORS)
def test_no_equivalent_mutant_is_told_a_wrong_formula(name, sorted_mutants):
    _, right = sorted_mutants(ESTIMATORS[name])
    for words, function in right:
        kinds = {diagnosis.kind for diagnosis in check_estimator(function).diagnoses}
        assert not kinds & {"formula", "guard", "policy"}, words


def test_a_mutant_that_loops_is_stopped_by_its_counter():
    source = WHILE.replace("drawn += 1", "drawn += 0").replace(" and fail > 0", "")
    function = compiled(ast.parse(source), "while_loop")
    assert outcome(function, 3, 0, 2) == "TimeoutError"
