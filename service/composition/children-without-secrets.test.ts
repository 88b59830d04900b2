import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadConfiguration, type Configuration } from '../config/configuration.ts';
import type { LaunchedProcess, LaunchSpecification, ProcessLauncher } from '../processes/launcher.ts';
import { createLinkPair } from '../processes/link-pair.suite.ts';
import { probeModule } from '../providers/diagnosis/doctor-process.ts';
import { createTokenDoctor, doctorProcesses, signingProviders } from './signing-providers.ts';
import { startPublisher } from './start-children.ts';
import { openTrustedLists } from './trusted-lists.ts';

const PFX = 'marker-pfx-71e0a6';
const SECRETS = {
  SERVICE_SECRET_SIGNING_PFX_PASSWORD: PFX,
  SERVICE_SECRET_SIGNING_PKCS11_PIN: 'marker-pin-509381',
  SERVICE_SECRET_TIMESTAMPING_PASSWORD: 'marker-tsa-5fd0c2',
  SERVICE_SECRET_STORAGE_ACCESSKEYID: 'marker-key-id-10d',
  service_secret_of_nobody: 'marker-of-nobody-e2',
};
const HOST = { ...SECRETS, PATH: '/bin', NODE_OPTIONS: '--inspect' };
const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let folder: string;
let launched: LaunchSpecification[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'children-'));
  launched = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes down what each child is given; the child is gone at once. */
const launcher: ProcessLauncher = {
  launch(specification): LaunchedProcess {
    launched.push(specification);
    const [link, far] = createLinkPair();
    far.close();
    return { pid: 1, link, exited: Promise.resolve({ kind: 'exited', exitCode: 0 }), kill: () => undefined };
  },
};

function configured(settings: Record<string, unknown>): Configuration {
  return loadConfiguration({ argv: [], env: {}, defaults: { Data: { Directory: folder }, ...settings } });
}

/** By the name of each child, the markers in all that it was started with. */
function given(): [name: string, markers: string[]][] {
  return launched.map(({ name, env, args }) => {
    const text = JSON.stringify([env, args]);
    expect(text).toContain('/bin');
    expect(text).not.toContain('--inspect');
    return [name, Object.values(SECRETS).filter((marker) => text.includes(marker))];
  });
}

it('the process that reads trusted lists is given no secret', async () => {
  writeFileSync(path.join(folder, 'list.xml'), '<list/>');
  const configuration = configured({ TrustedLists: { Folder: folder } });
  const watch = await openTrustedLists({ configuration, launcher, script: '/lists.js', environment: HOST, logger });
  await watch?.stop();
  expect(given()).toEqual([['trusted-lists', []]]);
});

it('the publisher is given no secret, though its host has them', async () => {
  for (const [name, value] of Object.entries(HOST)) vi.stubEnv(name, value);
  const nothing = {} as never;
  const configuration = configured({ Roles: ['api'] });
  const options = { configuration, launcher, entries: { publisher: '/publisher.js' }, environment: HOST, logger };
  const telemetry = { metrics: nothing, feed: nothing, tracing: undefined };
  const broker = { onBack: () => undefined };
  const publisher = startPublisher(options as never, { broker } as never, nothing, telemetry, () => undefined);
  await publisher.stop(0);
  expect(given()[0]).toEqual(['publisher', []]);
});

it('of the processes of the doctor none that loads a module is given a secret, the other that of its provider', async () => {
  const configuration = configured({ Signing: { Pfx: { Path: '/signer.p12' } } });
  const parts = { configuration, launcher, script: '/doctor.js', environment: HOST };
  const providers = signingProviders(configuration, null);
  const asked = createTokenDoctor(parts, providers, false).diagnose(providers[0]?.entry.id ?? '');
  await expect(asked).rejects.toThrow();
  await probeModule(doctorProcesses(parts), '/module.so');
  expect(given()).toEqual([
    ['doctor', [PFX]],
    ['doctor', []],
  ]);
});
