import { createHash } from 'node:crypto';
import { derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { authority, issue, type Issued, type Request } from './issued-certificates.suite.ts';

/** A certificate, what is trusted, and what else came along. */
export interface Case {
  readonly leaf: Issued;
  readonly anchors?: readonly Issued[];
  readonly brought?: readonly Issued[];
}

export const root = authority('Root', null);
export const ca = authority('CA', root);
export const usage = builder.keyUsageExtension(['nonRepudiation']);
export const caUsage = builder.keyUsageExtension(['keyCertSign', 'cRLSign']);
export const isCa = builder.basicConstraintsExtension(true);
const identifierOf = (issued: Issued): Uint8Array =>
  createHash('sha1')
    .update(issued.publicKey.export({ format: 'der', type: 'spki' }))
    .digest();
export const points = (to: Issued): builder.NewExtension => builder.authorityKeyIdentifierExtension(identifierOf(to));
export const claims = (from: Issued): builder.NewExtension => builder.subjectKeyIdentifierExtension(identifierOf(from));
export const withExtensions = (...extensions: builder.NewExtension[]): Request => ({ extensions });
export const constraint = (number: number, ...bases: Uint8Array[]): builder.NewExtension => ({
  oid: '2.5.29.30',
  critical: true,
  value: derSequence(derValue(0xa0 | number, ...bases.map((base) => derSequence(base)))),
});
export const text = (tag: number, value: string): Uint8Array => derValue(tag, Buffer.from(value, 'latin1'));
export const alternative = (...names: Uint8Array[]): builder.NewExtension => ({
  oid: '2.5.29.17',
  critical: false,
  value: derSequence(...names),
});
export const named = (...attributes: (readonly [string, string])[]): Request => ({
  changes: { subject: encodeName(attributes) },
});
export const changed = (changes: Partial<builder.NewCertificate>): Request => ({ changes });
export const sha1: Request = {
  hash: 'sha1',
  ...changed({ signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.10045.4.1', 'absent') }),
};
export const noAuthority = builder.basicConstraintsExtension(false);

export function under(sub: Issued, request: Request = {}): Case {
  return { leaf: issue('Leaf', sub, request), brought: [ca, sub] };
}

/** A sub-authority with one thing about it, lawful or not. */
export function sub(...extensions: builder.NewExtension[]): Issued {
  return authority('Sub', ca, null, withExtensions(isCa, caUsage, ...extensions));
}
