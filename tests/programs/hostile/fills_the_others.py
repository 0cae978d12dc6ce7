# Tries: to fill the memory that files take, elsewhere than in its folder.
# Verdict: passed
written = {}
for place in ("/tmp", "/dev/shm"):
    written[place] = 0
    try:
        for i in range(400):
            with open(f"{place}/{i}", "wb", buffering=0) as file:
                written[place] += file.write(b"x" * 2**20)
    except OSError:
        pass


def f(n):
    return n + 1 if all(0 < size <= 2**25 for size in written.values()) else -1
