"""The process that binds. It is run with the descriptor of a socket to the program.

It binds one book and ends; it may be killed at any moment. It writes into the folder that it is told, and no log.
"""

from __future__ import annotations

import resource
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from core.features.book.binding.binding_messages import LONGEST_REQUEST, REQUESTS, Bind, Bound, Reply
from core.features.book.binding.photographs import JPEG, ShownPhoto, photos_as_jpeg
from core.features.book.documents.epub import OPUS, book_epub
from core.features.book.documents.html import Media, book_html
from core.features.book.documents.pdf import Picture, book_pdf, missing_glyphs
from core.features.book.documents.word import book_word
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
        try:
            reply: Reply = bind_book(REQUESTS.validate_json(stream.read(length)))
        except Exception as error:  # noqa: BLE001 - the process's boundary: what people's words do to typst is unknown
            reply = Broke(error=type(error).__name__)
        connection.sendall(encode_frame(reply))


def bind_book(asked: Bind) -> Bound:
    """Make the files of a book."""
    book, folder = asked.book, Path(asked.folder)
    photos = photos_as_jpeg(book.photos, asked.limit // _PHOTO_SHARE)
    pictures: dict[str, Media] = {place: (JPEG, photo.body) for place, photo in photos.items()}
    places = {sound.file: Path(sound.file) for sound in book.sounds}
    # All sounds, or none if they are more than any file may carry.
    sounds = {}
    if sum(path.stat().st_size for path in places.values()) <= asked.limit:
        sounds = {place: _sound(path) for place, path in places.items()}
    absent = missing_glyphs(book, system_fonts=asked.system_fonts)
    named, silent = [], []
    for form in asked.forms:
        if form == "pdf":
            body = _pdf(asked, photos, boxes=bool(absent))
        elif form == "docx":
            shown = {place: (photo.body, photo.width, photo.height) for place, photo in photos.items()}
            body = book_word(book, shown, made_at=asked.made_at)
        else:
            spoken = bool(sounds)
            body = _page(asked, form, {**pictures, **sounds})
            if spoken and len(body) > asked.limit:
                body, spoken = _page(asked, form, pictures), False
            silent += [] if spoken or not book.sounds else [form]
        (folder / f"book.{form}").write_bytes(body)
        named.append(f"book.{form}")
    unseen = sum(1 for place in book.photos if place not in photos)
    return Bound(files=tuple(named), without_glyph=absent, unseen=unseen, silent=tuple(silent))


def _pdf(asked: Bind, photos: Mapping[str, ShownPhoto], *, boxes: bool) -> bytes:
    folder, pictures = Path(asked.folder), {}
    for number, (place, photo) in enumerate(photos.items(), 1):
        name = f"photo-{number}.jpg"
        (folder / name).write_bytes(photo.body)
        pictures[place] = Picture(name=name, width=photo.width, height=photo.height)
    fonts = asked.system_fonts
    return book_pdf(asked.book, pictures, root=folder, made_at=asked.made_at, system_fonts=fonts, boxes=boxes)


def _page(asked: Bind, form: str, media: Mapping[str, Media]) -> bytes:
    if form == "html":
        return book_html(asked.book, media)
    return book_epub(asked.book, media, modified=asked.made_at)


def _sound(place: Path) -> Media:
    body = place.read_bytes()
    if place.suffix == ".ogg":
        return (OPUS if b"OpusHead" in body[:_BEGINNING] else "audio/ogg"), body
    return _SOUNDS.get(place.suffix, "application/octet-stream"), body


if __name__ == "__main__":
    main()
