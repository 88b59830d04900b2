import { DS, readCanonicalization, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { ElementCursor } from './element-cursor.ts';
import { readPartCondition, readPartFilters, type PartFilter } from './part-filters.ts';
import { readSubtraction, readXPathFilter, type SignatureFilter } from './signature-filters.ts';
import { algorithmOf } from './signature-structure.ts';

/** One transform of a reference (XMLDSig 6.6). */
export type TransformStep =
  | { readonly kind: 'remove'; readonly filter: SignatureFilter }
  /** Leaves parts of the document: what is signed by it is never the whole. */
  | { readonly kind: 'select'; readonly filter: PartFilter }
  | { readonly kind: 'canonicalize'; readonly how: Canonicalization }
  | { readonly kind: 'base64' };

/** What the transforms of a reference come to, in their order. */
export interface TransformPlan {
  readonly steps: readonly TransformStep[];
  /** Base64 is among them: attributes and markup of what is referenced are not part of the digest. */
  readonly isDecoded: boolean;
  /** Only parts of what is referenced are digested. */
  readonly isOfParts: boolean;
}

/**
 * Reads the transforms of a reference; null for anything but these: those that take signatures away (the
 * enveloped-signature transform and the XPath filters of readXPathFilter and readSubtraction), one that leaves parts of
 * the document (readPartCondition, readPartFilters), canonicalizations, and base64. No other XPath is evaluated and no
 * XSLT run: a reference with another transform is not understood. Throws XmlError for transforms that break their syntax.
 */
export function planTransforms(transforms: readonly XmlElement[]): TransformPlan | null {
  const steps: TransformStep[] = [];
  for (const transform of transforms) {
    const step = readStep(transform);
    if (step === null) return null;
    steps.push(step);
  }
  const selections = steps.filter(({ kind }) => kind === 'select');
  if (selections.length > 1) return null;
  return { steps, isDecoded: steps.some(({ kind }) => kind === 'base64'), isOfParts: selections.length > 0 };
}

/** The exclusive canonicalizations among the steps. */
export function exclusiveSteps(steps: readonly TransformStep[]): Canonicalization[] {
  return steps.flatMap((step) =>
    step.kind === 'canonicalize' && step.how.method === 'Exclusive C14N' ? [step.how] : [],
  );
}

/** Whether comments among the nodes are there after the step as well. */
export function keepsComments(step: TransformStep): boolean {
  return step.kind !== 'canonicalize' || step.how.withComments;
}

function readStep(transform: XmlElement): TransformStep | null {
  const uri = algorithmOf(transform);
  const how = readCanonicalization(transform);
  if (how !== null) return { kind: 'canonicalize', how };
  const cursor = new ElementCursor(transform);
  switch (uri) {
    case TRANSFORM.envelopedSignature:
      cursor.finish();
      return { kind: 'remove', filter: { kind: 'this signature' } };
    case TRANSFORM.base64:
      cursor.finish();
      return { kind: 'base64' };
    case TRANSFORM.xpath: {
      const xpath = cursor.next(DS, 'XPath');
      cursor.finish();
      return removal(readXPathFilter(xpath)) ?? selection(readPartCondition(xpath));
    }
    case TRANSFORM.xpathFilter2: {
      const first = cursor.next(TRANSFORM.xpathFilter2, 'XPath');
      const xpaths = [first, ...cursor.all(TRANSFORM.xpathFilter2, 'XPath')];
      cursor.finish();
      const isAlone = xpaths.length === 1 && first.attribute('Filter') === 'subtract';
      return (isAlone ? removal(readSubtraction(first)) : null) ?? selection(readPartFilters(xpaths));
    }
    default:
      return null;
  }
}

function removal(filter: SignatureFilter | null): TransformStep | null {
  return filter === null ? null : { kind: 'remove', filter };
}

function selection(filter: PartFilter | null): TransformStep | null {
  return filter === null ? null : { kind: 'select', filter };
}
