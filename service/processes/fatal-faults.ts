/**
 * A fault that nobody caught ends the process, as it would anyway, but leaves one line of JSON that is fit for a log:
 * the name of the error and where it was thrown. Its message stays inside, because parsers and drivers quote in it what
 * they were given. The exit code is EX_SOFTWARE of sysexits.
 */
export function endOnFatalFaults(processName: string): void {
  const end = (fault: unknown): void => {
    process.stderr.write(`${JSON.stringify(fatalLine(processName, fault, new Date()))}\n`);
    process.exit(70);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

export function fatalLine(processName: string, fault: unknown, at: Date): Readonly<Record<string, string>> {
  const frames = fault instanceof Error ? (fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return {
    time: at.toISOString(),
    level: 'error',
    process: processName,
    message: 'The process ended by a fault that nobody caught.',
    errorName: fault instanceof Error ? fault.name : typeof fault,
    stack: frames.slice(0, 8).join('\n'),
  };
}
