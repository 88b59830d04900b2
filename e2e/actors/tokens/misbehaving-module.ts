import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('misbehaving-module.c', import.meta.url));

/** What a module can be made to do, from the next call on; numbers are milliseconds, sessions or slots. */
type Misbehaviour =
  | 'none'
  | 'hang-sign'
  | 'crash-sign'
  | 'wrong-signature'
  | 'hash-only'
  | 'hang-login'
  | 'crash-login'
  | 'fail-login'
  | 'cannot-lock'
  | 'fail-slots'
  | 'fail-session'
  | 'fail-attributes'
  /** Objects show nothing before a login but this return value. */
  | `hidden-attributes ${number}`
  | 'self-test-failed'
  | 'removed'
  | `moved ${number}`
  | `sessions ${number}`
  | `slow-card ${number}`
  | `slow-hsm ${number}`
  /** The reader has keys; after so many milliseconds the person has typed the PIN, gave up, typed a wrong one, ... */
  | `pad ${number}`
  | `pad-cancel ${number}`
  | `pad-refuse ${number}`
  | `pad-fail ${number}`;

export interface MisbehavingModule {
  readonly modulePath: string;
  misbehave(how: Misbehaviour): Promise<void>;
  /** How often the module was called with this function: `C_Login`, `C_Login context`, `C_Login NULL`, `C_Sign`, ... */
  callCount(name: string): Promise<number>;
  /** In "slow-hsm": the most signatures that were ever under way at once. */
  mostAtOnce(): Promise<number>;
  /** In "slow-card": how many milliseconds passed between one signature and the call for the next, each time. */
  idleTimes(): Promise<number[]>;
  /** In "slow-card": what it was given to sign, in hexadecimal digits, each time. */
  signedData(): Promise<string[]>;
  remove(): Promise<void>;
}

const SPY_MODULES = ['/usr/lib/x86_64-linux-gnu/pkcs11/pkcs11-spy.so', '/usr/lib/pkcs11/pkcs11-spy.so'];

/**
 * A module behind OpenSC's spy, which writes down every call to `logPath`, whatever environment it is loaded in. The
 * file is in `dir`. Throws when spy or C compiler are missing.
 */
export async function buildSpiedModule(dir: string, targetPath: string, logPath: string): Promise<MisbehavingModule> {
  const spy = SPY_MODULES.find((path) => existsSync(path));
  if (spy === undefined) throw new Error('pkcs11-spy.so is missing (Debian package opensc-pkcs11)');
  return buildMisbehavingModule(dir, spy, '', { SPIED: targetPath, SPY_LOG: logPath });
}

/**
 * Compiles the wrapper around `targetPath` in `dir`; `pin` is what people type on its reader. Throws when there is no C
 * compiler.
 */
export async function buildMisbehavingModule(
  dir: string,
  targetPath: string,
  pin = '',
  spied: Readonly<Record<string, string>> = {},
): Promise<MisbehavingModule> {
  await mkdir(dir, { recursive: true });
  const [modulePath, control, log] = [join(dir, 'misbehaving.so'), join(dir, 'misbehaviour'), join(dir, 'calls.log')];
  const defines = Object.entries({ TARGET: targetPath, CONTROL: control, LOG: log, PIN: pin, ...spied });
  await run('cc', [
    ...['-shared', '-fPIC', '-O1', '-o', modulePath],
    ...defines.map(([name, value]) => `-D${name}=${JSON.stringify(value)}`),
    ...[SOURCE, '-ldl', '-lpthread'],
  ]);
  await Promise.all([writeFile(control, 'none 0\n'), writeFile(log, '')]);
  return {
    modulePath,
    misbehave: (how) => writeFile(control, how.includes(' ') ? `${how}\n` : `${how} 0\n`),
    callCount: async (name) => (await readFile(log, 'utf8')).split('\n').filter((line) => line === name).length,
    mostAtOnce: async () =>
      Math.max(
        0,
        ...Array.from((await readFile(log, 'utf8')).matchAll(/^beside (\d+)$/gm), ([, text]) => Number(text)),
      ),
    idleTimes: async () =>
      Array.from((await readFile(log, 'utf8')).matchAll(/^idle (\d+)$/gm), ([, text]) => Number(text)),
    signedData: async () =>
      Array.from((await readFile(log, 'utf8')).matchAll(/^data (.+)$/gm), ([, text]) => text ?? ''),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
