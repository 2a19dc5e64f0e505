"""A queue in which people take turns, and what each one sent keeps its order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from typing import Generic, Protocol, TypeVar


class Queued(Protocol):
    @property
    def person(self) -> str: ...


T = TypeVar("T", bound=Queued)


class FairQueue(Generic[T]):
    """One queue for each person; whoever had a turn goes to the back."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[T]] = {}
        """In the order of turns: the first key is next."""

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    def __iter__(self) -> Iterator[T]:
        return iter([each for queue in self._queues.values() for each in queue])

    def count(self, person: str) -> int:
        return len(self._queues.get(person, ()))

    def join(self, waiting: T) -> None:
        self._queues.setdefault(waiting.person, deque()).append(waiting)

    def leave(self, waiting: T) -> None:
        """Take it out, if it is there."""
        queue = self._queues.get(waiting.person)
        if queue is not None and waiting in queue:
            queue.remove(waiting)
            if not queue:
                del self._queues[waiting.person]

    def first(self, *, besides: Collection[str] = (), cost: Callable[[str], int] | None = None) -> T | None:
        """Return the item whose turn it is, leaving out the people named in `besides`.

        `cost`: what a person has cost so far; those with less come first, and take turns among equals.
        """
        return next((self._queues[person][0] for person in self._people(cost) if person not in besides), None)

    def had_a_turn(self, person: str) -> None:
        """Send a person to the back: others come first now."""
        if person in self._queues:
            self._queues[person] = self._queues.pop(person)

    def ahead(self, person: str, *, cost: Callable[[str], int] | None = None) -> int:
        """Return how many other people come before."""
        return self._people(cost).index(person)

    def _people(self, cost: Callable[[str], int] | None) -> list[str]:
        return list(self._queues) if cost is None else sorted(self._queues, key=cost)
