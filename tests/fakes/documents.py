"""Résumés as people send them, and files that look like one and are made to do harm; the same bytes every time."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence

import typst
from docx import Document
from pypdf import PdfReader, PdfWriter

RESUME = """Anna Petrova
Senior Backend Engineer

Skills
Python, Go, PostgreSQL, Kafka, Docker

Experience
8 years of experience in payments and logistics
Team lead, Northern Bank, 2019-2024

Projects
Lighthouse: moved two million invoices to a new ledger without an hour of downtime
Harbour: cut the nightly run from three hours to ten minutes
"""
RESUME_RU = """Анна Петрова
Ведущий разработчик

Навыки
Python, PostgreSQL, Kafka, Docker

Опыт работы: 6 лет

Проекты
Маяк: перенос двух миллионов счетов в новый реестр без остановки
"""


def pdf(text: str) -> bytes:
    """As a word processor prints it, with its fonts inside."""
    source = '#set text(size: 10pt)\n#for line in sys.inputs.text.split("\\n") [#line #linebreak()]'
    made = typst.compile(source.encode(), sys_inputs={"text": text})
    assert isinstance(made, bytes)
    return made


def locked_pdf(text: str, password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(text))))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    return _written(writer)


def docx(text: str, *, table: Sequence[Sequence[str]] = ()) -> bytes:
    document = Document()
    for line in text.splitlines():
        document.add_paragraph(line)
    if table:
        grid = document.add_table(rows=len(table), cols=len(table[0]))
        for row, words in zip(grid.rows, table, strict=True):
            for cell, word in zip(row.cells, words, strict=True):
                cell.text = word
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def docx_of(body: str, *, before: str = "") -> bytes:
    """With this XML as its body, in place of what a word processor writes; `before`: in front of the document."""
    xml = (
        f'<?xml version="1.0"?>{before}<w:document xmlns:w="{_W}" xmlns:mc="{_MC}"><w:body>{body}</w:body></w:document>'
    )
    return with_part(docx(""), "word/document.xml", xml.encode())


def with_part(body: bytes, name: str, part: bytes) -> bytes:
    """A DOCX with another part of this name."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
        for each in before.infolist():
            if each.filename != name:
                after.writestr(each.filename, before.read(each))
        after.writestr(name, part)
    return made.getvalue()


# --- made to do harm ----------------------------------------------------------------------------------------------


def pdf_of(*objects: str | bytes) -> bytes:
    """Objects by their numbers, the first being the catalogue, with a table of where they stand."""
    made, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, each.encode() if isinstance(each, str) else each)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(places) + 1, len(made))


def _page_with(stream: bytes, filters: str = "/FlateDecode") -> bytes:
    return pdf_of(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</X 4 0 R>>>>>>",
        b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>/Filter%s/Length %d>>stream\n"
        % (filters.encode(), len(stream))
        + stream
        + b"\nendstream",
    )


def many_pages(count: int = 10_000) -> bytes:
    kids = " ".join(f"{number} 0 R" for number in range(3, count + 3))
    page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>"
    return pdf_of("<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {count}>>", *[page] * count)


def one_page_many_times(count: int = 50_000) -> bytes:
    return pdf_of(
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{'3 0 R ' * count}]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
    )


def pages_in_a_ring() -> bytes:
    return pdf_of(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Pages/Kids[2 0 R]/Parent 2 0 R/Count 1>>",
    )


def stream_of_zeros() -> bytes:
    return _page_with(zlib.compress(b"\0" * (64 << 20), 9))


def stream_in_streams() -> bytes:
    body = b"BT (word) Tj ET " * (1 << 20)
    for _ in range(6):
        body = zlib.compress(body, 9)
    return _page_with(body, f"[{'/FlateDecode' * 6}]")


def stream_of_words() -> bytes:
    """Seven megabytes of showing a word."""
    return _page_with(zlib.compress(b"BT (word) Tj ET " * (7 << 16), 9))


def form_in_itself() -> bytes:
    return _page_with(zlib.compress(b"/X Do " * 2_000))


def deep_pdf() -> bytes:
    """A list in a list in a list."""
    return pdf_of("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids " + "[" * 200_000 + ">>")


def broken_pdf() -> bytes:
    return pdf(RESUME)[:700]


def docx_of_zeros() -> bytes:
    """50 kB that unpack to 50 MB."""
    return with_part(docx(RESUME), "word/media/image1.png", b"\0" * (50 << 20))


def docx_of_laughs() -> bytes:
    """Entities of entities of entities."""
    named = '<!ENTITY a0 "lol">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    return docx_of("<w:p><w:r><w:t>&a11;</w:t></w:r></w:p>", before=f"<!DOCTYPE w [{named}]>")


def docx_of_a_file() -> bytes:
    """An entity that stands for a file of the computer that reads it."""
    asked = '<!DOCTYPE w [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    return docx_of("<w:p><w:r><w:t>Words. &f;</w:t></w:r></w:p>", before=asked)


def docx_of_paragraphs() -> bytes:
    return docx_of("<w:p><w:r><w:t>a</w:t></w:r></w:p>" * 300_000)


def deep_docx() -> bytes:
    return docx_of("<w:p>" * 100_000)


def archive_of_many() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number in range(2_000):
            archive.writestr(f"{number}.xml", b"")
    return made.getvalue()


def other_archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("notes.txt", "Words")
    return made.getvalue()


def _written(writer: PdfWriter) -> bytes:
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()
