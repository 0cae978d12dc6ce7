"""Answers that stand in the files several times: a file may be appended to itself, or to its copy.

A model may give an answer again, and so one that comes twice says nothing. But if every answer
comes an even number of times, in problems with several different ones, that is hardly chance.
"""

import math

__all__ = ["Copies"]

MOST_KEPT = 2**14
FEWEST_CHOICES = 10  # each is a coin's toss, if even numbers are chance: together one in 1,024


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
    >>> for answer in "abcdefghijk" * 2:
    ...     copies.note("a problem", answer, "a model")
    >>> copies.times()
    {'a model': 2}
    >>> copies.note("a problem", "a", "a model")
    >>> copies.times()
    {'a model': 1}
    """

    def __init__(self, most=MOST_KEPT):
        self.most, self.kept, self.one_of = most, {}, 1

    def note(self, problem, answer, series=""):
        """Count an answer of a problem in a series, as of a model."""
        sign = hash((problem, answer, series))
        if sign % self.one_of:
            return
        found = self.kept.get(sign)
        if found is None:
            found = self.kept[sign] = [series, problem, 0]
        found[2] += 1
        while len(self.kept) > self.most:
            self.one_of *= 2
            self.kept = {sign: one for sign, one in self.kept.items() if not sign % self.one_of}

    def times(self):
        """Return how often everything is there, by series; 1 if the answers do not tell.

        Where all answers of a problem are alike, any number of them may be meant. Among many
        series one may have even numbers by chance, and so more answers are asked of each.
        """
        found = {}
        for series, problem, times in self.kept.values():
            found.setdefault(series, []).append((problem, times))
        fewest = FEWEST_CHOICES + math.log2(max(len(found), 1))
        return {
            series: math.gcd(*(times for _, times in answers))
            if len(answers) - len(dict(answers)) >= fewest
            else 1
            for series, answers in found.items()
        }

    def remarks(self):
        """Give the remarks that everything is there several times, if it is."""
        found = self.times()
        times = min((times for times in found.values() if times > 1), default=1)
        if times == 1:
            return
        often = "twice" if times == 2 else f"{times:,} times"
        again = "an even number of times" if times == 2 else f"{often}, or a multiple of that"
        names = [" ".join(filter(None, series)) for series, one in found.items() if not one % times]
        more = f" and {len(names) - 3:,} more" if names[3:] else ""
        of = f"{', '.join(names[:3])}{more}: " if len(names) < len(found) else ""
        yield f"{of}every answer of a problem comes {again}: is everything there {often}?"
