import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import { ownStations } from '../actors/station/own-stations.ts';
import { createStationClient } from '../actors/station/station-client.ts';

const KILLS = 2;
/** What is known of certificates is kept for five seconds: each time it has to be asked for anew while nobody can answer. */
const KEPT_MILLISECONDS = 5_100;

describe('a station whose process with the tokens ends', () => {
  const { start } = ownStations('tokens');

  it('accepts requests that name a certificate meanwhile, and signs them when the process is there again', async () => {
    const station = await start();
    const client = createStationClient(station.url);
    const [certificate] = await client.listedCertificates();
    const document = buildPdf({ pieces: onePage() });
    const accepted: string[] = [];
    for (let killed = 0; killed < KILLS; killed += 1) {
      await delay(KEPT_MILLISECONDS);
      const tokenHost = station.children().find(({ role }) => role === 'token-host');
      process.kill(tokenHost?.pid ?? -1, 'SIGKILL');
      const { id } = await client.create(document, { certificateThumbprint: certificate?.thumbprint ?? '' });
      accepted.push(id);
    }
    for (const id of accepted) {
      const { status, errorMessage } = await client.finished(id);
      expect(status, String(errorMessage)).toBe('Completed');
    }
  });
});
