import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readPrefix } from '../../codecs/asn1/asn1-reader.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { PdfStream, type PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import type { EvidenceKind } from './evidence-shape.ts';
import { readSecurityStore } from './security-store.ts';
import type { RevisionViews } from './signature-survey.ts';

/** More of each kind than the paths of all signatures of a document have together. */
const MAX_ITEMS = 200;

/** All that is looked at in the stores of all revisions; whoever lists more is not read on. */
const MAX_LISTED = 2_000;

/**
 * What lies in the document security store (EN 319 142-1 clause 5.4.2.2), the first 200 of each kind: that of the newest
 * revision, then what lay besides in the stores that signatures and timestamps cover (`covered`: their revisions), so that
 * nothing that was said of a certificate is forgotten where a later store leaves it out. Anybody can add some after signing:
 * they are candidates for a signer, an issuer and revocation, and never trusted. What cannot be read is left out, as if it
 * were not there. Never throws for anything in the document.
 */
export function readStoreEvidence(views: RevisionViews, covered: readonly number[]): RawEvidence {
  const newest = views.document.revisions.length - 1;
  const older = covered.filter((index) => index >= 0).toSorted((a, b) => b - a);
  return readStores(views, new Set([newest, ...older]));
}

/** What lies in the store as of one revision. Never throws for anything in the document. */
export function readStoreEvidenceAt(views: RevisionViews, revision: number): RawEvidence {
  return readStores(views, new Set([revision]));
}

function readStores(views: RevisionViews, revisions: ReadonlySet<number>): RawEvidence {
  const read: Record<EvidenceKind, Uint8Array[]> = { certificate: [], crl: [], ocsp: [], timestamp: [] };
  const known = new Set<string>();
  let listed = 0;
  for (const index of revisions) {
    if (listed > MAX_LISTED) break;
    for (const { view, reference, kind } of readListed(() => views.at(index))) {
      listed++;
      // The same stream, whichever revision lists it.
      const name = `${kind} ${JSON.stringify(view.find(reference.number)?.location)}`;
      if (read[kind].length >= MAX_ITEMS || known.has(name)) continue;
      known.add(name);
      const bytes = readOne(view, reference);
      if (bytes !== null) read[kind].push(bytes);
    }
  }
  return { certificates: read.certificate, crls: read.crl, ocspResponses: read.ocsp };
}

interface Listed {
  readonly view: PdfDocument;
  readonly reference: PdfReference;
  readonly kind: EvidenceKind;
}

function readListed(open: () => PdfDocument): Listed[] {
  try {
    const view = open();
    return [...readSecurityStore(view).evidence.values()].map((item) => ({ view, ...item }));
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function readOne(document: PdfDocument, reference: PdfReference): Uint8Array | null {
  try {
    const stream = document.resolve(reference);
    if (!(stream instanceof PdfStream)) return null;
    // Some programs write a line end behind it.
    return readPrefix(document.decodeStream(stream), 'DER').encoded;
  } catch (error) {
    if (error instanceof PdfError || error instanceof Asn1Error) return null;
    throw error;
  }
}
