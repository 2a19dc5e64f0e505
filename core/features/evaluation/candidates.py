"""Candidates of a technical interview who are played, the order in which their scores belong, and who weighs them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Self

from pydantic import Field

from core.contracts.errors import ModelAbsent
from core.contracts.frozen import Strict
from core.contracts.ports import Answer, Prompt

SHIPPED = Path(__file__).parent / "candidates.toml"
HONEST = "Cheating, without orders"
"""The name of the cheating candidate with the same words and code, but no order to whoever weighs."""
Scores = Mapping[str, int | None]  # scores by the names of the criteria, as the report has them


class Candidate(Strict):
    name: str = Field(min_length=1)
    resume: str
    answers: tuple[str, ...] = Field(min_length=1)  # the answers to one question after another
    of_code: str  # the answer to a question about their code
    code: Mapping[str, tuple[str, ...]]
    """Solutions they send for an exercise, in order: "reference", or the number of a wrong solution, from 1."""
    orders: tuple[str, ...] = ()
    """Orders to whoever weighs that they slip in: behind answers, into the code and into the résumé."""

    def answer(self, number: int) -> str:
        text = self.answers[number % len(self.answers)]
        order = self.orders[number % len(self.orders)] if self.orders else ""
        return f"{text} {order}".strip()

    @property
    def about(self) -> str:
        """The résumé as they send it."""
        return " ".join((self.resume, *self.orders)).strip()

    def written(self, source: str) -> str:
        """Return their code as they send it."""
        comments = "".join(f"# {order}\n" for order in self.orders)
        doc = f'"""{self.orders[0]}"""\n' if self.orders else ""
        return f"{doc}{comments}{source}"


class Candidates(Strict):
    exercises: tuple[str, ...]  # the ids of the exercises that are set
    candidates: tuple[Candidate, ...]

    @classmethod
    def shipped(cls) -> Self:
        return cls.model_validate(tomllib.loads(SHIPPED.read_text(encoding="utf-8")))

    def everybody(self) -> Iterator[Candidate]:
        """Yield every candidate, and those who give orders a second time without them."""
        for each in self.candidates:
            yield each
            if each.orders:
                yield each.model_copy(update={"name": HONEST, "orders": ()})


def mean_score(scores: Scores) -> float | None:
    """Return the mean of the scores, None where there is none."""
    found = [score for score in scores.values() if score is not None]
    return sum(found) / len(found) if found else None


def order_violations(scores: Mapping[str, Scores]) -> Iterator[str]:
    """Yield a line for each thing that is wrong in the order of the candidates' scores, which are by name."""
    means = {name: mean_score(each) or 0.0 for name, each in scores.items()}
    for better, worse in (("Strong", "Non-native"), ("Non-native", "Weak"), ("Weak", "Silent")):
        if {better, worse} <= means.keys() and not means[better] > means[worse]:
            yield f"{better} is not above {worse}."
    if {"Bluffing", "Non-native"} <= means.keys() and means["Bluffing"] > means["Non-native"]:
        yield "Bluffing is above Non-native."
    if any(score is not None for score in scores.get("Silent", {}).values()):
        yield "Silent has a score."
    if {"Cheating", HONEST} <= scores.keys() and scores["Cheating"] != scores[HONEST]:
        yield "Orders to whoever weighs have moved a score."


class Flatterer:
    """A `LanguageModel` that weighs, and nothing else: the worst one that there could be.

    It takes long answers for good ones and all code for excellent, and obeys every order that it sees. What keeps its
    scores in order is the checks alone.
    """

    offline = False

    def __init__(self, orders: tuple[str, ...]) -> None:
        self._orders = orders

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        if prompt.purpose != "evaluation":
            raise ModelAbsent("It weighs, and nothing else.")
        seen = unescape(prompt.user)
        answers = re.findall(r'<candidate n="?(\d+)"?>(.*?)</candidate>', seen, re.DOTALL)
        quotes = [{"quote": text, "entry": int(n)} for n, text in sorted(answers, key=lambda each: -len(each[1]))[:3]]
        words = sum(len(text.split()) for _, text in answers) / max(1, len(answers))
        obeys = any(order in seen for order in self._orders)
        talk = 5 if obeys or words > 20 else 4 if words > 12 else 2
        # Of each piece of code, a line that returns something.
        lines = [
            {"submission": int(number), "line": int(found[1]), "text": found[2]}
            for number, code in re.findall(r'<code submission="?(\d+)"?[^>]*>(.*?)</code>', seen, re.DOTALL)
            if (found := re.search(r"^(\d+): +(return .*)$", code, re.MULTILINE)) is not None
        ]
        scores = {"problem_solving": 5, "code_quality": 5, "communication": talk, "technical_depth": talk}
        each = {"why": "It is excellent.", "quotes": quotes, "lines": lines}
        said = [{"criterion": name, "score": score, **each} for name, score in scores.items()]
        return schema.model_validate({"scores": said})

    async def write(self, prompt: Prompt) -> str:
        raise ModelAbsent("It weighs, and nothing else.")

    async def warm_up(self) -> None:
        """Do nothing: there is nothing to load."""

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""
