import type { StationView } from '../../service/contract/http/stations.ts';
import { iso, uuid } from './fake-values.ts';
import { PROVIDERS } from './fake-providers.ts';

const ALL = ['api', 'publisher', 'worker', 'token-host'];

/** Three desks of one office: one of them answers, one has fallen silent, one was switched off. */
export const STATIONS: readonly StationView[] = [
  {
    ...{ id: uuid('station-1'), name: 'front-desk', version: '1.0.0', roles: ALL, state: 'running', isThis: true },
    ...{
      startedAt: iso(-7_200_000),
      lastSeenAt: iso(-4_000),
      providers: [...PROVIDERS],
      commandLine: 'npm run station --',
    },
  },
  {
    ...{ id: uuid('station-2'), name: 'archive-with-a-rather-long-host-name.office.example.internal' },
    ...{ version: '1.0.0', roles: ['worker', 'token-host'], state: 'silent', isThis: false },
    ...{ startedAt: iso(-86_400_000), lastSeenAt: iso(-240_000), providers: PROVIDERS.slice(0, 1), commandLine: null },
  },
  {
    ...{ id: uuid('station-3'), name: 'gateway', version: '0.9.0', roles: ['api', 'publisher'], state: 'stopped' },
    ...{ isThis: false, startedAt: iso(-172_800_000), lastSeenAt: iso(-3_600_000), providers: [], commandLine: null },
  },
];
