# Hablar en la página con las manos libres. Lo que empieza por page-live- lo compone el navegador.

page-talk-with-me = Hablar conmigo
page-talk-now = Contesto ya
page-talk-more = Aún no he terminado
page-talk-done = Listo
page-talk-stop = Dejar de hablar
# Encima de las palabras de alguien que todavía habla; aún pueden cambiar.
page-talk-so-far = Lo que he oído hasta ahora

page-live-talk-reading = Puede empezar a contestar cuando quiera.
page-live-talk-ready = Le escucho. Tómese todo el tiempo que necesite.
page-live-talk-hearing = Le escucho.
page-live-talk-pausing = Si eso es todo, seguiré cuando el círculo esté lleno.
page-live-talk-patient = Sigo aquí. No hay prisa; empiece cuando quiera.
page-live-talk-sending = Gracias. Un momento …
page-live-talk-offline = Se ha perdido la conexión. Siga hablando: todo lo que diga se guarda en este dispositivo.
page-live-talk-over = Eso es todo por ahora. ¡Muchas gracias!
