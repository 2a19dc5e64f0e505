"""Files that are sent together: one ZIP, or several where a platform takes only so much at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.contracts.messages import SendDocument
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.documents.bundle import Item, bundle, fits, split
from core.documents.recording_names import recording_names
from core.documents.transcript import chapter_titles, document_name, transcript
from core.words import say

README = "README.txt"
ZIP = "application/zip"
LARGEST = 50_000_000
"""Bytes of a ZIP, whatever a platform takes: it goes through memory and the database in one piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zips:
    """ZIPs to be sent one behind the other, each made only when its turn has come."""

    name: str
    """Of the file, if it is one: "life-story-2026-03-12-transcript.zip"."""
    captions: tuple[str, ...]
    parts: tuple[tuple[Item, ...], ...]
    """What is in each ZIP."""

    def document(self, number: int) -> SendDocument:
        """The ZIP of that number, counted from 0. Blocks. Raises OSError where a recording is gone meanwhile."""
        stem, _, extension = self.name.rpartition(".")
        total = len(self.parts)
        name = self.name if total == 1 else f"{stem}-{number + 1}-of-{total}.{extension}"
        body = bundle(self.parts[number])
        return SendDocument(name=name, media_type=ZIP, body=body, caption=self.captions[number])


def in_zips(
    name: str,
    files: Sequence[Item],
    *,
    readme: Sequence[str],
    said: tuple[str, str],
    language: str,
    limit: int,
) -> Zips:
    """The files in their order, in ZIPs of `limit` bytes at most, with a word on what is what beside the first of them.

    `readme`: paragraphs in `language`; what is too large to be sent at all is named below them. `said`: the keys
    of the caption of the only ZIP, and of one of several. Blocks. Raises OSError.
    """
    limit = min(limit, LARGEST)
    left_out = [path for path, content in files if not fits((path, content), limit)]
    paragraphs = [*readme]
    if left_out:
        paragraphs.append(say(language, "documents-too-large", names=", ".join(left_out)))
    word = (README, ("\n\n".join(paragraphs) + "\n").encode())
    parts = tuple(map(tuple, split([*files[:1], word, *files[1:]], limit)))
    captions: tuple[str, ...] = (say(language, said[0]),)
    if (total := len(parts)) > 1:
        captions = tuple(say(language, said[1], number=n, total=total) for n in range(1, total + 1))
    return Zips(name=name, captions=captions, parts=parts)


def recorded(
    record: Record, names: Mapping[int, str], audio: Mapping[str, Path], *, folder: str = ""
) -> dict[int, Item]:
    """The named recordings of an interview as files in a folder, by the `seq` of the answer."""
    kept = {entry.seq: audio[entry.audio] for entry in record.entries if entry.seq in names}
    beginning = f"{folder}/" if folder else ""
    return {seq: (f"{beginning}{path}", kept[seq]) for seq, path in names.items()}


def linked(names: Mapping[int, str], files: Mapping[int, Item], limit: int) -> dict[int, str]:
    """Those of the named recordings that a ZIP can hold: to the others no link can lead. Blocks. Raises OSError."""
    return {seq: path for seq, path in names.items() if fits(files[seq], min(limit, LARGEST))}


def transcript_zips(
    record: Record,
    scripts: ScriptSet,
    audio: Mapping[str, Path],
    *,
    language: str,
    limit: int,
) -> Zips | None:
    """The transcript with the recordings of what it shows; None where there are none, and the text goes alone.

    `audio`: where the recordings are that can be had, by their names in the interview. Blocks. Raises OSError.
    """
    names = recording_names(record, audio)
    if not names:
        return None
    chapters = chapter_titles(scripts.speak(record.session.language))
    files = recorded(record, names, audio)
    text = transcript(record, chapters=chapters, audio=linked(names, files, limit))

    return in_zips(
        document_name(record, "transcript", "zip"),
        [("transcript.md", text.encode()), *files.values()],
        readme=(say(language, "documents-recordings-readme"), say(language, "documents-recordings-listen")),
        said=("documents-recordings-caption", "documents-recordings-part"),
        language=language,
        limit=limit,
    )
