"""Right code passes in the real sandbox, however people write it, and what goes wrong is told at their own lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.sandbox import ProgramRun
from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.harness import (
    CaseOutcome,
    CaseSeen,
    Trial,
    build_trial,
    case_results,
    printed_output,
    program_error_text,
)
from core.sandbox.settings import Layer
from tests.fakes.exercises import exercise_in, values_exercise
from tests.fakes.sandboxes import LINUX, quietly, standing

pytestmark = LINUX
P = Programming
JS_RIGHT = "function doubledUp(n) { return n.map((each) => 2 * each); }\n"
CPP_RIGHT = """\
std::vector<long long> doubled_up(std::vector<long long> n) {
  for (auto& each : n) each *= 2;
  return n;
}
"""
JAVA_RIGHT = "  long[] doubledUp(long[] n) { for (int i = 0; i < n.length; i++) n[i] *= 2; return n; }\n"
GO_RIGHT = """\
func doubledUp(n []int) []int {
	made := []int{}
	for _, each := range n {
		made = append(made, 2*each)
	}
	return made
}
"""
PY_RIGHT = "def doubled_up(n):\n    return [2 * each for each in n]\n"
RIGHT = {
    "python: names of modules": (P.PYTHON, "json = sys = signal = os = time = None\n" + PY_RIGHT),
    "python: names of the driver": (
        P.PYTHON,
        "_b = 2\ndef solve(n):\n    return [_b * each for each in n]\nmain = candidate = driver = 1\n"
        "def doubled_up(n):\n    return solve(n)\n",
    ),
    "python: a class Solution": (
        P.PYTHON,
        "class Solution:\n    def doubled_up(self, n):\n        return [2 * each for each in n]\n",
    ),
    "python: a static method": (
        P.PYTHON,
        "class Solution:\n    @staticmethod\n    def doubledUp(n):\n        return [2 * each for each in n]\n",
    ),
    "python: threads": (
        P.PYTHON,
        "from concurrent.futures import ThreadPoolExecutor\nimport time\n"
        "def doubled_up(n):\n"
        "    with ThreadPoolExecutor(max_workers=64) as pool:\n"
        "        list(pool.map(lambda _: time.sleep(0.05), range(64)))\n"
        "        return list(pool.map(lambda each: 2 * each, n))\n",
    ),
    "javascript: fs and other modules": (
        P.JAVASCRIPT,
        "const fs = require('fs');\nconst vm = require('vm');\nconst name = 'me';\nconst source = 1, driver = 2, "
        "script = 3, shown = 4, taken = 5, plain = 6, strips = 7;\n" + JS_RIGHT,
    ),
    "javascript: a require of their own": (P.JAVASCRIPT, "const require = () => null;\n" + JS_RIGHT),
    "javascript: globals used for something else": (
        P.JAVASCRIPT,
        "function process(each) { return 2 * each; }\nfunction write() {}\nconst JSON = 1, Math = 2, Array = 3;\n"
        "let eventually; const String = 4, Error = 5, Number = 6, globalThat = 7;\n"
        "function doubledUp(n) { return n.map(process); }\n",
    ),
    "javascript: exports.name": (P.JAVASCRIPT, "exports.doubledUp = (n) => n.map((each) => 2 * each);\n"),
    "javascript: module.exports of a name": (P.JAVASCRIPT, JS_RIGHT + "module.exports = { doubledUp };\n"),
    "javascript: module.exports of a function": (
        P.JAVASCRIPT,
        "module.exports = (n) => n.map((each) => 2 * each);\n",
    ),
    "javascript: an ES module": (
        P.JAVASCRIPT,
        "import { readFileSync } from 'node:fs';\nimport path from 'path';\nexport " + JS_RIGHT,
    ),
    "javascript: an ES module without exports": (
        P.JAVASCRIPT,
        "import * as util from 'util';\nconst fs = 1;\n" + JS_RIGHT,
    ),
    "javascript: export default": (
        P.JAVASCRIPT,
        "export default function (n) { return n.map((each) => 2 * each); }\n",
    ),
    "javascript: awaiting at the top": (P.JAVASCRIPT, "await Promise.resolve(1);\n" + JS_RIGHT),
    "javascript: a class Solution": (
        P.JAVASCRIPT,
        "class Solution {\n  doubledUp(n) { return n.map((each) => 2 * each); }\n}\n",
    ),
    "javascript: a static method": (
        P.JAVASCRIPT,
        "class Solution {\n  static doubledUp(n) { return n.map((each) => 2 * each); }\n}\n",
    ),
    "javascript: a typed array": (P.JAVASCRIPT, "const doubledUp = (n) => Float64Array.from(n, (each) => 2 * each);\n"),
    "typescript: types": (
        P.TYPESCRIPT,
        "interface Pair { first: number }\nconst fs: number = 1;\n"
        "function doubledUp(n: number[]): number[] { return n.map((each: number) => 2 * each); }\n",
    ),
    "typescript: an ES module": (
        P.TYPESCRIPT,
        "import { inspect } from 'util';\n"
        "export const doubledUp = (n: number[]): number[] => n.map((each: number) => 2 * each);\n",
    ),
    "typescript: an enum": (
        P.TYPESCRIPT,
        "enum By { Two = 2 }\nfunction doubledUp(n: number[]): number[] { return n.map((each) => By.Two * each); }\n",
    ),
    "cpp: macros": (
        P.CPP,
        "#include <bits/stdc++.h>\nusing namespace std;\n#define int long long\n#define f first\n#define x second\n"
        "#define number 1\n#define name 2\n#define count 3\n#define value 4\n#define read 5\n#define json 6\n"
        "#define tell 7\n#define marker 8\n#define endl '\\n'\n#define rep(i, n) for (int i = 0; i < (n); i++)\n"
        "vector<int> doubled_up(vector<int>& n) { rep(i, (int)n.size()) n[i] *= 2; return n; }\n"
        "signed main() { return 1; }\n",
    ),
    "cpp: names": (
        P.CPP,
        "#include <vector>\nlong long y1 = 0, j0 = 1, driver = 2, marker = 3, a0 = 4;\nnamespace json {}\n"
        "struct words {};\nvoid tell() {}\nvoid read() {}\n" + CPP_RIGHT,
    ),
    "cpp: a class Solution": (
        P.CPP,
        "#include <vector>\nclass Solution {\n public:\n" + CPP_RIGHT.replace("std::vector<long long> n", "auto& n", 1)
        .replace("auto& n)", "std::vector<long long>& n)") + "};\n",
    ),
    "cpp: a static method": (P.CPP, "#include <vector>\nclass Solution {\n public:\n static " + CPP_RIGHT + "};\n"),
    "cpp: threads": (
        P.CPP,
        "#include <thread>\n#include <vector>\n#include <chrono>\n"
        "std::vector<long long> doubled_up(std::vector<long long> n) {\n  std::vector<std::thread> all;\n"
        "  for (int i = 0; i < 32; i++) all.emplace_back([] { std::this_thread::sleep_for("
        "std::chrono::milliseconds(50)); });\n"
        "  for (auto& each : all) each.join();\n  for (auto& each : n) each *= 2;\n  return n;\n}\n",
    ),
    "java: a class Solution": (P.JAVA, "class Solution {\n" + JAVA_RIGHT + "}\n"),
    "java: a static method": (P.JAVA, "public class Solution {\n  public static" + JAVA_RIGHT + "}\n"),
    "java: a class Main": (P.JAVA, "class Main {\n" + JAVA_RIGHT + "  public static void main(String[] a) {}\n}\n"),
    "java: a class of another name": (P.JAVA, "class Node {}\nclass Doubling {\n" + JAVA_RIGHT + "}\n"),
    "java: the method alone": (P.JAVA, "import java.util.*;\n\npublic" + JAVA_RIGHT),
    "java: a package": (P.JAVA, "package org.example.answers;\n\nclass Solution {\n" + JAVA_RIGHT + "}\n"),
    "java: names": (
        P.JAVA,
        "class Array {}\nclass InputStream {}\nclass Number {}\nclass Character {}\nclass PrintStream {}\n"
        "class StringBuilder {}\nclass Throwable2 {}\nclass Math {}\nclass Solution {\n" + JAVA_RIGHT + "}\n",
    ),
    "java: an executor": (
        P.JAVA,
        "import java.util.concurrent.*;\nclass Solution {\n  long[] doubledUp(long[] n) throws Exception {\n"
        "    ExecutorService pool = Executors.newFixedThreadPool(100);\n"
        "    for (int i = 0; i < 100; i++) pool.submit(() -> { Thread.sleep(50); return 1; });\n"
        "    Future<long[]> made = pool.submit(() -> { for (int i = 0; i < n.length; i++) n[i] *= 2; return n; });\n"
        "    long[] found = made.get();\n    pool.shutdown();\n    return found;\n  }\n}\n",
    ),
    "go: a main of their own": (
        P.GO,
        "package main\n\nimport \"fmt\"\n\n" + GO_RIGHT + "\nfunc main() {\n\tfmt.Println(doubledUp(nil))\n}\n",
    ),
    "go: another package": (P.GO, "package solution\n\n" + GO_RIGHT),
    "go: no package": (P.GO, GO_RIGHT),
    "go: names": (
        P.GO,
        "package main\n\nvar json, fmt, os, reflect, bufio = 1, 2, 3, 4, 5\n\n"
        "var told, each, number, asked, text = 6, 7, 8, 9, 0\n\n"
        "type any interface{}\n\n" + GO_RIGHT,
    ),
    "go: an exported name": (P.GO, "package main\n\n" + GO_RIGHT.replace("doubledUp", "DoubledUp")),
    "go: a method": (
        P.GO,
        "package main\n\ntype Solution struct{}\n\n" + GO_RIGHT.replace("func doubled", "func (s *Solution) doubled"),
    ),
    "go: goroutines": (
        P.GO,
        "package main\n\nimport (\n\t\"sync\"\n\t\"time\"\n)\n\nfunc doubledUp(n []int) []int {\n"
        "\tvar all sync.WaitGroup\n\tfor i := 0; i < 1000; i++ {\n\t\tall.Add(1)\n\t\tgo func() {\n"
        "\t\t\tdefer all.Done()\n\t\t\ttime.Sleep(time.Millisecond)\n\t\t}()\n\t}\n\tall.Wait()\n"
        "\tmade := []int{}\n\tfor _, each := range n {\n\t\tmade = append(made, 2*each)\n\t}\n\treturn made\n}\n",
    ),
}  # fmt: skip


def doubled(folder: Path) -> Exercise:
    return exercise_in(folder).model_copy(update={"keeps_arguments": False})


async def tried(
    exercise: Exercise, language: Programming, source: str
) -> tuple[tuple[CaseSeen, ...], ProgramRun, Trial]:
    async with standing(Layer.BUBBLEWRAP) as sandbox:
        if language not in sandbox.languages:
            pytest.skip(f"{language} cannot be run here")
        trial = build_trial(exercise, language=language, source=source)
        run = await sandbox.run(trial.program, person="anna", waiting=quietly)
    return case_results(run, trial), run, trial


@pytest.mark.parametrize("case", RIGHT)
async def test_right_code_passes(case: str, tmp_path: Path) -> None:
    language, source = RIGHT[case]
    seen, run, _ = await tried(doubled(tmp_path), language, source)
    assert [each.outcome for each in seen] == [CaseOutcome.PASSED] * 3, (run.ended, run.err, run.out, seen)


IN_PLACE = {
    P.PYTHON: "def doubled_up(n):\n    n[:] = [2 * each for each in n]\n    return n\n",
    P.JAVASCRIPT: "const doubledUp = (n) => { n.forEach((each, i) => { n[i] = 2 * each; }); return n; };\n",
    P.CPP: "#include <vector>\n" + CPP_RIGHT.replace("long> n", "long>& n"),
    P.JAVA: "class Solution {\n" + JAVA_RIGHT + "}\n",
    P.GO: "package main\n\nfunc doubledUp(n []int) []int {\n\tfor i := range n {\n\t\tn[i] *= 2\n\t}\n\treturn n\n}\n",
}


@pytest.mark.parametrize("language", IN_PLACE)
async def test_arguments_may_be_changed_unless_the_statement_forbids_it(language: Programming, tmp_path: Path) -> None:
    seen, run, _ = await tried(doubled(tmp_path), language, IN_PLACE[language])
    assert [each.outcome for each in seen] == [CaseOutcome.PASSED] * 3, run.err
    if language in {P.CPP, P.JAVA, P.GO}:
        return  # nobody looks there
    seen, _, _ = await tried(exercise_in(tmp_path), language, IN_PLACE[language])
    assert seen[0].outcome is CaseOutcome.CHANGED


SIGNATURES = {
    "java: int for long": (
        P.JAVA,
        "class Solution {\n  int[] doubledUp(int[] n) { return n; }\n}\n",
        "long[] doubledUp(long[] theNumbers)",
        "int[] doubledUp(int[] n)",
    ),
    "java: a list for an array": (
        P.JAVA,
        "import java.util.*;\nclass Solution {\n  public List<Long> doubledUp(List<Long> n) { return n; }\n}\n",
        "long[] doubledUp(long[] theNumbers)",
        "public List<Long> doubledUp(List<Long> n)",
    ),
    "cpp: int for long": (
        P.CPP,
        "#include <vector>\nusing namespace std;\nvector<int> doubled_up(vector<int>& n) {\n  return n;\n}\n",
        "std::vector<long long> doubled_up(std::vector<long long> the_numbers)",
        "vector<int> doubled_up(vector<int>& n)",
    ),
    "go: int64 for int": (
        P.GO,
        "package main\n\nfunc doubledUp(n []int64) []int64 { return n }\n",
        "func doubledUp(theNumbers []int) []int",
        "func doubledUp(n []int64) []int64",
    ),
}


@pytest.mark.parametrize("case", SIGNATURES)
async def test_a_signature_that_does_not_fit_is_shown_beside_the_right_one(case: str, tmp_path: Path) -> None:
    language, source, wanted, written = SIGNATURES[case]
    seen, run, trial = await tried(doubled(tmp_path), language, source)
    assert {each.outcome for each in seen} == {CaseOutcome.SIGNATURE}, run.err
    assert (seen[0].expected, seen[0].got) == (wanted, written)
    assert program_error_text(run, trial) == ""


@pytest.mark.parametrize(
    ("language", "source"),
    [
        (P.CPP, "#include <vector>\nint other() { return 1; }\n"),
        (P.JAVA, "class Solution {\n  int other() { return 1; }\n}\n"),
        (P.GO, "package main\n\nfunc other() int { return 1 }\n"),
    ],
)
async def test_a_function_that_is_missing_is_told_as_that(language: Programming, source: str, tmp_path: Path) -> None:
    seen, run, _ = await tried(doubled(tmp_path), language, source)
    assert {each.outcome for each in seen} == {CaseOutcome.MISSING}, run.err


@pytest.mark.parametrize(
    ("language", "source", "place"),
    [
        (P.CPP, "#include <vector>\nstd::vector<long long> doubled_up(int n) { return m; }\n", "solution.cpp:2"),
        (P.JAVA, "class Solution {\n  long[] doubledUp(long[] n) { return m; }\n}\n", "Solution.java:2"),
        (P.JAVA, "class Doubling {\n  long[] doubledUp(long[] n) { return m; }\n}\n", "Solution.java:2"),
        (P.JAVA, "import java.util.*;\nlong[] doubledUp(long[] n) {\n  return m;\n}\n", "Solution.java:3"),
        (P.GO, "package main\n\nfunc doubledUp(n []int) []int { return m }\n", "solution.go:3"),
        (P.GO, "func doubledUp(n []int) []int {\n\treturn m\n}\n", "solution.go:2"),
        (P.PYTHON, "def doubled_up(n):\n    return (n\n", 'File "solution.py", line 2'),
        (P.JAVASCRIPT, "const a = 1;\nconst doubledUp = (n) => { return ); };\n", "solution.js:2"),
        (P.JAVASCRIPT, "import fs from 'fs';\nconst doubledUp = (n) => { return ); };\n", "solution.js:2"),
        (P.JAVASCRIPT, "function doubledUp(n) {\n  return n;\n", "solution.js:"),
        (P.TYPESCRIPT, "const a: number = 1;\nconst doubledUp = (n: number[]) => { return ); };\n", "solution.ts:2"),
    ],
)  # fmt: skip
async def test_a_compiler_speaks_of_their_file_alone(
    language: Programming, source: str, place: str, tmp_path: Path
) -> None:
    _, run, trial = await tried(doubled(tmp_path), language, source)
    said = program_error_text(run, trial)
    assert place in said, run.err
    assert "driver" not in said.lower()


RAISES = {
    P.PYTHON: ("def doubled_up(n):\n    return n[99]\n", 2),
    P.JAVASCRIPT: ("const a = 1;\nfunction doubledUp(n) {\n  return n.b.c;\n}\n", 3),
    P.TYPESCRIPT: ("const a: number = 1;\nfunction doubledUp(n: any): any {\n  return n.b.c;\n}\n", 3),
    P.JAVA: ("class Solution {\n  long[] doubledUp(long[] n) {\n    return new long[] {n[99]};\n  }\n}\n", 3),
    P.GO: ("package main\n\nfunc doubledUp(n []int) []int {\n\treturn []int{n[99]}\n}\n", 4),
}


@pytest.mark.parametrize("language", RAISES)
async def test_an_exception_is_told_at_their_line(language: Programming, tmp_path: Path) -> None:
    source, line = RAISES[language]
    seen, run, _ = await tried(doubled(tmp_path), language, source)
    assert (seen[0].outcome, seen[0].line) == (CaseOutcome.RAISED, line), (run.err, run.out)


async def test_a_static_beginning_that_fails_is_told_at_its_line(tmp_path: Path) -> None:
    source = "class Solution {\n  static long[] made = new long[-1];\n  long[] doubledUp(long[] n) { return n; }\n}\n"
    seen, run, _ = await tried(doubled(tmp_path), P.JAVA, source)
    assert (seen[0].error.partition(":")[0], seen[0].line) == ("NegativeArraySizeException", 2), run.err


SPEAKING = {
    "python: kept and printed at the end": (
        P.PYTHON,
        "import atexit\nseen = []\natexit.register(lambda: print('end', seen))\n"
        "def doubled_up(n):\n    seen.append(list(n))\n    print('given', n)\n    return n\n",
    ),
    "python: read from standard input": (
        P.PYTHON,
        "import re, sys\nfor each in re.findall(r'\\d+', sys.stdin.read()):\n    print('read', each)\n"
        "def doubled_up(n):\n    print('given', n)\n    return n\n",
    ),
    "python: the name of an exception": (
        P.PYTHON,
        "def doubled_up(n):\n    print('given', n)\n    raise type('V%s' % n[0], (Exception,), {})(n)\n",
    ),
    "javascript: kept and printed at the end": (
        P.JAVASCRIPT,
        "const seen = [];\nprocess.on('exit', () => require('fs').writeSync(1, `end ${seen}`));\n"
        "function doubledUp(n) { seen.push([...n]); console.log('given', n); return n; }\n",
    ),
    "javascript: the name of an exception": (
        P.JAVASCRIPT,
        "function doubledUp(n) { console.log('given', n); const e = new Error(n); e.name = `V${n}`; throw e; }\n",
    ),
    "cpp: kept and printed at the end": (
        P.CPP,
        "#include <iostream>\n#include <string>\n#include <vector>\n"
        "struct Seen { std::string all; ~Seen() { std::cout << \"end\" << all << std::endl; } } seen;\n"
        "std::vector<long long> doubled_up(std::vector<long long> n) {\n"
        "  std::cout << \"given \" << n.size() << std::endl;\n"
        "  for (auto each : n) seen.all += std::to_string(each);\n  std::string more; std::cin >> more;\n"
        "  std::cout << more << std::endl;\n  return n;\n}\n",
    ),
    "java: read from standard input": (
        P.JAVA,
        "import java.util.*;\nclass Solution {\n  long[] doubledUp(long[] n) {\n    System.out.println(\"given\");\n"
        "    Scanner in = new Scanner(System.in);\n    while (in.hasNext()) System.out.println(in.next());\n"
        "    return n;\n  }\n}\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SPEAKING)
async def test_no_value_of_a_hidden_case_is_told(case: str, tmp_path: Path) -> None:
    language, source = SPEAKING[case]
    exercise = doubled(tmp_path)
    seen, run, trial = await tried(exercise, language, source)
    printed = printed_output(run, trial)
    assert "given" in printed, (run.out, run.err)
    assert "4711" not in repr(seen) + printed + program_error_text(run, trial)
    # The shown case may come last: it is tried first all the same.
    behind = exercise.model_copy(update={"cases": exercise.cases[::-1]})
    seen, run, trial = await tried(behind, language, source)
    assert "given" in printed_output(run, trial)
    assert "4711" not in repr(seen) + printed_output(run, trial) + program_error_text(run, trial)


async def test_every_type_is_given_in_the_real_sandbox() -> None:
    cases: list[tuple[list[object], object]] = [(["a b\n c", True], "a b\n c"), (["", False], "")]
    exercise = values_exercise({"name": "str", "yes": "bool"}, "str", cases)
    source = "class Solution { static String solveIt(String name, boolean yes) { return name; } }"
    seen, run, _ = await tried(exercise, P.JAVA, source)
    assert [each.outcome for each in seen] == [CaseOutcome.PASSED] * 2, run.err
