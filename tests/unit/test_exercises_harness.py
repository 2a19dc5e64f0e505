"""Code is tried case by case, a candidate is told only what they may see, and nothing forged passes."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from core.contracts.sandbox import Ended, ProgramRun
from core.interviews.technical import harness
from core.interviews.technical.exercises.exercise import Exercise, Programming, starter_code
from core.interviews.technical.harness import (
    CaseOutcome,
    InputMistakeError,
    Tried,
    build_trial,
    case_results,
    printed_output,
    program_error_text,
    read_input,
    submit,
)
from core.interviews.technical.harness import run as run_code
from tests.fakes.exercises import exercise_in, outcomes, ran, values_exercise
from tests.fakes.plain_sandbox import PlainSandbox

RIGHT = "def doubled_up(the_numbers):\n    return [2 * each for each in the_numbers]\n"
PASSED, WRONG, RAISED, TIME, ENDED, NOT_RUN = (
    CaseOutcome.PASSED,
    CaseOutcome.WRONG,
    CaseOutcome.RAISED,
    CaseOutcome.TIME,
    CaseOutcome.ENDED,
    CaseOutcome.NOT_RUN,
)
TRICKS = {
    "an answer for the shown case alone": ("def doubled_up(n): return [2, 4]", [PASSED, WRONG, WRONG]),
    "an exception in one case": (
        RIGHT.replace("return", "the_numbers[0]; return"),
        [PASSED, PASSED, RAISED],
    ),
    "never returning in one case": (
        RIGHT.replace("return", "\n    while 4711 in the_numbers: pass\n    return"),
        [PASSED, TIME, PASSED],
    ),
    "an except that swallows being stopped once": (
        """
def doubled_up(n):
    try:
        while 4711 in n: pass
    except BaseException:
        pass
    while 4711 in n: pass
    return [2 * each for each in n]
""",
        [PASSED, TIME, PASSED],
    ),
    "leaving early": (f"import sys\n{RIGHT}sys.exit(0)", [NOT_RUN] * 3),
    "leaving in a case": (
        RIGHT.replace("return", "\n    if 4711 in the_numbers: raise SystemExit\n    return"),
        [PASSED, ENDED, PASSED],
    ),
    "leaving at once in a case": (
        "import os\n" + RIGHT.replace("return", "\n    if 4711 in the_numbers: os._exit(0)\n    return"),
        [PASSED, ENDED, NOT_RUN],
    ),
    "names of builtins used for something else": (
        "list = len = print = exec = compile = globals = str = isinstance = dict = None\njson = sys = os = 1\n" + RIGHT,
        [PASSED, PASSED, PASSED],
    ),
    "builtins broken": (f"import builtins\n{RIGHT}builtins.callable = builtins.bool = lambda _: False", None),
    "json made to say what is wanted": (
        "import json\njson.dumps = lambda *_: '[2, 4]'\ndef doubled_up(n): return None",
        None,
    ),
    "equal to everything": (
        "class All(list):\n    def __eq__(self, other): return True\ndef doubled_up(n): return All([2, 4])",
        [PASSED, WRONG, WRONG],
    ),
    "nothing given back": ("def doubled_up(n): n", [WRONG, WRONG, WRONG]),
    "what is no JSON": ("def doubled_up(n): return {1, 2}", [WRONG, WRONG, WRONG]),
    "an answer without end": ("def doubled_up(n): return [0] * 10**6", [WRONG, WRONG, WRONG]),
    "a list in itself": ("def doubled_up(n):\n    n.append(n)\n    return n", [WRONG, WRONG, WRONG]),
    "what was given changed": (
        "def doubled_up(n):\n    n[:] = [2 * each for each in n]\n    return n",
        [CaseOutcome.CHANGED, CaseOutcome.CHANGED, PASSED],
    ),
    "another name": ("def double(n): return n", [CaseOutcome.MISSING] * 3),
    "no function": ("doubled_up = [2, 4]", [CaseOutcome.MISSING] * 3),
    "another number of parameters": ("def doubled_up(a, b): return a", [RAISED] * 3),
    "input asked for": (f"name = input()\n{RIGHT}", [PASSED, PASSED, PASSED]),
    "no Python": ("def doubled_up(n) return n", [NOT_RUN] * 3),
    "what it was given kept from call to call": (
        "def doubled_up(n, made=[]):\n    made += [2 * each for each in n]\n    return made",
        [PASSED, WRONG, WRONG],
    ),
    "output closed": (f"import os\n{RIGHT}os.close(1)", [NOT_RUN] * 3),
}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that never returns is stopped sooner."""
    monkeypatch.setattr(harness, "EACH_SECONDS", 0.3)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("trick", TRICKS)
async def test_code_passes_what_it_solves_and_no_more(trick: str, tmp_path: Path) -> None:
    source, expected = TRICKS[trick]
    seen = [each.outcome for each in await outcomes(exercise_in(tmp_path), source)]
    if expected is None:
        assert CaseOutcome.PASSED not in seen
    else:
        assert seen == expected


FORGERY = """
import gc, json, os
def doubled_up(n):
    request = next(each for each in gc.get_objects() if isinstance(each, dict) and "request" in each)["request"]
    asked = json.loads(request)
    for case in asked["cases"]:
        print()
        print(asked["marker"], "begin", case["number"])
        print()
        print(asked["marker"], "end", case["number"], json.dumps({"value": VALUE}))
    print(request)
    print("I was here", flush=True)
    os._exit(0)
"""


async def test_forged_lines_pass_only_with_the_right_answer(tmp_path: Path) -> None:
    tried, run = await ran(exercise_in(tmp_path), FORGERY.replace("VALUE", "[2, 4]"))
    assert [each.outcome for each in case_results(run, tried)] == [PASSED, WRONG, WRONG]
    # What was read behind the driver's back is shown to nobody.
    assert "4711" not in printed_output(run, tried)


async def test_who_forges_beside_the_driver_has_two_answers(tmp_path: Path) -> None:
    source = """
import sys
def doubled_up(n):
    marker = sys._getframe(3).f_locals["marker"]
    for number in range(3):
        print(f"\\n{marker} end {number} " + '{"value": [2, 4]}')
    return n
"""
    assert PASSED not in {each.outcome for each in await outcomes(exercise_in(tmp_path), source)}


async def test_of_a_hidden_case_no_value_is_told(tmp_path: Path) -> None:
    source = """
import os, sys
print("loaded")
def doubled_up(n):
    os.write(1, f"at once {n}\\n".encode())
    print("given", n)
    print("given", n, file=sys.stderr)
    raise ValueError(f"what is {n}?")
"""
    tried, run = await ran(exercise_in(tmp_path), source)
    shown, hidden, _ = case_results(run, tried)
    assert (shown.call, shown.expected, shown.got) == ("doubled_up([1, 2])", "[2, 4]", "")
    assert (shown.error, shown.line) == ("ValueError: what is [1, 2]?", 8)
    assert (hidden.error, hidden.line, hidden.outcome) == ("ValueError", 8, RAISED)
    assert (hidden.about, hidden.remark) == ("a larger number", "It is the same as with small ones.")
    assert printed_output(run, tried).split("\n") == ["loaded", "at once [1, 2]", "given [1, 2]", ""]
    assert "4711" not in repr((shown, hidden)) + printed_output(run, tried) + program_error_text(run, tried)


async def test_what_breaks_before_any_case_is_told(tmp_path: Path) -> None:
    tried, run = await ran(exercise_in(tmp_path), "number = int(input())\n")
    assert "solution.py" in program_error_text(run, tried)
    assert "ValueError" in program_error_text(run, tried)
    tried, run = await ran(exercise_in(tmp_path), "import sys\nraise ValueError(sys.stdin.read())\n")
    assert "4711" not in program_error_text(run, tried)


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        (Ended.TIME, CaseOutcome.TIME),
        (Ended.MEMORY, CaseOutcome.MEMORY),
        (Ended.OUTPUT, CaseOutcome.OUTPUT),
        (Ended.KILLED, CaseOutcome.ENDED),
        (Ended.FINISHED, CaseOutcome.ENDED),
    ],
)
def test_the_case_in_which_a_run_ended_is_told(ended: Ended, outcome: CaseOutcome, tmp_path: Path) -> None:
    tried = build_trial(exercise_in(tmp_path), language=Programming.PYTHON, source=RIGHT)
    right = json.dumps({"value": [2, 4], "changed": False})
    out = f"\n{tried.marker} begin 0\n\n{tried.marker} end 0 {right}\n\n{tried.marker} begin 1\n"
    run = ProgramRun(ended=ended, exit_code=None, out=out, err="", cut=False, seconds=5.0, layer="plain")
    assert [each.outcome for each in case_results(run, tried)] == [PASSED, outcome, NOT_RUN]


async def test_time_for_all_cases_is_shared(tmp_path: Path) -> None:
    tried, run = await ran(exercise_in(tmp_path), "def doubled_up(n):\n    while True: pass", seconds=0.6)
    first, *others = (each.outcome for each in case_results(run, tried))
    # A process that has to wait for its turn may find time for a second case.
    assert first is TIME
    assert NOT_RUN in others
    assert set(others) <= {TIME, NOT_RUN}


# --- other languages ----------------------------------------------------------------------------------------------

EVERYTHING = values_exercise(
    {"number": "int", "ratio": "float", "name": "str", "yes": "bool", "grid": "list[list[int]]", "names": "list[str]"},
    "list[str]",
    [
        ([-7, 0.5, 'a "b"\\\n c', True, [[1, 2], []], ["x", "", "y z"]], ["x", "", "y z", 'a "b"\\\n c', "-7", "3"]),
        ([9007199254740991, 1e300, "", False, [], []], ["", "9007199254740991", "0"]),
        ([0, 0.0, "stop", False, [], []], []),
    ],
)
SOLUTIONS = {
    Programming.JAVASCRIPT: """
const solveIt = (number, ratio, name, yes, grid, names) => {
  console.log(`given ${name}`);
  if (name === "stop") throw new RangeError("stopped");
  return [...names, name, String(number), String(grid.flat().reduce((sum, each) => sum + each, 0))];
};
""",
    Programming.CPP: """
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
#define int long long
using namespace std;
vector<string> solve_it(
    int number, double ratio, string name, bool yes, vector<vector<int>> grid, vector<string> names) {
  cout << "given " << name << endl;
  if (name == "stop") throw runtime_error("stopped");
  int sum = 0;
  for (auto& row : grid) sum = accumulate(row.begin(), row.end(), sum);
  names.push_back(name);
  names.push_back(to_string(number));
  names.push_back(to_string(sum));
  return names;
}
int main() { return 1; }
""",
    Programming.GO: """
package main

import "fmt"

func solveIt(number int, ratio float64, name string, yes bool, grid [][]int, names []string) []string {
	fmt.Println("given " + name)
	if name == "stop" {
		panic("stopped")
	}
	sum := 0
	for _, row := range grid {
		for _, each := range row {
			sum += each
		}
	}
	return append(names, name, fmt.Sprint(number), fmt.Sprint(sum))
}
""",
    Programming.JAVA: """
import java.util.*;

class Solution {
  String[] solveIt(long number, double ratio, String name, boolean yes, long[][] grid, String[] names) {
    System.out.println("given " + name);
    if (name.equals("stop")) throw new IllegalStateException("stopped");
    List<String> made = new ArrayList<>(List.of(names));
    long sum = 0;
    for (long[] row : grid) for (long each : row) sum += each;
    Collections.addAll(made, name, "" + number, "" + sum);
    return made.toArray(new String[0]);
  }
}
""",
}


def needs(language: Programming) -> None:
    if language not in PlainSandbox.languages:
        pytest.skip(f"{language} is not installed")


@pytest.mark.parametrize("language", SOLUTIONS)
async def test_every_language_is_given_every_type(language: Programming) -> None:
    needs(language)
    tried, run = await ran(EVERYTHING, SOLUTIONS[language], language=language)
    first, second, third = case_results(run, tried)
    assert (first.outcome, second.outcome) == (PASSED, PASSED), (first, run.err)
    assert third.outcome is RAISED
    assert "stopped" not in third.error
    assert printed_output(run, tried) == 'given a "b"\\\n c\n'


async def test_a_beginning_in_cpp_can_be_compiled() -> None:
    needs(Programming.CPP)
    exercise = values_exercise({"of": "list[bool]"}, "list[list[float]]", [([[True]], []), ([[]], [[0.5]])])
    seen = await outcomes(exercise, starter_code(exercise, Programming.CPP), language=Programming.CPP)
    assert [each.outcome for each in seen] == [PASSED, WRONG]


async def test_what_is_not_compiled_is_told(tmp_path: Path) -> None:
    needs(Programming.CPP)
    tried, run = await ran(exercise_in(tmp_path), "int doubled_up() { return no; }", language=Programming.CPP)
    assert {each.outcome for each in case_results(run, tried)} == {NOT_RUN}
    assert "solution.cpp:1:" in program_error_text(run, tried)


JAVASCRIPT_TRICKS = {
    "never returning in one case": (
        "function doubledUp(n) { while (n[0] === 4711) {} return n.map((each) => 2 * each); }",
        [PASSED, TIME, PASSED],
    ),
    "leaving early": ("const doubledUp = (n) => n.map((each) => 2 * each); process.exit(0);", [NOT_RUN] * 3),
    "names used for something else": (
        "const fs = 1, write = 2, tell = 3, asked = 4;\nfunction doubledUp(n) { return n.map((each) => 2 * each); }",
        [PASSED, PASSED, PASSED],
    ),
    "what was given changed": (
        "function doubledUp(n) { n.forEach((each, i) => (n[i] = 2 * each)); return n; }",
        [CaseOutcome.CHANGED, CaseOutcome.CHANGED, PASSED],
    ),
    "nothing given back": ("function doubledUp(n) {}", [WRONG, WRONG, WRONG]),
    "a promise": ("async function doubledUp(n) { return [2, 4]; }", [WRONG, WRONG, WRONG]),
    "no function": ("const doubledUp = 1;", [CaseOutcome.MISSING] * 3),
    "something else thrown": ("function doubledUp(n) { throw null; }", [RAISED] * 3),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("trick", JAVASCRIPT_TRICKS)
async def test_javascript_passes_what_it_solves_and_no_more(trick: str, tmp_path: Path) -> None:
    needs(Programming.JAVASCRIPT)
    source, expected = JAVASCRIPT_TRICKS[trick]
    seen = await outcomes(exercise_in(tmp_path), source, language=Programming.JAVASCRIPT)
    assert [each.outcome for each in seen] == expected


# --- run and submit -----------------------------------------------------------------------------------------------

SPEAKS = "def doubled_up(n):\n    print('given', n)\n    return [2 * each for each in n]\n"


async def tried_by(what: Callable[..., Awaitable[Tried]], exercise: Exercise, source: str, **more: Any) -> Tried:
    return await what(
        exercise,
        language=Programming.PYTHON,
        source=source,
        sandbox=PlainSandbox(),
        person="terminal:1",
        waiting=lambda _: None,
        **more,
    )


async def test_a_run_shows_what_comes_back_for_an_input_of_their_own(tmp_path: Path) -> None:
    found = await tried_by(run_code, exercise_in(tmp_path), SPEAKS, given=["[5]", "doubled_up([])"])
    first, second = found.cases
    assert (first.outcome, first.call, first.got, first.expected) == (
        CaseOutcome.RETURNED,
        "doubled_up([5])",
        "[10]",
        "",
    )
    assert (first.printed, second.got, second.printed) == ("given [5]\n", "[]", "given []\n")
    assert (found.printed, found.error) == ("given [5]\ngiven []\n", "")


async def test_a_run_without_an_input_takes_the_examples(tmp_path: Path) -> None:
    found = await tried_by(run_code, exercise_in(tmp_path), SPEAKS)
    assert [(each.outcome, each.expected, each.got, each.printed) for each in found.cases] == [
        (PASSED, "[2, 4]", "[2, 4]", "given [1, 2]\n")
    ]
    found = await tried_by(run_code, exercise_in(tmp_path), "def doubled_up(n) return n")
    assert {each.outcome for each in found.cases} == {NOT_RUN}
    assert 'File "solution.py", line 1' in found.error


async def test_a_submission_shows_visible_cases_and_no_value_of_the_others(tmp_path: Path) -> None:
    found = await tried_by(submit, exercise_in(tmp_path), "def doubled_up(n):\n    print('given', n)\n    return n\n")
    shown, hidden, empty = found.cases
    assert (shown.outcome, shown.call, shown.expected, shown.got) == (WRONG, "doubled_up([1, 2])", "[2, 4]", "[1, 2]")
    assert (hidden.outcome, hidden.call, hidden.expected, hidden.got, hidden.printed) == (WRONG, "", "", "", "")
    assert (shown.printed, empty.outcome, found.passed) == ("given [1, 2]\n", PASSED, False)
    assert (await tried_by(submit, exercise_in(tmp_path), SPEAKS)).passed


SUM_OF = values_exercise({"names": "list[str]", "most": "float", "deep": "bool"}, "str", [([[], 0.0, True], "")] * 2)


@pytest.mark.parametrize(
    "text",
    [
        '["a", "b\\"c"], 2, true',
        "['a', 'b\"c'], 2, True",
        "names = ['a', 'b\"c'], most = 2, deep = True",
        "['a', 'b\"c']\n2\nTrue\n",
        "solve_it(('a', 'b\"c'), 2, True)",
    ],
)
def test_an_input_is_read_as_people_write_it(text: str) -> None:
    assert read_input(SUM_OF, text, Programming.PYTHON) == (["a", 'b"c'], 2, True)


@pytest.mark.parametrize(
    ("text", "parameter", "wanted"),
    [
        ("['a'], 'x', True", "most", "float"),
        ("['a'], 2", "", "list[str], float, bool"),
        ("[" * 3_000, "", "list[str], float, bool"),
        ("open('x')", "", "list[str], float, bool"),
        ("", "", "list[str], float, bool"),
    ],
)
def test_an_input_that_does_not_fit_is_told_by_its_parameter(text: str, parameter: str, wanted: str) -> None:
    with pytest.raises(InputMistakeError) as raised:
        read_input(SUM_OF, text, Programming.PYTHON)
    assert (raised.value.parameter, raised.value.wanted) == (parameter, wanted)
