"""Have a model understand the words that somebody types before the interview begins: as wishes, not commands.

Without a model nothing is guessed of them: the intake's buttons, a bare number and a template's exact name are enough.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, ValidationError

from core.contracts.about import IntakeMove
from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.session import Session
from core.interviews.podcast.episode_intake import EpisodeIntake, IntakeStep, intake_of
from core.interviews.podcast.intake_pages import IntakeTalk
from core.interviews.podcast.intake_steps import next_intake_step
from core.interviews.podcast.prompt import TEMPLATES, PodcastPrompts
from core.interviews.podcast.settings import MOST_QUESTIONS
from core.interviews.podcast.typed import bare_number
from core.interviews.scripted_base.books import FilledIn, Numbers, Text, word_validator
from core.text.quoting import quote_in_tag, shorten_middle

READ: Final = "intake-read"
"""The chore, and the finding with what it understood."""
_ENTRY_ROOM = 1_500
_MOST_READ = 20
"""Messages, the newest ones."""


class IntakeRead(FilledIn):
    """Each field is explained to the model in `prompts/intake.md`."""

    wishes: Numbers = Field(default_factory=list)
    template: Annotated[str, BeforeValidator(word_validator(TEMPLATES, ""))] = ""
    questions: Text = ""

    @property
    def count(self) -> int:
        """The number of questions that they ask for; 0 for none that there can be."""
        number = bare_number(self.questions) or 0
        return number if number <= MOST_QUESTIONS else 0


class _Kept(FilledIn):
    """The model's understanding, and a digest of the words that it understood."""

    request: str
    read: IntakeRead


def typed_words_digest(session: Session) -> str:
    """Return one word for what somebody has typed; empty where that is nothing, or the interview has begun."""
    intake = intake_of(session)
    return "" if intake is None else _words(intake)


def _words(intake: EpisodeIntake) -> str:
    said = "\n".join(f"{each.ref} {each.text}" for each in intake.told if not each.pasted)
    return hashlib.sha256(said.encode()).hexdigest()[:16] if said else ""


async def find_wishes(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """Have the model say which words are wishes. Raises ModelError."""
    intake = intake_of(situation.session)
    if intake is None or model.offline:
        return ChoreResult()
    numbered = [(n, each) for n, each in enumerate(intake.told, 1) if not each.pasted][-_MOST_READ:]
    prompt = Prompt(
        purpose=READ,
        system=prompts.texts["intake"],
        user="\n".join(quote_in_tag("message", shorten_middle(each.text, _ENTRY_ROOM), n=n) for n, each in numbered),
        tier=Tier.FAST,
        max_tokens=300,
        session_id=situation.session.id,
        timeout=30.0,
    )
    read = await model.ask(prompt, IntakeRead)
    return ChoreResult(finding=_Kept(request=_words(intake), read=read).model_dump_json())


def apply_understood(talk: IntakeTalk, intake: EpisodeIntake) -> IntakeMove | None:
    """Take over what was understood of the words that are there; None where nothing of it is new."""
    try:
        kept = _Kept.model_validate_json(talk.scene.findings.get(READ, ""))
    except ValidationError:
        return None
    if kept.request != _words(intake):
        return None
    wishes = frozenset(kept.read.wishes)
    told = tuple(
        each if each.pasted else each.model_copy(update={"wish": each.wish or n in wishes})
        for n, each in enumerate(intake.told, 1)
    )
    after = intake.model_copy(
        update={
            "told": told,
            "template": intake.template or kept.read.template,
            "questions": intake.questions if intake.counted else kept.read.count or intake.questions,
        }
    )
    if after == intake:
        return None
    if after.unfinished:
        talk.keep(after)
        return talk.move()
    if intake.has_source and not after.has_source:
        after = after.model_copy(update={"step": IntakeStep.SOURCE})
    return next_intake_step(talk, after)
