"""Trying an interviewer out: what talks with people who are played were like, and the scores of played candidates."""
