import type { ProviderType } from '../../service/contract/vocabulary/provider-types.ts';
import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import type { Language } from './language.ts';

/*
 * Names for people of what the station can be given more of, formats and types of providers. They stand here in all
 * languages, and not in the folder of each, so that whoever adds one has one file to write.
 */

export interface FormatName {
  readonly name: string;
  readonly hint: string;
}

export const FORMAT_NAMES: Readonly<Record<Language, Readonly<Record<SignatureFormat, FormatName>>>> = {
  en: {
    PAdES: { name: 'PAdES', hint: 'signature inside the PDF' },
    XAdES: { name: 'XAdES', hint: 'signature in XML' },
    CAdES: { name: 'CAdES', hint: 'signature file (.p7m or .p7s)' },
    ASiC_S: { name: 'ASiC-S', hint: 'container with one file' },
    ASiC_E: { name: 'ASiC-E', hint: 'container with several files' },
  },
  de: {
    PAdES: { name: 'PAdES', hint: 'Signatur im PDF' },
    XAdES: { name: 'XAdES', hint: 'Signatur in XML' },
    CAdES: { name: 'CAdES', hint: 'Signaturdatei (.p7m oder .p7s)' },
    ASiC_S: { name: 'ASiC-S', hint: 'Container mit einer Datei' },
    ASiC_E: { name: 'ASiC-E', hint: 'Container mit mehreren Dateien' },
  },
  fr: {
    PAdES: { name: 'PAdES', hint: 'signature dans le PDF' },
    XAdES: { name: 'XAdES', hint: 'signature en XML' },
    CAdES: { name: 'CAdES', hint: 'fichier de signature (.p7m ou .p7s)' },
    ASiC_S: { name: 'ASiC-S', hint: 'conteneur d’un fichier' },
    ASiC_E: { name: 'ASiC-E', hint: 'conteneur de plusieurs fichiers' },
  },
  es: {
    PAdES: { name: 'PAdES', hint: 'firma dentro del PDF' },
    XAdES: { name: 'XAdES', hint: 'firma en XML' },
    CAdES: { name: 'CAdES', hint: 'archivo de firma (.p7m o .p7s)' },
    ASiC_S: { name: 'ASiC-S', hint: 'contenedor con un archivo' },
    ASiC_E: { name: 'ASiC-E', hint: 'contenedor con varios archivos' },
  },
};

export const PROVIDER_TYPE_NAMES: Readonly<Record<Language, Readonly<Record<ProviderType, string>>>> = {
  en: {
    Pfx: 'Key file',
    Pkcs11: 'PKCS#11 token',
    SmartCard: 'Smart card or USB token',
    Hsm: 'Hardware security module',
  },
  de: {
    Pfx: 'Schlüsseldatei',
    Pkcs11: 'PKCS#11-Token',
    SmartCard: 'Smartcard oder USB-Token',
    Hsm: 'Hardware-Sicherheitsmodul',
  },
  fr: {
    Pfx: 'Fichier de clés',
    Pkcs11: 'Jeton PKCS#11',
    SmartCard: 'Carte à puce ou jeton USB',
    Hsm: 'Module matériel de sécurité (HSM)',
  },
  es: {
    Pfx: 'Archivo de claves',
    Pkcs11: 'Token PKCS#11',
    SmartCard: 'Tarjeta inteligente o token USB',
    Hsm: 'Módulo de seguridad de hardware (HSM)',
  },
};
