import type * as english from '../en/provider-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts: Texts<typeof english.certificateTexts> = {
  title: 'Certificados',
  lead: 'Todo aquello con lo que esta estación puede firmar. Solo se muestran datos públicos.',
  issuedBy: (issuer) => `Emitido por ${issuer}`,
  validUntil: (date) => `Válido hasta el ${date}`,
  expiresIn: (days) => (days < 1 ? 'Caduca hoy' : `Caduca en ${count(days, 'día', 'días')}`),
  expired: (date) => `Caducó el ${date}`,
  validFrom: (date) => `Válido desde el ${date}`,
  cannotSign: 'No puede firmar',
  cannotSignUnknown: 'Este certificado no se puede usar para firmar.',
  canSign: 'Listo para firmar',
  setUp: 'Preparar una tarjeta o token, paso a paso',
  none: 'No se encontró ningún certificado',
  noneHint: 'Conecte su tarjeta o token USB y actualice. Si no aparece, la página Proveedores indica qué falta.',
  unusable: (number) => count(number, 'certificado no puede firmar', 'certificados no pueden firmar'),
  noneUsable: 'Ninguno de estos certificados puede firmar en este momento.',
  subject: 'Titular',
  issuer: 'Emisor',
  serial: 'Número de serie',
  validity: 'Validez',
  provider: 'Proveedor',
  key: 'Clave',
  usage: 'Previsto para',
  sha1: 'Huella digital SHA-1',
  sha256: 'Huella digital SHA-256',
  showDetails: 'Huellas digitales y detalles',
};

/** The page of providers. */
export const providerTexts: Texts<typeof english.providerTexts> = {
  checkToken: 'Comprobar el token y su controlador',
  findOut: 'Averiguar por qué',
  findOutAbout: (name) => `Averiguar por qué: ${name}`,
  unnamed: { card: 'Tarjeta inteligente', demo: 'Identidad de demostración (no para documentos reales)' },
  silent: (name) => `${name} no muestra ningún certificado.`,
  title: 'Proveedores',
  lead: 'Dónde están las claves: tarjetas, tokens y almacenes de claves configurados en esta estación.',
  healthy: 'Listo',
  degraded: 'Limitado',
  unavailable: 'No disponible',
  checkedAt: (when) => `Comprobado ${when}`,
  notChecked: 'La comprobación no inicia sesión en el token y no necesita PIN.',
  certificates: (number) => (number === 0 ? 'Ninguno; averigüe por qué' : count(number, 'certificado', 'certificados')),
  none: 'No hay ningún proveedor configurado',
  noneHint:
    'Un administrador añade uno en la configuración, por ejemplo Signing:SmartCard con la ruta del módulo de la tarjeta.',
  identifier: 'Identificador',
  kind: 'Tipo',
  okDetail: 'Todo lo que este proveedor necesita está disponible.',
};
