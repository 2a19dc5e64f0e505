"""(r) How long a book takes, from the interview to its files, and the memory of the process that binds it."""

from __future__ import annotations

import io
import resource
import time
from pathlib import Path

import pypdf

from bench.figures import MEGABYTE, Row, median
from bot.clock import SystemClock
from core.documents.zips import LARGEST
from core.features.book.binding.bindery import FORMS, BindingProcess
from tests.features.book.books import book_of, life

TIMES = 430
"""The life of the tests so often: about 250 pages in Russian."""
TRIES = 3


async def measure(folder: Path) -> list[Row]:
    record = life("ru", times=TIMES)
    bindery = BindingProcess(folder / "books", SystemClock())
    gathered, printed, whole, pages = [], [], [], 0
    for _ in range(TRIES):
        began = time.perf_counter()
        book = book_of(record)
        gathered.append(time.perf_counter() - began)
        made = await bindery.bind(book, limit=LARGEST, forms=("pdf",))
        printed.append(time.perf_counter() - began)
        began = time.perf_counter()
        await bindery.bind(book, limit=LARGEST, forms=FORMS)
        whole.append(time.perf_counter() - began)
        pages = len(pypdf.PdfReader(io.BytesIO(made.files[0])).pages)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    share = f"{median(gathered) / median(printed):.2f} of it before it is bound"
    return [
        Row(part="r", what=f"a book of {pages} pages as PDF, from its interview, median", aim="≤ 5 s",
            measured=f"{median(printed):.2f} s", ratio=share),
        Row(part="r", what="the same as PDF, e-book and page", measured=f"{median(whole):.2f} s",
            ratio=f"{median(whole) / median(printed):.2f} to the PDF"),
        Row(part="r", what="most memory of the process that binds", measured=f"{largest / MEGABYTE:.0f} MB"),
    ]  # fmt: skip
