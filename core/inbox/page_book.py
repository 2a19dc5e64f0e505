"""The book of what stands on a page, on the store; what comes from the page is taken in together with its line."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from core.access.gate import Gate, code_digest
from core.contracts.messages import Address, Incoming
from core.contracts.page_lines import Device, EventOutcome, FreshLine, PageUpdate, PushSubscription, SentFile, ShownLine
from core.contracts.ports import Clock
from core.files.keeping import PICTURE_TYPES, KeptFiles, media_type_of
from core.store.access import is_open_invite, was_invite
from core.store.device_rows import (
    delete_device_key,
    devices_of,
    holder_of_key,
    is_chat_denied,
    mark_key_seen,
    put_return_link,
    replace_key,
    return_address,
    return_code,
    use_return_link,
    was_return_link,
)
from core.store.page_rows import (
    change_line,
    file_of,
    forget_chat,
    line_and_chat,
    line_numbered,
    lines_before,
    lines_since,
    photo_sent,
    recording_sent,
    show_line,
    shown_line,
)
from core.store.push_rows import delete_subscription, put_subscription, subscriptions_of
from core.store.store import Store

SEEN: Final = 3_600.0
"""Seconds after which it is written down again that a key was used."""
BACK: Final = 30 * 86_400.0
"""Seconds for which a link back is valid."""
CODE_BYTES: Final = 12
"""Sixteen characters that nobody guesses."""


class PageBook:
    """`ShownBook` on the store."""

    def __init__(
        self,
        store: Store,
        accept: Callable[[Incoming, PageUpdate], Awaitable[EventOutcome]],
        *,
        gate: Gate,
        clock: Clock,
        photos: KeptFiles | None = None,
        recordings: KeptFiles | None = None,
    ) -> None:
        self._store = store
        self._accept = accept
        self._gate = gate
        self._clock = clock
        self._photos = photos
        self._recordings = recordings

    async def accept(self, incoming: Incoming, update: PageUpdate) -> EventOutcome:
        return await self._accept(incoming, update)

    async def put(self, address: Address, line: FreshLine) -> ShownLine | None:
        return await self._store.write(lambda c: show_line(c, address, line))

    async def change(self, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
        return await self._store.write(lambda c: change_line(c, address, key, body, file=file))

    async def line(self, address: Address, key: str) -> ShownLine | None:
        return await self._store.read(lambda c: shown_line(c, address, key))

    async def numbered(self, address: Address, number: int) -> ShownLine | None:
        return await self._store.read(lambda c: line_numbered(c, address, number))

    async def holder(self, platform: str, number: int) -> tuple[Address, ShownLine] | None:
        return await self._store.read(lambda c: line_and_chat(c, platform, number))

    async def file(self, address: Address, key: str) -> bytes | None:
        return await self._store.read(lambda c: file_of(c, address, key))

    async def is_coming(self, address: Address, event_id: str, ref: str) -> bool:
        return (await self._store.read(lambda c: photo_sent(c, address, event_id, ref)))[1]

    async def photo(self, address: Address, event_id: str, ref: str) -> SentFile:
        name, coming = await self._store.read(lambda c: photo_sent(c, address, event_id, ref))
        body = None if self._photos is None or not name else await self._photos.read(name)
        return SentFile(body=body, media_type=PICTURE_TYPES.get(name.rpartition(".")[2], ""), coming=coming)

    async def recording(self, address: Address, ref: str) -> SentFile:
        name = await self._store.read(lambda c: recording_sent(c, address, ref))
        body = None if self._recordings is None or not name else await self._recordings.read(name)
        return SentFile(body=body, media_type=media_type_of(name))

    async def since(self, address: Address, moved: int, *, limit: int) -> tuple[ShownLine, ...]:
        return await self._store.read(lambda c: lines_since(c, address, moved, limit))

    async def before(self, address: Address, number: int | None, *, limit: int) -> tuple[ShownLine, ...]:
        return await self._store.read(lambda c: lines_before(c, address, number, limit))

    async def forget(self, address: Address) -> None:
        await self._store.write(lambda c: forget_chat(c, address))

    async def opens(self, digest: str) -> Address | None:
        now = self._clock.now().timestamp()
        holder = await self._store.read(lambda c: holder_of_key(c, digest, now=now))
        if holder is None or (holder.denied and not self._gate.is_home(holder.address)):
            return None
        if now - holder.seen_at >= SEEN:
            await self._store.write(lambda c: mark_key_seen(c, digest, now=now))
        return holder.address

    async def turns_away(self, digest: str) -> bool:
        now = self._clock.now().timestamp()
        holder = await self._store.read(lambda c: holder_of_key(c, digest, now=now))
        return holder is not None and holder.denied and not self._gate.is_home(holder.address)

    async def keeps_out(self, address: Address) -> bool:
        return not self._gate.is_home(address) and await self._store.read(lambda c: is_chat_denied(c, address))

    async def is_invitation(self, code: str) -> bool:
        now = self._clock.now().timestamp()
        return await self._store.read(lambda c: is_open_invite(c, code_digest(code), now=now))

    async def was_invitation(self, code: str) -> bool:
        digest = code_digest(code)
        return await self._store.read(lambda c: was_invite(c, digest) or was_return_link(c, digest))

    async def invite_back(self, address: Address) -> str:
        code, until = secrets.token_urlsafe(CODE_BYTES), self._clock.now().timestamp() + BACK
        digest = code_digest(code)
        kept = await self._store.write(lambda c: put_return_link(c, address, digest, code, expires_at=until))
        return code if kept else ""

    async def way_back(self, address: Address) -> str:
        now = self._clock.now().timestamp()
        return await self._store.read(lambda c: return_code(c, address, now=now))

    async def leads_back(self, code: str) -> Address | None:
        now = self._clock.now().timestamp()
        return await self._store.read(lambda c: return_address(c, code_digest(code), now=now))

    async def come_back(self, code: str, digest: str, *, device: str) -> Address | None:
        now, used = self._clock.now().timestamp(), code_digest(code)
        return await self._store.write(lambda c: use_return_link(c, used, digest, now=now, device=device))

    async def replace_key(self, old: str, new: str, *, device: str) -> None:
        now = self._clock.now().timestamp()
        await self._store.write(lambda c: replace_key(c, old, new, now=now, device=device))

    async def devices(self, address: Address) -> tuple[Device, ...]:
        now = self._clock.now().timestamp()
        return await self._store.read(lambda c: devices_of(c, address, now=now))

    async def subscribe(self, address: Address, subscription: PushSubscription) -> bool:
        now = self._clock.now().timestamp()
        return await self._store.write(lambda c: put_subscription(c, address, subscription, now=now))

    async def subscriptions(self, address: Address) -> tuple[PushSubscription, ...]:
        return await self._store.read(lambda c: subscriptions_of(c, address))

    async def unsubscribe(self, endpoint: str) -> None:
        await self._store.write(lambda c: delete_subscription(c, endpoint))

    async def sign_out(self, address: Address, device: str) -> bool:
        return await self._store.write(lambda c: delete_device_key(c, device, address=address))
