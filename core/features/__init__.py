"""The features: a folder each, and one line here. Without both, everything else still works."""

from __future__ import annotations

NAMES = (
    "search",
    "linking",
    "announcements",
    "research",
    "evaluation",
    "chamber",
    "book",
    "photos",
    "gift",
    "transcription",
    "read_aloud",
    "several_processes",
)
"""The features that are there, by their folders."""
