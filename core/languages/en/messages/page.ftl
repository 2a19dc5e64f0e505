# The page that people write on in a browser.

page-title = Your interviewer
page-answer = Your answer
page-send = Send
page-anew = See what’s new
page-earlier = Show earlier messages
page-go-on = Continue
page-invited = Somebody would love to hear your story. Everything you write is saved; come back whenever you like. The person who runs this can read it; other visitors can’t.
page-come-in = Come in
page-no-invitation = This invitation no longer works. Please ask the person who sent it for a new one.
used-link = This link has already been opened
used-link-why = It works only once, so that nobody else can read your story. It was probably opened on another phone or computer.
used-link-there = Please go on there, on the device where you began: everything you told is saved.
used-link-here = If that isn’t possible, or you haven’t opened it yourself, ask the person who sent you the link for a new one.
page-closed = You need a link to open this page. Please open the one you were given, or ask for a new one.
page-not-there = There is nothing here.
page-files-away = I can’t reach recordings and photos right now. Nothing is lost; please try again later.
page-not-understood = Something was wrong with that request. Please go back and try again.
page-too-large = That’s too much at once. Please send it in smaller parts.
page-only-here = This link works only on the computer that Raconteur runs on.
page-too-often = Too many attempts. Try again in a minute.
page-not-kept = I couldn’t save that just now. Please try again in a moment.

# Words of the conversation's page. Those under page-live- are put together by the browser.
page-you = You
page-here = Raconteur
page-skip-to-answer = Skip to your answer
page-history = What you’ve told so far
page-chapters = Chapter { $now } of { $all }
page-questions = Question { $now } of about { $all }
page-edited = edited
page-edit = Edit
page-leave-out = Leave out
page-left-out = This is left out of your files.
page-put-back = Put it back
page-file-read = Read and print
page-file-look = View and print
page-file-forms = Other formats
page-file-download = Download
page-photo = A photo you sent
page-speech = Listen
page-recording = A recording

page-answer-hint = Write as much as you like. Enter starts a new line, Ctrl+Enter sends.
page-menu = Menu
page-commands = What you can do
page-look = Appearance
page-look-auto = Same as this device
page-look-light = Light
page-look-dark = Dark
page-close = Close
page-settings = Settings
page-devices = Where you’re signed in
page-devices-mean = Sign out any phone or computer that you’ve lost or don’t recognise. Everything you’ve said stays saved.
page-device-here = the one you’re using now
page-device-used = Last used { $ago }
page-device-since = Signed in { $ago }
page-device-lately = in the last hour
# $system is what the browser runs on.
page-device-name = { $browser }{ $system ->
        [iPhone] {" "}on an iPhone
        [iPad] {" "}on an iPad
        [Android] {" "}on an Android phone or tablet
        [Windows] {" "}on a Windows computer
        [ChromeOS] {" "}on a Chromebook
        [macOS] {" "}on a Mac
        [Linux] {" "}on a Linux computer
       *[other] {""}
    }
page-device-unnamed = A browser
page-sign-out = Sign out
page-sign-out-here = Sign out here
page-signed-out = You’re signed out in this browser. Everything you’ve told is saved. To come back, you need a new link.
page-write-code = Write code

page-reading-back = Back to the conversation
page-reading-print = Print

page-live-thinking = Reading what you wrote…
page-live-waiting = Not sent yet. It’s saved on this device and will be sent automatically.
page-live-sending = Sending…
page-live-offline = No connection right now. Keep writing: everything is saved here and will be sent when you’re back online.
page-live-shut = This browser has been signed out. Please open the link you were given again. What you wrote is saved here.
page-live-refused = That couldn’t be sent. Please change it and try again.
page-live-too-long = That’s too long to send at once. Please send it in two pieces.
page-live-again = Take it back to change it
page-live-full = This device is out of space. Please keep this page open until everything is sent.
page-live-below = New messages below
page-live-new = New
page-live-save = Save
page-live-cancel = Cancel
page-live-changing = Edit what you wrote
page-live-changed-later = The change hasn’t been sent yet. It will be sent automatically.
page-code-send = Submit
page-code-label = Your code
page-code-keys = Tab indents; press Escape and then Tab to leave the field.

# The first screens, before anything was said.
welcome-title = Your story, in your own words
welcome-what = I ask one question at a time. You answer by speaking or writing, today or over weeks. What you tell me becomes a page, and in time a book.
welcome-tell = Tell my story
welcome-tell-more = Begin now. Five minutes is enough.
welcome-give = Ask somebody I love
welcome-give-more = Send a link. They press one button and talk.
welcome-also = Or something else:
welcome-model = A language model asks the questions.
welcome-no-model = No language model is connected, so the questions come from a prepared list.
welcome-model-silent = The model isn’t answering; questions come from the written list for now.
welcome-model-saved = Your model is saved. It is used after the next start.
welcome-settings = Settings
welcome-name = What should I call you? (You can leave this empty.)
welcome-more = What happens to your words
welcome-begin = Begin
welcome-agreed = By pressing Begin, you agree to this.
welcome-back = Back

# The menu, a photo before it is sent, and the end of a chapter.
page-about = About this
page-menu-story = This story
page-menu-files = My files
page-menu-words = My words
page-menu-page = This page
page-menu-mine = My interviews
page-menu-print = Print the conversation
page-menu-more = More
page-ahead-chapters = { $count ->
        [one] There’s one chapter to go.
       *[other] { $count } chapters to go.
    }
page-ahead-questions = { $count ->
        [one] There’s one question to go.
       *[other] About { $count } questions to go.
    }
page-finish = Finish now? You can still come back later.
page-finish-thanks = Thank you for everything you’ve told me so far. It’s all saved.
page-finish-not-yet = Go on telling
page-finish-yes = Finish for now
page-photo-title = Your photo
page-photo-caption = Who or what is in the picture? (You can leave this empty.)
page-photo-send = Send the photo
page-live-chapter = Another chapter told. Thank you!
page-live-kept = No connection right now. This is what you’ve told so far, saved on this device.
