"""Says which process does what where several share a database. Without roles one process does everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from core.contracts.errors import ConfigurationError
from core.contracts.tools import Tool
from core.contracts.turn import Interview
from core.store.store import Queue, Wake


class ProcessRole(StrEnum):
    GATEWAY = "gateway"
    """Speaks for the bot: receives, and delivers. One at a time for each platform; another one waits."""
    WORKER = "worker"
    """Thinks, does background work, also that of features, and looks at what is due. Any number."""
    EARS = "ears"
    """Hears recordings, and reads questions aloud. Any number."""
    READER = "reader"
    """Reads what strangers send, and runs their code. Any number."""


ALL = frozenset(ProcessRole)
READING = "reading"
"""The queue of chores that read what strangers send, or run it."""
_ROOMS: Mapping[ProcessRole, frozenset[str]] = {
    ProcessRole.GATEWAY: frozenset({Queue.DELIVERY, Queue.ERRANDS}),
    ProcessRole.WORKER: frozenset({Queue.DESK, Queue.CHORES}),
    ProcessRole.EARS: frozenset({Queue.TRANSCRIPTION, Queue.SPEAKING}),
    ProcessRole.READER: frozenset({Queue.PHOTOS}),
}
_BY_PLATFORM = _ROOMS[ProcessRole.GATEWAY]
"""Their keys begin with a platform's name, and only its gateway can serve them."""
_OF_ENGINE = frozenset[str]().union(*_ROOMS.values())
_READ = frozenset({Tool.READERS, Tool.SANDBOX, Tool.WEB})


def parse_roles(names: Iterable[str]) -> frozenset[ProcessRole]:
    """Return the roles that an operator names; all if none is named. Raises ConfigurationError."""
    try:
        return frozenset(map(ProcessRole, names)) or ALL
    except ValueError:
        raise ConfigurationError(f"--role: the roles are {', '.join(ProcessRole)}.") from None


def served_queues(room: str, roles: Iterable[ProcessRole], platforms: Iterable[str]) -> tuple[str, ...]:
    """Return those queues of a room that a process with these roles serves; `platforms` are those of the bot."""
    played = frozenset(roles)
    served = any(room in _ROOMS[role] for role in played) or (room not in _OF_ENGINE and ProcessRole.WORKER in played)
    if room in _BY_PLATFORM:
        return tuple(_queue_at(room, name) for name in sorted(platforms)) if served else ()
    reading = (READING,) if room == Queue.CHORES and ProcessRole.READER in played else ()
    return ((str(room),) if served else ()) + reading


def queue_selector(kinds: Mapping[str, Interview]) -> Callable[[Wake], str]:
    """Return a function from a wake-up to its queue: that of its room (of a platform in it), or that of reading."""
    reading = {name for kind in kinds.values() for name, chore in kind.chores.items() if chore.tools & _READ}

    def queue(wake: Wake) -> str:
        if wake.room in _BY_PLATFORM:
            return _queue_at(wake.room, wake.key.partition(":")[0])
        if wake.room == Queue.CHORES and wake.key.partition("/")[2] in reading:
            return READING
        return str(wake.room)

    return queue


def _queue_at(room: str, platform: str) -> str:
    return f"{room}-{platform}"
