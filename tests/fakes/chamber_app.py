"""The chamber of a whole app: setups that are a dictionary, and models that follow scripts."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.contracts.chat import ChatRequest
from core.contracts.errors import ConfigurationError
from core.features.chamber.driver import Scorer
from core.features.chamber.runs import ChamberRun
from core.features.chamber.setup import Setup
from core.features.chamber.sides import Sides
from tests.fakes.chamber import setup, sides_of
from tests.fakes.chat import Respond, ScriptedChat

QUESTIONS = ("<thinking>SECRET of Prime</thinking>Where were you born?", "And then?", "What was it like?")
ANSWERS = ("<think>SECRET of the Candidate</think>In Riga.", "I left.", "Cold.")


class DictBook:
    """`SetupBook`."""

    def __init__(self, setups: dict[str, Setup] | None = None) -> None:
        self.setups = {"riga": setup()} if setups is None else setups
        self.broken = ""
        """What is wrong with all of them; a test sets it."""

    def names(self) -> tuple[str, ...]:
        return tuple(self.setups)

    def load(self, name: str) -> Setup:
        self._check()
        return self.setups[name]

    def with_keys(self, setup: Setup) -> Setup:
        self._check()
        return setup

    def _check(self) -> None:
        if self.broken:
            raise ConfigurationError(self.broken)


@dataclass
class FakeCast:
    sides: Sides
    panel: Scorer | None = None

    async def close(self) -> None:
        await self.sides.close()


def by_turn(*texts: str) -> Respond:
    """Texts in their order by how far the conversation is; of more turns the last."""

    def respond(request: ChatRequest) -> str:
        said = sum(line.role == "assistant" for line in request.lines)
        return texts[min(said, len(texts) - 1)]

    return respond


@dataclass
class FakeCasting:
    """Casts runs with models of its own, new ones for each run as it is held."""

    prime: Respond = field(default_factory=lambda: by_turn(*QUESTIONS))
    candidate: Respond = field(default_factory=lambda: by_turn(*ANSWERS))
    book: DictBook = field(default_factory=DictBook)
    gated: bool = False
    """The Candidates answer when a test opens their gate."""
    primes: list[ScriptedChat] = field(default_factory=list)
    candidates: list[ScriptedChat] = field(default_factory=list)

    async def __call__(self, run: ChamberRun) -> FakeCast:
        self.book.with_keys(run.setup)
        prime, candidate = ScriptedChat(self.prime), ScriptedChat(self.candidate)
        if self.gated:
            candidate.gate.clear()
        self.primes.append(prime)
        self.candidates.append(candidate)
        return FakeCast(sides_of(run, prime, candidate))


async def nothing_lies_about() -> None:
    """`Tidy`, where there is nothing beside the database."""
