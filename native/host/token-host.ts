import type { KeyObject } from 'node:crypto';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import type { Told } from '../../service/contract/vocabulary/sentence.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { inCallTrace, spanned } from '../../service/telemetry/child-spans.ts';
import type { FinishedSpan } from '../../service/telemetry/span-messages.ts';
import { errorFields, type Logger } from '../../service/telemetry/logger.ts';
import type { Handlers } from '../../service/processes/request-reply.ts';
import type {
  PinEntry,
  SeenToken,
  TOKEN_HOST_PROTOCOL,
  TokenHostConfiguration,
} from '../../service/providers/token-host/protocol.ts';
import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';
import { describeIdentity, foundKey, judgeUsability, type ValidityRule } from './identity-view.ts';
import type { DeviceIdentity, DeviceSignOperation, KeyDevice, PinPad } from './key-device.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { requireMatchingDigest, requireValidSignature } from './signature-check.ts';

export interface DeviceContext {
  readonly configuration: TokenHostConfiguration;
  /** The process is stuck in a device and has to be replaced. */
  readonly onHung: () => void;
}

export interface TokenHostOptions {
  /** Makes the devices of all entries; called once, by `configure`. */
  readonly openDevices: (context: DeviceContext) => Promise<ReadonlyMap<string, KeyDevice>>;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'warn'>;
  /** Takes the spans of jobs that are traced. */
  readonly onSpan: (span: FinishedSpan) => void;
  readonly notifyTokensChanged: () => void;
  readonly notifyDeviceHung: () => void;
}

const POLL_INTERVAL_MILLISECONDS = 1_000;

/** The methods of TOKEN_HOST_PROTOCOL over the configured devices. */
export function createTokenHost(options: TokenHostOptions): Handlers<typeof TOKEN_HOST_PROTOCOL> {
  const host = new TokenHost(options);
  const { calls } = host;
  return {
    configure: (configuration) => host.configure(configuration),
    ping: () => Promise.resolve({}),
    providerHealth: ({ providerId }) => calls.run(() => host.health(providerId)),
    listCertificates: ({ providerId }) => calls.run(() => host.listCertificates(providerId)),
    findKeys: ({ providerId, thumbprint }) => calls.run(() => host.findKeys(providerId, thumbprint)),
    pinFacts: ({ providerId, thumbprint }) => calls.run(() => host.pinFacts(providerId, thumbprint)),
    enterPin: ({ providerId, ...entry }) => calls.run(() => host.enterPin(providerId, entry)),
    forgetPin: ({ providerId }) => host.forgetPin(providerId),
    giveWay: ({ providerId, seen }) => host.giveWay(providerId, seen),
    sign: ({ providerId, trace, ...operation }) =>
      calls.run(() => inCallTrace(trace, () => host.signTraced(providerId, operation), options.onSpan)),
  };
}

type HostHandlers = Handlers<typeof TOKEN_HOST_PROTOCOL>;
type Result<M extends keyof HostHandlers> = ReturnType<HostHandlers[M]>;

class TokenHost {
  readonly #options: TokenHostOptions;
  #devices: ReadonlyMap<string, KeyDevice> | undefined;
  #allowExpiredCertificates = false;
  readonly calls = new CallsUnderWay();

  constructor(options: TokenHostOptions) {
    this.#options = options;
  }

  async configure(configuration: TokenHostConfiguration): Result<'configure'> {
    if (this.#devices !== undefined) throw new Error('The token-host is configured already.');
    this.#allowExpiredCertificates = configuration.allowExpiredCertificates;
    const onHung = this.#options.notifyDeviceHung;
    this.#devices = await this.#options.openDevices({ configuration, onHung });
    this.#pollLater();
    return {};
  }

  async health(providerId: string): Result<'providerHealth'> {
    return this.#device(providerId).health();
  }

  async listCertificates(providerId: string): Result<'listCertificates'> {
    const device = this.#device(providerId);
    const { identities, loginProblem } = await device.contents({ isForSignature: false, thumbprint: null });
    const rule = this.#rule(loginProblem);
    const describe = (identity: DeviceIdentity): CertificateDescriptor => {
      const pinPrompt = device.pinPrompt(identity.certificate.sha256Thumbprint);
      return describeIdentity(device.entry, identity, { ...rule, pinPrompt });
    };
    return { certificates: identities.map(describe) };
  }

  async findKeys(providerId: string, thumbprint: string | null): Result<'findKeys'> {
    const device = this.#device(providerId);
    const { identities, loginProblem } = await device.contents({ isForSignature: true, thumbprint });
    const wanted = identities.filter((identity) => thumbprint === null || hasThumbprint(identity, thumbprint));
    const keys = wanted.map((identity) => foundKey(device.entry, identity, this.#rule(loginProblem)));
    return { keys, problem: problemOf(loginProblem) };
  }

  pinFacts(providerId: string, thumbprint: string | null): Result<'pinFacts'> {
    return Promise.resolve(this.#pinPad(providerId).facts(thumbprint));
  }

  async enterPin(providerId: string, entry: PinEntry): Result<'enterPin'> {
    try {
      const problem = await this.#pinPad(providerId).enter(entry);
      if (problem === null) this.#options.notifyTokensChanged();
      return { problem: problemOf(problem) };
    } finally {
      entry.pin.fill(0);
    }
  }

  forgetPin(providerId: string): Result<'forgetPin'> {
    this.#pinPad(providerId).forget();
    return Promise.resolve({});
  }

  async giveWay(providerId: string, seen: readonly SeenToken[] | null): Result<'giveWay'> {
    const wanted = this.#device(providerId).replaceable;
    const isInUse = [...(this.#devices?.values() ?? [])].some(({ replaceable }) => replaceable?.isInUse() === true);
    if (wanted === undefined || isInUse || !wanted.isMissing()) return { isWilling: false };
    if (seen === null) return { isWilling: true };
    if (!wanted.isAmong(seen)) return { isWilling: false };
    await this.calls.close();
    return { isWilling: true };
  }

  /** What the device refused is told with the ids of the job, and never with what was to be signed. */
  async signTraced(providerId: string, operation: DeviceSignOperation): Result<'sign'> {
    const step = { name: 'sign on device', process: 'token-host', providerId } as const;
    try {
      return await spanned(step, () => this.sign(providerId, operation));
    } catch (fault) {
      const errorCode = fault instanceof StationError ? fault.code : undefined;
      this.#options.logger.warn('The device made no signature.', { ...errorFields(fault), providerId, errorCode });
      throw fault;
    }
  }

  async sign(providerId: string, operation: DeviceSignOperation): Result<'sign'> {
    requireMatchingDigest(operation);
    const device = this.#device(providerId);
    const goOn = device.pinPad?.unlessForgotten();
    const publicKey = await this.#requireUsableKey(device, operation);
    goOn?.();
    const value = await device.sign(operation);
    requireValidSignature(publicKey, operation, value);
    return value;
  }

  async #requireUsableKey(device: KeyDevice, { keyId, algorithm }: DeviceSignOperation): Promise<KeyObject> {
    const { identities, loginProblem } = await device.contents({ isForSignature: true, thumbprint: keyId });
    const identity = identities.find(({ certificate }) => certificate.sha256Thumbprint === keyId);
    if (identity === undefined) {
      throw loginProblem ?? unavailable(tell('TOKEN_WITH_KEY_GONE'));
    }
    const { usability, reason } = judgeUsability(identity, this.#rule(loginProblem));
    if (usability === 'outside-validity') throw new StationError('SIGNING_CERTIFICATE_EXPIRED', reason ?? '');
    const { publicKey } = identity.certificate;
    if (usability === 'locked' && loginProblem !== null) throw loginProblem;
    if (usability !== 'usable' || publicKey === undefined) {
      throw new StationError('SIGNING_OPERATION_FAILED', reason ?? 'The key cannot be checked here.');
    }
    const { scheme, hash } = algorithm;
    if (identity.algorithms.some((offered) => offered.scheme === scheme && offered.hash === hash)) return publicKey;
    throw new StationError('SIGNING_OPERATION_FAILED', tell('KEY_CANNOT_MAKE', { scheme, hash }));
  }

  #device(providerId: string): KeyDevice {
    const device = this.#devices?.get(providerId);
    if (device === undefined) throw new Error(`The provider ${providerId} is not served by this process.`);
    return device;
  }

  #pinPad(providerId: string): PinPad {
    const { pinPad } = this.#device(providerId);
    if (pinPad !== undefined) return pinPad;
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', 'The PIN of this provider is not entered by a person.');
  }

  #rule(loginProblem: StationError | null): ValidityRule {
    return { now: this.#options.now(), allowExpiredCertificates: this.#allowExpiredCertificates, loginProblem };
  }

  #pollLater(): void {
    setTimeout(() => {
      void this.#poll().finally(() => this.#pollLater());
    }, POLL_INTERVAL_MILLISECONDS).unref();
  }

  async #poll(): Promise<void> {
    let hasChanged = false;
    for (const device of this.#devices?.values() ?? []) hasChanged = (await device.poll()) || hasChanged;
    if (hasChanged) this.#options.notifyTokensChanged();
  }
}

function problemOf(error: StationError | null) {
  if (error === null) return null;
  const { code, message, sentence, kind, area, waitReason } = error;
  return { code, message, sentence, kind, area, waitReason };
}

function hasThumbprint({ certificate }: DeviceIdentity, thumbprint: string): boolean {
  return certificate.sha256Thumbprint === thumbprint || certificate.summary.thumbprint === thumbprint;
}

function unavailable(message: string | Told): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, { kind: 'transient', waitReason: 'TOKEN_ABSENT' });
}
