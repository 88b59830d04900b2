import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExtensionView } from '../../service/contract/http/extensions.ts';
import {
  FORMAT_LEVELS,
  SIGNATURE_FORMATS,
  type SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';
import { AUTHORITIES } from '../actors/ca/make-test-ca.ts';
import { openEvidencePlace, type EvidencePlace } from '../actors/station/evidence-place.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { smallDocument } from '../documents/small-document.ts';

const LONG_TERM = (['LT', 'LTA'] as const).flatMap((profile) =>
  SIGNATURE_FORMATS.filter((format) => FORMAT_LEVELS[format].includes(profile)).map((format) => ({ format, profile })),
);

describe('signatures with evidence', () => {
  let place: EvidencePlace;
  let dataDirectory: string;
  let station: RunningStation;

  beforeAll(async () => {
    place = await openEvidencePlace('long-term');
  });
  afterAll(() => place.close());
  beforeEach(() => {
    dataDirectory = place.newDataDirectory();
  });
  afterEach(() => station.dispose());

  /** `crls` are the authorities whose CRLs are registered. */
  async function start(crls: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<void> {
    place.registerCrls(dataDirectory, crls);
    station = await place.start(dataDirectory, settings);
  }

  async function sign(format: SignatureFormat, profile: string) {
    const client = createStationClient(station.url);
    return client.finished((await client.create(smallDocument(format), { format, profile })).id, 240_000);
  }

  it('reach the level that was asked for, hold the evidence, and are valid', async () => {
    await start(AUTHORITIES);
    expect(LONG_TERM.length).toBeGreaterThan(5);
    for (const { format, profile } of LONG_TERM) {
      const view = await sign(format, profile);
      const name = `${format} ${profile}`;
      expect([name, view.status, view.errorMessage]).toEqual([name, 'Completed', null]);
      expect(view).toMatchObject({ profile, profileReached: profile });
      const report = await createStationClient(station.url).verification(view.id);
      expect([name, report.overallStatus]).toEqual([name, 'VALID']);
      expect([name, report.signatures.at(0)?.profileReached]).toEqual([name, profile]);
    }
  });

  it('wait for the end of a grace period, signed and timestamped, and then have evidence of after it', async () => {
    // Clocks of authorities may be ahead: lists that are made after the grace period are there from the beginning.
    place.ca.renewCrls(new Date(Date.now() + 120_000));
    await start(AUTHORITIES, { 'ValidationData:GracePeriod': '8s' });
    const client = createStationClient(station.url);
    for (const profile of ['LT', 'LTA'] as const) {
      const asked = place.authority.requests();
      const { id } = await client.create(smallDocument('PAdES'), { format: 'PAdES', profile });
      await expect
        .poll(() => client.status(id))
        .toMatchObject({ status: 'Queued', waitReason: 'GRACE_PERIOD_RUNNING', retryCount: 0 });
      const seenWaiting = Date.now();
      const view = await client.finished(id, 240_000);
      expect(view).toMatchObject({ status: 'Completed', profileReached: profile, retryCount: 0 });
      const { timestamps = [] } = (await client.verification(id)).signatures[0] ?? {};
      expect(Date.parse(timestamps[0]?.time ?? '')).toBeLessThanOrEqual(seenWaiting);
      // The station tries the authority once before it signs, and asks for each timestamp once.
      expect(place.authority.requests() - asked).toBeLessThanOrEqual(profile === 'LT' ? 2 : 3);
    }
  });

  it('wait for newer lists where the ones at hand are of before, and ask for each timestamp once, extensions too', async () => {
    // They are looked for again when the next ones are due.
    place.ca.renewCrls(new Date(Date.now() - 60_000), new Date(Date.now() + 45_000));
    await start(AUTHORITIES, { 'ValidationData:GracePeriod': '1s' });
    const client = createStationClient(station.url);
    const plain = await client.create(smallDocument('CAdES'), { format: 'CAdES', profile: 'B' });
    await client.finished(plain.id, 60_000);
    const asked = place.authority.requests();
    const form = new FormData();
    for (const [name, value] of [['format', 'CAdES'] as const, ['profile', 'LT'] as const]) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(await client.content(plain.id))]), 'order.p7m');
    const answer = await fetch(`${station.url}/api/v1/extensions`, { method: 'POST', body: form });
    const { statusUrl } = ExtensionView.parse(await answer.json());
    const view = async () => ExtensionView.parse(await (await fetch(station.url + statusUrl)).json());
    const { id } = await client.create(smallDocument('CAdES'), { format: 'CAdES', profile: 'LT' });
    const waits = { status: 'Queued', waitReason: 'REVOCATION_DATA_DUE', retryCount: 0 };
    await expect.poll(() => client.status(id), { timeout: 60_000 }).toMatchObject(waits);
    await expect.poll(view, { timeout: 60_000 }).toMatchObject(waits);
    place.ca.renewCrls(new Date(Date.now() + 120_000));
    place.registerCrls(dataDirectory, AUTHORITIES);
    expect(await client.finished(id, 400_000)).toMatchObject({ status: 'Completed', profileReached: 'LT' });
    await expect.poll(async () => (await view()).status, { timeout: 400_000 }).toBe('Completed');
    // One for each, and one to try the authority before the device signs, unless it has just answered.
    const requests = place.authority.requests() - asked;
    expect(requests).toBeGreaterThanOrEqual(2);
    expect(requests).toBeLessThanOrEqual(3);
  }, 900_000);

  it.each([
    ['the signer', ['root', 'intermediate'], 'Signer'],
    ['the authorities between', ['issuing', 'intermediate'], 'Test Policy CA'],
  ])('are not made, and no signature is spent, where the CRL for %s is missing', async (_what, crls, named) => {
    await start(crls);
    const view = await sign('CAdES', 'LT');
    expect(view).toMatchObject({ status: 'Failed', errorCode: 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE' });
    expect(view.errorMessage).toContain(named);
    const events = await createStationClient(station.url).auditEvents(view.id);
    expect(events.items.map(({ eventType }) => eventType)).not.toContain('SignatureStaged');
    // What needs no evidence is made all the same.
    expect(await sign('CAdES', 'T')).toMatchObject({ status: 'Completed', profileReached: 'T' });
  });
});
