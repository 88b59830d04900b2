import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server as Turn } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isListening } from '../../listening.ts';
import { idSelector, TokenWorkshop } from '../token-workshop.ts';
import { findLibrary, findProgram, MiddlewareMissing, startServer, type MiddlewareToken } from './middleware.ts';

const run = promisify(execFile);
const MODULE_PATHS = ['/usr/lib/x86_64-linux-gnu/opencryptoki/libopencryptoki.so.0'];
/** The software token of the configuration that comes with the package. */
const SLOT = '3';
const TOKEN_FOLDER = '/var/lib/opencryptoki/swtok';
const OBJECT_FOLDER = join(TOKEN_FOLDER, 'TOK_OBJ');
const OWN_FOLDERS = ['/var/lock/opencryptoki', '/var/lock/opencryptoki/swtok', TOKEN_FOLDER, OBJECT_FOLDER];
/** As the daemon binds it: the kernel lists sockets by the path that was said, here a link to /run. */
const SOCKET = '/var/run/pkcsslotd.socket';
/** What the daemon leaves when it ends. */
const LEFT_BEHIND = [
  '/run/pkcsslotd.pid',
  '/dev/shm/var.lib.opencryptoki.swtok',
  '/dev/shm/var.lib.opencryptoki.tpm.root',
];
/** Of Linux's abstract names, which end with the process that holds them. */
const TURN = '\0signing-station-opencryptoki';
const TURN_TIMEOUT_MILLISECONDS = 400_000;
const LABEL = 'station-ock';
const [PIN, WRONG_PIN, SO_PIN] = ['31415926', '27182818', '56785678'];

/**
 * openCryptoki's software token: RSA only, PINs of four to eight characters. Its places are the machine's own, so that
 * it is used only where no other token lives in them, and by one test at a time: the next one waits for its turn.
 */
export async function startOpenCryptoki(dir: string): Promise<MiddlewareToken> {
  const modulePath = findLibrary(MODULE_PATHS, 'opencryptoki');
  const [daemon, conf] = [findProgram('pkcsslotd', 'opencryptoki'), findProgram('pkcsconf', 'opencryptoki')];
  const turn = await takeOpenCryptoki();
  try {
    return await startToken({ dir, modulePath, daemon, conf, turn });
  } catch (error) {
    turn.close();
    throw error;
  }
}

/** Waits for the turn at openCryptoki, which is kept until it is closed: whoever listens at the name has it. */
export async function takeOpenCryptoki(): Promise<Turn> {
  const deadline = Date.now() + TURN_TIMEOUT_MILLISECONDS;
  for (;;) {
    const turn = createServer().listen(TURN);
    try {
      await once(turn, 'listening');
      return turn.unref();
    } catch {
      if (Date.now() > deadline) throw new MiddlewareMissing('Another test uses openCryptoki for too long.');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

interface Beginning {
  readonly dir: string;
  readonly modulePath: string;
  /** Paths of pkcsslotd and pkcsconf. */
  readonly daemon: string;
  readonly conf: string;
  readonly turn: Turn;
}

async function startToken({ dir, modulePath, daemon, conf, turn }: Beginning): Promise<MiddlewareToken> {
  await requireNoOther();
  await mkdir(dir, { recursive: true });
  for (const folder of OWN_FOLDERS) await prepareFolder(folder);
  const server = await startServer({ program: daemon, args: ['-f'], isReady: () => isListening(SOCKET) });
  const stop = async (): Promise<void> => {
    await server.stop();
    await forgetToken();
    await Promise.all(LEFT_BEHIND.map((path) => rm(path, { force: true })));
    await rm(dir, { recursive: true, force: true });
    turn.close();
  };
  const administer = (args: readonly string[]): Promise<unknown> => run(conf, [...args, '-c', SLOT]);
  const unlock = async (): Promise<void> => {
    await administer(['-u', '-S', SO_PIN, '-n', '12345670']);
    await administer(['-p', '-U', '12345670', '-n', PIN]);
  };
  try {
    await typeInto(conf, ['-I', '-c', SLOT], `87654321\n${LABEL}\n`);
    await administer(['-P', '-S', '87654321', '-n', SO_PIN]);
    await unlock();
    const workshop = new TokenWorkshop({ dir, modulePath, environment: {}, label: LABEL, pin: PIN });
    const ca = await workshop.makeAuthority();
    const key = { type: 'RSA-2048', id: '01', label: 'RSA' } as const;
    await workshop.makeKeyPair(key);
    const { certificate, path } = await workshop.issue(key.label, idSelector(key.id), ca);
    await workshop.putCertificate(path, key.id, key.label);
    return {
      ...{ modulePath, environment: {}, label: LABEL, pin: PIN, wrongPin: WRONG_PIN, unlock, stop },
      certificates: new Map([['RSA', certificate]]),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Files of a token that is ours say so; any other stays untouched. */
async function requireNoOther(): Promise<void> {
  if (existsSync(SOCKET)) {
    throw new MiddlewareMissing('pkcsslotd of this machine runs already.');
  }
  const token = join(TOKEN_FOLDER, 'NVTOK.DAT');
  if (existsSync(token) && !(await readFile(token, 'latin1')).includes(LABEL)) {
    throw new MiddlewareMissing(`${TOKEN_FOLDER} holds a token that is not the test's own.`);
  }
  await forgetToken();
}

/** Its files, not the folder for objects that the package brings. */
async function forgetToken(): Promise<void> {
  for (const folder of [OBJECT_FOLDER, TOKEN_FOLDER]) {
    const names = await readdir(folder).catch(() => []);
    const files = names.map((name) => join(folder, name)).filter((path) => path !== OBJECT_FOLDER);
    await Promise.all(files.map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** The package leaves these to systemd-tmpfiles, which a container does not run. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  await run('chgrp', ['pkcs11', folder]).catch(() => {
    throw new MiddlewareMissing(`${folder} cannot be given to the group pkcs11: this needs an administrator.`);
  });
  await run('chmod', ['770', folder]);
}

function typeInto(program: string, args: readonly string[], text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}.`));
    });
    child.once('error', reject);
    child.stdin.end(text);
  });
}
