"""Programs x test cases -> verdicts -> counts: BabelCode's evaluation, for real.

>>> from passk.execution import find_language, own_problems, prompt
>>> print(prompt(own_problems()["any-of-first"], find_language("cpp"), docstring=False))
bool any_of_first(std::vector<bool> outcomes, int k) {
"""

from passk.execution.evaluation import Evaluation, Score, evaluate
from passk.execution.languages import LANGUAGES, find_language
from passk.execution.model import SimulatedModel, own_model, own_verdicts, true_rates
from passk.execution.problems import Problem, own_problems, program_of, prompt, read_problems
from passk.execution.records import Sample, read_predictions
from passk.execution.runner import Verdict, run_program
from passk.execution.sandbox import Limits

__all__ = [
    "LANGUAGES",
    "Evaluation",
    "Limits",
    "Problem",
    "Sample",
    "Score",
    "SimulatedModel",
    "Verdict",
    "evaluate",
    "find_language",
    "own_model",
    "own_problems",
    "own_verdicts",
    "program_of",
    "prompt",
    "read_predictions",
    "read_problems",
    "run_program",
    "true_rates",
]
