"""Gifts: an interview that somebody gives to somebody else, and the family that reads along, thanks and asks."""
