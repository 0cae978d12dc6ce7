# Tries: to make itself a world in which it is root, and to change the one it is in.
# Verdict: passed
import ctypes
import os

system, made = ctypes.CDLL(None, use_errno=True), []
for flags in (0x10000000, 0x10020000, 0x20000, 0x40000000, 0x20000000, 0x4000000):
    if os.fork() == 0:
        os._exit(0 if system.unshare(flags) == 0 else 1)
    if os.wait()[1] == 0:
        made.append(hex(flags))
for name in ("user", "mnt", "net", "pid"):
    try:
        if system.setns(os.open(f"/proc/1/ns/{name}", os.O_RDONLY), 0) == 0:
            made.append(name)
    except OSError:
        pass
os.mkdir("place")
if system.mount(b"none", b"place", b"tmpfs", 0, 0) == 0:
    made.append("mount")
if system.mount(b"none", b"/", b"", 0x1020, 0) == 0:  # writable again
    made.append("remount")
if system.umount2(b"/tmp", 2) == 0:
    made.append("umount")
try:
    os.chroot("place")
    made.append("chroot")
except OSError:
    pass
print(made)


def f(n):
    return -1 if made else n + 1
