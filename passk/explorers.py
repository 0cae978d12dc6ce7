"""Explorers: sliders around the figures of `passk.plots`, with a sentence that says the result.

An explorer keeps a valid state at every moment: c and k never exceed n, also when several limits
move. A move redraws once. Figures are made outside pyplot and shown as SVG in an HTML widget, so
nothing piles up, the picture has a text alternative, and ipywidgets alone is enough.
"""

import contextlib
import functools
import html
import io
import math
from numbers import Real

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
import scipy
from IPython.display import Image
from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
from matplotlib.figure import Figure

from passk import plots, sentences
from passk.calls import Caller
from passk.domain import beta_pair, replicate_count, require, whole_numbers
from passk.estimators import pass_at_k, true_pass_at_k
from passk.simulation import simulate
from passk.uncertainty.benchmarks import benchmark
from passk.uncertainty.comparisons import compare
from passk.uncertainty.games import FAULTY_METHODS, SOUND_METHODS, IntervalGame
from passk.uncertainty.intervals import Posterior
from passk.wording import decimal, significant

__all__ = [
    "Explorer",
    "explore_benchmark",
    "explore_bias",
    "explore_comparison",
    "explore_estimators",
    "explore_implementation",
    "explore_intervals",
    "explore_overflow",
    "explore_planning",
    "explore_sampling",
    "explore_simulation",
]

MOST_REPLICATES = 100_000
MOST_DRAWS = 10_000
LAST_SEED = 1000
QUICK_REPLICATES = 999  # of the band in a comparison, so that a move is quick
MOST_KS = 30  # of a comparison, for the same reason
MOST_ANSWERS = 2_000  # of an implementation that are remembered; a move takes about 100


class Control:
    """One number of an explorer: a text box and a slider that show the same value.

    Parameters
    ----------
    name : str
        The field's letter, as in ``explorer.move(n=10)``.
    label : str
        What the reader sees.
    low, high : int or float
        Limits of the slider.
    step : float, optional
        Given for a real number; whole numbers have none.
    at_most : str, optional
        Name of an earlier control that this one must not exceed.
    shown : bool
        Whether the reader sees it. If not, buttons move it, or code.
    """

    def __init__(self, name, label, low, high, *, step=None, at_most=None, shown=True):
        self.name, self.low, self.high, self.at_most = name, low, high, at_most
        self.whole, self.shown = step is None, shown
        typed = widgets.IntText if self.whole else widgets.FloatText
        slider = widgets.IntSlider if self.whole else widgets.FloatSlider
        self.box = typed(
            low,
            description=label,
            style={"description_width": "10em"},
            layout={"width": "17em"},
            continuous_update=False,
        )
        self.slider = slider(
            low, min=low, max=high, readout=False, layout={"width": "24em"}, step=step or 1
        )
        self.inputs = (self.box, self.slider)
        self.row = widgets.HBox(self.inputs)

    def checked(self, value):
        """Return a value as the kind of number this control holds, or raise."""
        if np.ndim(value):
            raise TypeError(f"{self.name} must be one number: {self.name}={value}")
        if self.whole:
            return whole_numbers(value, self.name)
        if isinstance(value, bool) or not isinstance(value, Real):
            kind = type(value).__name__
            raise TypeError(f"{self.name} must be a number, not {kind}: {self.name}={value!r}")
        try:
            number = float(value)
        except OverflowError:  # an int past the range of floats: the limit will hold it
            number = math.copysign(math.inf, value)
        if math.isnan(number):
            raise ValueError(f"{self.name} must be a number: {self.name}={value}")
        return round(number, 10)  # a slider of steps of 0.05 gives 0.9500000000000001

    def within(self, value, low, high):
        """Return a value brought within its limits."""
        return min(max(value, low), high)

    def show(self, value, high):
        """Let slider and text box show a value and an upper limit."""
        self.slider.max, self.slider.value, self.box.value = high, value, value


class Choice:
    """One of several words in an explorer, from a menu.

    Parameters
    ----------
    name, label : str
        As for `Control`.
    words : sequence of str
        What can be chosen.
    """

    low = high = at_most = None
    shown = True

    def __init__(self, name, label, words):
        self.name, self.words = name, tuple(words)
        self.menu = widgets.Dropdown(
            options=self.words,
            description=label,
            style={"description_width": "10em"},
            layout={"width": "24em"},
        )
        self.inputs, self.row = (self.menu,), self.menu

    def checked(self, value):
        """Return a value that can be chosen, or raise."""
        if not isinstance(value, str) or value not in self.words:
            words = ", ".join(self.words)
            raise ValueError(f"{self.name} must be one of {words}: {self.name}={value!r}")
        return value

    def within(self, value, low, high):
        """Return the value: it has no limits."""
        return value

    def show(self, value, high):
        """Let the menu show a value."""
        self.menu.value = value


class Explorer(widgets.VBox):
    """Controls, a sentence and a figure that follow one another.

    Subclasses say which controls there are, how they limit each other, what is drawn and what is
    said. `move` is the only way in, for sliders, text boxes, buttons and code alike.

    Attributes
    ----------
    values : dict of str to number, or to word
        The state, valid at every moment.
    sentence : str
        The result in words; it is also the text alternative of the picture.
    note : str
        What was put right in the last move, if anything.

    Examples
    --------
    >>> explorer = explore_estimators(10, 3, 5)
    >>> explorer.move(n=2, k=2)
    >>> explorer.values
    {'n': 2, 'c': 2, 'k': 2}
    >>> explorer.note
    'c lies between 0 and 2 here: 3 became 2.'
    """

    panels = 1
    size = (9, 4.5)

    def __init__(self, controls, start, buttons=()):
        self._controls = {control.name: control for control in controls}
        self._showing = False
        self._sentence, self._picture = widgets.HTML(), widgets.HTML()
        start = {name: self._controls[name].checked(value) for name, value in start.items()}
        self.values, self.note = self._settle(start)
        with mpl.rc_context(plots.HOUSE_STYLE):
            self._figure = Figure(self.size, dpi=72, layout="constrained")
            FigureCanvasSVG(self._figure)
            self._axes = self._figure.subplots(1, self.panels, squeeze=False)[0]
            self.draw(self._axes, update=False)
            _freeze_layout(self._figure)
        self._legends, self._svg_of_legends = [], "</svg>"
        rows = [control.row for control in controls if control.shown]
        rows += [widgets.HBox(buttons)] if buttons else []
        super().__init__([*rows, self._sentence, self._picture])
        self.add_class("passk-explorer")
        self._show(self.values)
        self._redraw()
        for control in controls:
            for shown in control.inputs:
                shown.observe(self._follow(control.name), "value")

    def limits(self, name, values):
        """Return the limits of a control, given the values of the controls before it."""
        control = self._controls[name]
        return control.low, values.get(control.at_most, control.high)

    def draw(self, axes, update):
        """Draw the state on the Axes, or move what is drawn there."""
        raise NotImplementedError  # pragma: no cover

    def describe(self):
        """Return the state in words."""
        raise NotImplementedError  # pragma: no cover

    def move(self, **wanted):
        """Give some controls new values, bring the rest within its limits, and redraw once.

        Parameters
        ----------
        **wanted : int, float or str
            New values by the controls' names.

        Raises
        ------
        TypeError, ValueError
            If there is no such control, or a value is not of its kind. A value beyond the limits
            is no error: it is brought to the limit, and `note` says so.
        """
        unknown = set(wanted) - set(self._controls)
        if unknown:
            known = ", ".join(self._controls)
            raise TypeError(f"there is no control {min(unknown)!r}: the controls are {known}")
        wanted = {name: self._controls[name].checked(value) for name, value in wanted.items()}
        values, self.note = self._settle(self.values | wanted)
        changed, self.values = values != self.values, values
        self._show(values)
        if changed:
            self._redraw()
        self._say()

    def picture(self):
        """Return the figure as it stands, as a still image with the sentence as alternative text.

        Returns
        -------
        IPython.display.Image
        """
        png = io.BytesIO()
        with mpl.rc_context(plots.HOUSE_STYLE):
            self._figure.savefig(png, format="png", dpi=100, metadata={"Software": None})
        return Image(png.getvalue(), format="png", alt=self.sentence)

    def _follow(self, name):
        """Return an observer that moves this explorer when a slider or text box has moved."""

        def follow(change):
            if not self._showing:
                self.move(**{name: change.new})

        return follow

    def _settle(self, wanted):
        """Return values within the limits, and what had to be changed in words."""
        values, notes = {}, []
        for name, control in self._controls.items():
            low, high = self.limits(name, values)
            values[name] = control.within(wanted[name], low, high)
            if values[name] != wanted[name]:
                numbers = (_short(x) for x in (low, high, wanted[name], values[name]))
                notes.append("{} lies between {} and {} here: {} became {}.".format(name, *numbers))
        return values, " ".join(notes)

    def _show(self, values):
        """Let the controls show the values; whoever watches them sees all or none of the change."""
        self._showing = True
        try:
            with contextlib.ExitStack() as stack:
                for control in self._controls.values():
                    for shown in control.inputs:
                        stack.enter_context(shown.hold_trait_notifications())
                for name, control in self._controls.items():
                    control.show(values[name], self.limits(name, values)[1])
        finally:
            self._showing = False

    def _new_luck(self, label, **values):
        """Return a button that goes on to the next seed, and gives other controls these values."""

        def move(_):
            self.move(seed=(self.values["seed"] + 1) % (LAST_SEED + 1), **values)

        button = widgets.Button(description=label, layout={"width": "max-content"})
        button.on_click(move)
        return button

    def _redraw(self):
        """Draw the state and show it."""
        with mpl.rc_context(plots.HOUSE_STYLE):
            self.draw(self._axes, update=True)
            svg = self._picture_as_svg()
        self.sentence = self.describe()
        self._picture.value = (
            f'<img alt="{html.escape(self.sentence)}" style="width:100%;max-width:70em" '
            f"src='data:image/svg+xml;charset=utf-8,{_in_url(svg)}'>"
        )
        self._say()

    def _picture_as_svg(self):
        """Return the figure as the text of an SVG picture.

        Legends take a quarter of the time: they are drawn anew only when there is another one.
        """
        legends = [ax.get_legend() for ax in self._axes if ax.get_legend()]
        if legends != self._legends:
            for legend in legends:
                legend.set_animated(True)  # left out when the figure is drawn, but not when saved
            svg = _as_svg(self._figure, legends)
            self._legends, self._svg_of_legends = legends, svg[svg.index("<g") :]
        return _as_svg(self._figure, [self._figure]).removesuffix("</svg>") + self._svg_of_legends

    def _say(self):
        """Show the sentence and the note where screen readers announce it."""
        note = f"<br><em>{html.escape(self.note)}</em>" if self.note else ""
        self._sentence.value = (
            '<p role="status" aria-live="polite" style="font-size:1.25em;line-height:1.4;margin:0">'
            f"{html.escape(self.sentence)}{note}</p>"
        )

    def _repr_mimebundle_(self, **kwargs):
        """Add the sentence as plain text, for readers without widgets and for comparisons."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"text/plain": f"{type(self).__name__}: {self.sentence}"}


class EstimatorExplorer(Explorer):
    """One problem: the urn, and both estimates over k and over c."""

    panels = 3
    size = (13, 4.4)

    def __init__(self, n, c, k, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        controls = [
            Control("n", "n samples", 1, largest_n),
            Control("c", "c correct", 0, largest_n, at_most="n"),
            Control("k", "k draws", 1, largest_n, at_most="n"),
        ]
        super().__init__(controls, {"n": n, "c": c, "k": k})

    def draw(self, axes, update):
        """Draw the urn and both curves."""
        n, c, k = self.values.values()
        plots.plot_urn(n, c, k, ax=axes[0], update=update)
        plots.plot_over_k(n, c, k=k, ax=axes[1], update=update)
        plots.plot_over_c(n, k, c=c, ax=axes[2], update=update)
        axes[2].set_ylabel("")  # the axis, its numbers and the legend are those of its neighbour
        if not update:
            axes[2].tick_params(labelleft=False)
            axes[2].get_legend().remove()

    def describe(self):
        """Return both estimates in words."""
        return sentences.describe_estimates(**self.values)


class BiasExplorer(Explorer):
    """All problems with the same true rate: bias and typical error of both estimators."""

    panels = 2
    size = (12, 4.6)

    def __init__(self, p, n, k, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        controls = [
            Control("p", "p true pass rate", 0.0, 1.0, step=0.01),
            Control("n", "n samples", 1, largest_n),
            Control("k", "k draws", 1, largest_n, at_most="n"),
        ]
        super().__init__(controls, {"p": p, "n": n, "k": k})

    def draw(self, axes, update):
        """Draw the bias and the typical error over p."""
        p, n, k = self.values.values()
        plots.plot_bias(n, k, p=p, ax=axes[0], update=update)
        plots.plot_typical_error(n, k, p=p, ax=axes[1], update=update)
        axes[1].set_title("")  # it is that of the left figure
        if not update:
            axes[1].get_legend().remove()

    def describe(self):
        """Return bias and typical error in words."""
        return sentences.describe_bias(**self.values)


class SimulationExplorer(Explorer):
    """Monte Carlo: buttons add replicates, the means settle on their exact values."""

    panels = 2
    size = (12, 4.6)

    def __init__(self, p, n, k, replicates, seed):
        controls = [
            Control("p", "p true pass rate", 0.0, 1.0, step=0.01),
            Control("n", "n samples", 1, 200),
            Control("k", "k draws", 1, 200, at_most="n"),
            Control("replicates", "replicates", 10, MOST_REPLICATES),
            Control("seed", "seed", 0, LAST_SEED),
        ]
        start = {"p": p, "n": n, "k": k, "replicates": replicates, "seed": seed}
        self.simulation = None
        super().__init__(controls, start, self._buttons())

    def draw(self, axes, update):
        """Run the simulation; draw the running means and the distribution of the estimates."""
        p, n, k, replicates, seed = self.values.values()
        self.simulation = simulate(p, n, k, replicates, rng=seed)
        plots.plot_running_means(self.simulation, ax=axes[0], update=update)
        plots.plot_distribution(self.simulation, ax=axes[1], update=update)
        axes[1].set_title("")  # it is that of the left figure
        if not update:
            axes[1].get_legend().remove()  # colours and black for exact are those on the left

    def add(self, replicates):
        """Add so many replicates to those at hand; the first ones stay as they are."""
        self.move(replicates=self.values["replicates"] + replicates)

    def describe(self):
        """Return the means beside the exact values, in words."""
        return sentences.describe_simulation(self.simulation)

    def _buttons(self):
        """Return the buttons that add replicates, and one that starts again with new luck."""
        buttons = [widgets.Button(description=f"add {m:,}") for m in (100, 1_000, 10_000)]
        for button, replicates in zip(buttons, (100, 1_000, 10_000), strict=True):
            button.on_click(lambda _, replicates=replicates: self.add(replicates))
        return [*buttons, self._new_luck("new seed", replicates=100)]


class OverflowExplorer(Explorer):
    """Every form of the computation at one (n, c, k): value, digits right, status."""

    size = (12, 5.4)

    def __init__(self, n, c, k, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        controls = [
            Control("n", "n samples", 1, largest_n),
            Control("c", "c correct", 0, largest_n, at_most="n"),
            Control("k", "k draws", 1, largest_n, at_most="n"),
        ]
        super().__init__(controls, {"n": n, "c": c, "k": k})

    def draw(self, axes, update):
        """Draw the digits that every form gets right."""
        plots.plot_forms(**self.values, ax=axes[0], update=update)

    def describe(self):
        """Return the exact value and the statuses in words."""
        return sentences.describe_forms(**self.values)


class ImplementationExplorer(Explorer):
    """Somebody's implementations against the right values; k may exceed n."""

    size = (12, 4.8)

    def __init__(self, implementations, n, c, k, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        self._calls = [Caller(implementation) for implementation in implementations]
        controls = [
            Control("n", "n samples", 1, largest_n),
            Control("c", "c correct", 0, largest_n, at_most="n"),
            Control("k", "k draws", 1, plots.past_n(largest_n)),
        ]
        start = {"n": n, "c": c, "k": k}
        if len(self._calls) > 1:
            which = Control("which", "implementation no.", 1, len(self._calls))
            controls, start = [which, *controls], {"which": 1, **start}
        super().__init__(controls, start)

    @property
    def implementation(self):
        """The implementation that is shown."""
        return self._calls[self.values.get("which", 1) - 1]

    def limits(self, name, values):
        """Return the limits of a control; k may go some way past n."""
        low, high = super().limits(name, values)
        return (low, plots.past_n(values["n"])) if name == "k" else (low, high)

    def draw(self, axes, update):
        """Draw the right values and what the implementation gives."""
        n, c, k = (self.values[name] for name in "nck")
        if len(self.implementation.answers) > MOST_ANSWERS:
            self.implementation.answers.clear()
        plots.plot_implementation(self.implementation, n, c, k=k, ax=axes[0], update=update)
        if "which" in self.values:
            title = f"implementation {self.values['which']}: {axes[0].get_title()}"
            axes[0].set_title(title)

    def describe(self):
        """Return what the implementation gives and what is right, in words."""
        n, c, k = (self.values[name] for name in "nck")
        words = sentences.describe_implementation(self.implementation, n, c, k)
        number = self.values.get("which")
        return f"Implementation {number} of {len(self._calls)}. {words}" if number else words


class SamplingExplorer(Explorer):
    """Temperature and top-p of a simulated model, and the pass@k that follows."""

    size = (9, 4.6)

    def __init__(self, rates, temperature, top_p):
        self._rates = rates
        controls = [
            Control("temperature", "temperature", 0.0, 3.0, step=0.05),
            Control("top_p", "top-p", 0.05, 1.0, step=0.05),
        ]
        super().__init__(controls, {"temperature": temperature, "top_p": top_p})

    def draw(self, axes, update):
        """Draw pass@k at this setting and at the usual one."""
        rates, usual = self._rates(**self.values), self._rates()
        label = "T = {temperature:g}, top-p = {top_p:g}".format(**self.values)
        plots.plot_sampling(rates, usual, label=label, ax=axes[0], update=update)

    def describe(self):
        """Return pass@1, pass@10 and pass@100 in words."""
        rates = self._rates(**self.values)
        values = (f"pass@{k} is {decimal(true_pass_at_k(rates, k).mean())}" for k in (1, 10, 100))
        temperature, top_p = self.values.values()
        return f"At temperature {temperature:g} and top-p {top_p:g}, {', '.join(values)}."


class IntervalExplorer(Explorer):
    """One problem's interval over k; and many such intervals, of which some miss the truth."""

    panels = 2
    size = (13, 5.2)

    def __init__(self, n, c, k, method, p, draws, seed, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        require(largest_n >= 2, "largest_n must be at least 2", largest_n=largest_n)
        controls = [
            Choice("method", "method", SOUND_METHODS + FAULTY_METHODS),
            Control("n", "n samples", 1, largest_n),
            Control("c", "c correct", 0, largest_n, at_most="n"),
            Control("k", "k draws", 1, 2 * largest_n),
            Control("p", "p true pass rate", 0.0, 1.0, step=0.01),
            Control("draws", "draws", 0, MOST_DRAWS, shown=False),
            Control("seed", "seed", 0, LAST_SEED, shown=False),
        ]
        start = {"method": method, "n": n, "c": c, "k": k, "p": p, "draws": draws, "seed": seed}
        self.game = None
        super().__init__(controls, start, self._buttons())

    def limits(self, name, values):
        """Return the limits of a control; k may exceed n, but not for the method with n >= 2k."""
        low, high = super().limits(name, values)
        needs_2k = values.get("method") == "plus-minus-2-se"
        if name == "n":
            return (2 if needs_2k else low), high
        if name == "k":
            return low, values["n"] // 2 if needs_2k else 2 * values["n"]
        return low, high

    def draw(self, axes, update):
        """Draw the interval over k, and the latest draws."""
        method, n, c, k, p, draws, seed = self.values.values()
        self.game = IntervalGame(p, n, k, method, seed=seed, draws=draws)
        plots.plot_intervals(n, c, k=k, method=method, ax=axes[0], update=update)
        plots.plot_interval_game(self.game, ax=axes[1], update=update)

    def add(self, draws):
        """Draw so many more times; the first draws stay as they are."""
        self.move(draws=self.values["draws"] + draws)

    def describe(self):
        """Return the interval, and how many of the draws cover the truth, in words."""
        method, n, c, k, *_ = self.values.values()
        interval = sentences.describe_interval(n, c, k, method=method)
        latest = f" The latest {plots.MOST_INTERVALS} are shown."
        latest = latest if self.game.draws > plots.MOST_INTERVALS else ""
        return f"{interval} {sentences.describe_game(self.game)}{latest}"

    def _buttons(self):
        """Return the buttons that draw, and one that starts again with new luck."""
        buttons = [widgets.Button(description=f"draw {m}") for m in (1, 100)]
        for button, draws in zip(buttons, (1, 100), strict=True):
            button.on_click(lambda _, draws=draws: self.add(draws))
        return [*buttons, self._new_luck("start again", draws=0)]


class BenchmarkExplorer(Explorer):
    """A simulated benchmark: the two error bars of its score, and the truths they aim at."""

    size = (11, 5.2)

    def __init__(self, a, b, problems, n, k, seed, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        controls = [
            *_population_controls(),
            Control("problems", "problems", 1, 1000),
            Control("n", "n samples", 1, largest_n),
            Control("k", "k draws", 1, largest_n, at_most="n"),
            Control("seed", "seed", 0, LAST_SEED, shown=False),
        ]
        start = {"a": a, "b": b, "problems": problems, "n": n, "k": k, "seed": seed}
        self.result = self.truths = None
        super().__init__(controls, start, [self._new_luck("another benchmark")])

    def draw(self, axes, update):
        """Draw a benchmark from the population; draw its estimates and error bars."""
        a, b, problems, n, k, seed = self.values.values()
        rng = np.random.default_rng(seed)
        rates = rng.beta(a, b, problems)
        correct = rng.binomial(n, rates)
        self.result = benchmark(n, correct, k)
        self.truths = float(true_pass_at_k(rates, k).mean()), Posterior(a, b).mean(k)
        options = {"truths": self.truths, "ax": axes[0], "update": update}
        plots.plot_benchmark(self.result, pass_at_k(n, correct, k), **options)

    def describe(self):
        """Return the score and its error bars in words."""
        return sentences.describe_benchmark(self.result, self.truths)


class ComparisonExplorer(Explorer):
    """Two simulated models on the same problems: their curves, and their difference."""

    panels = 2
    size = (13, 5.2)

    def __init__(self, first, second, names, n, problems, correlation, seed, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        self._populations = _population(first, "first"), _population(second, "second")
        self._names = names
        controls = [
            Control("problems", "problems", 2, 500),
            Control("n", "n samples", 1, largest_n),
            Control("correlation", "correlation", -1.0, 1.0, step=0.05),
            Control("seed", "seed", 0, LAST_SEED, shown=False),
        ]
        start = {"problems": problems, "n": n, "correlation": correlation, "seed": seed}
        self.comparison = self.truth = None
        super().__init__(controls, start, [self._new_luck("other problems")])

    def draw(self, axes, update):
        """Let both models try the same problems; draw their curves and the difference."""
        tables = [
            {i: (self.values["n"], c) for i, c in enumerate(correct.tolist())}
            for correct in self._correct()
        ]
        ks = np.unique(np.geomspace(1, self.values["n"], MOST_KS).round().astype(int))
        ks = ks if self.values["n"] > 20 else None  # all
        options = {"names": self._names, "replicates": QUICK_REPLICATES, "p_values": False}
        self.comparison = compare(*tables, ks, **options)
        true = [population.mean(self.comparison.k) for population in self._populations]
        self.truth = true[0] - true[1]
        plots.plot_two_curves(self.comparison, ax=axes[0], update=update)
        plots.plot_comparison(self.comparison, truth=self.truth, ax=axes[1], update=update)

    def describe(self):
        """Return who leads where, in words."""
        return sentences.describe_comparison(self.comparison, self.truth)

    def _correct(self):
        """Return how many samples of each problem are correct, for both models.

        Normal numbers with the correlation wanted become pass rates of each population.
        """
        problems, n, correlation, seed = self.values.values()
        rng = np.random.default_rng(seed)
        own, common = rng.standard_normal((2, problems))
        other = correlation * common + math.sqrt(1 - correlation**2) * own
        for population, ability in zip(self._populations, (common, other), strict=True):
            share = scipy.special.ndtr(ability)
            rates = scipy.special.betaincinv(population.alpha, population.beta, share)
            yield rng.binomial(n, rates)


class PlanningExplorer(Explorer):
    """What standard error to expect, for other samples and for other problems."""

    size = (12, 4.8)

    def __init__(self, k, problems, n, a, b, error, largest_n):
        largest_n = replicate_count(largest_n, "largest_n")
        controls = [
            *_population_controls(),
            Control("problems", "problems", 1, 5000),
            Control("n", "n samples", 1, largest_n),
            Control("k", "k draws", 1, largest_n, at_most="n"),
            Control("error", "error wanted, ±", 0.001, 0.2, step=0.001),
        ]
        start = {"a": a, "b": b, "problems": problems, "n": n, "k": k, "error": error}
        super().__init__(controls, start)

    def draw(self, axes, update):
        """Draw the standard errors over n."""
        n, k, options = self._plan()
        plots.plot_planning(k, n=n, ax=axes[0], update=update, **options)

    def describe(self):
        """Return the standard errors, and what the one wanted takes, in words."""
        n, k, options = self._plan()
        return sentences.describe_plan(n, k, **options)

    def _plan(self):
        """Return n, k and the other arguments of a plan."""
        a, b, problems, n, k, error = self.values.values()
        return n, k, {"problems": problems, "population": (a, b), "standard_error": error}


def explore_estimators(n=10, c=3, k=5, *, largest_n=50):
    """Return sliders for n, c and k around both estimates of one problem.

    Parameters
    ----------
    n, c, k : int
        Where to start.
    largest_n : int
        End of the sliders.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explore_estimators(2, 1, 2).sentence
    'Of 2 samples 1 is correct. Unbiased pass@2 is 1; naive is 3/4 = 0.75, which is 0.25 lower.'
    """
    return EstimatorExplorer(n, c, k, largest_n)


def explore_bias(p=0.1, n=20, k=10, *, largest_n=200):
    """Return sliders for p, n and k around the exact bias and the typical error.

    Parameters
    ----------
    p : float
        True pass rate to start with.
    n, k : int
        Samples and draws to start with.
    largest_n : int
        End of the sliders.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explore_bias(0.1, 20, 10).values
    {'p': 0.1, 'n': 20, 'k': 10}
    """
    return BiasExplorer(p, n, k, largest_n)


def explore_simulation(p=0.1, n=20, k=10, *, replicates=100, seed=1):
    """Return sliders and buttons around a Monte Carlo simulation.

    Equal values give equal pictures: the replicates follow from the seed, and adding some keeps
    the ones before.

    Parameters
    ----------
    p : float
        True pass rate to start with.
    n, k, replicates : int
        Samples, draws and replicates to start with.
    seed : int
        Seed of the random numbers.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explorer = explore_simulation()
    >>> explorer.add(1_000)
    >>> explorer.values["replicates"]
    1100
    """
    return SimulationExplorer(p, n, k, replicates, seed)


def explore_overflow(n=200, c=7, k=10, *, largest_n=2000):
    """Return sliders for n, c and k around every form of the computation.

    Parameters
    ----------
    n, c, k : int
        Where to start.
    largest_n : int
        End of the sliders.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> "wrong in silence: int64 binomials" in explore_overflow().sentence
    True
    """
    return OverflowExplorer(n, c, k, largest_n)


def explore_implementation(*implementations, n=10, c=3, k=5, largest_n=250):
    """Return sliders for n, c and k around somebody's pass@k and the right values.

    Parameters
    ----------
    *implementations : callable
        ``implementation(n, c, k) -> number``; with several, a slider chooses among them. They may
        raise, print or loop.
    n, c, k : int
        Where to start; k may exceed n.
    largest_n : int
        End of the sliders.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explore_implementation(lambda n, c, k: c / n).sentence
    'At n = 10, c = 3, k = 5 it gives 0.3; right is 11/12 = 0.9167, so it is 0.617 too low.'
    """
    if not implementations or not all(map(callable, implementations)):
        raise TypeError("implementations must be one function or more, each called as f(n, c, k)")
    return ImplementationExplorer(implementations, n, c, k, largest_n)


def explore_sampling(model=None, verdicts=None, language="python", *, temperature=0.8, top_p=0.95):
    """Return sliders for temperature and top-p around the pass@k of a simulated model.

    Parameters
    ----------
    model : SimulatedModel, optional
        Default: this package's own.
    verdicts : mapping of Sample to Verdict, optional
        On every program of the model; default: those that ship with this package.
    language : str
    temperature, top_p : float
        Where to start.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explore_sampling(temperature=0.0).values
    {'temperature': 0.0, 'top_p': 0.95}
    """
    from passk import execution  # here, because it is slow to import

    model = execution.own_model(language) if model is None else model
    verdicts = execution.own_verdicts() if verdicts is None else verdicts
    rates = functools.partial(execution.true_rates, model, verdicts, language)
    return SamplingExplorer(rates, temperature, top_p)


def explore_intervals(
    n=20, c=3, k=10, method="clopper-pearson", *, p=0.1, draws=100, seed=0, largest_n=200
):
    """Return controls around the interval of one problem, and a game: count the good intervals.

    Buttons draw n samples at the true pass rate, again and again, and the intervals that miss the
    truth stand out. Equal values give equal pictures.

    Parameters
    ----------
    n, c, k : int
        Where to start; k may exceed n.
    method : str
        One of `passk.uncertainty.games.SOUND_METHODS`, or of `FAULTY_METHODS` to see them fail.
    p : float
        True pass rate in the game, to start with.
    draws, seed : int
        Draws to start with, and seed of the random numbers.
    largest_n : int
        End of the slider of n.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explorer = explore_intervals(method="wald")
    >>> explorer.sentence.split(". ")[-1]
    'Of all such intervals 87.6 % cover it; 95 % are promised.'
    >>> explorer.add(100)
    >>> explorer.values["draws"]
    200
    """
    return IntervalExplorer(n, c, k, method, p, draws, seed, largest_n)


def explore_benchmark(a=0.25, b=0.35, problems=164, n=20, k=10, *, seed=1, largest_n=200):
    """Return sliders around a simulated benchmark and the two error bars of its score.

    The true pass rates of the problems have the distribution Beta(a, b). Both error bars are drawn
    with the truth that they aim at.

    Parameters
    ----------
    a, b : float
        Of the population of problems.
    problems, n, k : int
        Problems, samples for each of them, draws.
    seed : int
        Seed of the random numbers; a button goes on to the next.
    largest_n : int
        End of the slider of n.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explore_benchmark(problems=1).sentence.split(". ")[-1]
    'For other problems like these: no interval, since one problem does not show how problems \
differ.'
    """
    return BenchmarkExplorer(a, b, problems, n, k, seed, largest_n)


def explore_comparison(
    first=(0.3, 0.3),
    second=(1.0, 2.5),
    *,
    names=("steady", "erratic"),
    n=20,
    problems=100,
    correlation=0.5,
    seed=1,
    largest_n=50,
):
    """Return sliders around two simulated models on the same problems, whose curves may cross.

    For quick moves the band comes from 999 random draws, a tenth of what
    `passk.uncertainty.compare` takes, past n = 20 not every k is looked at, and there are no
    p-values.

    Parameters
    ----------
    first, second : pair of float
        The true pass rates of each model have the distribution Beta(a, b). By default the first
        solves a problem nearly always or hardly ever, and the second now and then.
    names : tuple of str
        What to call the models.
    n, problems : int
        Samples for each problem, and problems, to start with.
    correlation : float
        Of the two models' abilities over the problems, on a normal scale, from -1 to 1.
    seed : int
        Seed of the random numbers; a button goes on to the next.
    largest_n : int
        End of the slider of n.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> explorer = explore_comparison(problems=400)
    >>> explorer.comparison.turns_at
    11
    """
    return ComparisonExplorer(first, second, names, n, problems, correlation, seed, largest_n)


def explore_planning(
    k=10, problems=164, n=20, a=0.25, b=0.35, *, standard_error=0.01, largest_n=1000
):
    """Return sliders around the standard error to expect before any sample is drawn.

    Parameters
    ----------
    k, problems, n : int
        Draws, problems, and samples for each of them, to start with.
    a, b : float
        The true pass rates of the problems have the distribution Beta(a, b).
    standard_error : float
        The standard error wanted, to start with.
    largest_n : int
        End of the slider of n.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> "For ± 0.01 it takes n = 25 if the problems stay." in explore_planning().sentence
    True
    """
    return PlanningExplorer(k, problems, n, a, b, standard_error, largest_n)


def _population(pair, name):
    """Return a checked Beta distribution of pass rates."""
    return Posterior(*beta_pair(pair, name))


def _population_controls():
    """Return the controls of a population of problems, whose pass rates are Beta(a, b)."""
    return [
        Control(letter, f"{letter} of Beta(a, b)", 0.05, 5.0, step=0.05) for letter in ("a", "b")
    ]


def _as_svg(figure, parts):
    """Return parts of a figure as the text of an SVG picture; the same parts give the same text."""
    text, (width, height) = io.StringIO(), 72 * figure.get_size_inches()
    about = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # none, to send less
    renderer = RendererSVG(width, height, text, image_dpi=72, metadata=about)
    for part in parts:
        part.draw(renderer)
    renderer.finalize()
    return " ".join(text.getvalue().split())


def _in_url(svg):
    """Return an SVG picture as it stands in a URL in single quotes; base64 would be longer."""
    for sign in "%#&'":
        svg = svg.replace(sign, f"%{ord(sign):X}")
    return svg


def _freeze_layout(figure):
    """Keep the Axes, titles and labels where a first drawing puts them.

    Finding their places again would take half of the time of every redraw.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            place = axis.label.get_transform().transform(axis.label.get_position())
            axis.set_label_coords(*ax.transAxes.inverted().transform(place))
        ax.set_title(ax.get_title(), y=1.02)


def _short(number):
    """Return a number as text: whole ones in full, real ones in few digits."""
    return str(number) if isinstance(number, int) else significant(number)
