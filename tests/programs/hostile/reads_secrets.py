# Tries: to read what is none of its business.
# Verdict: passed
import glob
import os

found = []
for path in (
    "«secret_file»",
    "/etc/shadow",
    "/etc/passwd",
    "/etc/hostname",
    "/proc/1/environ",
    "/proc/1/fd/0",
    "/proc/1/mem",
    f"/proc/{os.getppid()}/environ",
    "/proc/self/fd/../environ",
    "/proc/1/root/etc/shadow",
    "/proc/1/cwd/../etc/shadow",
    "«repository»/pyproject.toml",
    "«package»/__init__.py",
    *glob.glob("«home»/.*rc"),
    *glob.glob("«home»/.ssh/*"),
    *glob.glob("«temporary»/*"),
    *glob.glob("/proc/[0-9]*/environ"),
    *glob.glob("/proc/[0-9]*/cmdline"),
):
    try:
        with open(path, "rb") as file:
            content = file.read(2**20)
    except OSError:
        continue
    print(path, content)
    if path.startswith("/proc/"):
        content = content if "«secret»".encode() in content else b""
    if content:
        found.append(path)
print(dict(os.environ))
if "«secret»" in str(dict(os.environ)):
    found.append("environ")


def f(n):
    return -1 if found else n + 1
