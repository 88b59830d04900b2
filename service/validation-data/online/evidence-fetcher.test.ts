import { expect, it } from 'vitest';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { authority, issue } from '../../verification/certificate-path/issued-certificates.suite.ts';
import type { EvidencePlace } from './evidence-places.ts';
import { createEvidenceFetcher, type EvidenceFetcher } from './evidence-fetcher.ts';
import type { HttpRequest } from './exchange.ts';

const root = authority('Root', null);
const signer = issue('Signer', root);

function fetching(answer: Uint8Array): { fetcher: EvidenceFetcher; requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const fetcher = createEvidenceFetcher({
    fetch: (request) => {
      requests.push(request);
      return Promise.resolve(answer);
    },
    cache: { get: () => Promise.resolve(null), put: () => Promise.resolve() },
    now: () => new Date(),
    newNonce: () => new Uint8Array(32),
    onCacheFault: () => undefined,
  });
  return { fetcher, requests };
}

const url = 'http://ca.test/x';
const ofSigner = { certificate: parseCertificate(signer.der), issuer: parseCertificate(root.der) };

it('takes no certificate that is larger than any authority makes', async () => {
  const place: EvidencePlace = { kind: 'certificate', url };
  expect(await fetching(root.der).fetcher.ask(place)).toMatchObject({ kind: 'certificate' });
  const filler = { oid: '1.3.6.1.4.1.99999.9', critical: false, value: new Uint8Array(40_000) };
  const large = authority('Large', root, null, { extensions: [filler] });
  await expect(fetching(large.der).fetcher.ask(place)).rejects.toMatchObject({
    kind: 'refused',
    message: 'ca.test answers no readable certificate',
  });
});

it('asks for lists of any size that is allowed, and for little where more is never needed', async () => {
  const { fetcher, requests } = fetching(new Uint8Array());
  for (const place of [
    { kind: 'certificate', url },
    { kind: 'ocsp', url, ...ofSigner },
    { kind: 'crl', url },
  ] as const) {
    await expect(fetcher.ask(place)).rejects.toMatchObject({ kind: 'refused' });
  }
  expect(requests.map(({ maxBytes }) => maxBytes ?? null)).toEqual([1_048_576, 1_048_576, null]);
});
