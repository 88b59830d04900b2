import type koffi from 'koffi';
import type { DiagnosedReader } from '../../service/contract/http/diagnosis.ts';
import { cardFamiliesOf } from '../middleware/card-families.ts';
import { productNames } from '../middleware/products.ts';

const SCARD_SCOPE_SYSTEM = 2;
/** SCARD_READERSTATE.dwEventState; the upper half counts events. */
const SCARD_STATE_PRESENT = 0x20;
const SCARD_STATE_EXCLUSIVE = 0x80;

const MAX_READERS = 16;
const LIST_BYTES = 8192;

/** How PC/SC is called on each kind of system: pcsc-lite has longs where Windows and macOS have 32 bits. */
const LIBRARIES = {
  linux: { file: 'libpcsclite.so.1', suffix: '', word: 'ulong', context: 'long', atrBytes: 33, isPacked: false },
  darwin: {
    file: '/System/Library/Frameworks/PCSC.framework/PCSC',
    ...{ suffix: '', word: 'uint32', context: 'int32', atrBytes: 33, isPacked: true },
  },
  win32: { file: 'winscard.dll', suffix: 'A', word: 'uint32', context: 'uintptr', atrBytes: 36, isPacked: false },
} as const;

/** SCARD_W_SECURITY_VIOLATION and SCARD_E_NO_ACCESS: pcscd asks polkit whether a user may reach cards. */
const REFUSALS = [0x8010006a, 0x80100027];

export interface FoundReaders {
  /** Null where there is no PC/SC service or library, or it does not answer this user. */
  readonly readers: DiagnosedReader[] | null;
  readonly isRefused: boolean;
}

const NONE: FoundReaders = { readers: null, isRefused: false };

/**
 * The readers of this machine with the answer to reset of the card in each. Asks the PC/SC service what it knows: no
 * card is connected to, so that nobody who works with one is disturbed.
 */
export async function readReaders(): Promise<FoundReaders> {
  const { platform } = process;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') return NONE;
  try {
    const { default: ffi } = await import('koffi');
    return listReaders(ffi, LIBRARIES[platform]);
  } catch {
    return NONE;
  }
}

type Library = (typeof LIBRARIES)[keyof typeof LIBRARIES];

interface ReaderState {
  readonly szReader: string;
  readonly dwEventState: number;
  readonly cbAtr: number;
  readonly rgbAtr: ArrayLike<number>;
}

function listReaders(
  ffi: typeof koffi,
  { file, suffix, word, context: handle, atrBytes, isPacked }: Library,
): FoundReaders {
  const library = ffi.load(file);
  const result = word === 'ulong' ? 'long' : 'int32';
  const fields = {
    ...{ szReader: 'const char *', pvUserData: 'void *', dwCurrentState: word, dwEventState: word, cbAtr: word },
    rgbAtr: ffi.array('uint8', atrBytes),
  };
  const state = isPacked ? ffi.pack(fields) : ffi.struct(fields);
  const out = (type: string) => ffi.out(ffi.pointer(type));
  const establish = library.func('SCardEstablishContext', result, [word, 'void *', 'void *', out(handle)]);
  const release = library.func('SCardReleaseContext', result, [handle]);
  const counted = ffi.inout(ffi.pointer(word));
  const list = library.func(`SCardListReaders${suffix}`, result, [handle, 'void *', 'void *', counted]);
  const change = library.func(`SCardGetStatusChange${suffix}`, result, [
    ...[handle, word, ffi.inout(ffi.pointer(state)), word],
  ]);

  const contexts: unknown[] = [null];
  const answer = Number(establish(SCARD_SCOPE_SYSTEM, null, null, contexts));
  // A code is a signed number of 32 or 64 bits.
  if (answer !== 0) return { readers: null, isRefused: REFUSALS.includes(answer >>> 0) };
  const context = contexts[0];
  try {
    const names = Buffer.alloc(LIST_BYTES);
    if (list(context, null, names, [LIST_BYTES]) !== 0) return { readers: [], isRefused: false };
    const readers = readerNames(names).map((szReader) => {
      const reader = { szReader, pvUserData: null, dwCurrentState: 0, dwEventState: 0, cbAtr: 0, rgbAtr: NO_BYTES };
      change(context, 0, reader, 1);
      return describeReader(reader);
    });
    return { readers, isRefused: false };
  } finally {
    release(context);
  }
}

const NO_BYTES: readonly number[] = [];

/** A multi-string: names that end with a zero each, an empty one at the end. */
function readerNames(list: Buffer): string[] {
  const end = list.indexOf('\0\0', 0, 'latin1');
  const names = list.toString('utf8', 0, end === -1 ? 0 : end).split('\0');
  return names.filter((name) => name !== '').slice(0, MAX_READERS);
}

/** What a reader's state says; exported for tests. */
export function describeReader({ szReader, dwEventState, cbAtr, rgbAtr }: ReaderState): DiagnosedReader {
  const hasCard = (dwEventState & SCARD_STATE_PRESENT) !== 0;
  const answer = hasCard ? Buffer.from(Array.from(rgbAtr).slice(0, cbAtr)).toString('hex').toUpperCase() : '';
  const families = cardFamiliesOf(answer);
  const productIds = [...new Set(families.flatMap(({ products }) => products))];
  return {
    name: szReader,
    hasCard,
    isExclusive: (dwEventState & SCARD_STATE_EXCLUSIVE) !== 0,
    answerToReset: answer === '' ? null : answer,
    card: families[0]?.card ?? null,
    products: productNames(productIds),
    productIds,
  };
}
