import { createHash } from 'node:crypto';
import { AsicManifestError } from '../../../service/codecs/asic/asic-error.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { readManifest } from '../../../service/codecs/asic/manifest.ts';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { compareDer, concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import {
  encodeSignedDataLayout,
  readSignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { readEntry, readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../../service/codecs/zip/local-headers.ts';
import { ZipError } from '../../../service/codecs/zip/zip-error.ts';
import { rewriteZip } from '../../../service/codecs/zip/zip-rewriter.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { readAsicEntries, type AsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { raiseSignedData } from '../cades/raise-signed-data.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import { writeOutputFile } from '../output-file.ts';
import { requireNothingWorse } from './check-extension.ts';

const MAX_SIGNATURE_BYTES = 24 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/**
 * Raises the CAdES signatures in a container, archive-time-stamp-v3 within them; after one was added, that one only. Every
 * other entry is copied piece by piece, byte for byte. A container with XAdES, or one whose timestamps
 * lie in files of their own and are over the signatures as they are, is refused. Throws as FormatExtender says.
 */
export async function extendAsic(format: AsicFormat, task: ExtensionTask): Promise<ExtendedFile> {
  const source = openFileSource(task.inputPath);
  try {
    const kept = await keptSigners(format, task);
    const replaced = await raiseSignatures(source, await readAsicEntries(format, source), task, kept);
    const written = await writeOutputFile(task.outputPath, rewriteZip(source, { replaced, at: task.at }));
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
  kept: ReadonlyMap<string, readonly Uint8Array[]>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (entries.xadesSignatures.length > 0) throw cannotRaise('XAdES in containers is not raised');
  if (entries.timestamps.length > 0 && kept.size === 0)
    throw cannotRaise('a timestamp beside them is over the signatures as they are');
  if (entries.signatures.length === 0) throw cannotRaise('the container holds no signature');
  const contents = await signedEntries(source, entries);
  const raised = new Map<string, Uint8Array>();
  for (const { name, ...entry } of entries.signatures) {
    const signature = await readWholeEntry(source, { name, ...entry }, MAX_SIGNATURE_BYTES);
    const content = contents.get(name);
    if (content === undefined) throw cannotRaise(`what ${name} is over cannot be told`);
    const digest = (): Promise<Uint8Array> => digestOf(source, content, task.hash);
    const layout = readSignedDataLayout(bytesSource(signature));
    const earlier = kept.get(name) ?? [];
    const isRaised = ({ fields }: SignerInfoLayout): boolean =>
      !earlier.some((signer) => compareDer(signer, concatBytes(fields)) === 0);
    if (!layout.signerInfos.some(isRaised)) continue;
    const { prefix, suffix } = encodeSignedDataLayout(await raiseSignedData(layout, task, digest, isRaised));
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

/** Signers of the file as it was before one was added, by the signature file that they stand in; null: none stays as it is. */
async function keptSigners(format: AsicFormat, { before }: ExtensionTask): Promise<ReadonlyMap<string, Uint8Array[]>> {
  if (before === null) return new Map();
  const source = openFileSource(before.path);
  try {
    const kept = new Map<string, Uint8Array[]>();
    for (const entry of (await readAsicEntries(format, source)).signatures) {
      const layout = readSignedDataLayout(bytesSource(await readWholeEntry(source, entry, MAX_SIGNATURE_BYTES)));
      kept.set(
        entry.name,
        layout.signerInfos.map(({ fields }) => concatBytes(fields)),
      );
    }
    return kept;
  } finally {
    source.close();
  }
}
