"""List the signed-in browsers, each with a sign-out button, and renew the link for this computer."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from adapters.web.markup import Part, h
from adapters.web.operator.frame import HOME, OperatorView, hidden_field, table_html, time_html
from core.contracts.operator_desk import SignedIn
from core.languages.messages import say

DEVICES = f"{HOME}/devices"


def devices_view(view: OperatorView, devices: Sequence[SignedIn], *, renewed: str | None = None) -> str:
    """`renewed`: the new link of this computer, just made; empty where the configuration keeps the token."""
    language = view.language
    title = say(language, "operator-devices")
    heads = [
        say(language, key)
        for key in ("operator-head-device", "operator-head-person", "operator-since", "operator-seen", "operator-until",
                    "operator-change")
    ]  # fmt: skip
    return view.document(
        title,
        None if renewed is None else _renewed(language, renewed),
        h("p", say(language, "operator-devices-mean")),
        table_html(title, heads, (_device(view, each) for each in devices), numbers=frozenset()),
        _renewing(view),
    )


def _device(view: OperatorView, each: SignedIn) -> list[Part]:
    language = view.language
    name = each.device or say(language, "page-device-unnamed")
    whose = " · ".join(filter(None, (each.person, each.address))) or say(language, "operator-title")
    fields = (hidden_field("device", each.id),)
    button = view.form(f"{DEVICES}/sign-out", *fields, button=say(language, "page-sign-out"), quiet=f"{name}, {whose}")
    seen = None if each.seen_at is None else time_html(each.seen_at)
    return [name, whose, time_html(each.since), seen, time_html(each.expires_at), button]


def _renewing(view: OperatorView) -> Markup:
    language = view.language
    form = view.form(f"{DEVICES}/home", button=say(language, "operator-renew-home"), danger=True)
    return h("section", h("h2", say(language, "operator-home")), h("p", say(language, "operator-renew-means")), form)


def _renewed(language: str, link: str) -> Markup:
    if not link:
        return h("p", say(language, "operator-home-kept"), role="status")
    told = h("p", say(language, "operator-home-renewed")), h("p", h("code", link))
    return h("section", *told, h("p", say(language, "operator-shown-once")), role="status", class_="made")
