import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { MiddlewareMissing, type MiddlewareToken } from '../actors/tokens/middleware/middleware.ts';
import { startOpenCryptoki } from '../actors/tokens/middleware/opencryptoki.ts';
import { startPivCard } from '../actors/tokens/middleware/opensc-piv.ts';
import { startSoftHsm } from '../actors/tokens/middleware/softhsm-token.ts';
import { startTpm } from '../actors/tokens/middleware/tpm2.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

interface Place {
  readonly name: string;
  readonly start: (dir: string) => Promise<MiddlewareToken>;
  readonly type: 'SmartCard' | 'Hsm' | 'Pkcs11';
  /** Configuration section. */
  readonly section: string;
  readonly format: 'CAdES' | 'PAdES';
}

const PLACES: readonly Place[] = [
  { name: 'SoftHSM2', start: startSoftHsm, type: 'Hsm', section: 'Signing:Hsm', format: 'PAdES' },
  { name: 'OpenSC', start: startPivCard, type: 'SmartCard', section: 'Signing:SmartCard', format: 'PAdES' },
  { name: 'tpm2-pkcs11', start: startTpm, type: 'Pkcs11', section: 'Signing:Pkcs11:0', format: 'CAdES' },
  { name: 'openCryptoki', start: startOpenCryptoki, type: 'Pkcs11', section: 'Signing:Pkcs11:1', format: 'CAdES' },
];

/** Some of it is one for the whole machine, and another test may use it. */
const TURNS_MILLISECONDS = 600_000;

/** One station with a provider for each middleware of this machine, all at once. */
describe('a station whose tokens come through four kinds of middleware', () => {
  let dir: string;
  let station: RunningStation | undefined;
  const tokens = new Map<string, MiddlewareToken>();

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'station-middleware-'));
    for (const { name, start } of PLACES) {
      try {
        tokens.set(name, await start(path.join(dir, name)));
      } catch (error) {
        if (!(error instanceof MiddlewareMissing) || process.env['CI'] === 'true') throw error;
        console.error(`NOT TESTED: ${name}: ${error.message}`);
      }
    }
    const settings: Record<string, string> = {};
    const environment: Record<string, string> = {};
    let pkcs11 = 0;
    for (const { name, type, section } of PLACES) {
      const token = tokens.get(name);
      if (token === undefined) continue;
      // A list without holes, whichever are there.
      const base = type === 'Pkcs11' ? `Signing:Pkcs11:${pkcs11++}` : section;
      const secret = `PIN${tokens.size}${name.replaceAll(/\W/g, '')}`.toUpperCase();
      settings[`${base}:ModulePath`] = token.modulePath;
      settings[`${base}:PinSecretName`] = secret;
      if (type === 'Pkcs11') settings[`${base}:ProviderId`] = settings[`${base}:Name`] = name;
      if (token.label !== null) settings[`${base}:TokenLabel`] = token.label;
      Object.assign(environment, token.environment, { [`SERVICE_SECRET_${secret}`]: token.pin });
    }
    station = await startStation({ settings, environment });
  }, TURNS_MILLISECONDS);
  afterAll(async () => {
    await station?.dispose();
    for (const token of tokens.values()) await token.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it.for(PLACES)('signs with each key through $name', async ({ name, type, format }, { skip }) => {
    const token = tokens.get(name);
    if (token === undefined) return skip('It cannot run on this machine.');
    const client = createStationClient(station?.url ?? '');
    const document = Object.values(smallPdfs())[0] ?? new Uint8Array();
    for (const certificate of token.certificates.values()) {
      const certificateThumbprint = createHash('sha1').update(certificate).digest('hex').toUpperCase();
      const { id } = await client.create(document, { format, signingProvider: type, certificateThumbprint });
      const view = await client.finished(id);
      expect(view.status, `${name}: ${view.errorCode} ${view.errorMessage}`).toBe('Completed');
      const { signatures } = await client.verification(id);
      expect(signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true]);
    }
  });

  it('lists the certificates of all of them', async () => {
    const expected = [...tokens.values()].flatMap((token) => [...token.certificates.values()]);
    const listed = await createStationClient(station?.url ?? '').listedCertificates(expected.length);
    const thumbprints = expected.map((der) => createHash('sha1').update(der).digest('hex').toUpperCase());
    for (const thumbprint of thumbprints) {
      expect(listed).toContainEqual(expect.objectContaining({ thumbprint, canSign: true }));
    }
  });
});
