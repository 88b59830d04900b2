import { ERROR_CODES } from '../contract/vocabulary/error-catalogue.ts';
import { WAIT_REASONS } from '../contract/vocabulary/failures.ts';
import { PROVIDER_TYPES } from '../contract/vocabulary/provider-types.ts';
import { SIGNATURE_FORMATS, SIGNATURE_PROFILES } from '../contract/vocabulary/signature-formats.ts';
import { JOB_STATUSES, SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import type { ApiCommand } from './api-command.ts';
import {
  choice,
  query,
  COMMON_HEADERS,
  IDEMPOTENCY,
  PAGE,
  LIST,
  WHICH,
  AUDIT_FILTER,
  RAISED,
  EXTEND_FIELDS,
  RETRY_FIELDS,
  PREVIEW_FIELDS,
} from './command-fields.ts';

const V1 = '/api/v1';
type More = Partial<Pick<ApiCommand, 'options' | 'columns' | 'alsoAnswers' | 'goodWhere' | 'operands'>>;

/** Operands are what the path has in braces. */
function call(method: ApiCommand['method'], path: string, operation: string) {
  return (name: string, answer: ApiCommand['answer'], summary: string, more: More = {}): ApiCommand => ({
    operands: [...path.matchAll(/\{(\w+)\}/g)].map(([, operand = '']) => operand),
    ...{ name, summary, operation, method, path, answer },
    ...more,
    options: [...(more.options ?? []), ...COMMON_HEADERS],
  });
}
const get = (path: string, operation: string) => call('GET', path, operation);
const post = (path: string, operation: string) => call('POST', path, operation);

const TOKEN_COMMANDS: readonly ApiCommand[] = [
  get(`${V1}/certificates`, 'listCertificates')('certificates list', 'list', 'certificates that can be signed with', {
    columns: ['sha256Thumbprint', 'providerType', 'canSign', 'notAfter', 'subject'],
  }),
  get(`${V1}/certificates/{id}`, 'getCertificate')('certificates show', 'object', 'one, by either thumbprint'),
  get(`${V1}/providers`, 'listProviders')('providers list', 'list', 'configured holders of keys', {
    columns: ['id', 'type', 'status', 'displayName', 'detail'],
  }),
  get(`${V1}/stations`, 'listStations')('stations list', 'list', 'stations that share the database', {
    columns: ['id', 'name', 'state', 'roles', 'lastSeenAt'],
  }),
  get(`${V1}/providers/{id}/health`, 'getProviderHealth')(
    'providers health',
    'object',
    'whether one can sign now; never logs in',
    { alsoAnswers: [503] },
  ),
  get(`${V1}/providers/{id}/diagnosis`, 'getProviderDiagnosis')(
    'providers diagnose',
    'object',
    'why one does not sign, as the station sees it',
  ),
  post(`${V1}/providers/{id}/login-permits`, 'permitProviderLogin')(
    'providers permit-login',
    'nothing',
    'permits one more try of a refused PIN; may cost a try',
  ),
];

const QUEUE_COMMANDS: readonly ApiCommand[] = [
  get(`${V1}/signatures`, 'listSignatures')('queue list', 'page', 'requests, newest first', {
    options: [
      ...LIST,
      { ...choice('status', SIGNATURE_STATUSES, 'state; may be repeated'), type: 'list' },
      choice('format', SIGNATURE_FORMATS, 'format'),
      choice('profile', SIGNATURE_PROFILES, 'baseline level'),
      choice('signingProvider', PROVIDER_TYPES, 'kind of key'),
      query('createdFrom', 'not before this moment, ISO 8601 with time zone'),
      query('createdBefore', 'before this moment'),
      query('text', 'part of the file name, the correlation id or the id'),
      choice('errorCode', ERROR_CODES, 'what failed requests failed with'),
      choice('waitReason', WAIT_REASONS, 'what requests in the queue wait for'),
    ],
    columns: ['id', 'status', 'format', 'profile', 'createdAt', 'originalFileName', 'errorCode', 'waitReason'],
  }),
  get(`${V1}/jobs`, 'listJobs')('queue jobs', 'page', 'signing jobs, newest first', {
    options: [...LIST, { ...choice('status', JOB_STATUSES, 'state; may be repeated'), type: 'list' }],
    columns: ['id', 'signatureId', 'status', 'attempt', 'originalFileName', 'lastError'],
  }),
  post(`${V1}/stamp-previews`, 'previewStamp')('stamps preview', 'object', 'draws the stamp of a signature, unsigned', {
    options: PREVIEW_FIELDS,
  }),
  get(`${V1}/signatures/{id}`, 'getSignature')('queue show', 'object', 'state of one request'),
  post(`${V1}/signatures/{id}/cancel`, 'cancelSignature')('queue cancel', 'object', 'cancels a request'),
  post(`${V1}/signatures/{id}/retries`, 'retrySignature')(
    'queue retry',
    'object',
    'does a failed request again; what is named is changed',
    { options: [...RETRY_FIELDS, IDEMPOTENCY] },
  ),
  get(`${V1}/reasons`, 'countReasons')('queue reasons', 'object', 'why requests failed or wait, and how many'),
  post(`${V1}/retries`, 'retryFailed')('queue retry-failed', 'object', 'does failed requests again, 200 at a call', {
    options: [choice('errorCode', ERROR_CODES, 'only those that failed with this', 'body'), ...WHICH],
  }),
  post(`${V1}/cancellations`, 'cancelWaiting')('queue cancel-waiting', 'object', 'cancels what waits, 200 at a call', {
    options: [choice('waitReason', WAIT_REASONS, 'only what waits for this', 'body'), ...WHICH],
  }),
  get(`${V1}/signatures/{id}/content`, 'getSignatureContent')('queue download', 'file', 'the signed file of a request'),
  get(`${V1}/signatures/{id}/inputs/{number}`, 'getSignatureInput')('queue input', 'file', 'a document as it was sent'),
  get(`${V1}/signatures/{id}/verification`, 'verifySignature')('queue verify', 'object', 'verifies the signed file'),
  get(`${V1}/events`, 'streamEvents')('queue watch', 'stream', 'changes as they happen, until Ctrl-C'),
  get(`${V1}/statistics`, 'readStatistics')('queue statistics', 'object', 'figures of the dashboard'),
  post(`${V1}/batches`, 'createBatch')('batch create', 'object', 'makes a batch of requests', {
    operands: ['signatureIds'],
  }),
  get(`${V1}/batches/{id}`, 'getBatch')('batch show', 'object', 'a batch with the state of each request'),
  post(`${V1}/batches/{id}/cancel`, 'stopBatch')('batch cancel', 'object', 'cancels what is not being signed yet'),
  get(`${V1}/batches/{id}/content`, 'getBatchContent')('batch download', 'file', 'all signed files of a batch as ZIP'),
];

const EXTENSION_COLUMNS = ['id', 'status', 'format', 'profile', 'createdAt', 'originalFileName', 'errorCode'];

const EVIDENCE_COMMANDS: readonly ApiCommand[] = [
  post(`${V1}/extensions`, 'createExtension')('extensions create', 'object', 'adds evidence to a signed document', {
    options: [
      { field: 'file', place: 'file', meaning: 'the signed document' },
      ...EXTEND_FIELDS.filter((option) => !COMMON_HEADERS.includes(option)),
    ],
  }),
  get(`${V1}/extensions`, 'listExtensions')('extensions list', 'page', 'extensions of uploads, newest first', {
    options: PAGE,
    columns: EXTENSION_COLUMNS,
  }),
  get(`${V1}/extensions/{id}`, 'getExtension')('extensions show', 'object', 'state of one extension'),
  get(`${V1}/extensions/{id}/content`, 'getExtensionContent')('extensions download', 'file', 'the extended file'),
  get(`${V1}/extensions/{id}/verification`, 'verifyExtension')('extensions verify', 'object', 'verifies that file'),
  post(`${V1}/signatures/{id}/renewals`, 'createRenewal')('renewals create', 'object', 'renews a signed file', {
    options: [choice('profile', RAISED, 'level to come to; without it LTA', 'body'), IDEMPOTENCY],
  }),
  get(`${V1}/signatures/{id}/renewals`, 'listRenewals')('renewals of', 'page', 'renewals of a request, newest first', {
    options: PAGE,
    columns: EXTENSION_COLUMNS,
  }),
  get(`${V1}/renewals`, 'listAllRenewals')('renewals list', 'page', 'renewals of all requests, newest first', {
    options: PAGE,
    columns: EXTENSION_COLUMNS,
  }),
  post(`${V1}/renewals`, 'renewDue')('renewals due', 'object', 'renews all whose evidence ends soon', {
    options: [{ field: 'endsWithinDays', place: 'body', type: 'integer', meaning: 'days from now; needed' }],
  }),
  get(`${V1}/renewals/{id}`, 'getRenewal')('renewals show', 'object', 'state of one renewal'),
  get(`${V1}/renewals/{id}/content`, 'getRenewalContent')('renewals download', 'file', 'the renewed file'),
  get(`${V1}/renewals/{id}/verification`, 'verifyRenewal')('renewals verify', 'object', 'verifies that file'),
  get(`${V1}/evidence`, 'listEvidence')('evidence list', 'page', 'files of level LTA by when their evidence ends', {
    options: [...PAGE, query('endsWithinDays', 'only those that end within so many days')],
    columns: ['id', 'kind', 'signatureId', 'evidenceGoodUntil', 'originalFileName'],
  }),
];

const STATION_COMMANDS: readonly ApiCommand[] = [
  get(`${V1}/audit-events`, 'listAuditEvents')('audit list', 'page', 'audit events, newest first', {
    options: [...LIST, ...AUDIT_FILTER],
    columns: ['timestamp', 'eventType', 'actor', 'entityId'],
  }),
  get(`${V1}/signatures/{id}/audit-events`, 'listSignatureAuditEvents')(
    'audit of',
    'page',
    'the history of one request',
    { options: PAGE, columns: ['timestamp', 'eventType', 'actor'] },
  ),
  get(`${V1}/audit-events/export`, 'exportAuditEvents')('audit export', 'file', 'all events that fit as one file', {
    options: [choice('format', ['csv', 'json'], 'table or JSON; without it csv'), ...AUDIT_FILTER],
  }),
  get(`${V1}/trust-anchors`, 'listTrustAnchors')('trust list', 'object', 'certificates that verification ends in'),
  get(`${V1}/levels`, 'listLevels')('levels list', 'list', 'levels of signatures, and what is not set up for them', {
    columns: ['profile', 'isOffered', 'obstacle'],
  }),
  get(`${V1}/settings`, 'listSettings')(
    'settings list',
    'list',
    'the configuration in force and where it was written',
    {
      columns: ['key', 'value', 'origin'],
    },
  ),
  post(`${V1}/timestamping/trials`, 'tryTimestamping')('tsa ask', 'object', 'lets the station try its authorities', {
    goodWhere: 'ok',
  }),
  get('/health', 'health')('health show', 'object', 'how the station is', { alsoAnswers: [503] }),
  get('/health/ready', 'healthReady')('health ready', 'object', 'whether it takes requests', { alsoAnswers: [503] }),
  get('/health/live', 'healthLive')('health live', 'object', 'whether it runs'),
  get(`${V1}/processes`, 'listProcesses')('processes list', 'list', "the station's child processes", {
    columns: ['id', 'state'],
  }),
  post(`${V1}/processes/{id}/starts`, 'startProcess')('processes start', 'object', 'starts one that was given up'),
  get('/metrics', 'metrics')('health metrics', 'stream', 'figures for Prometheus'),
];

/** What is one call; `sign`, `verify`, `inspect` and `report` are more than that and stand by themselves. */
export const API_COMMANDS: readonly ApiCommand[] = [
  ...TOKEN_COMMANDS,
  ...QUEUE_COMMANDS,
  ...EVIDENCE_COMMANDS,
  ...STATION_COMMANDS,
];
