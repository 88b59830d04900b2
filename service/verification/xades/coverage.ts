import { DS, XADES, XADES_141 } from '../../codecs/xmldsig/algorithms.ts';
import { hasElementOutside, hasOuterInstructions } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement, XmlLeaf } from '../../codecs/xmldsig/xml-document.ts';
import type { JudgedReference } from './judge-references.ts';
import type { ReferenceScope, ReferenceTarget } from './resolve-reference.ts';
import { invalid, type XadesFault } from './xades-fault.ts';

const DS_11 = 'http://www.w3.org/2009/xmldsig11#';
/** What may stand where a signature does not reach: its own words, none of the document's. */
const SIGNATURE_NAMESPACES: ReadonlySet<string> = new Set([DS, DS_11, XADES, XADES_141]);

/**
 * Whether a signature covers all that a reader of the document may take as signed (X1): the whole document (by URI="",
 * or by the identifier of the document element when no instruction stands beside it), all objects of an enveloping
 * signature, or the original that was handed in. Nothing foreign may stand in a part of the signature that nothing
 * signs. No faults means that it does.
 */
export function judgeCoverage(scope: ReferenceScope, judged: readonly JudgedReference[]): readonly XadesFault[] {
  const { root, signature } = scope;
  const faults = judged.some(({ target }) => target.kind === 'elsewhere')
    ? [incomplete('A reference points to a part of the document, not to all of it.')]
    : [];
  if (signature.element === root) faults.push(...judgeEnveloping(scope, judged));
  else if (!coversDocument(scope, judged)) faults.push(incomplete('The signature covers only a part of the document.'));
  if (hasUnsignedObject(scope, judged)) faults.push(incomplete('The signature holds an object that it does not sign.'));
  if (hasForeignContent(scope, judged)) {
    faults.push(incomplete('Content that is not signed stands inside of the signature.'));
  }
  return faults;
}

function incomplete(detail: string): XadesFault {
  return invalid('SIG_COVERAGE_INCOMPLETE', detail);
}

function coversDocument({ root }: ReferenceScope, judged: readonly JudgedReference[]): boolean {
  return judged.some(
    ({ target, plan }) =>
      plan?.result.kind === 'canonical' &&
      (target.kind === 'document' || (target.kind === 'root' && !hasOuterInstructions(root.tree))),
  );
}

/** A signature that is the document: it must sign something beside itself, and nothing may stand around it. */
function judgeEnveloping({ root }: ReferenceScope, judged: readonly JudgedReference[]): XadesFault[] {
  const hasContent = judged.some(({ target }) => isContent(target));
  const faults = hasContent ? [] : [incomplete('The signature covers no content.')];
  if (hasOuterInstructions(root.tree)) faults.push(incomplete('Instructions outside of the signature are not signed.'));
  return faults;
}

function isContent(target: ReferenceTarget): boolean {
  if (target.kind === 'inObject') return !target.element.is(DS, 'Manifest');
  return target.kind === 'object' || target.kind === 'external';
}

/** Every ds:Object but that of the properties is signed itself, or each of its children is. */
function hasUnsignedObject({ signature, properties }: ReferenceScope, judged: readonly JudgedReference[]): boolean {
  const signed = new Set(judged.flatMap(({ target }) => ('element' in target ? [target.element] : [])));
  return signature.objects.some(
    (object) => object !== properties?.object && !signed.has(object) && !holdsOnly(object, signed),
  );
}

function holdsOnly(object: XmlElement, signed: ReadonlySet<XmlElement>): boolean {
  for (const node of object.nodes()) {
    if ('kind' in node ? !isEmptyText(node) : !signed.has(node)) return false;
  }
  return true;
}

function isEmptyText({ kind, content }: XmlLeaf): boolean {
  return kind === 'comment' || (kind === 'text' && /^[ \t\r\n]*$/.test(content));
}

function hasForeignContent({ signature, properties }: ReferenceScope, judged: readonly JudgedReference[]): boolean {
  const isKeyInfoSigned = judged.some(({ target }) => target.kind === 'keyInfo');
  const unsigned = [isKeyInfoSigned ? null : signature.keyInfo, properties?.unsignedProperties ?? null];
  return unsigned.some((part) => part !== null && hasElementOutside(part, SIGNATURE_NAMESPACES));
}
