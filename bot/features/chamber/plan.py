"""What a run would be, before anybody is asked: both sides, the rules, the first request, the most that it can cost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import urlsplit

from bot.config import Settings
from bot.features.chamber.own_sides import played_participant
from bot.features.chamber.screen import format_cost
from bot.features.chamber.sides_making import service_price
from core.contracts.chat import ChatReply, ChatRequest, Piece, ignore_piece, ignore_request_start
from core.features.chamber.messages import OfPrime, Public, SaidByPrime, Speaker
from core.features.chamber.rubrics import judges_of
from core.features.chamber.setup import Participant, Pattern, Prime, Setup
from core.features.chamber.sides import candidate_side, prime_side
from core.llm.metered import FREE, estimate_tokens
from core.llm.providers import PROVIDERS

_ANSWER = 4_000
"""Tokens that a judge may write at the least."""
_AROUND = 1_000
"""Tokens of what the program says beside prompts and replies, generously."""


_NO_PATTERNS = "those that the provider tells apart; what is thought within the text is public"


def describe_plan(setup: Setup, settings: Settings, *, runs: int) -> Iterator[str]:
    """Yield lines that describe a run before it begins."""
    yield from _side("Prime", setup.prime, setup.patterns_of(Speaker.PRIME), f"our own interviewer, {setup.interview}")
    yield from _side("Candidate", setup.candidate, setup.patterns_of(Speaker.CANDIDATE), "")
    if setup.person:
        yield f"  plays {setup.person}" if setup.candidate else f"Candidate: {setup.person}, who is played"
    yield f"Rules: {'; '.join(_rules(setup))}"
    if setup.rubric is not None:
        judges = ", ".join(f"{name} ({judge.model})" for name, judge in judges_of(setup))
        yield f"Scores: {', '.join(each.id for each in setup.rubric.criteria)}; by {judges}"
    yield ""
    rules, nobody = setup.rules, _Nobody()
    if setup.prime is None:
        yield "Prime begins as our interviewer does in a chat, without asking the Candidate's model anything."
    elif rules.opening:
        yield f"Prime's first words, for which no model is asked: {rules.opening}"
        if setup.candidate is not None:
            config = played_participant(setup.candidate, setup.person) if setup.person else setup.candidate
            said = SaidByPrime(
                seq=1, at=datetime.now(UTC), public=Public(rules.opening), private=OfPrime(full=rules.opening)
            )
            asyncio.run(candidate_side(config, nobody, run_id="", seed=None).speak((said,), heard=ignore_piece))
            yield from _request(setup.candidate.model, nobody.asked[0])
    else:
        asyncio.run(prime_side(setup.prime, rules, nobody, run_id="", seed=None).speak((), heard=ignore_piece))
        yield from _request(setup.prime.model, nobody.asked[0])
    yield ""
    services = [*filter(None, (setup.prime, setup.candidate)), *(judge for _, judge in judges_of(setup))]
    unknown = {each.model for each in services if service_price(each, settings) is None}
    if unknown:
        told = ", ".join(sorted(unknown))
        yield f"No price is known for {told}, so no budget holds it: write one beside the model, or in [llm.prices]."
    most = _most(setup, settings)
    if most:
        several = f", {format_cost(most * runs)} for {runs} runs" if runs > 1 else ""
        cost = format_cost(most)
        yield f"A run costs {cost} at most{several}, were every reply as long as it may be and asked for once."
    budget = setup.rules.budget
    if budget is not None and not unknown:
        yield f"It ends when its budget of {budget} does not hold the next request."
    if settings.llm.provider != "offline" and (setup.prime is None or (setup.person and setup.people_model)):
        yield "What the model of the configuration costs comes on top."


def _side(name: str, side: Participant | None, patterns: Sequence[Pattern], otherwise: str) -> Iterator[str]:
    if side is None:
        if otherwise:
            yield f"{name}: {otherwise}"
        return
    service = PROVIDERS.get(side.provider)
    host = urlsplit(side.base_url).netloc if side.base_url else service.host if service is not None else ""
    server = f" ({host})" if host else ""
    key = "with a key" if side.api_key.get_secret_value() else "without a key"
    yield f"{name}: {side.model} by {side.client or side.provider}{server}, {key}"
    heat = "as the model has it" if side.temperature is None else f"{side.temperature:g}"
    pace = "" if side.requests_per_minute is None else f", {side.requests_per_minute:g} requests a minute"
    yield f"  temperature {heat}, at most {side.max_tokens} tokens a reply{pace}"
    told = []
    for pattern in patterns:
        fields = {} if isinstance(pattern, str) else pattern.model_dump(mode="json", exclude_defaults=True)
        told.append(
            pattern if isinstance(pattern, str) else " ".join(f"{name}={each}" for name, each in fields.items())
        )
    yield f"  thoughts: {'; '.join(told) or _NO_PATTERNS}"
    if isinstance(side, Prime):
        seen = [
            ("its own thoughts", side.include_prime_thoughts),
            ("the Candidate's thoughts", side.include_candidate_thoughts),
        ]
        yield f"  is shown: {', '.join(['public words', *(what for what, shown in seen if shown)])}"


def _rules(setup: Setup) -> Iterator[str]:
    rules = setup.rules
    yield f"at most {rules.max_turns} turns"
    if rules.max_minutes is not None:
        yield f"at most {rules.max_minutes:g} minutes"
    if rules.max_total_tokens is not None:
        yield f"at most {rules.max_total_tokens} tokens"
    if rules.budget is not None:
        yield f"a budget of {rules.budget}"
    yield f"it ends after {rules.repeats} turns in circles" if rules.repeats else "circles do not end it"
    if setup.prime is None:
        yield "the interviewer ends it as in a chat"
    else:
        yield f"Prime ends it with {rules.end_word}" if rules.end_word else "Prime cannot end it"
    if rules.seeds:
        yield f"seeds {', '.join(map(str, rules.seeds))}"


# --- the first request --------------------------------------------------------------------------------------------


class _Nobody:
    """A `ChatModel` that writes down what it is asked, and says nothing."""

    def __init__(self) -> None:
        self.asked: list[ChatRequest] = []

    async def say(
        self,
        request: ChatRequest,
        *,
        heard: Callable[[Piece], None] = ignore_piece,
        begun: Callable[[], None] = ignore_request_start,
    ) -> ChatReply:
        self.asked.append(request)
        return ChatReply(text="")

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


def _request(model: str, request: ChatRequest) -> Iterator[str]:
    yield f"The first request, to {model}:"
    for role, text in (("system", request.system), *((line.role.value, line.text) for line in request.lines)):
        if text:
            first, *rest = text.strip().splitlines()
            yield f"  {role}: {first}"
            yield from (f"    {line}".rstrip() for line in rest)


# --- the most that it can cost ------------------------------------------------------------------------------------


def _most(setup: Setup, settings: Settings) -> int:
    """Return the cost in micros of a run in which every reply is as long as it may be."""
    by_prime = setup.prime.max_tokens if setup.prime else 0
    by_candidate = setup.candidate.max_tokens if setup.candidate else 0
    total, so_far = 0, 0
    for turn in range(1, setup.rules.max_turns + 1):
        total += _reply(setup.prime, settings, so_far, by_prime)
        so_far += by_prime
        total += _reply(setup.candidate, settings, so_far, by_candidate)
        so_far += by_candidate
        every = None if setup.rubric is None else setup.rubric.every or setup.rules.max_turns
        if every is not None and (turn % every == 0 or turn == setup.rules.max_turns):
            for _, judge in judges_of(setup):
                # It is asked a second time about what failed its check.
                price = service_price(judge, settings) or FREE
                total += 2 * price.worst(so_far + _AROUND, max(_ANSWER, judge.max_tokens))
    return total


def _reply(side: Participant | None, settings: Settings, before: int, most: int) -> int:
    if side is None:
        return 0
    price = service_price(side, settings) or FREE
    return price.worst(before + estimate_tokens(side.system_prompt) + _AROUND, most)
