import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { parseCrl, type Crl } from '../../codecs/crl/crl.ts';
import { parseOcspResponse, readBasicOcspResponse, type OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import type { EvidenceItem } from '../../contract/http/verification.ts';
import type { EmbeddedEvidence } from '../certificate-path/embedded-evidence.ts';
import type { WorkBudget } from '../work-budget.ts';
import { parseOnce } from './parse-once.ts';

/** Encodings as they were found; what cannot be read is left out, as if it were not there. */
export interface RawEvidence {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  /** OCSPResponse or BasicOCSPResponse. */
  readonly ocspResponses: readonly Uint8Array[];
}

/** What came with a document: candidates for paths and revocation, never anchors. */
export interface DocumentEvidence extends EmbeddedEvidence {
  readonly certificates: readonly Certificate[];
}

/** More than the paths of all signatures and timestamps of a document have together. */
const MAX_ITEMS = 200;

/** Parses evidence, each item once, the first 200 of a kind. Throws WorkExceededError. */
export function readEvidence(found: readonly RawEvidence[], budget: WorkBudget): DocumentEvidence {
  const parse = <Parsed>(
    kind: string,
    items: readonly Uint8Array[],
    read: (der: Uint8Array) => Parsed | null,
  ): Parsed[] => {
    const parsed = new Set<Parsed>();
    for (const der of items) {
      const item = parsed.size < MAX_ITEMS ? parseOnce(kind, der, read, budget) : null;
      if (item !== null) parsed.add(item);
    }
    return [...parsed];
  };
  return {
    certificates: parse(
      'certificate',
      found.flatMap(({ certificates }) => certificates),
      parseCertificate,
    ),
    crls: parse(
      'crl',
      found.flatMap(({ crls }) => crls),
      parseCrl,
    ),
    ocspResponses: parse(
      'response',
      found.flatMap(({ ocspResponses }) => ocspResponses),
      parseResponse,
    ),
  };
}

/** An OCSPResponse begins with its status, a BasicOCSPResponse with what was signed. */
function parseResponse(der: Uint8Array): OcspResponse | null {
  const first = readDer(der).cursor(TAG.sequence).next();
  return first.tag === TAG.enumerated ? parseOcspResponse(der).response : readBasicOcspResponse(der);
}

/** The same for the report. */
export function describeEvidence({ certificates, crls, ocspResponses }: DocumentEvidence): EvidenceItem[] {
  return [
    ...certificates.map(({ subject, notBefore, notAfter }) =>
      item('Certificate', subject.toString(), notBefore, notAfter),
    ),
    ...crls.map(({ issuer, thisUpdate, nextUpdate }: Crl) => item('Crl', issuer.toString(), thisUpdate, nextUpdate)),
    ...ocspResponses.map(describeResponse),
  ];
}

function describeResponse({ responderId, producedAt, responses }: OcspResponse): EvidenceItem {
  const responder = responderId.kind === 'byName' ? responderId.name.toString() : '';
  const [answer] = responses;
  return item('OcspResponse', responder, answer?.thisUpdate ?? producedAt, answer?.nextUpdate ?? null);
}

function item(kind: EvidenceItem['kind'], subject: string, from: Date, until: Date | null): EvidenceItem {
  return { kind, subject, from: from.toISOString(), until: until?.toISOString() ?? null };
}
