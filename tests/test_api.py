"""The public names: they exist, they are described, and they load no more than they need."""

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys

import pytest

import passk

LAZY = ["matplotlib", "ipywidgets", "IPython", "pandas", "scipy.stats"]
NOT_IMPORTED = ("__main__", "execution.supervisor")  # scripts
MODULES = sorted(
    {m.name.removeprefix("passk.") for m in pkgutil.walk_packages(passk.__path__, "passk.")}
    - set(NOT_IMPORTED)
)


def public_objects():
    """Every public function and class once, by its full name."""
    names = {}
    for module in [passk, *(importlib.import_module(f"passk.{name}") for name in MODULES)]:
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            if inspect.isfunction(thing) or inspect.isclass(thing):
                names[f"{thing.__module__}.{thing.__qualname__}"] = thing
    return dict(sorted(names.items()))


PUBLIC = public_objects()
FUNCTIONS = {name: thing for name, thing in PUBLIC.items() if inspect.isfunction(thing)}


def sections(thing):
    """The numpydoc headings of a docstring."""
    return re.findall(r"^(\w[\w ]*)\n-+$", inspect.getdoc(thing), flags=re.MULTILINE)


def listed(thing, section):
    """The names that a numpydoc section lists before a colon or alone on their line."""
    found = re.search(rf"^{section}\n-+\n(.*?)(?=\n\n\w|\Z)", inspect.getdoc(thing), re.M | re.S)
    heads = re.findall(r"^(\S.*)$", found.group(1), flags=re.M) if found else []
    return [name.strip() for head in heads for name in head.partition(" : ")[0].split(",")]


def in_a_fresh_process(program):
    """What a program prints."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def one_of_many(function):
    """Tell whether a function shares its arguments with others, and its module describes them."""
    described_by_their_module = (*passk.forms.FORMS.values(), passk.domain.replicate_count)
    return function in described_by_their_module or function in passk.suspects.SUSPECTS


def test_every_name_in_all_exists_once():
    assert len(passk.__all__) == len(set(passk.__all__))
    for name in passk.__all__:
        assert hasattr(passk, name), name


@pytest.mark.parametrize("module", MODULES)
def test_every_name_of_a_module_exists_once(module):
    names = importlib.import_module(f"passk.{module}").__all__
    assert len(names) == len(set(names))
    for name in names:
        assert hasattr(importlib.import_module(f"passk.{module}"), name), name


def test_the_names_that_other_work_relies_on():
    names = {"pass_at_k", "mean_pass_at_k", "naive_pass_at_k", "pass_at_k_curve", "pass_hat_k"}
    assert names | {"true_pass_at_k", "exact_pass_at_k", "simulate"} <= set(passk.__all__)
    assert list(inspect.signature(passk.pass_at_k).parameters) == ["n", "c", "k"]
    assert list(inspect.signature(passk.naive_pass_at_k).parameters) == ["n", "c", "k"]
    assert list(inspect.signature(passk.mean_pass_at_k).parameters)[:3] == ["ns", "cs", "k"]


def test_a_module_and_a_function_never_share_a_name():
    modules = {name.rpartition(".")[2] for name in MODULES}
    assert not modules & {name.rpartition(".")[2] for name in PUBLIC}


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match=r"^module 'passk' has no attribute 'pass_at_n'$"):
        _ = passk.pass_at_n


def test_dir_lists_what_is_public():
    assert set(passk.__all__) <= set(dir(passk))
    assert dir(passk) == sorted(dir(passk))


@pytest.mark.parametrize("module", ["checks", "exercises", "explorers", "plots", "suspects"])
def test_modules_are_loaded_when_first_used(module):
    assert module in dir(passk)
    program = f"import passk; print({module!r} in dir(passk), passk.{module}.__name__)"
    assert in_a_fresh_process(program) == f"True passk.{module}\n"


@pytest.mark.parametrize("name", PUBLIC)
def test_every_docstring_has_a_summary_and_examples(name):
    summary = inspect.getdoc(PUBLIC[name]).splitlines()
    assert re.fullmatch(r"\S.*[.:?]", summary[0]), summary[0]
    assert len(summary) == 1 or summary[1] == ""
    if inspect.isfunction(PUBLIC[name]) and PUBLIC[name] not in passk.suspects.SUSPECTS:
        assert "Examples" in sections(PUBLIC[name])
        assert ">>> " in inspect.getdoc(PUBLIC[name])


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if not one_of_many(f)])
def test_parameters_are_described_under_their_names(name):
    described = listed(FUNCTIONS[name], "Parameters")
    taken = list(inspect.signature(FUNCTIONS[name]).parameters)
    assert [part.lstrip("*") for part in described] == taken


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sections_are_in_the_order_of_numpydoc(name):
    order = ["Parameters", "Returns", "Raises", "See Also", "Notes", "References", "Examples"]
    found = sections(FUNCTIONS[name])
    assert found == sorted(found, key=order.index)
    if "Parameters" in found and not name.startswith("passk.domain."):
        assert "Returns" in found


@pytest.mark.parametrize("module", ["passk", "passk.__main__", "passk.theory"])
def test_importing_the_numbers_loads_no_figures(module):
    program = f"import sys, {module}; print([name for name in {LAZY!r} if name in sys.modules])"
    assert in_a_fresh_process(program) == "[]\n"


def test_an_explorer_of_one_problem_loads_nothing_slow_that_it_does_not_use():
    slow = ["pandas", "scipy.special", "scipy.optimize", "scipy.stats", "passk.execution"]
    program = (
        "import sys; from passk.explorers import explore_estimators; explore_estimators(); "
        f"print([name for name in {slow} if name in sys.modules])"
    )
    assert in_a_fresh_process(program) == "[]\n"
