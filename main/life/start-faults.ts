import { ConfigurationError } from '../../service/config/configuration.ts';
import { explainMachineFault } from '../../service/config/machine-faults.ts';

/** What a person is told when the station does not start: texts of our own, never those of a driver. */
export function explainStartFault(fault: unknown): string {
  if (fault instanceof ConfigurationError) return fault.message;
  if (!(fault instanceof Error)) return UNKNOWN;
  if ('code' in fault && fault.code === 'EADDRINUSE') return PORT_TAKEN;
  if (OWN_FAULTS.has(fault.name)) return fault.message;
  return explainMachineFault(fault) ?? UNKNOWN;
}

const PORT_TAKEN =
  'Its port is taken: by another program, by a station that was started without a window, or by the station of another ' +
  'user of this machine. End that one, or set another Server:Port.';
const UNKNOWN = 'Something unexpected happened; the log says where.';
/** Errors whose texts are written for people. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['DataDirectoryInUse', 'DesktopRefusal', 'InspectorIsOpen']);

/** The program does not go on as it was started; the text says why, in words for a person. */
export class DesktopRefusal extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'DesktopRefusal';
  }
}
