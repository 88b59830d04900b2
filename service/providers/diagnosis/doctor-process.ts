import type { ChildEnvironment, ProcessLauncher } from '../../processes/launcher.ts';
import { createPeer, NO_METHODS, type Peer } from '../../processes/request-reply.ts';
import { DOCTOR_CHANNEL, DOCTOR_PROTOCOL, TOPIC_STAGE, type ModuleProbe } from '../token-host/doctor-protocol.ts';

/** How doctor processes are started. */
export interface DoctorProcesses {
  readonly launcher: ProcessLauncher;
  /** Absolute path of the doctor's script. */
  readonly script: string;
  /** Without secrets, for processes that look at devices and load modules of others. */
  readonly environment: ChildEnvironment<'token-host'>;
  /** How long one call into a module may take. */
  readonly callMilliseconds: number;
}

type DoctorPeer = Peer<typeof DOCTOR_PROTOCOL>;

export interface DoctorProcess {
  readonly peer: DoctorPeer;
  readonly exited: Promise<unknown>;
  /** Asks it to leave, and ends it when it does not. */
  end(): void;
}

/** On a machine under load a process may take a while before it answers for the first time. */
const START_MILLISECONDS = 20_000;
const LEAVE_MILLISECONDS = 1_000;

/** Runs `work` against a process that is ended afterwards, whatever happened. */
export async function withDoctor<Result>(
  processes: DoctorProcesses,
  environment: ChildEnvironment<'token-host'>,
  work: (peer: DoctorPeer) => Promise<Result>,
): Promise<Result> {
  const child = launchDoctor(processes, environment);
  try {
    return await work(child.peer);
  } finally {
    child.end();
  }
}

/** Loads the module in a process of its own. A crash or a hang is an answer, with the call in which it happened. */
export async function probeModule(processes: DoctorProcesses, path: string): Promise<ModuleProbe> {
  const child = launchDoctor(processes, processes.environment);
  const stages: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<'hung'>((resolve) => {
    const wait = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve('hung'), milliseconds);
    };
    wait(START_MILLISECONDS);
    child.peer.onNotification(TOPIC_STAGE, (call) => {
      if (typeof call === 'string') stages.push(call.slice(0, 100));
      wait(processes.callMilliseconds);
    });
  });
  try {
    const answer = child.peer.call('probe', { path }).catch(() => null);
    const outcome = await Promise.race([answer, hung, child.exited.then(() => 'crashed' as const)]);
    if (typeof outcome === 'object' && outcome !== null) return outcome;
    const stage = stages.at(-1);
    if (stage === undefined) return { outcome: 'not-tried', detail: UNABLE, ...NOTHING };
    return { outcome: outcome ?? 'crashed', detail: stage, ...NOTHING };
  } finally {
    clearTimeout(timer);
    child.end();
  }
}

const UNABLE = 'the program could not look into it';
const NOTHING = { library: null, slots: [], unmetNeeds: [], isInLockout: false };

/** Starts a process that stays until `end`; the caller looks after it. */
export function launchDoctor(processes: DoctorProcesses, environment: ChildEnvironment<'token-host'>): DoctorProcess {
  const { launcher, script } = processes;
  // Modules and the loader write to wherever they like; what matters of it comes as an answer.
  const child = launcher.launch({
    name: 'doctor',
    entry: script,
    args: [],
    env: environment,
    discardsOutput: true,
    loadsVendorLibraries: true,
  });
  const peer = createPeer({
    link: child.link,
    channel: DOCTOR_CHANNEL,
    local: { protocol: NO_METHODS, handlers: {} },
    remote: DOCTOR_PROTOCOL,
  });
  return {
    peer,
    exited: child.exited,
    end() {
      child.link.close();
      const timer = setTimeout(() => child.kill(), LEAVE_MILLISECONDS);
      void child.exited.then(() => clearTimeout(timer));
    },
  };
}
