import type * as english from '../en/evidence-texts.ts';
import type { Texts } from '../texts.ts';
import { count, form } from './count.ts';

const files = (number: number): string => count(number, 'archivo', 'archivos');

/** What people read about files of level LTA and how long their evidence lasts. */
export const evidenceTexts: Texts<typeof english.evidenceTexts> = {
  title: 'Evidencia duradera',
  lead: 'Archivos almacenados de nivel LTA. Renuévelos antes de que termine su evidencia: se añade un nuevo sello de tiempo de archivo y las firmas quedan como están.',
  open: 'Evidencia duradera',
  document: 'Documento',
  format: 'Formato',
  goodUntil: 'Vale hasta',
  completed: 'Hecho',
  renewal: 'Renovación',
  action: 'Acción',
  statuses: {
    Created: 'Recibida',
    Queued: 'Solicitada',
    Processing: 'Renovando',
    RetryScheduled: 'Se reintentará',
    Completed: 'Renovado',
    Failed: 'Con error',
    Rejected: 'Rechazada',
    Cancelled: 'Cancelada',
  },
  waits: 'No se gasta ningún intento: la renovación continúa por sí sola en cuanto esto cambie.',
  whyOf: (name) => `Renovación de ${name}`,
  closeWhy: 'Cerrar el motivo',
  filter: 'Fin de la evidencia',
  any: 'En cualquier momento',
  within: { '30': 'Termina en 30 días', '90': 'Termina en 90 días', '365': 'Termina en un año' },
  ended: (date) => `terminó el ${date}`,
  renew: 'Renovar',
  renewOf: (name) => `Renovar ${name}`,
  renewAll: (days) => `Renovar todo lo que termina en ${days} días`,
  notHere: 'Un archivo subido y ampliado: vuelva a entregarlo para renovarlo',
  none: 'No hay ningún archivo de nivel LTA almacenado',
  noneHint: 'Firme o amplíe un documento al nivel LTA: aparecerá aquí con el fin de su evidencia.',
  noMatch: 'Ninguna evidencia termina tan pronto',
  noMatchHint: 'Elija un plazo más largo para ver más.',
  requested: ({ requested, skipped, isComplete }) =>
    [
      `Renovación de ${files(requested.length)} solicitada`,
      ...(skipped.length > 0 ? [`${files(skipped.length)} ${form(skipped.length, 'omitido', 'omitidos')}`] : []),
      ...(isComplete ? [] : ['quedan más pendientes: solicítela de nuevo']),
    ].join(', '),
  oneRequested: (name) => `Renovación de ${name} solicitada`,
};
