# Photographs: what is said to them, what becomes of them, and how they stand in the files.

interview-photo = { $photos ->
        [one] I'm adding the photo to your answer; I can't see it myself.
       *[other] I'm adding the photos to your answer; I can't see them myself.
    }
interview-photo-who = { $photos ->
        [one] Who or what is in the picture?
       *[other] Who or what is in the pictures?
    }
photo-to-nothing = I keep a photo together with an answer, and no question is open right now, so I haven’t saved this one. Please send it again after my next question.
photo-too-large = I couldn’t save that photo: it’s larger than { $megabytes } MB. Please send a smaller version; everything else is fine.
photo-unreadable = I couldn’t save that picture: the file is damaged or isn’t a photo. I can keep JPEG, PNG, WebP and HEIC. Nothing else was lost.
photo-late = I couldn't fetch your photo yet. I'll keep trying for an hour, and tell you if it doesn't come.
photo-lost = That photo didn’t reach me. Please send it again; everything else is fine.

# --- in files

documents-photo = Photo
documents-photo-absent = A photo that is not included
documents-photos-caption = Your transcript with your photos. Open transcript.md in the ZIP file; README.txt explains the rest.
documents-photos-part = Your transcript with your photos, part { $number } of { $total }. README.txt in the first part explains the rest.
documents-both-caption = Your transcript with your recordings and photos. Open transcript.md in the ZIP file; README.txt explains the rest.
documents-both-part = Your transcript with your recordings and photos, part { $number } of { $total }. README.txt in the first part explains the rest.
documents-photos-readme = Your photos are in the folder “photos”, numbered in the order you sent them; transcript.md shows each next to its answer if your program can show pictures in Markdown, and names it otherwise.
documents-photos-transcript = transcript.md is the conversation; any text editor opens it. If there are several ZIP files, unpack them all into one folder: then the links lead to the photos.

# --- /privacy

privacy-photos = Photos are kept with your answers, without the place where they were taken; no model sees them.
export-readme-photos = The folder “photos” inside an interview has the photos you sent; the transcript says which belongs to which answer.
