"""`raconteur chamber` as people run it: their two files, real clients, strict fake servers of both providers."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.command_line import Ended, started
from tests.fakes.model_behaviours import Answers, Asked, Behaviour, Fails, FakeModelServer, Hangs, Says
from tests.fakes.openai_server import FakeOpenAI

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "chamber"
KEYS = {"OPENAI_API_KEY": "sk-of-prime", "ANTHROPIC_API_KEY": "sk-of-candidate"}
WORDS = ["tea", "rain", "stove", "train", "winter", "letter", "garden", "bridge", "uncle", "river"]
PRICED = "price: {input: 10, output: 30}\n"


def questions(count: int, begin: int = 1) -> Iterable[Behaviour]:
    for n in range(begin, begin + count):
        word = WORDS[n % len(WORDS)]
        yield Says(text=f"<thinking>PLAN{n}</thinking>[reasoning]DOUBT{n}[/reasoning]What about {word}, number {n}?")


def answers(count: int, begin: int = 1) -> Iterable[Behaviour]:
    for n in range(begin, begin + count):
        yield Says(text=f"<think>FEAR{n}</think>I know {WORDS[n % len(WORDS)]} from year {n}.")


@dataclass(frozen=True, slots=True)
class Bench:
    folder: Path
    prime: FakeOpenAI
    candidate: FakeAnthropic

    def config(self, side: str, server: FakeModelServer, more: str = "") -> str:
        """The file that is shipped, as it is but for where its server is."""
        text = (EXAMPLES / f"{side}_config.yaml").read_text(encoding="utf-8")
        file = self.folder / f"{side}_config.yaml"
        file.write_text(f"{text}base_url: {server.base_url}\n{more}", encoding="utf-8")
        return str(file)

    def both(self, more: str = "") -> tuple[str, ...]:
        prime, candidate = self.config("prime", self.prime, more), self.config("candidate", self.candidate, more)
        return ("--prime-config", prime, "--candidate-config", candidate)

    async def run(self, *arguments: str, env: dict[str, str] | None = None) -> Ended:
        async with started("chamber", *arguments, folder=self.folder, env=KEYS | (env or {})) as command:
            return await command.ended()

    def log(self, name: str, folder: str = "logs") -> str:
        (file,) = (self.folder / folder).glob(f"{name}_*.txt")
        return file.read_text(encoding="utf-8")


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with AsyncExitStack() as stack:
        prime = FakeOpenAI(api_key="sk-of-prime", models=frozenset({"gpt-4-turbo-preview"}))
        candidate = FakeAnthropic(api_key="sk-of-candidate", models=frozenset({"claude-3-opus-20240229"}))
        candidate.warm = True
        yield Bench(tmp_path, await stack.enter_async_context(prime), await stack.enter_async_context(candidate))


def goes_on_with(ended: Ended) -> str:
    """The id that the command names."""
    (found,) = re.findall(r"raconteur chamber --resume (\w+)", ended.err)
    return str(found)


def secrets(text: str) -> set[str]:
    return set(re.findall(r"PLAN\d+|DOUBT\d+|FEAR\d+", text))


# --- a run --------------------------------------------------------------------------------------------------------


async def test_the_two_files_that_people_have_run_as_they_are(bench: Bench) -> None:
    bench.prime.script(*questions(3))
    bench.candidate.script(*answers(3))
    ended = await bench.run(*bench.both(), "--max-turns", "3", "--output-dir", "logs")
    assert (ended.code, bench.prime.complaints, bench.candidate.complaints) == (0, [], [])
    assert ended.out.startswith(
        "PRIME, turn 1\nWhat about rain, number 1?\n\nCANDIDATE, turn 1\nI know rain from year 1."
    )
    assert "over: it used all its turns. 3 turns, 720 tokens" in ended.err
    assert secrets(ended.out + ended.err) == set()
    assert "\x1b" not in ended.out + ended.err
    assert secrets(bench.log("prime_log")) == {f"{what}{n}" for what in ("PLAN", "DOUBT") for n in (1, 2, 3)}
    assert secrets(bench.log("candidate_log")) == {"FEAR1", "FEAR2", "FEAR3"}
    assert secrets(bench.log("shared_transcript")) == set()
    for asked in bench.candidate.requests:
        assert secrets(json.dumps(asked.body)) == set()
    last = json.dumps(bench.prime.requests[-1].body)
    assert {"PLAN2", "DOUBT2", "FEAR2"} <= secrets(last)
    assert "[Candidate's internal thoughts: FEAR2]" in last
    assert bench.prime.requests[0].body["temperature"] == 0.8
    assert bench.candidate.requests[0].body["temperature"] == 0.7


async def test_verbose_shows_thoughts_tokens_costs_and_what_happened(bench: Bench) -> None:
    bench.prime.script(Fails(status=500), *questions(2))
    bench.candidate.script(*answers(2))
    ended = await bench.run(*bench.both(PRICED), "--max-turns", "2", "--verbose", "--opening", "")
    assert ended.code == 0
    assert secrets(ended.out) == {"PLAN1", "DOUBT1", "PLAN2", "DOUBT2", "FEAR1", "FEAR2"}
    assert re.search(r"\(100 tokens in, 20 out · \d+\.\d s · cost 0\.0016\)", ended.out)
    assert re.search(r"! Prime: .* It is asked again in \d s\.", ended.err)
    assert "cost 0.0064" in ended.err


async def test_words_of_a_model_do_nothing_to_the_terminal(bench: Bench) -> None:
    bench.prime.script(Says(text="Red \x1b[31mand\x07 gone\x1b]0;title\x07?\u202e"))
    ended = await bench.run(*bench.both(), "--max-turns", "1")
    assert "Red and gone?\n" in ended.out
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", ended.out)


async def test_what_was_paused_by_a_failure_goes_on(bench: Bench) -> None:
    bench.prime.script(*questions(4))
    bench.candidate.script(next(iter(answers(1))), Fails(status=401, kind="authentication_error"))
    ended = await bench.run(*bench.both(), "--max-turns", "4")
    assert ended.code == 1
    assert "paused: one side didn’t answer. 2 turns" in ended.err
    assert "! Candidate: " in ended.err
    without = await bench.run("--resume", goes_on_with(ended), env={"OPENAI_API_KEY": "no key"})
    assert (without.code, "one side didn’t answer" in without.err) == (2, True)
    bench.candidate.script(*answers(3, begin=2))
    ended = await bench.run("--resume", goes_on_with(ended))
    assert ended.code == 0
    assert bench.log("shared_transcript").count("CANDIDATE:") == 4
    assert "FEAR4" in bench.log("candidate_log")


async def test_a_run_that_a_pattern_stopped_goes_on_with_another(bench: Bench) -> None:
    bench.prime.script(*questions(2))
    bench.candidate.script(*(Says(text=f"<think>FEAR1</think>Hi {'a' * 40}b") for _ in range(3)))
    patterns = bench.folder / "patterns.yaml"
    patterns.write_text('prime: ["<thinking>", "[reasoning]"]\ncandidate: ["<think>", {regex: "(a|aa)+$"}]\n')
    whole = (*bench.both(), "--thought-patterns", str(patterns))
    ended = await bench.run(*whole, "--max-turns", "2")
    assert ended.code == 1
    assert "! Candidate: Thought pattern 2, the regex (a|aa)+$, took too long" in ended.err
    wrong = bench.folder / "wrong.yaml"
    wrong.write_text('candidate: ["think"]\n')
    refused = await bench.run("--resume", goes_on_with(ended), "--thought-patterns", str(wrong))
    assert (refused.code, "wrong.yaml, line 1: candidate, item 1: 'think' is not a thought pattern" in refused.err) == (
        2,
        True,
    )
    patterns.write_text('prime: ["<thinking>", "[reasoning]"]\ncandidate: ["<think>"]\n')
    bench.candidate.script(*answers(1), Fails(status=401, kind="authentication_error"))
    ended = await bench.run("--resume", goes_on_with(ended), "--thought-patterns", str(patterns))
    assert ended.code == 1
    bench.candidate.script(*answers(1, begin=2))
    assert (await bench.run("--resume", goes_on_with(ended))).code == 0
    assert secrets(bench.log("shared_transcript")) == set()
    assert "FEAR2" in bench.log("candidate_log")


async def test_a_rejected_request_names_the_parameter(bench: Bench) -> None:
    bench.prime.script(Fails(status=400, message="Unknown parameter: 'top_zebra', Tula."))
    prime = bench.config("prime", bench.prime, "extra: {top_zebra: 1}\n")
    ended = await bench.run("--prime-config", prime, "--person", "Rosa")
    assert ended.code == 1
    assert "! Prime: The model service does not accept the request because of extra.top_zebra" in ended.err
    assert "Tula" not in ended.err


# --- stopping and going on ----------------------------------------------------------------------------------------


def by_turn(words: str) -> Answers:
    """Words with the number of the turn, whatever was asked before."""

    def said(asked: Asked) -> str:
        return words.format(sum(line["role"] == "assistant" for line in asked.body["messages"]) + 1)

    return Answers(value=said)  # type: ignore[arg-type]  # a text is JSON, too


async def test_one_interrupt_ends_after_the_turn_and_two_at_once(bench: Bench) -> None:
    bench.prime.default, bench.candidate.default = by_turn("question {}?"), by_turn("<think>FEAR{0}</think>answer {0}")
    rules = bench.folder / "rules.toml"
    rules.write_text("[rules]\nrepeats = 0\nmax_turns = 30\n")
    async with started("chamber", *bench.both(), "--rules", str(rules), folder=bench.folder, env=KEYS) as command:
        await bench.candidate.arrived(2)
        ended = await command.stopped(signal.SIGINT)
    assert (ended.code, "It ends after this turn" in ended.err) == (130, True)
    said = bench.log("shared_transcript")
    assert 2 <= said.count("PRIME:") == said.count("CANDIDATE:") < 30
    bench.candidate.script(Hangs())
    async with started("chamber", "--resume", goes_on_with(ended), folder=bench.folder, env=KEYS) as command:
        await bench.candidate.arrived(len(bench.candidate.requests) + 1)
        command.send(signal.SIGINT)
        await command.until_said("Ctrl-C again")
        ended = await command.stopped(signal.SIGINT)
    assert (ended.code, "Logs in logs: prime_log_" in ended.err) == (130, True)
    ended = await bench.run("--resume", goes_on_with(ended))
    assert ended.code == 0
    whole = bench.log("shared_transcript")
    assert whole.startswith(said)
    for what in ("question", "answer"):
        assert re.findall(rf"{what} (\d+)", whole) == [str(n) for n in range(1, 31)]


async def test_a_killed_run_goes_on_at_once_where_it_stood(bench: Bench) -> None:
    bench.prime.script(*questions(3))
    bench.candidate.script(*answers(1), Hangs())
    async with started("chamber", *bench.both(), "--max-turns", "3", folder=bench.folder, env=KEYS) as command:
        await bench.candidate.arrived(2)
        again = await bench.run("--resume", _run_id(bench))
        assert (again.code, "Another command is holding the run" in again.err) == (3, True)
        await command.stopped(signal.SIGKILL)
    bench.candidate.script(*answers(2, begin=2))
    ended = await bench.run("--resume", _run_id(bench))
    assert ended.code == 0
    assert re.findall(r"number (\d+)\?", bench.log("shared_transcript")) == ["1", "2", "3"]
    assert (await bench.run("--resume", _run_id(bench))).code == 2


async def test_logs_that_could_not_be_written_are_not_told_as_if_they_were(bench: Bench) -> None:
    bench.prime.script(*questions(1))
    bench.candidate.script(*answers(1))
    (bench.folder / "full").write_text("no folder", encoding="utf-8")
    ended = await bench.run(*bench.both(), "--max-turns", "1", "--output-dir", "full")
    assert ended.code == 0
    assert "Logs in" not in ended.err
    (run,) = re.findall(r"raconteur chamber export (\w+) FOLDER", ended.err)
    assert len((await bench.run("export", str(run), "out")).out.splitlines()) == 9


def _run_id(bench: Bench) -> str:
    (file,) = (bench.folder / "logs").glob("shared_*.jsonl")
    return str(json.loads(file.read_text(encoding="utf-8").splitlines()[0])["run"])


# --- several runs -------------------------------------------------------------------------------------------------

RULES = """
[rules]
max_turns = 2
seeds = [7, 8]
[rubric]
[[rubric.criteria]]
id = "depth"
asks = "How deep?"
levels = [{score = 1, means = "not"}, {score = 2, means = "very"}]
[[judges]]
name = "third"
provider = "custom"
model = "judge"
base_url = "BASE"
"""


async def test_several_runs_come_to_tables_and_a_picture(bench: Bench) -> None:
    bench.prime.script(*questions(6))
    bench.candidate.default = Says(text="I know the old bridge well.")
    verdict = {"criterion": "depth", "score": 2, "quotes": [{"n": 2, "quote": "the old bridge"}], "why": "It says so."}
    judged = Says(text=json.dumps({"scores": [verdict]}))
    async with FakeOpenAI(api_key=None, models=frozenset({"judge"}), default=judged) as judge:
        rules = bench.folder / "rules.toml"
        rules.write_text(RULES.replace("BASE", judge.base_url), encoding="utf-8")
        ended = await bench.run(*bench.both(), "--rules", str(rules), "--runs", "3", "--parallel", "2")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err.count("over: it used all its turns") == 3
    assert [request.body["seed"] for request in bench.prime.requests].count(7) == 4
    names = sorted(file.name for file in (bench.folder / "logs").iterdir())
    assert len([name for name in names if name.startswith("shared_transcript")]) == 6
    assert [re.sub("_[0-9a-f]{8}", "", name) for name in names if name.startswith("series")] == [
        "series.md",
        "series.png",
        "series_means.csv",
        "series_scores.csv",
    ]
    (table,) = (bench.folder / "logs").glob("series_*_scores.csv")
    assert table.read_text(encoding="utf-8").count("third") == 3


async def test_a_series_that_was_stopped_goes_on_whole(bench: Bench) -> None:
    bench.prime.default, bench.candidate.default = by_turn("question {}?"), by_turn("answer {}")
    options = (*bench.both(), "--runs", "3", "--max-turns", "2")
    async with started("chamber", *options, folder=bench.folder, env=KEYS) as command:
        await bench.candidate.arrived(1)
        ended = await command.stopped(signal.SIGINT)
    assert ended.code == 130
    ended = await bench.run("--resume", goes_on_with(ended), "--parallel", "3")
    assert ended.code == 0
    texts = [file.read_text(encoding="utf-8") for file in (bench.folder / "logs").glob("shared_*.txt")]
    assert [re.findall(r"(?:question|answer) (\d)", text) for text in texts] == [["1", "1", "2", "2"]] * 3


# --- before a run -------------------------------------------------------------------------------------------------


async def test_a_dry_run_shows_all_and_asks_nobody(bench: Bench) -> None:
    ended = await bench.run(*bench.both(PRICED), "--dry-run", "--budget", "2.5", "--runs", "2")
    assert ended.code == 0
    assert "Prime: gpt-4-turbo-preview by openai (127.0.0.1:" in ended.out
    assert "thoughts: <thinking>; [reasoning]" in ended.out
    assert "system: You are an experienced interviewer." in ended.out
    assert "user: Please begin the interview." in ended.out
    assert re.search(r"A run costs \d+\.\d\d at most, \d+\.\d\d for 2 runs", ended.out)
    assert ended.out.endswith("No model was asked.\n")
    assert not any(key in ended.out for key in KEYS.values())
    assert bench.prime.requests == bench.candidate.requests == []
    assert not (bench.folder / "data").exists()


async def test_what_is_wrong_is_told_line_by_line(bench: Bench) -> None:
    prime = bench.config("prime", bench.prime, "temperatur: 1\n")
    candidate = bench.config("candidate", bench.candidate, "thought_pattern: [x]\n")
    both = ("--prime-config", prime, "--candidate-config", candidate)
    async with started("chamber", *both, folder=bench.folder, env={"OPENAI_API_KEY": "k"}) as command:
        ended = await command.ended()
    assert ended.code == 2
    told = [line.removeprefix(f"{bench.folder}/") for line in ended.err.splitlines()]
    assert [re.sub(r"line \d+", "line N", line) for line in told] == [
        "candidate_config.yaml, line N: api_key: the environment variable ANTHROPIC_API_KEY is not set.",
        "candidate_config.yaml, line N: thought_pattern: there is no such key; did you mean thought_patterns?",
        "prime_config.yaml, line N: temperatur: there is no such key; did you mean temperature?",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--prime-config", "x"], "Say who answers: --candidate-config, or --person"),
        (["--person", "Rosa"], "Say who asks: --prime-config, or --prime-interview"),
        (["--resume", "x", "--max-turns", "3"], "--resume goes on with a run as it was begun"),
        (["--prime-interview", "tarot", "--person", "Rosa"], "There is no interview tarot"),
        (["--prime-interview", "life-story", "--person", "Nobody"], "Nobody is called Nobody; there are:"),
        (["--resume", "x"], "There is no run 'x'"),
        (["show", "x"], "There is no database at"),
    ],
)
async def test_options_that_do_not_fit_are_told(bench: Bench, options: list[str], told: str) -> None:
    ended = await bench.run(*options)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(told)


# --- runs that there are ------------------------------------------------------------------------------------------


async def test_runs_are_listed_shown_exported_and_deleted(bench: Bench) -> None:
    bench.prime.script(*questions(1))
    bench.candidate.script(*answers(1))
    assert (await bench.run(*bench.both(), "--max-turns", "1")).code == 0
    run = _run_id(bench)
    listed = await bench.run("list")
    assert run[:8] in listed.out
    assert "over: it used all its turns" in listed.out
    shown = await bench.run("show", run[:6])
    assert {"PLAN1", "FEAR1"} <= secrets(shown.out)
    assert "I know rain from year 1." in shown.out
    exported = await bench.run("export", run, "out")
    assert len(exported.out.splitlines()) == len(list((bench.folder / "out").iterdir())) == 9
    assert (await bench.run("delete", run)).code == 1
    assert (await bench.run("delete", run, "--yes")).code == 0
    assert (await bench.run("list")).out.startswith("No runs yet")
    assert (await bench.run("show", run)).code == 2


async def test_our_own_interviewer_asks_a_played_person(bench: Bench) -> None:
    ended = await bench.run("--prime-interview", "life-story", "--person", "Rosa", "--max-turns", "2")
    assert ended.code == 0
    assert "PRIME, turn 2\n" in ended.out
    assert "Run " in ended.err
