import fc from 'fast-check';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeAll(async () => {
  station = await startTestStation();
});
afterAll(() => station.stop());

const BOUNDARY = 'b0undary';
const part = (head: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const VALID = Buffer.from(
  part('name="format"', 'PAdES') +
    part('name="profile"', 'B') +
    part('name="signingProvider"', 'Pfx') +
    part('name="signatureNote"', 'ž') +
    part('name="file"; filename="a.pdf"', '%PDF-1.7') +
    `--${BOUNDARY}--\r\n`,
);

async function expectNoFailure(response: Response): Promise<void> {
  if (response.ok) {
    await response.arrayBuffer();
    return;
  }
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  ProblemDetails.parse(await response.json());
}

/** Asks once more where an idle connection was closed just then, as RFC 9112 clause 9.3.1 expects of clients. */
async function get(address: string): Promise<Response> {
  return fetch(address).catch((fault: unknown) => {
    const cause = fault instanceof Error ? fault.cause : undefined;
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET')) throw fault;
    return fetch(address);
  });
}

describe('whatever a client sends, the station does not fail', () => {
  it('with a damaged form', async () => {
    const damage = fc.record({
      at: fc.nat(VALID.length - 1),
      remove: fc.nat(40),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc
          .constantFrom('\r\n', '\0', '"', `--${BOUNDARY}`, '; name="x"', '\r\nContent-Type: ')
          .map((text) => Buffer.from(text)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, remove, insert }) => {
        const body = Buffer.concat([VALID.subarray(0, at), insert, VALID.subarray(at + remove)]);
        const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
        await expectNoFailure(await fetch(`${station.api}/signatures`, { method: 'POST', headers, body }));
      }),
      { numRuns: 150 },
    );
    await expect.poll(() => readdir(station.uploadDirectory)).toEqual([]);
  });

  it('with any text in fields, names and headers', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const fields = fc.record(
      {
        format: text,
        profile: text,
        signatureNote: text,
        certificateThumbprint: text,
        packaging: text,
        signaturePage: text,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, text, fc.boolean(), async (given, fileName, isUpload) => {
        const form = new FormData();
        const all = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx', ...given };
        for (const [name, value] of Object.entries(all)) form.set(name, value);
        form.set('file', new Blob(['x']), fileName);
        const path = isUpload ? 'signatures' : 'verifications';
        await expectNoFailure(await fetch(`${station.api}/${path}`, { method: 'POST', body: form }));
      }),
      { numRuns: 100 },
    );
  });

  it('with any path and query', async () => {
    const piece = fc.oneof(
      fc.webPath(),
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const base = fc.constantFrom(
      'signatures',
      'jobs',
      'audit-events',
      'certificates',
      'providers',
      'signatures/x/content',
    );
    await fc.assert(
      fc.asyncProperty(base, piece, fc.webQueryParameters(), async (first, rest, query) => {
        await expectNoFailure(await get(`${station.api}/${first}/${rest}?${query}`));
        await expectNoFailure(await get(`${station.api}/${first}?${query}&text=${rest}`));
      }),
      { numRuns: 100 },
    );
  });
});
