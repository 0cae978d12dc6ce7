"""Files of evaluation harnesses: one small function for each gives its samples or its counts.

What makes a sample correct is what the harness itself says of it. A status or an outcome that is
not known here is an error.
"""

import math
import re

from passk.results.documents import first_of
from passk.results.entries import (
    LIST,
    OBJECT,
    WORDS,
    Counted,
    Reader,
    Record,
    Scored,
    compact,
)
from passk.results.tables import samples_of_rows
from passk.wording import as_json, many

__all__ = ["READERS"]

OF_HUMAN_EVAL = ("completion", "result", "prompt", "entry_point", "canonical_solution", "test")
OUTCOMES = {  # BabelCode's
    "Passed": True,
    "Timed Out": False,
    "Had Error": False,
    "Had Runtime Error": False,
    "Failed Tests": False,
}
STATUSES = {"pass": True, "fail": False, "timeout": False, None: None}  # evalplus's
OLD_STATUSES = {**STATUSES, "success": True, "failed": False, "timed out": False}
NEMO_FLAGS = ("is_correct", "is_correct-plus", "symbolic_correct", "judge_correct", "passed")
NEMO_NAMES = ("task_id", "problem_id", "instance_id", "id")
NEMO_TEXTS = ("problem", "question")
NEMO_SWE = "swe-bench-metrics"
NEMO_SIGNS = {"generation", "predicted_answer", "num_generated_tokens"}
LM_EVAL_FLAGS = ("exact_match", "acc", "pass_at_1")
PASS_AT = re.compile(r"pass(?:@|_at_)([12])")
TOLERANCE = 1e-6
SWE = ("patch_exists", "resolved")
NOT_EVALUATED = ("infrastructure_error", "context_window_exceeded")  # tau2-bench's
BY_ORDER = (
    "the lines have no ids: problems are named by their lines, and one line is taken for one "
    "problem in every file"
)
SETS = "group is the set of tests: each sample stands in it once for each group"


def _has(*keys):
    """Return what tells whether an object has these keys."""
    return lambda head: isinstance(head, OBJECT) and all(key in head for key in keys)


def _list_has(*keys):
    """Return what tells whether a list's first object has these keys."""
    return lambda head: isinstance(head, LIST) and bool(head) and _has(*keys)(head[0])


def _all_have(test):
    """Return what tells whether the first entry of an object is of this kind."""
    return lambda head: isinstance(head, OBJECT) and bool(head) and test(next(iter(head.values())))


def _human_eval(source):
    """Correct is ``passed``; ``result`` must say the same."""
    sure = {"problem": "task_id", "score": "passed"}
    return samples_of_rows(source, sure, OF_HUMAN_EVAL, _require_agreement)


def _require_agreement(record):
    """Raise if ``result`` is a text that says something else than ``passed``."""
    passed, result = record.values.get("passed"), record.values.get("result")
    if not isinstance(result, str) or passed is None:
        return
    said = passed if isinstance(passed, bool) else WORDS.get(str(passed).strip().casefold())
    if said is not None and said != (result == "passed"):
        contradiction = f"passed={as_json(passed)}, result={as_json(result)}"
        raise ValueError(f"{record.at()}: passed contradicts result: {contradiction}")


def _babelcode(source):
    """Correct is the outcome "Passed"; passk's own log has the same, and its own word for it."""
    for record in source.read():
        passed = _one_of(record, "outcome", OUTCOMES)
        own = record.open("verdict") if "verdict" in record.values else None
        if own and (own.take("outcome", "a text") == "passed") != passed:
            said = f"outcome={own.values['outcome']!r} beside {record.values['outcome']!r}"
            raise ValueError(f"{own.at()}: two outcomes contradict each other: {said}")
        if passed:
            _require_passed_tests(record)
        language, sample = record.take("language", "a text"), compact(record.name("id"))
        problem, answer = record.name("qid"), _text(record, "code")
        yield Scored(record, "outcome", problem, passed, sample, language, answer=answer)


def _require_passed_tests(record):
    """Raise if a program that passed has a test that it did not pass."""
    results, number = record.values.get("test_case_results"), record.values.get("num_tc")
    tests = results.items() if isinstance(results, dict) else ()
    failed = next(
        (f"test {name} is {result!r}" for name, result in tests if result != "PASSED"), ""
    )
    passed = record.values.get("num_tc_passed", number)
    if not failed and passed != number:
        failed = f"num_tc_passed={as_json(passed)}, num_tc={as_json(number)}"
    if failed:
        raise ValueError(f"{record.at()}: outcome is 'Passed', and not every test: {failed}")


def _babelcode_metrics(source):
    """Questions are counted there; a language's own totals must be the sums of theirs."""
    document, sums = source.document, {}
    questions = [key for key in source.head if "/question/" in key]
    for question in map(document.open, questions):
        language, n = question.take("language", "a text"), question.count("num_predictions")
        c = question.count("Passed")
        if sum(question.count(outcome) for outcome in OUTCOMES) != n:
            raise question.error("num_predictions", "the sum of the outcomes")
        before = sums.get(language, (0, 0))
        sums[language] = (before[0] + n, before[1] + c)
        yield Counted(question, question.name("qid"), n, c, language)
    for key in source.head:
        if key.endswith("/metrics"):
            total, found = document.open(key), sums.pop(key.removesuffix("/metrics"), (0, 0))
            for name, value in zip(("num_predictions", "Passed"), found, strict=True):
                if total.count(name) != value:
                    raise total.error(name, f"{value}, the sum over the questions")


def _evalplus(source):
    """Correct is base "pass"; in the group plus, both are. Without plus there is no such group."""
    statuses = (r.values.get("plus_status") for _, r in _samples_of_tasks(source) if r is not None)
    with_plus = any(status is not None for status in statuses)
    if with_plus:
        source.remark(SETS)
    for task, record in _samples_of_tasks(source):
        if record is None:
            groups = ("base", "plus") if with_plus else ("",)
            yield from _without_samples(source, f"eval.{task}", task, groups)
            continue
        base = _one_of(record, "base_status", STATUSES)
        group = "base" if with_plus else ""
        answer = _text(record, "solution")
        yield Scored(record, "base_status", task, base, group=group, answer=answer)
        if with_plus:
            plus = _one_of(record, "plus_status", STATUSES)
            both = plus if base or base is None or plus is None else False
            yield Scored(record, "plus_status", task, None if base is None else both, group="plus")


def _evalplus_old(source):
    """As evalplus, in its first form: a list of statuses for base, another one for plus."""
    source.remark(SETS)
    with_plus = any(record.take("plus", "a list") for _, record in _tasks(source))
    for task, record in _tasks(source):
        base, plus = (
            [_status(record, key, i) for i in range(len(record.take(key, "a list")))]
            for key in ("base", "plus")
        )
        files = "nfiles" if "nfiles" in record.values else "files"
        if with_plus and len(plus) != len(base):
            raise record.error("plus", f"a list of {len(base)}, as base", plus)
        said = record.values.get(files, len(base))
        if (len(said) if isinstance(said, list) else said) != len(base):
            raise record.error(files, f"{len(base)}, the length of base")
        if not base:
            groups = ("base", "plus")[: 1 + with_plus]
            yield from _without_samples(source, record.place, task, groups)
        for i, passed in enumerate(base):
            yield Scored(record, f"base[{i}]", task, passed, group="base")
            if plus:
                yield Scored(record, f"plus[{i}]", task, passed and plus[i], group="plus")


def _status(record, key, number):
    """Return whether an entry of evalplus's first form passed."""
    entry = record.values[key][number]
    status = entry[0] if isinstance(entry, list) and entry else entry
    return _one_of(
        Record(record.file, f"{record.place}.{key}", {f"[{number}]": status}),
        f"[{number}]",
        OLD_STATUSES,
    )


def _bigcodebench(source):
    """Correct is the status "pass"."""
    for task, record in _samples_of_tasks(source):
        if record is None:
            yield from _without_samples(source, f"eval.{task}", task)
            continue
        passed, answer = _one_of(record, "status", STATUSES), _text(record, "solution")
        yield Scored(record, "status", task, passed, answer=answer)


def _evalperf(source):
    """Of a run's n samples those are correct that pass@1, a percentage, means."""
    document = source.document
    n = document.open("config").count("n_samples")
    for task, record in _tasks(source):
        yield _share(record, "pass@1", task, n, n / 100)


def _multipl_e(source):
    """Correct is the status "OK" and the exit code 0."""
    document = source.document
    language, problem = document.take("language", "a text"), document.name("name")
    results = list(document.open_all("results"))
    if not results:
        yield Counted(document, problem, 0, 0, language)
    for record in results:
        passed, code = record.take("status", "a text") == "OK", _exit_code(record, source)
        passed, answer = passed and code == 0, _text(record, "program")
        yield Scored(record, "status", problem, passed, language=language, answer=answer)


def _exit_code(record, source):
    """Return a program's exit code, which in YAML is a text."""
    code = record.score("exit_code")
    if "yaml" in source.kinds and isinstance(code, str) and re.fullmatch(r"-?\d{1,9}", code):
        code = int(code)
    if type(code) is not int:
        raise record.error("exit_code", "a whole number")
    return code


def _livecodebench(source):
    """Correct is what ``graded_list`` says; the difficulty is the group."""
    seen = set()
    for record in Record.all_in(source.file, "", source.head):
        graded, problem = record.take("graded_list", "a list"), record.name("question_id")
        _require_once(record, problem, seen)
        answers = record.values.get("code_list", record.values.get("output_list"))
        if isinstance(answers, list) and len(answers) != len(graded):
            raise record.error("graded_list", f"a list of {len(answers)}, one for each answer")
        group = record.values.get("difficulty") or ""
        if not isinstance(group, str):
            raise record.error("difficulty", "a text")
        yield from _list_of_flags(record, "graded_list", problem, answers, group=group)
    source.remark("group is the difficulty")


def _livecodebench_codes(source):
    """Correct is an answer each of whose tests has a code above 0."""
    problems = Record(source.file, "[1]", source.head[1])
    for problem in problems.values:
        answers = problems.take(problem, "a list")
        if not answers:
            yield Counted(problems, problem, 0, 0)
        for number, codes in enumerate(answers):
            place = f"{problem}[{number}]"
            if not (isinstance(codes, list) and codes and all(map(_is_number_or_flag, codes))):
                raise problems.error(place, "a list of numbers, one for each test", codes)
            yield Scored(problems, place, problem, all(code > 0 for code in codes))


def _coder_eval(source):
    """Correct is ``is_pass``."""
    seen = set()
    for record in source.read():
        problem, results = record.name("_id"), list(record.open_all("generate_results"))
        _require_once(record, problem, seen)
        if not results:
            yield Counted(record, problem, 0, 0)
        for result in results:
            passed, answer = result.score("is_pass"), _text(result, "generate_code")
            yield Scored(result, "is_pass", problem, passed, answer=answer)


def _cruxeval(source):
    """Correct is what ``raw_scored_generations`` says."""
    document = source.document
    flags, answers = document.open("raw_scored_generations"), source.head.get("raw_generations")
    for problem in flags.values:
        graded = flags.take(problem, "a list")
        given = answers.get(problem) if isinstance(answers, dict) else [None] * len(graded)
        if not isinstance(given, list) or len(given) != len(graded):
            raise flags.error(problem, "a list with one flag for each of raw_generations", graded)
        yield from _list_of_flags(flags, problem, problem, given)


def _code_eval(source):
    """Correct is ``passed``, in the second of what code_eval returns, or in both together."""
    head = source.head[1] if isinstance(source.head, list) else source.head
    for problem in head:
        if not isinstance(head[problem], list):
            raise ValueError(f"{source.file}, {problem} must be a list: {as_json(head[problem])}")
        if not head[problem]:
            yield from _without_samples(source, str(problem), problem)
        for number, pair in enumerate(head[problem]):
            place = f"{problem}[{number}]"
            if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], dict)):
                raise ValueError(f"{source.file}, {place} must be a number and an object")
            record = Record(source.file, place, pair[1])
            _require_agreement(record)
            sample = record.name("completion_id") if "completion_id" in pair[1] else pair[0]
            if sample != pair[0] or str(record.name("task_id")) != str(problem):
                raise ValueError(f"{record.at()}: its numbers are not those of the list it is in")
            yield Scored(record, "passed", problem, record.score("passed"), sample)


def _lm_eval(source):
    """One line is a problem; the filter is the group.

    With pass@1, or else pass@2, n is the number of repeats and c what the value means; with
    another flag a line is one sample.
    """
    for record in source.read():
        problem = _lm_eval_problem(record)
        group = record.values.get("filter", "")
        if not isinstance(group, str):
            raise record.error("filter", "a text")
        draws = {PASS_AT.fullmatch(key)[1]: key for key in record.values if PASS_AT.fullmatch(key)}
        if draws:
            answers = _repeats(record)
            n = len(answers)
            if "1" in draws:
                counted = _share(record, draws["1"], problem, n, n, group)
            else:
                c = _from_pass_at_2(record, draws["2"], n)
                counted = Counted(record, problem, n, c, group=group)
            yield counted._replace(answers=tuple(text for text in answers if _is_text(text)))
            continue
        flags = [key for key in LM_EVAL_FLAGS if key in record.values]
        if len(flags) != 1:
            wanted = ", ".join(("pass@1", "pass@2", *LM_EVAL_FLAGS))
            raise ValueError(f"{record.at()}: there must be one score of {wanted}: {flags}")
        yield Scored(record, flags[0], problem, record.score(flags[0]), 0, group=group)
    source.remark("group is the filter")


def _lm_eval_problem(record):
    """Return a line's problem: the task_id of its document, or else its own number."""
    doc = record.values.get("doc")
    if isinstance(doc, dict) and "task_id" in doc:
        return record.open("doc").name("task_id")
    return record.name("doc_id")


def _repeats(record):
    """Return the answers that a line has."""
    answers = record.take("resps", "a list")
    if len(answers) != 1 or not isinstance(answers[0], list) or not answers[0]:
        raise record.error("resps", "a list of one list of answers")
    return answers[0]


def _from_pass_at_2(record, key, n):
    """Return the c that pass@2 means, if only one does."""
    value = record.score(key)
    fits = (
        [
            c
            for c in range(n + 1)
            if _is_number(value)
            and abs(1 - math.comb(n - c, 2) / math.comb(n, 2) - value) < TOLERANCE
        ]
        if n > 1
        else []
    )
    if len(fits) != 1:
        what = f"c is {' or '.join(map(str, fits))} of {n}" if fits else f"no c of {n} gives it"
        raise ValueError(f"{record.at()}: {key} does not say c: {key}={value}, {what}")
    return fits[0]


def _nemo_skills(source):
    """One line is a problem, one file a sample; each kind of flag is a group if there are two."""
    flags = _nemo_flags(source.head)
    if flags[1:]:
        source.remark("group is the flag: each sample stands in it once for each")
    named = next((key for key in NEMO_NAMES if key in source.head), None)
    source.by_order = named is None
    if source.by_order:
        source.remark(BY_ORDER)
    texts, again = set(), 0
    for order, record in enumerate(source.read(), start=1):
        problem = record.name(named) if named else f"line {order}"
        text = next((text for key in NEMO_TEXTS if (text := record.values.get(key))), None)
        sign = record.values.get("expected_answer") if text is None else text
        source.signs[problem] = None if sign is None else hash(str(sign))
        again += text is not None and source.signs[problem] in texts
        texts.add(source.signs[problem])
        for flag in flags:
            group, value = flag if flags[1:] else "", _nemo_value(record, flag)
            answer = _text(record, "generation")
            yield Scored(record, flag, problem, value, source.number, group=group, answer=answer)
    if again and source.by_order:
        source.remark(f"{many(again, 'line')} of {source.file} with the text of an earlier one")


def _nemo_flags(head):
    """Return the keys of a line that say whether it is correct, each for another benchmark."""
    flags = [key for key in (*NEMO_FLAGS, "graded_list") if key in head]
    if isinstance(head.get(NEMO_SWE), dict) and "resolved" in head[NEMO_SWE]:
        flags.append(NEMO_SWE)
    if isinstance(head.get("status"), str) and head["status"] in STATUSES:
        flags.append("status")
    return flags


def _nemo_value(record, flag):
    """Return what a line says of its correctness."""
    if flag == NEMO_SWE:
        return record.open(flag).score("resolved")
    if flag == "status":
        return _one_of(record, flag, STATUSES)
    value = record.score(flag)
    one = flag == "graded_list" and isinstance(value, list) and len(value) == 1
    return value[0] if one else value


def _tau_bench(source):
    """Correct is a reward of 1."""
    for record in Record.all_in(source.file, "", source.head):
        reward, trial = _reward(record), record.name("trial")
        yield Scored(record, "reward", record.name("task_id"), reward, trial)


def _reward(record):
    """Return a reward; one that is 1 but for rounding is 1, as in tau-bench."""
    reward = record.score("reward")
    near = isinstance(reward, float) and 0 < abs(reward - 1) < TOLERANCE
    return 1.0 if near else reward


def _swe_bench(source):
    """One file is one sample of each problem; correct is resolved, an empty patch is a failure.

    Problems in ``error_ids`` were not scored, those in ``incomplete_ids`` have no sample.
    """
    document = source.document
    ids = {key: _set_of_names(document, key) for key in ("submitted_ids", "resolved_ids")}
    errors, absent = (
        _set_of_names(document, key) if key in source.head else {}
        for key in ("error_ids", "incomplete_ids")
    )
    stray = next((name for name in ids["resolved_ids"] if name not in ids["submitted_ids"]), None)
    if stray is not None:
        raise ValueError(f"{document.at('resolved_ids')}: {stray} is not among submitted_ids")
    for key in ids:
        total = key.replace("_ids", "_instances")
        if total in source.head and document.count(total) != len(ids[key]):
            raise document.error(total, f"{len(ids[key])}, the length of {key}")
    for name in ids["submitted_ids"]:
        failed = name in errors and name not in ids["resolved_ids"]
        value = None if failed else name in ids["resolved_ids"]
        key = "error_ids" if failed else "resolved_ids"
        yield Scored(document, key, name, value, source.number, lack="erroneous")
    for name in absent:
        if name not in ids["submitted_ids"]:
            yield Scored(document, "incomplete_ids", name, None, source.number, lack="missing")
    _note_nameless(source, len(ids["submitted_ids"] | absent))


def _note_nameless(source, named):
    """Remark if a report counts more problems than it names."""
    total = source.document.count("total_instances") if "total_instances" in source.head else named
    if total > named:
        source.remark(
            f"total_instances is {total:,}, and {named:,} are named: the other {total - named:,} "
            "are in no score"
        )


def _swe_bench_instances(source):
    """One file is one sample of one problem, or of several: correct is ``resolved``."""
    for problem in source.head:
        record = source.document.open(problem)
        yield Scored(record, "resolved", problem, record.score("resolved"))


def _tau2_bench(source):
    """Correct is a reward of 1; what the harness leaves out of its own scores is erroneous."""
    tried = {}
    for record in source.document.open_all("simulations"):
        info, task = record.values.get("reward_info"), record.name("task_id")
        unjudged, trial = _is_not_evaluated(record), record.name("trial")
        broken = info is None or unjudged
        reward = None if broken else _reward(record.open("reward_info"))
        key = "reward_info" if broken else "reward_info.reward"
        tried.setdefault(str(task), trial)
        key = "termination_reason" if unjudged else key
        yield Scored(record, key, task, reward, trial, lack="erroneous")
    tasks = source.head.get("tasks")
    for record in source.document.open_all("tasks") if isinstance(tasks, LIST) else ():
        task = record.name("id")
        if str(task) not in tried:
            trial = next(iter(tried.values()))
            yield Scored(record, "simulations", task, None, trial, lack="missing")


def _tau2_index(source):
    """As tau2-bench, where the simulations are in files of their own: from their index."""
    for record in source.document.open_all("simulation_index"):
        unjudged = _is_not_evaluated(record)
        broken = record.score("reward") is None or unjudged
        reward, trial = None if broken else _reward(record), record.name("trial")
        key = "termination_reason" if unjudged else "reward"
        yield Scored(record, key, record.name("task_id"), reward, trial, lack="erroneous")


def _is_not_evaluated(record):
    """Tell whether a simulation ended for a reason that is none of the agent's."""
    return record.values.get("termination_reason") in NOT_EVALUATED


def _set_of_names(document, key):
    """Return the names in a list, in their order."""
    names = document.take(key, "a list")
    for number, name in enumerate(names):
        if not isinstance(name, str):
            raise document.error(f"{key}[{number}]", "a text", name)
    if len(set(names)) < len(names):
        raise document.error(key, "a list in which no name comes twice")
    return dict.fromkeys(names)


def _tasks(source):
    """Give the name and the object of each task in a document's ``eval``."""
    return ((name, task.open(name)) for name, task in source.document.open("eval").each())


def _samples_of_tasks(source):
    """Give the name of a task and a sample's object for each sample in ``eval``.

    A task with an empty list has None.
    """
    for name, task in source.document.open("eval").each():
        for record in list(task.open_all(name)) or [None]:
            if record is not None and record.values.get("task_id", name) != name:
                raise record.error("task_id", f"{name!r}, under which it stands")
            yield name, record


def _without_samples(source, place, problem, groups=("",)):
    """Give a problem that has no sample, in each group."""
    record = Record(source.file, place, {})
    return (Counted(record, problem, 0, 0, group=group) for group in groups)


def _require_once(record, problem, seen):
    """Raise if a problem comes again."""
    if problem in seen:
        raise ValueError(f"{record.at()}: problem {problem} comes twice")
    seen.add(problem)


def _list_of_flags(record, key, problem, answers=None, **names):
    """Give the samples of one problem whose flags are in a list, and perhaps their answers."""
    flags = record.take(key, "a list")
    if not flags:
        yield Counted(record, problem, 0, 0, **names)
    for number, flag in enumerate(flags):
        text = answers[number] if isinstance(answers, list) else None
        answer = text if _is_text(text) else None
        yield Scored(record, f"{key}[{number}]", problem, flag, **names, answer=answer)


def _text(record, key):
    """Return the text of an answer; None if there is none."""
    value = record.values.get(key)
    return value if _is_text(value) else None


def _is_text(value):
    """Tell whether a value is a text."""
    return isinstance(value, str)


def _one_of(record, key, meanings):
    """Return what a word means; raise if it is not one of those that are known."""
    value = record.score(key)
    if (value is not None and not isinstance(value, str)) or value not in meanings:
        raise record.error(key, f"one of {', '.join(map(repr, filter(None, meanings)))}")
    return meanings[value]


def _share(record, key, problem, n, factor, group=""):
    """Return the counts that a rate means; raise unless they are whole."""
    value = record.score(key)
    if value is None or value != value:
        return Counted(record, problem, n, 0, group=group, unscored=n)
    c = value * factor if _is_number(value) and math.isfinite(value) else -1
    if not (abs(c - round(c)) < TOLERANCE * max(n, 1) and 0 <= round(c) <= n):
        raise record.error(key, f"a share of n={n} samples")
    return Counted(record, problem, n, round(c), group=group)


def _is_evalplus_old(head):
    """Tell whether the tasks have a list for base."""
    return _has("eval")(head) and _all_have(_has("base"))(head["eval"])


def _is_of_samples(key):
    """Return what tells whether the first sample in ``eval`` has this key."""
    return lambda head: (
        _has("eval")(head)
        and isinstance(head["eval"], OBJECT)
        and _list_has(key)(first_of(head["eval"]))
    )


def _is_evalperf(head):
    """Tell whether the tasks have a share of their own, of a number of samples that is stated."""
    return (
        _has("eval", "config")(head)
        and _has("n_samples")(head["config"])
        and _all_have(_has("pass@1"))(head["eval"])
    )


def _is_babelcode_metrics(head):
    """Tell whether some keys are questions of a language."""
    return isinstance(head, dict) and any("/question/" in str(key) for key in head)


def _is_nemo(head):
    """Tell whether there is a flag, and what NeMo-Skills writes beside it."""
    return not NEMO_SIGNS.isdisjoint(head) and bool(_nemo_flags(head))


def _is_code_eval(head):
    """Tell whether there are lists of a number and an object."""
    if isinstance(head, list) and len(head) == 2 and _all_have(_is_number)(head[0]):
        head = head[1]
    lists = head.values() if isinstance(head, dict) else ()
    pairs = next((values for values in lists if values), None)
    return (
        isinstance(pairs, LIST)
        and isinstance(pairs[0], list)
        and len(pairs[0]) == 2
        and _has("task_id", "passed")(pairs[0][1])
    )


def _is_number_or_flag(value):
    """Tell whether a value is a number, true or false."""
    return isinstance(value, int | float) and value == value


def _is_tau2(head):
    """Tell whether there are simulations with trials."""
    return _has("simulations")(head) and _list_has("task_id", "trial")(head["simulations"])


def _is_tau2_index(head):
    """Tell whether there is an index of simulations, and they themselves are elsewhere."""
    return (
        _has("simulation_index")(head)
        and not head.get("simulations")
        and _list_has("task_id", "trial", "reward")(head["simulation_index"])
    )


def _is_codes(head):
    """Tell whether a list's second object has lists of lists, and the first has details."""
    return (
        isinstance(head, list)
        and len(head) == 3
        and _has("detail")(head[0])
        and _all_have(_is_list_of_lists)(head[1])
    )


def _is_list_of_lists(value):
    """Tell whether a value is a list, and each of its entries is one."""
    return isinstance(value, list) and all(isinstance(entry, list) for entry in value)


def _is_number(value):
    """Tell whether a value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


READERS = (
    Reader("human-eval", "lines", _has("task_id", "passed", "result"), _human_eval),
    Reader("babelcode", "lines", _has("qid", "id", "outcome", "language"), _babelcode),
    Reader("babelcode metrics", "document", _is_babelcode_metrics, _babelcode_metrics),
    Reader("evalplus", "document", _is_of_samples("base_status"), _evalplus, in_parts=True),
    Reader("evalplus 0.1", "document", _is_evalplus_old, _evalplus_old, in_parts=True),
    Reader("bigcodebench", "document", _is_of_samples("status"), _bigcodebench, in_parts=True),
    Reader("evalperf", "document", _is_evalperf, _evalperf),
    Reader("multipl-e", "document", _has("name", "language", "results"), _multipl_e),
    Reader("multipl-e", "yaml", _has("name", "language", "results"), _multipl_e),
    Reader(
        "livecodebench",
        "document",
        _list_has("question_id", "graded_list"),
        _livecodebench,
        in_parts=True,
    ),
    Reader("livecodebench codes", "document", _is_codes, _livecodebench_codes),
    Reader("cruxeval", "document", _has("raw_scored_generations"), _cruxeval),
    Reader("code_eval", "document", _is_code_eval, _code_eval),
    Reader("codereval", "lines", _has("_id", "generate_results"), _coder_eval),
    Reader("lm-eval", "lines", _has("doc_id", "resps"), _lm_eval),
    Reader("nemo-skills", "lines", _is_nemo, _nemo_skills, one_sample=True),
    Reader(
        "tau-bench",
        "document",
        _list_has("task_id", "trial", "reward"),
        _tau_bench,
        rectangular=True,
        in_parts=True,
    ),
    Reader("tau2-bench", "document", _is_tau2, _tau2_bench, rectangular=True, in_parts=True),
    Reader("tau2-bench index", "document", _is_tau2_index, _tau2_index, rectangular=True),
    Reader(
        "swe-bench", "document", _has("submitted_ids", "resolved_ids"), _swe_bench, one_sample=True
    ),
    Reader("swe-bench instances", "document", _all_have(_has(*SWE)), _swe_bench_instances),
)
