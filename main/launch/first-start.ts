import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from '../../service/config/configuration.ts';
import { writeDurably } from '../../service/files/durable-file.ts';

/** What somebody without any signing provider wants to begin with. */
export type Beginning = { readonly kind: 'demo' } | { readonly kind: 'token'; readonly modulePath: string };

const CHOICE_FILE = 'desktop.json';

/** A packaged program is Production: without a configured provider it can sign nothing, and has to ask. */
export function hasNoProvider({ Environment, Roles, Signing }: Configuration): boolean {
  const { Pfx, Pkcs11, SmartCard, Hsm } = Signing;
  if (Environment !== 'Production' || !Roles.includes('token-host')) return false;
  return Pfx === null && Pkcs11.length === 0 && SmartCard === null && Hsm === null;
}

/** True when the person has chosen the demo identity in this data directory before. */
export function hasChosenDemo(dataDirectory: string): boolean {
  const stored = readObject(path.join(dataDirectory, CHOICE_FILE));
  return stored?.['beginning'] === 'demo';
}

/**
 * Keeps the choice: the demo identity in a file of the desktop program, a token in `config.json`, beside what stands in
 * it. Throws when `config.json` is there and is no JSON object: it is the administrator's, and not to be replaced.
 */
export function keepBeginning(dataDirectory: string, beginning: Beginning): void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (beginning.kind === 'demo') {
    write(path.join(dataDirectory, CHOICE_FILE), { beginning: 'demo' });
    return;
  }
  const file = path.join(dataDirectory, 'config.json');
  const known = readObject(file);
  if (known === undefined) throw new Error('config.json is no JSON object.');
  const signing = typeof known['Signing'] === 'object' ? known['Signing'] : {};
  // The PIN is typed into the window of this program, and no file with it has to be made.
  const token = { ProviderId: 'token', Name: 'My token', ModulePath: beginning.modulePath, PinFrom: 'person' };
  write(file, { ...known, Signing: { ...signing, Pkcs11: [token] } });
}

/** The object in a JSON file, an empty one where there is no file, undefined where it holds anything else. */
function readObject(file: string): Record<string, unknown> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, value: object): void {
  writeDurably(file, `${JSON.stringify(value, null, 2)}\n`);
}
