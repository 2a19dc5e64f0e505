"""Reads a mailbox: which words belong together, and what acts before them. Pure.

A *moving* command changes where the interview stands: words that wait before it are kept with it, unthought-about. An
*ordered* one waits its turn behind them. All others act at once and touch no answer that is under way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from core.contracts.buttons import decode_button
from core.contracts.commands import Order, command_spec
from core.contracts.messages import Address, ChatClosed, Command, Edit, Photo, Press, Removal, Text, Timer, Voice
from core.contracts.session import InputPurpose, Person
from core.conversation.draft import group_messages, join_messages, text_of_content
from core.store.desk_reads import MailboxView, MailItem

GOOD_FOR = timedelta(hours=1)
"""How long the bot waits for the words that are to take the place of others."""

_Words = tuple[Address, str, bool]
"""The chat, the message, and whether they are spoken."""


def command_name(item: MailItem) -> str:
    """Return the command in an item; empty for one that is none."""
    content = item.incoming.content
    if isinstance(content, Command):
        return content.name
    if isinstance(content, Press):
        button = decode_button(content.data)
        return "" if button is None else button.command
    return ""


def _order(item: MailItem) -> Order | None:
    spec = command_spec(command_name(item))
    return None if spec is None else spec.order


def is_words(item: MailItem) -> bool:
    """Return whether an item may be (part of) an answer: written, or spoken and heard in time."""
    content = item.incoming.content
    return item.ready and text_of_content(content) is not None and not is_late(item)


def is_spoken(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Voice) and not is_late(item)


def is_photo(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Photo)


def is_late(item: MailItem) -> bool:
    """Return whether something spoken was heard only after its person had been told that it could not be."""
    content = item.incoming.content
    return isinstance(content, Voice) and content.late


def is_timer(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Timer)


def is_removal(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Removal)


def moves_interview(item: MailItem) -> bool:
    content = item.incoming.content
    if isinstance(content, Command) and content.name == "interview" and not content.argument.strip():
        return False  # it only shows which there are
    return _order(item) is Order.MOVES or isinstance(content, ChatClosed)


def waits_its_turn(item: MailItem) -> bool:
    return _order(item) is Order.IN_TURN or is_timer(item)


def leading_words(items: Sequence[MailItem]) -> tuple[MailItem, ...]:
    """Return the words that wait, with their edits, up to what is not heard yet or must wait its turn."""
    run: list[MailItem] = []
    known: set[_Words] = set()
    for item in items:
        if not item.ready or waits_its_turn(item):
            break
        if is_words(item):
            run.append(item)
            known.add(_place(item))
        elif _edited(item) in known:
            run.append(item)
        elif moves_interview(item):
            break
    return tuple(run)


def acts_at_once(items: Sequence[MailItem], run: Sequence[MailItem]) -> MailItem | None:
    """Return the first item that need not wait for the words before it, nor for one before it that waits its turn.

    An edit of words that wait (behind something that is still being heard) waits with them.
    """
    mine = {item.id for item in run}
    waiting: set[_Words] = set()
    for item in items:
        if not item.ready:
            continue
        if is_words(item):
            waiting.add(_place(item))
        elif item.id not in mine and _edited(item) not in waiting:
            return None if run and waits_its_turn(item) else item
    return None


def is_answer_unfinished(items: Iterable[MailItem]) -> bool:
    """Return whether the answer that waits goes on with something that is still being heard."""
    held_up = next((item for item in items if not item.ready or waits_its_turn(item)), None)
    return held_up is not None and not held_up.ready


def _place(item: MailItem) -> _Words:
    """Return what an edit finds words by; spoken words are others than those written with them."""
    content = item.incoming.content
    found = isinstance(content, Text | Photo | Voice)
    return item.incoming.address, item.incoming.ref if found else "", isinstance(content, Voice)


def _edited(item: MailItem) -> _Words | None:
    """Return the words that an item is an edit of."""
    content = item.incoming.content
    return (item.incoming.address, content.ref, content.heard) if isinstance(content, Edit) and content.ref else None


def requested_message(seen: MailboxView) -> MailItem | None:
    """Return the message that replaces an earlier answer or is for the family, ready or still being heard.

    The first after the button was pressed; a voice note only where it was asked for, else they have gone on.
    """
    mending = seen.person.mending
    if mending is None or mending.by:
        return None
    for item in seen.items:
        pictures = mending.wanted is InputPurpose.QUESTION and mending.seq == 0
        if item.id <= mending.after or (is_photo(item) and not pictures) or not (is_spoken(item) or is_words(item)):
            continue
        if is_spoken(item) and (
            mending.wanted in {InputPurpose.WORDS, InputPurpose.NAME} or (item.ready and not is_words(item))
        ):
            return None
        return item if item.arrived_at - mending.asked_at.timestamp() <= GOOD_FOR.total_seconds() else None
    return None


def without_requested(seen: MailboxView) -> tuple[MailItem, ...]:
    """Return the mailbox without the message that was asked for and its edits."""
    mine = requested_message(seen)
    if mine is None:
        return seen.items
    return tuple(item for item in seen.items if item.id != mine.id and _edited(item) != _place(mine))


def edits_of(mine: MailItem, items: Iterable[MailItem]) -> tuple[MailItem, ...]:
    return tuple(item for item in items if _edited(item) == _place(mine))


def clear_pending_input(person: Person, items: Iterable[MailItem]) -> Person | None:
    """Return the person without the wish for their words if they answer by voice instead; else None."""
    mending = person.mending
    if mending is None or mending.by or not any(is_spoken(item) and item.id > mending.after for item in items):
        return None
    return person.model_copy(update={"mending": None})


def joined_words(items: Sequence[MailItem]) -> str:
    return join_messages(message.text for message in group_messages(i.incoming for i in items))
