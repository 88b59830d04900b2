import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { outermostElements } from '../../codecs/xmldsig/find-elements.ts';
import { documentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { invalid, type Fault } from '../fault.ts';
import type { WorkBudget } from '../work-budget.ts';
import { NO_EXTERNAL_CONTENT } from './external-content.ts';
import { judgeSignature } from './judge-signature.ts';
import { ReferenceDigests } from './reference-digests.ts';
import { XmlWork } from './xml-work.ts';

/** What is to be known of a document that one signer has signed as a whole. */
export interface SoleSignature {
  /** How many signatures stand in the document; only where it is one the others say something. */
  readonly count: number;
  /** Empty for a signature that is right and over the whole document. */
  readonly faults: readonly Fault[];
  /** The certificate that the signature was made by; who that is, is not looked at. */
  readonly signer: Certificate | null;
}

/**
 * Judges the form, coverage and arithmetic of the one signature of a document that is open, as verifyXades does, and
 * leaves its certificate to the caller, who knows the very certificates that may sign. Throws WorkExceededError, XmlError.
 */
export function judgeSoleSignature(tree: XmlTree, budget: WorkBudget): SoleSignature {
  const { elements, nested } = outermostElements(tree, DS, 'Signature');
  const [element] = elements;
  const count = elements.length + nested;
  if (element === undefined || count !== 1) return { count, faults: [], signer: null };
  const work = new XmlWork(budget);
  const judgement = judgeSignature(element, {
    root: tree.root,
    ids: documentIds(tree, work.identifiers),
    digests: new ReferenceDigests(tree, NO_EXTERNAL_CONTENT, work),
    originals: [],
    known: () => [],
    countersigned: null,
  });
  const isWhole = judgement.cryptoValid && judgement.coversWholeDocument;
  const faults = judgement.faults.length > 0 || isWhole ? judgement.faults : [invalid('SIG_COVERAGE_INCOMPLETE')];
  return { count, faults, signer: judgement.signer };
}
