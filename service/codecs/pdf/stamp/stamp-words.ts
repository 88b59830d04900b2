/** What a stamp says of itself, on the page and to those who cannot see it. */
interface StampWords {
  /** Stands above the name of the signer. */
  readonly signedBy: string;
  /** Of a stamp that is a picture alone. */
  readonly signature: string;
  /** Name of the form field. */
  readonly field: string;
  readonly fieldOf: (signer: string) => string;
}

export type StampLanguage = 'en' | 'de' | 'fr' | 'es';

export const STAMP_WORDS: Readonly<Record<StampLanguage, StampWords>> = {
  en: {
    signedBy: 'Digitally signed by',
    signature: 'Digital signature',
    field: 'Signature',
    fieldOf: (signer) => `Signature of ${signer}`,
  },
  de: {
    signedBy: 'Digital signiert von',
    signature: 'Digitale Signatur',
    field: 'Unterschrift',
    fieldOf: (signer) => `Unterschrift von ${signer}`,
  },
  fr: {
    signedBy: 'Signé numériquement par',
    signature: 'Signature numérique',
    field: 'Signature',
    fieldOf: (signer) => `Signature de ${signer}`,
  },
  es: {
    signedBy: 'Firmado digitalmente por',
    signature: 'Firma digital',
    field: 'Firma',
    fieldOf: (signer) => `Firma de ${signer}`,
  },
};
