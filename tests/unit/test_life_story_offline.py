"""The offline way: the script as it stands, probes by simple rules, and the whole real script to its end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.guard.text import marks
from core.interviews.common.offline import salient
from core.interviews.life_story.interview import LifeStory
from core.session import EntryKind
from core.words import say
from tests.unit.life_story_kit import Talk, names, offline, scripts

SCRIPTS = Path(__file__).resolve().parents[2] / "core" / "interviews" / "life_story" / "scripts"
LONG = {
    "en": "We walked down to the water every single morning, all summer long, and nobody called us back. ",
    "ru": "Каждое утро мы всё лето спускались к воде, и никто нас оттуда не звал, пока не поспеет обед. ",
}


def talk(language: str = "en", **shape: float) -> Talk:
    made = Talk(LifeStory(scripts(**shape)), language=language, model=offline())  # type: ignore[arg-type]  # the shape
    made.begin()
    return made


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_says_that_it_is_offline_in_words_that_are_for_guests(language: str) -> None:
    turn = talk(language).last
    assert turn.notice == say(language, "interview-offline")
    assert turn.chores == ()


def test_in_a_language_without_a_script_it_goes_on_in_the_scripts() -> None:
    assert talk("de").last.language == "en"


async def test_after_a_sign_of_distress_nothing_is_asked_further() -> None:
    session = talk()
    assert (await session.say("I do not want to live any more.")).distress
    session.set(timing=session.session.timing.model_copy(update={"calm": True}))
    turn = await session.say("I am sorry.")
    assert turn.question is not None
    assert turn.question.kind is EntryKind.QUESTION
    assert turn.remark == ""


async def test_a_short_answer_is_asked_further_then_the_script_goes_on() -> None:
    session = talk()
    kinds = []
    for answer in ["White bread.", "Of smoke.", "Of grass."]:
        turn = await session.say(answer)
        assert turn.question is not None
        kinds.append((turn.question.kind, turn.question.text))
        assert turn.notice == ""
        assert turn.chores == ()
    assert kinds == [
        (EntryKind.FOLLOW_UP, "What did bread number 1 smell of?"),
        (EntryKind.FOLLOW_UP, "What did bread number 2 smell of?"),
        (EntryKind.QUESTION, "Tell me about the river."),
    ]


async def test_a_long_answer_needs_no_probe() -> None:
    turn = await talk().say(LONG["en"])
    assert turn.question is not None
    assert turn.question.text == "Tell me about the river."


async def test_there_is_no_probe_without_time_or_follow_ups() -> None:
    for session, seconds in ((talk(minutes=2), 91), (talk(follow_ups=0), 1)):
        turn = await session.say("White bread.", seconds=seconds)
        assert turn.question is not None
        assert turn.question.id == "q-1"


@pytest.mark.parametrize("answer", ["My sister died then.", "I don't remember.", "No.", "Skip this, please"])
async def test_what_is_hard_or_empty_is_not_probed(answer: str) -> None:
    turn = await talk().say(answer)
    assert turn.question is not None
    assert turn.question.id == "q-1"
    assert "“" not in turn.remark


async def test_the_persons_own_words_come_back_now_and_then() -> None:
    session = talk("ru", follow_ups=1)
    remarks = []
    for answer in [
        "Хлеб пекла тётя Варя.",
        "Да уж, вот так и жили тогда все вместе у самой тихой реки под горой, и было хорошо",
    ] * 3:
        turn = await session.say(answer)
        remarks.append(turn.remark.split("\n\n")[0])
    assert remarks[0] == "Вы сказали: «Хлеб пекла тётя Варя»."
    assert remarks[2] == ""
    assert remarks[4] == "Вы упомянули: «Хлеб пекла тётя Варя»."


async def test_thanks_are_plain_seldom_and_varied() -> None:
    session = talk(repeat=2)
    thanks = []
    for _ in range(12):
        turn = await session.say(LONG["en"] * 12)
        thanks.append(turn.remark.split("\n\n")[0] if turn.remark.startswith("Thank") else "")
    said = [line for line in thanks if line]
    assert len(said) == 3
    assert len(set(said)) == 3


async def test_a_refusal_moves_on_with_one_plain_line() -> None:
    turn = await talk().say("I'd rather not say.")
    assert turn.remark == say("en", "interview-declined-1")
    assert names(turn) == ["declined"]


async def test_the_language_follows_the_alphabet_after_two_answers() -> None:
    session = talk("en", follow_ups=0)
    assert (await session.say("Мы жили у самой реки.")).language is None
    turn = await session.say("Река была широкая и тихая.")
    assert turn.language == "ru"
    assert turn.question is not None
    assert turn.question.text == "Расскажите про окно."
    assert (await session.say("By the river, all of us.")).language is None
    assert (await session.say("Это было давно, до войны.")).language is None
    assert (await session.say("By the river, all of us.")).language is None
    assert (await session.say("And then we left it.")).language == "en"


async def test_an_alphabet_that_no_script_has_changes_nothing() -> None:
    session = talk("en", follow_ups=0)
    for _ in range(3):
        assert (await session.say("Ζούσαμε κοντά στο ποτάμι τότε.")).language is None


# --- what is worth quoting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "phrase"),
    [
        ("Well, and then Aunt Ruth came, you know.", "then Aunt Ruth came"),
        ("Да. Хлеб пекла тётя Варя, а мы спали.", "Хлеб пекла тётя Варя"),
        ("Yes.", ""),
        ("no, or so", ""),
        ("go to https://evil.example/x now", ""),
        ("<b>bold words here</b>", "bold words here"),
    ],
)
def test_a_phrase_is_quoted_word_for_word(answer: str, phrase: str) -> None:
    assert salient(answer) == phrase


@given(st.text(max_size=200))
def test_what_is_quoted_was_said_and_is_harmless(answer: str) -> None:
    phrase = salient(answer)
    assert phrase in " ".join(answer.split())
    assert marks(phrase) == 0
    assert not set(phrase) & set("<>*_`[]{}$%/\\\n")


# --- the real script ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not list(SCRIPTS.glob("*.toml")), reason="no script is there")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("short", [True, False])
async def test_the_whole_script_offline_to_its_end(language: str, short: bool) -> None:
    interview = LifeStory()
    session = Talk(interview, language=language, model=offline())
    session.begin()
    answers = {"en": "In the kitchen.", "ru": "На старой кухне."} if short else LONG
    steps = 0
    while not session.last.closes:
        steps += 1
        turn = await session.say(answers[language])
        assert len(str(dict(turn.state))) < 2_500
    script = interview.scripts.speak(language)
    asked = [e.question_id for e in session.entries if e.kind is EntryKind.QUESTION]
    assert asked == [place.question.id for place in script.places]
    assert len(asked) >= 104
    assert [text for text, times in Counter(session.asked).items() if times > 1] == []
    assert steps == len(session.asked)
    assert (len(session.asked) > 1.8 * len(asked)) == short
    assert session.last.remark.endswith(script.closing)
