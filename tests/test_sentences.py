from fractions import Fraction

import numpy as np
import pytest

from passk import exact_pass_at_k, pass_at_k, sentences, simulate


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
