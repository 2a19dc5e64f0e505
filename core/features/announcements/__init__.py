"""Announcements: notices to everybody, or to a circle of people whom another part of the program asks for something."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, Finds
from core.features.announcements.commands import preview_announcement
from core.features.announcements.notice_rows import PREFIX, QUEUE, forget_oldest, join_lists, take_announce_step
from core.features.announcements.notices import AnnounceStep
from core.features.announcements.quiet import QUIET_WISH
from core.features.announcements.sending import note_refusal, withdraw_hindered
from core.features.registration import Feature
from core.store.feature_hooks import StoreHooks
from core.store.letter_hooks import LetterHooks
from core.store.unit_of_work import Wake

FEATURE = Feature(
    name="announcements",
    commands=(CommandSpec(name="announce", handle=preview_announcement, place=360, finds=Finds.ADMINS),),
    effects={AnnounceStep: lambda c, effect, step: take_announce_step(c, effect, step.person_id, now=step.now)},
    wakes={AnnounceStep: lambda step: Wake(QUEUE, step.announcement_id)},
    store=StoreHooks(join=join_lists, prune=forget_oldest),
    letters={PREFIX: LetterHooks(withdraw=withdraw_hindered, take_back=note_refusal)},
    quiet=QUIET_WISH,
)
