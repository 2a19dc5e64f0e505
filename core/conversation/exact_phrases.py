"""A dozen exact phrases per language that make up a whole message do what a command does, with a model or without."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.about import in_intake
from core.contracts.messages import Command
from core.contracts.session import Stage, Status
from core.conversation.draft import text_of_content
from core.conversation.mailbox import is_photo, is_words, requested_message
from core.conversation.plan import awaits_consent, is_floor_given
from core.languages.phrases import Phrase, find_phrase
from core.store.desk_reads import MailboxView, MailItem

_COMMANDS = {Phrase.PAUSE: "pause", Phrase.STOP: "pause", Phrase.SKIP: "skip"}


def phrases_as_commands(seen: MailboxView, *, offline: bool) -> MailboxView:
    """Return what is in the mailbox, with commands in the place of messages that are such a phrase and nothing else.

    `offline`: a goodbye pauses, since no model could say goodbye too.
    """
    session = seen.session
    if session is None or session.status is not Status.ACTIVE or seen.person.stage is Stage.NEW or in_intake(session):
        return seen
    if awaits_consent(seen):
        return seen
    wanted = requested_message(seen)
    language = session.language
    items = tuple(i if i == wanted else _read(i, seen, language, offline=offline) for i in seen.items)
    return seen if items == seen.items else replace(seen, items=items)


def _read(item: MailItem, seen: MailboxView, language: str, *, offline: bool) -> MailItem:
    if is_photo(item) or not is_words(item):
        return item
    found = find_phrase(text_of_content(item.incoming.content) or "", language)
    name = "pause" if offline and found is Phrase.GOODBYE else _COMMANDS.get(found) if found is not None else None
    if name is None:
        return item
    if name == "skip" and is_floor_given(seen):
        name = "told"
    return replace(item, incoming=replace(item.incoming, content=Command(name=name, argument="")), said=item.incoming)
