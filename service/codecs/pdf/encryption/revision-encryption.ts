import { invalidStructure } from '../pdf-error.ts';
import { isPdfArray, PdfDictionary, PdfReference, PdfString, type PdfObject } from '../pdf-objects.ts';
import type { PdfRevision } from '../pdf-revisions.ts';
import { serializeObject } from '../serialize-object.ts';
import { DocumentEncryption, type RandomBytes } from './document-encryption.ts';
import { withoutReferences } from './encryption-dictionary.ts';

/** Follows references as of one revision, in a document that is taken as not encrypted. */
type Resolve = (object: PdfObject) => PdfObject;

/**
 * The encryption of a document; null when it has none. `resolveIn` gives the view of a revision by its index. All
 * revisions must name the same encryption and begin /ID alike: an update that changed them would make every reader
 * decrypt the older bytes differently. Throws PdfError: PDF_STRUCTURE_INVALID, and those of DocumentEncryption.
 */
export function readEncryption(
  revisions: readonly PdfRevision[],
  resolveIn: (index: number) => Resolve,
  randomBytes: RandomBytes,
): DocumentEncryption | null {
  const isEncrypted = revisions.some((revision) => encryptEntries(revision).some((entry) => entry !== null));
  if (!isEncrypted) return null;
  const named = revisions.map((revision) => readNamed(revision, resolveIn(revision.index)));
  const [first, ...others] = named;
  if (first === undefined || others.some(({ text }) => text !== first.text)) {
    throw invalidStructure('the encryption changes from one revision of the document to another');
  }
  const { dictionary, holder, documentId } = first;
  return new DocumentEncryption({ dictionary, holder, documentId, randomBytes });
}

/** /Encrypt of the revision's own trailer first, then of the further sections that a revision may consist of. */
function encryptEntries({ trailer, sections }: PdfRevision): readonly PdfObject[] {
  const further = sections.flatMap((section) => [section.trailer, section.hybrid?.trailer ?? null]);
  return [trailer, ...further].map((dictionary) => dictionary?.get('Encrypt') ?? null);
}

interface NamedEncryption {
  readonly dictionary: PdfDictionary;
  readonly holder: number | null;
  readonly documentId: Uint8Array;
  /** Equal for the same encryption. */
  readonly text: string;
}

function readNamed(revision: PdfRevision, resolve: Resolve): NamedEncryption {
  const [own = null, ...further] = encryptEntries(revision);
  const dictionary = withoutReferences(own, resolve);
  if (!(dictionary instanceof PdfDictionary)) throw invalidStructure('no encryption dictionary where one is named');
  const text = serializeObject(dictionary);
  const isSame = (entry: PdfObject): boolean => serializeObject(withoutReferences(entry, resolve)) === text;
  // Some sections of linearized and hybrid files say nothing about the encryption.
  if (!further.every((entry) => entry === null || isSame(entry))) {
    throw invalidStructure('the encryption changes from one cross-reference section to another');
  }
  const id = withoutReferences(revision.trailer.get('ID'), resolve);
  const [permanent = null] = isPdfArray(id) ? id : [];
  const documentId = permanent instanceof PdfString ? permanent.bytes : new Uint8Array(0);
  const holder = own instanceof PdfReference ? own.number : null;
  return { dictionary, holder, documentId, text: `${holder} ${Buffer.from(documentId).toString('hex')} ${text}` };
}
