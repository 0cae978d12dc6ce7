"""What the README says beside its code blocks, which run as doctests."""

import re
from pathlib import Path

import pytest

import passk
from passk import explorers
from passk.results import read_counts
from passk.results.columns import COLUMNS

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


def test_the_columns_of_a_table_are_those_that_are_read():
    part = README.split("#### Columns of a table")[1].split("\nA table too big")[0]
    rows = dict(re.findall(r"^\| (\w+) \| (`.*`) \|$", part, re.MULTILINE))
    expected = {key: ", ".join(f"`{name}`" for name in names) for key, names in COLUMNS.items()}
    assert rows == expected


def test_the_tables_in_the_text_can_be_read(tmp_path):
    part = README.split("#### Columns of a table")[1].split("\nA table too big")[0]
    blocks = re.findall(r"```(csv|json)\n(.*?)```", part, re.DOTALL)
    counts = []
    for number, (kind, text) in enumerate(blocks):
        path = tmp_path / f"{number}.{kind}"
        path.write_text(text, "utf-8")
        counts.append(read_counts(path)[["n", "c"]].to_numpy().tolist())
    assert counts == [[[2, 1]], [[2, 1]], [[100, 97], [50, 20]], [[2, 1]]]


def test_the_message_about_an_unknown_file_points_to_the_columns(tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("problem,A,status\na,1,ok\n", "utf-8")
    with pytest.raises(ValueError, match="a table needs the columns problem and passed, or p") as e:
        read_counts(path)
    title = re.search(r"README, (.+?)\)", str(e.value))[1]
    assert f"\n#### {title}\n" in README
