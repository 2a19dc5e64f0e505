"""What every kind of interview needs alike: refusals, pauses, distress, languages, and prompts of bounded size."""
