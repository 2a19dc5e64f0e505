"""Our own interviewer as Prime and played people as the Candidate: the same talks as they have in an evaluation."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.config import PodcastSection, Settings
from bot.database import lock_database
from bot.features.chamber.engine_prime import DATABASE, InterviewLost
from bot.features.chamber.own_sides import check_own_sides, played_participant
from bot.features.chamber.run_folders import delete_orphaned_folders, run_folder
from bot.sections import StorageSection
from core.contracts.calls import Budget
from core.contracts.chat import ignore_piece
from core.contracts.errors import ConfigurationError, ModelUnavailable
from core.features.chamber import chamber_rows as rows
from core.features.chamber.messages import (
    OfCandidate,
    OfPrime,
    Public,
    SaidByCandidate,
    SaidByPrime,
    Speaker,
    Utterance,
)
from core.features.chamber.runs import RunStatus, Why
from core.features.chamber.setup import Participant, Prime, Setup
from core.features.chamber.sides import SideReply, candidate_side, prime_side
from tests.fakes.anthropic_server import FakeAnthropic, with_model
from tests.fakes.chamber import AT
from tests.fakes.chat import ScriptedChat, lined_up
from tests.fakes.command_line import raconteur
from tests.fakes.effort import tries
from tests.fakes.model_behaviours import overloaded
from tests.fakes.own_sides import MODEL, Bench, bench_of, talk_of
from tests.fakes.stores import opened

EPISODE = "Ines: I gave up the car for a year. Tom: And what did you miss? Ines: Nothing but the dog's face. " * 12


Begin = Callable[..., Any]


@pytest.fixture
async def begin(tmp_path: Path) -> AsyncIterator[Begin]:
    async with opened("sqlite", tmp_path) as store:

        async def begun(settings: Settings | None = None, *, budget: Budget | None = None, **parts: Any) -> Bench:
            kept = StorageSection(data_dir=tmp_path / "data")
            settings = (settings or Settings()).model_copy(update={"storage": kept})
            parts.setdefault("rules", {"max_turns": 4, "repeats": 0})
            if "person" not in parts:
                parts["candidate"] = MODEL
            bench = bench_of(store, settings, parts, tmp_path / "documents", budget)
            await bench.begin()
            return bench

        yield begun


def texts(said: Sequence[Utterance], speaker: Speaker) -> list[str]:
    return [each.public.text for each in said if each.speaker is speaker]


def kept(seq: int, reply: SideReply) -> Utterance:
    """A reply as it is kept with the run."""
    if seq % 2:
        own = OfPrime(full=reply.text, blocks=reply.blocks)
        return SaidByPrime(seq=seq, at=AT, public=Public(reply.text), private=own)
    theirs = OfCandidate(full=reply.text, blocks=reply.blocks)
    return SaidByCandidate(seq=seq, at=AT, public=Public(reply.text), private=theirs)


def numbers(said: Sequence[Utterance], speaker: Speaker) -> list[int]:
    """Of the newest call that each thing of a side's counts."""
    return [json.loads(each.private.blocks)["calls"] for each in said if each.speaker is speaker]


# --- the same machine as in an evaluation -----------------------------------------------------------------------------


async def test_a_played_person_has_the_talk_that_an_evaluation_has(begin: Begin) -> None:
    """Also where days go by in it: this one is away for nine."""
    turns = 12
    bench = await begin(interview="life-story", person="tomasz", rules={"max_turns": turns, "repeats": 0})
    run, said = await bench.hold(bench.prime(), bench.person())
    assert (run.status, run.why) == (RunStatus.ENDED, Why.TURNS)
    talk = await talk_of("Tomasz", turns)
    assert texts(said, Speaker.PRIME) == [talk.heard(turn) for turn in range(turns)]
    theirs = texts(said, Speaker.CANDIDATE)
    assert any("\n\n~9d\n\n/resume\n\n" in each for each in theirs)
    told = [each.replace("/pause\n\n~9d\n\n/resume\n\n", "") for each in theirs]
    assert told == [talk.told(turn) for turn in range(1, turns + 1)]


async def test_a_process_for_each_step_makes_the_same_talk(begin: Begin) -> None:
    """Each dies with what it has said heard by nobody, and the next one says the same."""
    turns = tries(3, soak=12)
    bench = await begin(interview="life-story", person="Tomasz", rules={"max_turns": turns, "repeats": 0})
    talk = await talk_of("Tomasz", turns)
    said: list[Utterance] = []
    for seq in range(1, 2 * turns):
        make = bench.prime if seq % 2 else bench.person
        replies = []
        for _ in range(2):
            side = make()
            replies.append(await side.speak(tuple(said), heard=ignore_piece))
            await side.close()
        assert replies[0].text == replies[1].text
        said.append(kept(seq, replies[1]))
    assert texts(said, Speaker.PRIME) == [talk.heard(turn) for turn in range(turns)]


async def test_to_a_model_a_played_person_sends_no_commands(begin: Begin) -> None:
    bench = await begin(prime=MODEL, person="Tomasz", rules={"max_turns": 12, "repeats": 0})
    prime = prime_side(
        Prime.model_validate(MODEL), bench.run.setup.rules, ScriptedChat(), run_id=bench.run.id, seed=None
    )
    _, said = await bench.hold(prime, bench.person())
    theirs = texts(said, Speaker.CANDIDATE)
    assert "I am back. Was big job in Hull." in " ".join(theirs)
    assert not any(sign in "".join(theirs) for sign in ("/pause", "~9d"))


# --- a model as the Candidate -----------------------------------------------------------------------------------------


async def test_commands_of_a_model_are_words(begin: Begin) -> None:
    bench = await begin(interview="life-story", guest={"name": "Vera"})
    answers = lined_up("/delete", "/pause\n\n~5d", "My mother's kitchen in Riga.", "/done")
    run, said = await bench.hold(bench.prime(), bench.model(answers))
    first, *others = texts(said, Speaker.PRIME)
    assert first.endswith("What is the very first thing you remember?")
    assert "delete" not in " ".join(others).lower()
    assert (run.why, len(said)) == (Why.TURNS, 8)
    transcript = next(bench.documents.glob("*transcript.md")).read_text(encoding="utf-8")
    assert all(words in transcript for words in ("/delete", "~5d", "kitchen in Riga", "/done"))


async def test_an_interview_that_is_over_ends_the_run(begin: Begin) -> None:
    settings = Settings(podcast=PodcastSection(questions=1))
    bench = await begin(settings, interview="podcast", guest={"episode": EPISODE}, rules={"max_turns": 40})
    answers = ScriptedChat(lambda request: f"I liked the part about the dog best, number {len(request.lines)}.")
    candidate = candidate_side(Participant.model_validate(MODEL), answers, run_id=bench.run.id, seed=None)
    run, said = await bench.hold(bench.prime(), candidate)
    assert (run.status, run.why) == (RunStatus.ENDED, Why.PRIME)
    assert said[-1].speaker is Speaker.PRIME
    assert said[-1].ends
    assert [file.name for file in bench.documents.iterdir()] == [
        "interview_20260504_100000_r1_A conversation about a podcast - notes.md"
    ]


async def test_a_technical_interview_begins_with_its_first_question(begin: Begin) -> None:
    bench = await begin(interview="technical", guest={"about": "I kept the billing service of a bank alive."})
    _, said = await bench.hold(bench.prime(), bench.model(lambda _: "I took its queue apart and found the lock."))
    first = said[0].public.text
    assert "?" in first
    assert "Begin" not in first


# --- the model of the configuration -----------------------------------------------------------------------------------


@asynccontextmanager
async def modelled(begin: Begin, **more: Any) -> AsyncIterator[tuple[Bench, FakeAnthropic]]:
    async with FakeAnthropic() as server:
        yield await begin(with_model(server), interview="life-story", **more), server


async def test_what_the_interviewer_spends_is_the_runs(begin: Begin) -> None:
    async with modelled(begin, person="Rosa", people_model=True) as (bench, _):
        _, said = await bench.hold(bench.prime(), bench.person())
    calls = await bench.calls()
    assert {call.purpose for call in calls} >= {"prime/talk", "prime/books", "candidate/person"}
    newest = {side: max(numbers(said, side)) for side in Speaker}
    for side in Speaker:
        mine = [call for call in calls if call.purpose.startswith(f"{side}/") and call.id <= newest[side]]
        taken = [each.taken for each in said if each.speaker is side]
        assert sum(each.input_tokens for each in taken) == sum(call.input_tokens for call in mine) > 0
        assert sum(each.output_tokens for each in taken) == sum(call.output_tokens for call in mine) > 0
    assert said[2].taken.model in {"model-main", "model-fast"}


async def test_no_script_speaks_for_a_model_that_fails(begin: Begin) -> None:
    async with modelled(begin, rules={"max_turns": 2}) as (bench, server):
        prime, said = bench.prime(), list[Utterance]()
        said.append(kept(1, await prime.speak((), heard=ignore_piece)))
        said.append(kept(2, SideReply(text="The noise of the looms.")))
        usual, server.default = server.default, overloaded()
        with pytest.raises(ModelUnavailable):
            await prime.speak(tuple(said), heard=ignore_piece)
        server.default = usual
        reply = await prime.speak(tuple(said), heard=ignore_piece)
        await prime.close()
    assert [call.outcome for call in await bench.calls() if call.purpose == "prime/talk"][-1] == "ok"
    assert "cannot" not in reply.text


async def test_the_runs_budget_ends_it(begin: Begin) -> None:
    async with modelled(begin, budget=Budget(session_tokens=5)) as (bench, _):
        run, said = await bench.hold(bench.prime(), bench.model(lambda _: "The noise of the looms."))
    assert (run.status, run.why) == (RunStatus.ENDED, Why.BUDGET)
    assert len(said) == 2
    assert not await bench.calls()


# --- what cannot be ---------------------------------------------------------------------------------------------------


async def test_two_processes_are_not_at_one_interview(begin: Begin) -> None:
    bench = await begin(interview="life-story")
    folder = run_folder(bench.settings, bench.run.id)
    with lock_database(folder / DATABASE):
        prime = bench.prime()
        with pytest.raises(ModelUnavailable):
            await prime.speak((), heard=ignore_piece)
    assert (await prime.speak((), heard=ignore_piece)).text
    await prime.close()


async def test_a_run_whose_interview_is_gone_is_paused(begin: Begin) -> None:
    bench = await begin(interview="life-story")
    prime = bench.prime()
    first = kept(1, await prime.speak((), heard=ignore_piece))
    await prime.close()
    elsewhere = bench.settings.model_copy(update={"storage": StorageSection(data_dir=bench.documents)})
    other = replace(bench, settings=elsewhere).prime()
    with pytest.raises(InterviewLost):
        await other.speak((first, kept(2, SideReply(text="The looms."))), heard=ignore_piece)
    await other.close()


async def test_an_interview_goes_with_its_run(begin: Begin) -> None:
    bench = await begin(interview="life-story")
    prime = bench.prime()
    await prime.speak((), heard=ignore_piece)
    await prime.close()
    folder = run_folder(bench.settings, bench.run.id)
    await delete_orphaned_folders(bench.store, bench.settings)
    assert (folder / DATABASE).exists()
    await bench.store.write(lambda c: rows.erase_run(c, bench.run.id))
    await delete_orphaned_folders(bench.store, bench.settings)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"interview": "confession", "person": "Rosa"}, "There is no interview confession"),
        ({"interview": "life-story", "person": "Nobody"}, "Nobody is called Nobody"),
        ({"interview": "podcast", "person": "Rosa"}, "needs the text of an episode"),
        ({"interview": "life-story", "person": "Rosa", "people_model": True}, "No model is configured"),
    ],
)
def test_what_cannot_be_had_is_named(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        check_own_sides(Setup.model_validate(parts), Settings())


def test_a_model_of_ones_own_plays_a_person() -> None:
    config = played_participant(Participant.model_validate({**MODEL, "system_prompt": "Be brief."}), "rosa")
    assert config.system_prompt.startswith("Be brief.\n\nYou play the person below")
    assert "# Rosa" in config.system_prompt
    assert "`messages`" not in config.system_prompt


def test_the_command_line_has_both(tmp_path: Path) -> None:
    both = ("--prime-interview", "life-story", "--person", "Rosa")
    done = raconteur("chamber", *both, "--max-turns", "2", folder=tmp_path)
    assert done.code == 0, done.err
    assert done.out.count("PRIME") == done.out.count("CANDIDATE") == 2
    names = sorted(file.name.split("_2")[0] for file in (tmp_path / "logs").iterdir() if file.suffix != ".jsonl")
    assert names == ["candidate_log", "interview", "prime_log", "shared_transcript"]
    refused = raconteur("chamber", *both, "--people-model", folder=tmp_path)
    assert "No model is configured to play people" in refused.err
