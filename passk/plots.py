"""Figures: each function draws numbers on one matplotlib Axes and returns it.

The truth, the unbiased and the naive estimate have one colour and one line style everywhere; they
differ in grey, too. Without ``ax`` a function makes a figure of its own in the house style. With
``update=True`` it moves what an earlier call drew on the Axes, which is how explorers redraw.
"""

import functools
import inspect

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, NullLocator

from passk.calls import Caller
from passk.domain import counts
from passk.estimators import naive_pass_at_k, pass_at_k, true_pass_at_k
from passk.exact import exact_pass_at_k
from passk.forms import FORMS, compare_forms, ulps_off
from passk.simulation import agreement_half_width
from passk.theory import bias, chance_of_counts, expected_value, mean_squared_error, variance

__all__ = [
    "plot_bias",
    "plot_bias_over_n",
    "plot_distribution",
    "plot_form_errors",
    "plot_forms",
    "plot_implementation",
    "plot_over_c",
    "plot_over_k",
    "plot_paired_difference",
    "plot_running_means",
    "plot_sampling",
    "plot_scores",
    "plot_simulated_bias",
    "plot_typical_error",
    "plot_urn",
]

TRUTH = {"color": "black", "linestyle": ":", "linewidth": 2.5}
UNBIASED = {"color": "#0072B2", "linestyle": "-", "linewidth": 3.0}
NAIVE = {"color": "#D55E00", "linestyle": "--", "linewidth": 3.0}
HERE = {"color": "0.35", "linestyle": "-", "linewidth": 1.2}
CORRECT, FAILED = "#009E73", "0.6"

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


def _drawn_on_its_own_axes(size=(7.5, 4.6)):
    """Give a plotting function new Axes in the house style when it is called without ``ax``."""

    def decorate(plot):
        @functools.wraps(plot)
        def with_axes(*args, ax=None, **options):
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
    ax.set_title(f"n = {n} samples, c = {c} correct\ndraw k = {k} of them")
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
    _label(ax, f"n = {n}, c = {c}", "draws k", "estimate of pass@k")
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
    _label(ax, f"n = {n}, k = {k}", "correct samples c", f"estimate of pass@{k}")
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
    _label(ax, f"n = {n}, k = {k}", "true pass rate p", f"bias in pass@{k}")
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
    _label(ax, f"p = {p:g}, k = {k}", "samples n", "size of the bias")
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
    _label(ax, f"n = {n}, k = {k}", "true pass rate p", "typical error, one problem")
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
    _label(ax, f"p = {p:g}, n = {n}, k = {k}", "replicates", f"mean estimate of pass@{k}")
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
    title = f"p = {p:g}, n = {n}, k = {k}"
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
    _label(ax, f"p = {p:g}, n = {n}, k = {k}", "replicates", "mean difference")
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
    title = f"n = {n}, k = {k}, {replicates:,} replicates"
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
        _text(ax, f"{result.name} value", 17.4, y, f"{result.value:.16g}", update)
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
    """Draw pass@k of several languages as bars, with their standard errors over the problems.

    The errors are those of each language alone. They do not tell how sure a difference is: where
    the problems are the same, it is surer than they look, and where they are not, it may be no
    difference of the languages at all.

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
        each = np.array([pass_at_k(ns, cs, k) for k in ks])
        errors = each.std(axis=1, ddof=1) / len(ns) ** 0.5 if len(ns) > 1 else np.zeros(len(ks))
        places = np.arange(len(ks)) + (i - (len(scores) - 1) / 2) * width
        color = FORM_STYLES[list(FORM_STYLES)[i % 7 + 1]][0]
        bars = {"width": 0.9 * width, "color": color, "label": score.language, "capsize": 5}
        ax.bar(places, each.mean(axis=1), yerr=errors, ecolor="black", **bars)
    ax.set_axisbelow(True)  # grid lines would cut the bars
    ax.set_xticks(np.arange(len(ks)), [f"pass@{k}" for k in ks])
    ax.set(ylim=(0, 1.05))
    _label(ax, "mean over each language's own problems ± standard error", "", "pass@k")
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


def _text(ax, name, x, y, words, update):
    """Write words to the right of a place, or change the words of that name."""
    if update:
        for text in ax.texts:
            if text.get_gid() == name:
                text.set_text(words)
                return text
    return ax.text(x, y, words, gid=name, va="center", family="monospace", size=13)


def _both(ax, x, unbiased, naive, update):
    """Draw the curves of both estimators."""
    _line(ax, "unbiased", x, unbiased, update, label="unbiased", **UNBIASED)
    _line(ax, "naive", x, naive, update, label="naive", **NAIVE)


def _band(ax, name, x, low, high, update, color):
    """Add a shaded band with a name, or move the one of that name."""
    if update:
        for band in ax.collections:
            if band.get_gid() == name:
                band.set_data(x, low, high)
                return band
    return ax.fill_between(x, low, high, color=color, alpha=0.15, linewidth=0, gid=name)


def _mark(ax, name, x, y, update, color, marker="o"):
    """Mark one point on a curve."""
    style = {"color": color, "marker": marker, "markersize": 13, "linestyle": ""}
    _line(ax, name, [x], [y], update, **style, markeredgecolor="white", zorder=5)


def _mark_both(ax, x, unbiased, naive, update):
    """Mark the same place on the curve of both estimators, and the gap between them."""
    _line(ax, "here", [x, x], [unbiased, naive], update, **HERE)
    _mark(ax, "unbiased here", x, unbiased, update, UNBIASED["color"])
    _mark(ax, "naive here", x, naive, update, NAIVE["color"], "s")


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
