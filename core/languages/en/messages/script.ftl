### Interviews by a script of the operator's own: what is said beside questions with set answers.

script-chosen = You chose: { $value }.
script-chosen-more = { $value }. Anything else?
script-enough = That’s all
script-none = None of these
script-noted = I’ve noted: { $value }.

script-again-choice = { $other ->
    [other] Which of these is it? Your own words are fine, too.
   *[none] Which of these comes closest?
}
script-again-choices = Which of these are right? Choose as many as you like.
script-again-scale = Which number is it, from { $low } to { $high }?
script-again-number = { $unit ->
    [none] Could you give me one number? A guess will do.
   *[other] Could you give me one number ({ $unit })? A guess will do.
}
script-again-date = When was that? A day, a month or only a year, such as 5 March 1961.
