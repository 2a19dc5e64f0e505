### Words in the files that a person receives, and in the closing summary.

## The title of a transcript, its dates at the top and its figures at the end

documents-title-life-story = The story of { $name }’s life
documents-told-by = Told by
documents-begun = Started
documents-finished = Finished
documents-last-told = Not finished yet; last answer
documents-questions = Questions asked
documents-time = Time spent talking
documents-words = Words in total
documents-count = { $count }

## Dates and lengths of time

# $day and $year are text, $month is a number.
documents-date = { $date }
documents-no-minute = less than a minute
documents-minutes =
    { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }
documents-hours =
    { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }

## The conversation

documents-ordered = It follows the order of the life, not the order in which it was told.
documents-told-before = Before the first question:
documents-not-answered = (not answered)
documents-passed-over = (skipped)
documents-nothing-yet = No answers yet.
# Before what somebody without a name said that is no answer.
documents-teller = The storyteller
documents-kept-back = { $what ->
        [answers] { $answers ->
            [one] One answer is kept private, at the storyteller’s request. It isn’t in any file.
           *[other] { $answers } answers are kept private, at the storyteller’s request. They aren’t in any file.
        }
        [passages] { $passages ->
            [one] One passage is kept private, at the storyteller’s request. It isn’t in any file.
           *[other] { $passages } passages are kept private, at the storyteller’s request. They aren’t in any file.
        }
       *[both] { $passages ->
            [one] One passage
           *[other] { $passages } passages
        } and { $answers ->
            [one] one whole answer
           *[other] { $answers } whole answers
        } are kept private, at the storyteller’s request. They aren’t in any file.
    }
# Below an answer, in the file that goes to nobody but the person themselves.
documents-is-kept-back = (kept private: it’s only in this file, which is just for you)
documents-part-kept-back = (kept private, and only in this file, which is just for you: { $words })

## Recordings

documents-recording = Recording
documents-question-aloud = Question, read aloud
documents-question-listen = listen
documents-recordings-caption = Your transcript with your recordings. Open transcript.md in the ZIP file; README.txt says how to listen.
documents-recordings-part = Your transcript with your recordings, part { $number } of { $total }. README.txt in the first part says how to listen.
documents-recordings-readme = transcript.md is the conversation; any text editor opens it. Under each spoken answer you’ll find how long the recording is and where it is: in the folder “audio”, numbered in the order you told them.
documents-recordings-questions = Questions that were read aloud are in that folder too; that voice is the computer’s.
documents-recordings-listen = Anything that plays music on a computer or phone can play them. If a recording doesn’t open, VLC will, and it’s free. If there are several ZIP files, unpack them all into one folder: then the links in transcript.md lead to the recordings.
documents-files-away = I can’t reach the recordings and photos right now, so they aren’t included. Nothing is lost: ask again later with /transcript.
documents-too-large = Too large to send here: { $names }. The person who runs this bot has it; please ask them for it.
documents-fitted-compressed = This file is compressed because it was too large to send as it is. Open it; inside is { $name }.
documents-fitted-part = Part { $number } of { $total }: the file was too large to send in one piece.

## The closing summary

# $questions, $time and $words are the three messages below.
documents-summary = Here’s what we have: { $questions }, { $time } and { $words }.
documents-summary-questions =
    { $questions ->
        [one] { $questions } question
       *[other] { $questions } questions
    }{ $closing ->
        [yes] {" "}and a closing one
       *[no] {""}
    }{ $more ->
        [0] {""}
        [one] , with { $more } follow-up
       *[other] , with { $more } follow-ups
    }
documents-summary-time = { $time } of conversation
documents-summary-words =
    { $words ->
        [0] none of your words yet
       *[other] { $words } of your words
    }

## The second file

documents-reflections-title = { $title }: reflections
documents-reflections-note = A language model wrote these pages from the transcript, looking at it through the eyes of different professions. It has never met you, it can be wrong, and nothing here is a diagnosis, a judgement or advice. What counts is the transcript, in the words you told it.
documents-reflections-missing = Not written yet: { $titles }.
documents-reflection-psychologist = A psychologist’s reading
documents-reflection-economist = An economist’s reading
documents-reflection-political-scientist = A political scientist’s reading
documents-reflection-demographer = A demographer’s reading
