import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { documentIds } from '../../codecs/xmldsig/ids.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { WorkBudget } from '../work-budget.ts';
import { isOfStrength } from '../weakness.ts';
import type { ExternalContent } from './external-content.ts';
import { judgeSignature } from './judge-signature.ts';
import { ReferenceDigests } from './reference-digests.ts';
import { openVerifiedXml } from './verified-xml.ts';
import { XmlWork } from './xml-work.ts';

export interface OwnXmlSignature {
  /** The finished file. */
  readonly bytes: Uint8Array;
  /** Id of the ds:Signature in it. */
  readonly id: string;
  /** Id of the value that a counter-signature is over; null for a signature over data. */
  readonly countersigned: string | null;
  /** URIs of its references to data, in order; none of a counter-signature. */
  readonly covered: readonly string[];
  /** What lies beside the file. */
  readonly external: ExternalContent;
  /** DER of the certificate whose key was asked to sign. */
  readonly signingCertificate: Uint8Array;
}

/**
 * The station's check of its own output before it is stored: one signature of a file by its form, digests, coverage and
 * value, of the chosen certificate and over what it was to be over. Returns the faults; none means good. Trust, validity,
 * revocation and strength are not looked at. Throws XmlError for a file that is not read, and WorkExceededError.
 */
export function checkOwnXmlSignature(own: OwnXmlSignature): readonly ReasonCode[] {
  const work = new XmlWork(new WorkBudget(own.bytes.length));
  using tree = openVerifiedXml(own.bytes, work);
  const ids = documentIds(tree, work.identifiers);
  const element = ids.find(own.id);
  const countersigned = own.countersigned === null ? null : ids.find(own.countersigned);
  if (element?.is(DS, 'Signature') !== true) return ['SIG_NOT_FOUND'];
  if (own.countersigned !== null && countersigned === null) return ['XML_COUNTER_SIGNATURE_INVALID'];
  const digests = new ReferenceDigests(tree, own.external, work);
  const context = { root: tree.root, ids, digests, originals: [], known: () => [], countersigned };
  const { faults, signer, covered } = judgeSignature(element, context);
  const isChosen = signer !== null && Buffer.compare(signer.der, own.signingCertificate) === 0;
  const isOver = covered.length === own.covered.length && covered.every((uri, index) => uri === own.covered[index]);
  const found: readonly ReasonCode[] = [
    // Weak keys are the choice of whoever gave them to the station; they make no signature wrong.
    ...faults.filter((fault) => !isOfStrength(fault)).map(({ reason }) => reason),
    ...(isChosen ? [] : (['SIG_SIGNING_CERTIFICATE_MISMATCH'] as const)),
    ...(isOver ? [] : (['SIG_COVERAGE_INCOMPLETE'] as const)),
  ];
  return [...new Set(found)];
}
