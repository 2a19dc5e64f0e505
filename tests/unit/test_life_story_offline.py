"""A life story without a model: written questions, written follow-ups and buttons that pretend nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.session import EntryKind, Timing
from core.contracts.turn import Turn
from core.interviews.kind import Operator
from core.interviews.life_story.interview import LifeStory
from core.interviews.scripted_base.offline import LONG as LONG_WORDS
from core.interviews.scripted_base.offline import QUESTION_OFFERS, ROOM_OFFERS, SHORT
from core.languages.detection import detect_language
from core.languages.messages import say
from core.languages.sensitive import is_danger, is_hard
from core.privacy.facts import Facts
from core.text.text import tokens
from tests.fakes.effort import tries
from tests.unit.life_story_kit import HELP, NOW, Talk, offline, saying, scripts

BRIEF = {"en": "In the kitchen.", "ru": "На старой кухне."}
MIDDLE = {
    "en": "White paint, a green table, a lamp with a paper shade and a map on which I liked to count the towns. ",
    "ru": "По субботам тётя пекла ржаной хлеб в глиняной печи, и весь двор до обеда пах этим хлебом. ",
}
FURTHER = "What did bread number 1 smell of?"
SENTENCES = (
    Path(__file__).parents[1] / "data" / "sentences",
    Path(__file__).parents[3] / "shared" / "data" / "hard",  # no part of the repository
)


def talk(language: str = "en") -> Talk:
    operator = Operator(help_texts=HELP, facts=Facts(operator="Timur"))
    made = Talk(LifeStory(scripts(), operator=operator), language=language, model=offline())
    made.begin()
    return made


def said(turn: Turn) -> str:
    question = turn.question.text if turn.question is not None else ""
    return "\n".join(part for part in (turn.notice, turn.remark, question, turn.after) if part)


def told(kind: str) -> list[tuple[str, str]]:
    """The sentences of a kind with their language; of the hard ones in the repository those that a list can know."""
    files = [(folder, path) for folder in SENTENCES for path in sorted(folder.glob(f"{kind}*.txt"))]
    lines = [
        (folder, path.stem.rsplit(".", 1)[-1], line)
        for folder, path in files
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    known = kind == "plain"
    return [(tag, line) for folder, tag, line in lines if known or folder != SENTENCES[0] or is_hard(line, tag)]


# --- the rhythm ---------------------------------------------------------------------------------------------------


def test_the_first_question_has_its_buttons() -> None:
    turn = talk().last
    assert turn.notice == say("en", "interview-offline")
    assert turn.offers == QUESTION_OFFERS


async def test_a_question_gets_one_written_follow_up_and_then_comes_the_next() -> None:
    session = talk()
    turns = [await session.say(answer) for answer in ("White, always.", "Of smoke.", "Of grass.")]
    assert [(turn.question.kind, turn.question.text) for turn in turns if turn.question] == [
        (EntryKind.FOLLOW_UP, FURTHER),
        (EntryKind.QUESTION, "Tell me about the river."),
        (EntryKind.FOLLOW_UP, "What did river number 1 smell of?"),
    ]
    assert all((turn.notice, turn.remark, turn.offers) == ("", "", QUESTION_OFFERS) for turn in turns)


async def test_a_long_answer_to_the_follow_up_gets_an_invitation_too() -> None:
    session = talk()
    turns = [await session.say(MIDDLE["en"] * 3) for _ in range(3)]
    assert [(turn.question.id, turn.question.kind, turn.question.text) for turn in turns if turn.question] == [
        ("q-0", EntryKind.FOLLOW_UP, FURTHER),
        ("q-0", EntryKind.ROOM, say("en", "interview-more-1")),
        ("q-0", EntryKind.ROOM, say("en", "interview-room-1")),
    ]
    assert turns[1].offers == ROOM_OFFERS


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("short", [True, False])
async def test_the_follow_up_fits_the_length_of_the_answer(language: str, short: bool) -> None:
    session = Talk(LifeStory(), language=language, model=offline())
    session.begin()
    turn = await session.say(BRIEF[language] if short else MIDDLE[language])
    place = session.interview.scripts.speak(language).places[0]
    fitting = [probe.text for probe in place.question.probes if probe.after in {"any", "short" if short else "long"}]
    assert turn.question is not None
    assert turn.question.text == fitting[0]
    assert len(BRIEF[language].split()) < SHORT <= len(MIDDLE[language].split()) < LONG_WORDS


async def test_the_floor_is_theirs_as_long_as_they_tell() -> None:
    session = talk()
    session._apply(session.interview.more(session.situation()))
    for number in (2, 3):
        turn = await session.say(MIDDLE["en"])
        assert turn.question is not None
        assert (turn.question.text, turn.question.kind) == (say("en", f"interview-room-{number}"), EntryKind.ROOM)
        assert turn.offers == ROOM_OFFERS
    turn = await session.say("Yes.")
    assert turn.question is not None
    assert (turn.remark, turn.question.text) == (say("en", "interview-told"), "Tell me about the river.")
    assert turn.offers == QUESTION_OFFERS


# --- what is hard -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "line"), told("hard"))
async def test_after_something_hard_nothing_is_asked(language: str, line: str) -> None:
    session = talk(language)
    turn = await session.say(line)
    assert turn.question is not None
    assert (turn.question.id, turn.question.kind, turn.offers) == ("q-0", EntryKind.ROOM, ROOM_OFFERS)
    assert turn.question.text == say(language, "interview-hard-1")
    assert "?" not in said(turn)
    assert bool(turn.after) == is_danger(line, language)


async def test_thanks_vary_and_danger_brings_the_help_text() -> None:
    session = talk()
    first = await session.say("He hit her.")
    second = await session.say("I want to kill myself.")
    assert [turn.question.text for turn in (first, second) if turn.question] == [
        say("en", "interview-hard-1"),
        say("en", "interview-hard-2"),
    ]
    assert (first.after, first.distress) == ("", False)
    assert second.after.endswith(HELP["en"])
    assert second.distress
    assert not second.pauses


@pytest.mark.parametrize(("language", "message"), [("en", "Who was there?"), ("ru", "Кто там был?")])
async def test_an_ordinary_answer_leaves_nothing_and_closes_nothing(language: str, message: str) -> None:
    for line in (line for tag, line in told("plain") if tag == language):
        without, with_model = talk(language), talk(language)
        with_model.model = saying(message)
        for turn in (await without.say(line), await with_model.say(line)):
            assert (turn.pauses, turn.closes, turn.distress, turn.after) == (False, False, False, ""), line
            assert (turn.beside, turn.asides, turn.kept_back, turn.state["refused"]) == (False, (), (), []), line
            assert turn.state["question_id"] == "q-0", line
        question = with_model.last.question
        assert question is not None, line
        assert question.text == message


# --- what they say to the interviewer -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who reads this?", "Timur"),
        ("Who are you?", "program"),
        ("Are you there?", say("en", "reply-there")),
    ],
)
async def test_a_question_to_the_interviewer_is_answered(asked: str, answer: str) -> None:
    session = talk()
    turn = await session.say(asked)
    assert answer in turn.remark
    assert (turn.question, turn.offers) == (None, QUESTION_OFFERS)
    after = await session.say("White, always.")
    assert after.question is not None
    assert after.question.text == FURTHER


async def test_who_did_not_understand_hears_it_another_way_or_once_more() -> None:
    session = talk()
    first = await session.say("What do you mean?")
    assert first.question is not None
    assert (first.remark, first.question.text) == (say("en", "reply-mean"), FURTHER)
    again = await session.say("What do you mean?")
    assert (again.question, again.remark) == (None, FURTHER), "there are no other words for that"


@pytest.mark.parametrize("answer", ["Next.", "Stop", "Let's pause", "bye", "I don't know", "No.", "hello", "/x", "..."])
async def test_anything_else_that_is_typed_is_the_answer(answer: str) -> None:
    turn = await talk().say(answer)
    assert turn.question is not None
    assert turn.question.text == FURTHER
    assert (turn.pauses, turn.closes, turn.asides, turn.beside) == (False, False, (), False)


async def test_what_was_told_freely_is_thanked_for_and_then_it_goes_on() -> None:
    session = talk()
    floor = session.interview.tell(session.situation(), "The goat")
    assert floor is not None
    session._apply(floor)
    session.entries[-1] = session.entries[-1].model_copy(update={"title": "The goat"})
    turn = await session.say(MIDDLE["en"])
    assert turn.remark == say("en", "interview-told")
    assert turn.question is not None
    assert turn.question.kind is EntryKind.QUESTION


# --- languages ----------------------------------------------------------------------------------------------------


async def test_the_first_answer_settles_the_language() -> None:
    session = talk("en")
    turn = await session.say("Мы жили у самой реки.")
    assert turn.language == "ru"
    assert turn.question is not None
    assert detect_language(turn.question.text) == "ru"
    answers = [
        "By the river, all of us.",
        "Это было давно, до войны.",
        "By the river, all of us.",
        "And then we left it.",
    ]
    assert [(await session.say(each)).language for each in answers] == [None, None, None, "en"]


async def test_an_alphabet_that_no_script_has_changes_nothing() -> None:
    session = talk("en")
    for _ in range(3):
        assert (await session.say("Ζούσαμε κοντά στο ποτάμι τότε.")).language is None


# --- laws, and the whole script -----------------------------------------------------------------------------------

OWN = st.text(alphabet="abcdefghij", min_size=3, max_size=8).map("zq{}".format)
COMMON = st.sampled_from(
    ["we", "were", "raped", "and", "my", "mother", "died", "I", "want", "to", "die", ".", "?", "no"]
)
ANSWERS = st.lists(st.one_of(OWN, COMMON), min_size=1, max_size=60).map(" ".join)


@settings(max_examples=tries(15, soak=600), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(answers=st.lists(ANSWERS, min_size=1, max_size=5), calm=st.booleans())
async def test_no_word_of_an_answer_is_ever_said_back(answers: list[str], calm: bool) -> None:
    session = talk()
    session.set(timing=Timing(calm=calm))
    for answer in answers:
        words = {word for word in tokens(answer) if word.startswith("zq")}
        turn = await session.say(answer)
        assert words.isdisjoint(tokens(said(turn)))
        assert said(turn), "something is always said"
        assert said(turn).count("?") <= 1
        assert not turn.pauses


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("answers", [BRIEF, MIDDLE])
async def test_the_whole_script_to_its_end_in_the_light(language: str, answers: dict[str, str]) -> None:
    interview = LifeStory()
    session = Talk(interview, language=language, model=offline())
    session.begin()
    script = interview.scripts.speak(language)
    for _ in range(3 * len(script.places)):
        if session.last.closes:
            break
        turn = await session.say(answers[language])
        assert len(str(dict(turn.state))) < 2_500
    assert session.last.closes
    assert [e.question_id for e in session.entries if e.kind is EntryKind.QUESTION] == [
        place.question.id for place in script.places
    ]
    assert max(Counter(each.text for each in session.asked).values()) == 1
    assert session.last.remark == script.closing
    assert session.last.chores == ()
    assert session.session.created_at == NOW
