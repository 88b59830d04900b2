import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { inspectKeeping, judgePin } from './keeping.ts';

const ENTRY: TokenEntry = {
  ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: '/lib/card.so', tokenLabel: null, slotId: null },
  ...{ serial: null, pinSecretName: 'Signing:SmartCard:Pin', preferFirstSlotWhenAmbiguous: false },
};
const WANTED = 'SERVICE_SECRET_SIGNING_SMARTCARD_PIN';

let data: string;
let secrets: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'keeping-'));
  secrets = path.join(data, 'secrets');
  mkdirSync(secrets);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const storing = (pin: string | undefined) => ({ read: () => Promise.resolve(pin) });
const inspect = (pin?: string) => inspectKeeping(ENTRY, storing(pin), secrets);

describe('the file of a PIN', () => {
  it.each([
    `secrets/${WANTED}.txt`,
    `secrets/${WANTED.toLowerCase()}`,
    'secrets/Signing_SmartCard_Pin',
    WANTED,
    `${WANTED}.TXT`,
  ])('is found where it is not read: %s', async (name) => {
    writeFileSync(path.join(data, name), '1234', { mode: 0o600 });
    expect(await inspect()).toMatchObject({ secret: { state: 'missing' }, misplacedSecret: path.join(data, name) });
  });

  it('is told where it is a link that leads to nothing, and where that leads', async () => {
    symlinkSync('../elsewhere', path.join(secrets, WANTED));
    expect(await inspect()).toMatchObject({ secret: { state: 'missing' }, danglingSecret: '../elsewhere' });
    expect(await inspect('1234')).toMatchObject({ secret: { state: 'present' }, danglingSecret: null });
  });

  it('is not looked for where there is one, and no other file is taken for it', async () => {
    writeFileSync(path.join(secrets, 'SERVICE_SECRET_SIGNING_HSM_PIN'), '1234');
    mkdirSync(path.join(data, WANTED));
    expect(await inspect()).toMatchObject({ secret: { state: 'missing' }, misplacedSecret: null });
    writeFileSync(path.join(secrets, `${WANTED}.txt`), '1234', { mode: 0o600 });
    expect(await inspect('1234')).toMatchObject({ secret: { state: 'present' }, misplacedSecret: null });
  });
});

describe('a PIN that is stored', () => {
  it.each([
    ['', 4, 'empty'],
    ['', 0, 'fits'],
    ['12', 4, 'too-short'],
    ['1234', 4, 'fits'],
  ] as const)('is measured by what the token takes: %j of at least %i', async (pin, minPinLength, length) => {
    const { outlooks } = await judgePin(ENTRY, storing(pin), path.join(data, 'guard'), [{ ...token, minPinLength }]);
    expect(outlooks).toMatchObject([{ length }]);
  });

  const token = {
    ...{ manufacturer: 'M', model: 'M', serial: 'S', label: 'L', module: '/lib/card.so', certificates: [] },
    ...{ minPinLength: 4, maxPinLength: 255 },
  };

  it.each([
    ['# of the card\n1234', true],
    ['"1234"', true],
    ["'1234'", true],
    [`${WANTED}=1234`, true],
    ['PIN: 1234', true],
    ['1234', false],
    ['"1234', false],
    ['pin code 1234', false],
  ])('has something else with it: %j', async (content, isWithMore) => {
    const { outlooks } = await judgePin(ENTRY, storing(content), path.join(data, 'guard'), [token]);
    expect(outlooks).toMatchObject([{ isWithMore, hasBlankAround: false }]);
  });

  it.each([
    ['1234', false],
    ['12 34', false],
    ['', false],
    ['1234 ', true],
    ['1234\r', true],
    ['1234\0', true],
    ['\u200b1234', true],
    ['1234\u001a', true],
  ])('has what nobody sees around it: %j', async (content, hasBlankAround) => {
    const { outlooks } = await judgePin(ENTRY, storing(content), path.join(data, 'guard'), [token]);
    expect(outlooks).toMatchObject([{ hasBlankAround }]);
  });
});
