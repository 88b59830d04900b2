import type * as english from '../en/console-texts.ts';
import type { Texts } from '../texts.ts';
import { digits } from './count.ts';

/** The dashboard. */
export const dashboardTexts: Texts<typeof english.dashboardTexts> = {
  title: 'Panel',
  lead: 'Lo que la estación ha hecho y está haciendo.',
  completed: 'Firmados',
  inProgress: 'En curso',
  failed: 'Con error',
  total: 'Todos los documentos',
  lastHour: (number) => `${digits(number)} en la última hora`,
  waitingSince: (when) => `El más antiguo espera desde ${when}`,
  nothingWaiting: 'No hay nada en espera',
  median: (duration) => `Normalmente ${duration} de la cola a la firma`,
  noMedian: 'Aún no se ha medido ninguna firma',
  byFormat: 'Por formato',
  recent: 'Documentos recientes',
  all: 'Todos los documentos',
  health: 'Proveedores',
  emptyTitle: 'Aún no se ha firmado nada',
  emptyHint: 'Suelte su primer documento en la página Firmar. Tarda menos de un minuto.',
};

/** The list of documents. */
export const documentTexts: Texts<typeof english.documentTexts> = {
  title: 'Documentos',
  lead: 'Todos los documentos entregados a esta estación.',
  search: 'Buscar por nombre de archivo, id. de correlación o id.',
  searchLabel: 'Buscar documentos',
  anyStatus: 'Cualquier estado',
  anyFormat: 'Cualquier formato',
  status: 'Estado',
  format: 'Formato',
  name: 'Documento',
  created: 'Entregado',
  note: 'Nota',
  size: 'Tamaño',
  none: 'Aún no hay documentos',
  noneHint: 'Aquí aparecen los documentos que firman usted o los programas locales.',
  noMatch: 'Ningún documento coincide',
  noMatchHint: 'Cambie la búsqueda o los filtros.',
  fresh: 'Han llegado documentos más recientes',
  showFresh: 'Mostrarlos',
};

/** The list of jobs. */
export const jobTexts: Texts<typeof english.jobTexts> = {
  title: 'Trabajos',
  lead: 'El trabajo de la estación con cada documento, para administradores.',
  document: 'Documento',
  status: 'Trabajo',
  request: 'Estado',
  groups: 'Dónde están los trabajos',
  groupNames: {
    Queued: 'En espera',
    Processing: 'Firmando',
    RetryScheduled: 'Se reintentarán',
    Failed: 'Con error, en la cola de fallidos',
  },
  attempt: 'Intento',
  lastError: 'Último error',
  created: 'Creado',
  duration: 'Duración',
  any: 'Cualquier estado de trabajo',
  filter: 'Estado del trabajo',
  none: 'Aún no hay trabajos',
  noneHint: 'Cada documento entregado se convierte en un trabajo.',
  noMatchHint: 'Elija otro estado.',
  noMatch: 'Ningún trabajo en este estado',
};

/** The audit. */
export const auditTexts: Texts<typeof english.auditTexts> = {
  title: 'Auditoría',
  lead: 'Qué ocurrió, quién lo hizo y cuándo. Las entradas nunca se modifican.',
  when: 'Cuándo',
  from: 'Desde',
  to: 'Hasta',
  csv: 'Guardar como CSV',
  json: 'Guardar como JSON',
  event: 'Evento',
  actor: 'Autor',
  entity: 'Sobre',
  details: 'Detalles',
  search: 'Buscar por autor, id. o id. de correlación',
  searchLabel: 'Buscar en la auditoría',
  any: 'Cualquier evento',
  filter: 'Evento',
  none: 'Aún no hay nada registrado',
  noneHint: 'La primera solicitud de firma escribe las primeras entradas.',
  noMatch: 'Ninguna entrada coincide',
  noMatchHint: 'Cambie la búsqueda o el evento.',
};
