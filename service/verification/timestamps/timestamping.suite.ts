import { createHash } from 'node:crypto';
import * as der from '../../codecs/asn1/der-writer.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import { buildSignedAttributes } from '../../codecs/cms/signed-attributes.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { forge, hashIdentifier, type TestSigner } from '../cades/cms-forgery.suite.ts';
import { authority, issue, type Issued, type Request } from '../certificate-path/issued-certificates.suite.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** Years during which a certificate is valid. */
export function valid(from: string, until: string): Partial<builder.NewCertificate> {
  return { notBefore: new Date(`${from}T00:00:00Z`), notAfter: new Date(`${until}T00:00:00Z`) };
}

export const root = authority('Root', null, null, { changes: valid('2015-01-01', '2045-01-01') });
export const otherRoot = authority('Other Root', null, null, { changes: valid('2015-01-01', '2045-01-01') });

/** A timestamp authority's certificate; `isCritical` is what RFC 3161 2.3 demands of its purpose. */
export function makeTsa(subject: string, issuer: Issued = root, isCritical = true, request: Request = {}): Issued {
  const extensions = [
    builder.keyUsageExtension(['digitalSignature']),
    builder.extendedKeyUsageExtension([TIME_STAMPING], isCritical),
  ];
  return issue(subject, issuer, { extensions, changes: valid('2020-01-01', '2035-01-01'), ...request });
}

export const tsa = makeTsa('TSA');

export interface TokenRequest {
  readonly of: Uint8Array;
  /** Digest by SHA-256 of what it is of, where the bytes are not at hand. */
  readonly imprint?: Uint8Array;
  readonly at: Date;
  readonly by?: Issued;
  /** Of the imprint. */
  readonly hash?: 'SHA-1' | 'SHA-256' | 'SHA-512';
  readonly unsignedAttributes?: readonly Uint8Array[];
  readonly certificates?: readonly Issued[];
  /** By how many seconds the time may be wrong; none is said otherwise. */
  readonly accuracySeconds?: number;
  /** The authority says that it puts its timestamps in order. */
  readonly ordering?: boolean;
  /** In place of what is right. */
  readonly signatureValue?: Uint8Array;
}

let serial = 0;

/** DER of a timestamp token (RFC 3161 2.4.2). */
export function makeToken(request: TokenRequest): Uint8Array {
  const { of, at, by = tsa, hash = 'SHA-256', certificates = [by] } = request;
  const digest = request.imprint ?? createHash(hash.replace('-', '').toLowerCase()).update(of).digest();
  const genTime = Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, ''));
  const tstInfo = der.derSequence(
    der.derInteger(1),
    der.derOid('1.2.3.4'),
    der.derSequence(hashIdentifier(hash), der.derOctetString(digest)),
    der.derInteger(++serial),
    der.derValue(TAG.generalizedTime, genTime),
    ...(request.accuracySeconds === undefined ? [] : [der.derSequence(der.derInteger(request.accuracySeconds))]),
    ...(request.ordering === true ? [der.derBoolean(true)] : []),
  );
  const signer = signerOf(by);
  const { algorithm, certificate: signingCertificate } = signer;
  const signedAttributes = buildSignedAttributes({
    ...{ algorithm, signingCertificate, contentType: OID_ID_CT_TST_INFO, signingTime: null },
    messageDigest: createHash('sha256').update(tstInfo).digest(),
  });
  return forge(signer, {
    ...{ contentType: OID_ID_CT_TST_INFO, eContent: tstInfo, signedAttributes },
    certificates: certificates.map((one) => one.der),
    unsignedAttributes: request.unsignedAttributes ?? [],
    signatureValue: request.signatureValue ?? null,
  });
}

/** An issued certificate as the signer of a CMS. */
export function signerOf({ privateKey, der: certificate }: Issued): TestSigner {
  return { algorithm: { scheme: 'ECDSA', hash: 'SHA-256' }, privateKey, certificate };
}
