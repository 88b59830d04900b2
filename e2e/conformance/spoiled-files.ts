import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import AdmZip from 'adm-zip';
import yazl from 'yazl';
import type { SignedFile } from './judges/judge.ts';
import type { Control } from './negative-control.ts';

/** Words of the judges for "these are not the bytes that were signed". */
const CHANGED: Control['expected'] = {
  station: /INVALID .*(DIGEST|HASH|SIGNED|CONTENT|REFERENCE)/,
  DSS: /HASH_FAILURE/,
  pyHanko: /^INVALID|is not what was signed/,
  openssl: /digest|verification failure/i,
  xmlsec1: /FAIL/,
  pdfsig: /Digest Mismatch/,
};

/** The file with changed content, and further damage where a judge looks at something else than content. */
export async function spoiledFiles(file: SignedFile, folder: string): Promise<Control[]> {
  const place = path.join(folder, 'spoiled', file.id.replaceAll(/[^\w.-]+/g, '-'));
  await mkdir(place, { recursive: true });
  const target = path.join(place, path.basename(file.path));
  const spoiled = { ...file, requestId: undefined, path: target };
  const bytes = await readFile(file.path);
  const what = `${file.id}, changed content`;
  const [original] = file.originals;
  if (original !== undefined) {
    const changed = path.join(place, path.basename(original));
    await writeFile(changed, flipped(await readFile(original), 3));
    await writeFile(target, bytes);
    return [{ what, file: { ...spoiled, originals: [changed] }, expected: CHANGED }];
  }
  switch (file.format) {
    case 'PAdES':
      await writeFile(target, replaced(bytes, 'Pay 10 EUR', 'Pay 90 EUR'));
      return [{ what, file: spoiled, expected: CHANGED }, await damagedStructure(file, bytes, place)];
    case 'XAdES':
      await writeFile(target, changedXml(bytes));
      return [{ what, file: spoiled, expected: CHANGED }];
    case 'CAdES':
      await writeFile(target, flipped(bytes, 2_000));
      return [{ what, file: spoiled, expected: CHANGED }];
    case 'ASiC_S':
      await rewriteContainer(bytes, target, (name) => isData(name));
      return [{ what, file: spoiled, expected: CHANGED }];
    case 'ASiC_E':
      return spoiledExtendedContainer(spoiled, bytes, place);
  }
}

/** openssl is given the manifest, the other judges compare the files with what it says. */
async function spoiledExtendedContainer(spoiled: SignedFile, bytes: Buffer, place: string): Promise<Control[]> {
  await rewriteContainer(bytes, spoiled.path, isData);
  const manifest = path.join(place, 'manifest-changed.asice');
  await rewriteContainer(bytes, manifest, (name) => name.startsWith('META-INF/ASiCManifest'));
  const { openssl, ...others } = CHANGED;
  return [
    { what: `${spoiled.id}, changed content`, file: spoiled, expected: others },
    {
      what: `${spoiled.id}, changed manifest`,
      file: { ...spoiled, path: manifest },
      expected: { ...others, ...(openssl === undefined ? {} : { openssl }) },
    },
  ];
}

/** qpdf knows nothing of signatures: what it has to see is a cross-reference section that is not where it is said to be. */
async function damagedStructure(file: SignedFile, bytes: Buffer, place: string): Promise<Control> {
  const target = path.join(place, 'damaged.pdf');
  const at = bytes.lastIndexOf('startxref');
  const number = /\d+/.exec(bytes.toString('latin1', at))?.[0] ?? '';
  const damaged = Buffer.from(bytes);
  damaged.write('9'.repeat(number.length), bytes.indexOf(number, at), 'latin1');
  await writeFile(target, damaged);
  const what = `${file.id}, damaged structure`;
  return { what, file: { ...file, requestId: undefined, path: target }, expected: { qpdf: /code [23]/ } };
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.indexOf(from);
  if (at === -1) throw new Error(`The document has no "${from}" to change.`);
  const copy = Buffer.from(bytes);
  copy.write(to, at);
  return copy;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

/** The text of the invoice, or, where it lies in an object as base64, a character of that. */
function changedXml(bytes: Buffer): Buffer {
  if (bytes.includes('Ten boxes')) return replaced(bytes, 'Ten boxes', 'Hen boxes');
  const text = bytes.toString('latin1');
  const inObject = /<[^>]*Object[^>]*>\s*[A-Za-z0-9+/]{40}/.exec(text);
  if (inObject === null) throw new Error('The enveloping signature has nothing to change.');
  const at = inObject.index + inObject[0].length - 1;
  return Buffer.from(`${text.slice(0, at)}${text[at] === 'Q' ? 'R' : 'Q'}${text.slice(at + 1)}`, 'latin1');
}

function isData(name: string): boolean {
  return name !== 'mimetype' && !name.startsWith('META-INF/');
}

/** The same entries in the same order, stored, the chosen ones with one bit changed in a place that keeps XML well-formed. */
async function rewriteContainer(bytes: Buffer, target: string, isChosen: (name: string) => boolean): Promise<void> {
  const archive = new yazl.ZipFile();
  for (const entry of new AdmZip(bytes).getEntries()) {
    const data = entry.getData();
    const content = isChosen(entry.entryName) ? changedEntry(data) : data;
    archive.addBuffer(content, entry.entryName, { compress: false, forceDosTimestamp: true });
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(target));
}

/** In a manifest the first digest gets another letter; elsewhere one bit is flipped. */
function changedEntry(data: Buffer): Buffer {
  const digest = /DigestValue>[A-Za-z0-9+/]/.exec(data.toString('latin1'));
  if (digest === null) return flipped(data, 3);
  const at = digest.index + digest[0].length - 1;
  const copy = Buffer.from(data);
  copy.write(data.toString('latin1', at, at + 1) === 'A' ? 'B' : 'A', at);
  return copy;
}
