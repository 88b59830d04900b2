import { hash, pbkdf2 } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pkcs12Error } from './pkcs12-error.ts';
import type { Pkcs12Password } from './pkcs12-password.ts';

const pbkdf2Async = promisify(pbkdf2);

/** What the derived bytes are for; the number is the diversifier of RFC 7292 B.3. */
export const DERIVATION_PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

/** Rounds between two returns to the event loop, about 10 ms. */
const ROUNDS_PER_TURN = 8_192;

const BLOCK_BYTES: Readonly<Record<string, number>> = { sha1: 64, sha224: 64, sha256: 64, sha384: 128, sha512: 128 };

export interface DerivationParameters {
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** PBKDF2 of RFC 8018 5.2. Throws Pkcs12Error where the file has no such iterations left. */
export async function derivePbkdf2(
  password: Pkcs12Password,
  { hash: algorithm, salt, iterations }: DerivationParameters,
  length: number,
): Promise<Uint8Array> {
  password.iterations.charge(iterations);
  return pbkdf2Async(password.utf8, salt, iterations, length, algorithm);
}

/** The key derivation of RFC 7292 B.2; lets other work run in between, as it may take seconds. Throws like derivePbkdf2. */
export async function derivePkcs12(
  password: Pkcs12Password,
  parameters: DerivationParameters,
  purpose: number,
  length: number,
): Promise<Uint8Array> {
  password.iterations.charge(parameters.iterations);
  const steps = pkcs12Steps(password.bmp, parameters, purpose, length);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** The same without a pause, for files of our own making. */
export function derivePkcs12Sync(
  password: Uint8Array,
  parameters: DerivationParameters,
  purpose: number,
  length: number,
): Uint8Array {
  const steps = pkcs12Steps(password, parameters, purpose, length);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Yields where a long derivation may pause. */
function* pkcs12Steps(
  password: Uint8Array,
  { hash: algorithm, salt, iterations }: DerivationParameters,
  purpose: number,
  length: number,
): Generator<undefined, Uint8Array> {
  const block = BLOCK_BYTES[algorithm];
  if (block === undefined)
    throw new Pkcs12Error('PKCS12_ALGORITHM_UNSUPPORTED', `The hash ${algorithm} is not supported`);
  const diversifier = Buffer.alloc(block, purpose);
  const seed = Buffer.concat([repeatToBlock(salt, block), repeatToBlock(password, block)]);
  const derived: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const chunk = yield* iteratedHash(algorithm, Buffer.concat([diversifier, seed]), iterations);
    derived.push(chunk);
    size += chunk.length;
    if (size < length) addToBlocks(seed, repeatToBlock(chunk, block), block);
  }
  return Buffer.concat(derived).subarray(0, length);
}

function* iteratedHash(algorithm: string, input: Buffer, iterations: number): Generator<undefined, Buffer> {
  let value = hash(algorithm, input, 'buffer');
  for (let round = 1; round < iterations; round++) {
    value = hash(algorithm, value, 'buffer');
    if (round % ROUNDS_PER_TURN === 0) yield;
  }
  return value;
}

/** Copies of `bytes` one after another, up to the next multiple of `block`; nothing stays nothing. */
function repeatToBlock(bytes: Uint8Array, block: number): Buffer {
  const size = Math.ceil(bytes.length / block) * block;
  const repeated = Buffer.alloc(size);
  for (let offset = 0; offset < size; offset += bytes.length) repeated.set(bytes.subarray(0, size - offset), offset);
  return repeated;
}

/** Each block of `blocks` becomes itself + `addend` + 1 modulo 2^(8 * block). */
function addToBlocks(blocks: Buffer, addend: Buffer, block: number): void {
  for (let start = 0; start < blocks.length; start += block) {
    let carry = 1;
    for (let index = block - 1; index >= 0; index--) {
      const sum = (blocks[start + index] ?? 0) + (addend[index] ?? 0) + carry;
      blocks[start + index] = sum & 0xff;
      carry = sum >> 8;
    }
  }
}
