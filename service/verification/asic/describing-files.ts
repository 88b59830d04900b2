import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readPrefix } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { elementsInNamespace, hasOuterInstructions } from '../../codecs/xmldsig/find-elements.ts';
import { openXml, type XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import { readMetaEntry } from './meta-entries.ts';

/**
 * Files of META-INF that describe the others, or keep evidence about them: those that EN 319 162-1 has from OpenDocument and
 * from OCF, evidence records with their manifests, and lists of digests as DigiDoc4j writes them.
 */
const DESCRIBING =
  /^META-INF\/(?:(?:manifest|container|metadata|rights|encryption|hashcodes-sha\d{3})\.xml|[^/]*evidencerecord[^/]*\.(?:xml|ers))$/iu;

const MAX_BYTES = 4 * 1024 * 1024;

/** What a browser shows as a page, in whatever XML it stands. */
const SHOWN = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML'];

/** Whether a file has the name of one that describes the others, and so needs no signature. */
export function isNamedAsDescribing({ name }: ZipEntry): boolean {
  return DESCRIBING.test(name);
}

/**
 * Whether a file that is named so can be one: XML that no browser shows as a page, or an evidence record in ASN.1. Anything
 * else is a document to whoever opens it. Throws ZipError and WorkExceededError.
 */
export async function describesOthers(
  source: ByteSource,
  entry: ZipEntry,
  budget: WorkBudget | undefined,
): Promise<boolean> {
  if (entry.size > MAX_BYTES) return false;
  const bytes = await readMetaEntry(source, entry, MAX_BYTES, budget);
  return /\.ers$/iu.test(entry.name) ? isSequence(bytes) : isDescribingXml(bytes, budget);
}

function isDescribingXml(bytes: Uint8Array, budget: WorkBudget | undefined): boolean {
  try {
    using tree = openXml(bytes, {}, (nodes) => budget?.charge(nodes * WORK.node));
    return !hasOuterInstructions(tree) && !SHOWN.some((namespace) => holdsNamespace(tree, namespace));
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}

function holdsNamespace({ root }: XmlTree, namespace: string): boolean {
  return elementsInNamespace(root, namespace).next().done !== true;
}

function isSequence(bytes: Uint8Array): boolean {
  try {
    const { tag, end } = readPrefix(bytes, 'BER');
    return tag === TAG.sequence && end === bytes.length;
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
