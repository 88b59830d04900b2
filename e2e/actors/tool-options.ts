import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

interface ToolOption extends ParseArgsOptionDescriptor {
  readonly meaning: string;
}

/** What a tool of `npm run` takes. */
interface Tool<Options> {
  /** As `npm run` knows it. */
  readonly name: string;
  readonly options: Options;
  /** What stands beside options; without it nothing may. */
  readonly operands?: string;
}

type Given<Options extends Readonly<Record<string, ToolOption>>> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** `--help` ends with 0, what a tool does not take with 2. */
interface ToolEnd {
  readonly code: 0 | 2;
  readonly text: string;
}

/**
 * Options and operands with which a tool was called. Where it was asked for help, or given what it does not take, it says
 * so with all that it takes, and ends.
 */
export function readToolOptions<const Options extends Readonly<Record<string, ToolOption>>>(
  tool: Tool<Options>,
): Given<Options> {
  const read = optionsOrEnd(tool, process.argv.slice(2));
  if (!('code' in read)) return read;
  console[read.code === 0 ? 'log' : 'error'](read.text);
  process.exit(read.code);
}

/** The same of these arguments, with what would be said at the end. */
export function optionsOrEnd<const Options extends Readonly<Record<string, ToolOption>>>(
  tool: Tool<Options>,
  args: readonly string[],
): Given<Options> | ToolEnd {
  if (args.includes('--help')) return { code: 0, text: usageOf(tool) };
  try {
    return parseArgs({
      args: [...args],
      options: tool.options,
      // False refuses operands, so that the type with them holds: there are none then.
      allowPositionals: (tool.operands !== undefined) as true,
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { code: 2, text: `${error.message}\n\n${usageOf(tool)}` };
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

function usageOf({ name, options, operands }: Tool<Readonly<Record<string, ToolOption>>>): string {
  const lines = Object.entries(options).map(([option, { type, meaning, default: otherwise }]) => {
    const written = type === 'string' ? `--${option}=...` : `--${option}`;
    return `  ${written.padEnd(20)} ${meaning}${typeof otherwise === 'string' ? ` (otherwise ${otherwise})` : ''}`;
  });
  return [`npm run ${name} -- [options]${operands === undefined ? '' : ` [${operands}]`}`, ...lines].join('\n');
}
