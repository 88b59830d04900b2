import { createHash } from 'node:crypto';
import {
  ASIC_MEDIA_TYPES,
  MANIFEST_ENTRY,
  SIGNATURE_ENTRY,
  type AsicFormat,
} from '../../../service/codecs/asic/asic-container.ts';
import { buildManifest } from '../../../service/codecs/asic/manifest-writer.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { DEFAULT_ZIP_LIMITS } from '../../../service/codecs/zip/zip-archive.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { prepareDetachedSignature } from '../cades/detached-signature.ts';
import type { EngineTask, FormatEngine, PreparedSignature, SignedOutput } from '../engine.ts';
import { outputName, withoutExtension } from '../output-name.ts';
import { prepareAddedSignature } from './added-signature.ts';
import { extendAsic } from './asic-extender.ts';
import { checkContainer, writeContainer } from './asic-container-file.ts';
import { ASIC_EXTENSIONS } from './container-name.ts';
import { dataObjectNames } from './data-object-names.ts';
import { measureDataObject, type DataObject } from './data-object.ts';
import { mediaTypeOf } from './media-types.ts';
import { requireReadable } from './readable-manifest.ts';

/** `mimetype`, the manifest, the signature. */
const OWN_ENTRIES = 3;

/** ASiC-S with CAdES, baseline B: one data object, the signature is over its bytes (EN 319 162-1 4.3, 5.2). */
export function createAsicSEngine(): FormatEngine {
  return {
    prepare: async (task) => {
      if (task.order.operation !== 'sign') return prepareAddedSignature('ASiC_S', task);
      if (task.additionalDocuments.length > 0) {
        throw new StationError('SIGNATURE_REQUEST_INVALID', 'ASiC-S holds one document; use ASiC_E for several.');
      }
      const dataObjects = await measureAll(task);
      const [dataObject] = dataObjects;
      if (dataObject === undefined) throw new TypeError('A task has a document');
      return prepareContainer(task, { format: 'ASiC_S', dataObjects, manifest: null }, dataObject.digestValue);
    },
    extend: (task) => extendAsic('ASiC_S', task),
  };
}

/** ASiC-E with CAdES, baseline B: the signature is over a manifest that has each data object's digest (4.4, 5.3). */
export function createAsicEEngine(): FormatEngine {
  return {
    prepare: async (task) => {
      if (task.order.operation !== 'sign') return prepareAddedSignature('ASiC_E', task);
      if (task.additionalDocuments.length + 1 + OWN_ENTRIES > DEFAULT_ZIP_LIMITS.maxEntries) {
        throw new StationError('SIGNATURE_REQUEST_INVALID', 'There are too many documents for one container.');
      }
      const dataObjects = await measureAll(task);
      const { hash } = task.algorithm;
      const manifest = buildManifest({
        signature: SIGNATURE_ENTRY,
        hash,
        dataObjects: dataObjects.map((object) => ({ ...object, mediaType: mediaTypeOf(object.name) })),
      });
      requireReadable(manifest, SIGNATURE_ENTRY, dataObjects);
      const digest = createHash(HASHES[hash].node).update(manifest).digest();
      return prepareContainer(task, { format: 'ASiC_E', dataObjects, manifest }, digest);
    },
    extend: (task) => extendAsic('ASiC_E', task),
  };
}

async function measureAll(task: EngineTask): Promise<DataObject[]> {
  const documents = [task.document, ...task.additionalDocuments];
  const names = dataObjectNames(documents.map((document) => document.originalFileName));
  const measured: DataObject[] = [];
  for (const [index, document] of documents.entries()) {
    measured.push(await measureDataObject(document, names[index] ?? '', task.algorithm.hash));
  }
  return measured;
}

interface ContainerPlan {
  readonly format: AsicFormat;
  readonly dataObjects: readonly DataObject[];
  /** Null in ASiC-S. */
  readonly manifest: Uint8Array | null;
}

/** `messageDigest` is of the bytes under the signature: the data object or the manifest. */
function prepareContainer(task: EngineTask, plan: ContainerPlan, messageDigest: Uint8Array): PreparedSignature {
  const { format, dataObjects, manifest } = plan;
  const signature = prepareDetachedSignature(task, messageDigest, { signingTime: task.at });
  const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const metaFiles = new Map([
      ...(manifest === null ? [] : [[MANIFEST_ENTRY, manifest] as const]),
      [SIGNATURE_ENTRY, signature.build(signatureValue)] as const,
    ]);
    const content = { format, dataObjects, metaFiles, at: task.at };
    const written = await writeContainer(task.outputPath, content);
    await checkContainer(task.outputPath, content);
    const fileName = outputName(withoutExtension(task.document.originalFileName), ASIC_EXTENSIONS[format]);
    return { ...written, contentType: ASIC_MEDIA_TYPES[format], fileName };
  };
  return {
    dataToBeSigned: signature.dataToBeSigned,
    digest: signature.digest,
    embed,
    // Nothing stays open between the steps.
    discard: () => Promise.resolve(),
  };
}
