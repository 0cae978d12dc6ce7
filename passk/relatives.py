"""Estimators beside pass@k: other questions about k samples, answered from the same n samples.

Each function draws k of the n samples without replacement, in thought, and averages some score of
the draw over all draws. What it returns is therefore unbiased for the expected score of k fresh
samples, for the same reason as pass@k. Of the ``C(n, k)`` draws,

    C(c, j) * C(n-c, k-j)

have exactly j correct samples. These ways are counted in integers, and rounded once at the end.
"""

import math
from fractions import Fraction

import numpy as np

from passk.domain import (
    counts,
    one_number,
    plain_array,
    real_number,
    real_numbers,
    require,
    require_broadcast,
    require_same_index,
    whole_numbers,
)
from passk.estimators import pass_at_k, pass_hat_k

__all__ = [
    "exactly_j_of_k",
    "g_pass_at_k",
    "mean_g_pass_at_k",
    "majority_at_k",
    "plurality_at_k",
    "best_of_k",
    "capped_attempts",
]

MOST_COUNTED = 10_000  # past this min(c, k) the integers get too long to wait for


def exactly_j_of_k(n, c, k, j):
    """Estimate the chance that exactly j of k samples are correct.

    Parameters
    ----------
    n, c, k : int or array_like of int
        Samples, correct samples and draws: ``0 <= c <= n``, ``1 <= k <= n``, and at most 10,000
        for the smaller of c and k.
    j : int or array_like of int
        Correct samples among the k, ``0 <= j <= k``.

    Returns
    -------
    float or ndarray of float64
        A Python float for four numbers, else an array of the broadcast shape. Correctly rounded.

    Raises
    ------
    TypeError, ValueError
        If a count is not a whole number or lies outside its bounds. For k > n no unbiased
        estimator exists.

    Examples
    --------
    Of 4 samples 3 are correct. Each pair of them has one or two correct samples:

    >>> exactly_j_of_k(4, 3, 2, [0, 1, 2])
    array([0. , 0.5, 0.5])
    """
    (n, c, k), j = _counts(n, c, k), whole_numbers(j, "j")
    require_broadcast({"n": n, "c": c, "k": k, "j": j})
    require(np.greater_equal(j, 0), "j must be at least 0", j=j)
    require(np.less_equal(j, k), "j must not exceed k", j=j, k=k)
    return _for_each(_exactly_j_of_one, n, c, k, j)


def g_pass_at_k(n, c, k, threshold):
    """Estimate G-Pass@k: the chance that at least the share ``threshold`` of k is correct.

    Parameters
    ----------
    n, c, k : int or array_like of int
        As for `exactly_j_of_k`.
    threshold : float or Fraction
        Share of the k samples, ``0 < threshold <= 1``. ``ceil(threshold * k)`` of them must be
        correct, at least one. A float stands for the fraction that was meant, see Notes.

    Returns
    -------
    float or ndarray of float64
        A Python float for three numbers, else an array of the broadcast shape. Correctly rounded.
        A threshold of 1/k gives pass@k, a threshold of 1 pass^k.

    Raises
    ------
    TypeError, ValueError
        As for `exactly_j_of_k`; also for a threshold outside its bounds.

    Notes
    -----
    ``0.07 * 100`` is 7.000000000000001 in floats, and rounding it up gives 8. A float is therefore
    read as the decimal that Python prints, and this as the nearest fraction with a denominator of
    at most 10**9: 0.07 is 7/100, 1/3 one third, and 3 * 0.2 three fifths.

    References
    ----------
    .. [1] J. Liu et al., "Are Your LLMs Capable of Stable Reasoning?", arXiv:2412.13147, 2024.

    Examples
    --------
    >>> g_pass_at_k(10, 6, 4, 0.5)
    0.8809523809523809
    >>> g_pass_at_k(10, 6, 4, [0.5])
    Traceback (most recent call last):
        ...
    TypeError: threshold must be one number, not list: threshold=[0.5]
    """
    n, c, k = _counts(n, c, k)
    share = _as_meant(threshold, "threshold")
    rule = "threshold must lie above 0 and not exceed 1"
    require(threshold > 0 and share <= 1, rule, threshold=threshold)

    def of_one(n, c, k):
        least = max(1, math.ceil(share * k))
        return _mean_score(n, c, k, lambda j: j >= least)

    return _for_each(of_one, n, c, k)


def mean_g_pass_at_k(n, c, k):
    """Estimate mG-Pass@k: G-Pass@k averaged over the thresholds from 1/2 to 1.

    The value is ``2/k`` times the sum of G-Pass@k at the thresholds ``i/k``, for i from
    ``ceil(k/2) + 1`` to k.

    Parameters
    ----------
    n, c, k : int or array_like of int
        As for `exactly_j_of_k`.

    Returns
    -------
    float or ndarray of float64
        A Python float for three numbers, else an array of the broadcast shape. Correctly rounded.

    Raises
    ------
    TypeError, ValueError
        As for `exactly_j_of_k`.

    Notes
    -----
    The sum is the paper's definition, which also gives the mean as an integral over the threshold.
    The two agree for even k only. For odd k the sum leaves out the thresholds from 1/2 to
    ``(k+1)/(2k)``, and even a model that is always right has ``1 - 1/k``; at k = 1 it has 0. Add
    ``g_pass_at_k(n, c, k, 1/2) / k`` for the integral, and prefer an even k.

    References
    ----------
    .. [1] J. Liu et al., "Are Your LLMs Capable of Stable Reasoning?", arXiv:2412.13147, 2024.

    Examples
    --------
    >>> mean_g_pass_at_k(10, [6, 8, 10], 4)
    array([0.26190476, 0.6       , 1.        ])
    """
    return _for_each(_mean_g_pass_of_one, *_counts(n, c, k))


def majority_at_k(n, c, k):
    """Estimate the chance that more than half of k samples are correct; a tie counts half.

    This is majority voting where all wrong samples agree. With the counts of the different wrong
    answers, `plurality_at_k` tells how voting really ends, which is never worse.

    Parameters
    ----------
    n, c, k : int or array_like of int
        As for `exactly_j_of_k`.

    Returns
    -------
    float or ndarray of float64
        A Python float for three numbers, else an array of the broadcast shape. Correctly rounded.

    Raises
    ------
    TypeError, ValueError
        As for `exactly_j_of_k`.

    Examples
    --------
    Voting helps where more than half of the samples are correct, and harms elsewhere:

    >>> majority_at_k(10, [3, 5, 7], 5)
    array([0.08333333, 0.5       , 0.91666667])
    """
    return _for_each(_majority_of_one, *_counts(n, c, k))


def plurality_at_k(answer_counts, correct, k):
    """Estimate the chance that the most frequent answer among k samples is the correct one.

    Where several answers are the most frequent, one of them is drawn at random.

    Parameters
    ----------
    answer_counts : array_like of int, shape (answers,)
        How many of the n samples gave each answer.
    correct : int
        Position of the correct answer; give it the count 0 if no sample found it.
    k : int
        Draws, at most the sum of the counts.

    Returns
    -------
    float
        Correctly rounded.

    Raises
    ------
    TypeError, ValueError
        If a count is not a whole number or lies outside its bounds, no entry has the position
        `correct`, or k exceeds the number of samples.

    Notes
    -----
    For every number of votes s that the correct answer may get, the draws of the other answers are
    counted by how many of them have s votes too and none more. Answers with fewer than s samples
    can neither win nor tie, and are taken together. The time grows at most like ``n * k**2``: half
    a second for n = 200 and k = 100.

    Examples
    --------
    Three of seven samples have the correct answer 42; the others disagree:

    >>> plurality_at_k([3, 2, 1, 1], correct=0, k=5)
    0.7142857142857143
    >>> majority_at_k(7, 3, 5)
    0.2857142857142857
    """
    votes, n, c, k = _answer_counts(answer_counts, correct, k)
    others = votes[:correct] + votes[correct + 1 :]
    won = sum(
        math.comb(c, s) * _share_of_ties(_ways_without_more(others, s, k - s), k - s)
        for s in range(1, min(c, k) + 1)
    )
    return float(Fraction(won, math.comb(n, k)))


def best_of_k(rewards, k, correct=None):
    """Estimate the best reward among k samples, or how often the sample that has it is correct.

    Parameters
    ----------
    rewards : array_like of float, shape (n,)
        Reward of each sample, by which the best one is chosen. Ties are broken at random.
    k : int
        Draws, ``1 <= k <= n``.
    correct : array_like of bool or of 0 and 1, shape (n,), optional
        Whether each sample is correct.

    Returns
    -------
    float
        The expected best reward of k samples; with `correct`, the chance that the best of k is
        correct.

    Raises
    ------
    TypeError, ValueError
        If k is out of bounds, a reward is not a finite number, or `correct` has other values or
        another length.

    Notes
    -----
    In ascending order the i-th sample is the best of ``C(i-1, k-1)`` of the ``C(n, k)`` draws;
    samples of equal reward share their draws.

    Examples
    --------
    >>> best_of_k([0.1, 0.4, 0.4, 0.9], k=2)
    0.65
    >>> best_of_k([0.1, 0.4, 0.4, 0.9], k=2, correct=[True, True, False, False])
    0.25

    With rewards 0 and 1 this is pass@k:

    >>> best_of_k([0, 0, 0, 1, 1], k=2), pass_at_k(5, 2, 2)
    (0.7, 0.7)
    """
    require_same_index({"rewards": rewards, "correct": correct})
    rewards = _rewards(rewards)
    n, _, k = counts(rewards.size, 0, one_number(k, "k"))
    scores = rewards if correct is None else _zeros_and_ones(correct, n)
    rank = np.arange(1, n + 1)
    best = k / rank * pass_hat_k(n, rank, k)  # C(i-1, k-1) = k/i C(i, k)
    _, group, size = np.unique(rewards, return_inverse=True, return_counts=True)
    chance = (np.bincount(np.sort(group), best) / size)[group]
    mean = math.fsum(chance * scores) / math.fsum(chance)
    return float(min(max(mean, scores.min()), scores.max()))


def capped_attempts(n, c, cap):
    """Estimate how many samples are drawn until one is correct, if `cap` is the most allowed.

    Parameters
    ----------
    n, c : int or array_like of int
        Samples and correct samples, ``0 <= c <= n``.
    cap : int or array_like of int
        The number of attempts after which one gives up, ``1 <= cap <= n + 1``.

    Returns
    -------
    float or ndarray of float64
        A Python float for three numbers, else an array of the broadcast shape. Relative error at
        most a few ulp; the cost does not grow with n, c or cap.

    Raises
    ------
    TypeError, ValueError
        If a count is not a whole number or lies outside its bounds. The number of attempts without
        a cap, 1/p, has no unbiased estimator.

    Notes
    -----
    Attempt j + 1 is made if the first j all fail, so that the number of attempts has the mean
    ``sum_{j < cap} (1 - pass@j)``. With the estimates of pass@j the sum has the closed form
    ``(cap + (n+1-cap) * pass@cap) / (c+1)``; for ``cap = n + 1`` this is ``(n+1) / (c+1)``.

    Examples
    --------
    >>> capped_attempts(9, [0, 1, 4], 10)
    array([10.,  5.,  2.])
    >>> capped_attempts(9, 1, 3)
    2.6666666666666665
    """
    (n, c, _), cap = counts(n, c, 1), whole_numbers(cap, "cap")
    require_broadcast({"n": n, "c": c, "cap": cap})
    require(np.greater_equal(cap, 1), "cap must be at least 1", cap=cap)
    require(np.less_equal(cap, np.add(n, 1)), "cap must not exceed n + 1", cap=cap, n=n)
    after = n + 1 - cap
    passed = pass_at_k(n, c, np.minimum(cap, n))
    value = (cap + after * passed) / (np.add(c, 1))
    return value if np.ndim(value) else float(value)


def _counts(n, c, k):
    """Return n, c and k, refusing what would take too long to count."""
    n, c, k = counts(n, c, k)
    rule = f"c or k must not exceed {MOST_COUNTED}"
    require(np.minimum(c, k) <= MOST_COUNTED, rule, c=c, k=k)
    return n, c, k


def _for_each(of_one, *arguments):
    """Apply a function of ints to numbers, or once to every distinct combination in arrays."""
    if all(type(argument) is int for argument in arguments):
        return of_one(*arguments)
    arrays = np.broadcast_arrays(*arguments)
    rows = list(zip(*(array.ravel().tolist() for array in arrays), strict=True))
    values = {row: of_one(*row) for row in set(rows)}
    return np.array([values[row] for row in rows]).reshape(arrays[0].shape)


def _exactly_j_of_one(n, c, k, j):
    """Return the share of draws with j correct samples, of four ints."""
    few, most = min(c, k), max(c, k)  # c and k may be swapped: the smaller binomials
    if j > few:
        return 0.0
    return math.comb(most, j) * math.comb(n - most, few - j) / math.comb(n, few)


def _mean_g_pass_of_one(n, c, k):
    """Return mG-Pass@k of three ints: a draw counts at every threshold that it reaches."""
    half = -(-k // 2)
    return _mean_score(n, c, k, lambda j: 2 * max(0, j - half), k)


def _majority_of_one(n, c, k):
    """Return the share of draws with a correct majority, of three ints."""
    return _mean_score(n, c, k, lambda j: (2 * j > k) + (2 * j >= k), 2)


def _mean_score(n, c, k, score, scale=1):
    """Return the mean of score(j) / scale over all draws, j being their correct samples."""
    few, most = min(c, k), max(c, k)  # c and k may be swapped: the smaller binomials
    missed = n - most
    least = max(0, few - missed)
    ways, total = math.comb(most, least) * math.comb(missed, few - least), 0
    for j in range(least, few + 1):
        total += ways * score(j)
        ways = ways * (most - j) * (few - j) // ((j + 1) * (missed - few + j + 1))
    return total / (scale * math.comb(n, few))


def _as_meant(value, name):
    """Return a float as the fraction that was meant, other numbers as they are."""
    real_number(value, name)
    if isinstance(value, float | np.floating):
        return Fraction(str(value)).limit_denominator(10**9)
    return Fraction(value)


def _answer_counts(answer_counts, correct, k):
    """Return the counts of all answers as a list, and n, c and k."""
    votes, correct = whole_numbers(answer_counts, "answer_counts"), one_number(correct, "correct")
    if np.ndim(votes) != 1:
        raise ValueError(f"answer_counts must be a 1-D list: it has shape {np.shape(votes)}")
    require(votes >= 0, "answer_counts must be at least 0", answer_counts=votes)
    rule = "correct must be the position of an answer"
    require(0 <= correct < votes.size, rule, correct=correct, answers=votes.size)
    votes = votes.tolist()
    return votes, *_counts(sum(votes), votes[correct], one_number(k, "k"))


def _ways_without_more(others, s, draws):
    """Return in how many ways the other answers are drawn with at most s votes each.

    Row t, column x: t of them have exactly s votes, and all of them x votes together.
    """
    rare = sum(m for m in others if m < s)
    ways = np.zeros((draws // s + 1, draws + 1), dtype=object)
    ways[0] = [math.comb(rare, x) for x in range(draws + 1)]
    for m in (m for m in others if m >= s):
        fewer = np.array([math.comb(m, x) for x in range(min(s, draws + 1))], dtype=object)
        tied = math.comb(m, s) * ways[:-1, :-s]
        ways = np.array([np.convolve(row, fewer)[: draws + 1] for row in ways])
        ways[1:, s:] += tied
    return ways


def _share_of_ties(ways, draws):
    """Return the ways with all draws made, where the correct answer ties with t, over t + 1."""
    return sum(Fraction(row[draws], t + 1) for t, row in enumerate(ways))


def _rewards(rewards):
    """Return the rewards as a float64 array with one entry per sample."""
    array = real_numbers(rewards, "rewards")
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"rewards must be a 1-D list, one per sample: it has shape {array.shape}")
    return array


def _zeros_and_ones(correct, n):
    """Return the verdicts as a float64 array with n entries."""
    array = plain_array(correct, "correct")
    if array.dtype.kind not in "bfiu":
        raise TypeError(f"correct must be True or False for each sample, not {array.dtype}")
    if array.shape != (n,):
        raise ValueError(f"correct must have one entry per reward: {array.shape}, {n} rewards")
    require((array == 0) | (array == 1), "correct must be 0 or 1", correct=array)
    return array.astype(np.float64)
