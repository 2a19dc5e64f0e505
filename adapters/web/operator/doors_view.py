"""Who may come in: invitations made and withdrawn, people let in and kept out."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import (
    HOME,
    OperatorView,
    Titles,
    choice_field,
    hidden_field,
    kind_choices,
    table_html,
    text_field,
    time_html,
)
from core.contracts.operator_desk import AccessSheet, Invitation
from core.languages.messages import say

MOST_USES = 100_000
LONGEST_DAYS = 3_650


def doors_view(
    view: OperatorView, doors: AccessSheet, kinds: Titles, *, made: Sequence[str] = (), wrong: str = ""
) -> str:
    """`made`: how somebody comes in with an invitation that was just made; `wrong`: what was not understood."""
    language = view.language
    alert = h("p", wrong, role="alert", class_="alert") if wrong else None
    everybody = h("p", say(language, "operator-everybody" if doors.everybody else "operator-nobody-else"))
    return view.document(
        say(language, "operator-doors"),
        alert,
        _made(language, made) if made else None,
        everybody,
        _inviting(view, kinds),
        _invitations(view, doors, kinds),
        _ruling(view),
        _people(view, doors),
    )


def _made(language: str, lines: Sequence[str]) -> Markup:
    words = (h("p", h("code", line)) for line in lines)
    only = h("p", say(language, "operator-shown-once"))
    return h("section", h("h2", say(language, "operator-invited")), *words, only, role="status", class_="made")


def _inviting(view: OperatorView, kinds: Titles) -> Markup:
    language = view.language
    choices = [("", say(language, "operator-any-interview")), *kind_choices(language, kinds)]
    form = view.form(
        f"{HOME}/invitations",
        choice_field("kind", say(language, "operator-head-interview"), choices),
        text_field("uses", say(language, "operator-uses"), value="1", type="number", min="1", max=str(MOST_USES)),
        text_field("days", say(language, "operator-days"), value="7", type="number", min="0", max=str(LONGEST_DAYS)),
        button=say(language, "operator-invite"),
    )
    return h("section", h("h2", say(language, "operator-invite")), form)


def _invitations(view: OperatorView, doors: AccessSheet, kinds: Titles) -> Markup | None:
    if not doors.invitations:
        return None
    language = view.language
    title = say(language, "operator-open-invitations")
    heads = [
        say(language, key) for key in ("operator-head-interview", "operator-left", "operator-until", "operator-end")
    ]
    called = dict(kind_choices(language, kinds))
    rows = (_invitation(view, each, called.get(each.kind, each.kind)) for each in doors.invitations)
    return h("section", h("h2", title), table_html(title, heads, rows, numbers=frozenset({1})))


def _invitation(view: OperatorView, each: Invitation, title: str) -> list[Part]:
    language = view.language
    until: Part = say(language, "operator-for-ever") if each.expires_at is None else time_html(each.expires_at)
    withdraw = view.form(
        f"{HOME}/invitations/withdraw", hidden_field("digest", each.digest), button=say(language, "operator-withdraw")
    )
    return [title or say(language, "operator-any-interview"), each.uses_left, until, withdraw]


def _ruling(view: OperatorView) -> Markup:
    language = view.language
    choices = [("allow", say(language, "operator-allow")), ("deny", say(language, "operator-deny"))]
    form = view.form(
        f"{HOME}/people",
        text_field("person", say(language, "operator-person-id"), required=True, autocomplete="off"),
        choice_field("rule", say(language, "operator-what"), choices),
        button=say(language, "operator-so-be-it"),
    )
    return h("section", h("h2", say(language, "operator-people")), h("p", say(language, "operator-denied-means")), form)


def _people(view: OperatorView, doors: AccessSheet) -> Markup | None:
    language = view.language
    rows: list[list[Part]] = [[each, say(language, "operator-named"), "", ""] for each in doors.named]
    rows += [
        [
            who,
            say(language, "operator-allowed" if allowed else "operator-denied"),
            time_html(at),
            _other(view, who, allowed),
        ]
        for who, allowed, at in doors.ruled
    ]
    if not rows:
        return None
    title = say(language, "operator-people-list")
    heads = [
        say(language, key)
        for key in ("operator-head-person", "operator-head-state", "operator-since", "operator-change")
    ]
    return join_markup(table_html(title, heads, rows, numbers=frozenset()))


def _other(view: OperatorView, who: str, allowed: bool) -> Markup:
    """The other of the two."""
    rule = "deny" if allowed else "allow"
    fields = (hidden_field("person", who), hidden_field("rule", rule))
    key = "operator-deny" if allowed else "operator-allow"
    return view.form(f"{HOME}/people", *fields, button=say(view.language, key), quiet=who)
