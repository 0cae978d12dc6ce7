"""From programs to pass@k: every sample is run, the verdicts are counted, the counts scored.

This is BabelCode's evaluation (Orlanski et al. 2023): N samples a problem and language, executed
on the problem's tests, n of them counted, c of them correct, and the mean of
1 - C(n-k, c)/C(n, c), which is Chen's pass@k, over the problems of each language.
"""

import os
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tqdm.auto import tqdm

from passk.domain import one_number, require_flag
from passk.estimators import mean_pass_at_k
from passk.execution.languages import find_language
from passk.execution.records import Log, Sample, in_babelcode_words, settings_of
from passk.execution.runner import OUTCOMES, Verdict, run_program, toolchain_fault
from passk.execution.sandbox import Limits, require_sandbox
from passk.wording import decimal, many

__all__ = ["Evaluation", "Score", "evaluate"]

MOST_NAMED = 5  # problems in a sentence
SHORT = 2.0  # seconds without a progress bar, in a notebook


@dataclass(frozen=True)
class Score:
    """What the samples of one language come to.

    Attributes
    ----------
    language : str
    problems : dict of str to (int, int)
        n and c by the problems' qid.
    pass_at_k : dict of int to float or None
        None where k exceeds the n of some problem: then there is no unbiased estimate.
    outcomes : dict of str to int
        How many samples had each outcome.
    reasons : tuple of str
        Why samples were not run.
    without_samples : tuple of str
        The problems that have no sample in this language.
    """

    language: str
    problems: dict
    pass_at_k: dict
    outcomes: dict
    reasons: tuple = ()
    without_samples: tuple = ()

    def __str__(self):
        """Say what came out, and loudly what was not run."""
        n = sorted(n for n, _ in self.problems.values())
        lines = [f"{self.language}: no problem was run"]
        if n:
            of = f"n = {n[0]:,}" if n[0] == n[-1] else f"n = {n[0]:,} to {n[-1]:,}"
            values = ", ".join(map(self._in_words, self.pass_at_k))
            lines = [f"{self.language}, {many(len(n), 'problem')}, {of}: {values}"]
        shares = (f"{count:,} {name}" for name, count in self.outcomes.items() if count)
        lines.append(f"    {', '.join(shares)}")
        lines += [f"    NOT RUN, and in no number above: {reason}" for reason in self.reasons]
        if self.without_samples:
            number = many(len(self.without_samples), "problem")
            lines.append(f"    NO SAMPLE for {number}: {_named(self.without_samples)}")
        return "\n".join(lines)

    __repr__ = __str__

    def _in_words(self, k):
        """Return pass@k of one k in words."""
        value = self.pass_at_k[k]
        if value is not None:
            return f"pass@{k} = {decimal(value, 4)}"
        n = {qid: n for qid, (n, _) in self.problems.items()}
        fewest = min(n, key=n.get, default="")
        of = f" of problem {fewest!r}" if len(set(n.values())) > 1 else ""
        return f"pass@{k} not estimable (k > n = {n.get(fewest, 0)}{of})"


@dataclass(frozen=True)
class Evaluation:
    """The verdicts on all samples, and what they come to.

    Attributes
    ----------
    samples : tuple of Sample
    verdicts : tuple of Verdict
        One for each sample, in the same order.
    qids : tuple of str
        The problems that there were, with samples or without.
    """

    samples: tuple
    verdicts: tuple
    qids: tuple = ()

    @property
    def languages(self):
        """The names of the languages, in the order in which they come."""
        return tuple(dict.fromkeys(verdict.language for verdict in self.verdicts))

    def counts(self, language, *, pad=False):
        """Return n and c of every problem that was run in a language.

        Parameters
        ----------
        language : str
        pad : bool or int
            False: n is the number of a problem's samples. True: as BabelCode counts, where the
            largest n holds for all problems, and missing samples count as failures. A number: at
            least so many, as in BabelCode's setting ``num_preds_per_question``.

        Returns
        -------
        dict of str to (int, int)
            By the problems' qid. Samples that could not be run are in neither number.

        Examples
        --------
        >>> right, wrong = Verdict("1", "Python", "passed"), Verdict("2", "Python", "failed tests")
        >>> evaluation = Evaluation((), (right, right, wrong))
        >>> evaluation.counts("Python")
        {'1': (2, 2), '2': (1, 0)}
        >>> evaluation.counts("Python", pad=True)
        {'1': (2, 2), '2': (2, 0)}
        """
        ran = [v for v in self._of(language) if v.outcome != "not run"]
        n = Counter(verdict.qid for verdict in ran)
        c = Counter(verdict.qid for verdict in ran if verdict.outcome == "passed")
        least = int(pad) if isinstance(pad, bool) else one_number(pad, "pad")
        most = max(least, *n.values()) if n and least else 0
        return {qid: (most or n[qid], c[qid]) for qid in n}

    def score(self, language, ks=(1,), *, pad=False):
        """Return pass@k of a language for every k, with its counts and outcomes.

        Parameters
        ----------
        language : str
        ks : int or sequence of int
        pad : bool or int
            As for `counts`.

        Returns
        -------
        Score

        Raises
        ------
        ValueError
            If no sample is in this language.

        Examples
        --------
        >>> verdicts = [Verdict("1", "Lua", o) for o in ("passed", "passed", "timed out")]
        >>> print(Evaluation((), tuple(verdicts)).score("Lua", [1, 5]))
        Lua, 1 problem, n = 3: pass@1 = 0.6667, pass@5 not estimable (k > n = 3)
            2 passed, 1 timed out
        """
        of_language, problems = self._of(language), self.counts(language, pad=pad)
        ns, cs = ([pair[i] for pair in problems.values()] for i in (0, 1))
        ks = (ks,) if isinstance(ks, int) else ks
        values = {k: mean_pass_at_k(ns, cs, k) if ns and k <= min(ns) else None for k in ks}
        outcomes = Counter(verdict.outcome for verdict in of_language)
        reasons = Counter(v.reason for v in of_language if v.outcome == "not run")
        with_samples = {verdict.qid for verdict in of_language}
        return Score(
            of_language[0].language,
            problems,
            values,
            {name: outcomes[name] for name in OUTCOMES},
            tuple(f"{many(count, 'sample')}, {reason}" for reason, count in reasons.items()),
            tuple(qid for qid in self.qids if qid not in with_samples),
        )

    def metrics(self, ks=(1,), *, pad=True):
        """Return what BabelCode writes into ``metrics.json``, but for its subsampling.

        Parameters
        ----------
        ks : sequence of int
        pad : bool or int
            As for `counts`. BabelCode pads, so that is the default here.

        Returns
        -------
        dict
            By "LANGUAGE/metrics" and "LANGUAGE/question/QID"; estimates in percent, None where k
            exceeds n.

        Examples
        --------
        >>> verdicts = [Verdict("1", "Lua", o) for o in ("passed", "timed out")]
        >>> metrics = Evaluation((), tuple(verdicts)).metrics([1, 5])["Lua/metrics"]
        >>> metrics["num_predictions"], metrics["estimate_pass@1"], metrics["estimate_pass@5"]
        (2, 50.0, None)
        """
        found = {}
        for language in self.languages:
            ran = [v for v in self._of(language) if v.outcome != "not run"]
            if not ran:
                continue
            name = find_language(language).babelcode_name
            found[f"{name}/metrics"] = _metrics(ran, self.score(language, ks, pad=pad))
            for qid in dict.fromkeys(verdict.qid for verdict in ran):
                of_problem = [verdict for verdict in ran if verdict.qid == qid]
                number = {"qid": qid, "language": name, "num_predictions": len(of_problem)}
                found[f"{name}/question/{qid}"] = number | _outcomes(of_problem)
        return found

    def _of(self, language):
        """Return the verdicts on the samples in a language."""
        name = _own_name(language)
        if self.verdicts and name not in self.languages:
            raise ValueError(f"no sample is in {name}: there are {', '.join(self.languages)}")
        return [verdict for verdict in self.verdicts if verdict.language == name]

    def __str__(self):
        """Return the scores of all languages."""
        return "\n".join(str(self.score(language)) for language in self.languages)

    __repr__ = __str__


def evaluate(
    problems,
    samples,
    language="python",
    *,
    limits=None,
    sandbox="bubblewrap",
    reuse=True,
    executor=None,
    known=None,
    log=None,
    rerun=(),
    progress=None,
):
    r"""Run every sample on the tests of its problem.

    A sample in a language that is not known or not installed, or whose sandbox does not start, is
    "not run": that is no failure, and it is in no count.

    Parameters
    ----------
    problems : dict of str to Problem
        By qid, as `read_problems` returns them.
    samples : sequence of Sample, or dict of str to sequence of str
        A dict gives the programs by qid, all in one language.
    language : str
        The language where `samples` is a dict.
    limits : Limits, optional
    sandbox : {"bubblewrap", "none"}
        "none" runs programs without walls; it has to be asked for.
    reuse : bool
        Let programs that leave nothing behind follow one another in one sandbox, as `run_program`
        says; False: each gets a sandbox of its own, and a new Python, which takes longer.
    executor : concurrent.futures.Executor, optional
        What runs the programs; default: a thread for each processor. The one of a
        ``dask.distributed`` client (``client.get_executor()``) spreads them over a cluster.
    known : mapping of Sample to Verdict, optional
        Verdicts that need no run, such as `own_verdicts`.
    log : path_like, optional
        A JSON-lines file, in the form of BabelCode's ``pred_results.jsonl``. Verdicts are written
        as they come; what the file holds already is not run again. What was "not run" is not in
        it.
    rerun : sequence of str
        Outcomes, such as "timed out": what has them, in `log` or in `known`, is run again.
    progress : bool, optional
        Show a progress bar; default: on a terminal, and in a notebook if it takes long.

    Returns
    -------
    Evaluation

    Raises
    ------
    ValueError
        If a sample is of no problem or no text, or `log` holds other programs, verdicts under
        other tests or limits, or no records.
    RuntimeError
        If the sandbox does not work here, or another run writes to `log`; the message says what
        to do.

    Examples
    --------
    >>> from passk.execution import own_problems
    >>> problems = own_problems()
    >>> solution = problems["any-of-first"].solutions["python"]
    >>> wrong = "def any_of_first(outcomes, k):\n    return True"
    >>> print(evaluate(problems, {"any-of-first": [solution, wrong]}))  # doctest: +SKIP
    Python, 1 problem, n = 2: pass@1 = 0.5000
        1 passed, 1 failed tests
    """
    samples, limits = _as_samples(samples, language), _as_limits(limits)
    require_flag(reuse, "reuse")
    _require_problems(problems, samples)
    _require_outcomes(rerun)
    known = {sample.named(): verdict for sample, verdict in (known or {}).items()}
    _require_verdicts(known)
    if rerun:
        require_sandbox(sandbox)  # before anything is taken out of the log

    def settings(sample):
        return settings_of(problems[sample.qid], limits, sandbox)

    with Log(log, samples, settings, rerun) as kept:
        for sample in dict.fromkeys(samples):
            wanted = sample in known and known[sample].outcome not in rerun
            if wanted and sample not in kept.verdicts:
                kept.add(sample, known[sample])
        todo = [sample for sample in dict.fromkeys(samples) if sample not in kept.verdicts]
        todo = _without_toolchain(todo, kept, sandbox)
        options = {"limits": limits, "sandbox": sandbox, "reuse": reuse}
        with _bar(len(todo), progress) as bar, _jobs(problems, todo, options, executor) as jobs:
            try:
                for job in as_completed(jobs):
                    kept.add(jobs[job], job.result())
                    bar.update()
            except BaseException:
                _stop(jobs, executor)
                for job, sample in jobs.items():
                    if job.done() and not job.cancelled() and job.exception() is None:
                        kept.add(sample, job.result())
                raise
        verdicts = tuple(kept.verdicts[sample] for sample in samples)
        return Evaluation(samples, verdicts, tuple(problems))


def _without_toolchain(todo, kept, sandbox):
    """Return the samples that can be run; keep a verdict, that they are not, on the others."""
    if not todo:
        return todo
    require_sandbox(sandbox)
    faults = {name: toolchain_fault(name, sandbox) for name in {s.language for s in todo}}
    for sample in todo:
        if reason := faults[sample.language]:
            kept.add(sample, Verdict(sample.qid, sample.language, "not run", reason=reason))
    return [sample for sample in todo if not faults[sample.language]]


@contextmanager
def _jobs(problems, samples, options, executor):
    """Give the running jobs with their samples; threads of our own are waited for at the end."""
    pool = executor or ThreadPoolExecutor(_processors())
    try:
        yield {
            pool.submit(
                run_program,
                problems[sample.qid],
                sample.language,
                sample.code,
                function=sample.entry_fn_name,
                cls=sample.entry_cls_name,
                **options,
            ): sample
            for sample in samples
        }
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)


def _stop(jobs, executor):
    """Give up what has not begun; wait for the programs that run, if they run here."""
    for job in jobs:
        job.cancel()
    if executor is None:
        for job in jobs:
            if not job.cancelled():
                job.exception()


def _metrics(ran, score):
    """Return BabelCode's metrics of one language."""
    passed = {verdict.qid for verdict in ran if verdict.outcome == "passed"}
    outcomes, problems = _outcomes(ran), len(score.problems)
    shares = {f"{name}_pct": 100 * number / len(ran) for name, number in outcomes.items()}
    del shares["Passed_pct"]
    estimates = {
        f"estimate_pass@{k}": None if value is None else 100 * value
        for k, value in score.pass_at_k.items()
    }
    counts = {
        "num_predictions": len(ran),
        "questions_passed": len(passed),
        "num_questions": problems,
        "questions_passed_pct": 100 * len(passed) / problems,
    }
    return counts | outcomes | shares | estimates


def _outcomes(verdicts):
    """Return how many verdicts have each of BabelCode's outcomes."""
    found = Counter(map(in_babelcode_words, verdicts))
    names = ("Passed", "Timed Out", "Had Error", "Had Runtime Error", "Failed Tests")
    return {name: found[name] for name in names}


def _as_samples(samples, language):
    """Return samples as a tuple of `Sample`, with the languages' own names."""
    if isinstance(samples, Mapping):
        if any(isinstance(codes, str) for codes in samples.values()):
            raise ValueError("samples must give a list of programs for each problem, not a text")
        name = find_language(language).name
        samples = [Sample(qid, name, code) for qid, codes in samples.items() for code in codes]
    samples = tuple(samples)
    for sample in samples:
        if not isinstance(sample, Sample):
            raise TypeError(
                "samples must be Sample objects, or lists of programs in a dict by qid: "
                f"{sample!r:.40}"
            )
    return tuple(sample.named() for sample in samples)


def _as_limits(limits):
    """Return limits, or the usual ones."""
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits must be a Limits object: limits={limits!r}")
    return limits or Limits()


def _require_problems(problems, samples):
    """Raise unless there is a problem to every sample."""
    if not isinstance(problems, Mapping):
        kind = type(problems).__name__
        raise TypeError(f"problems must be a dict by qid, as read_problems gives it, not {kind}")
    unknown = next((s.qid for s in samples if s.qid not in problems), None)
    if unknown is not None:
        some = f": {_named(tuple(problems))}" if problems else ""
        number = many(len(problems), "problem")
        raise ValueError(f"there is no problem {unknown!r} among the {number}{some}")


def _require_verdicts(known):
    """Raise unless each known verdict is one on its own sample."""
    for sample, verdict in known.items():
        of = (sample.qid, sample.language)
        if verdict.outcome not in OUTCOMES or of != (verdict.qid, verdict.language):
            raise ValueError(f"known has a verdict on another sample, or none: {verdict!r:.120}")


def _require_outcomes(rerun):
    """Raise unless all are outcomes."""
    for name in (rerun,) if isinstance(rerun, str) else rerun:
        if isinstance(rerun, str) or name not in OUTCOMES:
            known = ", ".join(map(repr, OUTCOMES))
            raise ValueError(f"rerun must be a list of outcomes, of {known}: rerun={rerun!r}")


def _own_name(language):
    """Return the name that the language goes by; one that is not known stays."""
    return Sample("", language, "").named().language


def _bar(total, progress):
    """Return a progress bar, hidden where nobody asked for it and nobody looks on."""
    notebook, shown = "ipykernel" in sys.modules, sys.stderr.isatty()
    hidden = not (shown or notebook) if progress is None else not progress
    delay = SHORT if progress is None and not shown else 0
    return tqdm(total=total, unit=" programs", disable=hidden or not total, delay=delay)


def _processors():
    """Return how many processors this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count()


def _named(qids):
    """Return some of the problems' names, for a sentence."""
    more = ", ..." * (len(qids) > MOST_NAMED)
    return ", ".join(map(repr, qids[:MOST_NAMED])) + more
