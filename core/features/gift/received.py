"""Shows a giver again what has reached them: the answers whose letters were delivered, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

import sqlalchemy as sa
from sqlalchemy import bindparam

from core.contracts.giving import SentAnswer
from core.contracts.session import EntryKind, Person, Role, words_without_photos
from core.documents.visibility import visible_record
from core.features.gift.family import Member, SharingConsent
from core.features.gift.rows import family_of
from core.features.gift.withheld import withheld_seqs
from core.store.driver import fetch_all
from core.store.records import load_record
from core.store.schema import outbox
from core.store.schema_families import shares
from core.store.store import Connection

# A letter that waits, or that could not be delivered, has reached nobody.
_DELIVERED = (
    sa.select(shares.c.seq, shares.c.revision)
    .join(outbox, outbox.c.key == shares.c.letter)
    .where(
        shares.c.family_id == bindparam("family"),
        shares.c.session_id == bindparam("session"),
        shares.c.person_id == bindparam("person"),
        outbox.c.sent_at.is_not(None),
    )
    .order_by(shares.c.seq)
)


def received_answers(c: Connection, member: Member, zone_of: Callable[[Person], tzinfo]) -> tuple[SentAnswer, ...]:
    """Return the answers that a member has received, as they were told, each in the wording of its letter.

    What the teller has since taken back, kept back or told apart is left out, and all of it once they withdraw their
    leave.
    """
    family = family_of(c, member.family_id)
    if family is None or family.session_id is None or family.leave is not SharingConsent.YES:
        return ()
    rows = fetch_all(c, _DELIVERED, {"family": family.id, "session": family.session_id, "person": member.person_id})
    if not rows:
        return ()
    loaded, _ = load_record(c, family.session_id)
    whole = loaded.without_parts()
    visible = visible_record(whole.keeping_back(withheld_seqs(whole, unread=False)))
    zone = zone_of(whole.person)
    questions = {entry.seq: entry.text for entry in visible.entries if entry.role is Role.INTERVIEWER}
    told = {e.seq: e for e in visible.entries if e.kind is EntryKind.ANSWER and not e.withdrawn}
    found = []
    for row in rows:
        answer = told.get(row.seq)
        sent = None if answer is None else next((e for e in answer.revisions if e.number == row.revision), None)
        if answer is None or sent is None:
            continue
        words = words_without_photos(sent.text) if answer.photo else sent.text
        question = "" if answer.answers is None else questions.get(answer.answers, "")
        day, photo = answer.at.astimezone(zone).date(), answer.photo if "." in answer.photo else ""
        found.append(SentAnswer(question=question, words=words, day=day, number=answer.seq, photo=photo))
    return tuple(found)


def has_received_since(c: Connection, family_id: str, person_id: str, moment: float) -> bool:
    """Return whether something has reached a member after a moment."""
    delivered = sa.select(shares.c.id).join(outbox, outbox.c.key == shares.c.letter)
    theirs = (shares.c.family_id == family_id) & (shares.c.person_id == person_id)
    return c.execute(delivered.where(theirs, outbox.c.sent_at > moment).limit(1)).first() is not None
