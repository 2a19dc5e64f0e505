"""Where a conversation can stand, and what inputs mean there."""
