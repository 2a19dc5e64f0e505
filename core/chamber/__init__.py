"""The chamber: one model, Prime, interviews another, the Candidate, and neither sees what the other thinks."""
