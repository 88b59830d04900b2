import { describe, expect, it } from 'vitest';
import type { ProviderDirectory } from '../providers/providers.ts';
import { createProviderCatalogue, type ProviderCatalogue } from './provider-catalogue.ts';
import { DEMO_PROVIDER, descriptor } from './sample-answers.suite.ts';
import { NOW } from './use-case-bench.suite.ts';

interface Tried {
  readonly catalogue: ProviderCatalogue;
  readonly asked: { certificates: number; fails: boolean };
  readonly pass: (milliseconds: number) => void;
}

function open(): Tried {
  const asked = { certificates: 0, fails: false };
  let now = NOW.getTime();
  const directory = {
    listProviders: () => Promise.resolve([DEMO_PROVIDER]),
    listCertificates() {
      asked.certificates += 1;
      return asked.fails ? Promise.reject(new Error('The reader is gone.')) : Promise.resolve([descriptor()]);
    },
  } as Partial<ProviderDirectory> as ProviderDirectory;
  const catalogue = createProviderCatalogue(directory, () => new Date(now));
  return { catalogue, asked, pass: (milliseconds) => void (now += milliseconds) };
}

describe('the catalogue of providers', () => {
  it('asks devices once for all who ask at the same time and within five seconds', async () => {
    const { catalogue, asked, pass } = open();
    await Promise.all([catalogue.certificates(), catalogue.certificates()]);
    pass(4_999);
    await catalogue.certificates();
    expect(asked.certificates).toBe(1);
    pass(1);
    await catalogue.certificates();
    expect(asked.certificates).toBe(2);
  });

  it('looks anew for whoever missed a certificate, but not more than once a second', async () => {
    const { catalogue, asked, pass } = open();
    await catalogue.certificates();
    pass(999);
    await catalogue.freshCertificates();
    expect(asked.certificates).toBe(1);
    pass(1);
    await catalogue.freshCertificates();
    await catalogue.freshCertificates();
    expect(asked.certificates).toBe(2);
  });

  it('keeps no failure: who asks next asks the device again', async () => {
    const { catalogue, asked } = open();
    asked.fails = true;
    await expect(catalogue.certificates()).rejects.toThrow('gone');
    asked.fails = false;
    expect(await catalogue.certificates()).toHaveLength(1);
  });

  it('keeps nothing for longer where the clock is set back', async () => {
    const { catalogue, asked, pass } = open();
    await catalogue.certificates();
    pass(-3_600_000);
    await catalogue.certificates();
    expect(asked.certificates).toBe(2);
  });

  it('keeps providers and certificates apart', async () => {
    const { catalogue, asked } = open();
    expect(await catalogue.providers()).toEqual([DEMO_PROVIDER]);
    expect(asked.certificates).toBe(0);
  });
});
