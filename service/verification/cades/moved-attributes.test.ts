import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import * as kit from './cms-forgery.suite.ts';
import * as forged from './forged-attributes.suite.ts';

const { signers, forge } = kit;
const { rsa, ec } = signers;
const octets = der.derOctetString;
const ESS = oids.OID_ID_AA_SIGNING_CERTIFICATE_V2;

/** Signed with these attributes beside the usual ones, or in the place of one of them. */
const signedWith = (add: readonly Uint8Array[], drop?: string): Uint8Array =>
  forge(rsa, { signedAttributes: forged.attributesWith(rsa, { add, ...(drop !== undefined && { drop }) }) });

/** The same with one taken out and put where nobody signs it. */
const moved = (oid: string, attribute: Uint8Array): Uint8Array =>
  forge(rsa, {
    signedAttributes: forged.attributesWith(rsa, { drop: oid }),
    unsignedAttributes: [attribute],
  });

/** The fields of the one SignerInfo, changed after signing. */
const withFields = (change: (fields: Uint8Array[]) => readonly Uint8Array[]): Uint8Array =>
  forge(rsa, { signerInfos: (info) => [der.derSequence(...change(kit.childrenOf(info)))] });

/** The signed attributes, written otherwise after signing. */
const rewritten = (write: (attributes: Uint8Array[]) => Uint8Array): Uint8Array =>
  withFields((fields) =>
    fields.map((field, index) => (index === 3 ? write(kit.childrenOf(kit.retag(field, 0x31))) : field)),
  );

/** Anything in the place of the content, and behind the signers. */
function around(eContent: readonly Uint8Array[], behind: readonly Uint8Array[] = []): Uint8Array {
  const [version, digests, , certificates, signerInfos] = kit.fieldsOf(forge(rsa, { eContent: null }));
  const parts = [
    version,
    digests,
    der.derSequence(der.derOid(oids.OID_ID_DATA), ...eContent),
    certificates,
    signerInfos,
  ];
  const signedData = der.derSequence(...parts.map((part) => part ?? new Uint8Array()), ...behind);
  return der.derSequence(der.derOid(oids.OID_ID_SIGNED_DATA), der.derExplicit(0, signedData));
}

const right = octets(kit.content);
const wrong = octets(forged.swapped);
const names = (...certificates: readonly Uint8Array[]): Uint8Array =>
  encodeAttribute(ESS, [
    der.derSequence(der.derSequence(...certificates.map((one) => der.derSequence(octets(kit.digest('SHA-256', one)))))),
  ]);
const namesByVersion1 = (...certificates: readonly Uint8Array[]): Uint8Array =>
  encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE, [
    der.derSequence(der.derSequence(...certificates.map((one) => der.derSequence(octets(kit.digest('SHA-1', one)))))),
  ]);

forged.describeForgeries('content that is there twice, or behind what is signed, is refused', [
  ['two values', () => around([der.derValue(0xa0, right, wrong)]), 'SIG_FORMAT_INVALID', 'INVALID'],
  ['two values, the other first', () => around([der.derValue(0xa0, wrong, right)]), 'SIG_FORMAT_INVALID', 'INVALID'],
  [
    'two contents',
    () => around([der.derExplicit(0, right), der.derExplicit(0, wrong)]),
    'SIG_FORMAT_INVALID',
    'INVALID',
  ],
  ['a value beside it', () => around([der.derExplicit(0, right), wrong]), 'SIG_FORMAT_INVALID', 'INVALID'],
  ['a text', () => around([der.derExplicit(0, der.derValue(0x0c, kit.content))]), 'SIG_FORMAT_INVALID', 'INVALID'],
  [
    'pieces, one of which is a text',
    () => around([der.derExplicit(0, der.derValue(0x24, right, der.derValue(0x0c, forged.swapped)))]),
    'SIG_FORMAT_INVALID',
    'INVALID',
  ],
  [
    'one piece more',
    () => around([der.derExplicit(0, der.derValue(0x24, right, wrong))]),
    'SIG_DIGEST_MISMATCH',
    'INVALID',
  ],
  ['a field behind the signers', () => around([der.derExplicit(0, right)], [wrong]), 'SIG_FORMAT_INVALID', 'INVALID'],
]);

forged.describeForgeries('attributes that were moved, doubled or written otherwise are refused', [
  [
    'the digest, moved',
    () => moved(oids.OID_ID_MESSAGE_DIGEST, forged.digestAttribute(forged.rightDigest)),
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INVALID',
  ],
  [
    'the type, moved',
    () => moved(oids.OID_ID_CONTENT_TYPE, forged.contentTypeAttribute(oids.OID_ID_DATA)),
    'SIG_CONTENT_TYPE_MISMATCH',
    'INVALID',
  ],
  [
    'the certificate, moved',
    () => moved(ESS, forged.essOf(rsa.certificate)),
    'SIG_SIGNING_CERTIFICATE_MISSING',
    'INDETERMINATE',
  ],
  [
    'in another order',
    () => rewritten((all) => der.derValue(0xa0, ...all.reverse())),
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INDETERMINATE',
  ],
  ['all twice', () => rewritten((all) => der.derValue(0xa0, ...all, ...all)), 'SIG_CRYPTO_INVALID', 'INVALID'],
  ['one less', () => rewritten((all) => der.derValue(0xa0, ...all.slice(1))), 'SIG_CRYPTO_INVALID', 'INVALID'],
  [
    'one more',
    () => rewritten((all) => der.derSetOf([...all, encodeAttribute('1.2.3.4', [der.derNull()])], 0xa0)),
    'SIG_CRYPTO_INVALID',
    'INVALID',
  ],
  [
    'a set more',
    () => withFields((fields) => [...fields.slice(0, 4), fields[3] ?? right, ...fields.slice(4)]),
    'SIG_FORMAT_INVALID',
    'INVALID',
  ],
  [
    'unsigned ones before the value',
    () =>
      withFields((fields) => [...fields.slice(0, 5), der.derSetOf([names(rsa.certificate)], 0xa1), ...fields.slice(5)]),
    'SIG_FORMAT_INVALID',
    'INVALID',
  ],
  [
    'two sets of unsigned ones',
    () => withFields((fields) => [...fields, der.derValue(0xa1), der.derValue(0xa1)]),
    'SIG_FORMAT_INVALID',
    'INVALID',
  ],
  ['a field behind all', () => withFields((fields) => [...fields, der.derNull()]), 'SIG_FORMAT_INVALID', 'INVALID'],
]);

const impostor = kit.issue(createPublicKey(rsa.privateKey));

forged.describeForgeries('a certificate that the signature names twice, and not the same one, is refused', [
  [
    'another by version 1',
    () => signedWith([namesByVersion1(ec.certificate)]),
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INDETERMINATE',
  ],
  [
    'another of the same key by version 1',
    () => signedWith([namesByVersion1(impostor)]),
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INDETERMINATE',
  ],
  [
    'another first by version 1',
    () => signedWith([namesByVersion1(ec.certificate, rsa.certificate)]),
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INDETERMINATE',
  ],
  ['nobody by version 1', () => signedWith([namesByVersion1()]), 'SIG_SIGNING_CERTIFICATE_MISMATCH', 'INDETERMINATE'],
  [
    'another by version 2',
    () => signedWith([names(ec.certificate), namesByVersion1(rsa.certificate)], ESS),
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INVALID',
  ],
  [
    'another first by version 2',
    () => signedWith([names(ec.certificate, rsa.certificate)], ESS),
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INVALID',
  ],
  [
    'nobody by version 2',
    () => signedWith([names(), namesByVersion1(rsa.certificate)], ESS),
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INDETERMINATE',
  ],
  [
    'another of the same key by its number',
    () => forge(rsa, { sid: kit.issuerAndSerial(impostor), certificates: [impostor, rsa.certificate] }),
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INDETERMINATE',
  ],
]);

describe('what says nothing against a signature', () => {
  const EARLIER = new Date('2026-02-02T00:00:00Z');
  const unsigned = (...unsignedAttributes: readonly Uint8Array[]): Uint8Array => forge(rsa, { unsignedAttributes });

  it.each<[string, () => Uint8Array]>([
    [
      'content in pieces',
      () =>
        around([
          der.derExplicit(0, der.derValue(0x24, octets(kit.content.subarray(0, 9)), octets(kit.content.subarray(9)))),
        ]),
    ],
    ['the same certificate by both versions', () => signedWith([namesByVersion1(rsa.certificate)])],
    [
      'certificates above it by both versions',
      () => signedWith([names(rsa.certificate, ec.certificate), namesByVersion1(rsa.certificate, ec.certificate)], ESS),
    ],
    ['version 1 alone', () => signedWith([namesByVersion1(rsa.certificate)], ESS)],
    [
      'another digest that nobody signed',
      () => unsigned(forged.digestAttribute(kit.digest('SHA-256', forged.swapped))),
    ],
    ['another type that nobody signed', () => unsigned(forged.contentTypeAttribute('1.2.3'))],
    ['another certificate that nobody signed', () => unsigned(names(ec.certificate))],
    ['an empty set of unsigned attributes', () => withFields((fields) => [...fields, der.derValue(0xa1)])],
  ])('%s', (_what, make) => {
    expect(forged.verify(make())).toMatchObject({ status: 'VALID', findings: [{ profileReached: 'B' }] });
  });

  it('a time that nobody signed is not the time that is claimed', () => {
    const time = encodeAttribute(oids.OID_ID_SIGNING_TIME, [der.derTime(EARLIER)]);
    const [finding] = forged.verify(unsigned(time)).findings;
    expect(finding).toMatchObject({ status: 'VALID', claimedSigningTime: kit.NOW.toISOString() });
  });
});
