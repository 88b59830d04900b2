import { z } from 'zod';
import { StationView } from '../../contract/http/stations.ts';
import { listStations } from '../../use-cases/list-stations.ts';
import { operation } from '../operation.ts';

/** Not part of the specification: who shares the work. */
export const stationOperation = operation({
  id: 'listStations',
  method: 'get',
  path: '/api/v1/stations',
  tag: 'Providers',
  summary: 'The stations that share one database: which run, since when, with which providers',
  permission: 'ProvidersRead',
  replies: { 200: { description: 'All of them', json: { name: 'StationList', schema: z.array(StationView) } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }, { caller }) => ({ status: 200, body: [...(await listStations(ports, caller))] }),
});
