"""`python -m passk score`, `compare` and `recheck`: from files of results to numbers."""

import argparse
import contextlib
import itertools
import json
import math
import os
import re
import textwrap
from dataclasses import asdict
from pathlib import Path

from passk.command_line import OneLineParser, OneList, say, whole_words
from passk.wording import many

__all__ = ["compare_command", "recheck_command", "score_command"]

CHOICES = ("model", "language", "group")
PER_K = ("first", "second", "difference", "standard_error", "low", "high")
PER_K += ("band_low", "band_high", "p_value", "sign_flip_p")
ABOUT = ("names", "problems", "clusters", "left_out", "n", "target", "confidence_level")
ABOUT += ("replicates", "verdict", "turns_at", "undefined")
WIDTH = 100
REQUIRED = "the following arguments are required"  # as argparse says it
NOTHING_CLAIMED = 3  # an exit code
IN_A_SHELL = (  # arguments of Python, and what to write in a shell
    (r'\b(missing|format|by)="(\w+)"', r"--\1 \2"),
    (r"\b(by|format)='(.*?)'", r"--\1 \2"),
    (r"\bonly_(common|sampled)=True", r"--only-\1"),
    (r"\bpercent=True", "--percent"),
    (r"\bthreshold=(?=[-\w.])", "--threshold "),
    (r"\b(threshold|format)=(?=[,:;]|\s|$)", r"--\1"),
    (r"""\bnames=\(['"](.*)['"], ['"](.*)['"]\)""", r"--names \1 \2"),
    (r'\bclaimed=\{"(.*?)": \{"(.*?)": (.*?)\}\}', r"--claimed \1:\2=\3"),
)
OF_MODELS = (  # beginnings of advice with a dict, what to write instead, and what in compare
    (
        ": two models' are {",
        ": name the model of each, as in A=FILE B=FILE, or one for both",
        ": take files or a folder of one run for A, and for B",
    ),
    (", or say that they are of one model: {", ", or name one for all: A=FILE A=FILE", ""),
)
CLAIM = re.compile(r"(.*:)?\s*(estimate_)?pass(@|_at_|\^|_hat_)\d+\s*=")
TABLES = (
    "A table needs the columns problem and passed, with a row for each sample, or problem, n and "
    "c; the README has their other names, under Columns of a table."
)


def score_command(arguments):
    r"""Print pass@k of a file of results, for each model, language or group.

    Parameters
    ----------
    arguments : list of str
        What follows the command's name.

    Returns
    -------
    int
        The exit code: 1 if a model, language or group has no score for any k.

    Raises
    ------
    SystemExit
        With code 2, after one line on stderr, for whatever cannot be scored.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "counts.csv")
    ...     _ = path.write_text("problem,n,c\na,4,1\n")
    ...     score_command([str(path), "-k", "5"])
    wide table, 1 file: 1 problem, 4 samples
    <BLANKLINE>
    1 problem, n = 4; never solved 0 (0.0 %), always 0 (0.0 %)
    pass@5  k = 5 needs n >= 5 for every problem: n = 4
    1
    """
    parser = _FilesFirst(
        prog="python -m passk score",
        description="Print pass@k with both error bars, from the files that an evaluation leaves: "
        "would these problems give another score if the model were sampled again, and would other "
        "problems like these?",
        epilog="Models are never averaged, nor are languages unless --by says so. A k above the "
        "smallest n has no estimate; the reason stands in its place. Exit code 1 if a model, "
        "language or group has no score for any k. For pass^k, the chance that all k draws pass, "
        f"see recheck. {TABLES}",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="file, folder or - for what is piped; MODEL=FILE names its model, the same one for "
        "more samples of it",
    )
    _add_common_options(parser, "those of 1, 5, 10 and 100 with enough samples")
    by = {"type": _kind, "choices": CHOICES, "nargs": "+"}
    parser.add_argument("--by", **by, help="what is scored apart")
    given = parser.parse_args(arguments)
    with _errors_in_one_line(parser):
        from passk.results import score

        rules = {name: getattr(given, name) for name in ("format", "missing", "threshold")}
        rules |= {"by": given.by, "only_sampled": given.only_sampled}
        scores = score(_named_files(given.files), given.k, **rules)
        complete = all(any(at_k.benchmark for at_k in part.at) for part in scores.parts)
        return say(scores.to_json() if given.json else _for_a_shell(scores), 0 if complete else 1)


def compare_command(arguments):
    r"""Print how two models differ on the problems that both have tried, matched by name.

    Parameters
    ----------
    arguments : list of str
        What follows the command's name.

    Returns
    -------
    int
        The exit code.

    Raises
    ------
    SystemExit
        With code 2, after one line on stderr, for whatever cannot be compared.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = [pathlib.Path(folder, name) for name in ("mine.csv", "theirs.csv")]
    ...     _ = paths[0].write_text("problem,n,c\na,2,2\nb,2,0\n")
    ...     _ = paths[1].write_text("problem,n,c\nb,2,1\na,2,1\n")
    ...     compare_command([*map(str, paths), "-k", "1"])  # doctest: +ELLIPSIS
    mine.csv and theirs.csv on 2 problems, n = 2:
    pass@1: mine.csv 0.500, theirs.csv 0.500, difference 0.000 (95 % interval ..., p = 1)
    By the 95 % interval: open for k = 1.
    Method: ...
    <BLANKLINE>
    mine.csv (...): wide table, 1 file: 2 problems, 4 samples
    theirs.csv (...): wide table, 1 file: 2 problems, 4 samples
    0
    """
    parser = _compare_parser()
    given = parser.parse_args(arguments)
    if _called(given.first) == _called(given.second) == "the standard input":
        parser.error("the standard input can be read once: - cannot be both A and B")
    with _errors_in_one_line(parser):
        from passk.results import read_counts
        from passk.uncertainty import compare

        rules = {name: getattr(given, name) for name in ("format", "missing", "threshold")}
        tables = [read_counts(path, **rules) for path in (given.first, given.second)]
        reports = [table.attrs["report"] for table in tables]
        chosen = [_chosen(table, given, place) for place, table in enumerate(tables)]
        _require_same_meaning(chosen, given)
        names = tuple(given.names or _names(chosen, given))
        options = {"names": names, "target": given.target, "only_common": given.only_common}
        comparison = compare(*chosen, given.k, **options)
        reading = [
            _reading(given, place, report, chosen[place]) for place, report in enumerate(reports)
        ]
        if given.json:
            about = {**_as_dict(comparison), "reading": reading}
            return say(json.dumps(about, indent=1, allow_nan=False))
        read = map(_read_in_words, names, reading, reports)
        return say(_for_a_shell("\n".join([str(comparison), "", *read])))


def recheck_command(arguments):
    r"""Print whether the scores in a file of results follow from its samples.

    Parameters
    ----------
    arguments : list of str
        What follows the command's name.

    Returns
    -------
    int
        The exit code: 1 if a claim is wrong, 3 if nothing is claimed.

    Raises
    ------
    SystemExit
        With code 2, after one line on stderr, for whatever cannot be read.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "counts.csv")
    ...     _ = path.write_text("problem,n,c\na,4,1\nb,4,2\n")
    ...     recheck_command([str(path), "--claimed", "pass@1=0.375"])
    wide table, 1 file: 2 problems, 8 samples
    pass@1: 0.375 claimed, 0.375 recomputed: agrees to the last digit shown
    0
    """
    parser = OneLineParser(
        prog="python -m passk recheck",
        description="Recompute pass@k from the samples in files of results, and compare it with "
        "what the files, files beside them or you claim; for a claim that is wrong the known "
        "mistakes are tried.",
        epilog="Exit code 0 if every claim is right, 1 if one is wrong or has no unbiased "
        f"estimate, {NOTHING_CLAIMED} if nothing is claimed, and 2 for whatever cannot be read. "
        f"{TABLES}",
    )
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="file, folder or - for what is piped; MODEL=FILE names its model",
    )
    parser.add_argument(
        "--claimed",
        nargs="+",
        default=[],
        metavar="CLAIM",
        help="what is claimed, as in pass@1=0.41 or pass@1=41%%; NAME:pass@1=0.38 for one model, "
        "language or group; pass^2=0.27 for pass^k, the chance that all k draws pass, which is "
        "tau-bench's figure",
    )
    parser.add_argument("--percent", action="store_true", help="the claims are in percent")
    _add_only_sampled(parser)
    _add_reading_options(parser)
    given = parser.parse_args(arguments)
    files, words = _files_and_claims(given)
    if not files:
        odd = [word for word in words if not CLAIM.match(word)]
        hint = f" ({odd[0]!r} is neither a claim nor a file that exists)" if odd else ""
        parser.error(f"{REQUIRED}: FILE{hint}")
    if given.percent and not words:
        parser.error("--percent is for --claimed, which is not given")
    with _errors_in_one_line(parser):
        from passk.results import claims_from_words, recheck

        rules = {name: getattr(given, name) for name in ("format", "missing", "threshold")}
        rules |= {"percent": True if given.percent else None, "only_sampled": given.only_sampled}
        claimed = claims_from_words(words) if words else None
        found = recheck(_named_files(files), claimed=claimed, **rules)
        as_json = json.dumps(found.to_dict(), indent=1, allow_nan=False) if given.json else ""
        code = 1 if found.wrong else 0 if found.ok else NOTHING_CLAIMED
        return say(as_json or _for_a_shell(found), code)


def _compare_parser():
    """Return the parser of the command that compares."""
    parser = _FilesFirst(
        prog="python -m passk compare",
        description="Print the difference of pass@k between two models, with an interval, and who "
        "leads for which k. Problems are matched by name, never by position.",
        epilog="The same file may be given twice, to compare two of its models, languages or "
        f"groups: --language Python Lua. {TABLES}",
    )
    parser.add_argument("first", metavar="A", help="file, folder or -, of the first model")
    parser.add_argument("second", metavar="B", help="file, folder or -, of the second model")
    _add_common_options(parser, "1, 2, ... up to the smallest n")
    parser.add_argument("--names", nargs=2, metavar="NAME", help="what to call them")
    for name in CHOICES:
        parser.add_argument(
            f"--{name}",
            nargs="+",
            action=_OneOrTwo,
            metavar=name.upper(),
            help=f"the {name} to compare, where there are several; two words for one of each file",
        )
    parser.add_argument(
        "--target",
        choices=("problems", "samples"),
        default="problems",
        help="what the interval is about: other problems like these, or new samples (default: "
        "problems)",
    )
    parser.add_argument(
        "--only-common",
        action="store_true",
        help="leave out problems that one of the models has not tried",
    )
    return parser


class _FilesFirst(OneLineParser):
    """A parser that says where files come, if one is among the numbers of draws."""

    def parse_args(self, words):
        """Remember the words, for an error."""
        self.words = words
        return super().parse_args(words)

    def error(self, message):
        """Print the message, and a hint if a file is missing that stands behind -k."""
        behind = self.words[self.words.index("-k") + 1 :] if "-k" in self.words else []
        numbers = itertools.takewhile(str.isdecimal, behind)
        file = next(filter(_is_file, numbers), None) if REQUIRED in message else None
        super().error(f"{message}: {_before_k(file)}" if file else message)


class _OneOrTwo(argparse.Action):
    """An option with one word for both files, or one for each."""

    def __call__(self, parser, namespace, values, option_string=None):
        """Store two words."""
        if len(values) > 2:
            hint = f" (files come before {option_string})" * any(map(_may_be_a_file, values))
            parser.error(
                f"argument {option_string}: one word, or one for each file: {values}{hint}"
            )
        setattr(namespace, self.dest, (values * 2)[:2])


@contextlib.contextmanager
def _errors_in_one_line(parser):
    """End the command with one line and exit code 2 where the files or the words are wrong."""
    try:
        yield
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (ValueError, TypeError, ImportError, RecursionError) as error:
        compares = parser.prog.endswith(" compare")
        parser.error(_in_shell_words(str(error), compares))
    except MemoryError:
        parser.error("the files do not fit into the memory")
    except KeyboardInterrupt:
        parser.exit(130, "stopped\n")


def _in_shell_words(message, compares=False):
    """Return an error in one line, with the options of a shell in place of Python's."""
    for sign, advice, of_two in OF_MODELS:
        problem, found, _ = message.partition(sign)
        if found:
            message = f"{problem}{of_two if compares else advice}"
    return " ".join(_with_options(message).split())


def _with_options(text):
    """Return a text with options in place of the arguments that it advises."""
    for argument, option in IN_A_SHELL:
        text = re.sub(argument, option, text)
    return text


def _for_a_shell(result):
    """Return a result's text with options, in lines of at most 100 characters."""
    return "\n".join(map(_filled, _with_options(str(result)).splitlines()))


def _filled(line):
    """Return a line in lines of at most 100 characters, the further ones indented."""
    indent = " " * (len(line) - len(line.lstrip(" -")) + 2)
    options = {"break_long_words": False, "break_on_hyphens": False, "subsequent_indent": indent}
    return textwrap.fill(line, WIDTH, **options) if len(line) > WIDTH else line


def _files_and_claims(given):
    """Return the files and the claims: files may also stand behind the claims."""
    files = [word for word in given.claimed if not CLAIM.match(word) and _is_file(word)]
    return [*given.files, *files], [word for word in given.claimed if word not in files]


def _is_file(word):
    """Tell whether a word is a file, or a model's name and a file."""
    return os.path.exists(_model_and_path(word)[1])


def _add_common_options(parser, default_k):
    """Add what scoring and comparing have in common."""
    draws = {"type": _draws, "action": OneList, "nargs": "+"}
    parser.add_argument("-k", **draws, help=f"draws, as in 1 10 or 1,10 (default: {default_k})")
    _add_only_sampled(parser)
    _add_reading_options(parser)


def _add_only_sampled(parser):
    """Add what is done with problems that have no sample."""
    parser.add_argument(
        "--only-sampled",
        action="store_true",
        help="leave out problems without any sample, n = 0, which have no estimate",
    )


def _add_reading_options(parser):
    """Add what is to be known of the files."""
    add = parser.add_argument
    add("--format", help="read only this format (default: told by the content)")
    add(
        "--missing",
        choices=("error", "failure", "drop"),
        default="error",
        help="what is done with samples without a score: stop, count as failures, or leave out "
        "(default: error)",
    )
    add("--threshold", type=float, help="from which number on a score is a success")
    add("--json", action="store_true", help="print JSON, with all digits")


def _draws(text):
    """Return the ks in a word of the command line."""
    if not text.isdecimal() and _may_be_a_file(text):
        raise argparse.ArgumentTypeError(f"must be a whole number: {text!r}: {_before_k(text)}")
    ks = whole_words(text)
    if min(ks) < 1:
        raise argparse.ArgumentTypeError(f"k must be at least 1: k={min(ks)}")
    return ks


def _before_k(file):
    """Say where a file comes."""
    return f"files come before -k, as in {file} -k 1"


def _kind(text):
    """Return a word of the command line that is no file."""
    if text not in CHOICES and _may_be_a_file(text):
        hint = f"files come before --by, as in {text} --by model"
        raise argparse.ArgumentTypeError(f"must be of {', '.join(CHOICES)}: {text!r}: {hint}")
    return text


def _may_be_a_file(word):
    """Tell whether a word is a file, or would be one but for a slip."""
    return word == "-" or "/" in word or _is_file(word) or Path(word).suffix[1:].isalpha()


def _named_files(words):
    """Return files for `read_counts`: a list, or a dict if their models are named."""
    named = [_model_and_path(word) for word in words]
    if not any(model for model, _ in named):
        return words[0] if len(words) == 1 else words
    files = {}
    for (model, path), word in zip(named, words, strict=True):
        if not model:
            raise ValueError(f"name the model of every file or of none, as in A=FILE: {word}")
        files.setdefault(model, []).append(path)
    return {model: paths if paths[1:] else paths[0] for model, paths in files.items()}


def _model_and_path(word):
    """Return the two parts of MODEL=FILE; an empty model if the word is a file as it is."""
    if os.path.exists(word) or "=" not in word:
        return "", word
    return tuple(word.split("=", 1))


def _chosen(table, given, place):
    """Return the rows that the options choose; raise if a problem stands in them twice."""
    file = _called((given.first, given.second)[place])
    for name in CHOICES:
        words, values = getattr(given, name), _values(table, name)
        if words:
            if words[place] not in values:
                has = f"{file}: {_has(name, values)}: --{name} {words[place]!r}"
                raise ValueError(f"{has} (two words are one for each file, '' for none)")
            table = table[table[name] == words[place]] if name in table else table
        elif name == "model" and values[1:]:
            raise ValueError(f"{file} is of several models: choose with --model: {_list(values)}")
    if table["problem"].duplicated().any():
        several = [name for name in CHOICES if _values(table, name)[1:]]
        options = "; ".join(f"--{name}: {_list(_values(table, name))}" for name in several)
        problem = table["problem"][table["problem"].duplicated()].iloc[0]
        raise ValueError(f"{file} has problem {problem} more than once: choose with {options}")
    return _sampled(table, file, given.only_sampled)


def _sampled(table, file, leave_out):
    """Return the problems with samples; raise if some have none and nobody said to leave it out."""
    empty = table["n"] == 0
    if empty.all():
        raise ValueError(f"{file}: no problem has a sample")
    if empty.any() and not leave_out:
        problem = table["problem"][empty].iloc[0]
        raise ValueError(
            f"{file}: problem {problem} has no sample, n = 0: --only-sampled leaves out such ones"
        )
    return table[~empty]


def _values(table, name):
    """Return the models, languages or groups of a table; one empty text if it has none."""
    return table[name].unique().tolist() if name in table else [""]


def _has(name, values):
    """Say which models, languages or groups there are."""
    return f"its {name}s are {_list(values)}" if values != [""] else f"it names no {name}"


def _list(values):
    """Return some names as text."""
    return ", ".join(map(repr, values[:10])) + ", ..." * (len(values) > 10)


def _require_same_meaning(chosen, given):
    """Raise if a problem is in another language or group in the other file, and nobody chose so."""
    first, second = (table.set_index("problem") for table in chosen)
    common = [problem for problem in first.index if problem in second.index]
    for name in ("language", "group"):
        if getattr(given, name) or not (name in first and name in second):
            continue
        differ = first.loc[common, name] != second.loc[common, name]
        if differ.any():
            problem = differ.idxmax()
            one, two = first.loc[problem, name], second.loc[problem, name]
            files = _called(given.first), _called(given.second)
            raise ValueError(
                f"problem {problem} has the {name} {one!r} in {files[0]} and {two!r} in "
                f"{files[1]}: if that is meant, choose with --{name} {one} {two}"
            )


def _called(path):
    """Return what a text calls a file."""
    return "the standard input" if path == "-" and not os.path.exists(path) else path


def _names(chosen, given):
    """Return what tells the two apart, in a few words: their models, what was chosen, or files."""
    models = [_values(table, "model") for table in chosen]
    candidates = [[names[0] if len(names) == 1 else "" for names in models]]
    candidates += [words for words in (given.language, given.group) if words]
    paths = [Path(_called(given.first)), Path(_called(given.second))]
    candidates += [[path.name for path in paths], [str(path) for path in paths]]
    for one, two in candidates:
        if one and two and one != two:
            return one, two
    raise ValueError(f"{given.first} and {given.second} are the same: there is nothing to compare")


def _reading(given, place, report, table):
    """Return what was read of a file, and what was chosen of it, as objects of JSON."""
    words = {name: getattr(given, name) for name in CHOICES if getattr(given, name)}
    path = _called((given.first, given.second)[place])
    chosen = {name: values[place] for name, values in words.items()}
    of_chosen = {"problems": len(table), "samples": int(table["n"].sum())}
    return {"path": path, "chosen": chosen, "of_chosen": of_chosen, **asdict(report)}


def _read_in_words(name, reading, report):
    """Return the same as text."""
    chosen = [f"{column} {value!r}" for column, value in reading["chosen"].items()]
    path = [reading["path"]] if reading["path"] != name else []
    of = f" ({', '.join(path + chosen)})" if path + chosen else ""
    problems, samples = reading["of_chosen"].values()
    first, *amiss = str(report).splitlines()
    if (problems, samples) != (report.problems, report.samples):
        first = f"{report.format}, {many(problems, 'problem')}, {many(samples, 'sample')}"
        amiss = [f"  of the whole file: {line}" for line in amiss]
    return "\n".join([f"{name}{of}: {first}", *amiss])


def _as_dict(comparison):
    """Return a comparison as objects of JSON: full digits, None for what is not defined."""
    columns = {"k": comparison.k, **{name: getattr(comparison, name) for name in PER_K}}
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    return {
        **{name: getattr(comparison, name) for name in ABOUT},
        "pass_at_k": [
            {name: _known(value) for name, value in zip(columns, row, strict=True)} for row in rows
        ],
    }


def _known(value):
    """Return a number, or None for NaN."""
    return None if math.isnan(value) else value
