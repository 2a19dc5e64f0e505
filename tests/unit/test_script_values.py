"""What is read of an answer to a question with set answers, in both languages; and what is left as it was said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.closed_questions import OTHER, Option, QuestionType, Value
from core.contracts.script import ScriptQuestion
from core.interviews.script.values import parse_value


def question(kind: QuestionType, **more: object) -> ScriptQuestion:
    return ScriptQuestion.model_validate({"id": "q", "text": "What?", "type": kind, **more})


def options(*texts: str) -> list[Option]:
    return [Option(id=f"o{number}", text=text) for number, text in enumerate(texts, 1)]


def chosen(texts: Sequence[str], said: str, *, language: str = "en", several: bool = False) -> str:
    kind = QuestionType.CHOICES if several else QuestionType.CHOICE
    found = parse_value(question(kind, options=options(*texts)), [said], language=language)
    return " ".join(found.options) if found else ""


OFTEN = ("Never", "Sometimes", "Often", "Very often")
YES_NO = ("Yes", "No")
YES_NO_RU = ("Да", "Нет")
CARE = ("At home", "In hospital", "At a friend's")
CARE_RU = ("Дома", "В больнице", "У друзей", "В санатории")
FREQUENT_RU = ("Каждый день", "Раз в неделю", "Реже", "Никогда")


@pytest.mark.parametrize(
    ("texts", "said", "expected"),
    [
        (OFTEN, "often", "o3"),
        (OFTEN, "Very often, I'm afraid", "o4"),
        (OFTEN, "oh, sometimes I suppose", "o2"),
        (OFTEN, "never", "o1"),
        (OFTEN, "2", "o2"),
        (OFTEN, "c)", "o3"),
        (OFTEN, "the second one", "o2"),
        (OFTEN, "the last", "o4"),
        (OFTEN, "number four please", "o4"),
        (OFTEN, "not often", ""),
        (OFTEN, "sometimes often, sometimes never", ""),
        (OFTEN, "it depends on the weather", ""),
        (OFTEN, "9", ""),
        (YES_NO, "yes, of course", "o1"),
        (YES_NO, "Yeah", "o1"),
        (YES_NO, "no", "o2"),
        (YES_NO, "Nope.", "o2"),
        (YES_NO, "no, never in my life", "o2"),
        (YES_NO, "yes and no", ""),
        (YES_NO, "of course", "o1"),
        (YES_NO, "absolutely not", "o2"),
        (YES_NO, "not really", "o2"),
        (YES_NO, "I would rather not say", ""),
        (CARE, "in the hospital, for two weeks", "o2"),
        (CARE, "I stayed at home", "o1"),
        (CARE, "with a friend", "o3"),
        (CARE, "not at home", ""),
    ],
)
def test_a_choice_in_english(texts: tuple[str, ...], said: str, expected: str) -> None:
    assert chosen(texts, said) == expected


@pytest.mark.parametrize(
    ("texts", "said", "expected"),
    [
        (YES_NO_RU, "да", "o1"),
        (YES_NO_RU, "Да, конечно!", "o1"),
        (YES_NO_RU, "ага", "o1"),
        (YES_NO_RU, "нет, что вы", "o2"),
        (YES_NO_RU, "и да и нет", ""),
        (YES_NO_RU, "как сказать", ""),
        (CARE_RU, "в больнице лежал", "o2"),
        (CARE_RU, "Дома, где же ещё", "o1"),
        (CARE_RU, "второй вариант", "o2"),
        (CARE_RU, "третье", "o3"),
        (CARE_RU, "последнее", "o4"),
        (CARE_RU, "не дома", ""),
        (FREQUENT_RU, "каждый день, с утра", "o1"),
        (FREQUENT_RU, "раз в неделю примерно", "o2"),
        (FREQUENT_RU, "никогда", "o4"),
        (FREQUENT_RU, "по праздникам", ""),
    ],
)
def test_a_choice_in_russian(texts: tuple[str, ...], said: str, expected: str) -> None:
    assert chosen(texts, said, language="ru") == expected


def test_several_are_chosen_in_one_message_or_one_after_the_other() -> None:
    asked = question(QuestionType.CHOICES, options=options("Bread", "Soup", "Cake"))
    assert parse_value(asked, ["bread and cake, no soup"], language="en") == Value(options=("o1", "o3"))
    assert parse_value(asked, ["Cake", "Bread"], language="en") == Value(options=("o1", "o3"))
    assert parse_value(asked, ["whatever there was"], language="en") == Value()


def test_words_of_their_own_count_where_they_may() -> None:
    asked = question(QuestionType.CHOICE, options=options("Bread", "Soup"), other=True)
    assert parse_value(asked, ["mushrooms from the wood"], language="en") == Value(options=(OTHER,))
    assert parse_value(asked, ["soup"], language="en") == Value(options=("o2",))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("7", 7),
        ("about seven", 7),
        ("Seven out of ten", 7),
        ("7/10", 7),
        ("I'd say an 8.", 8),
        ("ten!", 10),
        ("ten out of ten", 10),
        ("unbearable", 10),
        ("no pain at all", 0),
        ("zero", 0),
        ("семь", 7),
        ("на троечку", 3),
        ("около семи", 7),
        ("на семёрку", 7),
        ("семь из десяти", 7),
        ("8 из 10, наверное", 8),
        ("7 or 8", None),
        ("between three and four", None),
        ("11", None),
        ("quite a lot", None),
        ("больше пяти", None),
        ("7.5", None),
    ],
)
def test_a_scale(said: str, expected: float | None) -> None:
    asked = question(QuestionType.SCALE, min=0, max=10, labels=["no pain at all", "unbearable"])
    found = parse_value(asked, [said], language="en")
    assert found is not None
    assert found.number == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("23", 23),
        ("twenty-three", 23),
        ("I was twenty three then", 23),
        ("a hundred and five", 105),
        ("two thousand three hundred", 2300),
        ("1,500", 1500),
        ("1 500", 1500),
        ("2.5", 2.5),
        ("two and a half", 2.5),
        ("none", 0),
        ("сорок два", 42),
        ("двадцати трёх лет", 23),
        ("сто пять", 105),
        ("две тысячи триста", 2300),
        ("2,5", 2.5),
        ("два с половиной", 2.5),
        ("полтора", 1.5),
        ("ни одного", 0),
        ("трое", 3),
        ("twelve hundred", 1200),
        ("5km", 5),
        ("5k", None),
        ("forty something", None),
        ("сорок с лишним", None),
        ("more than five", None),
        ("not 5", None),
        ("больше десяти", None),
        ("3 girls and 2 boys", None),
        ("I can't remember", None),
        ("много", None),
        ("99999999", None),
    ],
)
def test_a_number(said: str, expected: float | None) -> None:
    found = parse_value(question(QuestionType.NUMBER, min=0, max=10_000), [said], language="en")
    assert found is not None
    assert found.number == expected


def test_a_number_that_cannot_be_meant_is_passed_over() -> None:
    asked = question(QuestionType.NUMBER, min=10, max=60)
    assert parse_value(asked, ["I was 23, that was in 1961"], language="en") == Value(number=23)


@pytest.mark.parametrize(
    ("said", "language", "expected"),
    [
        ("5 March 1961", "en", "1961-03-05"),
        ("March 5th, 1961", "en", "1961-03-05"),
        ("on the 5th of March 1961", "en", "1961-03-05"),
        ("in March of 1961", "en", "1961-03"),
        ("1961", "en", "1961"),
        ("it was in the spring of 1961", "en", "1961"),
        ("1961-03-05", "en", "1961-03-05"),
        ("5.3.1961", "en", "1961-03-05"),
        ("25/03/1961", "en", "1961-03-25"),
        ("03/05/1961", "en", ""),
        ("03/1961", "en", "1961-03"),
        ("Sept 1961", "en", "1961-09"),
        ("5 марта 1961 года", "ru", "1961-03-05"),
        ("5-го марта 1961", "ru", "1961-03-05"),
        ("в марте 1961-го", "ru", "1961-03"),
        ("Май 1961", "ru", "1961-05"),
        ("в мае 1961", "ru", "1961-05"),
        ("в 1961 году", "ru", "1961"),
        ("05.03.1961", "ru", "1961-03-05"),
        ("03/05/1961", "ru", "1961-05-03"),
        ("в 61 году", "ru", "1961"),
        ("in '61", "en", "1961"),
        ("the sixties", "en", ""),
        ("in the 1960s", "en", ""),
        ("в 1960-х", "ru", ""),
        ("from 1950 to 1955", "en", ""),
        ("1958-1960", "en", ""),
        ("31 February 1961", "en", ""),
        ("a long time ago", "en", ""),
        ("1850", "en", ""),
        ("5 March", "en", ""),
    ],
)
def test_a_date(said: str, language: str, expected: str) -> None:
    found = parse_value(question(QuestionType.DATE, min="1900"), [said], language=language)
    assert found is not None
    assert found.date == expected


def test_the_newest_message_that_can_be_read_counts() -> None:
    asked = question(QuestionType.SCALE)
    assert parse_value(asked, ["three, no:", "four"], language="en") == Value(number=4)
    assert parse_value(asked, ["four", "sorry, my dog barked"], language="en") == Value(number=4)
    assert parse_value(asked, [], language="en") is None


@given(
    text=st.text(max_size=60),
    kind=st.sampled_from(QuestionType),
    language=st.sampled_from(["en", "ru", "de"]),
)
def test_whatever_is_said_is_read_or_left(text: str, kind: QuestionType, language: str) -> None:
    more: dict[str, object] = {"options": options("Yes", "No")} if "choice" in kind else {}
    found = parse_value(question(kind, **more), [text], language=language)
    assert (found is None) == (not text.strip())
    if found is not None and found.number is not None and kind is QuestionType.SCALE:
        assert 1 <= found.number <= 5


@given(day=st.dates(min_value=date(1900, 1, 1), max_value=date(2030, 1, 1)), number=st.integers(0, 999_999))
def test_what_is_written_in_figures_is_read_to_the_letter(day: date, number: int) -> None:
    told = parse_value(question(QuestionType.DATE), [f"{day.day}.{day.month}.{day.year}"], language="ru")
    assert told == Value(date=day.isoformat())
    counted = parse_value(question(QuestionType.NUMBER), [f"{number:,}"], language="en")
    assert counted == Value(number=number)
