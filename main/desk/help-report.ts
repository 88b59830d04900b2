/** What the report is made of. */
export interface HelpFacts {
  readonly version: string;
  /** Of Electron, Chromium and Node, by name. */
  readonly runtimes: Readonly<Record<string, string | undefined>>;
  readonly system: string;
  /** The answer of `/health`, as it came; null when there was none. */
  readonly health: unknown;
  /** Lines of the log, the newest last. */
  readonly logLines: readonly string[];
}

/** Fields of a log line that say what happened and never to whom; everything else is left out. */
const TOLD = ['time', 'level', 'process', 'role', 'message', 'errorName', 'errorCode', 'code', 'reason', 'status'];
const MAX_LINES = 200;

/**
 * A text for the help desk: versions, health and the end of the log. No document's name, no id of a person or a job, no
 * path, no setting and no secret: of logs and health only named fields are taken, so that a new one is not in it by
 * mistake.
 */
export function helpReport({ version, runtimes, system, health, logLines }: HelpFacts): string {
  const lines = logLines.slice(-MAX_LINES).flatMap((line) => toldLine(line) ?? []);
  const names = Object.entries(runtimes).map(([name, number]) => `${name} ${number ?? '?'}`);
  return [
    `Signing Station ${version}`,
    `${names.join(', ')}; ${system}`,
    '',
    'Health',
    ...healthLines(health),
    '',
    `Log, last ${lines.length} lines`,
    ...lines,
    '',
  ].join('\n');
}

function healthLines(health: unknown): string[] {
  if (!isRecord(health)) return ['  (no answer)'];
  const { status, checks } = health;
  const parts = Array.isArray(checks) ? checks.filter(isRecord) : [];
  return [`  ${String(status)}`, ...parts.map((check) => `  ${String(check['name'])}: ${String(check['status'])}`)];
}

function toldLine(line: string): string | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    if (!isRecord(entry)) return undefined;
    const told = Object.entries(entry).filter(([name, value]) => TOLD.includes(name) && isPlain(value));
    return JSON.stringify(Object.fromEntries(told));
  } catch {
    // A line of a driver or of Chromium: nobody knows what stands in it.
    return undefined;
  }
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
