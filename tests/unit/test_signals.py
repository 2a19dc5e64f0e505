"""What is heard in an answer without a model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.signals import Signals, hard, hear

TOLD = Path(__file__).resolve().parents[3] / "shared" / "data" / "interviews" / "fountain_hughes_1949.txt"
ONWARD = [
    "Next.", "Skip this one, please", "Can we move on?", "Let's talk about something else", "pass",
    "Дальше", "Давайте дальше, пожалуйста", "пропустим этот вопрос", "Следующий вопрос!", "Давайте о другом",
]  # fmt: skip
DECLINED = [
    "I'd rather not say.", "I’d rather not talk about my father", "No comment", "That's private.",
    "I don't want to answer that", "Sorry, I do not want to talk about it.",
    "Не хочу об этом говорить", "Это личное.", "Предпочитаю не отвечать на этот вопрос", "Лучше не надо об этом",
    "Извините, я не хочу рассказывать о войне", "Давайте не будем об этом",
]  # fmt: skip
PAUSE = [
    "Stop.", "Let's stop here for today", "I'm tired, let's continue tomorrow", "I need a break",
    "Goodbye", "Thank you, bye", "Good night, my dear", "See you tomorrow",
    "До свидания", "Спасибо, до завтра!", "Спокойной ночи", "Потом отвечу",
    "Пауза", "На сегодня хватит", "Давайте закончим на сегодня", "Я сегодня устала", "Давайте сделаем перерыв",
]  # fmt: skip
STOP = [
    "I want to end the interview", "Let's stop here for good", "I don't want to continue any more",
    "Давайте закончим интервью", "Я больше не хочу продолжать", "Хочу закончить этот разговор",
]  # fmt: skip
STORIES = [
    "I said stop, and he stopped. Then we went home.",
    "Later.",
    "Goodbye was all she said.",
    "Пока мама спала, мы убежали.",
    "Enough.",
    "Next to the river there was a mill.",
    "We had to move on from the village when the dam was built.",
    "I don't want to say that my father was a bad man, he was not.",
    "That's all.",
    "I would rather not have gone there, but my mother sent me, so I went.",
    "Позже.",
    "Достаточно.",
    "Он сказал: хватит, и мы ушли.",
    "Устала, конечно, но дошла.",
    "Не хочу врать: было хорошо.",
    "Остановились мы тогда в Орле.",
]
DISTRESS = [
    "I don't want to live any more.",
    "It was a good life, but now I want to die.",
    "I keep thinking about killing myself",
    "My son hits me every day and takes my pension.",
    "I'm not safe here.",
    "Не хочу больше жить.",
    "Я хочу умереть",
    "Думаю о самоубийстве",
    "Муж каждый день бьет меня",
    "Сын меня снова избивает, вот сейчас",
    "Боюсь, что он меня убьёт",
]
PAST = [
    "My father beat me every day when I was small.",
    "I want to die at home, among my own people.",
    "I never wanted to die, not even in the camp.",
    "I don't want to die before I see the sea.",
    "When he left I wanted to die.",
    "She said “I want to die” and closed her eyes.",
    "I don't want to live in the town.",
    "My uncle killed himself in 1952.",
    "Отец бил меня каждый день.",
    "Не хочу умирать.",
    "Хочу умереть дома, в своей постели.",
    "Не хочу жить в городе.",
    "Мама тогда сказала: «Не хочу больше жить».",
]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((text, "onward") for text in ONWARD),
        *((text, "declined") for text in DECLINED),
        *((text, "pause") for text in PAUSE),
        *((text, "stop") for text in STOP),
    ],
)
def test_a_short_clear_wish_is_heard(text: str, name: str) -> None:
    assert replace(hear(text), passage="", subject="") == Signals(**{name: True})


@pytest.mark.parametrize("text", [*STORIES, *PAST])
def test_what_is_told_is_no_wish_and_no_distress(text: str) -> None:
    heard = hear(text)
    assert not heard.wish
    assert not heard.distress


@pytest.mark.parametrize("text", DISTRESS)
def test_distress_of_today_is_heard(text: str) -> None:
    assert hear(text).distress
    assert hear(f"We lived by the river then, in a wooden house.\n{text}").distress


def test_the_last_message_of_an_answer_can_be_a_wish() -> None:
    assert hear("We lived by the river, all seven of us.\nNext question, please").onward
    assert not hear("Next question, please\nNo, wait: there was one more thing about the river").wish


def test_a_refusal_with_more_to_it_is_left_to_the_model() -> None:
    assert not hear("I don't want to talk about the war, but I will tell you about the bread.").wish


@pytest.mark.parametrize("text", ["I don't remember.", "Не помню", "Уже не помню этого", "Nothing", "Нет", "No idea"])
def test_having_nothing_to_say_is_no_refusal(text: str) -> None:
    assert replace(hear(text), passage="") == Signals(nothing=True)


def test_what_is_hard_is_noticed() -> None:
    assert hard("My sister died that winter.")
    assert hard("Брат погиб под Ржевом.")
    assert not hard("We picked apples.")


@pytest.mark.skipif(not TOLD.exists(), reason="no recorded interview is there")
def test_nobody_is_misheard_in_a_real_interview() -> None:
    paragraphs = [p for p in TOLD.read_text(encoding="utf-8").splitlines() if p.strip()]
    assert len(paragraphs) > 50
    assert [p for p in paragraphs if hear(p).wish or hear(p).distress] == []


@given(st.text(max_size=400))
def test_any_text_is_heard_without_an_error(text: str) -> None:
    heard = hear(text)
    assert [heard.declined, heard.onward, heard.pause, heard.stop].count(True) <= 1


@pytest.mark.parametrize("wish", ["stop", "дальше", "I'd rather not say"])
@given(story=st.text(alphabet="abcdefgh ", min_size=450, max_size=600))
def test_a_long_answer_is_never_a_wish_as_a_whole(wish: str, story: str) -> None:
    assert not hear(f"{wish} x{story}x").wish
