"""A language model that can be turned: for each problem it draws programs from a pool.

Temperature and top-p do what they do in a real model. The programs are real, too: some are right,
some wrong, and only running them tells.
"""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

import numpy as np

from passk.domain import one_number, random_generator, replicate_count
from passk.execution.evaluation import Sample
from passk.execution.languages import find_language
from passk.execution.problems import DATA, own_problems
from passk.execution.runner import Verdict

__all__ = [
    "SimulatedModel",
    "own_candidates",
    "own_model",
    "own_verdicts",
    "probabilities",
    "true_rates",
]

HARD = {"easy": 1.5, "medium": 0.0, "hard": -1.5}  # what a right program's logit is raised by


@dataclass(frozen=True)
class SimulatedModel:
    """A pool of candidate programs with logits for each problem.

    Attributes
    ----------
    pools : mapping of str to (sequence of str, sequence of float)
        Programs and their logits, by the problems' qid.

    Raises
    ------
    ValueError
        If a pool has no programs, or not one logit for each, or one that is NaN or infinite; the
        message names the problem.

    Examples
    --------
    >>> model = SimulatedModel({"1": (["a", "b"], [2.0, 0.0])})
    >>> model.sample("1", 5, temperature=0.0, rng=1)
    ['a', 'a', 'a', 'a', 'a']
    """

    pools: Mapping

    def __post_init__(self):
        for qid, (programs, logits) in self.pools.items():
            of, logits = f"the pool of problem {qid!r}", np.asarray(logits, float)
            if isinstance(programs, str):
                raise ValueError(f"{of} must be a list of programs, not a text: {programs!r:.40}")
            if logits.shape != (len(programs),):
                counts = f"{len(programs)} programs, {logits.size} logits"
                raise ValueError(f"{of} must have one logit for each program: {counts}")
            if not len(programs):
                raise ValueError(f"{of} has no program to draw")
            if not np.isfinite(logits).all():
                raise ValueError(f"{of} must have finite logits: {logits.tolist()}")

    def sample(self, qid, n, *, temperature=0.8, top_p=0.95, rng=None):
        """Draw n programs for a problem, independently.

        Parameters
        ----------
        qid : str
        n : int
        temperature : float
            0 always draws the likeliest program; above 1 rare ones come more often.
        top_p : float
            Only the likeliest programs are drawn, those that together reach this probability.
        rng : int or numpy.random.Generator, optional
            Passed to ``numpy.random.default_rng``. For many problems make one generator and pass
            it on: with the same number for each, all problems have the same luck, and the mean
            over them scatters more.

        Returns
        -------
        list of str

        Raises
        ------
        KeyError
            If the model has no such problem.

        Examples
        --------
        >>> model = SimulatedModel({qid: (["a", "b"], [0.0, 0.0]) for qid in ("1", "2")})
        >>> rng = np.random.default_rng(1)
        >>> [model.sample(qid, 6, rng=rng) for qid in model.pools]
        [['b', 'b', 'a', 'b', 'a', 'a'], ['b', 'a', 'b', 'a', 'b', 'b']]
        >>> [model.sample(qid, 6, rng=1) for qid in model.pools]  # not so: the same luck twice
        [['b', 'b', 'a', 'b', 'a', 'a'], ['b', 'b', 'a', 'b', 'a', 'a']]
        """
        if qid not in self.pools:
            raise KeyError(f"there is no problem {qid!r} among the {len(self.pools)} of this model")
        programs, logits = self.pools[qid]
        chances = probabilities(logits, temperature=temperature, top_p=top_p)
        drawn = random_generator(rng).choice(len(programs), replicate_count(n, "n"), p=chances)
        return [programs[i] for i in drawn]


def probabilities(logits, *, temperature=0.8, top_p=0.95):
    """Return the chance of each program at a temperature and a top-p.

    Parameters
    ----------
    logits : array_like of float
    temperature : float
        At least 0.
    top_p : float
        Above 0, at most 1.

    Returns
    -------
    ndarray of float64

    Raises
    ------
    ValueError
        If temperature or top_p is out of bounds, or there are no logits.

    Examples
    --------
    >>> probabilities([1.0, 0.0, -9.0], temperature=1.0, top_p=0.9).round(3)
    array([0.731, 0.269, 0.   ])
    """
    if not (isinstance(temperature, Real) and temperature >= 0):
        raise ValueError(f"temperature must be at least 0: temperature={temperature}")
    if not (isinstance(top_p, Real) and 0 < top_p <= 1):
        raise ValueError(f"top_p must be above 0 and at most 1: top_p={top_p}")
    logits = np.asarray(logits, float)
    if not logits.size:
        raise ValueError("there must be at least one logit: logits=[]")
    if temperature == 0:
        return (np.arange(len(logits)) == logits.argmax()).astype(float)
    with np.errstate(over="ignore"):  # as close to 0 as that, the rest has no chance
        weights = np.exp((logits - logits.max()) / temperature)
    chances = weights / weights.sum()
    likeliest = np.argsort(-chances, kind="stable")
    before = np.cumsum(chances[likeliest]) - chances[likeliest]
    if top_p < 1:  # rounded, what comes before the last may be 1
        chances[likeliest[before >= top_p]] = 0.0
    return chances / chances.sum()


def true_rates(model, verdicts, language, *, temperature=0.8, top_p=0.95):
    """Return the chance that one drawn program passes, for each problem of a model.

    Parameters
    ----------
    model : SimulatedModel
    verdicts : mapping of Sample to Verdict
        On every program of the model; they come from running them. A language may be spelt in any
        way that `find_language` reads.
    language : str
        The one that the model's programs are in.
    temperature, top_p : float
        As for `SimulatedModel.sample`.

    Returns
    -------
    ndarray of float64
        In the order of the model's pools.

    Raises
    ------
    KeyError
        If a program has no verdict in that language.

    Examples
    --------
    >>> rates = true_rates(own_model(), own_verdicts(), "python", temperature=0.0)
    >>> sorted({float(rate) for rate in rates})
    [0.0, 1.0]
    """
    language, rates = find_language(language), []
    spelt = (language.stem, language.name.lower())
    outcomes = {
        (sample.qid, sample.code): verdict.outcome
        for sample, verdict in verdicts.items()
        if str(sample.language).lower() in spelt
    }
    for qid, (programs, logits) in model.pools.items():
        chances = probabilities(logits, temperature=temperature, top_p=top_p)
        missing = [code for code in programs if (qid, code) not in outcomes]
        if missing:
            raise KeyError(
                f"{len(missing)} of the model's {len(programs)} programs for problem {qid!r} have "
                f"no verdict in {language.name}: are they in another language, or not run yet?"
            )
        passed = [outcomes[qid, code] == "passed" for code in programs]
        rates.append(min(chances @ np.array(passed, float), 1.0))  # rounded, it may lie above
    return np.array(rates)


def own_model(language="python", *, seed=0):
    """Return a simulated model of this package's problems, in one language.

    Parameters
    ----------
    language : str
    seed : int
        The logits are drawn from it: right programs come often where a problem is easy, and
        rarely where it is hard.

    Returns
    -------
    SimulatedModel

    Raises
    ------
    ValueError
        If there are no programs in that language to draw from.

    Examples
    --------
    >>> len(own_model().pools) >= 20
    True
    """
    stem = find_language(language).stem
    rng = random_generator(one_number(seed, "seed"))
    pools = {}
    for qid, problem in own_problems().items():
        programs = _candidates(qid, stem)
        if programs and stem in problem.solutions:
            programs = {problem.solutions[stem]: True} | programs
            right = np.array(list(programs.values()))
            logits = rng.normal(size=len(right)) + HARD[problem.difficulty] * right
            pools[qid] = (list(programs), logits)
    if not pools:
        known = dict.fromkeys(find_language(c["language"]).name for c in own_candidates())
        raise ValueError(
            f"there are no programs in {find_language(language).name} to draw from: there are "
            f"some in {', '.join(known)}"
        )
    return SimulatedModel(pools)


@functools.cache
def own_candidates():
    """Return the candidate programs of this package's problems, right and wrong ones.

    Returns
    -------
    tuple of dict
        With qid, language, kind (what is wrong with it), code and the expected outcome.

    Examples
    --------
    >>> own_candidates()[0]["qid"]
    'any-of-first'
    """
    lines = (DATA / "candidates.jsonl").read_text("utf-8").splitlines()
    return tuple(map(json.loads, lines))


@functools.cache
def own_verdicts():
    """Return the verdicts on the programs that ship with this package, as they were when run.

    They stand in where a toolchain or the sandbox is missing. `tools/run_own_programs.py` makes
    them again.

    Returns
    -------
    dict of Sample to Verdict

    Examples
    --------
    >>> len(own_verdicts()) > 500
    True
    """
    path = DATA / "verdicts.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    found = {}
    for fields in map(json.loads, lines):
        name = find_language(fields["language"]).name
        sample = Sample(fields["qid"], name, fields["code"])
        found[sample] = Verdict(fields["qid"], name, fields["outcome"])
    return found


def _candidates(qid, stem):
    """Return the candidate programs of a problem, and whether each is meant to pass."""
    return {
        c["code"]: c["expected"] == "passed"
        for c in own_candidates()
        if (c["qid"], c["language"]) == (qid, stem) and c["expected"] != "timed out"
    }
