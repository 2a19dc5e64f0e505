"""What counts as a yes and as a no where somebody is asked for their consent."""

from __future__ import annotations

import pytest

from core.interviews.signals.agreement import agrees, refuses
from core.words import LANGUAGES, say


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes, please.",
        "OK",
        "okay!",
        "I agree",
        "Yes, I agree, let us begin.",
        "Yes, let's begin",
        "да",
        "Да, пожалуйста",
        "Да, я согласна, давайте начнём!",
        "Согласен.",
        "согласна",
        "Хорошо, начнем",
        "👍",
        "👍🏽",
        "Да 👍",
        "«Да»",
        "ok dear",
        "Well, all right then, go ahead",
        "Oh yes, my dear, let's begin.",
        "That is fine with me",
        "I don’t mind",
        "I'm ready",
        "Why not",
        "ну давайте",
        "Ну что ж, давайте начнём",
        "Ну хорошо, милый.",
        "Да, всё подходит",
        "меня всё устраивает, спасибо",
        "Можно начинать",
        "Я готова!",
        "Ок",
        "Почему бы и нет",
        *(say(code, "button-agree") for code in LANGUAGES),
    ],
)
def test_a_yes(text: str) -> None:
    assert agrees(text)
    assert not refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No.",
        "No, thank you",
        "I do not agree",
        "I don't agree.",
        "No, I don’t want to",
        "нет",
        "Нет, спасибо.",
        "да нет",
        "Не согласна",
        "Нет, я не хочу",
        "no, dear",
        "Oh no, thank you, dear",
        "ну нет",
        "Ой, нет, милая",
        *(say(code, "button-decline") for code in LANGUAGES),
    ],
)
def test_a_no(text: str) -> None:
    assert refuses(text)
    assert not agrees(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "1",
        "What?",
        "please",
        "yesterday",
        "Yes, but who reads it?",
        "yes no",
        "да или нет",
        "not yes",
        "не да",
        "I am not sure that I agree",
        "No one was awake but my grandmother.",
        "Да, я родилась в Казани.",
        "Нет ничего лучше моря.",
        "Хорошо было у бабушки.",
        "yes " * 40,
        "dear",
        "well",
        "then",
        "ну",
        "что ж",
        "тогда",
        "Да ну",
        "Да ну, зачем это",
        "Ну да, ну да, знаю я вас",
        "ok then, but who reads it",
        "It is what it is",
        "I was ready to go.",
        "Хорошо, потом",
    ],
)
def test_neither(text: str) -> None:
    assert not agrees(text)
    assert not refuses(text)
