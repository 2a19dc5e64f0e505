"""Says what becomes of what people tell."""
