"""Run queues of work."""
