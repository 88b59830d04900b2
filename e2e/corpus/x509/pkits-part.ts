import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import { evaluateCertificate } from '../../../service/verification/certificate-path/evaluate-certificate.ts';
import { openTrustStore } from '../../../service/verification/certificate-path/trust-store.ts';
import type { CaseScore, CorpusPart } from '../corpus-part.ts';
import { PKITS_EXCEPTIONS } from './pkits-exceptions.ts';

const AS_EXPECTED = 'judged as expected';

/** When all certificates and CRLs of the suite that are meant to be in date are so. */
const AT = new Date('2020-06-01T00:00:00Z');

const PkitsCase = z.object({
  id: z.string(),
  name: z.string(),
  cert: z.string(),
  other_certs: z.array(z.string()).default([]),
  crls: z.array(z.string()).default([]),
  error: z.unknown().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});
type PkitsCase = z.infer<typeof PkitsCase>;

/**
 * NIST's Public Key Interoperability Test Suite: paths to one anchor with the CRLs of every authority; revocation must
 * be known, as for Online. The suite is about any use of a key, so leaf purposes are not part of it.
 */
export const pkitsPart: CorpusPart = {
  name: 'PKITS',
  measures: [{ name: AS_EXPECTED, goal: 1, floor: 1 }],
  cases: (folder) =>
    readCases(folder).map(({ id, name, error, cert }) => {
      const exception = PKITS_EXCEPTIONS[name];
      const expected = error === undefined ? 'valid' : 'not valid';
      return {
        id: name,
        group: exception === undefined ? `4.${id.slice(1, 3)}` : 'not counted',
        about: `${expected} [${cert}]${exception === undefined ? '' : `, not counted: ${exception}`}`,
        measures: exception === undefined ? [AS_EXPECTED] : [],
      };
    }),
  open(folder) {
    const cases = new Map(readCases(folder).map((one) => [one.name, one]));
    return {
      try(name) {
        const one = cases.get(name);
        if (one === undefined) throw new Error(`No case is named ${name}.`);
        return Promise.resolve(tryCase(path.join(folder, 'x509/pkits'), one));
      },
      dispose: () => undefined,
    };
  },
};

function readCases(folder: string): PkitsCase[] {
  const manifest = path.join(folder, 'x509/pkits/pkits.json');
  return existsSync(manifest) ? z.array(PkitsCase).parse(JSON.parse(readFileSync(manifest, 'utf8'))) : [];
}

function tryCase(folder: string, one: PkitsCase): CaseScore {
  const certificates = (names: readonly string[]): Uint8Array[] =>
    names.map((name) => readFileSync(path.join(folder, 'certs', name)));
  const crls = ['TrustAnchorRootCRL.crl', ...one.crls].map((name) => readFileSync(path.join(folder, 'crls', name)));
  const trustAnchors = certificates(['TrustAnchorRootCertificate.crt']);
  const [leaf = new Uint8Array()] = certificates([one.cert]);
  let isValid = false;
  let says: string;
  try {
    const { result } = evaluateCertificate({
      certificate: parseCertificate(leaf),
      candidates: [],
      store: openTrustStore({ trustAnchors, intermediates: certificates(one.other_certs), crls, ocspResponses: [] }),
      at: AT,
      revocationMode: 'Online',
    });
    ({ isValid } = result);
    says = `${result.reasonCodes.join(',')} ${result.chainStatus.join(' | ')} ${result.revocation.detail ?? ''}`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    says = `unreadable: ${error.message}`;
  }
  const isRight = isValid === (one.error === undefined);
  const measures = PKITS_EXCEPTIONS[one.name] === undefined ? { [AS_EXPECTED]: isRight } : {};
  return { measures, says, facts: { isRight, params: one.params ?? null } };
}
