"""The process that binds: `python -m core.binding.binding_worker DESCRIPTOR`, with a socket to the program there.

It binds one book and ends; it may be killed at any moment. It writes into the folder that it is told, and no log.
"""

from __future__ import annotations

import resource
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.binding.binding_messages import LONGEST_REQUEST, REQUESTS, Bind, Bound, Reply
from core.binding.photographs import JPEG, ShownPhoto, photos_as_jpeg
from core.documents.book.epub import OPUS, book_epub
from core.documents.book.html import Media, book_html
from core.documents.book.pdf import Picture, book_pdf, missing_glyphs
from core.processes.framing import HEADER, Broke, decode_lengths, encode_frame
from core.processes.worker_hardening import isolate, limit_resource, lower_priority

MEMORY = 1_500 << 20
"""Bytes of its own."""
CPU_SECONDS = 120
_PHOTO_SHARE = 2
"""One part in so many of a file is for photographs: on a page they take a third more than they have."""
_BEGINNING = 512
"""Bytes of a recording in which it says what it is."""
_SOUNDS: Mapping[str, str] = {".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".webm": "audio/webm", ".wav": "audio/wav"}


@dataclass(frozen=True, slots=True)
class _Shelf:
    """What stands beside the words."""

    photos: Mapping[str, ShownPhoto]
    sounds: Mapping[str, Media]

    def media(self, *, sounds: bool) -> dict[str, Media]:
        seen: dict[str, Media] = {place: (JPEG, each.body) for place, each in self.photos.items()}
        return {**seen, **self.sounds} if sounds else seen


def main() -> None:
    lower_priority(niceness=10)
    isolate()
    limit_resource(resource.RLIMIT_CPU, CPU_SECONDS, CPU_SECONDS + 5)
    limit_resource(resource.RLIMIT_DATA, MEMORY)
    connection = socket.socket(fileno=int(sys.argv[1]))
    stream = connection.makefile("rb")
    header = stream.read(HEADER.size)
    if len(header) == HEADER.size:
        length, _ = decode_lengths(header, message=LONGEST_REQUEST)
        connection.sendall(encode_frame(_answered(stream.read(length))))


def _answered(request: bytes) -> Reply:
    try:
        return bind_book(REQUESTS.validate_json(request))
    except Exception as error:  # noqa: BLE001 - the process's boundary: what people's words do to typst is unknown
        return Broke(error=type(error).__name__)


def bind_book(asked: Bind) -> Bound:
    """Make the files."""
    photos = photos_as_jpeg(asked.book.photos, asked.limit // _PHOTO_SHARE)
    shelf = _Shelf(photos, _sounds(asked))
    folder, absent = Path(asked.folder), missing_glyphs(asked.book, system_fonts=asked.system_fonts)
    named, silent = [], []
    for form in asked.forms:
        if form == "pdf":
            boxes = bool(absent)
            pictures: dict[str, Picture] = {}
            for number, (place, seen) in enumerate(shelf.photos.items(), 1):
                name = f"photo-{number}.jpg"
                (folder / name).write_bytes(seen.body)
                pictures[place] = Picture(name=name, width=seen.width, height=seen.height)
            made_at, fonts = asked.made_at, asked.system_fonts
            body = book_pdf(asked.book, pictures, root=folder, made_at=made_at, system_fonts=fonts, boxes=boxes)
        else:
            body, spoken = _with_sounds(asked, shelf, form)
            silent += [] if spoken or not asked.book.sounds else [form]
        (folder / f"book.{form}").write_bytes(body)
        named.append(f"book.{form}")
    unseen = sum(1 for place in asked.book.photos if place not in photos)
    return Bound(files=tuple(named), without_glyph=absent, unseen=unseen, silent=tuple(silent))


def _with_sounds(asked: Bind, shelf: _Shelf, form: str) -> tuple[bytes, bool]:
    """A file with the recordings in it where it can be sent so; whether they are in it."""
    makes: Callable[[Mapping[str, Media]], bytes]
    if form == "html":
        makes = lambda media: book_html(asked.book, media)  # noqa: E731
    else:
        makes = lambda media: book_epub(asked.book, media, modified=asked.made_at)  # noqa: E731
    if shelf.sounds:
        body = makes(shelf.media(sounds=True))
        if len(body) <= asked.limit:
            return body, True
    return makes(shelf.media(sounds=False)), False


def _sounds(asked: Bind) -> dict[str, Media]:
    """Return all sounds, or none if they are more than any file may carry."""
    places = {sound.file for sound in asked.book.sounds}
    if sum(Path(place).stat().st_size for place in places) > asked.limit:
        return {}
    return {place: _sound(Path(place)) for place in places}


def _sound(place: Path) -> Media:
    body = place.read_bytes()
    if place.suffix == ".ogg":
        return (OPUS if b"OpusHead" in body[:_BEGINNING] else "audio/ogg"), body
    return _SOUNDS.get(place.suffix, "application/octet-stream"), body


if __name__ == "__main__":
    main()
