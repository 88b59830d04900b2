import type { RawEvidence } from '../evidence/document-evidence.ts';
import { evidenceInTokens } from '../timestamps/kept-by-index.ts';
import { evidenceOfHolders } from './xades-evidence.ts';
import {
  DEFAULT_CANONICALIZATION,
  DS,
  readCanonicalization,
  XADES_111,
  XADES_141,
} from '../../codecs/xmldsig/algorithms.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import { canonicalize } from '../../codecs/xmldsig/canonicalize.ts';
import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { TimestampKind } from '../../contract/http/verification.ts';
import type { FoundTimestamp, Imprint } from '../timestamps/found-timestamp.ts';
import { base64Content } from './element-cursor.ts';
import type { JudgedReference } from './judge-references.ts';
import type { DigestibleTarget, ReferenceDigests } from './reference-digests.ts';
import type { ReferenceScope } from './resolve-reference.ts';
import type { QualifyingProperties } from './signed-properties.ts';
import type { XmlWork } from './xml-work.ts';

/** A signature whose timestamps are looked for. */
export interface TimestampedXml {
  readonly scope: ReferenceScope;
  readonly judged: readonly JudgedReference[];
  readonly digests: ReferenceDigests;
}

const UNSIGNED_KINDS: Readonly<Record<string, TimestampKind>> = {
  SignatureTimeStamp: 'SignatureTimestamp',
  SigAndRefsTimeStamp: 'SigAndRefsTimestamp',
  SigAndRefsTimeStampV2: 'SigAndRefsTimestamp',
  RefsOnlyTimeStamp: 'RefsOnlyTimestamp',
  RefsOnlyTimeStampV2: 'RefsOnlyTimestamp',
  ArchiveTimeStamp: 'ArchiveTimestamp',
};

const SIGNED_KINDS: Readonly<Record<string, TimestampKind>> = {
  AllDataObjectsTimeStamp: 'AllDataObjectsTimestamp',
  IndividualDataObjectsTimeStamp: 'IndividualDataObjectsTimestamp',
};

/** References to certificates and revocation data (EN 319 132-1 annex A). */
const REFS: ReadonlySet<string> = new Set([
  ...['CompleteCertificateRefs', 'CompleteCertificateRefsV2', 'CompleteRevocationRefs'],
  ...['AttributeCertificateRefs', 'AttributeCertificateRefsV2', 'AttributeRevocationRefs'],
]);

/** More than anybody needs; each is checked, and those behind them are not looked at. */
const MAX_TIMESTAMPS = 60;

/** The timestamps in the properties of a signature, in document order. Throws WorkExceededError. */
export function findXadesTimestamps(signature: TimestampedXml): FoundTimestamp[] {
  const { scope, digests } = signature;
  const { properties } = scope;
  if (properties === null) return [];
  const listed = (parent: XmlElement | null, group: string): XmlElement[] =>
    propertiesIn(parent, group, properties, digests.work);
  const unsigned = listed(properties.unsignedProperties, 'UnsignedSignatureProperties');
  const signed = listed(properties.signedProperties.element, 'SignedDataObjectProperties');
  const found: Placed[] = [];
  for (const element of signed) add(found, element, SIGNED_KINDS[element.localName], { ...signature, unsigned, found });
  for (const element of unsigned) {
    add(found, element, UNSIGNED_KINDS[element.localName], { ...signature, unsigned, found });
  }
  return found.map(({ timestamp }) => timestamp);
}

interface Placed {
  readonly timestamp: FoundTimestamp;
  /** The property that it stands in. */
  readonly element: XmlElement;
}

interface Surroundings extends TimestampedXml {
  readonly unsigned: readonly XmlElement[];
  readonly found: readonly Placed[];
}

/** All properties: an archive timestamp is over those of other makers and of later standards (evidence records), too. */
function propertiesIn(
  parent: XmlElement | null,
  group: string,
  { namespace }: QualifyingProperties,
  work: XmlWork,
): XmlElement[] {
  const groups = parent === null ? [] : childrenNamed(parent, namespace, group);
  const found: XmlElement[] = [];
  for (const one of groups) {
    for (const property of one.children()) {
      work.element();
      found.push(property);
    }
  }
  return found;
}

/** Whether it is a property of the signature's own version of XAdES or of 1.4.1. */
function isOfXades({ namespace }: XmlElement, properties: QualifyingProperties | null): boolean {
  return namespace === properties?.namespace || namespace === XADES_141;
}

function add(found: Placed[], element: XmlElement, kind: TimestampKind | undefined, around: Surroundings): void {
  const { properties } = around.scope;
  const namespace = properties?.namespace;
  if (kind === undefined || namespace === undefined || !isOfXades(element, properties)) return;
  for (const encapsulated of childrenNamed(element, namespace, 'EncapsulatedTimeStamp')) {
    if (found.length >= MAX_TIMESTAMPS) return;
    around.digests.work.element();
    const token = guarded(() => base64Content(encapsulated)) ?? new Uint8Array();
    const timestamp: FoundTimestamp = {
      ...{ kind, token },
      about: kind in ABOUT ? (ABOUT[kind] ?? 'signature') : 'signature',
      imprints: (hash) => guarded(() => imprintsOf(kind, element, hash, around)) ?? null,
    };
    found.push({ timestamp, element });
  }
}

const ABOUT: Partial<Readonly<Record<TimestampKind, FoundTimestamp['about']>>> = {
  AllDataObjectsTimestamp: 'content',
  IndividualDataObjectsTimestamp: 'content',
  RefsOnlyTimestamp: 'validationData',
};

/** Null for what cannot be read or written canonically. */
function guarded<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** Writes one piece of what is timestamped; false where it cannot be written. */
type Piece = (hasher: (bytes: Uint8Array) => void) => boolean;

function imprintsOf(
  kind: TimestampKind,
  element: XmlElement,
  hash: HashName,
  around: Surroundings,
): readonly Imprint[] | null {
  const how = canonicalizationOf(element, around.scope.properties);
  if (how === null) return null;
  const lists = piecesOf(kind, element, how, around);
  if (lists === null) return null;
  const imprints = lists.flatMap(({ pieces, elements }) => {
    const hasher = startHash(hash);
    const isWhole = pieces.every((piece) => piece((bytes) => hasher.update(bytes)));
    const within = new Set(elements);
    const protects = new Set(around.found.filter((one) => within.has(one.element)).map((one) => one.timestamp));
    if (!isWhole) return [];
    const keeps = (): RawEvidence[] => [
      evidenceOfHolders(elements, around.digests.work),
      ...evidenceInTokens(protects),
    ];
    return [{ digest: hasher.digest(), protects, keeps }];
  });
  return imprints.length === 0 ? null : imprints;
}

function canonicalizationOf(element: XmlElement, properties: QualifyingProperties | null): Canonicalization | null {
  const [method = transformOfHashDataInfo(element, properties)] = childrenNamed(element, DS, 'CanonicalizationMethod');
  // Some programs write the element and no name in it; whether they meant the default is what the imprint shows.
  const isNamed = method !== undefined && (method.attribute('Algorithm') ?? '') !== '';
  return isNamed ? readCanonicalization(method) : DEFAULT_CANONICALIZATION;
}

/** In XAdES 1.1.1 a transform names it, beside the address of what is stamped (HashDataInfo): what that is the imprint shows. */
function transformOfHashDataInfo(element: XmlElement, properties: QualifyingProperties | null): XmlElement | undefined {
  if (properties?.namespace !== XADES_111) return undefined;
  const [info, ...others] = childrenNamed(element, XADES_111, 'HashDataInfo');
  if (info === undefined || others.length > 0) return undefined;
  const [list] = childrenNamed(info, XADES_111, 'Transforms');
  const [transform, second] = list?.children() ?? [];
  return second === undefined && transform?.is(DS, 'Transform') === true ? transform : undefined;
}

/** Those of a timestamp of 1.4.1, too, are of the namespace that its type is of. */
function includesOf(element: XmlElement, { scope: { properties } }: Surroundings): XmlElement[] {
  return properties === null ? [] : childrenNamed(element, properties.namespace, 'Include');
}

interface PieceList {
  readonly pieces: readonly Piece[];
  /** The unsigned properties among them. */
  readonly elements: readonly XmlElement[];
}

function piecesOf(
  kind: TimestampKind,
  element: XmlElement,
  how: Canonicalization,
  around: Surroundings,
): readonly PieceList[] | null {
  const { scope, unsigned } = around;
  const { signature, properties } = scope;
  const includes = includesOf(element, around);
  const ofElement = (one: XmlElement): Piece => elementPiece(one, how, around);
  const before = unsigned.slice(0, unsigned.indexOf(element));
  const signatureValue = ofElement(signature.signatureValueElement);
  const references = around.judged.filter(({ isInManifest }) => !isInManifest);
  const data = references.filter(({ target }) => target.kind !== 'signedProperties');
  switch (kind) {
    case 'AllDataObjectsTimestamp':
      return [{ pieces: data.map((one) => referencePiece(one, how, around)), elements: [] }];
    case 'IndividualDataObjectsTimestamp': {
      const named = includes.map((include) => {
        around.digests.work.nodes(data.length);
        const id = include.attribute('URI')?.replace(/^#/, '');
        return data.find(({ reference }) => reference.id === id);
      });
      if (named.length === 0 || named.includes(undefined)) return null;
      const known = named.filter((one) => one !== undefined);
      return [{ pieces: known.map((one) => referencePiece(one, how, around)), elements: [] }];
    }
    case 'SignatureTimestamp':
      return [{ pieces: [signatureValue], elements: [] }];
    case 'SigAndRefsTimestamp': {
      const isAmong = ({ localName }: XmlElement): boolean => localName === 'SignatureTimeStamp' || REFS.has(localName);
      const elements = before.filter((one) => isAmong(one) && isOfXades(one, properties));
      return includes.length > 0 ? null : [{ pieces: [signatureValue, ...elements.map(ofElement)], elements }];
    }
    case 'RefsOnlyTimestamp': {
      const elements = before.filter((one) => REFS.has(one.localName) && isOfXades(one, properties));
      return includes.length > 0 ? null : [{ pieces: elements.map(ofElement), elements }];
    }
    default:
      return includes.length > 0 ? null : archivePieces(references, before, how, around);
  }
}

/**
 * EN 319 132-1 clause 5.5.2.2: what the references give, SignedInfo, SignatureValue, KeyInfo, the unsigned properties
 * before it, and the objects. Programs differ in whether objects that a reference points to are taken once more.
 */
function archivePieces(
  references: readonly JudgedReference[],
  before: readonly XmlElement[],
  how: Canonicalization,
  around: Surroundings,
): readonly PieceList[] {
  const { signature, properties } = around.scope;
  const { signedInfo, signatureValueElement, keyInfo } = signature;
  const ofElement = (one: XmlElement): Piece => elementPiece(one, how, around);
  const own = [signedInfo, signatureValueElement, ...(keyInfo === null ? [] : [keyInfo])];
  const head = [...references.map((one) => referencePiece(one, how, around)), ...[...own, ...before].map(ofElement)];
  const objects = signature.objects.filter((object) => object !== properties?.object);
  const pointedAt = new Set(references.flatMap(({ target }) => ('element' in target ? [target.element] : [])));
  const others = objects.filter((object) => !pointedAt.has(object));
  const lists = others.length === objects.length ? [objects] : [others, objects];
  return lists.map((list) => ({ pieces: [...head, ...list.map(ofElement)], elements: before }));
}

function elementPiece(element: XmlElement, how: Canonicalization, { digests: { work } }: TimestampedXml): Piece {
  return (sink) => {
    canonicalize(
      element,
      how,
      (bytes) => {
        work.bytes(bytes.length);
        sink(bytes);
      },
      undefined,
      work.nodes,
    );
    return true;
  };
}

function referencePiece(
  { reference, target, plan }: JudgedReference,
  how: Canonicalization,
  { digests, scope }: TimestampedXml,
): Piece {
  return (sink) => {
    const isKnown = target.kind !== 'ambiguous' && target.kind !== 'unresolved' && target.kind !== 'unsupported';
    if (plan === null || !isKnown) return false;
    const context = { how, signature: scope.signature.element };
    return digests.write(target as DigestibleTarget, reference, plan, context, sink);
  };
}
