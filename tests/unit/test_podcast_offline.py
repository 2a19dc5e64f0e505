"""The conversation without a model: the bank in order, and follow-ups by rules on what was said."""

from __future__ import annotations

import pytest

from core.contracts.session import EntryKind
from core.interviews.podcast.course import plan
from core.interviews.podcast.prompt import TEMPLATES
from core.interviews.substance import substantive, words_told
from core.words import say
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


@pytest.mark.parametrize(
    ("answer", "cue"),
    [
        ("I am not sure whether he was right about work, I have to think it over again.", "doubt"),
        ("It reminded me of the summers when we lived by the harbour with all the others.", "memory"),
        ("Somehow it touched me more than the rest of what was told there about the sea.", "feeling"),
        ("Мне сразу вспомнилось лето, когда в детстве мы жили у самой воды и ловили рыбу.", "memory"),
    ],
)
async def test_a_word_of_the_answer_brings_the_question_that_goes_with_it(answer: str, cue: str) -> None:
    language = "ru" if answer[0] > "z" else "en"
    turn = await Conversation(source(), language=language).say(answer)
    assert turn.question is not None
    assert turn.question.text == say(language, f"podcast-ask-{cue}")


async def test_in_a_talk_about_an_episode_nobody_is_asked_what_happened_then() -> None:
    turn = await Conversation(source()).say("What they say about slow work is how it should be. " * 5)
    assert turn.question is not None
    assert turn.question.text not in {say("en", f"interview-probe-then-{n}") for n in (1, 2, 3)}


@pytest.mark.parametrize("wish", ["сосредоточиться на воспоминаниях", "больше о моих воспоминаниях, пожалуйста"])
def test_a_wish_comes_first(wish: str) -> None:
    chapter = PODCAST.scripts.speak("ru").chapters[0]
    assert "reflective-memory" in plan(chapter, 2, wish)


def test_a_wish_without_a_match_changes_nothing() -> None:
    for chapter in PODCAST.scripts.speak("en").chapters:
        assert plan(chapter, 9, "quantum chromodynamics") == plan(chapter, 9, "")
        assert len(set(plan(chapter, 30, ""))) == 29


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
    assert words_told(text) == words


def test_a_mark_on_a_letter_is_no_letter() -> None:
    assert words_told("ก็ที่นี่ก็ที่นี่") == words_told("กทนกทน")
    assert not substantive("が" * 19)
    assert substantive("が" * 20)
    assert substantive("か\u3099" * 20)
    assert not substantive("か\u3099" * 19)
