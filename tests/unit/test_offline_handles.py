"""What of an answer is taken up by name, without understanding any of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.scripted_base.handles import handles
from core.words import say


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        ("It was my mother Zaynab who told me, in 1969, when I was already a student.", "Zaynab"),
        ("Aunt Safiya sang at work.", "Aunt Safiya"),
        ("And then my grandmother put a rag in the door.", "grandmother"),
        (
            "It was a glass thermometer in a tin case, and I measured the cat, the bread, the stove.",
            "glass thermometer",
        ),
        ("We had a samovar.", "samovar"),
        ("We carried the bread home.", "bread"),
        ("They sold the nursing home in May.", "nursing home"),
        ("It must have been 1954, or later.", "1954"),
        ("On Monday in June the Russians and the English came, I think.", ""),
        ("I told you that already, a thousand times.", ""),
        ("Look at www.example.com with my brother.", ""),
    ],
)
def test_the_best_thing_to_take_up_in_english(answer: str, first: str) -> None:
    assert next((each.words for each in handles(answer, "en")), "") == first


@pytest.mark.parametrize(
    ("answer", "kind", "first"),
    [
        ("Рассказала мне об этом мама, Зайнаб, в 1969 году, мы мыли окна.", "person", "Зайнаб"),
        ("Тётя Сафия пела на работе.", "person", "Тётя Сафия"),
        ("Градусник разбился, а Ильдар кричал: лови!", "name", "Ильдар"),
        ("Я лежу на печке с бабушкой, и она держит руку у меня на животе.", "kin", "бабушка"),
        ("Мы работали в Казани на заводе.", "words", "в Казани"),
        ("Это был 1954 год.", "year", "1954"),
        ("Мы друг друга понимали без слов.", "", ""),
        ("Спасибо, что Вы спросили.", "", ""),
    ],
)
def test_the_best_thing_to_take_up_in_russian(answer: str, kind: str, first: str) -> None:
    found = next(iter(handles(answer, "ru")), None)
    assert (found.kind if found else "") == kind
    assert (found.values.get("name", found.words) if found else "") == first


def test_somebody_near_is_spoken_of_as_one_speaks_of_them() -> None:
    (kin, *_) = handles("Мы поехали за отцом на станцию.", "ru")
    assert say("ru", "interview-probe-kin-1", **kin.values) == "Вы упомянули отца. Расскажите об одном дне с ним."
    assert say("ru", "interview-probe-kin-2", **kin.values) == "Расскажите об отце чуть подробнее."


@given(st.text(max_size=300), st.sampled_from(["en", "ru", "de"]))
def test_only_what_was_said_is_taken_up_and_it_is_harmless(answer: str, language: str) -> None:
    for handle in handles(answer, language):
        assert handle.kind == "kin" or handle.words in answer
        assert not set(handle.words) & set("<>*_`[]{}$%/\\\n?!")
