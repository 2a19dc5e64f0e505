"""What a model is asked about the answers of a study: what identifies somebody, and which codes an answer has."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import Field

from core.contracts.errors import ConfigurationError
from core.contracts.ports import Prompt
from core.documents.csv_table import unescape_formula
from core.features.research.coding import Codebook, Proposed
from core.features.research.pseudonyms import Find, IdentifierKind
from core.features.research.tables import TableRow
from core.interviews.scripted_base.books import FilledIn
from core.text.quoting import quote_in_tag

Line = tuple[int, dict[str, str]]  # the number of the line in the file, and its cells by column


def read_csv(path: Path, columns: Sequence[str]) -> list[Line]:
    """Return the lines of a CSV file in UTF-8, with commas or semicolons, which has at least these columns.

    The apostrophe is gone that `to_csv` puts before what a spreadsheet would compute. Raises ConfigurationError.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeError:
        raise ConfigurationError(f"{path} is not in UTF-8: save it as CSV UTF-8.") from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None
    head = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    missing = [name for name in columns if name not in (reader.fieldnames or ())]
    if missing:
        raise ConfigurationError(
            f"{path}:1: the column {missing[0]!r} is missing; it has to have {', '.join(columns)}."
        )
    try:
        return [
            (reader.line_num, {name: unescape_formula((row[name] or "").replace("\r\n", "\n")) for name in columns})
            for row in reader
        ]
    except csv.Error as error:
        raise ConfigurationError(f"{path}:{reader.line_num}: {error}.") from None


def raise_mistakes(path: Path, mistakes: Sequence[tuple[int, str]]) -> None:
    """Raise ConfigurationError with every mistake and its line, if there is one."""
    if mistakes:
        raise ConfigurationError("\n".join(f"{path}:{line}: {told}" for line, told in mistakes))


Item = TypeVar("Item")

_PROMPTS = Path(__file__).parent / "prompts"
CHARACTERS = 6_000  # of one call; what is longer by itself is a call of its own
MOST_ANSWERS = 12  # in one call for codes
_LONGEST_NAME = 80


class NamedEntities(FilledIn):
    text: str = ""
    kind: str = ""


class NamesFound(FilledIn):
    """The finds of a model, which is told the form in `prompts/names.md`."""

    finds: list[NamedEntities] = Field(default_factory=list)

    def all(self) -> list[Find]:
        """Return the finds of a known kind; nobody has checked yet whether they are in the text."""
        known = {kind.value for kind in IdentifierKind}
        short = ((each.text.strip(), each.kind) for each in self.finds)
        return [
            Find(text=text, kind=IdentifierKind(kind))
            for text, kind in short
            if kind in known and len(text) < _LONGEST_NAME
        ]


class GivenCode(FilledIn):
    code: str = ""
    quote: str = ""


class CodedAnswer(FilledIn):
    number: int = 0
    codes: list[GivenCode] = Field(default_factory=list)


class CodesGiven(FilledIn):
    """The codes that a model gives; told to it in `prompts/codes.md`."""

    answers: list[CodedAnswer] = Field(default_factory=list)

    def proposed(self) -> dict[int, list[Proposed]]:
        """Return the proposed codes by the number of the answer."""
        found: dict[int, list[Proposed]] = {}
        for each in self.answers:
            codes = [Proposed(code=one.code, quote=one.quote) for one in each.codes]
            found.setdefault(each.number, []).extend(codes)
        return found


def naming_prompt(passages: Iterable[str], session_id: str) -> Prompt:
    """Ask what in them identifies somebody."""
    return Prompt(
        purpose="study-names",
        system=(_PROMPTS / "names.md").read_text(encoding="utf-8").strip(),
        user="\n".join(quote_in_tag("passage", each) for each in passages),
        max_tokens=3_000,
        session_id=session_id,
    )


def coding_prompt(rows: Sequence[TableRow], codebook: Codebook, session_id: str) -> Prompt:
    """Ask for the codes of answers of one interview."""
    asked = (
        f"{row.number}\n{quote_in_tag('question', row.question)}\n{quote_in_tag('answer', row.answer)}" for row in rows
    )
    told = []
    for code in codebook.codes:
        within = f" (a part of {code.within})" if code.within else ""
        examples = "".join(f"\n  e.g. {example}" for example in code.examples)
        told.append(f"{code.name}: {code.title}{within}\n  {code.definition}{examples}")
    book = "\n".join(told)
    system = (_PROMPTS / "codes.md").read_text(encoding="utf-8").strip()
    return Prompt(
        purpose="study-codes",
        system=f"{system}\n\n{quote_in_tag('codebook', book)}",
        user="\n\n".join(asked),
        max_tokens=4_000,
        session_id=session_id,
    )


def batch_by_size(items: Sequence[Item], sizes: Sequence[int], most: int = 1_000) -> Iterator[list[Item]]:
    """Yield the items in their order, as many together as fit into one call."""
    chunk: list[Item] = []
    size = 0
    for item, its in zip(items, sizes, strict=True):
        if chunk and (size + its > CHARACTERS or len(chunk) == most):
            yield chunk
            chunk, size = [], 0
        chunk.append(item)
        size += its
    if chunk:
        yield chunk
