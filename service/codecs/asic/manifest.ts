import { HASHES, type HashName } from '../x509/hash-algorithm.ts';
import type { ParseMeter } from '../xmldsig/xml-limits.ts';
import { openXml, type XmlElement, type XmlTree } from '../xmldsig/xml-document.ts';
import { XmlError } from '../xmldsig/xml-error.ts';
import { AsicManifestError } from './asic-error.ts';
import { hashFromDigestUri } from './manifest-digests.ts';

export const ASIC_NAMESPACE = 'http://uri.etsi.org/02918/v1.2.1#';
/** As TS 102 918 wrote it before it was corrected; older tools still do. */
const OLD_ASIC_NAMESPACE = 'http://uri.etsi.org/2918/v1.2.1#';
export const XMLDSIG_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;

export interface DataObjectReference {
  /** Name of the entry, percent-decoded once. */
  readonly name: string;
  /** Null when DigestMethod names a hash that is not known here. */
  readonly hash: HashName | null;
  readonly digestValue: Uint8Array;
}

export interface AsicManifest {
  /** Name of the entry with the signature (or time assertion) over this manifest. */
  readonly signature: string;
  /** At least one; no name twice. */
  readonly dataObjects: readonly DataObjectReference[];
}

/**
 * Reads an ASiCManifest (EN 319 162-1 A.4): one SigReference, then DataObjectReferences, then extensions, and nothing
 * else. A critical extension is refused, as none is known. `meter` is that of openXml. Throws XmlError for the XML and
 * AsicManifestError for the rest.
 */
export function readManifest(bytes: Uint8Array, meter?: ParseMeter): AsicManifest {
  using tree = openXml(bytes, {}, meter);
  return readRoot(tree);
}

function readRoot({ root }: XmlTree): AsicManifest {
  const namespace = root.is(OLD_ASIC_NAMESPACE, 'ASiCManifest') ? OLD_ASIC_NAMESPACE : ASIC_NAMESPACE;
  if (!root.is(namespace, 'ASiCManifest')) throw new AsicManifestError('The manifest has another root element.');
  requireNoText(root);
  const [first, ...rest] = root.children();
  if (first?.is(namespace, 'SigReference') !== true) throw new AsicManifestError('SigReference must come first.');
  const extensions = rest.findIndex((element) => element.is(namespace, 'ASiCManifestExtensions'));
  if (extensions !== -1 && extensions !== rest.length - 1) throw new AsicManifestError('Extensions must come last.');
  requireNothingCritical(root);
  const dataObjects = rest.slice(0, extensions === -1 ? rest.length : extensions).map(readReference);
  const names = new Set(dataObjects.map(({ name }) => name));
  if (names.size === 0) throw new AsicManifestError('The manifest references no data object.');
  if (names.size !== dataObjects.length) throw new AsicManifestError('The manifest references a data object twice.');
  return { signature: nameFromUri(first), dataObjects };
}

function readReference(element: XmlElement): DataObjectReference {
  const { namespace } = element;
  requireReference(element);
  requireNoText(element);
  const [method, value, extensions, ...more] = element.children();
  const isComplete = method?.is(XMLDSIG_NAMESPACE, 'DigestMethod') && value?.is(XMLDSIG_NAMESPACE, 'DigestValue');
  if (isComplete !== true || more.length > 0) throw new AsicManifestError('A DataObjectReference is incomplete.');
  if (extensions?.is(namespace, 'DataObjectReferenceExtensions') === false) {
    throw new AsicManifestError('A DataObjectReference has an element that does not belong there.');
  }
  if (method === undefined || value === undefined) throw new AsicManifestError('A DataObjectReference is incomplete.');
  const hash = hashFromDigestUri(method.attribute('Algorithm') ?? '');
  return { name: nameFromUri(element), hash, digestValue: readDigest(value, hash) };
}

function requireReference(element: XmlElement): void {
  const isKnown = element.namespace === ASIC_NAMESPACE || element.namespace === OLD_ASIC_NAMESPACE;
  if (isKnown && element.localName === 'DataObjectReference') return;
  throw new AsicManifestError('The manifest has an element where a DataObjectReference should be.');
}

function readDigest(element: XmlElement, hash: HashName | null): Uint8Array {
  const text = element.plainText().replace(/[\t\n\r ]/gu, '');
  const digest = Buffer.from(text, 'base64');
  // Buffer passes over what is not base64, and spare bits at the end could be anything.
  const isExact = BASE64.test(text) && digest.toString('base64') === text;
  if (!isExact || (hash !== null && digest.length !== HASHES[hash].bytes)) {
    throw new AsicManifestError('A DigestValue is not a digest by its DigestMethod.');
  }
  return digest;
}

/**
 * A reference relative to the container's root, decoded once; a plus sign stays one. Software in wide use leaves ? and #
 * in names as they are, and in a container they can mean nothing else: the digest decides.
 */
function nameFromUri(element: XmlElement): string {
  const uri = element.attribute('URI');
  if (uri === null) throw new AsicManifestError('A reference has no URI.');
  try {
    return decodeURIComponent(uri);
  } catch (error) {
    throw new AsicManifestError('A URI is not percent-encoded UTF-8.', { cause: error });
  }
}

function requireNothingCritical(root: XmlElement): void {
  for (const element of root.descendantsOrSelf()) {
    if (!element.is(root.namespace, 'Extension')) continue;
    const critical = element.attribute('Critical')?.trim();
    if (critical !== 'false' && critical !== '0') {
      throw new AsicManifestError('The manifest has an extension that must be understood and is not known.');
    }
  }
}

function requireNoText(element: XmlElement): void {
  for (const node of element.nodes()) {
    const isText = 'kind' in node && (node.kind === 'text' || node.kind === 'cdata');
    if (isText && node.content.trim() !== '') throw new XmlError('XML_STRUCTURE_INVALID', 'text between elements');
  }
}
