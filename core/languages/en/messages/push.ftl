# What a browser shows of a new question while the page is closed.

push-title = A question for you
push-on = I’ll let you know here when there’s a new question.
page-live-push-ask = Should I let you know when the next question comes?
page-live-push-yes = Yes, please
page-live-push-no = Not now
page-live-push-failed = That didn’t work. You can try again, or simply come back here.
