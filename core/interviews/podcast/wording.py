"""What a model would say about an episode, held against what is known and against the rules for questions."""

from __future__ import annotations

from dataclasses import dataclass

from core.guard import Candidate, Context, Guarded, Secret, acknowledgement, guard
from core.guard.text import count_words
from core.interviews.podcast.course import Ground
from core.interviews.podcast.faith import invented, known_of, quotable
from core.script import Place
from core.session import Role

INVENTED = "guard-invented"
"""A quotation, a name or a number that nobody has said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What may be said, and what had to be mended. `fell_back`: `question` is the bank's own, or none."""

    question: str
    bridge: str
    names: tuple[str, ...] = ()
    fell_back: bool = False


def checked(
    ground: Ground, question: str, bridge: str, target: Place | None, *, secret: Secret, reserved: str = ""
) -> Checked:
    """For wording `target`; without one, for a follow-up, which may not run ahead of what is coming either."""
    context = _context(ground, target, secret=secret, reserved=reserved)
    names: tuple[str, ...] = ()
    if bridge and _invents(ground, bridge, target):
        bridge, names = "", (INVENTED,)
    found: Guarded = guard(Candidate(question=question, bridge=bridge), context)
    asked, fell_back = found.question, found.fell_back
    if not fell_back and asked != context.fallback and _invents(ground, asked, target):
        asked, fell_back = context.fallback, True
        names = (*names, INVENTED)
    return Checked(
        question=asked,
        bridge=found.bridge,
        names=tuple(dict.fromkeys((*names, *found.interventions))),
        fell_back=fell_back,
    )


def last_word(ground: Ground, bridge: str, *, secret: Secret) -> tuple[str, tuple[str, ...]]:
    """An acknowledgement before the outro, and what had to be mended in it."""
    if bridge and _invents(ground, bridge, None):
        return "", (INVENTED,)
    return acknowledgement(bridge, _context(ground, None, secret=secret, reserved=ground.script.closing))


def _invents(ground: Ground, text: str, target: Place | None) -> bool:
    situation = ground.situation
    theirs = [entry.text for entry in situation.tail if entry.role is Role.PERSON]
    said = (*theirs, situation.answer, *quotable(situation.source))
    asked = situation.question.text if situation.question is not None else ""
    worded = target.question.text if target is not None else ""
    known = (*said, *known_of(situation.source), *ground.state.asked, asked, worded, situation.person.name)
    return invented(text, ground.language, quotable=said, known=known)


def _context(ground: Ground, target: Place | None, *, secret: Secret, reserved: str) -> Context:
    situation = ground.situation
    concludes = target is not None and target.question.id == ground.conclusion.question.id
    ahead = () if concludes else (ground.conclusion.question.text,)
    if target is None:
        ahead = (*ahead, *(place.question.text for place in ground.window))
    open_question = (situation.question.text,) if situation.question is not None else ()
    quotes = situation.source.context.quotes if situation.source is not None else ()
    return Context(
        language=ground.language,
        fallback=target.question.text if target is not None else "",
        asked=(*ground.state.asked, *open_question, *ahead),
        acknowledgements=ground.state.acknowledgements,
        # The episode's words may be quoted as the person's own may, whatever stands in them.
        last_words="\n".join((ground.fresh, *(quote.text for quote in quotes))),
        reserved=count_words(reserved),
        secret=secret,
    )
