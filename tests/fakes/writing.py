"""Texts as people write them, for laws about cutting: characters of many kinds, and white space."""

from __future__ import annotations

from hypothesis import strategies as st

from core.delivery.fitting import utf16_length

CLUSTERS = (
    "a", "word", "Ж", "é", "e\u0301", "o\u0308\u0323", ".", "!", "»", "😀", "👩‍👩‍👧‍👦", "👍🏽", "❤️", "1️⃣", "🇷🇺", "🇬🇧",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "नि", "क्षि", "ᄀ\u1161\u11a8", "𝒳",
    " ", "  ", "\n", "\n\n", "\r\n", "\t", "\u00a0",
)  # fmt: skip
"""What a reader sees as one character each, a word, and white space."""
LONGEST_CLUSTER = max(map(utf16_length, CLUSTERS))
written_texts = st.lists(st.sampled_from(CLUSTERS), max_size=80)
limits = st.integers(LONGEST_CLUSTER, 60)
"""Of a message, in UTF-16 units."""
