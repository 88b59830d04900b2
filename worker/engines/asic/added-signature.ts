import { createHash } from 'node:crypto';
import { MAX_SIGNATURE_FILE_BYTES, META_INF, type AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { buildManifest } from '../../../service/codecs/asic/manifest-writer.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { encodeDigestAlgorithm } from '../../../service/codecs/cms/cms-algorithm.ts';
import { buildSignerInfo } from '../../../service/codecs/cms/signed-data-builder.ts';
import {
  encodeSignedDataLayout,
  readSignedDataLayout,
  withMore,
  withSigner,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import { rewriteZip, type ZipChanges } from '../../../service/codecs/zip/zip-rewriter.ts';
import type { AsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { digestOfEntry } from '../../../service/verification/asic/entry-digests.ts';
import { prepareDetachedSignature } from '../cades/detached-signature.ts';
import { asStationError, dataToBeSignedOf, signedDataParts } from '../cades/signature-parts.ts';
import { requireAnotherSignature, requireNoOldArchiveTimestamp } from '../cades/signed-file.ts';
import type { EngineTask, PreparedSignature, SignedOutput } from '../engine.ts';
import { cannotAdd } from '../judged-signature.ts';
import { writeOutputFile } from '../output-file.ts';
import { signedFileOf } from '../output-name.ts';
import { requireAddedToContainer } from './check-added.ts';
import { mediaTypeOf } from './media-types.ts';
import type { Addition } from './addition.ts';
import { addedXades } from './added-xades.ts';
import { freeNumber } from './free-number.ts';
import { requireReadable } from './readable-manifest.ts';
import { asFaultOfDocument, openSignedContainer, type SignedContainer } from './signed-container.ts';

/**
 * One more signature in a container that bears some, over the same data objects: a manifest and a signature file of its
 * own in ASiC-E (EN 319 162-1 4.4.3.2), a parallel signer of the one signature in ASiC-S (4.3.3.2). All other entries
 * stay byte for byte, in their order. Throws permanent StationErrors for what openSignedContainer refuses and for an output
 * that does not hold.
 */
export async function prepareAddedSignature(format: AsicFormat, task: EngineTask): Promise<PreparedSignature> {
  if (task.additionalDocuments.length > 0) throw cannotAdd('no file can be put into a container that is signed');
  const container = await openSignedContainer(format, task);
  try {
    const { dataToBeSigned, digest, changes } = await asFaultOfDocument(() => additionTo(container, task));
    const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
      const parts = await asFaultOfDocument(() =>
        rewriteZip(container.source, { ...changes(signatureValue), at: task.at }),
      );
      const written = await writeOutputFile(task.outputPath, parts);
      await requireAddedToContainer(task, container);
      return { ...written, ...signedFileOf(format, task.document.originalFileName) };
    };
    const discard = (): Promise<void> => {
      container.close();
      return Promise.resolve();
    };
    return { dataToBeSigned, digest, embed, discard };
  } catch (fault) {
    container.close();
    throw fault;
  }
}

function additionTo(container: SignedContainer, task: EngineTask): Promise<Addition> {
  const { format, entries } = container;
  // Where there are both kinds, as the specification's default has it.
  if (entries.signatures.length === 0) return addedXades(container, task);
  return format === 'ASiC_S' ? parallelSigner(container, task) : signatureOfItsOwn(container, task);
}

/** A manifest over all data objects, and a signature over that. */
async function signatureOfItsOwn({ source, entries }: SignedContainer, task: EngineTask): Promise<Addition> {
  const { hash } = task.algorithm;
  const dataObjects = [];
  for (const entry of entries.dataObjects) {
    const digestValue = await digestOfEntry(source, entry, hash);
    dataObjects.push({ name: entry.name, hash, digestValue, mediaType: mediaTypeOf(entry.name) });
  }
  const names = freeNames(entries);
  const manifest = buildManifest({ signature: names.signature, hash, dataObjects });
  requireReadable(manifest, names.signature, dataObjects);
  const messageDigest = createHash(HASHES[hash].node).update(manifest).digest();
  const own = prepareDetachedSignature(task, messageDigest, { signingTime: task.at });
  const changes = (value: Uint8Array): Omit<ZipChanges, 'at'> => ({
    added: new Map([
      [names.manifest, manifest],
      [names.signature, own.build(value)],
    ]),
  });
  return { dataToBeSigned: own.dataToBeSigned, digest: own.digest, changes };
}

/** By the names that others give such files. */
function freeNames({ byName }: AsicEntries): { manifest: string; signature: string } {
  const manifestOf = (number: number): string => `${META_INF}ASiCManifest${number}.xml`;
  const signatureOf = (number: number): string => `${META_INF}signature${number}.p7s`;
  const number = freeNumber(byName, 1, [manifestOf, signatureOf]);
  return { manifest: manifestOf(number), signature: signatureOf(number) };
}

/** A SignerInfo more in the one signature file; a timestamp over that file would no longer be over it. */
async function parallelSigner({ source, entries }: SignedContainer, task: EngineTask): Promise<Addition> {
  const [dataObject] = entries.dataObjects;
  const [entry] = entries.signatures;
  if (dataObject === undefined || entry === undefined) throw cannotAdd('it holds no signature over a file');
  if (entries.timestamps.length + entries.archiveManifests.length > 0) {
    throw cannotAdd('a timestamp beside its signature is over that as it is');
  }
  const signature = await readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES);
  const layout = readSignedDataLayout(bytesSource(signature));
  requireNoOldArchiveTimestamp(layout);
  if (layout.eContent !== null) throw cannotAdd('its signature is not detached');
  const messageDigest = await digestOfEntry(source, dataObject, task.algorithm.hash);
  const { dataToBeSigned, digest } = dataToBeSignedOf(task, messageDigest, task.at);
  requireAnotherSignature(layout, dataToBeSigned);
  const changes = (signatureValue: Uint8Array): Omit<ZipChanges, 'at'> => {
    const parts = signedDataParts(task, dataToBeSigned);
    const signerInfo = asStationError(() => buildSignerInfo({ ...parts, signatureValue }));
    const more = withSigner(layout, signerInfo, encodeDigestAlgorithm(task.algorithm.hash));
    const certificates = withMore(more.certificates, [parts.signingCertificate, ...parts.certificates]);
    const { prefix, suffix } = encodeSignedDataLayout({ ...more, certificates });
    const { start, end } = layout.encapContentInfo;
    return { replaced: new Map([[entry.name, concatBytes([prefix, signature.subarray(start, end), suffix])]]) };
  };
  return { dataToBeSigned, digest, changes };
}
