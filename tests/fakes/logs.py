"""Logging as it was before."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import structlog


@contextmanager
def logging_of_its_own() -> Iterator[None]:
    """Logging without a handler; afterwards it is as it was."""
    root, ours = logging.getLogger(), logging.getLogger("raconteur")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    raises, hook = logging.raiseExceptions, threading.excepthook
    filters, shows = warnings.filters[:], warnings.showwarning
    root.handlers[:] = []
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
    logging.raiseExceptions, threading.excepthook = raises, hook
    warnings.filters[:], warnings.showwarning = filters, shows  # type: ignore[index]  # a list, typed as a sequence
    structlog.reset_defaults()
