"""The interviewer. It knows no platform, and it reads no configuration file."""
