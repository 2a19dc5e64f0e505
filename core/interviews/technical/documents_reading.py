"""Résumés and jobs as text: PDF, DOCX, HTML and plain text. Loaded in the reader processes alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import JsonValue

from core.interviews.technical.intake import LONGEST_TEXT, FoundText
from core.readers.decoding import decoded
from core.readers.html_text import lightened, plain, tidy
from core.readers.source_errors import Empty, Heavy, SourceError, Unreadable

MOST_PAGES: Final = 40
"""Of a PDF; a longer one is no résumé."""
MOST_UNPACKED: Final = 32 << 20
"""Bytes of everything in a DOCX."""
_MOST_PARTS: Final = 500


def prepare() -> None:
    """Load the parsers; python-docx reads its template from a file."""
    import docx
    import pypdf

    docx.Document()
    pypdf.PdfWriter()


def document_text(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[FoundText, bytes]:
    """The reading function "document-text": `name`, `media_type` and `charset` are asked for. Raises a SourceError."""
    name, kind = str(asked.get("name", "")).lower(), str(asked.get("media_type", "")).lower()
    try:
        if body[:1_024].lstrip().startswith(b"%PDF-"):
            text = _pdf(body)
        elif body.startswith(b"PK\x03\x04"):
            text = _docx(body)
        elif name.endswith((".pdf", ".docx", ".doc")) or kind in {"application/pdf", "application/msword"}:
            raise Unreadable("It is no file of that kind, or a damaged one.")
        else:
            text = _plain(body, kind, str(asked.get("charset", "")))
    except SourceError:
        raise
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise Unreadable("It cannot be read; it may be damaged.") from error
    text = tidy(text, LONGEST_TEXT)
    if not any(map(str.isalpha, text)):
        raise Empty("There are no words in it.")
    return FoundText(text=text), b""


def _pdf(body: bytes) -> str:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(body))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("It is locked with a password.")
    if len(reader.pages) > MOST_PAGES:
        raise Heavy("It has more pages than a résumé or a job.")
    found: list[str] = []
    for page in reader.pages:
        found.append(page.extract_text())
        if sum(map(len, found)) > LONGEST_TEXT:
            break
    return "\n\n".join(found)


def _docx(body: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        parts = archive.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise Heavy("There is more in it than in a résumé or a job.")
        if "word/document.xml" not in {part.filename for part in parts}:
            raise Unreadable("It is an archive, and no text document.")
    import docx

    return "\n".join(_lines(docx.Document(io.BytesIO(body))))


def _lines(document: object) -> Iterator[str]:
    from docx.document import Document
    from docx.table import Table

    if not isinstance(document, Document):
        raise TypeError("no document")
    for part in document.iter_inner_content():
        if isinstance(part, Table):
            for row in part.rows:
                yield " | ".join(dict.fromkeys(cell.text.strip() for cell in row.cells))
        else:
            yield part.text


def _plain(body: bytes, kind: str, charset: str) -> str:
    if b"\x00" in body[:4_096] and not body.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("It is no text.")
    text = decoded(body, charset)
    if "html" in kind or "<html" in text[:2_000].lower():
        return plain(lightened(text), LONGEST_TEXT)
    return text
