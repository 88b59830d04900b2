import type * as english from '../en/provider-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts: Texts<typeof english.certificateTexts> = {
  title: 'Certificados',
  issuedBy: (issuer) => `Emitido por ${issuer}`,
  validUntil: (date) => `Válido hasta el ${date}`,
  expiresIn: (days) => (days < 1 ? 'Caduca hoy' : `Caduca en ${count(days, 'día', 'días')}`),
  expired: (date) => `Caducó el ${date}`,
  validFrom: (date) => `Válido desde el ${date}`,
  cannotSignUnknown: 'Este certificado no se puede usar para firmar.',
  setUp: 'Preparar una tarjeta o token, paso a paso',
  none: 'No se encontró ningún certificado',
  noneHint: 'Conecte su tarjeta o token USB y actualice. Si no aparece, la página Proveedores indica qué falta.',
  unusable: (number) => count(number, 'certificado no puede firmar', 'certificados no pueden firmar'),
  noneUsable: 'Ninguno de estos certificados puede firmar en este momento.',
};

/** The page of providers. */
export const providerTexts: Texts<typeof english.providerTexts> = {
  checkToken: 'Comprobar el token y su controlador',
  findOut: 'Averiguar por qué',
  findOutAbout: (name) => `Averiguar por qué: ${name}`,
  unnamed: { card: 'Tarjeta inteligente', demo: 'Identidad de demostración (no para documentos reales)' },
  silent: (name) => `${name} no muestra ningún certificado.`,
};
