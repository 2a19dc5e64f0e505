"""The conversation without a model: the bank in order, each question with one follow-up that was written for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.contracts.session import EntryKind
from core.interviews.podcast.interview import plan_podcast_questions
from core.interviews.podcast.preparing import TEMPLATES
from core.languages.messages import say
from core.text.text import count_beginning_words, is_substantive
from tests.unit.life_story_kit import offline
from tests.unit.podcast_kit import LONG, LONG_RU, PODCAST, Conversation, source


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("template", TEMPLATES)
async def test_every_template_runs_to_its_end(template: str, language: str) -> None:
    talk = Conversation(source(template=template, questions=30), language=language)
    assert talk.last.notice == say(language, "interview-offline")
    await talk.to_the_end(LONG_RU if language == "ru" else LONG)
    assert len(talk.mains) == 30
    assert talk.asked[-1].question_id == f"{template}-conclusion"
    assert len({each.text for each in talk.asked}) == len(talk.asked)
    assert any(each.kind is EntryKind.FOLLOW_UP for each in talk.asked)
    assert talk.last.chores == ()


async def test_the_bank_is_walked_in_its_order() -> None:
    for chapter in PODCAST.scripts.speak("en").chapters:
        talk = Conversation(source(template=chapter.id, questions=7))
        while not talk.last.closes:
            talk.skip()
        order = [question.id for question in chapter.questions]
        places = [order.index(each.question_id) for each in talk.asked]
        assert places == sorted(places)
        assert len(places) == 8


async def test_an_answer_is_followed_by_the_questions_own_follow_up() -> None:
    bank = PODCAST.scripts.speak("en").by_id
    talk = Conversation(source(questions=2))
    for answer, length in (("The nets.", "short"), (LONG, "long")):
        turn = await talk.say(answer)
        place = bank[talk.mains[-1].question_id]
        assert turn.question is not None
        assert turn.question.text == next(each.text for each in place.question.probes if each.after == length)
        await talk.say(LONG)
    assert talk.asked[-1].question_id == "reflective-conclusion"
    assert (await talk.say(LONG)).closes, "the last question is never followed up"


async def test_a_hard_answer_is_followed_by_no_question() -> None:
    turn = await Conversation(source()).say("It made me think of my brother, who died in the war at nineteen.")
    assert turn.question is not None
    assert (turn.question.kind, "?" in turn.question.text) == (EntryKind.ROOM, False)


@pytest.mark.parametrize("wish", ["сосредоточиться на воспоминаниях", "больше о моих воспоминаниях, пожалуйста"])
def test_a_wish_comes_first(wish: str) -> None:
    chapter = PODCAST.scripts.speak("ru").chapters[0]
    assert "reflective-memory" in plan_podcast_questions(chapter, 2, wish)


def test_a_wish_without_a_match_changes_nothing() -> None:
    for chapter in PODCAST.scripts.speak("en").chapters:
        assert plan_podcast_questions(chapter, 9, "quantum chromodynamics") == plan_podcast_questions(chapter, 9, "")
        assert len(set(plan_podcast_questions(chapter, 30, ""))) == 29


# --- substance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("… ?! 👍🏽👍🏽👍🏽", 0),
        ("Я ещё подумаю", 3),
        ("港口的网", 2),
        ("คนไทย", 1),
        ("Podcast 港口的网 really", 4),
        ("हिन्दी में", 2),
    ],
)
def test_words_are_counted_in_any_script(text: str, words: int) -> None:
    assert count_beginning_words(text) == words


def test_a_mark_on_a_letter_is_no_letter() -> None:
    assert count_beginning_words("ก็ที่นี่ก็ที่นี่") == count_beginning_words("กทนกทน")
    assert not is_substantive("が" * 19)
    assert is_substantive("が" * 20)
    assert is_substantive("か\u3099" * 20)
    assert not is_substantive("か\u3099" * 19)


async def test_whoever_comes_back_reads_in_one_sentence_where_they_were() -> None:
    talk = Conversation(source(questions=5))
    await talk.say("It was the sound of the rain on the roof of the shed, at night.")
    back = await PODCAST.welcome(talk.situation(), offline())
    where, _, told = back.notice.partition("and the last thing you told me was")
    assert f"on “{source().episode.title}”" in where
    assert "at question 1 of about 5" in where
    assert "It was the sound of the rain on the roof of the shed, at night." in told


async def test_what_is_kept_back_is_not_said_to_whoever_comes_back() -> None:
    talk = Conversation(source(questions=5))
    await talk.say("Between us: I did not listen to the end.")
    here = talk.situation()
    kept = tuple(entry.model_copy(update={"kept_back": True}) for entry in here.tail)
    back = await PODCAST.welcome(replace(here, tail=kept), offline())
    assert "did not listen" not in back.notice
