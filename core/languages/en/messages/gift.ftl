# An interview that somebody is given, and the family around it.

command-gift = Give somebody an interview
command-family = My family

## Giving one

gift-off = Gifts aren’t available here.
gift-not-you = Giving an interview lets somebody new in, so only the person who runs this bot can do that here. Just ask them: they can make the link for you.
gift-name =
    You would like somebody to tell their story, and I would ask the questions.

    What do you call them? I will greet them like that. Please just write it, for example: Grandma Nina
button-gift-not = Never mind
gift-left = All right, never mind.
gift-language = Which language should I speak with { $name }?
gift-rhythm = How often should I ask { $name } something? They can ask for more at any time, and change it.
button-gift-daily = A question a day
button-gift-twice = Twice a week
button-gift-weekly = Once a week
button-gift-once = As soon as they’ve answered
gift-no-way = I can’t make a link right now. Please try again in a little while.
gift-made = Here it is. The message below is for { $name }: just forward it. The link works once, within { $days } days. Whether you can read their answers is up to them; I’ll ask.
gift-forward =
    { $name }, here is something for you{ $giver ->
        [none] {""}
       *[other] , from { $giver }
    }: somebody who asks about your life, one question at a time, and listens. Take as long as you like; you can write, or simply speak.

    Open this and press Start:
gift-questions =
    Is there something that you have always wanted to ask { $name }? Write it here, one question at a time, or send me a picture to ask about. I will ask it in your name, in a good place.
button-gift-done = That’s all
gift-done = Good. I’ll ask these when the moment is right. /family shows you how things are going.

## The one who opens it

gift-hello =
    Hello, { $name }. { $giver ->
        [none] Somebody in your family has given you this.
       *[other] { $giver } has given you this.
    } It is called “{ $title }”.
gift-what =
    I’m Raconteur, a computer program. I’ll ask you about your life, one question at a time, and keep your answers in your own words. You can write, or send me a voice message.

    There is no hurry. You can skip any question, and stop whenever you like.
gift-rhythm-told = The questions come { $days }. If you would like more, just press “Ask me now”.
gift-gone = This gift can’t be opened any more. Please ask whoever sent it for a new link.
gift-is-for = This link is for { $name }: please send it on. If you open it yourself, it can’t be used for that any more – so I have left it as it is.
leave-question =
    One thing before we begin. { $giver } would like to read or hear what you tell me. May I pass it on to your family?

    I only do it if you say yes, and you can change that at any time with /family. { $model ->
        [yes] If an answer should stay between us, or one of them shouldn't hear it, just tell me, or press “Keep between us”. Then nobody in your family gets it.
       *[no] Even then nothing is sent automatically: under each answer you'll find “Send to my family” and “Keep between us”, and only what you send goes to them.
    } I can't take back what they've received.
button-leave-yes = Yes, they may
button-leave-no = No, keep it with me
leave-given = { $model ->
        [yes] Good. What you tell me from now on goes to your family. If something should stay between us, or one of them shouldn't hear it, just say so, or press “Keep between us”.
       *[no] Good. Nothing goes to your family automatically: under each answer you'll find “Send to my family” and “Keep between us”.
    }
leave-taken = All right. From now on nothing more goes to your family. I can’t take back what they’ve already received.
button-share = Send to my family
button-private = Keep between us
private-last-kept = { $gone ->
        [yes] That stays between us from now on. But your family may already have received it, and I can’t take that back.
       *[no] That stays between us. It goes to nobody, and is in no file.
    }
private-last-none = I don’t see an answer just before this. Tell me in your own words what should stay between us.

## What the family is told

family-somebody = Somebody in your family
family-new = { $teller } has told me something new:
family-week-title = This week
family-week-pages = This week with { $teller }, as a page to keep.
family-week = This week, { $teller } told me:
family-picture = (a picture)
family-voice-caption = In { $teller }’s own voice
family-picture-caption = A picture from { $teller }
button-thank = ❤ Thank you
button-ask = Ask something
button-telling = I’ll tell it too
family-thanked = I’ll pass that on to { $teller } with the next question.
family-ask = What would you like to ask { $teller }? Please write it in one message, as one question. I’ll ask it in your name when the moment is right.
family-ask-more = What would you like to ask { $teller }? Write it here, one question at a time, or send me a picture to ask about. I’ll ask it in your name when the moment is right.
button-family-not = Never mind
family-question-kept = { $more ->
        [yes] Kept. If there is more, just write the next one.
       *[no] Kept. I will ask { $teller } in a good place, and in your name.
    }
family-question-link = Please ask without links, site names, commands, or names with @.
family-question-how = Please ask just one thing, in one or two short sentences, and nothing like passwords or card numbers.
family-question-refused = { $teller } has asked not to be asked about that, so I won’t. Perhaps something else?
family-questions-many = { $most } of your questions are already waiting. Let’s see first what comes of those.

## What who tells hears of them

family-asks = { $asker } asks: { $question }
family-asks-picture = { $asker } asks about the picture: { $question }
family-what-picture = Would you tell me about this picture?
family-picture-from = A picture from { $name ->
        [none] your family
       *[other] { $name }
    }
family-has-joined = { $name } can now read what you tell; /family changes that.
family-thanks =
    { $people ->
        [one] { $names } thanks you for what you told.
       *[other] { $names } thank you for what you told.
    }

family-privacy = { $leave ->
        [yes] What you tell also goes to your family, because you said yes; what you keep between us does not. It reaches them in their own chats. /family shows who they are and lets you change it.
       *[no] Nothing of what you tell goes to your family, unless you say yes to that: /family.
    }

## Members

family-welcome =
    { $name ->
        [none] Hello.
       *[other] Hello, { $name }.
    } This is about { $teller }, who is telling their life, one question at a time. You are invited to read along.
family-what-is-kept = I’m Raconteur, a computer program. You only get what { $teller } agrees to share, and nothing else. I keep your name, this chat, and what you ask or tell; /privacy says where, /delete removes it. { $teller } is told that you’re here.
family-how-often = You’ll get new stories as they come, during the day. You can also have them once a week, or not at all:
family-already = You’re already part of this family. /family shows how things are going.
family-full = This family already has { $most } members; somebody has to leave first.
family-way = { $way ->
        [now] Good: you get it as it comes, by day.
        [week] Good: you get a letter once a week.
       *[none] Good: nothing comes to you from now on. /family changes that again.
    }
button-family-now = As it comes
button-family-week = Once a week
button-family-none = Nothing, for now
button-family-add = Invite somebody
button-family-yes = My family may read it
button-family-no = Nothing more to my family
button-family-drop = Remove { $name }
button-family-out = Leave the family
button-family-ask = Ask { $teller } something
button-family-both = Side by side
family-nobody = Nobody is reading along with your story yet, and nobody’s story reaches you. /gift gives somebody an interview.
family-of-yours = { $names ->
        [none] Nobody is there yet to read what you tell.
       *[other] Around your story: { $names }.
    }
family-leave-is = { $leave ->
        [yes] What you tell goes to them. What you keep between us does not.
       *[no] Nothing of what you tell goes to them.
    }
family-apart =
    { $answers ->
        [one] One answer is still between us. It goes to nobody unless you send it.
       *[other] { $answers } answers are still between us. They go to nobody unless you send them.
    }
button-let = Let my family have { $number }
family-let-go = All right, that goes to your family. I can't take back what they've received.
family-of-others = { $teller }: { $way ->
        [now] what you may read comes to you as it is told.
        [week] what you may read comes to you once a week.
       *[none] nothing comes to you, as you wished.
    }
family-not-opened = { $teller } hasn’t opened the link yet.
family-link = Forward the message below to whoever should join. The link works once, within { $days } days.
family-forward = You’re invited to read along as { $teller } tells their life story. Open this and press Start:
family-left = Done. You won’t get anything more, and your questions that haven’t been asked yet are gone.
family-dropped = Done. Nothing more goes to { $name }. I can’t take back what they’ve already received.

export-readme-family = family.json has your part of a family around a story: who reads along with yours, what they have asked you and told themselves, and what you have asked and told.

## The same, told by several

telling-wanted = Then tell it as you remember it, in one message. It appears next to what { $teller } told, under your own name, and { $teller } can read it. If { $teller } makes a book, it can be in there too. You can take it out again, and then it won’t be in any new book.
telling-kept = Saved, next to what { $teller } told.
button-telling-drop = Take mine out again
telling-dropped = Taken out.
family-no-events = Nobody else has told the same story yet.
side-title = The same story, told by several
side-caption = What several of you told, side by side
