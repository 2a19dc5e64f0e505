"""The features: a folder each, and one line here. Without both, everything else still works."""

from __future__ import annotations

NAMES = (
    "search",
    "linking",
    "announcements",
    "chamber",
    "book",
    "gift",
    "read_aloud",
    "several_processes",
)
"""The features that are there, by their folders."""
