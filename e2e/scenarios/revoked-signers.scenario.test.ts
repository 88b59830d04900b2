import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ExtensionView } from '../../service/contract/http/extensions.ts';
import { Inspection } from '../../service/contract/http/inspection.ts';
import { VerificationReport } from '../../service/contract/http/verification.ts';
import {
  SIGNATURE_FORMATS,
  SIGNATURE_PROFILES,
  type SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';
import { createEngines } from '../../worker/engines/engines.ts';
import { AUTHORITIES } from '../actors/ca/make-test-ca.ts';
import { localLevelServices } from '../actors/levels/local-level-services.ts';
import { openEvidencePlace, type EvidencePlace } from '../actors/station/evidence-place.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { kinds, nameOfKind, type Kind } from '../conformance/kinds.ts';
import { smallDocument } from '../documents/small-document.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };
const REVOKED = /^The certificate of CN=.*, serial number \w+ was revoked at \d{4}-.*, reason keyCompromise\.$/;

/** EN 319 122-1, 132-1 and 142-1 clause 6.3: a timestamp makes level T that is of before the signer was revoked. */
describe('signatures whose signer was revoked since', () => {
  let place: EvidencePlace;
  let station: RunningStation;
  let client: StationClient;
  const plain = new Map<SignatureFormat, Buffer>();
  let stamped: Buffer;
  /** In every way in which the file holds what is signed, of before the revocation. */
  const made: { readonly kind: Kind; readonly profile: string; readonly file: Buffer }[] = [];

  beforeAll(async () => {
    place = await openEvidencePlace('revoked-signers');
    const dataDirectory = place.newDataDirectory();
    place.registerCrls(dataDirectory, AUTHORITIES);
    station = await place.start(dataDirectory);
    client = createStationClient(station.url);
    for (const format of SIGNATURE_FORMATS) plain.set(format, await signed(format, 'B'));
    stamped = await signed('CAdES', 'T');
    for (const kind of kinds().filter(({ packaging }) => packaging !== 'detached')) {
      for (const profile of SIGNATURE_PROFILES) {
        made.push({ kind, profile, file: await signed(kind.format, profile, kind) });
      }
    }
    // Lists name whole seconds: the revocation is of a later one than the timestamp.
    const second = Math.floor(Date.now() / 1000);
    await vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(second), PATIENCE);
    place.ca.revoke('signer-p-256');
    place.ca.renewCrls();
    place.registerCrls(dataDirectory, AUTHORITIES);
    const { id } = await client.create(smallDocument('CAdES'), { format: 'CAdES', profile: 'B' });
    await client.finished(id);
    const isKnown = async () => expect((await client.verification(id)).reasonCodes).toContain('CERT_REVOKED');
    await vi.waitFor(isKnown, PATIENCE);
  });
  afterAll(async () => {
    await station.dispose();
    await place.close();
  });

  async function signed(format: SignatureFormat, profile: string, kind: Partial<Kind> = {}): Promise<Buffer> {
    const { packaging, containerSignature } = kind;
    const { id } = await client.create(smallDocument(format), {
      ...{ format, profile },
      ...(packaging != null && { packaging }),
      ...(containerSignature !== undefined && { containerSignature }),
    });
    expect(await client.finished(id, 240_000)).toMatchObject({ status: 'Completed', errorMessage: null });
    return client.content(id);
  }

  async function inspected(file: Uint8Array): Promise<VerificationReport> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file)]), 'theirs.bin');
    const answer = await fetch(`${station.url}/api/v1/inspections`, { method: 'POST', body: form });
    return VerificationReport.parse(Inspection.parse(await answer.json()).report);
  }

  async function extended(format: SignatureFormat, profile: string, file: Uint8Array): Promise<ExtensionView> {
    const form = new FormData();
    form.set('format', format);
    form.set('profile', profile);
    form.set('file', new Blob([new Uint8Array(file)]), 'theirs.bin');
    const answer = await fetch(`${station.url}/api/v1/extensions`, { method: 'POST', body: form });
    const { statusUrl } = ExtensionView.parse(await answer.json());
    const view = async (): Promise<ExtensionView> =>
      ExtensionView.parse(await (await fetch(station.url + statusUrl)).json());
    await expect.poll(async () => (await view()).status, PATIENCE).toMatch(/Completed|Failed/);
    return view();
  }

  it('are VALID at every level where a timestamp is of before, and INDETERMINATE without one', async () => {
    for (const { kind, profile, file } of made) {
      const { overallStatus, signatures } = await inspected(file);
      const { reasonCodes, profileReached } = signatures[0] ?? {};
      const name = `${nameOfKind(kind)} ${profile}`;
      const isProven = profile !== 'B';
      expect([name, overallStatus, profileReached]).toEqual([name, isProven ? 'VALID' : 'INDETERMINATE', profile]);
      expect([name, reasonCodes?.includes('CERT_REVOKED')]).toEqual([name, !isProven]);
    }
  });

  it('are never VALID where the timestamp is of after, though somebody made it', async () => {
    const services = localLevelServices(place.ca);
    for (const { kind, file } of made.filter(({ profile }) => profile === 'B')) {
      const name = nameOfKind(kind);
      const [inputPath, outputPath] = [place.ca.path(`before ${name}`), place.ca.path(`after ${name}`)];
      writeFileSync(inputPath, file);
      const task = { inputPath, outputPath, content: null, before: null, level: 'T', hash: 'SHA-256' } as const;
      await createEngines()[kind.format].extend({ ...task, at: new Date(), services });
      const { overallStatus, signatures } = await inspected(readFileSync(outputPath));
      const { reasonCodes, timestamps = [] } = signatures[0] ?? {};
      expect([name, overallStatus, timestamps.map(({ status }) => status)]).toEqual([name, 'INDETERMINATE', ['VALID']]);
      expect([name, reasonCodes]).toEqual([name, expect.arrayContaining(['CERT_REVOKED'])]);
    }
  });

  it('are raised to no level where nothing proves that they were there before, and the authority is not asked', async () => {
    const asked = place.authority.requests();
    for (const [format, file] of plain) {
      for (const profile of ['T', 'LT', 'LTA']) {
        const view = await extended(format, profile, file);
        const failed = { status: 'Failed', errorCode: 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE', contentUrl: null };
        expect(view).toMatchObject({ format, profile, ...failed, retryCount: 0 });
        expect(view.errorMessage).toMatch(REVOKED);
      }
    }
    expect(place.authority.requests()).toBe(asked);
  });

  it('are raised where a timestamp is of before, and are VALID', async () => {
    for (const profile of ['LT', 'LTA']) {
      const view = await extended('CAdES', profile, stamped);
      expect([profile, view.status, view.errorMessage]).toEqual([profile, 'Completed', null]);
      const answer = await fetch(`${station.url}${view.statusUrl}/verification`);
      const { overallStatus, signatures } = VerificationReport.parse(await answer.json());
      expect([overallStatus, signatures[0]?.profileReached]).toEqual(['VALID', profile]);
    }
  });

  it('are not made above level B any more, and none is spent', async () => {
    for (const profile of ['T', 'LT', 'LTA']) {
      const { id } = await client.create(smallDocument('PAdES'), { format: 'PAdES', profile });
      const view = await client.finished(id, 240_000);
      expect(view).toMatchObject({ status: 'Failed', errorCode: 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE' });
      expect(view.errorMessage).toMatch(REVOKED);
      const { items } = await client.auditEvents(id);
      expect(items.map(({ eventType }) => eventType)).not.toContain('SignatureStaged');
    }
  });
});
