# The page that people write on in a browser.

page-title = Your interviewer
page-answer = Your answer
page-send = Send
page-anew = See what is new
page-earlier = Show what was said before
page-go-on = Go on
page-invited = You have been invited to tell. What you write here is kept until you come back. The person who runs this can read it; other visitors cannot.
page-come-in = Come in
page-no-invitation = This invitation no longer works. Please ask the person who sent it for a new one.
page-closed = This page is closed here. Please open the link that you were given once more, or ask for a new one.
page-not-there = There is nothing here.
page-files-away = Recordings and photos cannot be reached just now. They are not lost; please try again later.
page-not-understood = That could not be understood. Please go back and try once more.
page-too-large = That is more than can be taken at once. Please send it in smaller parts.
page-only-here = This link works only on the computer that Raconteur runs on.
page-too-often = That was too often in a short time. Please wait a minute and try once more.
page-not-kept = That could not be kept just now. Please try once more in a moment.

# Words of the conversation's page. Those under page-live- are put together by the browser.
page-you = You
page-here = Raconteur
page-skip-to-answer = To the answer
page-history = What was said so far
page-badge-overview = Overview
page-badge-question = Question
page-badge-follow-up = Follow-up
page-chapters = Chapter { $now } of { $all }
page-questions = Question { $now } of about { $all }
page-edited = changed
page-edit = Change
page-file-read = Read and print
page-file-look = Look at it and print
page-file-download = Download
page-photo = A photo that you sent
page-speech = Listen to this
page-recording = A recording

page-answer-hint = Write as much as you like. Enter begins a new line, Ctrl and Enter send.
page-menu = Menu
page-commands = What you can do
page-look = How it looks
page-look-auto = As the device
page-look-light = Light
page-look-dark = Dark
page-close = Close
page-settings = Settings, for whoever runs this
page-devices = Where you are signed in
page-device-here = this browser
page-device-seen = last used on
page-device-unnamed = A browser
page-sign-out = Sign out
page-signed-out = You are signed out in this browser. Everything you have told is saved. To come back, you need a new link.
page-write-code = Write code

page-reading-back = Back to the conversation
page-reading-print = Print

page-live-thinking = Reading what you wrote …
page-live-waiting = Not sent yet. It is kept on this device and goes out by itself.
page-live-sending = Sending …
page-live-offline = No connection just now. Write on: everything is kept here, and sent when the connection is back.
page-live-shut = This browser is not let in any more. Please open the link that you were given once more. What you have written is kept here.
page-live-refused = This could not be taken. Please change it and send it again.
page-live-too-long = This is longer than can be taken at once. Please send it in two pieces.
page-live-again = Take it back to change it
page-live-full = This device keeps nothing more for the page. Please leave it open until everything is sent.
page-live-below = New words below
page-live-new = New
page-live-time = { $minutes } min
page-live-hours = { $hours } h { $minutes } min
page-live-save = Keep the change
page-live-cancel = Leave it as it was
page-live-changing = Your words, to be changed
page-live-changed-later = The change is not sent yet. It goes out by itself.
page-code-send = Hand in
page-code-label = Your code
page-code-keys = Tab indents; press Escape and then Tab to leave the field.

# The first screens, before anything was said.
welcome-title = Your story, in your own words
welcome-what = I ask one question at a time. You answer by speaking or writing, today or over weeks. What you tell becomes a page, and in time a book.
welcome-tell = Tell my story
welcome-tell-more = Begin now. Five minutes are enough.
welcome-give = Ask somebody I love
welcome-give-more = Send a link. They press one button and tell.
welcome-also = Or something else:
welcome-model = A language model asks the questions.
welcome-no-model = No language model is connected, so the questions come from a written list.
welcome-settings = Settings
welcome-name = What shall I call you? (You can leave this empty.)
welcome-more = More about your words
welcome-begin = Begin
welcome-agreed = By pressing Begin, you agree to this.
welcome-back = Back
