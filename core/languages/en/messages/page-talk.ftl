# The hands-free interview on the page. The browser puts the page-live- messages together.

page-talk-with-me = Talk with me
page-talk-now = I’ll answer now
page-talk-more = I’m not done
page-talk-done = Done
page-talk-stop = Stop talking
# Above the words of somebody who is still speaking; they may still change.
page-talk-so-far = What I’ve heard so far

page-live-talk-reading = You can start answering any time.
page-live-talk-ready = I’m listening. Take all the time you need.
page-live-talk-hearing = I’m listening.
page-live-talk-pausing = If that’s all, I’ll go on when the ring is full.
page-live-talk-patient = I’m still here. There’s no hurry; start whenever you like.
page-live-talk-sending = Thank you. One moment …
page-live-talk-offline = The connection is down. Please keep talking: everything you say is saved on this device.
page-live-talk-over = That was all for now. Thank you!
