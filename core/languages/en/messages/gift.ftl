# An interview that somebody is given, and the family around it.

command-gift = Give somebody an interview
command-family = My family

## Giving one

gift-off = Gifts aren’t available here.
gift-not-you = Only the person who runs this bot can give interviews here, because it lets somebody new in. Just ask them to make the link for you.
gift-name =
    So you’d like somebody to tell their story, with me asking the questions.

    What do you call them? That’s how I’ll greet them. For example: Grandma Nina
button-gift-not = Never mind
gift-left = All right, never mind.
gift-language = Which language should I speak with { $name }?
gift-rhythm = How often should I ask { $name } something? They can ask for more, or change this, at any time.
button-gift-daily = A question a day
button-gift-twice = Twice a week
button-gift-weekly = Once a week
button-gift-once = As soon as they’ve answered
gift-no-way = I can’t make a link right now. Please try again in a little while.
gift-made = Here it is. The message below is for { $name }: just forward it. The link works once, within { $days } days. Whether you can read their answers is up to them; I’ll ask.
gift-forward =
    { $name }, here’s something for you{ $giver ->
        [none] {""}
       *[other] , from { $giver }
    }: an interviewer who asks about your life, one question at a time, and listens. Take as long as you like; you can write, or simply speak.

    Open this and press the button to begin:
gift-questions =
    Is there anything you’ve always wanted to ask { $name }? Write it here, one question at a time, or send me a picture to ask about. I’ll ask it in your name when the moment is right.
button-gift-done = That’s all
gift-done = Good. I’ll ask these when the moment is right. /family shows you how things are going.

## The one who opens it

gift-hello =
    Hello, { $name }. { $giver ->
        [none] Somebody in your family has given you this.
       *[other] { $giver } has given you this.
    } It’s called “{ $title }”.
gift-what =
    I’m Raconteur, a computer program. I’ll ask you about your life, one question at a time, and keep your answers in your own words. You can write, or send me a voice message.

    There’s no hurry. You can skip any question, and stop whenever you like.
gift-rhythm-told = I’ll ask you one question { $days }. If you’d like more, just press “Ask me now”.
gift-gone = This gift can’t be opened any more. Please ask whoever sent it for a new link.
gift-is-for = This link is for { $name }: please send it on to them. It only works once, so I haven’t used it up.
leave-question =
    One thing before we begin. { $giver } would like to read or hear what you tell me. May I pass it on?

    I’ll only do that if you say yes, and you can change that at any time with /family. { $model ->
        [yes] If an answer isn’t for { $reader ->
            [none] your family, press “Not for my family”
           *[other] { $reader }, press “Not for { $reader }”
        }: it stays in your own file. “Leave out everywhere” takes it out of your file, too. Or just tell me what should stay between us, or who shouldn’t hear it: then nobody gets it.
       *[no] Even then nothing is sent automatically: under each answer you’ll find “{ $reader ->
            [none] Send to my family
           *[other] Send to { $reader }
        }”, and only what you send goes out. “Leave out everywhere” takes an answer out of your own file, too.
    } I can’t take back what has been received.
button-leave-yes = Yes, pass it on
button-leave-no = No, keep it private
leave-given = { $model ->
        [yes] Good. What you tell me from now on goes to { $reader ->
            [none] your family
           *[other] { $reader }
        }{ $minutes ->
            [0] {""}
           *[other] , { $minutes } minutes after you’ve told it
        }. If an answer isn’t for { $reader ->
            [none] them, press “Not for my family”
           *[other] { $reader }, press “Not for { $reader }”
        }: it stays in your own file. If something should stay between us, or somebody in particular shouldn’t hear it, just say so.
       *[no] Good. Nothing goes out automatically: under each answer you’ll find “{ $reader ->
            [none] Send to my family
           *[other] Send to { $reader }
        }”.
    }
leave-taken = { $reader ->
        [none] All right. From now on, I won’t pass anything on to your family. I can’t take back what they’ve already received.
       *[other] All right. From now on, I won’t pass anything on to { $reader }. I can’t take back what { $reader } has already received.
    }
button-share = { $reader ->
        [none] Send to my family
       *[other] Send to { $reader }
    }
button-apart = { $reader ->
        [none] Not for my family
       *[other] Not for { $reader }
    }
button-take-back = Take it back
button-private = Leave out everywhere
private-apart =
    { $gone ->
        [yes] That isn’t sent any more. But { $reader ->
            [none] your family
           *[other] { $reader }
        } may already have received it, and I can’t take that back.
       *[no] { $count ->
            [one] That isn’t
           *[other] Your { $count } messages to that question aren’t
        } for { $reader ->
            [none] your family
           *[other] { $reader }
        }: I won’t send { $count ->
            [one] it
           *[other] them
        } on.
    } { $count ->
        [one] It stays in your own file. To send it
       *[other] They stay in your own file. To send them
    } after all, use /family.
private-last-kept =
    { $count ->
        [one] That is left out everywhere
       *[other] Your { $count } messages to that question are left out everywhere
    }: { $gone ->
        [yes] from now on nobody gets { $count ->
            [one] it, and it isn’t
           *[other] them, and they aren’t
        } in any file. But your family may already have received { $count ->
            [one] it
           *[other] them
        }, and I can’t take that back.
       *[no] nobody gets { $count ->
            [one] it, and it isn’t
           *[other] them, and they aren’t
        } in any file.
    } To put { $count ->
        [one] it
       *[other] them
    } back, use /private.
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
button-telling = Tell my version
family-thanked = I’ll pass that on to { $teller } with the next question.
family-ask = What would you like to ask { $teller }? Please write it in one message, as one question. I’ll ask it in your name when the moment is right.
family-ask-more = What would you like to ask { $teller }? Write it here, one question at a time, or send me a picture to ask about. I’ll ask it in your name when the moment is right.
button-family-not = Never mind
family-question-kept = { $more ->
        [yes] Saved. If there’s another one, just write it.
       *[no] Saved. I’ll ask { $teller } in your name when the moment is right.
    }
family-question-link = Please leave out links, site names, commands, and names with @.
family-question-how = Please ask just one thing, in one or two short sentences, and not for anything like passwords or card numbers.
family-question-refused = { $teller } has asked not to be asked about that, so I won’t. Perhaps something else?
family-questions-many = { $most } of your questions haven’t been answered yet. Let’s see what those bring first.

## What who tells hears of them

family-asks = { $asker } asks: { $question }
family-asks-picture = { $asker } asks about the picture: { $question }
family-what-picture = Would you tell me about this picture?
family-picture-from = A picture from { $name ->
        [none] your family
       *[other] { $name }
    }
family-has-joined = { $name } can now read along with your story. To change that, send /family.
family-thanks =
    { $people ->
        [one] { $names } thanks you for your story.
       *[other] { $names } thank you for your story.
    }

family-privacy = { $leave ->
        [yes] { $reader ->
            [none] Your family
           *[other] { $reader }
        } gets what you tell me, because you said yes, except what you mark as not for { $reader ->
            [none] them
           *[other] { $reader }
        } or leave out. To see or change that, send /family.
       *[no] { $reader ->
            [none] Your family
           *[other] { $reader }
        } doesn’t get anything you tell me unless you say yes to that: /family.
    }
giver-runs = { $giver ->
        [none] Whoever gave you this
       *[other] { $giver }
    } also runs this page, and so can read everything there.

## Members

family-welcome =
    { $name ->
        [none] Hello.
       *[other] Hello, { $name }.
    } This is about { $teller }, who is telling the story of their life, one question at a time. You’re invited to read along.
family-what-is-kept = I’m Raconteur, a computer program. You only get what { $teller } agrees to share, and nothing else. I keep your name, this chat, and whatever you ask or tell me; /privacy says where, /delete removes it. { $teller } is told that you’re here.
family-how-often = You’ll get new stories as they come, during the day. You can also have them once a week, or not at all:
family-already = You’re already reading along. /family shows how things are going.
family-full = { $most } people are reading along with this story already, and that’s as many as I can manage. Somebody else can join once one of them leaves.
family-way = { $way ->
        [now] All right: you’ll get each story as it comes, during the day.
        [week] All right: you’ll get a letter once a week.
       *[none] All right: you won’t get anything from now on. To change that, send /family.
    }
button-family-now = As it comes
button-family-week = Once a week
button-family-none = Nothing, for now
button-family-add = Invite somebody
button-family-yes = Share with my family
button-family-no = Stop sharing with my family
button-family-drop = Remove { $name }
button-family-out = Stop reading along
button-family-ask = Ask { $teller } something
button-family-both = See both side by side
family-nobody = Nobody is reading along with your story yet, and you’re not reading along with anybody else’s. To give somebody an interview, send /gift.
family-of-yours = { $names ->
        [none] Nobody is reading along with your story yet.
       *[other] Reading along with your story: { $names }.
    }
family-leave-is = { $leave ->
        [yes] They get what you tell me, but not what you mark as not for them or leave out.
       *[no] They don’t get anything you tell me.
    }
family-apart =
    { $answers ->
        [one] One answer is still between us. Nobody gets it unless you send it.
       *[other] { $answers } answers are still between us. Nobody gets them unless you send them.
    }
button-let = { $reader ->
        [none] Send { $number } to my family
       *[other] Send { $number } to { $reader }
    }
family-let-go =
    { $minutes ->
        [0] Goes to { $reader ->
            [none] your family
           *[other] { $reader }
        } now. I can’t take back what has been received.
        [one] Goes to { $reader ->
            [none] your family
           *[other] { $reader }
        } in a minute. You can still take it back.
       *[other] Goes to { $reader ->
            [none] your family
           *[other] { $reader }
        } in { $minutes } minutes. You can still take it back.
    }
family-of-others = { $teller }: { $way ->
        [now] you get what they share as it comes.
        [week] you get what they share once a week.
       *[none] you don’t get anything, as you asked.
    }
family-not-opened = { $teller } hasn’t opened the link yet.
family-link = Forward the message below to whoever should join. The link works once, within { $days } days.
family-forward = You’re invited to read along as { $teller } tells their life story. Open this and press the button:
family-left = Done. You won’t get anything more, and your questions that haven’t been asked yet are gone.
family-dropped = Done. { $name } won’t get anything more. I can’t take back what they’ve already received.

export-readme-family = family.json has everything about reading along: who reads your story, what they’ve asked you, what they’ve told of their own, and what you’ve asked and told them.

## The same, told by several

telling-wanted = Then tell it as you remember it, in one message. It will appear next to { $teller }’s version, under your own name, and { $teller } can read it. If { $teller } makes a book, your version can be in there too. You can take it out again, and then it won’t be in any new book.
telling-kept = Saved, next to { $teller }’s version.
button-telling-drop = Take my version out
telling-dropped = Taken out.
family-no-events = Nobody else has told the same story yet.
side-title = The same story, told by several of you
side-caption = Your versions of the story, side by side
