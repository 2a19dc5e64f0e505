### Gespräche nach eigenen Fragen: was bei Fragen mit festen Antworten gesagt wird.

script-chosen = Sie haben gewählt: { $value }.
script-chosen-more = Notiert: { $value }. Noch etwas?
script-enough = Das ist alles
script-none = Nichts davon
script-noted = Notiert: { $value }.

script-again-choice = { $other ->
    [other] Was davon trifft zu? Sie können es auch in eigenen Worten sagen.
   *[none] Was davon passt am ehesten?
}
script-again-choices = Was davon trifft zu? Sie dürfen auch mehreres nennen.
script-again-scale = Welche Zahl wäre es, von { $low } bis { $high }?
script-again-number = { $unit ->
    [none] Können Sie eine Zahl nennen? Ungefähr reicht.
   *[other] Können Sie eine Zahl nennen ({ $unit })? Ungefähr reicht.
}
script-again-date = Wann war das? Ein Tag, ein Monat oder nur das Jahr, zum Beispiel 5. März 1961.
