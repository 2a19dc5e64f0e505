"""Every message in the language files is said somewhere."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_KEY = re.compile(r"^([a-z][a-z0-9-]*) *=", re.MULTILINE)
_STRING = re.compile(r"""["']((?:[a-z]|\{[^{}"']*\})(?:[a-z0-9-]|\{[^{}"']*\})*)["']""")
_FIELD = re.compile(r"\{[^{}]*\}")


def _said() -> re.Pattern[str]:
    """Match every key that a string in the code can be; a field of an f-string may be anything."""
    found: set[str] = set()
    for folder in ("core", "bot", "adapters"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".js", ".html"}:
                found.update(_STRING.findall(path.read_text(encoding="utf-8")))
    parts = (_FIELD.split(each) for each in found)
    patterns = {"[a-z0-9-]+".join(map(re.escape, each)) for each in parts if any(len(part) > 2 for part in each)}
    return re.compile("|".join(sorted(patterns)))


def test_no_message_is_left_over() -> None:
    said = _said()
    for folder in (ROOT / "core" / "languages").glob("*/messages"):
        written = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.ftl")))
        left = [key for key in _KEY.findall(written) if not said.fullmatch(key) and f"{{ {key} }}" not in written]
        assert not left, f"nothing says these messages: {', '.join(left)}"
