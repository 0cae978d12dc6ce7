"""Explorers are driven without a browser: move a control, look at state, sentence and picture."""

import base64
import gc
import html
import math
import re
import urllib.parse
from functools import partial
from unittest.mock import patch
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import Button
from matplotlib.legend import Legend
from scipy import special
from scipy.special import beta

from passk import explorers, naive_pass_at_k, pass_at_k, plots
from passk.suspects import SUSPECTS
from passk.uncertainty import confidence_interval, games

ALL = {
    "estimators": explorers.explore_estimators,
    "bias": explorers.explore_bias,
    "simulation": explorers.explore_simulation,
    "overflow": explorers.explore_overflow,
    "implementation": partial(explorers.explore_implementation, *SUSPECTS),
    "intervals": explorers.explore_intervals,
    "benchmark": explorers.explore_benchmark,
    "comparison": explorers.explore_comparison,
    "planning": explorers.explore_planning,
}
each_explorer = pytest.mark.parametrize("explore", ALL.values(), ids=ALL)
MOST_K = {"implementation": plots.past_n, "intervals": lambda n: 2 * n}  # of the others it is n


def control(explorer, name):
    """Return the slider and the text box of a control."""
    box, slider = explorer._controls[name].inputs
    return slider, box


def second(explorer):
    """Return a name of a control other than n."""
    return "k" if "k" in explorer.values else "problems"


def numbers(explorer):
    """Return the values that are numbers, which have a slider and a text box."""
    return {name: x for name, x in explorer.values.items() if not isinstance(x, str)}


def button(explorer, words):
    """Return the button with these words."""
    rows = (row.children for row in explorer.children if hasattr(row, "children"))
    return next(one for row in rows for one in row if one.description == words)


def picture(explorer):
    """Return the HTML that holds the picture."""
    return explorer.children[-1].value


def svg(explorer):
    """Return the picture as text; nothing in it may end the attribute or the URL that holds it."""
    source = re.search(r" src='data:image/svg\+xml;charset=utf-8,([^'#&\n]*)'>$", picture(explorer))
    return urllib.parse.unquote(source.group(1))


def said(explorer):
    """Return what stands in the place that screen readers announce."""
    status = re.search(r'<p role="status" aria-live="polite"[^>]*>(.*)</p>', words_html(explorer))
    return html.unescape(status.group(1))


def words_html(explorer):
    return explorer.children[-2].value


def shown_limits(explorer):
    """Return value, text box and upper limit of every control."""
    return {
        name: (control(explorer, name)[0].value, control(explorer, name)[0].max)
        for name in explorer.values
    }


@each_explorer
def test_shows_its_controls_in_order_and_hides_some(explore):
    explorer = explore()
    shown = [c.row for c in explorer._controls.values() if c.shown]
    assert list(explorer.children[: len(shown)]) == shown
    hidden = {name: c.row for name, c in explorer._controls.items() if not c.shown}
    assert set(hidden) <= {"draws", "seed"}
    assert not set(hidden.values()) & set(explorer.children)


@each_explorer
def test_starts_valid_and_shows_what_it_is_told(explore):
    explorer = explore()
    for name, value in numbers(explorer).items():
        slider, box = control(explorer, name)
        assert slider.value == box.value == value
        assert slider.min <= value <= slider.max
        assert box.description.startswith("implementation" if name == "which" else name)
    assert explorer.note == ""


@each_explorer
def test_picture_has_the_sentence_as_text_alternative(explore):
    explorer = explore()
    explorer.move(**{second(explorer): 2})
    alternative = re.match(r'<img alt="([^"]*)"', picture(explorer)).group(1)
    assert html.unescape(alternative) == explorer.sentence == said(explorer)
    assert ElementTree.fromstring(svg(explorer)).tag == "{http://www.w3.org/2000/svg}svg"


@each_explorer
def test_picture_has_each_legend_once(explore):
    explorer = explore()
    explorer.move(**{second(explorer): 2})
    legends = [ax.get_legend() for ax in explorer._axes if ax.get_legend()]
    words = [text.get_text() for legend in legends for text in legend.get_texts()]
    assert svg(explorer).count('<g id="legend_') == len(legends) > 0
    for line in "\n".join(words).splitlines():
        assert f"<!-- {html.escape(line)} -->" in svg(explorer)


def test_picture_has_a_new_legend_when_the_words_change():
    explorer = explorers.explore_sampling()
    explorer.move(temperature=2.0)
    assert "<!-- T = 2, top-p = 0.95 -->" in svg(explorer)
    explorer.move(top_p=0.5)
    assert "<!-- T = 2, top-p = 0.5 -->" in svg(explorer)
    assert svg(explorer).count('<g id="legend_') == svg(explorer).count("<!-- T = ") == 1


@each_explorer
def test_still_picture_has_the_legends_too(explore):
    explorer, drawn = explore(), set()
    with patch.object(Legend, "draw", autospec=True, side_effect=lambda x, _: drawn.add(x)):
        explorer.picture()
    assert drawn == {ax.get_legend() for ax in explorer._axes if ax.get_legend()}


@each_explorer
def test_a_move_redraws_once_and_no_move_not_at_all(explore):
    explorer = explore()
    with patch.object(
        type(explorer), "draw", autospec=True, side_effect=type(explorer).draw
    ) as draw:
        explorer.move(**{"n": 7, second(explorer): 6})
        assert draw.call_count == 1
        explorer.move(n=7)
        assert draw.call_count == 1
        slider, box = control(explorer, second(explorer))
        slider.value = 3
        assert draw.call_count == 2
        box.value = 2
        assert draw.call_count == 3


@each_explorer
def test_slider_and_text_box_follow_each_other(explore):
    explorer = explore()
    name = second(explorer)
    slider, box = control(explorer, name)
    slider.value = 3
    assert (explorer.values[name], box.value) == (3, 3)
    box.value = 4
    assert (explorer.values[name], slider.value) == (4, 4)


@pytest.mark.parametrize("name", [name for name in ALL if name != "comparison"])
def test_limits_follow_n(name):
    explorer, most_k = ALL[name](), MOST_K.get(name, int)
    explorer.move(n=4)
    for name, most in {"c": 4, "k": most_k(4)}.items():
        if name in explorer.values:
            slider, _ = control(explorer, name)
            assert slider.max == most
            assert slider.value <= most
    explorer.move(n=9)
    assert control(explorer, "k")[0].max == most_k(9)


def test_a_clamp_is_said_and_forgotten_at_the_next_move():
    explorer = explorers.explore_estimators(10, 8, 9)
    control(explorer, "n")[0].value = 5
    assert explorer.values == {"n": 5, "c": 5, "k": 5}
    clamps = "c lies between 0 and 5 here: 8 became 5. k lies between 1 and 5 here: 9 became 5."
    assert explorer.note == clamps
    assert clamps in said(explorer)
    explorer.move(c=2)
    assert explorer.note == ""
    assert said(explorer) == explorer.sentence


@pytest.mark.parametrize("typed", [51, 10**9, 10**400, -3, 0])
def test_typed_beyond_the_slider_gets_a_sentence(typed):
    explorer = explorers.explore_estimators(10, 3, 5)
    slider, box = control(explorer, "n")
    box.value = typed
    nearest = 50 if typed > 0 else 1
    assert slider.value == box.value == explorer.values["n"] == nearest
    assert f"n lies between 1 and 50 here: {typed} became {nearest}." in said(explorer)


@pytest.mark.parametrize(("typed", "nearest"), [(1.5, 1.0), (-0.1, 0.0), (float("inf"), 1.0)])
def test_typed_rate_beyond_its_limits_gets_a_sentence(typed, nearest):
    explorer = explorers.explore_bias()
    control(explorer, "p")[1].value = typed
    assert explorer.values["p"] == nearest
    assert f"p lies between 0 and 1 here: {typed:g} became {nearest:g}." in said(explorer)


def test_a_rate_between_the_steps_of_the_slider_is_kept():
    explorer = explorers.explore_bias()
    control(explorer, "p")[1].value = 0.0123
    assert explorer.values["p"] == 0.0123


def test_start_beyond_the_limits_is_brought_back_and_said():
    explorer = explorers.explore_estimators(10, 30, 5)
    assert explorer.values == {"n": 10, "c": 10, "k": 5}
    assert "c lies between 0 and 10 here: 30 became 10." in said(explorer)


@pytest.mark.parametrize(
    ("numbers", "error", "message"),
    [
        ({"m": 3}, TypeError, "there is no control 'm': the controls are p, n, k"),
        ({"n": 2.5}, ValueError, "n must be a whole number: n=2.5"),
        ({"n": "10"}, TypeError, "n must be a whole number, not str"),
        ({"n": [1, 2]}, TypeError, "n must be one number"),
        ({"p": float("nan")}, ValueError, "p must be a number: p=nan"),
        ({"p": "half"}, TypeError, "p must be a number, not str: p='half'"),
        ({"p": True}, TypeError, "p must be a number, not bool: p=True"),
    ],
)
def test_wrong_moves_are_refused_and_change_nothing(numbers, error, message):
    explorer = explorers.explore_bias()
    before = explorer.values, explorer.sentence, shown_limits(explorer)
    with pytest.raises(error, match=re.escape(message)):
        explorer.move(**numbers)
    assert (explorer.values, explorer.sentence, shown_limits(explorer)) == before


def test_an_error_in_an_observer_is_raised_and_not_swallowed():
    explorer = explorers.explore_estimators()
    broken = patch.object(explorer, "draw", side_effect=RuntimeError("broken"))
    with broken, pytest.raises(RuntimeError, match="broken"):
        control(explorer, "k")[0].value = 2


@pytest.mark.parametrize("start", [(np.int64(10), np.int64(3), np.int64(5)), (10.0, 3.0, 5.0)])
def test_whole_numbers_of_every_kind_start_an_explorer(start):
    explorer = explorers.explore_estimators(*start)
    assert [type(value) for value in explorer.values.values()] == [int, int, int]
    assert explorer.sentence == explorers.explore_estimators(10, 3, 5).sentence


@pytest.mark.parametrize(
    ("explore", "options", "error", "message"),
    [
        ("estimators", {"n": None}, TypeError, "n must be a whole number, not NoneType"),
        ("estimators", {"n": "10"}, TypeError, "n must be a whole number, not str"),
        ("estimators", {"c": [3]}, TypeError, "c must be one number"),
        ("estimators", {"largest_n": 0}, ValueError, "largest_n must be at least 1: largest_n=0"),
        ("overflow", {"largest_n": "x"}, TypeError, "largest_n must be a whole number, not str"),
        ("bias", {"largest_n": 2.5}, ValueError, "largest_n must be a whole number"),
        ("simulation", {"seed": 1.5}, ValueError, "seed must be a whole number: seed=1.5"),
        ("intervals", {"largest_n": 1}, ValueError, "largest_n must be at least 2: largest_n=1"),
        ("intervals", {"method": "t"}, ValueError, "method must be one of clopper-pearson, jeff"),
        ("intervals", {"method": None}, ValueError, "plus-minus-2-se: method=None"),
        ("benchmark", {"problems": "x"}, TypeError, "problems must be a whole number, not str"),
        ("comparison", {"first": (0, 1)}, ValueError, "a and b of first must be above 0: a=0"),
        ("comparison", {"second": 0.5}, TypeError, "second must be the pair (a, b) of a Beta"),
        ("comparison", {"names": ("A", "A")}, ValueError, "names must differ: names=('A', 'A')"),
        ("planning", {"standard_error": None}, TypeError, "error must be a number, not NoneType"),
    ],
)
def test_a_wrong_start_is_refused_in_words(explore, options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        ALL[explore](**options)


def test_legend_and_sentence_of_sampling_follow_the_sliders():
    explorer = explorers.explore_sampling()
    temperature, top_p = (control(explorer, name)[0] for name in ("temperature", "top_p"))
    for value in (1.0, 2.0):  # at 1.0 a sum of chances is rounded to above 1
        temperature.value = value
    top_p.value = 1.0
    assert explorer.sentence.startswith("At temperature 2 and top-p 1, pass@1 is 0.")
    words = [text.get_text() for text in explorer._axes[0].get_legend().get_texts()]
    assert words == ["usual: T = 0.8, top-p = 0.95", "T = 2, top-p = 1"]


def test_a_picture_of_one_sample():
    explorer = explorers.explore_estimators(1, 1, 1, largest_n=1)
    assert explorer.sentence.startswith("Of 1 sample 1 is correct.")


def test_words_are_escaped_in_the_page():
    words = "\"<b> & 'so'\""
    explorer = explorers.explore_estimators()
    with patch.object(type(explorer), "describe", return_value=words):
        explorer.move(k=2)
    assert "<b>" not in picture(explorer) + words_html(explorer)
    assert said(explorer) == words


def test_new_seeds_begin_again_at_zero():
    explorer = explorers.explore_simulation(seed=1000)
    explorer.children[5].children[3].click()
    assert explorer.values["seed"] == 0
    assert explorer.note == ""


class Watcher:
    """Looks at all sliders and text boxes whenever one of them has moved."""

    def __init__(self, explorer):
        self.sliders, self.boxes = zip(*(control(explorer, name) for name in "nck"), strict=True)
        self.seen = []
        for watched in (*self.sliders, *self.boxes):
            watched.observe(self.look, "value")

    def look(self, _):
        for shown in (self.sliders, self.boxes):
            self.seen.append(tuple(one.value for one in shown))


moves = st.lists(
    st.one_of(
        st.tuples(
            st.just("move"),
            st.fixed_dictionaries({}, optional=dict.fromkeys("nck", st.integers(-5, 60))),
        ),
        st.tuples(st.sampled_from(["slider", "box"]), st.sampled_from("nck"), st.integers(-5, 60)),
    ),
    max_size=8,
)


@settings(max_examples=25, deadline=None)
@given(moves)
def test_c_and_k_never_exceed_n_at_any_moment(moves):
    explorer = explorers.explore_estimators(10, 3, 5)
    with patch.object(type(explorer), "draw"):  # what is drawn is tested elsewhere
        watcher = Watcher(explorer)
        for how, what, *value in moves:
            if how == "move":
                explorer.move(**what)
            elif how == "slider":
                slider = control(explorer, what)[0]
                slider.value = min(max(value[0], slider.min), slider.max)
            else:
                control(explorer, what)[1].value = value[0]
            n, c, k = explorer.values.values()
            watcher.seen.append((n, c, k))
            assert [control(explorer, name)[0].value for name in "nck"] == [n, c, k]
            assert [control(explorer, name)[1].value for name in "nck"] == [n, c, k]
            assert [control(explorer, name)[0].max for name in "nck"] == [50, n, n]
    assert all(0 <= c <= n for n, c, _ in watcher.seen)
    assert all(1 <= k <= n for n, _, k in watcher.seen)


def test_explorer_draws_what_it_says():
    explorer = explorers.explore_estimators(10, 3, 5)
    explorer.move(n=20, c=2, k=10)
    _, over_k, over_c = explorer._axes
    assert over_k.get_title() == "n = 20, c = 2"
    assert over_c.get_title() == "n = 20, k = 10"
    marked = {
        line.get_gid(): line.get_ydata()[0] for line in over_k.lines if "here" in line.get_gid()
    }
    assert marked["unbiased here"] == pass_at_k(20, 2, 10)
    assert marked["naive here"] == naive_pass_at_k(20, 2, 10)
    assert "29/38 = 0.7632" in explorer.sentence


@each_explorer
def test_no_button_cuts_off_what_it_says(explore):
    rows = (row.children for row in explore().children if hasattr(row, "children"))
    for one in (one for row in rows for one in row if isinstance(one, Button)):
        assert len(one.description) <= 12 or one.layout.width == "max-content"


def test_buttons_add_replicates_and_keep_the_first():
    explorer = explorers.explore_simulation(0.1, 20, 10, replicates=100, seed=3)
    first = explorer.simulation.correct
    buttons = {button.description: button for button in explorer.children[5].children}
    for name, replicates in {"add 100": 200, "add 1,000": 1200, "add 10,000": 11_200}.items():
        buttons[name].click()
        assert explorer.values["replicates"] == explorer.simulation.replicates == replicates
        np.testing.assert_array_equal(explorer.simulation.correct[:100], first)
    buttons["new seed"].click()
    assert (explorer.values["replicates"], explorer.values["seed"]) == (100, 4)
    assert not np.array_equal(explorer.simulation.correct, first)


def test_replicates_stop_at_their_limit_and_say_so():
    explorer = explorers.explore_simulation(replicates=95_000)
    explorer.add(10_000)
    assert explorer.values["replicates"] == explorers.MOST_REPLICATES
    assert "105000 became 100000" in said(explorer)


@each_explorer
def test_equal_values_give_equal_text_and_picture(explore):
    first, other = explore(), explore()
    name = second(first)
    first.move(**{name: 2})
    first.move(**{name: other.values[name]})
    assert first._repr_mimebundle_()["text/plain"] == other._repr_mimebundle_()["text/plain"]
    assert picture(first) == picture(other)


@each_explorer
def test_still_picture_is_a_png_with_alternative_text(explore):
    explorer = explore()
    data, metadata = explorer.picture()._repr_png_()
    assert base64.b64decode(data).startswith(b"\x89PNG")
    assert metadata["alt"] == explorer.sentence
    before, name = picture(explorer), second(explorer)
    explorer.move(**{name: 2})
    explorer.move(**{name: explore().values[name]})
    assert picture(explorer) == before


@each_explorer
def test_everything_stays_inside_the_picture(explore):
    explorer, rng = explore(), np.random.default_rng(5)
    width, height = explorer.size
    for _ in range(6):
        explorer.move(**{name: int(rng.integers(1, 50)) for name in ("n", second(explorer))})
        drawn = explorer._figure.get_tightbbox()
        assert min(drawn.x0, drawn.y0) > -0.05
        assert drawn.x1 < width + 0.05
        assert drawn.y1 < height + 0.05


@each_explorer
@pytest.mark.parametrize("end", [min, max])
def test_extreme_values_are_drawn_without_a_warning(explore, end):
    explorer = explore()
    for name in numbers(explorer):
        slider, _ = control(explorer, name)
        slider.value = end(slider.min, slider.max) if name != "replicates" else 50
    assert said(explorer).startswith(explorer.sentence)


def test_labels_of_the_axes_keep_clear_of_their_numbers():
    for explore, starts in {
        explorers.explore_simulation: [(0.1, 20, 10), (0.1, 28, 18), (0.001, 5, 2), (0.5, 9, 1)],
        explorers.explore_bias: [(0.1, 20, 10), (0.1, 28, 18), (0.1, 200, 2), (0.5, 9, 9)],
        explorers.explore_intervals: [(0.1, 20, 10), (0.9, 200, 400)],
    }.items():
        moves = [dict(zip("pnk", start, strict=True)) for start in starts]
        keep_clear(explore(), moves)


def test_labels_of_benchmarks_and_plans_keep_clear_of_their_numbers():
    solved, hard = {"a": 5.0, "b": 0.05, "k": 20}, {"a": 0.05, "b": 5.0, "problems": 1000}
    keep_clear(explorers.explore_benchmark(), [solved, hard, {"problems": 1}])
    large, small = {"problems": 5000, "n": 1000}, {"problems": 1, "n": 1}
    keep_clear(explorers.explore_planning(), [large, small])
    keep_clear(explorers.explore_comparison(), [{"problems": 2, "n": 1}, {"problems": 500}])


def keep_clear(explorer, moves):
    for wanted in moves:
        explorer.move(**wanted)
        for ax in explorer._axes:
            low, high = ax.get_ylim()
            ticks = zip(ax.get_yticks(), ax.get_yticklabels(), strict=True)
            left = min(words.get_window_extent().x0 for y, words in ticks if low <= y <= high)
            assert ax.yaxis.label.get_window_extent().x1 <= left + 1


@each_explorer
def test_moves_leave_no_figure_and_no_memory(explore):
    explorer = explore()
    for k in range(1, 10):
        explorer.move(**{second(explorer): k})
    gc.collect()
    before = len(gc.get_objects())
    for k in range(27):
        explorer.move(**{second(explorer): 1 + k % 9})
    gc.collect()
    assert plt.get_fignums() == []
    assert len(gc.get_objects()) - before < 27  # less than one object a move


def test_one_implementation_needs_no_slider_to_choose():
    explorer = explorers.explore_implementation(naive_pass_at_k)
    assert list(explorer.values) == ["n", "c", "k"]
    assert "it is 0.0847 too low" in explorer.sentence


def test_the_chosen_implementation_is_the_one_that_is_drawn():
    explorer = explorers.explore_implementation(*SUSPECTS)
    assert explorer.sentence.startswith("Implementation 1 of 5. ")
    explorer.move(which=3)
    assert explorer.sentence.startswith("Implementation 3 of 5. ")
    given = {line.get_gid(): line.get_ydata() for line in explorer._axes[0].lines}["given"]
    np.testing.assert_allclose(given, naive_pass_at_k(10, 3, np.arange(1, 11)))
    assert explorer._axes[0].get_title() == "implementation 3: n = 10, c = 3"


def test_k_may_go_past_n_and_the_sentence_says_what_that_means():
    explorer = explorers.explore_implementation(*SUSPECTS, n=4, c=0)
    explorer.move(k=99)
    assert explorer.values["k"] == plots.past_n(4) == 7
    assert explorer.sentence.endswith(
        "raises ValueError: k must not exceed n: k=7, n=4. k exceeds n, so an error is right."
    )
    explorer.move(which=2)
    assert explorer.sentence.endswith("it gives 1.0; but k exceeds n, and no value is right.")


@pytest.mark.parametrize("value", [math.nan, math.inf, None, "text", [0.5, 0.5]])
def test_an_implementation_may_give_anything(value):
    explorer = explorers.explore_implementation(lambda n, c, k: value)
    explorer.move(n=5, c=2, k=2)
    assert "right is 7/10 = 0.7" in explorer.sentence
    assert "too" not in explorer.sentence


def test_answers_of_an_implementation_are_forgotten_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(explorers, "MOST_ANSWERS", 150)
    explorer = explorers.explore_implementation(naive_pass_at_k, n=100)
    for n in range(101, 106):
        explorer.move(n=n)
        assert 100 <= len(explorer.implementation.answers) <= 150 + plots.MOST_CALLS + 2


def test_an_implementation_is_not_asked_twice_for_the_same(monkeypatch):
    monkeypatch.setattr("passk.calls.CAN_FORK", False)  # so that the calls can be seen
    calls = []
    explorer = explorers.explore_implementation(lambda n, c, k: calls.append((n, c, k)) or 0.5)
    explorer.move(n=8)
    explorer.move(n=10)
    assert len(calls) == len(set(calls)) > 20


@pytest.mark.parametrize("wrong", [(), (0.5,), (naive_pass_at_k, None)])
def test_what_is_no_function_is_not_explored(wrong):
    with pytest.raises(TypeError, match=r"^implementations must be one function or more"):
        explorers.explore_implementation(*wrong)


# Intervals


def test_the_menu_moves_the_method_and_follows_it():
    explorer = explorers.explore_intervals()
    menu = explorer._controls["method"].menu
    assert menu.options == games.SOUND_METHODS + games.FAULTY_METHODS
    menu.value = "wilson"
    assert explorer.values["method"] == "wilson"
    assert "95 % interval (wilson) is" in explorer.sentence
    explorer.move(method="wald")
    assert menu.value == "wald"
    with pytest.raises(ValueError, match="method must be one of"):
        explorer.move(method="t")
    assert (menu.value, explorer.values["method"]) == ("wald", "wald")


def test_a_move_of_the_menu_redraws_once():
    explorer = explorers.explore_intervals()
    with patch.object(type(explorer), "draw") as draw:
        explorer._controls["method"].menu.value = "jeffreys"
        assert draw.call_count == 1
        explorer.move(method="wald", n=30, k=3)
        assert draw.call_count == 2


def test_buttons_draw_intervals_and_keep_the_first():
    explorer = explorers.explore_intervals(draws=5, seed=3)
    first = explorer.game.correct
    button(explorer, "draw 1").click()
    button(explorer, "draw 100").click()
    assert explorer.game == games.IntervalGame(0.1, 20, 10, seed=3, draws=106)
    np.testing.assert_array_equal(explorer.game.correct[:5], first)
    assert f"Of 106 intervals at p = 0.1, {explorer.game.covering} cover" in explorer.sentence
    button(explorer, "start again").click()
    assert (explorer.values["draws"], explorer.values["seed"]) == (0, 4)
    assert "No interval is drawn yet" in explorer.sentence


def test_draws_stop_at_their_limit_and_say_so():
    explorer = explorers.explore_intervals(draws=explorers.MOST_DRAWS)
    button(explorer, "draw 1").click()
    assert explorer.values["draws"] == explorers.MOST_DRAWS
    assert "10001 became 10000" in said(explorer)


def test_another_method_is_tried_on_the_same_draws():
    explorer = explorers.explore_intervals()
    before = explorer.game.correct
    explorer.move(method="wald")
    np.testing.assert_array_equal(explorer.game.correct, before)
    assert explorer.game.method == "wald"


def test_the_method_that_needs_2k_samples_limits_k_and_n():
    explorer = explorers.explore_intervals(n=1, k=2)
    explorer.move(method="plus-minus-2-se")
    assert explorer.values["n"] == 2
    assert explorer.values["k"] == control(explorer, "k")[0].max == 1
    assert "n lies between 2 and 200 here: 1 became 2." in explorer.note
    explorer.move(method="clopper-pearson")
    assert control(explorer, "k")[0].max == 4


def test_interval_and_game_are_those_that_are_said():
    explorer = explorers.explore_intervals()
    explorer.move(n=10, c=0, k=20, p=0.3)
    interval, game = explorer._axes
    assert interval.get_title() == "n = 10, c = 0\nclopper-pearson, 95 %"
    whisker = next(one for one in interval.lines if one.get_gid() == "whisker")
    assert whisker.get_ydata()[1] == pytest.approx(confidence_interval(10, 0, 20).high)
    assert f"{explorer.game.covering} of 100 cover the truth" in game.get_title()
    assert explorer.game == games.IntervalGame(0.3, 10, 20, seed=0, draws=100)


# Benchmarks


def test_another_benchmark_comes_from_the_same_population():
    explorer = explorers.explore_benchmark()
    value, (of_these, of_all) = explorer.result.value, explorer.truths
    button(explorer, "another benchmark").click()
    assert explorer.values["seed"] == 2
    assert explorer.result.value != value
    assert explorer.truths[0] != of_these
    assert explorer.truths[1] == of_all == pytest.approx(1 - beta(0.25, 10.35) / beta(0.25, 0.35))


def test_the_intervals_of_benchmarks_cover_the_truths_that_they_aim_at():
    explorer, covered = explorers.explore_benchmark(), np.zeros(2)
    picture = patch.object(explorers, "_as_svg", return_value="")
    with picture, patch.object(plots, "plot_benchmark"):
        for seed in range(100):
            explorer.move(seed=seed)
            bars = zip(explorer.result.bars, explorer.truths, strict=True)
            covered += [bar.low <= truth <= bar.high for bar, truth in bars]
    assert (covered >= 89).all()  # of 100: a chance of 0.988 and 0.996 for 95 %, all seeds fixed


def test_more_samples_are_drawn_for_the_same_problems():
    explorer = explorers.explore_benchmark()
    of_these = explorer.truths[0]
    explorer.move(n=40)
    assert explorer.truths[0] == of_these


def test_a_benchmark_is_drawn_as_it_is_said():
    explorer = explorers.explore_benchmark(problems=30, n=8, k=8)
    (ax,) = explorer._axes
    assert explorer.sentence.startswith(ax.get_title().replace("\n", ", "))
    assert "no standard error, since the jackknife variance needs n above k" in explorer.sentence


# Comparisons


def test_the_models_have_the_correlation_and_the_populations_wanted():
    explorer = explorers.explore_comparison((2.0, 3.0), (0.5, 0.5), n=50, problems=500)
    explorer.move(correlation=1.0)
    with patch.object(np.random, "default_rng", return_value=Certain(np.random.default_rng(1))):
        first, other = explorer._correct()
    assert np.all(np.diff(other[np.argsort(first)]) >= -1e-12)  # in the same order
    assert first.mean() == pytest.approx(0.4, abs=4 * math.sqrt(0.04 / 500))
    assert other.var() == pytest.approx(0.125, rel=0.15)


class Certain:
    """Random numbers, but for the number of successes: it is the chance itself."""

    def __init__(self, rng):
        self.standard_normal = rng.standard_normal

    def binomial(self, n, p):
        return p


@pytest.mark.parametrize(("correlation", "expected"), [(-1.0, -1), (0.0, 0), (0.6, 0.6)])
def test_abilities_correlate_as_they_are_told(correlation, expected):
    explorer = explorers.explore_comparison((1.0, 1.0), (1.0, 1.0), problems=500)
    explorer.move(correlation=correlation)
    with patch.object(np.random, "default_rng", return_value=Certain(np.random.default_rng(1))):
        abilities = special.ndtri(list(explorer._correct()))
    assert np.corrcoef(abilities)[0, 1] == pytest.approx(expected, abs=0.1)


def test_other_problems_for_the_same_models():
    explorer = explorers.explore_comparison()
    difference, truth = explorer.comparison.difference, explorer.truth
    button(explorer, "other problems").click()
    assert not np.array_equal(explorer.comparison.difference, difference)
    np.testing.assert_array_equal(explorer.truth, truth)
    assert truth[9] == pytest.approx(
        beta(1.0, 12.5) / beta(1.0, 2.5) - beta(0.3, 10.3) / beta(0.3, 0.3)
    )


def test_a_comparison_has_no_p_values_which_are_neither_drawn_nor_said():
    assert np.isnan(explorers.explore_comparison().comparison.p_value).all()


def test_a_comparison_looks_at_every_k_up_to_20_and_at_some_past_it():
    explorer = explorers.explore_comparison()
    assert explorer.comparison.k.tolist() == list(range(1, 21))
    explorer.move(n=50)
    assert (explorer.comparison.k.min(), explorer.comparison.k.max()) == (1, 50)
    assert explorer.comparison.k.size <= explorers.MOST_KS
    assert "(from 999 random draws)" in explorer.sentence


# Plans


def test_a_plan_marks_what_it_says():
    explorer = explorers.explore_planning()
    explorer.move(n=40, error=0.05)
    (ax,) = explorer._axes
    marked = {one.get_gid(): one.get_data() for one in ax.lines}
    assert marked["samples here"][0] == [40]
    assert set(marked["wanted"][1]) == {0.05}
    error = marked["problems here"][1][0]
    assert f"of {error:.3g} for other problems like these" in explorer.sentence


def test_the_intervals_that_are_no_longer_shown_are_said_to_be_missing():
    explorer = explorers.explore_intervals(draws=100)
    assert "shown" not in explorer.sentence
    explorer.add(1)
    assert explorer.sentence.endswith(" The latest 100 are shown.")


@pytest.mark.parametrize("n", [10, 20, 200])
def test_no_mark_hides_an_error_bar(n):
    axes = explorers.explore_benchmark(n=n)._axes[0]
    lines = {line.get_gid(): line for line in axes.lines}
    for target in ("samples", "problems"):
        bar, mean, truth = (lines[f"{target}{part}"] for part in ("", " mean", " truth"))
        assert bar.get_zorder() > mean.get_zorder()
        assert bar.get_markersize() > mean.get_markersize()
        low, height = axes.transAxes.transform([(0, 0), (0, 1)])[:, 1]
        reach = (bar.get_markersize() + truth.get_markersize()) / 2 * axes.figure.dpi / 72
        gap = (bar.get_ydata()[0] - truth.get_ydata()[0]) * (height - low)
        assert gap > 0.9 * reach
