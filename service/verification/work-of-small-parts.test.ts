import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as der from '../codecs/asn1/der-writer.ts';
import { bytesSource } from '../codecs/byte-source.ts';
import { entry, manifest, mimetype, reference } from './asic/asic-files.suite.ts';
import { rawZip, type RawEntry } from './asic/raw-zip.suite.ts';
import { verifyAsic } from './asic/verify-asic.ts';
import * as cms from './cades/cms-forgery.suite.ts';
import { verifyCades } from './cades/verify-cades.ts';
import { CountedBudget } from './counted-work.suite.ts';
import { signatureTimestamp } from './timestamps/cms-signatures.suite.ts';
import { WORK } from './work-budget.ts';
import { signatureTemplate } from './xades/signed-xml.suite.ts';

/** Small parts of which a document can hold very many: each is paid for. */

const { ec } = cms.signers;
const context = (budget: CountedBudget) =>
  ({ trust: cms.trust, at: cms.NOW, revocationMode: 'Offline', budget }) as const;

function spentOnCms(unsignedAttributes: readonly Uint8Array[], signedAttributes = cms.attributesOf(ec)): number {
  const budget = new CountedBudget(0);
  verifyCades(bytesSource(cms.forge(ec, { unsignedAttributes, signedAttributes })), null, context(budget));
  return budget.spent;
}

async function spentOnContainer(meta: readonly RawEntry[]): Promise<number> {
  const budget = new CountedBudget(0);
  const container = rawZip([mimetype('ASiC_E'), entry('a', 'x'), ...meta]);
  await verifyAsic('ASiC_E', bytesSource(container), context(budget));
  return budget.spent;
}

describe('in a signature', () => {
  const unknown = Array.from({ length: 200 }, (_, index) =>
    der.derSequence(der.derOid(`1.2.3.${String(index)}`), der.derSetOf([der.derNull()])),
  );

  it('each attribute is paid for, signed or not', () => {
    const plain = spentOnCms([]);
    const signed = der.derSetOf([...cms.childrenOf(cms.attributesOf(ec)), ...unknown]);
    expect(spentOnCms(unknown) - plain).toBeGreaterThanOrEqual(200 * WORK.attribute);
    expect(spentOnCms([], signed) - plain).toBeGreaterThanOrEqual(200 * WORK.attribute);
  });

  it('each timestamp is paid for, and one that turns out to be none', () => {
    const none = Array.from({ length: 5 }, () => signatureTimestamp(der.derNull()));
    expect(spentOnCms(none) - spentOnCms([])).toBeGreaterThanOrEqual(5 * WORK.token);
  });
});

describe('in a container', () => {
  const manifestOf = (extensions: string, references: string = reference('a', 'x')): Buffer =>
    manifest(`${references}<a:ASiCManifestExtensions>${extensions}</a:ASiCManifestExtensions>`);
  const spentOnManifest = (bytes: Buffer, isDeflated = false): Promise<number> =>
    spentOnContainer([{ ...entry('META-INF/ASiCManifest.xml', bytes), isDeflated }]);

  it('each element and each reference of a manifest is paid for', async () => {
    const plain = await spentOnManifest(manifestOf(''));
    expect((await spentOnManifest(manifestOf('<a:b/>'.repeat(500)))) - plain).toBeGreaterThanOrEqual(500 * WORK.node);
    const names = Array.from({ length: 50 }, (_, index) => reference(`absent-${String(index)}`, 'x'));
    const more = await spentOnManifest(manifestOf('', [reference('a', 'x'), ...names].join('')));
    expect(more - plain).toBeGreaterThanOrEqual(50 * 20_000);
  });

  it('each byte of a signature, a manifest and a timestamp is paid for, and more where it was compressed', async () => {
    const blank = ' '.repeat(10_000);
    const plain = await spentOnManifest(manifestOf(''));
    expect((await spentOnManifest(manifestOf(blank))) - plain).toBeGreaterThanOrEqual(10_000 * WORK.readByte);
    const bytes = manifestOf(blank);
    const inflated = (await spentOnManifest(bytes, true)) - (await spentOnManifest(bytes));
    // The bytes of the container are looked through as they lie there, and these are fewer.
    const saved = bytes.length - deflateRawSync(bytes).length;
    expect(inflated).toBe(bytes.length * WORK.inflatedByte - saved * WORK.readByte);
    const signed = entry('META-INF/ASiCManifest.xml', manifest(reference('a', 'x')));
    const file = entry('META-INF/signature.p7s', Buffer.alloc(10_000));
    const without = await spentOnContainer([signed]);
    expect((await spentOnContainer([signed, file])) - without).toBeGreaterThanOrEqual(10_000 * WORK.readByte);
  });

  it('a signature in XML is paid for each time it is read', async () => {
    const files = (padding: string): RawEntry[] => [
      entry('META-INF/signatures.xml', `<all>${padding}${signatureTemplate()}</all>`),
    ];
    const padded = await spentOnContainer(files(' '.repeat(10_000)));
    expect(padded - (await spentOnContainer(files('')))).toBeGreaterThanOrEqual(2 * 10_000 * WORK.readByte);
  });
});
