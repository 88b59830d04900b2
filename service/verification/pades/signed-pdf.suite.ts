import { createHash, createPrivateKey, sign as cryptoSign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { buildSignedAttributes } from '../../codecs/cms/signed-attributes.ts';
import { buildSignedData } from '../../codecs/cms/signed-data-builder.ts';
import { interactiveForm } from '../../codecs/pdf/form-fields.ts';
import { IncrementalUpdate } from '../../codecs/pdf/incremental-update.ts';
import { findPage } from '../../codecs/pdf/page-tree.ts';
import { openPdf, type PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { dictionaryOf, isPdfArray, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { serializeObject } from '../../codecs/pdf/serialize-object.ts';
import type { TrustMaterial, VerificationOutcome } from '../verification.ts';
import { createContentsJudge } from './contents-judge.ts';
import { UNJUDGED, type ContentsJudge } from './pades-finding.ts';
import { verifyPades } from './verify-pades.ts';

/** Makes signed PDFs and changes to them, object by object, for the tests of this folder. */

export interface TestSigner {
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly key: KeyObject;
}

export interface SignerFixture {
  /** Everything needed to find the signer's certificate valid now. */
  readonly trust: TrustMaterial;
  readonly signer: TestSigner;
  readonly ca: TestCa;
  remove(): void;
}

export function makeSigner(): SignerFixture {
  const folder = mkdtempSync(join(tmpdir(), 'verify-pades-'));
  const ca = makeTestCa(folder);
  // The signatures of these tests claim fixed days of 2026.
  const identity = ca.issue('signer-of-2026', { notBefore: '20251231000000Z', notAfter: '20451231000000Z' });
  const signer = {
    certificate: identity.certificate,
    chain: ca.intermediates,
    key: createPrivateKey(identity.privateKey),
  };
  const trust: TrustMaterial = {
    trustAnchors: [ca.trustAnchor],
    intermediates: [],
    crls: ca.crls(),
    ocspResponses: [],
  };
  return { signer, ca, trust, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The verdict with the fixture's trust, now. */
export function verifyWith(fixture: SignerFixture, pdf: Uint8Array): VerificationOutcome {
  const at = new Date();
  const judge = createContentsJudge({ trust: fixture.trust, at, revocationMode: 'Offline' });
  return verifyPades(bytesSource(pdf), judge, at);
}

/** The same where whatever stands in a document timestamp is taken for a good token, which anybody can get. */
export function verifyBelievingTimestamps(fixture: SignerFixture, pdf: Uint8Array): VerificationOutcome {
  const at = new Date();
  const judge = createContentsJudge({ trust: fixture.trust, at, revocationMode: 'Offline' });
  const believe: ContentsJudge = (signature, contents, digestContent) =>
    signature.isTimestamp ? GOOD_TIMESTAMP : judge(signature, contents, digestContent);
  return verifyPades(bytesSource(pdf), believe, at);
}

const GOOD_TIMESTAMP: ReturnType<ContentsJudge> = {
  ...UNJUDGED,
  status: 'VALID',
  signature: { ...UNJUDGED.signature, cryptoValid: true },
  reasonCodes: ['TIMESTAMP_PRESENT'],
};

/** For `signPdf`: a document timestamp, to be believed. */
export const TIMESTAMP: SigningChoice = {
  kind: '/Type /DocTimeStamp /SubFilter /ETSI.RFC3161',
  contents: () => Buffer.from('3000', 'hex'),
};

export interface SigningChoice {
  /** Further entries of the signature dictionary. */
  readonly entries?: string;
  /** Replaces SubFilter, Type and /M. */
  readonly kind?: string;
  /** Further entries of the field. */
  readonly fieldEntries?: string;
  /** The whole field instead: given the reference of its signature and of the page. */
  readonly fieldText?: (signature: string, page: string) => string;
  readonly name?: string;
  readonly page?: number;
  readonly isVisible?: boolean;
  /** Leaves the field out of the form: the page alone lists it. */
  readonly isOutsideForm?: boolean;
  /** False leaves it out of the list of the page. */
  readonly isOnPage?: boolean;
  /** Makes the catalog name it as the certification. */
  readonly isCertification?: boolean;
  /** Signs this field instead of a new one. */
  readonly existingField?: number;
  /** Changes to the same revision, before it is signed. */
  readonly also?: (update: IncrementalUpdate, field: PdfReference) => void;
  readonly ranges?: Ranges;
  readonly contents?: (digest: Uint8Array) => Uint8Array;
}

const CONTENTS_DIGITS = 12_000;
const RANGE_HOLE = '[0 0000000000 0000000000 0000000000 0 0000000000]';
const BASELINE_KIND = '/Type /Sig /SubFilter /ETSI.CAdES.detached /M (D:20260101000000Z)';

/** Appends a signature that follows every rule unless `choice` says otherwise. */
export function signPdf(pdf: Uint8Array, signer: TestSigner, choice: SigningChoice = {}): Buffer {
  const document = openPdf(bytesSource(pdf));
  const update = new IncrementalUpdate(document);
  const signature = update.reserve();
  update.replaceBody(signature, latin1(signatureText(choice)));
  const { existingField } = choice;
  const field =
    existingField === undefined
      ? addField(update, signature, choice)
      : signField(update, new PdfReference(existingField, 0), signature, choice);
  if (choice.isCertification === true) {
    changeCatalog(update, { Perms: dictionaryOf({ DocMDP: signature }) });
  }
  choice.also?.(update, field);
  const whole = Buffer.concat([pdf, update.build().bytes]);
  return fillSignature(whole, pdf.length, choice.contents ?? cmsOf(signer), choice.ranges);
}

/** Room for a byte range and for contents. */
export const SIGNATURE_HOLE = `/ByteRange ${RANGE_HOLE} /Contents <${'0'.repeat(CONTENTS_DIGITS)}>`;

function signatureText({ kind = BASELINE_KIND, entries = '' }: SigningChoice): string {
  return `<<${kind} /Filter /Adobe.PPKLite ${entries} ${SIGNATURE_HOLE}>>`;
}

function addField(update: IncrementalUpdate, signature: PdfReference, choice: SigningChoice): PdfReference {
  const { document } = update;
  const page = findPage(document, choice.page ?? 1);
  const name = choice.name ?? `Signature${document.revisions.length}`;
  const rectangle = choice.isVisible === true ? '[100 100 300 160]' : '[0 0 0 0]';
  const drawing =
    choice.isVisible === true
      ? `/AP <</N ${ref(update.addStream(appearanceDictionary(), latin1('0 0 200 60 re f')))}>>`
      : '';
  const field = update.reserve();
  const body =
    choice.fieldText?.(ref(signature), ref(page.reference)) ??
    `<</Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /Rect ${rectangle} /F 132 /P ${ref(page.reference)} ` +
      `/V ${ref(signature)} ${drawing} ${choice.fieldEntries ?? ''}>>`;
  update.replaceBody(field, latin1(body));
  if (choice.isOnPage !== false) {
    appendTo(update, document, page.dictionary.get('Annots'), field, (list) => {
      update.replace(page.reference, page.dictionary.with({ Annots: list }));
    });
  }
  if (choice.isOutsideForm !== true) listField(update, field);
  return field;
}

export function appearanceDictionary(): ReturnType<typeof dictionaryOf> {
  return dictionaryOf({ BBox: [0, 0, 200, 60], Length: 0 });
}

/** Lists a field in the form, which is made when missing. */
export function listField(update: IncrementalUpdate, field: PdfReference): void {
  const { document } = update;
  const form = interactiveForm(document) ?? dictionaryOf({});
  appendTo(update, document, form.get('Fields'), field, (list) => {
    const extended = form.with({ Fields: list, SigFlags: 3 });
    const written = document.catalog.get('AcroForm');
    if (written instanceof PdfReference) update.replace(written, extended);
    else changeCatalog(update, { AcroForm: extended });
  });
}

function appendTo(
  update: IncrementalUpdate,
  document: PdfDocument,
  written: PdfObject,
  item: PdfReference,
  replaceDirect: (list: readonly PdfObject[]) => void,
): void {
  const list = document.resolve(written) ?? [];
  if (!isPdfArray(list)) throw new Error('not a list');
  if (written instanceof PdfReference) update.replace(written, [...list, item]);
  else replaceDirect([...list, item]);
}

function signField(
  update: IncrementalUpdate,
  reference: PdfReference,
  signature: PdfReference,
  choice: SigningChoice,
): PdfReference {
  const field = update.document.resolve(reference);
  const text = serializeObject(field).replace(/>>$/, ` /V ${ref(signature)} ${choice.fieldEntries ?? ''}>>`);
  update.replaceBody(reference, latin1(choice.fieldText?.(ref(signature), '') ?? text));
  return reference;
}

const catalogChanges = new WeakMap<IncrementalUpdate, Record<string, PdfObject>>();

/** Sets entries of the catalog; several calls for one update add up. */
export function changeCatalog(update: IncrementalUpdate, changes: Record<string, PdfObject>): void {
  const all = { ...catalogChanges.get(update), ...changes };
  catalogChanges.set(update, all);
  const root = update.document.trailer.get('Root');
  if (!(root instanceof PdfReference)) throw new Error('no root');
  update.replace(root, update.document.catalog.with(all));
}

export function ref(reference: PdfReference): string {
  return `${reference.number} ${reference.generation} R`;
}

export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Start and length of each covered part, from where the hole is. */
export type Ranges = (hole: { start: number; end: number; size: number }) => readonly number[];

const WHOLE: Ranges = ({ start, end, size }) => [0, start, end, size - end];

/** Writes byte range and contents into the first placeholder after `from`. */
export function fillSignature(
  pdf: Buffer,
  from: number,
  contents: (digest: Uint8Array) => Uint8Array,
  ranges: Ranges = WHOLE,
): Buffer {
  const start = pdf.indexOf(`<${'0'.repeat(CONTENTS_DIGITS)}>`, from);
  const numbers = ranges({ start, end: start + CONTENTS_DIGITS + 2, size: pdf.length });
  const at = pdf.indexOf(RANGE_HOLE, from);
  pdf.write(`[${numbers.join(' ')}]`.padEnd(RANGE_HOLE.length), at, 'latin1');
  const hash = createHash('sha256');
  for (let index = 0; index < numbers.length; index += 2) {
    const [offset = 0, length = 0] = numbers.slice(index, index + 2);
    hash.update(pdf.subarray(offset, offset + length));
  }
  pdf.write(Buffer.from(contents(hash.digest())).toString('hex'), start + 1, 'latin1');
  return pdf;
}

/** A CAdES signature over a digest. */
export function cmsOf(signer: TestSigner): (digest: Uint8Array) => Uint8Array {
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return (messageDigest) => {
    const signedAttributes = buildSignedAttributes({
      messageDigest,
      signingCertificate: signer.certificate,
      algorithm,
      signingTime: null,
    });
    const signatureValue = cryptoSign('sha256', signedAttributes, { key: signer.key, dsaEncoding: 'ieee-p1363' });
    const { certificate: signingCertificate, chain: certificates } = signer;
    return buildSignedData({ signedAttributes, algorithm, signingCertificate, signatureValue, certificates }, null);
  };
}

/** Appends an incremental update. */
export function updatePdf(pdf: Uint8Array, change: (update: IncrementalUpdate, document: PdfDocument) => void): Buffer {
  const document = openPdf(bytesSource(pdf));
  const update = new IncrementalUpdate(document);
  change(update, document);
  return Buffer.concat([pdf, update.build().bytes]);
}

/** Replaces one object by text. */
export function replaceObject(pdf: Uint8Array, number: number, text: string): Buffer {
  return updatePdf(pdf, (update) => update.replaceBody(new PdfReference(number, 0), latin1(text)));
}
