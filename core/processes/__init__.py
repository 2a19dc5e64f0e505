"""Processes of our own that do what must be killable: they hear recordings, and read what strangers send.

What is here they have in common: the frames on the wire, starting and ending them, and who is next.
"""
