import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseCertificate, type Certificate } from '../../../service/codecs/x509/certificate.ts';
import { evaluateCertificate } from '../../../service/verification/certificate-path/evaluate-certificate.ts';
import { openTrustStore, parseAll } from '../../../service/verification/certificate-path/trust-store.ts';
import type { CertificateResult } from '../../../service/contract/http/verification.ts';
import type { CaseScore, CorpusPart } from '../corpus-part.ts';
import { LIMBO_EXCEPTIONS } from './limbo-exceptions.ts';

const AS_EXPECTED = 'judged as expected';
/** Where a case does not say when it is to be judged. */
const AT = '2024-06-01T00:00:00Z';

const LimboCase = z.object({
  id: z.string(),
  description: z.string(),
  expected_result: z.enum(['SUCCESS', 'FAILURE']),
  trusted_certs: z.array(z.string()),
  untrusted_intermediates: z.array(z.string()),
  peer_certificate: z.string(),
  crls: z.array(z.string()).default([]),
  validation_time: z.string().nullable(),
  extended_key_usage: z.array(z.string()),
});
type LimboCase = z.infer<typeof LimboCase>;

/**
 * C2SP's x509-limbo: paths for servers and clients. Faults of the signer's purpose (extended key usage) are left aside,
 * since nearly all certificates of the collection are made for servers, and names of servers are nothing to a signature.
 */
export const limboPart: CorpusPart = {
  name: 'limbo',
  measures: [{ name: AS_EXPECTED, goal: 1, floor: 1 }],
  cases: (folder) =>
    readCases(folder).map(({ id, expected_result, description }) => {
      const exception = LIMBO_EXCEPTIONS[id];
      const what = `${expected_result}: ${description.split('\n')[0] ?? ''}`;
      return {
        id,
        group: exception === undefined ? id.split('::').slice(0, -1).join('::') : 'not counted',
        about: exception === undefined ? what : `${what}, not counted: ${exception}`,
        measures: exception === undefined ? [AS_EXPECTED] : [],
      };
    }),
  open(folder) {
    const cases = new Map(readCases(folder).map((one) => [one.id, one]));
    return {
      try(id) {
        const one = cases.get(id);
        if (one === undefined) throw new Error(`No case has the id ${id}.`);
        return Promise.resolve(tryCase(one));
      },
      dispose: () => undefined,
    };
  },
};

function readCases(folder: string): LimboCase[] {
  const manifest = path.join(folder, 'x509/limbo-compiled.json');
  return existsSync(manifest) ? z.array(LimboCase).parse(JSON.parse(readFileSync(manifest, 'utf8'))) : [];
}

function tryCase(one: LimboCase): CaseScore {
  let isValid = false;
  let says: string;
  try {
    const result = judge(one, parseCertificate(fromPem(one.peer_certificate)));
    const codes = result.reasonCodes.filter((code) => code !== 'CERT_EXTENDED_KEY_USAGE_INVALID');
    const isKnown = one.crls.length === 0 || codes.includes('REVOCATION_GOOD');
    isValid = isKnown && codes.every((code) => code === 'CERT_VALID' || code.startsWith('REVOCATION_'));
    says = `${codes.join(',')} ${result.chainStatus.join(' | ')}`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    says = `unreadable: ${error.message}`;
  }
  const isRight = isValid === (one.expected_result === 'SUCCESS');
  return {
    measures: LIMBO_EXCEPTIONS[one.id] === undefined ? { [AS_EXPECTED]: isRight } : {},
    says,
    facts: { isRight },
  };
}

function judge(one: LimboCase, certificate: Certificate): CertificateResult {
  return evaluateCertificate({
    certificate,
    candidates: parseAll(one.untrusted_intermediates.map(fromPem), parseCertificate),
    store: openTrustStore({
      trustAnchors: one.trusted_certs.map(fromPem),
      intermediates: [],
      crls: one.crls.map(fromPem),
      ocspResponses: [],
    }),
    at: new Date(one.validation_time ?? AT),
    revocationMode: one.crls.length === 0 ? 'Offline' : 'Online',
  }).result;
}

function fromPem(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.replace(/-----[^-]+-----/g, ''), 'base64'));
}
