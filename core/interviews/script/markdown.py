"""Read a script in Markdown: `# title`, `## chapters`, numbered questions, and bullets for what belongs to a question.

Between two lines `+++` at the beginning stands TOML for all that concerns the whole. docs/scripts.md has the grammar.
"""

from __future__ import annotations

import re
from typing import Any

from core.contracts.script_files import At, ScriptMistake, ScriptMistakes, ScriptSource, toml_source
from core.languages.lexicon import any_of

_OWN_WORDS = frozenset({"...", "…"})
"""An option in words of one's own."""
_KEYS = "objective|scale|number|date|when|follow-ups|light|required"
_KEY = re.compile(rf"({_KEYS})\b(?:\s*:\s*(.*))?\Z", re.IGNORECASE)
_END = r"(-?\d+(?:\.\d+)?|\d{4}(?:-\d\d){0,2})"
_ENDS = re.compile(rf"{_END}\s*(?:{any_of('numbers', 'to')}|[-–—]|\.\.\.?)\s*{_END}")
_TEST = re.compile(
    r"(?P<not>not\s+)?(?P<question>[a-z0-9-]+)\s+"
    r"(?:(?P<no>not\s+)?(?P<answered>answered)|(?P<test>is|>=|<=)\s+(?P<than>.+))"
)
_WHEN = "a condition is written as in `first-job is yes`, `first-job is yes or no`, `children >= 2`, `town answered`"


def markdown_source(text: str, file: str) -> ScriptSource:
    """Read a script in Markdown. Raises ScriptMistakes."""
    from markdown_it import MarkdownIt

    text = text.replace("\r\n", "\n").replace("\x00", "\ufffd")
    head = re.match(r"\A\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", text, re.DOTALL | re.MULTILINE)
    top = toml_source("\n" + head[1], file) if head is not None else ScriptSource(file=file, data={}, lines=dict)
    start = head[0].count("\n") if head is not None else 0
    body = text[head.end() :] if head is not None else text
    made = _Making(file, start)
    made.lines.update(top.lines())
    for token in MarkdownIt("zero").enable(["heading", "list"]).parse(body):
        made.take(token)
    if made.mistakes:
        raise ScriptMistakes(sorted(dict.fromkeys(made.mistakes)))
    return ScriptSource(file=file, data={**made.data, **top.data, "chapters": made.chapters}, lines=lambda: made.lines)


class _Making:
    def __init__(self, file: str, start: int) -> None:
        self.data: dict[str, Any] = {}
        self.chapters: list[dict[str, Any]] = []
        self.lines: dict[At, int] = {}
        self.mistakes: list[ScriptMistake] = []
        self._file, self._start = file, start
        self._within: list[str] = []
        self._line = 0
        self._begun = False
        """Something stands in the open item of a list already."""

    def take(self, token: Any) -> None:
        if token.map is not None:
            self._line = self._start + token.map[0] + 1
        if token.type.endswith("_open"):
            self._within.append(token.tag)
            self._begun = self._begun and token.tag != "li"
        elif token.type.endswith("_close"):
            self._within.pop()
        elif token.type == "inline" and "li" in self._within and self._begun:
            self._wrong("a question, and what belongs to it, is one paragraph each")
        elif token.type == "inline":
            self._begun = True
            self._words(" ".join(token.content.split()))

    def _words(self, text: str) -> None:
        lists = [tag for tag in self._within if tag in {"ol", "ul"}]
        heading = next((tag for tag in self._within if tag.startswith("h")), "")
        if heading == "h1":
            self._once(("title",), self.data, text)
        elif heading:
            title, own = _with_id(text)
            self.chapters.append({"id": own or f"chapter-{len(self.chapters) + 1}", "title": title, "questions": []})
            self.lines[self._at()] = self._line
        elif lists == ["ol"] and not self.chapters:
            self._wrong("a question stands in a chapter: write `## A title` before it")
        elif lists == ["ol"]:
            words, own = _with_id(text)
            chapter = self.chapters[-1]
            number = len(chapter["questions"]) + 1
            chapter["questions"].append({"id": own or f"{chapter['id']}-{number}", "text": words})
            self.lines[self._at_question()] = self._line
        elif lists == ["ol", "ul"]:
            self._bullet(text)
        elif lists:
            self._wrong("questions are numbered (1.), and what belongs to one stands under it with a hyphen")
        elif self.chapters:
            self._once(("intro",), self.chapters[-1], text)
        else:
            self._once(("about",), self.data, text)

    def _wrong(self, text: str) -> None:
        self.mistakes.append(ScriptMistake(self._file, self._line, text))

    def _once(self, key: At, into: dict[str, Any], text: str) -> None:
        name = str(key[0])
        self.lines.setdefault(key if into is self.data else (*self._at(), name), self._line)
        into[name] = f"{into[name]} {text}" if name in into else text

    def _at(self) -> At:
        return ("chapters", len(self.chapters) - 1)

    def _at_question(self) -> At:
        return (*self._at(), "questions", len(self.chapters[-1]["questions"]) - 1)

    # --- what belongs to a question ---------------------------------------------------------------------------------

    def _bullet(self, text: str) -> None:
        if not self.chapters or not self.chapters[-1]["questions"]:
            return
        question = self.chapters[-1]["questions"][-1]
        if (box := re.match(r"(?P<one>\( ?\))|(?P<any>\[ ?\])", text)) is not None:
            kind, option = "choice" if box["one"] else "choices", text[box.end() :].strip()
            if question.setdefault("type", kind) != kind:
                self._wrong("`( )` stands for one of several, `[ ]` for any of them: a question has one kind")
            if option in _OWN_WORDS:
                question["other"] = True
            else:
                words, own = _with_id(option)
                question.setdefault("options", []).append({"id": own, "text": words} if own else words)
        elif (key := _KEY.fullmatch(text)) is not None:
            self.lines[(*self._at_question(), key[1].casefold().replace("-", "_"))] = self._line
            self._key(question, key[1].casefold(), (key[2] or "").strip())
        else:
            question.setdefault("probes", []).append(text)

    def _key(self, question: dict[str, Any], key: str, said: str) -> None:
        if key in {"scale", "number", "date"}:
            question["type"] = key
            # "0 to 10 (not at all, very much)", "kilometres, 0 to 500", "1900 to 2010".
            rest = said
            if (ends := _ENDS.search(said)) is not None:
                question["min"], question["max"] = (each if key == "date" else float(each) for each in ends.groups())
                rest = said[: ends.start()] + said[ends.end() :]
            rest = rest.strip(" ,()")
            if key == "scale" and rest:
                question["labels"] = [part.strip() for part in rest.split(",")]
            elif key == "number" and rest:
                question["unit"] = rest
        elif key in {"light", "required"}:
            question[key] = True
        elif key == "follow-ups":
            question["follow_ups"] = int(said) if said.isdecimal() and len(said) < 3 else said
        elif key == "objective":
            question["objective"] = said
        elif (when := parse_condition(said)) is None:
            self._wrong(_WHEN)
        else:
            question["when"] = when


def _with_id(text: str) -> tuple[str, str]:
    """Return a text, and the id behind it in braces."""
    found = re.search(r"\s*\{#([^{}\s]*)\}\s*\Z", text)
    return (text, "") if found is None else (text[: found.start()], found[1])


def parse_condition(text: str) -> dict[str, Any] | None:
    """Parse a condition in words; None for any other text."""
    parts = [_test(part.strip()) for part in re.split(r"\s+and\s+", text)]
    known = [part for part in parts if part is not None]
    if len(known) != len(parts):
        return None
    return known[0] if len(known) == 1 else {"all": known}


def _test(text: str) -> dict[str, Any] | None:
    found = _TEST.fullmatch(text)
    if found is None:
        return None
    test: dict[str, Any] = {"question": found["question"]}
    if found["answered"]:
        test["answered"] = not found["no"]
    elif found["test"] == "is":
        wanted = [_bound(each) for each in re.split(r"\s+or\s+", found["than"])]
        test |= {"is": wanted[0]} if len(wanted) == 1 else {"any_of": wanted}
    else:
        test["at_least" if found["test"] == ">=" else "at_most"] = _bound(found["than"])
    return {"not": test} if found["not"] else test


def _bound(text: str) -> float | str:
    return float(text) if re.fullmatch(r"-?\d+(?:\.\d+)?", text) else text.strip('"')
