"""Answers as they are written for BabelCode: its names, classes and types, in all its languages."""

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from passk.execution.languages import COMMENT, LANGUAGES, PARAMETERS, find_language
from passk.execution.problems import Problem, own_problems, program_of
from passk.execution.problems import Test as Trial
from passk.execution.runner import run_program
from passk.execution.sandbox import Limits, require_sandbox
from passk.execution.schema import parse_type

LIMITS = Limits(compile_seconds=120, run_seconds=60)


def problem(function, parameters, result, tests, **more):
    """Return a problem; its tests are pairs of arguments and what is right."""
    kinds = tuple((name, parse_type(kind)) for name, kind in parameters.items())
    trials = tuple(
        Trial(str(i), dict(zip(parameters, arguments, strict=True)), output)
        for i, (arguments, output) in enumerate(tests)
    )
    return Problem(function, "Title", "", function, kinds, parse_type(result), trials, **more)


COUNT_WORDS = problem(
    "count_words",
    {"text": "string"},
    "map<string;integer>",
    [(["b a b"], {"a": 1, "b": 2}), (["size get get"], {"get": 2, "size": 1}), ([""], {})],
)
SCALE_ROWS = problem(  # the sum of each row that has its first number in ids, by that number
    "scale_rows",
    {"rows": "list<list<integer>>", "factors": "map<string;double>", "ids": "set<integer>"},
    "map<integer;double>",
    [
        ([[[1, 2], [3, 4], [-5]], {"x": 0.5, "y": 3.0}, [1, -5]], {"1": 1.5, "-5": -2.5}),
        ([[[7]], {"y": 2.0}, [7]], {"7": 7.0}),
        ([[], {}, []], {}),
    ],
)
HALVE = problem(
    "halve_it",
    {"x": "float", "n": "integer", "ids": "list<integer>"},
    "float",
    [([3.0, 1, [2]], 1.5), ([0.5, 0, []], 0.25)],
)
TASKS = {task.function: task for task in (COUNT_WORDS, SCALE_ROWS, HALVE)}


@dataclass(frozen=True)
class Answer:
    """A right answer, and what makes a wrong one of it."""

    code: str
    change: tuple


PYTHON = Answer(
    """
def count_words(text: str) -> Dict[str, int]:
    return dict(collections.Counter(re.findall(r'\\w+', text)))

def scale_rows(rows: List[List[int]], factors: Dict[str, float], ids: Set[int]) -> Dict[int, float]:
    return {r[0]: math.fsum(r) * factors.get('x', 1) for r in rows if r[0] in ids}

def halve_it(x, n, ids):
    return x / 2
""",
    ("if r[0] in ids", "if r[0] not in ids"),
)
CPP = Answer(
    """
map<string,int> countWords(string text) {
    map<string,int> counts;
    stack<string> words;
    stringstream stream(text);
    string word;
    while (stream >> word) words.push(word);
    for (; !words.empty(); words.pop()) counts[words.top()]++;
    return counts;
}

map<int,double> scaleRows(vector<vector<int>> rows, map<string,double> factors, set<int> ids) {
    map<int,double> sums;
    double factor = factors.count("x") ? factors["x"] : 1;
    for (auto row : rows)
        if (ids.count(row[0])) sums[row[0]] = factor * accumulate(row.begin(), row.end(), 0);
    return sums;
}

float halveIt(float x, int n, vector<int> ids) { assert(n < 2); return x / 2; }
""",
    ("ids.count(row[0])", "!ids.count(row[0])"),
)
JAVA = Answer(
    """
public class Solution {
    private Map<String, Integer> counts = new HashMap<>();

    public Map<String, Integer> countWords(String text) {
        for (String word : text.split(" ")) if (!word.isEmpty()) counts.merge(word, 1, this::add);
        return counts;
    }

    private Integer add(Integer a, Integer b) { return a + b; }

    static int helper(int n) { return n; }

    public Map<Integer, Double> scaleRows(
            ArrayList<ArrayList<Integer>> rows, Map<String, Double> factors, HashSet<Integer> ids) {
        Map<Integer, Double> sums = new HashMap<>(Map.ofEntries(entry(0, 0.0)));
        sums.clear();
        for (ArrayList<Integer> row : rows) {
            int sum = 0;
            for (Integer n : row) sum += helper(n);
            if (!ids.contains(row.get(0))) continue;
            sums.put(row.get(0), sum * factors.getOrDefault("x", 1.0));
        }
        return sums;
    }

    public Float halveIt(Float x, Integer n, ArrayList<Integer> ids) { return x / 2; }
}
""",
    ("(!ids.contains", "(ids.contains"),
)
CSHARP = Answer(
    """
class Solution {
    public Dictionary<string, int> CountWords(string text) {
        return text.Split(' ').Where(w => w != "").GroupBy(w => w)
            .ToDictionary(g => g.Key, g => g.Count());
    }

    public Dictionary<int, decimal> ScaleRows(
            List<List<int>> rows, Dictionary<string, decimal> factors, HashSet<int> ids) {
        decimal factor = factors.ContainsKey("x") ? factors["x"] : 1;
        return rows.Where(row => ids.Contains(row[0]))
            .ToDictionary(row => row[0], row => row.Sum() * factor);
    }

    public float HalveIt(float x, int n, List<int> ids) { return x / 2; }
}
""",
    ("row => ids.Contains", "row => !ids.Contains"),
)
JAVASCRIPT = Answer(
    """
function countWords(text) {
    const counts = {};
    for (const word of text.split(' ')) {
        if (word) counts[word] = (counts[word] || 0) + 1;
    }
    return counts;
}

const scaleRows = (rows, factors, ids) => {
    const sums = {};
    const factor = 'x' in factors ? factors.x : 1;
    if (Object.keys(factors).length > 2) throw new Error();
    for (const row of rows)
        if (ids.has(row[0])) sums[row[0]] = row.reduce((a, b) => a + b, 0) * factor;
    return sums;
}

function halveIt(x, n, ids) { return x / 2; }
""",
    ("(ids.has", "(!ids.has"),
)
TYPESCRIPT = Answer(
    """
function countWords(text: string): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const word of text.split(' ').filter(word => word)) {
        counts[word] = (counts[word] || 0) + 1;
    }
    return counts;
}

function scaleRows(
    rows: Array<Array<number>>, factors: Record<string, number>, ids: Set<number>
): Record<number, number> {
    const sums: Record<number, number> = {};
    const { x = 1 } = factors;
    for (const row of rows)
        if (ids.has(row[0])) sums[row[0]] = row.reduce((a, b) => a + b, 0) * x;
    return sums;
}

function halveIt(x: number, n: number, ids: Array<number>): number { return x / 2; }
""",
    ("(ids.has", "(!ids.has"),
)
PHP = Answer(
    """
function countWords($text) {
    $count_words = array_filter(explode(' ', $text), fn($word) => $word !== '');
    return array_count_values($count_words);
}

function scaleRows($rows, $factors, $ids) {
    $sums = array();
    foreach ($rows as $row) {
        if (in_array($row[0], $ids)) {
            $sums[$row[0]] = array_sum($row) * (isset($factors['x']) ? $factors['x'] : 1);
        }
    }
    return $sums;
}

function halveIt($x, $n, $ids) { return $x / 2; }
""",
    ("(in_array", "(!in_array"),
)
GO = Answer(
    """
// count_words is the name in the task.
func countWords(text string) map[string]int {
	counts := make(map[string]int)
	for _, word := range strings.Fields(text) {
		counts[word]++
	}
	return counts
}

func scaleRows(rows [][]int, factors map[string]float64, ids map[int]bool) map[int]float64 {
	sums := map[int]float64{}
	factor, found := factors["x"]
	if !found {
		factor = math.Abs(-1)
	}
	for _, row := range rows {
		if ids[row[0]] {
			for _, n := range row {
				sums[row[0]] += float64(n) * factor
			}
		}
	}
	return sums
}

func halveIt(x float64, n int, ids []int) float64 { return x / 2 }
""",
    ("if ids[", "if !ids["),
)
HASKELL = Answer(
    """
countWords :: String -> Map.Map String Integer
countWords text = Map.fromListWith (+) [(word, 1) | word <- words text]

scaleRows :: [[Integer]] -> Map.Map String Double -> Set.Set Integer -> Map.Map Integer Double
scaleRows rows factors ids = Map.fromList
  [(head row, fromIntegral (List.foldl' (+) 0 row) * factor)
    | row <- rows, head row `Set.member` ids]
  where factor = Map.findWithDefault 1 "x" factors

halveIt :: Double -> Integer -> [Integer] -> Double
halveIt x n ids = x / 2
""",
    ("`Set.member`", "`Set.notMember`"),
)
RUST = Answer(
    """
pub fn count_words(text: String) -> HashMap<String, i32> {
    let mut counts = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_string()).or_insert(0) += 1;
    }
    counts
}

pub fn scale_rows(
    rows: Vec<Vec<i32>>, factors: HashMap<String, f64>, ids: HashSet<i32>,
) -> HashMap<i32, f64> {
    let factor = factors.get("x").unwrap_or(&1.0);
    rows.iter().filter(|row| ids.contains(&row[0]))
        .map(|row| (row[0], row.iter().sum::<i32>() as f64 * factor)).collect()
}

pub fn halve_it(x: f32, _n: i32, _ids: Vec<i32>) -> f32 { x / 2.0 }
""",
    ("|row| ids.contains", "|row| !ids.contains"),
)
LUA = Answer(
    """
function count_words(text)
    local counts = {}
    for word in string.gmatch(text, "%S+") do
        counts[word] = (counts[word] or 0) + 2 / 2
    end
    return counts
end

function scale_rows(rows, factors, ids)
    local sums = {}
    for _, row in ipairs(rows) do
        local sum = 0
        for _, n in ipairs(row) do sum = sum + n end
        if ids[row[1]] then sums[row[1]] = sum * (factors["x"] or 1) end
    end
    return sums
end

function halve_it(x, n, ids) return x / 2 end
""",
    ("if ids[", "if not ids["),
)
R = Answer(
    """
count_words <- function(text) {
  counts <- list()
  for (word in strsplit(text, " ")[[1]]) {
    counts[[word]] <- if (is.null(counts[[word]])) 1L else counts[[word]] + 1L
  }
  counts
}

scale_rows <- function(rows, factors, ids) {
  sums <- list()
  factor <- if (is.null(factors[["x"]])) 1 else factors[["x"]]
  for (row in rows) {
    if (row[[1]] %in% unlist(ids)) sums[[as.character(row[[1]])]] <- Reduce(`+`, row) * factor
  }
  return(sums)
}

halve_it <- function(x, n, ids) x / 2
""",
    ("(row[[1]] %in% unlist(ids))", "(!(row[[1]] %in% unlist(ids)))"),
)
RUBY = Answer(
    """
def count_words(text)
  text.split.each_with_object(Hash.new(0)) { |word, counts| counts[word] += 1 }
end

def scale_rows(rows, factors, ids)
  rows.select { |row| ids.include?(row[0]) }
      .to_h { |row| [row[0], row.sum * factors.fetch('x', 1)] }
end

def halve_it(x, n, ids) = x / 2
""",
    ("{ |row| ids", "{ |row| !ids"),
)
PERL = Answer(
    """
use strict;
use warnings;

sub count_words {
    my ($text) = @_;
    my %counts;
    $counts{$_}++ for split ' ', $text;
    return \\%counts;
}

sub scale_rows {
    my ($rows, $factors, $ids) = @_;
    my %sums;
    for my $row (@$rows) {
        next unless $ids->{$row->[0]};
        $sums{$row->[0]} += $_ * ($factors->{x} // 1) for @$row;
    }
    return \\%sums;
}

sub halve_it { my ($x) = @_; return $x / 2; }
""",
    ("next unless", "next if"),
)
ANSWERS = {
    "Python": PYTHON,
    "C++": CPP,
    "Java": JAVA,
    "CSharp": CSHARP,
    "Javascript": JAVASCRIPT,
    "TypeScript": TYPESCRIPT,
    "PHP": PHP,
    "Go": GO,
    "Haskell": HASKELL,
    "Rust": RUST,
    "Lua": LUA,
    "R": R,
    "Ruby": RUBY,
    "Perl": PERL,
}


@pytest.fixture(scope="module")
def runs():
    """Return the verdicts on every answer, by language and problem; two run at a time."""
    require_sandbox("bubblewrap")
    with ThreadPoolExecutor(2) as pool:
        started = {}
        for name, answer in ANSWERS.items():
            codes = dict.fromkeys(TASKS, answer.code)
            codes["wrong"] = answer.code.replace(*answer.change)
            for kind, code in codes.items():
                task = TASKS.get(kind, SCALE_ROWS)
                if find_language(name).tool() is not None:
                    started[name, kind] = pool.submit(run_program, task, name, code, limits=LIMITS)
        yield started


def require(name):
    """Skip, and say how to get it, where a toolchain is not installed."""
    language = find_language(name)
    if language.tool() is None:
        pytest.skip(f"{language.name} is not installed; try: {language.install}")


@pytest.fixture(params=ANSWERS)
def name(request):
    require(request.param)
    return request.param


def test_right_answers_pass(name, runs):
    assert ANSWERS[name].code.count(ANSWERS[name].change[0]) == 1
    verdicts = [runs[name, task].result() for task in TASKS]
    assert [verdict.outcome for verdict in verdicts] == ["passed"] * 3, verdicts


def test_a_wrong_answer_fails(name, runs):
    verdict = runs[name, "wrong"].result()
    assert verdict.outcome in ("failed tests", "runtime error"), verdict
    assert verdict.tests["1"] != "PASSED"


FACTS = {  # of a map m, {10: "x", -1: "y"}, and words, {"a": "b", "size": "c", "true": "d"}
    "m is a Map": "m instanceof Map && m.size === 2 && m.constructor === Map",
    "it has numbers as keys": "m.get(10) === 'x' && m.has(-1) && !m.has('10') && !m.get('10')",
    "in their order": "[...m.keys()].join() === '10,-1' && [...m][0][0] === 10",
    "it is walked through": "[...m.entries(), ...m].length === 4 && [...m.values()][1] === 'y'",
    "also by forEach": "(() => { let k = 0; m.forEach((v, n) => { k += n; }); return k === 9; })()",
    "it is copied": "new Map(m).get(10) === 'x' && Object.fromEntries(m)[-1] === 'y'",
    "m is an object": "m[10] === 'x' && m['-1'] === 'y' && m[5] === undefined && !m.length",
    "of these keys": "Object.keys(m).join() === '10,-1' && Object.values(m).join() === 'x,y'",
    "they are in it": "10 in m && '-1' in m && !(5 in m) && m.hasOwnProperty(10)",
    "they are its own": "Object.hasOwn(m, -1) && !m.hasOwnProperty('01') && !Object.hasOwn(m, 5)",
    "a loop finds them": "(() => { let t = ''; for (let k in m) t += k; return t; })() === '10-1'",
    "it is spread": "(({ 10: ten, ...rest }) => ten + rest[-1] + { ...m }[10])(m) === 'xyx'",
    "it is JSON": 'JSON.stringify(m) === \'{"10":"x","-1":"y"}\'',
    "a name is a key first": "words.size === 'c' && words['size'] === 'c' && words.a === 'b'",
    "texts stay texts": "words.get('true') === 'd' && [...words.keys()][2] === 'true'",
    "it takes what is set": "(m[7] = 'z') && m.get(7) === 'z' && m.size === 3 && m[7] === 'z'",
    "and put in": "m.set(8, 'w').has(8) && m[8] === 'w' && Object.keys(m).length === 4",
    "and assigned": "Object.assign(words, { b: '1' }).get('b') === '1' && words.b === '1'",
    "and deleted": "delete m[7] && m.delete(8) && m.size === 2 && !(7 in m) && !m.has(8)",
}


@pytest.mark.usefixtures("_walls")
@pytest.mark.parametrize(("language", "kind"), [("javascript", ""), ("typescript", ": any")])
def test_a_map_can_be_taken_for_a_map_or_for_a_plain_object(language, kind):
    require(language)
    given = {"m": {"10": "x", "-1": "y"}, "words": {"a": "b", "size": "c", "true": "d"}}
    kinds = {"m": "map<integer;string>", "words": "map<string;string>"}
    facts = ", ".join(f'"{name}": () => {fact}' for name, fact in FACTS.items())
    code = f"""
function untrue(m{kind}, words{kind}) {{
  const facts{kind} = {{ {facts} }};
  return Object.keys(facts).filter((name) => !facts[name]());
}}"""
    task = problem("untrue", kinds, "list<string>", [(given.values(), [])])
    verdict = run_program(task, language, code, limits=LIMITS)
    assert verdict.outcome == "passed", verdict


MERGED = problem(
    "merged",
    {"a": "map<integer;integer>", "b": "map<integer;integer>"},
    "map<integer;integer>",
    [([{"1": 2}, {"3": 4}], {"1": 2, "3": 4}), ([{}, {}], {})],
)


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("Object.assign(a, b)", "passed"),
        ("({ ...a, ...b })", "passed"),
        ("new Map([...a, ...b])", "passed"),
        ("[...a, ...b]", "passed"),  # as with Map before, pairs are as good
        ("Object.assign(Object.create(null), a, b)", "passed"),
        ("a", "failed tests"),
        ("({ ...b })", "failed tests"),
        ("new Map(Object.entries({ ...a, ...b }))", "failed tests"),
        ("({ ...a, ...b, 5: 6 })", "failed tests"),
        ("({ ...a, '03': 4 })", "failed tests"),
        ("({ ...a, 3: '4' })", "failed tests"),
        ("JSON.stringify({ ...a, ...b })", "failed tests"),
        ("({ ...a, ...b, c: undefined })", "runtime error"),
        ("new (class A { 1 = 2; 3 = 4; })()", "runtime error"),
        ("undefined", "runtime error"),
        ("() => ({ ...a, ...b })", "runtime error"),
        ("null", "failed tests"),
    ],
)
@pytest.mark.usefixtures("_walls")
def test_a_plain_object_is_right_for_a_map_if_all_in_it_is(body, outcome):
    require("javascript")
    verdict = run_program(MERGED, "javascript", f"const merged = (a, b) => {body};")
    assert verdict.outcome == outcome, verdict


@pytest.mark.parametrize(
    ("name", "code", "cls"),
    [
        ("java", "public class Answer { int halveIt(int n) { return n / 2; } }", "Answer"),
        (
            "java",
            "class Solution { private Solution() {} static int halveIt(int n) {return n/2;}}",
            "",
        ),
        (
            "java",
            "public final class Mine { Mine() {} static int half_it(int n) {return n/2;}}",
            "Mine",
        ),
        ("csharp", "class Answer { public int HalveIt(int n) { return n / 2; } }", "Answer"),
        (
            "csharp",
            "public static class Solution { public static int halveIt(int n) => n / 2; }",
            "",
        ),
    ],
)
@pytest.mark.usefixtures("_walls")
def test_classes_of_other_names_and_kinds(name, code, cls):
    require(name)
    task = problem("halve_it", {"n": "integer"}, "integer", [([4], 2), ([-6], -3)])
    function = "half_it" if "half_it" in code else ""
    verdict = run_program(task, name, code, function=function, cls=cls, limits=LIMITS)
    assert verdict.outcome == "passed", verdict
    wrong = code.replace("/ 2", "* 2").replace("/2", "*2")
    verdict = run_program(task, name, wrong, function=function, cls=cls, limits=LIMITS)
    assert verdict.outcome == "failed tests", verdict


def patterns(table):
    """The patterns in a table that answers are searched with."""
    for name, value in table.items():
        if name in ("unless", "when", "static"):
            yield value
        for inner in value if isinstance(value, list | tuple) else [value]:
            if isinstance(inner, Mapping):
                yield from patterns(inner)


@pytest.mark.parametrize("stem", LANGUAGES)
def test_no_pattern_takes_the_square_of_an_answers_length(stem):
    # such as a model writes that repeats itself: thousands of empty lines would take minutes
    for pattern in [*patterns(LANGUAGES[stem].templates), COMMENT.pattern, PARAMETERS]:
        bounded = pattern.replace(r"[^\S\n]*", "")
        assert not re.search(r"\^\\s[*+]|\](?:[*+]|\{\d+,\})", bounded), pattern


@pytest.mark.parametrize("stem", LANGUAGES)
@pytest.mark.parametrize("noise", ["\n", " ", "<", "(", "import ", '"math"', "f(", "#"])
def test_a_long_answer_of_one_thing_is_read(stem, noise):
    problem, code = own_problems()["any-of-first"], noise * 20_000 + "\nmath.pi sort fmt.Println"
    assert noise * 20_000 in program_of(problem, stem, code)
