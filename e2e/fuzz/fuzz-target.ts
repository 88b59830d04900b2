import type { Bracket } from './mutate.ts';

/** A reader of untrusted bytes under attack. */
export interface FuzzTarget {
  /** Inputs the reader accepts, to be broken. */
  readonly samples: readonly [Uint8Array, ...Uint8Array[]];
  readonly brackets: readonly [Bracket, ...Bracket[]];
  /**
   * Reads one input through. Gives what is wrong with what happened, in one line, or null when the reader did its duty:
   * it took the input, or refused it by its typed error. Anything else it throws is a fault.
   */
  judge(input: Uint8Array, sample: Uint8Array): string | null | Promise<string | null>;
}

/** Runs a reader whose only lawful exception is an error of class `typed`. */
export function readThrough(typed: new (...args: never[]) => Error, read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof typed ? null : describeFault(error);
  }
}

export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'threw something that is no error';
  const place = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] ?? 'unknown place';
  return `threw ${error.name}: ${error.message.slice(0, 200)} (${place})`;
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** SEQUENCE, SET, [0] and constructed OCTET STRING of indefinite length, and SEQUENCE of a length that lies. */
export const ASN1_BRACKETS: FuzzTarget['brackets'] = [
  { open: Uint8Array.of(0x30, 0x80), close: Uint8Array.of(0, 0) },
  { open: Uint8Array.of(0x31, 0x80), close: Uint8Array.of(0, 0) },
  { open: Uint8Array.of(0xa0, 0x80), close: Uint8Array.of(0, 0) },
  { open: Uint8Array.of(0x24, 0x80), close: Uint8Array.of(0, 0) },
  { open: Uint8Array.of(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff), close: Uint8Array.of() },
];

export const PDF_BRACKETS: FuzzTarget['brackets'] = [
  { open: bytes('['), close: bytes(']') },
  { open: bytes('<</A '), close: bytes('>>') },
  { open: bytes('('), close: bytes(')') },
  { open: bytes('1 0 obj\n'), close: bytes('\nendobj\n') },
];

export const XML_BRACKETS: FuzzTarget['brackets'] = [
  { open: bytes('<a>'), close: bytes('</a>') },
  { open: bytes('<a xmlns:b="urn:b" b:c="d">'), close: bytes('</a>') },
  { open: bytes('<!--'), close: bytes('-->') },
  { open: bytes('<![CDATA['), close: bytes(']]>') },
  { open: bytes('&amp;'), close: bytes('&#10;') },
];
