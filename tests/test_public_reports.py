"""Faults that people reported from tools for pass@k, each with the number it once gave.

Every name of a project says where a fault of this kind was met.
"""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from passk import (
    exact_naive_pass_at_k,
    exact_pass_at_k,
    mean_pass_at_k,
    naive_pass_at_k,
    pass_at_k,
    pass_at_k_by_listing,
    pass_at_k_curve,
    pass_hat_k,
)
from passk.theory import expected_value, variance

NO_ESTIMATE = "fewer than k samples give no unbiased estimate"
ONE_SAMPLE_EACH = [1] * 50 + [0] * 114  # 164 problems, fifty solved


def close(value, exact):
    """Tell whether a float is within 1e-14 of an exact value."""
    return type(value) is float and abs(value / float(exact) - 1) <= 1e-14


# More draws than samples


@pytest.mark.parametrize("c", [0, 1, 2])
def test_two_samples_do_not_tell_about_five_draws(c):
    # openai/human-eval issue 35: "n - c < k, so certain" made 1.0 of two failures;
    # nuprl/MultiPL-E issue 40 met the same; a proposed patch made 0.0 of it
    with pytest.raises(ValueError, match=rf"^k must not exceed n: k=5, n=2 \({NO_ESTIMATE}"):
        pass_at_k(2, c, 5)


def test_twenty_completions_are_no_pass_at_100():
    # nuprl/MultiPL-E issue 31: pass@100 = 1.00 for a whole benchmark of 20 completions each
    with pytest.raises(ValueError, match=r"k=100, n=20 for problems 0, 1, 2 "):
        mean_pass_at_k([20] * 3, [0, 4, 5], 100)


def test_a_k_that_was_asked_for_does_not_vanish():
    # bigcode-project/bigcodebench issue 47: pass@10 was left out of the result without a word
    assert pass_at_k_curve(2, 1, ks=[1, 2]).tolist() == [0.5, 1.0]
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=10, n=2 at index 2 "):
        pass_at_k_curve(2, 1, ks=[1, 2, 10])


def test_every_k_up_to_n_is_allowed():
    # bigcode-project/bigcodebench issue 50: only k = 1, 5 and 10 could be asked for
    assert pass_at_k(200, 1, 100) == 0.5
    assert pass_at_k_curve(200, 1).shape == (200,)


def test_samples_without_a_score_leave_too_few():
    # UKGovernmentBEIS/inspect_ai: of scores 0, nan, nan one sample was left; pass@2 was 1.0
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=2, n=1 "):
        pass_at_k(1, 0, 2)


def test_all_correct_of_two_do_not_tell_about_all_of_five():
    # memex-lab/dart_agent_core pull 46: pass^5 from two samples was 1.0
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=5, n=2 "):
        pass_hat_k(2, 2, 5)


# Counts that cannot be


def test_more_passes_than_samples():
    # confident-ai/deepeval issue 3206: 250 of 200 gave 1.0 and hid an error in the counting
    with pytest.raises(ValueError, match=r"^c must not exceed n: c=250, n=200$"):
        pass_at_k(200, 250, 1)


def test_half_a_draw():
    # confident-ai/deepeval issue 3206: k = 2.5 gave 0.62760417, between pass@2 and pass@3
    with pytest.raises(ValueError, match=r"^k must be a whole number: k=2\.5$"):
        pass_at_k(10, 3, 2.5)


@pytest.mark.parametrize("triple", [(10, 3, True), (10, True, 5), (True, 1, 1)])
def test_truth_values_are_no_counts(triple):
    # confident-ai/deepeval pull 3207: True was taken for 1
    with pytest.raises(TypeError, match=r" must be a whole number, not bool: [nck]=True$"):
        pass_at_k(*triple)


def test_text_is_no_number():
    # openai/human-eval: a column of text gave 0.3, and a text k a comparison error later on
    with pytest.raises(TypeError, match=r"^ns must be a whole number, not str: ns='10' at index 0"):
        mean_pass_at_k(["10"], ["3"], 1)
    with pytest.raises(TypeError, match=r"^k must be a whole number, not str: k='1'$"):
        mean_pass_at_k([10], [3], "1")


def test_a_rate_is_no_count():
    # PrimeIntellect-ai/prime-rl pull 290: 0.3 of ten was meant as three
    with pytest.raises(ValueError, match=r"c counts correct samples, it is not a rate"):
        pass_at_k(10, 0.3, 1)


@pytest.mark.parametrize("statuses", [["pass", "fail", "fail"], ["yes"], [2, -1]])
def test_words_and_labels_are_no_verdicts(statuses):
    # evalplus/evalplus: bool("fail") is True, so three passes were counted instead of one;
    # UKGovernmentBEIS/inspect_ai pull 4928: labels 2.0 and -1.0 were added up as scores
    with pytest.raises(TypeError, match=r"^outcomes must be True, False, 1 or 0: outcomes\[0\]="):
        pass_at_k_by_listing(statuses, 1)
    assert close(pass_at_k(3, 1, 1), Fraction(1, 3))


def test_a_list_of_verdicts_in_the_place_of_one():
    # evalplus/evalplus issue 158: all samples in one field gave a pass rate of 0
    with pytest.raises(TypeError, match=r"^outcomes must be .*: outcomes\[0\]=\[True, False\]$"):
        pass_at_k_by_listing([[True, False]], 1)


def test_small_integer_types():
    # numpy/numpy issue 15831: 3 - 5 = 254 in uint8 gave inf; int8 was right, with warnings
    with pytest.raises(ValueError, match=r"^c must not exceed n: c=5, n=3$"):
        pass_at_k(np.uint8(3), np.uint8(5), 2)
    assert pass_at_k(np.int8(127), np.int8(3), np.int8(5)) == 0.11439070116235471


# Problems that vanish


def test_a_problem_without_samples_is_not_left_out():
    # huggingface/evaluate: an empty list of candidates dropped out, and the mean was 1.0
    with pytest.raises(ValueError, match=r"^ns must be at least 1: ns=0 at index 1$"):
        mean_pass_at_k([1, 0], [1, 0], 1)


def test_problems_and_counts_of_different_length():
    # openai/human-eval: a bare AssertionError
    with pytest.raises(ValueError, match=r"ns has 2 entries, cs has 1 entry$"):
        mean_pass_at_k([10, 20], [1], 1)


@pytest.mark.parametrize(
    "gap", [pd.Series([10.0, math.nan]), pd.Series([10, None], dtype="Int64"), [10.0, math.nan]]
)
def test_a_gap_in_a_column(gap):
    # PrimeIntellect-ai/prime-rl pull 1589: a failed run was NaN, and became 0 or was dropped
    with pytest.raises(ValueError, match=r"^ns must be a whole number: .* at index 1$"):
        mean_pass_at_k(gap, [1, 2], 1)


def test_runs_that_broke_down_are_failures_or_missing_but_never_dropped():
    # sierra-research/tau2-bench issue 493: pass, error, error, error and four errors gave 1.0
    assert mean_pass_at_k([4, 4], [1, 0], 1) == 0.125
    with pytest.raises(ValueError, match=r"^ns must be at least 1: ns=0 at index 1$"):
        mean_pass_at_k([1, 0], [1, 0], 1)


def test_unanswered_is_failed():
    # NVIDIA-NeMo/Gym issue 2574: skipping the unanswered problem gave 1.0
    assert mean_pass_at_k([2, 2], [2, 0], 2) == 0.5


def test_a_part_of_a_benchmark():
    # evalplus/evalplus issue 24: 19 of 164 problems ended in an assertion about missing problems
    assert mean_pass_at_k([2] * 19, [1] * 19, 2) == 1.0


def test_a_curve_does_not_fall_because_short_problems_drop_out():
    # ScalingIntelligence/KernelBench pull 33: 0.1619 at k = 5, but 0.16 at k = 10
    assert close(mean_pass_at_k([10, 10, 9], [0, 1, 5], 9), Fraction(19, 30))
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=10, n=9 for problem 2 "):
        mean_pass_at_k([10, 10, 9], [0, 1, 5], 10)


# What is averaged, and over what


def test_the_mean_is_not_the_estimate_of_pooled_counts():
    # paiml/aprender pull 2118: (20, 10) pooled gave 1271/1292 = 0.98
    assert mean_pass_at_k([10, 10], [10, 0], 5) == 0.5
    assert mean_pass_at_k([10.0, 10.0], [10.0, 0.0], 5) == 0.5
    assert exact_pass_at_k(20, 10, 5) == Fraction(1271, 1292)


def test_problems_are_no_samples():
    # paiml/aprender pull 2118: 164 problems, one sample each, were called n = 164: 97.7 %
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=10, n=1 for problems 0, 1, 2, "):
        mean_pass_at_k([1] * 164, ONE_SAMPLE_EACH, 10)
    assert close(float(exact_pass_at_k(164, 50, 10)), Fraction(3001861522535, 3073201795924))


def test_one_sample_each_is_plain_accuracy():
    # paiml/aprender pull 432: pass@10 from one sample merely repeated pass@1
    assert (pass_at_k(1, 1, 1), pass_at_k(1, 0, 1)) == (1.0, 0.0)
    assert close(mean_pass_at_k([1] * 164, ONE_SAMPLE_EACH, 1), Fraction(25, 82))
    with pytest.raises(ValueError, match=r"^k must not exceed n: k=10, n=1 "):
        pass_at_k(1, 1, 10)


def test_every_problem_counts_the_same():
    # kubernetes-sigs/devops-bench pull 193: all passes over all samples gave 1/5
    assert mean_pass_at_k([5, 20], [5, 0], 1) == 0.5


def test_every_problem_has_its_own_n():
    # nuprl/MultiPL-E issue 40: runs that stopped early left 200, 20 and 10 samples
    exact = Fraction(42806010354997, 67285727199840)
    assert close(mean_pass_at_k([200, 20, 10], [10, 1, 5], 10), exact)


def test_a_mean_to_the_power_of_k_is_not_the_mean():
    # 50 % at pass@1 was said to be 99.9 % at pass@10; half of the problems are never solved
    assert mean_pass_at_k([10, 10], [10, 0], [1, 10]).tolist() == [0.5, 0.5]


def test_copies_of_one_answer_give_a_flat_curve():
    # huggingface/transformers issue 2415: decoding without randomness repeats one answer
    assert mean_pass_at_k([200, 200], [200, 0], [1, 10, 100]).tolist() == [0.5] * 3


def test_a_result_counted_twice_changes_all_but_pass_at_1():
    # kubernetes-sigs/devops-bench pull 193: doubled rows gave 6751/7752 = 0.871
    assert close(pass_at_k(10, 3, 5), Fraction(11, 12))
    assert close(pass_at_k(20, 6, 5), Fraction(6751, 7752))
    assert pass_at_k(10, 3, 1) == pass_at_k(20, 6, 1) == 0.3


def test_steps_of_one_attempt_are_one_sample():
    # NVIDIA-NeMo/labs-molt pull 84: four rows of one failed episode and one of a passed gave 1/5
    assert (pass_at_k(2, 1, 1), pass_at_k(5, 1, 1)) == (0.5, 0.2)


def test_means_of_four_problems():
    # huggingface/lighteval pull 661
    value = mean_pass_at_k([10] * 4, [0, 1, 5, 10], 5)
    assert close(value, Fraction(629, 1008))


# Containers


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series])
def test_one_line_of_problems_in_any_container(kind):
    # scipy/scipy issue 23168: exact binomials of arrays ended in a message about 0 dimensions
    assert close(mean_pass_at_k(kind([10, 10]), kind([3, 5]), 5), Fraction(241, 252))


def test_a_table_is_no_line_of_problems():
    with pytest.raises(ValueError, match=r"^ns must be 1-D, one entry per problem: .* \(1, 2\)$"):
        mean_pass_at_k([[10, 10]], [[3, 5]], 5)


def test_columns_in_another_order_are_not_paired():
    # PrimeIntellect-ai/prime-rl pull 1589: two group-bys gave (10, 50) and (200, 5)
    ns = pd.Series({"a": 10, "b": 200})
    cs = pd.Series({"b": 50, "a": 5})
    with pytest.raises(ValueError, match=r"^ns and cs must have the same index: \['a', 'b'\] and "):
        mean_pass_at_k(ns, cs, 1)
    assert mean_pass_at_k(ns, cs.reindex(ns.index), 1) == 0.375


def test_a_number_is_a_python_float():
    # NumPy 2 shows np.float64(0.9166666666666666) at the end of a cell
    assert repr(pass_at_k(10, 3, 5)) == "0.9166666666666666"


# What pass@k is


def test_pass_at_1_is_not_the_first_attempt():
    # Mercor-Intelligence/archipelago pull 137: fail, pass, pass was read as 0
    assert close(pass_at_k(3, 2, 1), Fraction(2, 3))


@pytest.mark.parametrize("n", [1, 5])
def test_more_samples_do_not_lower_pass_at_1(n):
    # knoveleng/open-rs issue 10: only the spread falls with n, from 6/25 to 6/125
    p = Fraction(2, 5)
    assert expected_value(pass_at_k, p, n, 1) == p
    assert variance(pass_at_k, p, n, 1) == Fraction(6, 25 * n)


def test_drawing_without_replacement_finds_the_only_pass():
    # verl-project/verl pull 7240: drawing all four with replacement gave 0.684 for a certain 1
    assert pass_at_k(4, 1, 4) == 1.0
    assert exact_naive_pass_at_k(4, 1, 4) == Fraction(175, 256)


def test_a_closed_form_needs_no_random_subsets():
    # PrimeIntellect-ai/prime-rl pull 1834: random pairs of four samples were drawn instead
    rng, draws = np.random.default_rng(4), 4000
    hits = [0 in rng.choice(4, 2, replace=False) for _ in range(draws)]
    assert pass_at_k(4, 1, 2) == 0.5
    assert abs(np.mean(hits) - 0.5) <= 4 * 0.5 / math.sqrt(draws)


def test_drawing_k_and_looking_is_unbiased_and_the_plug_in_is_too_low():
    # tutorials call the look at exactly k samples biased upward; it is only noisy
    p = Fraction(3, 10)
    assert expected_value(pass_at_k, p, 5, 5) == Fraction(83193, 100000)
    assert expected_value(naive_pass_at_k, p, 5, 5) == Fraction(5379279, 7812500)
    looks = (
        math.prod(p if passed else 1 - p for passed in samples)
        for samples in product([0, 1], repeat=5)
        if any(samples)
    )
    assert sum(looks) == Fraction(83193, 100000)


def test_stopping_at_the_first_pass_makes_the_rate_too_high():
    # cline/cline pull 10529: with p = 1/2 and at most three tries, c/n is 2/3 on average
    half = Fraction(1, 2)
    stopped = sum(half**tries * pass_at_k(tries, 1, 1) for tries in (1, 2, 3))
    assert stopped == pytest.approx(2 / 3, rel=1e-14)
    assert expected_value(pass_at_k, half, 3, 1) == half


def test_pass_at_n_is_no_majority():
    # scitix/sieval pull 88: answers A, B, B with A right pass in three draws, and lose the vote
    assert pass_at_k(3, 1, 3) == 1.0
    assert close(pass_at_k(3, 1, 1), Fraction(1, 3))


def test_at_least_one_of_k_is_the_tail_of_the_hypergeometric():
    # huggingface/lighteval pull 589: the general form must agree with pass@k where one is enough
    draws = list(combinations([1] * 8 + [0] * 8, 4))
    at_least_one = Fraction(sum(sum(draw) >= 1 for draw in draws), len(draws))
    assert at_least_one == Fraction(25, 26)
    assert close(pass_at_k(16, 8, 4), at_least_one)
    assert close(pass_hat_k(16, 8, 4), Fraction(1, 26))


def test_values_are_probabilities():
    # NVIDIA-NeMo/Skills issue 715: a counter in the wrong loop showed 160 %
    for n in range(1, 41):
        values = pass_at_k(n, np.arange(n + 1)[:, None], np.arange(1, n + 1))
        assert ((values >= 0) & (values <= 1)).all()


def test_a_curve_rises_to_exactly_one():
    # ScalingIntelligence/KernelBench pull 33: rounded and resampled curves dip
    ks = [1, 2, 5, 10, 18, 19, 20]
    exact = ["1/10", "37/190", "17/38", "29/38", "189/190", "1", "1"]
    assert [exact_pass_at_k(20, 2, k) for k in ks] == [Fraction(value) for value in exact]
    curve = pass_at_k(20, 2, ks)
    assert (np.diff(curve) >= 0).all()
    assert curve[-2:].tolist() == [1.0, 1.0]


# Digits


def test_log_gamma_would_lose_everything():
    # stan-dev/math issue 1611: differences of log-gamma give 0 at 1e9 and -53.6 at 1e15
    assert pass_at_k(10**9, 1, 1) == 1e-9
    assert pass_at_k(10**15, 1, 1) == 1e-15
    assert close(pass_at_k(10**15, 2, 2), exact_pass_at_k(10**15, 2, 2))


def test_one_minus_a_product_would_lose_small_values():
    # openai/human-eval: 1 - product is 9.99978e-13 instead of 1e-12
    assert pass_at_k(10**12, 1, 1) == 1e-12
    assert close(pass_at_k(10**12, 3, 1000), exact_pass_at_k(10**12, 3, 1000))


def test_nothing_is_as_long_as_c():
    # openai/human-eval: an array of c = 5e8 entries took 4 GB
    assert pass_at_k(10**9, 5 * 10**8, 1) == 0.5
    assert pass_at_k(10**9, [5 * 10**8], 5 * 10**8).tolist() == [1.0]
    assert close(pass_at_k(10**9, 5 * 10**8, 2), exact_pass_at_k(10**9, 5 * 10**8, 2))
