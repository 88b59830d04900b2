import pkcs11js from 'pkcs11js';
import { describe, expect, it, vi } from 'vitest';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { CKR } from './ckr-messages.ts';
import { PinGuard } from './pin-guard.ts';
import type { PinLatchStore, PinRecord } from './pin-latch-store.ts';
import type { ListedToken, Pkcs11Module } from './pkcs11-module.ts';
import { ProcessLogins } from './process-logins.ts';
import { TokenConnection } from './token-connection.ts';

const token = (serial: string): ListedToken => ({
  ...{
    handle: Buffer.alloc(8),
    slotId: 0,
    label: 'card',
    serial,
    isInitialized: true,
    isLoginRequired: true,
    flags: 0x4,
  },
  ...{ pinLength: { min: 4, max: 8 }, tokenId: `maker|model|${serial}|card`, module: '/module.so' },
});

function memory(): PinLatchStore {
  const records = new Map<string, readonly PinRecord[]>();
  return {
    fingerprint: (tokenId, pin) => `${tokenId} ${pin}`,
    recall: (tokenId) => records.get(tokenId) ?? [],
    remember: (tokenId, known) => void records.set(tokenId, known),
    hold: () => () => undefined,
  };
}

/** A connection to the token that a provider names by its serial number, and what lies in the slot by the time of a login. */
function connection(serial: string, readToken: () => ListedToken | undefined) {
  const login = vi.fn();
  const cryptoki = {
    C_OpenSession: () => Buffer.alloc(8),
    C_GetMechanismList: () => [],
    C_FindObjectsInit: () => undefined,
    C_FindObjects: () => [],
    C_FindObjectsFinal: () => undefined,
    C_Login: login,
  };
  const module = { ready: () => cryptoki, readToken, logins: new ProcessLogins() } as unknown as Pkcs11Module;
  const entry = { id: 'card', type: 'SmartCard', name: 'Card', serial, tokenLabel: null, slotId: null } as TokenEntry;
  const opened = new TokenConnection({
    ...{ module, guard: new PinGuard(memory()), entry, token: token(serial), deadlineMilliseconds: 1_000 },
    ...{ onHung: () => undefined, isConfirmed: () => false, onFault: () => undefined },
  });
  return { opened, login };
}

const LOOK = { pin: '12345', mayAskAtReader: true, wanted: null };

describe('a connection to a token', () => {
  it('gives the PIN to the token that it was opened to', async () => {
    const { opened, login } = connection('AAA111', () => token('AAA111'));
    await opened.contents(LOOK);
    expect(login).toHaveBeenCalledExactlyOnceWith(expect.anything(), pkcs11js.CKU_USER, '12345');
  });

  it('gives no PIN to another token that lies in its slot by then', async () => {
    const { opened, login } = connection('AAA111', () => token('BBB222'));
    await expect(opened.contents(LOOK)).rejects.toMatchObject({ code: CKR.DEVICE_REMOVED });
    expect(login).not.toHaveBeenCalled();
  });
});
