import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readBer } from '../asn1/asn1-reader.ts';
import { concatBytes } from '../asn1/der-writer.ts';
import { contextConstructed, TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { OID_BAG, OID_FRIENDLY_NAME, OID_LOCAL_KEY_ID, OID_X509_CERTIFICATE } from './object-identifiers.ts';
import { decryptWithPassword } from './password-decryption.ts';
import { Pkcs12Error } from './pkcs12-error.ts';
import type { Pkcs12Password } from './pkcs12-password.ts';

interface BagAttributes {
  /** Hex; ties a key to its certificate. */
  readonly localKeyId: string | null;
  readonly friendlyName: string | null;
}

export interface PfxKey extends BagAttributes {
  /** DER PrivateKeyInfo (RFC 5208). */
  readonly pkcs8: Uint8Array;
}

export interface PfxCertificate extends BagAttributes {
  readonly der: Uint8Array;
}

export interface PfxContents {
  readonly keys: readonly PfxKey[];
  readonly certificates: readonly PfxCertificate[];
}

/** Nested SafeContents are allowed; nobody nests them deeply. */
const MAX_NESTING = 4;

/** SafeContents ::= SEQUENCE OF SafeBag (RFC 7292 4.2). Bags other than keys and certificates are left alone. */
export async function readSafeContents(
  bytes: Uint8Array,
  password: Pkcs12Password,
  into: { keys: PfxKey[]; certificates: PfxCertificate[] },
): Promise<void> {
  await readBags(readBer(bytes), password, into, 1);
}

async function readBags(
  safeContents: Asn1Element,
  password: Pkcs12Password,
  into: { keys: PfxKey[]; certificates: PfxCertificate[] },
  depth: number,
): Promise<void> {
  if (depth > MAX_NESTING) throw new Pkcs12Error('PKCS12_STRUCTURE_INVALID', 'Bags are nested too deeply');
  for (const bag of safeContents.children(TAG.sequence)) {
    const cursor = bag.cursor(TAG.sequence);
    const bagId = cursor.next().oid();
    const value = cursor.next(contextConstructed(0)).single();
    const attributes = readAttributes(cursor.optional(TAG.set));
    if (bagId === OID_BAG.key) into.keys.push({ pkcs8: value.encoded, ...attributes });
    else if (bagId === OID_BAG.shroudedKey) into.keys.push({ pkcs8: await unshroud(value, password), ...attributes });
    else if (bagId === OID_BAG.certificate) into.certificates.push(...readCertificateBag(value, attributes));
    else if (bagId === OID_BAG.safeContents) await readBags(value, password, into, depth + 1);
  }
}

/** EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm, encryptedData OCTET STRING } (RFC 5208 6). */
async function unshroud(value: Asn1Element, password: Pkcs12Password): Promise<Uint8Array> {
  const cursor = value.cursor(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(cursor.next());
  return decryptWithPassword(algorithm, joinedOctets(cursor.next()), password);
}

function readCertificateBag(value: Asn1Element, attributes: BagAttributes): PfxCertificate[] {
  const cursor = value.cursor(TAG.sequence);
  if (cursor.next().oid() !== OID_X509_CERTIFICATE) return [];
  return [{ der: joinedOctets(cursor.next(contextConstructed(0)).single()), ...attributes }];
}

function readAttributes(set: Asn1Element | null): BagAttributes {
  let localKeyId: string | null = null;
  let friendlyName: string | null = null;
  for (const attribute of set?.children() ?? []) {
    const cursor = attribute.cursor(TAG.sequence);
    const oid = cursor.next().oid();
    const [value] = cursor.next(TAG.set).children();
    if (value === undefined) continue;
    if (oid === OID_LOCAL_KEY_ID) localKeyId = Buffer.from(joinedOctets(value)).toString('hex');
    if (oid === OID_FRIENDLY_NAME && value.tag === TAG.bmpString) friendlyName = decodeBmp(value.content);
  }
  return { localKeyId, friendlyName };
}

function decodeBmp(content: Uint8Array): string {
  const even = content.subarray(0, content.length - (content.length % 2));
  return Buffer.from(even).swap16().toString('utf16le');
}

/** An OCTET STRING that BER may have cut into pieces. */
export function joinedOctets(element: Asn1Element, tag: number = TAG.octetString): Uint8Array {
  const pieces = element.octetStringPieces(tag);
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : concatBytes(pieces);
}
