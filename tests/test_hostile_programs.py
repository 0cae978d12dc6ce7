"""Answers that misbehave: the verdict is right, and nothing of them is left, nor reaches the host.

Each program in ``programs/hostile`` says in its first line what it tries, and in its second what
must come of it. A program that is walled in gives the right answer only where its attempt fails.
"""

import contextlib
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from passk.execution import box, sandbox, walls
from passk.execution.languages import fill, find_language
from passk.execution.problems import Problem
from passk.execution.runner import OUTCOMES, run_program
from passk.execution.sandbox import (
    Limits,
    SandboxError,
    archive,
    require_sandbox,
    run_command,
)

FOLDER = Path(__file__).parent / "programs" / "hostile"
PROGRAMS = sorted(path.name for path in FOLDER.iterdir())
PACKAGE = Path(sandbox.__file__).parents[1]
LANGUAGES = {".py": "python", ".sh": "bash", ".js": "javascript", ".cpp": "c++"}
LIMITS = Limits(compile_seconds=2, run_seconds=1, processes=64, disk=32, memory=512)
OTHER_LIMITS = {
    "daemon.js": replace(LIMITS, memory=0),
    "exits_early.js": replace(LIMITS, memory=0),
    "patches_json.js": replace(LIMITS, memory=0),
    "exits_early.cpp": replace(LIMITS, compile_seconds=30),
    "assembles_secrets.cpp": replace(LIMITS, compile_seconds=30),
    "no_interpreter.cpp": replace(LIMITS, compile_seconds=30),
    "includes_secrets.cpp": replace(LIMITS, compile_seconds=30),
}
PATIENT = replace(LIMITS, run_seconds=20)
SLACK = 8  # seconds for a machine that has much else to do
SECRET = "a secret of the host"
RIGHT = "def f(n):\n    return n + 1\n"
STARTS = f"""
import sys, types
for name in ("passk", "passk.execution"):  # needs no other packages then
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [{str(PACKAGE.parent)!r} + "/" + name.replace(".", "/")]
from passk.execution.sandbox import Limits, archive, require_sandbox, run_command
"""


def problem_of(*pairs):
    """The problem to give the second of each pair for the first."""
    return Problem.from_dict(
        {
            "qid": "next",
            "title": "The next number",
            "entry_fn_name": "f",
            "schema": {
                "params": [{"name": "n", "type": "integer"}],
                "return": {"type": "integer"},
            },
            "test_list": [
                {"idx": str(i), "inputs": {"n": n}, "outputs": output}
                for i, (n, output) in enumerate(pairs)
            ],
        }
    )


NEXT = problem_of((1, 2), (5, 6))


@pytest.fixture
def host(tmp_path, monkeypatch):
    """A host of its own: users, folder for temporary files, a secret; nothing is left in it."""
    start = 64_000 + 20 * (os.getpid() % 50)
    monkeypatch.setattr(sandbox, "NOBODIES", range(start, start + 20))
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("PASSK_HOSTILE_SECRET", SECRET)
    (tmp_path / "secret").write_text(SECRET)
    yield tmp_path
    assert list(folder.iterdir()) == []
    assert left_over() == {}


def stray():
    """Processes of ours, or of the users that programs run as, by their ids."""
    found, here = {}, os.readlink("/proc/self/ns/pid")
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (folder / "status").read_text()
            uid = int(re.search(r"^Uid:\s+(\d+)", status, re.M)[1])
            walled = os.readlink(folder / "ns" / "pid") != here
            inside = os.readlink(folder / "cwd").startswith(tempfile.gettempdir())
            child = re.search(rf"^PPid:\s+{os.getpid()}$", status, re.M) and "bwrap" in status
            if uid in sandbox.NOBODIES or inside or child or (walled and uid == os.getuid() != 0):
                found[folder.name] = (folder / "cmdline").read_bytes()
    return found


def left_over():
    """The processes that stay, of those that there are now."""
    found, deadline = stray(), time.monotonic() + 5
    while found and time.monotonic() < deadline:
        time.sleep(0.05)
        now = stray()
        found = {pid: command for pid, command in found.items() if pid in now}
    return found


def places(folder, mark, port):
    """What a program is told about the host."""
    return {
        "mark": mark,
        "port": str(port),
        "secret": SECRET,
        "secret_file": str(folder / "secret"),
        "home": os.path.expanduser("~"),
        "repository": str(Path(__file__).parents[1]),
        "package": str(PACKAGE),
        "temporary": tempfile.gettempdir(),
        "python": str(Path(walls.PYTHON).parents[1]),
        "token": "«token»",
    }


@contextlib.contextmanager
def servers(mark):
    """Servers that nobody shall reach; gives the port of one, the other one has only a name."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.socket(socket.AF_UNIX) as other:
        other.bind(f"\0{mark}")
        other.listen()
        one.setblocking(False)
        other.setblocking(False)
        yield one.getsockname()[1]
        for server in (one, other):
            with pytest.raises(BlockingIOError):
                server.accept()


@pytest.mark.usefixtures("_walls")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hostile_program_gets_what_it_deserves(host, require_tool, name):
    language = find_language(LANGUAGES[Path(name).suffix])
    require_tool(language.tools[0], language.install)
    limits = OTHER_LIMITS.get(name, LIMITS)
    mark = f"hostile-{os.getpid()}-{host.name}"
    with servers(mark) as port, ThreadPoolExecutor(1) as pool:
        text = fill((FOLDER / name).read_text("utf-8"), **places(host, mark, port))
        _, verdict_line = text.splitlines()[:2]
        expected = verdict_line.partition("Verdict: ")[2].split(" | ")
        assert set(expected) <= set(OUTCOMES)
        if "timed out" not in expected:
            limits = replace(limits, run_seconds=20)
        neighbour = pool.submit(run_program, NEXT, "python", RIGHT, limits=PATIENT)
        started = time.monotonic()
        verdict = run_program(NEXT, language.name, text, limits=limits)
        elapsed = time.monotonic() - started
    assert verdict.outcome in expected, verdict
    assert verdict.compile_seconds + verdict.seconds < (
        limits.compile_seconds + limits.run_seconds + SLACK
    )
    assert elapsed < verdict.compile_seconds + verdict.seconds + SLACK
    assert neighbour.result().outcome == "passed"
    assert len(verdict.output) <= box.KEPT_OUTPUT
    assert SECRET not in verdict.output
    for place in ("/", "/usr", "/etc", "/tmp", "/var/tmp", "/dev/shm", Path.home(), PACKAGE):
        assert not (Path(place) / mark).exists()


@pytest.mark.usefixtures("_walls")
@pytest.mark.parametrize("name", [name for name in PROGRAMS if not name.endswith(".cpp")])
def test_a_hostile_program_does_no_harm_to_those_that_share_its_sandbox(host, require_tool, name):
    language = find_language(LANGUAGES[Path(name).suffix])
    require_tool(language.tools[0], language.install)
    limits = OTHER_LIMITS.get(name, LIMITS)
    mark = f"hostile-{os.getpid()}-{host.name}"
    with servers(mark) as port, ThreadPoolExecutor(1) as pool:
        text = fill((FOLDER / name).read_text("utf-8"), **places(host, mark, port))
        expected = text.splitlines()[1].partition("Verdict: ")[2].split(" | ")
        if "timed out" not in expected:
            limits = replace(limits, run_seconds=20)
        answers = [("python", RIGHT, PATIENT), (language.name, text, limits)]
        answers = [answers[0], answers[0], answers[1], answers[0]]
        jobs = [
            pool.submit(run_program, NEXT, name, code, limits=limits, reuse=True)
            for name, code, limits in answers
        ]
        outcomes = [job.result().outcome for job in jobs]
    assert outcomes[2] in expected, jobs[2].result()
    assert outcomes[:2] + outcomes[3:] == ["passed"] * 3


def run_in_a_thread(code, **options):
    """The verdict on an answer; a sandbox that is kept ends with the thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run_program, NEXT, "python", code, **options).result()


def test_there_are_programs_of_every_kind():
    assert len(PROGRAMS) >= 60
    assert {Path(name).suffix for name in PROGRAMS} == set(LANGUAGES)
    for name in PROGRAMS:
        first = (FOLDER / name).read_text("utf-8").splitlines()[0]
        assert re.fullmatch(r"(#|//) Tries: .*\.", first), name


@pytest.mark.usefixtures("_walls", "host")
def test_the_output_is_cut_but_counted_on_nowhere():
    code = "import sys\ndef f(n):\n    print('x' * 10**6, file=sys.stderr)\n    return n + 1\n"
    verdict = run_program(NEXT, "python", code, limits=PATIENT)
    assert verdict.outcome == "passed"
    assert verdict.output == "x" * box.KEPT_OUTPUT


@pytest.mark.usefixtures("_walls", "host")
def test_no_more_is_read_of_the_results_than_is_worth_reading():
    command = ["truncate", "--size=30M", "results"]
    ran = run_command(command, archive(), seconds=20, limits=LIMITS, memory=512)
    assert ran.results == bytes(16 * 2**20)


@pytest.mark.usefixtures("_walls", "host")
def test_a_time_out_ends_in_time_and_says_so():
    verdict = run_program(NEXT, "python", "def f(n):\n    while n: pass\n", limits=LIMITS)
    assert verdict.outcome == "timed out"
    assert 1 <= verdict.seconds < 1 + SLACK


@pytest.mark.usefixtures("_walls", "host")
def test_many_programs_at_once_do_not_meet():
    def run(i):
        code = f"def f(n):\n    print({i})\n    return n * {i}\n"
        return run_program(problem_of((3, 3 * i), (7, 7 * i)), "python", code, limits=PATIENT)

    with ThreadPoolExecutor(8) as pool:
        verdicts = list(pool.map(run, range(40)))
    for i, verdict in enumerate(verdicts):
        assert verdict.outcome == "passed", verdict
        assert verdict.output == f"{i}\n" * 2


@pytest.mark.parametrize("kind", sandbox.SANDBOXES)
def test_no_open_files_are_left(host, request, kind):
    if kind == "bubblewrap":
        request.getfixturevalue("_walls")
    before = sorted(os.listdir("/proc/self/fd"))
    for _ in range(50 if kind == "bubblewrap" else 10):
        ran = run_command(["true"], archive(), seconds=10, limits=LIMITS, memory=512, sandbox=kind)
        assert ran.code == 0
    assert sorted(os.listdir("/proc/self/fd")) == before
    assert threading.active_count() < 50


# Without walls


def run_openly(code, command=(walls.PYTHON, "main.py"), **options):
    options = {"seconds": 20, "limits": LIMITS, "memory": 512, "sandbox": "none"} | options
    return run_command(list(command), archive(**{"main.py": code}), **options)


@pytest.mark.usefixtures("host")
def test_without_walls_a_right_answer_passes():
    verdict = run_program(NEXT, "python", RIGHT, limits=PATIENT, sandbox="none")
    assert verdict.outcome == "passed"


@pytest.mark.usefixtures("host")
def test_without_walls_time_is_limited_for_a_whole_family():
    code = "import os, time\nos.fork()\nos.fork()\nwhile True: time.sleep(0.01)\n"
    ran = run_openly(code, seconds=0.5)
    assert ran.timed_out
    assert ran.code == -signal.SIGKILL
    assert 0.5 <= ran.seconds < 0.5 + SLACK


@pytest.mark.usefixtures("host")
def test_without_walls_memory_files_and_output_are_limited():
    assert "MemoryError" in run_openly("bytearray(2**30)").output
    assert "File too large" in run_openly("open('x', 'wb').write(bytes(2**26))").output
    ran = run_openly("for _ in range(1000): print('x' * 2**16)")
    assert ran.code == 0
    assert ran.output == "x" * box.KEPT_OUTPUT


@pytest.mark.usefixtures("host")
def test_without_walls_the_environment_is_cleared():
    code = "import os; print(sorted(os.environ)); print(os.getcwd() == os.environ['HOME'] + '/box')"
    ran = run_openly(code, command=(walls.PYTHON, "-E", "main.py"))
    expected = ["HOME", "LANG", "PATH", "TMPDIR"]
    assert set(eval(ran.output.splitlines()[0])) - {"LC_CTYPE", "__CF_USER_TEXT_ENCODING"} == set(
        expected
    )
    assert ran.output.splitlines()[1] == "True"


@pytest.mark.usefixtures("host")
def test_without_walls_daemons_end_too_and_do_not_hold_anybody_up():
    started = time.monotonic()
    ran = run_openly((FOLDER / "daemon.py").read_text("utf-8"))
    assert ran.code == 0
    assert not ran.timed_out
    assert time.monotonic() - started < SLACK


@pytest.mark.usefixtures("host")
def test_without_walls_hiding_from_a_group_does_not_help():
    code = (FOLDER / "leaves_its_group.py").read_text("utf-8") + "\n\nf(1)\n"
    ran = run_openly(code, seconds=1)
    assert ran.timed_out
    assert ran.seconds < 1 + SLACK


@pytest.mark.usefixtures("host")
def test_without_walls_a_locked_folder_is_removed():
    run_openly("import os; os.mkdir('d'); open('d/x', 'w'); os.chmod('d', 0); os.chmod('.', 0)")


# Programs are run in a usual way


@pytest.mark.parametrize("kind", sandbox.SANDBOXES)
def test_signals_are_as_programs_expect_them(host, request, kind):
    if kind == "bubblewrap":
        request.getfixturevalue("_walls")
    command = ["bash", "-c", "yes | head -1; echo ${PIPESTATUS[0]}; trap"]
    ran = run_command(command, archive(), seconds=20, limits=LIMITS, memory=512, sandbox=kind)
    assert ran.output == f"y\n{128 + signal.SIGPIPE}\n"


@pytest.mark.parametrize("kind", sandbox.SANDBOXES)
def test_a_command_that_is_not_there_is_no_crash(host, request, kind):
    if kind == "bubblewrap":
        request.getfixturevalue("_walls")
    options = {"seconds": 20, "limits": LIMITS, "memory": 512, "sandbox": kind}
    with pytest.raises(SandboxError, match=r"^cannot run nothing: \[Errno 2\] No such file"):
        run_command(["nothing"], archive(), **options)
    said = "echo cannot run sh: no such file >&2; exit 126"  # as if it had not been started
    assert run_command(["sh", "-c", said], archive(), **options).code == 126


# Interruptions


def start(program, **options):
    """A Python process that runs a program, with nothing but the sandbox's own modules."""
    command = [sys.executable, "-c", STARTS + program]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def wait_for(path):
    deadline = time.monotonic() + 20
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert path.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("kind", sandbox.SANDBOXES)
def test_no_program_outlives_the_process_that_started_it(host, request, kind, number):
    if kind == "bubblewrap":
        request.getfixturevalue("_walls")
    mark = 1_000_000 + os.getpid()
    process = start(
        f"""
from passk.execution import sandbox
sandbox.NOBODIES = range({sandbox.NOBODIES.start}, {sandbox.NOBODIES.stop})
run_command(["sh", "-c", "sleep {mark} & sleep {mark}"], archive(), seconds=60, limits=Limits(),
            memory=512, sandbox={kind!r})
""",
        env={**os.environ, "TMPDIR": tempfile.gettempdir()},
    )
    sleepers = wait_until(lambda: len(asleep(mark)) == 2, lambda: asleep(mark))
    assert len(sleepers) == 2
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == -number, errors
    assert wait_until(lambda: not asleep(mark), lambda: asleep(mark)) == []
    for folder in Path(tempfile.gettempdir()).iterdir():
        assert (kind, number) == ("none", signal.SIGKILL)  # nobody is there to remove it
        shutil.rmtree(folder)


def asleep(mark):
    """The processes that sleep for so many seconds."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if path.read_bytes() == f"sleep\0{mark}\0".encode():
                found.append(path.parent.name)
    return found


def wait_until(holds, give):
    deadline = time.monotonic() + 20
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return give()


# Whether there are walls


@pytest.fixture
def _asked_anew():
    sandbox._why_no_walls.cache_clear()
    yield
    sandbox._why_no_walls.cache_clear()


def put_bwrap(folder, text, monkeypatch):
    (folder / "bwrap").write_text(text)
    (folder / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@pytest.mark.usefixtures("_asked_anew")
def test_without_bubblewrap_the_message_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match=r"^bubblewrap is not installed: apt-get install bubb"):
        require_sandbox("bubblewrap")
    with pytest.raises(RuntimeError, match='sandbox="none" runs programs as you'):
        require_sandbox("bubblewrap")
    assert require_sandbox("none") is None


@pytest.mark.usefixtures("_asked_anew", "host")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n",
            "No perm",
        ),
        ("#!/bin/sh\necho 'bwrap: Unknown option --size' >&2\nexit 1\n", "Unknown option --size"),
        ("#!/bin/sh\nexit 0\n", ""),
        ("no program at all\0\1\2", "Exec format error"),
        ("#!/nowhere/at/all\n", "No such file"),
    ],
)
def test_of_a_broken_bubblewrap_the_message_says_what_it_said(monkeypatch, tmp_path, text, reason):
    put_bwrap(tmp_path, text, monkeypatch)
    with pytest.raises(RuntimeError, match="bubblewrap is installed but does not work") as error:
        require_sandbox("bubblewrap")
    assert reason in str(error.value)


def test_an_unknown_sandbox_is_an_error():
    with pytest.raises(ValueError, match="sandbox must be one of 'bubblewrap', 'none'"):
        require_sandbox("docker")


# Users without rights, and interpreters in odd places


def python_for(user):
    """A Python that a user without rights can start, and the package's files it can read."""
    for python in (sys.executable, "/usr/bin/python3"):
        command = [*user, python, "-c", STARTS + "print(sys.version_info >= (3, 11))"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.stdout.strip() == "True":
            return python
    pytest.skip("nobody can read a Python 3.11 here; try: apt-get install python3")
    return None


@pytest.mark.usefixtures("_walls", "host")
def test_a_user_without_rights_is_walled_in_as_well(require_tool):
    require_tool("setpriv", "apt-get install util-linux")
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    user = user if os.geteuid() == 0 else []
    names = "debugs_its_parent namespaces becomes_root pushes_in kills_all reads_secrets fork_bomb"
    given = places(Path(tempfile.gettempdir()), "mark", 1)
    texts = [fill((FOLDER / f"{name}.py").read_text("utf-8"), **given) for name in names.split()]
    program = f"""
require_sandbox("bubblewrap")
for text in {texts!r}:
    text += "\\n\\nprint('right' if f(1) == 2 else 'wrong')"
    ran = run_command(["/usr/bin/python3", "-I", "main.py"], archive(**{{"main.py": text}}),
                      seconds=10, limits=Limits(processes=64), memory=512)
    print(ran.code, ran.output.split("\\n")[-2])
    print(ran, file=sys.stderr)
"""
    command = [*user, python_for(user), "-c", STARTS + program]
    environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "SECRET": SECRET}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.splitlines() == ["0 right"] * len(texts), done.stderr
    assert SECRET not in done.stderr


@pytest.mark.parametrize(
    ("folder", "readable"),
    [
        ("/opt/python", ["/opt/python"]),
        ("/home/ann/.pyenv/versions/3", ["/home/ann/.pyenv/versions/3"]),
        ("/home/ann/.local/share/uv/python", ["/home/ann/.local/share/uv/python"]),
        ("/home/ann", [f"/home/ann/{part}" for part in walls.PARTS]),
        ("/home/ann/.local", [f"/home/ann/.local/{part}" for part in walls.PARTS]),
        ("/home", [f"/home/{part}" for part in walls.PARTS]),
        ("/", [f"/{part}" for part in walls.PARTS]),
    ],
)
def test_a_toolchain_in_a_home_does_not_open_the_home(monkeypatch, folder, readable):
    monkeypatch.setenv("HOME", "/home/ann")
    assert walls._without_home(folder) == readable


def test_runs_hardly_ever_have_the_user_of_another():
    users = [sandbox._nobody() for _ in range(200)]
    assert set(users) <= set(sandbox.NOBODIES)
    assert len(set(users)) > 190
    assert len(sandbox.NOBODIES) >= 20_000
    assert 0 not in sandbox.NOBODIES


@pytest.mark.usefixtures("_walls", "host")
@pytest.mark.parametrize("reuse", [False, True])
def test_a_program_too_large_for_its_disk_fails(reuse):
    text = RIGHT + "#" * 2_000_000
    verdict = run_in_a_thread(text, limits=replace(PATIENT, disk=1), reuse=reuse)
    assert verdict.outcome == "runtime error"
    assert "No space left" in verdict.output


def test_a_report_is_read_as_it_was_written():
    report = b"3 1 1e-05 0.25 4096 1 0\nthe results\n"
    ran = sandbox._outcome(box.Heard(True, report, b"\xffoutput", 2.0), 1.0, False)
    assert (ran.code, ran.timed_out, ran.seconds, ran.cpu_seconds) == (3, True, 1e-05, 0.25)
    assert (ran.peak_memory, ran.output, ran.results) == (4096, "\ufffdoutput", b"the results\n")
    heard = box.Heard(True, report, b"", 2.0)
    assert sandbox._outcome(heard, 1.0, True).archive == b"the results\n"
    for bad, elapsed in itertools.product(
        (b"", b"0 0 1 1 1 0", b"x\n", b"0 0 1.2.3 1 1 1 0"), (0.5, 1)
    ):
        ran = sandbox._outcome(box.Heard(True, bad, b"", elapsed), 1, False)
        assert (ran.code, ran.timed_out, ran.results) == (-9, elapsed == 1, b"")


# Sandboxes that do not start


FAILS = """#!/bin/sh
echo x >> {count}
if [ $(wc -l < {count}) -le {times} ]; then
    echo "bwrap: Creating new namespace failed: Resource temporarily unavailable" >&2
    exit 1
fi
exec {bwrap} "$@"
"""


@pytest.mark.usefixtures("_walls", "host")
@pytest.mark.parametrize("reuse", [False, True])
def test_a_sandbox_that_does_not_start_is_tried_again(monkeypatch, tmp_path, reuse):
    text = FAILS.format(count=tmp_path / "count", times=1, bwrap=shutil.which("bwrap"))
    put_bwrap(tmp_path, text, monkeypatch)
    verdict = run_in_a_thread(RIGHT, limits=PATIENT, reuse=reuse)
    assert verdict.outcome == "passed"


@pytest.mark.usefixtures("_walls", "host")
@pytest.mark.parametrize("reuse", [False, True])
def test_a_sandbox_that_never_starts_is_no_failure_of_the_program(monkeypatch, tmp_path, reuse):
    text = FAILS.format(count=tmp_path / "count", times=9, bwrap=shutil.which("bwrap"))
    put_bwrap(tmp_path, text, monkeypatch)
    verdict = run_in_a_thread(RIGHT, limits=PATIENT, reuse=reuse)
    assert verdict.outcome == "not run"
    assert "Resource temporarily unavailable" in verdict.reason


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"run_seconds": -3}, r"^run_seconds must lie between 0.01 and 1000000: run_seconds=-3$"),
        ({"run_seconds": float("nan")}, "run_seconds must lie between .*: run_seconds=nan"),
        ({"run_seconds": 1e9}, "run_seconds must lie between"),
        ({"compile_seconds": 0}, "compile_seconds must lie between"),
        ({"processes": 0}, "processes must lie between 1 and"),
        ({"disk": 0}, "disk must lie between 1 and"),
        ({"memory": -1}, "memory must lie between 0 and"),
        ({"run_seconds": "3"}, "run_seconds must be a number: run_seconds='3'"),
        ({"memory": 512.5}, "memory must be a whole number: memory=512.5"),
        ({"processes": True}, "processes must be a whole number: processes=True"),
    ],
)
def test_what_is_no_limit_is_refused(limits, message):
    with pytest.raises((TypeError, ValueError), match=message):
        Limits(**limits)
