import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { encodeAlgorithmIdentifier } from '../../service/codecs/x509/algorithm-identifier.ts';
import {
  basicConstraintsExtension,
  buildCertificate,
  keyUsageExtension,
} from '../../service/codecs/x509/certificate-builder.ts';
import type { KeyUsage } from '../../service/codecs/x509/extensions.ts';
import { encodeName } from '../../service/codecs/x509/name.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { Handlers } from '../../service/processes/request-reply.ts';
import { createLogger } from '../../service/telemetry/logger.ts';
import type { FinishedSpan } from '../../service/telemetry/span-messages.ts';
import type { TOKEN_HOST_PROTOCOL, TokenHostConfiguration } from '../../service/providers/token-host/protocol.ts';
import { findChain, readCertificateFacts, type CertificateFacts } from './certificate-facts.ts';
import type { DeviceContents, DeviceIdentity, KeyDevice } from './key-device.ts';
import { createTokenHost } from './token-host.ts';

/** What the token-hosts of this file have told. */
const lines: string[] = [];
const spans: FinishedSpan[] = [];

const NOW = new Date('2026-06-01T12:00:00Z');
const ECDSA_WITH_SHA256 = encodeAlgorithmIdentifier('1.2.840.10045.4.3.2', 'absent');
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Wishes {
  readonly subject?: string;
  readonly issuer?: string;
  readonly usages?: readonly KeyUsage[];
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly isCa?: boolean;
}

let serial = 1;
/** Every certificate is for `keys` and signed by `keys`. */
function certificate(wishes: Wishes = {}): CertificateFacts {
  const name = (text = 'Signer'): Uint8Array => encodeName([['CN', text]]);
  const der = buildCertificate(
    {
      ...{
        subject: name(wishes.subject),
        issuer: name(wishes.issuer ?? wishes.subject),
        signatureAlgorithm: ECDSA_WITH_SHA256,
      },
      ...{ serialNumber: Uint8Array.of(serial++), publicKey: keys.publicKey.export({ type: 'spki', format: 'der' }) },
      ...{ notBefore: new Date(wishes.notBefore ?? '2026-01-01'), notAfter: new Date(wishes.notAfter ?? '2027-01-01') },
      extensions: [
        basicConstraintsExtension(wishes.isCa ?? false),
        ...(wishes.usages === undefined ? [] : [keyUsageExtension(wishes.usages)]),
      ],
    },
    (tbs) => sign('sha256', tbs, keys.privateKey),
  );
  const facts = readCertificateFacts(der);
  if (facts === undefined) throw new Error('The test certificate is not readable');
  return facts;
}

function identity(facts: CertificateFacts, obstacle: string | null = null): DeviceIdentity {
  return {
    certificate: facts,
    chain: [],
    algorithms: [{ scheme: 'ECDSA', hash: 'SHA-256' }],
    obstacle,
    isLocked: false,
  };
}

const CONFIGURATION: TokenHostConfiguration = {
  entries: [{ type: 'Pfx', id: 'device', name: 'D', path: '/d', passwordSecretName: null, isDemo: true }],
  ...{ allowExpiredCertificates: false, secretsDirectory: null, pinGuardDirectory: '/g', deadlineMilliseconds: 1_000 },
};

type Host = Handlers<typeof TOKEN_HOST_PROTOCOL>;

async function hostWith(
  contents: Partial<DeviceContents>,
  signWith = keys.privateKey,
  configuration: Partial<TokenHostConfiguration> = {},
  ways: Partial<KeyDevice> = {},
): Promise<Host> {
  const [entry] = CONFIGURATION.entries;
  if (entry === undefined) throw new Error('There is no entry');
  const device: KeyDevice = {
    entry,
    health: () => Promise.resolve({ status: 'Healthy', detail: null }),
    contents: () => Promise.resolve({ identities: [], loginProblem: null, ...contents }),
    pinPrompt: () => null,
    sign: ({ dataToBeSigned }) =>
      Promise.resolve(sign('sha256', dataToBeSigned, { key: signWith, dsaEncoding: 'ieee-p1363' })),
    poll: () => Promise.resolve(false),
    ...ways,
  };
  const host = createTokenHost({
    openDevices: () => Promise.resolve(new Map([['device', device]])),
    logger: createLogger({
      ...{ level: 'info', clock: () => NOW, processName: 'token-host' },
      write: (line) => void lines.push(line),
    }),
    onSpan: (span) => void spans.push(span),
    now: () => NOW,
    notifyTokensChanged: vi.fn(),
    notifyDeviceHung: vi.fn(),
  });
  await host.configure({ ...CONFIGURATION, ...configuration });
  return host;
}

function signing(facts: CertificateFacts): Parameters<Host['sign']>[0] {
  const dataToBeSigned = Buffer.from('signed attributes');
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return { providerId: 'device', keyId: facts.sha256Thumbprint, algorithm, dataToBeSigned, digest };
}

let good: CertificateFacts;
beforeAll(() => {
  good = certificate({ usages: ['nonRepudiation'] });
});

async function describeOnly(
  facts: CertificateFacts,
  configuration: Partial<TokenHostConfiguration> = {},
): Promise<unknown> {
  const host = await hostWith({ identities: [identity(facts)] }, keys.privateKey, configuration);
  return (await host.listCertificates({ providerId: 'device' })).certificates[0];
}

describe('listing', () => {
  it('shows public facts and that the key can sign', async () => {
    expect(await describeOnly(good)).toMatchObject({
      ...{
        id: good.sha256Thumbprint,
        subject: 'CN=Signer',
        notAfter: '2027-01-01T00:00:00.000Z',
        providerId: 'device',
      },
      ...{
        keyUsage: ['nonRepudiation'],
        canSign: true,
        cannotSignReason: null,
        waitReason: null,
        isDemo: true,
        keySize: 256,
      },
    });
  });

  it.each<[string, Wishes, boolean]>([
    ['no key usage', {}, true],
    ['digitalSignature', { usages: ['digitalSignature'] }, true],
    ['encryption only', { usages: ['keyEncipherment'] }, false],
    ['expired', { notAfter: '2026-05-31' }, false],
    ['not yet valid', { notBefore: '2026-06-02' }, false],
  ])('judges a certificate: %s', async (_, wishes, canSign) => {
    expect(await describeOnly(certificate(wishes))).toMatchObject({ canSign });
  });

  it('lets an expired certificate sign where that is configured, but none before its time', async () => {
    const allowed = { allowExpiredCertificates: true };
    expect(await describeOnly(certificate({ notAfter: '2026-05-31' }), allowed)).toMatchObject({ canSign: true });
    expect(await describeOnly(certificate({ notBefore: '2026-06-02' }), allowed)).toMatchObject({ canSign: false });
  });
});

describe('findKeys', () => {
  it('takes either thumbprint', async () => {
    const host = await hostWith({ identities: [identity(good), identity(certificate())] });
    for (const thumbprint of [good.sha256Thumbprint, good.summary.thumbprint]) {
      const { keys: found } = await host.findKeys({ providerId: 'device', thumbprint });
      expect(found.map(({ keyId }) => keyId)).toEqual([good.sha256Thumbprint]);
    }
    expect((await host.findKeys({ providerId: 'device', thumbprint: null })).keys).toHaveLength(2);
  });

  it('says beside a certificate why there is no login, and lists it as waiting for that', async () => {
    const loginProblem = new StationError('SIGNING_OPERATION_FAILED', 'The PIN is locked.', {
      ...{ area: 'pin', waitReason: 'PIN_LOCKED' },
    });
    const host = await hostWith({ identities: [{ ...identity(good), isLocked: true }], loginProblem });
    const { keys: found, problem } = await host.findKeys({ providerId: 'device', thumbprint: null });
    expect(found.map(({ usability }) => usability)).toEqual(['locked']);
    expect(problem).toMatchObject({ area: 'pin', waitReason: 'PIN_LOCKED' });
    const { certificates } = await host.listCertificates({ providerId: 'device' });
    const reason = { canSign: false, cannotSignReason: 'The PIN is locked.', waitReason: 'PIN_LOCKED' };
    expect(certificates).toEqual([expect.objectContaining(reason)]);
    await expect(host.sign(signing(good))).rejects.toBe(loginProblem);
  });
});

describe('sign', () => {
  it('returns a signature value that verifies', async () => {
    const host = await hostWith({ identities: [identity(good)] });
    expect(await host.sign(signing(good))).toHaveLength(64);
  });

  it('keeps back a signature value made with another key', async () => {
    const host = await hostWith({ identities: [identity(good)] }, otherKeys.privateKey);
    await expect(host.sign(signing(good))).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      kind: 'permanent',
    });
  });

  it('tells of each signature with the ids of its job: a span where it is traced, a line where it fails', async () => {
    const ids = { traceId: 'a'.repeat(32), correlationId: 'order-1', signatureId: 's', jobId: 'j' };
    const trace = { ...ids, spanId: 'b'.repeat(16) };
    lines.length = 0;
    spans.length = 0;
    const sound = await hostWith({ identities: [identity(good)] });
    await sound.sign({ ...signing(good), trace });
    await sound.sign({ ...signing(good), trace: ids });
    const step = { ...ids, name: 'sign on device', process: 'token-host', providerId: 'device' };
    expect(spans).toMatchObject([{ ...step, parentSpanId: trace.spanId, isError: false }]);
    const unsound = await hostWith({ identities: [identity(good)] }, otherKeys.privateKey);
    await expect(unsound.sign({ ...signing(good), trace })).rejects.toThrow(StationError);
    expect(spans[1]).toMatchObject({ isError: true });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'warn', process: 'token-host', ...ids, providerId: 'device', errorCode: 'SIGNING_OPERATION_FAILED' },
    ]);
  });

  it('refuses a digest of other data, unknown algorithms, expired certificates and missing tokens', async () => {
    const expired = certificate({ notAfter: '2026-05-31' });
    const host = await hostWith({ identities: [identity(good), identity(expired)] });
    const operation = signing(good);
    const refusals = [
      [{ ...operation, digest: Buffer.alloc(32) }, 'SIGNING_OPERATION_FAILED'],
      [{ ...operation, algorithm: { scheme: 'RSASSA-PSS', hash: 'SHA-256' } as const }, 'SIGNING_OPERATION_FAILED'],
      [signing(expired), 'SIGNING_CERTIFICATE_EXPIRED'],
      [{ ...operation, keyId: 'F'.repeat(64) }, 'SIGNING_PROVIDER_UNAVAILABLE'],
    ] as const;
    for (const [asked, code] of refusals) await expect(host.sign(asked)).rejects.toMatchObject({ code });
  });
});

describe('giving way to a fresh process', () => {
  const seen = [{ slotId: 1, label: 'desk', serial: 'A', isInitialized: true }];
  const asked = { providerId: 'device', seen };
  const state = { isInUse: false, isMissing: true };
  const replaceable = {
    isInUse: () => state.isInUse,
    isMissing: () => state.isMissing,
    isAmong: (tokens: typeof seen) => tokens.length > 0,
  };

  it('is done for a token that another one sees, and not where that would cost anybody anything', async () => {
    const host = await hostWith({}, keys.privateKey, {}, { replaceable });
    for (const unwilling of [{ isInUse: true }, { isMissing: false }]) {
      Object.assign(state, { isInUse: false, isMissing: true }, unwilling);
      expect(await host.giveWay({ ...asked, seen: null })).toEqual({ isWilling: false });
      expect(await host.giveWay(asked)).toEqual({ isWilling: false });
    }
    Object.assign(state, { isInUse: false, isMissing: true });
    expect(await host.giveWay({ ...asked, seen: null })).toEqual({ isWilling: true });
    expect(await host.giveWay({ ...asked, seen: [] })).toEqual({ isWilling: false });
    expect(await (await hostWith({})).giveWay(asked)).toEqual({ isWilling: false });
    expect(await host.providerHealth({ providerId: 'device' })).toMatchObject({ status: 'Healthy' });
  });

  it('ends what is being signed, and begins nothing more', async () => {
    let finish = (): void => undefined;
    const signed = new Promise<void>((resolve) => (finish = resolve));
    const host = await hostWith(
      { identities: [identity(good)] },
      keys.privateKey,
      {},
      {
        replaceable,
        sign: async ({ dataToBeSigned }) => {
          await signed;
          return sign('sha256', dataToBeSigned, { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
        },
      },
    );
    const underWay = host.sign(signing(good));
    let hasGivenWay = false;
    const answer = host.giveWay(asked).finally(() => (hasGivenWay = true));
    await expect(host.sign(signing(good))).rejects.toMatchObject({ waitReason: 'PROVIDER_RESTARTING' });
    expect(hasGivenWay).toBe(false);
    finish();
    expect(await underWay).toHaveLength(64);
    expect(await answer).toEqual({ isWilling: true });
  });
});

describe('findChain', () => {
  it('goes by name and signature from the leaf up, and stops at the root', () => {
    const root = certificate({ subject: 'Root', isCa: true });
    const middle = certificate({ subject: 'Middle', issuer: 'Root', isCa: true });
    const leaf = certificate({ subject: 'Leaf', issuer: 'Middle' });
    const stranger = certificate({ subject: 'Stranger', isCa: true });
    expect(findChain(leaf, [stranger, root, leaf, middle])).toEqual([middle.der, root.der]);
    expect(findChain(leaf, [root])).toEqual([]);
  });
});
