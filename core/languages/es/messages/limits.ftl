# Lo que se dice cuando alguien envía más de lo que se admite: qué está guardado, qué no y cuándo seguir.

limit-pace = Sus mensajes llegan más rápido de lo que puedo leer. El último no está guardado; todo lo anterior, sí. Espere un minuto, por favor, y envíelo otra vez. Lo que llegue antes no lo podré guardar.
limit-day = Hoy me ha enviado tanto que ya no me queda espacio. Su último mensaje no está guardado; todo lo anterior, sí. Envíelo otra vez dentro de { $hours ->
        [one] una hora
       *[other] { $hours } horas
    }, por favor. Hasta entonces no puedo guardar lo que escriba.
limit-day-file = Hoy me ha enviado tanto que esto ya no me cabe, así que no lo he guardado. Todo lo anterior está a salvo. Podrá enviar grabaciones y archivos otra vez dentro de { $hours ->
        [one] una hora
       *[other] { $hours } horas
    }. Mientras tanto, escríbame lo que quiera contar.
limit-never = Esto es más de lo que puedo recibir de una persona en todo un día, así que no lo he guardado. Todo lo anterior está a salvo. Envíelo en partes más pequeñas, por favor, o cuéntemelo con sus propias palabras.
