import { pipeline } from 'node:stream/promises';
import { BatchView, NewBatch } from '../../contract/http/batches.ts';
import { openBatchContent } from '../../use-cases/batch-content.ts';
import { createBatch, getBatch, stopBatch, unknownBatch } from '../../use-cases/batches.ts';
import { contentDisposition } from '../content-disposition.ts';
import { jsonBody } from '../json-body.ts';
import { operation, type Operation } from '../operation.ts';
import { IdParams } from './parameters.ts';

const BATCH = { json: { name: 'BatchView', schema: BatchView } };

const create = operation({
  id: 'createBatch',
  method: 'post',
  path: '/api/v1/batches',
  tag: 'Batches',
  summary: 'Make a batch of existing requests, to follow, stop and download them together',
  permission: 'SignaturesCreate',
  body: jsonBody(NewBatch),
  replies: { 201: { description: 'The batch', ...BATCH } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  async handle({ ports }, { caller, body }) {
    const batch = await createBatch(ports, caller, body);
    return { status: 201, body: batch, headers: { Location: `/api/v1/batches/${batch.id}` } };
  },
});

const get = operation({
  id: 'getBatch',
  method: 'get',
  path: '/api/v1/batches/:id',
  tag: 'Batches',
  summary: 'A batch with the status of each of its requests',
  permission: 'SignaturesRead',
  params: IdParams,
  onUnknownParams: unknownBatch,
  replies: { 200: { description: 'The batch', ...BATCH } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  handle: async ({ ports }, { caller, params }) => ({ status: 200, body: await getBatch(ports, caller, params.id) }),
});

const stop = operation({
  id: 'stopBatch',
  method: 'post',
  path: '/api/v1/batches/:id/cancel',
  tag: 'Batches',
  summary: 'Cancel every request of a batch that is not being signed yet',
  permission: 'SignaturesCancel',
  params: IdParams,
  onUnknownParams: unknownBatch,
  replies: { 200: { description: 'The batch as it is now', ...BATCH } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  handle: async ({ ports }, { caller, params }) => ({ status: 200, body: await stopBatch(ports, caller, params.id) }),
});

const content = operation({
  id: 'getBatchContent',
  method: 'get',
  path: '/api/v1/batches/:id/content',
  tag: 'Batches',
  summary: 'The signed files of a batch in one ZIP, with manifest.csv of all its documents',
  permission: 'SignaturesRead',
  params: IdParams,
  onUnknownParams: unknownBatch,
  replies: { 200: { description: 'The ZIP', mediaType: 'application/zip' } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND', 'SIGNATURE_OUTPUT_NOT_FOUND'],
  async handle({ ports }, { request, response, caller, params }) {
    const zip = await openBatchContent(ports, caller, params.id);
    response.statusCode = 200;
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', contentDisposition(zip.fileName));
    response.setHeader('Content-Length', zip.size);
    if (request.method === 'HEAD') response.end();
    else await pipeline(zip.read(), response);
    return 'sent' as const;
  },
});

/** Batches of requests; beyond the specification. */
export const BATCH_OPERATIONS: readonly Operation[] = [create, get, stop, content];
