"""The command `python -m passk N C K`."""

import re
import subprocess
import sys

import pytest

from passk import exact_naive_pass_at_k
from passk.__main__ import describe, main


def test_as_a_command():
    command = [sys.executable, "-m", "passk", "10", "3", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "10 samples, 3 correct, draws of 5",
        "unbiased pass@5 = 11/12 = 0.9166666666666666",
        "naive    pass@5 = 83193/100000 = 0.83193",
        "The naive estimate is 0.08474 lower.",
    ]


def test_a_wrong_command_ends_with_exit_code_2():
    command = [sys.executable, "-m", "passk", "2", "0", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("python -m passk: k must not exceed n: k=5, n=2 ")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            ["2", "1", "2"],
            [
                "2 samples, 1 correct, draws of 2",
                "unbiased pass@2 = 1 = 1.0",
                "naive    pass@2 = 3/4 = 0.75",
                "The naive estimate is 0.25 lower.",
            ],
        ),
        (
            ["1", "0", "1"],
            [
                "1 sample, 0 correct, draws of 1",
                "unbiased pass@1 = 0 = 0.0",
                "naive    pass@1 = 0 = 0.0",
                "The naive estimate is the same.",
            ],
        ),
        (
            ["9007199254740992", "3", "1"],
            [
                "9007199254740992 samples, 3 correct, draws of 1",
                "unbiased pass@1 = 3.3306690738754696e-16",
                "naive    pass@1 = 3.3306690738754696e-16",
                "The naive estimate is the same.",
            ],
        ),
    ],
)
def test_what_is_printed(capsys, words, lines):
    assert main(words) == 0
    printed = capsys.readouterr()
    assert (printed.out.splitlines(), printed.err) == (lines, "")


@pytest.mark.parametrize(
    ("triple", "line"),
    [
        ((19, 1, 15), "8434486413397339867/15181127029874798299 = 0.5555902665723824"),
        ((17, 1, 16), "0.6209146680820639"),
    ],
)
def test_fractions_are_shown_up_to_forty_signs(triple, line):
    assert describe(*triple).splitlines()[2].partition(" = ")[2] == line
    assert len(str(exact_naive_pass_at_k(*triple))) == (40 if "/" in line else 41)


def test_fractions_are_shown_up_to_a_thousand_samples():
    assert describe(1000, 999, 1).splitlines()[1] == "unbiased pass@1 = 999/1000 = 0.999"
    assert describe(1001, 1000, 1).splitlines()[1] == "unbiased pass@1 = 0.999000999000999"
    assert describe(1000, 500, 1000).splitlines()[2] == "naive    pass@1000 = 1.0"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["10", "3", "12"], "k must not exceed n: k=12, n=10 "),
        (["10", "-1", "5"], "c must be at least 0: c=-1"),
        (["10", "3", "-5"], "k must be at least 1: k=-5"),
        (["0", "0", "1"], "n must be at least 1: n=0"),
        (["10", "12", "5"], "c must not exceed n: c=12, n=10"),
        (["99999999999999999999", "1", "1"], "n must not exceed 2**53 = 9007199254740992: n="),
        (["abc", "3", "5"], ""),
        (["10", "2.5", "5"], ""),
        (["10", "3", "nan"], ""),
        (["10", "3", ""], ""),
        (["10", "0x3", "5"], ""),
        (["10"], ""),
        ([], ""),
        (["10", "3", "5", "7"], ""),
        (["10", "3", "5", "--fast"], ""),
    ],
)
def test_wrong_words_give_exit_code_2_and_one_line(capsys, words, message):
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert re.fullmatch(rf"python -m passk: {re.escape(message)}[^\n]*\n", printed.err)


@pytest.mark.parametrize("word", ["abc", "2.5", "1e3"])
@pytest.mark.parametrize(("place", "name"), [(0, "n"), (1, "c"), (2, "k")])
def test_a_wrong_word_is_named_with_its_place(capsys, word, place, name):
    words = ["10", "3", "5"]
    words[place] = word
    with pytest.raises(SystemExit, match=r"^2$"):
        main(words)
    line = capsys.readouterr().err
    assert re.search(rf"\b{name}\b.*{re.escape(word)}", line)


def test_help_names_the_three_numbers(capsys):
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--help"])
    printed = capsys.readouterr().out
    for line in ("samples drawn", "samples that are correct, 0 <= c <= n", "draws, 1 <= k <= n"):
        assert line in printed


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["10\n20", "3", "5"], "argument n: must be a whole number: '10\\n20'"),
        (["", "3", "5"], "argument n: must be a whole number: ''"),
        (["9" * 5000, "3", "5"], f"argument n: must be a whole number: '{'9' * 40}...'"),
        (["9" * 400, "3", "5"], "n must not exceed 2**53 = 9007199254740992: n=about 10**400"),
    ],
)
def test_odd_words_give_one_short_line(words, line, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"python -m passk: {line}\n"


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (
            ["1000000000000000", "2", "3"],
            "The naive estimate is lower by less than rounding shows.",
        ),
        (["200", "100", "100"], "The naive estimate is 7.889e-31 lower."),
        (["1000", "500", "500"], "The naive estimate is 3.055e-151 lower."),
    ],
)
def test_a_gap_is_exact_or_not_given(words, last, capsys):
    main(words)
    assert capsys.readouterr().out.splitlines()[-1] == last
