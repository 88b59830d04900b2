import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AsicManifestError } from '../../../service/codecs/asic/asic-error.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { readManifest } from '../../../service/codecs/asic/manifest.ts';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import { encodeSignedDataLayout, readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { readEntry, readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../../service/codecs/zip/local-headers.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import { ZipError } from '../../../service/codecs/zip/zip-error.ts';
import { buildZipFrame } from '../../../service/codecs/zip/zip-writer.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { readAsicEntries, type AsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { raiseSignedData } from '../cades/raise-signed-data.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import { writeOutputFile } from '../output-file.ts';
import { requireNothingWorse } from './check-extension.ts';

const MAX_SIGNATURE_BYTES = 24 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/**
 * Raises the CAdES signatures in a container, archive-time-stamp-v3 within them. Every other entry is copied piece by
 * piece with its content as it was; a compressed one becomes a stored one. A container with XAdES, or one whose timestamps
 * lie in files of their own and are over the signatures as they are, is refused. Throws as FormatExtender says.
 */
export async function extendAsic(format: AsicFormat, task: ExtensionTask): Promise<ExtendedFile> {
  const source = openFileSource(task.inputPath);
  try {
    const raised = await raiseSignatures(source, await readAsicEntries(format, source), task);
    const written = await writeContainer(source, raised, task);
    await requireNothingWorse(format, task);
    return written;
  } catch (error) {
    const isOfDocument = [Asn1Error, ZipError, XmlError, AsicManifestError].some((kind) => error instanceof kind);
    if (isOfDocument) throw cannotRaise((error as Error).message, error);
    throw error;
  } finally {
    source.close();
  }
}

/** The new content of each signature file, by name. */
async function raiseSignatures(
  source: ByteSource,
  entries: AsicEntries,
  task: ExtensionTask,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (entries.xadesSignatures.length > 0) throw cannotRaise('XAdES in containers is not raised');
  if (entries.timestamps.length > 0) throw cannotRaise('a timestamp beside them is over the signatures as they are');
  if (entries.signatures.length === 0) throw cannotRaise('the container holds no signature');
  const contents = await signedEntries(source, entries);
  const raised = new Map<string, Uint8Array>();
  for (const { name, ...entry } of entries.signatures) {
    const signature = await readWholeEntry(source, { name, ...entry }, MAX_SIGNATURE_BYTES);
    const content = contents.get(name);
    if (content === undefined) throw cannotRaise(`what ${name} is over cannot be told`);
    const digest = (): Promise<Uint8Array> => digestOf(source, content, task.hash);
    const layout = readSignedDataLayout(bytesSource(signature));
    const { prefix, suffix } = encodeSignedDataLayout(await raiseSignedData(layout, task, digest));
    const { start, end } = layout.encapContentInfo;
    raised.set(name, concatBytes([prefix, signature.subarray(start, end), suffix]));
  }
  return raised;
}

/** What each signature file is over: the manifest that names it, or the one data object of a container without. */
async function signedEntries(
  source: ByteSource,
  { manifests, signatures, dataObjects }: AsicEntries,
): Promise<ReadonlyMap<string, ZipEntry>> {
  const [signature] = signatures;
  const [dataObject, ...more] = dataObjects;
  if (manifests.length === 0 && signature !== undefined && dataObject !== undefined && more.length === 0) {
    return new Map([[signature.name, dataObject]]);
  }
  const found = new Map<string, ZipEntry>();
  for (const entry of manifests) {
    found.set(readManifest(await readWholeEntry(source, entry, MAX_MANIFEST_BYTES)).signature, entry);
  }
  return found;
}

async function digestOf(source: ByteSource, entry: ZipEntry, hash: ExtensionTask['hash']): Promise<Uint8Array> {
  const state = createHash(HASHES[hash].node);
  for await (const chunk of readEntry(source, entry)) state.update(chunk);
  return state.digest();
}

function writeContainer(
  source: ByteSource,
  raised: ReadonlyMap<string, Uint8Array>,
  { outputPath, at }: ExtensionTask,
): Promise<ExtendedFile> {
  const planned = openZip(source).entries.map((entry) => {
    const data = raised.get(entry.name);
    if (data === undefined) return { entry, data: readEntry(source, entry) };
    return { entry: { name: entry.name, size: data.length, crc32: crc32(data) }, data };
  });
  const frame = buildZipFrame(
    planned.map(({ entry }) => entry),
    at,
  );
  const parts = planned.flatMap(({ data }, index) => [frame.localHeaders[index] ?? new Uint8Array(0), data]);
  return writeOutputFile(outputPath, [...parts, frame.directory]);
}
