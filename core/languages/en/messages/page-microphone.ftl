# Speaking an answer on the page, and handing in files. What stands under page-live- is put together by the browser.

page-microphone-speak = Speak
page-file-add = Photo, file
page-file-send = Send the file
page-file-empty = There is nothing in this file. Please choose another.

page-live-microphone-asking = Your browser asks whether this page may use the microphone. Please allow it.
page-live-microphone-unheard = Recordings cannot be listened to here yet. Yours is kept and heard later; if you would rather not wait, please write.
page-live-microphone-denied = The browser does not let this page use the microphone. You can allow it in the browser’s settings for this page, or simply write.
page-live-microphone-none = There is no microphone here. Please write your answer.
page-live-microphone-busy = The microphone cannot be used just now; perhaps another program has it. Please try once more, or write.
page-live-microphone-insecure = Browsers allow the microphone only on a secure page, one whose address begins with https. Please write your answer here.
page-live-microphone-unable = This browser cannot record. Please write your answer, or open the page in another browser.
page-live-microphone-broken = The microphone has gone. What you said until then is kept.
page-live-microphone-full = This device has no room for more. What you said until then is kept; please send it.
page-live-microphone-quiet = I hear nothing. Is the microphone switched on?
page-live-microphone-recording = Recording
page-live-microphone-paused = Paused. You can listen to it, go on, or send it.
page-live-microphone-longest = One recording can be { $minutes } minutes long, and this one is. Please send it; then you can begin another.
page-live-microphone-left = This recording was not sent yet. You can listen to it, send it, or throw it away.
page-live-microphone-pause = Pause
page-live-microphone-go-on = Go on
page-live-microphone-send = Send the recording
page-live-microphone-discard = Throw away
page-live-microphone-sure = Throw this recording away?
page-live-microphone-gone = Yes, throw it away
page-live-microphone-keep = No, keep it
page-live-microphone-listen = What you have recorded
page-live-microphone-one = Your recording
page-live-microphone-sending = Sending …
page-live-microphone-waiting = Not sent yet. It is kept on this device and goes out by itself.
page-live-microphone-refused = This could not be taken just now. It is kept on this device; you can try again.
page-live-microphone-too-large = This is more than can be taken at once. It is kept on this device; please tell it in shorter pieces, or write it.
page-live-microphone-again = Try again
page-live-file-empty = There is nothing in this file. Please choose another.
page-live-file-too-large = This file is larger than can be taken. Please choose a smaller one.
page-live-file-failed = This file could not be sent. Please choose it once more in a moment.
