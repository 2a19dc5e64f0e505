"""Reading a mailbox: which words belong together, what acts before them, and what came too late. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from core.commands import is_words, moves, waits_its_turn
from core.draft import joined, spoken
from core.messages import Address, Edit
from core.store.desk_reads import Delivered, MailItem


def leading_words(items: Sequence[MailItem]) -> tuple[MailItem, ...]:
    """The words that wait, with the edits of them; up to what is not heard yet or must wait its turn."""
    run: list[MailItem] = []
    known: set[tuple[Address, str]] = set()
    for item in items:
        content = item.incoming.content
        if not item.ready or waits_its_turn(item):
            break
        if is_words(item):
            run.append(item)
            known.add((item.incoming.address, item.incoming.ref))
        elif isinstance(content, Edit) and content.ref and (item.incoming.address, content.ref) in known:
            run.append(item)
        elif moves(item):
            break
    return tuple(run)


def acts_at_once(items: Sequence[MailItem], run: Sequence[MailItem]) -> MailItem | None:
    """The first item that need not wait for the words before it; one behind an item that waits its turn waits too."""
    mine = {item.id for item in run}
    for item in items:
        if item.id in mine or is_words(item) or not item.ready:
            continue
        if waits_its_turn(item):
            return None if run else item
        return item
    return None


def came_before(item: MailItem, delivered: Delivered) -> bool:
    """Whether something was sent before the open question was seen."""
    if delivered.position is None:
        if delivered.in_doubt_since is None:
            return True
        return item.incoming.sent_at.timestamp() < int(delivered.in_doubt_since)
    if delivered.in_doubt_since is not None and item.incoming.sent_at.timestamp() >= int(delivered.in_doubt_since):
        return False
    if item.incoming.position and delivered.position:
        return item.incoming.position < delivered.position
    return delivered.sent_at is not None and item.incoming.sent_at.timestamp() < int(delivered.sent_at)


def joined_words(items: Sequence[MailItem]) -> str:
    return joined(message.text for message in spoken(i.incoming for i in items))
