"""Error bars that tell the truth: one problem, a benchmark, two models, and what they cost.

>>> from passk.uncertainty import benchmark
>>> print(benchmark(20, [0, 0, 1, 3, 20, 20, 20, 12, 0, 5, 20, 1], 5))
pass@5 = 0.575 over 12 problems, n = 20 samples each (unbiased estimate)
samples: ± 0.037 (standard error); 95 % interval 0.467 to 0.684; unbiased variance; normal \
interval with room for rare events
problems: ± 0.128 (standard error); 95 % interval 0.259 to 0.876; t interval with 11 degrees of \
freedom, widened by the rule of three
"""

from passk.uncertainty.benchmarks import Benchmark, ErrorBar, benchmark
from passk.uncertainty.comparisons import Comparison, compare
from passk.uncertainty.games import IntervalGame
from passk.uncertainty.intervals import (
    ConfidenceInterval,
    KForTarget,
    Posterior,
    confidence_interval,
    k_for_target,
    posterior,
    variance_estimate,
)
from passk.uncertainty.planning import (
    Split,
    best_split,
    detectable_difference,
    expected_standard_error,
    population_from_pilot,
    problems_needed,
    problems_to_detect,
    samples_needed,
)

__all__ = [
    "Benchmark",
    "Comparison",
    "ConfidenceInterval",
    "ErrorBar",
    "IntervalGame",
    "KForTarget",
    "Posterior",
    "Split",
    "benchmark",
    "best_split",
    "compare",
    "confidence_interval",
    "detectable_difference",
    "expected_standard_error",
    "k_for_target",
    "population_from_pilot",
    "posterior",
    "problems_needed",
    "problems_to_detect",
    "samples_needed",
    "variance_estimate",
]
