import { describe, expect, it } from 'vitest';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { CheckedSignatures } from './checked-signatures.ts';
import { makeCrl, type CrlRequest } from './evidence.suite.ts';
import { at, authority, issue, type Issued } from './issued-certificates.suite.ts';
import { checkLargeLists } from './large-lists.ts';
import { requiredEvidence } from './required-evidence.ts';
import { openTrustStore, type TrustStore } from './trust-store.ts';

const root = authority('Root', null, null);
const middle = authority('Middle', root, null);
const signer = issue('Signer', middle);
const stranger = authority('Stranger', null, null);

/** With something in it that makes it large and says nothing. */
const large = (request: CrlRequest): Uint8Array =>
  makeCrl({
    ...request,
    extensions: [{ oid: '1.3.6.1.4.1.99999.9', critical: false, value: new Uint8Array(600_000) }],
  });

class Noted extends CheckedSignatures {
  readonly evidence: SignatureCheckResult[] = [];

  override add(pair: string, result: SignatureCheckResult): void {
    if (pair.startsWith('evidence ')) this.evidence.push(result);
    super.add(pair, result);
  }
}

async function looked(crls: readonly Uint8Array[], of: Issued = signer): Promise<{ store: TrustStore; noted: Noted }> {
  const noted = new Noted();
  const material = { trustAnchors: [root.der], intermediates: [middle.der], crls, ocspResponses: [] };
  const store = { ...openTrustStore(material), checkedSignatures: noted };
  await checkLargeLists([parseCertificate(of.der)], store);
  return { store, noted };
}

describe('large CRLs', () => {
  it('are digested and checked before anything is asked of them, all the way up', async () => {
    const { store, noted } = await looked([large({ issuer: middle }), large({ issuer: root })]);
    expect(noted.evidence).toEqual(['Valid', 'Valid']);
    const found = requiredEvidence({
      certificates: [parseCertificate(signer.der)],
      store,
      at,
      now: at,
      madeSince: null,
    });
    expect(found.missing).toEqual([]);
    expect(found.crls).toHaveLength(2);
    expect(noted.evidence).toHaveLength(2);
  });

  it('that are forged are found to be', async () => {
    const { store, noted } = await looked([large({ issuer: stranger, name: 'Middle' }), makeCrl({ issuer: root })]);
    expect(noted.evidence).toEqual(['Invalid']);
    const { missing } = requiredEvidence({
      certificates: [parseCertificate(signer.der)],
      store,
      at,
      now: at,
      madeSince: null,
    });
    expect(missing.map(({ kind }) => kind)).toEqual(['revocation']);
  });

  it('of others are left alone, and small ones of anybody', async () => {
    const { noted } = await looked([
      large({ issuer: stranger }),
      makeCrl({ issuer: middle }),
      makeCrl({ issuer: root }),
    ]);
    expect(noted.evidence).toEqual([]);
  });

  it('are checked once', async () => {
    const { store, noted } = await looked([large({ issuer: middle })]);
    await checkLargeLists([parseCertificate(signer.der)], store);
    expect(noted.evidence).toEqual(['Valid']);
  });
});
