"""Books from outside: the process that binds them, and the command that writes one into files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features import EntryPoints

if TYPE_CHECKING:
    import typer

    from bot.features import AppParts
    from core.contracts.page_feature import PageFeature
    from core.conversation.context import Runtime

FOLDER = "books"
"""Beside the recordings; books are bound there, each seat's in a folder of its own, and nothing stays."""


def _add_commands(app: typer.Typer) -> None:
    from bot.features.book.cli import book

    app.command()(book)


def _offer_binding(parts: AppParts) -> None:
    from core.features.book.binding.bindery import BindingProcess
    from core.features.book.pages import offer_binding

    runtime = parts.runtime
    offer_binding(runtime, BindingProcess(parts.recordings / FOLDER / parts.process.seat, runtime.clock))


def _build_page(runtime: Runtime) -> PageFeature:
    from core.features.book.proof.page import BookProof

    return BookProof(runtime)


ENTRY = EntryPoints(add_commands=_add_commands, build_service=_offer_binding, build_page=_build_page)
