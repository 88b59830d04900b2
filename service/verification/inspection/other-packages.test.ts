import { describe, expect, it } from 'vitest';
import { entry } from '../asic/asic-files.suite.ts';
import { rawZip, type RawEntry } from '../asic/raw-zip.suite.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { detectKind } from './detect-kind.ts';

const SIGNED = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
const saidOf = async (...entries: RawEntry[]): Promise<unknown[]> => {
  const { kind, explanation } = await detectKind(bytesSource(rawZip(entries)));
  return [kind, explanation];
};

const OFFICE = 'The file is an office document with signatures of its own kind, which this station does not check.';
const ANDROID = 'The file is a program for Android with signatures of its own kind, which this station does not check.';
const JAVA = 'The file is a program for Java with signatures of its own kind, which this station does not check.';
const PACKAGE = 'The file is a package with signatures of its own kind, which this station does not check.';
const NONE = 'The file is a ZIP archive without signatures of the kinds that this station checks.';
const TEXT = entry('mimetype', 'application/vnd.oasis.opendocument.text');
const BOOK = entry('mimetype', 'application/epub+zip');

/** Schemes 2 and later: a size, pairs of number and value, the size again and sixteen letters, before the directory. */
function signingBlock(pairs: Uint8Array, letters = 'APK Sig Block 42'): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(pairs.length + 8 + letters.length));
  return Buffer.concat([size, pairs, size, Buffer.from(letters)]);
}

describe('a program for Android with a signing block', () => {
  const program = [entry('AndroidManifest.xml', ''), entry('classes.dex', 'x')];
  const asScheme1 = [...program, entry('META-INF/CERT.SF', 'x')];
  const said = async (entries: RawEntry[], beforeDirectory: Uint8Array): Promise<unknown[]> => {
    const { kind, explanation } = await detectKind(bytesSource(rawZip(entries, { beforeDirectory })));
    return [kind, explanation];
  };

  it.each([0, 12, 4096, 1_000_000])('of %d bytes is called what it is', async (bytes) => {
    const block = signingBlock(Buffer.alloc(bytes));
    expect(await said(program, block)).toEqual(['PlainFile', ANDROID]);
    expect(await said(asScheme1, block)).toEqual(['PlainFile', ANDROID]);
    const named = entry('META-INF/com/android/signature.p7s', 'x');
    expect(await said([...program, named], block)).toEqual(['PlainFile', ANDROID]);
  });

  it('is none with other bytes there, nor does a block hide a container', async () => {
    const unread = 'The file is a ZIP archive that cannot be read, and names no signatures.';
    expect(await said(program, signingBlock(Buffer.alloc(8), 'APK Sig Block 41'))).toEqual(['PlainFile', unread]);
    const container = [entry('mimetype', 'application/vnd.etsi.asic-e+zip'), entry('META-INF/signatures.xml', SIGNED)];
    expect(await said(container, signingBlock(Buffer.alloc(8)))).toEqual(['ASiC_E', null]);
    expect(await said(container.slice(1), Buffer.from('more'))).toEqual(['ASiC_E', null]);
  });

  it.each<[string, RawEntry[], Buffer]>([
    ['the letters alone', program, Buffer.from('APK Sig Block 42')],
    [
      'a size that counts too much',
      program,
      Buffer.concat([Buffer.alloc(8), signingBlock(Buffer.alloc(8)).subarray(8)]),
    ],
    ['a size beyond the file', program, Buffer.concat([Buffer.alloc(8, 0xff), Buffer.from('APK Sig Block 42')])],
    ['no manifest of a program', [entry('classes.dex', 'x')], signingBlock(Buffer.alloc(8))],
  ])('is none with %s', async (_, entries, block) => {
    expect(await said(entries, block)).toEqual(['PlainFile', expect.not.stringContaining('Android')]);
  });

  it.each([
    'META-INF/signatures.xml',
    'META-INF/signature.p7s',
    'META-INF/ASiCManifest.xml',
    'META-INF/My-Signatures1.xml',
  ])('is none where a container names %s, whatever lies in it besides', async (name) => {
    const container = [entry('contract.txt', 'x'), entry(name, SIGNED)];
    expect(await said(container, signingBlock(Buffer.alloc(8)))).toEqual(['ASiC_E', null]);
    expect(await said([...container, ...program], signingBlock(Buffer.alloc(8)))).toEqual(['ASiC_E', null]);
  });
});

describe('ZIP archives with signatures of another kind', () => {
  it.each<[string, string, RawEntry[]]>([
    ['an OpenDocument', OFFICE, [TEXT, entry('content.xml', '<a/>'), entry('META-INF/documentsignatures.xml', SIGNED)]],
    ['macros', OFFICE, [TEXT, entry('content.xml', '<a/>'), entry('META-INF/macrosignatures.xml', SIGNED)]],
    ['names in large letters', OFFICE, [entry('content.xml', ''), entry('META-INF/DocumentSignatures.xml', SIGNED)]],
    ['macros without a media type', OFFICE, [entry('content.xml', ''), entry('META-INF/macrosignatures.xml', SIGNED)]],
    [
      'an OpenDocument by others',
      OFFICE,
      [TEXT, entry('content.xml', ''), entry('META-INF/my-signatures.xml', SIGNED)],
    ],
    ['a book', PACKAGE, [BOOK, entry('a.xhtml', '<a/>'), entry('META-INF/signatures.xml', SIGNED)]],
    ['a package of NuGet', PACKAGE, [entry('a.nuspec', '<a/>'), entry('.signature.p7s', 'x')]],
    ['a program for Windows', PACKAGE, [entry('AppxManifest.xml', '<a/>'), entry('AppxSignature.p7x', 'x')]],
    ['a drawing', PACKAGE, [entry('a.fpage', ''), entry('package/services/digital-signature/origin.psdor', '')]],
    ['a program for Android, scheme 1', ANDROID, [entry('AndroidManifest.xml', ''), entry('META-INF/CERT.SF', 'x')]],
    ['a bundle', ANDROID, [entry('base/manifest/AndroidManifest.xml', ''), entry('META-INF/KEY0.SF', 'x')]],
    ['a program for Java', JAVA, [entry('a.class', ''), entry('META-INF/CERT.SF', 'x')]],
    ['an unsigned program', NONE, [entry('AndroidManifest.xml', ''), entry('META-INF/MANIFEST.MF', 'x')]],
    ['an unsigned OpenDocument', NONE, [TEXT, entry('content.xml', '<a/>')]],
    ['an unsigned book', NONE, [BOOK, entry('META-INF/container.xml', '<a/>'), entry('a.xhtml', '<a/>')]],
  ])('are called what they are: %s', async (_, words, entries) => {
    expect(await saidOf(...entries)).toEqual(['PlainFile', words]);
  });

  it('are none for their content alone: a container may hold a book or an office document', async () => {
    const signature = entry('META-INF/signatures0.xml', SIGNED);
    const container = entry('mimetype', 'application/vnd.etsi.asic-e+zip');
    expect(await saidOf(container, entry('.signature.p7s', 'x'), entry('a.odt', 'x'), signature)).toEqual([
      'ASiC_E',
      null,
    ]);
    expect(await saidOf(entry('a.epub', 'x'), signature)).toEqual(['ASiC_S', null]);
    expect(await saidOf(entry('unpacked/documentsignatures.xml', 'x'), signature)).toEqual(['ASiC_S', null]);
  });
});
