import { canonicalize } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { documentIds } from '../../../service/codecs/xmldsig/ids.ts';
import type { XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import { writeReferenceOctets, type ReferenceInput } from '../../../service/verification/xades/reference-octets.ts';
import { resolveReference, type ReferenceScope } from '../../../service/verification/xades/resolve-reference.ts';
import type { ReferenceStructure } from '../../../service/verification/xades/signature-structure.ts';
import { planTransforms } from '../../../service/verification/xades/transforms.ts';
import type { XmlWork } from '../../../service/verification/xades/xml-work.ts';
import { cannotRaise } from '../extender.ts';
import { EXCLUSIVE, type OpenSignature } from './open-signature.ts';

type Sink = (bytes: Uint8Array) => void;

/** What the URI of a reference names beside the signature, piece by piece; null where it is not there. */
export type ReferencedFile = (uri: string | null) => AsyncIterable<Uint8Array> | null;

/**
 * Writes what an ArchiveTimeStamp that comes last in a signature is over (EN 319 132-1 clause 5.5.2.2): what the
 * references are over, in their order, as their transforms make it, nodes that these leave by the canonicalization of the
 * timestamp (clause 4.5); SignedInfo, SignatureValue and KeyInfo; all unsigned
 * properties so far; all other objects, those that a reference is over included. `file` gives what
 * detached signatures are over. Throws XmlError, StationErrors and errors of node:fs.
 */
export async function writeArchiveImprint(
  { tree, structure, properties, unsigned }: OpenSignature,
  file: ReferencedFile,
  sink: Sink,
  work: XmlWork,
): Promise<void> {
  const scope: ReferenceScope = { root: tree.root, ids: documentIds(tree), signature: structure, properties };
  for (const reference of structure.references) await writeReference(reference, scope, { tree, file, sink, work });
  const parts = [structure.signedInfo, structure.signatureValueElement, structure.keyInfo, ...unsigned];
  const objects = structure.objects.filter((object) => object !== properties.object);
  for (const part of [...parts, ...objects]) if (part !== null) canonicalize(part, EXCLUSIVE, sink);
}

interface ReferenceContext {
  readonly tree: XmlTree;
  readonly file: ReferencedFile;
  readonly sink: Sink;
  readonly work: XmlWork;
}

async function writeReference(
  reference: ReferenceStructure,
  scope: ReferenceScope,
  { tree, file, sink, work }: ReferenceContext,
): Promise<void> {
  const plan = planTransforms(reference.transforms);
  const target = resolveReference(reference.uri, scope);
  if (plan === null) throw cannotRaise('it has a reference with a transform that is not known');
  if (target.kind === 'external' && plan.steps.length === 0) {
    const content = file(reference.uri);
    if (content === null) throw cannotRaise('the file that it is over is missing');
    for await (const chunk of content) sink(chunk);
    return;
  }
  const isNodes = target.kind === 'document' || 'element' in target;
  if (!isNodes) throw cannotRaise(`what its reference ${reference.uri ?? 'without URI'} is over cannot be told`);
  const element = 'element' in target ? target.element : null;
  const input: ReferenceInput = { kind: 'nodes', apex: element ?? tree, tree, withComments: target.withComments };
  if (!writeReferenceOctets(input, plan.steps, scope.signature.element, sink, work, EXCLUSIVE)) {
    throw cannotRaise('it has a reference whose transforms have no meaning');
  }
}
