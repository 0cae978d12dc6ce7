import pytest

from passk import exact_pass_at_k, sentences, simulate


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
        ((200, 20, 100), "0.9999997"),  # four decimals would round a near miss to certainty
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
