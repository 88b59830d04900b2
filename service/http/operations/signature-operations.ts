import { AuditEventList, JobList, SignatureList, SignatureView, Statistics } from '../../contract/http/signatures.ts';
import { cancelSignature } from '../../use-cases/cancel-signature.ts';
import { getSignature, unknownSignature } from '../../use-cases/get-signature.ts';
import { listAuditEvents, listSignatureAuditEvents } from '../../use-cases/list-audit-events.ts';
import { listJobs } from '../../use-cases/list-jobs.ts';
import { listSignatures } from '../../use-cases/list-signatures.ts';
import { readStatistics } from '../../use-cases/read-statistics.ts';
import { noteSignature } from '../note-signature.ts';
import { operation, type Operation } from '../operation.ts';
import { AuditQuery, IdParams, JobsQuery, pageAndFilter, PagingQuery, SignaturesQuery } from './parameters.ts';
import { storedVerificationAt } from './stored-verification-operation.ts';

const get = operation({
  id: 'getSignature',
  method: 'get',
  path: '/api/v1/signatures/:id',
  tag: 'Signatures',
  summary: 'Status of a signature request',
  permission: 'SignaturesRead',
  params: IdParams,
  onUnknownParams: unknownSignature,
  replies: { 200: { description: 'The status', json: { name: 'SignatureView', schema: SignatureView } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  async handle({ ports }, { caller, params }) {
    noteSignature(params.id);
    return { status: 200, body: await getSignature(ports, caller, params.id) };
  },
});

const cancel = operation({
  id: 'cancelSignature',
  method: 'post',
  path: '/api/v1/signatures/:id/cancel',
  tag: 'Signatures',
  summary: 'Cancel a request that is not being signed yet',
  permission: 'SignaturesCancel',
  params: IdParams,
  onUnknownParams: unknownSignature,
  replies: { 200: { description: 'Cancelled', json: { name: 'SignatureView', schema: SignatureView } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND', 'SIGNATURE_NOT_CANCELLABLE'],
  async handle({ ports }, { caller, params }) {
    noteSignature(params.id);
    return { status: 200, body: await cancelSignature(ports, caller, params.id) };
  },
});

const verify = storedVerificationAt({
  id: 'verifySignature',
  path: '/api/v1/signatures/:id/verification',
  tag: 'Verification',
  summary: 'Verify the stored output of a completed request',
  kind: 'Signature',
});

const list = operation({
  id: 'listSignatures',
  method: 'get',
  path: '/api/v1/signatures',
  tag: 'Signatures',
  summary: 'Signature requests, newest first',
  permission: 'SignaturesRead',
  query: SignaturesQuery,
  replies: { 200: { description: 'A page', json: { name: 'SignatureList', schema: SignatureList } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, query }) {
    const { page, filter } = pageAndFilter(query);
    return { status: 200, body: await listSignatures(ports, caller, page, filter) };
  },
});

const jobs = operation({
  id: 'listJobs',
  method: 'get',
  path: '/api/v1/jobs',
  tag: 'Jobs',
  summary: 'Signing jobs, newest first',
  permission: 'SignaturesRead',
  query: JobsQuery,
  replies: { 200: { description: 'A page', json: { name: 'JobList', schema: JobList } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, query }) {
    const { page, filter } = pageAndFilter(query);
    return { status: 200, body: await listJobs(ports, caller, page, filter) };
  },
});

const auditEvents = operation({
  id: 'listAuditEvents',
  method: 'get',
  path: '/api/v1/audit-events',
  tag: 'Audit',
  summary: 'Audit events, newest first',
  permission: 'AuditRead',
  query: AuditQuery,
  replies: { 200: { description: 'A page', json: { name: 'AuditEventList', schema: AuditEventList } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, query }) {
    const { page, filter } = pageAndFilter(query);
    return { status: 200, body: await listAuditEvents(ports, caller, page, filter) };
  },
});

const signatureAuditEvents = operation({
  id: 'listSignatureAuditEvents',
  method: 'get',
  path: '/api/v1/signatures/:id/audit-events',
  tag: 'Audit',
  summary: 'The history of one request, newest first',
  permission: 'AuditRead',
  params: IdParams,
  onUnknownParams: unknownSignature,
  query: PagingQuery,
  replies: { 200: { description: 'A page', json: { name: 'AuditEventList', schema: AuditEventList } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  async handle({ ports }, { caller, params, query }) {
    const { page } = pageAndFilter(query);
    return { status: 200, body: await listSignatureAuditEvents(ports, caller, page, params.id) };
  },
});

const statistics = operation({
  id: 'readStatistics',
  method: 'get',
  path: '/api/v1/statistics',
  tag: 'Signatures',
  summary: 'Figures of the dashboard',
  permission: 'SignaturesRead',
  replies: { 200: { description: 'The figures', json: { name: 'Statistics', schema: Statistics } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }, { caller }) => ({ status: 200, body: await readStatistics(ports, caller) }),
});

export const SIGNATURE_OPERATIONS: readonly Operation[] = [
  list,
  get,
  cancel,
  verify,
  signatureAuditEvents,
  jobs,
  auditEvents,
  statistics,
];
