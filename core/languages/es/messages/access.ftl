# Quién puede entrar: para quienes traen una invitación que ya no abre nada, y para quienes la tienen para una entrevista.

stranger-invited = Esta invitación ya no funciona. Pida una nueva a quien se la envió, por favor. Si le piden un número, dé este: { $id }
invited = Le han invitado a una entrevista: «{ $title }». ¿Empezamos?
