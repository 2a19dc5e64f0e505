"""A person as a page to read, for whoever plays them, and what they do when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.evaluation.people import Deed, Does, Fact, SimulatedPerson


def page(person: SimulatedPerson) -> str:
    """Who they are, what they tell to whom, what they refuse, and what they do at which answer."""
    return "\n".join([f"# {person.name}", "", person.about, f"Temper: {person.temper}.", *_body(person)]) + "\n"


def due(person: SimulatedPerson, turn: int) -> tuple[str, tuple[int, ...]]:
    """What somebody who is played does with an answer, as an order to the player, and its places in the list."""
    found = [(number, deed) for number, deed in enumerate(person.deeds) if deed.at == turn]
    return "; ".join(_order(deed) for _, deed in found), tuple(number for number, _ in found)


def _body(person: SimulatedPerson) -> Iterator[str]:
    yield from ("", "## Told freely, when it fits", "")
    for fact in person.facts:
        yield from _fact(fact, 0)
    refused = [deed for deed in person.deeds if deed.does is Does.REFUSES]
    if refused:
        yield from ("", "## Never told", "")
        yield from (
            f"- {', '.join(deed.words)}. Asked about it, you say: {deed.again or deed.says[0]}" for deed in refused
        )
    if person.deeds:
        yield from ("", "## What you do, and when", "")
        yield from (f"- {_when(deed)}: {_order(deed)}" for deed in person.deeds)
    yield from ("", "## Where nothing fits", "", *(f"- {text}" for text in person.otherwise))


def _fact(fact: Fact, depth: int) -> Iterator[str]:
    how = "" if not depth else "(hidden; only when asked to stay with it) "
    yield f"{'  ' * depth}- {how}{fact.tell}"
    for below in fact.hidden:
        yield from _fact(below, depth + 1)


def _when(deed: Deed) -> str:
    return f"With your answer number {deed.at}" if deed.at else f"Once you have told of {deed.after}"


def _order(deed: Deed) -> str:
    how = "beside your answer" if deed.beside or deed.after else "instead of an answer"
    return f"{deed.does}, {how}, in words like: {_shown(deed.says)}"


def _shown(says: Sequence[str]) -> str:
    return " / ".join(f"“{text}”" for text in says)
