import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
afterEach(() => station.stop());

async function post(): Promise<string> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
  return `${response.status} ${ProblemDetails.parse(await response.json()).errorCode}`;
}

function failing(code: string): () => Promise<never> {
  return () => Promise.reject(Object.assign(new Error(`marker ${code}`), { code }));
}

/** The station's own port with some operations replaced. */
function replaced<T extends object>(port: T, changes: Partial<T>): T {
  return new Proxy(port, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(name in changes ? changes : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function startWith(changes: { store?: Partial<ObjectStore>; persistence?: Partial<Persistence> }): Promise<void> {
  station = await startTestStation({
    adapt: (dependencies) => ({
      ...dependencies,
      objectStore: replaced(dependencies.objectStore, changes.store ?? {}),
      persistence: replaced(dependencies.persistence, changes.persistence ?? {}),
    }),
  });
}

describe('when something below fails, a create request', () => {
  it('is answered 503 on a full disk, and leaves nothing', async () => {
    await startWith({ store: { putFile: failing('ENOSPC') } });
    expect(await post()).toBe('503 SERVICE_UNAVAILABLE');
    expect(await readdir(station.uploadDirectory)).toEqual([]);
    expect(station.kept.rows.size).toBe(0);
    expect(station.accepted.count).toBe(0);
  });

  it('removes the stored file when the unit was not committed', async () => {
    await startWith({ persistence: { acceptSignatureRequest: failing('SQLITE_IOERR') } });
    expect(await post()).toBe('500 SIGNING_OPERATION_FAILED');
    expect(await station.store.keys()).toEqual([]);
    expect(station.logLines.join()).not.toContain('marker');
    expect(station.accepted.count).toBe(0);
  });

  it('keeps the stored file when the answer of the commit was lost', async () => {
    await startWith({});
    const { persistence } = station;
    const accept = persistence.acceptSignatureRequest.bind(persistence);
    persistence.acceptSignatureRequest = async (unit) => {
      await accept(unit);
      throw new Error('connection reset');
    };
    expect(await post()).toBe('500 SIGNING_OPERATION_FAILED');
    expect(station.kept.rows.size).toBe(1);
    expect(await station.store.keys()).toHaveLength(1);
  });

  it('keeps the stored file when nobody can say whether it was committed', async () => {
    await startWith({
      persistence: { acceptSignatureRequest: failing('ECONNRESET'), findRequest: failing('ECONNREFUSED') },
    });
    expect(await post()).toBe('500 SIGNING_OPERATION_FAILED');
    expect(await station.store.keys()).toHaveLength(1);
  });

  it('is answered 500 when the upload folder is gone, and the station lives on', async () => {
    station = await startTestStation({ overrides: { uploadDirectory: '/nowhere/at/all' } });
    expect(await post()).toBe('500 SIGNING_OPERATION_FAILED');
    expect((await fetch(`${station.url}/health/live`)).status).toBe(200);
  });
});
