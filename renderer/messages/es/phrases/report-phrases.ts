import type { reportPhrases as english } from '../../en/phrases/report-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const reportPhrases: PhrasesOf<typeof english> = {
  'The file is a ZIP archive that cannot be read, and names no signatures.':
    'El archivo es un ZIP que no se puede leer y no nombra firmas.',
  'The file is an office document with signatures of its own kind, which this station does not check.':
    'El archivo es un documento ofimático con firmas de su propio tipo, que esta estación no comprueba.',
  'The file is a program for Android with signatures of its own kind, which this station does not check.':
    'El archivo es un programa de Android con firmas de su propia clase, que esta estación no comprueba.',
  'The file is a program for Java with signatures of its own kind, which this station does not check.':
    'El archivo es un programa de Java con firmas de su propia clase, que esta estación no comprueba.',
  'The file is a package with signatures of its own kind, which this station does not check.':
    'El archivo es un paquete con firmas de su propia clase, que esta estación no comprueba.',
  'The file is a ZIP archive without signatures of the kinds that this station checks.':
    'El archivo es un ZIP sin firmas de los tipos que esta estación comprueba.',
  'The file is a signed message (S/MIME). The signature is over its text and attachments; subject, sender, recipients and date are not signed.':
    'El archivo es un mensaje firmado (S/MIME). La firma abarca su texto y sus adjuntos; el asunto, el remitente, los destinatarios y la fecha no están firmados.',
  'The file is a signed message (S/MIME) that is not built as its standard demands; it was not checked.':
    'El archivo es un mensaje firmado (S/MIME) que no está construido como exige su norma; no se comprobó.',
  'The file is signed or encrypted with OpenPGP, which this station does not check.':
    'El archivo está firmado o cifrado con OpenPGP, que esta estación no comprueba.',
  'The file is a JSON Web Signature (JWS, JAdES), which this station does not check.':
    'El archivo es una firma JSON (JWS, JAdES), que esta estación no comprueba.',
  'No signature is over a file that was given along, the one with the SHA-256 {digest}.':
    'Ninguna firma abarca uno de los archivos aportados, el que tiene el SHA-256 {digest}.',
  'The file can be opened as a PDF, too, and nobody signed what that shows.':
    'El archivo también puede abrirse como PDF, y nadie ha firmado lo que este muestra.',
  'The file can be opened as a ZIP archive, too, and nobody signed what is in that.':
    'El archivo también puede abrirse como archivo ZIP, y nadie ha firmado lo que contiene.',
  'The file is a web page (HTML), which bears no signature.':
    'El archivo es una página web (HTML), que no lleva ninguna firma.',
  'The file is a message signed with OpenPGP, which this station does not check.':
    'El archivo es un mensaje firmado con OpenPGP, que esta estación no comprueba.',
  'The file is a message without a signature of the message as a whole.':
    'El archivo es un mensaje sin firma del mensaje completo.',
  'The file is none of the kinds whose signatures this station checks.':
    'El archivo no es de ninguno de los tipos cuyas firmas comprueba esta estación.',
  'The file is text that holds no signature.': 'El archivo es texto que no contiene firma.',
  'The file is {encoding} text with more in it than a signature: the rest is signed by nobody.':
    'El archivo es texto {encoding} que contiene más que una firma: el resto no lo firma nadie.',
  'The file is {encoding} text, where its format demands bytes (DER); what it stands for was checked.':
    'El archivo es texto {encoding}, donde su formato exige bytes (DER); se comprobó lo que representa.',
  'The PDF holds no signature.': 'El PDF no contiene ninguna firma.',
  'The XML holds no signature.': 'El XML no contiene ninguna firma.',
  'more than {count} objects': 'más de {count} objetos',
  'the bytes of the PDF that each signature covers, and every later change against the list of those that a signed PDF may undergo':
    'los bytes del PDF que cubre cada firma, y cada cambio posterior según la lista de los que puede sufrir un PDF firmado',
  'every reference of each signature, and whether the whole document is among what they cover':
    'cada referencia de cada firma, y si el documento entero está entre lo que cubren',
  'the digest of the signed content': 'el resumen del contenido firmado',
  'the build of the container, and the digest of its data object, whose name is signed in a container with XAdES only':
    'la estructura del contenedor y el resumen de su objeto de datos, cuyo nombre solo se firma en un contenedor con XAdES',
  'the build of the container, and the digests of all its data objects by what is signed':
    'la estructura del contenedor y los resúmenes de todos sus objetos de datos según lo firmado',
  'Checked: signature value and signed attributes, {what}; the certificate path to the configured trust anchors, key usage, the revocation evidence present on this station and in the document, and its timestamps.':
    'Comprobado: el valor de la firma y los atributos firmados, {what}; la cadena de certificados hasta las anclas de confianza configuradas, el uso de la clave, las pruebas de revocación presentes en esta estación y en el documento, y sus sellos de tiempo.',
  'A timestamp moves the time that certificates are judged at only where its authority leads to a configured trust anchor.':
    'Un sello de tiempo solo cambia el momento en que se juzgan los certificados si su autoridad conduce a un ancla de confianza configurada.',
  'Not checked: evidence records, signature policies, live OCSP or CRL services, qualified status, and what the document means or shows.':
    'No comprobado: registros de evidencia, políticas de firma, servicios OCSP o de revocación en línea, la cualificación, y lo que el documento significa o muestra.',
  'Not checked: evidence records, signature policies, qualified status, and what the document means or shows.':
    'No comprobado: registros de evidencia, políticas de firma, la cualificación, y lo que el documento significa o muestra.',
  "The claimed signing time is the signer's own word.": 'La hora de firma declarada es solo la palabra del firmante.',
  'There is a signature of the form of level {form}; what holds of it comes to level {reached}.':
    'Hay una firma con la forma del nivel {form}; lo que se sostiene de ella da el nivel {reached}.',
  'Asked live: OCSP response of {time} from {host}.': 'Consultado en línea: respuesta OCSP de {time} de {host}.',
  'Asked live: CRL of {time} from {host}.': 'Consultado en línea: lista de revocación de {time} de {host}.',
  'Asked earlier, and valid still: OCSP response of {time} from {host}.':
    'Consultado antes, y aún válido: respuesta OCSP de {time} de {host}.',
  'Asked earlier, and valid still: CRL of {time} from {host}.':
    'Consultado antes, y aún válido: lista de revocación de {time} de {host}.',
  'Nothing was judged.': 'No se juzgó nada.',
  'Checking the document failed unexpectedly.': 'La comprobación del documento falló inesperadamente.',
  'The document took too long to check.': 'La comprobación del documento tardó demasiado.',
  'Checking the document needed more memory than it is allowed, or failed unexpectedly.':
    'La comprobación del documento necesitó más memoria de la permitida, o falló inesperadamente.',
  'The station is stopping.': 'La estación se está deteniendo.',
  'Checking this document takes more work than one document may cost.':
    'Comprobar este documento cuesta más trabajo del que puede costar un documento.',
  'The stored file is not the one that was signed: its SHA-256 differs from the recorded one.':
    'El archivo guardado no es el que se firmó: su SHA-256 difiere del registrado.',
};
