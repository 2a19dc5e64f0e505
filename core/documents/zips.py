"""Packs files as ZIPs, several where a platform takes only so much at once, and names the recordings in them.

The same content gives the same bytes: names are in order, and no file has a date.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import count
from operator import itemgetter
from pathlib import Path, PurePosixPath

from core.contracts.messages import SendDocument
from core.contracts.script import ScriptSet
from core.contracts.session import Agreement, Entry, EntryKind, Person, Record, Role
from core.documents.archive import export_json
from core.documents.exchanges import answered_exchanges
from core.documents.readable import escape_json
from core.documents.readings_file import readings_markdown, session_notes_markdown
from core.documents.transcript import NO_FILES, chapter_titles, document_name, file_slug, transcript_markdown
from core.languages.messages import say

File = tuple[str, bytes]  # a path inside the ZIP, of our own making, and the content
Item = tuple[str, bytes | Path]
"""As `File`; or the place of a recording or a photograph, which is read only when it is packed, and packed as it is."""
_NO_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows
_UNIX = 3
_READABLE = 0o644 << 16
_END = 22
_HEADERS = 30 + 46
"""Bytes of a ZIP besides the contents: at its end, and for each file besides its name, which stands there twice."""
FOLDER = "audio"
TAKEN_BACK = f"{FOLDER}/taken-back"
PHOTOS = "photos"
NO_ANSWERS = "no-answers"
OTHERS = "other-recordings"
README = "README.txt"
ZIP = "application/zip"
LARGEST = 50_000_000
"""Bytes of a ZIP, whatever a platform takes: it goes through memory and the database in one piece."""


def zip_files(files: Iterable[Item]) -> bytes:
    """Return the files as a ZIP; their paths must differ. Blocks. Raises OSError if a recording cannot be read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in sorted(files, key=itemgetter(0)):
            info = zipfile.ZipInfo(path, _NO_DATE)
            info.create_system, info.external_attr = _UNIX, _READABLE
            if isinstance(content, Path):
                archive.writestr(info, content.read_bytes())
            else:
                archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def fits_zip(file: Item, limit: int) -> bool:
    """Return whether a ZIP with nothing but this file has `limit` bytes at most. Blocks. Raises OSError."""
    return _END + _packed_size(file) <= limit


def split_into_zips(files: Iterable[Item], limit: int) -> list[list[Item]]:
    """Return the files in ZIPs of at most `limit` bytes; what fits into none is left out. Blocks. Raises OSError."""
    parts: list[list[Item]] = []
    room = 0
    for file in files:
        size = _packed_size(file)
        if _END + size > limit:
            continue
        if not parts or size > room:
            parts.append([])
            room = limit - _END
        parts[-1].append(file)
        room -= size
    return parts


def _packed_size(file: Item) -> int:
    """Return what a file adds to a ZIP."""
    path, content = file
    if isinstance(content, Path):
        return _HEADERS + 2 * len(path.encode()) + content.stat().st_size
    return len(zip_files([file])) - _END


def session_folder_names(records: Sequence[Record]) -> tuple[str, ...]:
    """Return different names for the folders of interviews: the day it began, its kind, the start of its id."""
    names: list[str] = []
    for whole in records:
        session = whole.session
        parts = (session.created_at.date().isoformat(), file_slug(session.kind), file_slug(session.id)[:8])
        name = "-".join(filter(None, (part.strip("-") for part in parts)))
        numbered = (f"{name}-{number}" for number in count(2))
        names.append(name if name not in names else next(other for other in numbered if other not in names))
    return tuple(names)


def session_files(
    folder: str,
    record: Record,
    scripts: ScriptSet,
    *,
    findings: Sequence[str],
    saved_at: datetime,
    paths: Mapping[int, str] = NO_FILES,
    notes_on_it: str = "",
    offered: bool = True,
) -> tuple[File, ...]:
    """Return an interview as files, written at `saved_at`.

    `findings`: the names of those that make the readings, in their order; `paths`: as `files` in `transcript_markdown`,
    inside the folder; `notes_on_it`: on what the interview was about, in place of those on the person. A kind that is
    not `offered` has a file of notes only where something was noted.
    """
    chapters = chapter_titles(scripts.speak(record.session.language))
    texts = {"transcript.md": transcript_markdown(record, chapters=chapters, files=paths, everything=True)}
    if offered or record.digest.summary or record.digest.notes:
        texts["notes.md"] = notes_on_it or session_notes_markdown(record)
    if any(name in record.findings for name in findings):
        texts["reflections.md"] = readings_markdown(record, findings)
    files = [(f"{folder}/{name}", text.encode()) for name, text in texts.items()]
    return (*files, (f"{folder}/session.json", export_json(record, scripts, saved_at=saved_at)))


def person_file(person: Person, agreements: Sequence[Agreement]) -> File:
    known = {
        "name": person.name,
        "language": person.language,
        "time_zone": person.timezone or None,
        "quiet_hours": person.quiet_hours or None,
        "questions_aloud": person.aloud.value or None,
        "first_seen": person.created_at.isoformat(),
        "agreed_to": [{"at": a.at.isoformat(), "language": a.language, "text": a.text} for a in agreements],
    }
    text = escape_json(json.dumps(known, indent=2, ensure_ascii=False)) + "\n"
    return "person.json", text.encode()


def recording_names(record: Record, there: Container[str], *, everything: bool = False) -> dict[int, str]:
    """Return, by the `seq` of each answer that the transcript shows, its recording: `audio/003-first-memory.ogg`.

    The number is that of the answer among all answers, in the order of the telling; the messages of one answer are
    numbered too. Its question, where that was read aloud, is `audio/003-first-memory-question.ogg`. `there`: the
    recordings that can be had. `everything`: as in `transcript_markdown`.
    """
    return _numbered(record, there, FOLDER, lambda message: message.audio, everything=everything)


def photo_names(record: Record, there: Container[str], *, everything: bool = False) -> dict[int, str]:
    """Return the same as `recording_names` for photographs: `photos/003-first-memory.jpg`."""
    return _numbered(record, there, PHOTOS, lambda message: message.photo, everything=everything)


def _numbered(
    record: Record, there: Container[str], folder: str, file_of: Callable[[Entry], str], *, everything: bool
) -> dict[int, str]:
    names: dict[int, str] = {}
    for number, told in enumerate(answered_exchanges(record, everything=everything), start=1):
        with_file = [(message, file) for message in told.answers if (file := file_of(message)) and file in there]
        for part, (message, file) in enumerate(with_file, start=1):
            words = (f"{number:03}", file_slug(message.question_id), str(part) if len(with_file) > 1 else "")
            names[message.seq] = _path(folder, *words, recording=file)
        question = told.question
        if question is not None and (file := file_of(question)) and file in there:
            words = (f"{number:03}", file_slug(question.question_id), "question")
            names[question.seq] = _path(folder, *words, recording=file)
    return names


def unshown_recording_names(record: Record, there: Container[str]) -> dict[int, str]:
    """Return the path, by `seq`, of each recording that not even the person's own transcript leads to.

    It is `audio/taken-back/012-the-house.ogg`, or `audio/no-answers/...` for what they said that is no answer, whose
    photographs are in `photos/no-answers/...`.
    """
    told = {message.seq for each in answered_exchanges(record, everything=True) for message in each.answers}
    names: dict[int, str] = {}
    for entry in record.entries:
        remark = entry.kind is EntryKind.REMARK and not entry.withdrawn
        file = entry.audio or (entry.photo if remark else "")
        if entry.role is Role.PERSON and file in there and entry.seq not in told:
            folder = f"{FOLDER if entry.audio else PHOTOS}/{NO_ANSWERS}" if remark else TAKEN_BACK
            names[entry.seq] = _path(folder, f"{entry.seq:03}", file_slug(entry.question_id), recording=file)
    return names


def other_names(recordings: Iterable[tuple[str, date]]) -> dict[str, str]:
    """Return a path for each recording that became no answer, with its day: `other-recordings/001-2026-03-12.ogg`."""
    return {
        name: _path(OTHERS, f"{number:03}", day.isoformat(), recording=name)
        for number, (name, day) in enumerate(recordings, start=1)
    }


def _path(folder: str, *words: str, recording: str) -> str:
    """Return the path of a file in the folder, named by the words, with the extension of the recording."""
    extension = file_slug(PurePosixPath(recording).suffix)
    return f"{folder}/{'-'.join(filter(None, words))}{f'.{extension}' if extension else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Zips:
    """ZIPs to be sent one behind the other, each made only when its turn has come."""

    name: str  # of the file, if it is one: "life-story-2026-03-12-transcript.zip"
    captions: tuple[str, ...]
    parts: tuple[tuple[Item, ...], ...]

    def document(self, number: int) -> SendDocument:
        """Return the ZIP of that number, from 0. Blocks. Raises OSError if a recording is gone meanwhile."""
        stem, _, extension = self.name.rpartition(".")
        total = len(self.parts)
        name = self.name if total == 1 else f"{stem}-{number + 1}-of-{total}.{extension}"
        body = zip_files(self.parts[number])
        return SendDocument(name=name, media_type=ZIP, body=body, caption=self.captions[number])


def pack_zips(
    name: str, files: Sequence[Item], *, readme: Sequence[str], said: tuple[str, str], language: str, limit: int
) -> Zips:
    """Return the files in their order, in ZIPs of at most `limit` bytes; the first has a file that explains them.

    `readme`: paragraphs in `language`; what is too large to be sent at all is named below them. `said`: the keys
    of the caption of the only ZIP, and of one of several. Blocks. Raises OSError.
    """
    limit = min(limit, LARGEST)
    left_out = [path for path, content in files if not fits_zip((path, content), limit)]
    paragraphs = [*readme]
    if left_out:
        paragraphs.append(say(language, "documents-too-large", names=", ".join(left_out)))
    word = (README, ("\n\n".join(paragraphs) + "\n").encode())
    parts = tuple(map(tuple, split_into_zips([*files[:1], word, *files[1:]], limit)))
    captions: tuple[str, ...] = (say(language, said[0]),)
    if (total := len(parts)) > 1:
        captions = tuple(say(language, said[1], number=n, total=total) for n in range(1, total + 1))
    return Zips(name=name, captions=captions, parts=parts)


def media_items(
    record: Record, names: Mapping[int, str], there: Mapping[str, Path], *, folder: str = ""
) -> dict[int, Item]:
    """Return the named recordings and photographs of an interview as files in a folder, by the answer's `seq`."""
    kept = {entry.seq: there[entry.audio or entry.photo] for entry in record.entries if entry.seq in names}
    beginning = f"{folder}/" if folder else ""
    return {seq: (f"{beginning}{path}", kept[seq]) for seq, path in names.items()}


def linkable_names(names: Mapping[int, str], files: Mapping[int, Item], limit: int) -> dict[int, str]:
    """Return the names of the files that a ZIP can hold: no link can lead to the others. Blocks. Raises OSError."""
    return {seq: path for seq, path in names.items() if fits_zip(files[seq], min(limit, LARGEST))}


def transcript_zips(
    record: Record, scripts: ScriptSet, there: Mapping[str, Path], *, language: str, limit: int
) -> Zips | None:
    """Return the transcript with its recordings and photographs; None where there are none, and the text goes alone.

    `there`: where those are that can be had, by their names in the interview. Blocks. Raises OSError.
    """
    own = {entry.seq for entry in record.entries if entry.kind is EntryKind.ANSWER}
    spoken, pictured = recording_names(record, there), photo_names(record, there)
    if own.isdisjoint(spoken):
        spoken = {}
    names = spoken | pictured
    if not names:
        return None
    chapters = chapter_titles(scripts.speak(record.session.language))
    files = media_items(record, names, there)
    text = transcript_markdown(record, chapters=chapters, files=linkable_names(names, files, limit))
    about = ["photos-transcript"]
    if spoken:
        asked_aloud = any(seq not in own for seq in spoken)
        about = ["recordings-readme", *(["recordings-questions"] if asked_aloud else []), "recordings-listen"]
    about += ["photos-readme"] if pictured else []
    held = "both" if spoken and pictured else "photos" if pictured else "recordings"
    return pack_zips(
        document_name(record, "transcript", "zip"),
        [("transcript.md", text.encode()), *files.values()],
        readme=[say(language, f"documents-{part}") for part in about],
        said=(f"documents-{held}-caption", f"documents-{held}-part"),
        language=language,
        limit=limit,
    )
