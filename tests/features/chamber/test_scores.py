"""Runs that are held with judges, over a real store: what ends them, what is kept, and what is made of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.contracts.chat import ChatModel, ChatRequest
from core.features.chamber import chamber_rows as rows
from core.features.chamber.figures import ScoredRun, compute_series_figures, plot_scores, series_markdown
from core.features.chamber.judging import Panel, build_panel
from core.features.chamber.rubrics import scores_in
from core.features.chamber.runs import RunStatus, Why
from core.features.chamber.setup import Judge, ModelService, Setup
from core.store.store import Store
from tests.fakes.chamber import Chamber, in_turn, setup
from tests.fakes.chat import Respond, ScriptedChat
from tests.fakes.judges import answer, entry, rubric
from tests.fakes.stores import opened

QUESTIONS = ("<thinking>HIDDEN plan</thinking>Where were you born?", "And then?", "What was it like?")
ANSWERS = ("<think>HIDDEN doubt</think>In Riga by the sea.", "I left for the north.", "Cold and very long.")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with opened("sqlite", tmp_path) as found:
        yield found


def scored_setup(*judges: str, every: int | None = None) -> Setup:
    return setup().model_copy(
        update={
            "rubric": rubric("candour", every=every),
            "judges": tuple(
                Judge(provider="openai", model=f"{name}-1", name=name, characters_at_once=20_000) for name in judges
            ),
        }
    )


def sees(number: int, score: int, quote: str = "I left for the north") -> Respond:
    """A judge that scores from an utterance of the Candidate's on, and says before that it cannot tell."""

    def respond(request: ChatRequest) -> str:
        shown = f'<candidate n="{number}">' in request.lines[0].text
        return answer(entry("candour", score if shown else None, (number, quote)))

    return respond


async def judged(store: Store, whole: Setup, **judges: Respond) -> tuple[Chamber, Panel, dict[str, ScriptedChat]]:
    """A run that is about to be held, and its judges."""
    chamber = Chamber(store, whole, in_turn(*QUESTIONS), in_turn(*ANSWERS))
    await chamber.begin()
    chats = {f"{name}-1": ScriptedChat(respond) for name, respond in judges.items()}

    def chat_of(service: ModelService) -> ChatModel:
        return chats[service.model]

    panel = build_panel(chamber.run.id, whole, chat_of, chamber.clock)
    assert panel is not None
    return chamber, panel, chats


async def test_a_run_ends_when_every_judge_is_satisfied(store: Store) -> None:
    whole = scored_setup("a", "b", every=1)
    chamber, panel, chats = await judged(store, whole, a=sees(2, 2, "In Riga by the sea"), b=sees(4, 3))
    run = await chamber.hold(scorer=panel)
    assert (run.status, run.why, len(await chamber.said())) == (RunStatus.ENDED, Why.RUBRIC, 4)
    assert "HIDDEN" not in repr([chat.requests for chat in chats.values()])
    assert {request.session_id for chat in chats.values() for request in chat.requests} == {"r1"}


async def test_scores_are_kept_at_the_end_and_become_tables_and_a_picture(store: Store) -> None:
    chamber, panel, chats = await judged(store, scored_setup("a", "b"), a=sees(4, 2), b=sees(4, 3))
    run = await chamber.hold(scorer=panel)
    assert (run.why, [len(chat.requests) for chat in chats.values()]) == (Why.TURNS, [1, 1])
    scores = scores_in(await store.read(lambda c: rows.scores_of(c, "r1")))
    assert [(each.judge, each.score("candour"), each.up_to) for each in scores] == [("a", 2, 6), ("b", 3, 6)]
    (quote,) = scores[0].criteria["candour"].quotes
    assert (quote.seq, quote.text) == (4, "I left for the north")
    found = compute_series_figures([ScoredRun(id=run.id, label=run.name, scores=scores)], panel.rubric)
    assert series_markdown(found).startswith("## Means\n")
    assert plot_scores(found).startswith(b"\x89PNG")


async def test_without_a_rubric_nobody_judges(store: Store) -> None:
    chamber = Chamber(store, setup(), in_turn(*QUESTIONS), in_turn(*ANSWERS))
    assert build_panel(chamber.run.id, chamber.run.setup, lambda _: ScriptedChat(), chamber.clock) is None


async def test_two_who_go_round_in_circles_are_ended(store: Store) -> None:
    farewells = ("Thank you, and goodbye!", "<think>HIDDEN again</think>Goodbye, take care!")
    whole = setup(rules={"max_turns": 20})
    chamber = Chamber(store, whole, lambda _: farewells[0], lambda _: farewells[1])
    await chamber.begin()
    assert ((await chamber.hold()).why, len(await chamber.said())) == (Why.CIRCLES, 8)
