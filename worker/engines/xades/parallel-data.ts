import {
  DS,
  MANIFEST_TYPE,
  OBJECT_TYPE,
  readCanonicalization,
  TRANSFORM,
} from '../../../service/codecs/xmldsig/algorithms.ts';
import { outermostElements } from '../../../service/codecs/xmldsig/find-elements.ts';
import { documentIds } from '../../../service/codecs/xmldsig/ids.ts';
import { openXml, type XmlElement, type XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { WorkBudget } from '../../../service/verification/work-budget.ts';
import { isEnvelope } from '../../../service/verification/xades/coverage.ts';
import { givenOriginals } from '../../../service/verification/xades/external-content.ts';
import { ReferenceDigests, type DigestibleTarget } from '../../../service/verification/xades/reference-digests.ts';
import { resolveReference, type ReferenceTarget } from '../../../service/verification/xades/resolve-reference.ts';
import {
  algorithmOf,
  readSignature,
  type ReferenceStructure,
} from '../../../service/verification/xades/signature-structure.ts';
import { readQualifyingProperties } from '../../../service/verification/xades/signed-properties.ts';
import { planTransforms } from '../../../service/verification/xades/transforms.ts';
import { XmlWork } from '../../../service/verification/xades/xml-work.ts';
import type { EngineTask } from '../engine.ts';
import { cannotAdd } from '../judged-signature.ts';
import { freeIds, type DataObject, type MakeIds } from './data-object.ts';
import { beside, intoEnvelope } from './insert-markup.ts';
import type { DataReference, SignatureIds } from './signature-text.ts';

/** What a signature to be added is over, and where it goes. */
export interface ParallelData {
  readonly ids: SignatureIds;
  readonly references: readonly DataReference[];
  /** The finished file with the new signature. */
  readonly output: (signature: string) => ReturnType<DataObject['output']>;
}

/**
 * For a file whose signatures are over objects, parts or a file beside it (enveloping, detached): the same data once more,
 * named and transformed as the earlier signatures have it. The new one stands after them; a file that is one signature
 * gets an element around both that says nothing (`internally-detached`, as EU DSS has it). Null for a document that its
 * signatures are in. Throws permanent StationErrors, XmlError and WorkExceededError.
 */
export function parallelData(task: EngineTask, bytes: Uint8Array, makeIds: MakeIds): ParallelData | null {
  using tree = openXml(bytes);
  const isSignature = tree.root.is(DS, 'Signature');
  if (!isSignature && !isEnvelope(tree.root)) return null;
  const references = sameData(tree, task, bytes.length);
  if (references === null && isSignature) throw cannotAdd('its signature is over the whole file, in which it is alone');
  if (references === null) return null;
  const parts = isSignature ? intoEnvelope(bytes, tree) : beside(bytes, tree);
  const digest = Buffer.concat(references.map((reference) => reference.digest));
  return { ids: freeIds(tree, makeIds, digest), references, output: (signature) => Promise.resolve(parts(signature)) };
}

interface Data {
  readonly element: XmlElement;
  readonly reference: ReferenceStructure;
  readonly target: ReferenceTarget;
  readonly mimeType: string | null;
}

/** The data of all signatures, which has to be the same; null where one of them is over the document around it. */
function sameData(tree: XmlTree, task: EngineTask, size: number): readonly DataReference[] | null {
  const all = outermostElements(tree, DS, 'Signature').elements.map((element) => dataOf(tree, element));
  if (all.flat().some(({ target }) => target.kind === 'document' || target.kind === 'root')) return null;
  const [first = []] = all;
  const namesOf = (data: readonly Data[]): string => JSON.stringify(data.map(({ reference }) => reference.uri));
  if (all.some((data) => namesOf(data) !== namesOf(first))) throw cannotAdd('its signatures are over different things');
  if (first.length === 0) throw cannotAdd('its signature is over nothing');
  const outside = new Set(
    first.flatMap(({ target, reference }) => (target.kind === 'external' ? [reference.uri] : [])),
  );
  if (outside.size > 1) throw cannotAdd('it is over several files beside it');
  const [content] = task.additionalDocuments;
  const original = content === undefined ? null : openFileSource(content.path);
  try {
    const work = new XmlWork(new WorkBudget(size + (original?.size ?? 0)));
    const external = givenOriginals(original === null ? [] : [original]);
    const digests = new ReferenceDigests(tree, external, work);
    return first.map((data) => digested(data, digests, task));
  } finally {
    original?.close();
  }
}

function dataOf(tree: XmlTree, element: XmlElement): Data[] {
  const signature = readSignature(element);
  const properties = readQualifyingProperties(signature.objects);
  const scope = { root: tree.root, ids: documentIds(tree), signature, properties };
  const formats = properties?.signedProperties.dataObjectFormats ?? [];
  return signature.references.flatMap((reference) => {
    const target = resolveReference(reference.uri, scope);
    if (target.kind === 'signedProperties' || target.kind === 'keyInfo') return [];
    const format = formats.find(({ objectReference }) => objectReference === `#${reference.id ?? ''}`);
    return [{ element, reference, target, mimeType: format?.mimeType ?? null }];
  });
}

function digested(
  { element, reference, target, mimeType }: Data,
  digests: ReferenceDigests,
  task: EngineTask,
): DataReference {
  const { uri, type } = reference;
  const isList = type === MANIFEST_TYPE || ('element' in target && target.element.is(DS, 'Manifest'));
  if (isList) throw cannotAdd('its signature is over a list of things (ds:Manifest)');
  const transforms = reference.transforms.map(plainTransform);
  const plan = planTransforms(reference.transforms);
  if (uri === null || plan === null || !isDigestible(target))
    throw cannotAdd('what its signature is over is not known');
  const result = digests.digest(target, reference, plan, task.algorithm.hash, element);
  if (result === 'missing') throw cannotAdd('it is detached, and the document that it is over was not given along');
  if (result === 'unsuitable') throw cannotAdd('what its signature is over is not known');
  return {
    ...{ uri, transforms, digest: result.digest, mimeType: knownType(mimeType) },
    // Of an object of its own signature says the type; in another one EU DSS would look for that in vain.
    ...(type !== null && type !== OBJECT_TYPE && { type }),
  };
}

function knownType(mimeType: string | null): string {
  return mimeType !== null && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** Only what takes no parameters can be said again in one word. */
function plainTransform(transform: XmlElement): string {
  const algorithm = algorithmOf(transform);
  const isPlain = transform.nodes().next().done === true;
  if (isPlain && (algorithm === TRANSFORM.base64 || readCanonicalization(transform) !== null)) return algorithm;
  throw cannotAdd(`its signature transforms what it is over by ${algorithm}`);
}

function isDigestible(target: ReferenceTarget): target is DigestibleTarget {
  return target.kind !== 'ambiguous' && target.kind !== 'unresolved' && target.kind !== 'unsupported';
}
