import { z } from 'zod';
import { ERROR_CODES } from '../contract/vocabulary/error-catalogue.ts';
import { FailureArea, WaitReason } from '../contract/vocabulary/failures.ts';
import { Sentence } from '../contract/vocabulary/sentence.ts';
import { FailureKind } from '../contract/vocabulary/states.ts';

const AnyEnvelope = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    channel: z.string(),
    id: z.int(),
    method: z.string(),
    params: z.unknown(),
  }),
  z.strictObject({ type: z.literal('reply'), channel: z.string(), id: z.int(), result: z.unknown() }),
  z.strictObject({
    type: z.literal('failure'),
    channel: z.string(),
    id: z.int(),
    code: z.enum(ERROR_CODES),
    kind: FailureKind,
    area: FailureArea,
    waitReason: WaitReason.nullable(),
    waitUntil: z.date().nullable(),
    message: z.string(),
    sentence: Sentence.nullable(),
  }),
  z.strictObject({ type: z.literal('notify'), channel: z.string(), topic: z.string(), payload: z.unknown() }),
]);
export type Envelope = z.infer<typeof AnyEnvelope>;

/**
 * What has come over a link as an envelope; undefined for anything else. Calls, replies and notifications are looked at by
 * hand, since a job takes some thirty of them; what they carry is checked by whoever it is for.
 */
export function readEnvelope(message: unknown): Envelope | undefined {
  return isPlain(message) ? message : AnyEnvelope.safeParse(message).data;
}

type Plain = Exclude<Envelope, { type: 'failure' }>;

/** Whether it is an envelope without further ado; of what is not, the schema says whether it is one. */
function isPlain(message: unknown): message is Plain {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  if (!('channel' in message) || typeof message.channel !== 'string') return false;
  return message.type === 'notify' ? isNotification(message) : isCallOrReply(message);
}

function isNotification(message: object): boolean {
  const isAddressed = 'topic' in message && typeof message.topic === 'string';
  return isAddressed && 'payload' in message && hasMembers(message, 4);
}

function isCallOrReply(message: { readonly type: unknown }): boolean {
  if (!('id' in message) || !Number.isSafeInteger(message.id)) return false;
  if (message.type === 'reply') return 'result' in message && hasMembers(message, 4);
  const isCall = message.type === 'call' && 'method' in message && typeof message.method === 'string';
  return isCall && 'params' in message && hasMembers(message, 5);
}

function hasMembers(message: object, count: number): boolean {
  return Object.keys(message).length === count;
}
