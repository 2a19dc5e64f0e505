"""Linking: two chats of one person are joined by a code, which is made in the one and entered in the other."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, MenuGroup, Order
from core.features.linking import link_rows as rows
from core.features.linking.codes import COMMAND
from core.features.linking.commands import link_chat
from core.features.linking.effects import AcceptLink, DeclineLink, LinkCode
from core.features.registration import Feature
from core.store.feature_hooks import StoreHooks

FEATURE = Feature(
    name="linking",
    commands=(
        CommandSpec(
            name=COMMAND,
            handle=link_chat,
            order=Order.IN_TURN,
            place=280,
            in_menu=True,
            takes_words=True,
            group=MenuGroup.PAGE,
            wanted=-2,
        ),
    ),
    effects={
        LinkCode: lambda c, code, step: rows.put_link_code(c, step.person_id, code.address, code.digest, now=step.now),
        AcceptLink: lambda c, yes, step: rows.accept_link(c, yes, now=step.now),
        DeclineLink: lambda c, no, _: rows.decline_link(c, no.address),
    },
    store=StoreHooks(
        enter=rows.enter_by_code,
        taken_in=lambda c, incoming, owner, _: rows.drop_told_code(c, incoming, owner),
        erase=rows.forget_tries,
        join=lambda c, _, goes: rows.drop_links_of(c, goes),
        prune=rows.drop_expired_links,
    ),
)
