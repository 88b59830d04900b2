import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readAttributes, type CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { type Fault, indeterminate } from '../fault.ts';

/** What a signature carries beside what it signs. */
export interface UnsignedRemarks {
  readonly faults: readonly Fault[];
  /** C14: codes that name what is there and decide nothing. */
  readonly remarks: readonly ReasonCode[];
  readonly counterSignatures: number;
}

const NOTHING: UnsignedRemarks = { faults: [], remarks: [], counterSignatures: 0 };

const EVIDENCE_RECORDS = [oids.OID_ID_AA_ER_INTERNAL, oids.OID_ID_AA_ER_EXTERNAL];

/** Each of them is checked; nobody needs as many. */
const MAX_TIMESTAMPS = 20;

/** Names what a signature carries that is not signed: timestamps, counter-signatures, evidence records (RFC 4998 5). */
export function judgeUnsignedAttributes({ unsignedAttrs }: SignerInfo): UnsignedRemarks {
  const attributes = unsignedAttrs === null ? [] : readOrNone(unsignedAttrs);
  if (attributes.length === 0) return NOTHING;
  const valuesOf = (oid: string): CmsAttribute['values'] =>
    attributes.filter((attribute) => attribute.oid === oid).flatMap(({ values }) => values);
  const counterSignatures = valuesOf(oids.OID_ID_COUNTERSIGNATURE).length;
  const timestamps = valuesOf(oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN);
  const evidenceRecords = EVIDENCE_RECORDS.flatMap(valuesOf).length;
  return {
    faults: timestamps.length > MAX_TIMESTAMPS ? [indeterminate('SIG_LIMIT_EXCEEDED')] : [],
    remarks: [
      ...(timestamps.length > 0 ? (['TIMESTAMP_PRESENT'] as const) : []),
      ...(evidenceRecords > 0 ? (['EVIDENCE_RECORD_PRESENT'] as const) : []),
      ...(counterSignatures > 0 ? (['COUNTER_SIGNATURE_PRESENT'] as const) : []),
    ],
    counterSignatures,
  };
}

/** Attributes that nobody signed and nobody can read say nothing. */
function readOrNone(unsignedAttrs: Uint8Array): readonly CmsAttribute[] {
  try {
    return readAttributes(unsignedAttrs);
  } catch (error) {
    if (error instanceof Asn1Error) return [];
    throw error;
  }
}
