import { splitArguments } from './command-line-arguments.ts';
import { allKeys, nearestKey, type KeyNode } from './configuration-keys.ts';

/** One setting as a source gave it. `text` values come from the environment or the command line and are converted. */
interface Setting {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isText: boolean;
  /** Where it was written, for error texts: a file, a variable, an argument. */
  readonly origin: string;
}

/** Settings of several sources laid over each other; the later one wins. */
export interface MergedSettings {
  readonly values: Record<string, unknown>;
  /** Where each setting in force came from, by full key in its proper spelling. */
  readonly origins: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

/** Settings in a parsed JSON file or in a program's own defaults. */
export function settingsOfObject(value: unknown, origin: string): Setting[] {
  return flatten(value, [], origin);
}

function flatten(value: unknown, path: readonly string[], origin: string): Setting[] {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length > 0) return entries.flatMap(([key, child]) => flatten(child, [...path, key], origin));
  }
  return [{ path, value, isText: false, origin }];
}

/**
 * `Section__Key` variables, case-insensitive; a double underscore stands for the colon. Variables whose first part
 * is no section of ours belong to someone else. A key of one part (`Environment`) must be spelled exactly.
 */
export function settingsOfEnvironment(env: Readonly<Record<string, string | undefined>>, root: KeyNode): Setting[] {
  const settings: Setting[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || root.kind !== 'section') continue;
    const path = name.split('__');
    const section = root.keys.get((path[0] ?? '').toLowerCase());
    if (section === undefined) continue;
    if (path.length === 1 && section.name !== name) continue;
    if (path.length === 1 && section.node.kind === 'section') continue;
    settings.push({ path, value, isText: true, origin: `the environment variable ${name}` });
  }
  return settings;
}

/**
 * Variables that mean a key of `Authentication` and miss the double underscore. Names of other sections are left alone,
 * as other programs have a SERVER_PORT too; this section decides whether anybody needs a key.
 */
export function misspeltVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => !name.includes('__') && /^authentication[_:.-]*enabled?$/i.test(name))
    .map((name) => `The environment variable ${name} is not a setting. Did you mean Authentication__Enabled?`);
}

/** `--Section:Key=value` (or `--Section:Key value`) arguments, and `--roles=` and `--environment=`. */
export function settingsOfArguments(argv: readonly string[]): Setting[] {
  const settings: Setting[] = [];
  const own = splitArguments(argv).settings;
  for (const [index, argument] of own.entries()) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
    const name = match?.[1] ?? '';
    if (match === null || name.toLowerCase() === 'config') continue;
    const following = own[index + 1];
    const value = match[2] ?? (following?.startsWith('--') === true ? undefined : following) ?? '';
    settings.push({ path: name.split(':'), value, isText: true, origin: `the argument --${name}` });
  }
  return settings;
}

/**
 * A sentence for each key to which one source gives two values: the last one would win, and it may leave open what the
 * other was to close. Values are not repeated, since they may be secrets.
 */
export function contradictions(source: readonly Setting[], root: KeyNode): string[] {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const { path, value, origin } of source) {
    const key = resolve(path, root)?.path.join(':');
    if (key === undefined) continue;
    const text = String(value);
    const earlier = values.get(key);
    values.set(key, text);
    if (earlier !== undefined && earlier !== text) {
      problems.push(`${key} (from ${origin}) is given more than once, with different values.`);
    }
  }
  return problems;
}

/** Lays the settings over each other in the given order and checks every key against the schema's. */
export function mergeSettings(settings: readonly Setting[], root: KeyNode): MergedSettings {
  const values: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const problems: string[] = [];
  const known = allKeys(root);
  for (const setting of settings) {
    const place = resolve(setting.path, root);
    if (place === undefined) {
      const key = setting.path.join(':');
      const alike = isEmptySection(setting.value) ? known.flatMap(sectionsAround) : known;
      problems.push(
        `${key} (from ${setting.origin}) is not a configuration key. Did you mean ${nearestKey(key, alike)}?`,
      );
      continue;
    }
    // A section with nothing in it says that it is there, and changes nothing in one that is.
    if (isEmptySection(setting.value) && isRecord(valueAt(values, place.path))) continue;
    const converted = setting.isText ? fromText(String(setting.value), place.node) : setting.value;
    store(values, place.path, converted);
    origins.set(place.path.join(':'), setting.origin);
  }
  return { values: listsInPlace(values, root), origins, problems };
}

interface Place {
  readonly path: readonly string[];
  readonly node: KeyNode;
}

function resolve(path: readonly string[], root: KeyNode): Place | undefined {
  let node = root;
  const proper: string[] = [];
  for (const part of path) {
    if (node.kind === 'value') return undefined;
    if (node.kind === 'list') {
      if (!/^\d{1,3}$/.test(part)) return undefined;
      proper.push(String(Number(part)));
      node = node.item;
      continue;
    }
    const child = node.keys.get(part.toLowerCase());
    if (child === undefined) return undefined;
    proper.push(child.name);
    node = child.node;
  }
  return { path: proper, node };
}

/** Text that cannot be converted stays text, so that the schema reports what is wrong with it. */
function fromText(text: string, node: KeyNode): unknown {
  if (node.kind === 'list') return text === '' ? [] : text.split(',').map((part) => fromText(part.trim(), node.item));
  if (node.kind === 'section') return text === '' ? null : text;
  if (text === '') return null;
  if (node.valueType === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (node.valueType === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

/** A list given whole replaces what lower layers said of it; single items (`List:0`) change one place. */
function store(values: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let current = values;
  for (const part of path.slice(0, -1)) {
    const next = current[part];
    if (isRecord(next)) {
      current = next;
    } else {
      const created: Record<string, unknown> = Array.isArray(next) ? Object.fromEntries(Object.entries(next)) : {};
      current[part] = created;
      current = created;
    }
  }
  current[path.at(-1) ?? ''] = value;
}

/** `A:B:C` lies in `A` and `A:B`. */
function sectionsAround(key: string): string[] {
  const parts = key.split(':');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join(':'));
}

function isEmptySection(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce((current, part) => (isRecord(current) ? current[part] : undefined), values);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists were collected by index; turn them into arrays in index order. */
function listsInPlace(values: Record<string, unknown>, node: KeyNode): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const child = node.kind === 'section' ? node.keys.get(name.toLowerCase())?.node : undefined;
    result[name] = child === undefined ? value : listInPlace(value, child);
  }
  return result;
}

function listInPlace(value: unknown, node: KeyNode): unknown {
  if (!isRecord(value)) return value;
  if (node.kind === 'section') return listsInPlace(value, node);
  if (node.kind === 'value') return value;
  return Object.entries(value)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => listInPlace(item, node.item));
}
