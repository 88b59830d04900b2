import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTestCa, type TestCa } from '../ca/make-test-ca.ts';
import { startTimestampAuthority, type RunningAuthority } from '../timestamps/timestamp-authority.ts';
import { startStation, type RunningStation } from './running-station.ts';

const PASSWORD = 'evidence';

/** Certificate and timestamp authorities, a signer, and data directories of stations that know all of them. */
export interface EvidencePlace {
  readonly ca: TestCa;
  readonly authority: RunningAuthority;
  /** A new data directory; it goes with the place. */
  newDataDirectory(): string;
  /** Registers the CRLs of these authorities as they are now. */
  registerCrls(dataDirectory: string, authorities: readonly string[]): void;
  /** A station for real signatures, with evidence out of its folders; its signer's key is in a file. */
  start(dataDirectory: string, settings?: Readonly<Record<string, string>>): Promise<RunningStation>;
  close(): Promise<void>;
}

/** `name` begins the names of its folders. Throws where openssl is missing. */
export async function openEvidencePlace(name: string): Promise<EvidencePlace> {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  mkdirSync(path.join(folder, 'ca'));
  const ca = makeTestCa(path.join(folder, 'ca'));
  const { certificatePem, keyPem } = ca.signer('p-256');
  const files = ['-in', certificatePem, '-inkey', keyPem, '-out', ca.path('signer.p12')];
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${PASSWORD}`], { cwd: ca.folder });
  ca.renewCrls();
  const authority = await startTimestampAuthority(ca);
  const put = (...[dataDirectory, below, names]: [string, string, readonly string[]]): void => {
    mkdirSync(path.join(dataDirectory, below), { recursive: true, mode: 0o700 });
    for (const file of names) copyFileSync(ca.path(file), path.join(dataDirectory, below, file));
  };
  return {
    ca,
    authority,
    newDataDirectory: () => mkdtempSync(path.join(folder, 'data-')),
    registerCrls(dataDirectory, authorities) {
      const lists = authorities.map((authority) => `${authority}.crl`);
      put(dataDirectory, 'validation-data/crls', lists);
    },
    start(dataDirectory, settings = {}) {
      put(dataDirectory, 'trust-anchors', ['root.pem']);
      put(dataDirectory, 'validation-data/certificates', ['intermediate.pem', 'issuing.pem']);
      return startStation({
        dataDirectory,
        settings: {
          Environment: 'Production',
          'Timestamping:Url': authority.url,
          'Signing:Pfx:Path': ca.path('signer.p12'),
          'SigningJobRetry:InitialBackoffMilliseconds': '20',
          'SigningJobRetry:MaxAttempts': '3',
          ...settings,
        },
        environment: { SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD },
      });
    },
    async close() {
      await authority.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
