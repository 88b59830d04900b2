import { SIGNATURE_ENTRY } from '../../codecs/asic/asic-container.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { AsicFault } from './asic-fault.ts';
import type { AsicEntries } from './asic-entries.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import { digestEntry } from './entry-digests.ts';
import { judgeSignatureFile, readSignatureFile, type AsicQuestion } from './signature-entry.ts';

/**
 * ASiC-S with CAdES (EN 319 162-1 4.3.3): one data object at the root, one signature over its bytes, nothing else that
 * could be taken for either. Throws AsicFault and ZipError.
 */
export async function judgeAsicS(
  source: ByteSource,
  entries: AsicEntries,
  question: AsicQuestion,
): Promise<AsicVerdict> {
  const dataObject = onlyDataObject(entries);
  const signatureFile = await readSignatureFile(source, onlySignature(entries));
  const digests = await digestEntry(source, dataObject, signatureFile.hashes);
  const digestContent = (name: Parameters<typeof digests.get>[0]): Uint8Array => digests.get(name) ?? new Uint8Array(0);
  const { findings, fault } = judgeSignatureFile(signatureFile, digestContent, question);
  return { findings, faults: fault === null ? [] : [fault] };
}

function onlyDataObject({ dataObjects }: AsicEntries): ZipEntry {
  const [dataObject, ...more] = dataObjects;
  if (dataObject === undefined) throw new AsicFault('ASIC_DATA_OBJECT_MISSING', 'There is no data object.');
  if (more.length > 0) {
    throw new AsicFault('ASIC_DATA_OBJECT_UNSIGNED', 'There is more than the one data object that is signed.');
  }
  if (dataObject.name.includes('/')) {
    throw new AsicFault('ASIC_CONTAINER_INVALID', 'The data object does not lie at the root.');
  }
  return dataObject;
}

function onlySignature({ signatures, manifests, xadesSignatures }: AsicEntries): ZipEntry {
  const signature = signatures.find(({ name }) => name === SIGNATURE_ENTRY);
  if (signature === undefined && xadesSignatures.length > 0) {
    throw new AsicFault(
      'SIG_NOT_FOUND',
      'The container has a XAdES signature; only CAdES is verified in containers.',
      'INDETERMINATE',
    );
  }
  if (signature === undefined) throw new AsicFault('SIG_NOT_FOUND', `There is no ${SIGNATURE_ENTRY}.`);
  if (signatures.length + manifests.length + xadesSignatures.length > 1) {
    throw new AsicFault('ASIC_CONTAINER_INVALID', 'There is a signature or a manifest beside the one signature.');
  }
  return signature;
}
