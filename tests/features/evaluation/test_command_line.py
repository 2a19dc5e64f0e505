"""Talks with the real app: by rules without a model, and by hand through files, for the model and for the person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.features.evaluation.exchange import FINISHED
from bot.features.evaluation.run import EvaluationOptions, run_talks
from core.contracts.errors import ConfigurationError
from core.languages.messages import say
from core.simulation.people import SimulatedPerson, load_people
from core.simulation.talks import BEFORE, RecordedTalk, Who, format_talk
from tests.fakes.anthropic_server import FakeAnthropic, with_model
from tests.fakes.command_line import raconteur
from tests.fakes.model_behaviours import Answers, Refuses
from tests.fakes.model_schemas import example_of
from tests.fakes.waiting import PATIENCE

ADA = SimulatedPerson.model_validate(
    {
        "name": "Ada",
        "language": "en",
        "about": "-",
        "temper": "terse",
        "otherwise": ["No idea."],
        "facts": [{"id": "mill", "about": ["first"], "tell": "The noise of the looms, I suppose."}],
        "deeds": [{"does": "away", "at": 2, "says": ["/pause", "~5d", "/resume", "Hello again."]}],
    }
)


async def talk_of(
    wanted: EvaluationOptions, person: SimulatedPerson = ADA, settings: Settings | None = None
) -> RecordedTalk:
    found: list[RecordedTalk] = []
    await run_talks(wanted, settings or Settings(), [person], lambda _person, talk: found.append(talk))
    return found[0]


async def test_a_talk_by_rules_goes_through_the_whole_app() -> None:
    talk = await talk_of(EvaluationOptions(kind="life-story", turns=3))
    assert talk.turns == 3
    assert next(line.text for line in talk.lines if line.turn == BEFORE).startswith(say("en", "greeting"))
    assert talk.heard(0).endswith("What is the very first thing you remember?")
    assert talk.told(1) == "The noise of the looms, I suppose."
    assert talk.told(2) == "Hello again."
    assert talk.calls == ()
    same = await talk_of(EvaluationOptions(kind="life-story", turns=3))
    assert format_talk(same) == format_talk(talk)


async def test_days_go_by_in_a_moment_and_the_house_lives_through_them() -> None:
    gone = ADA.model_copy(update={"deeds": (ADA.deeds[0].model_copy(update={"says": ("~2d", "Hello again.")}),)})
    talk = await talk_of(EvaluationOptions(kind="life-story", turns=3), gone)
    unasked = [line.text for line in talk.lines if line.unasked]
    assert len(unasked) == 1, "one reminder"
    assert unasked[0] not in talk.heard(2)


@pytest.mark.parametrize("kind", ["life-story", "podcast"])
async def test_everybody_who_is_shipped_can_talk(kind: str) -> None:
    for person in load_people():
        if (person.episode is not None) == (kind == "podcast"):
            talk = await talk_of(EvaluationOptions(kind=kind, turns=2), person)
            assert "?" in talk.heard(0) or "." in talk.heard(0), person.name
            assert talk.told(1), person.name


# --- by hand ------------------------------------------------------------------------------------------------------


def waiting(folder: Path) -> list[Path]:
    """The requests in a folder that nobody has answered."""
    requests = sorted(folder.glob("*.request.json"))
    return [each for each in requests if not (folder / f"{each.name.partition('.')[0]}.answer").exists()]


async def serve(folder: Path, answer: Callable[[Any], str]) -> None:
    """Answer every request in a folder until it is finished."""
    while not (folder / FINISHED).exists():
        for request in waiting(folder):
            text = answer(json.loads(request.read_text(encoding="utf-8")))
            (folder / f"{request.name.partition('.')[0]}.answer").write_text(text, encoding="utf-8")
        await asyncio.sleep(0.02)


async def with_hands(held: Awaitable[RecordedTalk], *hands: Awaitable[None]) -> RecordedTalk:
    async with asyncio.timeout(PATIENCE):
        talk, *_ = await asyncio.gather(held, *hands)
    return talk


async def test_the_plain_side_by_hand(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(request: Any) -> str:
        asked.append(request["user"])
        return f"What happened then, number {len(asked)}?"

    wanted = EvaluationOptions(kind="plain", turns=2, by_hand=tmp_path)
    talk = await with_hands(talk_of(wanted), serve(tmp_path, answer))
    assert talk.heard(2) == "What happened then, number 3?"
    assert "You: What happened then, number 1?" in asked[2]
    assert asked[2].endswith("Ada: Hello again.")
    assert [call.purpose for call in talk.calls] == ["plain"] * 3
    assert talk.calls[2].prompt.startswith(talk.calls[1].prompt)


async def test_the_model_and_the_person_by_hand(tmp_path: Path) -> None:
    model, person = tmp_path / "model", tmp_path / "person"
    seen: list[str] = []

    def think(request: Any) -> str:
        """Wrongly at first, and then in the form that is asked for."""
        seen.append(request["purpose"])
        if request["schema"] is None:
            return f"What happened on day {len(seen)}?"
        wrong = seen.count("books") == 1
        return "I would rather write prose." if wrong else json.dumps(example_of(request["schema"]))

    said = iter(["The noise.", "Of the looms it was,\n---\nall day.", "/leave"])
    wanted = EvaluationOptions(kind="life-story", turns=5, by_hand=model, turns_only=True, narrator_by_hand=person)
    talk = await with_hands(talk_of(wanted), serve(model, think), serve(person, lambda _request: next(said)))
    told = [line.text for line in talk.lines if line.who is Who.PERSON]
    assert told[:3] == ["The noise.", "Of the looms it was,", "all day."]
    assert {call.purpose for call in talk.calls} == set(seen) == {"talk", "books"}
    (wrong,) = model.glob("*.wrong")
    assert "The model's answer is no" in wrong.read_text(encoding="utf-8")
    assert "ADA" in format_talk(talk)
    assert (person / "person.md").exists()


async def test_answers_that_lie_there_replay_a_talk(tmp_path: Path) -> None:
    for number, text in enumerate(("The noise of the looms.", "It never stopped.", "/leave"), start=1):
        (tmp_path / f"{number:03d}.answer").write_text(text, encoding="utf-8")
    talk = await talk_of(EvaluationOptions(kind="life-story", turns=9, narrator_by_hand=tmp_path))
    assert [talk.told(turn) for turn in (1, 2)] == ["The noise of the looms.", "It never stopped."]
    assert talk.turns == 2


async def test_by_hand_goes_one_talk_at_a_time(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="--person"):
        await run_talks(
            EvaluationOptions(kind="plain", turns=1, by_hand=tmp_path), Settings(), [ADA, ADA], lambda _p, _t: None
        )


# --- by a model ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["life-story", "plain"])
async def test_the_configured_model_asks_and_plays(kind: str) -> None:
    wanted = EvaluationOptions(kind=kind, turns=2, model=True, people_model=True)
    async with FakeAnthropic() as server:
        talk = await talk_of(wanted, settings=with_model(server))
    assert [line.text for line in talk.lines if line.who is Who.PERSON] == ["…", "…"]
    purposes = {call.purpose for call in talk.calls}
    assert ("plain" if kind == "plain" else "talk") in purposes
    assert "person" not in purposes, "what the played person costs is no cost of the interviewer"
    assert all(call.input_tokens for call in talk.calls)


async def test_a_plain_talk_ends_where_the_model_fails() -> None:
    wanted = EvaluationOptions(kind="plain", turns=9, model=True)
    async with FakeAnthropic() as server:
        server.script(Answers(), Refuses())
        talk = await talk_of(wanted, settings=with_model(server))
    assert talk.heard(0) == "Tell me more."
    assert (talk.turns, talk.heard(1)) == (0, "")


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command_touches_nothing_of_the_operator(tmp_path: Path) -> None:
    done = raconteur(
        "evaluate", "life-story", "--person", "Rosa", "--turns", "2", "--transcripts", "talks", folder=tmp_path
    )
    assert done.code == 0, done.err
    assert [path.name for path in tmp_path.iterdir()] == ["talks"]
    assert "ROSA: The first thing" in (tmp_path / "talks" / "life-story-Rosa.txt").read_text(encoding="utf-8")


def test_whoever_is_not_there_is_named(tmp_path: Path) -> None:
    done = raconteur("evaluate", "life-story", "--person", "Nobody", folder=tmp_path)
    assert done.code == 2
    assert "Nobody is called Nobody; there are: " in done.err
