/** A signal of D-Bus, as far as it is of interest here: whose it is, and the yes or no that it says, if it says one. */
export interface BusSignal {
  readonly interface: string;
  readonly member: string;
  readonly flag: boolean | null;
}

/** What stands before every message: its byte order, kind, flags, version, length of the body, serial, length of the fields. */
const FIXED_BYTES = 16;
/** Signals of a screen are below 200 bytes; the bus allows 128 MiB. */
const LONGEST_BYTES = 64 * 1024;
const [CALL, SIGNAL] = [1, 4];
const NO_REPLY_EXPECTED = 1;
const FIELDS = { path: 1, interface: 2, member: 3, destination: 6, signature: 8 } as const;

/**
 * A call of the bus itself, with one text as its argument or none, in little-endian order (D-Bus specification, "Message
 * Format").
 */
export function busCall(serial: number, member: string, argument?: string): Buffer {
  const bus = 'org.freedesktop.DBus';
  const fields = [
    field(FIELDS.path, 'o', text('/org/freedesktop/DBus')),
    field(FIELDS.interface, 's', text(bus)),
    field(FIELDS.member, 's', text(member)),
    field(FIELDS.destination, 's', text(bus)),
    ...(argument === undefined ? [] : [field(FIELDS.signature, 'g', Buffer.from('\u0001s\0'))]),
  ].reduce((before, next) => Buffer.concat([padded(before), next]), Buffer.alloc(0));
  const body = argument === undefined ? Buffer.alloc(0) : text(argument);
  const head = Buffer.alloc(FIXED_BYTES);
  head.write('l', 0, 'latin1');
  head.set([CALL, NO_REPLY_EXPECTED, 1], 1);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(serial, 8);
  head.writeUInt32LE(fields.length, 12);
  return Buffer.concat([padded(Buffer.concat([head, fields])), body]);
}

function field(code: number, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), value]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length - 1);
  return Buffer.concat([length, bytes]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length, 8) - bytes.length)]);
}

function aligned(at: number, to: number): number {
  return Math.ceil(at / to) * to;
}

/**
 * Takes the whole messages off the front of what the bus has sent. Answers the signals among them and what is left. Throws
 * RangeError for what is no message, or a larger one than any of interest: nothing behind it can be read.
 */
export function readSignals(bytes: Buffer): { readonly signals: readonly BusSignal[]; readonly rest: Buffer } {
  const signals: BusSignal[] = [];
  let rest = bytes;
  while (rest.length >= FIXED_BYTES) {
    const message = new BusMessage(rest);
    if (rest.length < message.length) break;
    const signal = message.signal();
    if (signal !== undefined) signals.push(signal);
    rest = rest.subarray(message.length);
  }
  return { signals, rest };
}

class BusMessage {
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;
  readonly #bodyAt: number;
  readonly #fieldsEnd: number;

  constructor(bytes: Buffer) {
    const order = bytes.toString('latin1', 0, 1);
    if (order !== 'l' && order !== 'B') throw new RangeError('The bus sent what is no message.');
    this.#bytes = bytes;
    this.#isLittle = order === 'l';
    this.#fieldsEnd = FIXED_BYTES + this.#number(12);
    this.#bodyAt = aligned(this.#fieldsEnd, 8);
    this.length = this.#bodyAt + this.#number(4);
    if (this.length > LONGEST_BYTES) throw new RangeError('The bus sent a message that is too large.');
  }

  signal(): BusSignal | undefined {
    if (this.#bytes[1] !== SIGNAL) return undefined;
    const fields = this.#fields();
    const says = (fields.get(FIELDS.signature) ?? '').startsWith('b') && this.length >= this.#bodyAt + 4;
    return {
      interface: fields.get(FIELDS.interface) ?? '',
      member: fields.get(FIELDS.member) ?? '',
      flag: says ? this.#number(this.#bodyAt) !== 0 : null,
    };
  }

  /** The texts among the header's fields, by their codes. */
  #fields(): ReadonlyMap<number, string> {
    const found = new Map<number, string>();
    let at = FIXED_BYTES;
    while (at + 4 <= this.#fieldsEnd) {
      const [code, type] = [this.#bytes.readUInt8(at), this.#bytes.toString('latin1', at + 1, at + 4)];
      if (!['\u0001s\0', '\u0001o\0', '\u0001g\0', '\u0001u\0'].includes(type))
        throw new RangeError('The bus sent a message with a field of no known kind.');
      at += 4;
      if (type === '\u0001u\0') at += 4;
      else {
        const head = type === '\u0001g\0' ? 1 : 4;
        const length = head === 1 ? this.#bytes.readUInt8(at) : this.#number(at);
        found.set(code, this.#bytes.toString('utf8', at + head, at + head + length));
        at += head + length + 1;
      }
      at = aligned(at, 8);
    }
    return found;
  }

  #number(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}
