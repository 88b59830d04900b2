import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isListening } from '../../listening.ts';
import { freePort, isFreePort } from '../../station/running-station.ts';
import { TokenWorkshop } from '../token-workshop.ts';
import { findLibrary, findProgram, startServer, type MiddlewareToken, type Server } from './middleware.ts';

const run = promisify(execFile);
const MODULE_PATHS = ['/usr/lib/x86_64-linux-gnu/pkcs11/libtpm2_pkcs11.so'];

/** tpm2-pkcs11 on a software TPM, with the resource manager that it needs on a message bus of its own. */
export async function startTpm(dir: string): Promise<MiddlewareToken> {
  const modulePath = findLibrary(MODULE_PATHS, 'libtpm2-pkcs11-1');
  const ptool = findProgram('tpm2_ptool', 'libtpm2-pkcs11-tools');
  const lockout = findProgram('tpm2_dictionarylockout', 'tpm2-tools');
  const [label, pin] = ['station-tpm', '11223344'];
  await Promise.all(['state', 'store', 'files'].map((name) => mkdir(join(dir, name), { recursive: true })));
  const environment = {
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(dir, 'bus')}`,
    TPM2TOOLS_TCTI: 'tabrmd:bus_type=session',
    TPM2_PKCS11_TCTI: 'tabrmd:bus_type=session',
    TPM2_PKCS11_STORE: join(dir, 'store'),
    TPM2_PKCS11_LOG_LEVEL: '0',
    TSS2_LOG: 'all+NONE',
  };
  const servers = await startServers(dir, environment);
  const stop = async (): Promise<void> => {
    for (const server of servers.toReversed()) await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const workshop = new TokenWorkshop({ dir: join(dir, 'files'), modulePath, environment, label, pin });
    const secrets = [`--userpin=${pin}`, `--label=${label}`];
    await workshop.run(ptool, ['init']);
    await workshop.run(ptool, ['addtoken', '--pid=1', '--sopin=87654321', ...secrets]);
    const ca = await workshop.makeAuthority();
    const certificates = new Map<'RSA' | 'EC', Uint8Array>();
    for (const [name, algorithm] of [
      ['RSA', 'rsa2048'],
      ['EC', 'ecc256'],
    ] as const) {
      await workshop.run(ptool, ['addkey', `--algorithm=${algorithm}`, `--key-label=${name}`, ...secrets]);
      const { certificate } = await workshop.issue(name, `object=${name}`, ca);
      await workshop.run(ptool, ['addcert', `--label=${label}`, `--key-label=${name}`, workshop.path(`${name}.pem`)]);
      certificates.set(name, certificate);
    }
    return {
      ...{ modulePath, environment, label, pin, wrongPin: '99887766', certificates, stop },
      unlock: () => workshop.run(lockout, ['--clear-lockout']),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServers(dir: string, environment: Readonly<Record<string, string>>): Promise<Server[]> {
  const [tpm, bus, manager] = [
    findProgram('swtpm', 'swtpm'),
    findProgram('dbus-daemon', 'dbus-daemon'),
    findProgram('tpm2-abrmd', 'tpm2-abrmd'),
  ];
  findLibrary(['/usr/lib/x86_64-linux-gnu/libtss2-tcti-tabrmd.so.0'], 'libtss2-tcti-tabrmd0');
  const port = await freePortPair();
  const at = (offset: number): string => `type=tcp,port=${port + offset},bindaddr=127.0.0.1`;
  const servers: Server[] = [];
  try {
    servers.push(
      await startServer({
        program: tpm,
        args: [
          ...['socket', '--tpm2', '--tpmstate', `dir=${join(dir, 'state')}`, '--server', at(0), '--ctrl', at(1)],
          ...['--flags', 'not-need-init,startup-clear'],
        ],
        isReady: () => answers(port + 1),
      }),
    );
    servers.push(
      await startServer({
        program: bus,
        args: ['--session', '--nofork', '--nopidfile', `--address=unix:path=${join(dir, 'bus')}`],
        isReady: () => isListening(join(dir, 'bus')),
      }),
    );
    const managed = await startServer({
      program: manager,
      args: ['--session', '--allow-root', '--flush-all', `--tcti=swtpm:host=127.0.0.1,port=${port}`],
      environment,
      isReady: () => isOnBus(environment),
    });
    servers.push(managed);
    return servers;
  } catch (error) {
    for (const server of servers.toReversed()) await server.stop();
    throw error;
  }
}

/** The first of two: clients take the next port for the control channel. */
async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isFreePort(port + 1)) return port;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function isOnBus(environment: Readonly<Record<string, string>>): Promise<boolean> {
  const question = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'];
  const args = [...question, 'org.freedesktop.DBus.NameHasOwner', 'string:com.intel.tss2.Tabrmd'];
  const { stdout } = await run('dbus-send', args, { env: { ...process.env, ...environment } });
  return stdout.includes('boolean true');
}
