import { z } from 'zod';
import { ConfigurationSchema } from '../../service/config/settings-schema.ts';
import { SETTING_MEANINGS } from './setting-meanings.ts';
import type { SettingKey } from './setting-key.ts';

interface Leaf {
  readonly key: string;
  readonly schema: z.core.$ZodType;
  /** Undefined: the key has to be given where its section is. */
  readonly fallback: unknown;
}

const HEAD = ['key', 'value', 'default', 'meaning'] as const;

const INTRODUCTION = `# Settings

This page is made from the schema of the configuration by \`npm run settings\`; a test fails when it is out of date.

Nothing has to be set. Settings come from four places, and the later one wins:

1. the defaults of the program: \`npm start\` and the commands run as \`Development\`, a package as \`Production\` (and as
   \`Development\` where the demo identity was chosen at its first start);
2. \`config.json\` in the data directory, or the file that \`--config\` names;
3. environment variables, with two underscores for each colon: \`Server__Port=5081\`;
4. arguments: \`--Server:Port=5081\` or \`--Server:Port 5081\`. \`--environment=\` and \`--roles=\` need no colon.

Upper and lower case do not matter, but for \`Environment\` and \`Roles\` as environment variables. An unknown key or argument
stops the start and the nearest known one is named. An empty text means none. A list is written with commas or by
index (\`Server:AllowedHosts:0\`); several PKCS#11 providers are \`Signing:Pkcs11:0\`, \`Signing:Pkcs11:1\` and so on.
Relative paths of the database, storage, certificate, key and PFX files and trust folders are below the data directory.
\`npm start -- --print-config\` shows what is in force, with passwords in addresses hidden; the settings page shows it too, with where each value was written.

The data directory is \`~/.local/share/signing-station\` on Linux (or below \`XDG_DATA_HOME\`), \`%LOCALAPPDATA%\\signing-station\`
on Windows and \`~/Library/Application Support/signing-station\` on macOS.

A duration is a whole number and a unit: \`90s\`, \`30m\`, \`24h\`, \`7d\`. Secrets never stand in settings, only their names do;
[operating.md](operating.md#secrets) says where they are kept. "Has to be given" holds where the section is used at all.
`;

/** The page `docs/settings.md`, formatted as prettier would. */
export function settingsPage(): string {
  const sections = new Map<string, Leaf[]>();
  for (const leaf of leavesOf(ConfigurationSchema, '', undefined)) {
    const section = leaf.key.includes(':') ? (leaf.key.split(':')[0] ?? '') : 'The station';
    sections.set(section, [...(sections.get(section) ?? []), leaf]);
  }
  const tables = [...sections].map(([name, leaves]) => `## ${name}\n\n${table(leaves.map(rowOf))}`);
  return [INTRODUCTION, ...tables].join('\n');
}

function leavesOf(schema: z.core.$ZodType, key: string, fallback: unknown): Leaf[] {
  if (schema instanceof z.ZodDefault) return leavesOf(schema.unwrap(), key, schema.def.defaultValue);
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable)
    return leavesOf(schema.unwrap(), key, fallback);
  if (schema instanceof z.ZodObject) {
    const below = key === '' ? '' : `${key}:`;
    const children = Object.entries<z.core.$ZodType>(schema.shape);
    return children.flatMap(([name, child]) => leavesOf(child, below + name, undefined));
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    return leavesOf(schema.element, `${key}:0`, undefined);
  }
  return [{ key, schema, fallback }];
}

function rowOf({ key, schema, fallback }: Leaf): string[] {
  const known: { readonly unit?: string; readonly fallback?: string; readonly meaning: string } =
    SETTING_MEANINGS[key as SettingKey];
  const value = [valueOf(schema), known.unit].filter((part) => part !== undefined).join(' ');
  return [`\`${key}\``, value, known.fallback ?? defaultText(fallback), known.meaning];
}

function valueOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodArray) return `list of ${valueOf(schema.element)}`;
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${String(option)}\``).join(', ');
  if (schema instanceof z.ZodBoolean) return '`true`, `false`';
  if (schema instanceof z.ZodNumber) return rangeOf(schema);
  if (schema instanceof z.ZodURL) return 'URL';
  return schema instanceof z.ZodString && schema.safeParse('90s').success && !schema.safeParse('x').success
    ? 'duration'
    : 'text';
}

function rangeOf({ minValue, maxValue }: z.ZodNumber): string {
  const hasEnd = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER;
  return hasEnd ? `${minValue ?? 0} to ${maxValue}` : `${minValue ?? 0} or more`;
}

function defaultText(value: unknown): string {
  if (value === undefined) return 'has to be given';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((item) => `\`${String(item)}\``).join(', ');
  return typeof value === 'number' ? String(value) : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(HEAD), rule, ...rows.map(line)].join('\n')}\n`;
}
