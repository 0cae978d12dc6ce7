"""benchmarks/coverage.py measures what it says, and docs/coverage.md is what it wrote."""

import importlib.util
import math
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, stats

from passk import exact_naive_pass_at_k, pass_at_k, true_pass_at_k
from passk.theory import chance_of_counts
from passk.uncertainty.benchmarks import benchmark
from passk.uncertainty.comparisons import compare
from passk.uncertainty.intervals import confidence_interval, posterior, variance_estimate

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "benchmarks" / "coverage.py"
PAGE = (ROOT / "docs" / "coverage.md").read_text("utf-8")


def load_script():
    spec = importlib.util.spec_from_file_location("coverage_of_intervals", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


coverage = load_script()
Share, Setting, Pair = coverage.Share, coverage.Setting, coverage.Pair


def tables(text):
    """Return the rows of the tables of a page, by the name of the row."""
    rows, head = {}, None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line[1:-1].split(" | ")]
        if line.startswith("| row |"):
            head = cells
        elif re.match(r"\| [A-D]\d+ \|", line):
            assert len(cells) == len(head)
            rows[cells[0]] = dict(zip(head, cells, strict=True))
    return rows


WRITTEN = tables(PAGE)


def share(cell):
    """Return a coverage and its error."""
    found = re.fullmatch(r"([01]\.\d{3}) ± (0\.\d{3})", cell)
    return float(found[1]), float(found[2])


def make_draws(setting, replicates=40, seed=1):
    return coverage.Draws.make(setting, replicates, np.random.default_rng(seed))


# Shares


@pytest.mark.parametrize(
    ("covered", "value", "text"),
    [(95, 0.95, "0.950 ± 0.024"), (0, 0.0, "0.000 ± 0.010"), (100, 1.0, "1.000 ± 0.010")],
)
def test_a_share_has_an_error_even_if_it_is_0_or_1(covered, value, text):
    found = Share.of(np.arange(100) < covered)
    smoothed = (covered + 1) / 102
    assert found == (value, 100)
    assert found.error == pytest.approx(math.sqrt(smoothed * (1 - smoothed) / 100))
    assert str(found) == text


def test_exceptions_are_more_than_two_errors_away_to_either_side():
    shares = [Share(value, 10_000) for value in (0.944, 0.947, 0.95, 0.953, 0.956)]
    assert [each.is_low for each in shares] == [True, False, False, False, False]
    assert [each.is_high for each in shares] == [False, False, False, False, True]


# One problem


@pytest.mark.parametrize("n", [1, 2, 7, 20])
@pytest.mark.parametrize("method", [*coverage.METHODS, coverage.WALD, coverage.FLAT])
def test_smallest_coverage_is_that_of_a_dense_grid_and_its_limits(n, method):
    low, high = coverage.interval_of_rates(n, method, None)
    near = [1 - 1e-12, 1 + 1e-12]
    rates = np.concatenate([np.linspace(0, 1, 5003), np.outer(near, [*low, *high]).ravel()])
    rates = np.concatenate([rates[(rates > 0) & (rates < 1)], [1e-12, 1 - 1e-12]])
    inside = (low <= rates[:, np.newaxis]) & (rates[:, np.newaxis] <= high)
    grid = (chance_of_counts(rates, n) * inside).sum(axis=1).min()
    assert coverage.smallest_coverage(n, np.array(low), np.array(high)) == pytest.approx(
        grid, abs=1e-9
    )


@pytest.mark.parametrize(
    ("low", "high"),
    [((0, 0.5), (0.75, 1)), ((0, 0.25), (0.5, 1))],  # c = 0 alone up to 1/2, c = 1 alone from 1/2
)
def test_smallest_coverage_is_found_on_either_side_of_an_end(low, high):
    assert coverage.smallest_coverage(1, np.array(low), np.array(high)) == pytest.approx(0.5)


@pytest.mark.parametrize("method", ["wilson", coverage.WALD, coverage.FLAT])
def test_average_coverage_is_the_integral(method):
    low, high = coverage.interval_of_rates(5, method, None)
    population = coverage.Population(2, 3)

    def weighted(p):
        inside = (low <= p) & (p <= high)
        return chance_of_counts(p, 5)[inside].sum() * stats.beta.pdf(p, 2, 3)

    ends = [0, *np.unique([*low, *high]), 1]
    pieces = [integrate.quad(weighted, a, b)[0] for a, b in pairwise(ends)]
    found = coverage.average_coverage(5, np.array(low), np.array(high), population)
    assert found == pytest.approx(sum(pieces), abs=1e-6)


def test_rejected_intervals_of_one_problem_are_what_their_names_say():
    wald = np.transpose(coverage.interval_of_rates(20, coverage.WALD, None))
    assert wald[[0, 20]].tolist() == [[0, 0], [1, 1]]
    half = 1.959964 * math.sqrt(0.25 * 0.75 / 20)
    assert wald[5] == pytest.approx([0.25 - half, 0.25 + half], abs=1e-6)
    flat = np.transpose(coverage.interval_of_rates(20, coverage.FLAT, None))
    assert flat[3] == pytest.approx(stats.beta.ppf([0.025, 0.975], 4, 18))
    narrow, wide = (
        true_pass_at_k(np.array(coverage.interval_of_rates(20, method, 5))[:, 3], 5)
        for method in (coverage.PLUS_MINUS, coverage.GENEROUS)
    )
    half = 1.959964 * math.sqrt(variance_estimate(20, 3, 5))
    expected = [pass_at_k(20, 3, 5) - half, min(1, pass_at_k(20, 3, 5) + half)]
    assert narrow == pytest.approx(expected, abs=1e-6)
    assert wide == pytest.approx([expected[0] - 0.001, min(1, expected[1] + 0.001)], abs=1e-6)


def test_table_a_is_what_the_script_finds_today():
    rows = coverage.rows_of_one_problem()
    named = [{"row": f"A{i}"} | row for i, row in enumerate(rows, 1)]
    assert coverage.table(named)[2:] == [
        line for line in PAGE.splitlines() if line.startswith("| A")
    ], "run `make coverage`"


@pytest.mark.parametrize(
    ("name", "n", "smallest", "average", "widths"),
    [
        ("clopper-pearson", 20, 0.958, 0.985, (0.279, 0.410, 0.354)),
        ("mid-p", 20, 0.929, 0.974, (0.249, 0.379, 0.341)),
        ("wilson", 20, 0.837, 0.957, (0.253, 0.377, 0.309)),
        ("jeffreys", 20, 0.894, 0.963, (0.233, 0.353, 0.324)),
        ("flat prior, equal tails", 20, 0.0, 0.790, (0.253, 0.371, 0.269)),
        ("clopper-pearson", 200, 0.950, 0.972, (0.075, 0.124, 0.225)),
        ("mid-p", 200, 0.919, 0.962, (0.071, 0.113, 0.209)),
        ("wilson", 200, 0.840, 0.954, (0.072, 0.119, 0.213)),
        ("jeffreys", 200, 0.878, 0.957, (0.070, 0.108, 0.195)),
        ("flat prior, equal tails", 200, 0.0, 0.863, (0.071, 0.117, 0.206)),
    ],
)
def test_table_a_agrees_with_an_independent_calculation(name, n, smallest, average, widths):
    (row,) = (
        row for row in coverage.rows_of_one_problem() if (row["interval"], row["n"]) == (name, n)
    )
    assert row[coverage.SMALLEST] == pytest.approx(smallest, abs=0.0025)  # there a grid of rates
    assert row[coverage.AVERAGE] == pytest.approx(average, abs=0.0015)
    assert [row[f"width, k = {k}"] for k in (1, 10, 100)] == pytest.approx(widths, abs=0.0015)


# The mean over problems

VARIED = (
    Setting(coverage.TYPICAL, (20,), 10),
    Setting(coverage.TYPICAL, (15,), 10, 30),
    Setting(coverage.TYPICAL, (10,), 10),
    Setting(coverage.SATURATED, (20,), 1, 7),
    Setting(coverage.HARD, (20, 50, 100), 5, 40),
    Setting(coverage.RARE, (20,), 10),
    Setting(coverage.MIXED, (8, 12), 4, 2),
    Setting(coverage.ALIKE, (20,), 10, 28),
)


@pytest.mark.parametrize("setting", VARIED)
@pytest.mark.parametrize("target", ["problems", "samples"])
def test_intervals_looked_up_are_those_of_the_package(setting, target):
    draws = make_draws(setting)
    function = {
        "problems": coverage.interval_for_problems,
        "samples": coverage.interval_for_samples,
    }[target]
    asked = [
        benchmark(draws.n, cs, setting.k, target=target).confidence_interval for cs in draws.counts
    ]
    assert np.transpose(function(draws)) == pytest.approx(np.array(asked), abs=1e-12)


def test_a_wrong_interval_ends_the_program(monkeypatch):
    draws = make_draws(VARIED[0])
    coverage.require_same_as_packages(draws)
    right = coverage.interval_for_samples
    monkeypatch.setattr(coverage, "interval_for_samples", lambda d: np.add(right(d), 1e-6))
    with pytest.raises(RuntimeError, match="intervals looked up are wrong"):
        coverage.require_same_as_packages(draws)


def test_scorio_is_looked_up_from_single_problems(monkeypatch):
    """A stand-in with the formula of scorio: posterior moments with a flat prior."""

    def pass_at_k_ci(outcomes, k):
        posteriors = [posterior(len(row), int(row.sum())) for row in outcomes]
        mean = np.mean([each.mean(k) for each in posteriors])
        variance = np.sum([each.variance(k) for each in posteriors])
        deviation = math.sqrt(variance) / len(posteriors)
        return mean, deviation, *coverage.normal_interval(mean, deviation)

    monkeypatch.setattr(coverage, "scorio_function", lambda: pass_at_k_ci)
    draws = make_draws(Setting(coverage.TYPICAL, (8,), 4, 12), 5)
    means, ends = coverage.scorio_means_and_intervals(draws)
    asked = [pass_at_k_ci(coverage.outcomes(8, cs), 4) for cs in draws.counts]
    assert means == pytest.approx([each[0] for each in asked])
    assert np.transpose(ends) == pytest.approx(np.array([each[2:] for each in asked]))
    coverage.require_same_as_packages(draws)
    monkeypatch.setattr(
        coverage, "scorio_function", lambda: lambda r, k: (*pass_at_k_ci(r, k)[:2], 0.0, 1.0)
    )
    with pytest.raises(RuntimeError, match="intervals looked up are wrong"):
        coverage.require_same_as_packages(draws)


def test_outcomes_have_the_counts():
    assert coverage.outcomes(3, np.array([0, 2])).tolist() == [[0, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize("population", [coverage.TYPICAL, coverage.MIXED])
def test_truth_is_the_mean_of_many_problems(population):
    rates = population.draw(200_000, np.random.default_rng(3))
    scores = true_pass_at_k(rates, 10)
    error = scores.std() / math.sqrt(scores.size)
    assert population.mean(10) == pytest.approx(scores.mean(), abs=4 * error)
    assert np.mean(rates == 0) == pytest.approx(population.impossible, abs=0.01)


def test_unequal_n_go_in_turn_and_are_looked_up_each_in_its_table():
    draws = make_draws(Setting(coverage.TYPICAL, (20, 50), 10, 5))
    assert draws.n.tolist() == [20, 50, 20, 50, 20]
    assert draws.estimates() == pytest.approx(pass_at_k(draws.n, draws.counts, 10), abs=1e-14)


def test_bootstrap_of_samples_is_centred_on_the_naive_estimate():
    """Exactly so: k of n samples drawn again are k draws with replacement."""
    setting = Setting(coverage.TYPICAL, (4,), 3, 1)
    expected = sum(
        Fraction(chance) * Fraction(pass_at_k(4, c, 3)).limit_denominator(100)
        for c, chance in enumerate(chance_of_counts(Fraction(1, 4), 4))
    )
    assert expected == exact_naive_pass_at_k(4, 1, 3)
    counts = np.full((1, 400), 1)
    draws = coverage.Draws(setting._replace(problems=400), np.full(400, 4), counts, None)
    low, high = coverage.interval_of_slow_bootstrap(draws, np.random.default_rng(1), problems=False)
    assert low[0] < float(expected) < high[0] < pass_at_k(4, 1, 3)


def test_only_the_bootstrap_of_problems_and_samples_draws_problems_again():
    """Every problem is solved always or never, so that nothing else is random."""
    counts, n = np.tile([0, 20], (2, 82)), np.full(164, 20)
    draws = coverage.Draws(Setting(coverage.TYPICAL, (20,), 10), n, counts, None)
    normal = coverage.normal_interval(*coverage.mean_and_error(draws.estimates()))
    inside, two_level = (
        coverage.interval_of_slow_bootstrap(draws, np.random.default_rng(1), problems)
        for problems in (False, True)
    )
    assert inside == pytest.approx(np.full((2, 2), 0.5))
    assert two_level == pytest.approx(normal, abs=0.03)


def test_bootstrap_of_problems_is_near_the_normal_interval_for_many_problems():
    draws = make_draws(Setting(coverage.TYPICAL, (20,), 10, 164), 3)
    found = coverage.interval_of_bootstrap(draws, np.random.default_rng(1))
    normal = coverage.normal_interval(*coverage.mean_and_error(draws.estimates()))
    assert found == pytest.approx(normal, abs=0.012)


def test_pooled_counts_put_the_mean_rate_through_the_curve():
    draws = coverage.Draws(
        Setting(coverage.TYPICAL, (10,), 5, 2), np.array([10, 10]), np.array([[0, 10]]), None
    )
    half = 1.959964 * math.sqrt(0.25 / 20)
    expected = [1 - 0.5**5 - (0.5 + s * half) ** 5 + 0.5**5 for s in (1, -1)]
    assert np.ravel(coverage.interval_of_pooled_counts(draws)) == pytest.approx(expected, abs=1e-6)


def test_without_any_variance_there_is_no_normal_interval():
    row = coverage.rows_of_a_benchmark(Setting(coverage.TYPICAL, (5,), 5, 20), 30, 1)[1]
    assert row[coverage.CLT] is None
    assert row[coverage.NORMAL_WIDTH] is None


# Two models


def test_correlation_and_marginals_of_a_pair():
    first, second = Pair(coverage.SATURATED, coverage.TYPICAL, 0.5, 500).draw(
        60, np.random.default_rng(1)
    )
    for rates, of in ((first, coverage.SATURATED), (second, coverage.TYPICAL)):
        assert stats.kstest(rates.ravel(), stats.beta(of.alpha, of.beta).cdf).pvalue > 1e-4
    ranks = [stats.norm.ppf(stats.rankdata(rates) / 30_001) for rates in (first, second)]
    assert np.corrcoef(*ranks)[0, 1] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    "models", [(coverage.SATURATED, coverage.TYPICAL), (coverage.TYPICAL, coverage.SATURATED)]
)
def test_overlap_is_that_of_the_intervals_of_the_package(models):
    pair = Pair(*models, 0.5, 40, (20, 50))
    rng = np.random.default_rng(2)
    counts = rng.binomial(np.reshape(pair.ns, (2, 1, 1)), pair.draw(30, rng))
    for target in ("problems", "samples"):
        bars = [
            [benchmark(n, cs, 10, target=target).confidence_interval for cs in of]
            for n, of in zip(pair.ns, counts, strict=True)
        ]
        expected = [a.low > b.high or b.low > a.high for a, b in zip(*bars, strict=True)]
        assert coverage.are_apart(pair, counts, target).tolist() == expected
        assert any(expected)


def test_ends_of_two_models_are_those_of_compare():
    counts = np.array([[0, 4, 20, 20] * 20, [2, 9, 30, 5] * 20])
    models = [
        {str(i): (n, int(c)) for i, c in enumerate(cs)}
        for n, cs in zip((20, 30), counts, strict=True)
    ]
    found = compare(*models, coverage.KS, replicates=coverage.DRAWS_OF_BAND)
    ends = coverage._compared((20, 30), counts, "problems")
    for mine, theirs in zip(
        ends, (found.low, found.high, found.band_low, found.band_high), strict=True
    ):
        assert np.array_equal(mine, theirs)


# The page


def test_page_has_all_rows_and_every_cell_can_be_read():
    sizes = {"A": 16, "B": len(coverage.SETTINGS), "C": len(coverage.SETTINGS)}
    sizes["D"] = 2 * len(coverage.PAIRS)
    assert list(WRITTEN) == [f"{t}{i}" for t, size in sizes.items() for i in range(1, size + 1)]
    for row in WRITTEN.values():
        for column, cell in row.items():
            if column in coverage.OTHERS["B"] + coverage.OTHERS["C"] and cell != "–":
                share(cell)
    for setting, letter in ((s, letter) for s in range(len(coverage.SETTINGS)) for letter in "BC"):
        row, of = WRITTEN[f"{letter}{setting + 1}"], coverage.SETTINGS[setting]
        assert (row["pass rates"], row["m"], row["k"]) == (
            str(of.population),
            str(of.problems),
            str(of.k),
        )


def test_page_was_written_with_scorio_and_the_pinned_versions():
    pins = (ROOT / "constraints.txt").read_text("utf-8") + (ROOT / "pyproject.toml").read_text(
        "utf-8"
    )
    numpy, scipy, scorio = (
        re.search(rf"\b{name}==([\d.]+)", pins)[1] for name in ("numpy", "scipy", "scorio")
    )
    head = " ".join(PAGE.split("##")[0].split())
    assert f"NumPy {numpy}, SciPy {scipy} and scorio {scorio};" in head
    unequal = [row for row in WRITTEN.values() if "," in row["n"]]
    with_scorio = [row for row in WRITTEN.values() if row.get(coverage.SCORIO, "–") != "–"]
    assert len(with_scorio) == len(coverage.SETTINGS) - len(unequal) / 2


def test_figures_quoted_are_in_the_rows_that_are_named():
    text = " ".join(PAGE.split())
    quoted = re.findall(r"([+-]?\d\.\d{3})(?: ± 0\.\d{3})? \(row ([A-D]\d+)\)", text)
    assert len(quoted) > 25
    for figure, row in quoted:
        cells = [cell.split(" ± ")[0] for cell in WRITTEN[row].values()]
        assert figure in cells, (figure, row)
    bullets = PAGE.split("## What is not offered")[1].split("\n- ")[1:]
    assert len(bullets) == 5
    assert all(re.search(r"\(row\s+[A-D]\d+\)", bullet) for bullet in bullets)


def test_claims_of_the_page_are_those_of_its_tables():
    for row in WRITTEN.values():
        if row.get("interval", "").startswith("clopper-pearson"):
            assert float(row[coverage.SMALLEST]) >= 0.95
    listed = PAGE.split("## Exceptions")[1].split("## What")[0]
    low = listed.split("Too high")[0]
    for letter, columns in coverage.OFFERED.items():
        for column in columns:
            for name, row in WRITTEN.items():
                if name[0] != letter:
                    continue
                value, error = share(row[column])
                if value + 2 * error + 0.001 < 0.95:
                    assert f"- {column}: {row[column]} (row {name})" in low
                if value + 2 * (error - 0.001) - 0.001 > 0.95:
                    assert f"- {column}: {row[column]} (row {name})" not in low
    found, row = re.search(
        r"the interval of `compare` finds in ([\d.]+) \(row D\d+\), it finds in ([\d.]+)",
        " ".join(PAGE.split()),
    ).groups()
    assert float(found) > float(row)


@pytest.mark.parametrize("number", [2, 8, 20, 25, 28])
def test_a_small_measurement_agrees_with_the_page(number):
    """Fewer replicates and another seed: within four standard errors of the difference."""
    replicates = 400
    rows = coverage.rows_of_a_benchmark(coverage.SETTINGS[number - 1], replicates, 5)
    columns = (coverage.ON_PROBLEMS, coverage.CLT, coverage.NAIVE, coverage.POOLED)
    compared = [(rows[0], f"B{number}", column) for column in columns]
    columns = (coverage.ON_SAMPLES, coverage.CLT, coverage.POOLED)
    compared += [(rows[1], f"C{number}", column) for column in columns]
    for row, name, column in compared:
        value, error = share(WRITTEN[name][column])
        tolerance = 4 * math.hypot(max(error, row[column].error), row[column].error)
        assert row[column].value == pytest.approx(value, abs=tolerance), (name, column)
    for row, name in zip(rows, (f"B{number}", f"C{number}"), strict=True):
        assert row["width"] == pytest.approx(float(WRITTEN[name]["width"]), rel=0.1, abs=0.001)


def test_a_small_comparison_agrees_with_the_page():
    rows = coverage.rows_of_two_models(coverage.PAIRS[3], 60, 5)
    for row, name in zip(rows, ("D7", "D8"), strict=True):
        assert row["target"] == WRITTEN[name]["target"]
        for column in (coverage.INTERVAL, coverage.BAND, coverage.EXCLUDES):
            value, error = share(WRITTEN[name][column])
            tolerance = 4 * math.hypot(error, row[column].error)
            assert row[column].value == pytest.approx(value, abs=tolerance), (name, column)


def test_default_interval_of_one_problem_is_the_one_measured():
    low, high = coverage.interval_of_rates(20, "clopper-pearson", None)
    assert confidence_interval(20, 3, 1) == (low[3], high[3])


# The program


@pytest.fixture(scope="module")
def small():
    """The page of two settings and two pairs, without scorio."""
    measured = coverage.measure(
        60, settings=coverage.SETTINGS[19:21], pairs=[coverage.PAIRS[0]._replace(problems=12)]
    )
    return measured, coverage.page(measured, 60)


def test_equal_seeds_give_equal_tables(small):
    again = coverage.measure(
        60, settings=coverage.SETTINGS[19:21], pairs=[coverage.PAIRS[0]._replace(problems=12)]
    )
    assert again == small[0]


def test_small_page_has_tables_sentences_and_fitting_lines(small):
    measured, text = small
    rows = tables(text)
    assert len(rows) == 16 + 2 + 2 + 2
    assert "60 replicates (" in " ".join(text.split())
    for line in text.splitlines():
        assert len(line) <= 100 or line.startswith("| ")
    if not coverage.scorio_function():
        assert "scorio is not installed, so its columns are empty." in " ".join(text.split())
        assert "Not measured here, as scorio is not installed." in " ".join(text.split())
        assert {row[coverage.SCORIO] for row in measured["C"]} == {None}


def test_sentences_count_what_is_low_and_high():
    low, right, high = Share(0.9, 1000), Share(0.95, 1000), Share(1.0, 1000)
    measured = {
        "B": [{"row": "B1", coverage.ON_PROBLEMS: low}, {"row": "B2", coverage.ON_PROBLEMS: right}],
        "C": [{"row": "C1", coverage.ON_SAMPLES: high}],
        "D": [{"row": "D1", coverage.INTERVAL: right, coverage.BAND: low}],
    }
    text = "\n".join(coverage.exceptions(measured))
    assert "2 of the 5 coverages" in text
    assert f"- {coverage.ON_PROBLEMS}: {low} (row B1), 5.3 errors\n" in text
    assert f"- {coverage.BAND}: {low} (row D1), 5.3 errors\n" in text
    assert "longer than need be: 1." in text
    assert f"- {coverage.ON_SAMPLES}: 1 of 1 rows, C1" in text
    sentence = coverage.seen_of_many(measured["D"], "D")
    assert (
        f"{coverage.INTERVAL} covers 95 % or more, up to two Monte Carlo errors, in 1 of 1"
        in sentence
    )
    assert (
        f"{coverage.BAND} covers 95 % or more, up to two Monte Carlo errors, in 0 of 1" in sentence
    )


@pytest.mark.parametrize("letter", "BCD")
def test_sentences_of_the_page_name_the_least_of_each_column(letter):
    rows = {name: row for name, row in WRITTEN.items() if name[0] == letter}
    text = " ".join(re.search(rf"\*\*Table {letter}\.\*\*.*?\n\n", PAGE, re.S)[0].split())
    for column in coverage.OFFERED[letter] + coverage.OTHERS.get(letter, ()):
        values = [share(row[column])[0] for row in rows.values() if row[column] != "–"]
        words = rf"{re.escape(column)} (?:covers .*?the least is )?([\d.]+) \(row ({letter}\d+)\)"
        figure, row = re.search(words, text).groups()
        assert float(figure) == share(rows[row][column])[0] == min(values)


def test_the_worst_row_is_the_one_with_the_least_share_or_number():
    rows = [{"x": Share(0.9, 10)}, {"x": None}, {"x": Share(0.2, 99)}]
    assert coverage.worst(rows, "x") is rows[2]
    assert coverage.worst([{"x": 2.0}, {"x": 1.0}], "x") == {"x": 1.0}
    assert coverage.worst([{"x": None}], "x") is None


def test_paragraphs_are_filled_and_tables_left_alone():
    row = "| " + "x " * 80 + "|"
    text = coverage.wrapped(f"# {'t ' * 60}\n\n{'word ' * 40}\n\n{row}\n\n- {'a ' * 60}\n- b\n")
    lines = text.splitlines()
    assert row in lines
    assert lines[0] == "# " + "t " * 60
    assert lines[-3:] == ["- " + "a " * 48 + "a", "  " + "a " * 10 + "a", "- b"]


def test_processes_give_what_one_process_gives(tmp_path):
    program = tmp_path / "few.py"
    program.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
        "import coverage\n"
        "if __name__ == '__main__':\n"
        "    print(coverage.measure(20, 2, coverage.SETTINGS[20:22], ()))\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout.strip() == str(coverage.measure(20, 1, coverage.SETTINGS[20:22], ()))


def run_main(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["coverage.py", *arguments])
    coverage.main()


def test_program_writes_the_page_and_prints_the_exceptions(small, monkeypatch, tmp_path, capsys):
    tables_and_page = small
    monkeypatch.setattr(coverage, "measure", lambda replicates, workers: tables_and_page[0])
    run_main(monkeypatch, "--replicates", "60", "--out", str(tmp_path / "page.md"))
    assert (tmp_path / "page.md").read_text("utf-8") == tables_and_page[1]
    assert capsys.readouterr().out.startswith("## Exceptions")
    run_main(monkeypatch, "--replicates", "60")
    assert capsys.readouterr().out.strip() == tables_and_page[1].strip()


def test_program_refuses_no_replicates(monkeypatch, capsys):
    with pytest.raises(SystemExit):
        run_main(monkeypatch, "--replicates", "0")
    assert "--replicates must be at least 1: 0" in capsys.readouterr().err
