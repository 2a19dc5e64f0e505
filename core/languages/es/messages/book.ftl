# El libro de una vida: lo que lleva dentro y cómo se hace en el chat.

## En el libro

book-title-life-story = La historia de una vida
book-teller = Quien cuenta esta historia
book-contents = Índice
book-listen = Para escuchar
book-listen-how = Todo esto se grabó al contarlo. Las grabaciones vienen con el libro, en la carpeta «audio» del archivo que lo acompaña; el código cuadrado contiene el nombre de la grabación. En la versión de página web (el archivo .html) y en la de libro electrónico (.epub) se pueden escuchar directamente, siempre que haya espacio para ellas.
book-recording = Grabación
book-boxes = En algunos lugares verá un cuadrito vacío: ahí va un signo que no se pudo imprimir. En la versión de página web (.html) y en la de libro electrónico (.epub) están todos.
book-colophon-told = Cada palabra de este libro está tal como se dijo. Solo el orden y los títulos vienen de la entrevista.
book-colophon-mended = Las palabras de este libro son de quien lo contó; algunas las cambió después. De la entrevista solo vienen el orden y los títulos.
book-colophon-read = Las palabras de este libro son de la persona que las contó. Para que se lea mejor se quitaron las muletillas y los tropiezos; no se añadió nada.
book-colophon-others = En algunos lugares, otra persona cuenta lo mismo tal como lo recuerda: esas palabras son suyas y llevan su nombre.
book-colophon-days = { $first ->
        [same] Contado el { $last }.
       *[other] Contado entre el { $first } y el { $last }.
    }

## Hacerlo

command-book = Hacer un libro con mi historia
button-book = Hacer un libro
book-nothing = Todavía no hay con qué hacer un libro: empezará con su primera respuesta.
book-offer = Con lo que me ha contado puedo hacer un libro: sus palabras, en capítulos, con sus fotos, para imprimir o para leer en pantalla. Usted lo lee primero, cambia lo que quiera y quita lo que quiera. Nadie lo recibe hasta que usted diga que sí.
book-begun = { $approved ->
        [yes] Su libro está terminado. No ha cambiado nada desde que usted dijo que sí.
       *[no] Ya tenemos un libro empezado. Podemos seguir donde usted iba leyendo.
    }
book-ways = { $offline ->
        [yes] Puede quedar palabra por palabra, como usted lo contó. O más fácil de leer: sin los «eh» y sin repeticiones ni tropiezos. No se añade nada.
       *[no] Puede quedar palabra por palabra, como usted lo contó. O más fácil de leer: sin los «eh» y sin frases a medias. No se añade nada, y cada pasaje se compara con lo que usted dijo.
    }
book-button-told = Palabra por palabra
book-button-read = Más fácil de leer
book-button-send = Mandarlo otra vez
book-coming = Estoy preparando el libro. Llegará en cuanto esté listo; no hace falta esperar.
book-ready = { $rules ->
        [yes] Su libro está listo. Solo quité los «eh» y los tropiezos; lo demás está como usted lo contó. Léalo con calma, por favor: va por partes, y en cada una puede cambiar o quitar algo.
       *[no] Su libro está listo. Quité los «eh» y los tropiezos; donde no se podía hacer sin tocar lo que usted dijo, lo dejé como estaba. Léalo con calma, por favor: va por partes, y en cada una puede cambiar o quitar algo.
    }
book-empty = En este libro ya no queda nada. Para empezarlo otra vez: /book.

## Leerlo

book-sheet = Parte { $number } de { $total }
book-button-go = { $last ->
        [yes] Listo, ya lo leí todo
       *[no] Está bien, sigamos
    }
book-button-stay = Leerlo
book-button-fix = Cambiar algo
book-button-out = Quitar algo
book-button-seen = Recibirlo entero
book-preview-coming = Estoy preparando un archivo con el libro entero, como está ahora. Puede leerlo y volver aquí para seguir.
book-which-word = ¿Qué pasaje quiere cambiar?
book-which-cut = ¿Qué pasaje quiere quitar?
book-button-word = { $number ->
        [0] Cambiarlo otra vez
       *[other] { $number }
    }
book-button-cut = { $number }
book-wanted = ¿Qué debe decir el libro? Escríbalo o dígalo, todo en un solo mensaje. Lo que me contó sigue como está; solo cambia el libro. Ahora dice:
book-button-keep = Dejarlo como está
book-kept = De acuerdo, queda como está.
book-changed = Ahora el libro dice:
book-leave-out = ¿Lo quito solo del libro, o de todo lo que hago con su historia?
book-leave-out-another = Esto lo ha contado { $by }. ¿Lo quito del libro?
book-button-drop = Quitar del libro
book-button-hide = Quitar de todo
book-dropped = Ya no está en el libro, pero sigue en lo que usted me contó.
book-dropped-another = Ya no está en el libro.
book-button-back = { $number ->
        [0] Volver a ponerlo
       *[other] Volver a poner el { $number }
    }
book-put-back = Está otra vez en el libro.
book-hidden = Ya no está en ningún archivo: ni en el libro ni en el texto de la entrevista. Con /private puede verlo y volver a ponerlo.
book-left-out = { $passages ->
        [0] No se ha quitado nada.
        [one] Del libro se ha quitado un pasaje:
       *[other] Del libro se han quitado { $passages } pasajes:
    }
# $names: quienes de la familia lo reciben del propio bot, si el sí vale también para la familia ($family).
book-end = { $family ->
        [yes] Eso es todo. ¿Hago ya el libro? Puede ser solo para usted, o también para su familia: entonces lo { $people ->
            [1] recibe
           *[other] reciben
        } aquí { $names }, y también podrá tenerlo quien se encarga de este programa. En el libro está todo, también lo que no les ha enviado. Si después cambia una sola palabra, le vuelvo a preguntar.
       *[no] Eso es todo. ¿Hago ya el libro? Puede ser solo para usted. O puede tenerlo también quien se encarga de este programa, y pasárselo a su familia. Si después cambia una sola palabra, le vuelvo a preguntar.
    }
book-button-mine = Sí, para mí
book-button-ours = Sí, y para mi familia
book-button-asks = { $questions ->
        [yes] Sin mis preguntas
       *[no] Con mis preguntas
    }
book-button-left = Ver lo que quité
book-other-by-now = Algo cambió en el libro desde que usted lo leyó, así que todavía no lo he hecho. Mírelo otra vez, por favor.
book-approved = { $shared ->
        [yes] { $family ->
                [yes] Gracias. Ya lo estoy haciendo. Los archivos llegan en un momento, y también se los mando a { $names }. Podrá tenerlos además quien se encarga de este programa.
               *[no] Gracias. Ya lo estoy haciendo. Los archivos llegan en un momento. No se los mando a nadie más; puede pasarlos usted, y también quien se encarga de este programa.
            }
       *[no] Gracias. Ya lo estoy haciendo. Los archivos llegan en un momento y son solo para usted.
    }

## Los archivos

book-is-pdf = Su libro para imprimir. Cada página mide la mitad de una hoja A4.
book-is-epub = El mismo libro para un lector electrónico o para la aplicación de libros del teléfono.
book-is-html = El mismo libro como página web: se abre en cualquier navegador, incluso sin internet.
book-zip = Las grabaciones de su libro.
book-zip-part = Las grabaciones de su libro, parte { $number } de { $total }.
# A alguien de la familia; $teller es de quien es el libro.
book-family = Este libro se lo manda { $teller }: reúne lo que ha contado aquí.
book-family-pdf = Para imprimir. Cada página mide la mitad de una hoja A4.
book-family-zip = Las grabaciones del libro.
book-family-zip-part = Las grabaciones del libro, parte { $number } de { $total }.
book-zip-readme = Las grabaciones del libro, en el orden en que se contó. Cada una tiene un número, que en el libro va detrás del pasaje. La lista «Para escuchar», al final, dice qué archivo es.
book-as-text = Su libro como texto sencillo.
book-not-bound = No he podido hacer el libro, lo siento. Aquí tiene al menos sus palabras, como texto. Inténtelo otra vez dentro de un rato, por favor. Si sigue sin salir, quien se encarga de este programa puede ver la causa.
book-not-printed = El texto de su entrevista, con sus propias palabras. Tenía que ser un PDF, pero ahora no ha sido posible; aquí va como texto.
book-boxes-told = En el libro impreso hay un cuadrito vacío en lugar de estos signos, porque aquí falta el tipo de letra para imprimirlos: { $signs }. En los otros dos archivos están bien. Quien se encarga de este programa lo puede arreglar: «sudo apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji».
book-unseen = { $photos ->
        [one] Una foto no se pudo incluir por el tipo de archivo. Su pie de foto sí está.
       *[other] { $photos } fotos no se pudieron incluir por el tipo de archivo. Sus pies de foto sí están.
    }
book-silent = Las grabaciones son demasiado grandes para ir dentro del libro. Llegan aparte.
