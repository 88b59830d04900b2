import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derValue } from '../../../service/codecs/asn1/der-writer.ts';
import { contextConstructed } from '../../../service/codecs/asn1/tags.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import {
  encodeSignedDataLayout,
  readSignedDataLayout,
  type SignedDataLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { makeToken } from '../../../service/verification/timestamps/timestamping.suite.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { ExtensionTask } from '../extender.ts';
import * as kit from '../lasting-files.suite.ts';
import type { LevelServices } from '../level-services.ts';
import { createCadesEngine } from './cades-engine.ts';

const VERSION_1 = '1.2.840.113549.1.9.16.2.27';
const VERSION_2 = '1.2.840.113549.1.9.16.2.48';
const LONG_TERM_VALIDATION = '0.4.0.1733.2.2';

describe('a CAdES signature with an archive timestamp of before version 3', () => {
  const kind = { format: 'CAdES', packaging: 'encapsulated' } as const;
  const lists = [kit.signersList('2026-06-15', false), kit.authoritiesList('2026-06-15')];
  let folder: string;
  let services: LevelServices;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'older-archives-'));
    services = stampingFrom(new Date('2026-06-01T00:00:00Z'));
    writeFileSync(at('b'), (await kit.makeFile(kind, { level: 'B' })).bytes);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name: string): string => path.join(folder, name);
  const layoutOf = (name: string): SignedDataLayout => readSignedDataLayout(bytesSource(readFileSync(at(name))));
  const raise = (from: string, to: string, changes: Partial<ExtensionTask> = {}) =>
    createCadesEngine().extend({
      ...{ inputPath: at(from), outputPath: at(to), content: null, before: null, level: 'LTA' },
      ...{ hash: 'SHA-256', at: kit.SIGNED, services },
      ...changes,
    });
  const judge = (name: string): Promise<VerificationOutcome> =>
    kit.judge(kind, readFileSync(at(name)), [kit.authoritiesList('2030-05-30')]);

  /** A day between each timestamp and the one before it. */
  function stampingFrom(first: Date): LevelServices {
    let days = 0;
    return {
      timestamp: ({ digest }) => {
        const genTime = new Date(first.getTime() + 86_400_000 * days++);
        return Promise.resolve(makeToken({ of: new Uint8Array(), imprint: digest, at: genTime, by: kit.authority }));
      },
      validationData: () => Promise.resolve({ certificates: kit.ANCHORS, crls: lists, ocspResponses: [] }),
    };
  }

  /** TS 101 733 clause 6.4.1: over content, certificates, and all of the signer with its unsigned attributes. */
  async function withArchive(from: string, to: string, kind = VERSION_2): Promise<void> {
    const layout = layoutOf(from);
    const bytes = readFileSync(at(from));
    const { start, end } = layout.encapContentInfo;
    const signerInfos = [];
    for (const signer of layout.signerInfos) {
      const digest = createHash('sha256').update(bytes.subarray(start, end));
      digest.update(derValue(contextConstructed(0), ...layout.certificates));
      for (const field of signer.fields) digest.update(field);
      const unsigned = signer.unsignedAttributes;
      if (unsigned.length > 0) digest.update(derValue(contextConstructed(1), ...unsigned));
      const token = await services.timestamp({ hash: 'SHA-256', digest: digest.digest() });
      signerInfos.push({ ...signer, unsignedAttributes: [...unsigned, encodeAttribute(kind, [token])] });
    }
    const { prefix, suffix } = encodeSignedDataLayout({ ...layout, signerInfos });
    writeFileSync(at(to), Buffer.concat([prefix, bytes.subarray(start, end), suffix]));
  }

  it.each(['LT', 'LTA'] as const)(
    'is raised to %s by evidence in that timestamp, over which another one is',
    async (level) => {
      await raise('b', 't', { level: 'T' });
      await withArchive('t', 'a');
      await raise('a', 'raised', { level });
      const { certificates, revocationInfos } = layoutOf('raised');
      expect([certificates, revocationInfos]).toEqual([layoutOf('t').certificates, []]);
      const { overallStatus, signatures } = await judge('raised');
      const [signature] = signatures;
      expect(overallStatus).toBe('VALID');
      // The timestamp of the older kind proves its time and makes no level.
      expect(signature).toMatchObject({ profileReached: level, profileByForm: level });
      const isIntact = signature?.timestamps?.map((one) => one.isIntact);
      expect(isIntact).toEqual(level === 'LT' ? [true, true] : [true, true, true]);
    },
  );

  it('is renewed by evidence in its youngest archive timestamp, and every one goes on holding', async () => {
    await raise('b', 't', { level: 'T' });
    await withArchive('t', 'a');
    await raise('a', 'lta');
    await raise('lta', 'lta2', { isRenewal: true });
    const { overallStatus, signatures } = await judge('lta2');
    expect(overallStatus).toBe('VALID');
    expect(signatures[0]?.profileReached).toBe('LTA');
    expect(signatures[0]?.timestamps?.map(({ isIntact }) => isIntact)).toEqual([true, true, true, true]);
  });

  it.each([
    ['a signer lacks a timestamp', 'T', () => withArchive('b', 'a')],
    ['a signer lacks a timestamp', 'LTA', () => withArchive('b', 'a')],
    [
      'which further evidence would break',
      'LTA',
      () => raise('b', 't', { level: 'T' }).then(() => withArchive('t', 'a', VERSION_1)),
    ],
    [
      'which further evidence would break',
      'LT',
      () => raise('b', 't', { level: 'T' }).then(() => withArchive('t', 'a', LONG_TERM_VALIDATION)),
    ],
  ] as const)('is refused where %s (%s), and no timestamp is asked for', async (why, level, make) => {
    await make();
    const never = { ...services, timestamp: () => Promise.reject(new Error('asked')) };
    const refused = raise('a', 'raised', { level, services: never });
    await expect(refused).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED', kind: 'permanent' });
    await expect(refused).rejects.toThrow(why);
  });
});
