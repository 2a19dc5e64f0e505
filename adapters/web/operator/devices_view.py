"""List the signed-in browsers, each with a sign-out button, and renew the link for this computer."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from adapters.web import HOME as LOCAL_CHAT
from adapters.web.device_labels import device_label, signed_in_label, used_label
from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import HOME, OperatorView, hidden_field, table_html, time_html
from adapters.web.visits import PLATFORM
from core.contracts.operator_desk import SignedIn
from core.languages.messages import say

DEVICES = f"{HOME}/devices"
SURE = "sure"
"""The field that says that the question whether to sign out was answered."""


def devices_view(
    view: OperatorView, devices: Sequence[SignedIn], *, renewed: str | None = None, notice: Markup | None = None
) -> str:
    """`renewed` is the new link of this computer, just made; empty if the configuration keeps the token."""
    language = view.language
    title = say(language, "operator-devices")
    if renewed:
        told = h("p", say(language, "operator-home-renewed")), h("p", h("code", renewed))
        notice = h("section", *told, h("p", say(language, "operator-shown-once")), role="status", class_="made")
    elif renewed is not None:
        notice = h("p", say(language, "operator-home-kept"), role="status")
    renew = view.form(f"{DEVICES}/home", button=say(language, "operator-renew-home"), danger=True)
    return view.document(
        title,
        notice,
        h("p", say(language, "operator-devices-mean")),
        devices_table(view, devices),
        h("section", h("h2", say(language, "operator-home")), h("p", say(language, "operator-renew-means")), renew),
    )


def whose_browser(language: str, device: SignedIn) -> str:
    """Return whose conversation a browser opens, or that it opens the operator's page."""
    if device.address == f"{PLATFORM}:{LOCAL_CHAT}":
        return ", ".join(filter(None, (device.person, say(language, "operator-this-computer"))))
    return device.person or device.address or say(language, "operator-title")


def sign_out_form(view: OperatorView, device: SignedIn) -> Markup:
    name = device_label(view.language, device.device)
    return view.form(
        f"{DEVICES}/sign-out",
        hidden_field("device", device.id),
        button=say(view.language, "page-sign-out"),
        quiet=f"{name}, {whose_browser(view.language, device)}, {_when(view, device)}",
    )


def sign_out_view(view: OperatorView, device: SignedIn) -> str:
    """Return the page that asks once before a browser is signed out."""
    language = view.language
    fields = hidden_field("device", device.id), hidden_field(SURE, "1")
    which = f"{device_label(language, device.device)}, {whose_browser(language, device)}, {_when(view, device)}"
    return view.document(
        say(language, "operator-sign-out-sure"),
        h("p", h("strong", which)),
        h("p", say(language, "operator-sign-out-means")),
        view.form(f"{DEVICES}/sign-out", *fields, button=say(language, "page-sign-out"), danger=True),
        h("p", h("a", say(language, "operator-sign-out-not"), href=DEVICES)),
    )


def new_link_notice(language: str, link: str, person: str) -> Markup:
    made = say(language, "operator-new-link-made", name=person or say(language, "family-somebody"))
    return h("section", h("p", made), h("p", h("code", link)), role="status", class_="made")


def _new_link_form(view: OperatorView, device: SignedIn) -> Markup | None:
    """Return the button that makes a link back; there is none for this computer and for the operator's page."""
    if not device.address.startswith(f"{PLATFORM}:") or device.address == f"{PLATFORM}:{LOCAL_CHAT}":
        return None
    name = whose_browser(view.language, device)
    button = say(view.language, "operator-new-link", name=name)
    return view.form(f"{DEVICES}/link", hidden_field("device", device.id), button=button)


def is_this_browser(view: OperatorView, device: SignedIn) -> bool:
    return view.device.startswith(device.id)


def _when(view: OperatorView, device: SignedIn) -> str:
    """Return the words by which two browsers of a kind differ."""
    labels = [signed_in_label(view.language, device.since, view.now)]
    if device.seen_at is not None:
        labels.append(used_label(view.language, device.seen_at, view.now))
    return ", ".join(label.striptags() for label in labels)


def devices_table(view: OperatorView, devices: Sequence[SignedIn]) -> Markup:
    language = view.language
    heads = [
        say(language, key)
        for key in ("operator-head-device", "operator-head-person", "operator-since", "operator-seen", "operator-until",
                    "operator-change")
    ]  # fmt: skip
    rows: list[list[Part]] = []
    for each in devices:
        label = device_label(language, each.device)
        here = h("strong", say(language, "page-device-here"), class_="here")
        name: Part = join_markup(label, " ", here) if is_this_browser(view, each) else label
        whose, sign_out = whose_browser(language, each), sign_out_form(view, each)
        if (link := _new_link_form(view, each)) is not None:
            sign_out = join_markup(sign_out, link)
        seen = None if each.seen_at is None else used_label(language, each.seen_at, view.now)
        rows.append([name, whose, time_html(each.since), seen, time_html(each.expires_at), sign_out])
    return table_html(say(language, "operator-devices"), heads, rows, numbers=frozenset())
