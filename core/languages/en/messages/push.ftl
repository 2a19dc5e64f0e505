# What a browser shows of a new question while the page is closed.

push-title = A question for you
push-on = I’ll tell you here when a new question has come.
page-live-push-ask = Shall I let you know when the next question comes?
page-live-push-yes = Yes, please
page-live-push-no = Not now
page-live-push-failed = That didn’t work. You can try again, or simply come back here.
