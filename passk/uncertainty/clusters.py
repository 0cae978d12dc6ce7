"""Which problems belong together, as those about one text or one code base do."""

from collections.abc import Mapping, Sequence

import numpy as np

from passk.domain import require_labels

__all__ = ["cluster_numbers", "labels_by_name"]


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
