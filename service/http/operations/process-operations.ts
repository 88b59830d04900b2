import { z } from 'zod';
import { ProcessView } from '../../contract/http/processes.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import { listProcesses, startProcess } from '../../use-cases/processes.ts';
import { operation, type Operation } from '../operation.ts';
import { ProcessParams } from './parameters.ts';

function unknownProcess(): StationError {
  return new StationError('ROUTE_NOT_FOUND', tell('PROCESS_UNKNOWN'));
}

const list = operation({
  id: 'listProcesses',
  method: 'get',
  path: '/api/v1/processes',
  tag: 'Processes',
  summary: "The station's child processes, whether they run, and how they ended last",
  // Names of token-hosts tell of providers that may be of other tenants.
  permission: 'Administer',
  replies: { 200: { description: 'All of them', json: { name: 'ProcessList', schema: z.array(ProcessView) } } },
  errors: [],
  handle: ({ ports }) => ({ status: 200, body: listProcesses(ports) }),
});

const start = operation({
  id: 'startProcess',
  method: 'post',
  path: '/api/v1/processes/:id/starts',
  tag: 'Processes',
  summary: 'Start a process now that waits for its next try; a running one is left alone',
  permission: 'Administer',
  params: ProcessParams,
  onUnknownParams: unknownProcess,
  replies: { 200: { description: 'How it stands now', json: { name: 'Process', schema: ProcessView } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'ROUTE_NOT_FOUND'],
  async handle({ ports }, { caller, params }) {
    const body = await startProcess(ports, caller, params.id);
    if (body === undefined) throw unknownProcess();
    return { status: 200, body };
  },
});

export const PROCESS_OPERATIONS: readonly Operation[] = [list, start];
