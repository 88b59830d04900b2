import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerificationOutcome, VerificationTask } from '../verification/verification.ts';
import { previewStamp, type PreviewStamp } from './preview-stamp.ts';
import { createProviderCatalogue } from './provider-catalogue.ts';
import { descriptor, validOutcome } from './sample-answers.suite.ts';
import { CALLER, expectCode, NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

const PREVIEW = { pageCount: 1 } as Extract<NonNullable<VerificationOutcome['preview']>, { pageCount: number }>;

let bench: UseCaseBench;
let tasks: VerificationTask[];
beforeEach(async () => {
  bench = await openBench();
  tasks = [];
});
afterEach(() => bench.close());

interface Shown {
  readonly subject?: string;
  readonly isServed?: boolean;
  readonly answer?: Partial<VerificationOutcome>;
}

async function preview(wanted: Partial<PreviewStamp>, { subject = 'CN=Ann', isServed = true, answer }: Shown = {}) {
  const providers = {
    ...bench.ports.providers,
    listCertificates: () => Promise.resolve([descriptor({ subject })]),
    serves: () => isServed,
  };
  const ports = {
    ...bench.ports,
    ...{ providers, providerCatalogue: createProviderCatalogue(providers, () => NOW) },
    verifier: {
      verify(task: VerificationTask) {
        tasks.push(task);
        return Promise.resolve({ ...validOutcome(task), preview: PREVIEW, ...answer });
      },
    },
  };
  return previewStamp(ports, CALLER, {
    ...{
      document: Buffer.from('%PDF'),
      image: null,
      certificateThumbprint: null,
      signatureNote: null,
      appearancePageNumber: 1,
      options: null,
    },
    ...{ client: 'peer', ...wanted },
  });
}

const nameFor = async (subject: string): Promise<unknown> => {
  await preview({ certificateThumbprint: 'A'.repeat(40) }, { subject });
  return tasks.at(-1)?.stamp?.signerName;
};

describe('previewStamp', () => {
  it('has a stamp drawn as of now for whoever sent the document, and stores nothing', async () => {
    expect(await preview({ signatureNote: 'Seen', appearancePageNumber: 3 })).toBe(PREVIEW);
    expect(tasks).toMatchObject([{ format: 'PAdES', at: NOW, asker: { kind: 'uploaded', client: 'peer' } }]);
    expect(tasks[0]?.stamp).toMatchObject({
      signerName: 'Signer',
      identityNumber: null,
      signatureNote: 'Seen',
      appearancePageNumber: 3,
    });
    expect(await bench.store.keys()).toEqual([]);
  });

  it('says the name as a signature would: the common name, else the organisation, else all of it', async () => {
    expect(await nameFor(String.raw`C=DE,CN=Ann\, Test,O=Works`)).toBe('Ann, Test');
    expect(await nameFor('O=Works,C=DE')).toBe('Works');
    expect(await nameFor('L=Ulm')).toBe('L=Ulm');
  });

  it('tells the number of the identity where the certificate has one', async () => {
    await preview({ certificateThumbprint: 'a'.repeat(40) }, { subject: 'CN=Ann,serialNumber=PNOEE-1' });
    expect(tasks[0]?.stamp?.identityNumber).toBe('PNOEE-1');
  });

  it('takes a thumbprint as people copy it, by either hash', async () => {
    for (const certificateThumbprint of ['aa:'.repeat(19) + 'aa', 'B'.repeat(64)]) {
      expect(await preview({ certificateThumbprint })).toBe(PREVIEW);
    }
  });

  it('knows no certificate that another tenant has to itself, and does not draw then', async () => {
    const work = preview({ certificateThumbprint: 'A'.repeat(40) }, { isServed: false });
    await expectCode(work, 'SIGNING_CERTIFICATE_NOT_FOUND');
    await expectCode(preview({ certificateThumbprint: 'C'.repeat(40) }), 'SIGNING_CERTIFICATE_NOT_FOUND');
    expect(tasks).toEqual([]);
  });

  it('refuses a document that takes no stamp, with the reason that there is', async () => {
    const fault = preview({}, { answer: { preview: { fault: 'it has no page 9' } } });
    await expect(fault).rejects.toMatchObject({
      ...{ code: 'SIGNATURE_REQUEST_INVALID', message: 'The stamp cannot be shown: it has no page 9.' },
    });
    const killed = preview({}, { answer: { preview: undefined, detail: 'it took too long' } });
    await expect(killed).rejects.toMatchObject({ message: 'The stamp cannot be shown: it took too long.' });
  });
});
