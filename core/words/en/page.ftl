# The page that people write on in a browser.

page-title = Your interviewer
page-answer = Your answer
page-send = Send
page-earlier = Earlier
page-go-on = Go on
page-invited = You have been invited to tell. Nobody but you can see what you write here; the page keeps it until you come back.
page-come-in = Come in
page-no-invitation = This invitation no longer works. Please ask the person who sent it for a new one.
page-closed = This page is closed here. Please open the link that you were given once more, or ask for a new one.
page-not-there = There is nothing here.
page-not-understood = That could not be understood. Please go back and try once more.
page-too-large = That is more than can be taken at once. Please send it in smaller parts.
page-too-often = That was too often in a short time. Please wait a minute and try once more.
page-not-kept = That could not be kept just now. Please try once more in a moment.
