"""What comes back from an interview about an episode."""
