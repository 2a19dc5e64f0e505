# La página en la que la gente escribe, en un navegador.

page-title = Su entrevista
page-answer = Su respuesta
page-send = Enviar
page-anew = Ver lo nuevo
page-earlier = Ver lo anterior
page-go-on = Seguir
page-invited = A alguien le encantaría escuchar su historia. Todo lo que escriba queda guardado; vuelva cuando quiera. Puede leerlo la persona que se encarga de esta página, pero no los demás visitantes.
page-come-in = Entrar
page-no-invitation = Esta invitación ya no funciona. Pida una nueva a quien se la envió, por favor.
used-link = Este enlace ya se ha abierto
used-link-why = Solo funciona una vez, para que nadie más pueda leer su historia. Probablemente se abrió en otro teléfono u ordenador.
used-link-there = Siga, por favor, en el dispositivo donde empezó: todo lo que contó está guardado.
used-link-here = Si no es posible, o si no lo abrió usted, pida un enlace nuevo a la persona que se lo envió.
page-closed = Para abrir esta página hace falta un enlace. Vuelva a abrir el que le dieron, por favor, o pida otro.
page-not-there = Aquí no hay nada.
page-files-away = Ahora mismo no se pueden abrir las grabaciones ni las fotos. No se han perdido; vuelva a intentarlo más tarde, por favor.
page-not-understood = Algo no ha salido bien. Vuelva atrás e inténtelo otra vez, por favor.
page-too-large = Es demasiado para enviarlo de una vez. Envíelo por partes, por favor.
page-only-here = Este enlace solo se abre en la computadora donde funciona Raconteur.
page-too-often = Demasiados intentos seguidos. Espere un minuto y vuelva a intentarlo, por favor.
page-not-kept = No se ha podido guardar. Vuelva a intentarlo dentro de un momento, por favor.

# Palabras de la página de la conversación. Las que empiezan por page-live- las compone el navegador.
page-you = Usted
page-here = Raconteur
page-skip-to-answer = Ir a la respuesta
page-history = Lo que ha contado hasta ahora
page-chapters = Capítulo { $now } de { $all }
page-questions = Pregunta { $now } de unas { $all }
page-edited = editado
page-edit = Editar
page-leave-out = Dejar fuera
page-left-out = Esto no aparece en sus archivos.
page-put-back = Volver a incluirlo
page-file-read = Leer e imprimir
page-file-look = Ver e imprimir
page-file-forms = Otros formatos
page-file-download = Descargar
page-photo = Una foto que envió
page-speech = Escuchar
page-recording = Una grabación

page-answer-hint = Escriba cuanto quiera. Con Enter empieza una línea nueva; con Ctrl y Enter se envía.
page-menu = Menú
page-commands = Qué se puede hacer
page-look = Aspecto
page-look-auto = Como el dispositivo
page-look-light = Claro
page-look-dark = Oscuro
page-close = Cerrar
page-settings = Ajustes
page-devices = Dónde tiene abierta su conversación
page-devices-mean = Si ha perdido un dispositivo o no lo reconoce, cierre ahí la sesión. Todo lo que ha contado se conserva.
page-device-here = es el que está usando ahora
page-device-used = Último uso: { $ago }
page-device-since = Sesión abierta { $ago }
page-device-lately = en la última hora
# $system is what the browser runs on.
page-device-name = { $browser }{ $system ->
        [iPhone] {" "}en un iPhone
        [iPad] {" "}en un iPad
        [Android] {" "}en un teléfono o tableta Android
        [Windows] {" "}en un ordenador con Windows
        [ChromeOS] {" "}en un Chromebook
        [macOS] {" "}en un Mac
        [Linux] {" "}en un ordenador con Linux
       *[other] {""}
    }
page-device-unnamed = Un navegador
page-sign-out = Cerrar sesión
page-signed-out = Ha cerrado la sesión en este navegador. Todo lo que ha contado está guardado. Para volver necesitará un enlace nuevo.
page-sign-out-here = Cerrar sesión aquí
page-write-code = Escribir código

page-reading-back = Volver a la conversación
page-reading-print = Imprimir

page-live-thinking = Leyendo lo que escribió…
page-live-waiting = Aún no se ha enviado. Está guardado en este dispositivo y se enviará solo.
page-live-sending = Enviando…
page-live-offline = Ahora no hay conexión. Siga escribiendo: todo se guarda aquí y se enviará cuando vuelva la conexión.
page-live-shut = La sesión de este navegador se ha cerrado. Vuelva a abrir el enlace que le dieron, por favor. Lo que ha escrito está guardado aquí.
page-live-refused = Esto no se ha podido enviar. Cámbielo, por favor, y envíelo otra vez.
page-live-too-long = Es demasiado largo para enviarlo de una vez. Envíelo en dos partes, por favor.
page-live-again = Recuperar y cambiar
page-live-full = En este dispositivo no queda espacio. No cierre la página, por favor, hasta que se haya enviado todo.
page-live-below = Hay algo nuevo abajo
page-live-new = Nuevo
page-live-save = Guardar
page-live-cancel = Cancelar
page-live-changing = Edite lo que escribió
page-live-changed-later = El cambio aún no se ha enviado. Se enviará solo.
page-code-send = Entregar
page-code-label = Su código
page-code-keys = Con Tab se añade sangría; para salir del cuadro, pulse Escape y después Tab.

# Las primeras pantallas, antes de que se haya dicho nada.
welcome-title = Su historia, con sus palabras
welcome-what = Hago las preguntas de una en una. Usted responde hablando o escribiendo, hoy o a lo largo de varias semanas. De lo que cuente sale una página y, con el tiempo, un libro.
welcome-tell = Contar mi historia
welcome-tell-more = Empiece ahora. Con cinco minutos basta.
welcome-give = Preguntar a un ser querido
welcome-give-more = Envíe un enlace. Basta con pulsar un botón y hablar.
welcome-also = O bien:
welcome-model = Las preguntas las hace un modelo de lenguaje.
welcome-no-model = No hay ningún modelo de lenguaje conectado: las preguntas salen de una lista ya preparada.
welcome-model-silent = El modelo de lenguaje no responde: por ahora, las preguntas salen de la lista ya preparada.
welcome-model-saved = Guardado. El modelo se usará a partir del próximo inicio.
welcome-settings = Ajustes
welcome-name = ¿Cómo quiere que le llame? (Puede dejarlo vacío.)
welcome-more = Más sobre sus palabras
welcome-begin = Empezar
welcome-agreed = Al pulsar «Empezar», acepta todo esto.
welcome-back = Volver

# The menu, a photo before it is sent, and the end of a chapter.
page-about = De qué se trata
page-menu-story = Esta historia
page-menu-files = Mis archivos
page-menu-words = Mis palabras
page-menu-page = Esta página
page-menu-mine = Mis entrevistas
page-menu-print = Imprimir la conversación
page-menu-more = Más
page-ahead-chapters = { $count ->
        [one] Queda un capítulo por delante.
       *[other] Quedan { $count } capítulos por delante.
    }
page-ahead-questions = { $count ->
        [one] Queda una pregunta por delante.
       *[other] Quedan unas { $count } preguntas por delante.
    }
page-finish = ¿Terminar ahora? Siempre puede volver más adelante.
page-finish-thanks = Gracias por todo lo que me ha contado hasta ahora. Está todo guardado.
page-finish-not-yet = Seguir contando
page-finish-yes = Terminar por ahora
page-photo-title = Su foto
page-photo-caption = ¿Quién o qué aparece en la foto? (Puede dejarlo vacío.)
page-photo-send = Enviar la foto
page-live-chapter = Un capítulo más contado. ¡Gracias!
page-live-kept = Ahora no hay conexión. Esto es lo que ha contado hasta ahora, guardado en este dispositivo.
