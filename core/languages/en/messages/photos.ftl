# Photographs: what is said to them, what becomes of them, and how they stand in the files.

interview-photo = { $photos ->
        [one] I'm adding the photo to your answer; I can't see it myself.
       *[other] I'm adding the photos to your answer; I can't see them myself.
    }
interview-photo-who = { $photos ->
        [one] Who or what is on it?
       *[other] Who or what is on them?
    }
photo-to-nothing = I keep a photo together with an answer, and just now no question is open, so I have not kept this one. Please send it again when I have asked you something.
photo-too-large = I am sorry, I could not keep that photo: it is larger than { $megabytes } MB. Please send it a little smaller; everything else is as it was.
photo-unreadable = I am sorry, I could not keep that picture: the file is damaged, or no photo. A photo in the form JPEG, PNG, WebP or HEIC can be kept; everything else is as it was.
photo-late = I couldn't fetch your photo yet. I'll keep trying for an hour, and tell you if it doesn't come.
photo-lost = I am sorry, that photo did not reach me. Please send it once more; everything else is as it was.

# --- in files

documents-photo = Photo
documents-photo-absent = A photo, which is not here
documents-photos-caption = Your transcript with your photos. Open transcript.md in the ZIP file; README.txt says what is where.
documents-photos-part = Your transcript with your photos, part { $number } of { $total }. README.txt in the first part says what is where.
documents-both-caption = Your transcript with your recordings and photos. Open transcript.md in the ZIP file; README.txt says what is where.
documents-both-part = Your transcript with your recordings and photos, part { $number } of { $total }. README.txt in the first part says what is where.
documents-photos-readme = Your photos are in the folder “photos”, numbered in the order in which you told; transcript.md shows each beside its answer where a program shows Markdown with pictures, and names it everywhere else.
documents-photos-transcript = transcript.md is the conversation; any text editor opens it. If there are several ZIP files, unpack all of them into one folder: then the links lead to the photos.

# --- /privacy

privacy-photos = A photo is kept with your answer, without the place where it was taken; no model sees it.
export-readme-photos = The folder “photos” inside an interview holds the photos that you sent; the transcript says which belongs to which answer.
