"""Recordings into words, with everything that is heavy. Imported in the worker process only."""
