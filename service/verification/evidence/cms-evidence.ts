import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import { contextConstructed, TAG } from '../../codecs/asn1/tags.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { readAttributes, readSignedAttributes, type CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { openSignedData, type SignedData, type SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { RawEvidence } from './document-evidence.ts';

const NOTHING: RawEvidence = { certificates: [], crls: [], ocspResponses: [] };

/**
 * What a CMS signature or a timestamp token brings along: the sets of SignedData (RFC 5652 5.1, RFC 5940), the values among
 * a signer's unsigned attributes (EN 319 122-1 A.1), and what Adobe's programs sign along. Never throws.
 */
export function evidenceOfSignedData(signedData: SignedData): readonly RawEvidence[] {
  const { certificates, crls, ocspResponses, signerInfos } = signedData;
  // All signers ask for it, and it is what all of them bring along.
  const known = read.get(signedData);
  if (known !== undefined) return known;
  const evidence = [{ certificates, crls, ocspResponses }, ...signerInfos.flatMap(evidenceOfSigner)];
  read.set(signedData, evidence);
  return evidence;
}

const read = new WeakMap<SignedData, readonly RawEvidence[]>();

/** The same of a timestamp token; nothing of what is none. */
export function evidenceOfToken(token: Uint8Array): RawEvidence[] {
  return orNone(() => [...evidenceOfSignedData(openSignedData(bytesSource(token), { trailing: 'none' }))]);
}

/** The same of the /Contents of a signature in a PDF, with its padding. */
export function evidenceOfContents(contents: Uint8Array): RawEvidence[] {
  return orNone(() => [...evidenceOfSignedData(openSignedData(bytesSource(contents), { trailing: 'any' }))]);
}

function evidenceOfSigner(signerInfo: SignerInfo): RawEvidence[] {
  const { unsignedAttrs } = signerInfo;
  const unsigned = unsignedAttrs === null ? [] : orNone(() => readAttributes(unsignedAttrs));
  return [...evidenceSignedAlong(signerInfo), ...evidenceOfAttributes(unsigned)];
}

/** What a signer signed along. Never throws. */
export function evidenceSignedAlong({ signedAttrs }: SignerInfo): RawEvidence[] {
  return evidenceOfAttributes(
    signedAttrs === null ? [] : orNone(() => [...readSignedAttributes(signedAttrs).byOid.values()]),
  );
}

/** What lies in attributes, or some values of them. Never throws. */
export function evidenceOfAttributes(attributes: readonly Pick<CmsAttribute, 'oid' | 'values'>[]): RawEvidence[] {
  return attributes.flatMap(({ oid, values }) => {
    const read = READERS[oid];
    return read === undefined ? [] : values.map((value) => orNothing(() => read(value)));
  });
}

const READERS: Readonly<Record<string, (value: Asn1Element) => RawEvidence>> = {
  [oids.OID_ID_AA_ETS_CERT_VALUES]: (value) => ({ ...NOTHING, certificates: encodings(value.expect(TAG.sequence)) }),
  [oids.OID_ID_AA_ETS_REVOCATION_VALUES]: readRevocationValues,
  [oids.OID_ADBE_REVOCATION_INFO_ARCHIVAL]: readRevocationValues,
};

/** Both are lists of CRLs under the tag 0 and of OCSP responses, whole or basic, under the tag 1. */
function readRevocationValues(value: Asn1Element): RawEvidence {
  const parts = value.children(TAG.sequence);
  const listUnder = (tag: number): Uint8Array[] =>
    parts.filter((part) => part.tag === contextConstructed(tag)).flatMap((part) => encodings(part.single()));
  return { ...NOTHING, crls: listUnder(0), ocspResponses: listUnder(1) };
}

function encodings(list: Asn1Element): Uint8Array[] {
  return list.children().map(({ encoded }) => encoded);
}

function orNothing(read: () => RawEvidence): RawEvidence {
  return orNone(() => [read()])[0] ?? NOTHING;
}

/** What nobody can read says nothing. */
function orNone<Item>(read: () => Item[]): Item[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Asn1Error) return [];
    throw error;
  }
}
