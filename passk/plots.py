"""Figures: each function draws numbers on one matplotlib Axes and returns it.

The truth, the unbiased and the naive estimate have one colour and one line style everywhere; they
differ in grey, too. Without ``ax`` a function makes a figure of its own in the house style. With
``update=True`` it moves what an earlier call drew on the Axes, which is how explorers redraw.
"""

import functools
import inspect
import io
import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, NullLocator

from passk.calls import Caller
from passk.domain import counts, real_numbers, require_flag
from passk.estimators import naive_pass_at_k, pass_at_k, true_pass_at_k
from passk.exact import exact_pass_at_k
from passk.forms import FORMS, compare_forms, ulps_off
from passk.simulation import agreement_half_width
from passk.theory import bias, chance_of_counts, expected_value, mean_squared_error, variance
from passk.uncertainty.benchmarks import benchmark
from passk.uncertainty.games import any_interval
from passk.uncertainty.planning import expected_standard_error
from passk.wording import decimal, many, percent, share_in_words, significant

__all__ = [
    "Picture",
    "picture",
    "plot_benchmark",
    "plot_bias",
    "plot_bias_over_n",
    "plot_comparison",
    "plot_distribution",
    "plot_form_errors",
    "plot_forms",
    "plot_implementation",
    "plot_interval_game",
    "plot_intervals",
    "plot_mean_over_k",
    "plot_over_c",
    "plot_over_k",
    "plot_paired_difference",
    "plot_planning",
    "plot_running_means",
    "plot_sampling",
    "plot_scores",
    "plot_simulated_bias",
    "plot_two_curves",
    "plot_typical_error",
    "plot_urn",
]

TRUTH = {"color": "black", "linestyle": ":", "linewidth": 2.5}
UNBIASED = {"color": "#0072B2", "linestyle": "-", "linewidth": 3.0}
NAIVE = {"color": "#D55E00", "linestyle": "--", "linewidth": 3.0}
HERE = {"color": "0.35", "linestyle": "-", "linewidth": 1.2}
CORRECT, FAILED = "#009E73", "0.6"
WHISKER = {"color": "0.1", "linewidth": 3.0, "marker": "_", "markersize": 18, "markeredgewidth": 3}
TARGETS = {"samples": UNBIASED, "problems": {"color": "#661144", "linestyle": "--", "linewidth": 3}}
PAST_N = {"facecolor": "#F2F7FB", "edgecolor": "#9CC4DF", "hatch": "//"}
MARKS = {"samples": "o", "problems": "s"}
FLOOR = {"color": "0.35", "linestyle": "-.", "linewidth": 2.0}
FIRST = {"color": "#117733", "linestyle": "-", "linewidth": 3.0}
SECOND = {"color": "#CC79A7", "linestyle": "--", "linewidth": 3.0}

HOUSE_STYLE = {
    "font.size": 14,
    "axes.titlesize": 14,
    "axes.labelsize": 15,
    "legend.fontsize": 14,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "ytick.left": False,  # the grid lines show the places
    "grid.color": "0.9",
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "text.color": "black",
    "axes.labelcolor": "black",
    "axes.edgecolor": "black",
    "xtick.color": "black",
    "ytick.color": "black",
    "svg.hashsalt": "passk",
}
FORM_STYLES = dict(
    zip(
        FORMS,
        [
            ("black", "o", "-"),
            ("#0072B2", "s", "-"),
            ("#009E73", "^", ":"),
            ("#CC79A7", "D", "--"),
            ("#D55E00", "v", "--"),
            ("#8C564B", "P", "-."),
            ("#7F7F7F", "X", "-."),
            ("#56B4E9", "*", ":"),
        ],
        strict=True,
    )
)
MOST_POINTS = 300
MOST_CALLS = 100  # of a function that is not ours
SMALLEST_BIAS = 1e-12  # smaller ones are lost in the rounding of the sums
MOST_INTERVALS = 100
BINS = np.linspace(0, 1, 21)
BELOW = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.17), "columnspacing": 1.2}
FEW_TICKS = MaxNLocator(4, steps=[1, 2, 5, 10])
LETTER = 0.1  # width of one in inches


def _drawn_on_its_own_axes(size=(7.5, 4.6)):
    """Give a plotting function new Axes in the house style when it is called without ``ax``."""

    def decorate(plot):
        @functools.wraps(plot)
        def with_axes(*args, ax=None, **options):
            require_flag(options.get("update", False), "update")
            if ax is not None:
                options["update"] = options.get("update", False) and bool(ax.lines)
                return plot(*args, ax=ax, **options)
            # outside the style: the first figure of a session switches the notebook's backend on,
            # which leaving the style would undo
            figure = plt.figure(figsize=size, layout="constrained", facecolor="white")
            try:
                with mpl.rc_context(HOUSE_STYLE):
                    return plot(*args, ax=figure.add_subplot(), **options)
            except BaseException:
                plt.close(figure)
                raise

        with_axes.__signature__ = inspect.signature(plot)
        return with_axes

    return decorate


class Picture:
    """A figure as it stood, with words for those who do not see it; notebooks show the picture.

    Parameters
    ----------
    png : bytes
        The picture.
    words : str
        Its text alternative, and all that a text output has of it.

    Examples
    --------
    >>> Picture(b"", "One curve, rising.")
    One curve, rising.
    """

    def __init__(self, png, words):
        self.png, self.words = png, words

    def __repr__(self):
        return self.words

    def _repr_mimebundle_(self, include=None, exclude=None):
        """Return the picture and its words, the latter as alternative text, too."""
        data = {"image/png": self.png, "text/plain": self.words}
        return data, {"image/png": {"alt": self.words}}


def picture(ax, words):
    """Return the figure of an Axes as a picture with a text alternative, and close the figure.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        As the functions of this module return it.
    words : str
        What the figure shows, for those who do not see it.

    Returns
    -------
    Picture
        The last line of a notebook's cell shows it.

    Raises
    ------
    ValueError
        If there are no words.

    Examples
    --------
    >>> picture(plot_over_k(10, 3), "Two curves rise from 0.3 to 1; the naive one lies below.")
    Two curves rise from 0.3 to 1; the naive one lies below.
    """
    if not str(words).strip():
        raise ValueError("words must say what the figure shows: they are empty")
    png = io.BytesIO()
    with mpl.rc_context(HOUSE_STYLE):
        ax.figure.savefig(png, format="png", dpi=100, metadata={"Software": None})
    plt.close(ax.figure)
    return Picture(png.getvalue(), str(words))


@_drawn_on_its_own_axes()
def plot_urn(n, c, k, *, ax=None, update=False):
    """Draw the n samples as balls in an urn, the c correct ones filled.

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure.
    update : bool
        Move what an earlier call drew on `ax`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> print(plot_urn(10, 3, 5).get_title())
    n = 10 samples, c = 3 correct
    draw k = 5 of them
    """
    n, c, k = counts(n, c, k)
    columns = int(np.ceil(np.sqrt(n)))
    column, row = np.arange(n) % columns, np.arange(n) // columns
    size = min(34.0, 150.0 / columns)
    correct = {"marker": "o", "linestyle": "", "color": CORRECT, "label": "correct"}
    failed = correct | {"color": FAILED, "markerfacecolor": "none", "label": "failed"}
    _line(ax, "correct", column[:c], -row[:c], update, **correct).set_markersize(size)
    _line(ax, "failed", column[c:], -row[c:], update, **failed).set_markersize(size)
    ax.set(xlim=(-0.8, columns - 0.2), ylim=(0.2 - columns, 0.8), aspect="equal")
    ax.set_title(f"n = {many(n, 'sample')}, c = {c:,} correct\ndraw k = {k:,} of them")
    ax.set_axis_off()
    return ax


@_drawn_on_its_own_axes()
def plot_over_k(n, c, *, k=None, ax=None, update=False):
    """Draw both estimates of one problem against the number of draws.

    Parameters
    ----------
    n, c : int
        Samples and correct samples.
    k : int, optional
        A number of draws to mark.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = plot_over_k(10, 3, k=5)
    >>> [line.get_label() for line in ax.lines[:2]]
    ['unbiased', 'naive']
    """
    n, c, _ = counts(n, c, 1)
    ks = _spread(1, n)
    _both(ax, ks, pass_at_k(n, c, ks), naive_pass_at_k(n, c, ks), update)
    if k is not None:
        _mark_both(ax, k, pass_at_k(n, c, k), naive_pass_at_k(n, c, k), update)
    ax.set(xlim=_limits(1, n), ylim=(-0.03, 1.06))
    _label(ax, f"n = {n:,}, c = {c:,}", "draws k", "estimate of pass@k")
    return _few_ticks(ax, update, "lower right")


@_drawn_on_its_own_axes()
def plot_over_c(n, k, *, c=None, ax=None, update=False):
    """Draw both estimates against the number of correct samples.

    Parameters
    ----------
    n, k : int
        Samples and draws.
    c : int, optional
        A number of correct samples to mark.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> plot_over_c(10, 5, c=3).get_xlabel()
    'correct samples c'
    """
    n, _, k = counts(n, 0, k)
    cs = _spread(0, n)
    _both(ax, cs, pass_at_k(n, cs, k), naive_pass_at_k(n, cs, k), update)
    if c is not None:
        _mark_both(ax, c, pass_at_k(n, c, k), naive_pass_at_k(n, c, k), update)
    ax.set(xlim=_limits(0, n), ylim=(-0.03, 1.06))
    _label(ax, f"n = {n:,}, k = {k:,}", "correct samples c", f"estimate of pass@{k}")
    return _few_ticks(ax, update, "lower right")


@_drawn_on_its_own_axes()
def plot_bias(n, k, *, p=None, ax=None, update=False):
    """Draw the exact bias of both estimators against the true pass rate.

    Parameters
    ----------
    n, k : int
        Samples and draws.
    p : float, optional
        A true pass rate to mark.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> plot_bias(20, 10, p=0.1).get_title()
    'n = 20, k = 10'
    """
    rates = _rates(k)
    naive = bias(naive_pass_at_k, rates, n, k)
    unbiased = bias(pass_at_k, rates, n, k)
    _both(ax, rates, unbiased, naive, update)
    if p is not None:
        _mark_both(ax, p, 0.0, bias(naive_pass_at_k, p, n, k), update)
    depth = max(-naive.min(), 0.004)
    ax.set(xlim=(-0.02, 1.02), ylim=(-1.15 * depth, 0.2 * depth))
    _label(ax, f"n = {n:,}, k = {k:,}", "true pass rate p", f"bias in pass@{k}")
    _few_ticks(ax, update, "lower right")
    return _fixed_width_numbers(ax, update)


@_drawn_on_its_own_axes()
def plot_bias_over_n(p, k, *, n=None, ax=None, update=False):
    """Draw the size of the naive bias against the number of samples, on logarithmic axes.

    Parameters
    ----------
    p : float
        True pass rate, ``0 < p < 1``.
    k : int
        Draws, at least 2: pass@1 has no bias.
    n : int, optional
        A number of samples to mark.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If p is 0 or 1, or k is 1: there is no bias then. Also if it is too small to compute.

    Examples
    --------
    >>> plot_bias_over_n(0.1, 10, n=20).get_xscale()
    'log'
    """
    if not 0 < p < 1 or k < 2:
        raise ValueError(f"there is no bias to draw for p={p}, k={k}: 0 < p < 1 and k >= 2 needed")
    ns = np.unique(np.geomspace(k, 100 * k, 25).astype(int))
    sizes = np.array([-bias(naive_pass_at_k, p, int(m), k) for m in ns])
    ns, sizes = ns[sizes > SMALLEST_BIAS], sizes[sizes > SMALLEST_BIAS]
    if ns.size == 0:
        raise ValueError(f"the bias is below {SMALLEST_BIAS:g} for every n: p={p}, k={k}")
    _line(ax, "naive", ns, sizes, update, label="naive, exact", **NAIVE)
    leading = k * (k - 1) / 2 * p * (1 - p) ** (k - 1) / ns
    _line(ax, "leading", ns, leading, update, label="k(k-1)/2n · p(1-p)ᵏ⁻¹", **TRUTH)
    if n is not None:
        _mark(ax, "naive here", n, -bias(naive_pass_at_k, p, n, k), update, NAIVE["color"])
    if not update:
        ax.set_yscale("log")
        ax.yaxis.set_minor_formatter(NullFormatter())
        ax.yaxis.set_major_formatter("{x:g}")
    _log_axis(ax, update)
    top = max(*sizes, *leading)
    ax.set(xlim=(0.9 * k, 110 * k), ylim=(min(*sizes, *leading) / 1.5, 2 * top))
    _label(ax, f"p = {significant(p)}, k = {k:,}", "samples n", "size of the bias")
    return _with_legend(ax, update, loc="upper right")


@_drawn_on_its_own_axes()
def plot_typical_error(n, k, *, p=None, ax=None, update=False):
    """Draw the root mean squared error of both estimators for one problem against p.

    Parameters
    ----------
    n, k : int
        Samples and draws.
    p : float, optional
        A true pass rate to mark.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> plot_typical_error(20, 10).get_ylabel()
    'typical error, one problem'
    """
    rates = _rates(k)
    unbiased, naive = (
        np.sqrt(mean_squared_error(g, rates, n, k)) for g in (pass_at_k, naive_pass_at_k)
    )
    _both(ax, rates, unbiased, naive, update)
    if p is not None:
        here = [mean_squared_error(g, p, n, k) ** 0.5 for g in (pass_at_k, naive_pass_at_k)]
        _mark_both(ax, p, *here, update)
    ax.set(xlim=(-0.02, 1.02), ylim=(0, 1.15 * max(unbiased.max(), naive.max())))
    _label(ax, f"n = {n:,}, k = {k:,}", "true pass rate p", "typical error, one problem")
    _few_ticks(ax, update, "upper right")
    return _fixed_width_numbers(ax, update)


@_drawn_on_its_own_axes()
def plot_running_means(simulation, *, ax=None, update=False):
    """Draw the mean of both estimates over the replicates so far, with the exact values.

    The bands show where the running means lie in 95 of 100 simulations at each point: the exact
    expected value plus and minus 1.96 exact standard errors.

    Parameters
    ----------
    simulation : Simulation
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk import simulate
    >>> plot_running_means(simulate(0.1, 20, 10, 100, rng=0)).get_xlabel()
    'replicates'
    """
    p, n, k = simulation.p, simulation.n, simulation.k
    shown = _spread_in_log(simulation.replicates)
    for name, estimator, style in (
        ("unbiased", pass_at_k, UNBIASED),
        ("naive", naive_pass_at_k, NAIVE),
    ):
        centre = expected_value(estimator, p, n, k)
        half = 1.96 * np.sqrt(variance(estimator, p, n, k) / shown)
        _band(ax, f"{name} band", shown, centre - half, centre + half, update, style["color"])
        running = simulation.running_mean(estimator)[shown - 1]
        _line(ax, name, shown, running, update, label=name, **style)
        exact = TRUTH | {"label": "exact" if name == "naive" else "_"}
        _line(ax, f"{name} exact", [1, 10**7], [centre, centre], update, **exact)
    centre, half = true_pass_at_k(p, k), _visible(variance(pass_at_k, p, n, k) ** 0.5 / 3)
    ylim = max(centre - 3 * half, 0.0), centre + 2 * half
    ax.set(xlim=(10, max(simulation.replicates, 20)), ylim=ylim)
    _log_axis(ax, update)
    _fixed_width_numbers(ax, update)
    _label(ax, _experiment(p, n, k), "replicates", f"mean estimate of pass@{k}")
    return _with_legend(ax, update, loc="upper right")


@_drawn_on_its_own_axes()
def plot_distribution(simulation, *, ax=None, update=False):
    """Draw how often each value of both estimates came up, with the exact chances.

    Parameters
    ----------
    simulation : Simulation
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk import simulate
    >>> plot_distribution(simulate(0.1, 20, 10, 100, rng=0)).get_ylabel()
    'share of replicates'
    """
    p, n, k = simulation.p, simulation.n, simulation.k
    shares = simulation.histogram() / simulation.replicates
    chances = chance_of_counts(p, n)
    cs = np.flatnonzero((shares > 0) | (chances > 1e-4))
    shares, chances = shares[cs], chances[cs]
    for name, estimator, style, marker in (
        ("unbiased", pass_at_k, UNBIASED, "o"),
        ("naive", naive_pass_at_k, NAIVE, "s"),
    ):
        values = estimator(n, cs, k)
        stems = np.repeat(values, 3), np.stack([0 * shares, shares, shares * np.nan], 1).ravel()
        _line(ax, f"{name} stems", *stems, update, color=style["color"], linewidth=2, alpha=0.5)
        dots = {"color": style["color"], "marker": marker, "linestyle": "", "markersize": 9}
        _line(ax, name, values, shares, update, label=name, **dots)
        ticks = {"color": "black", "marker": "_", "linestyle": "", "markersize": 15}
        label = "exact" if name == "naive" else "_"
        _line(ax, f"{name} exact", values, chances, update, label=label, **ticks)
    ax.set(xlim=(-0.03, 1.03), ylim=(0, 1.15 * max(shares.max(), chances.max())))
    title = _experiment(p, n, k)
    _label(ax, title, f"estimate of pass@{k}", "share of replicates")
    _few_ticks(ax, update, "upper left")
    return _fixed_width_numbers(ax, update)


@_drawn_on_its_own_axes()
def plot_paired_difference(simulation, *, ax=None, update=False):
    """Draw the running mean of naive less unbiased: the bias, without knowing the truth.

    Parameters
    ----------
    simulation : Simulation
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk import simulate
    >>> ax = plot_paired_difference(simulate(0.1, 20, 10, 100, rng=0))
    >>> [line.get_label() for line in ax.lines]
    ['naive less truth', 'naive less unbiased', 'exact bias']
    """
    p, n, k = simulation.p, simulation.n, simulation.k
    shown = _spread_in_log(simulation.replicates)
    direct = simulation.running_mean(naive_pass_at_k) - true_pass_at_k(p, k)
    paired = np.cumsum(simulation.paired_difference()) / np.arange(1, simulation.replicates + 1)
    noisy = {"color": "0.45", "linestyle": "--", "linewidth": 2.0, "label": "naive less truth"}
    _line(ax, "direct", shown, direct[shown - 1], update, **noisy)
    _line(ax, "paired", shown, paired[shown - 1], update, label="naive less unbiased", **NAIVE)
    exact = bias(naive_pass_at_k, p, n, k)
    _line(ax, "exact", [1, 10**7], [exact, exact], update, label="exact bias", **TRUTH)
    half = _visible(2 * variance(naive_pass_at_k, p, n, k) ** 0.5 / 3)
    ax.set(xlim=(10, max(simulation.replicates, 20)), ylim=(exact - half, exact + half))
    _log_axis(ax, update)
    _fixed_width_numbers(ax, update)
    _label(ax, _experiment(p, n, k), "replicates", "mean difference")
    return _with_legend(ax, update, loc="upper right")


@_drawn_on_its_own_axes()
def plot_simulated_bias(rates, unbiased, naive, n, k, *, replicates, ax=None, update=False):
    """Draw simulated bias at many true rates over the exact curves, with an agreement band.

    The band is so wide that in 999 of 1000 simulations all points of both curves lie inside.

    Parameters
    ----------
    rates, unbiased, naive : array_like of float, shape (rates,)
        True pass rates and the simulated means, from `passk.simulation.simulate_means`.
    n, k : int
        Samples and draws.
    replicates : int
        Replicates behind each mean.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk.simulation import simulate_means
    >>> rates = [0.1, 0.2, 0.3]
    >>> ax = plot_simulated_bias(
    ...     rates, *simulate_means(rates, 20, 10, 1000, rng=0), 20, 10, replicates=1000
    ... )
    >>> ax.get_title()
    'n = 20, k = 10, 1,000 replicates'
    """
    rates, edges = np.asarray(rates, dtype=float), []
    for name, estimator, means, style, marker in (
        ("unbiased", pass_at_k, unbiased, UNBIASED, "o"),
        ("naive", naive_pass_at_k, naive, NAIVE, "s"),
    ):
        exact = bias(estimator, rates, n, k)
        deviation = np.sqrt(variance(estimator, rates, n, k))
        half = agreement_half_width(deviation, replicates, means=2 * rates.size)
        _band(ax, f"{name} band", rates, exact - half, exact + half, update, style["color"])
        _line(ax, f"{name} exact", rates, exact, update, label=f"{name}, exact", **style)
        dots = {"color": style["color"], "marker": marker, "linestyle": "", "markersize": 8}
        simulated = np.asarray(means) - true_pass_at_k(rates, k)
        edges += [exact - half, exact + half, simulated]
        _line(ax, name, rates, simulated, update, label=f"{name}, simulated", **dots)
    ax.set(xlim=_limits(rates.min(), rates.max()), ylim=_limits(np.min(edges), np.max(edges)))
    title = f"n = {n:,}, k = {k:,}, {many(replicates, 'replicate')}"
    _label(ax, title, "true pass rate p", f"bias in pass@{k}")
    return _with_legend(ax, update, loc="lower right")


@_drawn_on_its_own_axes(size=(11, 5))
def plot_forms(n, c, k, *, ax=None, update=False):
    """Draw how many digits every form of the computation gets right at one (n, c, k).

    Parameters
    ----------
    n, c, k : int
        Samples, correct samples, draws.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> plot_forms(200, 7, 10).get_title()
    'n = 200, c = 7, k = 10'
    """
    results = compare_forms(n, c, k)
    place = np.arange(len(results))[::-1]
    for word, style in {
        "right": {"color": UNBIASED["color"], "marker": "o"},
        "digits lost": {"color": "#E69F00", "marker": "D"},
        "wrong in silence": {"color": NAIVE["color"], "marker": "X"},
        "not a number": {"color": "black", "marker": "x"},
    }.items():
        chosen = [i for i, result in enumerate(results) if result.status == word]
        digits = [results[i].digits for i in chosen]
        style |= {"linestyle": "", "markersize": 13, "markeredgewidth": 3, "label": word}
        _line(ax, word, digits, place[chosen], update, **style)
    bars = np.stack([np.zeros(len(results)), [r.digits for r in results], [np.nan] * len(results)])
    rows = np.repeat(place.astype(float), 3)
    _line(ax, "bars", bars.T.ravel(), rows, update, color="0.6", linewidth=4, zorder=1)
    ax.set(xlim=(-0.7, 27), ylim=(-0.6, len(results) - 0.4))
    ax.set_xticks([0, 4, 8, 12, 16])
    for y, result in zip(place, results, strict=True):
        words = {"va": "center", "family": "monospace"}
        _text(ax, f"{result.name} value", 17.4, y, f"{result.value:.16g}", update, **words)
    ax.set_yticks(place, [result.name for result in results])
    _label(ax, f"n = {n}, c = {c}, k = {k}", "decimal digits right", "")
    return _with_legend(ax, update, loc="upper center", bbox_to_anchor=(0.4, -0.2), ncols=2)


@_drawn_on_its_own_axes(size=(11, 4.8))
def plot_form_errors(cases, *, forms=FORMS, ax=None, update=False):
    """Draw the error of every form in units in the last place against n, on logarithmic axes.

    Parameters
    ----------
    cases : iterable of (n, c, k)
        In order of n.
    forms : mapping of str to callable
        Name and ``form(n, c, k) -> float``.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes
        Errors below a tenth of an ulp are drawn there; NaN and infinities at the upper edge.

    Examples
    --------
    >>> plot_form_errors([(10, 1, 5), (100, 1, 50), (1000, 1, 500)]).get_yscale()
    'log'
    """
    cases = list(cases)
    if not cases or not forms:
        raise ValueError("there must be at least one case and one form to draw")
    ns = [n for n, _, _ in cases]
    for name, form in forms.items():
        errors = [ulps_off(form(*case), exact_pass_at_k(*case)) for case in cases]
        shown = np.clip(errors, 0.1, 1e18)
        colour, marker, dashes = FORM_STYLES.get(name, ("black", "o", "-"))
        style = {"color": colour, "marker": marker, "linestyle": dashes, "linewidth": 2}
        _line(ax, name, ns, shown, update, label=name, markersize=8, **style)
    if not update:
        ax.set_yscale("log")
    _log_axis(ax, update)
    ax.set(xlim=(min(ns) / 1.3, max(ns) * 1.3), ylim=(0.05, 1e19))
    ax.set_yticks([1, 1e4, 1e8, 1e12, 1e16], ["1", "10⁴", "10⁸", "10¹²", "none left"])
    ax.yaxis.set_minor_formatter(NullFormatter())
    _label(ax, "error of each form", "samples n", "error in ulp")
    return _with_legend(ax, update, loc="center left", bbox_to_anchor=(1.0, 0.5))


@_drawn_on_its_own_axes()
def plot_implementation(implementation, n, c, *, k=None, ax=None, update=False):
    r"""Draw what somebody's pass@k gives against the number of draws, and the right values.

    The axis goes on past n, where a right implementation gives no number.

    Parameters
    ----------
    implementation : callable or Caller
        ``implementation(n, c, k) -> number``. It may raise, print or loop.
    n, c : int
        Samples and correct samples.
    k : int, optional
        A number of draws to mark; it may exceed n.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = plot_implementation(naive_pass_at_k, 10, 3)
    >>> [line.get_label() for line in ax.lines[:3]]
    ['right', 'this implementation', 'no number, or\noff the scale']
    """
    n, c, _ = counts(n, c, 1)
    call = implementation if isinstance(implementation, Caller) else Caller(implementation)
    ks, last = _spread(1, n), past_n(n)
    tried = np.union1d(np.linspace(1, last, min(last, MOST_CALLS)).astype(int), [n, k or n])
    call.rest()
    given = np.array([_as_float(call(n, c, int(tried_k)).number) for tried_k in tried])
    call.close()
    inside = (given >= -0.03) & (given <= 1.06)
    odd = ~inside & ((tried <= n) | np.isfinite(given))
    small = 9 if len(tried) <= 30 else 7
    own = {"color": NAIVE["color"], "linestyle": "", "marker": "o", "markersize": small}
    off = own | {"marker": "X", "markersize": 9}
    here = tried == k
    _line(ax, "right", ks, pass_at_k(n, c, ks), update, label="right", **UNBIASED)
    label = "this implementation"
    dots = _line(ax, "given", tried[inside], given[inside], update, label=label, **own)
    dots.set_markersize(small)
    heights = np.where(given[odd] > 1, 1.06, -0.03)
    _line(ax, "odd", tried[odd], heights, update, label="no number, or\noff the scale", **off)
    past = _band(ax, "past n", [n + 0.5, 2 * past_n(n)], -0.1, 1.2, update, "black")
    past.set_label("k > n: no value\nis right there")
    marked = here & inside
    ring = {"marker": "o", "markersize": 20, "markerfacecolor": "none", "linestyle": ""}
    _line(ax, "here", tried[marked], given[marked], update, color="black", **ring)
    ax.set(xlim=_limits(1, past_n(n)), ylim=(-0.1, 1.15))
    _label(ax, f"n = {n}, c = {c}", "draws k", "pass@k")
    if not update:
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    return _with_legend(ax, update, loc="center left", bbox_to_anchor=(1.0, 0.5))


@_drawn_on_its_own_axes()
def plot_scores(scores, *, ax=None, update=False):
    """Draw pass@k of several languages as bars, with intervals for other problems like these.

    The intervals are those of `benchmark` with the target "problems", of each language alone. They
    do not tell how sure a difference is: where the problems are the same, it is surer than they
    look (see `compare`), and where they are not, it may be no difference of the languages at all.

    Parameters
    ----------
    scores : sequence of Score
        As `passk.execution.Evaluation.score` returns them, of the same ks, none above an n.
    ax, update
        As for `plot_urn`; bars are always drawn anew.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk.execution import Score
    >>> score = Score("Lua", {"1": (4, 2), "2": (4, 4)}, {1: 0.75, 2: 0.9}, {})
    >>> [round(float(bar.get_height()), 2) for bar in plot_scores([score]).patches]
    [0.75, 0.92]
    """
    if update:
        ax.clear()
    ks, width = list(scores[0].pass_at_k), 0.8 / len(scores)
    for i, score in enumerate(scores):
        ns, cs = map(np.array, zip(*score.problems.values(), strict=True))
        found = [benchmark(ns, cs, k, target="problems") for k in ks]
        means = np.array([score.value for score in found])
        ends = np.array([score.confidence_interval for score in found], float)  # NaN: there is none
        errors = np.abs(ends.T - means)
        places = np.arange(len(ks)) + (i - (len(scores) - 1) / 2) * width
        color = FORM_STYLES[list(FORM_STYLES)[i % 7 + 1]][0]
        bars = {"width": 0.9 * width, "color": color, "label": score.language, "capsize": 5}
        ax.bar(places, means, yerr=errors, ecolor="black", **bars)
    ax.set_axisbelow(True)  # grid lines would cut the bars
    ax.set_xticks(np.arange(len(ks)), [f"pass@{k}" for k in ks])
    ax.set(ylim=(0, 1.05))
    _label(ax, "mean over each language's own problems, 95 % interval", "", "pass@k")
    return _with_legend(ax, False, loc="center left", bbox_to_anchor=(1.0, 0.5))


@_drawn_on_its_own_axes()
def plot_sampling(rates, usual, *, label="this setting", largest_k=100, ax=None, update=False):
    """Draw the true pass@k of a model against the draws, at a setting and at the usual one.

    Parameters
    ----------
    rates, usual : array_like of float
        True pass rate of each problem, at the setting and at the usual one.
    label : str
        What the legend calls the setting.
    largest_k : int
        End of the axis.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = plot_sampling([0.1, 0.2], [0.0, 0.4], label="T = 2, top-p = 1")
    >>> [text.get_text() for text in ax.get_legend().get_texts()]  # from above, at k = 1
    ['usual: T = 0.8, top-p = 0.95', 'T = 2, top-p = 1']
    """
    ks = _spread_in_log(largest_k)
    setting, usually = (
        true_pass_at_k(np.asarray(given, float)[:, None], ks).mean(axis=0)
        for given in (rates, usual)
    )
    _line(ax, "setting", ks, setting, update, **UNBIASED).set_label(label)
    usual_label = "usual: T = 0.8, top-p = 0.95"
    _line(ax, "usual", ks, usually, update, label=usual_label, **TRUTH)
    _log_axis(ax, update)
    ax.set(xlim=(0.9, 1.1 * largest_k), ylim=(-0.03, 1.06))
    _label(ax, "mean of the true pass@k over the problems", "draws k", "pass@k")
    drawn = [line for line in ax.lines if line.get_gid() in ("setting", "usual")]
    from_above = sorted(drawn, key=lambda line: -line.get_ydata()[0])
    return _with_legend(ax, False, handles=from_above, loc="lower right")


@_drawn_on_its_own_axes()
def plot_intervals(
    n,
    c,
    *,
    k=None,
    method="clopper-pearson",
    confidence_level=0.95,
    largest_k=None,
    ax=None,
    update=False,
):
    """Draw the estimate of one problem against the draws, and the interval, which goes on past n.

    Parameters
    ----------
    n, c : int
        Samples and correct samples.
    k : int, optional
        A number of draws to mark; it may exceed n.
    method, confidence_level
        As for `passk.uncertainty.games.any_interval`: faulty methods are drawn as they are.
    largest_k : int, optional
        End of the axis. Default: 2n, or a little more.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = plot_intervals(20, 3, k=30)
    >>> [line.get_label() for line in ax.lines][0], ax.get_title().splitlines()[1]
    ('estimate, k ≤ n', 'clopper-pearson, 95 %')
    """
    n, c, _ = counts(n, c, 1)
    last = max(largest_k or max(2 * n, n + 5), k or 1, n)
    ends = functools.partial(_ends_over_k, n, c, method, confidence_level)
    ks, past = _spread(1, n), _spread(n, last)
    dots = _line(ax, "estimate", ks, pass_at_k(n, c, ks), update, **UNBIASED)
    dots.set(label="estimate, k ≤ n", marker="o" if n == 1 else "None")
    _band(ax, "interval", ks, *ends(ks), update, UNBIASED["color"]).set_label("interval, k ≤ n")
    _band(ax, "interval past n", past, *ends(past), update, **PAST_N).set_label("interval, k > n")
    if k is not None:
        _line(ax, "whisker", [k, k], np.ravel(ends(np.array([k]))), update, **WHISKER)
        here = pass_at_k(n, c, k) if k <= n else np.nan
        _mark(ax, "estimate here", k, here, update, UNBIASED["color"])
    ax.set(xlim=_limits(1, last), ylim=(-0.03, 1.06))
    _label(ax, f"n = {n:,}, c = {c:,}\n{method}, {percent(confidence_level)}", "draws k", "pass@k")
    if not update:
        ax.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10], integer=True))
    return _with_legend(ax, update, ncols=3, **BELOW)


@_drawn_on_its_own_axes(size=(7.5, 5))
def plot_interval_game(game, *, ax=None, update=False):
    """Draw the latest intervals of a game, and which of them miss the truth.

    Parameters
    ----------
    game : IntervalGame
        The latest 100 of its intervals are drawn; the title counts all.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk.uncertainty import IntervalGame
    >>> print(plot_interval_game(IntervalGame(0.1, 20, 10, "wald").more(100)).get_title())
    wald, 95 %: 88 of 100 cover the truth
    exact: 87.6 % of all such intervals
    """
    before = max(game.draws - MOST_INTERVALS, 0)
    place = 1 + np.arange(before, game.draws)
    low, high, covers = (values[before:] for values in (game.low, game.high, game.covers))
    dashes = {"color": "#56B4E9", "linewidth": 2, "marker": "_", "markersize": 4}
    crosses = {"color": NAIVE["color"], "linewidth": 4, "marker": "X", "markersize": 11}
    for name, chosen, marked, style in (
        ("covers the truth", covers, low == high, dashes),  # of no length: not seen otherwise
        ("misses it", ~covers, ~covers, crosses),
    ):
        ends = np.stack([low[chosen], high[chosen], np.full(chosen.sum(), np.nan)], 1).ravel()
        places = np.repeat(place[chosen], 3)
        drawn = _line(ax, name, places, ends, update, label=name, **style)
        drawn.set_markevery(np.repeat(marked[chosen], 3))
    _line(ax, "truth", [0, 10**9], [game.truth] * 2, update, label="truth", zorder=4, **TRUTH)
    ax.set(xlim=(before, before + MOST_INTERVALS + 1), ylim=(-0.03, 1.06))
    found = f"{game.covering:,} of {game.draws:,} cover the truth" if game.draws else "no draw yet"
    exact = f"exact: {share_in_words(game.coverage)} of all such intervals"
    title = f"{game.method}, {percent(game.confidence_level)}: {found}\n{exact}"
    _label(ax, title, "number of the draw", f"intervals of pass@{game.k}")
    if not update:
        ax.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    return _with_legend(ax, update, ncols=3, **BELOW)


@_drawn_on_its_own_axes(size=(8, 4.8))
def plot_benchmark(result, estimates, *, truths=None, ax=None, update=False):
    """Draw the estimates of a benchmark's problems, their mean, and its two error bars.

    Parameters
    ----------
    result : Benchmark
        From `passk.uncertainty.benchmark`.
    estimates : array_like of float, shape (problems,)
        The estimate of each problem, as `passk.pass_at_k` gives it.
    truths : pair of float, optional
        In a simulation: the true score of these problems, and that of all problems like them.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the estimates are not those of the result.

    Examples
    --------
    >>> from passk.uncertainty import benchmark
    >>> cs = [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1]
    >>> ax = plot_benchmark(benchmark(20, cs, 5), pass_at_k(20, cs, 5))
    >>> [text.get_text() for text in ax.texts]
    ['other samples: 0.467 to 0.684', 'other problems: 0.259 to 0.876']
    """
    estimates = real_numbers(estimates, "estimates")
    if estimates.shape != (result.problems,) or abs(estimates.mean() - result.value) > 1e-9:
        found = f"{estimates.size} with the mean {estimates.mean():.6g}"
        wanted = f"{result.problems} with the mean {result.value:.6g}"
        raise ValueError(f"estimates must be those of the result: {found}, not {wanted}")
    shares = np.histogram(estimates, BINS)[0] / estimates.size
    outline = np.repeat(BINS, 2), np.concatenate([[0], np.repeat(shares, 2), [0]])
    _band(ax, "problems", outline[0], 0 * outline[1], outline[1], update, "black")
    _line(ax, "outline", *outline, update, color="0.4", linewidth=1.5)
    mean = UNBIASED | {"linewidth": 2.0, "label": "mean of the estimates"}
    _line(
        ax, "mean", [result.value] * 2, [0, 1], update, transform=ax.get_xaxis_transform(), **mean
    )
    for target, row, truth in zip(TARGETS, (0.88, 0.68), truths or (np.nan,) * 2, strict=True):
        _error_bar(ax, target, row, result, truth, update)
    ax.set(xlim=(-0.03, 1.03), ylim=(0, shares.max() / 0.56))
    title = str(result).splitlines()[0].replace(", n = ", "\nn = ")
    _label(ax, title, f"estimate of pass@{result.k}", "share of problems")
    ax.set_yticks([y for y in FEW_TICKS.tick_values(0, shares.max()) if y <= shares.max()])
    ax.yaxis.set_major_formatter("{x:.2f}")
    ax.set_axisbelow(True)
    handles = [line for line in ax.lines if line.get_gid() == "mean"]
    if truths is not None:
        handles += [line for line in ax.lines if line.get_gid() == "samples truth"]
    return _with_true_legend(ax, handles, ncols=2, **BELOW)


@_drawn_on_its_own_axes(size=(8, 4.8))
def plot_comparison(comparison, *, truth=None, ax=None, update=False):
    """Draw the difference of two models against the draws, and where one of them leads.

    Parameters
    ----------
    comparison : Comparison
        From `passk.uncertainty.compare`.
    truth : array_like of float, shape (ks,), optional
        In a simulation: the true differences.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from passk.uncertainty import compare
    >>> first, second = {i: (20, i) for i in range(20)}, {i: (20, 0) for i in range(20)}
    >>> ax = plot_comparison(compare(first, second, names=("able", "unable")))
    >>> [text.get_text() for text in ax.texts]
    ['able leads', '', '', '']
    """
    ks, difference, low, high, band_low, band_high = _over_k(
        comparison, "k", "difference", "low", "high", "band_low", "band_high"
    )
    _band(ax, "band", ks, band_low, band_high, update, "black").set_label("band for all k at once")
    inner = _band(ax, "interval", ks, low, high, update, UNBIASED["color"])
    inner.set(alpha=0.3, label="interval for each k")
    _line(ax, "zero", [1e-3, 1e9], [0, 0], update, **HERE)
    _line(ax, "difference", ks, difference, update, label="difference", **UNBIASED)
    true = np.full(ks.size, np.nan) if truth is None else np.broadcast_to(truth, ks.size)
    _line(ax, "truth", ks, true, update, zorder=4, **TRUTH).set_label(
        "_" if truth is None else "truth"
    )
    _leaders(ax, comparison, update)
    _log_axis_of_k(ax, comparison.k, update)
    shown = np.concatenate([[0.0], band_low, band_high, difference, true])
    bottom, top = _limits(np.nanmin(shown), np.nanmax(shown))
    ax.set_ylim(bottom, top + 0.35 * (top - bottom))  # with room for the words
    n = " to ".join(f"{m:,}" for m in sorted(set(comparison.n)))
    problems = many(comparison.problems, "problem")
    title = f"{comparison.names[0]} less {comparison.names[1]}\n{problems}, n = {n}"
    _label(ax, title, "draws k", "difference of pass@k")
    if not update:
        ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        ax.yaxis.set_major_formatter("{x:+.2f}")
    return _with_true_legend(ax, ncols=2, **BELOW)


@_drawn_on_its_own_axes()
def plot_two_curves(comparison, *, ax=None, update=False):
    """Draw the mean pass@k of two models against the draws.

    Parameters
    ----------
    comparison : Comparison
        From `passk.uncertainty.compare`.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from passk.uncertainty import compare
    >>> comparison = compare({"one": (4, 2)}, {"one": (4, 1)}, names=("A", "B"))
    >>> ax = plot_two_curves(comparison, ax=Figure().subplots())
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['A', 'B']
    """
    ks, first, second = _over_k(comparison, "k", "first", "second")
    for name, values, label, style in (
        ("first", first, comparison.names[0], FIRST),
        ("second", second, comparison.names[1], SECOND),
    ):
        _line(ax, name, ks, values, update, **style).set_label(label)
    _log_axis_of_k(ax, comparison.k, update)
    ax.set(ylim=(-0.03, 1.06))
    _label(ax, "mean over the problems", "draws k", "pass@k")
    if not update:
        ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    return _with_true_legend(ax, loc="lower right")


@_drawn_on_its_own_axes(size=(8, 4.8))
def plot_mean_over_k(ns, cs, *, confidence_level=0.95, ax=None, update=False):
    """Draw the mean pass@k of a benchmark against the draws, with the intervals of both questions.

    Each interval is that of `benchmark` for its k alone: neither band promises to hold the whole
    curve. For the difference of two models `plot_comparison` has such a band.

    Parameters
    ----------
    ns, cs : int or array_like of int, shape (problems,)
        Samples and correct samples of each problem.
    confidence_level : float
        Of the intervals.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        For counts that `benchmark` refuses.

    Examples
    --------
    >>> ax = plot_mean_over_k(20, [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['mean pass@k', 'same problems', 'other problems']
    """
    options = {"confidence_level": confidence_level}
    benchmark(ns, cs, 1, **options)  # refuses what are no counts
    ks = _spread_in_log(int(np.min(ns)))
    results = [benchmark(ns, cs, int(k), **options) for k in ks]
    handles = [
        _intervals_over_k(ax, target, label, results, update)
        for target, label in (("problems", "other problems"), ("samples", "same problems"))
    ]
    style = {"color": "black", "linewidth": 3.0, "label": "mean pass@k"}
    values = [result.value for result in results]
    handles.append(_line(ax, "mean", ks, values, update, **style))
    _log_axis_of_k(ax, ks, update)
    ax.set(ylim=(-0.03, 1.06))
    problems = f"{results[0].problems:,} problem{'s' * (results[0].problems != 1)}"
    n = " to ".join(map(str, np.unique([np.min(ns), np.max(ns)])))
    title = f"{problems}, n = {n}; {percent(confidence_level)} intervals"
    _label(ax, title, "draws k", "pass@k")
    if not update:
        ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    return _with_true_legend(ax, handles[::-1], ncols=3, **BELOW)


@_drawn_on_its_own_axes(size=(8, 4.8))
def plot_planning(
    k,
    *,
    problems,
    population=None,
    largest_n=None,
    n=None,
    standard_error=None,
    ax=None,
    update=False,
):
    """Draw the standard error to expect against the samples of each problem, on logarithmic axes.

    Parameters
    ----------
    k : int
        Draws.
    problems : int
        Problems.
    population : pair of float, optional
        The pass rates of the problems have the distribution Beta(a, b). Without it only other
        samples are drawn, in the worst case.
    largest_n : int, optional
        End of the axis. Default: 100k.
    n : int, optional
        A number of samples to mark.
    standard_error : float, optional
        A standard error to mark.
    ax, update
        As for `plot_urn`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> axes = Figure().subplots()
    >>> ax = plot_planning(10, problems=164, population=(0.25, 0.35), ax=axes)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['other samples', 'other problems', 'floor: ever more samples']
    """
    last = max(largest_n or 100 * k, n or k, k + 1)
    ns = np.unique(np.geomspace(k, last, 20).round().astype(int))
    targets = list(TARGETS) if population is not None else ["samples"]

    def error(m, target):
        if target not in targets:
            return np.nan
        options = {"problems": problems, "target": target, "population": population}
        return expected_standard_error(m, k, **options)

    curves = {target: [error(int(m), target) for m in ns] for target in TARGETS}
    for target, style in TARGETS.items():
        line = _line(ax, target, ns, curves[target], update, **style)
        line.set_label(f"other {target}" if target in targets else "_")
        if n is not None:
            _mark(ax, f"{target} here", n, error(n, target), update, style["color"], MARKS[target])
    floor, edges = error(math.inf, "problems"), [0.1, 1e18]
    label = "floor: ever more samples" if population is not None else "_"
    _line(ax, "floor", edges, [floor] * 2, update, **FLOOR).set_label(label)
    if standard_error is not None:
        _line(
            ax,
            "wanted",
            edges,
            [standard_error] * 2,
            update,
            label="wanted",
            **HERE | {"linewidth": 2.0},
        )
    if not update:
        ax.set_yscale("log")
        ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        ax.yaxis.set_minor_locator(NullLocator())
        ax.yaxis.set_major_formatter("{x:g}")
    _log_axis(ax, update)
    shown = np.array([*curves["samples"], *curves["problems"], floor, standard_error or np.nan])
    ax.set(xlim=(0.9 * k, 1.1 * last), ylim=(np.nanmin(shown) / 1.5, 1.5 * np.nanmax(shown)))
    title = f"pass@{k}, {many(problems, 'problem')}"
    title += (
        ", worst case"
        if population is None
        else ", rates like Beta({:g}, {:g})".format(*population)
    )
    _label(ax, title, "samples n of each problem", "standard error")
    ax.yaxis.labelpad = 14  # with room for longer numbers
    return _with_true_legend(ax, loc="center left", bbox_to_anchor=(1.0, 0.5))


def past_n(n):
    """Return how far to look past k = n.

    Parameters
    ----------
    n : int
        Samples.

    Returns
    -------
    int

    Examples
    --------
    >>> past_n(10), past_n(200)
    (13, 230)
    """
    return n + max(3, round(0.15 * n))


def _ends_over_k(n, c, method, confidence_level, ks):
    """Return the ends of the intervals for many k, NaN where the method has none."""
    ends = np.full((2, ks.size), np.nan)
    some = 2 * ks <= n if method == "plus-minus-2-se" else ks > 0
    if some.any():
        options = {"method": method, "confidence_level": confidence_level}
        ends[:, some] = any_interval(n, c, ks[some], **options)
    return ends


def _intervals_over_k(ax, target, label, results, update):
    """Shade the intervals of a benchmark for one target, with their ends as lines."""
    bars = [bar for result in results for bar in result.bars if bar.target == target]
    low, high = np.array([(bar.low, bar.high) for bar in bars], float).T  # NaN: there is none
    ks, style = [result.k for result in results], TARGETS[target] | {"linewidth": 1.5}
    ends = np.concatenate([low, [np.nan], high])
    _line(ax, f"{target} ends", [*ks, np.nan, *ks], ends, update, **style)
    alpha = 0.4 if target == "samples" else 0.15
    shaded = _band(ax, target, ks, low, high, update, style["color"])
    shaded.set(alpha=alpha, label=label)
    return shaded


def _error_bar(ax, target, row, result, truth, update):
    """Draw the error bar for one target in a row of its own, with its ends in words."""
    bar = next((bar for bar in result.bars if bar.target == target), None)
    low, high = (np.nan, np.nan) if bar is None or bar.low is None else (bar.low, bar.high)
    style = TARGETS[target] | {"transform": ax.get_xaxis_transform()}  # y is a share of the Axes
    whisker = style | {"linestyle": "-", "marker": "|", "markersize": 20, "markeredgewidth": 3}
    whisker |= {"zorder": 4}  # its ends stay in sight, however short it is
    _line(ax, target, [low, high], [row, row], update, **whisker)
    point = style | {"linestyle": "", "marker": MARKS[target], "markersize": 11}
    middle = result.value if low <= high else np.nan
    _line(ax, f"{target} mean", [middle], [row], update, **point)
    exact = {"color": "black", "linestyle": "", "marker": "^", "markersize": 14, "zorder": 5}
    exact |= {"transform": ax.get_xaxis_transform(), "label": "truth"}
    _line(ax, f"{target} truth", [truth], [row - 0.08], update, **exact)  # points at the bar
    words = f"{decimal(low)} to {decimal(high)}" if low <= high else "no interval"
    words = "" if bar is None else f"other {target}: {words}"
    x, side = (-0.01, "left") if result.value > 0.45 else (1.01, "right")  # clear of the mean
    place = {"transform": ax.get_xaxis_transform(), "ha": side, "va": "bottom"}
    _text(ax, target, x, row + 0.035, words, update, **place)


def _over_k(comparison, *names):
    """Return columns of a comparison as arrays; one k becomes a short stretch, to be seen."""
    columns = [np.atleast_1d(getattr(comparison, name)) for name in names]
    if columns[0].size == 1:
        columns = [np.repeat(column, 2) for column in columns]
        columns[0] = columns[0] * np.array([1 / 1.1, 1.1])
    return columns


def _leaders(ax, comparison, update):
    """Draw a strip that shows who leads where, with words where there is room for them."""
    ks, low, high = (np.atleast_1d(getattr(comparison, x)) for x in ("k", "band_low", "band_high"))
    edges = np.concatenate([[ks[0] / 1.1], np.sqrt(ks[1:] * ks[:-1]), [1.1 * ks[-1]]])
    width = ax.get_position().width * ax.figure.get_figwidth() / np.log(edges[-1] / edges[0])
    first, second = (f"{name} leads" for name in comparison.names)
    style = {"linewidth": 11, "solid_capstyle": "butt", "transform": ax.get_xaxis_transform()}
    centred = {"ha": "center", "va": "bottom", "transform": ax.get_xaxis_transform()}
    for name, words, here, color in (
        ("first leads", first, low > 0, FIRST["color"]),
        ("second leads", second, high < 0, SECOND["color"]),
        ("open", "open", (low <= 0) & (high >= 0), "0.8"),
        ("undefined", "undefined", np.isnan(low), "none"),
    ):
        stretches = np.stack([edges[:-1], edges[1:], np.full(ks.size, np.nan)], 1)[here].ravel()
        heights = np.full(stretches.size, 0.83)
        _line(ax, name, stretches, heights, update, color=color, **style)
        start, stop = _widest_run(here, edges)
        room = np.log(stop / start) * width / LETTER
        fitting = (
            text for text in (words, words.replace(" leads", "\nleads")) if _letters(text) < room
        )
        _text(ax, name, np.sqrt(start * stop), 0.86, next(fitting, ""), update, **centred)


def _letters(text):
    """Return the length of the longest line of a text."""
    return max(map(len, text.splitlines()))


def _widest_run(here, edges):
    """Return the ends of the widest stretch of neighbouring places, on a logarithmic axis."""
    steps = np.diff(np.concatenate([[False], here, [False]]).astype(int))
    starts, stops = edges[steps == 1], edges[steps == -1]
    if starts.size == 0:
        return 1.0, 1.0
    widest = np.argmax(stops / starts)
    return starts[widest], stops[widest]


def _log_axis_of_k(ax, k, update):
    """Make the x axis logarithmic, with 1, 2, 5, 10, ... of the draws, or the ends, written out."""
    _log_axis(ax, update)
    low, high = np.min(k), np.max(k)
    ticks = [digit * 10**i for i in range(8) for digit in (1, 2, 5)]
    ticks = [tick for tick in ticks if low <= tick <= high]
    ax.set_xticks(ticks if len(ticks) > 1 else sorted({low, high}))
    ax.set_xlim(low / 1.1, 1.1 * high)


def _as_float(number):
    """Return a number that somebody's function gave as a float, NaN if it gave none."""
    try:
        return np.nan if number is None else float(number)
    except OverflowError:
        return np.copysign(np.inf, number.numerator > 0 or -1)


def _line(ax, name, x, y, update, **style):
    """Add a line with a name, or move the one of that name."""
    if update:
        for line in ax.lines:
            if line.get_gid() == name:
                line.set_data(x, y)
                return line
    return ax.plot(x, y, gid=name, **style)[0]


def _text(ax, name, x, y, words, update, **style):
    """Write words at a place, or move and change the words of that name."""
    if update:
        for text in ax.texts:
            if text.get_gid() == name:
                text.set(text=words, x=x, y=y, ha=style.get("ha", "left"))
                return text
    return ax.text(x, y, words, gid=name, size=13, **style)


def _both(ax, x, unbiased, naive, update):
    """Draw the curves of both estimators."""
    _line(ax, "unbiased", x, unbiased, update, label="unbiased", **UNBIASED)
    _line(ax, "naive", x, naive, update, label="naive", **NAIVE)


def _band(ax, name, x, low, high, update, color=None, **style):
    """Add a shaded band with a name, or move the one of that name."""
    if update:
        for band in ax.collections:
            if band.get_gid() == name:
                band.set_data(x, low, high)
                return band
    style = style or {"color": color, "alpha": 0.15}
    return ax.fill_between(x, low, high, linewidth=0, gid=name, **style)


def _mark(ax, name, x, y, update, color, marker="o"):
    """Mark one point on a curve."""
    style = {"color": color, "marker": marker, "markersize": 13, "linestyle": ""}
    _line(ax, name, [x], [y], update, **style, markeredgecolor="white", zorder=5)


def _mark_both(ax, x, unbiased, naive, update):
    """Mark the same place on the curve of both estimators, and the gap between them."""
    _line(ax, "here", [x, x], [unbiased, naive], update, **HERE)
    _mark(ax, "unbiased here", x, unbiased, update, UNBIASED["color"])
    _mark(ax, "naive here", x, naive, update, NAIVE["color"], "s")


def _experiment(p, n, k):
    """Return the numbers behind a simulation, for a title."""
    return f"p = {significant(p)}, n = {n:,}, k = {k:,}"


def _label(ax, title, xlabel, ylabel):
    """Write the title and the axis labels."""
    ax.set(title=title, xlabel=xlabel, ylabel=ylabel)


def _few_ticks(ax, update, corner):
    """Set a few round ticks, and a legend in a corner."""
    if not update:
        ax.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    return _with_legend(ax, update, loc=corner)


def _fixed_width_numbers(ax, update):
    """Write a few numbers of equal width on the y axis, so that its label can stay in place."""
    if not update:
        ax.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
        ax.yaxis.set_major_formatter("{x:.3f}")
    return ax


def _log_axis(ax, update):
    """Make the x axis logarithmic, with its numbers written out."""
    if not update:
        ax.set_xscale("log")
        ax.xaxis.set_major_locator(LogLocator(numticks=5))
        ax.xaxis.set_minor_locator(NullLocator())
        ax.xaxis.set_major_formatter("{x:,.0f}")


def _with_legend(ax, update, **where):
    """Add a legend to what has been drawn for the first time."""
    if not update:
        ax.legend(**where)
    return ax


def _with_true_legend(ax, handles=None, **where):
    """Add a legend, or one for the words as they are now; making one takes its time."""
    handles = ax.get_legend_handles_labels()[0] if handles is None else handles
    words, old = [handle.get_label() for handle in handles], ax.get_legend()
    if old is None or [text.get_text() for text in old.get_texts()] != words:
        ax.legend(handles=handles, **where)
    return ax


def _spread(low, high):
    """Return whole numbers from low to high, at most 300 of them."""
    return np.unique(np.linspace(low, high, min(high - low + 1, MOST_POINTS)).astype(int))


def _spread_in_log(high):
    """Return whole numbers from 1 to high, evenly spaced in their logarithm."""
    return np.unique(np.geomspace(1, high, MOST_POINTS // 2).round().astype(int))


def _rates(k):
    """Return true pass rates from 0 to 1, closer together near 0, where the bias lives."""
    return np.unique(np.concatenate([np.linspace(0, 1, 81), np.linspace(0, min(1, 6 / k), 81)]))


def _visible(half):
    """Return half the height of an axis: not less than can be told apart on it."""
    return max(half, 0.004)


def _limits(low, high):
    """Return limits of an axis with some room, also for a single value."""
    room = 0.03 * (high - low) or 0.5
    return low - room, high + room
