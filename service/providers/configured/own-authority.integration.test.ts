import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { withCardInReader } from './card-in-reader.suite.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import type { KeySelection } from '../providers.ts';

const PIN = '24681357';
/** Of an authority that signs documents with its own key. */
const EXTENSIONS = [
  'basicConstraints=critical,CA:TRUE',
  'keyUsage=critical,digitalSignature,nonRepudiation,keyCertSign',
];

let dir: string;
let own: SoftHsmToken;
let ofAnother: SoftHsmToken;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'own-authority-'));
  const shared = { label: 'card', pin: PIN } as const;
  const keys = [{ type: 'P-256', id: '01', label: 'authority' }] as const;
  own = await makeSoftHsmToken({ ...shared, keys, dir: join(dir, 'own'), extensions: EXTENSIONS });
  // The same certificate as that of an issuer: a card whose own ones show after a login only.
  const issuer = { certificatePath: join(dir, 'own/authority.pem'), keyPath: '' };
  ofAnother = await makeSoftHsmToken({ ...shared, keys: [], dir: join(dir, 'other') });
  await ofAnother.putAuthority(issuer);
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const withCard = <Result>(token: SoftHsmToken, work: (host: RunningTokenHost) => Promise<Result>): Promise<Result> =>
  withCardInReader({ token, pin: PIN, pinGuardDirectory: join(dir, 'guard') }, work);

const choice = (): KeySelection => ({
  tenantId: 'default',
  providerType: 'SmartCard',
  certificateThumbprint: createHash('sha256')
    .update(own.certificates.get('authority') ?? '')
    .digest('hex'),
});

it('does not give the PIN to a card that bears the certificate as that of an issuer', async () => {
  await withCard(ofAnother, async ({ directory }) => {
    expect(await directory.listCertificates()).toEqual([]);
    await expect(directory.selectKey(choice())).rejects.toMatchObject({ waitReason: 'OTHER_CARD_PRESENT' });
  });
});

it("shows an authority's certificate whose key pair lies on the card before any login, and signs with it by its name", async () => {
  await withCard(own, async ({ directory }) => {
    const listed = await directory.listCertificates();
    expect(listed.map(({ subject, canSign }) => [subject, canSign])).toEqual([
      [expect.stringContaining('authority'), true],
    ]);
    expect((await directory.selectKey(choice())).algorithms).not.toEqual([]);
  });
});
