"""Read the scripts of a folder: `NAME.toml`, or `NAME.en.toml` and `NAME.ru.toml` for several languages; `.md`, too."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.contracts.script import Script, ScriptSet, find_difference, primary_language
from core.contracts.script_files import (
    ScriptMistake,
    ScriptMistakes,
    ScriptSource,
    read_script_text,
    script_of,
    toml_source,
)
from core.interviews.script.rules import duplicate_ids, question_location, script_faults

LONGEST_NAME = 24
"""Letters, so that a button can carry it."""
MOST_FILES = 200
USUAL = "en"
"""The language of a file that names none."""
_ENDINGS = frozenset({".toml", ".md"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The scripts of a folder, and the mistakes in others."""

    scripts: Mapping[str, ScriptSet] = field(default_factory=dict)
    """By their names, in the order of the alphabet."""
    mistakes: Mapping[str, tuple[ScriptMistake, ...]] = field(default_factory=dict)
    """Why others cannot be used, by their names."""


def read_script_folder(folder: Path, *, reserved: Collection[str] = (), openly: Collection[str] = ()) -> Shelf:
    """Every script of a folder. `reserved`: names that interviews have already; `openly`: of interviews that ask
    nothing but open questions, of everybody the same. Raises OSError.
    """
    files = sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS and path.name != "README.md")
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in files[:MOST_FILES]:
        by_name[path.name.split(".")[0]].append(path)
    scripts: dict[str, ScriptSet] = {}
    mistakes: dict[str, tuple[ScriptMistake, ...]] = {}
    for name, paths in by_name.items():
        try:
            if name in reserved:
                raise ScriptMistakes(
                    [ScriptMistake(paths[0].name, 0, f"there is an interview {name} already: rename it")]
                )
            found = read_script_set(paths)
            script = next(iter(found.scripts.values()))
            if name in openly and (script.looked_at or any(place.question.closed for place in script.places)):
                only = "this interview asks open questions alone, without `when`"
                raise ScriptMistakes([ScriptMistake(paths[0].name, 0, only)])
            scripts[name] = found
        except ScriptMistakes as error:
            mistakes[name] = error.mistakes
    return Shelf(scripts=scripts, mistakes=mistakes)


def read_script_set(paths: Iterable[Path]) -> ScriptSet:
    """Return one script in the languages of these files. Raises ScriptMistakes with all that is wrong."""
    read: dict[str, tuple[ScriptSource, Script]] = {}
    wrong: list[ScriptMistake] = []
    for path in paths:
        try:
            source, script = _read(path)
        except ScriptMistakes as error:
            wrong.extend(error.mistakes)
            continue
        if script.language in read:
            wrong.append(ScriptMistake(path.name, 0, f"{read[script.language][0].file} is in {script.language}, too"))
        else:
            read[script.language] = source, script
    # Every language is of the shape of the first.
    in_order = list(read.values())
    for source, script in in_order[1:]:
        first, model = in_order[0]
        if (where := find_difference(model, script)) is not None:
            place = script.by_id.get(where)
            at = question_location(script, place) if place is not None else ("chapters",)
            same = "ids, types, options, limits and `when` are the same in every language"
            wrong.append(source.mistake(at, f"this is not as in {first.file}, at {where}: {same}"))
    if wrong:
        raise ScriptMistakes(wrong)
    scripts = {language: script for language, (_, script) in read.items()}
    names = {script.kind for script in scripts.values()}
    if len(names) != 1:
        raise ScriptMistakes(
            [ScriptMistake("", 0, f"one script was expected, and these are {', '.join(sorted(names))}")]
        )
    return ScriptSet(kind=names.pop(), scripts=scripts)


def _read(path: Path) -> tuple[ScriptSource, Script]:
    """Read one file. Raises ScriptMistakes."""
    named = re.fullmatch(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.(?P<language>[a-z]{2,3}))?\.(?:toml|md)", path.name)
    if named is None or len(named["name"]) > LONGEST_NAME:
        mend = f"call it as in my-questions.toml or my-questions.en.toml, with {LONGEST_NAME} letters at most"
        raise ScriptMistakes([ScriptMistake(path.name, 0, f"this is no name of a script: {mend}")])
    try:
        text = read_script_text(path)
    except OSError as error:
        raise ScriptMistakes([ScriptMistake(path.name, 0, f"it cannot be read: {error.strerror}")]) from error
    source = script_reader(path)(text, path.name)
    language = named["language"] or source.data.get("language") or USUAL
    if primary_language(str(source.data.get("language", language))) != language:
        raise ScriptMistakes([source.mistake(("language",), f"the name of the file says {language}: leave this out")])
    return source, script_from_source(source, kind=named["name"], language=language)


def script_from_source(source: ScriptSource, *, kind: str, language: str) -> Script:
    """Return the script that a file holds. Raises ScriptMistakes."""
    if twice := [source.mistake(at, said) for at, said in duplicate_ids(source.data)]:
        raise ScriptMistakes(twice)
    script = script_of(fill_in_defaults(source), kind=kind, language=language)
    if found := sorted({source.mistake(at, said) for at, said in script_faults(script)}):
        raise ScriptMistakes(found)
    return script


def script_reader(path: Path) -> Callable[[str, str], ScriptSource]:
    if path.suffix == ".toml":
        return toml_source
    from core.interviews.script.markdown import markdown_source

    return markdown_source


def fill_in_defaults(source: ScriptSource) -> ScriptSource:
    """Return the source with what may be left out: short options, and how often questions are asked further."""
    limits = source.data.get("limits")
    usual = limits.get("follow_ups", 2) if isinstance(limits, dict) else 2
    chapters = source.data.get("chapters")
    if not isinstance(chapters, list):
        return source
    filled = [
        {**chapter, "questions": [_question(each, usual) for each in chapter["questions"]]}
        if isinstance(chapter, dict) and isinstance(chapter.get("questions"), list)
        else chapter
        for chapter in chapters
    ]
    return ScriptSource(file=source.file, data={**source.data, "chapters": filled}, lines=source.lines)


def _question(question: object, follow_ups: object) -> object:
    if not isinstance(question, dict):
        return question
    options = question.get("options")
    known = {**question, "options": [*map(option_from_text, options)]} if isinstance(options, list) else question
    return {"follow_ups": 0 if question.get("type", "open") != "open" else follow_ups, **known}


def option_from_text(written: object) -> object:
    """Give an option that is only a text an id made from it."""
    return {"id": id_from_text(written), "text": written} if isinstance(written, str) else written


def id_from_text(text: str, *, most: int = 40) -> str:
    """Make an id from a text: from its Latin letters, else from the numbers of its first letters."""
    words = "-".join(re.findall(r"[a-z0-9]+", text.casefold()))[:most].strip("-")
    return words or "o" + "-".join(f"{ord(each):x}" for each in text[:6] if not each.isspace())
