"""What somebody keeps back, puts off or closes, where a model decides: heard by rules too, and booked once."""

from __future__ import annotations

import pytest

from core.contracts.session import Entry
from core.contracts.turn import Turn
from tests.unit.life_story_kit import Talk, deciding
from tests.unit.test_life_story_interview import STORY, state, talk

SECRET = "I burnt the letters in the dairy that night."


def _kept_back(session: Talk, seq: int) -> None:
    session.entries = [e.model_copy(update={"kept_back": e.kept_back or e.seq == seq}) for e in session.entries]


async def _said(*answers: str, **decided: object) -> tuple[Talk, Turn]:
    """The last turn of a talk in which only the last answer gets this decision."""
    session = talk(deciding(message="Who baked?"))
    *first, last = answers
    for answer in first:
        await session.say(answer)
    session.model = deciding(**{"message": "Who came?", **decided})
    return session, await session.say(last)


def _entry(session: Talk, text: str) -> Entry:
    return next(e for e in session.entries if e.text == text)


# --- keeping back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plea", ["Keep this between us.", "Please don't put that in the file."])
async def test_a_plea_that_only_rules_heard_keeps_back_what_it_was_said_with(plea: str) -> None:
    session, turn = await _said(STORY, f"{SECRET} {plea}")
    assert turn.kept_back == (_entry(session, f"{SECRET} {plea}").seq,)
    assert turn.asides == (plea,)


async def test_a_plea_alone_means_the_answer_before_it() -> None:
    session, turn = await _said(STORY, SECRET, "Keep this between us.")
    assert turn.kept_back == (_entry(session, SECRET).seq, _entry(session, "Keep this between us.").seq)


async def test_what_the_model_names_goes_before_what_rules_would_guess() -> None:
    session, turn = await _said(STORY, SECRET, "Keep this between us.", keep_back=[3])
    assert _entry(session, STORY).seq == 3
    assert turn.kept_back == (3,)


async def test_only_what_is_kept_back_is_released_and_nothing_is_booked_twice() -> None:
    session = talk(deciding(message="Who baked?"))
    await session.say(SECRET)
    secret = _entry(session, SECRET).seq
    session.model = deciding(release=[secret], message="Who came?")
    assert (await session.say(STORY)).released == (), "it was not kept back"
    _kept_back(session, secret)
    assert (await session.say(STORY)).released == (secret,)
    session.model = deciding(keep_back=[secret], message="Who left?")
    assert (await session.say(STORY)).kept_back == (), "it is kept back already"
    session.model = deciding(keep_back=[secret], release=[secret], message="Who slept?")
    turn = await session.say(STORY)
    assert (turn.kept_back, turn.released) == ((), ()), "in doubt it stays kept back"


# --- putting off and closing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("I won't talk about my son.", "never"), ("I don't want to talk about my son today.", "not_now")],
)
async def test_a_refusal_that_only_rules_heard_is_booked_with_its_weight(answer: str, kind: str) -> None:
    session, turn = await _said(STORY, answer)
    assert [(r.subject, r.kind) for r in state(session).refused] == [("my son", kind)]
    assert turn.asides == (answer,)


async def test_what_the_model_heard_is_not_booked_again_by_rule() -> None:
    refused = [{"subject": "my son", "kind": "not_now"}]
    session, turn = await _said(STORY, "I won't talk about my son.", refused=refused)
    assert [(r.subject, r.kind) for r in state(session).refused] == [("my son", "not_now")]
    assert [each.name for each in turn.log].count("declined") == 1


async def test_who_tells_and_goes_leaves_the_goodbye_beside_the_story() -> None:
    _, turn = await _said(STORY, f"{SECRET} gotta go", wants="pause", message="Until tomorrow, then.")
    assert (turn.pauses, turn.asides) == (True, ("gotta go",))
