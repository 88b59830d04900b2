import { readBer } from '../asn1/asn1-reader.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { TAG } from '../asn1/tags.ts';

/** PKIFailureInfo (RFC 3161 2.4.2): the reasons by the number of their bit. */
const FAILURES = {
  0: 'badAlg',
  2: 'badRequest',
  5: 'badDataFormat',
  14: 'timeNotAvailable',
  15: 'unacceptedPolicy',
  16: 'unacceptedExtension',
  17: 'addInfoNotAvailable',
  25: 'systemFailure',
} as const;
export type TimeStampFailure = (typeof FAILURES)[keyof typeof FAILURES];

export interface TimeStampResponse {
  /** PKIStatus: 0 granted, 1 granted with changes, others refuse. */
  readonly status: number;
  /** As the authority wrote it: anything may be in it. */
  readonly statusText: string;
  readonly failures: readonly TimeStampFailure[];
  /** TimeStampToken, a ContentInfo, as it came; null when there is none. */
  readonly token: Uint8Array | null;
}

const LIMITS = { maxElements: 20_000, maxBytes: 16 * 1024 * 1024 };

/** Parses TimeStampResp (RFC 3161 2.4.2). Throws Asn1Error for anything else. */
export function parseTimeStampResponse(bytes: Uint8Array): TimeStampResponse {
  const cursor = readBer(bytes, LIMITS).cursor(TAG.sequence);
  const info = cursor.next(TAG.sequence).cursor();
  const token = cursor.optional(TAG.sequence);
  cursor.finish();
  const status = info.next(TAG.integer).smallInteger();
  const texts = info.optional(TAG.sequence)?.children(TAG.sequence) ?? [];
  const failures = info.optional(TAG.bitString)?.namedBits() ?? [];
  info.finish();
  return {
    status,
    statusText: texts.map(readText).join(' '),
    failures: failures.flatMap((bit) => (isKnown(bit) ? [FAILURES[bit]] : [])),
    token: token?.encoded ?? null,
  };
}

function readText(element: Asn1Element): string {
  return Buffer.from(element.expect(TAG.utf8String).content).toString('utf8');
}

function isKnown(bit: number): bit is keyof typeof FAILURES {
  return bit in FAILURES;
}
