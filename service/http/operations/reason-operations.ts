import { z } from 'zod';
import { BulkCancellation, BulkRetry, FailureCode, ReasonCounts } from '../../contract/http/reasons.ts';
import { WaitReason } from '../../contract/vocabulary/failures.ts';
import { cancelWaiting } from '../../use-cases/cancel-waiting.ts';
import { countReasons } from '../../use-cases/count-reasons.ts';
import { retryFailed } from '../../use-cases/retry-failed.ts';
import { optionalJsonBody } from '../json-body.ts';
import { operation, type Operation } from '../operation.ts';
import { Moment, SafeText } from './parameters.ts';

const which = {
  createdBefore: Moment.optional().describe('Only requests that were there before this moment'),
  cursor: SafeText(2000).optional().describe('nextCursor of the call before'),
};

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
  summary: 'Do failed requests again, all or those of a reason, at most 200 at a call; what was given in again stays',
  permission: 'SignaturesCreate',
  body: optionalJsonBody(z.strictObject({ errorCode: FailureCode.optional(), ...which })),
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
  summary: 'Cancel requests that are not being signed yet, all or those that wait for one thing, at most 200 at a call',
  permission: 'SignaturesCancel',
  body: optionalJsonBody(z.strictObject({ waitReason: WaitReason.optional(), ...which })),
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
