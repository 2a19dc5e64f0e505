"""Holds what every turn, command and chore needs, and what does not change while the process runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any, Protocol

from core.access.gate import Gate
from core.contracts.about import About
from core.contracts.errors import NotFound
from core.contracts.ports import Clock
from core.contracts.script import ScriptSet
from core.contracts.session import Session
from core.contracts.turn import Interview
from core.contracts.watching import NOBODY, Watch
from core.files.keeping import KeptFiles
from core.privacy.facts import Facts
from core.store.claims import Claim
from core.store.desk_reads import script_set
from core.store.finding_rows import about_of
from core.store.store import Result, Store, Unit
from core.timing.cadence import Cadence
from core.timing.rules import TimerRules


class ReadUnit(Protocol):
    """A way to run a unit that only reads."""

    async def __call__(self, unit: Unit[Result], /) -> Result: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceRules:
    """The operator's settings for voices."""

    max_seconds: float = 20 * 60.0
    """Of one recording."""
    keep_audio: bool = False
    """Whether recordings are kept when their words are, and spoken questions with them."""


async def _nowhere(code: str, language: str) -> list[str]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftRules:
    """The operator's settings for gifts, and the families around them."""

    enabled: bool = True
    everyone: bool = False
    """Whether everybody who is let in may give one; else those who run this."""
    grace: timedelta = timedelta(minutes=10)
    """So long an answer stays here before it goes to the family."""
    weekly: Cadence = field(default_factory=lambda: Cadence(frozenset({6}), time(10)))
    """When weekly letters come."""
    good_for: timedelta = timedelta(days=30)
    """How long an invitation into a family is."""
    ways_in: Callable[[str, str], Awaitable[list[str]]] = _nowhere
    """From a code and a language: how somebody comes in with it, a line for each platform. May raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    store: Store
    clock: Clock
    interviews: Mapping[str, Interview]
    """Those that can be held here, by kind."""
    new_id: Callable[[], str]
    """A fresh id: letters and digits, at most 24 of them."""
    owner: str
    """This process, in the claims on what it works on."""
    offline: bool
    """True when no language model is configured."""
    rules: TimerRules = field(default_factory=TimerRules)
    admins: frozenset[str] = frozenset()
    """`platform:id` of those who run this."""
    gate: Gate = field(default_factory=Gate)
    """Who may come in."""
    show_cost: bool = False
    prints: bool = False
    """Whether transcripts come as PDF."""
    voice: VoiceRules = field(default_factory=VoiceRules)
    audio: KeptFiles | None = None
    """Where recordings are kept. None: nowhere."""
    photos: KeptFiles | None = None
    """The same for photographs."""
    file_limits: Mapping[str, int] = field(default_factory=dict)
    """Bytes of one file that each platform takes."""
    fetch_limits: Mapping[str, int] = field(default_factory=dict)
    """Bytes of one file that can be had from each."""
    served: frozenset[str] = frozenset()
    """The platforms by which something can be sent."""
    privacy: Facts = field(default_factory=Facts)
    """Who keeps, carries and reads what people tell."""
    beside: ReadUnit | None = None
    """For what takes long, apart from the store, whose one reader all turns share. None: through the store."""
    services: dict[type, Any] = field(default_factory=dict)
    """The ports that features need for their commands, by type."""
    also_in_menu: tuple[str, ...] = ()
    """The commands that are in the short menu of a phone because of what is here."""
    gifts: GiftRules = field(default_factory=GiftRules)
    watch: Watch = NOBODY
    """Is told of turns, deliveries and calls."""
    begins: Mapping[str, Interview] | None = None
    """Those that can be begun, where that changes while the process runs. None: all that can be held."""
    _scripts: dict[str, ScriptSet] = field(default_factory=dict)

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self.clock.now().timestamp()

    @property
    def offered(self) -> Mapping[str, Interview]:
        """Return the interviews that can be begun, by name, in the order in which they are offered."""
        return self.interviews if self.begins is None else self.begins

    def claim(self) -> Claim:
        return Claim(self.owner, self.now())

    async def report(self, unit: Unit[Result]) -> Result:
        """Read what may take seconds, holding up nobody. Raises StorageError."""
        read: ReadUnit = self.store.read if self.beside is None else self.beside
        return await read(unit)

    async def about(self, session: Session) -> About | None:
        """Read what a session is about. None for a kind that is about nothing, and in an intake."""
        interview = self.interviews.get(session.kind)
        if interview is None or interview.intake is None:
            return None
        return await self.store.read(lambda c: about_of(c, session.id))

    async def scripts(self, digest: str) -> ScriptSet:
        """Return the scripts that a session is bound to; kept, since many sessions share them and they never change."""
        found = self._scripts.get(digest)
        if found is None:
            found = await self.store.read(lambda c: script_set(c, digest))
            if found is None:
                raise NotFound(f"The script {digest[:12]} is missing from the database.")
            self._scripts[digest] = found
        return found
