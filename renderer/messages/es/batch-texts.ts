import type * as english from '../en/batch-texts.ts';
import type { Texts } from '../texts.ts';
import { listOfCounts } from '../count.ts';
import { count, digits, documents } from './count.ts';

/** Words of the page that shows documents that were given in together. */
export const batchTexts: Texts<typeof english.batchTexts> = {
  title: 'Lote',
  of: (number) => `Lote de ${documents(number)}`,
  given: (when) => `Entregado ${when}`,
  summary: ({ completed, open, cancelled, failed }) =>
    listOfCounts([
      [completed, count(completed, 'firmado', 'firmados')],
      [open, count(open, 'pendiente', 'pendientes')],
      [cancelled, count(cancelled, 'detenido', 'detenidos')],
      [failed, `${digits(failed)} con error`],
    ]),
  stop: 'Detener',
  download: (number) => `Descargar ${documents(number)} en un ZIP`,
  retry: (number) => `Reintentar ${count(number, 'documento con error', 'documentos con error')}`,
  otherwise: (number) => `Firmar ${digits(number)} con otras opciones`,
  gone: (number) => `Eliminados aquí, elíjalos entre sus propios archivos: ${documents(number)}`,
  duplicate: 'El mismo documento está varias veces en este lote',
  open: 'Abrir como lote',
  alreadySigned: 'Parece ya firmado',
  sameTwice: 'Elegido dos veces',
};
