import { expect, it } from 'vitest';
import { parseCrl } from '../../codecs/crl/crl.ts';
import { makeCrl } from '../../verification/certificate-path/evidence.suite.ts';
import { issue } from '../../verification/certificate-path/issued-certificates.suite.ts';
import { timestamped } from '../../verification/timestamps/cms-signatures.suite.ts';
import { root, valid } from '../../verification/timestamps/timestamping.suite.ts';
import { verifyDocument } from '../../verification/verify-document.ts';
import { describeLiveEvidence } from './describe-live-evidence.ts';

const SIGNED = new Date('2026-06-01T00:00:00Z');
const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const [thisUpdate, nextUpdate] = [new Date('2026-06-09T00:00:00Z'), new Date('2026-06-20T00:00:00Z')];
const list = makeCrl({ issuer: root, thisUpdate, nextUpdate });

it.each([
  [false, 'Asked live'],
  [true, 'Asked earlier, and valid still'],
])(
  'says of the authority of a timestamp, too, where its revocation status comes from and when it was made (kept: %s)',
  async (isKept, asked) => {
    const bytes = timestamped(signer, { at: SIGNED });
    const outcome = await verifyDocument({
      ...{ format: 'CAdES', document: { kind: 'bytes', bytes }, original: null, revocationMode: 'Online' },
      ...{ trust: { trustAnchors: [root.der], intermediates: [], crls: [list], ocspResponses: [] } },
      at: new Date('2026-06-10T00:00:00Z'),
    });
    const place = { kind: 'crl', url: 'http://lists.example/root.crl' } as const;
    const fetched = [{ kind: 'crl', place, bytes: list, isKept, crl: parseCrl(list) }] as const;
    const [signature] = describeLiveEvidence(outcome, fetched, []).signatures;
    const detail = `${asked}: CRL of 2026-06-09T00:00:00.000Z from lists.example.`;
    const told = { revocation: { status: 'Good', source: 'Crl', detail } };
    expect(signature).toMatchObject({ status: 'VALID', certificate: told, timestamps: [{ certificate: told }] });
  },
);
