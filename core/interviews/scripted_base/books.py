"""The books of an interview: open threads, refused subjects, what is told. Kept by code, filled from decisions.

The model only says what has changed; what it leaves out stays as it is, so that nothing is forgotten by an oversight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from core.interviews.guard.stems import stems
from core.interviews.scripted_base.decision import Decision, Weight

MOST_HOOKS = 20
LONGEST_HOOK = 110
MOST_REFUSED = 24
LONGEST_SUBJECT = 80
MOST_UNSETTLED = 6
MOST_WISHES = 6
LONGEST_WISH = 120
_WEIGHTS: tuple[Weight, ...] = ("skip", "not_now", "never")
"""The lightest first."""


class Refusal(BaseModel):
    """A subject that is closed until the person opens it again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    subject: str
    """In the person's words, as short as they are."""
    kind: Weight = "never"
    """never: closed. not_now: theirs to open; hinted at again, it may be offered once. skip: only that question."""
    seq: int = 0
    """Of the question that it was said to."""


def hooks_after(hooks: Sequence[str], decision: Decision) -> tuple[str, ...]:
    """The open threads, the newest answer's first and each answer's weightiest first; of too many the last go."""
    return _kept(hooks, decision.taken, decision.opened, longest=LONGEST_HOOK, most=MOST_HOOKS)


def unsettled_after(known: Sequence[str], decision: Decision) -> tuple[str, ...]:
    """What of theirs does not agree, the newest first."""
    return _kept(known, decision.settled, decision.disagree, longest=LONGEST_HOOK, most=MOST_UNSETTLED)


def _kept(known: Sequence[str], gone: Sequence[int], new: Sequence[str], *, longest: int, most: int) -> tuple[str, ...]:
    """`new` before what is known and was not numbered among the `gone`, each once."""
    left = [each for number, each in enumerate(known, 1) if number not in set(gone)]
    found = {flat(each): each for raw in new if (each := " ".join(raw.split())[:longest])}
    return tuple([*found.values(), *(each for each in left if flat(each) not in found)][:most])


def refused_after(refused: Sequence[Refusal], decision: Decision, *, said: str, seq: int) -> tuple[Refusal, ...]:
    """The closed subjects. One that is closed for good is opened only by words of the person (`said`) that speak of it.

    `seq`: of the question that the newest words answer.
    """
    spoken = stems(said)
    opened = {n for n in decision.reopened if 0 < n <= len(refused) and _may_open(refused[n - 1], spoken)}
    kept = [each for number, each in enumerate(refused, 1) if number not in opened]
    for new in decision.refused:
        subject = " ".join(new.subject.split())[:LONGEST_SUBJECT]
        if not subject:
            continue
        before = [each for each in kept if _same(each.subject, subject)]
        kept = [each for each in kept if each not in before]
        # What was closed for good is not opened by putting it off once more.
        kind = max((new.kind, *(each.kind for each in before)), key=_WEIGHTS.index)
        kept.append(Refusal(subject=subject, kind=kind, seq=seq))
    return bounded(kept)


def _may_open(refusal: Refusal, spoken: frozenset[str]) -> bool:
    return refusal.kind != "never" or bool(stems(refusal.subject) & spoken)


def wished(text: str) -> tuple[str, ...]:
    """What was said with the wish for an interview, as the first of the person's wishes."""
    flat = " ".join(text.split())[:LONGEST_WISH]
    return (flat,) if flat else ()


def wishes_after(known: Sequence[str], decision: Decision) -> tuple[str, ...]:
    """What the person wishes of the interview, oldest first; of too many the oldest go."""
    kept = list(known)
    for raw in decision.wishes:
        wish = " ".join(raw.split())[:LONGEST_WISH]
        kept = [each for each in kept if flat(each) != flat(wish)] + [wish]
    return tuple(kept[-MOST_WISHES:])


def bounded(refused: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """Of too many, passed questions go first, and what is closed for good last."""
    kept = list(refused)
    for kind in _WEIGHTS:
        while len(kept) > MOST_REFUSED and any(each.kind == kind for each in kept):
            kept.remove(next(each for each in kept if each.kind == kind))
    return tuple(kept)


def closed(refused: Iterable[Refusal]) -> tuple[str, ...]:
    """The subjects that nothing of the script and no rule may touch."""
    return tuple(each.subject for each in refused if each.kind != "skip")


def closed_now(refused: Iterable[Refusal], *, said: str, seq: int) -> tuple[str, ...]:
    """The subjects that no question of a model may touch.

    What was put off is theirs to open, and may be offered again later, but not as an answer to the words (to the
    question `seq`) that put it off. What they speak of now (`said`) may be asked about, unless they just closed it.
    """
    spoken = stems(said)
    just_now = tuple(each.subject for each in refused if each.kind != "skip" and each.seq == seq)
    for_good = (each.subject for each in refused if each.kind == "never" and not stems(each.subject) & spoken)
    return tuple(dict.fromkeys((*just_now, *for_good)))


def _same(one: str, other: str) -> bool:
    """Whether two subjects are one, in whatever form of their words; words that say nothing have only their letters."""
    found = stems(one)
    return found == stems(other) if found else flat(one) == flat(other)


def flat(text: str) -> str:
    """Words in small letters with a space between."""
    return " ".join(text.casefold().split())
