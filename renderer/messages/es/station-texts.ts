import type * as english from '../en/station-texts.ts';
import type { Texts } from '../texts.ts';

/** What people read about the stations that share the work. */
export const stationTexts: Texts<typeof english.stationTexts> = {
  title: 'Estaciones',
  lead: 'Todas las estaciones que comparten la base de datos: cuáles funcionan, desde cuándo y con qué proveedores.',
  open: 'Todas las estaciones',
  states: { running: 'En marcha', silent: 'Sin noticias', stopped: 'Detenida' },
  isThis: 'esta',
  since: 'En marcha desde',
  lastSeen: 'Última señal',
  stopped: 'Detenida',
  version: 'Versión',
  roles: 'Trabajo',
  roleNames: {
    api: 'recibe solicitudes',
    publisher: 'entrega trabajos',
    worker: 'firma',
    'token-host': 'guarda las claves',
  },
  noProviders: 'Sin proveedores propios.',
  providers: (name) => `Proveedores de ${name}`,
  silentHint:
    'Terminó o no alcanza la base de datos. Aquello en lo que trabajaba continúa en otra estación, o cuando vuelva.',
  none: 'No se conoce ninguna estación',
  noneHint: 'Una estación aparece aquí en el medio minuto siguiente a su arranque.',
};
