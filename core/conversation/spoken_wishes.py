"""Words that are said instead of a command: in the mailbox they stand for it, and the words themselves are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.contracts.about import in_intake
from core.contracts.messages import Command
from core.contracts.session import Stage, Status
from core.contracts.turn import Interview
from core.conversation.draft import said
from core.conversation.mailbox import claimed, is_photo, is_words
from core.conversation.plan import awaits_consent, is_told_freely
from core.interviews.signals.deeds import Deed, Wished, wished
from core.store.desk_reads import MailItem, View


def understood(seen: View, interviews: Mapping[str, Interview]) -> View:
    """What is in the mailbox, with commands in the place of words that say just what a command does."""
    session = seen.session
    if session is None or session.kind not in interviews or seen.person.stage is Stage.NEW or in_intake(session):
        return seen
    if awaits_consent(seen):
        return seen
    mends, interview = claimed(seen), interviews[session.kind]
    items = tuple(item if item == mends else _read(item, seen, interview) for item in seen.items)
    return seen if items == seen.items else replace(seen, items=items)


def _read(item: MailItem, seen: View, interview: Interview) -> MailItem:
    if is_photo(item) or not is_words(item):
        return item
    wish = wished(said(item.incoming.content) or "")
    if wish is None or not _is_meant(wish, seen, interview):
        return item
    command = Command(name=wish.deed.value, argument=wish.topic)
    return replace(item, incoming=replace(item.incoming, content=command), said=item.incoming)


def _is_meant(wish: Wished, seen: View, interview: Interview) -> bool:
    """Whether it can be done in this interview, where it stands."""
    session = seen.session
    if session is None:
        return False
    if wish.deed is Deed.FIND:
        return session.status is not Status.ABANDONED
    if wish.deed is Deed.TOLD:
        return is_told_freely(seen)
    if not interview.tells or session.status is not Status.ACTIVE or session.open_question is None:
        return False
    return not is_told_freely(seen) if wish.deed is Deed.TELL else session.counters.answers > 0
