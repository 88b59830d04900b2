import type * as english from '../en/unsigned-texts.ts';
import type { Texts } from '../texts.ts';
import { documents, form } from './count.ts';

const left = (number: number): string => (number > 0 ? `, ${documents(number)} sin cambios` : '');

/** Why documents are not signed, on the page of jobs. */
export const unsignedTexts: Texts<typeof english.unsignedTexts> = {
  title: 'Por qué hay documentos sin firmar',
  waiting: 'Aún por firmar',
  failed: 'Con error, aún no reintentados',
  newest: 'Contados entre los 10.000 más recientes de cada estado.',
  retry: 'Reintentar',
  retryOf: (number, why) => `Reintentar ${documents(number)}: ${why}`,
  retryAll: (number) => form(number, `Reintentar ${documents(number)}`, `Reintentar los ${documents(number)}`),
  retryTitle: (number) => `¿Reintentar ${documents(number)}?`,
  retryMeaning:
    'Cada uno pasa a ser una nueva solicitud con una copia de su documento y las mismas opciones. Los que fallaron siguen en la lista.',
  cancel: 'Cancelar',
  cancelOf: (number, why) => `Cancelar ${documents(number)}: ${why}`,
  cancelTitle: (number) => `¿Cancelar ${documents(number)}?`,
  cancelMeaning:
    'No se firman: quien los envió los encontrará cancelados. Los que ya se están firmando siguen adelante.',
  keep: 'Dejarlos así',
  confirmRetry: 'Reintentar',
  confirmCancel: 'Cancelarlos',
  retried: (done, skipped) => `${documents(done)} ${form(done, 'entregado', 'entregados')} de nuevo${left(skipped)}`,
  cancelled: (done, skipped) => `${documents(done)} ${form(done, 'cancelado', 'cancelados')}${left(skipped)}`,
  only: (why) => `Solo: ${why}`,
  showAll: 'Mostrar todos los motivos',
};
