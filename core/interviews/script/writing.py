"""Write scripts in a talk: ask a model for them, and make a file from what it gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit
from pydantic import Field

from core.contracts.ports import Prompt, Tier
from core.contracts.script import Script
from core.contracts.script_files import ScriptMistake, toml_source
from core.interviews.script.folder import id_from_text, option_from_text, parse_condition, script_from_source
from core.interviews.scripted_base.books import FilledIn, Texts
from core.text.quoting import quote_in_tag

MOST_BACK = 3  # questions asked back before it writes
MOST_MENDED = 2
_LONGEST = 4_000
_PROMPT = Path(__file__).parent / "prompts" / "writing.md"


class AskedBack(FilledIn):
    """A question about something that is not clear yet; empty where all is."""

    question: str = ""


class QuestionDraft(FilledIn):
    id: str = ""
    text: str = ""
    objective: str = ""
    type: str = "open"
    options: Texts = Field(default_factory=list)
    probes: Texts = Field(default_factory=list)
    labels: Texts = Field(default_factory=list)
    min: float | None = None
    max: float | None = None
    unit: str = ""
    when: str = ""
    """A condition as a script in Markdown has it: "smokes is yes"."""


class ChapterDraft(FilledIn):
    id: str = ""
    title: str = ""
    intro: str = ""
    questions: list[QuestionDraft] = Field(default_factory=list)


class ScriptDraft(FilledIn):
    """A script as a model gives it; told to it in `prompts/writing.md`."""

    title: str = ""
    about: str = ""
    opening: str = ""
    closing: str = ""
    objectives: Texts = Field(default_factory=list)
    chapters: list[ChapterDraft] = Field(default_factory=list)


def clarifying_prompt(wishes: Sequence[tuple[str, str]]) -> Prompt:
    """Return a prompt for the one question without whose answer the script would be a guess."""
    return _prompt(wishes, "Is anything missing without which the script would be a guess? Ask the one question.")


def draft_prompt(wishes: Sequence[tuple[str, str]], *, language: str, minutes: int) -> Prompt:
    return _prompt(wishes, f"Write the script in the language {language}, for about {minutes} minutes of talking.")


def repair_prompt(draft: ScriptDraft, mistakes: Sequence[ScriptMistake], *, language: str) -> Prompt:
    """Return a prompt for the same script without mistakes, which are of the file that the draft became."""
    said = "\n".join(each.text for each in mistakes)
    before = quote_in_tag("draft", draft.model_dump_json(exclude_defaults=True))
    return _prompt(
        (), f"{before}\n{quote_in_tag('mistakes', said)}\nWrite it once more in {language}, without these mistakes."
    )


def _prompt(wishes: Sequence[tuple[str, str]], asked: str) -> Prompt:
    told = (
        f"{quote_in_tag('asked', question)}\n{quote_in_tag('answer', answer[:_LONGEST])}" for question, answer in wishes
    )
    return Prompt(
        purpose="script",
        system=_PROMPT.read_text(encoding="utf-8").strip(),
        user="\n".join((*told, asked)),
        tier=Tier.MAIN,
        max_tokens=6_000,
        timeout=180.0,
    )


def draft_to_toml(draft: ScriptDraft, *, minutes: int) -> str:
    whole: dict[str, Any] = draft.model_dump(include={"title", "about", "opening", "closing", "objectives"})
    whole = {key: value for key, value in whole.items() if value}
    limits = {"limits": {"minutes": 2 * minutes}} if minutes else {}
    chapters = []
    for number, each in enumerate(draft.chapters, 1):
        own = id_from_text(each.id) if each.id else f"chapter-{number}"
        chapter: dict[str, Any] = {"id": own, "title": each.title or f"{number}"}
        if each.intro:
            chapter["intro"] = each.intro
        chapter["questions"] = [_question(asked, f"{own}-{place}") for place, asked in enumerate(each.questions, 1)]
        chapters.append(chapter)
    return tomlkit.dumps({**whole, **limits, "chapters": chapters})


def _question(question: QuestionDraft, usual: str) -> dict[str, Any]:
    kept: dict[str, Any] = {"id": id_from_text(question.id) if question.id else usual, "text": question.text}
    if question.type != "open":
        kept["type"] = question.type
    keys = {"open": ("objective", "probes"), "scale": ("min", "max", "labels"), "number": ("min", "max", "unit")}
    names = keys.get(question.type, ())
    kept.update({key: value for key in names if (value := getattr(question, key)) not in (None, "", [])})
    if question.type in {"choice", "choices"}:
        kept["options"] = [option_from_text(each) for each in question.options]
    if question.when and (when := parse_condition(question.when)) is not None:
        kept["when"] = when
    return kept


def parse_script(text: str, file: str, *, language: str) -> Script:
    """Return the script in a file that is not there yet. Raises ScriptMistakes."""
    return script_from_source(toml_source(text, file), kind=file.split(".")[0], language=language)
