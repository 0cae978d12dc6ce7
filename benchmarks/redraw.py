"""Measure what a move of each explorer costs on the server: time, bytes sent, memory.

    python benchmarks/redraw.py [--moves 200]

Times are of the processor, from the new value to the finished picture, in a process without a
browser. Each move sets one control to a random value within its limits.
"""

import argparse
import time
import tracemalloc

import matplotlib.pyplot as plt
import numpy as np

from passk import explorers

MOVES = {
    explorers.explore_estimators: {"n": (1, 50), "c": (0, 50), "k": (1, 50)},
    explorers.explore_bias: {"p": (0.0, 1.0), "n": (1, 200), "k": (1, 200)},
    explorers.explore_simulation: {"p": (0.0, 1.0), "n": (1, 200), "replicates": (100, 10_000)},
    explorers.explore_overflow: {"n": (1, 2000), "c": (0, 2000), "k": (1, 2000)},
}


def random_move(ranges, rng):
    """Return one control and a new value for it."""
    name = rng.choice(list(ranges))
    low, high = ranges[name]
    value = rng.uniform(low, high)
    return {str(name): value if isinstance(low, float) else round(value)}


def main():
    """Print one line for each explorer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=200)
    moves = parser.parse_args().moves
    print(
        f"{'explorer':<20} {'median ms':>10} {'95 % ms':>8} {'kB sent':>8} {'kB kept a move':>15}"
    )
    for explore, ranges in MOVES.items():
        explorer, rng, times, sizes = explore(), np.random.default_rng(1), [], []
        for _ in range(20):
            explorer.move(**random_move(ranges, rng))
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(moves // 4):
            explorer.move(**random_move(ranges, rng))
        kept = (tracemalloc.get_traced_memory()[0] - before) / (moves // 4)
        tracemalloc.stop()
        for _ in range(moves):
            move = random_move(ranges, rng)
            start = time.process_time()
            explorer.move(**move)
            times.append(1e3 * (time.process_time() - start))
            sizes.append(len(explorer._picture.value) / 1e3)
        shown = [np.median(times), np.quantile(times, 0.95), np.median(sizes), kept / 1e3]
        print(
            f"{explore.__name__:<20} {shown[0]:10.1f} {shown[1]:8.1f} {shown[2]:8.0f} {shown[3]:15.2f}"
        )
    print("open pyplot figures:", len(plt.get_fignums()))


if __name__ == "__main__":
    main()
