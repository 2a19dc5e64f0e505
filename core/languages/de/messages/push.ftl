# Was ein Browser von einer neuen Frage zeigt, solange die Seite geschlossen ist.

push-title = Eine Frage für Sie
push-on = Ab jetzt sage ich Ihnen hier Bescheid, wenn eine neue Frage da ist.
page-live-push-ask = Soll ich Bescheid sagen, wenn die nächste Frage kommt?
page-live-push-yes = Ja, gern
page-live-push-no = Jetzt nicht
page-live-push-failed = Das hat nicht geklappt. Versuchen Sie es noch einmal, oder kommen Sie einfach wieder hierher.
