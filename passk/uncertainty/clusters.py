"""Which problems belong together, as those about one text or one code base do."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from passk.domain import require_labels

__all__ = ["ClusterWeights", "cluster_numbers", "cluster_weights", "labels_by_name"]


def cluster_numbers(clusters, problems):
    """Return the number of each problem's cluster; without clusters every problem is its own.

    Parameters
    ----------
    clusters : array_like of labels, shape (problems,), or None
    problems : int

    Returns
    -------
    ndarray of int, shape (problems,)
        0, 1, 2, ... in the order in which the labels come.

    Raises
    ------
    TypeError, ValueError
        For what is no list of labels, and for another number of them.

    Examples
    --------
    >>> cluster_numbers(["b", "a", "b"], 3)
    array([0, 1, 0])
    """
    if clusters is None:
        return np.arange(problems)
    listed = isinstance(clusters, Sequence) or hasattr(clusters, "__array__")
    if not listed or isinstance(clusters, str | bytes) or getattr(clusters, "ndim", 1) != 1:
        raise TypeError(f"clusters must be 1-D, one label per problem: clusters={clusters!r}")
    if len(clusters) != problems:
        sizes = f"clusters has {len(clusters)} entries, cs {problems}"
        raise ValueError(f"clusters and cs must have one entry per problem: {sizes}")
    require_labels(clusters, "clusters must be 1-D labels", "at index")
    numbers = {}
    for label in clusters:
        numbers.setdefault(label, len(numbers))
    return np.array([numbers[label] for label in clusters])


class ClusterWeights(NamedTuple):
    """What the sizes of clusters mean for the error of a mean over problems.

    Attributes
    ----------
    clusters : int
    unit : float
        The sum of their squared shares of the problems; one over their number if they are equal.
    correction : float
        What the sum of the squared deviations is multiplied by; m / (m - 1) for m equal clusters.
    degrees : float
        Of freedom in the error; m - 1 for m equal clusters.
    """

    clusters: int
    unit: float
    correction: float
    degrees: float


def cluster_weights(places):
    """Return how much unequal sizes take of the clusters' number.

    Parameters
    ----------
    places : ndarray of int, shape (problems,)
        As from `cluster_numbers`.

    Returns
    -------
    ClusterWeights
        NaN for what one cluster alone does not have.

    Notes
    -----
    A few large clusters carry the mean, their own deviation from it is too small, and the error has
    few degrees of freedom. Let w be the shares of the problems, and A the matrix for which the sum
    of the clusters' squared deviations from the mean is ``u' A u``, u being the clusters' means. If
    these are independent and spread equally, the sum has the expected value ``tr A`` times their
    variance, and by Satterthwaite ``(tr A)**2 / tr A**2`` degrees of freedom.

    Examples
    --------
    >>> print(*(round(value, 3) for value in cluster_weights(np.array([0, 0, 1, 1, 2, 2]))))
    3 0.333 1.5 2.0
    >>> print(*(round(value, 3) for value in cluster_weights(np.array([0, 0, 0, 0, 1, 2]))))
    3 0.5 3.6 1.471
    """
    shares = np.bincount(places) / places.size
    s2, s3, s4, s5 = (float((shares**power).sum()) for power in (2, 3, 4, 5))
    if shares.size == 1:
        return ClusterWeights(1, s2, math.nan, math.nan)
    trace = s2 - 2 * s3 + s2**2
    of_square = s4 - 4 * s5 + 4 * s2 * s4 + 2 * s3**2 - 4 * s2**2 * s3 + s2**4
    return ClusterWeights(shares.size, s2, s2 / trace, trace**2 / of_square)


def labels_by_name(clusters, names):
    """Return the label of each problem's cluster, looked up by the problem's name.

    Parameters
    ----------
    clusters : mapping or callable, or None
        Gives the label for a name.
    names : iterable
        Of the problems.

    Returns
    -------
    list or None

    Raises
    ------
    TypeError, ValueError
        For what is neither a mapping nor a function, and for a name that the mapping lacks.

    Examples
    --------
    >>> labels_by_name({"a1": "a", "a2": "a", "b1": "b"}, ["b1", "a1"])
    ['b', 'a']
    >>> labels_by_name(lambda name: name[0], ["b1", "a1"])
    ['b', 'a']
    """
    if clusters is None:
        return None
    if callable(clusters):
        return [clusters(name) for name in names]
    if not isinstance(clusters, Mapping):
        raise TypeError(f"clusters must be a dict or a function: clusters={clusters!r}")
    names = list(names)
    missing = [name for name in names if name not in clusters]
    if missing:
        raise ValueError(f"clusters must name every problem: it lacks {missing[0]!r}")
    return [clusters[name] for name in names]
