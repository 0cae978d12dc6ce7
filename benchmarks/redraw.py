"""Measure what a move of each explorer costs on the server: time, bytes sent, memory.

    python benchmarks/redraw.py [--moves 200]

Times are of the processor, from the new value to the finished picture, in a process without a
browser. Each move sets one control to a random value within its limits; moves that another control
holds back are not counted, as nothing is drawn then.
"""

import argparse
import gc
import time
import tracemalloc

import matplotlib.pyplot as plt
import numpy as np

from passk import explorers
from passk.suspects import SUSPECTS


def explore_implementation():
    """Return the explorer of lesson 8, with its implementations."""
    return explorers.explore_implementation(*SUSPECTS)


MOVES = {
    explorers.explore_estimators: {"n": (1, 50), "c": (0, 50), "k": (1, 50)},
    explorers.explore_bias: {"p": (0.0, 1.0), "n": (1, 200), "k": (1, 200)},
    explorers.explore_simulation: {"p": (0.0, 1.0), "n": (1, 200), "replicates": (100, 10_000)},
    explorers.explore_overflow: {"n": (1, 2000), "c": (0, 2000), "k": (1, 2000)},
    explorers.explore_intervals: {"n": (1, 200), "c": (0, 200), "k": (1, 400), "draws": (0, 1000)},
    explorers.explore_benchmark: {"a": (0.05, 5.0), "problems": (1, 1000), "n": (1, 200)},
    explorers.explore_comparison: {"problems": (2, 500), "n": (1, 50), "correlation": (-1.0, 1.0)},
    explorers.explore_planning: {"a": (0.05, 5.0), "problems": (1, 5000), "n": (1, 1000)},
    explorers.explore_sampling: {"temperature": (0.0, 3.0), "top_p": (0.05, 1.0)},
    explore_implementation: {"which": (1, len(SUSPECTS)), "n": (1, 250), "k": (1, 250)},
}


def random_move(ranges, rng):
    """Return one control and a new value for it."""
    name = rng.choice(list(ranges))
    low, high = ranges[name]
    value = rng.uniform(low, high)
    return {str(name): value if isinstance(low, float) else round(value)}


def kept_memory(explorer, ranges, moves, rng):
    """Return the bytes that so many moves leave behind, a move."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(moves):
        explorer.move(**random_move(ranges, rng))
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return kept / moves


def redraw_times(explorer, ranges, moves, rng):
    """Return the processor's milliseconds of each of so many moves.

    They are the thread's: the clock of a process with a limit of its time ticks in steps of 4 ms.
    """
    times = []
    while len(times) < moves:
        move, before = random_move(ranges, rng), explorer.values
        start = time.thread_time()
        explorer.move(**move)
        if explorer.values != before:
            times.append(1e3 * (time.thread_time() - start))
    return times


def main():
    """Print one line for each explorer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=200)
    moves = parser.parse_args().moves
    print(f"{'explorer':<20} {'median ms':>10} {'95 % ms':>8} {'kB sent':>8} {'bytes kept':>11}")
    for explore, ranges in MOVES.items():
        explorer, rng = explore(), np.random.default_rng(1)
        redraw_times(explorer, ranges, 20, rng)  # fills matplotlib's caches
        times = redraw_times(explorer, ranges, moves, rng)
        sent = len(explorer._picture.value) / 1e3
        kept = kept_memory(explorer, ranges, moves, rng)
        median, high = np.quantile(times, [0.5, 0.95])
        print(f"{explore.__name__:<20} {median:10.1f} {high:8.1f} {sent:8.0f} {kept:11.0f}")
    print("open pyplot figures:", len(plt.get_fignums()))


if __name__ == "__main__":
    main()
