"""The exchange file: of the shape that the standard asks for, and every position points at the words it means."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from core.contracts.closed_questions import Value
from core.features.research.coding import Codebook, Coded, Codeword, Unit
from core.features.research.qdpx import NAMESPACE, to_qdpx
from core.features.research.tables import Participation, participant_rows, study_answer_rows
from tests.features.research.interviews import Interview
from tests.unit.life_story_kit import NOW

SCHEMA = Path(__file__).parent / "refi_qda.rng"
IN = {"q": NAMESPACE}
BOOK = Codebook(
    codes=(
        Codeword(name="loss", title="Loss & grief", definition="Something <is> gone.", examples=("the farm",)),
        Codeword(name="death", title="A death", definition="Somebody died.", within="loss"),
    )
)


def made(held: list[Participation], coded: list[Coded]) -> zipfile.ZipFile:
    content = to_qdpx(
        "A study", [*participant_rows(held)], [*study_answer_rows(held)], codebook=BOOK, coded=coded, made_at=NOW
    )
    return zipfile.ZipFile(io.BytesIO(content))


def project(archive: zipfile.ZipFile) -> etree._Element:
    xml = archive.read("project.qde")
    schema = etree.RelaxNG(etree.parse(SCHEMA))
    whole = etree.fromstring(xml, etree.XMLParser(resolve_entities=False))
    schema.assertValid(whole)
    return whole


def words(archive: zipfile.ZipFile, source: etree._Element, selection: etree._Element) -> str:
    path = source.attrib["plainTextPath"].removeprefix("internal://")
    text = archive.read(f"Sources/{path}").decode()
    return text[int(selection.attrib["startPosition"]) : int(selection.attrib["endPosition"])]


def test_codes_cases_and_codings_stand_where_they_belong() -> None:
    told = (
        Interview()
        .ask("q-0", "Tell me about\nthe bread.")
        .tell("🍞 It was dark — then my aunt died.")
        .probe("q-0", "When?")
        .tell("In winter")
    )
    held = [told.by("P001", values={"q-0": Value(options=("dark",))}), told.by("P001", wave=2)]
    quote = "my aunt died"
    answer = held[0].record.entries[1].text if held[0].record else ""
    coded = [Coded(unit=Unit("P001", 2, 1), code="death", quote=quote, start=answer.find(quote), coder="anna")]
    archive = made(held, coded)
    whole = project(archive)
    assert [
        (c.attrib["name"], len(c.findall("q:Code", IN))) for c in whole.findall("q:CodeBook/q:Codes/q:Code", IN)
    ] == [("Loss & grief", 1)]
    first, second = whole.findall("q:Sources/q:TextSource", IN)
    assert [words(archive, first, each) for each in first.findall("q:PlainTextSelection", IN)] == [answer, "In winter"]
    (coding,) = [each for each in second.findall("q:PlainTextSelection", IN) if each.find("q:Coding", IN) is not None]
    assert words(archive, second, coding) == quote
    names = {v.attrib["guid"]: v.attrib["name"] for v in whole.findall("q:Variables/q:Variable", IN)}
    case = whole.findall("q:Cases/q:Case", IN)[0]
    values = {names[v[0].attrib["targetGUID"]]: v[1].text for v in case.findall("q:VariableValue", IN)}
    assert (values["q-0"], values["wave"], values["begun_at"]) == ("dark", "1", "2026-05-04T10:00:00Z")


@given(st.lists(st.text(min_size=1).filter(lambda text: text.strip() != ""), min_size=1, max_size=4))
def test_whatever_is_told_every_answer_is_found_at_its_place(texts: list[str]) -> None:
    told = Interview()
    for number, text in enumerate(texts):
        told.ask(f"q-{number}", "And?").tell(text)
    held = [told.by("P001")]
    rows = [*study_answer_rows(held)]
    if not rows:
        return
    archive = made(held, [])
    (source,) = project(archive).findall("q:Sources/q:TextSource", IN)
    found = [words(archive, source, each) for each in source.findall("q:PlainTextSelection", IN)]
    assert [len(each) for each in found] == [len(row.answer) for row in rows]
    assert all(
        each in ("\ufffd", here)
        for text, row in zip(found, rows, strict=True)
        for each, here in zip(text, row.answer, strict=True)
    )


def test_a_study_in_which_nobody_has_answered_is_a_file_too() -> None:
    assert project(made([], [])).find("q:Sources", IN) is None


def test_the_same_study_gives_the_same_file() -> None:
    held = [Interview().ask("q-0", "Bread?").tell("Dark").by("P001")]
    one, two = (made(held, []).read("project.qde") for _ in range(2))
    assert one == two
