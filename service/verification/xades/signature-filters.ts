import { DS } from '../../codecs/xmldsig/algorithms.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { trimmedText } from './element-cursor.ts';

/** Which ds:Signature elements an XPath expression takes away with everything in them. */
export type SignatureFilter =
  | { readonly kind: 'this signature' | 'all signatures' }
  /** Those with this Id. */
  | { readonly kind: 'by id'; readonly id: string }
  /** Those that a location path from the document leads to; `//` before a step stands as `anywhere`. */
  | { readonly kind: 'by path'; readonly steps: readonly PathStep[] };

interface PathStep {
  readonly isAnywhere: boolean;
  /** Null for `*`. */
  readonly name: { readonly namespace: string; readonly localName: string } | null;
}

const NAME = '[A-Za-z_][\\w.-]*';
const SIGNATURE = `(${NAME}):Signature`;

/**
 * The spellings of an XPath 1.0 transform (XMLDSig 6.6.3) that mean "everything but signatures"; white space is taken
 * out before. The last is the one that XMLDSig 6.6.4 gives for the enveloped-signature transform.
 */
const FILTER_FORMS: readonly (readonly [RegExp, (match: RegExpExecArray) => SignatureFilter])[] = [
  [new RegExp(`^not\\(ancestor-or-self::${SIGNATURE}\\)$`), () => ({ kind: 'all signatures' })],
  [new RegExp(`^not\\(ancestor-or-self::node\\(\\)/self::${SIGNATURE}\\)$`), () => ({ kind: 'all signatures' })],
  [new RegExp(`^count\\(ancestor-or-self::${SIGNATURE}\\)=0$`), () => ({ kind: 'all signatures' })],
  [
    new RegExp(`^not\\(ancestor-or-self::${SIGNATURE}\\[@Id=(["'])([^"']+)\\2\\]\\)$`),
    ([, , , id = '']) => ({ kind: 'by id', id }),
  ],
  [
    new RegExp(
      `^count\\(ancestor-or-self::${SIGNATURE}\\|here\\(\\)/ancestor::\\1:Signature\\[1\\]\\)>count\\(ancestor-or-self::\\1:Signature\\)$`,
    ),
    () => ({ kind: 'this signature' }),
  ],
];

/** What the expression of an XPath transform takes away; null when it is none of the known spellings. */
export function readXPathFilter(xpath: XmlElement): SignatureFilter | null {
  const expression = withoutSpace(trimmedText(xpath));
  for (const [form, filterOf] of FILTER_FORMS) {
    const match = form.exec(expression);
    if (match !== null) return namespaceOf(match[1] ?? '', xpath) === DS ? filterOf(match) : null;
  }
  return null;
}

const THIS_SIGNATURE = new RegExp(`^here\\(\\)/ancestor::${SIGNATURE}\\[1\\]$`);
const STEP = new RegExp(`^(\\*|(${NAME}):(${NAME})|${NAME})$`);

/**
 * What a `subtract` of XPath Filter 2.0 takes away: the signature around it, or the signatures that a location path of
 * child and descendant steps leads to; null when the path is another, or may lead to anything but signatures.
 */
export function readSubtraction(xpath: XmlElement): SignatureFilter | null {
  const expression = withoutSpace(trimmedText(xpath));
  const own = THIS_SIGNATURE.exec(expression);
  if (own !== null) return namespaceOf(own[1] ?? '', xpath) === DS ? { kind: 'this signature' } : null;
  const steps = readPath(expression, xpath);
  return steps === null ? null : filterOfPath(steps);
}

function filterOfPath(steps: readonly PathStep[]): SignatureFilter | null {
  const last = steps.at(-1);
  if (last?.name?.namespace !== DS || last.name.localName !== 'Signature') return null;
  return last.isAnywhere && steps.length === 1 ? { kind: 'all signatures' } : { kind: 'by path', steps };
}

function readPath(expression: string, xpath: XmlElement): PathStep[] | null {
  const short = expression
    .replaceAll('/descendant-or-self::node()/', '//')
    .replaceAll(/\/descendant(?:-or-self)?::/g, '//')
    .replace(/^descendant(?:-or-self)?::/, '//')
    .replaceAll('child::', '');
  // The context node is the root, so that a path without a slash begins there, too.
  const parts = (short.startsWith('/') ? short : `/${short}`).split('/').slice(1);
  const steps: PathStep[] = [];
  let isAnywhere = false;
  for (const part of parts) {
    if (part === '' && !isAnywhere) {
      isAnywhere = true;
      continue;
    }
    const name = readStep(part, xpath);
    if (name === undefined) return null;
    steps.push({ isAnywhere, name });
    isAnywhere = false;
  }
  return isAnywhere ? null : steps;
}

/** Null for `*`, undefined for what is no plain name test. A name without prefix has no namespace (XPath 1.0 2.3). */
function readStep(part: string, xpath: XmlElement): PathStep['name'] | undefined {
  const [, whole, prefix, localName] = STEP.exec(part) ?? [];
  if (whole === undefined) return undefined;
  if (whole === '*') return null;
  if (prefix === undefined || localName === undefined) return { namespace: '', localName: whole };
  const namespace = namespaceOf(prefix, xpath);
  return namespace === null ? undefined : { namespace, localName };
}

/** Expressions of these few forms mean the same without white space; a quoted identifier has none. */
function withoutSpace(expression: string): string {
  return expression.replace(/[ \t\r\n]+/g, '');
}

/** What the prefix means where the expression stands. */
export function namespaceOf(prefix: string, xpath: XmlElement): string | null {
  for (let element: XmlElement | null = xpath; element !== null; element = element.parent) {
    const bound = element.namespaceDeclarations().get(prefix);
    if (bound !== undefined) return bound;
  }
  return null;
}

/** The signatures of this tree that the filter takes away. `own` is the signature whose transform it is, if it lies there. */
export function filteredSignatures(filter: SignatureFilter, tree: XmlTree, own: XmlElement | null): XmlElement[] {
  if (filter.kind === 'this signature') return own === null ? [] : [own];
  return [...tree.elementsNamed(DS, 'Signature')].filter((signature) => {
    if (filter.kind === 'by id') return signature.attribute('Id') === filter.id;
    return filter.kind !== 'by path' || isAtPath(signature, filter.steps, filter.steps.length - 1);
  });
}

/** Whether the steps up to `index` lead to this element. */
function isAtPath(element: XmlElement, steps: readonly PathStep[], index: number): boolean {
  const step = steps[index];
  if (step === undefined) return false;
  if (step.name !== null && !element.is(step.name.namespace, step.name.localName)) return false;
  if (index === 0) return step.isAnywhere || element.parent === null;
  for (let up = element.parent; up !== null; up = up.parent) {
    if (isAtPath(up, steps, index - 1)) return true;
    if (!step.isAnywhere) return false;
  }
  return false;
}
