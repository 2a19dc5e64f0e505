"""Logging: structured, to standard error, with secrets redacted from every line."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable, MutableMapping
from typing import Any

import structlog

# Shapes of secrets that may turn up in an address or an error of somebody else's making.
_SHAPES = re.compile(r"\d{6,12}:[A-Za-z0-9_-]{30,}|sk-[A-Za-z0-9_-]{16,}|(?<=/bot)\d+:[^/\s]+")
HIDDEN = "[redacted]"


class _Redactor:
    """A structlog processor that hides the secrets it was given, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(sorted((s for s in secrets if len(s) >= 4), key=len, reverse=True))

    def __call__(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return {key: self._clean(value) for key, value in event.items()}

    def _clean(self, value: Any) -> Any:
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, HIDDEN)
            return _SHAPES.sub(HIDDEN, value)
        if isinstance(value, dict):
            return {key: self._clean(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._clean(item) for item in value]
        return value if isinstance(value, int | float | bool | None) else self._clean(str(value))


def configure(*, level: str, form: str, secrets: Iterable[str]) -> None:
    """Set up structlog and, through it, the libraries' own logging."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _Redactor(secrets),
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=24)
    )
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[_drop_meta, *shared, renderer])
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))


def _drop_meta(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    event.pop("_record", None)
    event.pop("_from_structlog", None)
    return event
