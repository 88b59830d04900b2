import { readFileSync, writeFileSync } from 'node:fs';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import {
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
} from '../../../service/codecs/cms/object-identifiers.ts';
import {
  attributeOf,
  encodeSignedDataLayout,
  readSignedDataLayout,
  type SignedDataLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { openPdf } from '../../../service/codecs/pdf/pdf-document.ts';
import { pdfSignatures } from '../../../worker/engines/pades/pdf-signatures.ts';
import type { SignedFile } from '../judges/judge.ts';
import type { StepName } from './raise-chain.ts';

/** The same kind of signature over two documents, step by step. */
type Chain = ReadonlyMap<StepName, SignedFile>;

/** A file that must not pass at the level it claims. */
export interface SpoiledLevel {
  readonly what: string;
  readonly file: SignedFile;
}

/** Timestamps moved from one signature to the other, and evidence taken out, for CAdES, XAdES and PDF. */
export function spoiledLevels(chain: Chain, other: Chain): SpoiledLevel[] {
  const format = chain.get('T')?.format;
  const changes = format === 'CAdES' ? cadesChanges : format === 'XAdES' ? xadesChanges : padesChanges;
  return Object.entries(changes).map(([what, { step, change }]) => {
    const [file, source] = [chain.get(step), other.get(step)];
    if (file === undefined || source === undefined) throw new Error(`There is no step ${step}`);
    const spoiled = { ...file, id: `${file.id}, ${what}`, path: `${file.path}-${what.replaceAll(' ', '-')}` };
    writeFileSync(spoiled.path, change(readFileSync(file.path), readFileSync(source.path)));
    return { what: spoiled.id, file: spoiled };
  });
}

type Changes = Readonly<Record<string, { step: StepName; change: (bytes: Buffer, other: Buffer) => Uint8Array }>>;

const cadesChanges: Changes = {
  "another signature's timestamp": { step: 'T', change: movedAttribute(OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN) },
  'archive timestamp over other bytes': { step: 'LTA', change: movedAttribute(OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3) },
  'evidence removed': {
    step: 'LT',
    change: (bytes) => withLayout(bytes, (layout) => ({ ...layout, revocationInfos: [] })),
  },
};

const xadesChanges: Changes = {
  "another signature's timestamp": { step: 'T', change: movedToken('SignatureTimeStamp') },
  'archive timestamp over other bytes': { step: 'LTA', change: movedToken('ArchiveTimeStamp') },
  'evidence removed': {
    step: 'LT',
    change: (bytes) =>
      Buffer.from(bytes.toString().replaceAll(/<xades:RevocationValues.*?<\/xades:RevocationValues>/g, '')),
  },
};

const padesChanges: Changes = {
  'archive timestamp over other bytes': {
    step: 'LTA',
    change: (bytes, other) => {
      const [place, source] = [bytes, other].map((pdf) => pdfSignatures(openPdf(bytesSource(pdf))).at(-1)?.contents);
      if (place === undefined || source === undefined) throw new Error('There is no document timestamp');
      const changed = Buffer.from(bytes);
      other.copy(changed, place.start, source.start, source.end);
      return changed;
    },
  },
};

function movedAttribute(wanted: string): (bytes: Buffer, other: Buffer) => Uint8Array {
  const isWanted = (attribute: Uint8Array): boolean => attributeOf(attribute).oid === wanted;
  return (bytes, other) => {
    const foreign = readSignedDataLayout(bytesSource(other)).signerInfos.flatMap((signer) => signer.unsignedAttributes);
    return withLayout(bytes, (layout) => ({
      ...layout,
      signerInfos: layout.signerInfos.map((signer) => ({
        ...signer,
        unsignedAttributes: [...signer.unsignedAttributes.filter((own) => !isWanted(own)), ...foreign.filter(isWanted)],
      })),
    }));
  };
}

function withLayout(bytes: Buffer, change: (layout: SignedDataLayout) => SignedDataLayout): Uint8Array {
  const layout = readSignedDataLayout(bytesSource(bytes));
  const { prefix, suffix } = encodeSignedDataLayout(change(layout));
  return Buffer.concat([prefix, bytes.subarray(layout.encapContentInfo.start, layout.encapContentInfo.end), suffix]);
}

function movedToken(property: string): (bytes: Buffer, other: Buffer) => Uint8Array {
  const token = new RegExp(`(:${property} .*?EncapsulatedTimeStamp>)([^<]*)`);
  return (bytes, other) => {
    const foreign = token.exec(other.toString())?.[2];
    if (foreign === undefined) throw new Error(`There is no ${property}`);
    return Buffer.from(bytes.toString().replace(token, (_, start: string) => start + foreign));
  };
}
