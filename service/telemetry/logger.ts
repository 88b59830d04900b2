import { writeToConsole } from './console-log.ts';
import { currentContext } from './trace-context.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The only fields a log line may carry beside level, time, message and the ids of the trace context. Everything else
 * is dropped: what is not on this list cannot leak.
 */
const LOG_FIELDS = [
  'attempt',
  'bytes',
  'code',
  'count',
  'durationMilliseconds',
  'entity',
  'errorCode',
  'errorName',
  'exitCode',
  'failureKind',
  'format',
  'host',
  'jobId',
  'key',
  'method',
  'operation',
  'path',
  'pid',
  'port',
  'process',
  'profile',
  'providerId',
  'providerType',
  'reason',
  'role',
  'signal',
  'signatureId',
  'stack',
  'state',
  'status',
  'tenantId',
] as const;
type LogField = (typeof LOG_FIELDS)[number];
export type LogFields = Readonly<Partial<Record<LogField, string | number | boolean | null | undefined>>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly clock: () => Date;
  /** The part of the station that writes: `host`, `worker`, `publisher`, `token-host`. */
  readonly processName: string;
  /** Takes one finished line without its line end; by default to stdout, errors to stderr. */
  readonly write?: (line: string, level: LogLevel) => void;
}

const ALLOWED: ReadonlySet<string> = new Set(LOG_FIELDS);
const MAX_TEXT = 2_000;

/** A logger that writes one JSON object per line. `message` is fixed text; what varies goes into fields. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line, level) => writeToConsole(line, level === 'error'));
  const threshold = LOG_LEVELS.indexOf(options.level);
  const log = (level: LogLevel, message: string, fields: LogFields | undefined): void => {
    if (LOG_LEVELS.indexOf(level) < threshold) return;
    const line: Record<string, unknown> = {
      time: options.clock().toISOString(),
      level,
      process: options.processName,
      message: message.slice(0, MAX_TEXT),
    };
    addContext(line);
    addFields(line, fields);
    write(JSON.stringify(line), level);
  };
  return {
    debug: (message, fields) => log('debug', message, fields),
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
  };
}

/**
 * What of an unexpected error may be logged: its name and where it was thrown, not its message. Messages of drivers
 * and parsers quote what they were given.
 */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frames = withoutMessage(error)
    .split('\n')
    .filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { errorName: error.name, code, stack: frames.slice(0, 8).join('\n') };
}

/** The stack begins with the message, whose lines may look like frames. */
function withoutMessage({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? stack : stack.slice(start + message.length);
}

function addContext(line: Record<string, unknown>): void {
  const context = currentContext();
  if (context === undefined) return;
  line['traceId'] = context.traceId;
  if (context.correlationId !== null) line['correlationId'] = context.correlationId;
  if (context.signatureId !== null) line['signatureId'] = context.signatureId;
  if (context.jobId !== null) line['jobId'] = context.jobId;
}

function addFields(line: Record<string, unknown>, fields: LogFields | undefined): void {
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (!ALLOWED.has(name)) continue;
    if (typeof value === 'string') line[name] = value.slice(0, MAX_TEXT);
    else if (typeof value === 'number' || typeof value === 'boolean') line[name] = value;
  }
}
