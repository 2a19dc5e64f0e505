# Looking for something that was told.

command-find = Find what I told about something
find-what = What shall I look for in what you have told me? For example: /find brother
find-nothing = I find nothing about that in what you have told me. Perhaps you used another word for it.
find-found = { $passages ->
        [one] You spoke of it once. In your own words:
       *[other] You spoke of it { $passages } times. In your own words:
    }
find-more = { $more ->
        [one] There is one more place. A second word finds it more exactly, as in: /find brother Kazan
       *[other] There are { $more } more places. A second word finds them more exactly, as in: /find brother Kazan
    }
button-whole = { $voice ->
        [yes] { $number }: read and hear it all
       *[no] { $number }: read it all
    }

# Telling something once more.

command-again = Tell something once more
command-takes = Choose between what I told twice
again-lead = Gladly. Tell it once more, in your own way. What you told before is kept too.
again-chapter = Tell me once more about “{ $chapter }”, from the beginning, in whatever way you like.
again-before = This is what you told before:
again-which = What would you like to tell once more?
again-nothing = There is nothing yet that you could tell once more.
again-not-here = In this interview nothing is told twice. /undo takes your last answer back and asks the question again.
button-before = What I said before
button-another = Something else
button-chapter = All of “{ $chapter }”
takes-none = You have told nothing twice yet. To tell something once more: /again.
takes-list = { $tellings ->
       *[other] You told this { $tellings } times:
    }
takes-telling = { $shown ->
        [yes] { $number }. On { $day }. This one stands in your file.
       *[no] { $number }. On { $day }.
    }
takes-chosen = { $file ->
        [yes] All right, your file shows that one from now on; here it is once more. The other is kept too.
       *[no] All right, your file will show that one. The other is kept too: /takes changes it again.
    }
button-use = Show number { $number }
button-takes-more = Something else I told twice

# Telling without being asked.

command-tell = Let me just tell, and ask me nothing
command-told = I have told what I wanted to tell
tell-floor = Tell me whatever you like, in as many messages as you like, today or over some days. I ask nothing until you say that you have told it.
tell-kept = It is kept. Go on in your own time; I listen.
tell-reminder = { $name ->
        [none] I am still listening
       *[other] { $name }, I am still listening
    }, whenever you feel like going on. When you have told it all, one press is enough, and I ask you something about it.
tell-title = Told freely on { $day }
tell-title-about = Told freely: { $about }
tell-nothing = No interview is under way in which you could tell something. To begin: /start.
tell-not-here = In this interview I ask, and you answer. When you want the next question: /skip.
tell-not-told = You are not in the middle of telling something freely. To do so: /tell.
button-told = I have told it
