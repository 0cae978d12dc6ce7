"""environment.yml, constraints.txt and CITATION.cff agree with pyproject.toml."""

import copy
import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from rattler import MatchSpec
from rattler.exceptions import InvalidMatchSpecError

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8").splitlines()

NAME_ON_PYPI = {"matplotlib-base": "matplotlib"}
TEST_TOOLS = {"pytest", "nbval"}
CONDA_ONLY = {"python", "pip"}


def bounds(requirements):
    """Return {name: SpecifierSet} of requirement strings, without the project itself."""
    parsed = [Requirement(line) for line in requirements]
    return {r.name: r.specifier for r in parsed if r.name != PROJECT["name"]}


EXTRAS = PROJECT["optional-dependencies"]
ALL_BOUNDS = bounds(PROJECT["dependencies"] + EXTRAS["lab"] + EXTRAS["test"])
NEEDED = set(bounds(PROJECT["dependencies"] + EXTRAS["lab"])) | TEST_TOOLS
LEFT_OUT = {"peers"}  # exact pins in an environment of their own, in no other file


def conda_bounds(environment):
    """Return {name on PyPI: version spec or None} of the conda lines of an environment."""
    lines = [line for line in environment["dependencies"] if isinstance(line, str)]
    specs = [MatchSpec(line, strict=True) for line in lines]
    versions = {spec.name.normalized: spec.version for spec in specs}
    return {
        NAME_ON_PYPI.get(name, name): None if version is None else str(version)
        for name, version in versions.items()
    }


def differences(environment):
    """Return a sentence for each difference between an environment and pyproject.toml."""
    conda = conda_bounds(environment)
    found = [f"{name} is missing" for name in sorted(NEEDED - set(conda))]
    for name in sorted(set(conda) - CONDA_ONLY):
        expected, actual = ALL_BOUNDS.get(name), SpecifierSet(conda[name] or "")
        if expected != actual:
            found.append(f"{name} is '{actual}', pyproject.toml says '{expected}'")
    pinned = re.fullmatch(r"(\d+\.\d+)\.\*", conda.get("python") or "")
    if not pinned:
        found.append("python is not one version like 3.12")
    elif pinned[1] not in SpecifierSet(PROJECT["requires-python"]):
        found.append(f"python {pinned[1]} is not {PROJECT['requires-python']}")
    if environment["dependencies"][-2:] != ["pip", {"pip": ["-e ."]}]:
        found.append("the last entries are not pip and the package itself")
    return found


def test_environment_has_the_bounds_of_the_project():
    assert differences(ENVIRONMENT) == []


def test_every_extra_is_compared_or_left_out_knowingly():
    assert set(EXTRAS) == {"lab", "test"} | LEFT_OUT


def test_peers_are_exact_pins_in_order_and_agree_with_the_constraints():
    pins = [re.fullmatch(r"([a-z0-9-]+)==([^*,\s]+)", line).groups() for line in EXTRAS["peers"]]
    names = [canonicalize_name(name) for name, _ in pins]
    assert names == sorted(set(names))
    assert not set(names) & set(ALL_BOUNDS)
    for name, version in pins:
        assert pinned_versions().get(canonicalize_name(name), version) == version


def test_environment_is_from_one_channel():
    assert ENVIRONMENT["name"] == "passk"
    assert ENVIRONMENT["channels"] == ["conda-forge"]


@pytest.mark.parametrize(
    ("line", "changed", "complaint"),
    [
        ("numpy >=2.0,<3", "numpy >=1.26,<3", "numpy is '<3,>=1.26'"),
        ("scipy >=1.13,<2", "scipy", "scipy is ''"),
        ("matplotlib-base >=3.10,<4", "matplotlib-base >=3.10", "matplotlib is '>=3.10'"),
        ("jupyterlab >=4.2,<5", "notebook >=7,<8", "jupyterlab is missing"),
        ("jupyterlab >=4.2,<5", "notebook >=7,<8", "notebook is '<8,>=7'"),
        ("python=3.12", "python=3.10", "python 3.10 is not >=3.11"),
        ("python=3.12", "python >=3.11", "python is not one version"),
        ("pip", "pip ==24", "the last entries"),
    ],
)
def test_a_drift_is_found(line, changed, complaint):
    environment = copy.deepcopy(ENVIRONMENT)
    lines = environment["dependencies"]
    lines[lines.index(line)] = changed
    assert complaint in "; ".join(differences(environment))


def test_a_line_that_conda_cannot_read_is_an_error():
    environment = copy.deepcopy(ENVIRONMENT)
    environment["dependencies"][1] = "numpy >=>2.0"
    with pytest.raises(InvalidMatchSpecError, match="unable to parse version spec"):
        differences(environment)


def constraint_lines():
    return [line for line in CONSTRAINTS if line and not line.startswith("#")]


def test_constraints_are_plain_pins_in_order():
    assert not re.findall(r"://|@|^-", "\n".join(CONSTRAINTS), re.MULTILINE)
    pins = [Requirement(line) for line in constraint_lines()]
    assert [str(pin) for pin in pins] == constraint_lines()
    assert all(re.fullmatch(r"==[^*,]+", str(pin.specifier)) for pin in pins)
    names = [canonicalize_name(pin.name) for pin in pins]
    assert names == sorted(set(names))
    assert PROJECT["name"] not in names


def pinned_versions():
    pins = (line.split("==") for line in constraint_lines())
    return {canonicalize_name(name): version for name, version in pins}


def test_constraints_can_be_installed_on_the_oldest_python():
    oldest = PROJECT["requires-python"].removeprefix(">=") + ".0"
    pins = pinned_versions()
    refused = [
        f"{found.name} {found.version} needs Python {python}"
        for found in importlib.metadata.distributions()
        if pins.get(canonicalize_name(found.name)) == found.version
        and (python := found.metadata.get("Requires-Python"))
        and oldest not in SpecifierSet(python)
    ]
    assert refused == []


def test_constraints_lie_within_the_bounds_of_the_project():
    pins = pinned_versions()
    assert set(ALL_BOUNDS) <= set(pins)
    outside = {name: pins[name] for name, bound in ALL_BOUNDS.items() if pins[name] not in bound}
    assert outside == {}


def test_citation_names_title_authors_and_both_papers():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["authors"] == [{"name": "The passk developers"}]
    assert citation["license"] == PROJECT["license"]
    papers = [reference["identifiers"][0]["value"] for reference in citation["references"]]
    assert papers == ["arXiv:2107.03374", "arXiv:2302.01973"]
    for reference in citation["references"]:
        assert {"type", "title", "authors"} <= set(reference)
