import { OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN } from '../../../service/codecs/cms/object-identifiers.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import {
  attributeOf,
  readSignedDataLayout,
  type SignedDataLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { signatureFields } from '../../../service/codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../../service/codecs/pdf/pdf-document.ts';
import { isNamed } from '../../../service/codecs/pdf/pdf-objects.ts';
import { readSignatureDictionary } from '../../../service/codecs/pdf/signature-dictionary.ts';

/** A signature or document timestamp of a PDF, with the CMS in its /Contents. */
export interface PdfSignature {
  readonly isTimestamp: boolean;
  /** Where what it is over ends. */
  readonly coveredEnd: number;
  /** Bytes of the file, `<` and `>` included. */
  readonly contents: { readonly start: number; readonly end: number; readonly bytes: Uint8Array };
  readonly layout: SignedDataLayout;
}

/** All of them, as they are listed. Throws PdfError, and Asn1Error for a CMS that can't be read. */
export function pdfSignatures(document: PdfDocument): PdfSignature[] {
  return signatureFields(document).flatMap((field) => {
    const found = readSignatureDictionary(document, field);
    const contents = found?.contents;
    if (found === null || contents === null || contents === undefined) return [];
    const [, , start = 0, length = 0] = found.byteRange ?? [];
    return {
      isTimestamp: isNamed(document.get(found.dictionary, 'SubFilter'), 'ETSI.RFC3161'),
      coveredEnd: start + length,
      contents,
      layout: readSignedDataLayout(bytesSource(contents.bytes)),
    };
  });
}

/** Fields that are signed, by their full names, whether or not their signatures can be read. */
export function namesOfSigned(document: PdfDocument): string[] {
  const signed = signatureFields(document).filter(({ value }) => document.resolve(value) !== null);
  return signed.map(({ fullName }) => fullName);
}

/** Signatures that neither a signature timestamp nor a document timestamp after them proves to have existed. */
export function withoutTimestamp(signatures: readonly PdfSignature[]): PdfSignature[] {
  const latest = Math.max(0, ...signatures.filter(({ isTimestamp }) => isTimestamp).map((each) => each.coveredEnd));
  return signatures.filter(
    ({ isTimestamp, coveredEnd, layout }) => !isTimestamp && coveredEnd > latest && !hasTimestamp(layout),
  );
}

function hasTimestamp({ signerInfos }: SignedDataLayout): boolean {
  return signerInfos.every(({ unsignedAttributes }) =>
    unsignedAttributes.some((attribute) => attributeOf(attribute).oid === OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN),
  );
}
