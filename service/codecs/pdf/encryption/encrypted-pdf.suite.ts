import { buildPdf, type BuildOptions, type Pieces } from '../../../../e2e/documents/pdf/pdf-builder.ts';
import { ObjectParser } from '../object-parser.ts';
import { PdfDictionary, PdfReference, PdfStream, type ObjectCipher } from '../pdf-objects.ts';
import { serializeDictionary, serializeObject } from '../serialize-object.ts';
import { DocumentEncryption } from './document-encryption.ts';

/** Encryption dictionaries that qpdf made for the empty user password and the owner password "x", with their /ID. */
export const QPDF_DICTIONARIES = {
  'rc4-40': {
    text: '/Filter /Standard /Length 40 /O <0E28F2B80C7D01AF31DFDC82724EAEC42D2FCFBA2D47A4E6F8249D82F4E4397C> /P -4 /R 2 /U <C316EDA7C792523DBE17CE68A0CEA84BECCBB5C8F566A7C8CC1DD2F24214F140> /V 1',
    id: 'C30E6FBC3B90C4BF12AD22D292F931BE',
  },
  'rc4-128': {
    text: '/Filter /Standard /Length 128 /O <23D51BB8081ABDE412D51DBF9017CCAA31E7762D4570DABE24B32E274E6BE108> /P -4 /R 3 /U <2E5C27D05742D4C9475474E7F5CEA4F10122456A91BAE5134273A6DB134C87C4> /V 2',
    id: '84217498B3C6006112895772213497FA',
  },
  'aes-128': {
    text: '/CF <</StdCF <</AuthEvent /DocOpen /CFM /AESV2 /Length 16>>>> /Filter /Standard /Length 128 /O <36451BD39D753B7C1D10922C28E6665AA4F3353FB0348B536893E3B1DB5C579B> /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U <361421B9AAB31E15872C4D4EBB812E640122456A91BAE5134273A6DB134C87C4> /V 4',
    id: '6FD517BC677B07D8D0AC57B8B95FB4A3',
  },
  'aes-256-r5': {
    text: '/CF <</StdCF <</AuthEvent /DocOpen /CFM /AESV3 /Length 32>>>> /Filter /Standard /Length 256 /O <26D73670B0B1365734D275DC24078A103A1F264E34BE742AE8F8C7D36B98F7B8B1A71CA888A76E0AA959FA141A2EA7C5> /OE <E08AF3AE62C54A2C3EC31A2EAE40546392663793BDF8541777F1FE83F874002D> /P -4 /Perms <AA78EC86733EFD61FFEDCB4260CE57DC> /R 5 /StmF /StdCF /StrF /StdCF /U <5F4AD25B42BD13BE625FFD99F00F837DD93465C6EDC427DCBCC6AF1CF0D4DF428BBDEDBEAF17C4A0A90108BC3054C408> /UE <59951F98E86AF21D9188783845FD4574A6E89DC75951EF1CA828C8C6D85621F5> /V 5',
    id: 'D33389B7DADB6A3FF7E7D0AAAAF96BE2',
  },
  'aes-256': {
    text: '/CF <</StdCF <</AuthEvent /DocOpen /CFM /AESV3 /Length 32>>>> /Filter /Standard /Length 256 /O <7026176AE31A173E26255B62BA5369F58DD1AAD2062759862273AE73865AD56547D48CB9162DE55FC7D0B8D4FE1BFEF9> /OE <A7DC9910A879C04B85B5105E4B4002C3AB505951360D0ABB1CE36FD1377D17D3> /P -4 /Perms <2E1A2C794C576F5F233695CF0F698EB1> /R 6 /StmF /StdCF /StrF /StdCF /U <44A23417332279A40E29B57A005A181FAD1C72A7272295F71F9B10619E390F8AB2E6762079694A817781EF77FDA660FC> /UE <6C0151F3AD9403BAFE8EF6C990AB26DBAF44FB2AC0E673E31C39C466D78B3923> /V 5',
    id: 'C7ABCB8EA302695EC576ED4B36C15CE3',
  },
} as const;
export type EncryptionKind = keyof typeof QPDF_DICTIONARIES;

/** Number of the object that holds the encryption dictionary. */
export const HOLDER = 90;

/** A document of these pieces, encrypted here by the key that qpdf's dictionary holds. */
export function encryptedPdf(
  kind: EncryptionKind,
  pieces: Pieces,
  options: Omit<BuildOptions, 'pieces'> = {},
  edit: (text: string) => string = (text) => text,
): Buffer {
  const { text, id } = QPDF_DICTIONARIES[kind];
  const dictionary = `<<${edit(text)}>>`;
  const encryption = encryptionOf(dictionary, id);
  const encrypted: Record<number, string | Uint8Array> = { [HOLDER]: dictionary };
  for (const [number, piece] of Object.entries(pieces)) {
    const reference = new PdfReference(Number(number), options.generations?.[Number(number)] ?? 0);
    const cipher = encryption.cipherOf(reference);
    if (cipher === null) throw new Error('no cipher');
    encrypted[Number(number)] = encryptedPiece(Buffer.from(piece), cipher);
  }
  const trailer = `${options.trailer ?? '/Root 1 0 R'} /Encrypt ${HOLDER} 0 R /ID [<${id}> <${id}>]`;
  return buildPdf({ ...options, pieces: encrypted, trailer });
}

export function encryptionOf(dictionary: string, id: string): DocumentEncryption {
  const object = new ObjectParser(Buffer.from(dictionary, 'latin1'), 0).parseObject();
  if (!(object instanceof PdfDictionary)) throw new Error('no dictionary');
  return new DocumentEncryption({
    dictionary: object,
    holder: HOLDER,
    documentId: Buffer.from(id, 'hex'),
    randomBytes: (length) => new Uint8Array(length).fill(7),
  });
}

function encryptedPiece(piece: Buffer, cipher: ObjectCipher): Buffer {
  const parser = new ObjectParser(Buffer.concat([piece, Buffer.from('\nendobj')]), 0);
  const object = parser.parseObjectBody();
  if (!(object instanceof PdfStream)) return Buffer.from(serializeObject(object, cipher), 'latin1');
  return encryptedStream(
    object.dictionary,
    piece.subarray(object.dataOffset, piece.lastIndexOf('\nendstream')),
    cipher,
  );
}

/** A stream as it stands between `obj` and `endobj`. */
export function encryptedStream(dictionary: PdfDictionary, data: Uint8Array, cipher: ObjectCipher): Buffer {
  const written = cipher.encryptStream(data, dictionary, (object) => object);
  const head = `${serializeDictionary(dictionary.with({ Length: written.length }), cipher)}\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), written, Buffer.from('\nendstream')]);
}
