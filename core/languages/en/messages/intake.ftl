intake-source = Which episode would you like to talk about? Send me a link to it or to its podcast, a file (a transcript or the recording), or simply write what it was called and what you remember of it.
intake-source-now = { $template }, good. Which episode would you like to talk about? Send me a link or a file, or write what it’s called and what you remember of it.
intake-template-too = There are three ways to talk about it; you can choose one now or later:
intake-choose-template = How would you like to talk about it? There are three ways:
intake-choose-again = How would you like to talk about it: reflective, analytical or creative?
template-reflective = Reflective
template-analytical = Analytical
template-creative = Creative
template-reflective-about = Reflective: what it stirred in you, and how it connects with your life.
template-analytical-about = Analytical: what was claimed, what you make of it, where you disagree.
template-creative-about = Creative: what it makes you want to make, try or imagine.
intake-looking = I’m looking it up. This may take a moment.
intake-found = { $title ->
    [none] Thank you, I have it.
   *[other] I’ve found it: “{ $title }”{ $show ->
        [none] {""}
       *[other] {" "}({ $show })
    }.
}
intake-pasted = { $title ->
    [none] Thank you, I have the transcript.
   *[other] Thank you, I have the transcript of “{ $title }”.
}
intake-taken = { $title ->
    [none] Great, let’s talk about that.
   *[other] Great, let’s talk about “{ $title }”.
}
intake-wishes = I’ll ask { $questions ->
    [one] one question
   *[other] { $questions } questions
} or so, and follow up where it’s worth it. To change that, write a number. You can also write what matters most to you, such as “more about his father”.
button-count = { $questions ->
    [one] { $questions } question
   *[other] { $questions } questions
}
intake-count = I’ll ask { $questions ->
    [one] one question
   *[other] { $questions } questions
}.
intake-guidelines = Your wish: { $wish }
intake-preparing = { $title ->
    [none] I’m reading it now.
   *[other] I’m reading about “{ $title }” now.
} I’ll ask the first question as soon as I’m ready; you don’t have to wait here.
intake-waiting = I’m still reading what you sent before. This one comes next.
intake-preparing-told = The first question will come in a moment; you don’t have to wait here.
intake-reading = Reading…
intake-fetching = Fetching the recording… { $percent }%
intake-hearing = Listening to the episode… { $percent }%
intake-thinking = Thinking about it…
intake-episodes = { $show ->
    [none] Which episode is it?
   *[other] { $show }: which episode is it?
}
intake-choose-episode = Which episode is it? Type its number, or a few words from the title.
intake-search = Don’t see it? Type a few words from the title.
intake-not-in-feed = I couldn’t find an episode with “{ $words }” in its title. Try other words.
intake-instead = You can send something else: another link, a file, or simply what you remember. We’ll talk about that instead.
intake-unfinished = { $title ->
    [none] We started on this one before.
   *[other] We started on “{ $title }” before.
} Pick up where we left off?
intake-dropped = All right, we’ll leave it. Nothing was saved.
intake-left = All right, we’ll leave it for now. What you wrote is saved; /resume picks it up again.
intake-noted = Thank you, I’ve written that down.
intake-kept = I’ve written down what you’ve already told me about it; your notes will begin with that.
intake-refused-link = I can only open links that begin with http:// or https://. You can send me such a link, a file, or simply what you remember.
intake-enough = That’s as much of the transcript as I can take in, so I’ve left out this last piece. I have enough to go on.
intake-too-much = That’s more than I can take in before we begin, so I haven’t saved this last message. Everything before it is saved. Please send this one again as an answer once I’ve asked you a question.
intake-nothing-yet = We haven’t started yet. First tell me what you’d like to talk about.
intake-basis-transcript = { $title ->
    [none] I’ve read the transcript.
   *[other] I’ve read the transcript of “{ $title }”.
}
intake-basis-audio = { $title ->
    [none] I’ve listened to the recording.
   *[other] I’ve listened to “{ $title }”.
}
intake-basis-inkwell = { $title ->
    [none] I’ve read your Inkwell notes.
   *[other] I’ve read your Inkwell notes on “{ $title }”.
}
intake-basis-show-notes = I haven’t heard “{ $title }”; I only know what its show notes say.
intake-basis-page = I haven’t heard “{ $title }”; I only know what its page says.
intake-basis-memory = I only know what you’ve told me about the episode.
intake-basis-title = { $title ->
    [none] I don’t know anything about the episode yet, so tell me about it.
   *[other] I only know the title, “{ $title }”, so tell me about it.
}
button-begin-now = Begin now
button-more-episodes = More episodes
button-other-source = Something else
button-again-source = Try again
state-not-begun = not started yet
source-source = I couldn’t make anything of that.
source-unfetchable = I couldn’t open it.
source-forbidden = I’m not allowed to open that address.
source-absent = There’s nothing at that address.
source-refused = That site doesn’t let me in without an account.
source-heavy = That’s too large for me.
source-slow = That site isn’t answering at the moment.
source-laborious = That was taking too long to read, so I stopped.
source-busy = I can’t read anything just now. Please send it again in a few minutes.
source-unreadable = I can’t read this kind of file.
source-empty = I couldn’t find anything in it that I could read.
transcript-styles = Notes on a podcast come in three styles: /transcript style=structured, /transcript style=narrative or /transcript style=qa. For a PDF or a web page, send /transcript style=pdf or /transcript style=html.
notes-caption = Your notes.
intake-which = { $show ->
    [none] I know which podcast it is, but not which episode.
   *[other] I know the podcast, { $show }, but not which episode.
} Write what it was called and what you remember of it.
intake-lacks-apple-episode = I couldn’t find that episode in the podcast’s list.
intake-lacks-audio = I couldn’t find a recording of it, so I can’t listen to it.
intake-lacks-feed = I couldn’t get the podcast’s list of episodes.
intake-lacks-show-notes = There’s only the recording, with no show notes.
intake-lacks-spotify-audio = Spotify only tells me the title: I can’t listen to it or read any of it.
intake-lacks-spotify-episode = Spotify doesn’t tell me which episode it is.
intake-lacks-youtube-audio = I can’t listen to YouTube.
# $files: names of files in an Inkwell folder, $more: how many are not named.
intake-unread = I couldn’t use anything in these files: { $files }{ $more ->
        [0] .
       *[other] {" "}and { $more } more.
    }
intake-lacks-youtube-transcript = YouTube tells me only the title, not what is said.
