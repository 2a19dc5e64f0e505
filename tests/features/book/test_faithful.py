"""*As read*: what an honest editor leaves out may go, and no lie of a dishonest one stands in a book."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from core.contracts.ports import Prompt
from core.features.book.documents.editing import EditedParagraph, EditedParagraphs, edit_by_model, edit_by_rules
from core.features.book.documents.faithful import is_faithful, tokenize
from tests.fakes.model import ScriptedModel
from tests.fakes.planted import HONEST, KINDS, TOLD, planted

PLANTED = planted()


def spoken(told: str) -> str:
    return "ru" if re.search("[а-я]", told) else "en"


def test_there_are_enough_lies_of_each_kind() -> None:
    assert len(PLANTED) >= 200
    assert set(Counter(kind for kind, _, _ in PLANTED)) == set(KINDS)


def test_no_lie_passes() -> None:
    assert [(kind, lie) for kind, told, lie in PLANTED if is_faithful(told, lie, spoken(told))] == []


def test_no_lie_passes_behind_honest_work() -> None:
    """The lie is told in what an honest editor has shortened, as a lying model would."""
    honest = {told: edited for told, edited in HONEST if is_faithful(told, edited, spoken(told))}
    lies = [
        (told, lie)
        for kind, plant in KINDS.items()
        for told, edited in honest.items()
        for lie in plant(edited)
        if lie != edited
    ]
    assert len(lies) >= 200
    assert [lie for told, lie in lies if is_faithful(told, lie, spoken(told))] == []


def test_nine_of_ten_honest_edits_pass() -> None:
    passed = [is_faithful(told, edited, spoken(told)) for told, edited in HONEST]
    assert sum(passed) / len(passed) >= 0.9
    assert not all(passed)


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_what_a_lying_model_changes_stands_as_it_was_told(language: str) -> None:
    lies = [(told, lie) for _, told, lie in PLANTED if told in TOLD[language]]
    for told, lie in lies:

        def lying(_prompt: Prompt, _schema: type[BaseModel], lie: str = lie) -> EditedParagraphs:
            return EditedParagraphs(paragraphs=[EditedParagraph(number=n, text=lie) for n in (1, 2, 99)])

        assert await edit_by_model(told, ScriptedModel(lying), language=language, session_id="s") == edit_by_rules(
            told, language
        )


async def test_an_honest_model_is_heard_paragraph_by_paragraph() -> None:
    told, honest = TOLD["en"][0], HONEST[0][1]

    def half(prompt: Prompt, _schema: type[BaseModel]) -> EditedParagraphs:
        assert 'number="1"' in prompt.user
        return EditedParagraphs(
            paragraphs=[EditedParagraph(number=1, text=honest), EditedParagraph(number=2, text="Nothing.")]
        )

    model = ScriptedModel(half)
    made = await edit_by_model(f"{told}\n{TOLD['en'][1]}\nA blue door.", model, language="en", session_id="s")
    assert made.splitlines()[0] == honest
    assert made.splitlines()[1] == edit_by_rules(TOLD["en"][1], "en")
    assert made.splitlines()[2] == "A blue door."
    assert model.calls == {"book": 1}


async def test_nothing_is_asked_about_words_from_which_nothing_may_go() -> None:
    model = ScriptedModel()
    assert await edit_by_model("A blue door. My father painted it.", model, language="en", session_id="s") == (
        "A blue door. My father painted it."
    )
    assert not model.calls


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("Um, I was born in Kazan, um, in 1934, uh.", "I was born in Kazan in 1934."),
        ("I, I was, um, I was seven.", "I was seven."),
        ("My gr- grandmother, um, sang. Um. And I, uh, listened.", "My grandmother sang. And I listened."),
        ("Ну, мы жили, мы жили в Казани, вот.", "Мы жили в Казани."),
        ("No, um, I loved him.", "No, um, I loved him."),
        ("Он сказал: «Ну, иди домой».", "Он сказал: «Ну, иди домой»."),
        ("Um.", "Um."),
        ("It was very, very cold, no, no.", "It was very, very cold, no, no."),
    ],
)
def test_rules_take_out_what_certainly_says_nothing(told: str, read: str) -> None:
    assert edit_by_rules(told, spoken(told)) == read


@pytest.mark.parametrize(
    ("told", "edited"),
    [
        ("He hit me and he, he kissed me.", "He kissed me."),
        ("She cried, she cried, she cried.", "She cried."),
        ("I loved Anna. Vera hated me.", "I loved Anna, Vera. Hated me."),
        ("He came? I left.", "He came. I left?"),
        ("I said Anna was mean.", "I, said Anna, was mean."),
        ("I said Anna was mean", "I, said Anna, was mean"),
    ],
)
def test_a_mark_or_a_repetition_that_weighs_something_stays(told: str, edited: str) -> None:
    assert not is_faithful(told, edited, "en")


def test_nothing_goes_in_a_language_whose_fillers_are_not_known() -> None:
    assert not is_faithful("Er kam um acht, er kam spät.", "Kam acht, er kam spät.", "de")
    assert edit_by_rules("Er kam um acht, er, er kam spät.", "de") == "Er kam um acht, er, er kam spät."


@given(text=st.text(max_size=120) | st.lists(st.sampled_from(" ".join(TOLD["en"]).split())).map(" ".join))
def test_words_are_faithful_to_themselves_and_rules_to_all(text: str) -> None:
    if tokenize(text):
        assert is_faithful(text, text, "en")
    for told, read in zip(text.splitlines(), edit_by_rules(text, "en").splitlines(), strict=False):
        assert len(read) <= len(told) + 1
