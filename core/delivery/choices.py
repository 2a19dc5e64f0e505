"""Buttons that have no room for their words: these are said in the text instead, with numbers."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.messages import Say
from core.contracts.ports import Buttons
from core.delivery.splitting import units


def with_room(saying: Say, buttons: Buttons) -> Say:
    """The same where every label has room; else the labels whole, in a numbered list, and buttons with the numbers.

    A press of such a button means what it meant before.
    """
    if all(units(choice.label) <= buttons.label for choice in saying.choices):
        return saying
    listed = "\n".join(f"{number}. {choice.label}" for number, choice in enumerate(saying.choices, 1))
    numbered = tuple(replace(choice, label=str(number)) for number, choice in enumerate(saying.choices, 1))
    return replace(saying, text=f"{saying.text}\n\n{listed}", choices=numbered)
