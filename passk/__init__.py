"""pass@k: the chance that at least one of k samples is correct, estimated and explained.

The functions below are the numbers; error bars are in `passk.uncertainty`, figures in
`passk.plots`, sliders around them in `passk.explorers`. They and the checks of somebody else's
estimator are loaded when first used.
"""

import importlib

from passk import forms, relatives, simulation, theory
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
    "confidence_interval",
    "benchmark",
    "compare",
    "check_estimator",
    "check_mean",
    "check_naive",
    "checks",
    "forms",
    "relatives",
    "simulation",
    "theory",
    "uncertainty",
]

_LOADED_WHEN_USED = (
    "checks",
    "execution",
    "exercises",
    "explorers",
    "plots",
    "results",
    "suspects",
    "uncertainty",
)
_FUNCTIONS_OF = {
    "benchmark": "uncertainty",
    "check_estimator": "checks",
    "check_mean": "checks",
    "check_naive": "checks",
    "compare": "uncertainty",
    "confidence_interval": "uncertainty",
}


def __getattr__(name):
    """Load what `import passk` does not, when it is first asked for."""
    if name in _LOADED_WHEN_USED:
        return importlib.import_module(f"passk.{name}")
    if name in _FUNCTIONS_OF:
        return getattr(importlib.import_module(f"passk.{_FUNCTIONS_OF[name]}"), name)
    raise AttributeError(f"module 'passk' has no attribute {name!r}")


def __dir__():
    """List what is loaded when used, too."""
    return sorted({*globals(), *_LOADED_WHEN_USED, *_FUNCTIONS_OF})
