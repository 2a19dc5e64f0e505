"""The common ground of every kind of interview: refusals, pauses, distress, languages, and prompts of bounded size."""
