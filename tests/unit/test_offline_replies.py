"""What a person says to the interviewer is answered without a model, and is no part of what they tell."""

from __future__ import annotations

import pytest

from core.interviews.scripted_base import replies
from core.interviews.scripted_base.replies import TakenApart, reply
from core.interviews.signals import hear
from core.privacy.facts import Facts, HeardWhere, ReadWhere

FACTS = Facts(operator="Timur", carriers={"telegram": "Telegram"})
ASKS = ("who", "reads", "why", "long", "voice", "order", "greeting", "apology", "there", "unknown")


def spoken(text: str) -> TakenApart:
    return replies.spoken(text, hear(text))


def said(*asks: str, facts: Facts = FACTS, language: str = "en") -> str:
    return reply(asks, facts, platform="telegram", language=language)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("ask", ASKS)
def test_there_is_an_answer_to_each_in_every_language(ask: str, language: str) -> None:
    assert 0 < len(said(ask, language=language).split()) <= 60
    assert "?" not in said(ask, language=language)


def test_who_reads_is_told_in_the_words_that_people_agreed_to() -> None:
    assert said("reads") == (
        "Your words are kept on the computer of the person who runs this bot (Timur), who can read them. "
        "Telegram carries our messages. Nobody else receives them. /privacy tells more."
    )
    assert "Elsewhere" in said("reads", facts=Facts(place=ReadWhere.PROVIDER, host="Elsewhere"))


def test_whoever_is_to_be_asked_is_named_where_somebody_is() -> None:
    assert said("who").endswith("not a person, and ask questions that people have written. Timur runs this bot.")
    assert said("there", facts=Facts()).startswith("I am here. I am a computer program")
    assert "runs this bot" not in said("who", facts=Facts())


def test_speaking_is_offered_only_where_it_is_heard() -> None:
    assert "send a voice message" in said("voice", facts=Facts(hearing=HeardWhere.LOCAL))
    assert "cannot be heard" in said("voice")


def test_several_questions_are_answered_in_one_breath() -> None:
    answer = said("why", "who", "reads", "long")
    assert answer.index("written down") < answer.index("a computer program") < answer.index("Timur")
    assert "nothing to get through" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "who reads this?",
        "do you like cats?",
        "ask me something light",
        "Are you a robot?",
        "write me a poem",
    ],
)
def test_words_to_the_interviewer_tell_nothing(text: str) -> None:
    heard = spoken(text)
    assert heard.told == ""
    assert heard.asides == (text,)
    assert heard.asks or "do you" not in text


def test_what_is_told_in_the_same_breath_stays() -> None:
    told = "My husband Marat, he called me only Rauza, and nobody calls me so now."
    heard = spoken(f"{told} Are you a robot?")
    assert heard.told == told
    assert heard.asides == ("Are you a robot?",)
    assert heard.asks == ("who",)


@pytest.mark.parametrize(
    ("question", "ask"),
    [
        ("May I ask what you are, exactly?", "who"),
        ("Before I go on, who can read this?", "reads"),
        ("What was it you asked?", "repeat"),
        ("Полиция это увидит?", "reads"),
        ("Почему вы об этом спрашиваете?", "why"),
    ],
)
def test_a_question_put_in_its_own_way_is_known_by_what_is_in_it(question: str, ask: str) -> None:
    assert spoken(question).asks == (ask,)
    told = "The snow went into the eyes of the horse and she did not close them."
    assert (spoken(f"{told} {question}").asks == (ask,)) == (ask != "repeat")


def test_what_others_said_in_a_story_is_not_answered() -> None:
    text = "I stood at the gate with the bread and she called out “Are you a robot?” and we laughed all day about it."
    assert spoken(text).asks == ()
    assert spoken(text).told == text


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Can we talk now about the hospital, instead of my childhood? I want to tell it while I can.", "the hospital"),
        ("I should prefer to speak of Margaret now.", "Margaret"),
        ("Let us talk about the market, I am tired of childhood.", "the market"),
        ("Давайте лучше про железную дорогу, я про неё сколько хочешь могу.", "железную дорогу"),
        ("давай про шахту лучше чем это вот всё", "шахту"),
        ("Мы тогда говорили про шахту и про всё на свете, до самого утра.", ""),
    ],
)
def test_a_wish_for_a_subject_is_heard_whatever_else_is_said(text: str, topic: str) -> None:
    wish = spoken(text).wish
    assert (wish.topic if wish is not None else "") == topic
