import type { healthPhrases as english } from '../../en/phrases/health-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const healthPhrases: PhrasesOf<typeof english> = {
  'It was not started.': 'No se inició.',
  'It is restarting.': 'Se está reiniciando.',
  'It ended again and again, and is tried every few minutes; the log says how it ends.':
    'Terminó una y otra vez, y se prueba cada pocos minutos; el registro dice cómo termina.',
  'It is stopped.': 'Está detenido.',
  'A process ended again and again; see the settings page.':
    'Un proceso terminó una y otra vez; vea la página de ajustes.',
  '{count} processes ended again and again; see the settings page.':
    '{count} procesos terminaron una y otra vez; vea la página de ajustes.',
  'Unavailable: {commas}.': 'No disponible: {commas}.',
  'Cannot sign now: {commas}.': 'No puede firmar ahora: {commas}.',
  'a provider of some tenants': 'un proveedor de algunos clientes',
  'Not used: {list}': 'No se usa: {list}',
  'and {count} more, see the log': 'y {count} más, vea el registro',
  'trust anchor {file}: {reason}': 'ancla de confianza {file}: {reason}',
  'certificate {file}: {reason}': 'certificado {file}: {reason}',
  'CRL {file}: {reason}': 'lista de revocación {file}: {reason}',
  'OCSP response {file}: {reason}': 'respuesta OCSP {file}: {reason}',
  'signer of trusted lists {file}: {reason}': 'firmante de listas de confianza {file}: {reason}',
  'trust anchor': 'ancla de confianza',
  certificate: 'certificado',
  CRL: 'lista de revocación',
  'OCSP response': 'respuesta OCSP',
  'signer of trusted lists': 'firmante de listas de confianza',
  'the folder cannot be read ({code})': 'la carpeta no se puede leer ({code})',
  'it is not a file': 'no es un archivo',
  'it is larger than 64 MiB': 'supera los 64 MiB',
  'its PEM text is not complete': 'su texto PEM no está completo',
  'it is neither DER nor PEM': 'no es ni DER ni PEM',
  'it cannot be read ({code})': 'no se puede leer ({code})',
  'it holds no answer': 'no contiene respuesta',
  'it is no certificate: {detail}': 'no es un certificado: {detail}',
  'it is no CRL: {detail}': 'no es una lista de revocación: {detail}',
  'it is no OCSP response: {detail}': 'no es una respuesta OCSP: {detail}',
  'unknown fault': 'fallo desconocido',
  'documents wait: {detail}': 'hay documentos en espera: {detail}',
  'a step failed, and is tried again; see the log': 'un paso falló, y se reintenta; vea el registro',
  'a file or folder cannot be used ({code})': 'un archivo o carpeta no se puede usar ({code})',
  '{folder} is not there': '{folder} no está',
  '{folder} can only be read: its file system is mounted so':
    '{folder} solo se puede leer: su sistema de archivos está montado así',
  '{folder} cannot be used ({code})': '{folder} no se puede usar ({code})',
  'there is no space left for files in {folder}': 'no queda espacio para archivos en {folder}',
  '{folder} belongs to another user of this machine.': '{folder} pertenece a otro usuario de este equipo.',
  '{folder} can be changed by any user of this machine. Close it: chmod o-w':
    'Cualquier usuario de este equipo puede cambiar {folder}. Ciérrela: chmod o-w',
  '{folder} is a link or no folder.': '{folder} es un enlace o no es una carpeta.',
  "{folder} is not this user's alone.": '{folder} no es solo de este usuario.',
  'The last renewal of {what} failed; it was requested once more.':
    'La última renovación de {what} falló; se pidió de nuevo.',
  'The evidence of {what} ends within {days} days though it was renewed lately: the certificate of the timestamp authority ends soon.':
    'Las pruebas de {what} acaban en {days} días aunque se renovaron hace poco: el certificado de la autoridad de sellado acaba pronto.',
  '{what} could not be renewed ({code}).': 'No se pudo renovar {what} ({code}).',
  'one signed file': 'un archivo firmado',
  '{count} signed files': '{count} archivos firmados',
  'A health check failed.': 'Una comprobación falló.',
  'Everyone who reaches the station may use it without a key.':
    'Cualquiera que alcance la estación puede usarla sin clave.',
  'The worker process is {state}.': 'El proceso de trabajo está en el estado {state}.',
  'The broker is closed.': 'El servicio de mensajes está cerrado.',
  'The connection to RabbitMQ is gone: {detail}.': 'Se perdió la conexión con RabbitMQ: {detail}.',
  'There are {count} dead letters.': 'Hay {count} mensajes no entregados.',
  'Its pivot {name} is not at hand.': 'Su pivote {name} no está disponible.',
  'Its pivot {name} is another list than was to be expected.': 'Su pivote {name} es otra lista que la esperada.',
  'It names too many pivots.': 'Nombra demasiados pivotes.',
  'It is no list of the lists.': 'No es una lista de las listas.',
  'It is not of the Union.': 'No es de la Unión.',
  'It is signed by somebody who may not sign it.': 'Está firmada por alguien que no puede firmarla.',
  'Its pivot {name} is signed by somebody who may not sign it.':
    'Su pivote {name} está firmado por alguien que no puede firmarlo.',
  'It is signed with a certificate that had ended before.':
    'Está firmada con un certificado que había terminado antes.',
  'Its pivot {name} is signed with a certificate that had ended before.':
    'Su pivote {name} está firmado con un certificado que había terminado antes.',
  'No list of the lists that is believed tells who may sign it.':
    'Ninguna lista de las listas creída dice quién puede firmarla.',
  'It cannot be read.': 'No se puede leer.',
  'It has the number {number}, and number {last} was seen before.':
    'Tiene el número {number}, y ya se vio el número {last}.',
  'Its country is none.': 'Su país no es ninguno.',
  'It is no list of a country.': 'No es la lista de un país.',
  'It is of another country than {territory}.': 'Es de otro país que {territory}.',
  'The list of the lists does not know its country.': 'La lista de las listas no conoce su país.',
  'It cannot be fetched: {detail}.': 'No se puede obtener: {detail}.',
  'It begins at {time}.': 'Empieza el {time}.',
  'It was closed by its operator.': 'Fue cerrada por su operador.',
  'A newer one was due at {time}.': 'Otra más nueva tocaba el {time}.',
  'What the station kept of it was damaged. It is judged again at the next start.':
    'Lo que la estación guardaba estaba dañado. Se juzga de nuevo en el próximo inicio.',
  'The list of the lists is over.': 'La lista de las listas ha vencido.',
  'The file is too large.': 'El archivo es demasiado grande.',
  'It bears no signature.': 'No lleva firma.',
  'It bears more than the one signature of a list.': 'Lleva más que la única firma de una lista.',
  'Its signature does not hold ({reason}).': 'Su firma no se sostiene ({reason}).',
  'no signer': 'sin firmante',
  'It is no trusted list: {detail}.': 'No es una lista de confianza: {detail}.',
  'Checking it takes more work than one list may cost.':
    'Comprobarla cuesta más trabajo del que puede costar una lista.',
  'It has not been needed yet, and starts with the first document.':
    'Aún no ha hecho falta, y arranca con el primer documento.',
  'Verification:RevocationMode is Online, and ValidationData:Online is off: no OCSP responder or list is asked, and a signature is VALID only by evidence in the folders or in its document.':
    'Verification:RevocationMode es Online y ValidationData:Online está desactivado: no se consulta ningún servicio OCSP ni lista, y una firma solo es VALID por pruebas en las carpetas o en el documento.',
  'The folders hold none.': 'Las carpetas no contienen ninguna.',
  'Old audit events stay in the database.': 'Los eventos de auditoría antiguos siguen en la base de datos.',
  'Old requests stay in the database.': 'Las solicitudes antiguas siguen en la base de datos.',
  'Old messages stay in the database.': 'Los mensajes antiguos siguen en la base de datos.',
  'Old files are not deleted.': 'Los archivos antiguos no se eliminan.',
  'What crashes left behind is not removed.': 'Lo que dejaron las caídas no se retira.',
  'A disk is full: make room on it.': 'Un disco está lleno: libere espacio en él.',
  'A file or folder of the station cannot be changed: let its user write there.':
    'No se puede modificar un archivo o una carpeta de la estación: permita que su usuario escriba allí.',
  'The database lets nobody delete them: make the role signing_station_archive.':
    'La base de datos no deja que nadie los elimine: cree el rol signing_station_archive.',
  'The archive is not as it was written: put it back from a copy (archive verify says where).':
    'El archivo histórico no está como se escribió: recupérelo de una copia (archive verify dice dónde).',
  'The log says why.': 'El registro dice por qué.',
  'It is tried again every few minutes.': 'Se intenta de nuevo cada pocos minutos.',
};
