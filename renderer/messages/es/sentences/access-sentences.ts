import type { SentencesOf } from '../../sentence-texts.ts';
import type { accessSentences as english } from '../../../../service/contract/vocabulary/sentences/access-sentences.ts';

export const accessSentences: SentencesOf<typeof english> = {
  API_KEY_NEEDED: () => 'Envíe una clave de API válida: `Authorization: ApiKey <key>` o `X-Api-Key: <key>`.',
  API_KEY_NOT_IN_FORCE: () =>
    'La clave de API enviada es desconocida o fue revocada. Esta estación no pide ninguna: envíe una válida, o ninguna.',
  API_KEY_OF_OTHER_TENANT: () => 'La clave de API pertenece a otro inquilino.',
  API_KEY_WITHOUT_PERMISSION: ({ permission }) => `A la clave de API le falta el permiso ${permission}.`,
  API_KEY_UNKNOWN: () => 'No hay ninguna clave de API vigente con este identificador.',
  DECIDED_AT_STATION: () => 'Esto lo decide una persona en la página de aprobación, abierta en este equipo o por TLS.',
  OTHER_USER_OF_MACHINE: () => 'Se rechazan las peticiones de otros usuarios de este equipo.',
  NOTHING_AT_ADDRESS: () => 'No hay nada en esta dirección.',
  PROVIDER_UNKNOWN: () => 'No hay ningún proveedor de claves con este identificador.',
  CERTIFICATE_UNKNOWN: () => 'Ningún proveedor muestra un certificado con este identificador.',
  PROCESS_UNKNOWN: () => 'Esta estación no tiene ningún proceso con este nombre.',
  DISK_FULL: () => 'No queda espacio en el disco de la estación.',
  TOO_MANY_FILES_OPEN: () => 'La estación tiene demasiados archivos abiertos; inténtelo de nuevo enseguida.',
  REQUEST_UNREADABLE: () => 'La petición no se puede leer.',
  TOO_MANY_UPLOADS: () => 'Hay demasiados envíos a la vez; inténtelo de nuevo enseguida.',
  TOO_MANY_VERIFIED_AT_ONCE: () => 'Se verifican demasiados documentos a la vez; inténtelo de nuevo enseguida.',
  TOO_MANY_WAIT_FOR_VERIFIER: () => 'Ya esperan verificación demasiados documentos.',
  TOO_MANY_EVENT_STREAMS: () => 'Hay demasiados flujos de eventos abiertos.',
  DATABASE_UNREACHABLE: () => 'No se llega a la base de datos.',
  DISK_REFUSED: () => 'El disco se negó a conservar lo escrito. La estación termina.',
  DATABASE_DAMAGED: () =>
    'La base de datos está dañada. La estación termina. Guarde una copia de station.db y de los archivos junto a él, y reponga luego una copia de seguridad de todos, como dice docs/operating.md.',
  PROCESS_GONE: () => 'El proceso consultado ya no está; se está reiniciando.',
  PROCESS_SILENT: () => 'El proceso consultado no respondió a tiempo.',
  FILE_OPERATION_REFUSED: ({ code }) => `El equipo rechazó una operación con archivos (${code}).`,
  FAILED_UNEXPECTEDLY: () => 'Se produjo un fallo inesperado.',
  PROGRAM_FILES_UNREADABLE: () => 'No se pudieron leer los archivos del programa; reinicie la estación.',
};
