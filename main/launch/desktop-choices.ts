import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from '../../service/files/durable-file.ts';

const CHOICE_FILE = 'desktop.json';

/** What the person has chosen in the desktop program for this data directory; empty where nothing can be read. */
export function readChoices(dataDirectory: string): Readonly<Record<string, unknown>> {
  return readObject(path.join(dataDirectory, CHOICE_FILE)) ?? {};
}

/** Keeps one choice more, beside the earlier ones. Durable on return. */
export function addChoice(dataDirectory: string, choice: Readonly<Record<string, unknown>>): void {
  writeObject(path.join(dataDirectory, CHOICE_FILE), { ...readChoices(dataDirectory), ...choice });
}

/** The object in a JSON file, an empty one where there is no file, undefined where it holds anything else. */
export function readObject(file: string): Record<string, unknown> | undefined {
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

/** Writes a JSON file that only this user may read. Durable on return. */
export function writeObject(file: string, value: object): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeDurably(file, `${JSON.stringify(value, null, 2)}\n`);
}
