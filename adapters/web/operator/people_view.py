"""The first view of the operator's page: people, with what they told last, and how to invite somebody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup

from adapters.web.device_labels import device_label, signed_in_label, used_label
from adapters.web.markup import Part, h
from adapters.web.operator.devices_view import DEVICES, is_this_browser, sign_out_form, whose_browser
from adapters.web.operator.figures_view import FIGURES, figure_sentences
from adapters.web.operator.frame import GIVE, GIVEN, HOME, LIST, OperatorView, session_address
from core.contracts.operator_desk import HouseFigures, PeopleSheet, PersonRow, SignedIn
from core.languages.messages import say
from core.timing.time_formatting import format_ago

DOORS: Final = f"{HOME}/doors"
MOST_DEVICES: Final = 10
"""Browsers that are listed here; the rest are on their own page."""


def people_view(view: OperatorView, found: PeopleSheet, figures: HouseFigures, devices: Sequence[SignedIn]) -> str:
    language = view.language
    title = say(language, "operator-who")
    if not found.people:
        first = h("p", say(language, "operator-nobody-yet"), class_="lead")
        picture = h("img", src="/static/nobody.svg", alt="", width=240, height=150)
        return view.document(title, picture, first, h("p", _invite(view, big=True)), *_devices(view, devices))
    everybody = None
    if found.more:
        everybody = h("p", h("a", say(language, "operator-everybody-else"), href=LIST))
    sentences = (h("li", sentence) for sentence in figure_sentences(language, figures))
    more = h("p", h("a", say(language, "operator-more-figures"), href=FIGURES))
    return view.document(
        title,
        h("ul", *(_person(view, each) for each in found.people), class_="people"),
        everybody,
        h("p", _invite(view)),
        _asked(view),
        h("section", h("h2", say(language, "operator-figures")), h("ul", *sentences), more),
        *_devices(view, devices),
    )


def _invite(view: OperatorView, *, big: bool = False) -> Markup:
    """Return the link to an invitation: as a gift for the owner, whose page has the form for it."""
    words = say(view.language, "welcome-give" if view.owner else "operator-invite")
    return h("a", words, href=GIVE if view.owner else DOORS, class_="button big" if big else "button")


def _asked(view: OperatorView) -> Markup | None:
    """Return the way to the gifts, for their links and for what was sent on; only the owner has any here."""
    return h("p", h("a", say(view.language, "give-given"), href=GIVEN)) if view.owner else None


def _person(view: OperatorView, person: PersonRow) -> Markup:
    language = view.language
    new = h("strong", say(language, "operator-new", number=person.new), class_="new") if person.new else None
    words: Part = h("q", person.line, dir="auto") if person.line else say(language, "operator-nothing-told")
    if person.given_answers:
        words = say(language, "operator-given-answers", answers=person.given_answers)
    at = None
    if person.at is not None:
        at = h("time", format_ago(language, person.at, view.now), datetime=person.at.isoformat())
    head = h("p", h("a", person.name, href=session_address(person.session_id)), " ", new, " ", at, class_="who")
    return h("li", head, h("p", words))


def _devices(view: OperatorView, devices: Sequence[SignedIn]) -> Iterator[Markup]:
    if not devices:
        return
    language = view.language
    listed = (_device(view, device) for device in devices[:MOST_DEVICES])
    every = h("p", h("a", say(language, "operator-every-device"), href=DEVICES))
    yield h("section", h("h2", say(language, "operator-devices")), h("ul", *listed, class_="devices"), every)


def _device(view: OperatorView, device: SignedIn) -> Markup:
    name = device_label(view.language, device.device)
    here = h("strong", say(view.language, "page-device-here"), class_="here")
    is_here = is_this_browser(view, device)
    when: list[Part] = [" · ", here] if is_here else []
    when += [" · ", signed_in_label(view.language, device.since, view.now)]
    if device.seen_at is not None and not is_here:
        when += [" · ", used_label(view.language, device.seen_at, view.now)]
    words = h("span", h("strong", name), " · ", whose_browser(view.language, device), *when)
    return h("li", words, sign_out_form(view, device))
