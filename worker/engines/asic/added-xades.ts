import { MAX_SIGNATURE_FILE_BYTES, META_INF, XADES_ENTRIES } from '../../../service/codecs/asic/asic-container.ts';
import { ASIC_NAMESPACE } from '../../../service/codecs/asic/manifest.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipChanges } from '../../../service/codecs/zip/zip-rewriter.ts';
import { digestOfEntry } from '../../../service/verification/asic/entry-digests.ts';
import type { EngineTask } from '../engine.ts';
import { cannotAdd } from '../judged-signature.ts';
import { withLastChild } from '../xades/insert-markup.ts';
import type { Addition } from './addition.ts';
import { freeNumber } from './free-number.ts';
import type { SignedContainer } from './signed-container.ts';
import { prepareContainerXades, xadesSignatureFile, type SignedEntry } from './xades-signature-file.ts';

/**
 * One more XAdES signature over all files of a container: in ASiC-E in a file of its own (EN 319 162-1 4.4.3.2), in ASiC-S,
 * which has one file for signatures, as the last one in that (4.3.3.2), every byte before it as it was.
 */
export async function addedXades(container: SignedContainer, task: EngineTask): Promise<Addition> {
  const { format, entries, source } = container;
  const { hash } = task.algorithm;
  const files: SignedEntry[] = [];
  for (const entry of entries.dataObjects) {
    const digestValue = await digestOfEntry(source, entry, hash);
    const { name, size, isCompressed } = entry;
    files.push({ name, size, isCompressed, digestValue });
  }
  const { dataToBeSigned, digest, element } = prepareContainerXades(task, files, container.verdict.signatures.length);
  if (format === 'ASiC_E') {
    const name = freeName(container);
    const changes = (value: Uint8Array): Omit<ZipChanges, 'at'> => ({
      added: new Map([[name, xadesSignatureFile(element(value))]]),
    });
    return { dataToBeSigned, digest, changes };
  }
  const [entry] = entries.xadesSignatures;
  if (entry === undefined) throw cannotAdd('it holds no signature');
  if (entries.timestamps.length + entries.archiveManifests.length > 0) {
    throw cannotAdd('a timestamp beside its signature is over that as it is');
  }
  const file = await readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES);
  const isEnvelope = withLastChild(file, '', ({ root }) => root.is(ASIC_NAMESPACE, 'XAdESSignatures'));
  if (isEnvelope === null) throw cannotAdd(`${entry.name} has another root element than ${XADES_ENTRIES[format]} has`);
  const changes = (value: Uint8Array): Omit<ZipChanges, 'at'> => ({
    replaced: new Map([[entry.name, withLastChild(file, element(value), () => true) ?? file]]),
  });
  return { dataToBeSigned, digest, changes };
}

/** Counted as DigiDoc does. */
function freeName({ entries }: SignedContainer): string {
  const nameOf = (number: number): string => `${META_INF}signatures${number}.xml`;
  return nameOf(freeNumber(entries.byName, 0, [nameOf]));
}
