"""The technical interview: exercises, code that is really run, and what is said of it."""
