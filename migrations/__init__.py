"""Alembic migrations. They expand before they contract, so that a step back to the release before is possible."""
