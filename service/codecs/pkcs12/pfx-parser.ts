import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readBer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { isMacRight, readMacData, type MacData } from './integrity.ts';
import { OID_DATA, OID_ENCRYPTED_DATA } from './object-identifiers.ts';
import { decryptWithPassword } from './password-decryption.ts';
import { Pkcs12Error } from './pkcs12-error.ts';
import { passwordForms, type Pkcs12Password } from './pkcs12-password.ts';
import { joinedOctets, readSafeContents, type PfxCertificate, type PfxContents, type PfxKey } from './safe-bags.ts';

/** A PFX file holds a few keys and certificates. */
const MAX_PFX_BYTES = 2 * 1024 * 1024;

/**
 * Opens a PFX file (RFC 7292) in DER or BER: password integrity (HMAC or PBMAC1) is checked before anything is
 * decrypted; PBES1 with triple DES and RC2, PBES2 with AES and triple DES. A file without a MAC is accepted, then the
 * padding alone tells a wrong password. Throws Pkcs12Error only.
 */
export async function parsePfx(bytes: Uint8Array, password: string): Promise<PfxContents> {
  if (bytes.length > MAX_PFX_BYTES) {
    throw new Pkcs12Error('PKCS12_SIZE_EXCEEDED', `A PFX file larger than ${MAX_PFX_BYTES} bytes is not read`);
  }
  try {
    const { authSafe, macData } = readPfx(bytes);
    return macData === null
      ? await readWithAnyForm(authSafe, password)
      : await readAuthenticatedSafe(authSafe, await findForm(macData, authSafe, password));
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    throw new Pkcs12Error('PKCS12_STRUCTURE_INVALID', 'The file is not a valid PFX file', { cause: error });
  }
}

interface Pfx {
  /** Octets of AuthenticatedSafe. */
  readonly authSafe: Uint8Array;
  readonly macData: MacData | null;
}

/** PFX ::= SEQUENCE { version INTEGER {v3(3)}, authSafe ContentInfo, macData MacData OPTIONAL } */
function readPfx(bytes: Uint8Array): Pfx {
  const cursor = readBer(bytes).cursor(TAG.sequence);
  if (cursor.next().smallInteger() !== 3) throw new Pkcs12Error('PKCS12_STRUCTURE_INVALID', 'Not version 3');
  const contentInfo = cursor.next().cursor(TAG.sequence);
  if (contentInfo.next().oid() !== OID_DATA) {
    throw new Pkcs12Error('PKCS12_ALGORITHM_UNSUPPORTED', 'Files protected by public keys are not supported');
  }
  const authSafe = joinedOctets(contentInfo.next(contextConstructed(0)).single());
  const macElement = cursor.optional(TAG.sequence);
  return { authSafe, macData: macElement === null ? null : readMacData(macElement) };
}

async function findForm(macData: MacData, authSafe: Uint8Array, password: string): Promise<Pkcs12Password> {
  for (const form of passwordForms(password)) {
    if (await isMacRight(macData, authSafe, form)) return form;
  }
  throw wrongPassword();
}

async function readWithAnyForm(authSafe: Uint8Array, password: string): Promise<PfxContents> {
  for (const form of passwordForms(password)) {
    try {
      return await readAuthenticatedSafe(authSafe, form);
    } catch (error) {
      if (!(error instanceof Pkcs12Error && error.code === 'PKCS12_PASSWORD_WRONG')) throw error;
    }
  }
  throw wrongPassword();
}

/** AuthenticatedSafe ::= SEQUENCE OF ContentInfo, each plain data or data encrypted with the password. */
async function readAuthenticatedSafe(authSafe: Uint8Array, password: Pkcs12Password): Promise<PfxContents> {
  const contents: { keys: PfxKey[]; certificates: PfxCertificate[] } = { keys: [], certificates: [] };
  for (const contentInfo of readBer(authSafe).children(TAG.sequence)) {
    const cursor = contentInfo.cursor(TAG.sequence);
    const contentType = cursor.next().oid();
    const content = cursor.next(contextConstructed(0)).single();
    if (contentType === OID_DATA) await readSafeContents(joinedOctets(content), password, contents);
    else if (contentType === OID_ENCRYPTED_DATA) {
      await readSafeContents(await decryptContent(content, password), password, contents);
    } else throw new Pkcs12Error('PKCS12_ALGORITHM_UNSUPPORTED', `Content type ${contentType} is not supported`);
  }
  return contents;
}

/** EncryptedData ::= SEQUENCE { version, EncryptedContentInfo { type, algorithm, [0] IMPLICIT OCTET STRING } } */
async function decryptContent(encryptedData: Asn1Element, password: Pkcs12Password): Promise<Uint8Array> {
  const cursor = encryptedData.cursor(TAG.sequence);
  cursor.next(TAG.integer);
  const info = cursor.next().cursor(TAG.sequence);
  info.next(TAG.oid);
  const algorithm = readAlgorithmIdentifier(info.next());
  return decryptWithPassword(algorithm, joinedOctets(info.next(), contextPrimitive(0)), password);
}

function wrongPassword(): Pkcs12Error {
  return new Pkcs12Error('PKCS12_PASSWORD_WRONG', 'The password is wrong or the file was changed');
}
