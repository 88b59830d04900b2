import * as der from '../../codecs/asn1/der-writer.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import * as kit from './cms-forgery.suite.ts';
import {
  attributesWith,
  swapped,
  contentTypeAttribute,
  digestAttribute,
  rightDigest,
  describeForgeries,
  type Forgery,
} from './forged-attributes.suite.ts';

const { signers, forge } = kit;

const FORGERIES: readonly Forgery[] = [
  [
    'C1 signed attributes presented as content',
    () => {
      const attributes = kit.attributesOf(signers.rsa);
      const signatureValue = kit.signRaw(signers.rsa, attributes);
      return forge(signers.rsa, { eContent: attributes, signedAttributes: null, signatureValue });
    },
    'SIG_SIGNED_ATTRIBUTES_MISSING',
    'INVALID',
  ],
  [
    'C1 no signed attributes',
    () => forge(signers.rsa, { signedAttributes: null }),
    'SIG_SIGNED_ATTRIBUTES_MISSING',
    'INDETERMINATE',
  ],
  ['content swapped', () => forge(signers.rsa, { eContent: swapped }), 'SIG_DIGEST_MISMATCH', 'INVALID'],
  ['content emptied', () => forge(signers.rsa, { eContent: Buffer.alloc(0) }), 'SIG_DIGEST_MISMATCH', 'INVALID'],
  [
    'C3 eContentType is not the content-type attribute',
    () => forge(signers.rsa, { contentType: '1.2.840.113549.1.7.5' }),
    'SIG_CONTENT_TYPE_MISMATCH',
    'INVALID',
  ],
  [
    'C3 both are another type than data',
    () => {
      const set = { contentType: '1.2.840.113549.1.7.5' };
      return forge(signers.rsa, { ...set, signedAttributes: kit.attributesOf(signers.rsa, set) });
    },
    'SIG_CONTENT_TYPE_UNSUPPORTED',
    'INDETERMINATE',
  ],
  [
    'C3 no content-type',
    () => forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { drop: oids.OID_ID_CONTENT_TYPE }) }),
    'SIG_CONTENT_TYPE_MISMATCH',
    'INVALID',
  ],
  [
    'C3 content-type twice',
    () => {
      const add = [contentTypeAttribute(oids.OID_ID_SIGNED_DATA)];
      return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) });
    },
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INVALID',
  ],
  [
    'C4 no message-digest',
    () => forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { drop: oids.OID_ID_MESSAGE_DIGEST }) }),
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INVALID',
  ],
  [
    'C4 two message-digest attributes',
    () => {
      const add = [digestAttribute(kit.digest('SHA-256', swapped))];
      return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { add }) });
    },
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INVALID',
  ],
  [
    'C4 message-digest with two values',
    () => {
      const add = [digestAttribute(rightDigest, kit.digest('SHA-256', swapped))];
      const signedAttributes = attributesWith(signers.rsa, { drop: oids.OID_ID_MESSAGE_DIGEST, add });
      return forge(signers.rsa, { signedAttributes });
    },
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INVALID',
  ],
  [
    'C4 message-digest cut short',
    () => {
      const add = [digestAttribute(rightDigest.subarray(0, 16))];
      const signedAttributes = attributesWith(signers.rsa, { drop: oids.OID_ID_MESSAGE_DIGEST, add });
      return forge(signers.rsa, { signedAttributes });
    },
    'SIG_DIGEST_MISMATCH',
    'INVALID',
  ],
  [
    'C5 attributes not sorted',
    () => forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { reverse: true }) }),
    'SIG_SIGNED_ATTRIBUTES_MALFORMED',
    'INDETERMINATE',
  ],
  ['C15 bytes behind', () => Buffer.concat([forge(signers.rsa), Buffer.of(0)]), 'SIG_TRAILING_DATA', 'INDETERMINATE'],
  [
    'C15 a nest of 5,000',
    () => Buffer.concat(Array.from({ length: 5000 }, () => Buffer.of(0x30, 0x80))),
    'SIG_LIMIT_EXCEEDED',
    'INDETERMINATE',
  ],
  [
    'C15 thousands of certificates',
    () =>
      forge(signers.rsa, {
        certificates: Array.from({ length: 201 }, (_, index) => der.derSequence(der.derInteger(index))),
      }),
    'SIG_LIMIT_EXCEEDED',
    'INDETERMINATE',
  ],
  ['C16 text', () => Buffer.from('-----BEGIN CMS-----\nMIIB'), 'SIG_FORMAT_INVALID', 'INVALID'],
  [
    'C16 another content type',
    () => der.derSequence(der.derOid('1.2.840.113549.1.7.3'), der.derExplicit(0, der.derSequence())),
    'SIG_FORMAT_INVALID',
    'INVALID',
  ],
  ['nothing at all', () => new Uint8Array(0), 'SIG_FORMAT_INVALID', 'INVALID'],
];

describeForgeries('a forgery of content, attributes or structure is refused', FORGERIES);
