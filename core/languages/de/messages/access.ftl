# Wer hereinkommt: wenn eine Einladung nicht mehr gilt, und wenn jemand zu etwas eingeladen ist.

stranger-invited = Diese Einladung gilt nicht mehr. Bitten Sie die Person, die sie geschickt hat, um eine neue. Falls sie eine Nummer von Ihnen braucht, nennen Sie ihr diese: { $id }
invited = Sie sind zu einem Interview eingeladen: „{ $title }“. Fangen wir an?
