"""The families of a person, in the files of everything about them."""

from __future__ import annotations

import json

from core.conversation.context import Runtime
from core.documents.readable import escape_json
from core.features.gift.rows import family_data
from core.jobs.person_export import ExportPart


async def export_families(runtime: Runtime, person_id: str) -> ExportPart | None:
    """Return what a person gives, tells and asks in families; None for somebody who is in none."""
    found = await runtime.store.read(lambda c: family_data(c, person_id))
    if not found:
        return None
    body = (escape_json(json.dumps(found, indent=2, ensure_ascii=False)) + "\n").encode()
    return ExportPart(items=(("family.json", body),), readme="export-readme-family")
