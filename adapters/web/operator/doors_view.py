"""Show who may come in: make and withdraw invitations, allow and deny people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from adapters.web.codes import scan_code
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
from core.contracts.operator_desk import AccessSheet
from core.languages.messages import say

MOST_USES = 100_000
LONGEST_DAYS = 3_650


def doors_view(
    view: OperatorView, doors: AccessSheet, kinds: Titles, *, made: Sequence[str] = (), wrong: str = ""
) -> str:
    """`made`: how to use an invitation that was just made; `wrong`: why a form was refused."""
    language = view.language
    alert = h("p", wrong, role="alert", class_="alert") if wrong else None
    new = None
    if made:
        lines = (_way_in(language, line) for line in made)
        once = h("p", say(language, "operator-shown-once"))
        new = h("section", h("h2", say(language, "operator-invited")), *lines, once, role="status", class_="made")
    everybody = h("p", say(language, "operator-everybody" if doors.everybody else "operator-nobody-else"))
    return view.document(
        say(language, "operator-doors"),
        alert,
        new,
        everybody,
        *_invitations(view, doors, kinds),
        *_people(view, doors),
    )


def _way_in(language: str, line: str) -> Markup:
    """Return a line of an invitation, with a code for the camera if it is a link."""
    if not line.startswith(("http://", "https://")) or " " in line:
        return h("p", h("code", line))
    code = scan_code(line, say(language, "operator-scan"))
    return join_markup(h("p", h("a", line, href=line)), code)


def _invitations(view: OperatorView, doors: AccessSheet, kinds: Titles) -> Iterator[Markup]:
    """Yield the form that makes an invitation, and the table of the open ones."""
    language = view.language
    choices = [("", say(language, "operator-any-interview")), *kind_choices(language, kinds)]
    form = view.form(
        f"{HOME}/invitations",
        choice_field("kind", say(language, "operator-head-interview"), choices),
        text_field("uses", say(language, "operator-uses"), value="1", type="number", min="1", max=str(MOST_USES)),
        text_field("days", say(language, "operator-days"), value="7", type="number", min="0", max=str(LONGEST_DAYS)),
        button=say(language, "operator-invite"),
    )
    yield h("section", h("h2", say(language, "operator-invite")), form)
    if not doors.invitations:
        return
    title = say(language, "operator-open-invitations")
    heads = [
        say(language, key) for key in ("operator-head-interview", "operator-left", "operator-until", "operator-end")
    ]
    called = dict(kind_choices(language, kinds))
    rows: list[list[Part]] = []
    for each in doors.invitations:
        interview = called.get(each.kind, each.kind) or say(language, "operator-any-interview")
        if each.teller:
            interview = say(language, "operator-gift-for" if each.tells else "operator-family-of", name=each.teller)
        until = say(language, "operator-for-ever") if each.expires_at is None else time_html(each.expires_at)
        digest, button = hidden_field("digest", each.digest), say(language, "operator-withdraw")
        withdraw = view.form(f"{HOME}/invitations/withdraw", digest, button=button)
        rows.append([interview, each.uses_left, until, withdraw])
    yield h("section", h("h2", title), table_html(title, heads, rows, numbers=frozenset({1})))


def _people(view: OperatorView, doors: AccessSheet) -> Iterator[Markup]:
    """Yield the form that allows or denies a person, and the table of those who are named or ruled on."""
    language = view.language
    choices = [("allow", say(language, "operator-allow")), ("deny", say(language, "operator-deny"))]
    form = view.form(
        f"{HOME}/people",
        text_field("person", say(language, "operator-person-id"), required=True, autocomplete="off"),
        choice_field("rule", say(language, "operator-what"), choices),
        button=say(language, "operator-so-be-it"),
    )
    meaning = h("p", say(language, "operator-denied-means"))
    yield h("section", h("h2", say(language, "operator-people")), meaning, form)
    rows: list[list[Part]] = [[each, say(language, "operator-named"), "", ""] for each in doors.named]
    for person, allowed, at in doors.ruled:
        fields = (hidden_field("person", person), hidden_field("rule", "deny" if allowed else "allow"))
        button = say(language, "operator-deny" if allowed else "operator-allow")
        change = view.form(f"{HOME}/people", *fields, button=button, quiet=person)
        shown = doors.names.get(person, "")
        state = say(language, "operator-allowed" if allowed else "operator-denied")
        rows.append([f"{shown} ({person})" if shown else person, state, time_html(at), change])
    if rows:
        heads = [
            say(language, key)
            for key in ("operator-head-person", "operator-head-state", "operator-since", "operator-change")
        ]
        yield table_html(say(language, "operator-people-list"), heads, rows, numbers=frozenset())
