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

FIRST, SECOND = simulate(0.1, 20, 10, 300, rng=1), simulate(0.3, 8, 4, 900, rng=2)
RATES = np.array([0.1, 0.2, 0.3])
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
    plots.plot_scores: [(([LUA],), {}), (([GO],), {})],
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
        (band.get_gid(), band.get_paths()[0].vertices)
        for band in ax.collections
        if isinstance(band, PolyCollection)
    ]
    words = [text.get_text() for text in ax.texts]
    frame = [ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), ax.get_xlim(), ax.get_ylim()]
    return [*lines, *bands, words, frame, ax.get_xscale(), ax.get_yscale()]


def test_every_plot_is_listed_here():
    assert {plot.__name__ for plot in TWO_WAYS_TO_CALL} == set(plots.__all__)


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


def test_bars_of_scores_are_the_means_over_problems_with_their_standard_errors():
    ax = plots.plot_scores([LUA, GO])
    heights = [bar.get_height() for bar in ax.patches]
    np.testing.assert_allclose(heights[:2], [0.75, (5 / 6 + 1) / 2])
    each = pass_at_k(9, np.array([0, 3, 9]), 2)
    np.testing.assert_allclose(heights[3], each.mean())
    (_, bars) = [found for found in ax.containers if isinstance(found, ErrorbarContainer)]
    low, high = bars.lines[2][0].get_segments()[1][:, 1]
    np.testing.assert_allclose((high - low) / 2, each.std(ddof=1) / 3**0.5)


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
