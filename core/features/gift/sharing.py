"""Decides what of a story goes to the family now, and when there is more: by the time of grace, leave and hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.contracts.messages import Address
from core.contracts.session import Entry, EntryKind, Record, Role
from core.documents.visibility import answer_text, visible_record
from core.features.gift.family import Family, Member, ShareableAnswer, ShareBatch, SharingConsent, SharingFrequency
from core.features.gift.rows import family_of, family_question_seqs, member_address, members_of, shared_with
from core.features.gift.withheld import is_told_after, withheld_seqs
from core.store.chore_rows import has_unsettled_words
from core.store.mailbox_rows import person_by_id
from core.store.records import load_record
from core.store.store import Connection
from core.timing.rules import Cadence, TimerRules

AT_MOST = 20
"""Answers in one letter; the rest comes in the next."""
LONGEST = 12_000
"""Characters of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """The settings that decide what goes out."""

    grace: timedelta
    """How long the wording of an answer must have stood."""
    weekly: Cadence
    """When weekly letters come, by the clock of whoever gets them."""
    rules: TimerRules


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareResult:
    """The result of a look at a family."""

    parcels: tuple[ShareBatch, ...] = ()
    revision: int = 0
    """Of the session, as it was seen."""
    due_at: float | None = None
    """When to look again; None: when something new is told."""


def find_shares(c: Connection, family_id: str, how: Sharing, now: datetime) -> ShareResult | None:
    """Return what is to go out of a family's interview now; None where nothing ever is. Only reads."""
    family = family_of(c, family_id)
    if family is None or family.session_id is None or family.leave is not SharingConsent.YES or family.leave_at is None:
        return None
    loaded, scripts = load_record(c, family.session_id)
    whole = loaded.without_parts()
    visible = _without_withheld(c, whole)
    # The questions that may go out are those in sight, and whatever waits, those of the script.
    asked = [place.question for place in scripts.speak(whole.session.language).places]
    written = {text for each in asked for text in (each.text, *(probe.text for probe in each.probes))}
    ours = [*(e for e in visible_record(whole).entries if e.text in written), *visible.entries]
    questions = {entry.seq: entry for entry in ours if entry.role is Role.INTERVIEWER}
    asked_by_others = family_question_seqs(c, whole.session.id)
    ripe, later = _ripe(visible, questions, asked_by_others, family, how.grace, now)
    next_at = min((each.ripe_at for each in later), default=None)
    parcels: list[ShareBatch] = []
    dues = [next_at] if next_at is not None else []
    for member in members_of(c, family_id):
        if member.way is SharingFrequency.NOTHING or member.known_at is None or member.person_id == family.person_id:
            continue
        had = shared_with(c, whole.session.id, member.person_id)
        new = (each for each in ripe if each.answer.seq not in had)
        told = tuple(each for each in new if is_told_after(each.answer, member.known_at, member.known_seq))
        address, person = member_address(c, member) if told else None, person_by_id(c, member.person_id)
        if address is None or person is None:
            continue
        zone, at = how.rules.zone_of(person), now
        if member.way is SharingFrequency.WEEKLY:
            at = max(now, how.weekly.next_time(min(each.ripe_at for each in told), zone))
        if (quiet := how.rules.quiet_of(person)) is not None:
            at = quiet.after(at, zone)
        if at > now:
            dues.append(at)
        else:
            parcels.append(_parcel(family, member, whole, address, told))
    due_at = min((due.timestamp() for due in dues), default=None)
    return ShareResult(parcels=tuple(parcels), revision=whole.session.revision, due_at=due_at)


def _without_withheld(c: Connection, whole: Record) -> Record:
    """Return the interview as documents show it, without what waits for its teller.

    So no line of a model gives away what is not sent.
    """
    waits = withheld_seqs(whole, unread=has_unsettled_words(c, whole.session.id))
    return visible_record(whole.keeping_back(waits))


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingAnswers:
    """What goes to a member as soon as its time of grace is over."""

    answers: int
    at: datetime
    """When the first of it goes out."""


def find_waiting(c: Connection, member: Member, how: Sharing, now: datetime) -> WaitingAnswers | None:
    """Return what is about to go to a member; None for nothing. Only reads."""
    family = family_of(c, member.family_id)
    if family is None or family.session_id is None or family.leave is not SharingConsent.YES:
        return None
    if member.known_at is None or member.way is SharingFrequency.NOTHING:
        return None
    whole = load_record(c, family.session_id)[0].without_parts()
    ripe, later = _ripe(_without_withheld(c, whole), {}, frozenset(), family, how.grace, now)
    had = shared_with(c, family.session_id, member.person_id)
    new = (each for each in (*ripe, *later) if each.answer.seq not in had)
    told = [each for each in new if is_told_after(each.answer, member.known_at, member.known_seq)]
    person = person_by_id(c, member.person_id)
    if not told or person is None:
        return None
    zone, at = how.rules.zone_of(person), max(now, min(each.ripe_at for each in told))
    if member.way is SharingFrequency.WEEKLY:
        at = how.weekly.next_time(at, zone)
    if (quiet := how.rules.quiet_of(person)) is not None:
        at = quiet.after(at, zone)
    return WaitingAnswers(answers=len(told), at=at)


def _ripe(
    visible: Record,
    questions: Mapping[int, Entry],
    asked_by_others: frozenset[int],
    family: Family,
    grace: timedelta,
    now: datetime,
) -> tuple[tuple[ShareableAnswer, ...], tuple[ShareableAnswer, ...]]:
    """Return the answers whose wording has stood for the time of grace, by whole questions; and the others.

    `asked_by_others`: questions of the family's, which belong to no question before them.
    """
    told: dict[int | None, list[Entry]] = {}
    for entry in visible.entries:
        is_answer = entry.kind is EntryKind.ANSWER and not entry.withdrawn and answer_text(entry).strip()
        if is_answer and is_told_after(entry, family.leave_at, family.leave_seq):
            told.setdefault(entry.answers, []).append(entry)
    ripe: list[ShareableAnswer] = []
    later: list[ShareableAnswer] = []
    for asked, answers in told.items():
        at = max(max(e.at, e.newest.at) for e in answers) + grace
        question = None if asked is None else questions.get(asked)
        if question is None or question.kind is not EntryKind.FOLLOW_UP or question.seq in asked_by_others:
            main = None
        else:
            before = [e for e in questions.values() if e.kind is EntryKind.QUESTION and e.seq < question.seq]
            its = [e for e in before if e.question_id == question.question_id and not e.withdrawn]
            main = max(its, key=lambda e: e.seq, default=None)
        found = [ShareableAnswer(question=question, main=main, answer=answer, ripe_at=at) for answer in answers]
        (later if at > now else ripe).extend(found)
    return tuple(sorted(ripe, key=lambda each: each.answer.seq)), tuple(later)


def _parcel(
    family: Family, member: Member, whole: Record, address: Address, told: tuple[ShareableAnswer, ...]
) -> ShareBatch:
    """Fill one letter: a member who gets answers at once gets those to one question."""
    if member.way is SharingFrequency.AT_ONCE:
        told = tuple(each for each in told if each.answer.answers == told[0].answer.answers)
    kept, length = 0, 0
    for each in told[:AT_MOST]:
        length += len(each.answer.text)
        if kept and length > LONGEST:
            break
        kept += 1
    return ShareBatch(
        family=family,
        member=member,
        teller=whole.person.name or family.name,
        address=address,
        session_id=whole.session.id,
        told=told[:kept],
    )
