"""What the README says beside its code blocks, which run as doctests."""

import re
from pathlib import Path

import pytest

import passk
from passk import explorers

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def section(title):
    """Return the text of a section."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_column(text):
    """Return the names that stand in the first column of a table."""
    return set(re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE))


def test_api_table_is_equal_to_all():
    explore = {f"explorers.{name}" for name in explorers.__all__ if name.startswith("explore_")}
    assert first_column(section("All functions")) == {
        *passk.__all__,
        *explore,
        "plots",
        "exercises",
        "execution",
        "results",
    }


def test_every_link_and_picture_exists():
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert len(links) >= 6
    missing = [link for link in links if not (ROOT / link).exists()]
    assert missing == []


def test_every_lesson_stands_in_the_table():
    lessons = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert set(re.findall(r"\(notebooks/([^)]+)\)", section("The lessons"))) == lessons


def test_lesson_titles_are_those_of_the_notebooks():
    for title, link in re.findall(r"\[([^\]]+)\]\((notebooks/[^)]+)\)", README):
        assert f"# {title}" in (ROOT / link).read_text("utf-8")


@pytest.mark.parametrize("words", ["make lab", "make test", "-e .*\\[lab\\]", "conda env create"])
def test_the_ways_to_start_are_named(words):
    assert re.search(words, section("Two commands"))


def test_the_unrelated_package_of_that_name_is_never_installed():
    everything = [README, (ROOT / "CONTRIBUTING.md").read_text("utf-8")]
    assert not any(re.search(r"pip install passk\b", text) for text in everything)
