# A gift after it was given: the giver's page, its changes, and the links that lead back.

## The message to go with the link

give-message-text = { $name }, I’d love to hear your story. Open this link on the phone you’ll use, press Begin, and { $speaks ->
        [yes] just talk
       *[no] write, or send a voice memo
    }. You’ll be asked one question at a time, and there’s no hurry at all.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
landing-what-home = Hello, { $name }. I ask one question at a time. Write your answers, or send a voice memo. Skip whatever you like, and stop whenever you like.
landing-preview-home = One question at a time. Press Begin and write.
page-voice-memo = Would you rather speak? Record a voice memo on your phone and send it with “Photo, file”.
give-questions-later = You can ask more later, on the page “For…” that comes next.

## How far it has come, in a word

give-line = { $name }: { $far }
give-short-unopened = not opened yet
give-short-opened = opened
give-short-begun = started
give-short-answers = { $count ->
        [one] one answer
       *[other] { $count } answers
    }
give-new = new

## Changing it

give-change = Change something
give-rhythm-twice = Two questions a week
give-rhythm-own = The days { $name } chose
give-rhythm-saved = Saved. From now on, that’s how often I’ll ask.
give-save = Save
give-asked = Your questions
give-asked-yes = Already asked
give-asked-wait = Still to come
give-ask = Ask something else
give-ask-hint = I’ll ask it in your name when one subject is finished.
give-ask-add = Add this question
give-ask-kept = I’ll ask that, too.
give-take-back = Take this gift back
give-take-back-sure = Take back your gift for { $name }?
give-take-back-unopened = The link won’t open anything any more. Anybody who opens it reads that you took it back.
give-take-back-opened = You won’t get anything more. What { $name } has told stays with { $name }, and so does the interview. I’ll let { $name } know.
give-take-back-yes = Yes, take it back
give-take-back-no = No, keep it
give-taken-back = You’ve taken it back.
gift-taken-back = { $giver ->
        [none] Whoever gave you this
       *[other] { $giver }
    } won’t get what you tell me any more. Everything you’ve told is still yours, and you can go on whenever you like.
taken-back = { $giver ->
        [none] This invitation was taken back
       *[other] { $giver } took this invitation back
    }
taken-back-what = There’s nothing you need to do. If you’d still like to tell your story, ask for a new link.

## A new link for somebody who has begun

give-return = New link for { $name }
give-return-when = For a new phone, or one that was signed out. It opens everything { $name } has told so far.
give-return-text = { $name }, here’s a new link to your story. Open it on the phone you’ll use. Everything you’ve told is still there.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
return-title = Welcome back
return-what = Everything you’ve told is still here. Press Continue to open it on this phone or computer.
return-continue = Continue
return-look = This link is for another phone or computer. It hasn’t been used.

## What was sent, as a page

give-story = Print or save
give-story-title = { $name }’s story

## Who can open the link

give-reach-now-here = Only this computer can open this link.
give-reach-now-home = Only phones and computers on this home’s Wi-Fi can open this link.
give-reach-now-all = Anybody who has this link can open it, wherever they are.

## The operator's page

operator-sign-out-sure = Sign out this browser?
operator-sign-out-means = It won’t open this page any more until it gets a new link. Nothing that was told is lost.
operator-sign-out-not = No, leave it
operator-signed-out = Signed out. Nothing that was told is lost.
operator-new-link = New link for { $name }
operator-new-link-made = This link opens everything { $name } has told. It works once, on the device that opens it.
operator-gift-for = A gift for { $name }
operator-family-of = The family of { $name }
