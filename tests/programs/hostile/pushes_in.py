# Tries: to take more of the machine than others.
# Verdict: passed
import os
import resource

taken = []
for act in (
    lambda: os.nice(-20),
    lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
    lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
    lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
    lambda: resource.setrlimit(resource.RLIMIT_NPROC, (-1, -1)),
    lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1)),
):
    try:
        act()
        taken.append(act)
    except (OSError, ValueError):
        pass
try:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-1000")
    taken.append("oom")
except OSError:
    pass
print(taken)


def f(n):
    return -1 if taken else n + 1
