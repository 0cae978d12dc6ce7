"""Figures are tested by the data that their artists hold, never by their pixels."""

import inspect
import math
from statistics import NormalDist

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.container import ErrorbarContainer

from passk import forms, naive_pass_at_k, pass_at_k, plots, simulate, theory, true_pass_at_k
from passk.execution import Score
from passk.simulation import simulate_means
from passk.uncertainty import (
    IntervalGame,
    benchmark,
    compare,
    confidence_interval,
    expected_standard_error,
)

FIRST, SECOND = simulate(0.1, 20, 10, 300, rng=1), simulate(0.3, 8, 4, 900, rng=2)
RATES = np.array([0.1, 0.2, 0.3])
SOLVED = [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1]
BENCHMARK, FEW = benchmark(20, SOLVED, 5), benchmark(8, [2, 8, 0], 8, target="problems")
ALL_AND_NONE = {i: (20, 20 if i < 14 else 0) for i in range(24)}
NOW_AND_THEN = dict.fromkeys(range(24), (20, 4))
CROSSING = compare(ALL_AND_NONE, NOW_AND_THEN, names=("steady", "erratic"))
SINGLE = compare({1: (8, 8), 2: (8, 3)}, {1: (8, 2), 2: (8, 3)}, 4, names=("A", "B"))
GAMES = IntervalGame(0.1, 20, 10, "wald", seed=1).more(120), IntervalGame(0.5, 4, 9)
LUA = Score("Lua", {"1": (4, 2), "2": (4, 4)}, {1: 0.75, 2: 0.92}, {})
GO = Score("Go", {"1": (9, 0), "2": (9, 3), "3": (9, 9)}, {1: 0.44, 2: 0.52}, {})
TWO_WAYS_TO_CALL = {
    plots.plot_urn: [((10, 3, 5), {}), ((20, 0, 1), {})],
    plots.plot_over_k: [((10, 3), {"k": 5}), ((1, 1), {"k": 1})],
    plots.plot_over_c: [((10, 5), {"c": 3}), ((500, 7), {"c": 500})],
    plots.plot_bias: [((20, 10), {"p": 0.1}), ((5, 1), {"p": 0.9})],
    plots.plot_bias_over_n: [((0.1, 10), {"n": 20}), ((0.4, 3), {"n": 5})],
    plots.plot_typical_error: [((20, 10), {"p": 0.1}), ((5, 1), {"p": 1.0})],
    plots.plot_running_means: [((FIRST,), {}), ((SECOND,), {})],
    plots.plot_distribution: [((FIRST,), {}), ((SECOND,), {})],
    plots.plot_paired_difference: [((FIRST,), {}), ((SECOND,), {})],
    plots.plot_simulated_bias: [
        ((RATES, *simulate_means(RATES, 20, 10, 100, rng=0), 20, 10), {"replicates": 100}),
        ((RATES, *simulate_means(RATES, 6, 2, 500, rng=0), 6, 2), {"replicates": 500}),
    ],
    plots.plot_forms: [((200, 7, 10), {}), ((1031, 1, 515), {})],
    plots.plot_implementation: [
        ((naive_pass_at_k, 10, 3), {"k": 5}),
        ((forms.int64_binomials, 200, 7), {"k": 210}),
    ],
    plots.plot_sampling: [(([0.1, 0.5], [0.2, 0.3]), {}), (([0.0, 1.0], [0.5]), {"largest_k": 10})],
    plots.plot_intervals: [
        ((20, 3), {"k": 10}),
        ((5, 0), {"k": 30, "method": "wilson", "confidence_level": 0.9}),
    ],
    plots.plot_interval_game: [((GAMES[0],), {}), ((GAMES[1],), {})],
    plots.plot_benchmark: [
        ((BENCHMARK, pass_at_k(20, SOLVED, 5)), {"truths": (0.5, 0.6)}),
        ((FEW, pass_at_k(8, [2, 8, 0], 8)), {}),
    ],
    plots.plot_comparison: [((CROSSING,), {"truth": np.linspace(0.3, -0.2, 20)}), ((SINGLE,), {})],
    plots.plot_two_curves: [((CROSSING,), {}), ((SINGLE,), {})],
    plots.plot_planning: [
        ((10,), {"problems": 164, "population": (0.25, 0.35), "n": 20, "standard_error": 0.01}),
        ((1,), {"problems": 1, "n": 1, "standard_error": 0.5}),
    ],
    plots.plot_scores: [(([LUA],), {}), (([GO],), {})],
    plots.plot_mean_over_k: [
        ((20, SOLVED), {}),
        (([4, 9, 1], [2, 3, 0]), {"confidence_level": 0.9}),
    ],
    plots.plot_form_errors: [
        (([(10, 1, 5), (99, 2, 9)],), {}),
        (([(171, 1, 9), (200, 7, 2)],), {}),
    ],
}
each_plot = pytest.mark.parametrize("plot", TWO_WAYS_TO_CALL, ids=lambda plot: plot.__name__)


def line(ax, name):
    """Return the data of the line of a name."""
    found = [line for line in ax.lines if line.get_gid() == name]
    assert len(found) == 1, name
    return np.asarray(found[0].get_xdata(), float), np.asarray(found[0].get_ydata(), float)


def everything_on(ax):
    """Return all that an Axes shows, as comparable data."""
    lines = [(one.get_gid(), *one.get_data(), one.get_markersize()) for one in ax.lines]
    bands = [
        (band.get_gid(), [path.vertices for path in band.get_paths()])
        for band in ax.collections
        if isinstance(band, PolyCollection)
    ]
    words = [(text.get_text(), *text.get_position(), text.get_ha()) for text in ax.texts]
    frame = [ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), ax.get_xlim(), ax.get_ylim()]
    return [*lines, *bands, words, frame, ax.get_xscale(), ax.get_yscale()]


def test_every_plot_is_listed_here():
    listed = {name for name in plots.__all__ if name.startswith("plot_")}
    assert {plot.__name__ for plot in TWO_WAYS_TO_CALL} == listed


@each_plot
def test_update_moves_what_is_drawn_to_where_a_new_drawing_has_it(plot):
    (args, options), (new_args, new_options) = TWO_WAYS_TO_CALL[plot]
    _, (moved, fresh) = plt.subplots(1, 2)
    assert plot(*args, ax=moved, **options) is moved
    before = len(moved.get_children())
    plot(*new_args, ax=moved, update=True, **new_options)
    plot(*new_args, ax=fresh, **new_options)
    assert len(moved.get_children()) == before
    np.testing.assert_equal(everything_on(moved), everything_on(fresh))


@each_plot
def test_without_update_a_second_drawing_is_added(plot):
    (args, options), (new_args, new_options) = TWO_WAYS_TO_CALL[plot]
    ax = plot(*args, **options)
    before = len(ax.lines)
    plot(*new_args, ax=ax, **new_options)
    assert len(ax.lines) == 2 * before


@each_plot
def test_own_figure_is_readable_on_any_theme(plot):
    args, options = TWO_WAYS_TO_CALL[plot][0]
    with mpl.style.context("dark_background"):
        ax = plot(*args, **options)
    assert to_rgb(ax.figure.get_facecolor()) == (1, 1, 1)
    assert to_rgb(ax.get_facecolor()) == (1, 1, 1)
    assert to_rgb(ax.title.get_color()) == (0, 0, 0)
    assert min(ax.title.get_fontsize(), ax.xaxis.label.get_fontsize()) >= 14


@each_plot
def test_everything_lies_inside_the_figure(plot):
    for args, options in TWO_WAYS_TO_CALL[plot]:
        figure = plot(*args, **options).figure
        figure.canvas.draw()
        drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
        assert min(drawn.x0, drawn.y0) > -0.02
        assert drawn.x1 < width + 0.02
        assert drawn.y1 < height + 0.02


@each_plot
def test_takes_axes_and_update_by_keyword_only(plot):
    parameters = inspect.signature(plot).parameters
    for name in ("ax", "update"):
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY


@each_plot
def test_estimators_have_one_colour_and_line_style_everywhere(plot):
    args, options = TWO_WAYS_TO_CALL[plot][0]
    for drawn in plot(*args, **options).lines:
        for word, style in (("unbiased", plots.UNBIASED), ("naive", plots.NAIVE)):
            if drawn.get_label().split(",")[0] == word:
                assert to_hex(drawn.get_color()) == style["color"].lower()
                if drawn.get_linestyle() != "None" and drawn.get_marker() == "None":
                    assert drawn.get_linestyle() == style["linestyle"]


def test_curves_over_k_are_the_estimators():
    ax = plots.plot_over_k(10, 3, k=5)
    ks = np.arange(1, 11)
    np.testing.assert_array_equal(line(ax, "unbiased"), (ks, pass_at_k(10, 3, ks)))
    np.testing.assert_array_equal(line(ax, "naive"), (ks, naive_pass_at_k(10, 3, ks)))
    assert line(ax, "unbiased here") == (5, pass_at_k(10, 3, 5))
    assert line(ax, "naive here") == (5, naive_pass_at_k(10, 3, 5))


def test_curves_over_c_are_the_estimators():
    ax = plots.plot_over_c(10, 5, c=3)
    cs = np.arange(11)
    np.testing.assert_array_equal(line(ax, "unbiased"), (cs, pass_at_k(10, cs, 5)))
    np.testing.assert_array_equal(line(ax, "naive"), (cs, naive_pass_at_k(10, cs, 5)))


@pytest.mark.parametrize(("n", "c"), [(1, 0), (1, 1), (10, 3), (200, 20)])
def test_urn_holds_n_samples_of_which_c_are_correct(n, c):
    ax = plots.plot_urn(n, c, 1)
    correct, failed = line(ax, "correct"), line(ax, "failed")
    assert (correct[0].size, failed[0].size) == (c, n - c)
    places = np.concatenate([np.array(correct).T, np.array(failed).T])
    assert len(np.unique(places, axis=0)) == n


def test_urn_refuses_counts_that_no_urn_can_have():
    with pytest.raises(ValueError, match="c must not exceed n: c=11, n=10"):
        plots.plot_urn(10, 11, 5)


def test_bias_is_that_of_theory():
    ax = plots.plot_bias(20, 10, p=0.1)
    rates, naive = line(ax, "naive")
    np.testing.assert_allclose(naive, theory.bias(naive_pass_at_k, rates, 20, 10), atol=0)
    assert np.abs(line(ax, "unbiased")[1]).max() < 1e-13
    assert naive.min() == pytest.approx(-0.0836, abs=5e-5)


def test_bias_over_n_falls_like_one_over_n_and_meets_its_leading_term():
    ax = plots.plot_bias_over_n(0.1, 10, n=20)
    (ns, sizes), (_, leading) = line(ax, "naive"), line(ax, "leading")
    slopes = np.diff(np.log(sizes)) / np.diff(np.log(ns))
    assert slopes[-1] == pytest.approx(-1, abs=0.01)
    assert sizes[-1] / leading[-1] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(("p", "k"), [(0.0, 10), (1.0, 10), (0.1, 1)])
def test_bias_over_n_says_when_there_is_none(p, k):
    with pytest.raises(ValueError, match=f"there is no bias to draw for p={p}, k={k}"):
        plots.plot_bias_over_n(p, k)


def test_typical_error_is_the_root_of_the_squared_error():
    rates, unbiased = line(plots.plot_typical_error(2, 2), "unbiased")
    exact = theory.mean_squared_error(pass_at_k, rates, 2, 2) ** 0.5
    np.testing.assert_allclose(unbiased, exact)


def test_running_means_end_at_the_mean_and_bands_hold_the_exact_value():
    ax = plots.plot_running_means(FIRST)
    shown, means = line(ax, "naive")
    assert shown[-1] == 300
    assert means[-1] == pytest.approx(FIRST.mean(naive_pass_at_k))
    exact = theory.expected_value(naive_pass_at_k, 0.1, 20, 10)
    assert set(line(ax, "naive exact")[1]) == {exact}
    band = next(band for band in ax.collections if band.get_gid() == "naive band")
    height = band.get_paths()[0].vertices[:, 1].max() - exact
    normal = NormalDist().inv_cdf(0.975)  # 95 of 100, as the docstring says
    assert height == pytest.approx(
        normal * theory.variance(naive_pass_at_k, 0.1, 20, 10) ** 0.5, rel=1e-4
    )


def test_distribution_shows_shares_that_add_up_to_one():
    ax = plots.plot_distribution(SECOND)
    values, shares = line(ax, "unbiased")
    assert shares.sum() == pytest.approx(1)
    assert set(values) <= set(pass_at_k(8, np.arange(9), 4))


def test_paired_difference_ends_at_its_mean():
    ax = plots.plot_paired_difference(FIRST)
    assert line(ax, "paired")[1][-1] == pytest.approx(FIRST.paired_difference().mean())
    truth = true_pass_at_k(0.1, 10)
    assert line(ax, "direct")[1][-1] == pytest.approx(FIRST.mean(naive_pass_at_k) - truth)


def test_simulated_bias_lies_inside_the_band_that_is_drawn():
    unbiased, naive = simulate_means(RATES, 20, 10, 2000, rng=4)
    ax = plots.plot_simulated_bias(RATES, unbiased, naive, 20, 10, replicates=2000)
    for name in ("unbiased", "naive"):
        band = next(b for b in ax.collections if b.get_gid() == f"{name} band")
        for rate, simulated in zip(*line(ax, name), strict=True):
            assert band.get_paths()[0].contains_point((rate, simulated), radius=1e-9)


def test_forms_show_digits_value_and_status():
    ax = plots.plot_forms(200, 7, 10)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == list(forms.FORMS)
    place = dict(zip(names, ax.get_yticks(), strict=True))
    assert line(ax, "wrong in silence")[1].tolist() == [place["int64 binomials"]]
    assert line(ax, "not a number")[1].tolist() == [place["float factorials"]]
    assert "0.6516716844817702" in [text.get_text() for text in ax.texts]


def test_form_errors_put_what_is_no_number_on_the_upper_edge():
    ax = plots.plot_form_errors([(20, 7, 10), (200, 7, 10)])
    assert line(ax, "float factorials")[1][1] == 1e18
    assert line(ax, "exact integers")[1].max() <= 0.5


@each_plot
def test_update_on_empty_axes_draws_as_if_for_the_first_time(plot):
    args, options = TWO_WAYS_TO_CALL[plot][0]
    _, (updated, fresh) = plt.subplots(1, 2)
    plot(*args, ax=updated, update=True, **options)
    plot(*args, ax=fresh, **options)
    np.testing.assert_equal(everything_on(updated), everything_on(fresh))
    assert (updated.get_legend() is None) == (fresh.get_legend() is None)


def test_a_refused_plot_leaves_no_figure():
    with pytest.raises(ValueError, match="c must not exceed n"):
        plots.plot_urn(10, 30, 5)
    assert plt.get_fignums() == []


@pytest.mark.parametrize(("p", "k"), [(0.99, 200), (0.5, 1000)])
def test_a_bias_too_small_to_compute_is_refused(p, k):
    with pytest.raises(ValueError, match=f"^the bias is below 1e-12 for every n: p={p}, k={k}$"):
        plots.plot_bias_over_n(p, k)


def test_sizes_that_are_lost_in_rounding_are_left_out():
    ns, sizes = line(plots.plot_bias_over_n(0.999, 10), "naive")
    assert sizes.min() > plots.SMALLEST_BIAS
    assert ns.max() < 1000


def test_no_forms_and_no_cases_are_refused():
    for arguments in ({"cases": []}, {"cases": [(10, 3, 5)], "forms": {}}):
        with pytest.raises(ValueError, match="there must be at least one case and one form"):
            plots.plot_form_errors(**arguments)


def test_opening_no_figure_of_pyplot_when_axes_are_given():
    figure = mpl.figure.Figure()
    plots.plot_over_k(10, 3, ax=figure.subplots())
    assert plt.get_fignums() == []


def test_an_implementation_is_drawn_where_it_answers_beside_the_right_values():
    ax = plots.plot_implementation(naive_pass_at_k, 10, 3, k=5)
    ks = np.arange(1, 11)
    np.testing.assert_array_equal(line(ax, "right"), [ks, pass_at_k(10, 3, ks)])
    np.testing.assert_allclose(line(ax, "given"), [ks, naive_pass_at_k(10, 3, ks)], rtol=1e-15)
    np.testing.assert_array_equal(line(ax, "here"), [[5], [naive_pass_at_k(10, 3, 5)]])
    assert line(ax, "odd")[0].size == 0  # it raises for k > n, which is right


def test_an_answer_past_n_stands_in_the_shaded_part():
    ax = plots.plot_implementation(forms.paper_product, 4, 0, k=6)
    np.testing.assert_array_equal(line(ax, "given"), [range(1, 8), [0, 0, 0, 0, 1, 1, 1]])
    shaded = ax.collections[0].get_paths()[0].get_extents()
    assert shaded.x0 == 4.5
    assert shaded.x1 > 7


def odd_one(n, c, k):
    """Return things that are no chance: an error, NaN, text, and numbers off the scale."""
    values = {2: math.nan, 3: "a text", 4: 70.0, 5: -0.4}
    return 1 / 0 if k == 1 else values.get(k, 0.5)


def test_what_is_no_chance_is_crossed_out_at_the_edge():
    ax = plots.plot_implementation(odd_one, 6, 2)
    ks, heights = line(ax, "odd")
    assert ks.tolist() == [1, 2, 3, 4, 5]
    assert (heights[[0, 1, 2, 4]] < 0).all()
    assert heights[3] > 1
    assert line(ax, "given")[0].tolist() == [6, 7, 8, 9]


def test_a_function_that_is_not_ours_is_called_a_bounded_number_of_times(monkeypatch):
    monkeypatch.setattr("passk.calls.CAN_FORK", False)  # so that the calls can be seen
    calls = []
    plots.plot_implementation(lambda n, c, k: calls.append(k) or 0.5, 10_000, 3, k=77)
    assert 77 in calls
    assert 10_000 in calls
    assert len(calls) <= plots.MOST_CALLS + 2


def test_bars_of_scores_are_the_means_over_problems_with_their_intervals():
    ax = plots.plot_scores([LUA, GO])
    heights = [bar.get_height() for bar in ax.patches]
    np.testing.assert_allclose(heights[:2], [0.75, (5 / 6 + 1) / 2])
    each = pass_at_k(9, np.array([0, 3, 9]), 2)
    np.testing.assert_allclose(heights[3], each.mean())
    (_, bars) = [found for found in ax.containers if isinstance(found, ErrorbarContainer)]
    ends = bars.lines[2][0].get_segments()[1][:, 1]
    interval = benchmark(9, [0, 3, 9], 2, target="problems").confidence_interval
    np.testing.assert_allclose(ends, interval)


def test_curves_of_sampling_are_the_mean_true_pass_at_k():
    ax = plots.plot_sampling([0.1, 0.5], [0.2], largest_k=10)
    ks, values = line(ax, "setting")
    np.testing.assert_allclose(values, (true_pass_at_k(0.1, ks) + true_pass_at_k(0.5, ks)) / 2)
    np.testing.assert_allclose(line(ax, "usual")[1], true_pass_at_k(0.2, ks))


def legend(ax):
    """Return the words of the legend, from above."""
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_legend_of_sampling_names_the_setting_in_the_order_of_the_curves():
    usual = "usual: T = 0.8, top-p = 0.95"
    ax = plots.plot_sampling([0.3], [0.2], label="T = 0.2, top-p = 0.95")
    assert legend(ax) == ["T = 0.2, top-p = 0.95", usual]
    plots.plot_sampling([0.1], [0.2], label="T = 2, top-p = 1", ax=ax, update=True)
    assert legend(ax) == [usual, "T = 2, top-p = 1"]


def test_grid_lines_do_not_cut_the_bars_of_scores():
    ax = plots.plot_scores([LUA, GO])
    assert ax.get_axisbelow() is True
    assert min(bar.get_zorder() for bar in ax.patches) > ax.yaxis.get_zorder()


# Error bars


def band(ax, name):
    """Return the corners of the band of a name."""
    found = [band for band in ax.collections if band.get_gid() == name]
    assert len(found) == 1, name
    return np.concatenate([path.vertices for path in found[0].get_paths()] or [np.empty((0, 2))])


def words_on(ax):
    return [text.get_text() for text in ax.texts if text.get_text()]


def corners(ks, low, high):
    """Return the corners of a band as a set, to be found in another one."""
    return {*zip(ks, low.round(12), strict=True), *zip(ks, high.round(12), strict=True)}


def test_the_interval_goes_on_past_n_where_the_estimate_ends():
    ax = plots.plot_intervals(20, 3, k=10, confidence_level=0.9)
    ks, past = np.arange(1, 21), np.arange(20, 41)
    np.testing.assert_array_equal(line(ax, "estimate"), (ks, pass_at_k(20, 3, ks)))
    for name, shown in (("interval", ks), ("interval past n", past)):
        interval = confidence_interval(20, 3, shown, confidence_level=0.9)
        assert corners(shown, *interval) <= set(map(tuple, band(ax, name).round(12)))
    assert line(ax, "estimate here") == (10, pass_at_k(20, 3, 10))
    ends = confidence_interval(20, 3, 10, confidence_level=0.9)
    np.testing.assert_allclose(line(ax, "whisker"), [[10, 10], ends])
    hatches = {b.get_gid(): b.get_hatch() for b in ax.collections}
    assert hatches == {"interval": None, "interval past n": "//"}


def test_a_k_past_n_is_marked_without_an_estimate():
    ax = plots.plot_intervals(20, 3, k=100)
    assert np.isnan(line(ax, "estimate here")[1])
    np.testing.assert_allclose(line(ax, "whisker")[1], confidence_interval(20, 3, 100))
    assert ax.get_xlim()[1] > 100
    assert plots.plot_intervals(20, 3, largest_k=60).get_xlim()[1] < 62


def test_a_faulty_interval_is_drawn_as_it_is_and_ends_where_it_must():
    ax = plots.plot_intervals(20, 0, k=5, method="wald")
    assert set(band(ax, "interval")[:, 1]) == {0}
    ax = plots.plot_intervals(20, 3, k=10, method="plus-minus-2-se")
    assert band(ax, "interval")[:, 0].max() == 10
    assert band(ax, "interval past n").size == 0
    with pytest.raises(ValueError, match="method must be"):
        plots.plot_intervals(20, 3, method="t")


def test_a_single_sample_is_a_dot():
    assert plots.plot_intervals(1, 1).lines[0].get_marker() == "o"
    assert plots.plot_intervals(2, 1).lines[0].get_marker() == "None"


def test_a_game_shows_its_latest_intervals_and_which_miss():
    game = GAMES[0]
    ax = plots.plot_interval_game(game)
    for name, chosen in (("covers the truth", game.covers), ("misses it", ~game.covers)):
        places, ends = line(ax, name)
        latest = np.flatnonzero(chosen[20:]) + 20
        np.testing.assert_array_equal(places[::3], 1 + latest)
        np.testing.assert_array_equal(ends[::3], game.low[latest])
        np.testing.assert_array_equal(ends[1::3], game.high[latest])
        assert np.isnan(ends[2::3]).all()
    covers, misses, truth = ax.lines
    assert misses.get_linewidth() > covers.get_linewidth()
    assert misses.get_marker() != covers.get_marker()
    assert misses.get_color() != covers.get_color()
    assert truth.get_linestyle() == plots.TRUTH["linestyle"]
    assert set(truth.get_ydata()) == {game.truth}
    assert ax.get_title().startswith(f"wald, 95 %: {game.covering} of 120 cover the truth")
    assert ax.get_xlim() == (20, 121)


def test_intervals_of_no_length_are_marked_to_be_seen():
    ax = plots.plot_interval_game(IntervalGame(0.0, 20, 10, "wald", draws=3))
    covers, *_ = ax.lines
    assert covers.get_ydata()[~np.isnan(covers.get_ydata())].tolist() == [0.0] * 6
    assert covers.get_markevery().tolist() == [True] * 9
    covers, misses, _ = plots.plot_interval_game(GAMES[0]).lines
    assert not covers.get_markevery().any()
    assert misses.get_markevery().all()


def test_a_game_without_draws_says_so():
    ax = plots.plot_interval_game(GAMES[1])
    assert ax.get_title().splitlines()[0] == "clopper-pearson, 95 %: no draw yet"
    assert line(ax, "misses it")[0].size == 0


def test_a_benchmark_shows_each_problem_the_mean_and_both_error_bars():
    ax = plots.plot_benchmark(BENCHMARK, pass_at_k(20, SOLVED, 5), truths=(0.5, 0.6))
    edges, shares = (corner[1:-1:2] for corner in line(ax, "outline"))
    estimates = pass_at_k(20, SOLVED, 5)
    for i, share in (
        (0, estimates < 0.05),
        (5, (estimates >= 0.25) & (estimates < 0.3)),
        (-1, estimates >= 0.95),
    ):
        assert shares[i] == share.mean() > 0
    assert (shares.size, edges[5], shares.sum()) == (20, 0.25, pytest.approx(1))
    assert set(line(ax, "mean")[0]) == {BENCHMARK.value}
    for bar, truth in zip(BENCHMARK.bars, (0.5, 0.6), strict=True):
        assert line(ax, bar.target)[0].tolist() == [bar.low, bar.high]
        assert line(ax, f"{bar.target} mean")[0] == BENCHMARK.value
        assert line(ax, f"{bar.target} truth")[0] == truth
    assert words_on(ax) == ["other samples: 0.467 to 0.684", "other problems: 0.259 to 0.876"]
    assert legend(ax) == ["mean of the estimates", "truth"]


def test_an_error_bar_that_was_not_asked_for_or_does_not_exist_is_not_drawn():
    ax = plots.plot_benchmark(FEW, pass_at_k(8, [2, 8, 0], 8))
    assert np.isnan(line(ax, "samples")[0]).all()
    assert len(words_on(ax)) == 1
    assert words_on(ax)[0].startswith("other problems: ")
    assert legend(ax) == ["mean of the estimates"]
    ax = plots.plot_benchmark(benchmark(20, [3], 5), pass_at_k(20, [3], 5))
    assert words_on(ax)[1] == "other problems: no interval"
    assert np.isnan(line(ax, "problems mean")[0])


def test_words_of_a_benchmark_keep_clear_of_its_mean_and_make_no_certainty():
    ax = plots.plot_benchmark(benchmark(20, [0] * 9, 5), pass_at_k(20, [0] * 9, 5))
    assert {text.get_ha() for text in ax.texts} == {"right"}
    ax = plots.plot_benchmark(benchmark(20, [20] * 50, 10), pass_at_k(20, [20] * 50, 10))
    assert {text.get_ha() for text in ax.texts} == {"left"}
    assert words_on(ax)[0].startswith("other samples: 1 - ")
    assert words_on(ax)[0].endswith(" to 1.000")


@pytest.mark.parametrize("estimates", [[0.5], pass_at_k(20, SOLVED, 6), [[0.1] * 12]])
def test_estimates_of_another_benchmark_are_refused(estimates):
    with pytest.raises(
        ValueError, match=r"^estimates must be those of the result: \d+ with the me"
    ):
        plots.plot_benchmark(BENCHMARK, estimates)


def test_a_comparison_shows_difference_interval_band_and_truth():
    truth = np.linspace(0.3, -0.2, 20)
    ax = plots.plot_comparison(CROSSING, truth=truth)
    ks = np.arange(1, 21)
    np.testing.assert_array_equal(line(ax, "difference"), (ks, CROSSING.difference))
    np.testing.assert_array_equal(line(ax, "truth"), (ks, truth))
    for name, low, high in (
        ("interval", CROSSING.low, CROSSING.high),
        ("band", CROSSING.band_low, CROSSING.band_high),
    ):
        assert corners(ks, low, high) <= set(map(tuple, band(ax, name).round(12)))
    assert set(line(ax, "zero")[1]) == {0}
    assert ax.get_title() == "steady less erratic\n24 problems, n = 20"
    assert "truth" in legend(ax)
    assert "truth" not in legend(plots.plot_comparison(CROSSING))


def stretches(ax, name):
    """Return the stretches of the strip, neighbouring ones joined."""
    x = line(ax, name)[0].reshape(-1, 3)
    starts = [start for start, _, _ in x if start not in x[:, 1]]
    return starts, [stop for _, stop, _ in x if stop not in x[:, 0]]


def test_the_strip_says_who_leads_where():
    assert CROSSING.verdict.startswith("steady leads for k = 1; open for k = 2 to")
    ax = plots.plot_comparison(CROSSING)
    (((_, first_open),),) = (CROSSING.open,)
    assert stretches(ax, "first leads") == ([1 / 1.1], [pytest.approx(2**0.5)])
    between = pytest.approx((first_open * (first_open + 1)) ** 0.5)
    assert stretches(ax, "open") == ([pytest.approx(2**0.5)], [between])
    assert stretches(ax, "second leads") == ([between], [pytest.approx(22)])
    assert words_on(ax) == ["steady\nleads", "erratic leads", "open"]


def test_words_that_have_no_room_are_left_out():
    names = ("a model whose name is very long", "another one")
    ax = plots.plot_comparison(compare(ALL_AND_NONE, NOW_AND_THEN, names=names))
    assert not any("long" in words for words in words_on(ax))
    assert line(ax, "first leads")[0].size == 3


def test_undefined_errors_are_said_in_words():
    one = compare({1: (8, 8)}, {1: (8, 2)})
    ax = plots.plot_comparison(one)
    assert words_on(ax) == ["undefined"]
    assert band(ax, "band").size == 0
    half = plots.plot_comparison(compare(ALL_AND_NONE, NOW_AND_THEN, target="samples"))
    assert band(half, "band")[:, 0].max() == 10
    assert "undefined" in words_on(half)


@pytest.mark.parametrize(
    ("ks", "ticks"),
    [(None, [1, 2, 5, 10, 20]), ([1, 7], [1, 2, 5]), ([3, 4], [3, 4]), (4, [4]), ([2, 4], [2, 4])],
)
def test_the_axis_of_k_has_round_numbers_or_its_ends(ks, ticks):
    for plot in (plots.plot_comparison, plots.plot_two_curves):
        ax = plot(compare(ALL_AND_NONE, NOW_AND_THEN, ks))
        assert ax.get_xticks().tolist() == ticks
        low, high = (1, 20) if ks is None else (np.min(ks), np.max(ks))
        assert ax.get_xlim() == pytest.approx((low / 1.1, 1.1 * high))


def test_identical_models_have_curves_that_both_can_be_seen():
    ax = plots.plot_two_curves(compare(ALL_AND_NONE, ALL_AND_NONE, names=("A", "B")))
    np.testing.assert_array_equal(line(ax, "first"), line(ax, "second"))
    assert ax.lines[1].get_linestyle() == "--"  # and the first one shows through
    difference = plots.plot_comparison(compare(ALL_AND_NONE, ALL_AND_NONE))
    assert words_on(difference) == ["open"]


def test_two_curves_are_the_mean_scores():
    ax = plots.plot_two_curves(CROSSING)
    np.testing.assert_array_equal(line(ax, "first")[1], CROSSING.first)
    np.testing.assert_array_equal(line(ax, "second")[1], CROSSING.second)
    assert legend(ax) == ["steady", "erratic"]


def test_the_curve_of_a_benchmark_is_its_score_with_both_intervals_at_every_k():
    ns, cs = [20] * 11 + [6], [*SOLVED[:11], 1]
    ax, ks = plots.plot_mean_over_k(ns, cs, confidence_level=0.9), np.arange(1, 7)
    results = [benchmark(ns, cs, k, confidence_level=0.9) for k in range(1, 7)]
    np.testing.assert_array_equal(line(ax, "mean"), (ks, [result.value for result in results]))
    for i, target in enumerate(("samples", "problems")):
        low, high = np.array([(r.bars[i].low, r.bars[i].high) for r in results], float).T
        assert {r.bars[i].target for r in results} == {target}
        assert corners(ks, low, high) <= set(map(tuple, band(ax, target).round(12)))
        np.testing.assert_array_equal(line(ax, f"{target} ends")[1], [*low, np.nan, *high])
    assert ax.get_title() == "12 problems, n = 6 to 20; 90 % intervals"
    assert legend(ax) == ["mean pass@k", "same problems", "other problems"]
    one = plots.plot_mean_over_k(1, [1])
    assert one.get_title().startswith("1 problem, n = 1;")
    for ns, cs, complaint in ((2, [3], "cs must not exceed ns"), (0, [0], "ns must be at least 1")):
        with pytest.raises(ValueError, match=complaint):
            plots.plot_mean_over_k(ns, cs)


def test_a_picture_has_its_words_as_text_and_as_alternative_text_and_no_open_figure():
    figures = plt.get_fignums()
    shown = plots.picture(plots.plot_over_k(10, 3), "two curves")
    data, metadata = shown._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert data["text/plain"] == repr(shown) == shown.words == "two curves"
    assert metadata == {"image/png": {"alt": "two curves"}}
    assert plt.get_fignums() == figures
    again = plots.picture(plots.plot_over_k(10, 3), "two curves")
    assert again.png == shown.png
    with pytest.raises(ValueError, match="words must say what the figure shows"):
        plots.picture(plots.plot_over_k(10, 3), " ")


def test_a_plan_shows_expected_errors_and_the_floor():
    population = (0.25, 0.35)
    options = {"problems": 164, "population": population}
    ax = plots.plot_planning(10, n=20, standard_error=0.01, **options)
    for target in ("samples", "problems"):
        ns, errors = line(ax, target)
        assert (ns[0], ns[-1]) == (10, 1000)
        for i in (0, 13, -1):
            expected = expected_standard_error(int(ns[i]), 10, target=target, **options)
            assert errors[i] == expected
        expected = expected_standard_error(20, 10, target=target, **options)
        assert line(ax, f"{target} here") == (20, expected)
    floor = expected_standard_error(math.inf, 10, target="problems", **options)
    assert set(line(ax, "floor")[1]) == {floor}
    assert floor == pytest.approx(0.032, abs=5e-4)
    assert set(line(ax, "wanted")[1]) == {0.01}
    assert legend(ax) == ["other samples", "other problems", "floor: ever more samples", "wanted"]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_a_plan_without_a_population_is_for_the_worst_case():
    ax = plots.plot_planning(10, problems=164)
    assert ax.get_title() == "pass@10, 164 problems, worst case"
    assert line(ax, "samples")[1][0] == expected_standard_error(10, 10, problems=164)
    assert np.isnan(line(ax, "problems")[1]).all()
    assert legend(ax) == ["other samples"]


def grey(color):
    """Return how light a colour is, from 0 to 1."""
    return float(np.dot(to_rgb(color), (0.299, 0.587, 0.114)))


@pytest.mark.parametrize("pair", [(plots.FIRST, plots.SECOND), tuple(plots.TARGETS.values())])
def test_pairs_of_curves_differ_in_grey_and_in_form(pair):
    first, second = pair
    assert abs(grey(first["color"]) - grey(second["color"])) > 0.1
    assert first["linestyle"] != second["linestyle"]


def test_a_legend_is_renewed_only_if_its_words_change():
    ax = plots.plot_planning(10, problems=164, population=(0.25, 0.35))
    first = ax.get_legend()
    plots.plot_planning(10, problems=100, population=(0.25, 0.5), ax=ax, update=True)
    assert ax.get_legend() is first
    plots.plot_planning(10, problems=100, ax=ax, update=True)
    assert legend(ax) == ["other samples"]
    ax = plots.plot_two_curves(CROSSING)
    plots.plot_two_curves(SINGLE, ax=ax, update=True)
    assert legend(ax) == ["A", "B"]
