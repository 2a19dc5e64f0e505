"""Photographs that are sent with an answer: fetched, looked over, and kept as files beside the words."""
