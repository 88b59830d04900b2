import { execFile } from 'node:child_process';
import { constants, createPrivateKey, privateEncrypt, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findTlv, tlv } from './tlv.ts';

/** A key with its certificate in one of the slots of a PIV card. */
export interface PivKey {
  /** 9A: authentication, one PIN entry for many signatures. 9C: signature, a PIN entry for each. */
  readonly slot: '9A' | '9C';
  /** PEM file, PKCS#8; RSA-2048 or P-256. */
  readonly privateKeyPath: string;
  readonly certificate: Uint8Array;
}

/** Data objects of the certificates (SP 800-73-4 part 1, table 3) and key references (part 1, table 4b). */
const SLOTS = { '9A': { object: '5fc105', reference: 0x9a }, '9C': { object: '5fc10a', reference: 0x9c } } as const;
const PIV_APPLICATION = 'a000000308000010000100';
const MAX_TRIES = 3;

/** Status words of ISO 7816-4. */
const SW = {
  ok: 0x9000,
  blocked: 0x6983,
  notSatisfied: 0x6982,
  conditions: 0x6985,
  wrongData: 0x6a80,
  notFound: 0x6a82,
  unknown: 0x6d00,
  failed: 0x6f00,
} as const;

interface Command {
  readonly ins: number;
  readonly p1: number;
  readonly p2: number;
  readonly data: Buffer;
  /** Bytes that the reader wants back at most. */
  readonly le: number;
}

/** A card that follows NIST SP 800-73-4 as far as middleware needs it for reading certificates, PIN and signing. */
export class PivCard {
  readonly #objects = new Map<string, Buffer>();
  readonly #keys = new Map<number, { readonly key: KeyObject; readonly path: string; readonly algorithm: number }>();
  readonly #pin: Buffer;
  isPowered = false;
  triesLeft = MAX_TRIES;
  /** Every VERIFY with a PIN in it, right or wrong. */
  pinEntries = 0;
  signatures = 0;
  /** How long a signature takes. */
  delayMilliseconds = 0;
  #isSelected = false;
  #isVerified = false;
  /** True between a right PIN and the next signature. */
  #isFresh = false;
  #chained: Buffer[] = [];
  #rest: Buffer = Buffer.alloc(0);

  constructor(pin: string, keys: readonly PivKey[]) {
    this.#pin = Buffer.alloc(8, 0xff);
    this.#pin.write(pin, 'latin1');
    for (const { slot, privateKeyPath: path, certificate } of keys) {
      const key = createPrivateKey(readFileSync(path));
      const algorithm = key.asymmetricKeyType === 'rsa' ? 0x07 : 0x11;
      this.#keys.set(SLOTS[slot].reference, { key, path, algorithm });
      this.#put(SLOTS[slot].object, tlv('70', certificate), tlv('71', Buffer.of(0)), tlv('fe'));
    }
    // Card holder unique identifier: agency code, GUID, expiry; without a signature.
    const agency = Buffer.from('d4e739da739ced39ce739d836858210842108421c84210c3f5', 'hex');
    const guid = Buffer.from('5a17a0a5c0de4a75b1e55ed0ca4dfeed', 'hex');
    this.#put('5fc102', tlv('30', agency), tlv('34', guid), tlv('35', Buffer.from('20991231')), tlv('3e'), tlv('fe'));
    // Discovery object: the application, and that only its own PIN counts.
    const discovery = [tlv('4f', Buffer.from(PIV_APPLICATION, 'hex')), tlv('5f2f', Buffer.of(0x40, 0x00))];
    this.#objects.set('7e', tlv('7e', ...discovery));
  }

  /** Power off, on, or a reset: whatever was selected and entered is forgotten. */
  reset(isPowered: boolean): void {
    this.isPowered = isPowered;
    this.#deselect();
  }

  #deselect(): void {
    this.#isSelected = this.#isVerified = this.#isFresh = false;
    this.#chained = [];
    this.#rest = Buffer.alloc(0);
  }

  unblock(): void {
    this.triesLeft = MAX_TRIES;
  }

  /** The answer to one command APDU. */
  async answer(apdu: Buffer): Promise<Buffer> {
    const command = parseCommand(apdu);
    if (command.ins === 0xc0) return this.#rest.length === 0 ? status(SW.conditions) : this.#give(this.#rest, command);
    if ((apdu.readUInt8(0) & 0x10) !== 0) {
      this.#chained.push(command.data);
      return status(SW.ok);
    }
    const data = Buffer.concat([...this.#chained, command.data]);
    this.#chained = [];
    return this.#carryOut({ ...command, data });
  }

  async #carryOut(command: Command): Promise<Buffer> {
    if (command.ins === 0xa4) return this.#select(command);
    if (!this.#isSelected) return status(SW.conditions);
    switch (command.ins) {
      case 0xcb:
        return this.#getData(command);
      case 0x20:
        return command.p2 === 0x80 ? status(this.#verify(command)) : status(SW.unknown);
      case 0x87:
        return this.#authenticate(command);
      default:
        return status(SW.unknown);
    }
  }

  #select(command: Command): Buffer {
    const name = command.data.toString('hex');
    if (command.p1 !== 4 || name.length < 10 || !PIV_APPLICATION.startsWith(name)) return status(SW.notFound);
    this.#deselect();
    this.#isSelected = true;
    const authority = tlv('79', tlv('4f', Buffer.from('a000000308', 'hex')));
    return this.#give(tlv('61', tlv('4f', Buffer.from('000010000100', 'hex')), authority), command);
  }

  #getData(command: Command): Buffer {
    const object = this.#objects.get(findTlv(command.data, 0x5c)?.toString('hex') ?? '');
    return object === undefined ? status(SW.notFound) : this.#give(object, command);
  }

  /** SP 800-73-4 part 2, section 3.2.1: without data it tells the state, P1 FF takes a verification back. */
  #verify({ p1, data }: Command): number {
    if (p1 === 0xff) this.#isVerified = this.#isFresh = false;
    if (p1 === 0xff) return SW.ok;
    if (data.length === 0 && this.#isVerified) return SW.ok;
    if (data.length === 0) return this.triesLeft === 0 ? SW.blocked : 0x63c0 | this.triesLeft;
    this.pinEntries++;
    if (this.triesLeft === 0) return SW.blocked;
    this.#isVerified = this.#isFresh = data.equals(this.#pin);
    this.triesLeft = this.#isVerified ? MAX_TRIES : this.triesLeft - 1;
    if (this.#isVerified) return SW.ok;
    return this.triesLeft === 0 ? SW.blocked : 0x63c0 | this.triesLeft;
  }

  /** GENERAL AUTHENTICATE with a challenge: the private key operation on bytes that are ready for it. */
  async #authenticate(command: Command): Promise<Buffer> {
    const key = this.#keys.get(command.p2);
    const challenge = findTlv(findTlv(command.data, 0x7c) ?? Buffer.alloc(0), 0x81);
    if (key?.algorithm !== command.p1 || challenge === undefined) return status(SW.wrongData);
    const isAllowed = command.p2 === SLOTS['9C'].reference ? this.#isFresh : this.#isVerified;
    if (!isAllowed) return status(SW.notSatisfied);
    this.#isFresh = false;
    this.signatures++;
    if (this.delayMilliseconds > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMilliseconds));
    const value =
      key.algorithm === 0x07
        ? privateEncrypt({ key: key.key, padding: constants.RSA_NO_PADDING }, challenge)
        : await signDigest(key.path, challenge);
    if (value === null) return status(SW.failed);
    return this.#give(tlv('7c', tlv('82', value)), command);
  }

  /** As much as the reader asked for; the rest by GET RESPONSE. */
  #give(content: Buffer, { le }: Command): Buffer {
    this.#rest = content.subarray(le);
    if (this.#rest.length === 0) return Buffer.concat([content, status(SW.ok)]);
    return Buffer.concat([content.subarray(0, le), status(0x6100 | Math.min(this.#rest.length, 0xff))]);
  }

  #put(tag: string, ...content: readonly Buffer[]): void {
    this.#objects.set(tag, tlv('53', ...content));
  }
}

/** ISO 7816-4 section 5.1: short and extended lengths. */
function parseCommand(apdu: Buffer): Command {
  const [ins, p1, p2] = [apdu.readUInt8(1), apdu.readUInt8(2), apdu.readUInt8(3)];
  const wanted = (bytes: Buffer): number => (bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length));
  const body = apdu.subarray(4);
  const isExtended = body.length > 2 && body[0] === 0;
  const lengthSize = isExtended ? 3 : 1;
  const whole = isExtended ? 0x10000 : 0x100;
  if (body.length <= lengthSize) return { ins, p1, p2, data: Buffer.alloc(0), le: wanted(body) || whole };
  const length = isExtended ? body.readUInt16BE(1) : body.readUInt8(0);
  const end = lengthSize + length;
  return { ins, p1, p2, data: body.subarray(lengthSize, end), le: wanted(body.subarray(end)) || whole };
}

function status(word: number): Buffer {
  return Buffer.of(word >> 8, word & 0xff);
}

/**
 * ECDSA over a digest as it is, which node:crypto does not offer; DER, as PIV cards answer. Null where openssl does not
 * sign: who was asked while the reader went may find the key's file gone with its test, and nobody waits for an answer.
 */
function signDigest(keyPath: string, digest: Buffer): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const args = ['pkeyutl', '-sign', '-inkey', keyPath];
    const child = execFile('openssl', args, { encoding: 'buffer' }, (error, stdout) => {
      resolve(error === null ? stdout : null);
    });
    // An openssl that has ended already reads nothing.
    child.stdin?.on('error', () => undefined).end(digest);
  });
}
