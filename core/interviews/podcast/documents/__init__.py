"""Findings and notes that an interview about an episode leaves."""
