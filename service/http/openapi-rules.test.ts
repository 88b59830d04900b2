import { describe, expect, it } from 'vitest';
import { startTestStation } from './test-station.suite.ts';

/** What is used of it. Loaded by its name, since the types it brings along would be read by every check of types. */
interface Redocly {
  readonly createConfig: (configuration: { readonly extends: readonly string[] }) => Promise<object>;
  readonly lintFromString: (document: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }) => Promise<readonly Problem[]>;
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

const REDOCLY = '@redocly/openapi-core';

/** Problems that Redocly's recommended rules find, of any severity, each with its place. */
async function problemsOf(source: string): Promise<readonly string[]> {
  const { createConfig, lintFromString } = (await import(REDOCLY)) as Redocly;
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location.map((at) => at.pointer ?? '').join()})`,
  );
}

describe("Redocly's recommended rules", () => {
  it.each([false, true])('have nothing to say of the document (authentication: %s)', async (isEnabled) => {
    const station = await startTestStation({ settings: [`--Authentication:Enabled=${String(isEnabled)}`] });
    try {
      expect(await problemsOf(await (await fetch(`${station.url}/openapi/v1.json`)).text())).toEqual([]);
    } finally {
      await station.stop();
    }
  });

  it('find what is wrong, warnings too', async () => {
    const info = { title: 'A station', version: '1', license: { name: 'None', identifier: 'LicenseRef-None' } };
    const paths = { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Nothing' } } } } };
    const problems = await problemsOf(JSON.stringify({ openapi: '3.1.0', info, servers: [{ url: '/' }], paths }));
    const rules = new Set(problems.map((text) => text.split(':')[0]));
    expect([...rules]).toEqual(expect.arrayContaining(['no-unresolved-refs', 'operation-summary', 'security-defined']));
  });
});
