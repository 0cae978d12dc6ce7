# Tries: to become root.
# Verdict: passed
import os
import shutil
import subprocess

became = []
if os.geteuid() == 0 or os.getuid() == 0:
    became.append("is root")
for act in (
    lambda: os.setuid(0),
    lambda: os.setresuid(0, 0, 0),
    lambda: os.setgid(0),
    lambda: os.setgroups([0]),
    lambda: os.chown("main.py", 0, 0),
):
    try:
        act()
        became.append("set")
    except OSError:
        pass
shutil.copy("/bin/sh", "shell")
os.chmod("shell", 0o6777)
for command in (
    ["su", "-c", "id -u"],
    ["sudo", "-n", "id", "-u"],
    ["./shell", "-p", "-c", "id -u"],
):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.stdout.strip() == "0":
            became.append(command[0])
    except OSError:
        pass
print(became)


def f(n):
    return -1 if became else n + 1
