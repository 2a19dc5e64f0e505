### What an interviewer of any kind says beside the questions.

## How it works just now

interview-offline = There is no language model here: I ask the questions as they are written, and now and then about something you have said.
# To whoever runs the house alone.
operator-offline = (You can change that under [llm] in config.toml.)
interview-fallback = I cannot follow your answers as closely as usual at the moment, so I go on with the questions as they are written. Nothing you tell me is lost.
interview-budget = I have to be sparing just now, so I go on with the questions as they are written. Nothing you tell me is lost.

## When somebody would rather not answer

interview-declined-1 = That is quite all right.
interview-declined-2 = Of course. We leave that.
interview-declined-3 = As you wish. Something else, then.
interview-declined-4 = No need to. On we go.
interview-declined-5 = Then that stays with you.

## Without a model: what is taken up of an answer, in the person's own words

# $name is somebody near, $them "her", "him" or "them".
interview-probe-person-1 = You spoke of { $name }. Tell me about one day with { $them }.
interview-probe-person-2 = Tell me more about { $name }. Which moment comes first?
# $who is "your father", $about "about your father".
interview-probe-kin-1 = You spoke of { $who }. Tell me about one day with { $them }.
interview-probe-kin-2 = Tell me a little more { $about }.
interview-probe-kin-3 = When you think { $about }, which moment comes first?
# $name may be a person, a place or anything else that has a name.
interview-probe-name-1 = Tell me a little about { $name }.
interview-probe-name-2 = You mentioned { $name }. What comes to mind first?
interview-probe-name-3 = Let us stay with { $name } for a moment. What else do you remember?
# $words is a thing: "glass thermometer".
interview-probe-words-1 = Tell me more about the { $words }.
interview-probe-words-2 = You mentioned the { $words }. What do you see when you think back?
interview-probe-words-3 = What is the story of the { $words }?
interview-probe-words-4 = What else belongs to the { $words }?
interview-probe-year-1 = You named { $year }. What else was going on around you then?
interview-probe-year-2 = What else do you remember from { $year }?
# Where a scene was told, to stay in it: before one of the questions what happened then.
interview-scene-person-1 = Let us stay there a moment, with { $name }.
interview-scene-person-2 = You spoke of { $name }.
interview-scene-kin-1 = You spoke of { $who }.
interview-scene-kin-2 = You were telling me { $about }.
interview-scene-name-1 = You mentioned { $name }.
interview-scene-name-2 = Let us stay with { $name } for a moment.
interview-scene-words-1 = You spoke of the { $words }.
interview-scene-words-2 = Let us stay there a moment, with the { $words }.
interview-probe-then-1 = And what happened then?
interview-probe-then-2 = What came after that?
interview-probe-then-3 = Who else was there with you?
interview-probe-then-4 = What do you see when you are back there for a moment?
interview-probe-then-5 = And how did it go on?
interview-probe-then-6 = What was said, as far as you remember?

## Without a model: beside a question

interview-smaller-1 = Something smaller, then.
interview-smaller-2 = Just a small thing, then.
interview-told-already-1 = I am sorry, so you did. Something new, then.
interview-told-already-2 = Forgive me, you have told me that. On to what is new.
interview-later-1 = Not today, then. It can wait.
interview-later-2 = Of course. That can wait for another day.
# $topic with its preposition: "about the hospital".
interview-topic-1 = Gladly. Tell me { $topic }, beginning wherever you like.
interview-topic-2 = Yes, let us do that. Tell me { $topic }, from the beginning.
interview-lighter-1 = Gladly, something light.
interview-lighter-2 = Of course. Here is something lighter.
interview-kept-back =
    That stays out of your file. { $operator ->
        [none] The person who runs this bot
       *[other] The person who runs this bot ({ $operator })
    } can still read it here.

## Without a model: after something hard

interview-loss-1 = I am sorry.
interview-loss-2 = That is a great loss.
interview-loss-3 = I am so sorry to hear it.
interview-loss-4 = What a loss.
interview-room-1 = Tell me more, if you like. “Next” brings another question.
interview-room-2 = There is no hurry. If you wish to say more, please do; if not, write “next”.
interview-room-3 = Say as much or as little about it as you like; if nothing, write “next”.
interview-go-on-1 = Please go on, if you like.
interview-go-on-2 = There is time. Go on whenever you like.
interview-go-on-3 = And whatever else belongs to it, if you like.
interview-left-1 = It is kept just as you told it.
interview-left-2 = You can come back to this whenever you like.
interview-left-3 = All of it is kept, in your words.

## Without a model: what is answered to what they say to the interviewer

# Behind what the program says of itself.
reply-operator = { BEGIN($operator) } runs this bot.
# After the sentences about who keeps, carries and reads what is told.
reply-reads = /privacy tells more.
reply-why = I ask so that what you tell is written down in your own words, and you get it as a file. Tell only what you like.
reply-long = As long as you like; there is nothing to get through. You can stop at any moment and go on another day.
reply-voice = { $heard ->
        [yes] Yes, gladly: send a voice message, and it is written down.
       *[other] I am sorry, voice messages cannot be heard here. But many phones write down what you say: look for the little microphone on the keyboard.
    }
reply-order = I am sorry, that I cannot do: I only ask, and write down what you tell.
reply-greeting = Hello! It is good that you are here. Begin whenever you like.
reply-apology = There is nothing to be sorry for, and no hurry.
reply-there = I am here.
reply-unknown = I am sorry, that I cannot answer: I am only a program.
reply-mean = I am sorry, that was not clear. I shall ask it another way.
reply-repeat = Of course, once more.

## Stopping

interview-pause-1 = Of course. Everything is kept; come back whenever you like.
interview-pause-2 = Gladly. We leave it here for today; your words are safe, and the question waits for you.
interview-stop = We stop here. Nothing is closed yet: you can finish the interview and receive your file, or go on with it, now or another day.
interview-distress = What you have just written matters more than any question. You need not go on. If you are in danger now, please call the emergency number where you are, or somebody near you whom you trust. We can pause, go to something else, or stay silent for a while; you choose.

## Where the floor is left to them

interview-more-1 = Tell me more about that, if you like.
interview-more-2 = Please go on, if you like.
interview-more-3 = What else belongs to it?
