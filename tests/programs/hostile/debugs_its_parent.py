# Tries: to look into the supervisor, and to change it.
# Verdict: passed
import ctypes
import glob
import os

parent, touched = os.getppid(), []
if ctypes.CDLL(None).ptrace(16, parent, 0, 0) == 0:
    touched.append("ptrace")
for path in (f"/proc/{parent}/mem", *(f"/proc/{parent}/fd/{i}" for i in range(10))):
    for mode in ("rb", "wb", "r+b"):
        try:
            with open(path, mode, buffering=0):
                touched.append(path)
        except OSError:
            pass
touched += glob.glob(f"/proc/{parent}/fd/*") + glob.glob(f"/proc/{parent}/map_files/*")
print(touched)


def f(n):
    return -1 if touched else n + 1
