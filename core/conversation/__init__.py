"""Handles one person's mailbox in order: decides what is next, what follows from it, and how to say that."""
