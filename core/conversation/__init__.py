"""One person's mailbox in order: what is next, what follows from it, and how that is said."""
