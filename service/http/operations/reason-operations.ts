import { z } from 'zod';
import { BulkCancellation, BulkRetry, FailureCode, ReasonCounts } from '../../contract/http/reasons.ts';
import { WaitReason } from '../../contract/vocabulary/failures.ts';
import { cancelWaiting } from '../../use-cases/cancel-waiting.ts';
import { countReasons } from '../../use-cases/count-reasons.ts';
import { retryFailed } from '../../use-cases/retry-failed.ts';
import { jsonBody } from '../json-body.ts';
import { operation, type Operation } from '../operation.ts';
import { Moment, SafeText } from './parameters.ts';

// A call that forgot to say which would otherwise cancel whatever waits: "all" is a word, not a silence.
const all = z.literal(true).optional().describe('true: whatever the reason; instead of one');

const which = {
  createdBefore: Moment.optional().describe('Only requests that were there before this moment'),
  cursor: SafeText(2000).optional().describe('nextCursor of the call before'),
};

const saysWhich = (all: true | undefined, reason: string | undefined): boolean =>
  (all === undefined) !== (reason === undefined);

const FailedOnes = z
  .strictObject({ errorCode: FailureCode.optional().describe('Those that failed with it'), all, ...which })
  .refine((body) => saysWhich(body.all, body.errorCode), 'needs either errorCode or "all": true');

const WaitingOnes = z
  .strictObject({ waitReason: WaitReason.optional().describe('Those that wait for it'), all, ...which })
  .refine((body) => saysWhich(body.all, body.waitReason), 'needs either waitReason or "all": true');

const counts = operation({
  id: 'countReasons',
  method: 'get',
  path: '/api/v1/reasons',
  tag: 'Jobs',
  summary: 'Why requests failed or wait, each reason with how many',
  permission: 'SignaturesRead',
  replies: { 200: { description: 'The reasons', json: { name: 'ReasonCounts', schema: ReasonCounts } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }, { caller }) => ({ status: 200, body: await countReasons(ports, caller) }),
});

const retryAll = operation({
  id: 'retryFailed',
  method: 'post',
  path: '/api/v1/retries',
  tag: 'Jobs',
  summary: 'Do failed requests again, those of a reason or all, at most 200 at a call; what was given in again stays',
  permission: 'SignaturesCreate',
  body: jsonBody(FailedOnes),
  replies: { 202: { description: 'Retries that were accepted', json: { name: 'BulkRetry', schema: BulkRetry } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, body }) {
    const { errorCode, createdBefore, cursor = null } = body;
    return { status: 202, body: await retryFailed(ports, caller, { errorCode, createdBefore, cursor }) };
  },
});

const cancelAll = operation({
  id: 'cancelWaiting',
  method: 'post',
  path: '/api/v1/cancellations',
  tag: 'Jobs',
  summary: 'Cancel requests that are not being signed yet, those that wait for one thing or all, at most 200 at a call',
  permission: 'SignaturesCancel',
  body: jsonBody(WaitingOnes),
  replies: {
    200: { description: 'What was cancelled', json: { name: 'BulkCancellation', schema: BulkCancellation } },
  },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { caller, body }) {
    const { waitReason, createdBefore, cursor = null } = body;
    return { status: 200, body: await cancelWaiting(ports, caller, { waitReason, createdBefore, cursor }) };
  },
});

/** Many requests together, by why they are not signed; beyond the specification. */
export const REASON_OPERATIONS: readonly Operation[] = [counts, retryAll, cancelAll];
