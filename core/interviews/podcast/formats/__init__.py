"""Everything in which an episode can come, read into values. Imported in the reader processes only."""
