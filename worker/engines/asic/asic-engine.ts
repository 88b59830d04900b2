import { createHash } from 'node:crypto';
import {
  ASIC_MEDIA_TYPES,
  FILE_LIST_ENTRY,
  MANIFEST_ENTRY,
  SIGNATURE_ENTRY,
  XADES_ENTRIES,
  type AsicFormat,
} from '../../../service/codecs/asic/asic-container.ts';
import { buildFileList } from '../../../service/codecs/asic/file-list.ts';
import { buildManifest } from '../../../service/codecs/asic/manifest-writer.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { ZIP_LIMITS } from '../../../service/codecs/zip/zip-archive.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { prepareDetachedSignature } from '../cades/detached-signature.ts';
import type { EngineTask, FormatEngine, PreparedSignature, SignedOutput } from '../engine.ts';
import { signedFileOf } from '../output-name.ts';
import { prepareAddedSignature } from './added-signature.ts';
import { extendAsic } from './asic-extender.ts';
import { checkContainer, writeContainer } from './asic-container-file.ts';
import { dataObjectNames } from './data-object-names.ts';
import { measureDataObject, type DataObject } from './data-object.ts';
import { mediaTypeOf } from './media-types.ts';
import { requireReadable } from './readable-manifest.ts';
import { prepareContainerXades, requireContainerXades, xadesSignatureFile } from './xades-signature-file.ts';

/** `mimetype`, the manifest, the signature. */
const OWN_ENTRIES = 3;

/**
 * ASiC-S, baseline B: one data object, the signature is over its bytes (EN 319 162-1 4.3, 5.2); CAdES unless the order says
 * XAdES. A container that bears signatures gets one more (`cosign`).
 */
export function createAsicSEngine(): FormatEngine {
  return {
    prepare: async (task) => {
      if (task.order.operation !== 'sign') return prepareAddedSignature('ASiC_S', task);
      if (task.additionalDocuments.length > 0) {
        throw new StationError('SIGNATURE_REQUEST_INVALID', tell('ASIC_S_ONE_DOCUMENT'));
      }
      const dataObjects = await measureAll(task);
      const [dataObject] = dataObjects;
      if (dataObject === undefined) throw new TypeError('A task has a document');
      if (isXades(task)) return prepareXadesContainer(task, { format: 'ASiC_S', dataObjects });
      return prepareContainer(task, { format: 'ASiC_S', dataObjects, manifest: null }, dataObject.digestValue);
    },
    extend: (task) => extendAsic('ASiC_S', task),
  };
}

/**
 * ASiC-E, baseline B: with CAdES the signature is over a manifest that has each data object's digest (4.4, 5.3); with
 * XAdES it is over the data objects themselves.
 */
export function createAsicEEngine(): FormatEngine {
  return {
    prepare: async (task) => {
      if (task.order.operation !== 'sign') return prepareAddedSignature('ASiC_E', task);
      if (task.additionalDocuments.length + 1 + OWN_ENTRIES > ZIP_LIMITS.maxEntries) {
        throw new StationError('SIGNATURE_REQUEST_INVALID', tell('CONTAINER_TOO_MANY_DOCUMENTS'));
      }
      const dataObjects = await measureAll(task);
      if (isXades(task)) return prepareXadesContainer(task, { format: 'ASiC_E', dataObjects });
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

function isXades({ order }: EngineTask): boolean {
  return order.containerSignature === 'XAdES';
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

/** XAdES over the data objects themselves, and in ASiC-E the list of files that readers of such containers expect. */
function prepareXadesContainer(
  task: EngineTask,
  { format, dataObjects }: Pick<ContainerPlan, 'format' | 'dataObjects'>,
): PreparedSignature {
  const files = dataObjects.map(({ name, document, digestValue }) => ({
    name,
    size: document.size,
    digestValue,
    isCompressed: false,
  }));
  const signature = prepareContainerXades(task, files, 0);
  const list = files.map(({ name }) => ({ name, mediaType: mediaTypeOf(name) }));
  const finish = (signatureValue: Uint8Array): ReadonlyMap<string, Uint8Array> => {
    const signatureFile = xadesSignatureFile(signature.element(signatureValue));
    requireContainerXades(task, signatureFile, files);
    const ofKind =
      format === 'ASiC_E' ? [[FILE_LIST_ENTRY, buildFileList(ASIC_MEDIA_TYPES[format], list)] as const] : [];
    return new Map([...ofKind, [XADES_ENTRIES[format], signatureFile] as const]);
  };
  return preparedContainer(task, { format, dataObjects }, { ...signature, finish });
}

/** `messageDigest` is of the bytes under the signature: the data object or the manifest. */
function prepareContainer(task: EngineTask, plan: ContainerPlan, messageDigest: Uint8Array): PreparedSignature {
  const { format, dataObjects, manifest } = plan;
  const signature = prepareDetachedSignature(task, messageDigest, { signingTime: task.at });
  const finish = (signatureValue: Uint8Array): ReadonlyMap<string, Uint8Array> =>
    new Map([
      ...(manifest === null ? [] : [[MANIFEST_ENTRY, manifest] as const]),
      [SIGNATURE_ENTRY, signature.build(signatureValue)] as const,
    ]);
  const { dataToBeSigned, digest } = signature;
  return preparedContainer(task, { format, dataObjects }, { dataToBeSigned, digest, finish });
}

interface UnfinishedSignature {
  readonly dataToBeSigned: Uint8Array;
  readonly digest: Uint8Array;
  /** The entries of META-INF, with the signature in them checked. */
  readonly finish: (signatureValue: Uint8Array) => ReadonlyMap<string, Uint8Array>;
}

function preparedContainer(
  task: EngineTask,
  { format, dataObjects }: Pick<ContainerPlan, 'format' | 'dataObjects'>,
  { dataToBeSigned, digest, finish }: UnfinishedSignature,
): PreparedSignature {
  const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const metaFiles = finish(signatureValue);
    const content = { format, dataObjects, metaFiles, at: task.at };
    const written = await writeContainer(task.outputPath, content);
    await checkContainer(task.outputPath, content);
    return { ...written, ...signedFileOf(format, task.document.originalFileName) };
  };
  return {
    dataToBeSigned,
    digest,
    embed,
    // Nothing stays open between the steps.
    discard: () => Promise.resolve(),
  };
}
