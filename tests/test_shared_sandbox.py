"""Programs that share a sandbox: as if each had its own, and only those that leave nothing."""

import itertools
import marshal
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from passk.execution import box
from passk.execution.languages import LANGUAGES, find_language
from passk.execution.problems import own_problems
from passk.execution.runner import run_program, run_script
from passk.execution.sandbox import Limits, archive, run_command

pytestmark = pytest.mark.usefixtures("_walls")

LIMITS = Limits(run_seconds=20, processes=64, disk=32)

# What a program may see or do; each is run by a Python of its own, and in a copy of one that waits.
PROGRAMS = {
    "names": "print(__name__, __file__, __doc__, __package__, __spec__, sorted(globals()))",
    "loader": "print(type(__loader__).__name__, __loader__.get_source('__main__'))",
    "arguments": "import sys; print(sys.argv, sys.flags, sys.path, sys.executable, sys.version)",
    "main module": "import __main__, sys; print(sys.modules['__main__'].__dict__ is globals())",
    "input": "import sys; print(repr(sys.stdin.read()), sys.stdin.isatty())",
    "open files": "import os; print(sorted(os.listdir('/proc/self/fd')))",
    "user": "import os; print(os.getuid() == 0, os.getgroups(), os.getcwd(), os.listdir())",
    "environment": "import os; print(sorted(os.environ.items()))",
    "limits": """
import resource
for name in dir(resource):
    if name.startswith("RLIMIT_"):
        print(name, resource.getrlimit(getattr(resource, name)))
""",
    "signals": """
import signal
for number in sorted(signal.valid_signals()):
    print(number, signal.getsignal(number))
""",
    "depth": """
def fall(n):
    global depth
    depth = n
    fall(n + 1)
try:
    fall(1)
except RecursionError:
    print(depth)
""",
    "deeper": """
import sys
sys.setrecursionlimit(3000)
def fall(n):
    return n and fall(n - 1)
print(fall(2990))
""",
    "error": "def f():\n    return 1 / 0\nprint('before')\nf()",
    "error with a cause": """
try:
    1 / 0
except ZeroDivisionError as error:
    raise ValueError("x") from error
""",
    "a group of errors": "raise ExceptionGroup('several', [ValueError(1), TypeError(2)])",
    "no syntax": "print('never')\nthis is no Python",
    "another coding": "# -*- coding: latin-1 -*-\nprint(ascii('\xe9'))".encode("latin-1"),
    "a line feed": "print(1)\r\nprint(2)\r\n",
    "exit 0": "import sys; print('x'); sys.exit()",
    "exit 3": "raise SystemExit(3)",
    "exit -1": "raise SystemExit(-1)",
    "exit true": "raise SystemExit(True)",
    "exit with a message": "import sys; sys.exit('it is over')",
    "exit with a number": "import sys; sys.exit(3.5)",
    "exit at once": "import os; print('lost'); os._exit(7)",
    "interrupt": "raise KeyboardInterrupt",
    "abort": "import os; os.abort()",
    "kill": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "broken pipe": "import os\nr, w = os.pipe()\nos.close(r)\nos.write(w, b'x')",
    "at the end": """
import atexit
atexit.register(print, "first")
atexit.register(print, "second")
""",
    "an error at the end": "import atexit\natexit.register(lambda: 1 / 0)\nprint('x')",
    "exit at the end": "import atexit, os\natexit.register(os._exit, 9)",
    "a thread": """
import threading, time
threading.Thread(target=lambda: (time.sleep(0.2), print("late"))).start()
print("early")
""",
    "a daemon": """
import threading, time
threading.Thread(target=lambda: (time.sleep(60), print("never")), daemon=True).start()
print("early")
""",
    "a pool": """
from concurrent.futures import ThreadPoolExecutor
print(list(ThreadPoolExecutor(3).map(abs, range(-5, 0))))
""",
    "processes": """
import multiprocessing
def double(x):
    return 2 * x
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(double, range(5)))
""",
    "spawned processes": """
import multiprocessing
def double(x):
    return 2 * x
if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(double, range(5)))
""",
    "a command": "import subprocess; print(subprocess.run('echo x', shell=True))",
    "a file not closed": "file = open('results', 'w')\nfile.write('x' * 10)",
    "deletion": """
class Last:
    def __del__(self):
        print("deleted")
last = Last()
print("before")
""",
    "closed output": "import sys\nsys.stdout.close()",
    "no output": "import sys\nsys.stdout = None\nsys.exit(2)",
    "own hook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__)\n1 / 0",
    "source": "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))",
    "pickle": """
import dataclasses, pickle
@dataclasses.dataclass
class Point:
    x: int
print(pickle.loads(pickle.dumps(Point(3))))
""",
    "hints": "import typing\ndef f(x: 'list[int]') -> None: ...\nprint(typing.get_type_hints(f))",
    "annotations": "x: int = 3\nprint(__annotations__)",
    "warnings": "import warnings\nwarnings.warn('mind')\nwarnings.warn('old', DeprecationWarning)",
    "garbage": "import gc; print(gc.isenabled(), gc.get_threshold(), gc.garbage)",
    "memory": "x = bytearray(2**30 + 2**29)",
    "much output": "print('x' * 10**6)",
    "wrong names": "math.pi",
    "a submodule": "import collections\nprint(collections.abc.Iterable)",
    "another output": """
import sys
class Tee:
    def __init__(self, file):
        self.file = file
    def write(self, text):
        return self.file.write(text)
    def flush(self):
        self.file.flush()
sys.stdout = Tee(sys.stdout)
print("x")
""",
    "without output": "import sys\nprint('x', flush=True)\ndel sys.stdout",
    "exit with a huge number": "raise SystemExit(2**64)",
    "session": "import os\nprint(os.getsid(0) == os.getpid())",
}


@pytest.fixture
def pool():
    """One thread, whose sandbox ends with it."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def run(program, reuse, **more):
    language = find_language("python")
    program = program.encode() if isinstance(program, str) else program
    command = [language.tool(), "-I", "-S", "-B", "main.py"]
    files = marshal.dumps({"main.py": (0o644, program)})
    options = {"seconds": 20, "limits": LIMITS, "memory": 1024, "paths": language.paths()} | more
    return run_command(command, files, reuse=reuse, modules=language.modules(), **options)


def without_places(output):
    """The output without the places of things in memory."""
    return re.sub(r"\b0x[0-9a-f]+", "0x", output)


def last_sandbox():
    """The process of the sandbox that this thread keeps; None if it was thrown away."""
    kept = getattr(box._kept, "box", None)
    return kept and kept.process.pid


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_does_the_same_as_in_a_python_of_its_own(pool, name):
    alone = run(PROGRAMS[name], False)
    pool.submit(run, "", True).result()
    shared = pool.submit(run, PROGRAMS[name], True).result()
    assert shared.code == alone.code
    assert without_places(shared.output) == without_places(alone.output)
    assert shared.results == alone.results


def test_a_program_that_is_no_text_does_not_start(pool):
    program = b"print('never')\n\xff\xfe"
    for ran in (run(program, False), pool.submit(run, program, True).result()):
        assert ran.code == 1
        assert "SyntaxError" in ran.output
        assert "\nnever" not in ran.output


def test_a_program_with_a_zero_byte_does_not_start_beside_others(pool, tmp_path):
    program = b"print('never')\0"
    shared = pool.submit(run, program, True).result()
    assert shared.code == 1
    assert "null bytes" in shared.output
    assert "never\n" not in shared.output
    (tmp_path / "main.py").write_bytes(program)  # which Python 3.11.2 runs, and 3.11.7 refuses
    own = subprocess.run([sys.executable, tmp_path / "main.py"], capture_output=True)
    assert run(program, False).code == own.returncode


@pytest.mark.parametrize(
    "program",
    [
        "",
        "print(1)",
        "1 / 0",
        "open('results', 'w').write('x')",
        "import os; os.abort()",
        "import subprocess; subprocess.run(['true'])",
        "import threading; threading.Thread(target=print).start()",
    ],
)
def test_a_sandbox_is_kept_after_a_program_that_leaves_nothing(pool, program):
    pool.submit(run, "", True).result()
    kept = pool.submit(last_sandbox).result()
    pool.submit(run, program, True).result()
    assert kept
    assert pool.submit(last_sandbox).result() == kept


@pytest.mark.parametrize(
    "program",
    [
        "open('/tmp/x', 'w')",
        "open('/dev/shm/x', 'w')",
        "open('another', 'w')",
        "import os; os.mkdir('results')",
        "import os; os.mkdir('/tmp/folder')",
        "import os; os.symlink('/', '/tmp/x')",
        "import os; os.rename('main.py', '../main.py')",
        "import os; os.rename('../box', '../gone')",
        "import os; os.mkfifo('/tmp/x')",
        "import subprocess; subprocess.Popen(['sleep', '60'])",
        "import os; os.fork()",
        "import ctypes; ctypes.CDLL(None).shmget(7, 100, 0o1666)",
        "import ctypes; ctypes.CDLL(None).semget(7, 1, 0o1666)",
        "import ctypes; ctypes.CDLL(None).msgget(7, 0o1666)",
        "while True: pass",
        """
import os
os.mkdir("/work/x")
os.rename("/work/box", "/work/x/box")
os.mkdir("/work/box")
""",
        """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    with socket.create_connection(server.getsockname()) as client:
        server.accept()[0].close()
""",
        "import os, time\nif os.fork() == 0: time.sleep(60)",
    ],
)
def test_after_any_other_program_the_sandbox_is_thrown_away(pool, program):
    pool.submit(run, "", True).result()
    kept = pool.submit(last_sandbox).result()
    pool.submit(run, program, True, seconds=1 if "while" in program else 20).result()
    assert kept
    assert pool.submit(last_sandbox).result() is None
    clean = "import os; print(os.listdir(), os.listdir('/tmp'), os.listdir('/dev/shm'))"
    assert pool.submit(run, clean, True).result().output == "['main.py'] [] []\n"


@pytest.mark.parametrize(
    "call", ["mq_open(b'/x', 0o102, 0o666, 0)", "syscall(248, b'user', b'x', b'y', 1, -3)"]
)
def test_what_no_end_of_a_process_removes_is_refused(call):
    program = f"""
import ctypes, errno
library = ctypes.CDLL(None, use_errno=True)
print(library.{call}, errno.errorcode[ctypes.get_errno()])
"""
    ran = run(program, False)
    if "syscall" not in call or os.uname().machine == "x86_64":
        assert ran.output == "-1 EPERM\n"


def test_programs_that_share_a_sandbox_are_other_users_and_do_not_see_each_other(pool):
    if os.geteuid() != 0:
        pytest.skip("only root has other users; try: sudo make test")
    program = "import os, sys; print(os.getuid(), hasattr(sys, 'mark')); sys.mark = 1"
    outputs = [pool.submit(run, program, True).result().output for _ in range(5)]
    assert len(set(outputs)) == 5
    assert all(output.endswith(" False\n") for output in outputs)


def test_the_chances_of_programs_are_their_own(pool):
    program = "import random, uuid; print(random.random(), uuid.uuid4())"
    outputs = [pool.submit(run, program, True).result().output for _ in range(5)]
    assert len(set(outputs)) == 5


def test_other_limits_get_another_sandbox(pool):
    pool.submit(run, "", True).result()
    kept = pool.submit(last_sandbox).result()
    size = "import os; s = os.statvfs('/tmp'); print(s.f_blocks * s.f_frsize // 2**20)"
    small = pool.submit(run, size, True, limits=Limits(disk=8)).result()
    assert small.output == "8\n"
    assert pool.submit(last_sandbox).result() != kept


@pytest.mark.parametrize("reuse", [False, True])
def test_every_output_is_of_its_own_program(pool, reuse):
    for i in range(20):
        ran = pool.submit(run, f"print({i}, end='')\nopen('results', 'w').write('{i}')", reuse)
        assert (ran.result().output, ran.result().results) == (str(i), str(i).encode())


def test_a_sandbox_that_was_ended_is_replaced(pool):
    pool.submit(run, "", True).result()
    kept = pool.submit(last_sandbox).result()
    os.kill(kept, 9)
    time.sleep(0.1)
    assert pool.submit(run, "print(1)", True).result().output == "1\n"


def test_an_idle_sandbox_is_replaced(pool, monkeypatch):
    pool.submit(run, "", True).result()
    kept = pool.submit(last_sandbox).result()
    monkeypatch.setattr(box, "MOST_IDLE", 0.0)
    assert pool.submit(run, "print(1)", True).result().output == "1\n"
    assert pool.submit(last_sandbox).result() != kept


def test_the_sandbox_ends_with_its_thread():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(run, "", True).result()
        kept = pool.submit(last_sandbox).result()
        assert os.path.exists(f"/proc/{kept}")
    assert not os.path.exists(f"/proc/{kept}")


def _outputs_in_a_process(numbers):
    return [run(f"print({i})", True).output for i in numbers]


@pytest.mark.parametrize("sent", [b"", b"a part"])
def test_a_supervisor_whose_parent_is_killed_before_it_began_ends(sent):
    command = [box.PYTHON, "-I", "-S", "-B", "-c", box.START, "28173"]
    ended = subprocess.run(command, input=sent, capture_output=True, timeout=20, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_forked_process_leaves_its_parents_sandbox_alone(pool):
    assert run("print(0)", True).output == "0\n"
    kept = last_sandbox()
    with ProcessPoolExecutor(2) as processes:
        for numbers in processes.map(_outputs_in_a_process, [range(5), range(5, 10)]):
            assert len(numbers) == 5
    assert run("print(1)", True).output == "1\n"
    assert last_sandbox() == kept
    box._kept.box.close()
    box._kept.box = None


def test_a_shared_sandbox_serves_scripts_and_other_commands(pool):
    for _ in range(2):
        script = pool.submit(run_script, "python", "x = 1", "assert x == 1", reuse=True).result()
        assert script.outcome == "passed"
        command = pool.submit(
            run_command,
            ["sh", "-c", "cat name; echo 1 > results"],
            archive(name="x"),
            seconds=9,
            limits=LIMITS,
            memory=512,
            reuse=True,
        ).result()
        assert (command.output, command.results) == ("x", b"1\n")


@pytest.mark.parametrize("stem", LANGUAGES)
def test_programs_of_every_language_can_share_a_sandbox(pool, require_tool, stem):
    language = LANGUAGES[stem]
    if language.tool() is None:
        require_tool(language.tools[0], language.install)
    for qid in ("any-of-first", "split-bill"):
        problem = own_problems()[qid]
        options = {"limits": Limits(run_seconds=30, compile_seconds=90), "reuse": True}
        verdict = pool.submit(run_program, problem, stem, problem.solutions[stem], **options)
        assert verdict.result().outcome == "passed", verdict.result()


WHERE = """
import re
def found(word):
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            places, rights, *_ = line.split()
            start, end = (int(place, 16) for place in places.split("-"))
            try:
                memory.seek(start)
                if rights.startswith("rw") and re.search(word, memory.read(end - start)):
                    return True
            except (OSError, OverflowError):
                pass
"""


def test_nothing_of_a_program_or_its_results_is_in_the_memory_of_the_next(pool):
    look = "print(found(rb'needle-(\\d)\\1{30}'), found(rb'result-(\\d)\\1{30}'))"
    own = run(WHERE + f"mark = 'needle-{'4' * 40}', 'result-{'5' * 40}'\n{look}", True)
    assert own.output == "True True\n"  # one can see it if it is there
    box._kept.box.close()
    box._kept.box = None
    first = "needle = 'needle-" + "4" * 40 + "'\nopen('results', 'w').write('result-' + '5' * 40)"
    kept = None
    for _ in range(3):
        pool.submit(run, first, True).result()
        kept = kept or pool.submit(last_sandbox).result()
    assert pool.submit(run, WHERE + look, True).result().output == "None None\n"
    assert kept
    assert pool.submit(last_sandbox).result() == kept


def test_the_flags_of_the_output_are_a_programs_own(pool):
    for _ in range(5):
        pool.submit(run, "import os\nos.set_blocking(1, False)\nos.set_blocking(2, False)", True)
        ran = pool.submit(run, "print('x' * 300_000)", True).result()
        assert (ran.code, len(ran.output)) == (0, box.KEPT_OUTPUT)
        assert pool.submit(run, "", True).result().output == ""


def test_space_is_given_back_or_the_sandbox_is_thrown_away(pool):
    hold = """
import array, os, socket
file = open("/tmp/x", "wb")
file.write(bytes(31 * 2**20))
file.flush()
os.remove("/tmp/x")
one, other = socket.socketpair(socket.AF_UNIX)
rights = array.array("i", [file.fileno(), one.fileno(), other.fileno()])
one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
"""
    pool.submit(run, hold, True).result()
    ran = pool.submit(run, "open('/tmp/y', 'wb').write(bytes(20 * 2**20))", True).result()
    assert (ran.code, ran.output) == (0, "")


def test_a_sandbox_serves_no_more_than_some_programs(pool):
    kept = []
    for _ in range(2 * box.MOST_PROGRAMS + 1):
        pool.submit(run, "", True).result()
        kept.append(pool.submit(last_sandbox).result())
    times = [len(list(same)) for _, same in itertools.groupby(kept)]
    assert len(times) == len(set(kept))  # none comes back
    assert max(times) == box.MOST_PROGRAMS  # on a slow machine one may be thrown away before
    assert sum(times) == 2 * box.MOST_PROGRAMS + 1


@pytest.mark.parametrize(("spare", "awake"), [(1, True), (0, False), (-1, False)])
def test_a_sandbox_is_awake_until_its_last_program(monkeypatch, spare, awake):
    monkeypatch.setattr(box, "_has_ended", lambda process: False)
    programs = box.MOST_PROGRAMS - spare
    kept = SimpleNamespace(used=time.monotonic(), programs=programs, process=None)
    assert box.Box.is_awake(kept) == awake


def test_what_goes_wrong_first_where_others_will_be_is_run_alone(pool):
    problem = own_problems()["any-of-first"]
    picky = "import sys\nassert sys.getrecursionlimit() == 1000\n" + problem.solutions["python"]
    options = {"limits": LIMITS, "reuse": True}
    verdict = pool.submit(run_program, problem, "python", picky, **options).result()
    assert verdict.outcome == "passed", verdict


def test_what_goes_wrong_where_others_were_before_is_run_alone(pool):
    problem = own_problems()["any-of-first"]
    right = problem.solutions["python"]
    picky = "import sys\nassert sys.getrecursionlimit() == 1000\n" + right
    options = {"limits": LIMITS, "reuse": True}
    for code in (right, picky, right, picky):
        verdict = pool.submit(run_program, problem, "python", code, **options).result()
        assert verdict.outcome == "passed", verdict
    picky = "import sys\n0 if sys.getrecursionlimit() == 1000 else 1 / 0"
    for code in (right, picky, right, picky):
        verdict = pool.submit(run_script, "python", code, "", **options).result()
        assert verdict.outcome == "passed", verdict
