"""What a reader does in JupyterLab, as functions: open a lesson, run it, look at it."""

import re

from playwright.sync_api import expect

SECONDS = 1000
ERRORS = ", ".join(
    [
        '[data-mime-type="application/vnd.jupyter.error"]',
        '[data-mime-type="application/vnd.jupyter.stderr"]',
        ".jupyter-widgets-error-widget",
    ]
)

ALL_DONE_OR_ONE_FAILED = r"""errors => {
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
    const done = prompts.every(prompt => /^\[\d+\]:$/.test(prompt.textContent.trim()));
    return done || document.querySelector(errors) !== null;
}"""


def open_lesson(page, lab, name):
    """Open a notebook of the server, by its name without the suffix, with a fresh kernel."""
    end_kernels(page, lab)
    page.goto(f"{lab.url}/doc/tree/{name}.ipynb?reset&token={lab.token}")
    page.add_locator_handler(
        page.locator(".jp-Dialog .jp-mod-accept"), lambda button: button.click()
    )
    kernel_name = page.locator(".jp-Toolbar-kernelName")
    expect(kernel_name).to_have_text("Python 3 (ipykernel)", timeout=60 * SECONDS)
    wait_until_idle(page, 60 * SECONDS)


def end_kernels(page, lab):
    """End the kernels of the notebooks that were open before."""
    query = f"?token={lab.token}"
    for kernel in page.request.get(f"{lab.url}/api/kernels{query}").json():
        page.request.delete(f"{lab.url}/api/kernels/{kernel['id']}{query}")


def run_all(page):
    """Choose Run, Run All Cells in the menu; wait until all cells have run, or one has failed."""
    prompts = page.locator(".jp-CodeCell .jp-InputPrompt")
    prompts.evaluate_all("nodes => nodes.forEach(node => { node.textContent = '' })")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(ALL_DONE_OR_ONE_FAILED, arg=ERRORS, timeout=120 * SECONDS)
    wait_until_idle(page, 60 * SECONDS)


def wait_until_idle(page, timeout):
    """Wait until the kernel of the open notebook has nothing to do."""
    indicator = page.locator(".jp-Notebook-ExecutionIndicator")
    expect(indicator).to_have_attribute("data-status", "idle", timeout=timeout)


def no_errors(page):
    """Fail if an output of the open notebook is an error, a warning or a broken widget."""
    errors = page.locator(ERRORS).all_inner_texts()
    assert not errors, "\n".join(errors)
    expect(page.get_by_text("Loading widget...")).to_have_count(0)


def screenshot(page, path):
    """Save the whole notebook, one screen after another, as PATH-01.png, PATH-02.png, ..."""
    scroller = page.locator(".jp-WindowedPanel-outer")
    scroller.evaluate("node => node.scrollTo({top: 0, behavior: 'instant'})")
    step = scroller.evaluate("node => node.clientHeight")
    bottom = page.locator(".jp-Cell").last.evaluate("node => node.getBoundingClientRect().bottom")
    for number, top in enumerate(range(0, int(bottom), step), start=1):
        scroller.evaluate("(node, top) => node.scrollTo({top, behavior: 'instant'})", top)
        page.wait_for_timeout(300)
        page.screenshot(path=path.with_name(f"{path.name}-{number:02d}.png"))


def explorers(page):
    """Return the explorers of the open notebook, in order, as one locator."""
    return page.locator(".passk-explorer")


def slider(explorer, name):
    """Return the slider of an explorer in the row whose label starts with a name like n."""
    rows = explorer.locator(".widget-hbox").filter(has_text=re.compile(rf"^\s*{name}\b"))
    return rows.get_by_role("slider")


def write_cell(page, starts_with, source):
    """Replace the source of the code cell that starts with a text, and run it."""
    cell = page.locator(".jp-CodeCell").filter(has_text=starts_with).first
    cell.scroll_into_view_if_needed()
    editor = cell.locator(".cm-content")
    editor.click()
    editor.press("Control+a")
    page.keyboard.insert_text(source)
    page.keyboard.press("Control+Enter")
    wait_until_idle(page, 60 * SECONDS)


def run_cell(page, containing):
    """Run the code cell that contains a text; return its output."""
    cell = page.locator(".jp-CodeCell").filter(has_text=containing).first
    cell.scroll_into_view_if_needed()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    wait_until_idle(page, 60 * SECONDS)
    return cell.locator(".jp-OutputArea-output")
