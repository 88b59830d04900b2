import type { SentencesOf } from '../../sentence-texts.ts';
import type { storedSentences as english } from '../../../../service/contract/vocabulary/sentences/stored-sentences.ts';
import { statusName, waitName } from '../../sentence-words.ts';

export const storedSentences: SentencesOf<typeof english> = {
  REQUEST_UNKNOWN: () => 'No hay ninguna solicitud de firma con este identificador.',
  REQUEST_WITHOUT_DOCUMENT: ({ number }) => `La solicitud no tiene un documento ${number}.`,
  DOCUMENT_DELETED: () => 'El documento se borró tras su plazo de conservación.',
  DOCUMENT_MISSING: () => 'El documento falta en el almacenamiento.',
  DOCUMENT_NOT_ACCEPTED_ONE: () => 'El documento guardado no es el que se aceptó: su SHA-256 difiere del anotado.',
  DOCUMENT_NOT_RECEIVED_ONE: () => 'El documento guardado no es el que se recibió; envíelo de nuevo.',
  DOCUMENT_NO_LONGER_STORED: () => 'El documento ya no está guardado: envíelo de nuevo.',
  INPUT_GONE: () => 'El documento de partida ya no está en el almacenamiento.',
  OUTPUT_NOT_YET: ({ status }) => `La solicitud está en el estado «${statusName(status)}»; no hay resultado.`,
  OUTPUT_DELETED: () => 'El archivo firmado se borró tras su plazo de conservación.',
  OUTPUT_MISSING: () => 'El archivo firmado falta en el almacenamiento.',
  OUTPUT_NOT_SIGNED_ONE: () => 'El archivo guardado no es el que se firmó: su SHA-256 difiere del anotado.',
  OUTPUT_NOT_SIGNED_ONE_OF: ({ id }) =>
    `El archivo guardado de la solicitud ${id} no es el que se firmó: su SHA-256 difiere del anotado.`,
  OUTPUT_NOT_RECORDED_ONE: () => 'El archivo guardado no es el anotado.',
  STAGED_SIGNATURE_GONE: () => 'La firma que se había apartado ya no está en el almacenamiento.',
  NOT_CANCELLABLE: ({ status }) => `La solicitud está en el estado «${statusName(status)}» y ya no puede cancelarse.`,
  RETRY_COMPLETED: () => 'La solicitud está terminada: no hay nada que repetir.',
  RETRY_NOT_FAILED: ({ status }) =>
    `La solicitud está en el estado «${statusName(status)}»; solo se repite lo que ha fallado.`,
  RETRIED_AND_COMPLETED: ({ id }) => `La solicitud se repitió, y ${id} está terminada.`,
  RETRIED_ALREADY: ({ id, status }) => `La solicitud ya se está repitiendo: ${id} («${statusName(status)}»).`,
  RENEWAL_LEVEL_LOWER: ({ present, wanted }) => `La firma es de nivel ${present}; no se pasa al nivel ${wanted}.`,
  RENEWAL_DOCUMENT_GONE: () =>
    'El documento sobre el que está la firma ya no está guardado: envíe los dos para elevarla.',
  RENEWAL_FILE_GONE: () => 'El archivo ya no está guardado.',
  RENEWAL_UNDER_WAY: ({ id }) => `La firma se está renovando: ${id} no ha terminado.`,
  REQUEST_ARCHIVED: ({ id }) =>
    `La Idempotency-Key se usó para ${id}, que terminó hace mucho y está en el archivo histórico.`,
  BATCH_UNKNOWN: () => 'No hay ningún lote con este identificador.',
  BATCH_REQUEST_UNKNOWN: () => 'Una solicitud del lote no existe.',
  BATCH_WITHOUT_SIGNED: () => 'Ningún documento del lote tiene un archivo firmado.',
  APPROVAL_REFUSED_BY_PERSON: () => 'Una persona en la estación se negó a firmar el documento.',
  APPROVAL_NOT_IN_TIME: () => 'Nadie en la estación aprobó el documento a tiempo (Approvals:ExpireAfter).',
  APPROVAL_NEEDED: () => 'Una persona en la estación tiene que ver y aprobar el documento.',
  APPROVED_DOCUMENT_OTHER: () => 'El documento guardado no es el que se aprobó.',
  APPROVAL_NOT_WAITED_FOR: ({ id, status }) =>
    `La solicitud ${id} está en el estado «${statusName(status)}» y no espera ninguna aprobación.`,
  APPROVAL_BY_OWN_KEY: () => 'La clave de API que entregó un documento no puede aprobarlo.',
  SHOWN_IS_OTHER: ({ id }) => `Lo que se mostró no es lo que firmaría ${id}.`,
  SHOWN_NOT_WHOLE: ({ id }) => `No se mostró todo ${id} antes de aprobarlo.`,
  WAIT_TOO_LONG: ({ waitReason }) =>
    `Lo que el documento esperaba no llegó a tiempo: ${waitName(waitReason)} (Signing:MaxWait).`,
};
