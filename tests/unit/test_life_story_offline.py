"""A life story without a model: how it listens by rules, and the whole real script to its end."""

from __future__ import annotations

from collections import Counter

import pytest

from core.contracts.session import EntryKind
from core.interviews.life_story.interview import LifeStory
from core.privacy.facts import Facts
from core.words import say, written_in
from tests.unit.life_story_kit import NOW, Talk, names, offline, scripts

LONG = {
    "en": "We walked down to the water every single morning, all summer long, and nobody called us back. ",
    "ru": "Каждое утро мы всё лето спускались к воде, и никто нас оттуда не звал, пока не поспеет обед. ",
}


def talk(language: str = "en", **shape: float) -> Talk:
    interview = LifeStory(scripts(**shape), facts=Facts(operator="Timur"))  # type: ignore[arg-type]  # the shape
    made = Talk(interview, language=language, model=offline())
    made.begin()
    return made


async def asked_after(session: Talk, *answers: str) -> list[str]:
    found = []
    for answer in answers:
        turn = await session.say(answer)
        found.append(turn.question.text if turn.question is not None else "")
    return found


# --- staying with what was told -----------------------------------------------------------------------------------


async def test_nobody_is_taken_up_twice_and_no_form_twice_running() -> None:
    session = talk()
    told = "Well, and so my uncle Rinat came in from the cold again with all the others behind him."
    asked = await asked_after(session, told, told, told, told)
    assert sum("Rinat" in each for each in asked) == 1
    assert len(set(asked)) == len(asked)


async def test_where_nothing_has_a_name_the_scripts_probe_is_asked_and_then_it_goes_on() -> None:
    session = talk()
    kinds = []
    for answer in ["White, always.", "Of smoke.", "Of grass."]:
        turn = await session.say(answer)
        assert turn.question is not None
        kinds.append((turn.question.kind, turn.question.text, turn.remark))
    assert kinds == [
        (EntryKind.FOLLOW_UP, "What did bread number 1 smell of?", ""),
        (EntryKind.QUESTION, "Tell me about the river.", ""),
        (EntryKind.FOLLOW_UP, "What did river number 1 smell of?", ""),
    ]


async def test_a_subject_lasts_as_long_as_they_give_much() -> None:
    session = talk()
    people = ["Rinat", "Zaynab", "Marat", "Ildar", "Safiya"]
    long = [f"{LONG['en'] * 4} And we saw {name} there." for name in people]
    ids = []
    for answer in long:
        turn = await session.say(answer)
        assert turn.question is not None
        ids.append(turn.question.id)
    assert ids == ["q-0"] * 4 + ["q-1"]


async def test_what_they_closed_is_in_no_question() -> None:
    session = talk()
    await session.say("I don't want to talk about the river")
    asked = await asked_after(session, "By the river, with Olga River.", "Yes.", "Yes.", "Yes.")
    assert not any("river" in each.casefold() for each in asked)


# --- little or nothing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["I don't know", "fine.", "Yes.", "Why do you ask?", "I don't want to say"])
async def test_a_short_answer_is_never_quoted(answer: str) -> None:
    turn = await talk().say(answer)
    assert answer.rstrip(".") not in f"{turn.remark} {turn.question.text if turn.question else ''}"


# --- wishes -------------------------------------------------------------------------------------------------------


async def test_a_refusal_moves_on_with_one_plain_line_and_is_remembered() -> None:
    turn = await talk().say("I don't want to talk about my son")
    assert turn.remark == say("en", "interview-declined-1")
    assert names(turn) == ["declined"]
    assert "son" in str(turn.state["refused"])


async def test_what_can_wait_is_not_closed_for_good() -> None:
    turn = await talk().say("not today")
    assert turn.remark == say("en", "interview-later-1")
    assert turn.question is not None
    assert turn.question.id == "q-1"


async def test_what_is_between_us_stays_out_of_the_file() -> None:
    session = talk()
    await session.say("I took the money that day, nobody else.")
    turn = await session.say("keep this between us")
    assert turn.remark.startswith("That stays out of your file.")
    assert turn.kept_back == (3, 5)
    assert turn.question is None


# --- after something hard -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "loss"), [("en", "my mum died when i was nine"), ("ru", "мама умерла, мне было девять")]
)
async def test_a_loss_gets_one_sentence_and_room_and_nothing_is_asked(language: str, loss: str) -> None:
    session = talk(language)
    turn = await session.say(loss)
    assert turn.question is not None
    assert turn.question.kind is EntryKind.ROOM
    assert turn.question.id == "q-0"
    assert turn.question.text.startswith(say(language, "interview-loss-1"))
    assert "?" not in turn.question.text
    after = await session.say(LONG[language])
    assert after.question is not None
    assert after.question.id == "q-1"


async def test_after_a_sign_of_distress_nothing_is_asked_further() -> None:
    session = talk()
    assert (await session.say("I do not want to live any more.")).distress
    session.set(timing=session.session.timing.model_copy(update={"calm": True}))
    turn = await session.say("Rinat was there with all of us, and so was Marat.")
    assert turn.question is not None
    assert turn.question.kind is EntryKind.QUESTION
    assert turn.remark == ""


# --- what they say to the interviewer -----------------------------------------------------------------------------


async def test_a_question_to_the_interviewer_is_answered_and_leaves_the_open_one_open() -> None:
    session = talk()
    turn = await session.say("who reads this?")
    assert "Timur" in turn.remark
    assert turn.question is None
    assert turn.asides == ("who reads this?",)
    after = await session.say("White, always.")
    assert after.question is not None
    assert after.question.text == "What did bread number 1 smell of?"
    assert after.asides == ()


async def test_only_who_did_not_understand_is_asked_again() -> None:
    turn = await talk().say("repeat please")
    assert turn.remark.endswith("Tell me about the bread.")
    assert turn.question is None
    turn = await talk().say("what do you mean?")
    assert turn.remark == say("en", "reply-mean")
    assert turn.question is not None
    assert turn.question.text == "What did bread number 1 smell of?"


@pytest.mark.parametrize(
    ("language", "told", "puzzled", "about"),
    [
        ("en", "My grandmother baked it, in the kitchen.", "what?", "grandmother"),
        ("ru", "Мы его пекли, и бабушка всегда помогала.", "что?", "бабушк"),
    ],
)
async def test_who_did_not_understand_a_follow_up_hears_that_one_in_other_words(
    language: str, told: str, puzzled: str, about: str
) -> None:
    session = talk(language)
    first = (await session.say(told)).question
    assert first is not None
    assert about in first.text
    again = await session.say(puzzled)
    assert again.remark == say(language, "reply-mean")
    assert again.question is not None
    assert about in again.question.text
    assert (again.question.kind, again.question.text == first.text) == (EntryKind.FOLLOW_UP, False)


async def test_a_follow_up_that_has_no_other_words_is_said_once_more() -> None:
    session = talk()
    first = (await session.say("White, always.")).question
    assert first is not None
    again = await session.say("what?")
    assert again.question is None
    assert again.remark.endswith(first.text)


# --- languages ----------------------------------------------------------------------------------------------------


async def test_the_language_follows_the_alphabet_after_two_answers() -> None:
    session = talk("en")
    assert (await session.say("We lived by the river.")).language is None
    assert (await session.say("Мы жили у самой реки.")).language is None
    assert (await session.say("Река была широкая и тихая.")).language == "ru"
    assert (await session.say("By the river, all of us.")).language is None
    assert (await session.say("Это было давно, до войны.")).language is None
    assert (await session.say("By the river, all of us.")).language is None
    assert (await session.say("And then we left it.")).language == "en"


async def test_the_first_answer_settles_the_language() -> None:
    """Before it there is only what the platform says of its person."""
    session = talk("en")
    turn = await session.say("Мы жили у самой реки.")
    assert turn.language == "ru"
    assert turn.question is not None
    assert written_in(turn.question.text) == "ru"


async def test_an_alphabet_that_no_script_has_changes_nothing() -> None:
    session = talk("en")
    for _ in range(3):
        assert (await session.say("Ζούσαμε κοντά στο ποτάμι τότε.")).language is None


# --- the real script ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("short", [True, False])
async def test_the_whole_script_to_its_end_in_the_light(language: str, short: bool) -> None:
    interview = LifeStory()
    session = Talk(interview, language=language, model=offline())
    session.begin()
    answers = {"en": "In the kitchen.", "ru": "На старой кухне."} if short else LONG
    while not session.last.closes:
        turn = await session.say(answers[language])
        assert len(str(dict(turn.state))) < 2_500
    script = interview.scripts.speak(language)
    asked = [e.question_id for e in session.entries if e.kind is EntryKind.QUESTION]
    assert asked == [place.question.id for place in script.places]
    often = Counter(each.text for each in session.asked)
    assert max(often.values()) < 40
    assert session.last.remark.endswith(script.closing)
    assert session.session.created_at == NOW
