import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestStation, type TestStation } from '../../service/http/test-station.suite.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');
const Document = z.object({ paths: z.record(z.string(), z.unknown()) });

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

/** One form for `/api/v1/batches/{id}`, `/batches/$batch` and `$station/api/v1/batches/0`. */
function normalised(address: string): string {
  return address.replace(/^\/api\/v1(?=\/)/, '').replaceAll(/\{\w+\}|\$\w+|\b\d+\b/g, '{}');
}

it('every address of the interface is in a page of docs', async () => {
  const pages = globSync('*.md', { cwd: DOCS }).map((page) => readFileSync(path.join(DOCS, page), 'utf8'));
  const told = new Set(
    pages.flatMap((page) => page.match(/(?:\/(?:[a-z][a-z\d-]*|\{\w+\}|\$\w+|\d+))+/g) ?? []).map(normalised),
  );
  const document: unknown = await (await fetch(`${station.url}/openapi/v1.json`)).json();
  const addresses = Object.keys(Document.parse(document).paths);
  expect(addresses.length).toBeGreaterThan(25);
  expect(addresses.filter((address) => !told.has(normalised(address)))).toEqual([]);
});
