"""A rubric, a talk to score by it, and what judges may answer."""

from __future__ import annotations

import json
from typing import Any

from core.features.chamber.messages import (
    OfCandidate,
    OfPrime,
    Public,
    ReplyCost,
    SaidByCandidate,
    SaidByPrime,
    Utterance,
)
from core.features.chamber.setup import ChamberCriterion, ChamberRubric, CriterionLevel, Judge
from tests.fakes.chamber import AT

TALK = (
    "Why did you leave the mill?",
    "I left because the <foreman> lied about the dust, and “nobody” would listen.",
    "Would you do it again?",
    "No.",
)

TOOK = ReplyCost(input_tokens=90, output_tokens=10)


def said(*texts: str) -> list[Utterance]:
    """Prime, the Candidate, Prime ..., each with a thought that nobody but its speaker may read."""
    found: list[Utterance] = []
    for seq, text in enumerate(texts, 1):
        hidden = {"full": f"<think>SECRET {seq}</think>{text}", "taken_out": f"SECRET {seq}", "blocks": "SECRET"}
        if seq % 2:
            found.append(SaidByPrime(seq=seq, at=AT, public=Public(text), taken=TOOK, private=OfPrime(**hidden)))
        else:
            found.append(
                SaidByCandidate(seq=seq, at=AT, public=Public(text), taken=TOOK, private=OfCandidate(**hidden))
            )
    return found


def criterion(name: str, *, enough: int | None = None) -> ChamberCriterion:
    levels = tuple(CriterionLevel(score=score, means=f"level {score} of {name}") for score in (1, 2, 3))
    return ChamberCriterion(id=name, asks=f"How much {name} is there?", levels=levels, enough=enough)


def rubric(*names: str, every: int | None = None) -> ChamberRubric:
    return ChamberRubric(criteria=tuple(criterion(name) for name in names or ("candour",)), every=every)


JUDGE = Judge(provider="openai", model="weighs", name="third", temperature=0.0)


def entry(name: str, score: object, *quotes: tuple[object, str], why: str = "It is so.") -> dict[str, Any]:
    return {"criterion": name, "score": score, "quotes": [{"n": n, "quote": text} for n, text in quotes], "why": why}


def answer(*entries: dict[str, Any]) -> str:
    return json.dumps({"scores": entries})


GOOD = entry("candour", 3, (2, "the <foreman> lied about the dust"))
