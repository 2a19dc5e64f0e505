"""The port to the operator's setups: core reads no file."""

from __future__ import annotations

from typing import Protocol

from core.chamber.setup import Setup


class SetupBook(Protocol):
    """Setups by their names. Every method may read files, so it is called in a thread.

    Each raises ConfigurationError, with a line for each mistake that names file, line and key, and never a value.
    """

    def names(self) -> tuple[str, ...]:
        """Those that there are."""

    def load(self, name: str) -> Setup:
        """One of them, keys in it."""

    def with_keys(self, setup: Setup) -> Setup:
        """A setup as it is kept with a run, keys in it again, read where they were before."""
