"""Where a conversation can stand: new, before a consent, in an intake."""
