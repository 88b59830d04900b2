import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ApprovalList } from '../../service/contract/http/approvals.ts';
import { SignatureView } from '../../service/contract/http/signatures.ts';
import { call, expectProblem, jsonOf, postForm, type Answer } from '../actors/http/api-call.ts';
import { createParts } from '../actors/http/multipart.ts';
import { makeApiKey } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { makeWatchedPair } from '../actors/station/watched-pair.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const Created = z.object({ id: z.string() });
const Events = z.object({
  items: z.array(z.object({ eventType: z.string(), actor: z.string(), metadata: z.record(z.string(), z.unknown()) })),
});

let folder: string;
let station: RunningStation;
/** The headers of a program whose documents a person approves, and of the page that the person sits before. */
let program: Record<string, string>;
let desk: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'approvals-'));
  await start();
  const keyOf = async (...options: readonly string[]) => ({
    'X-Api-Key': (await makeApiKey(folder, ...options)).key,
  });
  program = await keyOf('--name=Accounting', '--approval=always');
  const permissions = '--permissions=SignaturesApprove,SignaturesRead,AuditRead';
  desk = { ...(await keyOf('--name=Desk', permissions, '--approval=never')), 'Sec-Fetch-Site': 'same-origin' };
});

afterEach(async () => {
  await station.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  station = await startStation({
    dataDirectory: folder,
    settings: { Environment: 'Testing', 'Authentication:Enabled': 'true', ...settings },
  });
}

const api = (): string => `${station.url}/api/v1`;

async function give(): Promise<string> {
  const [document = Buffer.alloc(0)] = Object.values(smallPdfs());
  const answer = await postForm(`${api()}/signatures`, createParts(document), program);
  expect(answer.status).toBe(202);
  return Created.parse(jsonOf(answer)).id;
}

const status = async (id: string): Promise<SignatureView> =>
  SignatureView.parse(jsonOf(await call(`${api()}/signatures/${id}`, { headers: desk })));

const list = async (): Promise<ApprovalList> =>
  ApprovalList.parse(jsonOf(await call(`${api()}/approvals`, { headers: desk })));

function decide(place: string, body: unknown, headers = desk): Promise<Answer> {
  const all = { ...headers, 'Content-Type': 'application/json' };
  return call(`${api()}/approvals${place}`, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

const approve = (id: string, ...shown: readonly string[]): Promise<Answer> =>
  decide('', { documents: [{ id, shown }] });

async function eventsOf(id: string): Promise<z.infer<typeof Events>['items']> {
  const answer = await call(`${api()}/signatures/${id}/audit-events?limit=100`, { headers: desk });
  return Events.parse(jsonOf(answer)).items;
}

it('signs what a person has seen and approved, and nothing before that', async () => {
  const [first, second] = [await give(), await give()];
  const { groups } = await list();
  expect(groups).toMatchObject([{ callerName: 'Accounting', rule: 'Always', batchId: null }]);
  expect(groups[0]?.items.map(({ signature }) => signature.id)).toEqual([first, second]);
  const { inputSha256, ...view } = await status(first);
  expect(view).toMatchObject({ status: 'Queued', waitReason: 'APPROVAL_PENDING', retryCount: 0, startedAt: null });

  expectProblem(await approve(first, 'ff'.repeat(32)), 409, 'APPROVAL_HASH_MISMATCH');
  expectProblem(await approve(first), 409, 'APPROVAL_NOT_SHOWN');
  const own = { ...program, 'Sec-Fetch-Site': 'same-origin' };
  expectProblem(await decide('', { documents: [{ id: first, shown: [inputSha256] }] }, own), 403, 'PERMISSION_DENIED');
  expect(await status(first)).toMatchObject({ status: 'Queued', waitReason: 'APPROVAL_PENDING' });

  expect(jsonOf(await approve(first, inputSha256))).toEqual({ ids: [first] });
  await expect.poll(async () => (await status(first)).status).toBe('Completed');
  const types = (await eventsOf(first)).map(({ eventType }) => eventType);
  expect(types.indexOf('SigningApproved')).not.toBe(-1);
  expect(types.filter((type) => type === 'JobStarted')).toHaveLength(1);
  const approval = (await eventsOf(first)).find(({ eventType }) => eventType === 'SigningApproved');
  expect(approval).toMatchObject({ metadata: { inputSha256, rule: 'Always', isShown: true } });
  expect(approval?.actor).toMatch(/^api-key:/);

  expect(jsonOf(await decide('/refusals', { ids: [second] }))).toEqual({ ids: [second] });
  expect(await status(second)).toMatchObject({ status: 'Cancelled', errorCode: 'APPROVAL_REFUSED' });
  expect((await eventsOf(second)).map(({ eventType }) => eventType)).not.toContain('JobStarted');
  expect((await list()).count).toBe(0);
});

it('signs once what was approved right before the station died', async () => {
  const ids = [await give(), await give(), await give()];
  for (const id of ids) {
    const { inputSha256 } = await status(id);
    expect((await approve(id, inputSha256)).status).toBe(200);
  }
  await station.killHost();
  await start();
  for (const id of ids) {
    await expect.poll(async () => (await status(id)).status).toBe('Completed');
    const types = (await eventsOf(id)).map(({ eventType }) => eventType);
    for (const once of ['SigningApproved', 'SigningCompleted', 'OutputStored'])
      expect(types.filter((type) => type === once)).toEqual([once]);
  }
});

it('keeps what waits over a restart, and cancels it when nobody decides in time', async () => {
  const id = await give();
  await station.stop();
  await start({ 'Approvals:ExpireAfter': '1s' });
  await expect.poll(async () => (await status(id)).status).toBe('Cancelled');
  expect(await status(id)).toMatchObject({ errorCode: 'APPROVAL_EXPIRED', waitReason: null });
  expect((await eventsOf(id)).map(({ eventType }) => eventType)).toContain('ApprovalExpired');
});

it('asks about what lies in a watched folder as about what any program gives in, unless the folder has its own rule', async () => {
  const asked = makeWatchedPair('asked');
  const agreed = makeWatchedPair('agreed', 1);
  try {
    await station.stop();
    const own = { 'Approvals:Rule': 'Always', 'WatchedFolders:1:ApprovalRule': 'Never' };
    await start({ ...asked.settings, ...agreed.settings, ...own });
    const [document = Buffer.alloc(0)] = Object.values(smallPdfs());
    for (const pair of [asked, agreed]) pair.drop(document, 2);
    await expect.poll(() => agreed.files('done'), { timeout: 60_000 }).toHaveLength(2);
    await expect.poll(async () => (await list()).count, { timeout: 60_000 }).toBe(2);
    const { groups } = await list();
    expect(groups).toMatchObject([{ caller: 'folder asked', rule: 'Always', items: [{}, {}] }]);

    const [first, second] = (groups[0]?.items ?? []).map(({ signature }) => signature);
    expect((await approve(first?.id ?? '', first?.inputSha256 ?? '')).status).toBe(200);
    expect((await decide('/refusals', { ids: [second?.id] })).status).toBe(200);
    await expect.poll(() => asked.files('failed'), { timeout: 60_000 }).toHaveLength(3);
    await expect.poll(() => asked.files('done'), { timeout: 60_000 }).toHaveLength(1);
    expect(asked.files('out')).toHaveLength(1);
  } finally {
    asked.dispose();
    agreed.dispose();
  }
});
