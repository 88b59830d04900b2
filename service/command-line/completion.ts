import type { CommandDescription } from './commands.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Its own completion has to be there first, which a shell without a start file has not begun. */
const ZSH = [
  '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -D; }',
  'autoload -U +X bashcompinit && bashcompinit',
];

/** A script that completes commands, their options and the choices of these, for the program called `program`. */
export function completionScript(shell: Shell, program: string, commands: readonly CommandDescription[]): string {
  if (shell === 'fish') return fish(program, commands);
  return [...(shell === 'zsh' ? ZSH : []), ...bash(program, commands), ''].join('\n');
}

function bash(program: string, commands: readonly CommandDescription[]): string[] {
  const name = `_${program.replaceAll(/\W/g, '_')}`;
  const firsts = [...new Set(commands.map((command) => firstWord(command)))];
  const seconds = firsts.map((first) => [first, secondsOf(first, commands)] as const);
  return [
    `${name}() {`,
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    '  local command="${COMP_WORDS[1]}" two="${COMP_WORDS[1]} ${COMP_WORDS[2]}" words=""',
    '  COMPREPLY=()',
    `  if [ "$COMP_CWORD" -eq 1 ]; then words="${firsts.join(' ')}"`,
    '  elif [ "$COMP_CWORD" -eq 2 ]; then case "$command" in',
    ...seconds
      .filter(([, words]) => words.length > 0)
      .map(([first, words]) => `    ${first}) words="${words.join(' ')}" ;;`),
    '  esac; fi',
    '  case "$two" in',
    ...commands.filter(isTwoWords).map((command) => `    "${command.name}") ${optionCase(command)} ;;`),
    '    *) case "$command" in',
    ...commands
      .filter((command) => !isTwoWords(command))
      .map((command) => `      ${command.name}) ${optionCase(command)} ;;`),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    `complete -o default -F ${name} ${program}`,
  ];
}

/** Choices after an option that has them, options everywhere else. */
function optionCase({ options }: CommandDescription): string {
  const names = options.map(({ name }) => `--${name}`).join(' ');
  const choices = options
    .filter((option) => option.choices !== undefined)
    .map((option) => `--${option.name}) words="${option.choices?.join(' ') ?? ''}" ;;`);
  const otherwise = `*) case "$current" in -*) words="${names}" ;; esac ;;`;
  return `case "$previous" in ${[...choices, otherwise].join(' ')} esac`;
}

function fish(program: string, commands: readonly CommandDescription[]): string {
  const lines = commands.flatMap((command) => {
    const seen = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return command.options.map(({ name, kind, choices, meaning }) => {
      const value = kind === 'flag' ? '' : ` -r${choices === undefined ? '' : ` -a '${choices.join(' ')}'`}`;
      return `complete -c ${program} -n '${seen}' -l ${name}${value} -d '${quoted(meaning)}'`;
    });
  });
  const firsts = [...new Set(commands.map((command) => firstWord(command)))];
  const words = firsts.flatMap((first) => {
    const seconds = secondsOf(first, commands);
    const below =
      seconds.length === 0
        ? []
        : [`complete -c ${program} -f -n '__fish_seen_subcommand_from ${first}' -a '${seconds.join(' ')}'`];
    return [`complete -c ${program} -n __fish_use_subcommand -a ${first}`, ...below];
  });
  return [...words, ...lines, ''].join('\n');
}

function quoted(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`);
}

function isTwoWords({ name }: CommandDescription): boolean {
  return name.includes(' ');
}

function firstWord({ name }: CommandDescription): string {
  return name.split(' ')[0] ?? name;
}

/** What may follow a first word: second words, the words of which an operand is one, and after `help` every command. */
function secondsOf(first: string, commands: readonly CommandDescription[]): string[] {
  if (first === 'help') return [...new Set(commands.map((command) => firstWord(command)))];
  return commands.flatMap(({ name, operands }) => {
    if (name === first && /^\w+(\|\w+)+$/.test(operands)) return operands.split('|');
    return name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [];
  });
}
