"""Gifts, and the family around one story: decides what goes to it, and in what words."""
