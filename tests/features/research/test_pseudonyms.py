"""What identifies somebody is found, is one and the same thing everywhere, and is gone from what leaves the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.features.research.pseudonyms import (
    Find,
    IdentifierKind,
    NameRuling,
    Pseudonym,
    Replacer,
    add_found_names,
    find_identifiers,
    gather_pseudonyms,
    name_key,
    small_words,
    unreviewed_pseudonyms,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My aunt Rosa Klein lived in Oryol.", {"Rosa Klein": "person", "Oryol": "person"}),
        (
            "We wrote to anna.k@mail.example.org, and to @annak.",
            {"anna.k@mail.example.org": "contact", "@annak": "contact"},
        ),
        ("Call me: +7 (901) 123-45-67!", {"+7 (901) 123-45-67": "contact"}),
        ("She was born on 5 March 1931.", {"5 March 1931": "date"}),
        ("Born March 5th, 1931, and died 07.11.1990", {"March 5th, 1931": "date", "07.11.1990": "date"}),
        ("Она родилась 5 марта 1931 в Орле.", {"5 марта 1931": "date", "Орле": "person"}),
        ("The passport was 4509123456.", {"4509123456": "contact"}),
        ("My number in the camp was 83214.", {"83214": "number"}),
        ("On Sunday I saw God in the bread.", {}),
        (
            "Тётя Роза и А. С. Петров жили на улице Ленина.",
            {"Роза": "person", "А. С. Петров": "person", "Ленина": "person"},
        ),
        ("In 1961 there were 12 of us.", {}),
    ],
)
def test_rules_find_what_tells_who_somebody_is(text: str, found: dict[str, str]) -> None:
    small = small_words([text, "call me the passport in my she we on born она тётя"])
    assert {each.text: each.kind.value for each in find_identifiers(text, small)} == found


def test_a_first_word_is_a_name_where_it_is_never_written_small() -> None:
    texts = ["Winter came. Rosa sang.", "I like winter."]
    assert [each.text for text in texts for each in find_identifiers(text, small_words(texts))] == ["Rosa"]


def test_all_forms_of_a_name_are_one_in_the_whole_study() -> None:
    made = gather_pseudonyms(["и вот Мария", "я видел Марию, потом Марии не стало", "by Maria's door", "with Maria"])
    assert [(each.number, each.forms) for each in made] == [
        (1, ("Мария", "Марию", "Марии")),
        (2, ("Maria's", "Maria")),
    ]
    assert name_key("Марией", IdentifierKind.PERSON) == name_key("Мария", IdentifierKind.PERSON)


def test_what_was_ruled_on_stays_so_and_new_forms_come_under_it() -> None:
    known = (
        Pseudonym(
            number=1, kind=IdentifierKind.PERSON, forms=("Rosa",), ruling=NameRuling.REPLACED, replacement="Vera"
        ),
        Pseudonym(number=2, kind=IdentifierKind.PERSON, forms=("Mass",), ruling=NameRuling.STAYS),
    )
    made = gather_pseudonyms(["we went to Mass with Rosa and with Rosa's boy Karl"], known)
    assert [(each.forms, each.ruling.value, each.number) for each in made] == [
        (("Rosa", "Rosa's"), "replaced", 1),
        (("Mass",), "stays", 2),
        (("Karl",), "open", 3),
    ]
    assert [each.forms for each in unreviewed_pseudonyms(made)] == [("Karl",)]
    replaced = Replacer(made, language="en")
    assert replaced("we went to Mass with Rosa and with Rosa's boy Karl. Rosary!") == (
        "we went to Mass with Vera and with Vera boy [person 3]. Rosary!"
    )


def test_a_model_adds_only_what_stands_there_as_whole_words() -> None:
    said = ["the baker", "Otto", "bak", " "]
    finds = [Find(text=text, kind=IdentifierKind.PERSON) for text in said]
    (made,), dropped = add_found_names((), finds, "we saw the baker")
    assert (made.forms, made.kind, dropped) == (("the baker",), IdentifierKind.PERSON, 3)
    assert Replacer((made,), language="ru")("we saw the baker") == "we saw [человек 1]"
    again, _ = add_found_names((made,), [Find(text="the baker", kind=IdentifierKind.ORGANISATION)], "the baker")
    assert again == (made,)


def test_what_is_known_as_a_place_is_called_one() -> None:
    (made,) = gather_pseudonyms(["we lived in Oryol"], towns=lambda names: names)
    assert (made.kind, Replacer((made,), language="en")("in Oryol")) == (IdentifierKind.PLACE, "in [place 1]")


def test_a_number_is_not_given_again_when_its_name_is_gone() -> None:
    gone = Pseudonym(number=1, kind=IdentifierKind.PERSON, forms=(), ruling=NameRuling.STAYS)
    made = gather_pseudonyms(["we saw Karl"], (gone,))
    assert [(each.number, each.ruling.value) for each in made] == [(1, "stays"), (2, "open")]
    assert [each.number for each in unreviewed_pseudonyms((gone,))] == []


@given(st.text(st.sampled_from("Ab ,K"), max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_a_passage_is_found_again_where_names_are_replaced(text: str, start: int, length: int) -> None:
    """What is around it stays around it, and it is the passage with its names replaced, where it cuts none."""
    start = min(start, len(text))
    end = min(start + length, len(text))
    replaced = Replacer(gather_pseudonyms([text]), language="en")
    whole = replaced(text)
    first, last = replaced.passage(text, start, end)
    assert 0 <= first <= last <= len(whole)
    if replaced(text[:start]) + replaced(text[start:end]) + replaced(text[end:]) == whole:
        assert (whole[:first], whole[last:]) == (replaced(text[:start]), replaced(text[end:]))


@given(st.lists(st.text(st.sampled_from("AbЯю1_. ,'’-\n№")), max_size=4))
def test_nothing_that_was_found_is_left(texts: list[str]) -> None:
    made = gather_pseudonyms(texts)
    replaced = Replacer(made, language="en")
    labels = {each.shown("en") for each in made}
    for text in texts:
        assert all(find.text in text for find in find_identifiers(text))
        left = replaced(text)
        for label in labels:
            left = left.replace(label, " ")
        assert not find_identifiers(left, small_words(texts))
