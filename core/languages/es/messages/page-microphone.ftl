# Contestar hablando en la página, y enviar archivos. Lo que empieza por page-live- lo compone el navegador.

page-microphone-speak = Hablar
page-file-add = Foto o archivo
page-file-send = Enviar el archivo
page-file-empty = Este archivo está vacío. Elija otro, por favor.

page-live-microphone-asking = El navegador pregunta si esta página puede usar el micrófono. Dígale que sí, por favor.
page-live-microphone-unheard = Todavía no puedo escuchar grabaciones. Guardo la suya y la escucharé en cuanto pueda; si prefiere no esperar, escriba.
page-live-microphone-denied = El navegador no deja que esta página use el micrófono. Puede permitirlo en los ajustes del navegador para esta página, o simplemente escribir.
page-live-microphone-none = Aquí no hay micrófono. Escriba su respuesta, por favor.
page-live-microphone-busy = Ahora no se puede usar el micrófono; quizá lo está usando otro programa. Vuelva a intentarlo o escriba, por favor.
page-live-microphone-insecure = En esta página el navegador no permite usar el micrófono. Escriba su respuesta, por favor, o grábela con el teléfono y envíe la grabación con «Foto o archivo».
page-live-microphone-unable = Este navegador no puede grabar. Escriba su respuesta, por favor, o abra la página en otro navegador.
page-live-microphone-broken = El micrófono se ha desconectado. Lo que dijo hasta entonces está guardado.
page-live-microphone-full = En este dispositivo no queda espacio. Lo que dijo hasta ahora está guardado; envíelo, por favor.
page-live-microphone-quiet = No se oye nada. ¿Está encendido el micrófono?
page-live-microphone-recording = Grabando
page-live-microphone-paused = En pausa. Puede escuchar la grabación, seguir o enviarla.
page-live-microphone-longest = Una grabación puede durar { $minutes } minutos, y esta ya los tiene. Envíela, por favor; después puede empezar otra.
page-live-microphone-left = Esta grabación aún no se ha enviado. Puede escucharla, enviarla o borrarla.
page-live-microphone-pause = Pausa
page-live-microphone-go-on = Seguir
page-live-microphone-send = Enviar la grabación
page-live-microphone-discard = Borrar
page-live-microphone-sure = ¿Borrar esta grabación?
page-live-microphone-gone = Sí, borrarla
page-live-microphone-keep = No, conservarla
page-live-microphone-listen = Lo que ha grabado
page-live-microphone-one = Su grabación
page-live-microphone-sending = Enviando…
page-live-microphone-waiting = Aún no se ha enviado. Está guardada en este dispositivo y se enviará sola.
page-live-microphone-refused = Ahora no se ha podido enviar. La grabación está guardada en este dispositivo; puede volver a intentarlo.
page-live-microphone-too-large = Es demasiado larga para enviarla de una vez. Está guardada en este dispositivo. Cuéntelo en partes más cortas, por favor, o escríbalo.
page-live-microphone-again = Volver a intentarlo
page-live-file-empty = Este archivo está vacío. Elija otro, por favor.
page-live-file-too-large = Este archivo es demasiado grande. Elija uno más pequeño, por favor.
page-live-file-failed = No se ha podido enviar este archivo. Elíjalo otra vez dentro de un momento, por favor.
