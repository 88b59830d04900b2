import { inflateSync } from 'node:zlib';
import AdmZip from 'adm-zip';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { parseCertificate, type Certificate } from '../../../service/codecs/x509/certificate.ts';

/**
 * The certificates that lie anywhere in a document, found by their bytes and not by the readers that are under test:
 * in the file itself, in hexadecimal strings and compressed streams of a PDF, in base64 text, in entries of a ZIP.
 */
export function embeddedCertificates(document: Buffer): Certificate[] {
  const found = new Map<string, Certificate>();
  for (const blob of blobsOf(document)) {
    for (const certificate of certificatesIn(blob)) found.set(certificate.sha256Thumbprint, certificate);
  }
  return [...found.values()];
}

/** Of those, the ones whose issuer is not among them, or that issued themselves. */
export function topCertificates(certificates: readonly Certificate[]): Certificate[] {
  return certificates.filter(({ issuer, subject }) => {
    if (issuer.key === subject.key) return true;
    return !certificates.some((other) => other.subject.key === issuer.key);
  });
}

function* blobsOf(document: Buffer): Generator<Buffer> {
  yield document;
  if (document.subarray(0, 2).toString('latin1') === 'PK') yield* zipBlobs(document);
  else yield* textBlobs(document);
}

function* zipBlobs(document: Buffer): Generator<Buffer> {
  try {
    for (const entry of new AdmZip(document).getEntries()) {
      if (entry.entryName.startsWith('META-INF/')) yield* blobsOf(entry.getData());
    }
  } catch {
    // A broken container gives no certificates; what the station says of it is what is measured.
  }
}

function* textBlobs(document: Buffer): Generator<Buffer> {
  const text = document.toString('latin1');
  if (text.includes('%PDF-')) {
    for (const [, hex = ''] of text.matchAll(/<([0-9A-Fa-f\s]{400,})>/g)) {
      yield Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
    }
    for (const { index } of text.matchAll(/stream\r?\n/g)) yield* inflated(document, index + 7);
    return;
  }
  for (const [base64] of text.matchAll(/MI(?:[A-Za-z0-9+/=\s]|&#(?:13|xD|xd);){300,}/g)) {
    yield Buffer.from(base64.replaceAll(/&#\w+;|\s/g, ''), 'base64');
  }
}

function* inflated(document: Buffer, at: number): Generator<Buffer> {
  const start = document[at] === 0x0a ? at + 1 : at;
  if (document[start] !== 0x78 && document[start] !== 0x48) return;
  try {
    yield inflateSync(document.subarray(start), { maxOutputLength: 1 << 20 });
  } catch {
    // Not a compressed stream, or a large one: it holds no certificate of interest.
  }
}

/** SEQUENCE of at least 256 bytes that begins with another one: the beginning of nearly every certificate. */
function* certificatesIn(blob: Buffer): Generator<Certificate> {
  for (let at = blob.indexOf(0x30); at !== -1 && at + 8 < blob.length; at = blob.indexOf(0x30, at + 1)) {
    if (blob[at + 1] !== 0x82 || blob[at + 4] !== 0x30 || blob[at + 5] !== 0x82) continue;
    const end = at + 4 + blob.readUInt16BE(at + 2);
    if (end > blob.length) continue;
    const certificate = parsed(blob.subarray(at, end));
    if (certificate !== null) yield certificate;
  }
}

function parsed(der: Uint8Array): Certificate | null {
  try {
    return parseCertificate(new Uint8Array(der));
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
