"""A project for programs of qualitative analysis: a REFI-QDA exchange file (`.qdpx`).

The standard: REFI-QDA Project, 1.5 (qdasoftware.org): a ZIP with `project.qde` (XML, namespace urn:QDA-XML:project:1.0)
and the sources as plain text in `Sources`. Each interview is a source, each participant a case with its variables, each
answer of a question a selection that programs can jump to, and each code a coding of the words that it rests on.
Positions are Unicode characters from 0. The same content gives the same file: every GUID is made of what it names.
"""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from core.features.research.coding import Codebook, Coded, Unit
from core.features.research.tables import ParticipantRow, TableRow

NAMESPACE = "urn:QDA-XML:project:1.0"
ORIGIN = "Raconteur"
_OURS = uuid.uuid5(uuid.NAMESPACE_URL, NAMESPACE)
_NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_VARIABLES = {str: "Text", int: "Integer", float: "Float", datetime: "DateTime"}
_ABOUT = ("wave", "batch", "standing", "interview", "language", "begun_at", "ended_at", "active_seconds", "words")
"""Of a participant, what becomes a variable of the case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QdpxSource:
    """An interview as plain text, and where each answer stands in it."""

    text: str
    places: Mapping[int, int]  # by the number of the answer: where it begins, in characters from 0


def build_source(answers: Sequence[TableRow]) -> QdpxSource:
    """Question and answer in turn, with an empty line between them."""
    text, places = "", {}
    for row in answers:
        if row.question:
            text += f"{_one_line(row.question)}\n"
        places[row.number] = len(text)
        text += f"{_clean(row.answer)}\n\n"
    return QdpxSource(text=text, places=places)


def to_qdpx(
    name: str,
    participants: Sequence[ParticipantRow],
    answers: Sequence[TableRow],
    *,
    codebook: Codebook | None = None,
    coded: Sequence[Coded] = (),
    made_at: datetime,
) -> bytes:
    """Return the file. `participants` and `answers`: as in the tables; codings of answers not there are left out."""
    told: dict[tuple[str, int], list[TableRow]] = {}
    for row in answers:
        told.setdefault((row.participant, row.wave), []).append(row)
    found = [(about, told.get((about.participant, about.wave), [])) for about in participants]
    held = [_Interview(about=about, answers=theirs, source=build_source(theirs)) for about, theirs in found if theirs]
    root = Element(
        "Project", {"xmlns": NAMESPACE, "name": _clean(name), "origin": ORIGIN, "creationDateTime": _at(made_at)}
    )
    coders = sorted({each.coder for each in coded})
    if coders:
        users = SubElement(root, "Users")
        for coder in coders:
            SubElement(users, "User", guid=_guid("user", coder), name=_clean(coder))
    if codebook is not None:
        made: dict[str, Element] = {"": SubElement(SubElement(root, "CodeBook"), "Codes")}
        for code in codebook.codes:
            attributes = {"guid": _guid("code", code.name), "name": _clean(code.title), "isCodable": "true"}
            element = made[code.name] = Element("Code", attributes)
            examples = "".join(f"\n\u2022 {example}" for example in code.examples)
            SubElement(element, "Description").text = _clean(code.definition + examples)
            made[code.within].append(element)
    if held:
        # What is known of a participant, and what they answered to closed questions.
        closed = [*dict.fromkeys(row.question_id for row in answers if row.value)]
        variables = SubElement(root, "Variables")
        about = [(name, _VARIABLES[_type_of(name)]) for name in _ABOUT]
        for name, kind in (*about, *((id_, "Text") for id_ in closed)):
            SubElement(variables, "Variable", guid=_guid("variable", name), name=name, typeOfVariable=kind)
        _cases(root, held, closed)
        _sources(root, held, coded if codebook is not None else ())
    xml = tostring(root, encoding="utf-8", xml_declaration=True)
    files = [("project.qde", xml), *((f"Sources/{_guid('text', *i.key)}.txt", i.bytes) for i in held)]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files:
            archive.writestr(zipfile.ZipInfo(path, _NO_DATE), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Interview:
    about: ParticipantRow
    answers: Sequence[TableRow]
    source: QdpxSource

    @property
    def key(self) -> tuple[str, str]:
        return self.about.participant, str(self.about.wave)

    @property
    def bytes(self) -> bytes:
        return self.source.text.encode()


def _type_of(name: str) -> type:
    hint = next(each.type for each in fields(ParticipantRow) if each.name == name)
    return {"str": str, "int": int, "float": float}.get(str(hint), datetime)


def _cases(root: Element, held: Iterable[_Interview], closed: Iterable[str]) -> None:
    cases = SubElement(root, "Cases")
    for each in held:
        case = SubElement(cases, "Case", guid=_guid("case", *each.key), name=_called(each))
        for name in _ABOUT:
            _value(case, name, getattr(each.about, name), _VARIABLES[_type_of(name)])
        answered = {row.question_id: row.value for row in each.answers if row.value}
        for name in closed:
            _value(case, name, answered.get(name), "Text")
        SubElement(case, "SourceRef", targetGUID=_guid("source", *each.key))


def _sources(root: Element, held: Iterable[_Interview], coded: Iterable[Coded]) -> None:
    theirs: dict[Unit, list[Coded]] = {}
    for one in coded:
        theirs.setdefault(one.unit, []).append(one)
    sources = SubElement(root, "Sources")
    for each in held:
        path = f"internal://{_guid('text', *each.key)}.txt"
        text = SubElement(
            sources, "TextSource", guid=_guid("source", *each.key), name=_called(each), plainTextPath=path
        )
        for row in each.answers:
            unit = Unit(row.participant, row.wave, row.number)
            start = each.source.places[row.number]
            guid = _guid("answer", unit.participant, str(unit.wave), str(unit.number))
            end = start + len(_clean(row.answer))
            attributes = {"guid": guid, "name": row.question_id or "begin", "startPosition": str(start)}
            SubElement(text, "PlainTextSelection", {**attributes, "endPosition": str(end)})
            for number, one in enumerate(theirs.get(unit, ())):
                if row.answer[one.start : one.end] == one.quote:
                    _coding(text, one, start, number)


def _coding(text: Element, one: Coded, start: int, number: int) -> None:
    key = (one.unit.participant, str(one.unit.wave), str(one.unit.number), str(number))
    places = {"startPosition": str(start + one.start), "endPosition": str(start + one.end)}
    by = {"creatingUser": _guid("user", one.coder)}
    line = _one_line(one.quote)
    called = {"guid": _guid("quote", *key), "name": line if len(line) <= 60 else f"{line[:59]}\u2026"}
    selection = SubElement(text, "PlainTextSelection", {**called, **places, **by})
    coding = SubElement(selection, "Coding", {"guid": _guid("coding", *key), **by})
    SubElement(coding, "CodeRef", targetGUID=_guid("code", one.code))


def _called(each: _Interview) -> str:
    return each.about.participant if each.about.wave == 1 else f"{each.about.participant}, wave {each.about.wave}"


def _guid(*parts: str) -> str:
    return str(uuid.uuid5(_OURS, "\x1f".join(parts)))


def _value(case: Element, name: str, value: object, kind: str) -> None:
    """Give the case that variable, leaving out what is not known."""
    if value in (None, ""):
        return
    holder = SubElement(case, "VariableValue")
    SubElement(holder, "VariableRef", targetGUID=_guid("variable", name))
    SubElement(holder, f"{kind}Value").text = _at(value) if isinstance(value, datetime) else _clean(str(value))


def _at(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _one_line(text: str) -> str:
    return " ".join(_clean(text).split())


def _clean(text: str) -> str:
    """Replace each character that XML 1.0 cannot hold by another one, so that every position stays where it is."""
    return _NOT_IN_XML.sub("\ufffd", text)
