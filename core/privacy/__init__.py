"""What becomes of what people tell: the facts, and everything of a person as files."""
