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

  it('have no table of media types that no ending of a file leads to', () => {
    const texts = scripts().map((file) => readFileSync(file, 'utf8'));
    expect(texts.some((text) => text.includes('"text/html'))).toBe(true);
    // One of the types of IANA that no file ends with.
    expect(texts.filter((text) => text.includes('application/alto-costmap'))).toEqual([]);
  });

  it('begin a worker without the code of any format, which comes with the first document in it', () => {
    const sources = sourcesBefore('worker.js');
    expect(sources).toContain('worker/worker-service.ts');
    const formats = /^(worker\/engines\/(pades|cades|xades|asic)|service\/codecs\/(pdf|xmldsig|zip))\//;
    expect([...sources].filter((source) => formats.test(source))).toEqual([]);
  });
});
