"""What the program and its worker process say to each other.

In the frames of `core.processes.framing`; the body is a recording, and only requests have one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.processes.framing import Broke, Frame

LONGEST_MESSAGE = 1 << 20
LONGEST_BODY = 1 << 31


class Load(Frame):
    """Load the model and be ready. Replied by Ready or Refused."""

    kind: Literal["load"] = "load"
    module: str
    """Dotted name of the engine's module, which has a function `load(Load) -> Engine`."""
    model: str
    folder: str
    """Where the weights are."""
    threads: int


class Open(Frame):
    """Take a recording, in the body or at `path`. Replied by Done or Refused."""

    kind: Literal["open"] = "open"
    job: int
    path: str | None
    language: str
    among: tuple[str, ...]
    names: str
    declared_seconds: float | None
    max_seconds: float
    from_second: float
    """What is before was heard already."""
    is_partial: bool = False
    """It is still being spoken: what is heard is remembered until the whole is."""


class HearingStep(Frame):
    """Hear one more piece of it. Replied by Piece or Refused."""

    kind: Literal["step"] = "step"
    job: int


class Drop(Frame):
    """Forget recordings. Replied by Done."""

    kind: Literal["drop"] = "drop"
    jobs: tuple[int, ...]


class WorkerReady(Frame):
    kind: Literal["ready"] = "ready"
    languages: frozenset[str]
    device: str


class Done(Frame):
    kind: Literal["done"] = "done"


class HeardPiece(Frame):
    """A piece of a recording was dealt with; `text` is empty where nobody spoke."""

    kind: Literal["piece"] = "piece"
    job: int
    text: str
    doubtful: bool
    """Somebody spoke, and these may not be their words, or not all of them."""
    language: str
    seconds: float
    """The length of the whole recording; what is known of it while it is measured."""
    settled: float
    """Everything before this second has been heard."""
    speech_seconds: float
    """Of this piece."""
    done: float = Field(ge=0, le=1)
    last: bool


class HearingRefused(Frame):
    """The recording or the model cannot be used: `code` is that of an error in `core.contracts.errors`."""

    kind: Literal["refused"] = "refused"
    code: str
    reason: str
    """For the operator; never anything of what was said."""
    decoded: float = 0.0
    declared: float | None = None
    limit: float = 0.0


Request = Load | Open | HearingStep | Drop
Reply = WorkerReady | Done | HeardPiece | HearingRefused | Broke
REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="kind")])
REPLIES: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])
