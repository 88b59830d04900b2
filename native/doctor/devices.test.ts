import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeUsbDevice, readUsbDevices, watchUsb } from '../usb/usb-bus.ts';
import type { Machine } from '../middleware/machine.ts';
import { describeReader } from './pcsc-readers.ts';
import { smartCardService } from './smart-card-service.ts';

describe('describeReader', () => {
  const answer = Buffer.from('3BD5180081313A7D8073C8211030', 'hex');
  const state = { szReader: 'Reader 0', cbAtr: answer.length, rgbAtr: [...answer, ...Array<number>(19).fill(0)] };

  it('names the card by its answer to reset, and the software that drives it', () => {
    expect(describeReader({ ...state, dwEventState: 0x00010022 })).toMatchObject({
      ...{ name: 'Reader 0', hasCard: true, isExclusive: false, answerToReset: answer.toString('hex').toUpperCase() },
      ...{ card: 'SafeNet eToken 5110', productIds: ['safenet', 'idprime'] },
    });
  });

  it('tells a card in exclusive use, and forgets what lies in the buffer of an empty reader', () => {
    expect(describeReader({ ...state, dwEventState: 0x1a2 })).toMatchObject({ hasCard: true, isExclusive: true });
    expect(describeReader({ ...state, dwEventState: 0x00030012 })).toMatchObject({
      ...{ hasCard: false, isExclusive: false, answerToReset: null, card: null, products: [] },
    });
  });
});

describe('smartCardService', () => {
  let root: string;
  let machine: Machine;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'service-'));
    machine = { platform: 'linux', architecture: 'x64', environment: {}, home: root, root };
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const put = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };

  it('does not run without its socket', () => {
    expect(smartCardService(machine).state).toBe('not-running');
    put('/usr/lib/systemd/system/pcscd.socket', '');
    expect(smartCardService(machine)).toMatchObject({
      state: 'not-running',
      detail: expect.stringContaining('is installed') as string,
    });
    const environment = { PCSCLITE_CSOCK_NAME: path.join(root, 'elsewhere') };
    expect(smartCardService({ ...machine, environment }).state).toBe('not-running');
  });

  it('runs, or is started by its socket', () => {
    put('/run/pcscd/pcscd.comm', '');
    expect(smartCardService(machine).detail).toMatch(/starts pcscd/);
    put('/proc/42/comm', 'pcscd\n');
    expect(smartCardService(machine)).toMatchObject({
      state: 'running',
      detail: expect.stringContaining('pcscd runs') as string,
    });
  });

  it('says that it refuses this user where it was asked and did', () => {
    put('/run/pcscd/pcscd.comm', '');
    expect(smartCardService(machine, true).state).toBe('not-permitted');
  });

  it('is not known where it has no socket', () => {
    expect(smartCardService({ ...machine, platform: 'win32' }).state).toBe('unknown');
  });
});

describe('the USB', () => {
  it('names a token and its software by vendor and product id', () => {
    expect(describeUsbDevice(0x0529, 0x0620)).toMatchObject({
      ids: '0529:0620',
      kind: 'token',
      productIds: ['safenet', 'idprime'],
    });
    expect(describeUsbDevice(0x058f, 0x9540)).toMatchObject({ kind: 'ambiguous', productIds: ['watchdata'] });
    expect(describeUsbDevice(0x1d6b, 0x0002)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux' && !existsSync('/sys/bus/usb/devices'))(
    'is null on a machine without one',
    async () => {
      expect(await readUsbDevices()).toBeNull();
      expect(await watchUsb(() => undefined)).toBe(false);
    },
  );
});
