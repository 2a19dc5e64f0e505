"""`raconteur script new`: a talk in the terminal becomes a script that can be used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bot.setup_screen import SetupScreen
from core.contracts.script_files import ScriptMistakes
from core.interviews.script.folder import LONGEST_NAME, id_from_text
from core.interviews.script.writing import (
    MOST_BACK,
    MOST_MENDED,
    AskedBack,
    ChapterDraft,
    QuestionDraft,
    ScriptDraft,
    clarifying_prompt,
    draft_prompt,
    draft_to_toml,
    parse_script,
    repair_prompt,
)

if TYPE_CHECKING:
    from core.contracts.ports import LanguageModel

USUAL_MINUTES = 20
MOST_QUESTIONS = 40
_WHAT = "What do you want to find out, and from whom?"


async def write_script(screen: SetupScreen, model: LanguageModel, folder: Path) -> Path | None:
    """Write a script after a talk, and return its file if the user agrees. An offline `model` is not asked.

    Raises ModelError, and typer.Abort if the user gives up.
    """
    name = _free_name(screen, folder)
    language = screen.ask("Which language should it be in? Two letters, such as en or ru", "en").lower()
    while True:
        told = screen.ask("How many minutes should it take?", str(USUAL_MINUTES))
        if told.isdecimal() and 0 < int(told) <= 300:
            break
        screen.say("Please write a number from 1 to 300.")
    minutes = int(told)
    draft = _asked(screen) if model.offline else await _with_model(screen, model, language, minutes)
    file = f"{name}.{language}.toml"
    text = draft_to_toml(draft, minutes=minutes)
    for _ in range(MOST_MENDED):
        try:
            parse_script(text, file, language=language)
            break
        except ScriptMistakes as error:
            if model.offline:
                break
            draft = await model.ask(repair_prompt(draft, error.mistakes, language=language), ScriptDraft)
            text = draft_to_toml(draft, minutes=minutes)
    target = folder / file
    typer.echo(f"\n{text}")
    wrong = False
    try:
        parse_script(text, target.name, language=language)
    except ScriptMistakes as error:
        wrong = True
        screen.say("Something in it still needs fixing:")
        for mistake in error.mistakes:
            typer.echo(f"  {mistake}")
    if not screen.agreed(f"Save it to {target}?", usual=not wrong):
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("x", encoding="utf-8") as out:
        out.write(text)
    return target


def _free_name(screen: SetupScreen, folder: Path) -> str:
    while True:
        name = id_from_text(
            screen.ask("What should its file be called? One word is enough; it is used in links"), most=LONGEST_NAME
        )
        if not any(folder.glob(f"{name}.*")):
            return name
        screen.say(f"There is {name} already.")


async def _with_model(screen: SetupScreen, model: LanguageModel, language: str, minutes: int) -> ScriptDraft:
    wishes = [(_WHAT, screen.ask(_WHAT))]
    for _ in range(MOST_BACK):
        back = (await model.ask(clarifying_prompt(wishes), AskedBack)).question.strip()
        if not back:
            break
        wishes.append((back, screen.ask(back)))
    screen.say("I'm writing it. This takes a moment.")
    return await model.ask(draft_prompt(wishes, language=language, minutes=minutes), ScriptDraft)


def _asked(screen: SetupScreen) -> ScriptDraft:
    """Ask for the questions one by one, without a model."""
    title = screen.ask("What title should people see?")
    about = screen.ask("What is it about, in one sentence?")
    screen.say("Now the questions, one at a time. Press Enter on an empty line when you're done.")
    questions: list[QuestionDraft] = []
    while len(questions) < MOST_QUESTIONS and (text := screen.ask(f"Question {len(questions) + 1}")):
        answers = [each.strip() for each in screen.ask("Fixed answers, separated by commas; Enter for none").split(",")]
        options = [each for each in answers if each]
        kind = "choice" if options else "open"
        questions.append(QuestionDraft(id=f"q{len(questions) + 1}", text=text, type=kind, options=options))
    chapter = ChapterDraft(id="questions", title=title, questions=questions)
    return ScriptDraft(title=title, about=about, chapters=[chapter])
