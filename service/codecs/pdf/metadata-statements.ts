import { openXml, type XmlAttribute, type XmlElement } from '../xmldsig/xml-document.ts';
import { XmlError } from '../xmldsig/xml-error.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XML = 'http://www.w3.org/XML/1998/namespace';
const LISTS: ReadonlySet<string> = new Set(['Bag', 'Seq', 'Alt']);
/** Of attributes those that say how something is written, or of which resource it is said. */
const WAYS_OF_WRITING: ReadonlySet<string> = new Set(['about', 'parseType', 'ID', 'nodeID', 'datatype']);
const LIMITS = { bytes: 4_000_000, memory: 40_000_000, depth: 64 } as const;

/** One thing that metadata say of a document: its name and value, however both are written. */
export interface Statement {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/**
 * What an XMP packet says (ISO 16684-1 clause 7), by namespace and name of each property; null for what is no XMP, or too
 * much of it. A value that stands in an attribute is the same as one in an element, a structure the same in any order.
 */
export function metadataStatements(packet: Uint8Array): ReadonlyMap<string, Statement> | null {
  try {
    using tree = openXml(packet, LIMITS);
    const found = new Map<string, Statement>();
    let hasDescriptions = false;
    for (const list of tree.elementsNamed(RDF, 'RDF')) {
      for (const description of list.children()) {
        if (!description.is(RDF, 'Description')) return null;
        hasDescriptions = true;
        for (const statement of statementsIn(description)) add(found, statement);
      }
    }
    return hasDescriptions ? found : null;
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** Of a property that is there twice readers take one or the other. */
function add(found: Map<string, Statement>, statement: Statement): void {
  const key = `${statement.namespace} ${statement.name}`;
  const earlier = found.get(key);
  found.set(key, earlier === undefined ? statement : { ...statement, value: `${earlier.value}\n${statement.value}` });
}

function statementsIn(element: XmlElement): Statement[] {
  const inAttributes = element
    .attributes()
    .filter(isProperty)
    .map(({ namespace, localName: name, value }) => ({ namespace, name, value: value.trim() }));
  const inElements = [...element.children()].map((child) => ({
    namespace: child.namespace,
    name: child.localName,
    value: valueOf(child),
  }));
  return [...inAttributes, ...inElements];
}

function isProperty({ namespace, localName }: XmlAttribute): boolean {
  return namespace !== '' && namespace !== XML && !(namespace === RDF && WAYS_OF_WRITING.has(localName));
}

/** A text, a list, or what a structure says; the language of a text belongs to it. */
function valueOf(element: XmlElement): string {
  const language = element.attribute('lang', XML) ?? '';
  const children = [...element.children()];
  const [only] = children;
  const isNested = children.length === 1 && only?.namespace === RDF;
  if (isNested && LISTS.has(only.localName)) {
    return `${language}[${[...only.children()].map((item) => JSON.stringify(valueOf(item))).join()}]`;
  }
  const holder = isNested && only.is(RDF, 'Description') ? only : element;
  const parts = statementsIn(holder).map(({ namespace, name, value }) => JSON.stringify([namespace, name, value]));
  if (parts.length > 0) return `${language}{${parts.toSorted().join()}}`;
  return `${language} ${element.textContent().trim()}`.trim();
}
