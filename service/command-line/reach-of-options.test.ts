import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestStation, type TestStation } from '../http/test-station.suite.ts';
import { API_COMMANDS } from './api-commands.ts';
import { REPORT_FIELDS, SIGN_FIELDS, VERIFY_FIELDS } from './command-fields.ts';

const Schema = z.object({ properties: z.record(z.string(), z.unknown()).optional() });
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(z.object({ name: z.string() })),
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
      }),
    ),
  ),
});

/** Commands that are more than one call, with the fields that their operands fill. */
const BY_OPERANDS: Readonly<Record<string, readonly string[]>> = {
  createSignature: ['file', ...SIGN_FIELDS.map(({ field }) => field)],
  verifyUpload: ['file', ...VERIFY_FIELDS.map(({ field }) => field)],
  inspectUpload: ['file', ...VERIFY_FIELDS.map(({ field }) => field)],
  reportOnUploads: ['file', ...REPORT_FIELDS.map(({ field }) => field)],
};
/** API keys are made beside the station, by whoever owns its database: `api-key create|list|revoke`. */
const ON_THE_DATABASE = new Set(['createApiKey', 'listApiKeys', 'revokeApiKey']);
/** A person decides on a page of the station, and nobody else is answered. */
const AT_THE_DESK = new Set(['listApprovals', 'lookAtWaiting', 'approveDocuments', 'refuseDocuments']);

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

it('reaches every operation of the interface and every field of it', async () => {
  const document: unknown = await (await fetch(`${station.url}/openapi/v1.json`)).json();
  const operations = Object.values(Document.parse(document).paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(25);
  const missing = operations
    .filter(({ operationId }) => !ON_THE_DATABASE.has(operationId) && !AT_THE_DESK.has(operationId))
    .flatMap(({ operationId, parameters, requestBody }) => {
      const reached = fieldsOf(operationId);
      if (reached === undefined) return [operationId];
      const bodies = Object.values(requestBody?.content ?? {});
      const fields = bodies.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
      return [...parameters.map(({ name }) => name), ...fields]
        .filter((field) => !reached.includes(field))
        .map((field) => `${operationId} ${field}`);
    });
  expect(missing).toEqual([]);
});

it('offers nothing that the interface does not have', async () => {
  const document: unknown = await (await fetch(`${station.url}/openapi/v1.json`)).json();
  for (const command of API_COMMANDS) {
    const path = Document.parse(document).paths[command.path];
    const operation = path?.[command.method.toLowerCase()];
    expect([command.name, operation?.operationId]).toEqual([command.name, command.operation]);
    const bodies = Object.values(operation?.requestBody?.content ?? {});
    const known = [
      ...(operation?.parameters ?? []).map(({ name }) => name),
      ...bodies.flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
      // Taken by every operation; described where a key is asked for.
      ...['X-Tenant-Id', 'X-Correlation-Id', 'Idempotency-Key'],
    ];
    const unknown = [...command.operands, ...command.options.map(({ field }) => field)].filter(
      (field) => !known.includes(field),
    );
    expect([command.name, unknown]).toEqual([command.name, []]);
  }
});

function fieldsOf(operationId: string): readonly string[] | undefined {
  const commands = API_COMMANDS.filter(({ operation }) => operation === operationId);
  if (commands.length === 0) return BY_OPERANDS[operationId];
  return commands.flatMap(({ operands, options }) => [...operands, ...options.map(({ field }) => field)]);
}
