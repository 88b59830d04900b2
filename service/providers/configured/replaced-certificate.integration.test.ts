import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { withCardInReader } from './card-in-reader.suite.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { idSelector, TokenWorkshop } from '../../../e2e/actors/tokens/token-workshop.ts';
import type { SigningKey } from '../providers.ts';

const PIN = '24681357';
const KEY = { type: 'P-256', id: '01', label: 'signer' } as const;

let dir: string;
/** Two cards of one person, with one PIN. */
let card: SoftHsmToken;
let second: SoftHsmToken;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'replaced-certificate-'));
  card = await makeSoftHsmToken({ label: 'card', pin: PIN, keys: [KEY], dir: join(dir, 'card') });
  second = await makeSoftHsmToken({ label: 'second', pin: PIN, keys: [KEY], dir: join(dir, 'second') });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const inReader = <Result>(token: SoftHsmToken, work: (host: RunningTokenHost) => Promise<Result>): Promise<Result> =>
  withCardInReader({ token, pin: PIN, pinGuardDirectory: join(dir, 'guard') }, work);

const certificateOf = (token: SoftHsmToken): string =>
  createHash('sha256')
    .update(token.certificates.get('signer') ?? '')
    .digest('hex');

const select = (host: RunningTokenHost, certificateThumbprint: string): Promise<SigningKey> =>
  host.directory.selectKey({ tenantId: 'default', providerType: 'SmartCard', certificateThumbprint });

it('waits for the card that has the certificate while another one is in and opened, and not for what is replaced on it', async () => {
  const wanted = certificateOf(card);
  await inReader(card, (host) => select(host, wanted));
  await inReader(second, async (host) => {
    const other = { kind: 'transient', waitReason: 'OTHER_CARD_PRESENT' };
    await expect(select(host, wanted)).rejects.toMatchObject(other);
    await select(host, certificateOf(second));
    await expect(select(host, wanted)).rejects.toMatchObject(other);
  });
  await replaceCertificate();
  const replaced = { code: 'SIGNING_CERTIFICATE_NOT_FOUND', kind: 'permanent', waitReason: null };
  const words = { message: expect.stringContaining('had the wanted certificate before and has it no more') as string };
  await inReader(card, async (host) => {
    await expect(select(host, wanted)).rejects.toMatchObject({ ...replaced, ...words });
    // Opened by the list.
    expect(await host.directory.listCertificates()).toHaveLength(1);
    await expect(select(host, wanted)).rejects.toMatchObject({ ...replaced, ...words });
  });
});

/** A new certificate for the same key, in the place of the old one. */
async function replaceCertificate(): Promise<void> {
  const { modulePath, environment, authorityPath } = card;
  const workshop = new TokenWorkshop({ dir: join(dir, 'card'), modulePath, environment, label: 'card', pin: PIN });
  await workshop.tokenTool(['--delete-object', '--type', 'cert', '--id', KEY.id]);
  const ca = { certificatePath: authorityPath, keyPath: authorityPath.replace('.pem', '.key') };
  const { path } = await workshop.issue('renewed', idSelector(KEY.id), ca);
  await workshop.putCertificate(path, KEY.id, KEY.label);
}
