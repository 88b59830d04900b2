/** Writes what the program asked of Electron as a line of JSON to stdout, for the test to read. */
export function tell(event: string, detail: unknown): void {
  process.stdout.write(`${JSON.stringify({ event, detail })}\n`);
}

/** What a test asks of the stand-in, from the environment. */
export function wish(name: string): string | undefined {
  return process.env[`STAND_IN_${name}`];
}

/** An event that a listener may prevent. */
export class StandInEvent {
  isPrevented = false;

  preventDefault(): void {
    this.isPrevented = true;
  }
}

/** Electron's methods throw on things that are gone. */
export function refuse(isRefused: boolean, reason: string): void {
  if (isRefused) throw new Error(reason);
}
