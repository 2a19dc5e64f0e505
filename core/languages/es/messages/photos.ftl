# Fotos: lo que se dice al recibirlas, qué se hace con ellas y cómo aparecen en los archivos.

interview-photo = { $photos ->
        [one] Guardo la foto junto a su respuesta. Yo no puedo verla.
       *[other] Guardo las fotos junto a su respuesta. Yo no puedo verlas.
    }
interview-photo-who = { $photos ->
        [one] ¿Quién o qué aparece en la foto?
       *[other] ¿Quién o qué aparece en las fotos?
    }
photo-to-nothing = Cada foto se guarda junto a una respuesta, y ahora no hay ninguna pregunta; por eso no he guardado esta. Mándela otra vez, por favor, cuando le haya preguntado algo.
photo-too-large = No pude guardar esa foto, lo siento: pesa más de { $megabytes } MB. Mándela un poco más pequeña, por favor. Todo lo demás sigue igual.
photo-unreadable = No pude guardar esa imagen, lo siento: el archivo está dañado o no es una foto. Puedo guardar fotos JPEG, PNG, WebP o HEIC. Todo lo demás sigue igual.
photo-late = Su foto todavía no me ha llegado. Seguiré intentándolo durante una hora; si no llega, se lo diré.
photo-lost = Esa foto no me llegó, lo siento. Mándela otra vez, por favor. Todo lo demás sigue igual.

# --- en los archivos

documents-photo = Foto
documents-photo-absent = Una foto que no está aquí
documents-photos-caption = Su historia, con sus fotos. Abra transcript.md en el archivo ZIP; README.txt explica qué es cada cosa.
documents-photos-part = Su historia, con sus fotos, parte { $number } de { $total }. El archivo README.txt de la primera parte explica qué es cada cosa.
documents-both-caption = Su historia, con sus grabaciones y sus fotos. Abra transcript.md en el archivo ZIP; README.txt explica qué es cada cosa.
documents-both-part = Su historia, con sus grabaciones y sus fotos, parte { $number } de { $total }. El archivo README.txt de la primera parte explica qué es cada cosa.
documents-photos-readme = Sus fotos están en la carpeta «photos», numeradas según el orden en que se contó todo. transcript.md muestra cada una junto a su respuesta si el programa con que lo abre sabe mostrar imágenes en Markdown; si no, solo se ve el nombre de la foto.
documents-photos-transcript = transcript.md es la conversación; se abre con cualquier editor de texto. Si hay varios archivos ZIP, descomprímalos todos en una misma carpeta: así los enlaces llevan a las fotos.

# --- /privacy

privacy-photos = Las fotos se guardan con su respuesta, pero no guardo dónde se tomaron. Ningún modelo las ve.
export-readme-photos = En la carpeta «photos» de cada entrevista están las fotos que usted mandó; en el texto se ve a qué respuesta va cada una.
