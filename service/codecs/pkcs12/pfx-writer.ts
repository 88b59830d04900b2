import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import {
  concatBytes,
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derValue,
} from '../asn1/der-writer.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { DERIVATION_PURPOSE, derivePkcs12Sync } from './key-derivation.ts';
import {
  OID_AES_256_CBC,
  OID_BAG,
  OID_DATA,
  OID_ENCRYPTED_DATA,
  OID_FRIENDLY_NAME,
  OID_HMAC_SHA256,
  OID_LOCAL_KEY_ID,
  OID_PBES2,
  OID_PBKDF2,
  OID_SHA256,
  OID_X509_CERTIFICATE,
} from './object-identifiers.ts';
import { passwordForms, type Pkcs12Password } from './pkcs12-password.ts';

export interface NewPfx {
  /** DER PrivateKeyInfo. */
  readonly privateKeyPkcs8: Uint8Array;
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER certificates of issuers. */
  readonly chain: readonly Uint8Array[];
  readonly password: string;
  readonly friendlyName?: string;
  readonly iterations?: number;
}

const DEFAULT_ITERATIONS = 50_000;
const SALT_BYTES = 16;

/** Writes a PFX file (RFC 7292): PBES2 with AES-256 and PBKDF2-SHA-256 for key and certificates, a SHA-256 MAC. */
export function buildPfx(pfx: NewPfx): Uint8Array {
  const [password] = passwordForms(pfx.password);
  if (password === undefined) throw new RangeError('There is no password');
  const iterations = pfx.iterations ?? DEFAULT_ITERATIONS;
  const encrypt = (plain: Uint8Array): Encrypted => encryptPbes2(plain, password, iterations);
  const attributes = bagAttributes(createHash('sha1').update(pfx.certificate).digest(), pfx.friendlyName);
  const certificates = derSequence(
    certificateBag(pfx.certificate, attributes),
    ...pfx.chain.map((issuer) => certificateBag(issuer, null)),
  );
  const shroudedKey = encrypt(pfx.privateKeyPkcs8);
  const keys = derSequence(
    bag(OID_BAG.shroudedKey, derSequence(shroudedKey.algorithm, derOctetString(shroudedKey.bytes)), attributes),
  );
  const authSafe = derSequence(encryptedContentInfo(encrypt(certificates)), dataContentInfo(keys));
  return derSequence(derInteger(3), dataContentInfo(authSafe), macData(authSafe, password, iterations));
}

interface Encrypted {
  readonly algorithm: Uint8Array;
  readonly bytes: Uint8Array;
}

function encryptPbes2(plain: Uint8Array, password: Pkcs12Password, iterations: number): Encrypted {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(16);
  const key = pbkdf2Sync(password.utf8, salt, iterations, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const bytes = concatBytes([cipher.update(plain), cipher.final()]);
  const derivation = derSequence(
    derOctetString(salt),
    derInteger(iterations),
    encodeAlgorithmIdentifier(OID_HMAC_SHA256, 'null'),
  );
  const parameters = derSequence(
    encodeAlgorithmIdentifier(OID_PBKDF2, derivation),
    encodeAlgorithmIdentifier(OID_AES_256_CBC, derOctetString(iv)),
  );
  return { algorithm: encodeAlgorithmIdentifier(OID_PBES2, parameters), bytes };
}

function macData(authSafe: Uint8Array, password: Pkcs12Password, iterations: number): Uint8Array {
  const salt = randomBytes(SALT_BYTES);
  const key = derivePkcs12Sync(password.bmp, { hash: 'sha256', salt, iterations }, DERIVATION_PURPOSE.mac, 32);
  const mac = createHmac('sha256', key).update(authSafe).digest();
  const digestInfo = derSequence(derSequence(derOid(OID_SHA256), derNull()), derOctetString(mac));
  return derSequence(digestInfo, derOctetString(salt), derInteger(iterations));
}

function dataContentInfo(content: Uint8Array): Uint8Array {
  return derSequence(derOid(OID_DATA), derExplicit(0, derOctetString(content)));
}

function encryptedContentInfo({ algorithm, bytes }: Encrypted): Uint8Array {
  const info = derSequence(derOid(OID_DATA), algorithm, derValue(contextPrimitive(0), bytes));
  return derSequence(derOid(OID_ENCRYPTED_DATA), derExplicit(0, derSequence(derInteger(0), info)));
}

function certificateBag(certificate: Uint8Array, attributes: Uint8Array | null): Uint8Array {
  const value = derSequence(derOid(OID_X509_CERTIFICATE), derExplicit(0, derOctetString(certificate)));
  return bag(OID_BAG.certificate, value, attributes);
}

function bag(bagId: string, value: Uint8Array, attributes: Uint8Array | null): Uint8Array {
  const tagged = derValue(contextConstructed(0), value);
  return attributes === null ? derSequence(derOid(bagId), tagged) : derSequence(derOid(bagId), tagged, attributes);
}

function bagAttributes(localKeyId: Uint8Array, friendlyName: string | undefined): Uint8Array {
  const attribute = (oid: string, value: Uint8Array): Uint8Array => derSequence(derOid(oid), derSetOf([value]));
  const attributes = [attribute(OID_LOCAL_KEY_ID, derOctetString(localKeyId))];
  if (friendlyName !== undefined) {
    const utf16 = Buffer.from(friendlyName, 'utf16le').swap16();
    attributes.push(attribute(OID_FRIENDLY_NAME, derValue(TAG.bmpString, utf16)));
  }
  return derSetOf(attributes);
}
