import {
  ApprovalList,
  DecidedApprovals,
  NewApproval,
  NewRefusal,
  WaitingDocuments,
} from '../../contract/http/approvals.ts';
import { durationMilliseconds } from '../../config/duration.ts';
import { approveDocuments, listApprovals, refuseDocuments } from '../../use-cases/approvals.ts';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { lookAtWaiting } from '../../use-cases/look-at-waiting.ts';
import { requireDesk } from '../desk.ts';
import { jsonBody } from '../json-body.ts';
import { operation, type Operation } from '../operation.ts';
import { IdParams } from './parameters.ts';

const DECIDED = { 200: { description: 'Done', json: { name: 'DecidedApprovals', schema: DecidedApprovals } } };

const list = operation({
  id: 'listApprovals',
  method: 'get',
  path: '/api/v1/approvals',
  tag: 'Approvals',
  summary: 'What waits for a person at the station, by caller and batch; for a page of the station only',
  permission: 'SignaturesApprove',
  replies: { 200: { description: 'What waits', json: { name: 'ApprovalList', schema: ApprovalList } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'REQUEST_ORIGIN_FORBIDDEN'],
  async handle({ ports, configuration }, { request, caller }) {
    requireDesk(request);
    const expireMilliseconds = durationMilliseconds(configuration.Approvals.ExpireAfter);
    return { status: 200, body: await listApprovals(ports, caller, expireMilliseconds) };
  },
});

const look = operation({
  id: 'lookAtWaiting',
  method: 'get',
  path: '/api/v1/approvals/:id/documents',
  tag: 'Approvals',
  summary: 'Pages and earlier signers of the documents of a request that waits; for a page of the station only',
  permission: 'SignaturesApprove',
  params: IdParams,
  onUnknownParams: unknownSignature,
  replies: {
    200: { description: 'What the station sees in them', json: { name: 'WaitingDocuments', schema: WaitingDocuments } },
  },
  errors: [
    'SIGNATURE_REQUEST_INVALID',
    'SIGNATURE_INPUT_NOT_FOUND',
    'APPROVAL_NOT_PENDING',
    'REQUEST_ORIGIN_FORBIDDEN',
    'SERVICE_UNAVAILABLE',
  ],
  async handle({ ports }, { request, caller, params }) {
    requireDesk(request);
    return { status: 200, body: await lookAtWaiting(ports, caller, params.id) };
  },
});

const approve = operation({
  id: 'approveDocuments',
  method: 'post',
  path: '/api/v1/approvals',
  tag: 'Approvals',
  summary: 'Let documents be signed that a person was shown; for a page of the station only',
  permission: 'SignaturesApprove',
  body: jsonBody(NewApproval),
  replies: DECIDED,
  errors: [
    'SIGNATURE_REQUEST_INVALID',
    'SIGNATURE_INPUT_NOT_FOUND',
    'APPROVAL_NOT_PENDING',
    'APPROVAL_NOT_SHOWN',
    'APPROVAL_HASH_MISMATCH',
    'PERMISSION_DENIED',
    'REQUEST_ORIGIN_FORBIDDEN',
  ],
  async handle({ ports }, { request, caller, body }) {
    requireDesk(request);
    return { status: 200, body: await approveDocuments(ports, caller, body) };
  },
});

const refuse = operation({
  id: 'refuseDocuments',
  method: 'post',
  path: '/api/v1/approvals/refusals',
  tag: 'Approvals',
  summary: 'Cancel documents that a person does not want to be signed; for a page of the station only',
  permission: 'SignaturesApprove',
  body: jsonBody(NewRefusal),
  replies: DECIDED,
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND', 'REQUEST_ORIGIN_FORBIDDEN'],
  async handle({ ports }, { request, caller, body }) {
    requireDesk(request);
    return { status: 200, body: await refuseDocuments(ports, caller, body.ids) };
  },
});

/** What a person at the station decides; beyond the specification. */
export const APPROVAL_OPERATIONS: readonly Operation[] = [list, look, approve, refuse];
