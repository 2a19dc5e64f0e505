"""Many ways in which people say how they would like to talk, in each language; nothing of what they say is lost."""

from __future__ import annotations

import pytest

from core.interviews.podcast.episode_intake import Intake, IntakeStep
from core.interviews.podcast.first_words import is_thought, is_wish, leaves_it
from core.interviews.podcast.intake_pages import names_of
from core.interviews.podcast.requests import Wish, is_refused_link, read_wish

NAMES = names_of(Intake(step=IntakeStep.TEMPLATE))
A, C, R = "analytical", "creative", "reflective"

ENGLISH: list[tuple[str, str, int | None, str]] = [
    ("analytical, 3 questions, focus on leadership", A, 3, "focus on leadership"),
    ("focus on leadership, 3 questions, analytical", A, 3, "focus on leadership"),
    ("Analytical please, with three questions and a focus on money.", A, 3, "a focus on money."),
    ("I'd like the creative one, and only 4 questions", C, 4, ""),
    ("Reflective. Five questions. More about his father.", R, 5, "More about his father."),
    ("the second, analytical", A, None, ""),
    ("2", A, None, ""),
    ("Let's do the third", C, None, ""),
    ("creative", C, None, ""),
    ("a reflective conversation, please, about my own grandfather", R, None, "about my own grandfather"),
    ("an analytical talk about what she claimed", A, None, "about what she claimed"),
    ("analytic, just two", A, 2, ""),
    ("no more than five questions, please, and nothing about politics", "", 5, "nothing about politics"),
    ("maybe 4 or 5 questions", "", 4, ""),
    ("a couple of questions, short ones if possible", "", 2, "short ones if possible"),
    ("Ten questions, and please don't ask about my health", "", 10, "please don't ask about my health"),
    ("focus on leadership", "", None, "focus on leadership"),
    ("I'd like to talk about shame and patience", "", None, "I'd like to talk about shame and patience"),
    ("not analytical", "", None, "not analytical"),
    ("reflective and a little analytical", R, None, "a little analytical"),
    ("I liked the 3 questions she asked at the end.", "", None, "I liked the 3 questions she asked at the end."),
    ("She was warm, creative, and honest with him.", "", None, "She was warm, creative, and honest with him."),
    ("Creative. I liked the cork on the radio.", C, None, "I liked the cork on the radio."),
    ("style=creative questions=6 and the garden", C, 6, "the garden"),
    ("It made me think of my two brothers, and of one question above all", "", None, ""),
]
RUSSIAN: list[tuple[str, str, int | None, str]] = [
    ("разбирая, 3 вопроса, больше о ремесле", A, 3, "больше о ремесле"),
    ("больше о ремесле, 3 вопроса, разбирая", A, 3, "больше о ремесле"),
    ("Аналитический разговор, три вопроса, упор на деньги", A, 3, "упор на деньги"),
    ("давайте разбор, вопросов пять", A, 5, ""),
    ("Размышляя. Пять вопросов. Побольше про отца.", R, 5, "Побольше про отца."),
    ("давайте третий", C, None, ""),
    ("2", A, None, ""),
    ("хочу творческий", C, None, ""),
    ("я бы поразмышляла", "", None, "я бы поразмышляла"),
    ("давайте поразмышляем о его отце", R, None, "о его отце"),
    ("разбор про деньги", A, None, "про деньги"),
    ("не больше трёх вопросов, и про отца", "", 3, "про отца"),
    ("не больше 5 вопросов, пожалуйста, и без политики", "", 5, "без политики"),
    ("пару вопросов, и покороче", "", 2, "покороче"),
    ("десять вопросов, и не спрашивайте о здоровье", "", 10, "не спрашивайте о здоровье"),
    ("вопросов: 4, шаблон=разбирая", A, 4, ""),
    ("больше о руководстве", "", None, "больше о руководстве"),
    ("хочу поговорить о стыде и терпении", "", None, "хочу поговорить о стыде и терпении"),
    ("только не аналитически", "", None, "только не аналитически"),
    ("размышляя и немного разбирая", R, None, "немного разбирая"),
    ("мне понравились 3 вопроса в конце", "", None, "мне понравились 3 вопроса в конце"),
    ("Она была тёплая, творческая и честная с ним.", "", None, "Она была тёплая, творческая и честная с ним."),
    ("Придумывая. Мне понравилась пробка на радио.", C, None, "Мне понравилась пробка на радио."),
    ("пожалуйста, аналитику, вопросов восемь", "", 8, "аналитику"),
    ("Пять, пожалуйста", "", None, "Пять, пожалуйста"),
]


@pytest.mark.parametrize(("text", "template", "questions", "rest"), [*ENGLISH, *RUSSIAN])
def test_what_is_not_understood_stays_as_it_was_written(
    text: str, template: str, questions: int | None, rest: str
) -> None:
    kept = rest or (text if not template and questions is None else "")
    assert read_wish(text, NAMES, settled=True) == Wish(template=template, questions=questions, rest=kept)


@pytest.mark.parametrize(
    "text", ["analytical, 3 questions, focus on leadership", "Разбирая, 3 вопроса, больше о труде"]
)
def test_so_it_is_before_it_is_known_what_it_is_about(text: str) -> None:
    assert read_wish(text, NAMES) == read_wish(text, NAMES, settled=True)


@pytest.mark.parametrize("title", ["Creative, Inc.", "36 Questions", "The 12 questions that change everything"])
def test_a_title_is_left_whole(title: str) -> None:
    assert read_wish(title, NAMES) == Wish(rest=title)


THOUGHTS = [
    "I liked the part about the shoemaker.",
    "The bit where he says that the shoe does not want to live.",
    "He is not patient but he is ashamed.",
    "мне понравилось про отца",
    "не согласна с ним насчёт стыда",
    "Там было про сапожника и его отца.",
]
WISHES = [
    "focus on leadership",
    "more about his father",
    "I'd like to talk about shame",
    "keep it short please",
    "больше о маме",
    "только не про политику",
]


@pytest.mark.parametrize("text", THOUGHTS)
def test_a_thought_is_told_from_a_wish(text: str) -> None:
    assert (is_thought(text), is_wish(text)) == (True, False)


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_is_told_from_a_thought(text: str) -> None:
    assert (is_thought(text), is_wish(text)) == (False, True)


@pytest.mark.parametrize("text", ["his father", "leadership", "what it says about money", "его отец", "про отца"])
def test_the_name_of_a_subject_is_no_thought(text: str) -> None:
    assert not is_thought(text)


@pytest.mark.parametrize(
    "text", ["I don't mind, you choose", "whatever", "up to you", "any is fine", "всё равно", "на ваше усмотрение"]
)
def test_a_choice_may_be_left_to_the_bot(text: str) -> None:
    assert leaves_it(text)
    assert not leaves_it(f"{text} about the shoemaker")


@pytest.mark.parametrize(
    "text",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/plain;base64,SGk=",
        "Here it is: <smb://server/one.mp3>",
        "view-source:https:/example",
    ],
)
def test_an_address_that_is_never_opened(text: str) -> None:
    assert is_refused_link(text)


@pytest.mark.parametrize(
    "text", ["https://example.org/file:1", "data: I liked the numbers", "It was about: files", "The Data: a story"]
)
def test_words_and_links_are_none(text: str) -> None:
    assert not is_refused_link(text)
