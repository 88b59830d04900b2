import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BulkRenewal, EvidenceList, ExtensionList, ExtensionView } from '../../service/contract/http/extensions.ts';
import { AuditEventList } from '../../service/contract/http/signatures.ts';
import { VerificationReport } from '../../service/contract/http/verification.ts';
import { SIGNATURE_FORMATS, type SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import { AUTHORITIES } from '../actors/ca/make-test-ca.ts';
import { openEvidencePlace, type EvidencePlace } from '../actors/station/evidence-place.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { smallDocument } from '../documents/small-document.ts';
import { issue } from '../../service/verification/certificate-path/issued-certificates.suite.ts';
import * as kit from '../../service/verification/timestamps/cms-signatures.suite.ts';
import { root, valid } from '../../service/verification/timestamps/timestamping.suite.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };

describe('signatures that are given more evidence', () => {
  let place: EvidencePlace;
  let dataDirectory: string;
  let station: RunningStation;

  beforeAll(async () => {
    place = await openEvidencePlace('renewals');
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    dataDirectory = place.newDataDirectory();
    await start();
  });
  afterEach(() => station.dispose());

  async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    place.registerCrls(dataDirectory, AUTHORITIES);
    station = await place.start(dataDirectory, more);
  }

  const get = async (url: string): Promise<unknown> => (await fetch(station.url + url)).json();
  const bytes = async (url: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(station.url + url)).arrayBuffer());

  async function signed(format: SignatureFormat, profile: string, document = smallDocument(format)) {
    const client = createStationClient(station.url);
    const view = await client.finished((await client.create(document, { format, profile })).id, 240_000);
    expect([format, view.status, view.errorMessage]).toEqual([format, 'Completed', null]);
    return { id: view.id, view, content: await client.content(view.id) };
  }

  async function finished(answer: Response): Promise<ExtensionView> {
    expect([answer.status, answer.status === 202 ? '' : await answer.text()]).toEqual([202, '']);
    const { statusUrl } = ExtensionView.parse(await answer.json());
    const view = async (): Promise<ExtensionView> => ExtensionView.parse(await get(statusUrl));
    await expect.poll(async () => (await view()).status, PATIENCE).toMatch(/Completed|Failed/);
    return view();
  }

  const renew = (id: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${station.url}/api/v1/signatures/${id}/renewals`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  function extend(format: string, profile: string, file: Uint8Array, original?: Uint8Array): Promise<Response> {
    const form = new FormData();
    form.set('format', format);
    form.set('profile', profile);
    form.set('file', new Blob([new Uint8Array(file)]), 'theirs.bin');
    if (original !== undefined) form.set('originalFile', new Blob([new Uint8Array(original)]), 'content.bin');
    return fetch(`${station.url}/api/v1/extensions`, { method: 'POST', body: form });
  }

  async function verdict(view: ExtensionView) {
    const report = VerificationReport.parse(await get(`${view.statusUrl}/verification`));
    return [report.overallStatus, report.signatures.at(0)?.profileReached];
  }

  it('come from B to T, LT and LTA and again to LTA as uploads, in every format, without a signer', async () => {
    for (const format of SIGNATURE_FORMATS) {
      let { content } = await signed(format, 'B');
      for (const profile of ['T', 'LT', 'LTA', 'LTA']) {
        const view = await finished(await extend(format, profile, content));
        expect([format, view.status, view.errorMessage]).toEqual([format, 'Completed', null]);
        expect([format, profile, ...(await verdict(view))]).toEqual([format, profile, 'VALID', profile]);
        expect(view.evidenceGoodUntil === null).toBe(profile !== 'LTA');
        content = await bytes(view.contentUrl ?? '');
      }
    }
  });

  it('are renewed twice where they are stored, and the signature stays as it is', async () => {
    for (const format of SIGNATURE_FORMATS) {
      const { id, view: before, content } = await signed(format, 'B');
      const sizes = [content.length];
      for (const profile of ['LTA', 'LTA']) {
        const view = await finished(await renew(id));
        expect([format, view.status, view.errorMessage]).toEqual([format, 'Completed', null]);
        expect([format, ...(await verdict(view))]).toEqual([format, 'VALID', profile]);
        sizes.push((await bytes(view.contentUrl ?? '')).length);
      }
      // The second one was made of the first one.
      expect(sizes).toEqual(sizes.toSorted((left, right) => left - right));
      const client = createStationClient(station.url);
      expect(await client.status(id)).toEqual(before);
      expect((await client.content(id)).equals(content)).toBe(true);
    }
  });

  it('are refused where a signature is broken, none is there, or the level would become lower', async () => {
    const { content, id } = await signed('PAdES', 'LTA');
    const changed = Buffer.from(content);
    changed[content.indexOf('/MediaBox')] = 0x20;
    const outcome = async (profile: string, file: Uint8Array) => {
      const { status, errorCode, contentUrl } = await finished(await extend('PAdES', profile, file));
      return [status, errorCode, contentUrl];
    };
    const refused = ['Failed', 'SIGNATURE_PROFILE_UNSUPPORTED', null];
    expect(await outcome('LTA', changed)).toEqual(refused);
    expect(await outcome('LTA', smallDocument('PAdES'))).toEqual(refused);
    for (const profile of ['T', 'LT']) expect(await outcome(profile, content)).toEqual(refused);
    const lower = await renew(id, { profile: 'LT' });
    expect([lower.status, await lower.json()]).toMatchObject([409, { errorCode: 'SIGNATURE_NOT_RENEWABLE' }]);
    expect((await renew(id, { profile: 'B' })).status).toBe(400);
  });

  it('are refused where the certificate of a signature ended before anybody timestamped it', async () => {
    const expired = issue('Former Clerk', root, { changes: valid('2019-01-01', '2020-01-01') });
    const late = kit.signed(expired, {}, new Date('2019-06-01T00:00:00Z'));
    const asked = place.authority.authorizations.length;
    const { status, errorCode, errorMessage } = await finished(await extend('CAdES', 'T', late));
    expect([status, errorCode]).toEqual(['Failed', 'SIGNATURE_PROFILE_UNSUPPORTED']);
    expect(errorMessage).toMatch(/ended on 2020-01-01T/);
    expect(place.authority.authorizations).toHaveLength(asked);
  });

  it('of detached signatures need the document, and are refused with another one', async () => {
    const document = Buffer.from('Order of one item.');
    const form = new FormData();
    const fields = { format: 'CAdES', profile: 'B', signingProvider: 'Pfx', packaging: 'detached' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([document]), 'order.txt');
    const client = createStationClient(station.url);
    const created = await fetch(`${station.url}/api/v1/signatures`, { method: 'POST', body: form });
    const { id } = ExtensionView.pick({ id: true }).parse(await created.json());
    expect(await client.finished(id)).toMatchObject({ status: 'Completed' });
    const signature = await client.content(id);
    const renewed = await finished(await renew(id));
    expect([renewed.status, renewed.errorMessage, ...(await verdict(renewed))]).toEqual([
      'Completed',
      null,
      'VALID',
      'LTA',
    ]);
    expect(await finished(await extend('CAdES', 'LTA', signature, document))).toMatchObject({ status: 'Completed' });
    expect(await finished(await extend('CAdES', 'LTA', signature))).toMatchObject({ status: 'Failed' });
    expect(await finished(await extend('CAdES', 'LTA', signature, Buffer.from('Another order.')))).toMatchObject({
      ...{ status: 'Failed', errorCode: 'SIGNATURE_PROFILE_UNSUPPORTED' },
    });
  });

  it('are things of their own: under no address of signatures, in no list of them, one at a time, once for a key', async () => {
    const { id } = await signed('CAdES', 'B');
    place.authority.behave('is-slow');
    const [first, again] = [
      await renew(id, {}, { 'Idempotency-Key': 'k' }),
      await renew(id, {}, { 'Idempotency-Key': 'k' }),
    ];
    const second = await renew(id);
    expect([first.status, again.status, second.status]).toEqual([202, 202, 409]);
    const { id: renewal } = ExtensionView.parse(await first.json());
    expect(ExtensionView.parse(await again.json()).id).toBe(renewal);
    const asSignature = await postSignatureWithKey('k');
    expect(asSignature.status).toBe(400);
    for (const place of ['', '/content', '/verification', '/audit-events']) {
      expect((await fetch(`${station.url}/api/v1/signatures/${renewal}${place}`)).status).toBe(404);
    }
    expect((await fetch(`${station.url}/api/v1/signatures/${renewal}/cancel`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${station.url}/api/v1/extensions/${renewal}`)).status).toBe(404);
    const { items } = await createStationClient(station.url).list('limit=50');
    expect(items.map((item) => item.id)).toEqual([id]);
    place.authority.behave('grants');
  });

  it('are listed by when their evidence ends, and renewed together', async () => {
    const { id } = await signed('CAdES', 'LTA');
    const other = await signed('XAdES', 'LTA');
    await signed('CAdES', 'T');
    const extended = await finished(await extend('CAdES', 'LTA', (await signed('CAdES', 'B')).content));
    const evidence = async (query = '') => EvidenceList.parse(await get(`/api/v1/evidence${query}`)).items;
    const listed = await evidence();
    expect(new Set(listed.map((item) => item.signatureId))).toEqual(new Set([id, other.id, null]));
    // The authority's certificate ends within thousands of days, and not today.
    const end = Date.parse(listed[0]?.evidenceGoodUntil ?? '');
    expect(end).toBeGreaterThan(Date.now() + 86_400_000);
    expect(await evidence('?endsWithinDays=0')).toEqual([]);
    expect(await evidence('?endsWithinDays=99999')).toEqual(listed);
    const renewDue = async (endsWithinDays: number) => {
      const answer = await fetch(`${station.url}/api/v1/renewals`, {
        ...{
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ endsWithinDays }),
        },
      });
      return BulkRenewal.parse(await answer.json());
    };
    expect(await renewDue(0)).toEqual({ requested: [], skipped: [], isComplete: true });
    place.authority.behave('is-slow');
    const { requested, skipped } = await renewDue(99_999);
    expect([new Set(requested.map((view) => view.signatureId)), skipped]).toEqual([new Set([id, other.id]), []]);
    const again = await renewDue(99_999);
    expect(again.requested).toEqual([]);
    expect(again.skipped.map(({ errorCode }) => errorCode)).toEqual([
      'SIGNATURE_NOT_RENEWABLE',
      'SIGNATURE_NOT_RENEWABLE',
    ]);
    place.authority.behave('grants');
    for (const { statusUrl } of requested) {
      await expect.poll(async () => ExtensionView.parse(await get(statusUrl)).status, PATIENCE).toBe('Completed');
    }
    const newest = await evidence();
    expect(new Set(newest.map((item) => item.id))).toEqual(new Set([...requested.map((view) => view.id), extended.id]));
  });

  it('are renewed by the station itself where a schedule says so', async () => {
    const { id, content } = await signed('CAdES', 'LTA');
    await station.killHost();
    await start({ 'Renewal:WithinDays': '3650' });
    const renewals = async () => ExtensionList.parse(await get(`/api/v1/signatures/${id}/renewals`)).items;
    await expect.poll(async () => (await renewals()).map(({ status }) => status), PATIENCE).toEqual(['Completed']);
    const [renewal] = await renewals();
    expect(renewal && (await verdict(renewal))).toEqual(['VALID', 'LTA']);
    expect(await bytes(`/api/v1/signatures/${id}/content`)).toEqual(content);
    const { items } = AuditEventList.parse(await get(`/api/v1/audit-events?limit=100&entityId=${String(renewal?.id)}`));
    const request = items.find(({ eventType }) => eventType === 'RenewalRequested');
    expect(request).toMatchObject({ actor: 'station' });
  });

  it('go on where the station was killed in the middle, each to one new version', async () => {
    const ids = [];
    for (const format of SIGNATURE_FORMATS) ids.push((await signed(format, 'B')).id);
    const before = place.authority.requests();
    const renewals = await Promise.all(ids.map(async (id) => ExtensionView.parse(await (await renew(id)).json())));
    await expect.poll(() => place.authority.requests(), PATIENCE).toBeGreaterThan(before);
    await station.killHost();
    await start();
    for (const { statusUrl, id } of renewals) {
      await expect.poll(async () => ExtensionView.parse(await get(statusUrl)).status, PATIENCE).toBe('Completed');
      expect(await verdict(ExtensionView.parse(await get(statusUrl)))).toEqual(['VALID', 'LTA']);
      const { items } = AuditEventList.parse(await get(`/api/v1/audit-events?limit=100&entityId=${id}`));
      const types = items.map(({ eventType }) => eventType);
      for (const type of ['RenewalRequested', 'EvidenceAdded', 'OutputStored']) {
        expect(types.filter((each) => each === type)).toHaveLength(1);
      }
      expect(types).not.toContain('CertificateResolved');
    }
  });

  function postSignatureWithKey(key: string): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ format: 'CAdES', profile: 'B', signingProvider: 'Pfx' })) {
      form.set(name, value);
    }
    form.set('file', new Blob(['Order.']), 'order.txt');
    const headers = { 'Idempotency-Key': key };
    return fetch(`${station.url}/api/v1/signatures`, { method: 'POST', body: form, headers });
  }
});
