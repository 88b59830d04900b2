import type { StationView } from '../../../service/contract/http/stations.ts';

/** What people read about the stations that share the work. */
export const stationTexts = {
  title: 'Stations',
  lead: 'All stations that share the database: which of them run, since when, and with which providers.',
  open: 'All stations',
  states: {
    running: 'Running',
    silent: 'Not heard of',
    stopped: 'Stopped',
  } satisfies Record<StationView['state'], string>,
  isThis: 'this one',
  since: 'Running since',
  lastSeen: 'Last heard of',
  stopped: 'Stopped',
  version: 'Version',
  roles: 'Work',
  roleNames: {
    api: 'takes requests',
    publisher: 'hands jobs over',
    worker: 'signs',
    'token-host': 'holds keys',
  },
  noProviders: 'No providers of its own.',
  providers: (name: string): string => `Providers of ${name}`,
  silentHint: 'It ended or cannot reach the database. What it was working on goes on elsewhere, or when it is back.',
  none: 'No station is known',
  noneHint: 'A station shows itself here within half a minute of its start.',
};
