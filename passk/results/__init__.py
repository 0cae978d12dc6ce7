"""From the files that evaluations leave to n and c, and to pass@k with its error bars.

>>> from passk.results import read_counts
>>> counts = read_counts([{"task_id": 0, "trial": i, "reward": r} for i, r in enumerate([1, 0])])
>>> counts
  problem  n  c
0       0  2  1
>>> print(counts.attrs["report"])
tau-bench, 1 file: 1 problem, 2 samples
"""

from passk.results.claims import claims_from_words
from passk.results.reading import FORMATS, read_counts
from passk.results.rechecks import Recheck, recheck
from passk.results.scores import PartScore, ScoreAtK, Scores, score
from passk.results.tally import ReadingReport

__all__ = [
    "FORMATS",
    "PartScore",
    "ReadingReport",
    "Recheck",
    "ScoreAtK",
    "Scores",
    "claims_from_words",
    "read_counts",
    "recheck",
    "score",
]
