"""Exercises: TOML files with a statement, hints, cases, and solutions right and wrong."""
