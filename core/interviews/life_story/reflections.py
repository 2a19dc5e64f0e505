"""Four readings of the whole interview, each tied to what was really said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import structlog
from pydantic import BaseModel, ConfigDict

from core.errors import ModelMisread
from core.guard.text import count_words
from core.interviews.common.prompting import transcript
from core.interviews.life_story.prompt import Prompts
from core.ports import LanguageModel, Prompt, Tier
from core.session import EntryKind, Record
from core.turn import ChoreResult, ChoreSituation
from core.words import say

log = structlog.get_logger()

NAMES = (
    "reflection-psychologist",
    "reflection-economist",
    "reflection-political-scientist",
    "reflection-demographer",
)
"""In the order of the second file."""
TRANSCRIPT_ROOM = 120_000
FEWEST_WORDS = 40
"""With less told there is nothing to read fairly, and no model is asked."""
_SHORTEST_QUOTE = 2
_MOST_OBSERVATIONS = 8

_QUOTATION = re.compile(r"[«“„\"]([^«»“”„\"\n]{1,600})[»”“\"]")
_QUOTE_MARKS = dict.fromkeys(map(ord, "«»“”„‟\"'’‘‚‛`´"), None)
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")


class Observation(BaseModel):
    """Something seen in a person's words."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: str = ""
    quote: str = ""


class Reflection(BaseModel):
    """One reading; told to the model in `prompts/reflection.md`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    opening: str = ""
    observations: list[Observation] = []
    closing: str = ""


async def reflect(name: str, prompts: Prompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """The reading called `name`, as plain paragraphs of Markdown. Raises ModelError, also where nothing holds."""
    record = situation.record
    if record is None:
        raise ValueError(f"{name} needs the whole record")
    told = [e.text for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn]
    if sum(count_words(text) for text in told) < FEWEST_WORDS:
        return ChoreResult(finding=say(record.session.language, "life-story-too-little"))
    reading = await model.ask(_prompt(name, prompts, record), Reflection)
    founded = [each for each in reading.observations if _founded(each, told)][:_MOST_OBSERVATIONS]
    if len(founded) < len(reading.observations):
        log.info("observations-struck", chore=name, count=len(reading.observations) - len(founded))
    if not founded:
        raise ModelMisread("None of the observations rests on words of the transcript; it is asked for again.")
    return ChoreResult(finding=_text(reading, founded, told, record.session.language))


def _prompt(name: str, prompts: Prompts, record: Record) -> Prompt:
    language = re.sub(r"[^A-Za-z-]", "", record.session.language)[:12] or "en"
    return Prompt(
        purpose=name,
        system=f"{prompts.reflection.substitute(language=language)}\n\n{prompts.lenses[name]}",
        user=f"{transcript(record.entries, TRANSCRIPT_ROOM)}\nWrite your reading of this telling.",
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=240.0,
    )


# --- checking -----------------------------------------------------------------------------------------------------


def normalised(text: str) -> str:
    """Text in the form in which a quotation is looked for: one kind of space and dash, no quotation marks."""
    plain = unicodedata.normalize("NFC", text).translate(_QUOTE_MARKS).translate(_DASHES)
    return " ".join(plain.replace("…", "...").split())


def is_verbatim(quote: str, told: Sequence[str]) -> bool:
    """Whether the words stand so, one after the other and whole, in one of the answers."""
    wanted = normalised(quote).strip(" .,;:!?-")
    if count_words(wanted) < _SHORTEST_QUOTE:
        return False
    whole = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    return any(whole.search(normalised(text)) for text in told)


def _founded(observation: Observation, told: Sequence[str]) -> bool:
    return bool(observation.text.strip()) and is_verbatim(observation.quote, told) and _honest(observation.text, told)


def _honest(text: str, told: Sequence[str]) -> bool:
    """Whether what stands in quotation marks was said; one or two words may be a way of speaking."""
    return all(count_words(q) <= _SHORTEST_QUOTE or is_verbatim(q, told) for q in _QUOTATION.findall(text))


def _text(reading: Reflection, founded: Sequence[Observation], told: Sequence[str], language: str) -> str:
    paragraphs = [_one_line(reading.opening) if _honest(reading.opening, told) else ""]
    for each in founded:
        quote = _one_line(each.quote).strip("«»“”„\"' ")
        paragraphs += [say(language, "life-story-cited", quote=quote), _one_line(each.text)]
    paragraphs.append(_one_line(reading.closing) if _honest(reading.closing, told) else "")
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _one_line(text: str) -> str:
    return " ".join(text.split())
