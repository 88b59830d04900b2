import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SmartCardService } from '../../service/contract/http/diagnosis.ts';
import type { Machine } from '../middleware/machine.ts';
import { isAccessible } from './accessible.ts';

const SOCKETS = ['/run/pcscd/pcscd.comm', '/var/run/pcscd/pcscd.comm'];
/** systemd listens in the daemon's place and starts it when somebody asks. */
const SOCKET_UNITS = ['/lib/systemd/system/pcscd.socket', '/usr/lib/systemd/system/pcscd.socket'];

/**
 * Whether the PC/SC service is there, from its socket and its process; the other systems start theirs themselves.
 * `isRefused`: it answered this user that it may not.
 */
export function smartCardService(machine: Machine, isRefused = false): SmartCardService {
  if (machine.platform !== 'linux')
    return { state: 'unknown', detail: 'The system runs the service when it is needed.' };
  const given = machine.environment['PCSCLITE_CSOCK_NAME'];
  const sockets = given === undefined ? SOCKETS.map((socket) => machine.root + socket) : [given];
  const socket = sockets.find((each) => existsSync(each));
  if (socket === undefined) {
    const isInstalled = SOCKET_UNITS.some((unit) => existsSync(machine.root + unit));
    const detail = isInstalled ? 'pcscd is installed; its socket is not there.' : 'The socket of pcscd is not there.';
    return { state: 'not-running', detail };
  }
  if (isRefused) return { state: 'not-permitted', detail: 'pcscd refuses the user that the station runs as.' };
  if (!isAccessible(socket))
    return { state: 'not-permitted', detail: `The socket ${socket} may not be used by this user.` };
  const isStarted = isPcscdRunning(`${machine.root}/proc`);
  return {
    state: 'running',
    detail: isStarted ? `pcscd runs; its socket is ${socket}.` : `The socket ${socket} starts pcscd when it is used.`,
  };
}

function isPcscdRunning(processes: string): boolean {
  try {
    return readdirSync(processes).some((name) => /^\d+$/.test(name) && nameOf(path.join(processes, name)) === 'pcscd');
  } catch {
    return false;
  }
}

function nameOf(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'comm'), 'utf8').trim();
  } catch {
    return '';
  }
}
