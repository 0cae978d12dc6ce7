# Tries: to leave files outside its folder.
# Verdict: passed
import os

PLACES = [
    "/",
    "/usr",
    "/usr/bin",
    "/usr/local/lib",
    "/etc",
    "/etc/alternatives",
    "/root",
    "/home",
    "/opt",
    "/var/tmp",
    "/dev",
    "/proc",
    "/proc/sys/kernel",
    "/work",
    "/tmp",
    "«home»",
    "«repository»",
    "«package»",
    "«temporary»",
    "«python»",
]
written = []
for place in PLACES:
    for path in (f"{place}/«mark»", f"{place}/«mark»/«mark»"):
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write("was here")
            if not place.startswith(("/work", "/tmp")):
                written.append(path)
        except OSError:
            pass
for path in ("/usr/bin/env", "/etc/ld.so.cache", "«python»/bin/python3", "«package»/domain.py"):
    try:
        with open(path, "r+b"):
            written.append(path)
    except OSError:
        pass
print("written:", *written)


def f(n):
    return -1 if written else n + 1
