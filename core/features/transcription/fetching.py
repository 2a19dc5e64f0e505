"""Downloading weights: whole and checked, or not at all."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path

import httpx
from filelock import AsyncFileLock

from core.contracts.errors import WeightsAbsent
from core.documents.files import put_in_place
from core.features.transcription.engines import Weights, sha256_of

_PIECE = 1 << 20
LARGEST = 4 << 30
Progress = Callable[[int, int | None], None]
"""Bytes so far, and of how many where the server says so."""


async def fetch_weight_files(weights: Weights, folder: Path, *, client: httpx.AsyncClient, progress: Progress) -> Path:
    """Put the weights into the folder, unless they are there. Raises WeightsAbsent, which says how to do it by hand.

    Cancelling leaves nothing that counts: the file gets its name when it is whole, checked and on the disk.
    """
    path = folder / weights.file
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        async with AsyncFileLock(folder / f"{weights.file}.lock"):
            if not (path.is_file() and await asyncio.to_thread(sha256_of, path) == weights.sha256):
                await _fetched(weights, path, client, progress)
    except (httpx.HTTPError, OSError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise WeightsAbsent(f"the download failed ({reason}): {weights.by_hand(folder)}") from error
    return path


async def _fetched(weights: Weights, path: Path, client: httpx.AsyncClient, progress: Progress) -> None:
    part = path.with_name(f"{path.name}.part")
    try:
        with await asyncio.to_thread(part.open, "wb") as file:
            digest = hashlib.sha256()
            got = 0
            async with client.stream("GET", weights.url, follow_redirects=True) as response:
                response.raise_for_status()
                stated = response.headers.get("content-length", "")
                total = int(stated) if stated.isdecimal() else None
                async for piece in response.aiter_bytes(_PIECE):
                    got += len(piece)
                    if got > LARGEST:
                        raise OSError("it has no end")
                    await asyncio.to_thread(file.write, piece)
                    digest.update(piece)
                    progress(got, total)
        if digest.hexdigest() != weights.sha256:
            raise OSError("what came is not the file that was asked for")
        await asyncio.to_thread(put_in_place, part, path)
    finally:
        await asyncio.to_thread(part.unlink, missing_ok=True)
