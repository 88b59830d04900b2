import type { pdfPhrases as english } from '../../en/phrases/pdf-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pdfPhrases: PhrasesOf<typeof english> = {
  'The signature dictionary names a key twice.': 'El diccionario de firma nombra una clave dos veces.',
  'The signature has no contents written in hexadecimal digits.':
    'La firma no tiene contenido en dígitos hexadecimales.',
  'The byte range is not two ranges of direct numbers that begin at the first byte.':
    'El rango de bytes no son dos rangos de números directos desde el primer byte.',
  'The byte range leaves out more, less or other bytes than the contents of the signature.':
    'El rango de bytes omite más, menos u otros bytes que el contenido de la firma.',
  'The byte range does not end where a revision of the document ends.':
    'El rango de bytes no termina donde termina una revisión del documento.',
  'The signature is not part of the revision that it covers.': 'La firma no forma parte de la revisión que cubre.',
  'A later revision dropped the signature: the form of the document does not show it any more.':
    'Una revisión posterior retiró la firma: el formulario del documento ya no la muestra.',
  'When this signature was made, an earlier one had been dropped from the document.':
    'Cuando se hizo esta firma, se había retirado del documento una anterior.',
  'The document was certified after it had been signed.': 'El documento se certificó después de haberse firmado.',
  'The certification is not the one that the document names.': 'La certificación no es la que nombra el documento.',
  'Changed after signing: {detail}.': 'Cambiado después de la firma: {detail}.',
  'The signature is of a kind that holds a digest, and holds none.':
    'La firma es de un tipo que contiene un resumen, y no contiene ninguno.',
  'The document timestamp cannot be read.': 'El sello de tiempo del documento no se puede leer.',
  'The document timestamp is of other bytes.': 'El sello de tiempo del documento es de otros bytes.',
  'The document timestamp is not intact.': 'El sello de tiempo del documento no está intacto.',
  'A signature that covers nothing has no digest': 'Una firma que no cubre nada no tiene resumen',
  'The document is encrypted and cannot be checked.': 'El documento está cifrado y no se puede comprobar.',
  'The document is encrypted and cannot be opened, but its bytes are not those that were signed.':
    'El documento está cifrado y no se puede abrir, pero sus bytes no son los que se firmaron.',
  'the cross-reference sections do not follow each other':
    'las secciones de referencias cruzadas del documento no se siguen',
  'An appended part has no recognizable end.': 'Una parte añadida no tiene un final reconocible.',
  'An appended part has two cross-reference sections.':
    'Una parte añadida tiene dos secciones de referencias cruzadas.',
  'An appended part has hidden cross-reference data.': 'Una parte añadida tiene referencias cruzadas ocultas.',
  'Object {number} is not where the appended part says.': 'El objeto {number} no está donde dice la parte añadida.',
  'An appended part has more than one end.': 'Una parte añadida tiene más de un final.',
  'Bytes that belong to no listed object were appended.':
    'Se añadieron bytes que no pertenecen a ningún objeto listado.',
  'Object {number} was appended with repeated keys.': 'El objeto {number} se añadió con claves repetidas.',
  'An appended part has a second cross-reference stream.':
    'Una parte añadida tiene un segundo flujo de referencias cruzadas.',
  'Object stream {number} is malformed.': 'El flujo de objetos {number} está mal formado.',
  'Object {number} was appended in object stream {stream} without being listed.':
    'El objeto {number} se añadió en el flujo {stream} sin estar listado.',
  'An appended part has no proper end.': 'Una parte añadida no tiene un final correcto.',
  'Bytes stand between a cross-reference section and its end.':
    'Hay bytes entre una sección de referencias cruzadas y su final.',
  'Object {number} is said to lie in a later part of the document.':
    'Se dice que el objeto {number} está en una parte posterior del documento.',
  '{detail} (at byte {position})': '{detail} (en el byte {position})',
  'The signature dictionary was replaced after signing.': 'El diccionario de firma se sustituyó después de firmar.',
  'A page shows the signature, but the form of the document does not list its field: many programs do not name it.':
    'Una página muestra la firma, pero el formulario del documento no enumera su campo: muchos programas no la nombran.',
  'More than one form field shows this signature.': 'Más de un campo de formulario muestra esta firma.',
  'Two signatures claim to cover the same bytes.': 'Dos firmas dicen cubrir los mismos bytes.',
  'The rules of the signature for later changes are malformed.':
    'Las reglas de la firma para cambios posteriores están mal formadas.',
  'The revision that the signature covers does not contain this signature field.':
    'La revisión que cubre la firma no contiene este campo de firma.',
  'The document cannot be read, and nothing in it looks like a signature: {detail}.':
    'El documento no se puede leer, y nada en él parece una firma: {detail}.',
  'The document cannot be read: {detail}.': 'El documento no se puede leer: {detail}.',
  'The document carries usage rights for a reader program, but no signature.':
    'El documento lleva derechos de uso para un lector, pero ninguna firma.',
  'The document contains timestamps but no signature.': 'El documento contiene sellos de tiempo pero ninguna firma.',
  'The document was signed, and no form shows the signature any more.':
    'El documento estaba firmado, y ningún formulario muestra ya la firma.',
  'The document contains no signature.': 'El documento no contiene ninguna firma.',
  'an appended table has entries of 19 bytes': 'una tabla añadida tiene entradas de 19 bytes',
  'Programs that repair the document may show something else than what was signed: {cause}.':
    'Los programas que reparan el documento pueden mostrar algo distinto de lo firmado: {cause}.',
  'Bytes follow the last end-of-file marker.': 'Hay bytes después de la última marca de fin de archivo.',
  'The signature is of a kind that cannot be judged here.': 'La firma es de un tipo que aquí no se puede juzgar.',
  'A signature is of a kind that cannot be judged here.': 'Una firma es de un tipo que aquí no se puede juzgar.',
  'the stream at byte {position} runs beyond the end of its revision':
    'el flujo en el byte {position} pasa del final de su revisión',
};
