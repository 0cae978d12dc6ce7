from fractions import Fraction

import numpy as np
import pytest

from passk import exact_pass_at_k, pass_at_k, sentences, simulate
from passk.uncertainty import IntervalGame, benchmark, compare, planning


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((10, 3, 5), "Of 10 samples 3 are correct. Unbiased pass@5 is 11/12 = 0.9167; naive is "),
        ((1, 1, 1), "Of 1 sample 1 is correct. Unbiased pass@1 is 1; naive is 1, the same."),
        ((5, 0, 2), "Of 5 samples 0 are correct. Unbiased pass@2 is 0; naive is 0, the same."),
    ],
)
def test_estimates_in_words(counts, words):
    assert sentences.describe_estimates(*counts).startswith(words)


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((10, 3, 5), "11/12 = 0.9167"),
        ((5, 5, 2), "1"),
        ((5, 0, 2), "0"),
        ((200, 20, 100), "1 - 3.3e-07"),  # four decimals would round a near miss to certainty
        ((50, 25, 25), "1 - 7.9e-15"),
        ((2000, 1000, 1000), "just below 1"),
        ((10**6, 1, 1), "1/1000000 = 1e-06"),
    ],
)
def test_rounding_never_makes_a_certainty(counts, text):
    assert sentences.fraction_and_decimal(exact_pass_at_k, *counts) == text


def test_bias_in_words_states_p_n_k_and_both_averages():
    words = sentences.describe_bias(0.1, 20, 10)
    for part in ("p = 0.1", "n = 20", "pass@10 is 0.6513", "0.5681", "-0.0832", "0.286", "0.293"):
        assert part in words


def test_simulation_in_words_states_replicates_and_exact_values():
    words = sentences.describe_simulation(simulate(0.1, 20, 10, 5000, rng=1))
    for part in ("5,000 replicates", "truth 0.6513", "exact 0.5681", "exactly -0.0832"):
        assert part in words


def test_one_replicate_is_described_without_a_warning():
    assert "After 1 replicate " in sentences.describe_simulation(simulate(0.1, 20, 10, 1, rng=1))


def test_forms_in_words_group_by_status_from_best_to_worst():
    words = sentences.describe_forms(200, 7, 10)
    places = [words.index(status) for status in ("right:", "digits lost:", "wrong in silence:")]
    assert places == sorted(places)
    assert "wrong in silence: int64 binomials" in words


def test_counts_of_every_kind_are_said_as_whole_numbers():
    plain = sentences.describe_estimates(10, 3, 5)
    assert sentences.describe_estimates(10.0, np.int64(3), 5) == plain
    plain = sentences.describe_bias(0.1, 20, 10)
    assert sentences.describe_bias(Fraction(1, 10), 20, 10) == plain


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((10, 3, 1), "the same"),
        ((10, 3, 5), "0.08474 lower"),
        ((200, 100, 100), "7.889e-31 lower"),
        ((10**15, 2, 3), "lower by less than rounding shows"),
        ((10**4, 10, 100), "0.0004512 lower"),
    ],
)
def test_a_gap_is_exact_or_not_given(counts, words):
    assert sentences.gap_in_words(*counts) == words


def raises(n, c, k):
    raise ValueError("k must not exceed n")


@pytest.mark.parametrize(
    ("implementation", "counts", "words"),
    [
        (pass_at_k, (10, 3, 5), "it gives 0.9166666666666666; right is 11/12 = 0.9167: the same."),
        (lambda n, c, k: 1.0, (5, 2, 2), "right is 7/10 = 0.7, so it is 0.3 too high."),
        (lambda n, c, k: 0.5, (5, 2, 2), "right is 7/10 = 0.7, so it is 0.2 too low."),
        (lambda n, c, k: None, (5, 2, 2), "it returns nothing (None); right is 7/10 = 0.7."),
        (raises, (5, 2, 2), "it raises ValueError: k must not exceed n; right is 7/10 = 0.7."),
        (raises, (2, 0, 5), "must not exceed n. k exceeds n, so an error is right."),
        (lambda n, c, k: 1.0, (2, 0, 5), "it gives 1.0; but k exceeds n, and no value is right."),
    ],
)
def test_an_implementation_in_words(implementation, counts, words):
    sentence = sentences.describe_implementation(implementation, *counts)
    assert sentence.startswith("At n = {}, c = {}, k = {} it ".format(*counts))
    assert sentence.endswith(words)


# Error bars


@pytest.mark.parametrize(
    ("counts", "options", "words"),
    [
        ((1, 1, 1), {}, "Of 1 sample 1 is correct. Unbiased pass@1 is 1; its 95 % interval"),
        (
            (20, 3, 10),
            {},
            "pass@10 is 17/19 = 0.8947; its 95 % interval (clopper-pearson) is 0.278",
        ),
        (
            (20, 20, 3),
            {"confidence_level": 0.9},
            "its 90 % interval (clopper-pearson) is 0.997 to 1.",
        ),
        ((20, 0, 21), {}, "pass@21 has no unbiased estimate, as k exceeds n; its 95 % interval"),
        (
            (20, 0, 10),
            {"method": "wald"},
            "Unbiased pass@10 is 0; its 95 % interval (wald) is 0 to 0.",
        ),
        ((20, 20, 10), {"method": "wald"}, "its 95 % interval (wald) is 1 to 1."),
        ((200, 200, 400), {}, "interval (clopper-pearson) is just below 1 to 1."),
        ((200, 199, 400), {}, "interval (clopper-pearson) is just below 1 to just below 1."),
        ((200, 0, 1), {"method": "wilson"}, "interval (wilson) is 0 to 0.019."),
    ],
)
def test_an_interval_in_words(counts, options, words):
    assert words in sentences.describe_interval(*counts, **options)


def test_a_game_in_words():
    game = IntervalGame(0.1, 20, 10, seed=0)
    assert sentences.describe_game(game) == (
        "No interval is drawn yet; at p = 0.1 each may cover or miss the true pass@10 of 0.6513. "
        "Of all such intervals 98.9 % cover it; 95 % are promised."
    )
    words = sentences.describe_game(game.more(1))
    assert words.startswith(
        "Of 1 interval at p = 0.1, 1 covers the true pass@10 of 0.6513 and 0 mi"
    )
    many = game.more(2000)
    words = sentences.describe_game(many)
    assert f"Of 2,000 intervals at p = 0.1, {many.covering:,} cover the true" in words
    assert f"and {2000 - many.covering} miss it." in words


def test_a_game_makes_no_certainty_of_what_is_nearly_certain():
    words = sentences.describe_game(IntervalGame(0.5, 200, 400))
    assert "the true pass@400 of just below 1." in words
    assert "the true pass@4 of 1." in sentences.describe_game(IntervalGame(1.0, 5, 4))
    words = sentences.describe_game(IntervalGame(0.0, 9, 1))
    assert "Of all such intervals 100 % cover it" in words


def test_a_benchmark_in_words_answers_both_questions():
    words = sentences.describe_benchmark(benchmark(20, [0, 4, 20], 5), truths=(0.05, 0.99))
    for part in (
        "pass@5 = 0.573 over 3 problems, n = 20 samples each (unbiased estimate). ",
        "If these problems were sampled again: 95 % interval ",
        "which misses the truth 0.05, standard error 0.063.",
        "For other problems like these: 95 % interval ",
        "which covers the truth 0.99, standard error 0.3.",
    ):
        assert part in words


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((20, [3], 5), "these: no interval, since one problem does not show how problems differ."),
        ((20, [20] * 40, 5), "standard error 0, since every problem has c = 0 or n - c < k."),
        ((20, [20] * 40, 5), "standard error 0, since the estimates do not differ."),
        (
            (5, [1, 2], 5),
            "no standard error, since the jackknife variance needs n above k: n=5, k=5.",
        ),
        ((20, [20] * 40, 5), "interval 1 - "),
    ],
)
def test_a_benchmark_in_words_says_what_does_not_exist(counts, words):
    assert words in sentences.describe_benchmark(benchmark(*counts))


def test_one_target_is_described_alone():
    words = sentences.describe_benchmark(benchmark(20, [0, 4, 20], 5, target="problems"))
    assert "sampled again" not in words
    assert "For other problems like these" in words


def test_a_comparison_in_words_says_the_verdict_and_the_truth():
    first = {i: (20, 20 if i < 14 else 0) for i in range(24)}
    second = dict.fromkeys(range(24), (20, 4))
    both = compare(first, second, names=("A", "B"), replicates=500)
    words = sentences.describe_comparison(both, truth=[0.1] * 3 + [0.0] + [-0.1] * 16)
    assert words.startswith("A and B on 24 problems. By the 95 % band for 20 k at once (from 500 ")
    assert f": {both.verdict}." in words
    assert words.endswith(
        "In truth A leads for k = 1 to 3, they are equal for k = 4, B leads for k = 5 to 20."
    )
    alone = sentences.describe_comparison(compare({1: (4, 2)}, {1: (4, 3)}, 2, names=("A", "B")))
    assert alone == (
        "A and B on 1 problem. By the 95 % interval: undefined for k = 2. Note: one problem shows "
        "no spread between problems, so its errors are undefined."
    )


def test_a_plan_in_words():
    plan = {"problems": 164, "population": (0.25, 0.35)}
    words = sentences.describe_plan(20, 10, standard_error=0.04, **plan)
    assert words.endswith(
        "it takes n = 10 if the problems stay. For other problems it takes n = 10."
    )
    words = sentences.describe_plan(20, 10, standard_error=0.033, **plan)
    enough = planning.samples_needed(10, standard_error=0.033, target="problems", **plan)
    assert words.endswith(f"For other problems it takes n = {enough}.")
    one = sentences.describe_plan(1, 1, standard_error=0.1, **(plan | {"problems": 1}))
    assert one.startswith("With n = 1 sample of 1 problem the mean pass@1 has a standard error of ")
    assert "with 1 problem it stays above 0.39, and it takes 16 problems or more." in one
    with pytest.raises(ValueError, match="standard_error must lie between"):
        sentences.describe_plan(20, 10, standard_error=0, **plan)


@pytest.mark.parametrize(
    ("n", "k", "words"),
    [
        (
            10,
            10,
            "From n = k samples the first of these cannot be estimated: the jackknife ",
        ),
        (
            1,
            1,
            "takes n of at least 2, an unbiased estimate takes n of at least 2k = 2.",
        ),
        (
            1200,
            1000,
            "jackknife estimates the first of these too high; an unbiased estimate ta",
        ),
        (1999, 1000, "takes n of at least 2k = 2,000."),
    ],
)
def test_a_plan_says_what_so_few_samples_do_not_tell(n, k, words):
    plan = {"problems": 164, "population": (0.25, 0.35), "standard_error": 0.1}
    assert words in sentences.describe_plan(n, k, **plan)
    assert "jackknife" not in sentences.describe_plan(2 * k, k, **plan)
