"""Having a run scored by models, and believing them only what stands to the letter in the Candidate's public words."""

from __future__ import annotations

import asyncio
import html
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated, Final

import structlog
from pydantic import BeforeValidator

from core.contracts.chat import ChatLine, ChatModel, ChatReply, ChatRequest, ChatRole, Stop
from core.contracts.errors import ModelError, ModelMisread
from core.contracts.ports import Clock
from core.documents.quotations import find_quotation
from core.features.chamber.messages import Public, Speaker, Utterance
from core.features.chamber.rubrics import (
    CriterionScore,
    Scores,
    TrueQuote,
    Without,
    format_criteria,
    is_check_due,
    is_rubric_satisfied,
    judges_of,
    missing_scores,
)
from core.features.chamber.setup import CHARACTERS_AT_ONCE, ChamberCriterion, ChamberRubric, Judge, ModelService, Setup
from core.features.chamber.sides import side_retry_delay
from core.interviews.scripted_base.books import FilledIn, Text
from core.llm.chat_provider import read_answer
from core.text.quoting import cut_to_line, quote_in_tag, shorten_middle
from core.text.text import count_beginning_words

log = structlog.get_logger()
FEWEST_QUOTED: Final = 3
"""Words of a quote, but of an utterance that has fewer."""
_MOST_QUOTES: Final = 5
_MOST_LOOKED_UP: Final = 10
_LONGEST_WHY: Final = 500


def _whole(value: object) -> object:
    """Return 3, "3" and 3.0 as the number; anything else as None."""
    if isinstance(value, str):
        digits = value.strip().lstrip("#n")
        return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 10 else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if value == value // 1 else None


def _quotes(value: object) -> object:
    """Accept a bare text as a quote without a turn."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [{"quote": each} if isinstance(each, str) else each for each in found if isinstance(each, str | dict)]


def _entries(value: object) -> object:
    """Accept a mapping by id in place of the list."""
    if isinstance(value, dict):
        value = [{"criterion": key, **each} for key, each in value.items() if isinstance(each, dict)]
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


class _QuoteGiven(FilledIn):
    n: Annotated[int | None, BeforeValidator(_whole)] = None
    quote: Text = ""


class _CriterionGiven(FilledIn):
    criterion: Text = ""
    score: object = None
    quotes: Annotated[tuple[_QuoteGiven, ...], BeforeValidator(_quotes)] = ()
    why: Text = ""


class JudgeSaid(FilledIn):
    """The answer of a judge."""

    scores: Annotated[tuple[_CriterionGiven, ...], BeforeValidator(_entries)] = ()


def true_quote(quote: str, seq: int | None, answers: Mapping[int, Public]) -> TrueQuote | None:
    """Return the words of the Candidate's utterance `seq` that a quote means; None where they are not in it.

    White space, and the kinds of quotation marks and dashes, may differ. A word or two are no quote, unless there are
    no more.
    """
    if seq is None or seq not in answers:
        return None
    text = answers[seq].text
    # The transcript is shown with "&lt;" for "<".
    found = find_quotation(quote, text) or find_quotation(html.unescape(quote), text)
    if found is None or count_beginning_words(found) < min(FEWEST_QUOTED, count_beginning_words(text)):
        return None
    return TrueQuote(seq=seq, text=found)


def check_criterion_score(
    given: _CriterionGiven | None, criterion: ChamberCriterion, answers: Mapping[int, Public]
) -> CriterionScore:
    """Return what a judge gave for a criterion, as far as it is borne out."""
    if given is None:
        return CriterionScore(without=Without.NO_ANSWER)
    why = cut_to_line(given.why, _LONGEST_WHY)
    if given.score is None:
        return CriterionScore(why=why, without=Without.NOT_SHOWN)
    score = _whole(given.score)
    if not isinstance(score, int) or score not in {each.score for each in criterion.levels}:
        return CriterionScore(why=why, without=Without.NO_LEVEL)
    found = [true_quote(each.quote, each.n, answers) for each in given.quotes[:_MOST_LOOKED_UP]]
    quotes = tuple(dict.fromkeys(each for each in found if each is not None))[:_MOST_QUOTES]
    struck = found.count(None)
    if not quotes:
        return CriterionScore(why=why, without=Without.NO_QUOTE, struck=struck)
    return CriterionScore(score=score, quotes=quotes, why=why, struck=struck)


def describe_rejection(criterion: ChamberCriterion, found: CriterionScore) -> str:
    """Return what was wrong, for the judge."""
    if found.without is Without.NO_LEVEL:
        return f"- {criterion.id}: its score is none of {', '.join(str(each.score) for each in criterion.levels)}."
    if found.without is Without.NO_QUOTE:
        return (
            f"- {criterion.id}: none of its quotes stands letter for letter, with at least three words, in the "
            "<candidate> whose n was given."
        )
    return f"- {criterion.id}: no entry for it could be read."


def read_verdict(
    reply: ChatReply, criteria: Sequence[ChamberCriterion], answers: Mapping[int, Public]
) -> dict[str, CriterionScore]:
    """Return what a reply says of each of these criteria, checked."""
    try:
        given = read_answer(reply.text, JudgeSaid).scores if reply.stop is not Stop.REFUSED else ()
    except ModelMisread:
        given = ()
    by_id = {}
    for each in reversed(given):
        words = each.criterion.strip().lower().replace("_", " ").replace("-", " ").split()
        by_id["-".join(words)] = each
    return {each.id: check_criterion_score(by_id.get(each.id), each, answers) for each in criteria}


_AT_ONCE: Final = 10
"""Criteria of one request, so that the answer has room."""
_LEAST_TOKENS: Final = 4_000
"""For an answer; what a side may say in a turn can be too little for scores."""
_LONGEST_WAIT: Final = 120.0
"""Seconds; nobody can stop a run while it is judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """Public words alone, in as many parts as are read one by one."""

    parts: tuple[str, ...]
    answers: Mapping[int, Public]
    """The Candidate's, by number."""
    left_out: int


def _shown(said: Sequence[Utterance], room: int) -> _Shown:
    """Split the talk into parts of whole turns, about `room` characters each."""
    longest = room // 2
    turns: dict[int, str] = {}
    for each in said:
        if each.public.text.strip():
            element = quote_in_tag(each.speaker.value, shorten_middle(each.public.text, longest), n=each.seq)
            turns[each.turn] = f"{turns.get(each.turn, '')}{element}\n"
    parts: list[str] = [""]
    for turn in turns.values():
        if parts[-1] and len(parts[-1]) + len(turn) > room:
            parts.append("")
        parts[-1] += turn
    return _Shown(
        parts=tuple(parts),
        answers={u.seq: u.public for u in said if u.speaker is Speaker.CANDIDATE and u.public.text.strip()},
        left_out=sum(max(0, len(each.public.text) - longest) for each in said),
    )


def _findings(parts: Sequence[Mapping[str, CriterionScore]], criteria: Iterable[ChamberCriterion]) -> str:
    """Return what each part showed, for a judge of the whole."""
    found = []
    for criterion in criteria:
        for number, part in enumerate(parts, 1):
            its = part[criterion.id]
            passages = "\n".join(quote_in_tag("candidate", each.text, n=each.seq) for each in its.quotes)
            score = "null" if its.score is None else its.score
            found.append(f'<found criterion="{criterion.id}" part="{number}" score="{score}">\n{passages}\n</found>')
    return (
        "<transcript>\n"
        + "\n".join(found)
        + "\n</transcript>\nThe transcript was too long to be read at once. This is "
        "what was found in each part of it. Score the whole by that, and quote from these passages alone."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSeat:
    """A judge and how it is asked."""

    name: str
    service: ModelService
    chat: ChatModel
    room: int = CHARACTERS_AT_ONCE
    """Characters of a transcript that it reads at once."""


async def score_with_judge(
    seat: JudgeSeat,
    rubric: ChamberRubric,
    said: Sequence[Utterance],
    *,
    run_id: str,
    clock: Clock,
    jitter: Callable[[], float] = random.random,
) -> Scores:
    """Return what one judge makes of what was said.

    Each criterion that fails its check is asked for a second time, with what was wrong. Raises ModelError when the
    judge cannot be asked.
    """
    shown = _shown(said, seat.room)
    if not shown.answers:
        return missing_scores(seat.name, rubric, Without.NOT_SHOWN, model=seat.service.model)
    sitting = _Sitting(seat, run_id, clock, jitter, shown)
    found: dict[str, CriterionScore] = {}
    for start in range(0, len(rubric.criteria), _AT_ONCE):
        found |= await sitting.judged(rubric.criteria[start : start + _AT_ONCE])
    return Scores(
        judge=seat.name,
        model=seat.service.model,
        criteria=found,
        up_to=said[-1].seq,
        parts=len(shown.parts),
        left_out=shown.left_out,
        input_tokens=sum(each.input_tokens for each in sitting.heard),
        output_tokens=sum(each.output_tokens for each in sitting.heard),
        cost_micros=sum(each.cost_micros for each in sitting.heard),
    )


class _Sitting:
    """One judge over one transcript."""

    def __init__(self, seat: JudgeSeat, run_id: str, clock: Clock, jitter: Callable[[], float], shown: _Shown) -> None:
        self._seat = seat
        self._run_id = run_id
        self._clock = clock
        self._jitter = jitter
        self._shown = shown
        self.heard: list[ChatReply] = []

    async def judged(self, criteria: Sequence[ChamberCriterion]) -> dict[str, CriterionScore]:
        parts = self._shown.parts
        found = []
        for number, part in enumerate(parts, 1):
            about = "" if len(parts) == 1 else f" This is part {number} of {len(parts)}; judge what it shows."
            material = f"<transcript>\n{part}</transcript>\nHere the transcript ends.{about}"
            found.append(await self._asked(criteria, material))
        if len(found) == 1:
            return found[0]
        shown = [each for each in criteria if any(part[each.id].quotes for part in found)]
        whole = {each.id: found[-1][each.id] for each in criteria}
        return whole | (await self._asked(shown, _findings(found, shown)) if shown else {})

    async def _asked(self, criteria: Sequence[ChamberCriterion], material: str) -> dict[str, CriterionScore]:
        answers = self._shown.answers
        instructions = files(__package__).joinpath("prompts/judge.md").read_text(encoding="utf-8").rstrip()
        system = instructions.format(rubric=format_criteria(criteria))
        first = ChatLine(role=ChatRole.USER, text=f"{material} Score: {', '.join(each.id for each in criteria)}.")
        reply = await self._say(system, (first,))
        found = await asyncio.to_thread(read_verdict, reply, criteria, answers)
        failed = [each for each in criteria if found[each.id].without not in {None, Without.NOT_SHOWN}]
        if not failed:
            return found
        wrong = "\n".join(describe_rejection(each, found[each.id]) for each in failed)
        again = ChatLine(
            role=ChatRole.USER,
            text=f"This does not count:\n{wrong}\nGive the JSON object once more, with these criteria alone.",
        )
        lines = (first, ChatLine(role=ChatRole.ASSISTANT, text=reply.text, blocks=reply.blocks), again)
        # What was declined, or is nothing, is no ground to go on from.
        blank = reply.stop is Stop.REFUSED or not reply.text.strip()
        second = await self._say(system, (first,) if blank else lines)
        return found | await asyncio.to_thread(read_verdict, second, failed, answers)

    async def _say(self, system: str, lines: tuple[ChatLine, ...]) -> ChatReply:
        service = self._seat.service
        request = ChatRequest(
            purpose="judge",
            system=system,
            lines=lines,
            max_tokens=max(service.max_tokens, _LEAST_TOKENS),
            temperature=service.temperature,
            session_id=self._run_id,
            timeout=service.timeout,
        )
        attempt = 0
        while True:
            attempt += 1
            try:
                reply = await self._seat.chat.say(request)
            except ModelError as error:
                wait = side_retry_delay(error, attempt, self._jitter())
                if wait is None or wait > _LONGEST_WAIT:
                    raise
                log.info("judge-asked-again", run=self._run_id, error=error.code, after=wait)
                await self._clock.sleep(wait)
            else:
                self.heard.append(reply)
                return reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The judges of a run: a `Scorer` for whoever holds it."""

    run_id: str
    rubric: ChamberRubric
    seats: tuple[JudgeSeat, ...]
    clock: Clock
    jitter: Callable[[], float] = field(default=random.random)

    def due(self, said: Sequence[Utterance]) -> bool:
        return is_check_due(self.rubric, said)

    async def score(self, said: Sequence[Utterance]) -> tuple[dict[str, str], bool]:
        """Return what each judge makes of it, as JSON, and whether all are satisfied.

        A judge that cannot be asked has given no scores. Raises ModelError when that is so of all.
        """

        async def scored(seat: JudgeSeat) -> Scores | ModelError:
            try:
                return await score_with_judge(
                    seat, self.rubric, said, run_id=self.run_id, clock=self.clock, jitter=self.jitter
                )
            except ModelError as error:
                return error

        results = await asyncio.gather(*map(scored, self.seats))
        if errors := [each for each in results if isinstance(each, ModelError)]:
            if len(errors) == len(results):
                raise errors[0]
            log.warning("judge-failed", run=self.run_id, errors=[each.code for each in errors])
        found = [
            missing_scores(seat.name, self.rubric, Without.FAILED, model=seat.service.model, failed=each.code)
            if isinstance(each, ModelError)
            else each
            for seat, each in zip(self.seats, results, strict=True)
        ]
        return {each.judge: each.model_dump_json() for each in found}, is_rubric_satisfied(found, self.rubric)

    async def close(self) -> None:
        for seat in self.seats:
            await seat.chat.close()


def build_panel(run_id: str, setup: Setup, chat_of: Callable[[ModelService], ChatModel], clock: Clock) -> Panel | None:
    """Return those who judge a run by its setup, each over what `chat_of` makes; None where nobody does."""
    rubric = setup.rubric
    seats = tuple(
        JudgeSeat(
            name=name,
            service=service,
            chat=chat_of(service),
            room=service.characters_at_once if isinstance(service, Judge) else CHARACTERS_AT_ONCE,
        )
        for name, service in judges_of(setup)
    )
    return None if rubric is None or not seats else Panel(run_id=run_id, rubric=rubric, seats=seats, clock=clock)
