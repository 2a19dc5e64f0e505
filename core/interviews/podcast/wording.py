"""What a model would say about an episode, held against what is known of it."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.session import Role
from core.interviews.guard import Guarded
from core.interviews.guard.invented import invented
from core.interviews.guard.text import sentences
from core.interviews.podcast.course import PodcastStanding

INVENTED = "guard-invented"
"""A quotation, a name or a number that nobody has said."""


def faithful(ground: PodcastStanding, guarded: Guarded) -> Guarded:
    """The message without the sentences that quote, name or count what stands nowhere."""
    said = list(sentences(guarded.message))
    kept = [each for each in said if not _invents(ground, each)]
    whole = " ".join(kept)
    if not kept or len(kept) == len(said):
        return guarded if kept else replace(guarded, message="", question="", interventions=_named(guarded))
    question = guarded.question if guarded.question in whole else ""
    return replace(guarded, message=whole, question=question, interventions=_named(guarded))


def _named(guarded: Guarded) -> tuple[str, ...]:
    return (*guarded.interventions, INVENTED) if guarded.message else guarded.interventions


def _invents(ground: PodcastStanding, text: str) -> bool:
    situation, source = ground.situation, ground.source
    lines = (*situation.tail, *situation.talk)
    theirs = [entry.text for entry in lines if entry.role is Role.PERSON]
    said = (*theirs, situation.answer, *(source.quotable if source is not None else ()))
    worded = (place.question.text for place in ground.window)
    known = (
        *said,
        *(source.known if source is not None else ()),
        *ground.state.asked,
        *ground.asked,
        *worded,
        situation.person.name,
    )
    return invented(text, ground.language, quotable=said, known=known)
