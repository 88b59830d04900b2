import type { DiagnosedModule, Diagnosis, ModuleCandidate } from '../../contract/http/diagnosis.ts';
import type { TokenDoctor } from '../token-doctor.ts';
import type { Devices } from '../token-host/doctor-protocol.ts';
import { tokenHostEnvironment } from '../token-host/environment.ts';
import type { ProviderEntry } from '../token-host/protocol.ts';
import { openTryPermits } from '../token-host/try-permits.ts';
import { diagnose } from './diagnose.ts';
import { probeModule, withDoctor, type DoctorProcesses } from './doctor-process.ts';
import { isDetectable, tokensOf, type MiddlewareChoice } from './facts.ts';
import { asTokenEntry } from '../token-host/provider-entries.ts';

/** A provider with how it gets its module. */
export interface DoctoredProvider {
  readonly entry: ProviderEntry;
  readonly middleware: MiddlewareChoice;
}

export interface ProcessTokenDoctorOptions {
  readonly processes: DoctorProcesses;
  readonly providers: readonly DoctoredProvider[];
  /** The host's environment with its secrets: one process that loads nothing gets those of the provider. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secretsDirectory: string;
  readonly pinGuardDirectory: string;
  readonly allowExpiredCertificates: boolean;
  /** False in Production: there only the configured module is loaded, others are named. */
  readonly triesOtherModules: boolean;
  readonly now: () => Date;
}

/** When modules hang one after the other, those left are named and not tried. */
const TOTAL_MILLISECONDS = 45_000;
/** Files are looked at in a moment, unless they lie on a disk that does not answer. */
const PATIENCE = { timeoutMilliseconds: 20_000 };
const NO_DEVICES: Devices = {
  smartCardService: { state: 'unknown', detail: 'It could not be asked for.' },
  readers: null,
  usbDevices: null,
};

/** A doctor that looks through child processes. One diagnosis runs at a time; who asks meanwhile gets the same answer. */
export function createProcessTokenDoctor(options: ProcessTokenDoctorOptions): TokenDoctor {
  const running = new Map<string, Promise<Diagnosis>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async diagnose(providerId) {
      const provider = options.providers.find(({ entry }) => entry.id === providerId);
      if (provider === undefined) return undefined;
      const known = running.get(providerId);
      if (known !== undefined) return known;
      const diagnosis = last.then(() => examine(options, provider));
      running.set(providerId, diagnosis);
      last = diagnosis.catch(() => undefined).then(() => running.delete(providerId));
      return diagnosis;
    },
    permitLogin(providerId) {
      const provider = options.providers.find(({ entry }) => entry.id === providerId);
      if (provider === undefined || asTokenEntry(provider.entry) === null) return false;
      openTryPermits(options.pinGuardDirectory).grant(providerId);
      return true;
    },
  };
}

async function examine(
  options: ProcessTokenDoctorOptions,
  { entry, middleware }: DoctoredProvider,
): Promise<Diagnosis> {
  const { processes, secretsDirectory, pinGuardDirectory, allowExpiredCertificates, now } = options;
  const ownEnvironment = tokenHostEnvironment(options.environment, [entry]);
  return withDoctor(processes, ownEnvironment, async (own) => {
    const keeping = await own.call('keeping', { entry, secretsDirectory }, PATIENCE);
    const tokenEntry = asTokenEntry(entry);
    const isToken = tokenEntry !== null;
    const devices = isToken ? askDevices(processes) : Promise.resolve(NO_DEVICES);
    const configuredPath = middleware === 'configured' ? (tokenEntry?.modulePath ?? null) : null;
    const { candidates, leftOut } = isToken
      ? await own.call('candidates', { configuredPath }, PATIENCE)
      : { candidates: [], leftOut: [] };
    const modules = await tryModules(options, candidates);
    const tokens = modules.flatMap(tokensOf).map(({ token, module }) => ({
      module: module.path,
      ...{ manufacturer: token.manufacturer, model: token.model, serial: token.serial, label: token.label },
      ...{ minPinLength: token.minPinLength, maxPinLength: token.maxPinLength },
      certificates: token.certificates.map((certificate) => certificate.sha256Thumbprint),
    }));
    const { outlooks: pinOutlooks, damagedFile } =
      tokens.length === 0
        ? { outlooks: [], damagedFile: null }
        : await own.call('pinOutlook', { entry, secretsDirectory, pinGuardDirectory, tokens }, PATIENCE);
    return diagnose({
      ...{ entry, middleware, platform: process.platform, architecture: process.arch },
      ...{ now: now(), allowExpiredCertificates, modules, leftOut, devices: await devices, keeping },
      ...{ pinOutlooks, damagedFile, secretsDirectory },
    });
  });
}

function askDevices(processes: DoctorProcesses): Promise<Devices> {
  return withDoctor(processes, processes.environment, (peer) =>
    peer.call('devices', {}, { timeoutMilliseconds: processes.callMilliseconds * 2 }),
  ).catch(() => NO_DEVICES);
}

/** One after the other, as two modules that reach for the same card at once disturb each other. */
async function tryModules(
  options: ProcessTokenDoctorOptions,
  candidates: readonly ModuleCandidate[],
): Promise<DiagnosedModule[]> {
  const deadline = performance.now() + TOTAL_MILLISECONDS;
  const modules: DiagnosedModule[] = [];
  for (const candidate of candidates) {
    if (candidate.outcome !== 'ready') {
      modules.push({ ...candidate, ...UNTOUCHED });
      continue;
    }
    const reason = performance.now() > deadline ? 'there was no time left' : reasonNotToTry(candidate, options);
    if (reason === null) modules.push({ ...candidate, ...(await probeModule(options.processes, candidate.path)) });
    else modules.push({ ...candidate, ...UNTOUCHED, outcome: 'not-tried', detail: reason });
  }
  return modules;
}

const UNTOUCHED = { detail: null, library: null, slots: [], unmetNeeds: [], isInLockout: false };

function reasonNotToTry(candidate: ModuleCandidate, { triesOtherModules }: ProcessTokenDoctorOptions): string | null {
  if (candidate.foundBy === 'configuration') return null;
  if (candidate.kind === 'hsm') return 'clients of HSMs are loaded only where they are configured';
  if (!isDetectable(candidate)) return 'it is a debugging tool that writes PINs to a file';
  return triesOtherModules ? null : 'in Production only configured modules are loaded';
}
