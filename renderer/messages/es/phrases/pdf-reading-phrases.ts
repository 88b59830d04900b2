import type { pdfReadingPhrases as english } from '../../en/phrases/pdf-reading-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pdfReadingPhrases: PhrasesOf<typeof english> = {
  'it is no PDF, which begins with %PDF-': 'no es un PDF, que empieza por %PDF-',
  'bytes before the header': 'hay bytes ajenos antes de la cabecera',
  'bytes after the end-of-file marker at byte {position}':
    'hay bytes después de la marca de fin de archivo en el byte {position}',
  'no startxref at the end of the file': 'falta startxref al final del archivo',
  '{what} at byte {position}': '{what} en el byte {position}',
  "'{word}' expected": 'se espera «{word}»',
  'object expected': 'se espera un objeto',
  'dictionary expected': 'se espera un diccionario',
  'dictionary key expected': 'se espera una clave de diccionario',
  'trailer dictionary expected': 'se espera el diccionario del final del archivo (trailer)',
  'integer expected': 'se espera un número entero',
  'end of line expected after stream': 'se espera un fin de línea después de «stream»',
  'malformed number': 'número mal formado',
  'number out of range': 'número fuera de rango',
  'unterminated string': 'cadena sin final',
  'unterminated hex string': 'cadena hexadecimal sin final',
  'not a hexadecimal digit': 'no es un dígito hexadecimal',
  'nested too deeply': 'anidamiento demasiado profundo',
  'object too long': 'objeto demasiado largo',
  'too many objects': 'demasiados objetos',
  'too many revisions': 'demasiadas revisiones',
  '{count} bytes at byte {position} reach beyond the document':
    '{count} bytes desde el byte {position} pasan del final del documento',
  'the document ended early at byte {position}': 'el documento termina antes de tiempo en el byte {position}',
  'offset {position} lies outside the document': 'la posición {position} está fuera del documento',
  'the entry {key} is not an offset': 'la entrada {key} no es una posición',
  'no cross-reference section': 'no hay sección de referencias cruzadas',
  'the chain of cross-reference sections is a loop': 'la cadena de secciones de referencias cruzadas es un bucle',
  'cross-reference table reaches beyond the document': 'la tabla de referencias cruzadas pasa del final del documento',
  'malformed cross-reference entry': 'entrada de referencias cruzadas mal formada',
  'cross-reference entry too large': 'entrada de referencias cruzadas demasiado grande',
  'overlapping cross-reference subsections': 'subsecciones de referencias cruzadas solapadas',
  'malformed cross-reference stream': 'flujo de referencias cruzadas mal formado',
  'cross-reference stream without a direct length': 'flujo de referencias cruzadas sin longitud directa',
  '{what} (cross-reference section at byte {position})':
    '{what} (sección de referencias cruzadas en el byte {position})',
  'its trailer names a key twice': 'su trailer nombra una clave dos veces',
  'its {key} is not written as an integer': 'su entrada {key} no está escrita como número entero',
  'its stream names filters that not all readers know': 'su flujo nombra filtros que no todos los lectores conocen',
  'a stream of objects names filters that not all readers know':
    'un flujo de objetos nombra filtros que no todos los lectores conocen',
  'it claims to be linearized as it is, but has updates':
    'dice estar linealizado tal como es, pero tiene actualizaciones',
  'its linearization dictionary names a key twice': 'su diccionario de linealización nombra una clave dos veces',
  'it claims to be linearized, but another cross-reference section stands first':
    'dice estar linealizado, pero otra sección de referencias cruzadas está al principio',
  'its linearization dictionary claims another number of pages':
    'su diccionario de linealización indica otro número de páginas',
  'its linearization dictionary names another first page': 'su diccionario de linealización nombra otra primera página',
  'page {page} is cut to a part that lies beside it':
    'la página {page} está recortada a una parte que queda fuera de ella',
  'its Size is no number of objects': 'su entrada Size no es un número de objetos',
  'its last startxref is not followed by blanks and a number':
    'su último startxref no va seguido de espacios y un número',
  'its Size is {size}, but objects up to {number} are listed':
    'su entrada Size es {size}, pero hay objetos listados hasta {number}',
  'its stream has another generation than 0': 'su flujo tiene otra generación que 0',
  'its subsections do not follow each other by object number': 'sus subsecciones no se siguen por número de objeto',
  'it has entries of an unknown type': 'tiene entradas de un tipo desconocido',
  'it lists object 0, which does not exist, as an object': 'lista como objeto el objeto 0, que no existe',
  'its first entry is the free one of object 0, but is said to be of object 1':
    'su primera entrada es la libre del objeto 0, pero se da como la del objeto 1',
  'the cross-reference stream at byte {position} bears the number {number}, which is beyond Size':
    'el flujo de referencias cruzadas en el byte {position} lleva el número {number}, que pasa de Size',
  'the cross-reference stream at byte {position} bears the number {number} of another object':
    'el flujo de referencias cruzadas en el byte {position} lleva el número {number} de otro objeto',
  'object {number} is not where it is said to be': 'el objeto {number} no está donde se dice',
  'object {number} is not at byte {position}': 'el objeto {number} no está en el byte {position}',
  'object {number} needs itself to be read': 'el objeto {number} se necesita a sí mismo para leerse',
  'object {number} is referred to and not there, and some readers then take object {other} from another place':
    'se nombra el objeto {number}, que no está, y algunos lectores toman entonces el objeto {other} de otro sitio',
  'object {number} names a key twice': 'el objeto {number} nombra una clave dos veces',
  'object {number} is not in object stream {stream}': 'el objeto {number} no está en el flujo de objetos {stream}',
  'object {number} is not an object stream': 'el objeto {number} no es un flujo de objetos',
  'object stream {number} is missing': 'falta el flujo de objetos {number}',
  'malformed object stream': 'flujo de objetos mal formado',
  'one object stands for two things': 'un objeto representa dos cosas',
  'generation number too large': 'número de generación demasiado grande',
  'references that lead nowhere': 'referencias que no llevan a ninguna parte',
  'foreign bytes between the last cross-reference section and startxref':
    'bytes ajenos entre la última sección de referencias cruzadas y startxref',
  'the end of revision {number} is unknown': 'el final de la revisión {number} es desconocido',
  'no document catalog': 'no hay catálogo del documento',
  'no page tree': 'no hay árbol de páginas',
  'page tree too deep': 'árbol de páginas demasiado profundo',
  'malformed page tree node': 'nodo mal formado en el árbol de páginas',
  'a page tree node that is not a dictionary': 'un nodo del árbol de páginas que no es un diccionario',
  'a page tree node that occurs twice': 'un nodo del árbol de páginas que aparece dos veces',
  'a page that is not an indirect object': 'una página que no es un objeto indirecto',
  'the contents of page {page} do not have the length that they claim':
    'el contenido de la página {page} no tiene la longitud que declara',
  'the contents of page {page} name filters that not all readers know':
    'el contenido de la página {page} nombra filtros que no todos los lectores conocen',
  'the contents of page {page} are an array within an array':
    'el contenido de la página {page} es una matriz dentro de otra',
  'a drawing does not have the length that it claims': 'un dibujo no tiene la longitud que indica',
  'a drawing among the resources of a page has no box':
    'un dibujo entre los recursos de una página no tiene marco (BBox)',
  'a drawing names filters that not all readers know': 'un dibujo nombra filtros que no todos los lectores conocen',
  'the contents of page {page} list something else than streams':
    'el contenido de la página {page} enumera algo que no son flujos',
  'the contents of page {page} hold data that cannot be decoded':
    'el contenido de la página {page} tiene datos que no se pueden descodificar',
  'the contents of page {page} are made of what not all readers read alike':
    'el contenido de la página {page} consta de elementos que no todos los lectores leen igual',
  'a drawing holds data that cannot be decoded': 'un dibujo tiene datos que no se pueden descodificar',
  'a drawing is made of what not all readers read alike':
    'un dibujo consta de elementos que no todos los lectores leen igual',
  'an entry {key} of what a page is drawn with is not taken alike by all readers':
    'lo que dibuja una página tiene una entrada {key} que no todos los lectores entienden igual',
  'object {number} is named by another generation than its own':
    'el objeto {number} se nombra con otra generación que la suya',
  'object {number} is reached by a reference to a reference':
    'al objeto {number} se llega por una referencia a otra referencia',
  'object {number} has a unit of no size': 'el objeto {number} tiene una unidad sin tamaño',
  'object {number} is the root of the page tree and has a parent':
    'el objeto {number} es la raíz del árbol de páginas y tiene un padre',
  'object {number} lies in the page tree and calls another node its parent':
    'el objeto {number} está en el árbol de páginas y nombra a otro nodo como padre',
  'object {number} is a page of another type': 'el objeto {number} es una página de otro tipo',
  'object {number} is a node of the page tree of another type':
    'el objeto {number} es un nodo del árbol de páginas de otro tipo',
  'object {number} does not have as many pages as it counts': 'el objeto {number} no tiene tantas páginas como cuenta',
  'object {number} writes its {key} as null': 'el objeto {number} escribe su entrada {key} como null',
  'object {number} is turned by something else than right angles':
    'el objeto {number} está girado de otro modo que en ángulos rectos',
  'object {number} has a size that is not written as a rectangle':
    'el objeto {number} tiene un tamaño que no está escrito como rectángulo',
  'a stream is too large to be looked through': 'un flujo es demasiado grande para examinarlo',
  'too much content on one page': 'demasiado contenido en una página',
  'too many operations': 'demasiadas operaciones',
  'too many operands': 'demasiados operandos',
  'operands without an operator': 'operandos sin operador',
  'a reference among operands': 'una referencia entre operandos',
  'malformed operator': 'operador mal formado',
  'reading the document takes too much work': 'leer el documento exige demasiado trabajo',
  'stream without a length': 'flujo sin longitud',
  'streams expand too far': 'al descomprimirse, los flujos resultan demasiado grandes',
  'a stream expands too far': 'al descomprimirse, un flujo resulta demasiado grande',
  'a stream whose data lies in another file': 'un flujo cuyos datos están en otro archivo',
  'a stream that must be read uses an unknown filter': 'un flujo que hay que leer usa un filtro desconocido',
  'a filter that is not a name': 'un filtro que no es un nombre',
  'too many filters on one stream': 'demasiados filtros en un flujo',
  'damaged Flate data': 'datos Flate dañados',
  'damaged LZW data': 'datos LZW dañados',
  'damaged ASCII85 data': 'datos ASCII85 dañados',
  'damaged ASCIIHex data': 'datos ASCIIHex dañados',
  'TIFF predictor with other than 8 bits': 'predictor TIFF con un número de bits distinto de 8',
  'unknown predictor': 'predictor desconocido',
  'predictor parameter {key} out of range': 'parámetro {key} del predictor fuera de rango',
  'unknown PNG row filter': 'filtro de fila PNG desconocido',
  'the document is encrypted by a method that is not known': 'el documento está cifrado con un método desconocido',
  'the document is encrypted for the holders of certain certificates':
    'el documento está cifrado para los titulares de ciertos certificados',
  'the document is encrypted by a security handler that is not known':
    'el documento está cifrado con un gestor de seguridad desconocido',
  'the document is encrypted by a version of the algorithms that is not known':
    'el documento está cifrado con una versión desconocida de los algoritmos',
  'the document can only be opened with a password': 'el documento solo se puede abrir con una contraseña',
  'the permissions of the encrypted document are not those it was encrypted with':
    'los permisos del documento cifrado no son aquellos con los que se cifró',
  'its permissions forbid {what}, and a new signature field needs both':
    'sus permisos prohíben {what}, y un nuevo campo de firma necesita ambas cosas',
  'changing the document (bit 4)': 'cambiar el documento (bit 4)',
  'annotations and filling in forms (bit 6)': 'las anotaciones y rellenar formularios (bit 6)',
  'changing the document (bit 4) and annotations and filling in forms (bit 6)':
    'cambiar el documento (bit 4), así como las anotaciones y rellenar formularios (bit 6)',
  'encrypted data of a length that AES never gives': 'datos cifrados de una longitud que AES nunca da',
  'encrypted data without its padding': 'datos cifrados sin su relleno (padding)',
  'a crypt filter that the document does not define': 'un filtro de cifrado que el documento no define',
  'an encryption dictionary without its version': 'un diccionario de cifrado sin su versión',
  'an encryption dictionary whose versions do not fit each other':
    'un diccionario de cifrado cuyas versiones no encajan entre sí',
  'an encryption dictionary out of bounds': 'un diccionario de cifrado fuera de límites',
  'an encryption dictionary that names a key twice': 'un diccionario de cifrado que nombra una clave dos veces',
  'a stream in the encryption dictionary': 'un flujo en el diccionario de cifrado',
  'the entry {key} of the encryption dictionary is malformed':
    'la entrada {key} del diccionario de cifrado está mal formada',
  'malformed permissions': 'permisos mal formados',
  'the encryption changes from one revision of the document to another':
    'el cifrado cambia de una revisión del documento a otra',
  'the encryption changes from one cross-reference section to another':
    'el cifrado cambia de una sección de referencias cruzadas a otra',
  'no encryption dictionary where one is named': 'no hay diccionario de cifrado donde se nombra uno',
  'a document security store that is no dictionary': 'un almacén de datos de validación (DSS) que no es un diccionario',
  'a document security store whose {key} are no array':
    'un almacén de datos de validación (DSS) cuyo {key} no es una lista',
};
