"""Played people: what they tell to whom, what they refuse, and what they do when."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.errors import ConfigurationError
from core.simulation.people import (
    ByRules,
    Deed,
    Does,
    Fact,
    SimulatedPerson,
    Temper,
    load_people,
    person_sheet,
    player_orders,
)

FIRE = Fact(id="fire", about=("looms",), tell="One night there was a fire, and the door was locked.")
MILL = Fact(
    id="mill",
    about=("work", "job"),
    tell="Forty years I stood at the looms of Quarry Mill.",
    hidden=(FIRE,),
)
SCHOOL = Fact(id="school", about=("school", "teacher"), tell="At school we had one slate for two.")


def somebody(*deeds: Deed, temper: Temper = Temper.GUARDED, facts: tuple[Fact, ...] = (MILL, SCHOOL)) -> ByRules:
    person = SimulatedPerson(
        name="Ada", language="en", about="-", temper=temper, otherwise=("No idea.",), facts=facts, deeds=deeds
    )
    return ByRules(person)


def test_a_fact_is_told_to_who_asks_for_it() -> None:
    assert somebody().reply("What was your teacher like?").says == (SCHOOL.tell,)


@pytest.mark.parametrize("said", ["What did you hear, there at the looms?", "Looms.", "I see.", "Go on, I listen."])
def test_what_is_hidden_is_told_to_who_names_it_or_asks_nothing(said: str) -> None:
    ada = somebody()
    ada.reply("What was your first job?")
    assert ada.reply(said).says == (FIRE.tell,)


@pytest.mark.parametrize("question", ["Who taught you to read?", "What did you eat on Sundays?", "Where did you play?"])
def test_what_is_hidden_is_not_told_to_who_goes_elsewhere(question: str) -> None:
    ada = somebody()
    ada.reply("What was your first job?")
    assert ada.reply(question).says != (FIRE.tell,)


def test_what_is_guarded_is_not_told_when_it_is_named_long_after() -> None:
    guarded = MILL.model_copy(update={"hidden": (FIRE.model_copy(update={"guarded": True}),)})
    ada = somebody(facts=(guarded, SCHOOL))
    ada.reply("What was your first job?")
    for _ in range(3):
        ada.reply("Which songs did you sing?")
    assert ada.reply("How many looms were there?").says != (FIRE.tell,)


def test_nothing_fits_and_nothing_is_told_twice() -> None:
    ada = somebody(temper=Temper.TALKATIVE)
    said = [ada.reply("Which bird is that?").says[0] for _ in range(8)]
    assert sorted(text for text in said if text != "No idea.") == sorted([MILL.tell, SCHOOL.tell])


def test_a_subject_is_closed_when_it_is_touched_and_stays_so() -> None:
    ada = somebody(
        Deed(does=Does.REFUSES, at=9, says=("I don't talk about her.",), words=("sister",), again="I said no.")
    )
    first = ada.reply("Tell me about your sisters.")
    assert (first.says, first.deeds) == (("I don't talk about her.",), (0,))
    assert ada.reply("What was your sister's name?").says == ("I said no.",)


def test_deeds_come_with_their_answer_beside_it_or_in_its_place() -> None:
    ada = somebody(
        Deed(does=Does.ASKS, at=1, says=("Who reads this?",), beside=True),
        Deed(does=Does.BURST, at=2, says=("one", "two")),
        Deed(does=Does.AWAY, after="school", says=("~2d", "I was ill.")),
        Deed(does=Does.STOPS, at=4, says=("That's all.",)),
    )
    assert ada.reply("What was your first job?").says == (f"{MILL.tell} Who reads this?",)
    assert ada.reply("What did you hear at the looms?").says == ("one", "two")
    assert ada.reply("And your teacher?").says == (SCHOOL.tell, "~2d", "I was ill.")
    last = ada.reply("What did you hear at the looms?")
    assert (last.says, last.leaves) == (("That's all.",), True)


# --- who is shipped -----------------------------------------------------------------------------------------------

PEOPLE = load_people()


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_everything_hidden_can_be_reached(person: SimulatedPerson) -> None:
    """By going down step by step, each time with a word that opens the next."""
    plain = person.model_copy(update={"deeds": ()})
    ask = "Что было дальше: {}?" if person.language == "ru" else "What was {}?"
    for top in person.facts:
        played = ByRules(plain.model_copy(update={"facts": (top,)}))
        played.reply(ask.format(top.about[0]))
        for fact in top.below():
            questions = [ask.format(word) for word in fact.about]
            assert any(played.reply(question).says[0] == fact.tell for question in questions), fact.id


def test_a_page_tells_everything_to_whoever_plays() -> None:
    rosa = next(person for person in PEOPLE if person.name == "Rosa")
    shown = person_sheet(rosa)
    assert all(fact.tell in shown for fact in rosa.every_fact())
    assert "About my son I will not speak" in shown
    order, deeds = player_orders(rosa, 12)
    assert "ship Bulgaria" in order
    assert [rosa.deeds[number].does for number in deeds] == [Does.WISHES]


def test_a_file_that_describes_nobody_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ada.toml"
    file.write_text('name = "Ada"\n', encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"ada\.toml describes no person"):
        load_people(file)
