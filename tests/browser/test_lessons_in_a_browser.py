"""Every lesson runs in JupyterLab in a real browser, and the first explorer answers its keys."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.driver import (
    explorers,
    no_errors,
    open_lesson,
    run_all,
    run_cell,
    screenshot,
    slider,
    write_cell,
)

LESSONS = [
    "01_count_what_pass_at_k_means",
    "02_see_why_the_naive_estimate_is_too_low",
    "03_watch_the_bias_in_a_simulation",
    "04_compute_it_without_overflow",
    "05_put_error_bars_on_a_benchmark",
    "06_run_programs_in_many_languages",
    "07_question_a_published_number",
    "08_write_your_own_and_have_it_checked",
]


def require_lesson(lab, name):
    if not (lab.folder / f"{name}.ipynb").is_file():
        pytest.skip(f"notebooks/{name}.ipynb is not written yet")


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_runs_without_an_error(page, lab, name):
    require_lesson(lab, name)
    open_lesson(page, lab, name)
    run_all(page)
    folder = os.environ.get("PASSK_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        screenshot(page, Path(folder) / name)
    no_errors(page)


def test_explorer_follows_its_keys(page, lab):
    require_lesson(lab, LESSONS[0])
    open_lesson(page, lab, LESSONS[0])
    run_all(page)
    explorer = explorers(page).first
    n, c, k = (slider(explorer, name) for name in "nck")
    for key in ["ArrowLeft", "End", "Home"]:
        before = shown(explorer)
        n.press(key)
        expect_another_picture(explorer, before)
        samples = n.get_attribute("aria-valuenow")
        for limited in (c, k):
            expect(limited).to_have_attribute("aria-valuemax", samples)
            assert float(limited.get_attribute("aria-valuenow")) <= float(samples)
    no_errors(page)


def shown(explorer):
    """Return the picture, its text alternative and the sentence that an explorer shows."""
    picture = explorer.locator("img[alt]")
    sentence = explorer.get_by_role("status")
    return picture.get_attribute("src"), picture.get_attribute("alt"), sentence.inner_text()


def expect_another_picture(explorer, before):
    """Wait until picture, text alternative and sentence have all changed."""
    picture, (source, alternative, sentence) = explorer.locator("img[alt]"), before
    expect(picture).not_to_have_attribute("src", source)
    expect(picture).not_to_have_attribute("alt", alternative)
    expect(explorer.get_by_role("status")).not_to_have_text(re.compile(f"^{re.escape(sentence)}$"))


NAIVE = "def pass_at_k(n, c, k):\n    return 1 - (1 - c / n) ** k"
RIGHT = """from math import comb
def pass_at_k(n, c, k):
    if k > n:
        raise ValueError(f"k={k} exceeds n={n}")
    return 1 - comb(n - c, k) / comb(n, k)"""


def test_a_learner_is_told_the_mistake_and_then_that_it_is_right(page, lab):
    require_lesson(lab, LESSONS[-1])
    open_lesson(page, lab, LESSONS[-1])
    run_all(page)
    write_cell(page, "def pass_at_k(n, c, k):", NAIVE)
    reply = run_cell(page, "WRITE_PASS_AT_K.check(pass_at_k)")
    expect(reply).to_contain_text("naive estimate")
    expect(reply).to_contain_text("pass_at_k(2, 1, 2) gives 0.75; right is 1.")
    folder = os.environ.get("PASSK_SCREENSHOTS")
    if folder:
        page.screenshot(path=Path(folder) / "a_wrong_answer.png")
    write_cell(page, "def pass_at_k(n, c, k):", RIGHT)
    expect(run_cell(page, "WRITE_PASS_AT_K.check(pass_at_k)")).to_contain_text("Right.")
    no_errors(page)


def test_the_explorer_of_implementations_chooses_among_them(page, lab):
    require_lesson(lab, LESSONS[-1])
    open_lesson(page, lab, LESSONS[-1])
    run_all(page)
    page.locator(".jp-CodeCell").filter(has_text="(*SUSPECTS)").first.scroll_into_view_if_needed()
    explorer = explorers(page).first
    which, k = slider(explorer, "implementation"), slider(explorer, "k")
    which.press("ArrowRight")
    expect(explorer.get_by_role("status")).to_contain_text("Implementation 2 of 5.")
    k.press("End")
    expect(explorer.get_by_role("status")).to_contain_text("k exceeds n, and no value is right")
    no_errors(page)
