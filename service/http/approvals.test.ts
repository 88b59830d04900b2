import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApprovalList, DecidedApprovals, WaitingDocuments } from '../contract/http/approvals.ts';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { SignatureCreated, SignatureView } from '../contract/http/signatures.ts';
import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import type { Permission } from '../contract/vocabulary/permissions.ts';
import { createApiKey, revokeApiKey } from '../use-cases/api-keys.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

const PAGE = { 'sec-fetch-site': 'same-origin' };

const CREATE: readonly Permission[] = ['SignaturesCreate', 'SignaturesRead'];

let station: TestStation;
const start = async (...settings: readonly string[]): Promise<void> => {
  station = await startTestStation({ settings });
};
afterEach(() => station.stop());

async function give(headers: Record<string, string> = {}): Promise<SignatureView> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(), headers });
  expect(response.status).toBe(202);
  const { id } = SignatureCreated.parse(await response.json());
  return viewOf(id, headers);
}

async function viewOf(id: string, headers: Record<string, string> = {}): Promise<SignatureView> {
  return SignatureView.parse(await (await fetch(`${station.api}/signatures/${id}`, { headers })).json());
}

function post(path: string, body: unknown, headers: Record<string, string> = PAGE): Promise<Response> {
  const all = { 'content-type': 'application/json', ...headers };
  return fetch(`${station.api}/approvals${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

async function list(headers: Record<string, string> = PAGE): Promise<ApprovalList> {
  return ApprovalList.parse(await (await fetch(`${station.api}/approvals`, { headers })).json());
}

const approve = ({ id, inputSha256 }: SignatureView, headers = PAGE): Promise<Response> =>
  post('', { documents: [{ id, shown: [inputSha256] }] }, headers);

async function codeOf(response: Response): Promise<string> {
  return `${String(response.status)} ${ProblemDetails.parse(await response.json()).errorCode}`;
}

async function keyOf(
  name: string,
  permissions: readonly Permission[],
  approvalRule: ApprovalRule | null,
): Promise<{ authorization: string }> {
  const caller = { tenantId: 'default', actor: 'test', correlationId: null };
  const ports = {
    ...station.dependencies,
    randomBytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)),
  };
  return { authorization: `ApiKey ${(await createApiKey(ports, caller, { name, permissions, approvalRule })).key}` };
}

describe('where programs are asked about', () => {
  beforeEach(() => start('--Approvals:Rule=Always'));

  it('a page of the station is told what waits before it is opened, and no program is', async () => {
    const { id, inputSha256 } = await give();
    const look = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${station.api}/approvals/${id}/documents`, { headers });
    const answer = WaitingDocuments.parse(await (await look(PAGE)).json());
    expect(answer).toMatchObject({ documents: [{ sha256: inputSha256, signers: [] }] });
    expect(await codeOf(await look({}))).toBe('403 REQUEST_ORIGIN_FORBIDDEN');
    await approve(await viewOf(id));
    expect(await codeOf(await look(PAGE))).toBe('409 APPROVAL_NOT_PENDING');
  });

  it('what a program sends waits for a page of the station, and what a person sends does not', async () => {
    const view = await give();
    expect(view).toMatchObject({ status: 'Queued', waitReason: 'APPROVAL_PENDING', retryCount: 0 });
    expect(await give(PAGE)).toMatchObject({ waitReason: null });
    const { groups } = await list();
    expect(groups).toMatchObject([{ caller: 'anonymous', callerName: null, rule: 'Always', batchId: null }]);
    expect(groups[0]?.items.map(({ signature }) => signature.id)).toEqual([view.id]);
    expect(DecidedApprovals.parse(await (await approve(view)).json())).toEqual({ ids: [view.id] });
    expect((await list()).count).toBe(0);
  });

  it.each([{}, { 'sec-fetch-site': 'none' }])('answers nobody else about approvals: %o', async (headers) => {
    const view = await give();
    const refused = '403 REQUEST_ORIGIN_FORBIDDEN';
    expect(await codeOf(await fetch(`${station.api}/approvals`, { headers }))).toBe(refused);
    expect(await codeOf(await post('', { documents: [{ id: view.id, shown: [view.inputSha256] }] }, headers))).toBe(
      refused,
    );
    expect(await codeOf(await post('/refusals', { ids: [view.id] }, headers))).toBe(refused);
    expect((await list()).count).toBe(1);
  });

  it('says what is wrong with an approval', async () => {
    const view = await give();
    const wrong = (shown: readonly string[]) => post('', { documents: [{ id: view.id, shown }] });
    expect(await codeOf(await wrong(['00'.repeat(32)]))).toBe('409 APPROVAL_HASH_MISMATCH');
    expect(await codeOf(await wrong([]))).toBe('409 APPROVAL_NOT_SHOWN');
    expect(await codeOf(await wrong(['no hash']))).toBe('400 SIGNATURE_REQUEST_INVALID');
    const many = Array.from({ length: 101 }, () => ({ id: view.id, shown: [] }));
    expect(await codeOf(await post('', { documents: many }))).toBe('400 SIGNATURE_REQUEST_INVALID');
    for (const allowance of [
      { documents: 101, minutes: 1 },
      { documents: 1, minutes: 16 },
    ]) {
      const body = { documents: [{ id: view.id, shown: [view.inputSha256] }], allowance };
      expect(await codeOf(await post('', body))).toBe('400 SIGNATURE_REQUEST_INVALID');
    }
    expect((await list()).count).toBe(1);
  });

  it('cancels what is refused, and tells why', async () => {
    const view = await give();
    const response = await post('/refusals', { ids: [view.id] });
    expect(await response.json()).toEqual({ ids: [view.id] });
    const after: unknown = await (await fetch(`${station.api}/signatures/${view.id}`)).json();
    expect(after).toMatchObject({ status: 'Cancelled', errorCode: 'APPROVAL_REFUSED', waitReason: null });
    expect(await codeOf(await approve(view))).toBe('409 APPROVAL_NOT_PENDING');
  });
});

describe('with API keys', () => {
  beforeEach(() => start('--Authentication:Enabled=true', '--Approvals:Rule=OncePerBatch'));

  it('goes by the rule of the key, wherever it is used, and by that of the station for those without', async () => {
    const strict = await keyOf('Accounting', CREATE, 'Always');
    expect(await give({ ...strict, ...PAGE })).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    expect(await give(await keyOf('trusted', CREATE, 'Never'))).toMatchObject({ waitReason: null });
    expect(await give(await keyOf('old', CREATE, null))).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    const desk = { ...(await keyOf('desk', ['SignaturesApprove'], 'Never')), ...PAGE };
    const { groups } = await list(desk);
    expect(groups.map(({ callerName, rule }) => [callerName, rule])).toEqual([
      ['Accounting', 'Always'],
      ['old', 'OncePerBatch'],
    ]);
  });

  it('takes no approval without the permission, nor from the key that gave the document in', async () => {
    const own = await keyOf('own', [...CREATE, 'SignaturesApprove'], 'Always');
    const view = await give(own);
    expect(await codeOf(await approve(view, { ...own, ...PAGE }))).toBe('403 PERMISSION_DENIED');
    const plain = { ...(await keyOf('plain', CREATE, 'Never')), ...PAGE };
    expect(await codeOf(await approve(view, plain))).toBe('403 PERMISSION_DENIED');
    expect(await codeOf(await approve(view))).toBe('401 AUTHENTICATION_REQUIRED');
    const desk = { ...(await keyOf('desk', ['SignaturesApprove'], 'Never')), ...PAGE };
    expect((await approve(view, desk)).status).toBe(200);
    expect(station.kept.audit.at(-1)).toMatchObject({
      ...{ eventType: 'SigningApproved', entityId: view.id, metadata: { inputSha256: view.inputSha256 } },
    });
  });
});

describe('where nobody needs a key', () => {
  const LIMITED = { documents: 1, minutes: 5 };
  const create = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${station.api}/signatures`, { method: 'POST', body: createForm(), headers });

  it('goes by the rule of a key that is shown, in the tenant of everybody, and says whose the document is', async () => {
    await start();
    const strict = await keyOf('Accounting', ['AuditRead'], 'Always');
    expect(await give(strict)).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    expect((await list()).groups).toMatchObject([{ callerName: 'Accounting', rule: 'Always' }]);
    const apiKey = strict.authorization.slice('ApiKey '.length);
    expect(await give({ 'x-api-key': apiKey })).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    expect(await give(await keyOf('plain', CREATE, null))).toMatchObject({ waitReason: null });
  });

  it('goes by the rule of the station with a key that has none, and lets one pass whose rule is Never', async () => {
    await start('--Approvals:Rule=Always');
    expect(await give(await keyOf('plain', CREATE, null))).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    expect(await give(await keyOf('trusted', CREATE, 'Never'))).toMatchObject({ waitReason: null });
    expect(await give({ ...(await keyOf('at a page', CREATE, null)), ...PAGE })).toMatchObject({ waitReason: null });
  });

  it('lets a key go on whose rule is Limited, and no other caller with it', async () => {
    await start('--Approvals:Rule=Always');
    const limited = await keyOf('Scanner', CREATE, 'Limited');
    const { id, inputSha256, waitReason } = await give(limited);
    expect(waitReason).toBe('APPROVAL_PENDING');
    expect((await post('', { documents: [{ id, shown: [inputSha256] }], allowance: LIMITED })).status).toBe(200);
    expect(await give()).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    expect(await give(limited)).toMatchObject({ waitReason: null });
    expect(await give(limited)).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
  });

  it('refuses a key that is unknown or revoked, two that differ, and no other scheme', async () => {
    await start();
    const key = await keyOf('revoked', CREATE, 'Always');
    const [record] = await station.dependencies.persistence.listApiKeys();
    const caller = { tenantId: 'default', actor: 'test', correlationId: null };
    expect(await revokeApiKey(station.dependencies, caller, record?.id ?? '')).toBe(true);
    const other = await keyOf('other', CREATE, 'Always');
    const refused = '401 AUTHENTICATION_REQUIRED';
    for (const headers of [key, { 'x-api-key': 'nobody' }, { ...other, 'x-api-key': 'nobody' }]) {
      expect(await codeOf(await create(headers))).toBe(refused);
    }
    const basic = { authorization: 'Basic dXNlcjpwYXNz' };
    expect(await give(basic)).toMatchObject({ waitReason: null });
    const apiKey = other.authorization.slice('ApiKey '.length);
    expect(await give({ ...basic, 'x-api-key': apiKey })).toMatchObject({ waitReason: 'APPROVAL_PENDING' });
    expect(await give({ ...key, ...PAGE })).toMatchObject({ waitReason: null });
  });
});

describe('where nobody is asked', () => {
  beforeEach(() => start());

  it('nothing waits', async () => {
    expect(await give()).toMatchObject({ waitReason: null });
    expect(await list()).toEqual({ groups: [], count: 0 });
  });
});
