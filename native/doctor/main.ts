import { homedir } from 'node:os';
import { endOnFatalFaults } from '../../service/processes/fatal-faults.ts';
import { refuseInspection } from '../../service/processes/inspection.ts';
import { ignoreTerminalSignals } from '../../service/processes/signals.ts';
import { connectParentLink } from '../../service/processes/parent-link.ts';
import { createPeer } from '../../service/processes/request-reply.ts';
import {
  DOCTOR_CHANNEL,
  DOCTOR_PROTOCOL,
  TOPIC_STAGE,
  TOPIC_USB_CHANGED,
} from '../../service/providers/token-host/doctor-protocol.ts';
import { takeEnvironmentSecrets } from '../../service/secrets/environment/environment-secret-store.ts';
import { createFileSecretStore } from '../../service/secrets/file/file-secret-store.ts';
import { layeredSecretStore } from '../../service/secrets/layered/layered-secret-store.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import { findModules } from '../middleware/find-modules.ts';
import { thisMachine } from '../middleware/machine.ts';
import { watchUsb } from '../usb/usb-bus.ts';
import { readDevices } from './devices.ts';
import { inspectKeeping, judgePin } from './keeping.ts';
import { limitLife } from './life-limit.ts';
import { isInLockout, isModuleOfTpm } from './tpm-lockout.ts';
import { needsOfEmpty, theseSurroundings, unmetNeeds } from './module-needs.ts';

/** Longer than any module needs; the host ends a process that takes too long long before. */
const PROBE_LIFE_MILLISECONDS = 120_000;

/** A doctor process: looks at middleware and devices and may die of what it finds. It never logs in. */
function main(): void {
  endOnFatalFaults('doctor');
  refuseInspection();
  ignoreTerminalSignals();
  const environmentSecrets = takeEnvironmentSecrets(process.env);
  process.report.excludeEnv = true;
  const machine = thisMachine(process.env, homedir());
  const surroundings = theseSurroundings(process.env, homedir());
  const link = connectParentLink();
  let finalize = (): void => undefined;
  link.onClose(() => {
    finalize();
    process.exit(0);
  });
  const secretsIn = (directory: string | null): SecretStore =>
    directory === null
      ? environmentSecrets
      : layeredSecretStore([environmentSecrets, createFileSecretStore(directory)]);
  const peer = createPeer({
    link,
    channel: DOCTOR_CHANNEL,
    local: {
      protocol: DOCTOR_PROTOCOL,
      handlers: {
        candidates: ({ configuredPath }) => Promise.resolve(findModules(configuredPath, machine)),
        keeping: ({ entry, secretsDirectory }) => inspectKeeping(entry, secretsIn(secretsDirectory), secretsDirectory),
        pinOutlook: ({ entry, secretsDirectory, pinGuardDirectory, tokens }) =>
          judgePin(entry, secretsIn(secretsDirectory), pinGuardDirectory, tokens),
        devices: () => readDevices(machine),
        async probe({ path }) {
          limitLife(PROBE_LIFE_MILLISECONDS);
          // Loaded only here, so that everything else works where the binding does not.
          const { probeModule } = await import('../pkcs11/probe-module.ts');
          const stage = async (call: string): Promise<void> => {
            peer.notify(TOPIC_STAGE, call);
            await sent();
          };
          const probed = await probeModule(path, stage);
          finalize = () => probed.finalize();
          switch (probed.probe.outcome) {
            case 'initialize-failed':
              return { ...probed.probe, unmetNeeds: unmetNeeds(path, surroundings) };
            case 'ready':
              return {
                ...{ ...probed.probe, isInLockout: await isLockedOut(path, stage) },
                unmetNeeds: needsOfEmpty(path, probed.probe, surroundings),
              };
            default:
              return probed.probe;
          }
        },
        watchUsb: async () => ({ isWatching: await watchUsb(() => peer.notify(TOPIC_USB_CHANGED, null)) }),
      },
    },
    remote: {},
  });
}

/** Lets what was posted leave the process before a call that may never return. */
function sent(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}

/** Asked of the module of a TPM only: what another one dies of is no call to a TPM. */
async function isLockedOut(modulePath: string, stage: (call: string) => Promise<void>): Promise<boolean> {
  if (!isModuleOfTpm(modulePath)) return false;
  await stage('TPM2_GetCapability');
  return isInLockout(process.env);
}

main();
