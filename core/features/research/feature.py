"""What studies add to the engine."""

from __future__ import annotations

from core.conversation.feature_hooks import ConversationHooks
from core.features.registration import Feature
from core.features.research import entering, rows
from core.store.feature_hooks import StoreHooks
from core.store.notice_circles import CircleHooks

FEATURE = Feature(
    name="research",
    store=StoreHooks(
        enter=entering.read_invitation,
        shuts=entering.is_shut,
        taken_in=entering.take_in,
        begun=lambda c, session, now: rows.assign_to_studies(c, session, now=now),
    ),
    conversation=ConversationHooks(open_code=entering.turn_away, codes_of_person=entering.codes_of_person),
    circles=CircleHooks(people=rows.select_wave_people, button=rows.wave_button),
)
