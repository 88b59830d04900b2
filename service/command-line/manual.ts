import type { CommandDescription } from './commands.ts';
import { ERROR_EXIT } from './exit-codes.ts';

/** How a program ends, in the order of the numbers. */
export function exitCodeLines(): (readonly [number, string])[] {
  return [
    [0, 'done; of verify: VALID'],
    [1, 'failed for a reason without a code'],
    [2, 'the command line was not understood; nothing was sent'],
    [3, 'several documents failed, for different reasons'],
    [4, 'verify: INDETERMINATE'],
    [5, 'verify: INVALID'],
    [6, 'no station answers'],
    [7, '--timeout is over; the request goes on'],
    ...Object.entries(ERROR_EXIT).map(([code, number]) => [number, code] as const),
    [130, 'interrupted'],
    [141, 'nobody reads what is printed any more'],
  ];
}

/** The manual page (man 7 man) of the program. */
export function manualPage(program: string, commands: readonly CommandDescription[]): string {
  const lines = [
    `.TH ${program.toUpperCase()} 1 "" "Signing Station"`,
    '.SH NAME',
    `${escaped(program)} \\- sign and verify documents, and look after a signing station`,
    '.SH SYNOPSIS',
    `.B ${escaped(program)}`,
    '.I command',
    '[options] [operands]',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...exitCodeLines().flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escaped(meaning)]),
    '.SH SETTINGS',
    escaped('Settings of the station are given as --Section:Key=value, by Section__Key variables or in config.json.'),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines({ name, operands, summary, options }: CommandDescription): string[] {
  return [
    '.SS',
    escaped(`${name} ${operands}`.trim()),
    '.PP',
    escaped(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`),
    ...options.flatMap(({ name: option, kind, meaning, choices }) => [
      '.TP',
      `.B ${escaped(`--${option}`)}${kind === 'flag' ? '' : String.raw` \fIvalue\fR`}`,
      escaped(choices === undefined ? meaning : `${meaning} (${choices.join(', ')})`),
    ]),
  ];
}

/** Hyphens that can be copied; a line that begins with a dot or an apostrophe would be a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(['.])/, String.raw`\&$1`);
}
