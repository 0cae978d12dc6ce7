# Tries: to reach a server on this machine, and names beyond.
# Verdict: passed
import socket

reached = []
for host, port in (
    ("127.0.0.1", "«port»"),
    ("::1", "«port»"),
    ("8.8.8.8", 53),
    ("example.org", 80),
):
    try:
        socket.create_connection((host, port), timeout=0.3).sendall(b"hello")
        reached.append(host)
    except OSError as error:
        print(host, error)
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hello", ("127.0.0.53", 53))
    reached.append(socket.gethostbyname("example.org"))
except OSError as error:
    print(error)


def f(n):
    return -1 if reached else n + 1
