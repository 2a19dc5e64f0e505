"""Holding a run: turns, failures, stops and endings, over a real store and two scripted models."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from core.contracts.chat import ChatLine, ChatReply, ChatRequest, ChatRole, Stop
from core.contracts.errors import BudgetSpent, ModelError, ModelRefused, ModelUnavailable, NotFound, Stale
from core.features.chamber import chamber_rows as rows
from core.features.chamber.messages import Speaker, Utterance
from core.features.chamber.runs import ChamberRun, RunStatus, Why
from core.features.chamber.sides import ATTEMPTS, LONGEST_ASKED, REFUSALS
from core.llm.pace import RequestPace
from core.store.claims import Claim
from core.store.store import Store
from tests.fakes.chamber import AT, Chamber, in_turn, setup
from tests.fakes.chat import Reply, Respond, lined_up
from tests.fakes.stores import opened

QUESTIONS = ("<thinking>Begin gently.</thinking>Where were you born?", "And then?", "What was it like?")
ANSWERS = ("<think>Shall I tell?</think>In Riga.", "I left.", "Cold.")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with opened("sqlite", tmp_path) as found:
        yield found


def failing(error: Exception, times: int, respond: Respond) -> Respond:
    """Raise the error so many times, and answer then."""
    left = iter([error] * times)

    def failing_first(request: ChatRequest) -> Reply:
        return next(left, None) or respond(request)

    return failing_first


async def begun(store: Store, *models: Respond, **parts: dict[str, object]) -> Chamber:
    prime, candidate = models or (in_turn(*QUESTIONS), in_turn(*ANSWERS))
    chamber = Chamber(store, setup(**parts), prime, candidate)
    await chamber.begin()
    return chamber


async def test_a_run_takes_its_turns_and_keeps_both_sides_words(store: Store) -> None:
    chamber = await begun(store)
    run = await chamber.hold()
    assert (run.status, run.why, run.asking) == (RunStatus.ENDED, Why.TURNS, None)
    said = await chamber.said()
    assert [(u.speaker, u.turn, u.public.text) for u in said] == [
        (Speaker.PRIME, 1, "Where were you born?"),
        (Speaker.CANDIDATE, 1, "In Riga."),
        (Speaker.PRIME, 2, "And then?"),
        (Speaker.CANDIDATE, 2, "I left."),
        (Speaker.PRIME, 3, "What was it like?"),
        (Speaker.CANDIDATE, 3, "Cold."),
    ]
    assert (said[0].private.full, said[0].private.thoughts) == (QUESTIONS[0], "Begin gently.")
    assert chamber.follower.utterances == list(said)
    assert chamber.follower.runs == [run]


async def test_each_side_is_shown_what_is_its_own_and_what_is_public(store: Store) -> None:
    chamber = await begun(store)
    await chamber.hold()
    assert chamber.candidate.requests[1].lines == (
        ChatLine(role=ChatRole.USER, text="Where were you born?"),
        ChatLine(role=ChatRole.ASSISTANT, text="In Riga."),
        ChatLine(role=ChatRole.USER, text="And then?"),
    )
    assert [line.text for line in chamber.prime.requests[1].lines] == [
        "Please begin the interview.",
        QUESTIONS[0],
        "In Riga.",
    ]


async def test_prime_may_be_shown_thoughts_of_both(store: Store) -> None:
    chamber = await begun(store, prime={"include_candidate_thoughts": True, "include_prime_thoughts": False})
    await chamber.hold()
    assert [line.text for line in chamber.prime.requests[1].lines][1:] == [
        "Where were you born?",
        "In Riga.\n[Candidate's internal thoughts: Shall I tell?]",
    ]


async def test_an_opening_is_said_as_it_is(store: Store) -> None:
    chamber = await begun(store, rules={"opening": "Tell me about Riga.", "max_turns": 1})
    await chamber.hold()
    assert [u.public.text for u in await chamber.said()] == ["Tell me about Riga.", ANSWERS[0].rpartition(">")[2]]
    assert chamber.prime.requests == []


async def test_prime_ends_it_with_its_word(store: Store) -> None:
    chamber = await begun(store, in_turn("Hello?", "Thank you.\n\n[END OF INTERVIEW]"), in_turn("Yes."))
    run = await chamber.hold()
    said = await chamber.said()
    assert (run.why, [u.public.text for u in said]) == (Why.PRIME, ["Hello?", "Yes.", "Thank you."])
    assert "[END OF INTERVIEW]" in chamber.prime.requests[0].system
    assert "[END OF INTERVIEW]" not in chamber.candidate.requests[0].system


async def test_no_thought_shows_when_the_word_for_the_end_is_gone(store: Store) -> None:
    farewell = "((We have\n[END OF INTERVIEW]\nenough.)) Goodbye."
    chamber = await begun(
        store, in_turn("Hello?", farewell), in_turn("Yes."), prime={"thought_patterns": [{"regex": r"\(\([^\[]*\)\)"}]}
    )
    assert (await chamber.hold()).why is Why.PRIME
    last = (await chamber.said())[-1]
    assert (last.public.text, last.private.thoughts) == ("Goodbye.", "((We have\nenough.))")


# --- before it begins -----------------------------------------------------------------------------------------------


async def test_both_sides_are_ready_before_the_clock_of_a_run_starts(store: Store) -> None:
    chamber = await begun(store, rules={"max_minutes": 1})

    async def an_hour() -> None:
        assert chamber.follower.asks == []
        chamber.clock.advance(3600)

    async def broken() -> None:
        raise ModelUnavailable("It cannot be loaded.")

    chamber.prime.readies, chamber.candidate.readies = an_hour, broken
    run = await chamber.hold()
    assert (run.why, run.spent_seconds, chamber.prime.warmed) == (Why.TURNS, 0, True)


async def test_a_side_that_is_never_ready_can_be_stopped(store: Store) -> None:
    chamber = await begun(store)
    waiting = asyncio.Event()

    async def for_ever() -> None:
        waiting.set()
        await asyncio.Event().wait()

    chamber.candidate.readies = for_ever
    holding = asyncio.create_task(chamber.hold())
    await waiting.wait()
    await store.write(lambda c: rows.request_stop(c, chamber.run.id))
    chamber.bell.set()
    run = await holding
    assert (run.status, run.why, await chamber.said()) == (RunStatus.PAUSED, Why.STOPPED, ())


# --- what fails -------------------------------------------------------------------------------------------------------


async def held(chamber: Chamber) -> ChamberRun:
    """Hold it, with every wait sat out at once."""
    task = asyncio.create_task(chamber.hold())
    while not task.done():
        turned = asyncio.create_task(chamber.clock.sleepers(1))
        await asyncio.wait({task, turned}, return_when=asyncio.FIRST_COMPLETED)
        turned.cancel()
        if not task.done():
            chamber.clock.advance(max(chamber.clock.asked[-1], 0.1))
            await asyncio.sleep(0)
    return await task


async def test_a_long_wait_that_a_service_asks_for_is_waited_and_noted(store: Store) -> None:
    busy = ModelUnavailable("The service cannot answer now (HTTP 429).", retry_after=600.0)
    chamber = await begun(store, in_turn(*QUESTIONS), failing(busy, 2, in_turn(*ANSWERS)))
    run = await held(chamber)
    assert run.why is Why.TURNS
    assert [seconds for seconds in chamber.clock.asked if seconds > 60] == [600.0, 600.0]
    notes = await chamber.notes()
    assert [(n.speaker, n.kind, n.seq) for n in notes] == [(Speaker.CANDIDATE, "failed", 2)] * 2
    assert notes[0].text == "The service cannot answer now (HTTP 429). It is asked again in 600 s."
    assert run.spent_seconds == 1200.0


async def test_no_error_of_one_side_reaches_the_other(store: Store) -> None:
    chamber = await begun(
        store,
        failing(ModelUnavailable("OOPS at prime"), 1, in_turn(*QUESTIONS)),
        failing(ModelRefused("OOPS at candidate"), 1, in_turn(*ANSWERS)),
    )
    await held(chamber)
    sent = repr([*chamber.prime.requests, *chamber.candidate.requests])
    assert "OOPS" not in sent
    assert [n.speaker for n in await chamber.notes()] == [Speaker.PRIME, Speaker.CANDIDATE]


@pytest.mark.parametrize(
    ("error", "attempts"),
    [
        (ModelUnavailable("down"), ATTEMPTS),
        (ModelUnavailable("for hours", retry_after=LONGEST_ASKED + 1), 1),
        (ModelRefused("no"), REFUSALS),
        (ModelError("the key is wrong"), 1),
    ],
)
async def test_a_side_that_cannot_speak_pauses_the_run_which_goes_on_later(
    store: Store, error: ModelError, attempts: int
) -> None:
    chamber = await begun(store, in_turn(*QUESTIONS), failing(error, attempts, in_turn(*ANSWERS)))
    run = await held(chamber)
    assert (run.status, run.why) == (RunStatus.PAUSED, Why.FAILED)
    assert len(await chamber.notes()) == attempts
    assert (await chamber.notes())[-1].text == f"{error} It is not asked again; the run pauses."
    await chamber.go_on()
    assert (await held(chamber)).why is Why.TURNS
    assert [u.public.text for u in await chamber.said()][1::2] == ["In Riga.", "I left.", "Cold."]


@pytest.mark.parametrize("reply", ["<think>only this</think>", "<think>cut off", "   ", "A.</think>"])
async def test_a_reply_without_a_public_word_is_asked_for_again(store: Store, reply: str) -> None:
    answers = lined_up(reply, "In Riga.", "I left.", "Cold.")
    chamber = await begun(store, in_turn(*QUESTIONS), answers)
    run = await held(chamber)
    assert run.why is Why.TURNS
    assert [u.public.text for u in await chamber.said()][1] == "In Riga."
    assert "only this" not in repr(chamber.prime.requests)


async def test_a_refusal_is_no_answer(store: Store) -> None:
    refused = ChatReply(text="I cannot", stop=Stop.REFUSED)
    chamber = await begun(store, in_turn(*QUESTIONS), lined_up(refused, "In Riga.", "I left.", "Cold."))
    await held(chamber)
    assert "I cannot" not in repr(chamber.prime.requests)


async def test_a_reply_that_was_cut_is_taken_and_noted(store: Store) -> None:
    cut = ChatReply(text="In Ri", stop=Stop.LIMIT)
    chamber = await begun(store, in_turn("Where?"), lined_up(cut), rules={"max_turns": 1})
    await chamber.hold()
    assert [(n.kind, n.seq) for n in await chamber.notes()] == [("cut", 2)]
    assert [u.public.text for u in await chamber.said()] == ["Where?", "In Ri"]


async def test_half_a_character_is_kept_as_a_question_mark(store: Store) -> None:
    reply = ChatReply(text="In Riga \ud83d.", thinking="\ude00", blocks="[\ud83d]")
    chamber = await begun(store, in_turn("Where?"), lined_up(reply), rules={"max_turns": 1})
    assert (await chamber.hold()).why is Why.TURNS
    said = (await chamber.said())[1]
    assert (said.public.text, said.private.thinking, said.private.blocks) == ("In Riga ?.", "?", "[?]")


async def test_what_a_service_does_not_take_is_noted(store: Store) -> None:
    reply = ChatReply(text="In Riga.", left_out=("temperature",))
    chamber = await begun(store, in_turn("Where?"), lined_up(reply), rules={"max_turns": 1})
    await chamber.hold()
    assert [n.text for n in await chamber.notes()] == ["The service does not take temperature; it was left out."]


@pytest.mark.parametrize(
    ("scope", "status", "why"),
    [("session", RunStatus.ENDED, Why.BUDGET), ("day", RunStatus.PAUSED, Why.MONEY)],
)
async def test_spent_money_ends_a_run_or_pauses_it_for_the_day(
    store: Store, scope: str, status: RunStatus, why: Why
) -> None:
    spent = BudgetSpent(f"The budget of the {scope} is used up.", scope=scope)
    chamber = await begun(store, in_turn(*QUESTIONS), failing(spent, 1, in_turn(*ANSWERS)))
    run = await chamber.hold()
    assert (run.status, run.why, len(await chamber.said())) == (status, why, 1)


# --- stopping ---------------------------------------------------------------------------------------------------------


async def test_a_wish_to_stop_lets_the_turn_be_finished(store: Store) -> None:
    chamber = await begun(store)
    chamber.candidate.gate.clear()
    task = asyncio.create_task(chamber.hold())
    await chamber.candidate.begun(1)
    assert await store.write(lambda c: rows.request_stop(c, "r1"))
    chamber.candidate.gate.set()
    run = await task
    assert (run.status, run.why, run.stop_wanted, len(await chamber.said())) == (
        RunStatus.PAUSED,
        Why.STOPPED,
        False,
        2,
    )
    await chamber.go_on()
    assert (await chamber.hold()).why is Why.TURNS


async def test_a_wish_to_stop_is_heard_in_a_long_wait(store: Store) -> None:
    busy = ModelUnavailable("busy", retry_after=800.0)
    chamber = await begun(store, in_turn(*QUESTIONS), failing(busy, 1, in_turn(*ANSWERS)))
    task = asyncio.create_task(chamber.hold())
    await chamber.clock.sleepers(1)
    chamber.bell.set()  # for another reason
    await store.read(lambda _: None)
    assert not task.done()
    await store.write(lambda c: rows.request_stop(c, "r1"))
    chamber.bell.set()
    run = await task
    assert (run.why, len(await chamber.said())) == (Why.STOPPED, 1)


async def paced(store: Store, speaker: Speaker) -> tuple[Chamber, asyncio.Task[ChamberRun]]:
    """A run whose second request to that side waits for its turn among those of a minute."""
    chamber = await begun(store)
    chat = chamber.prime if speaker is Speaker.PRIME else chamber.candidate
    chat.pace = RequestPace(chamber.clock, 1.0)
    task = asyncio.create_task(chamber.hold())
    await chamber.clock.sleepers(1)
    await store.write(lambda c: rows.request_stop(c, "r1"))
    chamber.bell.set()
    return chamber, task


async def test_a_wish_to_stop_is_heard_where_prime_waits_for_its_turn(store: Store) -> None:
    chamber, task = await paced(store, Speaker.PRIME)
    run = await task
    assert (run.why, len(await chamber.said()), len(chamber.prime.requests)) == (Why.STOPPED, 2, 1)


async def test_where_the_candidate_waits_for_its_turn_the_answer_is_still_heard(store: Store) -> None:
    chamber, task = await paced(store, Speaker.CANDIDATE)
    await store.read(lambda _: None)
    assert not task.done()
    chamber.clock.advance(60)
    assert ((await task).why, len(await chamber.said())) == (Why.STOPPED, 4)


async def test_a_request_that_has_begun_is_not_broken_off_by_a_wish_to_stop(store: Store) -> None:
    chamber = await begun(store)
    chamber.prime.gate.clear()
    task = asyncio.create_task(chamber.hold())
    await chamber.prime.begun(1)
    await store.write(lambda c: rows.request_stop(c, "r1"))
    chamber.bell.set()
    await store.read(lambda _: None)
    chamber.prime.gate.set()
    assert ((await task).why, len(await chamber.said()), chamber.prime.cancelled) == (Why.STOPPED, 2, 0)


async def test_who_lost_a_run_to_another_process_writes_nothing_more(store: Store) -> None:
    chamber = await begun(store)
    chamber.candidate.gate.clear()
    task = asyncio.create_task(chamber.hold())
    await chamber.candidate.begun(1)
    later = Claim("another", AT.timestamp() + 3600)
    assert await store.write(lambda c: rows.RUNS.take(c, later, "r1"))
    chamber.candidate.gate.set()
    with pytest.raises(Stale):
        await task
    assert len(await chamber.said()) == 1


async def test_a_run_that_is_deleted_while_somebody_speaks_stays_deleted(store: Store) -> None:
    chamber = await begun(store)
    chamber.candidate.gate.clear()
    task = asyncio.create_task(chamber.hold())
    await chamber.candidate.begun(1)
    assert await store.write(lambda c: rows.erase_run(c, "r1"))
    chamber.candidate.gate.set()
    with pytest.raises((Stale, NotFound)):
        await task
    assert await chamber.said() == ()


# --- judging ----------------------------------------------------------------------------------------------------------


class Judging:
    """A `Scorer` that is satisfied from a number of utterances on."""

    def __init__(self, *, enough: int, fails: bool = False) -> None:
        self.enough = enough
        self.fails = fails
        self.looked: list[int] = []

    def due(self, said: Sequence[Utterance]) -> bool:
        return bool(said) and len(said) % 2 == 0

    async def score(self, said: Sequence[Utterance]) -> tuple[dict[str, str], bool]:
        self.looked.append(len(said))
        if self.fails:
            raise ModelUnavailable("The judge is away.")
        return {"judge": f'{{"seen": {len(said)}}}'}, len(said) >= self.enough


async def test_a_satisfied_rubric_ends_the_run(store: Store) -> None:
    chamber = await begun(store)
    judging = Judging(enough=4)
    run = await chamber.hold(scorer=judging)
    assert (run.why, len(await chamber.said()), judging.looked) == (Why.RUBRIC, 4, [2, 4])
    assert await store.read(lambda c: rows.scores_of(c, "r1")) == {"judge": '{"seen": 4}'}


async def test_a_judge_that_fails_is_noted_and_ends_nothing(store: Store) -> None:
    chamber = await begun(store)
    run = await chamber.hold(scorer=Judging(enough=2, fails=True))
    assert run.why is Why.TURNS
    assert {n.speaker for n in await chamber.notes()} == {None}
