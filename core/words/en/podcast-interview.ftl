### What the interviewer says beside the questions about an episode.

## Asked without a model, after a word of the answer

podcast-ask-against = What would you say to somebody who sees it that way?
podcast-ask-doubt = What would help you to find out?
podcast-ask-memory = Tell me a little more about that time.
podcast-ask-plan = What would you begin with?
podcast-ask-feeling = At which words of the episode was that strongest?
