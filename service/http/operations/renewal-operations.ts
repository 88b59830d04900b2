import { z } from 'zod';
import {
  BulkRenewal,
  EvidenceList,
  ExtensionList,
  ExtensionView,
  RaisedProfile,
} from '../../contract/http/extensions.ts';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { listAllRenewals, listRenewals } from '../../use-cases/list-extensions.ts';
import { listEvidence, renewDue } from '../../use-cases/renew-due.ts';
import { requestRenewal } from '../../use-cases/request-renewal.ts';
import { idempotencyKeyOf } from '../caller.ts';
import { jsonBody, optionalJsonBody } from '../json-body.ts';
import { noteSignature } from '../note-signature.ts';
import { operation, type Operation } from '../operation.ts';
import { factsOf } from '../request-facts.ts';
import { listOperationAt, resultOperations } from './extension-operations.ts';
import { IdParams, pageAndFilter, PagingQuery } from './parameters.ts';

const RenewalOptions = z.strictObject({
  profile: RaisedProfile.default('LTA').describe('T, LT or LTA; LTA of an output of level LTA renews its evidence'),
});

const create = operation({
  id: 'createRenewal',
  method: 'post',
  path: '/api/v1/signatures/:id/renewals',
  tag: 'Renewals',
  summary: 'Give the newest version of a signed output more evidence, without the signer; the signature stays as it is',
  permission: 'SignaturesCreate',
  params: IdParams,
  onUnknownParams: unknownSignature,
  body: optionalJsonBody(RenewalOptions),
  replies: { 202: { description: 'Accepted and kept', json: { name: 'ExtensionView', schema: ExtensionView } } },
  errors: [
    'SIGNATURE_REQUEST_INVALID',
    'SIGNATURE_INPUT_NOT_FOUND',
    'SIGNATURE_OUTPUT_NOT_FOUND',
    'SIGNATURE_NOT_RENEWABLE',
  ],
  async handle({ ports }, { caller, params, body, request }) {
    noteSignature(params.id);
    const idempotencyKey = idempotencyKeyOf(factsOf(request));
    const view = await requestRenewal(ports, caller, params.id, { profile: body.profile, idempotencyKey });
    return { status: 202, body: view, headers: { Location: view.statusUrl } };
  },
});

const list = operation({
  id: 'listRenewals',
  method: 'get',
  path: '/api/v1/signatures/:id/renewals',
  tag: 'Renewals',
  summary: 'Renewals of a signed output, newest first',
  permission: 'SignaturesRead',
  params: IdParams,
  onUnknownParams: unknownSignature,
  query: PagingQuery,
  replies: { 200: { description: 'A page', json: { name: 'ExtensionList', schema: ExtensionList } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  async handle({ ports }, { caller, params, query }) {
    const { page } = pageAndFilter(query);
    return { status: 200, body: await listRenewals(ports, caller, page, params.id) };
  },
});

const listAll = listOperationAt({
  id: 'listAllRenewals',
  path: '/api/v1/renewals',
  tag: 'Renewals',
  summary: 'Renewals of all signed outputs, newest first',
  list: listAllRenewals,
});

const EvidenceQuery = z.strictObject({
  ...PagingQuery.shape,
  endsWithinDays: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'has to be a whole number')
    .transform(Number)
    .optional()
    .describe('Only those whose evidence ends within so many days from now'),
});

const evidence = operation({
  id: 'listEvidence',
  method: 'get',
  path: '/api/v1/evidence',
  tag: 'Renewals',
  summary: 'Stored files of level LTA, the newest version of each, those first whose evidence ends first',
  permission: 'SignaturesRead',
  query: EvidenceQuery,
  replies: { 200: { description: 'A page', json: { name: 'EvidenceList', schema: EvidenceList } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, query }) {
    const { endsWithinDays, limit, cursor = null } = query;
    return { status: 200, body: await listEvidence(ports, caller, { limit, cursor }, endsWithinDays) };
  },
});

const renewAll = operation({
  id: 'renewDue',
  method: 'post',
  path: '/api/v1/renewals',
  tag: 'Renewals',
  summary: 'Renew every signature whose evidence ends within so many days, at most 200 at a call',
  permission: 'SignaturesCreate',
  body: jsonBody(z.strictObject({ endsWithinDays: z.int().min(0).max(99_999) })),
  replies: {
    202: { description: 'Renewals that were accepted', json: { name: 'BulkRenewal', schema: BulkRenewal } },
  },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, body }) {
    return { status: 202, body: await renewDue(ports, caller, body.endsWithinDays) };
  },
});

export const RENEWAL_OPERATIONS: readonly Operation[] = [
  create,
  list,
  listAll,
  evidence,
  renewAll,
  ...resultOperations('Renewal', 'renewals'),
];
