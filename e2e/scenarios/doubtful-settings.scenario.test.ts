import { expect, it } from 'vitest';
import { startStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

it.each([
  ['is named in the settings', { 'Timestamping:PasswordSecretName': 'Timestamping:Password' }],
  ['has its usual name', {}],
])(
  'fails T, LT and LTA for good where a password that %s has no user, signs B, and health says so',
  async (_, named) => {
    const station = await startStation({
      settings: { 'Timestamping:Url': 'http://127.0.0.1:9/tsa', ...named },
      environment: { SERVICE_SECRET_TIMESTAMPING_PASSWORD: 'marker-1' },
    });
    try {
      const client = createStationClient(station.url);
      const pdf = buildPdf({ pieces: onePage() });
      for (const profile of ['T', 'LT', 'LTA']) {
        const view = await client.finished((await client.create(pdf, { profile })).id);
        expect(view).toMatchObject({ status: 'Failed', errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE' });
        expect(view.errorMessage).toContain('Timestamping:Username');
        const types = (await client.auditEvents(view.id)).items.map(({ eventType }) => eventType);
        // Before any key was looked for, and never tried again.
        for (const type of ['SigningProviderSelected', 'CertificateResolved', 'RetryScheduled']) {
          expect(types).not.toContain(type);
        }
      }
      expect(await client.finished((await client.create(pdf, {})).id)).toMatchObject({ status: 'Completed' });
      const health = await (await fetch(`${station.url}/health/ready`)).text();
      expect(JSON.parse(health)).toMatchObject({ status: 'Degraded' });
      expect(health).toContain('Timestamping:Username');
      expect(health + station.output()).not.toContain('marker-1');
    } finally {
      await station.dispose();
    }
  },
);
