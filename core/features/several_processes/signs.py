"""Signs that the processes of one installation give each other; they may be lost without harm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from pydantic import BaseModel

from core.contracts.messages import Address
from core.inbox.strangers import StrangerAnswer


class Sign(BaseModel, frozen=True):
    """A sign that a chat is to be shown something for a moment, or that a stranger has written there."""

    shows: Literal["typing", "line", "over", "stranger"]
    """`over`: nothing any more."""
    id: str
    """Of what is shown, from its first sign to its last; of a stranger, `platform:id`."""
    platform: str
    chat: str
    text: str = ""
    """Of a line; for a stranger, what is to be said to them."""
    key: str = ""
    """Of the message to a stranger."""
    language: str = ""
    """The same."""
    anew: bool = False
    """A stranger is to be answered even if they were lately."""


class Signs(Protocol):
    """The way from one process to all others."""

    async def show(self, sign: Sign) -> None:
        """Tell all of them. Never raises; what cannot be told is lost."""

    def on_sign(self, listener: Callable[[Sign], None]) -> None:
        """Call `listener` on the event loop with each sign of any process."""


class PassedStrangers:
    """`OtherProcesses`, which give each other signs of strangers."""

    def __init__(self, signs: Signs, speaks: Callable[[], bool]) -> None:
        """`speaks`: returns whether it is this process that does."""
        self._signs = signs
        self._speaks = speaks

    @property
    def elsewhere(self) -> bool:
        return not self._speaks()

    async def pass_on(self, answer: StrangerAnswer) -> None:
        await self._signs.show(
            Sign(
                shows="stranger",
                id=answer.stranger,
                platform=answer.address.platform,
                chat=answer.address.chat,
                text=answer.text,
                key=answer.key,
                language=answer.language,
                anew=answer.anew,
            )
        )

    def on_passed(self, listener: Callable[[StrangerAnswer], None]) -> None:
        def heard(sign: Sign) -> None:
            if sign.shows == "stranger":
                listener(
                    StrangerAnswer(
                        stranger=sign.id,
                        key=sign.key,
                        address=Address(platform=sign.platform, chat=sign.chat),
                        text=sign.text,
                        language=sign.language,
                        anew=sign.anew,
                    )
                )

        self._signs.on_sign(heard)
