import {
  FORMAT_PACKAGINGS,
  SIGNATURE_FORMATS,
  type Packaging,
  type SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';

/** A way to sign. */
export interface Kind {
  readonly format: SignatureFormat;
  readonly packaging: Packaging | null;
  readonly containerSignature?: 'XAdES';
}

/** Every format and packaging, containers with XAdES, too. */
export function kinds(): Kind[] {
  return SIGNATURE_FORMATS.flatMap((format): Kind[] => {
    const packagings: readonly (Packaging | null)[] = FORMAT_PACKAGINGS[format];
    if (packagings.length > 0) return packagings.map((packaging) => ({ format, packaging }));
    const plain: Kind = { format, packaging: null };
    return format.startsWith('ASiC') ? [plain, { ...plain, containerSignature: 'XAdES' }] : [plain];
  });
}

export function nameOfKind({ format, packaging, containerSignature }: Kind): string {
  return [format, packaging, containerSignature].filter(Boolean).join(' ');
}
