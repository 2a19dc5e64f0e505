"""The family's words beside the story: whose they are is always said, and none of them is ever the teller's."""

from __future__ import annotations

from core.contracts.family import FamilyQuestion, News
from core.contracts.turn import OthersQuestion
from core.languages.messages import say


def question_by_name(question: FamilyQuestion, language: str) -> OthersQuestion:
    """Return a question as the teller is asked it: by name."""
    asker = question.asker or say(language, "family-somebody")
    key = "family-asks-picture" if question.photo else "family-asks"
    text = question.text or say(language, "family-what-picture")
    return OthersQuestion(id=question.id, text=text, words=say(language, key, asker=asker, question=text), asker=asker)


def news_line(news: News, language: str) -> str:
    """Return one quiet line about who is new, and who thanks."""
    lines: list[str] = []
    for _, name in news.members:
        lines.append(say(language, "family-has-joined", name=name or say(language, "family-somebody")))
    thankful = list(dict.fromkeys(name or say(language, "family-somebody") for _, name in news.thanks))
    if thankful:
        lines.append(say(language, "family-thanks", names=join_names(thankful, language), people=len(thankful)))
    return " ".join(lines)


def join_names(names: list[str], language: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return say(language, "timing-and", others=", ".join(names[:-1]), last=names[-1])
