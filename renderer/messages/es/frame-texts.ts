import type * as english from '../en/frame-texts.ts';
import type { Texts } from '../texts.ts';
import { count, documents } from './count.ts';

/** The frame around every page. */
export const navigationTexts: Texts<typeof english.navigationTexts> = {
  label: 'Menú principal',
  open: 'Abrir el menú',
  close: 'Cerrar el menú',
  sign: 'Firmar',
  review: 'Revisar',
  toReview: (number) => `${documents(number)} por revisar`,
  documents: 'Documentos',
  verify: 'Comprobar una firma',
  dashboard: 'Panel',
  certificates: 'Certificados',
  providers: 'Proveedores',
  jobs: 'Trabajos',
  audit: 'Auditoría',
  settings: 'Ajustes',
  overview: 'Estación',
  work: 'Trabajo',
  live: 'En directo',
  connecting: 'Conectando',
  liveHint: 'Los estados se actualizan al momento',
  loading: 'Abriendo la página',
  refused: 'Se necesita clave de API',
  refusedHint: 'La estación responde y pide una clave de API, u otra distinta',
  offlineHint: 'Sin conexión con la estación; reintentando',
  working: (number) => `${documents(number)} en curso`,
};

/** Buttons that stand on many pages. */
export const actionTexts: Texts<typeof english.actionTexts> = {
  retry: 'Reintentar',
  refresh: 'Actualizar',
  download: 'Descargar',
  checkSignature: 'Comprobar la firma',
  details: 'Detalles',
  remove: 'Quitar',
  cancel: 'Cancelar la firma',
  dismiss: 'Descartar',
  copy: 'Copiar',
  copied: 'Copiado',
  save: 'Guardar',
  showMore: 'Mostrar más',
  backToSign: 'Firmar documentos',
};

export const demoTexts: Texts<typeof english.demoTexts> = {
  badge: 'Demo',
  hint: 'Solo para probar. Las firmas hechas con ello no tienen valor legal.',
};

/** Words of long tables. */
export const tableTexts: Texts<typeof english.tableTexts> = {
  loading: 'Cargando más filas',
  loaded: (number, isAll) =>
    isAll
      ? count(number, 'fila', 'filas')
      : `${count(number, 'fila cargada', 'filas cargadas')}; desplácese hacia abajo para ver más`,
  scrollRegion: (name) => `${name}, tabla desplazable`,
};

export const toastTexts: Texts<typeof english.toastTexts> = {
  region: 'Mensajes',
  downloadFailed: 'La descarga no funcionó',
};

/** The page of an address that is none. */
export const notFoundTexts: Texts<typeof english.notFoundTexts> = {
  heading: 'Página no encontrada',
  title: 'Aquí no hay nada',
  hint: 'La dirección puede ser antigua o estar mal escrita.',
};

/** Words that numbers and times need; the rest of their form is Unicode's (CLDR) for the locale. */
export const formattingTexts: Texts<typeof english.formattingTexts> = {
  locale: 'es',
  justNow: 'ahora mismo',
  soon: 'en un momento',
  labelled: (label, value) => `${label}: ${value}`,
  bytes: (digits) => `${digits} bytes`,
  sizes: ['KB', 'MB', 'GB', 'TB'],
};
