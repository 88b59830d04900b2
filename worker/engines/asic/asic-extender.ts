import { AsicManifestError } from '../../../service/codecs/asic/asic-error.ts';
import { MAX_SIGNATURE_FILE_BYTES, type AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { readManifest } from '../../../service/codecs/asic/manifest.ts';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { compareDer, concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import {
  encodeSignedDataLayout,
  readSignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { readEntry, readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../../service/codecs/zip/local-headers.ts';
import { ZipError } from '../../../service/codecs/zip/zip-error.ts';
import { rewriteZip, type ZipChanges } from '../../../service/codecs/zip/zip-rewriter.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { readAsicEntries, type AsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { digestOfEntry } from '../../../service/verification/asic/entry-digests.ts';
import { entryOfUri } from '../../../service/verification/asic/signed-entries.ts';
import type { ReferencedFile } from '../xades/archive-imprint.ts';
import { raiseXadesSignatures, signatureValues } from '../xades/xades-extender.ts';
import { raiseSignedData } from '../cades/raise-signed-data.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import { writeOutputFile } from '../output-file.ts';
import { requireNothingWorse } from './check-extension.ts';
import { renewArchive } from './renewed-archive.ts';

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/**
 * Raises the signatures in a container, CAdES and XAdES, archive timestamps within them; after one was added, that one only. Every
 * other entry is copied piece by piece, byte for byte. A container whose timestamps lie in files of their own, over
 * archive manifests, is raised and renewed by these; where they are over the signatures in another way, it is refused.
 * Throws as FormatExtender says.
 */
export async function extendAsic(format: AsicFormat, task: ExtensionTask): Promise<ExtendedFile> {
  const source = openFileSource(task.inputPath);
  try {
    const changes = await changesOf(format, source, task);
    const written = await writeOutputFile(task.outputPath, rewriteZip(source, { ...changes, at: task.at }));
    return { ...written, requireNothingWorse: (after) => requireNothingWorse(format, task, after) };
  } catch (error) {
    const isOfDocument = [Asn1Error, ZipError, XmlError, AsicManifestError].some((kind) => error instanceof kind);
    if (isOfDocument) throw cannotRaise((error as Error).message, error);
    throw error;
  } finally {
    source.close();
  }
}

async function changesOf(format: AsicFormat, source: ByteSource, task: ExtensionTask): Promise<Omit<ZipChanges, 'at'>> {
  const kept = await keptSignatures(format, task);
  const entries = await readAsicEntries(format, source);
  if (entries.timestamps.length === 0 || kept !== null) {
    return { replaced: await raiseSignatures(source, entries, task, kept) };
  }
  const isByManifests = entries.archiveManifests.length > 0 && entries.signatures.length > 0;
  if (isByManifests && entries.xadesSignatures.length === 0) return renewArchive(source, entries, { ...task, format });
  throw cannotRaise('a timestamp beside them is over the signatures as they are');
}

/** The new content of each signature file, by name. */
async function raiseSignatures(
  source: ByteSource,
  entries: AsicEntries,
  task: ExtensionTask,
  kept: KeptSignatures | null,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (entries.signatures.length + entries.xadesSignatures.length === 0) {
    throw cannotRaise('the container holds no signature');
  }
  const raised = new Map(await raiseXadesFiles(source, entries, task, kept?.xades ?? new Set()));
  if (entries.signatures.length === 0) return raised;
  const contents = await signedEntries(source, entries);
  for (const { name, ...entry } of entries.signatures) {
    const signature = await readWholeEntry(source, { name, ...entry }, MAX_SIGNATURE_FILE_BYTES);
    const content = contents.get(name);
    if (content === undefined) throw cannotRaise(`what ${name} is over cannot be told`);
    const digest = (): Promise<Uint8Array> => digestOfEntry(source, content, task.hash);
    const layout = readSignedDataLayout(bytesSource(signature));
    const earlier = kept?.cades.get(name) ?? [];
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

/** Signatures that stay as they are. */
interface KeptSignatures {
  /** Signers, by the signature file that they stand in. */
  readonly cades: ReadonlyMap<string, readonly Uint8Array[]>;
  /** Signature values. */
  readonly xades: ReadonlySet<string>;
}

/** Those of the file as it was before one was added; null: none stays as it is. */
async function keptSignatures(format: AsicFormat, { before }: ExtensionTask): Promise<KeptSignatures | null> {
  if (before === null) return null;
  const source = openFileSource(before.path);
  try {
    const entries = await readAsicEntries(format, source);
    const cades = new Map<string, Uint8Array[]>();
    for (const entry of entries.signatures) {
      const layout = readSignedDataLayout(bytesSource(await readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES)));
      cades.set(
        entry.name,
        layout.signerInfos.map(({ fields }) => concatBytes(fields)),
      );
    }
    const xades = new Set<string>();
    for (const entry of entries.xadesSignatures) {
      const file = await readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES);
      for (const value of signatureValues(file)) xades.add(value);
    }
    return { cades, xades };
  } finally {
    source.close();
  }
}

/** The signature files in XML that hold a signature to be raised, with it raised, by name. */
async function raiseXadesFiles(
  source: ByteSource,
  { xadesSignatures, byName }: AsicEntries,
  task: ExtensionTask,
  kept: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const contentOf: ReferencedFile = (uri) => {
    const entry = entryOfUri(uri, byName);
    return entry === null ? null : readEntry(source, entry);
  };
  const raised = new Map<string, Uint8Array>();
  for (const entry of xadesSignatures) {
    const bytes = await readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES);
    const values = signatureValues(bytes);
    if (values.every((value) => kept.has(value))) continue;
    raised.set(
      entry.name,
      await raiseXadesSignatures({ bytes, values, most: MAX_SIGNATURE_FILE_BYTES }, task, contentOf, kept),
    );
  }
  return raised;
}
