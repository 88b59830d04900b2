import { createHash } from 'node:crypto';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { compareDer, concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { sourceChunks } from '../../../service/codecs/byte-source.ts';
import {
  encodeSignedDataLayout,
  readSignedDataLayout,
  type SignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import { documentChanged, writeOutputFile } from '../output-file.ts';
import { digestDocument } from './document-digest.ts';
import { raiseSignedData } from './raise-signed-data.ts';
import { whyUnread } from './signed-file.ts';

/**
 * Raises CAdES signatures, encapsulated or detached. The content is copied piece by piece, however long it is; around it
 * stands what was there before, with what the level adds (EN 319 122-1 6.3). Throws as FormatExtender says.
 */
export async function extendCades(task: ExtensionTask): Promise<ExtendedFile> {
  const source = openFileSource(task.inputPath);
  try {
    const layout = readSignedDataLayout(source);
    const isRaised = signersToRaise(task);
    const raised = await raiseSignedData(layout, task, () => digestContent(layout, task), isRaised);
    const { prefix, suffix } = encodeSignedDataLayout(raised);
    const { start, end } = layout.encapContentInfo;
    const content = sourceChunks(source, start, end, documentChanged);
    const written = await writeOutputFile(task.outputPath, [prefix, content, suffix]);
    // What is added lies outside of all that signers and older timestamps are over.
    return { ...written, requireNothingWorse: () => Promise.resolve() };
  } catch (error) {
    if (error instanceof Asn1Error) throw cannotRaise(whyUnread(source, error), error);
    throw error;
  } finally {
    source.close();
  }
}

/** Those that were not in the file before; all of them where nothing was added. */
function signersToRaise({ before }: ExtensionTask): (signer: SignerInfoLayout) => boolean {
  if (before === null) return () => true;
  const source = openFileSource(before.path);
  try {
    const kept = readSignedDataLayout(source).signerInfos;
    return (signer) =>
      !kept.some((earlier) => compareDer(concatBytes(earlier.fields), concatBytes(signer.fields)) === 0);
  } finally {
    source.close();
  }
}

async function digestContent({ eContent }: SignedDataLayout, { content, hash }: ExtensionTask): Promise<Uint8Array> {
  const isOutside = eContent === null;
  if (isOutside && content === null) throw cannotRaise('the file that it is over is missing');
  if (isOutside && content !== null) return (await digestDocument(content, hash)).digest;
  const state = createHash(HASHES[hash].node);
  for (const chunk of eContent?.chunks() ?? []) state.update(chunk);
  return state.digest();
}
