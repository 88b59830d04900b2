import { describe, expect, it } from 'vitest';
import { derOid, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import { at, authority, issue } from '../../verification/certificate-path/issued-certificates.suite.ts';
import { indeterminate } from '../../verification/fault.ts';
import { reportWithoutSignature } from '../../verification/report.ts';
import type { VerificationAsker, VerificationOutcome, Verifier } from '../../verification/verification.ts';
import { FetchFault } from './fetch-fault.ts';
import { createOnlineVerifier } from './online-verifier.ts';

const root = authority('Root', null);
let documents = 0;

/** Whose issuer is not known, and is to be had at an address of its own. */
function signerWithAddress(blanks = 0): Uint8Array {
  const address = derValue(0x86, Buffer.from(`http://ca.test/${String(++documents)}`));
  const access = derSequence(derSequence(derOid('1.3.6.1.5.5.7.48.2'), address));
  const filler = { oid: '1.3.6.1.4.1.99999.9', critical: false, value: derValue(0x04, new Uint8Array(blanks)) };
  const authorityInfoAccess = { oid: '1.3.6.1.5.5.7.1.1', critical: false, value: access };
  return issue('Signer', authority('Unknown', null), { extensions: [authorityInfoAccess, filler] }).der;
}

/** Servers that answer nothing until they are let go; one request may take so long. */
function underSlowServers(requestMilliseconds = 600_000): {
  asked: string[];
  letGo: () => void;
  verify: (client: string, signer?: Uint8Array) => Promise<VerificationOutcome>;
} {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const outcome = reportWithoutSignature('CAdES', [indeterminate('SIG_NOT_FOUND', 'Nothing was judged.')], at);
  const verifier: Verifier = createOnlineVerifier(
    {
      judge: ({ document }) => {
        const certificates = document.kind === 'bytes' ? [document.bytes] : [];
        return Promise.resolve({ outcome, wanted: [{ certificates, at }] });
      },
    },
    {
      remembered: () => Promise.resolve(null),
      keep: () => Promise.resolve(),
      ask: async ({ url }) => {
        asked.push(url);
        await new Promise<void>((resolve) => held.push(resolve));
        throw new FetchFault('refused', 'Nothing is here');
      },
    },
    requestMilliseconds,
  );
  const trust = { trustAnchors: [root.der], intermediates: [], crls: [], ocspResponses: [] };
  const ask = (asker: VerificationAsker, bytes: Uint8Array): Promise<VerificationOutcome> =>
    verifier.verify({
      ...{ format: 'CAdES', document: { kind: 'bytes', bytes }, original: null, trust, at, asker },
      revocationMode: 'Online',
    });
  return {
    asked,
    letGo: () => held.splice(0).forEach((go) => go()),
    verify: (client, signer = signerWithAddress()) => ask({ kind: 'uploaded', client }, signer),
  };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('asking for the evidence of many documents', () => {
  it('is done for few of one client at a time, and few in all, whose answers lie in memory', async () => {
    const { asked, letGo, verify } = underSlowServers();
    const all = Array.from({ length: 10 }, () => verify('a'));
    await settled();
    expect(asked).toHaveLength(4);
    all.push(verify('b'));
    await settled();
    expect(asked).toHaveLength(5);
    for (let more = 0; more < 6; more++) all.push(verify(`c${String(more)}`));
    await settled();
    expect(asked).toHaveLength(8);
    for (let round = 0; round < 5; round++) {
      letGo();
      await settled();
    }
    expect((await Promise.all(all)).map(({ overallStatus }) => overallStatus)).not.toContain('VALID');
    expect(asked).toHaveLength(17);
  });

  it('is refused to a client of whose documents too many wait already', async () => {
    const { asked, letGo, verify } = underSlowServers();
    const all = Array.from({ length: 68 }, () => verify('a'));
    await settled();
    await expect(verify('a')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    all.push(verify('b'));
    while (asked.length < 69) {
      letGo();
      await settled();
    }
    letGo();
    expect(await Promise.all(all)).toHaveLength(69);
  });

  it('ends in time where servers say nothing, so that others have their turn', async () => {
    const { verify } = underSlowServers(1);
    const all = ['a', 'b', 'c'].flatMap((client) => Array.from({ length: 6 }, () => verify(client)));
    const verdicts = await Promise.all(all);
    expect(verdicts.map(({ overallStatus }) => overallStatus)).not.toContain('VALID');
  });

  it('is not done for certificates larger than any authority makes', async () => {
    const { asked, verify } = underSlowServers();
    expect(await verify('a', signerWithAddress(40_000))).toMatchObject({ overallStatus: 'INDETERMINATE' });
    expect(asked).toEqual([]);
  });
});
