import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signFile } from '../../e2e/actors/engines/sign-with-engine.ts';
import { onePage } from '../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../service/codecs/byte-source.ts';
import { encodeSignedDataLayout, readSignedDataLayout } from '../../service/codecs/cms/signed-data-layout.ts';
import { parseSignedData } from '../../service/codecs/cms/signed-data-parser.ts';
import { readWholeEntry } from '../../service/codecs/zip/entry-data.ts';
import { openZip } from '../../service/codecs/zip/zip-archive.ts';
import type {
  ContainerSignature,
  Packaging,
  SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';
import type { SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import { rawZip } from '../../service/verification/asic/raw-zip.suite.ts';
import { makeCrl } from '../../service/verification/certificate-path/evidence.suite.ts';
import { issue, type Issued } from '../../service/verification/certificate-path/issued-certificates.suite.ts';
import {
  makeToken,
  makeTsa,
  otherRoot,
  root,
  valid,
} from '../../service/verification/timestamps/timestamping.suite.ts';
import type { VerificationOutcome } from '../../service/verification/verification.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import { createEngines } from './engines.ts';
import type { LevelServices } from './level-services.ts';

/*
 * Signatures of every format by the product's engines, with timestamps and evidence of any time, and what becomes of them
 * when one of these is another. Signers and timestamp authorities have roots of their own, so that evidence about the one
 * says nothing of the other.
 */

export interface FileKind {
  readonly format: SignatureFormat;
  readonly packaging?: Packaging;
  readonly containerSignature?: ContainerSignature;
}

export const FILE_KINDS: readonly FileKind[] = [
  { format: 'PAdES' },
  { format: 'XAdES', packaging: 'enveloped' },
  { format: 'XAdES', packaging: 'enveloping' },
  { format: 'XAdES', packaging: 'detached' },
  { format: 'CAdES', packaging: 'encapsulated' },
  { format: 'CAdES', packaging: 'detached' },
  { format: 'ASiC_S', containerSignature: 'CAdES' },
  { format: 'ASiC_S', containerSignature: 'XAdES' },
  { format: 'ASiC_E', containerSignature: 'CAdES' },
  { format: 'ASiC_E', containerSignature: 'XAdES' },
];

export const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
/** Signed in March, stamped in June, revoked in July 2026; judged long after the signer's certificate has expired. */
export const SIGNED = day('2026-03-01');
export const REVOKED = day('2026-07-01');
export const NOW = day('2030-06-01');

export const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
export const authority = makeTsa('Authority', otherRoot);

/** The roots of signers and of authorities. */
export const ANCHORS = [root.der, otherRoot.der];

/** A list of the signers' root: of this day and the week after it. */
export function signersList(from: string, isRevoked: boolean): Uint8Array {
  const entries = isRevoked ? [{ certificate: signer, revokedAt: REVOKED }] : [];
  return makeCrl({ issuer: root, entries, ...week(from) });
}

/** A list of the authorities' root. */
export function authoritiesList(from: string, revoked: readonly Issued[] = []): Uint8Array {
  return makeCrl({ issuer: otherRoot, entries: revoked.map((certificate) => ({ certificate })), ...week(from) });
}

function week(from: string): { thisUpdate: Date; nextUpdate: Date } {
  const thisUpdate = day(from);
  return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + 7 * 86_400_000) };
}

export interface Making {
  readonly level: SignatureProfile;
  /** What is signed in place of `contentOf`. */
  readonly content?: Uint8Array;
  /** genTime of the signature timestamp, and of the archive timestamp. */
  readonly stamped?: string;
  readonly archived?: string;
  readonly by?: Issued;
  readonly archivedBy?: Issued;
  /** What goes into the file for LT. */
  readonly crls?: readonly Uint8Array[];
}

/** A signed file and the tokens in it, in the order in which they were made. */
export interface MadeFile {
  readonly bytes: Buffer;
  readonly tokens: readonly Uint8Array[];
}

/** Signs and raises a document, as the product does it. */
export async function makeFile(kind: FileKind, making: Making): Promise<MadeFile> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lasting-files-'));
  try {
    const { format, packaging = null, containerSignature = null } = kind;
    const at = (name: string): string => path.join(folder, name);
    const content = making.content ?? contentOf(kind);
    writeFileSync(at('content'), content);
    const originalFileName = format === 'PAdES' ? 'order.pdf' : 'order.xml';
    const document = { path: at('content'), size: content.length, originalFileName };
    const { der: certificate, privateKey } = signer;
    const key = { certificate, chain: [], privateKey, algorithm: { scheme: 'ECDSA', hash: 'SHA-256' } } as const;
    const signing = { format, packaging, at: SIGNED, expectedTokenBytes: 2000, request: { containerSignature } };
    await signFile(document, at('signed'), key, signing);
    if (making.level === 'B') return { bytes: readFileSync(at('signed')), tokens: [] };
    const tokens: Uint8Array[] = [];
    await createEngines()[format].extend({
      ...{ inputPath: at('signed'), outputPath: at('raised'), content: packaging === 'detached' ? document : null },
      ...{ before: null, level: making.level, hash: 'SHA-256', at: SIGNED, services: servicesOf(making, tokens) },
    });
    return { bytes: readFileSync(at('raised')), tokens };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is signed. */
export function contentOf({ format }: FileKind): Uint8Array {
  if (format === 'PAdES') return buildPdf({ pieces: onePage(), trailer: '/Root 1 0 R' });
  return Buffer.from('<order><boxes>10</boxes></order>');
}

/** What an authority and those who revoke answer; tokens that it gave are added to `tokens`. */
export function servicesOf(making: Making, tokens: Uint8Array[]): LevelServices {
  const { stamped = '2026-06-01', archived = '2026-06-20', by = authority, crls = [] } = making;
  return {
    timestamp({ digest }) {
      const isFirst = tokens.length === 0;
      const time = { at: day(isFirst ? stamped : archived), by: isFirst ? by : (making.archivedBy ?? by) };
      const token = makeToken({ of: new Uint8Array(), imprint: digest, ...time });
      tokens.push(token);
      return Promise.resolve(token);
    },
    validationData: () => Promise.resolve({ certificates: ANCHORS, crls, ocspResponses: [] }),
  };
}

/** The verdict of a station that knows these lists and insists on evidence. */
export function judge(kind: FileKind, bytes: Uint8Array, crls: readonly Uint8Array[]): Promise<VerificationOutcome> {
  return verifyDocument({
    format: kind.format,
    document: { kind: 'bytes', bytes },
    original: kind.packaging === 'detached' ? { kind: 'bytes', bytes: contentOf(kind) } : null,
    trust: { trustAnchors: ANCHORS, intermediates: [], crls, ocspResponses: [] },
    ...{ revocationMode: 'Online', at: NOW },
  });
}

/** The file with one token in place of another, whatever it is written as. Both tokens are of one length. */
export function withTokenExchanged(file: MadeFile, index: number, token: Uint8Array): Promise<Buffer> {
  const old = file.tokens[index] ?? new Uint8Array();
  return changeSignature(file.bytes, (bytes) => {
    const whole = exchanged(bytes, spelled(old, 'base64'), spelled(token, 'base64'));
    if (whole !== null) return whole;
    const [pieces, others] = [piecesOf(old), piecesOf(token)];
    return pieces.reduce((changed, piece, at) => {
      const other = others[at] ?? piece;
      const result =
        exchanged(changed, piece, other) ?? exchanged(changed, spelled(piece, 'hex'), spelled(other, 'hex'));
      if (result === null) throw new Error('The token is not in the file');
      return result;
    }, bytes);
  });
}

/** What of a token says what it is of and proves it: attributes may be added to it in the file. */
function piecesOf(token: Uint8Array): readonly Buffer[] {
  const { eContent, signerInfos } = parseSignedData(token, { trailing: 'none' });
  const [signerInfo] = signerInfos;
  if (signerInfo?.signedAttrs == null) throw new Error('There is no such token');
  return [...(eContent ?? []), signerInfo.signedAttrs, signerInfo.signatureValue].map((piece) => Buffer.from(piece));
}

function exchanged(bytes: Buffer, old: Buffer, piece: Buffer): Buffer | null {
  const at = bytes.indexOf(old);
  return at < 0 ? null : Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + old.length)]);
}

function spelled(bytes: Uint8Array, encoding: 'base64' | 'hex'): Buffer {
  return Buffer.from(Buffer.from(bytes).toString(encoding));
}

/** A token of other bytes, as long as the one that stands in the file. */
export function tokenOfOtherBytes({ tokens }: MadeFile, index: number, at: string): Uint8Array {
  for (let tries = 0; tries < 10_000; tries++) {
    const token = makeToken({ of: Buffer.from('other bytes'), at: day(at), by: authority });
    if (token.length === tokens[index]?.length) return token;
  }
  throw new Error('No token has that length');
}

/** The file with another value of the signer's signature, as a faulty device might give it. */
export function withWrongValue({ bytes }: Pick<MadeFile, 'bytes'>): Promise<Buffer> {
  return changeSignature(bytes, (signature) => {
    const text = signature.toString('latin1');
    const inXml = /<ds:SignatureValue[^>]*>([^<]+)/.exec(text)?.[1];
    if (inXml !== undefined) {
      const wrong = spelled(flippedAtEnd(Buffer.from(inXml, 'base64')), 'base64');
      return exchanged(signature, Buffer.from(inXml), wrong) ?? signature;
    }
    const inPdf = /\/Contents ?<([\da-f]+)>/i.exec(text)?.[1];
    const cms = inPdf === undefined ? signature : Buffer.from(inPdf, 'hex');
    const [signerInfo] = parseSignedData(cms, { trailing: inPdf === undefined ? 'none' : 'zeros' }).signerInfos;
    const value = Buffer.from(signerInfo?.signatureValue ?? []);
    const wrong = flippedAtEnd(value);
    const changed =
      exchanged(signature, value, wrong) ?? exchanged(signature, spelled(value, 'hex'), spelled(wrong, 'hex'));
    if (changed === null || value.length === 0) throw new Error('The value is not in the file');
    return changed;
  });
}

function flippedAtEnd(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return copy;
}

/** The file without its revocation data. */
export function withoutEvidence({ format }: FileKind, { bytes }: MadeFile): Promise<Buffer> {
  return changeSignature(bytes, (signature) => {
    if (format === 'PAdES') return replaceText(signature, /\/CRLs ?\[[^\]]*\]/g, (found) => ' '.repeat(found.length));
    if (signature[0] === 0x30) return withoutRevocationInfos(signature);
    return replaceText(signature, /<xades:RevocationValues.*?<\/xades:RevocationValues>/gs, () => '');
  });
}

function replaceText(bytes: Buffer, what: RegExp, by: (found: string) => string): Buffer {
  const text = bytes.toString('latin1');
  const changed = text.replace(what, by);
  if (changed === text) throw new Error('The file holds no revocation data');
  return Buffer.from(changed, 'latin1');
}

function withoutRevocationInfos(bytes: Buffer): Buffer {
  const layout = readSignedDataLayout(bytesSource(bytes));
  const { prefix, suffix } = encodeSignedDataLayout({ ...layout, revocationInfos: [] });
  return Buffer.concat([prefix, bytes.subarray(layout.encapContentInfo.start, layout.encapContentInfo.end), suffix]);
}

/** Changes the file, or the file with the signature in a container. */
async function changeSignature(bytes: Buffer, change: (signature: Buffer) => Buffer): Promise<Buffer> {
  if (bytes.readUInt32BE() !== 0x504b0304) return change(bytes);
  const source = bytesSource(bytes);
  const entries = [];
  for (const entry of openZip(source).entries) {
    const data = Buffer.from(await readWholeEntry(source, entry, 1_000_000));
    const isSignature = /^META-INF\/signatures?\d*\.(?:p7s|xml)$/.test(entry.name);
    entries.push({ name: entry.name, data: isSignature ? change(data) : data });
  }
  return rawZip(entries);
}
