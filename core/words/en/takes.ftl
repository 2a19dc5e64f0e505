# Looking for something that was told.

command-find = Find what I told about something
find-what = What shall I look for in what you have told me? For example: /find brother
find-nothing = I find nothing about that in what you have told me. Perhaps you used another word for it.
find-found = { $passages ->
        [one] You spoke of it once. In your own words:
       *[other] You spoke of it { $passages } times. In your own words:
    }
find-more = { $more ->
        [one] There is one more place. A second word finds it more exactly, as in: /find brother Kazan
       *[other] There are { $more } more places. A second word finds them more exactly, as in: /find brother Kazan
    }
button-whole = { $voice ->
        [yes] { $number }: read and hear it all
       *[no] { $number }: read it all
    }
