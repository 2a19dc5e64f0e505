"""What is taken for an insight or an intention, and what is not; phrases that come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.recurring import mentions, recurring, stem
from core.documents.rules import lines, one_form, word_list
from core.documents.stance import own
from core.interviews.guard.text import tokens
from core.interviews.podcast.documents.found import by_rule, is_action, is_insight
from tests.fakes.records import Conversation, record_of

SENTENCES = Path(__file__).parent / "sentences"


def _table(language: str) -> list[tuple[str, str]]:
    """Each sentence with what it is: "insight", "action" (an intention), "both" or "none"."""
    lines = (SENTENCES / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [(what, sentence) for line in lines for what, _, sentence in (line.partition(": "),)]


TABLE = [*_table("en"), *_table("ru")]


@pytest.mark.parametrize(("what", "sentence"), TABLE)
def test_insights_and_intentions_are_told_from_all_else(what: str, sentence: str) -> None:
    said = list(own(sentence))
    insight, action = any(map(is_insight, said)), any(map(is_action, said))
    assert insight == (what in {"insight", "both"})
    assert action == (what in {"action", "both"})


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_table_is_large_enough_to_mean_something(language: str) -> None:
    kinds = [what for what, _ in _table(language)]
    assert set(kinds) == {"insight", "action", "both", "none"}
    assert min(kinds.count("none"), len(kinds) - kinds.count("none")) >= 60


@pytest.mark.parametrize("name", ["insights", "actions"])
def test_every_pattern_has_its_sentence_here(name: str) -> None:
    told = [one_form(sentence) for _, sentence in TABLE]
    assert [each for each in lines(name) if not any(re.search(each, text, re.IGNORECASE) for text in told)] == []


def test_what_is_quoted_over_several_sentences_is_nobodys_own() -> None:
    quoted = "He said: “I will go. I want to see it.\nI promise to write.”"
    assert list(own(f"{quoted} And I want to call him.\nI hope to see it.")) == [
        " ".join(quoted.split()),
        "And I want to call him.",
        "I hope to see it.",
    ]
    assert not is_action(quoted)
    assert list(own("— I will go.\nI stay.\n- Я уеду.")) == ["I stay."]


@pytest.mark.parametrize("name", ["takebacks", "introductions"])
def test_a_sentence_beside_takes_it_away(name: str) -> None:
    mine = "I want to go home."
    beside = {
        "takebacks": "Just kidding.|Or so he says.|That's what my wife says.|No, I don't.|Nonsense.|But I won't.|Шучу.|"
        "Нет, не хочу.|Так говорит жена.|Это его слова.|Но я не буду.|Он так считает.|Yeah, right.|His idea, not mine.|"
        "It is a joke.|He thinks so.",
        "introductions": "My wife said:|This is what he says.|I quote him.|He keeps telling me.|He says the following:|"
        "Жена сказала:|Вот что он говорит.|Муж твердит одно.",
    }[name].split("|")
    for other in beside:
        text = f"{mine}\n{other}" if name == "takebacks" else f"{other}\n{mine}"
        assert mine not in list(own(text)), other
    found = [one_form(each) for each in beside]
    assert [each for each in lines(name) if not any(re.search(each, text, re.IGNORECASE) for text in found)] == []
    assert mine in list(own(f"It was late.\n{mine}\nIt is far."))


@given(
    st.text()
    | st.lists(st.sampled_from([*(sentence for _, sentence in TABLE), "«", "“", "”", '"', "\n", "— "])).map("".join)
)
def test_rules_raise_for_no_text(text: str) -> None:
    for sentence in own(text):
        assert " ".join(text.split()).find(sentence) >= 0
        is_insight(sentence)
        is_action(sentence)
    recurring({1: text, 2: text})


# --- phrases ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forms",
    [
        "net nets",
        "house houses",
        "class classes",
        "работа работы работе работой работу",
        "история истории историю историей историями",
        "медленная медленной медленную медленный медленного медленными",
        "семья семьи семьей семью",
        "отец",
        "дедушка дедушки дедушке дедушкой",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("glass", "glad"), ("кот", "код"), ("мир", "море"), ("war", "was")])
def test_other_words_have_another(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def _phrases(*texts: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(phrase.words, phrase.places) for phrase in recurring(dict(enumerate(texts)))]


def test_phrases_are_those_that_come_up_in_several_texts() -> None:
    assert _phrases("Slow work heals. Slow work!", "I like slow work.", "Fast work, slow food.") == [
        ("Slow work", (0, 1)),
    ]
    assert _phrases("Красная рыба. Красная рыба.", "Тут нет красных рыб, увы.", "Ем красную рыбу") == [
        ("Красная рыба", (0, 1, 2)),
    ]


def test_a_longer_phrase_hides_its_parts_unless_they_come_up_more_often() -> None:
    assert _phrases("old fishing boat", "an old fishing boat", "the fishing boat") == [
        ("fishing boat", (0, 1, 2)),
        ("old fishing boat", (0, 1)),
    ]
    assert _phrases("old fishing boat", "an old fishing boat") == [("old fishing boat", (0, 1))]


@pytest.mark.parametrize(
    "text",
    [
        "I was there, and it was this episode.",
        "Много лет назад, в этом выпуске.",
        "slow. Work",
        "12 34 56",
        "Он же мой",
    ],
)
def test_joints_numbers_and_different_clauses_make_no_phrase(text: str) -> None:
    assert _phrases(text, text) == []


def test_a_phrase_is_shown_in_the_letters_in_which_it_was_said() -> None:
    assert _phrases("Тётя Вера пела.", "И тётя Вера, и тётя Вера.")[0] == ("тётя Вера", (0, 1))


def test_the_sentences_with_a_phrase() -> None:
    phrase = recurring({1: "рыбацкие сети", 2: "рыбацкая сеть"})[0]
    assert mentions(phrase, ["Помню рыбацкую сеть.", "Сеть рыбацкая.", "Рыбацких сетей нет."]) == [
        "Помню рыбацкую сеть.",
        "Рыбацких сетей нет.",
    ]


def test_a_theme_comes_up_in_the_answers_to_several_questions_and_not_in_a_burst() -> None:
    talk = Conversation()
    first = talk.ask("What stayed?")
    talk.answer("The fishing boat.", first)
    talk.answer("A fishing boat, blue.", first)
    assert by_rule(record_of(talk)).themes == []
    talk.answer("My fishing boat sank.", talk.ask("And then?", follow_up=True))
    (theme,) = by_rule(record_of(talk)).themes
    assert (theme.name, theme.entries) == ("fishing boat", [2, 3, 5])
    assert theme.quotes == ["The fishing boat.", "A fishing boat, blue.", "My fishing boat sank."]


# --- lists --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["joints", "plain"])
def test_words_of_a_list_are_as_words_are_compared(name: str) -> None:
    assert [word for word in word_list(name) if tokens(word) not in ([word], [])] == []
