import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedWithUs } from '../ended-with-us.ts';
import { until } from '../station/running-station.ts';

/** `npm test` names a folder here and ends at its end whatever was started in it. */
const SHARED = process.env['STATION_TEST_SERVERS'];

const START_MILLISECONDS = 120_000;

/** A server in processes of its own, all of whose files lie in one folder. */
export interface ServerFolder {
  readonly folder: string;
  /** Starts a program that lives until the server ends; its output goes into `name.log`. */
  run(name: string, program: string, args: readonly string[]): void;
  /** SIGKILL to what was started last under this name; resolves when it is gone. */
  kill(name: string): Promise<void>;
}

export interface SharedServer<Address> {
  readonly address: Address;
  /** Where its files lie. */
  readonly folder: string;
  /** Undefined where others may use the server, too: nobody kills it then. */
  readonly alone?: ServerFolder;
  /** Ends the server unless others of this test run may need it still. */
  release(): Promise<void>;
}

/**
 * The server of this name, started by whoever needs it first in a test run and used by all after; alone for a test that
 * is run by itself. `start` makes it in an empty folder and answers how it is reached.
 */
export async function sharedServer<Address>(
  name: string,
  isAddress: (value: unknown) => value is Address,
  start: (server: ServerFolder) => Promise<Address>,
): Promise<SharedServer<Address>> {
  if (SHARED === undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), `${name}-`));
    const alone = serverFolder(folder);
    const closed = endedWithUs(() => {
      endServer(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    const release = async (): Promise<void> => {
      endServer(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      closed();
    };
    try {
      return { address: await start(alone), folder, alone, release };
    } catch (fault) {
      await release();
      throw fault;
    }
  }
  const folder = path.join(SHARED, name);
  const addressFile = path.join(folder, 'address.json');
  const release = (): Promise<void> => Promise.resolve();
  if (makesFolder(folder)) {
    const address = await start(serverFolder(folder));
    writeFileSync(`${addressFile}.part`, JSON.stringify(address));
    renameSync(`${addressFile}.part`, addressFile);
    return { address, folder, release };
  }
  // Another test file that runs beside this one may still be starting it.
  await until(() => existsSync(addressFile), START_MILLISECONDS);
  const address: unknown = JSON.parse(readFileSync(addressFile, 'utf8'));
  if (!isAddress(address)) throw new Error(`${addressFile} is no address of ${name}.`);
  return { address, folder, release };
}

/** True for one caller only, who then starts the server. */
function makesFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false;
    throw fault;
  }
}

function serverFolder(folder: string): ServerFolder {
  const pids: number[] = [];
  const running = new Map<string, ChildProcess>();
  return {
    folder,
    async kill(name) {
      const child = running.get(name);
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    run(name, program, args) {
      const log = openSync(path.join(folder, `${name}.log`), 'a');
      const child = spawn(program, args, { cwd: folder, detached: true, stdio: ['ignore', log, log] });
      closeSync(log);
      child.unref();
      if (child.pid === undefined) throw new Error(`${program} does not start.`);
      running.set(name, child);
      pids.push(child.pid);
      writeFileSync(path.join(folder, 'pids'), pids.join('\n'));
    },
  };
}

function endServer(folder: string): void {
  const file = path.join(folder, 'pids');
  if (!existsSync(file)) return;
  for (const pid of readFileSync(file, 'utf8').split('\n')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
