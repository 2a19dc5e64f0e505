"""A table that a researcher gives back, as spreadsheets write it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from core.contracts.errors import ConfigurationError
from core.documents.csv_table import unescape_formula

Line = tuple[int, dict[str, str]]
"""The number of the line in the file, and its cells by column."""


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
