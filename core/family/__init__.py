"""Gifts and the family around one story: what goes to it, and in what words."""
