# One person in two chats: a code from the one is entered in the other.

command-link = Continue in another chat too
link-code =
    Your code: { $code }

    Now open the other chat with me, and write there: /link { $code }

    The code works once, within ten minutes. Keep it to yourself: anyone who has it could read what you’ve told me.
link-question =
    { $name ->
        [none] This code comes from a chat with me { $platform ->
            [telegram] on Telegram
            [discord] on Discord
            [mail] by e-mail
            [web] { $same ->
                [yes] in another browser
               *[no] on the page
            }
            [terminal] in the terminal
           *[other] on { $platform }
        }.
       *[other] This code comes from the chat of { $name } { $platform ->
            [telegram] on Telegram
            [discord] on Discord
            [mail] by e-mail
            [web] { $same ->
                [yes] in another browser
               *[no] on the page
            }
            [terminal] in the terminal
           *[other] on { $platform }
        }.
    }

    If that’s you, I can connect that chat and this one. You can then read, continue and delete everything from both. This can’t be undone.
link-carried = Messages there are carried by { $carrier }.
link-at-home = One of the two is on the computer I run on: anyone who uses that computer can then read all of it and write in your name.
link-sure = Put them together? Please use the buttons; a typed yes is not enough for this.
button-link-yes = Yes, put them together
button-link-no = No, keep them apart
link-joined-here =
    Done. This chat and the one { $platform ->
        [telegram] on Telegram
        [discord] on Discord
        [mail] by e-mail
        [web] { $same ->
            [yes] in another browser
           *[no] on the page
        }
        [terminal] in the terminal
       *[other] on { $platform }
    } are now connected. Write wherever you like: I’ll answer where you wrote last.
link-joined-there =
    This chat and one { $platform ->
        [telegram] on Telegram
        [discord] on Discord
        [mail] by e-mail
        [web] { $same ->
            [yes] in another browser
           *[no] on the page
        }
        [terminal] in the terminal
       *[other] on { $platform }
    } are now connected. Write wherever you like: I’ll answer where you wrote last. If this wasn’t you, please tell the person who runs this bot.
link-left = All right, the two chats stay apart. That code no longer works.
link-wrong = This code doesn’t work, or not any more. Please check it, or write /link in the other chat for a new one.
link-own = This code was made in this chat. Please enter it in the other one.
link-together = These two chats are already connected. Write in whichever you like.
link-often = That was too many codes. Please wait ten minutes, then write /link in the other chat for a new one.
link-still-listening = I’m still listening to your last voice message. Please press it again in a moment.
stranger-linking = This code doesn’t work, or not any more. Please check it, or write /link in your other chat with me for a new one. If you don’t have one, please give the person who runs this bot this number: { $id }
