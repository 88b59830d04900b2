import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { ecdsaRawToDer } from '../../codecs/cms/signature-value.ts';
import * as kit from './cms-forgery.suite.ts';
import {
  verify,
  attributesWith,
  essOf,
  essVersion1,
  describeForgeries,
  type Forgery,
} from './forged-attributes.suite.ts';

const { signers, forge } = kit;

const FORGERIES: readonly Forgery[] = [
  [
    'C7 no signing-certificate',
    () => {
      const drop = oids.OID_ID_AA_SIGNING_CERTIFICATE_V2;
      return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, { drop }) });
    },
    'SIG_SIGNING_CERTIFICATE_MISSING',
    'INDETERMINATE',
  ],
  [
    'C7 signing-certificate of somebody else, who is there',
    () => {
      const change = { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, add: [essOf(signers.ec.certificate)] };
      const certificates = [signers.rsa.certificate, signers.ec.certificate];
      return forge(signers.rsa, { certificates, signedAttributes: attributesWith(signers.rsa, change) });
    },
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INVALID',
  ],
  [
    'C7 signing-certificate of somebody else, who is not there',
    () => {
      const change = { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, add: [essOf(signers.ec.certificate)] };
      return forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, change) });
    },
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INVALID',
  ],
  [
    'C7 certificate and identifier replaced by another for the same key',
    () => {
      const impostor = kit.issue(createPublicKey(signers.rsa.privateKey));
      return forge(signers.rsa, { sid: kit.issuerAndSerial(impostor), certificates: [impostor] });
    },
    'SIG_SIGNING_CERTIFICATE_MISMATCH',
    'INVALID',
  ],
  [
    'C7 no certificates',
    () => forge(signers.rsa, { certificates: [] }),
    'SIG_SIGNER_CERTIFICATE_NOT_FOUND',
    'INDETERMINATE',
  ],
  ['C8 no signers', () => forge(signers.rsa, { signerInfos: () => [] }), 'SIG_NOT_FOUND', 'INVALID'],
  [
    'C8 the same signer twice',
    () => forge(signers.rsa, { signerInfos: (info) => [info, info] }),
    'SIG_SIGNER_DUPLICATED',
    'INDETERMINATE',
  ],
  [
    'C8 the same signer twice, another value of the same signature',
    () => {
      const fields = (info: Uint8Array): Uint8Array[] =>
        readDer(info)
          .children()
          .map((field) => field.encoded);
      const signedAttributes = kit.attributesOf(signers.ec);
      const again = der.derOctetString(ecdsaRawToDer(kit.signRaw(signers.ec, signedAttributes)));
      const signerInfos = (info: Uint8Array): Uint8Array[] => [
        info,
        der.derSequence(...fields(info).slice(0, -1), again),
      ];
      return forge(signers.ec, { signedAttributes, signerInfos });
    },
    'SIG_SIGNER_DUPLICATED',
    'INDETERMINATE',
  ],
];

describeForgeries('a forgery of who signed is refused', FORGERIES);

it('a certificate named by SHA-1 (version 1) alone decides nothing', () => {
  const change = { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, add: [essVersion1] };
  const result = verify(forge(signers.rsa, { signedAttributes: attributesWith(signers.rsa, change) }));
  expect(result).toMatchObject({ status: 'VALID', findings: [{ profileReached: 'B' }] });
});

it('two people who sign the same attributes in the same second are two', () => {
  const signedAttributes = attributesWith(signers.rsa, { drop: oids.OID_ID_AA_SIGNING_CERTIFICATE_V2 });
  const infoOf = (signer: kit.TestSigner): Uint8Array =>
    kit.childrenOf(kit.fieldsOf(forge(signer, { signedAttributes })).at(-1) ?? new Uint8Array())[0] ?? new Uint8Array();
  const both = [infoOf(signers.rsa), infoOf(signers.ec)];
  const certificates = [signers.rsa.certificate, signers.ec.certificate];
  const judged = verify(forge(signers.rsa, { certificates, signerInfos: () => both }));
  const reasons = judged.findings.map(({ signature }) => signature.reasonCodes);
  expect(reasons).toEqual([['SIG_SIGNING_CERTIFICATE_MISSING'], ['SIG_SIGNING_CERTIFICATE_MISSING']]);
  const thrice = verify(forge(signers.rsa, { certificates, signerInfos: () => [...both, infoOf(signers.ec)] }));
  expect(thrice.findings[2]?.signature.reasonCodes).toContain('SIG_SIGNER_DUPLICATED');
});
