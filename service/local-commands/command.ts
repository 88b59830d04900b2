import { parseArgs } from 'node:util';
import { NewApiKey } from '../contract/http/api-keys.ts';
import { APPROVAL_RULES, type ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import { PERMISSIONS, type Permission } from '../contract/vocabulary/permissions.ts';
import { TENANT_ID } from '../contract/vocabulary/tenant-id.ts';
import { splitArguments } from '../config/command-line-arguments.ts';
import { nearestName } from '../config/configuration.ts';
import { findCommand, STATION_COMMANDS, type CommandDescription } from '../command-line/commands.ts';
import { SHELLS, type Shell } from '../command-line/completion.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { refuseUnknownCommand } from './unknown-command.ts';

/** What the command line asks for, checked. */
export type Command =
  /** Several: those of a group. None: of everything. */
  | { readonly name: 'help'; readonly about: readonly CommandDescription[] }
  | { readonly name: 'completion'; readonly shell: Shell }
  | { readonly name: 'manual' }
  | { readonly name: 'print-config' }
  /** Null: all providers. */
  | { readonly name: 'doctor'; readonly providerId: string | null }
  | { readonly name: 'tsa test' }
  /** Null: the station's own. */
  | { readonly name: 'archive verify'; readonly folder: string | null }
  /** Files of settings; null: those of the station itself. */
  | { readonly name: 'migrate'; readonly from: string | null; readonly to: string }
  | { readonly name: 'token unlock-guard'; readonly providerId: string; readonly isConfirmed: boolean }
  | {
      readonly name: 'api-key create';
      readonly key: {
        readonly name: string;
        readonly permissions: readonly Permission[];
        readonly approvalRule: ApprovalRule | null;
      };
      /** Null: the configured default tenant. */
      readonly tenantId: string | null;
    }
  | { readonly name: 'api-key list'; readonly tenantId: string | null }
  | { readonly name: 'api-key revoke'; readonly id: string };

export { UsageError };

/** A program that signs needs these; reading the audit trail and managing keys is given on purpose only. */
const ORDINARY_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !['AuditRead', 'Administer', 'SignaturesApprove'].includes(permission),
);

const text = (name: string, meaning: string) => ({ name, kind: 'value', meaning }) as const;

/** Commands that work on the station's own files, beside a running station and without one. */
export const LOCAL_COMMANDS: readonly CommandDescription[] = [
  {
    ...{ name: 'api-key create', operands: '--name N [--tenant T] [--permissions A,B] [--approval R]' },
    summary: 'makes an API key and prints it; it is shown this once',
    options: [
      text('name', 'name of the key'),
      text('tenant', 'its tenant'),
      text('permissions', 'what it permits, parted by commas'),
      { ...text('approval', 'whether a person has to approve what it gives in'), choices: APPROVAL_RULES },
    ],
  },
  {
    ...{ name: 'api-key list', operands: '[--tenant T]', summary: 'lists the keys, without their secrets' },
    options: [text('tenant', 'keys of this tenant only')],
  },
  {
    ...{ name: 'api-key revoke', operands: '<id>', summary: 'revokes a key; it stops working at once', options: [] },
  },
  {
    ...{ name: 'doctor', operands: '[--provider ID]' },
    summary: 'tells why a token, card or key file does not sign, without a login there, and what the servers answer',
    options: [text('provider', 'id of one provider')],
  },
  {
    ...{ name: 'token unlock-guard', operands: '--provider ID [--yes]' },
    summary: 'lets a PIN that was refused, or a reader that was not answered, be tried once more',
    options: [
      text('provider', 'id of the provider'),
      { name: 'yes', kind: 'flag', meaning: 'that the PIN is known to be right' },
    ],
  },
  {
    ...{ name: 'tsa test', operands: '', options: [] },
    summary: 'asks the configured timestamp authorities for a timestamp and says why one cannot be used',
  },
  {
    ...{ name: 'migrate', operands: '[--from FILE] --to FILE' },
    summary: 'takes a stopped station to the database server and the bucket that another configuration names',
    options: [text('from', 'configuration of the station as it is'), text('to', 'configuration that it is to have')],
  },
  {
    ...{ name: 'archive verify', operands: '[--folder DIR]' },
    summary: 'says whether the archive of audit events and ended requests is as it was written',
    options: [text('folder', 'another archive than that of the station')],
  },
  { name: 'print-config', operands: '', summary: 'shows the configuration in force', options: [] },
  {
    ...{ name: 'completion', operands: SHELLS.join('|'), options: [] },
    summary: 'prints a script that completes commands and options in a shell',
  },
  { name: 'manual', operands: '', summary: 'prints the manual page, for man -l', options: [] },
  { name: 'help', operands: '[command]', summary: 'shows this text, or the options of a command', options: [] },
];

/** Everything that help, completion and manual tell of. */
export const ALL_COMMANDS: readonly CommandDescription[] = [...STATION_COMMANDS, ...LOCAL_COMMANDS];

const HELP = [
  'Usage: npm run station -- <command> [options], or from a package: signing-station <command> [options]',
  '',
  'Documents, and what a station is asked (help <command> shows the options):',
  ...STATION_COMMANDS.flatMap(helpLines),
  '',
  'What works on the files of the station itself, beside a running one and without one:',
  ...LOCAL_COMMANDS.flatMap(helpLines),
  '',
  `Permissions: ${PERMISSIONS.join(', ')}.`,
  `Without --permissions a key gets ${ORDINARY_PERMISSIONS.join(', ')}.`,
  '',
  'Settings come from the same places as those of the station: config.json in the data directory (or --config file),',
  'Section__Key variables, --Section:Key=value. With --version the version is told.',
].join('\n');

function helpLines({ name, operands, summary }: CommandDescription): string[] {
  return [`  ${`${name} ${operands}`.trim()}`, `                        ${summary}`];
}

/** The options of one command, what the commands of a group are, or, where there is none, all that there is. */
export function helpText(about: readonly CommandDescription[]): string {
  const [command, ...others] = about;
  if (command === undefined) return HELP;
  return others.length === 0 ? helpOf(command) : [...about.flatMap(helpLines), '', SHOWN_FURTHER].join('\n');
}

const SHOWN_FURTHER = 'help with both words shows the options of one.';

function helpOf(command: CommandDescription): string {
  const options = command.options.map(({ name, kind, meaning, choices }) => {
    const shown = `  --${name}${kind === 'flag' ? '' : ' VALUE'}`;
    return `${shown.padEnd(34)}${meaning}${choices === undefined ? '' : ` (${choices.join(', ')})`}`;
  });
  return [`Usage: ${`${command.name} ${command.operands}`.trim()}`, command.summary, '', ...options]
    .join('\n')
    .trimEnd();
}

const NAMES = ALL_COMMANDS.map(({ name }) => name);

/** What these are followed by belongs to the name of the command. */
const TWO_WORDS: readonly string[] = ['api-key', 'archive', 'token', 'tsa'];

/** The command in `argv` (arguments after the script's name). Settings among them are left to the configuration. */
export function parseCommand(argv: readonly string[]): Command {
  const { others } = splitArguments(argv);
  refuseUnknownCommand(others, NAMES);
  const { values, positionals } = parseOptions([...others]);
  const name = positionals.slice(0, TWO_WORDS.includes(positionals[0] ?? '') ? 2 : 1).join(' ');
  if (name === '' || name === 'help' || values.help === true) {
    return { name: 'help', about: askedAbout(positionals[0] === 'help' ? positionals.slice(1) : positionals) };
  }
  const operands = positionals.slice(name.split(' ').length);
  refuseOptions(name, values);
  if (name === 'api-key revoke') return { name, id: onlyId(operands) };
  if (name === 'completion') return { name, shell: shellOf(operands) };
  if (operands[0] !== undefined) throw new UsageError(`${operands[0]} is not expected after ${name}.`);
  return commandOf(name, values);
}

/** Throws UsageError for what is no command and no group of them. */
function askedAbout(words: readonly string[]): readonly CommandDescription[] {
  const found = findCommand(ALL_COMMANDS, words);
  if (found !== undefined) return [found.command];
  const [group] = words;
  if (group === undefined) return [];
  if (words.length > 1 || !NAMES.some((name) => name.startsWith(`${group} `))) refuseUnknownCommand(words, NAMES);
  return ALL_COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
}

function commandOf(name: string, values: ReturnType<typeof parseOptions>['values']): Command {
  switch (name) {
    case 'manual':
    case 'print-config':
    case 'tsa test':
      return { name };
    case 'doctor':
      return { name, providerId: values.provider ?? null };
    case 'token unlock-guard':
      return { name, providerId: providerOf(values.provider), isConfirmed: values.yes === true };
    case 'archive verify':
      return { name, folder: values.folder ?? null };
    case 'migrate':
      return { name, from: values.from ?? null, to: targetOf(values.to) };
    default:
      return keyCommandOf(name, values);
  }
}

function keyCommandOf(name: string, values: ReturnType<typeof parseOptions>['values']): Command {
  switch (name) {
    case 'api-key list':
      return { name, tenantId: tenantOf(values.tenant) };
    case 'api-key create':
      return { name, key: keyOf(values.name, values.permissions, values.approval), tenantId: tenantOf(values.tenant) };
    default:
      throw new UsageError(`${name} is not a command. The command help shows what there is.`);
  }
}

function shellOf([name, ...more]: readonly string[]): Shell {
  const shell = SHELLS.find((each) => each === name);
  if (shell === undefined || more.length > 0) throw new UsageError(`completion needs one of ${SHELLS.join(', ')}.`);
  return shell;
}

function providerOf(id: string | undefined): string {
  if (id === undefined) throw new UsageError('token unlock-guard needs --provider.');
  return id;
}

function targetOf(file: string | undefined): string {
  if (file === undefined) throw new UsageError('migrate needs --to, a file with the settings to go over to.');
  return file;
}

function onlyId([id, ...more]: readonly string[]): string {
  if (id === undefined || more.length > 0) throw new UsageError('api-key revoke needs the id of one key.');
  return id;
}

const OPTIONS = {
  name: { type: 'string' },
  tenant: { type: 'string' },
  permissions: { type: 'string' },
  approval: { type: 'string' },
  provider: { type: 'string' },
  yes: { type: 'boolean' },
  folder: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseOptions(args: string[]) {
  refuseUnknownOptions(args);
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // parseArgs' own sentences name the argument and go on with advice on shell quoting.
    const [sentence] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(`${sentence ?? 'The arguments cannot be read'}.`);
  }
}

function refuseUnknownOptions(args: readonly string[]): void {
  const known = Object.keys(OPTIONS);
  for (const argument of args) {
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name === undefined || known.includes(name)) continue;
    if (STATION_COMMANDS.some(({ options }) => options.some((option) => option.name === name))) {
      throw new UsageError(`--${name} is an option of commands that ask a station; this one works on its files.`);
    }
    throw new UsageError(`--${name} is not an option. Did you mean --${nearestName(name, known)}?`);
  }
}

function refuseOptions(name: string, values: object): void {
  const allowed = LOCAL_COMMANDS.find((command) => command.name === name)?.options.map((option) => option.name) ?? [];
  const unexpected = Object.keys(values).find((option) => !allowed.includes(option));
  if (unexpected !== undefined) throw new UsageError(`--${unexpected} is not an option of ${name}.`);
}

function tenantOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!TENANT_ID.test(text)) {
    throw new UsageError(
      '--tenant must be 1 to 64 letters, digits, dots, hyphens or underscores, without two dots in a row.',
    );
  }
  return text;
}

function keyOf(name: string | undefined, permissions: string | undefined, approval: string | undefined) {
  if (name === undefined) throw new UsageError('api-key create needs --name.');
  const wanted =
    permissions?.split(',').map((part) => namedOf(PERMISSIONS, part.trim(), 'permission')) ?? ORDINARY_PERMISSIONS;
  const parsed = NewApiKey.safeParse({ name, permissions: wanted, approvalRule: ruleOf(approval) });
  if (!parsed.success) throw new UsageError('--name must be 1 to 100 characters without control characters.');
  return parsed.data;
}

function ruleOf(text: string | undefined): ApprovalRule | null {
  return text === undefined ? null : namedOf(APPROVAL_RULES, text, 'rule of approval');
}

/** The one of `known` that a person has written, in whatever case; `what` says what all of them are. */
function namedOf<T extends string>(known: readonly T[], text: string, what: string): T {
  const found = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new UsageError(`"${text}" is not a ${what}. There are: ${known.join(', ')}.`);
  return found;
}
