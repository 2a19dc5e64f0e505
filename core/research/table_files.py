"""Tables as files: CSV for spreadsheets, JSON Lines, Parquet. Columns are the fields of the rows, in their order."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from core.contracts.errors import ConfigurationError
from core.documents.csv_table import csv_text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_BOM = "\ufeff"
"""Tells Excel that the file is UTF-8."""


def to_csv(kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> bytes:
    """RFC 4180, in UTF-8 with a mark for spreadsheets; times in ISO 8601, UTC. Empty: not known."""
    head = [each.name for each in fields(kind)]
    body = ([_cell(getattr(row, name)) for name in head] for row in rows)
    return (_BOM + csv_text([head, *body])).encode("utf-8", "replace")


def to_jsonl(kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> bytes:
    """Return one object a line, in UTF-8, with times in ISO 8601, UTC."""
    del kind
    lines = (json.dumps(asdict(row), ensure_ascii=False, default=_time) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", "replace")


def to_parquet(kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> bytes:
    """Apache Parquet, times in microseconds of UTC. Raises ConfigurationError where pyarrow is not installed."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise ConfigurationError(
            "Parquet files need pyarrow: install the extra `research`, or take csv or jsonl."
        ) from error
    whole = [asdict(row) for row in rows]
    types: dict[object, Any] = {
        str: pa.string(),
        int: pa.int64(),
        float: pa.float64(),
        bool: pa.bool_(),
        datetime: pa.timestamp("us", tz="UTC"),
    }
    columns = []
    for name, hint in get_type_hints(kind).items():
        # A column may be null, whatever its type is.
        plain = [each for each in get_args(hint) or (hint,) if each is not type(None)]
        columns.append((name, types[plain[0]]))
    table = pa.Table.from_pylist(
        [
            {k: v.encode("utf-8", "replace").decode() if isinstance(v, str) else v for k, v in row.items()}
            for row in whole
        ],
        schema=pa.schema(columns),
    )
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


FORMATS: Mapping[str, Callable[[type[Any], Iterable[Any]], bytes]] = {
    "csv": to_csv,
    "jsonl": to_jsonl,
    "parquet": to_parquet,
}
"""By the extension of the file."""


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, float):
        return Decimal(f"{value:.10g}")
    return value


def _time(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds")
    raise TypeError(f"{type(value).__name__} is no value of a table")
