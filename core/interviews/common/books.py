"""The books of an interview: open threads, refused subjects, what is told. Kept by code, filled from decisions.

The model only says what has changed; what it leaves out stays as it is, so that nothing is forgotten by an oversight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from core.guard.stems import stems
from core.interviews.common.decision import Decision, Weight

MOST_HOOKS = 16
LONGEST_HOOK = 140
MOST_REFUSED = 24
LONGEST_SUBJECT = 80
MOST_WISHES = 6
LONGEST_WISH = 120


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
    """The open threads, oldest first; of too many the oldest go."""
    gone = set(decision.taken)
    kept = [hook for number, hook in enumerate(hooks, 1) if number not in gone]
    known = {_flat(hook) for hook in kept}
    for raw in decision.opened:
        hook = " ".join(raw.split())[:LONGEST_HOOK]
        if _flat(hook) and _flat(hook) not in known:
            kept.append(hook)
            known.add(_flat(hook))
    return tuple(kept[-MOST_HOOKS:])


def refused_after(refused: Sequence[Refusal], decision: Decision, *, said: str, seq: int) -> tuple[Refusal, ...]:
    """The closed subjects. One is opened only where the person's own newest words (`said`) speak of it.

    `seq`: of the question that the newest words answer.
    """
    spoken = stems(said)
    opened = {n for n in decision.reopened if 0 < n <= len(refused) and stems(refused[n - 1].subject) & spoken}
    kept = [each for number, each in enumerate(refused, 1) if number not in opened]
    for new in decision.refused:
        subject = " ".join(new.subject.split())[:LONGEST_SUBJECT]
        if not subject:
            continue
        kept = [each for each in kept if stems(each.subject) != stems(subject)]
        kept.append(Refusal(subject=subject, kind=new.kind, seq=seq))
    return bounded(kept)


def wishes_after(known: Sequence[str], decision: Decision) -> tuple[str, ...]:
    """What the person wishes of the interview, oldest first; of too many the oldest go."""
    kept = list(known)
    for raw in decision.wishes:
        wish = " ".join(raw.split())[:LONGEST_WISH]
        kept = [each for each in kept if _flat(each) != _flat(wish)] + [wish]
    return tuple(kept[-MOST_WISHES:])


def bounded(refused: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """Of too many, passed questions go first, and what is closed for good last."""
    kept = list(refused)
    for kind in ("skip", "not_now", "never"):
        while len(kept) > MOST_REFUSED and any(each.kind == kind for each in kept):
            kept.remove(next(each for each in kept if each.kind == kind))
    return tuple(kept)


def closed(refused: Iterable[Refusal]) -> tuple[str, ...]:
    """The subjects that no question of ours may touch."""
    return tuple(each.subject for each in refused if each.kind != "skip")


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
