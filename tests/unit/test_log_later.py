"""Secrets that become known while the program runs."""

from __future__ import annotations

from pathlib import Path

import structlog

from bot import log


def test_a_secret_that_is_told_later_is_hidden_from_then_on(tmp_path: Path) -> None:
    file = tmp_path / "log"
    log.configure(level="info", form="plain", secrets=(), file=file)
    log.hide(["a-key-of-the-form"])
    structlog.get_logger().info("asked", why="401 for a-key-of-the-form")
    assert "a-key-of-the-form" not in file.read_text()
    assert log.HIDDEN in file.read_text()
