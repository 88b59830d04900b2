import { constants, createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeSignatureAlgorithm, type CmsSignatureAlgorithm } from '../../codecs/cms/cms-algorithm.ts';
import { OID_ID_DATA, OID_ID_SIGNED_DATA } from '../../codecs/cms/object-identifiers.ts';
import { ecdsaRawToDer } from '../../codecs/cms/signature-value.ts';
import { buildSignedAttributes } from '../../codecs/cms/signed-attributes.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { isOfStrength } from '../weakness.ts';
import type { TrustMaterial } from '../verification.ts';

/** A key with its certificate under the suite's CA. */
export interface TestSigner {
  readonly algorithm: CmsSignatureAlgorithm;
  readonly privateKey: KeyObject;
  readonly certificate: Uint8Array;
}

export const NOW = new Date('2026-10-01T12:00:00Z');
const caKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const caAlgorithm = encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' });
const CA_NAME = encodeName([['CN', 'Forgery Test CA']]);
let serial = 1;

function keyIdentifier(publicKey: KeyObject): Uint8Array {
  return createHash('sha1')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest();
}

/** Issues a certificate by the suite's CA, changes on top of a usual document signer's. */
export function issue(publicKey: KeyObject, changes: Partial<builder.NewCertificate> = {}): Uint8Array {
  const request: builder.NewCertificate = {
    issuer: CA_NAME,
    subject: encodeName([['CN', `Signer ${String(serial)}`]]),
    serialNumber: Uint8Array.of(1, serial++ & 0xff),
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2028-01-01T00:00:00Z'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    extensions: [
      builder.basicConstraintsExtension(false),
      builder.keyUsageExtension(['digitalSignature', 'nonRepudiation']),
      builder.subjectKeyIdentifierExtension(keyIdentifier(publicKey)),
    ],
    signatureAlgorithm: caAlgorithm,
    ...changes,
  };
  return builder.buildCertificate(request, (tbs) => sign('sha256', tbs, caKeys.privateKey));
}

const caCertificate = issue(caKeys.publicKey, {
  subject: CA_NAME,
  extensions: [
    builder.basicConstraintsExtension(true),
    builder.keyUsageExtension(['keyCertSign', 'cRLSign']),
    builder.subjectKeyIdentifierExtension(keyIdentifier(caKeys.publicKey)),
  ],
});

export const trust: TrustMaterial = { trustAnchors: [caCertificate], intermediates: [], crls: [], ocspResponses: [] };

function signerOf(algorithm: CmsSignatureAlgorithm, keys: { privateKey: KeyObject; publicKey: KeyObject }): TestSigner {
  return { algorithm, privateKey: keys.privateKey, certificate: issue(keys.publicKey) };
}

const rsaKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const signers = {
  rsa: signerOf({ scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, rsaKeys),
  pss: signerOf({ scheme: 'RSASSA-PSS', hash: 'SHA-256' }, rsaKeys),
  ec: signerOf({ scheme: 'ECDSA', hash: 'SHA-256' }, generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  brainpool: signerOf(
    { scheme: 'ECDSA', hash: 'SHA-384' },
    generateKeyPairSync('ec', { namedCurve: 'brainpoolP384r1' }),
  ),
  ed25519: signerOf({ scheme: 'EdDSA', hash: 'SHA-512' }, generateKeyPairSync('ed25519')),
} as const;

export function digest(hash: string, data: Uint8Array): Uint8Array {
  return createHash(nodeNameOf(hash)).update(data).digest();
}

/** `sha256` for SHA-256, and `sha3-256` for SHA3-256. */
function nodeNameOf(hash: string): string {
  return hash.replace(/^(?!SHA3)(\w+)-/i, '$1').toLowerCase();
}

/** Signs as a device does: raw r || s for ECDSA. */
export function signRaw(
  { algorithm, privateKey }: TestSigner,
  data: Uint8Array,
  hash: string = algorithm.hash,
): Uint8Array {
  const name = nodeNameOf(hash);
  switch (algorithm.scheme) {
    case 'EdDSA':
      return sign(null, data, privateKey);
    case 'ECDSA':
      return sign(name, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    case 'RSASSA-PKCS1-v1_5':
      return sign(name, data, privateKey);
    case 'RSASSA-PSS':
      return sign(name, data, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
  }
}

export const content = Buffer.from('Pay 100 to Alice.\n'.repeat(20));

export function attributesOf(
  signer: TestSigner,
  changes: Partial<Parameters<typeof buildSignedAttributes>[0]> = {},
): Uint8Array {
  const { algorithm, certificate: signingCertificate } = signer;
  const messageDigest = digest(algorithm.hash, content);
  return buildSignedAttributes({ algorithm, signingCertificate, messageDigest, signingTime: NOW, ...changes });
}

/** The parts of a SignedData, every one of which a forger may set. */
export interface ForgedParts {
  readonly signer: TestSigner;
  readonly contentType: string;
  readonly eContent: Uint8Array | null;
  /** SET OF Attribute, tag 0x31, as it is signed; null leaves the attributes out and signs the content. */
  readonly signedAttributes: Uint8Array | null;
  readonly digestAlgorithm: Uint8Array;
  readonly signatureAlgorithm: Uint8Array;
  readonly signatureValue: Uint8Array | null;
  readonly sid: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly unsignedAttributes: readonly Uint8Array[];
  readonly signerInfos: (signerInfo: Uint8Array) => readonly Uint8Array[];
}

export function issuerAndSerial(certificate: Uint8Array): Uint8Array {
  const { issuer, serialNumber } = parseCertificate(certificate);
  return der.derSequence(issuer.der, der.derInteger(serialNumber));
}

/** Builds a SignedData by hand: right unless told otherwise, signed anew over whatever the attributes are. */
export function forge(signer: TestSigner, changes: Partial<ForgedParts> = {}): Uint8Array {
  const parts: ForgedParts = {
    signer,
    contentType: OID_ID_DATA,
    eContent: content,
    signedAttributes: changes.signedAttributes === undefined ? attributesOf(signer) : changes.signedAttributes,
    digestAlgorithm: hashIdentifier(signer.algorithm.hash),
    signatureAlgorithm: encodeSignatureAlgorithm(signer.algorithm),
    signatureValue: null,
    sid: issuerAndSerial(signer.certificate),
    certificates: [signer.certificate],
    unsignedAttributes: [],
    signerInfos: (signerInfo) => [signerInfo],
    ...changes,
  };
  const encapsulated = parts.eContent === null ? [] : [der.derExplicit(0, der.derOctetString(parts.eContent))];
  const certificates = parts.certificates.length === 0 ? [] : [der.derSetOf(parts.certificates, 0xa0)];
  const signedData = der.derSequence(
    der.derInteger(1),
    der.derSetOf([parts.digestAlgorithm]),
    der.derSequence(der.derOid(parts.contentType), ...encapsulated),
    ...certificates,
    der.derValue(0x31, ...parts.signerInfos(signerInfoOf(parts))),
  );
  return der.derSequence(der.derOid(OID_ID_SIGNED_DATA), der.derExplicit(0, signedData));
}

function signerInfoOf(parts: ForgedParts): Uint8Array {
  const { signer, signedAttributes } = parts;
  const raw = signRaw(signer, signedAttributes ?? parts.eContent ?? content);
  const signatureValue = parts.signatureValue ?? (signer.algorithm.scheme === 'ECDSA' ? ecdsaRawToDer(raw) : raw);
  const attributes = signedAttributes === null ? [] : [retag(signedAttributes, 0xa0)];
  const unsigned = parts.unsignedAttributes.length === 0 ? [] : [der.derSetOf(parts.unsignedAttributes, 0xa1)];
  return der.derSequence(
    der.derInteger(1),
    parts.sid,
    parts.digestAlgorithm,
    ...attributes,
    parts.signatureAlgorithm,
    der.derOctetString(signatureValue),
    ...unsigned,
  );
}

/** What the proof does not rest on: see besideLevel. */
const BESIDE_LEVEL: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SIG_SIGNER_DUPLICATED',
  'SIG_SIGNING_TIME_IMPLAUSIBLE',
  'SIG_SIGNING_CERTIFICATE_MISMATCH',
  'SIG_TRAILING_DATA',
  'SIG_ALGORITHM_MISMATCH',
  'SIG_FORMAT_INVALID',
]);

/** Not VALID, and yet said to be of a level; a weak hash or key, and what nothing rests on, say nothing of the form. */
export function isOfFalseLevel({ profileReached, status, signature }: SignatureFinding): boolean {
  const { cryptoValid, reasonCodes } = signature;
  const isBeside = (reason: ReasonCode): boolean =>
    cryptoValid && status === 'INDETERMINATE' && BESIDE_LEVEL.has(reason);
  const isTold = reasonCodes.every((reason) => isOfStrength({ reason }) || isBeside(reason));
  return profileReached !== null && status !== 'VALID' && !isTold;
}

/** Bytes as a file gives them: copies that come and go, and a buffer that is used again. */
export function asFile(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
    readInto: (offset, target) => {
      const found = bytes.subarray(offset, offset + target.length);
      target.set(found);
      return found.length;
    },
  };
}

const HASH_OIDS: Readonly<Record<string, string>> = {
  'SHA-1': '1.3.14.3.2.26',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};

export function hashIdentifier(hash: string): Uint8Array {
  return der.derSequence(der.derOid(HASH_OIDS[hash] ?? ''));
}

export function retag(value: Uint8Array, tag: number): Uint8Array {
  const copy = new Uint8Array(value);
  copy[0] = tag;
  return copy;
}

/** The encodings of the elements inside one value. */
export function childrenOf(value: Uint8Array): Uint8Array[] {
  return readDer(value)
    .children()
    .map((child) => child.encoded);
}

/** The attributes of a SET by OID, to leave out, double or change. */
export function attributeParts(set: Uint8Array): { oid: string; encoded: Uint8Array }[] {
  return readDer(set)
    .children()
    .map((attribute) => ({ oid: attribute.cursor().next().oid(), encoded: attribute.encoded }));
}

/** Indefinite length, as stream writers encode. */
export function indefinite(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return der.concatBytes([Uint8Array.of(tag, 0x80), ...parts, Uint8Array.of(0, 0)]);
}

/** A good signature in BER of indefinite lengths around an eContent as given. */
export function streamed(eContent: Uint8Array, wrap: typeof indefinite = indefinite): Uint8Array {
  const detached = forge(signers.ec, { eContent: null });
  const [head, digests, , certificates, signerInfos] = fieldsOf(detached);
  const encap = wrap(0x30, der.derOid(OID_ID_DATA), wrap(0xa0, eContent));
  const signedData = wrap(0x30, ...[head, digests, encap, certificates, signerInfos].map((f) => f ?? new Uint8Array()));
  return wrap(0x30, der.derOid(OID_ID_SIGNED_DATA), wrap(0xa0, signedData));
}

/** The fields of the SignedData in a DER ContentInfo. */
export function fieldsOf(contentInfo: Uint8Array): Uint8Array[] {
  const root = childrenOf(contentInfo);
  const explicit = childrenOf(root[1] ?? new Uint8Array());
  return childrenOf(explicit[0] ?? new Uint8Array());
}

/** Bytes as OCTET STRINGs of at most `size` octets. */
export function piecesOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) =>
    der.derOctetString(bytes.subarray(index * size, (index + 1) * size)),
  );
}
