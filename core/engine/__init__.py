"""What runs queues of work."""
