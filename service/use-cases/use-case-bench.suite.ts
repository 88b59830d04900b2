import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { SIGNATURE_FORMATS } from '../contract/vocabulary/signature-formats.ts';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { StoredFile } from '../domain/records.ts';
import { createStateFeed } from '../events/state-feed.ts';
import type { AcceptUnit, Persistence } from '../persistence/persistence.ts';
import { acceptUnit, storedFile } from '../persistence/sample-records.suite.ts';
import { openSeenStore, type KeptRows } from '../persistence/sqlite/kept-rows.suite.ts';
import { openAcceptanceMarks } from '../storage/local/acceptance-marks-folder.ts';
import { openSeenFolder, type SeenFolder } from '../storage/seen-folder.suite.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { VerificationTask } from '../verification/verification.ts';
import type { ReceivedFile } from './accept-unit.ts';
import { createAllowances } from './allowances.ts';
import { createDownloads } from './downloads.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { createProviderCatalogue } from './provider-catalogue.ts';
import { DEMO_PROVIDER, descriptor, validOutcome } from './sample-answers.suite.ts';

/** Ports for tests of use cases: the station's own drivers on temporary files, answers in memory, a clock that stands still. */

export const NOW = new Date('2026-03-04T05:06:07.000Z');
export const CALLER: Caller = { tenantId: 'acme', actor: 'api-key:abc', correlationId: 'order-7' };
export const STRANGER: Caller = { tenantId: 'other', actor: 'anonymous', correlationId: null };

export interface UseCaseBench {
  readonly ports: UseCasePorts;
  readonly persistence: Persistence;
  /** What the persistence keeps, past its port. */
  readonly kept: KeptRows;
  readonly store: SeenFolder;
  readonly logLines: string[];
  readonly tasks: VerificationTask[];
  /** Names of the counters that were incremented, with their labels. */
  readonly counted: (readonly [string, unknown])[];
  readonly accepted: { count: number };
  /** A received file with these bytes. */
  upload(clientFileName: string, bytes: string): Promise<ReceivedFile>;
  put(storageKey: string, bytes: string): Promise<void>;
  /** A request of the caller's with its input, stored. */
  stored(changes?: Parameters<typeof acceptUnit>[0], input?: string): Promise<AcceptUnit>;
  /** The same, Completed, with an output. */
  signed(changes?: Parameters<typeof acceptUnit>[0], output?: string): Promise<AcceptUnit & { output: StoredFile }>;
  close(): Promise<void>;
}

export async function openBench(changes: Partial<UseCasePorts> = {}): Promise<UseCaseBench> {
  const root = await mkdtemp(join(tmpdir(), 'use-case-'));
  const store = await openSeenFolder(join(root, 'files'));
  const { persistence, kept, close } = await openSeenStore();
  const [logLines, tasks]: [string[], VerificationTask[]] = [[], []];
  const counted: UseCaseBench['counted'] = [];
  const accepted = { count: 0 };
  const acceptanceMarks = openAcceptanceMarks(join(root, 'accepting'));
  const usual = usualPorts({ persistence, store, acceptanceMarks, logLines, tasks, counted, accepted });
  const put = async (storageKey: string, bytes: string): Promise<void> => {
    await mkdir(dirname(join(store.root, storageKey)), { recursive: true });
    await writeFile(join(store.root, storageKey), bytes);
  };
  const stored = async (wanted: Parameters<typeof acceptUnit>[0] = {}, input = 'document'): Promise<AcceptUnit> => {
    const sample = acceptUnit({ ...wanted, request: { tenantId: CALLER.tenantId, createdAt: NOW, ...wanted.request } });
    const unit = { ...sample, files: sample.files.map((file) => ({ ...file, ...described(input) })) };
    for (const file of unit.files) await put(file.storageKey, input);
    await kept.add(unit);
    return unit;
  };
  return {
    ...{ ports: { ...usual, ...changes }, persistence, kept, store, logLines, tasks, counted, accepted, put, stored },
    async upload(clientFileName, bytes) {
      const path = join(root, randomUUID());
      await writeFile(path, bytes);
      return { path, clientFileName, ...described(bytes) };
    },
    async signed(wanted = {}, bytes = 'signed') {
      const unit = await stored({ ...wanted, request: { ...wanted.request, status: 'Queued' } });
      const ended = { status: 'Completed', completedAt: NOW, ...wanted.request } as const;
      const { id, tenantId, createdAt } = unit.request;
      const output = storedFile(requestKeys(tenantId, id, createdAt).signed, described(bytes));
      await put(output.storageKey, bytes);
      kept.complete(id, output);
      kept.change(id, ended);
      return { ...unit, request: { ...unit.request, ...ended }, output };
    },
    async close() {
      acceptanceMarks.close();
      await close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What a row says of these bytes. */
export function described(bytes: string): { readonly size: number; readonly sha256: string } {
  return { size: Buffer.byteLength(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Expects the stable code of a StationError, not the words of its message. */
export async function expectCode(work: Promise<unknown> | (() => unknown), code: ErrorCode): Promise<void> {
  const promise = typeof work === 'function' ? Promise.resolve().then(work) : work;
  await expect(promise).rejects.toMatchObject({ name: 'StationError', code });
}

type Parts = Pick<UseCaseBench, 'persistence' | 'store' | 'logLines' | 'tasks' | 'counted' | 'accepted'> &
  Pick<UseCasePorts, 'acceptanceMarks'>;

function usualPorts({ persistence, store, acceptanceMarks, logLines, tasks, counted, accepted }: Parts): UseCasePorts {
  const clock = (): Date => NOW;
  const providers: UseCasePorts['providers'] = {
    listProviders: () => Promise.resolve([DEMO_PROVIDER]),
    listCertificates: () => Promise.resolve([descriptor()]),
    providerHealth: () => Promise.resolve(undefined),
    ...{
      serves: () => true,
      isUnsure: () => false,
      hasShown: () => false,
      onlyCertificate: () => Promise.resolve(null),
    },
  };
  return {
    persistence,
    objectStore: store,
    acceptanceMarks,
    providers,
    providerCatalogue: createProviderCatalogue(providers, clock),
    tokenDoctor: { diagnose: () => Promise.resolve(undefined), permitLogin: () => false },
    stations: () => Promise.resolve({ known: [], ownId: 'this', commandLine: null }),
    timestampAuthority: { tryAll: () => Promise.resolve([]) },
    verifier: {
      verify(task) {
        tasks.push(task);
        return Promise.resolve(validOutcome(task));
      },
    },
    processes: { list: () => [], startNow: () => undefined },
    drawReport: (sheets) => Promise.resolve({ fileName: 'report.pdf', bytes: Buffer.from(JSON.stringify(sheets)) }),
    trustMaterial: () => ({ trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] }),
    trustAnchors: () => Promise.resolve({ anchors: [], unread: [] }),
    settings: () => [],
    levelFacts: () => Promise.resolve({ signsHere: true, hasTimestampAuthority: false, hasEvidence: false }),
    revocationMode: 'Offline',
    stateFeed: createStateFeed(),
    logger: createLogger({ level: 'debug', clock, processName: 'test', write: (line) => logLines.push(line) }),
    metrics: { increment: (name, labels) => void counted.push([name, labels]), observe: () => undefined },
    ...{ clock, newId: randomUUID, randomBytes: (count) => Buffer.alloc(count, 7) },
    downloads: createDownloads(clock),
    allowances: createAllowances(clock),
    sha256OfFile: async (path) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    onAccepted: () => void (accepted.count += 1),
    supportedFormats: SIGNATURE_FORMATS,
    allowExpiredCertificates: false,
  };
}
