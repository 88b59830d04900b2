import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UseCasePorts } from './ports.ts';
import { DEMO_PROVIDER, descriptor } from './sample-answers.suite.ts';
import { CALLER, expectCode, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';
import { diagnoseProvider, listCertificates, listProviders, permitLogin, providerHealth } from './visible-providers.ts';

let bench: UseCaseBench;
let ports: UseCasePorts;
const permitted: string[] = [];
beforeEach(async () => {
  bench = await openBench();
  permitted.length = 0;
  ports = {
    ...bench.ports,
    providers: {
      ...bench.ports.providers,
      listProviders: () => Promise.resolve(['shared', 'mine', 'theirs'].map((id) => ({ ...DEMO_PROVIDER, id }))),
      listCertificates: () => Promise.resolve(['mine', 'theirs'].map((providerId) => descriptor({ providerId }))),
      providerHealth: (providerId) =>
        Promise.resolve({ providerId, status: 'Healthy', detail: null, checkedAt: '2026-01-01T00:00:00.000Z' }),
      serves: (id, tenantId) => id === 'shared' || id === (tenantId === 'acme' ? 'mine' : 'theirs'),
    },
    tokenDoctor: {
      diagnose: () => Promise.resolve(undefined),
      permitLogin: (id) => id !== 'shared' && permitted.push(id) > 0,
    },
  };
});
afterEach(() => bench.close());

describe('what a tenant sees of providers', () => {
  it('is what serves it, with its certificates', async () => {
    expect((await listProviders(ports, CALLER)).map(({ id }) => id)).toEqual(['shared', 'mine']);
    expect((await listProviders(ports, STRANGER)).map(({ id }) => id)).toEqual(['shared', 'theirs']);
    expect((await listCertificates(ports, CALLER)).map(({ providerId }) => providerId)).toEqual(['mine']);
  });

  it('gives the one answer for what does not serve it and for what does not exist', async () => {
    expect(await providerHealth(ports, CALLER, 'mine')).toMatchObject({ status: 'Healthy' });
    for (const id of ['theirs', 'nothing']) {
      await expectCode(providerHealth(ports, CALLER, id), 'PROVIDER_NOT_FOUND');
      await expectCode(diagnoseProvider(ports, CALLER, id), 'PROVIDER_NOT_FOUND');
      await expectCode(() => permitLogin(ports, CALLER, id), 'PROVIDER_NOT_FOUND');
    }
    await expectCode(diagnoseProvider(ports, CALLER, 'mine'), 'PROVIDER_NOT_FOUND');
  });

  it('lets everybody look at what stands in for a token that nobody has configured', async () => {
    const asked: string[] = [];
    const diagnose = (id: string): Promise<undefined> => Promise.resolve(void asked.push(id));
    ports = { ...ports, tokenDoctor: { ...ports.tokenDoctor, diagnose, standIn: 'smartcard' } };
    // It is asked for, though no tenant is served by it; there is nothing to tell here.
    await expectCode(diagnoseProvider(ports, CALLER, 'smartcard'), 'PROVIDER_NOT_FOUND');
    await expectCode(diagnoseProvider(ports, CALLER, 'theirs'), 'PROVIDER_NOT_FOUND');
    await expectCode(() => permitLogin(ports, CALLER, 'smartcard'), 'PROVIDER_NOT_FOUND');
    expect(asked).toEqual(['smartcard']);
  });

  it('lets nobody permit a login to a token of others, nor to what is no token', async () => {
    await permitLogin(ports, CALLER, 'mine');
    await expectCode(() => permitLogin(ports, CALLER, 'theirs'), 'PROVIDER_NOT_FOUND');
    await expectCode(() => permitLogin(ports, CALLER, 'shared'), 'PROVIDER_NOT_FOUND');
    expect(permitted).toEqual(['mine']);
    expect(bench.logLines.filter((line) => line.includes('one more try'))).toHaveLength(1);
  });
});
