"""Trying an interviewer out: people who can be talked to, what they answer by rules, and what a talk was like."""
