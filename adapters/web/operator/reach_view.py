"""The choice of who can open a gift's link, on a page of its own: its questions, and what came of the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from adapters.web.markup import Part, h
from adapters.web.operator.frame import OperatorView, document_html, hidden_field
from adapters.web.operator.setup_view import MARK, outcome_section, topic_fields
from core.contracts.setup_desk import SetupOutcome, SetupSheet, SetupTopic
from core.languages.messages import say

TOPIC: Final = "reach"
_CHATS: Final = "chats"
"""The answer that leads to other platforms, where nobody opens a link."""


def reach_view(
    view: OperatorView,
    sheet: SetupSheet,
    action: str,
    *,
    now: str,
    back: str,
    hidden: Iterable[Part],
    outcome: SetupOutcome | None = None,
) -> str:
    """`now` is the key of the sentence that says who can open it now; `back`: the page to return to."""
    language = view.language
    topics = [_without_chats(topic) for topic in sheet.topics if topic.name == TOPIC]
    fields = (topic_fields(language, topic, outcome) for topic in topics)
    form = view.form(action, *hidden, hidden_field(MARK, sheet.mark), *fields, button=say(language, "give-save"))
    title = say(language, "give-reach")
    main = h(
        "main",
        h("h1", title),
        h("p", say(language, now)),
        None if outcome is None else outcome_section(view, sheet, outcome),
        form,
        h("p", h("a", say(language, "welcome-back"), href=back)),
    )
    return document_html(language, title, main)


def _without_chats(topic: SetupTopic) -> SetupTopic:
    questions = (
        replace(each, ways=tuple(way for way in each.ways if way[0] != _CHATS), leads={}) for each in topic.questions
    )
    return replace(topic, questions=tuple(questions))
