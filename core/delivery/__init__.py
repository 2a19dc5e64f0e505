"""What was decided, on its way out: the outbox's worker, files that fit, and what chat platforms share."""
