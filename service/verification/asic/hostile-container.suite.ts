import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { entry, makeAsicFiles, mimetype } from './asic-files.suite.ts';
import { fields, rawZip, type RawEntry, type RawZip } from './raw-zip.suite.ts';

/** Parts of containers that are wrong in one place, and the test that each breaks its rule. */
export const files = makeAsicFiles();
afterAll(() => files.remove());

export const DATA = Buffer.from('The data object.\n'.repeat(100));
export const SIGNATURE = entry('META-INF/signature.p7s', files.signature(DATA));
export const MIMETYPE = mimetype('ASiC_S');
export const DOCUMENT = entry('document.txt', DATA);

/** A good ASiC-S, apart from what `change` says of its data object and `zip` of the rest. */
export function asicS(change: Partial<RawEntry> = {}, zip: RawZip = {}): Buffer {
  return rawZip([MIMETYPE, { ...DOCUMENT, ...change }, SIGNATURE], zip);
}

export function named(name: string): Buffer {
  return asicS({ name, header: { name: Buffer.from(name, 'latin1') } });
}

export const DEFLATED = deflateRawSync(DATA);
export const DESCRIBED = { flags: 8, crc: 0, compressedSize: 0, size: 0 };

export function descriptor(isSigned: boolean, isLong: boolean, crc: number, size = DATA.length): Buffer {
  const bytes = isLong ? 8 : 4;
  const values = fields([4, crc], [bytes, DEFLATED.length], [bytes, size]);
  return isSigned ? Buffer.concat([fields([4, 0x08074b50]), values]) : values;
}

export const CRC = rawZip([DOCUMENT]).readUInt32LE(14);
export const UNIX_FILE = (0o100644 << 16) >>> 0;
export const UNIX_LINK = (0o120777 << 16) >>> 0;
export const BOMB = Buffer.alloc(2 * 1024 * 1024);
export const ZIP64_SIZES = (size: number): Buffer => fields([2, 1], [2, 16], [8, size], [8, size]);

/** These use what no container needs, so that nothing of them is read. */
const UNREAD: ReadonlySet<string> = new Set([
  'ZIP_MULTI_DISK',
  'ZIP_ENCRYPTED',
  'ZIP_FLAGS_UNSUPPORTED',
  'ZIP_METHOD_UNSUPPORTED',
  'ZIP_EXTRA_FIELD_UNSUPPORTED',
]);

/** What is wrong, the container, and the one rule it breaks. */
export type HostileContainer = readonly [what: string, make: () => Buffer, rule: string, reason?: ReasonCode];

/** Each of them is refused for the rule it breaks, before any signature is looked at; what is too much was not judged. */
export function describeHostile(name: string, rows: readonly HostileContainer[]): void {
  describe(name, () => {
    it.each(rows.map((row) => ({ what: row[0], row })))(
      '$what',
      async ({ row: [, make, code, reason = 'ASIC_CONTAINER_INVALID'] }) => {
        const container = make();
        const { overallStatus, reasonCodes, detail, signatures } = await files.verify('ASiC_S', container);
        const isOpen = reason === 'SIG_LIMIT_EXCEEDED' || UNREAD.has(code) || !container.includes('signature');
        const rule = detail?.split(':')[0];
        expect({ rule, overallStatus, reasonCodes, signatures }).toEqual({
          rule: code,
          overallStatus: isOpen ? 'INDETERMINATE' : 'INVALID',
          reasonCodes: [reason],
          signatures: [],
        });
      },
    );
  });
}
