import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as der from '../codecs/asn1/der-writer.ts';
import { bytesSource } from '../codecs/byte-source.ts';
import { encodeAttribute } from '../codecs/cms/signed-attributes.ts';
import {
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2,
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
} from '../codecs/cms/object-identifiers.ts';
import { XADES_141 } from '../codecs/xmldsig/algorithms.ts';
import { entry, manifest, mimetype, reference as entryReference } from './asic/asic-files.suite.ts';
import { rawZip, type RawEntry } from './asic/raw-zip.suite.ts';
import { verifyAsic } from './asic/verify-asic.ts';
import * as cms from './cades/cms-forgery.suite.ts';
import { verifyCades } from './cades/verify-cades.ts';
import { CountedBudget } from './counted-work.suite.ts';
import { signatureTimestamp } from './timestamps/cms-signatures.suite.ts';
import { makeToken } from './timestamps/timestamping.suite.ts';
import { WORK } from './work-budget.ts';
import { base64, ENVELOPED, reference, signatureTemplate } from './xades/signed-xml.suite.ts';
import { verifyXades } from './xades/verify-xades.ts';

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

describe('in timestamps of a signature', () => {
  const archive = (): Uint8Array => encodeAttribute(OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2, [token]);
  const token = makeToken({ of: Buffer.from('anything'), at: cms.NOW });

  it('the time of each other archive timestamp is paid for', () => {
    const few = Array.from({ length: 60 }, archive);
    const many = Array.from({ length: 300 }, archive);
    expect(spentOnCms(many) - spentOnCms(few)).toBeGreaterThanOrEqual(240 * WORK.token);
  });

  it('no more values of an attribute are looked at than are checked', () => {
    const values = (count: number): Uint8Array[] => [
      der.derSequence(
        der.derOid(OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN),
        der.derValue(0x31, ...Array.from({ length: count }, () => der.derNull())),
      ),
    ];
    expect(spentOnCms(values(2000)) - spentOnCms(values(100))).toBeLessThan(WORK.token);
  });
});

describe('in XML', () => {
  const spentOnXml = (unsigned: string): number => {
    const budget = new CountedBudget(0);
    const document = `<all>${signatureTemplate({ unsignedProperties: unsignedOf(unsigned) })}</all>`;
    verifyXades(bytesSource(Buffer.from(document)), [], context(budget));
    return budget.spent;
  };
  const unsignedOf = (properties: string): string =>
    `<xades:UnsignedProperties><xades:UnsignedSignatureProperties>${properties}` +
    '</xades:UnsignedSignatureProperties></xades:UnsignedProperties>';
  const token = base64(makeToken({ of: Buffer.from('anything'), at: cms.NOW }));
  const archive = `<a:ArchiveTimeStamp xmlns:a="${XADES_141}"><xades:EncapsulatedTimeStamp>${token}</xades:EncapsulatedTimeStamp></a:ArchiveTimeStamp>`;

  it('each element that is kept is paid for', () => {
    const plain = spentOnXml('');
    expect(spentOnXml('<xades:Other/>'.repeat(1000)) - plain).toBeGreaterThan(1000 * 2000);
    const value = '<xades:EncapsulatedOCSPValue>AAAA</xades:EncapsulatedOCSPValue>'.repeat(1000);
    expect(spentOnXml(`<xades:RevocationValues>${value}</xades:RevocationValues>`) - plain).toBeGreaterThan(5_000_000);
  });

  it('each part that a timestamp is over is paid for, however small', () => {
    const parts = (timestamps: number): number => spentOnXml('<xades:Other/>'.repeat(500) + archive.repeat(timestamps));
    expect(parts(6) - parts(1)).toBeGreaterThan(5 * 500 * 6000);
  });

  it('timestamps beyond those that are checked are passed over, and no pairs are made of them', () => {
    const empty = '<xades:EncapsulatedTimeStamp/>';
    const behind = (count: number): string =>
      `${'<xades:Other/>'.repeat(20)}${archive}<xades:SignatureTimeStamp>${empty.repeat(count)}</xades:SignatureTimeStamp>`;
    expect(spentOnXml(behind(5000)) - spentOnXml(behind(100))).toBeLessThan(4900 * 3000);
  });

  it('each reference that a timestamp names is looked for among all', () => {
    const includes = '<xades:Include URI="#absent"/>'.repeat(1000);
    const timestamp = (names: string): string =>
      `<xades:IndividualDataObjectsTimeStamp>${names}<xades:EncapsulatedTimeStamp>${token}</xades:EncapsulatedTimeStamp>` +
      '</xades:IndividualDataObjectsTimeStamp>';
    const spent = (names: string): number => {
      const budget = new CountedBudget(0);
      const references = Array.from({ length: 50 }, () => reference('', [ENVELOPED]));
      const signedProperties = `<xades:SignedDataObjectProperties>${timestamp(names)}</xades:SignedDataObjectProperties>`;
      verifyXades(
        bytesSource(Buffer.from(`<all>${signatureTemplate({ references, signedProperties })}</all>`)),
        [],
        context(budget),
      );
      return budget.spent;
    };
    expect(spent(includes) - spent('')).toBeGreaterThan(1000 * 50 * 150);
  });
});

describe('in a container', () => {
  const manifestOf = (extensions: string, references: string = entryReference('a', 'x')): Buffer =>
    manifest(`${references}<a:ASiCManifestExtensions>${extensions}</a:ASiCManifestExtensions>`);
  const spentOnManifest = (bytes: Buffer, isDeflated = false): Promise<number> =>
    spentOnContainer([{ ...entry('META-INF/ASiCManifest.xml', bytes), isDeflated }]);

  it('each element and each reference of a manifest is paid for', async () => {
    const plain = await spentOnManifest(manifestOf(''));
    expect((await spentOnManifest(manifestOf('<a:b/>'.repeat(500)))) - plain).toBeGreaterThanOrEqual(500 * WORK.node);
    const names = Array.from({ length: 50 }, (_, index) => entryReference(`absent-${String(index)}`, 'x'));
    const more = await spentOnManifest(manifestOf('', [entryReference('a', 'x'), ...names].join('')));
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
    const signed = entry('META-INF/ASiCManifest.xml', manifest(entryReference('a', 'x')));
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
