"""Résumés and jobs as text, and code measured without running it. Loaded in the reader processes alone."""

from __future__ import annotations

import ast
import io
import logging
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any, Final

import trafilatura
from docx import Document
from docx.oxml.ns import qn
from pydantic import JsonValue
from pypdf import Configuration, PdfReader, PdfWriter, apply_configuration
from pypdf.errors import LimitReachedError

from core.interviews.technical.code_submissions import FILE_NAMES, LONGEST_CODE, Metrics
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.injection import strip_injections
from core.interviews.technical.intake import LONGEST_TEXT, FoundText
from core.readers.html_text import decode_text, html_to_text, strip_heavy_tags, tidy_text
from core.readers.page_text import data_nodes, data_text, main_text
from core.readers.reading import Reading
from core.readers.source_errors import Empty, Heavy, SourceError, Unreadable

MOST_PAGES: Final = 40
MOST_UNPACKED: Final = 32 << 20  # bytes of everything in a DOCX
_MOST_PARTS: Final = 500
_STREAM: Final = 8 << 20  # bytes of one stream of a PDF, unpacked
_BOUNDS: Final = Configuration(
    maximum_declared_stream_length=2 * _STREAM,
    array_based_stream_maximum_output_length=_STREAM,
    lzw_maximum_output_length=_STREAM,
    run_length_maximum_output_length=_STREAM,
    zlib_maximum_output_length=_STREAM,
    stream_decoding_work_maximum_length=4 * _STREAM,
    stream_parsing_work_maximum_count=400_000,
    page_tree_maximum_entries=20 * MOST_PAGES,
    xform_maximum_invocations_per_extraction=20,
    jbig2dec_binary=None,
)
_PARAGRAPH, _TEXT, _TAB, _BREAK = qn("w:p"), qn("w:t"), qn("w:tab"), qn("w:br")
_AGAIN: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
"""An element whose content is there already, in a newer form."""
MOST_REMARKS: Final = 12
_LONGEST_NAME: Final = 60
_USUAL: Final = frozenset("_ijkmnxyz")
"""Names of one letter that everybody knows: counters, sizes, places."""
_SEVERAL: Final = 3
_LONGEST_REMARK: Final = 160


def prepare() -> None:
    """Read a little of everything: what is loaded late is loaded now."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)  # of one file it says hundreds of thousands of lines
    page = "<html><body><article><h1>T</h1>" + "<p>A paragraph that is long enough, and a second one.</p>" * 9
    _html(page)
    written = io.BytesIO()
    Document().save(written)
    _docx(written.getvalue())
    written, pdf = io.BytesIO(), PdfWriter()
    pdf.add_blank_page(100, 100)
    pdf.write(written)
    _pdf(written.getvalue())
    strip_injections("Words.")
    for language in Programming:  # lizard looks for its languages late
        compute_metrics("x = 1\n", language)


def document_text(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[FoundText, bytes]:
    """Read a document; the request has its `name`, `media_type` and `charset`. Raises a SourceError."""
    name, kind = str(asked.get("name", "")).lower(), str(asked.get("media_type", "")).lower()
    try:
        if b"%PDF-" in body[:1_024]:
            text = _pdf(body)
        elif body.startswith(b"PK\x03\x04"):
            text = _docx(body)
        elif name.endswith((".pdf", ".docx", ".doc")) or kind in {"application/pdf", "application/msword"}:
            raise Unreadable("It is not a file of that kind, or it is damaged.")
        else:
            if b"\x00" in body[:4_096] and not body.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise Unreadable("It is not text.")
            text = decode_text(body, str(asked.get("charset", "")))
            begins = text[:2_000].lower()
            if "html" in kind or "<html" in begins or "<!doctype html" in begins:
                text = _html(text)
    except (SourceError, MemoryError):
        raise
    except LimitReachedError as error:
        raise Heavy("There is more in it than in a résumé or a job.") from error
    except Exception as error:  # parsers of strangers' files fail in every way there is
        raise Unreadable("It cannot be read; it may be damaged.") from error
    text = strip_injections(tidy_text(text, LONGEST_TEXT))[:LONGEST_TEXT]
    if not any(map(str.isalpha, text)):
        raise Empty("There are no words in it.")
    return FoundText(text=text), b""


def _pdf(body: bytes) -> str:
    with apply_configuration(_BOUNDS):
        reader = PdfReader(io.BytesIO(body))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable("It is locked with a password.")
        found: list[str] = []
        for number, page in enumerate(reader.pages):
            if number >= MOST_PAGES:
                raise Heavy("It has more pages than a résumé or a job.")
            if sum(map(len, found)) <= LONGEST_TEXT:
                found.append(page.extract_text())
        return "\n\n".join(found)


def _docx(body: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        parts = archive.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise Heavy("There is more in it than in a résumé or a job.")
        if "word/document.xml" not in {part.filename for part in parts}:
            raise Unreadable("It is an archive, not a text document.")
    # Paragraphs in tables, in boxes and in fields of a form too. lxml has no types.
    paragraphs: Iterable[Any] = Document(io.BytesIO(body)).element.body.iter(_PARAGRAPH)
    said: list[str] = []
    for paragraph in paragraphs:
        if next(paragraph.iterancestors(_AGAIN), None) is None:
            words = (
                element.text or "" if element.tag == _TEXT else "\t" if element.tag == _TAB else "\n"
                for element in paragraph.iter(_TEXT, _TAB, _BREAK)
                if next(element.iterancestors(_PARAGRAPH)) is paragraph
            )
            said.append("".join(words).strip())
    return "\n".join(said)


def _html(text: str) -> str:
    """Return what the page states of a position for machines, else the text that people read on it."""
    tree = trafilatura.load_html(strip_heavy_tags(text))
    if tree is None:
        raise Unreadable("This is not a web page.")
    position = next((node for node in data_nodes(tree) if "JobPosting" in str(node.get("@type"))), {})
    if described := html_to_text(data_text(position, "description"), LONGEST_TEXT):
        return f"{data_text(position, 'title')}\n\n{described}"
    return main_text(tree, everything=True) or html_to_text(text, LONGEST_TEXT)


def read_code_metrics(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[Metrics, bytes]:
    """Measure code for "code-metrics", whose request has `language`. Raises a SourceError."""
    if len(body) > 4 * LONGEST_CODE:
        raise Heavy("There is too much code in it.")
    try:
        source, language = body.decode(), Programming(str(asked.get("language")))
        return compute_metrics(source, language), b""
    except (ValueError, RecursionError) as error:
        raise Unreadable("It cannot be measured.") from error


def compute_metrics(source: str, language: Programming) -> Metrics:
    """Measure code. Raises RecursionError where it is nested too deeply, ValueError where it is no program."""
    import lizard

    found = lizard.analyze_file.analyze_source_code(FILE_NAMES[language], source)
    functions = found.function_list
    hardest = max(functions, key=lambda each: each.cyclomatic_complexity, default=None)
    return Metrics(
        lines=found.nloc,
        functions=len(functions),
        longest=max((each.length for each in functions), default=0),
        complexity=0 if hardest is None else hardest.cyclomatic_complexity,
        most_complex="" if hardest is None else hardest.name[:_LONGEST_NAME],
        remarks=tuple(_remarks(source)) if language is Programming.PYTHON else (),
    )


def _remarks(source: str) -> Iterable[str]:
    from pyflakes.checker import Checker

    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []  # the run tells it, with its line
    messages: list[Any] = sorted(Checker(tree).messages, key=lambda each: each.lineno)
    told = [f"line {each.lineno}: {each.message % each.message_args}" for each in messages]
    short: dict[str, int] = {}
    for node in ast.walk(tree):
        assigned = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
        name = node.arg if isinstance(node, ast.arg) else assigned
        if len(name) == 1 and name not in _USUAL:
            short.setdefault(name, getattr(node, "lineno", 1))
    if len(short) >= _SEVERAL:
        told.append(f"line {min(short.values())}: names of one letter: {', '.join(sorted(short))}")
    return [remark[:_LONGEST_REMARK] for remark in told][:MOST_REMARKS]


READINGS: dict[str, Reading] = {"document-text": document_text, "code-metrics": read_code_metrics}
