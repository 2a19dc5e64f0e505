"""Recordings and photographs as files, in a folder; which of them are needed is told by the tables."""
