import path from 'node:path';
import { readToolOptions } from '../actors/tool-options.ts';
import { signWith } from './generated-client.ts';
import { CLIENTS } from './languages.ts';

/**
 * `npm run clients -- [--only=java]`: generates clients from the OpenAPI document of a running station, by openapi-generator
 * (Python, Go, Java) and openapi-typescript, compiles a program with each, signs a document and looks at the verdict. All
 * of them are tried; ends with 1 where one has failed. What was generated stays below test-results/clients.
 */
const { values } = readToolOptions({
  name: 'clients',
  options: {
    only: { type: 'string', meaning: 'one language' },
  },
});
const chosen = CLIENTS.filter(({ name }) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(`There are ${CLIENTS.map(({ name }) => name).join(', ')}, not ${values.only ?? ''}.`);
  process.exitCode = 1;
}
for (const client of chosen) {
  try {
    await signWith(client, path.resolve(import.meta.dirname, '../../test-results/clients', client.name));
    console.log(`${client.name}: generated, compiled, signed: VALID`);
  } catch (error) {
    console.error(`${client.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
