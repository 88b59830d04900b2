import { metadataStatements, type Statement } from '../../codecs/pdf/metadata-statements.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { changedKeys } from './object-equality.ts';
import { readable } from '../readable.ts';
import type { RevisionStep } from './revision-changes.ts';
import { contradictedInformation, contradictsMetadata, lastInformation } from './stated-twice.ts';

/** Developer extensions (clause 7.12) only say which features occur: names, numbers and texts. */
export function judgeExtensions(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before);
  const newer = step.after.resolve(after);
  const isKept =
    older === null ||
    (older instanceof PdfDictionary &&
      newer instanceof PdfDictionary &&
      [...older.entries.keys()].every((key) => newer.get(key) !== null));
  if (!isKept || !isPlain(step, newer, 0)) step.doubt("the document's extensions changed");
  else step.note('bookkeeping', 'extensions were declared');
}

function isPlain(step: RevisionStep, object: PdfObject, depth: number): boolean {
  const value = step.after.resolve(object);
  if (depth > 4 || value instanceof PdfStream) return false;
  if (value instanceof PdfDictionary)
    return [...value.entries.values()].every((item) => isPlain(step, item, depth + 1));
  return !isPdfArray(value) || value.every((item) => isPlain(step, item, depth + 1));
}

export function judgeVersion(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = before instanceof PdfName ? before.value : step.before.headerVersion;
  const isRaised = after instanceof PdfName && /^\d\.\d$/.test(after.value) && after.value >= older;
  if (!isRaised) step.doubt("the document's version changed");
}

const INFO_KEYS = new Set(['ModDate', 'Producer']);

/**
 * The information dictionary (clause 14.3.3) as the trailer names it. Programs that keep no such data leave it out of the
 * last trailer; its texts are still there, and what comes later is compared with them.
 */
export function judgeNamedInformation(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  if (after === null) step.note('bookkeeping', 'the document information was left out');
  else judgeInformation(step, before ?? lastInformation(step), after);
}

/** The information dictionary: texts may be added, date and program of the change replaced. */
export function judgeInformation(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before) ?? new PdfDictionary(new Map());
  const newer = step.after.resolve(after);
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) {
    step.doubt('the document information was removed');
    return;
  }
  const changed = changedKeys(older, newer);
  const metadata =
    changed.length === 0 ? null : statementsIn(step, packetIn(step, 'before', step.before.catalog.get('Metadata')));
  const wrong = changed.find((key) => {
    const value = step.after.get(newer, key);
    const isText = value === null || value instanceof PdfString || value instanceof PdfName;
    const isOther = older.get(key) !== null && !INFO_KEYS.has(key);
    return !isText || isOther || contradictsMetadata(key, value, metadata);
  });
  if (wrong !== undefined) step.doubt(`the document information's ${readable(wrong)} changed`);
  else step.note('bookkeeping', 'document information was added');
}

const MAX_METADATA_BYTES = 16 * 1024 * 1024;
/** So many bytes of metadata are counted as one step of reading. */
const STEP_BYTES = 16;

const XMP = 'http://ns.adobe.com/xap/1.0/';
const XMP_MM = `${XMP}mm/`;
/** What programs write down of a change: when, by what, and as which version of the file (ISO 16684-1 clause 8). */
const OF_CHANGES: ReadonlySet<string> = new Set([
  ...['ModifyDate', 'MetadataDate', 'CreatorTool'].map((name) => `${XMP} ${name}`),
  ...['InstanceID', 'VersionID', 'History', 'DerivedFrom', 'RenditionClass'].map((name) => `${XMP_MM} ${name}`),
  'http://ns.adobe.com/pdf/1.3/ Producer',
]);

/**
 * XMP metadata (clause 14.3.2): data about the document that no page shows. Title and author stand above the page in
 * many readers, and other programs go by what it says; what it said already stays, as in the document information.
 */
export function judgeMetadata(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const data = packetIn(step, 'after', after);
  // A document type could bring entities, and zero bytes an encoding that hides one; XMP needs neither.
  const isPlainXml = data !== null && data.length <= MAX_METADATA_BYTES && !data.includes('<!') && !data.includes(0);
  if (!isPlainXml) {
    step.forbid('the metadata was replaced by something else');
    return;
  }
  const changed = changedStatement(step, before, data);
  if (changed === null) step.note('bookkeeping', 'metadata was changed');
  else step.doubt(`the document information's ${readable(changed)} changed`);
}

function packetIn(step: RevisionStep, view: 'before' | 'after', written: PdfObject): Buffer | null {
  const document = step[view];
  const stream = document.resolve(written);
  const isXml =
    stream instanceof PdfStream &&
    isNamed(document.get(stream.dictionary, 'Type'), 'Metadata') &&
    isNamed(document.get(stream.dictionary, 'Subtype'), 'XML');
  return isXml ? Buffer.from(document.decodeStream(stream)) : null;
}

/** Null where there are none, or what is no XMP or too much of it: nobody knows what that says. */
function statementsIn(step: RevisionStep, packet: Buffer | null): ReturnType<typeof metadataStatements> {
  if (packet === null) return null;
  for (let at = 0; at < packet.length; at += STEP_BYTES) step.before.shared.countStep();
  return metadataStatements(packet);
}

/** Name of something that is said otherwise now, or no more; null where there is none. */
function changedStatement(step: RevisionStep, written: PdfObject, after: Buffer): string | null {
  const before = packetIn(step, 'before', written);
  if (before?.equals(after) === true) return null;
  // Readers look for a title in a stream that does not call itself metadata as well.
  const isNew = step.before.resolve(written) === null;
  const older = isNew ? new Map<string, Statement>() : statementsIn(step, before);
  const newer = statementsIn(step, after);
  if (older === null || newer === null) return isNew ? null : 'Metadata';
  for (const [key, { name, value }] of older) {
    if (!OF_CHANGES.has(key) && newer.get(key)?.value !== value) return name;
  }
  return contradictedInformation(step, older, newer);
}
