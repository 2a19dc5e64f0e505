"""What books add to the engine."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, MenuGroup, Needs
from core.contracts.session import InputPurpose
from core.features.book.book_rows import take_book_step
from core.features.book.chores import BOOK_CHORES, do_book_chore
from core.features.book.commands import handle_book
from core.features.book.decisions import BookStep
from core.features.book.export import export_books
from core.features.book.family import KEY, withdraw_book
from core.features.book.review import save_wording
from core.features.registration import Feature
from core.store.letter_hooks import LetterHooks

FEATURE = Feature(
    name="book",
    commands=(
        CommandSpec(
            name="book", handle=handle_book, place=190, in_menu=True, group=MenuGroup.FILES, needs=Needs.ANSWERS
        ),
    ),
    inputs={InputPurpose.BOOK: save_wording},
    effects={BookStep: lambda c, effect, _: take_book_step(c, effect)},
    letters={KEY: LetterHooks(withdraw=withdraw_book)},
    chores=dict.fromkeys(BOOK_CHORES, do_book_chore),
    export=export_books,
)
