"""How a platform may refuse to say whose a token is."""

from __future__ import annotations


class NotAccepted(Exception):
    """The platform does not know the token."""


class NoAnswer(Exception):
    """The platform could not be asked; its text says why, and holds no secret."""


def slow(patience: float) -> str:
    """What to say where nothing came."""
    return f"nothing came within {patience:.0f} seconds"
