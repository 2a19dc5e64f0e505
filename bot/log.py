"""Writes a structured log to standard error or a file, with secrets redacted from every line.

No line holds a person's words: of an error of somebody else's making only the name is written, since a database or a
parser quotes what it choked on.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import structlog

from core.contracts.errors import RaconteurError

# Shapes of secrets that may turn up in an address or an error of somebody else's making.
_SHAPES = re.compile(
    r"\d{6,12}:[A-Za-z0-9_-]{30,}|sk-[A-Za-z0-9_-]{16,}|(?<=/bot)\d+:[^/\s]+"
    # Discord's: a token, what an interaction is answered with, the signature of a file's address.
    r"|[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"
    r"|(?<=/webhooks/)\d+/[^/?\s]+|(?<=/interactions/)\d+/[^/?\s]+|(?<=[?&]hm=)[0-9a-f]+"
    # The addresses of people who write by e-mail, which are also how they are known.
    r"|[^\s@:/<>\"'(),;=]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
)
HIDDEN = "[redacted]"
SHORTEST_SECRET = 4
"""What is shorter would black out half the log."""
FILE_BYTES = 2_000_000
FILES = 3
_AGAIN = 60.0
"""Seconds between two lines of the same kind."""
_OURS = "raconteur"

_TOLD_LATER: set[str] = set()

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
Event = MutableMapping[str, Any]


class _Redactor:
    """A structlog processor that hides the secrets it was given, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(sorted((s for s in secrets if len(s) >= SHORTEST_SECRET), key=len, reverse=True))

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        return {self._text(key): self._clean(value) for key, value in event.items()}

    def _clean(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self._clean(key): self._clean(item) for key, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._clean(item) for item in value]
        return value if isinstance(value, int | float | bool | None) else self._text(str(value))

    def _text(self, text: str) -> str:
        for secret in (*self._secrets, *_TOLD_LATER):
            text = text.replace(secret, HIDDEN)
        return _SHAPES.sub(HIDDEN, text)


def add_secrets(secrets: Iterable[str]) -> None:
    """Have further secrets redacted from now on, whatever the log is set up with."""
    _TOLD_LATER.update(secret for secret in secrets if len(secret) >= SHORTEST_SECRET)


def configure_logging(*, level: str, form: str, secrets: Iterable[str], file: Path | None = None) -> None:
    """Set up structlog and, through it, the libraries' own logging; to `file` where one is given, else to stderr.

    The file is made with the first line, and kept small by rotation.
    """
    number = logging.getLevelNamesMapping()[level.upper()]
    colours = file is None and sys.stderr.isatty()
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(_frames),
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=colours, pad_event_to=24, exception_formatter=structlog.dev.plain_traceback
        )
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _Redactor(secrets), renderer],
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_names: logging.getLogger(_OURS),
        cache_logger_on_first_use=False,
    )
    handler: logging.Handler = (
        logging.StreamHandler(sys.stderr)
        if file is None
        else RotatingFileHandler(
            file, maxBytes=FILE_BYTES, backupCount=FILES, encoding="utf-8", errors="replace", delay=True
        )
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    for old in root.handlers:
        old.close()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))
    logging.getLogger(_OURS).setLevel(number)
    # What would print on the screen by itself goes the same way.
    warnings.showwarning = _warned
    # It warns of each malformed file name that somebody sends, and Python remembers every text that was warned of.
    warnings.filterwarnings("ignore", module=r"aiohttp\.multipart")
    threading.excepthook = _thread_ended
    # A full disk must not fill the screen with stack traces.
    logging.raiseExceptions = False


class Unhandled:
    """The event loop's exception handler: one line a minute for the same kind of error, with how many there were.

    The loop's own would write the error's text, and with it people's words; and where no more connections can be
    accepted it would write hundreds of lines a second.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}
        """When the last line was written of each, and how many have come since."""

    def __call__(self, _loop: object, context: Mapping[str, Any]) -> None:
        what, error = str(context.get("message", "")), context.get("exception")
        kind, now = (what, type(error).__name__), self._now()
        at, since = self._kinds.get(kind, (float("-inf"), 0))
        if now < at + _AGAIN:
            self._kinds[kind] = (at, since + 1)
            return
        self._kinds = {each: known for each, known in self._kinds.items() if now < known[0] + 60 * _AGAIN}
        self._kinds[kind] = (now, 0)
        structlog.get_logger().error("unhandled", what=what, exc_info=error, not_written=since)


def _thread_ended(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread is not None else ""
    structlog.get_logger().error("thread-ended", thread=name, exc_info=args.exc_value)


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Log a library's warning by its kind and place. Its text is left out: it may quote what somebody sent."""
    structlog.get_logger().warning("library-warning", kind=category.__name__, at=f"{filename}:{lineno}")


def safe_error_text(error: BaseException) -> str:
    """Return the text of our own errors and the system's, and only the name of any other error."""
    name = type(error).__name__
    if isinstance(error, OSError):
        return f"{name}: {error.strerror}"
    return f"{name}: {error}" if isinstance(error, RaconteurError) else name


def _frames(exc_info: ExcInfo) -> str:
    """Return the traceback as Python shows it, without the error's own words."""
    chain: list[BaseException] = []
    error: BaseException | None = exc_info[1]
    while error is not None and not any(error is each for each in chain):
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    parts = ("".join(traceback.format_tb(each.__traceback__)) + safe_error_text(each) for each in reversed(chain))
    return "\nand then\n".join(parts)
