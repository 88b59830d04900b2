import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const DIST = path.resolve(import.meta.dirname, '../../dist');

function scripts(): readonly string[] {
  const folders = ['', 'chunks'].map((name) => path.join(DIST, name));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.join(folder, file)),
  );
}

/** The sources of the code that a script loads before it begins: its own and that of all that it imports by a statement. */
function sourcesBefore(script: string): ReadonlySet<string> {
  const files = new Set([path.join(DIST, script)]);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const imports = text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)"/gm);
    for (const [, name = ''] of imports) files.add(path.resolve(path.dirname(file), name));
  }
  const sources = [...files].flatMap((file) => {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { readonly sources: readonly string[] };
    return map.sources;
  });
  return new Set(sources.map((source) => source.replace(/^(\.\.\/)+/, '')));
}

/** Each process reads and compiles all that it imports before it can begin. */
describe('the bundles of the processes', () => {
  it('hold characters of ASCII alone, so that V8 holds each of them in one byte', () => {
    const files = scripts();
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !/^[\0-\u007f]*$/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('have of the tables of media types what the pages consist of', () => {
    const texts = scripts().map((file) => readFileSync(file, 'utf8'));
    const tables = texts.flatMap((text) => [...text.matchAll(/^\/\/ .*mime-db\/db\.json\n[\s\S]*?^\}\)\);$/gm)]);
    expect(tables).toHaveLength(2);
    for (const [table] of tables) {
      expect(table.length).toBeLessThan(10_000);
      expect(table).toContain('"application/json"');
    }
    const known = new Set(tables.flatMap(([table]) => [...table.matchAll(/"(\w+)"/g)].map(([, word]) => word)));
    const files = readdirSync(path.join(DIST, 'renderer'), { recursive: true, withFileTypes: true });
    const endings = new Set(files.filter((file) => file.isFile()).map(({ name }) => path.extname(name).slice(1)));
    // Adobe's tables of characters have no media type of their own.
    expect([...endings].filter((ending) => !known.has(ending))).toEqual(['bcmap']);
  });

  it('begin a worker without the code of any format, which comes with the first document in it', () => {
    const sources = sourcesBefore('worker.js');
    expect(sources).toContain('worker/worker-service.ts');
    const formats = /^(worker\/engines\/(pades|cades|xades|asic)|service\/codecs\/(pdf|xmldsig|zip))\//;
    expect([...sources].filter((source) => formats.test(source))).toEqual([]);
  });
});
