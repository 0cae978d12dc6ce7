"""pass@k: the chance that at least one of k samples is correct, estimated and explained.

The functions below are the numbers. Figures are in `passk.plots`, sliders around them in
`passk.explorers`; both are loaded when first used.
"""

import importlib

from passk import forms, simulation, theory
from passk.estimators import (
    mean_pass_at_k,
    naive_pass_at_k,
    pass_at_k,
    pass_at_k_curve,
    pass_hat_k,
    true_pass_at_k,
)
from passk.exact import (
    exact_naive_pass_at_k,
    exact_pass_at_k,
    exact_pass_hat_k,
    pass_at_k_by_listing,
)
from passk.simulation import simulate

__version__ = "0.1.0"

__all__ = [
    "pass_at_k",
    "naive_pass_at_k",
    "mean_pass_at_k",
    "pass_at_k_curve",
    "true_pass_at_k",
    "pass_hat_k",
    "exact_pass_at_k",
    "exact_naive_pass_at_k",
    "exact_pass_hat_k",
    "pass_at_k_by_listing",
    "simulate",
    "forms",
    "simulation",
    "theory",
]

_LOADED_WHEN_USED = ("exercises", "explorers", "plots")


def __getattr__(name):
    """Load the modules that need matplotlib or ipywidgets when they are first asked for."""
    if name in _LOADED_WHEN_USED:
        return importlib.import_module(f"passk.{name}")
    raise AttributeError(f"module 'passk' has no attribute {name!r}")


def __dir__():
    """List the modules that are loaded when used, too."""
    return sorted([*globals(), *_LOADED_WHEN_USED])
