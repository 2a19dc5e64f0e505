# Looking for something that was told.

command-find = Search what I’ve told you
find-what = What should I look for in what you’ve told me? For example: /find brother
find-nothing = I can’t find anything about that in what you’ve told me. Perhaps you used another word for it.
find-found = { $passages ->
        [one] You mentioned it once. In your own words:
       *[other] You mentioned it { $passages } times. In your own words:
    }
find-more = { $more ->
        [one] There’s one more. Add a second word to narrow it down, for example: /find brother Kazan
       *[other] There are { $more } more. Add a second word to narrow it down, for example: /find brother Kazan
    }
button-whole = { $voice ->
        [yes] { $number }: read and hear it all
       *[no] { $number }: read it all
    }

# Telling something once more.

command-again = Tell something again
command-takes = Choose between two tellings
again-lead = Gladly. Tell it again, in your own way. I’ll keep the first telling too.
again-chapter = Tell me again about “{ $chapter }”, from the beginning, in whatever way you like.
again-before = This is what you told me before:
again-which = What would you like to tell again?
again-nothing = There’s nothing to tell again yet.
again-not-here = In this interview, each question is answered once. /undo takes your last answer back and asks it again.
button-before = What I said before
button-another = Something else
button-chapter = All of “{ $chapter }”
takes-none = You haven’t told anything twice yet. To tell something again: /again.
takes-list = { $tellings ->
       *[other] You told this { $tellings } times:
    }
takes-telling = { $shown ->
        [yes] { $number }. On { $day }. This one is in your file.
       *[no] { $number }. On { $day }.
    }
takes-chosen = { $file ->
        [yes] All right, your file now uses that one; here it is again. I’ve kept the other too.
       *[no] All right, your file will use that one. I’ve kept the other too: /takes switches back.
    }
button-use = Use number { $number }
button-takes-more = Something else I told twice

# Telling without being asked.

command-tell = Just let me talk
command-told = That’s all for now
tell-floor = Tell me whatever you like, in as many messages as you like, today or over several days. I won’t ask anything until you say you’re done.
tell-kept = Saved. Go on in your own time; I’m listening.
tell-reminder = { $name ->
        [none] I’m still listening
       *[other] { $name }, I’m still listening
    }, whenever you feel like continuing. When you’re done, press the button, and I’ll ask you something about it.
tell-title = In your own time, { $day }
tell-title-about = In your own time: { $about }
tell-nothing = You’re not in an interview right now. To begin: /start.
tell-not-here = In this interview I ask and you answer. For the next question: /skip.
tell-not-told = You’re not telling freely at the moment. To start: /tell.
button-told = I’m done
