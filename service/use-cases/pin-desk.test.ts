import { describe, expect, it } from 'vitest';
import type { CertificateDescriptor } from '../contract/http/providers.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import type { AuditEvent } from '../domain/records.ts';
import type { Persistence, RequestDetails, UnattendedJob, WaitingGroup } from '../persistence/persistence.ts';
import { Approvals } from '../providers/pin-entry/approvals.ts';
import type { PinFacts, PinPads, PinProblem } from '../providers/pin-entry/pin-pads.ts';
import { createPinDesk, type PinDeskPorts, type PinPrompt } from './pin-desk.ts';

const WRONG: PinProblem = {
  ...{ code: 'SIGNING_OPERATION_FAILED', message: 'The PIN is wrong.', kind: 'permanent', area: 'pin' },
  sentence: null,
  waitReason: null,
};

function details(id: string, tenantId: string, waitReason: WaitReason | null = 'PIN_ASKED'): RequestDetails {
  const request = { id, tenantId, waitReason, status: 'Queued', kind: 'Signature', signingProvider: 'SmartCard' };
  const order = { certificateThumbprint: 'AB', format: 'PAdES', profile: 'B', createdBy: 'anonymous' };
  return {
    request: { ...request, ...order, correlationId: null } as RequestDetails['request'],
    input: { originalFileName: `${id}.pdf`, size: 10, sha256: `hash of ${id}` } as RequestDetails['input'],
    ...{ additionalInputs: [], output: null, appearance: null },
  };
}

const FACTS: PinFacts = {
  ...{ tokenLabel: 'card', length: null, tries: 'unknown', isHeld: false, isOnReader: false, isPerDocument: false },
};

function desk(
  requests: RequestDetails[],
  problem: PinProblem | null = null,
  facts?: () => PinFacts,
  listed: readonly { readonly providerId: string; readonly thumbprint: string }[] = [],
) {
  const done = {
    pins: [] as string[],
    forgotten: [] as string[],
    over: [] as string[],
    audit: [] as AuditEvent[],
    cancelled: [] as string[],
  };
  const find = (tenantId: string, id: string): RequestDetails | undefined =>
    requests.find(({ request }) => request.tenantId === tenantId && request.id === id);
  const waiting = (tenantId: string): RequestDetails[] =>
    requests.filter(({ request }) => request.tenantId === tenantId && request.waitReason !== null);
  const group = (tenantId: string): WaitingGroup => ({
    asks: 'provider',
    ...{ tenantId, signingProvider: 'SmartCard', certificateThumbprint: 'AB', count: waiting(tenantId).length },
    waitReason: waiting(tenantId)[0]?.request.waitReason ?? 'TOKEN_ABSENT',
    otherReason: 'TOKEN_ABSENT',
  });
  const persistence: Partial<Persistence> = {
    waitingGroups: () => Promise.resolve(['acme', 'zenith'].map(group).filter(({ count }) => count > 0)),
    waitingJobs: ({ tenantId }, limit) =>
      Promise.resolve(
        waiting(tenantId)
          .slice(0, limit)
          .map(({ request }) => ({ tenantId, signatureId: request.id }) as UnattendedJob),
      ),
    findRequest: (tenantId, id) => Promise.resolve(find(tenantId, id)),
    appendAudit: (event) => {
      done.audit.push(event);
      return Promise.resolve();
    },
    cancelRequest: ({ id }) => {
      done.cancelled.push(id);
      return Promise.resolve('cancelled');
    },
    signersOf: () => Promise.resolve(new Map()),
  } as Partial<Persistence>;
  const pads: PinPads = {
    asking: [{ id: 'card', name: 'Desk card', type: 'SmartCard' }],
    pinFacts: () =>
      facts === undefined ? Promise.reject(new Error('the token-host is away')) : Promise.resolve(facts()),
    enterPin: (_id, { pin }) => {
      done.pins.push(Buffer.from(pin).toString());
      return Promise.resolve(problem);
    },
    forgetPin: (id) => {
      done.forgotten.push(id);
      return Promise.resolve();
    },
  };
  const certificates = listed.map((shown) => ({ ...shown, sha256Thumbprint: '' })) as CertificateDescriptor[];
  const approvals = new Approvals((id) => void done.over.push(id));
  const ports: PinDeskPorts = {
    persistence: persistence as Persistence,
    ...{ pads, approvals, clock: () => new Date(0), newId: () => 'id', wake: () => undefined },
    providers: {
      serves: (_id, tenantId) => tenantId === 'acme',
      listCertificates: () => Promise.resolve(certificates),
    },
    subscribe: () => () => undefined,
  };
  return { pins: createPinDesk(ports), approvals, done };
}

const answer = (...signatureIds: string[]) => ({ pin: Buffer.from('1234'), signatureIds, isConfirmed: false });
const onlyPrompt = async (pins: { prompts(): Promise<readonly PinPrompt[]> }): Promise<PinPrompt> => {
  const [prompt, ...more] = await pins.prompts();
  if (prompt === undefined || more.length > 0) throw new Error('One prompt was expected.');
  return prompt;
};

describe('the desk where PINs are entered', () => {
  it('shows what waits for a PIN of this machine, and of no tenant that the provider does not serve', async () => {
    const { pins } = desk([details('one', 'acme'), details('foreign', 'zenith')]);
    expect(await onlyPrompt(pins)).toMatchObject({
      ...{ tenantId: 'acme', thumbprint: 'AB', count: 1, provider: { id: 'card' }, facts: { tries: 'unknown' } },
      documents: [{ signatureId: 'one', fileName: 'one.pdf', sha256: 'hash of one' }],
    });
  });

  it('shows nothing that waits for something else', async () => {
    const { pins } = desk([details('one', 'acme', 'TOKEN_ABSENT')]);
    expect(await pins.prompts()).toEqual([]);
  });

  it('asks nobody for what waits for the card of another desk, and asks where the token shows nothing yet', async () => {
    const [requests, other] = [[details('one', 'acme')], { providerId: 'card', thumbprint: 'CD' }];
    expect(await desk(requests, null, () => FACTS, [other]).pins.prompts()).toEqual([]);
    const both = [other, { providerId: 'card', thumbprint: 'AB' }];
    expect(await onlyPrompt(desk(requests, null, () => FACTS, both).pins)).toMatchObject({ count: 1 });
    const elsewhere = [{ providerId: 'another', thumbprint: 'CD' }];
    expect(await onlyPrompt(desk(requests, null, () => FACTS, elsewhere).pins)).toMatchObject({ count: 1 });
  });

  it('counts what waits for a PIN of this machine, not what waits for the card of another desk', async () => {
    const requests = [details('one', 'acme'), details('two', 'acme'), details('foreign', 'zenith')];
    const here = desk(requests, null, () => FACTS, [{ providerId: 'card', thumbprint: 'AB' }]).pins;
    expect([await here.count('acme'), await here.count('zenith')]).toEqual([2, 0]);
    const elsewhere = desk(requests, null, () => FACTS, [{ providerId: 'card', thumbprint: 'CD' }]).pins;
    expect(await elsewhere.count('acme')).toBe(0);
  });

  it('keeps a PIN though the last approval of an earlier one is used up while it is on its way', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme')]);
    approvals.approve('card', ['earlier']);
    const entering = pins.enter(await onlyPrompt(pins), answer('one'));
    approvals.used('card', 'earlier');
    expect(await entering).toEqual({ kind: 'accepted', documents: 1 });
    expect([approvals.has('card', 'one'), done.over]).toEqual([true, []]);
    approvals.used('card', 'one');
    expect(done.over).toEqual(['card']);
  });

  it('says of a PIN that was refused meanwhile that it is of no use', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme')], WRONG);
    approvals.approve('card', ['earlier']);
    const entering = pins.enter(await onlyPrompt(pins), answer('one'));
    approvals.used('card', 'earlier');
    expect(await entering).toMatchObject({ kind: 'refused' });
    expect(done.over).toEqual(['card']);
  });

  it('approves nothing when everything was to be forgotten while the PIN was on its way', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme')]);
    const prompt = await onlyPrompt(pins);
    const entering = pins.enter(prompt, answer('one'));
    await pins.forget();
    await expect(entering).rejects.toMatchObject({ waitReason: 'PIN_ASKED' });
    expect(approvals.has('card', 'one')).toBe(false);
    expect(done.forgotten).toEqual(['card', 'card']);
    expect(await pins.enter(prompt, answer('one'))).toMatchObject({ kind: 'accepted' });
  });

  it('lets nothing that was approved before use up the PIN of a key that wants it for each document', async () => {
    const requests = [details('one', 'acme'), details('two', 'acme')];
    let isPerDocument: boolean | null = null;
    const { pins, approvals } = desk(requests, null, () => ({ ...FACTS, isPerDocument }));
    await pins.enter(await onlyPrompt(pins), answer('one', 'two'));
    expect([approvals.has('card', 'one'), approvals.has('card', 'two')]).toEqual([true, true]);
    isPerDocument = true;
    await pins.enter(await onlyPrompt(pins), answer('one'));
    expect([approvals.has('card', 'one'), approvals.has('card', 'two')]).toEqual([true, false]);
  });

  it('approves what was chosen and nothing else, writes down which bytes, and overwrites the PIN', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme'), details('two', 'acme')]);
    const given = answer('one');
    expect(await pins.enter(await onlyPrompt(pins), given)).toEqual({ kind: 'accepted', documents: 1 });
    expect([approvals.has('card', 'one'), approvals.has('card', 'two')]).toEqual([true, false]);
    expect(done.audit).toMatchObject([{ eventType: 'SigningApproved', metadata: { inputSha256: 'hash of one' } }]);
    expect(done.pins).toEqual(['1234']);
    expect([...given.pin]).toEqual([0, 0, 0, 0]);
  });

  it('asks no more for what was approved while the PIN is kept, and again when it is not', async () => {
    const requests = [details('one', 'acme'), details('two', 'acme')];
    let isHeld = false;
    const { pins } = desk(requests, null, () => ({ ...FACTS, isHeld }));
    await pins.enter(await onlyPrompt(pins), answer('one'));
    isHeld = true;
    expect(await onlyPrompt(pins)).toMatchObject({ documents: [{ signatureId: 'two' }], count: 1 });
    isHeld = false;
    expect(await onlyPrompt(pins)).toMatchObject({ documents: [{ signatureId: 'one' }, { signatureId: 'two' }] });
  });

  it('gives no PIN to a token whose reader asks by itself, and approves what was chosen', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme')], WRONG);
    const asked = await onlyPrompt(pins);
    const atReader = { ...asked, facts: { ...asked.facts, isOnReader: true } };
    expect(await pins.enter(atReader, { ...answer('one'), pin: new Uint8Array() })).toMatchObject({ kind: 'accepted' });
    expect([approvals.has('card', 'one'), done.pins]).toEqual([true, []]);
  });

  it('approves nothing with a wrong PIN', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme')], WRONG);
    expect(await pins.enter(await onlyPrompt(pins), answer('one'))).toEqual({ kind: 'refused', problem: WRONG });
    expect([approvals.has('card', 'one'), done.audit]).toEqual([false, []]);
  });

  it.each([
    ['of another tenant', ['one', 'foreign']],
    ['that nobody knows', ['one', 'none']],
    ['named twice', ['one', 'one']],
    ['at all', []],
  ])('gives the PIN to nobody for a document %s', async (_name, ids) => {
    const { pins, done } = desk([details('one', 'acme'), details('foreign', 'zenith')]);
    const given = answer(...ids);
    const prompt = await onlyPrompt(pins);
    await expect(pins.enter(prompt, given)).rejects.toMatchObject({ code: 'SIGNATURE_REQUEST_INVALID' });
    expect(done.pins).toEqual([]);
    expect([...given.pin]).toEqual([0, 0, 0, 0]);
  });

  it('gives the PIN to nobody when other bytes lie there than those that were shown', async () => {
    const one = details('one', 'acme');
    const requests = [one];
    const { pins, done } = desk(requests);
    const prompt = await onlyPrompt(pins);
    requests[0] = { ...one, input: { ...one.input, sha256: 'hash of another' } };
    await expect(pins.enter(prompt, answer('one'))).rejects.toMatchObject({ code: 'SIGNATURE_REQUEST_INVALID' });
    expect(done.pins).toEqual([]);
  });

  it('signs nothing that was declined', async () => {
    const { pins, done } = desk([details('one', 'acme')]);
    await pins.decline(await onlyPrompt(pins), ['one']).catch(() => undefined);
    expect(done.cancelled).toEqual(['one']);
  });

  it('forgets PINs and approvals when the screen is locked', async () => {
    const { pins, approvals, done } = desk([details('one', 'acme')]);
    await pins.enter(await onlyPrompt(pins), answer('one'));
    await pins.forget();
    expect([approvals.has('card', 'one'), done.forgotten]).toEqual([false, ['card']]);
  });
});
