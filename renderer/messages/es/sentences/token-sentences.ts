import type { SentencesOf } from '../../sentence-texts.ts';
import type { tokenSentences as english } from '../../../../service/contract/vocabulary/sentences/token-sentences.ts';
import { deviceSentences } from './device-sentences.ts';

interface Permitted {
  readonly provider: string;
}
const orPermit = ({ provider }: Permitted): string =>
  provider === '' ? '' : `, o permita un intento con «token unlock-guard --provider ${provider}»`;
const refusedPin =
  (words: string) =>
  (permitted: Permitted): string =>
    `${words} No se intenta de nuevo hasta que el PIN de la configuración cambie${orPermit(permitted)}.`;
const takeOut = (permitted: Permitted): string =>
  `No se pide de nuevo hasta que el token se haya sacado y vuelto a insertar${orPermit(permitted)}.`;

export const tokenSentences: SentencesOf<typeof english> = {
  ...deviceSentences,
  PROVIDER_TYPE_NOT_CONFIGURED: ({ type }) => `No hay ningún proveedor de tipo ${type} configurado.`,
  PROVIDER_TYPE_UNAVAILABLE: ({ type }) => `El proveedor ${type} no está disponible ahora.`,
  PROVIDER_NOT_CONFIGURED: () => 'El proveedor no está configurado.',
  PROVIDER_WITHOUT_MODULE: () => 'Ningún módulo atiende al proveedor.',
  THUMBPRINT_MALFORMED: () => 'certificateThumbprint no es una huella (SHA-1 o SHA-256) en cifras hexadecimales.',
  CERTIFICATE_NOT_SHOWN_BY: ({ type }) => `Ningún proveedor ${type} muestra un certificado con esta huella.`,
  CERTIFICATE_NOT_SHOWN: () => 'Ningún proveedor muestra un certificado con esta huella.',
  CERTIFICATE_VALID_ONLY: ({ from, to }) => `El certificado solo vale desde ${from} hasta ${to}.`,
  CERTIFICATES_SEVERAL: ({ count, type }) =>
    `Hay ${count} certificados de firma en proveedores ${type}: nombre uno por su huella.`,
  CERTIFICATE_NOT_ON_PROVIDER: ({ thumbprint }) => `El certificado ${thumbprint} no se encontró en el proveedor.`,
  CERTIFICATE_NONE_ON_PROVIDER: () => 'No se encontró ningún certificado de firma en el proveedor.',
  DEVICE_BUSY: () => 'El dispositivo está ocupado o no responde.',
  TOKEN_HOST_STARTING: () => 'El proceso que guarda las claves se está iniciando.',
  TOKEN_HOST_UNHEARD: () => 'El proceso que guarda las claves se está iniciando o no responde ahora.',
  TOKEN_HOST_RESTARTING: () => 'El proceso que guarda las claves se está reiniciando.',
  STATIONS_SEVERAL: ({ type }) => `Varias estaciones tienen proveedores ${type}: nombre el certificado por su huella.`,
  KEY_ELSEWHERE: () => 'La clave está en otra estación, que toma el trabajo.',
  KEY_NOWHERE: () =>
    'Ninguna estación en marcha muestra el certificado: inserte su token, o inicie la estación que lo tiene.',
  KEY_NOT_SHOWN_NOW: ({ type }) =>
    `Ningún proveedor ${type} muestra ahora un certificado de firma, y varias estaciones podrían tomar la solicitud: ` +
    'inserte el token, o nombre el certificado (certificateThumbprint).',
  PIN_NOT_ENTERED_FOR_DOCUMENT: () => 'No se introdujo el PIN para este documento.',
  PIN_FOR_OTHER_DOCUMENTS: () => 'Ahora esperan el PIN otros documentos: mírelos de nuevo.',
  PIN_REFUSED_NOT_TRIED: () => 'El token ya rechazó este PIN. No se ha probado de nuevo.',
  PIN_NOT_HANDED_OVER: () => 'No se pudo entregar el PIN.',
  PIN_LOCKED: () => 'El PIN está bloqueado: desbloquéelo con el PUK en el software del token.',
  PIN_LAST_TRY: () =>
    'Solo queda un intento del PIN: inicie sesión una vez con el software del token, y firme de nuevo.',
  PIN_WRONG_BEFORE: (permitted) =>
    `Antes se introdujo un PIN erróneo: inicie sesión una vez con el software del token${orPermit(permitted)}; y firme de nuevo.`,
  PIN_ON_READER_NEEDS_PERSON: () =>
    'El PIN de este token se introduce en su lector, donde tiene que haber alguien: configúrelo como proveedor SmartCard.',
  PIN_ENTERED_BY_PERSON: () => 'El PIN del token lo introduce una persona, a la que se le pide.',
  PIN_NOT_CONFIGURED: () => 'El PIN del token no está configurado.',
  PIN_UNREADABLE: ({ secret }) =>
    `No se puede leer el secreto ${secret}: dé al usuario con el que funciona la estación permiso para leer su archivo, y no guarde en él nada más que el secreto.`,
  PIN_EMPTY: () => 'El PIN configurado está vacío: escríbalo en su secreto.',
  PIN_TOO_SHORT: ({ min }) =>
    `El PIN configurado es demasiado corto para el token, que pide al menos ${min} caracteres.`,
  PIN_TOO_LONG: ({ max }) =>
    `El PIN configurado es demasiado largo para el token, que admite ${max} caracteres como mucho.`,
  PIN_OF_OTHER_PROVIDER: () =>
    'Otro proveedor tiene sesión en este token con otro PIN que el configurado aquí: dé a los dos el mismo PIN.',
  PIN_OUTCOME_UNKNOWN: refusedPin(
    'Hubo inicios de sesión con este PIN que se cortaron antes de saberse su resultado; puede ser correcto o erróneo.',
  ),
  PIN_SAID_LOCKED: refusedPin(
    'El token dijo que su PIN está bloqueado: desbloquéelo antes con el PUK en el software del token.',
  ),
  PIN_TO_CHANGE: refusedPin('El token quiere que se cambie este PIN: cámbielo antes con su software.'),
  PIN_REFUSED_BEFORE: refusedPin('El token ya rechazó este PIN.'),
  PIN_NOT_ENTERED_ON_READER: (permitted) => `El PIN no se introdujo en el lector. ${takeOut(permitted)}`,
  PIN_FAILED_ON_READER: ({ answer, ...permitted }) =>
    `Falló el inicio de sesión en el lector: PIN erróneo, cancelado o fuera de plazo (${answer}). ${takeOut(permitted)}`,
  PIN_MEMORY_DAMAGED: ({ file }) =>
    `No se puede leer la memoria del guardián del PIN: asegúrese de que el PIN es correcto, y borre el archivo ${file}.`,
  PIN_MEMORY_NOT_KEPT: ({ folder }) =>
    `No se puede escribir nada en ${folder}, donde se anota qué PIN se han probado: compruebe que la estación puede escribir allí y que el disco funciona. Hasta entonces no se prueba ningún PIN.`,
  CARD_OTHER_CERTIFICATE: () => 'El certificado buscado no está en el token insertado: en el lector hay otra tarjeta.',
  CARD_CERTIFICATE_REPLACED: () =>
    'El token tenía antes el certificado deseado y ya no lo tiene: fue sustituido. Nombre el certificado que tiene ahora.',
  CARD_UNNAMED: ({ name }) =>
    `El token no muestra certificados antes de iniciar sesión, y nada dice que sea el del proveedor ${name}: ` +
    'ponga su TokenSerial, para que el PIN no vaya a otra tarjeta.',
  CARD_OTHER_THAN_OPENED: ({ name }) =>
    `En el lector hay otra tarjeta que la que abrió hasta ahora el PIN del proveedor ${name}: ` +
    'inserte aquella, o nombre el certificado.',
  TOKEN_NOT_INSERTED: ({ name }) => `No hay ningún token insertado para el proveedor ${name}.`,
  TOKEN_NOT_AMONG: ({ name, count }) => `El token del proveedor ${name} no está entre los ${count} insertados.`,
  TOKENS_SEVERAL: ({ name, count }) =>
    `${count} tokens encajan con el proveedor ${name}: retire todos menos uno, o nombre uno por su número de serie (TokenSerial).`,
  TOKEN_BUSY_LOGIN: () => 'Otro proceso está iniciando sesión en este token.',
  TOKEN_WITH_KEY_GONE: () => 'El token con la clave elegida ya no está.',
  TOKEN_CANNOT_SIGN_SO: () => 'El token no puede firmar con esta clave.',
  KEY_CANNOT_MAKE: ({ scheme, hash }) => `La clave no puede hacer ${scheme} con ${hash}.`,
  KEY_WITHOUT_ALGORITHM: () => 'El dispositivo no ofrece ningún algoritmo de firma para esta clave.',
  SIGNATURE_OF_DEVICE_WRONG: () => 'El dispositivo devolvió una firma que no corresponde al certificado; se descartó.',
  MODULE_PATH_RELATIVE: () => 'La ruta del módulo PKCS#11 debe ser absoluta y de este equipo.',
  MODULE_OF_OTHER_SYSTEM: () => 'El módulo PKCS#11 no es una biblioteca para esta clase de sistema.',
  MODULE_OF_OTHER_PROCESSOR: ({ found, needed }) =>
    `El módulo PKCS#11 es para otro procesador (${found === '' ? 'desconocido' : found}, hace falta ${needed}).`,
  MODULE_NOT_INSTALLED: () => 'El módulo PKCS#11 (controlador del token) no está instalado.',
  MODULE_NOT_LOADED: () => 'No se pudo cargar el módulo PKCS#11; quizá falte una biblioteca que necesita.',
  PFX_MISSING: () => 'El archivo PFX falta o no se puede leer.',
  PFX_WITHOUT_KEY: () => 'El archivo PFX no tiene esa clave.',
  PFX_PASSWORD_MISSING: () => 'La contraseña del archivo PFX no está configurada.',
  PFX_PASSWORD_EMPTY: () =>
    'La contraseña configurada está vacía, y el archivo PFX tiene otra: escriba la contraseña en su secreto.',
  PFX_PASSWORD_WRONG: () =>
    'La contraseña del archivo PFX es errónea. Se intenta de nuevo cuando cambie la contraseña o el archivo.',
  PFX_UNUSABLE: ({ detail }) => `El archivo PFX no se puede usar (${detail}).`,
};
