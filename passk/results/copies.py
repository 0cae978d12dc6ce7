"""Answers that stand in the files several times: a file may be appended to itself, or to its copy.

A model may give an answer again, and so one that comes twice says nothing. But if every answer
comes an even number of times, in problems with several different ones, that is hardly chance.
"""

import math

__all__ = ["Copies"]

MOST_KEPT = 2**14
FEWEST_CHOICES = 4  # each is a coin's toss, if even numbers are chance: together one in 16


class Copies:
    """Counts how often each answer comes, by its hash, for so many answers as there is room.

    Which answers are kept is told by their hashes, so that of an answer that is kept each
    occurrence is counted.

    Parameters
    ----------
    most : int
        How many different answers are kept.

    Examples
    --------
    >>> copies = Copies()
    >>> for answer in "abcde" * 2:
    ...     copies.note("a problem", answer)
    >>> copies.times()
    2
    >>> copies.note("a problem", "a")
    >>> copies.times()
    1
    """

    def __init__(self, most=MOST_KEPT):
        self.most, self.kept, self.one_of = most, {}, 1

    def note(self, problem, answer):
        """Count an answer of a problem."""
        sign = hash((problem, answer))
        if sign % self.one_of:
            return
        found = self.kept.get(sign)
        if found is None:
            found = self.kept[sign] = [problem, 0]
        found[1] += 1
        while len(self.kept) > self.most:
            self.one_of *= 2
            self.kept = {sign: one for sign, one in self.kept.items() if not sign % self.one_of}

    def times(self):
        """Return how often everything is there; 1 if the answers do not tell.

        Where all answers of a problem are alike, any number of them may be meant.
        """
        choices = len(self.kept) - len({problem for problem, _ in self.kept.values()})
        if choices < FEWEST_CHOICES:
            return 1
        return math.gcd(*(times for _, times in self.kept.values()))

    def remarks(self):
        """Give the remark that everything is there several times, if it is."""
        times = self.times()
        if times > 1:
            often = "twice" if times == 2 else f"{times:,} times"
            again = "an even number of times" if times == 2 else f"{often}, or a multiple of that"
            yield f"every answer of a problem comes {again}: is everything there {often}?"
