"""What a soak is to be: how large, on which database, and what goes wrong when. All of it follows from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Base(StrEnum):
    SQLITE = "sqlite"
    POSTGRES = "postgres"


class Trouble(StrEnum):
    KILL = "kill"
    """SIGKILL to a process of the house."""
    STOP = "stop"
    """SIGSTOP, and SIGCONT when the time is over."""
    RESTART = "restart"
    """The database ends as if it had crashed, and begins again."""
    CUT = "cut"
    """What a process sends and is sent over the network is lost."""
    RATE = "rate"
    """The model answers 429."""
    OVERLOAD = "overload"
    """The model answers 529."""
    FLOOD = "flood"
    """The chats answer 429 to whatever is sent."""
    UNHEARD = "unheard"
    """Telegram takes messages, and its answers are lost."""
    DISK = "disk"
    """The disk with the data is full."""
    CLOCK = "clock"
    """The clock of a process goes ahead, and stays so."""
    BACK = "back"
    """The clock of a process is set back, and stays so."""


AT_A_MACHINE = frozenset({Trouble.CUT, Trouble.DISK})
"""What takes namespaces, and so root."""
MAY_REPEAT = frozenset(Trouble) - {Trouble.RATE, Trouble.OVERLOAD, Trouble.FLOOD}
"""What may come between a message and the knowledge that it was sent."""
ALL = "all"
GATEWAY, WORKER, EARS = "gateway", "worker", "ears"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    trouble: Trouble
    target: str = ALL
    """The role of a process, of which one is taken."""
    seconds: float = 0.0
    """How long it lasts; of a clock, by how much it is turned."""
    share: float = 0.0
    """Of all answers: it begins when so many have been told."""

    def __str__(self) -> str:
        whom = "" if self.target == ALL else f" of the {self.target}"
        return f"{self.trouble}{whom}, {self.seconds:g} s, at {self.share:.0%}"


_KILL, _STOP, _CUT = Trouble.KILL, Trouble.STOP, Trouble.CUT
_COMMON = (
    Fault(trouble=Trouble.RATE, seconds=6),
    Fault(trouble=Trouble.OVERLOAD, seconds=6),
    Fault(trouble=Trouble.FLOOD, seconds=5),
    Fault(trouble=Trouble.UNHEARD, seconds=2),
    Fault(trouble=Trouble.DISK, seconds=5),
)
_FAULTS: dict[Base, tuple[Fault, ...]] = {
    Base.SQLITE: (
        *_COMMON,
        Fault(trouble=_KILL),
        Fault(trouble=_STOP, seconds=5),
        Fault(trouble=_CUT, seconds=6),
        Fault(trouble=Trouble.CLOCK, seconds=3 * 3600),
        Fault(trouble=Trouble.BACK, seconds=45),
    ),
    Base.POSTGRES: (
        *_COMMON,
        *(Fault(trouble=_KILL, target=role) for role in (GATEWAY, WORKER, EARS)),
        *(Fault(trouble=_STOP, target=role, seconds=10) for role in (GATEWAY, WORKER)),
        *(Fault(trouble=_CUT, target=role, seconds=9) for role in (GATEWAY, WORKER)),
        Fault(trouble=Trouble.RESTART),
        Fault(trouble=Trouble.CLOCK, target=WORKER, seconds=3 * 3600),
        Fault(trouble=Trouble.BACK, target=GATEWAY, seconds=45),
    ),
}
_FEW: dict[Base, tuple[Fault, ...]] = {
    Base.SQLITE: (
        Fault(trouble=_KILL),
        Fault(trouble=Trouble.OVERLOAD, seconds=2),
        Fault(trouble=Trouble.FLOOD, seconds=2),
        Fault(trouble=Trouble.DISK, seconds=2),
    ),
    Base.POSTGRES: (
        Fault(trouble=_KILL, target=GATEWAY),
        Fault(trouble=_KILL, target=WORKER),
        Fault(trouble=Trouble.RESTART),
        Fault(trouble=_CUT, target=WORKER, seconds=4),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    base: Base
    chats: int
    seed: int
    answers: int = 4
    """Of each person, about."""
    at_once: int = 100
    """People who talk side by side."""
    pause: float = 0.5
    """Seconds, on average, that somebody takes to answer."""
    rounds: int = 1
    """How often everything goes wrong; 0: a little does."""
    minutes: float = 20.0
    """After these it is given up."""
    only: Sequence[Trouble] = ()
    """What goes wrong; empty for everything."""
    apart: bool = True
    """Whether there are namespaces to make networks and disks in."""

    def faults(self) -> Sequence[Fault]:
        """In the order in which they come: spread over the whole, none at its very end."""
        chance = Random(f"faults {self.seed}")
        drawn: list[Fault] = []
        for _ in range(max(1, self.rounds)):
            pool = [fault for fault in (_FAULTS if self.rounds else _FEW)[self.base] if self._has(fault.trouble)]
            drawn += chance.sample(pool, len(pool))
        step = 0.85 / len(drawn)
        return [_at(fault, 0.05 + step * (number + chance.random() / 2)) for number, fault in enumerate(drawn)]

    def _has(self, trouble: Trouble) -> bool:
        return (self.apart or trouble not in AT_A_MACHINE) and (not self.only or trouble in self.only)


def _at(fault: Fault, share: float) -> Fault:
    return Fault(trouble=fault.trouble, target=fault.target, seconds=fault.seconds, share=share)
