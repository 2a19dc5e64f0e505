"""A `ShownBook` in memory, beside an inbox of tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from core.contracts.messages import Address, Incoming, position_of
from core.contracts.page_lines import CHARACTERS, Device, EventOutcome, FreshLine, PageUpdate, SentFile, ShownLine


@dataclass(slots=True)
class MemoryBook:
    """Whoever sends something is known from then on, and nobody is a stranger."""

    hand_in: Callable[[Incoming], Awaitable[None]]
    lines: dict[Address, dict[str, ShownLine]] = field(default_factory=dict)
    files: dict[tuple[Address, str], bytes] = field(default_factory=dict)
    keys: dict[str, Address] = field(default_factory=dict)
    photos: dict[tuple[Address, str, str], SentFile] = field(default_factory=dict)
    newest: int = 0

    async def accept(self, incoming: Incoming, update: PageUpdate) -> EventOutcome:
        line, here = update.line, self.lines.get(incoming.address, {})
        there = None if line is None else here.get(line.key)
        number = self.newest + 1 if there is None else there.number
        if line is not None:
            place = position_of(number)
            if 0 < update.seen < number:
                place = f"{position_of(update.seen)}.{place}"
            incoming = replace(incoming, position=place)
        await self.hand_in(incoming)
        self.lines.setdefault(incoming.address, {})
        if line is not None:
            await self.put(incoming.address, line)
        if update.changed is not None:
            await self.change(incoming.address, *update.changed)
        if update.digest:
            self.keys[update.digest] = incoming.address
        return EventOutcome(kept=True, number=0 if line is None else number)

    async def put(self, address: Address, line: FreshLine) -> ShownLine | None:
        here = self.lines.get(address)
        if here is None:
            return None
        if line.key not in here:
            self.newest += 1
            here[line.key] = ShownLine(number=self.newest, moved=self.newest, key=line.key, at=line.at, body=line.body)
            if line.file is not None:
                self.files[address, line.key] = line.file
        return here[line.key]

    async def is_coming(self, address: Address, event_id: str, ref: str) -> bool:
        return self.photos.get((address, event_id, ref), SentFile()).coming

    async def photo(self, address: Address, event_id: str, ref: str) -> SentFile:
        return self.photos.get((address, event_id, ref), SentFile())

    async def recording(self, address: Address, ref: str) -> SentFile:
        return SentFile()

    async def change(self, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
        line = self.lines.get(address, {}).get(key)
        if line is None:
            return False
        self.newest += 1
        self.lines[address][key] = replace(line, body=body, moved=self.newest)
        if file is not None:
            self.files[address, key] = file
        return True

    def hear(self, address: Address, key: str, words: str) -> None:
        """A recording was listened to."""
        self.newest += 1
        self.lines[address][key] = replace(self.lines[address][key], heard=words, moved=self.newest)

    async def line(self, address: Address, key: str) -> ShownLine | None:
        return self.lines.get(address, {}).get(key)

    async def numbered(self, address: Address, number: int) -> ShownLine | None:
        return next((line for line in self.lines.get(address, {}).values() if line.number == number), None)

    async def holder(self, platform: str, number: int) -> tuple[Address, ShownLine] | None:
        here = ((address, line) for address, lines in self.lines.items() for line in lines.values())
        found = ((address, line) for address, line in here if line.number == number)
        return next((pair for pair in found if pair[0].platform == platform), None)

    async def file(self, address: Address, key: str) -> bytes | None:
        return self.files.get((address, key))

    async def since(self, address: Address, moved: int, *, limit: int) -> tuple[ShownLine, ...]:
        found = (line for line in self.lines.get(address, {}).values() if line.moved > moved)
        return tuple(_fitting(sorted(found, key=lambda line: line.moved)[:limit]))

    async def before(self, address: Address, number: int | None, *, limit: int) -> tuple[ShownLine, ...]:
        here = sorted(self.lines.get(address, {}).values(), key=lambda line: line.number)
        newest = [line for line in reversed(here) if number is None or line.number < number][:limit]
        return tuple(reversed(_fitting(newest)))

    async def forget(self, address: Address) -> None:
        if address in self.lines:
            self.lines[address] = {}
        self.files = {place: body for place, body in self.files.items() if place[0] != address}
        self.keys = {digest: here for digest, here in self.keys.items() if here != address}

    async def opens(self, digest: str) -> Address | None:
        return self.keys.get(digest)

    async def turns_away(self, digest: str) -> bool:
        return False

    async def keeps_out(self, address: Address) -> bool:
        return False

    async def is_invitation(self, code: str) -> bool:
        return True

    async def was_invitation(self, code: str) -> bool:
        return False

    async def invite_back(self, address: Address) -> str:
        return ""

    async def way_back(self, address: Address) -> str:
        return ""

    async def leads_back(self, code: str) -> Address | None:
        return None

    async def come_back(self, code: str, digest: str, *, device: str) -> Address | None:
        return None

    async def replace_key(self, old: str, new: str, *, device: str) -> None:
        if old in self.keys:
            self.keys[new] = self.keys[old]

    async def devices(self, address: Address) -> tuple[Device, ...]:
        return ()

    async def sign_out(self, address: Address, device: str) -> bool:
        return False


def _fitting(lines: list[ShownLine]) -> list[ShownLine]:
    found, length = [], 0
    for line in lines:
        if length >= CHARACTERS:
            break
        found.append(line)
        length += len(line.body) + len(line.heard)
    return found
