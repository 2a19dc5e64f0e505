"""What counts as a yes and as a no where somebody is asked for their consent."""

from __future__ import annotations

import pytest

from core.interviews.signals.courtesy import agrees, refuses
from core.words import LANGUAGES, say


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "OK",
        "Yes, I agree, let us begin.",
        "да",
        "Да, я согласна, давайте начнём!",
        "Согласен.",
        "Хорошо, начнем",
        "👍",
        "👍🏽",
        "«Да»",
        "Well, all right then, go ahead",
        "Oh yes, my dear, let's begin.",
        "okay!",
        "That is fine with me",
        "I don’t mind",
        "I'm ready",
        "Why not",
        "Ну что ж, давайте начнём",
        "Да, всё подходит",
        "меня всё устраивает, спасибо",
        "Можно начинать",
        "Я готова!",
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
        "I do not agree",
        "No, I don’t want to",
        "нет",
        "да нет",
        "Не согласна",
        "Oh no, thank you, dear",
        "ну нет",
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
        "What?",
        "yesterday",
        "Yes, but who reads it?",
        "yes no",
        "not yes",
        "I am not sure that I agree",
        "No one was awake but my grandmother.",
        "Да, я родилась в Казани.",
        "Нет ничего лучше моря.",
        "yes " * 40,
        "dear",
        "ну",
        "Да ну",
        "Да ну, зачем это",
        "Ну да, ну да, знаю я вас",
        "It is what it is",
        "Хорошо, потом",
    ],
)
def test_neither(text: str) -> None:
    assert not agrees(text)
    assert not refuses(text)
