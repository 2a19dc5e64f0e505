### Words in the notes on a podcast's episode. They belong to the person: "I" is who was interviewed.

# $day is a date in words, $show a title in quotation marks.
notes-about-show = A conversation on { $day } about an episode of { $show }.
notes-about = A conversation on { $day } about a podcast episode.
notes-origin-transcript = The interviewer had read the transcript.
notes-origin-audio = The interviewer knew the episode from its recording.
notes-origin-inkwell = The interviewer had read Inkwell notes on the episode.
notes-origin-show-notes = The interviewer only knew the show notes.
notes-origin-page = The interviewer had only read the episode’s page.
notes-origin-memory = The interviewer only knew what I said about it.
notes-origin-title = The interviewer only knew the title.

notes-insights = What I came to see
notes-actions = What I mean to do
notes-themes = What I keep coming back to
# Under a theme; $episodes are titles of other episodes that the person has talked about.
notes-theme-elsewhere = Also when I talked about: { $episodes }
notes-conversation = The conversation
notes-questions-answers = Questions and answers

## A text out of answers. $question stands in quotation marks.

notes-asked = I was asked: { $question } My answer:
notes-asked-then = And then: { $question } My answer:
notes-said = And I said:
notes-before = Before the first question I said:

## The end

notes-figures = In numbers
notes-template = Kind of conversation
notes-follow-ups = Follow-up questions
notes-closing = Closing question
notes-answers = Questions answered
notes-substantive = Answers of ten words or more
notes-average = Average words per answer
notes-thinking = Time spent thinking
notes-verbatim = Everything in quotation marks is word for word.
notes-gaps = “[…]” marks something left out; the other styles of these notes have all of it.
notes-picked = The insights and intentions are sentences from my answers, picked by a language model and left as they are.

# $question is the interviewer's.
notes-follow-up = Follow-up: { $question }

## The name of the file, behind the episode's

notes-file-structured = notes
notes-file-narrative = notes as a narrative
notes-file-qa = questions and answers
