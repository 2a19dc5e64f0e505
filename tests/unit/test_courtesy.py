"""What somebody writes into a pause: a greeting with an excuse, a wish to go on, a postscript, or something told."""

from __future__ import annotations

import pytest

from core.interviews.signals.courtesy import Added, adds, comes_back, is_courtesy, wants_on


@pytest.mark.parametrize(
    "text",
    [
        "hello again, sorry I was ill",
        "I'm back, sorry, I’ve been in hospital",
        "Good morning dear, I am back again now",
        "Sorry I haven't written for so long.",
        "Здравствуйте, извините, болела",
        "Простите, что долго не отвечала",
        "Вот и я, извините за молчание.",
    ],
)
def test_a_greeting_with_an_excuse(text: str) -> None:
    assert comes_back(text)
    assert not wants_on(text)
    assert adds(text) is Added.NO


@pytest.mark.parametrize(
    "text",
    [
        "Sorry I never told him",
        "I was ill as a child",
        "Hello, my name is Anna and I was born in 1940",
        "Hello, who reads this?",
        "Простите, отец умер",
        "yes, my aunt did",
        "Да, тётя Оля",
    ],
)
def test_what_tells_or_asks_is_none(text: str) -> None:
    assert not comes_back(text)
    assert not wants_on(text)
    assert not is_courtesy(text)


@pytest.mark.parametrize(
    "text",
    ["Let's go on", "yes, let’s continue", "I'm ready", "Where were we?", "да", "Ну, давайте дальше", "Я готова"],
)
def test_a_wish_to_go_on(text: str) -> None:
    assert wants_on(text)


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("PS the oven was green", Added.PLAIN),
        ("Oh, and one more thing: he sang", Added.PLAIN),
        ("I forgot to say that he sang", Added.PLAIN),
        ("Забыла сказать, печь была зелёная", Added.PLAIN),
        ("Oh, and the oven was green", Added.HINTED),
        ("Кстати, он пел", Added.HINTED),
        ("Psalms were read", Added.NO),
        ("I forgot his name", Added.NO),
        ("Island life was hard", Added.NO),
    ],
)
def test_a_postscript(text: str, plainly: Added) -> None:
    assert adds(text) is plainly
