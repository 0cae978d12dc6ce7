"""What few problems may have failed to show: the rule of three.

A kind of problem with the share ``3/m`` is missed by m problems with a chance of 5 %. If nearly all
problems that were seen are alike, the spread between them says nothing of it, and an interval that
is made of this spread alone may be far too short.
"""

import math

import numpy as np

__all__ = ["fewness", "half_width"]

LITTLE = 20  # outright wins whose squares add up to no more than those of the deviations


def fewness(error, unit):
    """Return how far the spread of a mean rests on few events: 1 if it does, 0 if not.

    Parameters
    ----------
    error : float or ndarray
        Standard error of the mean, or NaN.
    unit : float or ndarray
        By how much one event of the rarest kind moves the mean.

    Returns
    -------
    float or ndarray
        1 where the squared errors amount to those of 20 such events or fewer, 0 from 40 on, and in
        between a number that falls evenly.

    Examples
    --------
    A hundred problems, of which 20, 30 or 40 stand out:

    >>> fewness(np.sqrt([20, 30, 40]) / 100, 1 / 100).round(6)
    array([1. , 0.5, 0. ])
    """
    events = np.full(np.broadcast(error, unit).shape, math.inf)
    np.divide(error, unit, out=events, where=np.greater(unit, 0))
    return np.nan_to_num(np.clip(2 - events**2 / LITTLE, 0, 1))


def half_width(quantile, error, unit, alpha):
    """Return the half width of an interval, with room for what few problems may not have shown.

    Parameters
    ----------
    quantile : float or ndarray
        Of Student's or the normal distribution.
    error, unit : float or ndarray
        As for `fewness`.
    alpha : float or ndarray
        One less the confidence level of the interval.

    Returns
    -------
    float or ndarray
        ``quantile * error``; where the data are few the root of its square and that of ``3 * unit``
        (at 95 %).

    Examples
    --------
    Of 100 problems no one stands out. At 95 % up to three in a hundred may:

    >>> print(round(half_width(1.98, 0.0, 1 / 100, alpha=0.05), 4))
    0.03
    """
    unseen = -np.log(alpha) * np.sqrt(fewness(error, unit)) * unit
    return np.hypot(quantile * error, unseen)
