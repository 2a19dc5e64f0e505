"""Something that is slow to make, made at its first use and away from the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Lazy(Generic[Made]):
    """An SDK takes a second or two to import: neither the start nor the loop may wait for that."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.made: Made | None = None
        """None until it was needed."""

    async def get(self) -> Made:
        """The one thing; a call that is cancelled meanwhile leaves it to the next."""
        return self.made if self.made is not None else await asyncio.to_thread(self._get)

    def _get(self) -> Made:
        with self._lock:
            if self.made is None:
                self.made = self._make()
            return self.made
