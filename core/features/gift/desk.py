"""Makes gifts for the owner of a page, shows how far they have come, and what their links show: `Giving`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa

from core.access.gate import code_digest
from core.contracts.errors import Rejected, TooLarge
from core.contracts.giving import (
    LONGEST_WORDS,
    MOST_QUESTIONS,
    GiftLanding,
    GiftRefused,
    GiftWish,
    GivenGift,
    OnTheirWay,
    SentAnswer,
)
from core.contracts.messages import Address
from core.contracts.session import EntryKind, Person
from core.contracts.tools import PhotoReview
from core.contracts.turn import Interview
from core.conversation.context import Runtime
from core.conversation.phases.consent import consent_offer
from core.conversation.phases.new import clean_name
from core.features.gift.commands import question_fault
from core.features.gift.family import (
    Asks,
    Family,
    FamilyQuestion,
    InviteRole,
    NewGift,
    NewInvitation,
    SharingConsent,
)
from core.features.gift.giving import CODE_BYTES, RHYTHMS
from core.features.gift.readers import is_given_by_operator
from core.features.gift.received import received_answers
from core.features.gift.rows import Invited, family_invitation, member_in
from core.features.gift.rules import gift_rules
from core.features.gift.sharing import Sharing, find_waiting
from core.features.gift.steps import put_family_invite, put_gift, take_family_step
from core.files.keeping import PICTURE_TYPES
from core.languages import LANGUAGES
from core.store.access import is_open_invite
from core.store.driver import chat_values, fetch_one, matches_chat
from core.store.mailbox_rows import person_by_id
from core.store.rows import to_datetime
from core.store.schema import addresses, entries, revisions
from core.store.schema_families import families, family_codes, members
from core.store.store import Connection
from core.timing.rules import load_cadence
from core.timing.time_formatting import format_clock, format_days

_PERSON = sa.select(addresses.c.person_id).where(matches_chat(addresses))


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftDesk:
    """`Giving` on the store."""

    runtime: Runtime

    @property
    def is_on(self) -> bool:
        return gift_rules(self.runtime).enabled and self._kind() is not None

    @property
    def takes_photos(self) -> bool:
        return self._review is not None

    @property
    def _review(self) -> PhotoReview | None:
        found: PhotoReview | None = self.runtime.services.get(PhotoReview)
        return found

    def _kind(self) -> Interview | None:
        return next((each for each in self.runtime.offered.values() if each.intake is None), None)

    async def giver_name(self, giver: Address) -> str:
        person = await self.runtime.store.read(lambda c: _person_at(c, giver))
        return "" if person is None else person.name

    async def give(self, giver: Address, wish: GiftWish) -> str:
        kind, name = self._kind(), clean_name(wish.name)
        if kind is None or not gift_rules(self.runtime).enabled:
            raise GiftRefused("gift-off", "name")
        if not name:
            raise GiftRefused("give-no-name", "name")
        if wish.language not in LANGUAGES or wish.rhythm not in (rhythms := dict(RHYTHMS.values())):
            raise GiftRefused("page-not-understood", "rhythm")
        if len(wish.questions) > MOST_QUESTIONS:
            raise GiftRefused("give-too-many", "questions")
        for question in wish.questions:
            if fault := question_fault(question, wish.language):
                raise GiftRefused(fault, "questions")
        cadence = rhythms[wish.rhythm]
        family = Family(
            id=self.runtime.new_id(),
            person_id=None,
            session_id=None,
            name=name,
            language=wish.language,
            kind=kind.kind,
            rhythm="" if cadence is None else str(cadence),
            giver=clean_name(wish.giver),
            leave=SharingConsent.NOT_SAID,
            leave_at=None,
            words=wish.words.strip()[:LONGEST_WORDS],
        )
        if not wish.photo:
            await self._put(giver, family, wish.questions)
            return family.id
        review = self._review
        if self.runtime.photos is None or review is None:
            raise GiftRefused("photo-lost", "photo")
        try:
            body, media_type = await review.review(wish.photo, person=str(giver))
        except TooLarge:
            raise GiftRefused("photo-too-large", "photo") from None
        except Rejected:
            raise GiftRefused("photo-unreadable", "photo") from None

        async def claim(named: str) -> bool:
            await self._put(giver, family, wish.questions, photo=named)
            return True

        try:
            await self.runtime.photos.put(body, media_type, claim=claim)
        except OSError:
            raise GiftRefused("photo-lost", "photo") from None
        return family.id

    async def _put(self, giver: Address, family: Family, questions: tuple[str, ...], *, photo: str = "") -> None:
        now, new_id = self.runtime.now(), self.runtime.new_id
        member_id, ids = new_id(), [new_id() for _ in questions]
        opens = self._new_link(family.id)

        def unit(c: Connection) -> None:
            person_id = _person_id_at(c, giver)
            put_gift(c, NewGift(family=family, member_id=member_id, address=giver), person_id, now=now)
            if photo:
                c.execute(families.update().where(families.c.id == family.id).values(photo=photo))
            put_family_invite(c, opens, person_id, now=now)
            for number, (question_id, text) in enumerate(zip(ids, questions, strict=True)):
                asked = FamilyQuestion(id=question_id, family_id=family.id, person_id=person_id, asker="", text=text)
                # A moment apart, so that they are asked in the order in which they were written.
                take_family_step(c, Asks(question=asked), person_id, now=now + number / 1_000)

        await self.runtime.store.write(unit)

    def _new_link(self, family_id: str) -> NewInvitation:
        code = secrets.token_urlsafe(CODE_BYTES)
        until = self.runtime.now() + gift_rules(self.runtime).good_for.total_seconds()
        return NewInvitation(
            family_id=family_id, part=InviteRole.TELLER, digest=code_digest(code), expires_at=until, code=code
        )

    async def given(self, giver: Address) -> tuple[GivenGift, ...]:
        now, rules = self.runtime.now(), self.runtime.rules

        def look(c: Connection) -> tuple[GivenGift, ...]:
            mine = (members.c.person_id == _person_id_at(c, giver)) & members.c.gives.is_(True)
            found = c.execute(
                sa.select(families)
                .join(members, members.c.family_id == families.c.id)
                .where(mine)
                .order_by(families.c.created_at.desc(), families.c.id)
            ).all()
            return tuple(_given(c, row, now, rules.zone_of) for row in found)

        return await self.runtime.store.read(look)

    async def sent_on(self, giver: Address, gift_id: str) -> tuple[SentAnswer, ...]:
        zone_of = self.runtime.rules.zone_of

        def look(c: Connection) -> tuple[SentAnswer, ...]:
            member = member_in(c, gift_id, _person_id_at(c, giver))
            if member is None or not member.gives:
                return ()
            return received_answers(c, member, zone_of)

        return await self.runtime.store.read(look)

    async def on_their_way(self, giver: Address, gift_id: str, language: str) -> OnTheirWay | None:
        rules, grace, now = self.runtime.rules, gift_rules(self.runtime), self.runtime.clock.now()
        how = Sharing(grace=grace.grace, weekly=grace.weekly, rules=rules)

        def look(c: Connection) -> OnTheirWay | None:
            person = _person_at(c, giver)
            member = None if person is None else member_in(c, gift_id, person.id)
            if person is None or member is None or not member.gives:
                return None
            waiting = find_waiting(c, member, how, now)
            if waiting is None:
                return None
            return OnTheirWay(count=waiting.answers, at=format_clock(language, waiting.at, rules.zone_of(person)))

        return await self.runtime.store.read(look)

    async def renew(self, giver: Address, gift_id: str) -> bool:
        now, opens = self.runtime.now(), self._new_link(gift_id)

        def unit(c: Connection) -> bool:
            person_id = _person_id_at(c, giver)
            mine = (members.c.person_id == person_id) & members.c.gives.is_(True)
            unopened = (families.c.id == gift_id) & families.c.person_id.is_(None)
            there = sa.select(families.c.id).join(members, members.c.family_id == families.c.id).where(mine, unopened)
            if c.execute(there).first() is None:
                return False
            put_family_invite(c, opens, person_id, now=now)
            return True

        return await self.runtime.store.write(unit)

    async def is_of_family(self, code: str) -> bool:
        return await self._found(code) is not None

    async def _found(self, code: str) -> Invited | None:
        digest, now = code_digest(code), self.runtime.now()
        return await self.runtime.store.read(lambda c: family_invitation(c, digest, now=now))

    async def landing(self, code: str, platform: str) -> GiftLanding | None:
        found = await self._found(code)
        if found is None or found.part is not InviteRole.TELLER or found.family.person_id is not None:
            return None
        family, digest, now = found.family, code_digest(code), self.runtime.now()
        chosen = self.runtime.offered.get(family.kind)
        if chosen is None or not await self.runtime.store.read(lambda c: is_open_invite(c, digest, now=now)):
            return None
        cadence = load_cadence(family.rhythm)
        return GiftLanding(
            name=family.name,
            giver=family.giver,
            words=family.words,
            has_photo=bool(family.photo),
            language=family.language,
            kind=family.kind,
            title=chosen.scripts.speak(family.language).title,
            days="" if cadence is None else format_days(family.language, cadence),
            offer=consent_offer(self.runtime, chosen, platform, family.language),
            giver_runs=await self.runtime.store.read(lambda c: is_given_by_operator(c, self.runtime, family)),
        )

    async def photo(self, code: str) -> tuple[bytes, str] | None:
        found = await self._found(code)
        name = "" if found is None else found.family.photo
        body = None if self.runtime.photos is None or not name else await self.runtime.photos.read(name)
        return None if body is None else (body, PICTURE_TYPES.get(name.rpartition(".")[2], "application/octet-stream"))


def _person_id_at(c: Connection, address: Address) -> str:
    """Return who writes in a chat; empty where nobody does."""
    row = fetch_one(c, _PERSON, chat_values(address))
    return "" if row is None else str(row.person_id)


def _person_at(c: Connection, address: Address) -> Person | None:
    return person_by_id(c, _person_id_at(c, address))


def _given(c: Connection, row: Any, now: float, zone_of: Callable[[Person], Any]) -> GivenGift:
    link = (family_codes.c.family_id == row.id) & (family_codes.c.part == InviteRole.TELLER.value)
    fresh = family_codes.c.expires_at.is_(None) | (family_codes.c.expires_at > now)
    code = c.execute(sa.select(family_codes.c.code).where(link, fresh)).scalar()
    answers, last_day = 0, None
    teller = None if row.person_id is None else person_by_id(c, row.person_id)
    if row.session_id is not None and teller is not None:
        answers, last_day = _answers(c, row.session_id, zone_of(teller))
    return GivenGift(
        id=row.id,
        name=row.name,
        giver=row.giver,
        language=row.language,
        code=str(code or "") if row.person_id is None else "",
        opened=row.person_id is not None,
        begun=row.session_id is not None,
        answers=answers,
        last_day=last_day,
    )


def _answers(c: Connection, session_id: str, zone: Any) -> tuple[int, date | None]:
    """Return how many answers there are, and the day of the newest; without those that are kept back or taken back."""
    newest = sa.select(sa.func.max(revisions.c.id)).where(
        revisions.c.session_id == entries.c.session_id, revisions.c.seq == entries.c.seq
    )
    stands = sa.select(revisions.c.id).where(
        revisions.c.id == newest.correlate(entries).scalar_subquery(), revisions.c.withdrawn.is_(False)
    )
    counted = sa.select(sa.func.count().label("number"), sa.func.max(entries.c.at).label("at")).where(
        entries.c.session_id == session_id,
        entries.c.kind == EntryKind.ANSWER.value,
        entries.c.kept_back.is_(False),
        stands.correlate(entries).exists(),
    )
    row = c.execute(counted).one()
    return row.number, None if row.at is None else to_datetime(row.at).astimezone(zone).date()
