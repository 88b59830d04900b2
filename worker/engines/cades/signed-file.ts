import { createHash } from 'node:crypto';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { compareDer } from '../../../service/codecs/asn1/der-writer.ts';
import type { ByteSource } from '../../../service/codecs/byte-source.ts';
import {
  attributeOf,
  readSignedDataLayout,
  type SignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import {
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2,
  OID_ID_DATA,
} from '../../../service/codecs/cms/object-identifiers.ts';
import { openSignedData, type SignedData } from '../../../service/codecs/cms/signed-data-parser.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { decodeText } from '../../../service/verification/cades/textual-encoding.ts';
import { verifyCades } from '../../../service/verification/cades/verify-cades.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { EngineTask } from '../engine.ts';
import { cannotAdd, requireSound } from '../judged-signature.ts';
import { digestDocument } from './document-digest.ts';

/** A CMS file that bears signatures, open until `close`, to have one more. */
export interface SignedFile {
  readonly source: ByteSource;
  readonly signedData: SignedData;
  readonly layout: SignedDataLayout;
  /** What the verifier says of it as it is. */
  readonly verdict: VerificationOutcome;
  close(): void;
}

/** Who is trusted is not the question here: form and arithmetic are. */
const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
/** They are over all certificates and unsigned attributes there are, which no longer could become more. */
const OLD_ARCHIVE_TIMESTAMPS: readonly string[] = [OID_ID_AA_ETS_ARCHIVE_TIMESTAMP, OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2];

/**
 * Opens the task's document and refuses, as a fault of the document (permanent), what no signature may be added to:
 * what is no signature in DER or BER, what is broken in any part, a timestamp or another type of content, and archive
 * timestamps of an older kind, which one more certificate would break.
 */
export function openSignedFile(task: EngineTask): SignedFile {
  const source = openFileSource(task.document.path);
  try {
    const signedData = openSignedData(source, { trailing: 'none' });
    if (signedData.eContentType !== OID_ID_DATA) throw cannotAdd('its content is not a document');
    const layout = readSignedDataLayout(source);
    requireNoOldArchiveTimestamp(layout);
    const verdict = verdictOn(source, task);
    requireSound(verdict);
    return { source, signedData, layout, verdict, close: () => source.close() };
  } catch (error) {
    try {
      if (error instanceof Asn1Error) throw cannotAdd(whyUnread(source, error), error);
      throw error;
    } finally {
      source.close();
    }
  }
}

/**
 * Why a file that could not be read as CMS has nothing added to it. A signature as text is one all the same, but what is
 * worked on, and stored, is its binary form.
 */
export function whyUnread(source: ByteSource, { message }: Asn1Error): string {
  const encoding = decodeText(source)?.encoding;
  if (encoding === undefined) return `it is no CMS signature (${message})`;
  return `it is a signature written as ${encoding} text; what something can be added to is its binary form (DER)`;
}

/** Archive timestamps of an older kind would break. */
export function requireNoOldArchiveTimestamp({ signerInfos }: SignedDataLayout): void {
  const attributes = signerInfos.flatMap(({ unsignedAttributes }) => unsignedAttributes.map(attributeOf));
  if (attributes.some(({ oid }) => OLD_ARCHIVE_TIMESTAMPS.includes(oid))) {
    throw cannotAdd('it has an archive timestamp of an older kind, which one more signature would break');
  }
}

/**
 * The same person's signature over the same content at the same second is there already: with RSA another one would be
 * the same bytes, of which a set holds one. Said before the device is asked. `signedAttributes` is DER, SET OF.
 */
export function requireAnotherSignature({ signerInfos }: SignedDataLayout, signedAttributes: Uint8Array): void {
  const isThere = ({ fields }: SignerInfoLayout): boolean =>
    // In a SignerInfo they have a tag of their own (RFC 5652 5.4).
    fields.some((field) => compareDer(field.subarray(1), signedAttributes.subarray(1)) === 0);
  if (signerInfos.some(isThere)) {
    throw cannotAdd(
      'this certificate has signed the same content in this very second already; one signature is enough',
    );
  }
}

/** The verifier's word on a file, with the content that the task brings for a detached signature. */
export function verdictOn(source: ByteSource, { additionalDocuments, at }: EngineTask): VerificationOutcome {
  const [content] = additionalDocuments;
  const original = content === undefined ? null : openFileSource(content.path);
  try {
    return verifyCades(source, original, { trust: NO_TRUST, revocationMode: 'Offline', at });
  } finally {
    original?.close();
  }
}

/** Digest of what the file's signatures are over, by the task's hash. A detached one needs its document. */
export async function digestOfContent({ layout }: SignedFile, task: EngineTask): Promise<Uint8Array> {
  const { hash } = task.algorithm;
  if (layout.eContent !== null) {
    const state = createHash(HASHES[hash].node);
    for (const chunk of layout.eContent.chunks()) state.update(chunk);
    return state.digest();
  }
  const [content] = task.additionalDocuments;
  if (content === undefined) throw cannotAdd('it is detached, and the document that it is over was not given along');
  return (await digestDocument(content, hash)).digest;
}
