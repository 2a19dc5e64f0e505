# Fotos: was dazu gesagt wird, was aus ihnen wird und wie sie in den Dateien stehen.

interview-photo = { $photos ->
        [one] Ich lege das Foto zu Ihrer Antwort. Sehen kann ich es nicht.
       *[other] Ich lege die Fotos zu Ihrer Antwort. Sehen kann ich sie nicht.
    }
interview-photo-who = { $photos ->
        [one] Wer oder was ist auf dem Bild?
       *[other] Wer oder was ist auf den Bildern?
    }
photo-to-nothing = Ein Foto hebe ich immer zusammen mit einer Antwort auf. Gerade ist keine Frage offen, darum habe ich dieses nicht behalten. Schicken Sie es bitte noch einmal, wenn ich Sie etwas gefragt habe.
photo-too-large = Dieses Foto konnte ich leider nicht speichern: Es ist größer als { $megabytes } MB. Schicken Sie es bitte etwas kleiner. Alles andere ist noch da.
photo-unreadable = Dieses Bild konnte ich leider nicht speichern: Die Datei ist beschädigt oder kein Foto. Es geht mit JPEG, PNG, WebP oder HEIC. Alles andere ist noch da.
photo-late = Ihr Foto ist noch nicht bei mir angekommen. Ich versuche es noch eine Stunde und sage Bescheid, wenn es nicht klappt.
photo-lost = Dieses Foto ist leider nicht angekommen. Schicken Sie es bitte noch einmal. Alles andere ist noch da.

# --- in den Dateien

documents-photo = Foto
documents-photo-absent = Ein Foto, das hier fehlt
documents-photos-caption = Ihr Gespräch mit Ihren Fotos. Öffnen Sie in der ZIP-Datei transcript.md. Was wo liegt, steht in README.txt.
documents-photos-part = Ihr Gespräch mit Ihren Fotos, Teil { $number } von { $total }. Was wo liegt, steht im ersten Teil in README.txt.
documents-both-caption = Ihr Gespräch mit Ihren Aufnahmen und Fotos. Öffnen Sie in der ZIP-Datei transcript.md. Was wo liegt, steht in README.txt.
documents-both-part = Ihr Gespräch mit Ihren Aufnahmen und Fotos, Teil { $number } von { $total }. Was wo liegt, steht im ersten Teil in README.txt.
documents-photos-readme = Ihre Fotos liegen im Ordner „photos“, nummeriert in der Reihenfolge, in der Sie erzählt haben. Kann ein Programm Markdown mit Bildern anzeigen, sehen Sie in transcript.md jedes Foto bei seiner Antwort. Sonst steht dort nur, wie es heißt.
documents-photos-transcript = In transcript.md steht das Gespräch; jedes Textprogramm kann die Datei öffnen. Wenn es mehrere ZIP-Dateien sind, entpacken Sie alle in denselben Ordner: Dann führen die Links zu den Fotos.

# --- /privacy

privacy-photos = Ihre Fotos hebe ich bei der Antwort auf. Wo sie gemacht wurden, speichere ich nicht mit, und kein Modell sieht sie.
export-readme-photos = Im Ordner „photos“ eines Interviews liegen die Fotos, die Sie geschickt haben. Welches zu welcher Antwort gehört, steht in der Mitschrift.
