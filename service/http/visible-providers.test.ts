import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import { descriptor } from '../use-cases/sample-answers.suite.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

const THUMBPRINT = 'A'.repeat(40);
const certificates = [descriptor({ providerId: 'pfx' })];
const RESOURCES = [
  'providers',
  'certificates',
  `certificates/${THUMBPRINT}`,
  'providers/pfx/health',
  'providers/pfx/diagnosis',
];

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation({ certificates, serves: (_id, tenant) => tenant === 'acme' });
});
afterEach(() => station.stop());

const get = (resource: string, tenant: string) =>
  fetch(`${station.api}/${resource}`, { headers: { 'X-Tenant-Id': tenant } });
const post = (tenant: string, fields: Record<string, string> = {}) =>
  fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(fields), headers: { 'X-Tenant-Id': tenant } });

describe('a provider of one tenant', () => {
  it.each(RESOURCES)('is seen by it alone under %s', async (resource) => {
    expect((await get(resource, 'acme')).status).toBe(200);
    const foreign = await get(resource, 'default');
    if (resource.includes('/')) expect(foreign.status).toBe(404);
    else expect(await foreign.json()).toEqual([]);
  });

  it('is listed for it with its certificates', async () => {
    expect(ProviderItem.array().parse(await (await get('providers', 'acme')).json())).toHaveLength(1);
    expect(CertificateDescriptor.array().parse(await (await get('certificates', 'acme')).json())).toHaveLength(1);
  });

  it('signs for it alone, whether or not its certificate is named', async () => {
    for (const fields of [{}, { certificateThumbprint: THUMBPRINT }]) {
      expect((await post('acme', fields)).status).toBe(202);
      const refused = await post('default', fields);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ errorCode: 'SIGNING_PROVIDER_UNAVAILABLE' });
    }
  });
});
