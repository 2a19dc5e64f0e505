"""Several processes on one database of PostgreSQL: jobs that wake them, seats and tokens, files that one asks another
for.
"""

from __future__ import annotations

from core.features.registration import Feature

FEATURE = Feature(name="several_processes")
