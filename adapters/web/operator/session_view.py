"""Show one session: its facts, its transcript as documents may show it, notes, downloads and deletion."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from adapters.web.markup import Part, h
from adapters.web.operator.frame import (
    OperatorView,
    facts_html,
    format_price,
    progress_label,
    session_address,
    status_label,
    text_field,
    time_html,
)
from adapters.web.operator.list_view import troubles_label
from core.contracts.operator_desk import SessionSheet, TranscriptLine
from core.contracts.session import EntryKind, Role
from core.documents.readable import plain_time
from core.languages.messages import say

_KINDS: Final = {
    EntryKind.QUESTION: "operator-question",
    EntryKind.FOLLOW_UP: "operator-follow-up",
    EntryKind.ROOM: "operator-room",
    EntryKind.ANSWER: "operator-answer",
    EntryKind.REMARK: "operator-remark",
}
_LINKS: Final = (
    ("calls", "operator-calls"),
    ("transcript", "operator-get-transcript"),
    ("archive", "operator-get-archive"),
    ("export", "operator-get-export"),
)


def session_view(view: OperatorView, sheet: SessionSheet, *, refused: bool = False) -> str:
    """`refused`: deletion was refused, since the wrong name was typed."""
    language, row = view.language, sheet.row
    here = session_address(row.id)
    lines = h(
        "ol",
        *(transcript_line(language, line, here) for line in sheet.lines),
        id="transcript",
        data_events=f"{here}/events?pulse={sheet.pulse}",
    )
    log = h("div", lines, role="log", aria_label=say(language, "operator-transcript"))
    notes = h("section", h("h2", say(language, "operator-notes")), facts_html(sheet.notes)) if sheet.notes else None
    return view.document(
        row.person,
        h("p", say(language, "operator-given", name=row.person)) if sheet.given else None,
        h("div", sheet_facts(language, sheet), id="facts"),
        h("ul", *(h("li", h("a", say(language, key), href=f"{here}/{path}")) for path, key in _LINKS), class_="ways"),
        h("p", say(language, "operator-live"), id="live", hidden=True),
        h("h2", say(language, "operator-transcript")),
        log,
        notes,
        _deleting(view, here, sheet, refused=refused),
    )


def sheet_facts(language: str, sheet: SessionSheet) -> Markup:
    row = sheet.row
    rows: list[tuple[str, Part]] = [
        ("operator-head-interview", f"{row.title}: {row.about}" if row.about else row.title),
        ("operator-head-state", status_label(language, row.status)),
        ("operator-head-progress", progress_label(language, row.progress)),
        ("operator-told", say(language, "operator-told-figures", answers=row.answers, words=row.words)),
        ("operator-time", plain_time(language, sheet.active_seconds)),
        ("operator-kept-back", str(sheet.kept_back) if sheet.kept_back else ""),
        ("operator-begun", time_html(sheet.created_at)),
        ("operator-head-touched", time_html(row.touched_at)),
        ("operator-ended", None if sheet.ended_at is None else time_html(sheet.ended_at)),
        ("operator-head-cost", format_price(row.cost_micros) if row.cost_micros else ""),
        ("operator-head-trouble", troubles_label(language, row)),
        ("operator-address", row.address),
    ]
    return facts_html((say(language, key), value) for key, value in rows)


def transcript_line(language: str, line: TranscriptLine, here: str) -> Markup:
    """`here`: the address of the session."""
    keys = [_KINDS[line.kind]]
    if line.edited and not line.withdrawn:
        keys.append("operator-edited")
    if line.withdrawn:
        keys.append("operator-withdrawn")
    marks = [h("span", say(language, key), class_="mark") for key in keys]
    spoken = None
    if line.spoken_seconds:
        length = plain_time(language, line.spoken_seconds)
        spoken = h("span", say(language, "operator-spoken", length=length), class_="mark")
    chapter = h("span", line.chapter, class_="chapter") if line.chapter else None
    head = h("div", chapter, *marks, spoken, time_html(line.at), class_="head")
    words = h("del", line.text) if line.withdrawn else line.text
    who = "me" if line.role is Role.PERSON else "bot"
    kind = f"{who} {line.kind.value}"
    told = h("p", words, dir="auto")
    kept, media = f"{here}/kept/{line.seq}", None
    if line.pictured:
        picture = h("img", src=kept, alt=say(language, "operator-photo"), loading="lazy")
        media = h("p", h("a", picture, href=kept))
    elif line.recorded:
        label = say(language, "operator-sound")
        media = h("p", h("audio", controls=True, preload="none", src=kept, aria_label=label))
    return h("li", head, told, media, id=f"line-{line.seq}", value=line.seq, class_=kind)


def _deleting(view: OperatorView, here: str, sheet: SessionSheet, *, refused: bool) -> Markup:
    language = view.language
    wrong = h("p", say(language, "operator-delete-refused"), role="alert", class_="alert") if refused else None
    label = say(language, "operator-delete-type", name=sheet.confirmation)
    return h(
        "details",
        h("summary", say(language, "operator-delete")),
        wrong,
        h("p", say(language, "operator-delete-means")),
        view.form(
            f"{here}/delete",
            text_field("name", label, autocomplete="off", required=True),
            button=say(language, "operator-delete-now"),
            danger=True,
        ),
        open=refused,
    )
