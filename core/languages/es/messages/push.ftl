# Lo que muestra el navegador de una pregunta nueva mientras la página está cerrada.

push-title = Una pregunta para usted
push-on = Aquí le avisaré cuando haya una pregunta nueva.
page-live-push-ask = ¿Le aviso cuando llegue la próxima pregunta?
page-live-push-yes = Sí, por favor
page-live-push-no = Ahora no
page-live-push-failed = No ha funcionado. Puede probar otra vez o, sencillamente, volver aquí.
