import type { SeededRandom } from './random.ts';

/** Opening and closing bytes that nest in a format. */
export interface Bracket {
  readonly open: Uint8Array;
  readonly close: Uint8Array;
}

const MAX_BYTES = 4 * 1024 * 1024;
const INTERESTING = [0x00, 0x01, 0x1f, 0x20, 0x30, 0x3c, 0x3e, 0x7f, 0x80, 0x81, 0x84, 0xa0, 0xfe, 0xff];
const NUMBERS = ['0', '-1', '1', '65536', '2147483647', '2147483648', '4294967296', '9007199254740993', '1e99', '00'];

type Mutation = (input: Buffer, random: SeededRandom, donor: Buffer, brackets: readonly Bracket[]) => Buffer;

/** One to eight changes, one upon the other. The result differs from the sample almost always. */
export function mutate(
  sample: Uint8Array,
  donor: Uint8Array,
  brackets: readonly Bracket[],
  random: SeededRandom,
): Uint8Array {
  let mutant: Buffer = Buffer.from(sample);
  for (let changes = random.size(8); changes > 0; changes--) {
    mutant = random.pick(MUTATIONS)(mutant, random, Buffer.from(donor), brackets);
    if (mutant.length === 0 || mutant.length > MAX_BYTES) break;
  }
  return mutant.subarray(0, MAX_BYTES);
}

const flipBit: Mutation = (input, random) => {
  const at = random.natural(input.length);
  input[at] = (input[at] ?? 0) ^ (1 << random.natural(8));
  return input;
};

const setByte: Mutation = (input, random) => {
  input[random.natural(input.length)] = random.pick(INTERESTING);
  return input;
};

const truncate: Mutation = (input, random) => input.subarray(0, random.natural(input.length));

const remove: Mutation = (input, random) => {
  const at = random.natural(input.length);
  return replaced(input, at, at + random.size(input.length), Buffer.alloc(0));
};

const duplicate: Mutation = (input, random) => {
  const at = random.natural(input.length);
  return replaced(input, at, at, input.subarray(at, at + random.size(2_000)));
};

const insertNoise: Mutation = (input, random) => {
  const noise = Buffer.from(Array.from({ length: random.size(64) }, () => random.natural(256)));
  const at = random.natural(input.length);
  return replaced(input, at, at, noise);
};

const splice: Mutation = (input, random, donor) => {
  const from = random.natural(Math.max(1, donor.length));
  const at = random.natural(input.length);
  return replaced(input, at, at + random.size(400), donor.subarray(from, from + random.size(4_000)));
};

const swap: Mutation = (input, random) => {
  const [first, second] = [random.natural(input.length), random.natural(input.length)];
  const length = random.size(64);
  const kept = Buffer.from(input.subarray(first, first + length));
  input.copy(input, first, second, second + length);
  kept.copy(input, second);
  return input;
};

/** Lengths, offsets and counts are numbers in binary or in text; extreme ones find missing bounds. */
const changeNumber: Mutation = (input, random) => {
  const at = random.natural(input.length);
  const digits = /[0-9]+/.exec(input.toString('latin1', at, at + 4_000));
  if (digits !== null && random.natural(2) === 0) {
    const start = at + digits.index;
    return replaced(input, start, start + digits[0].length, Buffer.from(random.pick(NUMBERS)));
  }
  const width = random.pick([1, 2, 4]);
  if (at + width > input.length) return input;
  input.fill(random.pick([0x00, 0x7f, 0x80, 0xff]), at, at + width);
  return input;
};

const nest: Mutation = (input, random, _donor, brackets) => {
  const { open, close } = random.pick(brackets);
  const depth = random.size(200_000);
  const times = Math.min(depth, Math.floor(MAX_BYTES / (2 * (open.length + close.length))));
  const at = random.natural(input.length);
  const until = Math.min(input.length, at + random.natural(200));
  const body = [repeated(open, times), input.subarray(at, until), repeated(close, times)];
  return replaced(input, at, until, Buffer.concat(body));
};

const repeat: Mutation = (input, random) => {
  const at = random.natural(input.length);
  const piece = input.subarray(at, at + random.size(600));
  const times = Math.min(random.size(100_000), Math.floor(MAX_BYTES / 2 / piece.length));
  return replaced(input, at, at, repeated(piece, times));
};

const MUTATIONS: readonly Mutation[] = [
  ...[flipBit, flipBit, flipBit, setByte, setByte, truncate, remove, duplicate],
  ...[insertNoise, splice, swap, changeNumber, changeNumber, nest, repeat],
];

function replaced(input: Buffer, start: number, end: number, middle: Uint8Array): Buffer {
  return Buffer.concat([input.subarray(0, start), middle, input.subarray(end)]);
}

function repeated(piece: Uint8Array, times: number): Buffer {
  return Buffer.alloc(piece.length * Math.max(0, times), piece);
}
