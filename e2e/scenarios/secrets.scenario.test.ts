import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf, markersIn, scriptOf, seizedChild } from '../actors/station/process-memory.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';

const PFX_PASSWORD = 'marker-pfx-71e0a6';
const PIN = '5093817264';
const OTHERS = ['marker-tsa-5fd0c2', 'marker-key-id-10d', 'marker-access-key-77a', 'marker-of-nobody-e2'];
const MARKERS = [PFX_PASSWORD, PIN, ...OTHERS];

/** The host starts children anew and keeps its copy; this is what the children hold. */
describe.skipIf(process.platform !== 'linux')('secrets and inspectors', () => {
  let folder: string;
  let token: SoftHsmToken;
  let station: RunningStation;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
    await makePfx(path.join(folder, 'signer.p12'), PFX_PASSWORD);
    const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
    token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'secret', pin: PIN, keys });
    mkdirSync(path.join(folder, 'lists'), { mode: 0o700 });
    const [tsa = '', keyId = '', accessKey = '', nobody = ''] = OTHERS;
    station = await startStation({
      settings: {
        Environment: 'Production',
        'Signing:Pfx:Path': path.join(folder, 'signer.p12'),
        'Signing:Pkcs11:0:ProviderId': 'token',
        'Signing:Pkcs11:0:Name': 'Token',
        'Signing:Pkcs11:0:ModulePath': token.modulePath,
        'Signing:Pkcs11:0:TokenLabel': 'secret',
        // Nobody listens there: the client reads the password when it is first asked for a timestamp.
        'Timestamping:Url': 'http://127.0.0.1:9/tsa',
        'Timestamping:Username': 'station',
        'SigningJobRetry:MaxAttempts': '1',
        'TrustedLists:Folder': path.join(folder, 'lists'),
      },
      environment: {
        ...token.environment,
        NODE_OPTIONS: '--no-warnings',
        SERVICE_SECRET_SIGNING_PFX_PASSWORD: PFX_PASSWORD,
        SERVICE_SECRET_SIGNING_PKCS11_PIN: PIN,
        SERVICE_SECRET_TIMESTAMPING_PASSWORD: tsa,
        SERVICE_SECRET_STORAGE_ACCESSKEYID: keyId,
        SERVICE_SECRET_STORAGE_SECRETACCESSKEY: accessKey,
        service_secret_of_nobody: nobody,
      },
    });
  });
  afterAll(async () => {
    await station.dispose();
    await token.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function useEverything(): Promise<void> {
    const client = createStationClient(station.url);
    for (const signingProvider of ['Pfx', 'Pkcs11']) {
      const { id } = await client.create(Buffer.from('text'), { format: 'CAdES', signingProvider });
      expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null });
      await client.verification(id);
    }
    const { id } = await client.create(Buffer.from('text'), { format: 'CAdES', profile: 'T' });
    expect(await client.finished(id)).toMatchObject({ errorCode: 'TIMESTAMP_OPERATION_FAILED' });
  }

  it('are in the process that needs them and nowhere else', async () => {
    await useEverything();
    const holders: { readonly script: string | undefined; readonly found: string[] }[] = [];
    for (const pid of descendantsOf(station.process.pid ?? -1)) {
      holders.push({ script: scriptOf(pid), found: await markersIn(pid, MARKERS) });
    }
    const scripts = holders.map(({ script }) => script);
    expect(scripts).toEqual(expect.arrayContaining(['worker', 'verifier', 'token-host', 'timestamp-client']));
    const hosts = holders.filter(({ script }) => script === 'token-host').map(({ found }) => found.join());
    expect(hosts.toSorted()).toEqual([PIN, PFX_PASSWORD]);
    const [tsaPassword = ''] = OTHERS;
    for (const { script, found } of holders) {
      if (script === 'token-host') continue;
      expect([script, found]).toEqual([script, script === 'timestamp-client' ? [tsaPassword] : []]);
    }
    // What cannot be found at all proves nothing: the launcher is the exception, and holds them.
    expect(await markersIn(station.process.pid ?? -1, MARKERS)).toEqual(MARKERS.toSorted());
  });

  /**
   * The markers in a child that is gone within a moment. It is read while its host is stopped, so that it cannot end
   * before; `again` brings another one, should this one have ended before it was seen.
   */
  async function foundIn(
    script: string,
    isWanted: (environment: string) => boolean,
    again: () => Promise<unknown>,
  ): Promise<string[]> {
    const host = station.process.pid ?? -1;
    const seizing = { isOver: false };
    const seized = seizedChild(host, (line, environment) => line.includes(script) && isWanted(environment)).finally(
      () => (seizing.isOver = true),
    );
    const bringing = (async () => {
      while (!seizing.isOver) await again();
    })();
    try {
      return await markersIn(await seized, MARKERS);
    } finally {
      process.kill(host, 'SIGCONT');
      await bringing;
    }
  }

  it('are in no process of the doctor, but for the PIN in question in the one that looks at how it is kept', async () => {
    const isGivenSecrets = (environment: string): boolean => environment.includes('SERVICE_SECRET_');
    const diagnose = (): Promise<unknown> => fetch(`${station.url}/api/v1/providers/token/diagnosis`);
    expect(await foundIn('/doctor.js', isGivenSecrets, diagnose)).toEqual([PIN]);
    expect(await foundIn('/doctor.js', (environment) => !isGivenSecrets(environment), diagnose)).toEqual([]);
  });

  it('are not in the process that judges trusted lists', async () => {
    let texts = 0;
    // A folder is looked at twice a minute, and its lists are judged when one has changed.
    const change = async (): Promise<void> => {
      writeFileSync(path.join(folder, 'lists/list.xml'), `<list>${'.'.repeat((texts += 1))}</list>`);
      await setTimeout(500);
    };
    expect(await foundIn('/trusted-lists.js', () => true, change)).toEqual([]);
  });

  it('no process opens an inspector when a signal asks for it, or dies of it', async () => {
    const pids = [station.process.pid ?? -1, ...descendantsOf(station.process.pid ?? -1)];
    // Those end by themselves when they have answered, maybe before they are looked at.
    const lasting = pids.filter((pid) => ![undefined, 'doctor', 'trusted-lists'].includes(scriptOf(pid)));
    for (const pid of lasting) process.kill(pid, 'SIGUSR1');
    await useEverything();
    expect(station.output()).not.toContain('Debugger listening');
    for (const pid of lasting) expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).not.toContain(') Z ');
    for (const pid of lasting.slice(1)) {
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--disable-sigusr1');
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('NODE_OPTIONS');
    }
  });

  it('a station that could be inspected does not start', async () => {
    const start = startStation({ environment: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
    await expect(start).rejects.toThrow('An inspector is open in this process');
  });
});
