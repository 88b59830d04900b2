import type { ApiCommand, FieldOption } from './api-command.ts';
import { API_COMMANDS } from './api-commands.ts';
import { EXTEND_FIELDS, REPORT_FIELDS, SIGN_FIELDS, VERIFY_FIELDS } from './command-fields.ts';
import type { OptionSpec } from './parse-options.ts';
import { optionsOf } from './request-parts.ts';

/** A command as help, completion and manual tell of it. */
export interface CommandDescription {
  readonly name: string;
  /** What follows it, as it is written in a usage line. */
  readonly operands: string;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
}

/** A command of the documents' side: it speaks to a station. */
export interface StationCommand extends CommandDescription {
  readonly kind: 'sign' | 'extend' | 'verify' | 'inspect' | 'report' | 'call';
  /** What it calls, where it is one call. */
  readonly call: ApiCommand | null;
  /** It makes sense for a station that is there for this command alone. */
  readonly runsAlone: boolean;
}

const value = (name: string, meaning: string): OptionSpec => ({ name, kind: 'value', meaning });
const flag = (name: string, meaning: string): OptionSpec => ({ name, kind: 'flag', meaning });

const CONNECTION: readonly OptionSpec[] = [
  value('url', 'address of the station; without it that of the configuration'),
  value('key-file', "file with the user's own API key; without it command-line.key in the data directory"),
  flag('json', 'answers as JSON, a line for each item'),
];
const OWN_STATION = flag(
  'own-station',
  'runs a station for this command alone, with data of its own, although another one may run',
);
const ALONE: readonly OptionSpec[] = [
  OWN_STATION,
  value('pin-fd', 'PIN or password from this open file descriptor; with a station of its own'),
  value('pin-secret', 'PIN or password under this name of the secrets; with a station of its own'),
];
const OUT = value('out', 'folder or file to write to; - for stdout');
const OUT_FOLDER = value('out', 'folder to write into; - for stdout');
const OVERWRITE = flag('overwrite', 'replaces files that are there');
const NAME = value('name', 'name of the file that comes in by stdin');

/** Of what makes a document of each file. */
const DOCUMENTS: readonly OptionSpec[] = [
  ...[OUT_FOLDER, OVERWRITE, NAME],
  flag('skip-existing', 'leaves out files whose document is there: goes on with a command that was broken off'),
  flag('no-wait', 'ends when the station has taken the files'),
  value('timeout', 'seconds to wait for each file'),
  flag('quiet', 'tells of failures only'),
];

const SIGN: StationCommand = {
  ...{ name: 'sign', operands: 'FILE...', kind: 'sign', call: null, runsAlone: true },
  summary: 'signs files, patterns in quotes, or - (stdin), and writes them beside the originals',
  options: [
    ...optionsOf(SIGN_FIELDS),
    ...DOCUMENTS,
    flag('together', 'all files into one ASiC_E container'),
    ...CONNECTION,
    ...ALONE,
  ],
};
const EXTEND: StationCommand = {
  ...{ name: 'extend', operands: 'FILE...', kind: 'extend', call: null, runsAlone: true },
  summary: 'adds timestamps and evidence to signed files, up to a level, and writes them beside the originals',
  options: [
    ...optionsOf(EXTEND_FIELDS).map((option) =>
      option.name === 'format' ? { ...option, meaning: `${option.meaning}; without it by what the file is` } : option,
    ),
    ...DOCUMENTS,
    ...CONNECTION,
    OWN_STATION,
  ],
};
const VERIFY: StationCommand = {
  ...{ name: 'verify', operands: 'FILE...', kind: 'verify', call: null, runsAlone: true },
  summary: 'the verdict on signed files; ends with 0, 4 (INDETERMINATE) or 5 (INVALID)',
  options: [...fileOptions(VERIFY_FIELDS), ...CONNECTION, OWN_STATION],
};
const INSPECT: StationCommand = {
  ...{ name: 'inspect', operands: 'FILE...', kind: 'inspect', call: null, runsAlone: true },
  summary: 'what files are, what lies in them, and the report on their signatures',
  options: [...fileOptions(VERIFY_FIELDS).filter(({ name }) => name !== 'format'), ...CONNECTION, OWN_STATION],
};
const REPORT: StationCommand = {
  ...{ name: 'report', operands: 'FILE...', kind: 'report', call: null, runsAlone: true },
  summary: 'the report on up to 20 files to hand over with them, as one PDF: verdicts, signers, times, and why',
  options: [...fileOptions(REPORT_FIELDS), OUT, OVERWRITE, ...CONNECTION, OWN_STATION],
};

function fileOptions(fields: readonly FieldOption[]): OptionSpec[] {
  return [
    ...optionsOf(fields).map((option) =>
      option.name === 'original-file' ? { ...option, kind: 'values' as const } : option,
    ),
    NAME,
  ];
}

const ANSWER_OPTIONS: Readonly<Record<ApiCommand['answer'], readonly OptionSpec[]>> = {
  object: [],
  list: [],
  page: [flag('all', 'page after page until the end')],
  file: [OUT, OVERWRITE],
  stream: [],
  nothing: [],
};
/** What a station of its own can answer: it has keys and settings, and no past. */
const ALONE_CALLS = /^(certificates|providers|trust) (list|show|health|diagnose)$/;

function described(call: ApiCommand): StationCommand {
  const runsAlone = ALONE_CALLS.test(call.name);
  return {
    ...{ name: call.name, summary: call.summary, kind: 'call', call, runsAlone },
    operands: call.operands.map((operand) => (operand.endsWith('s') ? 'ID...' : operand.toUpperCase())).join(' '),
    options: [
      ...optionsOf(call.options),
      ...ANSWER_OPTIONS[call.answer],
      ...CONNECTION,
      ...(runsAlone ? [OWN_STATION] : []),
    ],
  };
}

/** Every command that speaks to a station. */
export const STATION_COMMANDS: readonly StationCommand[] = [
  ...[SIGN, EXTEND, VERIFY, INSPECT, REPORT],
  ...API_COMMANDS.map(described),
];

/** The command that `argv` begins with, and how many words its name has. */
export function findCommand<T extends CommandDescription>(
  commands: readonly T[],
  words: readonly string[],
): { readonly command: T; readonly words: number } | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const command = commands.find((each) => each.name === name && words.length >= count);
    if (command !== undefined) return { command, words: count };
  }
  return undefined;
}
