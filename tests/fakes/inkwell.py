"""An Inkwell folder written by hand, in the shapes that its versions have had."""

from __future__ import annotations

from typing import Final

FRONT: Final = (
    "---\ntemplate: {template}\npodcast: Garden Talk\nepisode: 'Bees: why they matter'\ndate: '2026-02-03'\n---\n\n"
)

METADATA: Final = """\
schema_version: 1
podcast_name: Garden Talk
episode_title: 'Bees: why they matter'
episode_url: https://garden.example/bees
published_date: 2026-01-31 06:00:00
duration_seconds: 1830.0
transcription_source: youtube
templates_applied: [summary, quotes]
"""

TRANSCRIPT: Final = """\
# Transcript

## Summary

Ann says that bees never sleep.

---

## Full Transcript

[00:00] Ideas are cheap; shipping is not. I keep bees because they “forgive” nothing - and nobody. [12:40] Пчела знает
дорогу домой.
"""

QUOTES: Final = """\
## Work

> "Ideas are cheap; shipping is not."
> — **Ann Lee** (12:34)

Said when she was asked about her first hive.

---

> "I keep bees because they "forgive" nothing — and nobody."
> — **Ann Lee**

> "Пчела знает дорогу домой."
> — Пётр [12:40]

> "Bees never sleep."
> — **Ann Lee** (13:00)
"""

OLD_QUOTES: Final = """\
# Quotes

## Quote 1

> Ideas are cheap; shipping is not.

**Speaker:** Ann Lee
**Timestamp:** 12:34

## Quote 2

> They forgive
> nothing.

**Speaker:** Unknown
"""

CONCEPTS: Final = """\
## The waggle dance

**Definition:** How a bee *tells* the others where flowers are.

**Why It Matters:** It is a language.

- **Example:** eight turns

---

## Superorganism

**Definition:** Many that live as one.
"""

OLD_CONCEPTS: Final = """\
# Key Concepts

- **The waggle dance**: how a bee tells the others
  - **Definition:** no concept
2. Superorganism
"""

TOOLS: Final = """\
# Tools & Technologies Mentioned

| Tool | Category | Context |
|------|----------|---------|
| Smoker | Garden | calms them |
| Hive tool | N/A | |
"""

BOOKS: Final = """\
# Books & Publications

## Walden

**Author:** Thoreau

**Mentioned:** at the end

## The Life of the Bee

**Author:** Maeterlinck
"""

PEOPLE: Final = """\
## Scientists

- **Karl von Frisch** — read the dance
- **Пётр**
"""


def folder() -> dict[str, bytes]:
    """The files of a folder as the present version writes them, with everything in it."""
    texts = {
        "summary": "# Summary\n\nAnn *keeps* bees.\n\n## Later\n\nShe tells\nwhy.\n",
        "quotes": QUOTES,
        "key-concepts": CONCEPTS,
        "tools-mentioned": TOOLS,
        "books-mentioned": BOOKS,
        "people-mentioned": PEOPLE,
        "places-mentioned": "- Lake Balaton: where the hives stand\n",
    }
    files = {f"{name}.md": (FRONT.format(template=name) + text).encode() for name, text in texts.items()}
    return files | {"_transcript.md": TRANSCRIPT.encode(), ".metadata.yaml": METADATA.encode()}
