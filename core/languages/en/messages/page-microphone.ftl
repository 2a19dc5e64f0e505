# Speaking an answer on the page, and handing in files. What stands under page-live- is put together by the browser.

page-microphone-speak = Speak
page-file-add = Photo, file
page-file-send = Send the file
page-file-empty = This file is empty. Please choose another.

page-live-microphone-asking = Your browser is asking whether this page may use the microphone. Please allow it.
page-live-microphone-unheard = I can’t listen to recordings yet. I’ll keep yours and listen as soon as I can; if you’d rather not wait, please write.
page-live-microphone-denied = Your browser doesn’t allow this page to use the microphone. You can allow it in the browser’s settings for this page, or simply write.
page-live-microphone-none = I can’t find a microphone. Please write your answer.
page-live-microphone-busy = The microphone isn’t available right now; another program may be using it. Please try again, or write.
page-live-microphone-insecure = Your browser doesn’t allow the microphone on this page. Please write your answer, or record a voice memo on your phone and send it with “Photo, file”.
page-live-microphone-unable = This browser can’t record. Please write your answer, or open the page in another browser.
page-live-microphone-broken = The microphone was disconnected. What you said until then is saved.
page-live-microphone-full = This device is out of space. What you said until then is saved; please send it.
page-live-microphone-quiet = I can’t hear anything. Is the microphone on?
page-live-microphone-recording = Recording
page-live-microphone-paused = Paused. You can listen to it, go on, or send it.
page-live-microphone-longest = This recording has reached the limit of { $minutes } minutes. Please send it; then you can start another.
page-live-microphone-left = This recording hasn’t been sent yet. You can listen to it, send it, or delete it.
page-live-microphone-pause = Pause
page-live-microphone-go-on = Continue
page-live-microphone-send = Send the recording
page-live-microphone-discard = Delete
page-live-microphone-sure = Delete this recording?
page-live-microphone-gone = Yes, delete it
page-live-microphone-keep = No, keep it
page-live-microphone-listen = Your recording so far
page-live-microphone-one = Your recording
page-live-microphone-sending = Sending…
page-live-microphone-waiting = Not sent yet. It’s saved on this device and will be sent automatically.
page-live-microphone-refused = I couldn’t take this just now. It’s saved on this device; you can try again.
page-live-microphone-too-large = This is too large to send at once. It’s saved on this device; please record it in shorter pieces, or write it.
page-live-microphone-again = Try again
page-live-file-empty = This file is empty. Please choose another.
page-live-file-too-large = This file is too large. Please choose a smaller one.
page-live-file-failed = I couldn’t send this file. Please try again in a moment.
