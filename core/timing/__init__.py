"""Decide when things are said: time zones, quiet hours, cadences, and the deadlines of a session. Pure."""
