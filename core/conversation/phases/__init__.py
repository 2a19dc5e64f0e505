"""The phases of a conversation, and what inputs mean in each."""
