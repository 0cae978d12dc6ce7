"""`python -m passk score` and `compare`: what they print, and one line for what is wrong."""

import contextlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import passk
from passk.__main__ import main
from passk.results import read_counts, recheck, score

FOLDER = Path(__file__).parent / "results"
FILES = sorted(path.name for path in FOLDER.iterdir())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of tables of counts, in which the commands run."""
    tables = {
        "mine.csv": "problem,n,c\na,4,4\nb,4,1\nc,4,0\n",
        "theirs.csv": "problem,n,c\nc,5,1\na,5,2\nb,5,1\n",
        "few.csv": "problem,n,c\nc,5,1\na,5,2\n",
        "models.csv": "problem,n,c,model\na,4,4,m\nb,4,1,m\na,4,2,l\nb,4,2,l\n",
        "languages.csv": "problem,n,c,language\na,4,4,Lua\nb,4,1,Lua\na,4,2,C++\nb,4,2,C++\n",
        "lua.csv": "problem,n,c,language\na,4,3,Lua\nb,4,3,Lua\n",
        "levels.csv": "problem,n,c,difficulty\na,4,4,easy\nb,4,1,hard\n",
        "other_levels.csv": "problem,n,c,difficulty\na,4,4,easy\nb,4,1,medium\n",
        "bits.csv": "problem,passed\na,true\na,false\n",
        "holes.csv": "problem,n,c\na,4,4\nb,0,0\nc,4,1\n",
        "empties.csv": "problem,n,c\na,0,0\nb,0,0\n",
        "gap.csv": "problem,passed\na,true\na,\n",
        "shares.csv": "problem,reward\na,0.7\na,0.2\n",
    }
    for name, text in tables.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys, *words, code=0):
    """What a command prints that ends with this exit code."""
    assert main(list(words)) == code
    out, err = capsys.readouterr()
    assert err == ""
    assert all(len(line) <= 100 for line in out.splitlines() if "--json" not in words)
    return out


def words_of(text):
    """A text without its line breaks."""
    return " ".join(text.split())


def error_of(capsys, *words):
    """The line that a command ends with, which fails."""
    with pytest.raises(SystemExit, match=r"^2$"):
        main(list(words))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"python -m passk {words[0]}: ")
    assert (err.count("\n"), err[-1]) == (1, "\n")
    return err.removeprefix(f"python -m passk {words[0]}: ").rstrip("\n")


@pytest.mark.parametrize("name", FILES)
def test_every_format_is_scored(capsys, name):
    path = str(FOLDER / name)
    expected = str(score(path, [1, 2])).replace('by="group"', "--by group")
    assert words_of(printed(capsys, "score", path, "-k", "1", "2")) == words_of(expected)


@pytest.mark.parametrize("name", FILES)
def test_every_format_is_scored_as_json(capsys, name):
    path = FOLDER / name
    read = json.loads(printed(capsys, "score", str(path), "-k", "1", "--json"))
    assert read == score(path, 1).to_dict()
    counts = read_counts(path)
    means = [part["pass_at_k"][0]["value"] for part in read["parts"]]
    sizes = [part["problems"] for part in read["parts"]]
    total = sum(mean * size for mean, size in zip(means, sizes, strict=True))
    assert total == pytest.approx((counts["c"] / counts["n"]).sum())


def test_as_a_command():
    command = [sys.executable, "-m", "passk", "score", str(FOLDER / "human_eval.jsonl"), "-k", "9"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode().splitlines() == [
        "human-eval, 1 file: 2 problems, 6 samples",
        "",
        "2 problems, n = 3; never solved 1 (50.0 %), always 0 (0.0 %)",
        "pass@9  k = 9 needs n >= 9 for every problem: n = 3",
    ]


def test_the_options_of_reading_are_passed_on(folder, capsys):
    failed = json.loads(printed(capsys, "score", "gap.csv", "--missing", "failure", "--json"))
    dropped = json.loads(printed(capsys, "score", "gap.csv", "--missing", "drop", "--json"))
    shares = json.loads(printed(capsys, "score", "shares.csv", "--threshold", "0.5", "--json"))
    both = [read["parts"][0]["pass_at_k"][0]["value"] for read in (failed, dropped, shares)]
    assert both == [0.5, 1.0, 0.5]
    assert "of the format wide table" in error_of(
        capsys, "score", "gap.csv", "--format", "wide table"
    )


def test_by_tells_apart(folder, capsys):
    assert "2 groups in one score" in printed(capsys, "score", "levels.csv")
    read = json.loads(printed(capsys, "score", "levels.csv", "--by", "group", "--json"))
    assert [part["group"] for part in read["parts"]] == ["easy", "hard"]
    out = printed(capsys, "score", "levels.csv")
    assert "(easy, hard): --by group tells them apart" in out


def test_files_with_names_are_models(folder, capsys):
    read = json.loads(printed(capsys, "score", "A=mine.csv", "B=theirs.csv", "--json"))
    assert [(part["model"], part["smallest_n"]) for part in read["parts"]] == [("A", 4), ("B", 5)]


def test_a_name_twice_is_more_samples_of_one_model(folder, capsys):
    read = json.loads(printed(capsys, "score", "A=mine.csv", "A=theirs.csv", "--json"))
    assert [(part["model"], part["smallest_n"]) for part in read["parts"]] == [("A", 9)]


def test_a_file_whose_name_has_a_sign_of_equality_is_a_file(folder, capsys):
    (folder / "t=0.8.csv").write_text("problem,n,c\na,4,4\n", "utf-8")
    assert "1 problem, n = 4" in printed(capsys, "score", "t=0.8.csv")
    assert "hot: 1 problem" in printed(capsys, "score", "hot=t=0.8.csv").splitlines()[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the following arguments are required: FILE"),
        (["none.csv"], "none.csv: No such file or directory"),
        (["none=none.csv"], "none.csv: No such file or directory"),
        (["mine.csv", "-k", "0"], "argument -k: k must be at least 1: k=0"),
        (["mine.csv", "-k", "1", "x"], "argument -k: must be a whole number: 'x'"),
        (["mine.csv", "-k", "1.5"], "argument -k: must be a whole number: '1.5'"),
        (["mine.csv", "--format", "csv"], "format must be one of human-eval, "),
        (["mine.csv", "--missing", "no"], "argument --missing: invalid choice: 'no'"),
        (["mine.csv", "--threshold", "x"], "argument --threshold: invalid float value: 'x'"),
        (["mine.csv", "--threshold", "nan"], "threshold must be finite: --threshold nan"),
        (["mine.csv", "--by", "day"], "argument --by: invalid choice: 'day'"),
        (["mine.csv", "--by", "model"], "by must be in the counts: --by model, and these have n"),
        (
            ["bits.csv", "--threshold", "0.5"],
            "--threshold 0.5 is for scores that are numbers; here there are none",
        ),
        (["none.csv", "--only-sampled", "-k", "1,,2"], "argument -k: must be a whole number: ''"),
        (["mine.csv", "-k", "1,0"], "argument -k: k must be at least 1: k=0"),
        (["empties.csv", "--only-sampled"], "no problem has a sample: n = 0 for all of them"),
        (["gap.csv"], 'gap.csv, line 3: there is no score of a sample of problem a (passed="")'),
        (["shares.csv"], "shares.csv, line 2: reward must be true or false, 1 or 0, or give --thr"),
        (
            ["-k", "1", "mine.csv"],
            "argument -k: must be a whole number: 'mine.csv': files come before -k, as in mine.csv "
            "-k 1",
        ),
        (["-k", "1", "A=mine.csv"], "argument -k: must be a whole number: 'A=mine.csv': files co"),
        (["-k", "1", "none.jsonl"], "argument -k: must be a whole number: 'none.jsonl': files co"),
        (["-k", "1", "-"], "argument -k: must be a whole number: '-': files come before -k, as in"),
        (["-k", "1.5", "mine.csv"], "argument -k: must be a whole number: '1.5'"),
        (
            ["--by", "model", "mine.csv"],
            "argument --by: must be of model, language, group: 'mine.csv': files come before --by, "
            "as in mine.csv --by model",
        ),
        (["A=mine.csv", "theirs.csv"], "name the model of every file or of none, as in A=FILE: "),
        (["mine.csv", "mine.csv"], "mine.csv is given twice"),
        (
            ["mine.csv", "theirs.csv"],
            "mine.csv and theirs.csv both have problem c: name the model of each, as in A=FILE "
            "B=FILE, or one for both",
        ),
        (["empty"], "empty: no file in this folder holds results that are known"),
        (["text.txt"], "text.txt: the file is neither JSON nor a table with a line of names"),
        (["cut.json"], "cut.json, line 1, column 19: this is no JSON: "),
    ],
)
def test_what_cannot_be_scored_ends_with_one_line(folder, capsys, words, message):
    (folder / "empty").mkdir()
    (folder / "text.txt").write_text("once upon a time\n", "utf-8")
    (folder / "cut.json").write_text('{"eval": {"add": [', "utf-8")
    assert error_of(capsys, "score", *words).startswith(message)


@pytest.mark.parametrize("command", ["score", "recheck"])
def test_lines_without_ids_in_two_folders_are_advised_on_in_the_words_of_a_shell(
    folder, capsys, command
):
    for name in ("one", "two"):
        (folder / name).mkdir()
        lines = f'{{"generation": "{name}", "is_correct": true}}\n'
        (folder / name / "rs0.jsonl").write_text(lines, "utf-8")
    said = error_of(capsys, command, "one", "two")
    assert said.endswith("have no ids: read one folder, or name one for all: A=FILE A=FILE")
    assert printed(capsys, "score", "A=one", "A=two").startswith("nemo-skills, 2 files")
    said = error_of(capsys, "compare", ".", "two", "--format", "nemo-skills")
    assert said.endswith("have no ids: read one folder")


def test_a_folder_of_two_files_of_the_same_problems_is_not_compared(folder, capsys):
    (folder / "both").mkdir()
    for name in ("mine.csv", "theirs.csv"):
        (folder / name).rename(folder / "both" / name)
    assert error_of(capsys, "compare", "both", "few.csv").endswith(
        "both have problem c: take files or a folder of one run for A, and for B"
    )


def test_problems_without_samples_are_left_out_of_a_recheck(folder, capsys):
    words = ["recheck", "holes.csv", "--claimed", "pass@1=0.625"]
    out = printed(capsys, *words, code=1)
    assert "k=1, smallest n=0; --only-sampled leaves out what has no sample" in words_of(out)
    out = printed(capsys, *words, "--only-sampled")
    assert "left out: 1 problem without a sample\n" in out
    assert "0.625 claimed, 0.625 recomputed: agrees" in out
    assert "left out" not in printed(
        capsys, "recheck", "few.csv", *words[2:], "--only-sampled", code=1
    )
    said = error_of(capsys, "recheck", "empties.csv", *words[2:], "--only-sampled")
    assert said == "no problem has a sample: n = 0 for all of them"


@pytest.mark.parametrize("place", [0, 1])
def test_the_standard_input_has_a_name_in_a_comparison(folder, capsys, monkeypatch, place):
    content = (folder / "mine.csv").read_bytes()
    stdin = SimpleNamespace(buffer=io.BytesIO(content))
    monkeypatch.setattr(sys, "stdin", stdin)
    files = ["theirs.csv", "theirs.csv"]
    files[place] = "-"
    out = printed(capsys, "compare", *files, "-k", "1")
    assert "the standard input 0.417" in words_of(out)
    assert "\nthe standard input: wide table, 1 file: 3 problems, 12 samples\n" in out
    stdin.buffer.seek(0)
    read = json.loads(printed(capsys, "compare", *files, "--json"))
    assert read["names"][place] == read["reading"][place]["path"] == "the standard input"
    stdin.buffer = io.BytesIO(b"problem,n,c,model\na,1,1,x\na,1,1,y\n")
    assert error_of(capsys, "compare", *files).startswith("the standard input is of several models")


def test_the_standard_input_is_read_once(folder, capsys):
    said = error_of(capsys, "compare", "-", "-")
    assert said == "the standard input can be read once: - cannot be both A and B"


def test_the_rules_for_gaps_are_options_of_the_shell(folder, capsys):
    assert error_of(capsys, "score", "gap.csv").endswith(
        "--missing failure counts it as a failure, --missing drop leaves it out"
    )


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (MemoryError(), 2, "python -m passk score: the files do not fit into the memory\n"),
        (ImportError("a\nb"), 2, "python -m passk score: a b\n"),
        (OSError("odd"), 2, "python -m passk score: odd\n"),
        (KeyboardInterrupt(), 130, "stopped\n"),
    ],
)
def test_what_stops_a_command_is_one_line(capsys, monkeypatch, error, code, line):
    def stop(*_, **__):
        raise error

    monkeypatch.setattr("passk.results.score", stop)
    with pytest.raises(SystemExit, match=f"^{code}$"):
        main(["score", "x"])
    assert capsys.readouterr().err == line


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_commands_explain_themselves(capsys, command):
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    out = capsys.readouterr().out
    assert out.startswith(f"usage: python -m passk {command} ")
    for option in ("-k", "--format", "--missing {error,failure,drop}", "--threshold", "--json"):
        assert f"  {option}" in out


def counts(path):
    """A table's counts by the names of the problems."""
    frame = pd.read_csv(path)
    return {row.problem: (row.n, row.c) for row in frame.itertuples()}


def test_two_files_are_compared_by_the_names_of_their_problems(folder, capsys):
    names = ("mine.csv", "theirs.csv")
    expected = passk.compare(*map(counts, names), [1, 4], names=names)
    out = printed(capsys, "compare", *names, "-k", "4", "1")
    assert words_of(out).startswith(words_of(str(expected)))
    assert out.endswith(
        "\n\n"
        "mine.csv: wide table, 1 file: 3 problems, 12 samples\n"
        "theirs.csv: wide table, 1 file: 3 problems, 15 samples\n"
    )
    assert "difference 0.150" in out  # by position it would be another one for each problem


def test_a_comparison_as_json(folder, capsys):
    read = json.loads(printed(capsys, "compare", "mine.csv", "theirs.csv", "--json"))
    expected = passk.compare(counts("mine.csv"), counts("theirs.csv"))
    assert [row["k"] for row in read["pass_at_k"]] == [1, 2, 3, 4]
    for name in ("first", "second", "difference", "standard_error", "low", "band_high", "p_value"):
        assert [row[name] for row in read["pass_at_k"]] == getattr(expected, name).tolist()
    assert read["verdict"] == expected.verdict.replace("first", "mine.csv")
    assert (read["names"], read["problems"], read["left_out"]) == (
        ["mine.csv", "theirs.csv"],
        3,
        [0, 0],
    )
    assert [reading["samples"] for reading in read["reading"]] == [12, 15]


def test_json_has_null_where_no_error_is_defined(folder, capsys):
    words = ["compare", "mine.csv", "theirs.csv", "--target", "samples", "-k", "2", "3", "--json"]
    two, three = json.loads(printed(capsys, *words))["pass_at_k"]
    assert isinstance(two["low"], float)
    assert [three[name] for name in ("standard_error", "low", "p_value")] == [None] * 3


def test_names_of_the_callers_choice(folder, capsys):
    out = printed(capsys, "compare", "mine.csv", "theirs.csv", "-k", "1", "--names", "A", "B")
    assert out.startswith("A and B on 3 problems, n = 4 to 5:\n")
    assert "\nA (mine.csv): wide table" in out


def test_problems_of_one_file_are_left_out_on_demand(folder, capsys):
    line = error_of(capsys, "compare", "mine.csv", "few.csv")
    assert line == (
        "mine.csv and few.csv must have the same problems: only mine.csv has 'b' "
        "(--only-common compares the 2 that both have)"
    )
    assert "only A has 'b'" in error_of(
        capsys, "compare", "mine.csv", "few.csv", "--names", "A", "B"
    )
    out = printed(capsys, "compare", "mine.csv", "few.csv", "-k", "1", "--only-common")
    assert out.startswith("mine.csv and few.csv on 2 problems in common (left out: 1 only in mine.")


def test_the_footer_is_about_what_was_compared(folder, capsys):
    both = ["compare", "models.csv", "models.csv", "-k", "1", "--model", "m", "l"]
    assert printed(capsys, *both).splitlines()[-2:] == [
        "m (models.csv, model 'm'): wide table, 2 problems, 8 samples",
        "l (models.csv, model 'l'): wide table, 2 problems, 8 samples",
    ]
    (folder / "models.csv").write_text("problem,n,c,model\na,4,4,m\na,8,2,l\n", "utf-8")
    assert printed(capsys, *both).splitlines()[-4:-2] == [
        "m (models.csv, model 'm'): wide table, 1 problem, 4 samples",
        "  of the whole file: n differs: from 4 to 8",
    ]
    read = json.loads(printed(capsys, *both, "--json"))["reading"]
    assert [part["of_chosen"]["samples"] for part in read] == [4, 8]
    assert [part["samples"] for part in read] == [12, 12]


def test_problems_without_samples_are_left_out_on_demand(folder, capsys):
    out = printed(capsys, "score", "holes.csv", "-k", "1,5", code=1)
    assert "(problem 'b'); --only-sampled leaves out what has no sample" in words_of(out)
    assert "--only-sampled leaves" not in printed(capsys, "score", "holes.csv", "-k", "5", code=1)
    out = printed(capsys, "score", "holes.csv", "-k", "1", "--only-sampled")
    assert "left out: 1 problem without a sample\n\n2 problems, n = 4;" in out
    line = error_of(capsys, "compare", "mine.csv", "holes.csv")
    assert line == "holes.csv: problem b has no sample, n = 0: --only-sampled leaves out such ones"
    words = ["compare", "mine.csv", "holes.csv", "-k", "1", "--only-sampled", "--only-common"]
    assert "holes.csv on 2 problems in common" in printed(capsys, *words)
    assert "empties.csv: no problem has a sample" in error_of(
        capsys, "compare", "empties.csv", "mine.csv", "--only-sampled"
    )


def test_the_exit_code_says_whether_each_part_has_a_score(folder, capsys):
    printed(capsys, "score", "mine.csv", "-k", "1", "100")
    printed(capsys, "score", "mine.csv", "-k", "100", code=1)
    printed(capsys, "score", "mine.csv", "-k", "100", "--json", code=1)
    printed(capsys, "score", "A=mine.csv", "B=theirs.csv", "-k", "5", code=1)
    printed(capsys, "score", "A=mine.csv", "B=theirs.csv", "-k", "4")


def test_ks_may_be_separated_by_commas(folder, capsys):
    blanks = printed(capsys, "score", "mine.csv", "-k", "1", "2", "3")
    for words in (["1,2,3"], ["1,2", "3"], ["1,", "2,", "3"]):
        assert printed(capsys, "score", "mine.csv", "-k", *words) == blanks
    assert "pass@4: " in printed(capsys, "compare", "mine.csv", "theirs.csv", "-k", "1,4")


IN_PYTHON = re.compile(
    r"\b(missing|format|by|threshold|names|only_\w+|percent|claimed|target|clusters)=|=True|=\("
)


@pytest.mark.parametrize(
    "words",
    [
        ["score", "gap.csv"],
        ["score", "shares.csv"],
        ["score", "levels.csv"],
        ["score", "holes.csv"],
        ["score", "mine.csv", "--by", "model"],
        ["score", "mine.csv", "--format", "csv"],
        ["score", "mine.csv", "gap.csv"],
        ["score", "mine.csv", "theirs.csv"],
        ["score", "bits.csv", "--threshold", "0.5"],
        ["score", "bits.csv", "--threshold", "-inf"],
        ["compare", "mine.csv", "few.csv"],
        ["compare", "mine.csv", "holes.csv"],
        ["compare", "mine.csv", "theirs.csv", "--names", "A", "A"],
        ["compare", "mine.csv", "theirs.csv", "--names", "it's", "it's"],
        ["recheck", "mine.csv", "--claimed", "pass@1=41.7"],
        ["recheck", "mine.csv", "--claimed", "pass@1=0.417", "--percent"],
        ["recheck", "mine.csv", "--claimed", "pass@1=0.00417"],
        ["recheck", "mine.csv", "--claimed", "pass@1=0.417", "pass@2=60"],
        ["recheck", "models.csv", "--claimed", "pass@1=0.41"],
        ["recheck", "two.csv", "--claimed", "pass@1=0.5", "--missing", "drop"],
        ["recheck", "two.csv", "--claimed", "pass@1=1", "--missing", "failure"],
    ],
    ids=" ".join,
)
def test_advice_is_in_the_words_of_a_shell(folder, capsys, words):
    (folder / "two.csv").write_text("problem,passed\na,true\na,\n", "utf-8")
    with contextlib.suppress(SystemExit):
        main(words)
    printed = "".join(capsys.readouterr())
    assert printed
    assert IN_PYTHON.search(printed) is None, printed


def test_models_languages_and_groups_are_chosen(folder, capsys):
    both = ["compare", "models.csv", "models.csv", "-k", "1"]
    out = printed(capsys, *both, "--model", "m", "l")
    assert out.splitlines()[1].startswith("pass@1: m 0.625, l 0.500, difference 0.125 ")
    assert "\nm (models.csv, model 'm'): wide table" in out
    out = printed(capsys, "compare", "languages.csv", "languages.csv", "--language", "Lua", "C++")
    assert out.startswith("Lua and C++ on 2 problems")
    out = printed(capsys, "compare", "languages.csv", "lua.csv", "-k", "1", "--language", "Lua")
    assert out.splitlines()[1].startswith("pass@1: languages.csv 0.625, lua.csv 0.750, ")
    evalplus = [str(FOLDER / name) for name in ("evalplus.json", "evalplus_base_only.json")]
    out = printed(capsys, "compare", *evalplus, "-k", "1", "--group", "base", "")
    assert "evalplus.json 0.333, evalplus_base_only.json 0.333, difference 0.000" in out
    assert printed(capsys, "compare", "levels.csv", "mine.csv", "-k", "1", "--only-common")


def test_files_of_one_name_are_called_by_their_folders(folder, capsys):
    (folder / "b").mkdir()
    (folder / "b" / "mine.csv").write_bytes((folder / "theirs.csv").read_bytes())
    out = printed(capsys, "compare", "mine.csv", "b/mine.csv", "-k", "1")
    assert out.startswith(f"mine.csv and {Path('b/mine.csv')} on 3 problems")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mine.csv"], "the following arguments are required: B"),
        (["mine.csv", "none.csv"], "none.csv: No such file or directory"),
        (["mine.csv", "theirs.csv", "-k", "5"], "k must not exceed n: k=5, n=4 "),
        (["mine.csv", "mine.csv"], "mine.csv and mine.csv are the same: there is nothing to comp"),
        (["mine.csv", "theirs.csv", "--names", "a", "a"], "names must differ: --names a a"),
        (["mine.csv", "few.csv", "-k", "5", "--only-common"], "k must not exceed n: k=5, n=4 "),
        (["models.csv", "mine.csv"], "models.csv is of several models: choose with --model: 'm', "),
        (
            ["mine.csv", "languages.csv"],
            "languages.csv has problem a more than once: choose with --language: 'Lua', 'C++'",
        ),
        (
            ["languages.csv", "lua.csv", "--language", "C"],
            "languages.csv: its languages are 'Lua', 'C++': --language 'C'",
        ),
        (
            ["mine.csv", "lua.csv", "--language", "Lua"],
            "mine.csv: it names no language: --language 'Lua' (two words are one for each file, ''",
        ),
        (
            ["lua.csv", "lua.csv", "--language", "a", "b", "c"],
            "argument --language: one word, or one for each file: ['a', 'b', 'c']",
        ),
        (
            ["levels.csv", "other_levels.csv"],
            "problem b has the group 'hard' in levels.csv and 'medium' in other_levels.csv: if "
            "that is meant, choose with --group hard medium",
        ),
        (["mine.csv", "theirs.csv", "--target", "both"], "argument --target: invalid choice"),
        (["gap.csv", "mine.csv"], "gap.csv, line 3: there is no score of a sample of problem a"),
    ],
)
def test_what_cannot_be_compared_ends_with_one_line(folder, capsys, words, message):
    assert error_of(capsys, "compare", *words).startswith(message)


# recheck


def test_recheck_prints_what_it_finds(capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("problem,n,c\na,4,1\nb,4,2\n")
    claims = ["pass@1=0.375", "pass@2=59.4%"]
    assert main(["recheck", str(path), "--claimed", *claims]) == 1
    printed = capsys.readouterr().out
    found = recheck(path, claimed={"pass@1": "0.375", "pass@2": "59.4%"})
    assert words_of(printed) == words_of(str(found))
    assert max(map(len, printed.splitlines())) <= 100
    assert "\n      put the unbiased" in printed
    assert "naive estimate of each problem" in printed
    assert main(["recheck", str(path), "--claimed", claims[0]]) == 0
    capsys.readouterr()
    assert main(["recheck", str(path), "--claimed", "pass@1=37.5", "--percent", "--json"]) == 0
    as_json = json.loads(capsys.readouterr().out)
    assert [claim["status"] for claim in as_json["claims"]] == ["agrees"]


def test_a_file_without_claims_is_not_right(capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("problem,n,c\na,4,1\n")
    assert main(["recheck", str(path)]) == 3
    assert "No pass@k is claimed." in capsys.readouterr().out
    empty = {"raw_scored_generations": {"a": [True]}, "pass_at_1": None}
    path.write_text(json.dumps(empty), "utf-8")
    assert main(["recheck", str(path)]) == 3
    assert "no value claimed" in capsys.readouterr().out
    assert main(["recheck", str(path), "--claimed", "pass@1=0.5"]) == 1
    assert main(["recheck", str(path), "--claimed", "pass@1=1"]) == 0


def test_a_file_behind_k_may_be_called_a_number(folder, capsys):
    (folder / "5").write_text("problem,n,c\na,4,4\n", "utf-8")
    needed, hint = "the following arguments are required", "files come before -k, as in 5 -k 1"
    assert error_of(capsys, "score", "-k", "1", "5") == f"{needed}: FILE: {hint}"
    assert error_of(capsys, "score", "-k", "1", "5", "--json") == f"{needed}: FILE: {hint}"
    assert error_of(capsys, "compare", "mine.csv", "-k", "1", "5") == f"{needed}: B: {hint}"
    assert error_of(capsys, "score", "-k", "1", "4") == f"{needed}: FILE"
    assert "1 problem, n = 4" in printed(capsys, "score", "5", "-k", "1")


def test_files_may_come_behind_the_claims(folder, capsys):
    (folder / "1").mkdir()
    expected = printed(capsys, "recheck", "mine.csv", "--claimed", "pass@1=.417")
    assert printed(capsys, "recheck", "--claimed", "pass@1=.417", "mine.csv") == expected
    assert main(["recheck", "--claimed", "pass@1=1", "mine.csv"]) == 1  # 1 is no file here
    capsys.readouterr()
    named = ["recheck", "--claimed", "A:pass@1=.417", "B:pass@1=.267", "A=mine.csv", "B=theirs.csv"]
    assert printed(capsys, *named).count("agrees") == 2
    needed = "the following arguments are required: FILE"
    assert error_of(capsys, "recheck") == needed
    assert error_of(capsys, "recheck", "--claimed", "pass@1=1") == needed
    line = error_of(capsys, "recheck", "--claimed", "pass@1=1", "nine.csv")
    assert line == f"{needed} ('nine.csv' is neither a claim nor a file that exists)"


def test_percent_is_for_claims(folder, capsys):
    line = error_of(capsys, "recheck", "mine.csv", "--percent")
    assert line == "--percent is for --claimed, which is not given"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("score", ["Exit code 1 if", "For pass^k", "the columns problem and passed", "1,10"]),
        ("compare", ["--only-sampled", "problem, n and c"]),
        ("recheck", ["3 if nothing is claimed", "pass^2=0.27", "NAME:pass@1=0.38 for one model"]),
    ],
)
def test_help_says_what_a_script_and_a_file_need(capsys, command, said):
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    out = words_of(capsys.readouterr().out)
    for words in said:
        assert words in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--claimed", "pass@1"], "a claim must be like pass@1=0.41: 'pass@1'"),
        (["--claimed", "pass@1=0.4", "pass@1=0.5"], "pass@1 is claimed twice"),
        (["--claimed", "pass@1=much"], "pass@1"),
        (["nowhere.json"], "nowhere.json: No such file or directory"),
    ],
)
def test_claims_and_files_that_are_none_end_in_one_line(words, message, capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("problem,n,c\na,4,1\n")
    with pytest.raises(SystemExit) as stopped:
        main(["recheck", str(path), *words])
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("python -m passk recheck: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1
