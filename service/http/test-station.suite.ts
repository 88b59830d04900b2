import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration, type Configuration } from '../config/configuration.ts';
import { settingsInForce } from '../config/settings-in-force.ts';
import type { Diagnosis } from '../contract/http/diagnosis.ts';
import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import { SIGNATURE_FORMATS } from '../contract/vocabulary/signature-formats.ts';
import { createStateFeed } from '../events/state-feed.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { openSeenStore, type KeptRows } from '../persistence/sqlite/kept-rows.suite.ts';
import { openAcceptanceMarks } from '../storage/local/acceptance-marks-folder.ts';
import { openSeenFolder, type SeenFolder } from '../storage/seen-folder.suite.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetricsRegistry } from '../telemetry/metrics.ts';
import { DEMO_PROVIDER, descriptor, validOutcome } from '../use-cases/sample-answers.suite.ts';
import type { VerificationTask } from '../verification/verification.ts';
import { createHttpApp, type HttpDependencies } from './http-app.ts';
import { listen, type HttpListener } from './http-listener.ts';

/** The station's own drivers on temporary files, and answers in memory, for tests that drive a listening server. */

/** What a doctor says of a file that is missing. */
const DIAGNOSIS: Diagnosis = {
  ...{ providerId: 'pfx', providerType: 'Pfx', displayName: 'PFX file', checkedAt: '2026-01-01T00:00:00.000Z' },
  ...{ platform: 'linux', architecture: 'x64', tokens: [], modules: [], leftOut: [], readers: null, usbDevices: null },
  findings: [
    {
      ...{ code: 'KEY_FILE_MISSING', severity: 'error', oneMoreTry: null },
      ...{ cause: 'It is \u001b[31mgone.', cure: 'Put it there.' },
    },
  ],
  smartCardService: { state: 'unknown', detail: 'Not asked.' },
  keyFile: { path: '/pfx.p12', state: 'missing' },
  secret: { name: 'Signing:Pfx:Password', state: 'present' },
};

export interface TestStation {
  readonly listener: HttpListener;
  readonly url: string;
  readonly port: number;
  readonly api: string;
  readonly configuration: Configuration;
  readonly persistence: Persistence;
  /** What the persistence keeps, past its port. */
  readonly kept: KeptRows;
  readonly store: SeenFolder;
  readonly uploadDirectory: string;
  readonly logLines: string[];
  readonly tasks: VerificationTask[];
  readonly accepted: { count: number };
  readonly dependencies: HttpDependencies;
  stop(): Promise<void>;
}

export interface TestStationOptions {
  /** Arguments in the form `--Section:Key=value`. */
  readonly settings?: readonly string[];
  readonly providers?: readonly ProviderItem[];
  readonly certificates?: readonly CertificateDescriptor[];
  /** Which provider serves which tenant; left out: each serves all. */
  readonly serves?: (providerId: string, tenantId: string | null) => boolean;
  readonly overrides?: Partial<HttpDependencies>;
  /** Changes the finished dependencies, for instance to make one of them fail. */
  readonly adapt?: (dependencies: HttpDependencies) => HttpDependencies;
}

/** Starts a station on a free port of 127.0.0.1. */
export async function startTestStation(options: TestStationOptions = {}): Promise<TestStation> {
  const root = await mkdtemp(join(tmpdir(), 'station-http-'));
  const uploadDirectory = join(root, 'uploads');
  await mkdir(uploadDirectory);
  const configuration = loadConfiguration({
    argv: [`--Data:Directory=${root}`, '--Server:Port=0', ...(options.settings ?? [])],
    env: {},
    defaults: { Environment: 'Testing' },
  });
  const { persistence, kept, close } = await openSeenStore();
  const store = await openSeenFolder(join(root, 'files'));
  const acceptanceMarks = openAcceptanceMarks(join(root, 'accepting'));
  const [logLines, tasks]: [string[], VerificationTask[]] = [[], []];
  const accepted = { count: 0 };
  const metrics = createMetricsRegistry();
  const clock = (): Date => new Date();
  const usual: HttpDependencies = {
    configuration,
    persistence,
    objectStore: store,
    acceptanceMarks,
    providers: {
      listProviders: () => Promise.resolve(options.providers ?? [DEMO_PROVIDER]),
      listCertificates: () => Promise.resolve(options.certificates ?? [descriptor()]),
      providerHealth: (id) =>
        Promise.resolve(
          id === 'pfx'
            ? { providerId: id, status: 'Healthy' as const, detail: null, checkedAt: clock().toISOString() }
            : undefined,
        ),
      ...{
        serves: options.serves ?? (() => true),
        isUnsure: () => false,
        hasShown: () => false,
        onlyCertificate: () => Promise.resolve(null),
      },
    },
    tokenDoctor: {
      diagnose: (id) => Promise.resolve(id === 'pfx' ? { ...DIAGNOSIS, providerId: id } : undefined),
      permitLogin: (id) => id === 'card',
    },
    stations: () => Promise.resolve({ known: [], ownId: 'this', commandLine: null }),
    timestampAuthority: { tryAll: () => Promise.resolve([]) },
    trustAnchors: () => Promise.resolve({ anchors: [], unread: [] }),
    settings: () => settingsInForce(configuration),
    levelFacts: () => Promise.resolve({ signsHere: true, hasTimestampAuthority: false, hasEvidence: false }),
    processes: { list: () => [], startNow: () => undefined },
    verifier: {
      verify: (task) => {
        tasks.push(task);
        return Promise.resolve(validOutcome(task));
      },
    },
    drawReport: (sheets) => Promise.resolve({ fileName: 'report.pdf', bytes: Buffer.from(JSON.stringify(sheets)) }),
    trustMaterial: () => ({ trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] }),
    stateFeed: createStateFeed(),
    logger: createLogger({ level: 'debug', clock, processName: 'host', write: (line) => logLines.push(line) }),
    metrics,
    metricsRegistry: metrics,
    clock,
    newId: randomUUID,
    onAccepted: () => void (accepted.count += 1),
    supportedFormats: SIGNATURE_FORMATS,
    healthChecks: [{ name: 'database', check: () => Promise.resolve({ status: 'Healthy', detail: null }) }],
    uploadDirectory,
    rendererDirectory: null,
    onDocumentComing: () => undefined,
    version: '0.0.0',
    ...options.overrides,
  };
  const dependencies = options.adapt?.(usual) ?? usual;
  const listener = await listen(createHttpApp(dependencies), configuration, dependencies.logger);
  return {
    listener,
    url: listener.url,
    port: listener.port,
    api: `${listener.url}/api/v1`,
    configuration,
    persistence,
    kept,
    store,
    uploadDirectory,
    logLines,
    tasks,
    accepted,
    dependencies,
    async stop() {
      await listener.close(100);
      acceptanceMarks.close();
      await close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A create form; a field given as undefined is left out. */
export function createForm(
  fields: Readonly<Record<string, string | undefined>> = {},
  file: Blob | null = new Blob(['%PDF-1.7 content']),
  fileName = 'contract.pdf',
): FormData {
  const form = new FormData();
  const all = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx', ...fields };
  for (const [name, value] of Object.entries<string | undefined>(all)) if (value !== undefined) form.set(name, value);
  if (file !== null) form.set('file', file, fileName);
  return form;
}

/** A field of a form, or a file where it has a name. */
export type Part = readonly [name: string, content: string, fileName?: string];

/** Posts the parts to an address of a station, in their order. */
export function postParts(address: string, parts: readonly Part[]): Promise<Response> {
  const form = new FormData();
  for (const [name, content, fileName] of parts) {
    if (fileName === undefined) form.append(name, content);
    else form.append(name, new Blob([content]), fileName);
  }
  return fetch(address, { method: 'POST', body: form });
}
