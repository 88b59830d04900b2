import inspector from 'node:inspector';

export class InspectorIsOpen extends Error {
  constructor() {
    super(
      'An inspector is open in this process: whoever connects to its port can read PINs and keys. ' +
        'Start without --inspect, in NODE_OPTIONS too.',
    );
    this.name = 'InspectorIsOpen';
  }
}

/** Keeps inspectors out of this process. Throws InspectorIsOpen where one is open already. */
export function refuseInspection(): void {
  ignoreInspectorSignal();
  if (inspector.url() !== undefined) throw new InspectorIsOpen();
}

/**
 * SIGUSR1, which log rotation sends to whole groups, makes Node open an inspector on a port that every user of the
 * machine can connect to, unless the runtime was told not to or somebody listens: from here on it does nothing.
 */
export function ignoreInspectorSignal(): void {
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
}
