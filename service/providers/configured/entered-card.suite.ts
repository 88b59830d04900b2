import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import type { TokenEntry } from '../token-host/protocol.ts';

/** The card with the label `station` behind this module, whose PIN a person enters. */
export function cardWithEnteredPin(modulePath: string): TokenEntry {
  return {
    ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath, tokenLabel: 'station', slotId: null },
    ...{ serial: null, pinSecretName: null, pinFrom: 'person', preferFirstSlotWhenAmbiguous: false },
  };
}

/** The PIN of a card that `useEnteredCard` makes. */
export const CARD_PIN = '86420975';

/** Its keys: one login opens the first, the other wants the PIN for each signature. */
export type CardKey = 'once' | 'each-time';

export interface EnteredCard {
  readonly module: MisbehavingModule;
  readonly host: RunningTokenHost;
  thumbprintOf(key: CardKey): string;
  sign(key: CardKey): Promise<Uint8Array>;
}

/** A card for the tests of a file, behind a module that can misbehave: its token-host and the module are new for each test. */
export function useEnteredCard(name: string): EnteredCard {
  let folder = '';
  let token: SoftHsmToken;
  let module: MisbehavingModule;
  let host: RunningTokenHost;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `${name}-`));
    const keys = [
      { type: 'P-256', id: '01', label: 'once' },
      { type: 'P-256', id: '02', label: 'each-time', alwaysAuthenticate: true },
    ] as const;
    token = await makeSoftHsmToken({ dir: join(folder, 'hsm'), label: 'station', pin: CARD_PIN, keys });
  });
  afterAll(async () => {
    await token.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    module = await buildMisbehavingModule(join(folder, 'module'), token.modulePath, CARD_PIN);
    host = startTokenHost({
      entries: [cardWithEnteredPin(module.modulePath)],
      pinGuardDirectory: join(folder, 'guard'),
      environment: token.environment,
    });
  });
  afterEach(async () => {
    await host.stop();
    await module.remove();
    // A wrong PIN of one test is nothing to the next.
    rmSync(join(folder, 'guard'), { recursive: true, force: true });
    await token.login();
  });

  const thumbprintOf = (key: CardKey): string =>
    createHash('sha256')
      .update(token.certificates.get(key) ?? new Uint8Array())
      .digest('hex')
      .toUpperCase();
  return {
    get module() {
      return module;
    },
    get host() {
      return host;
    },
    thumbprintOf,
    sign(key) {
      const dataToBeSigned = randomBytes(20);
      const digest = createHash('sha256').update(dataToBeSigned).digest();
      const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
      return host.directory.sign({ providerId: 'card', keyId: thumbprintOf(key), algorithm, dataToBeSigned, digest });
    },
  };
}
