import type * as english from '../en/provider-page-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

export const certificatePageTexts: Texts<typeof english.certificatePageTexts> = {
  lead: 'Todo aquello con lo que esta estación puede firmar. Solo se muestran datos públicos.',
  cannotSign: 'No puede firmar',
  canSign: 'Listo para firmar',
  subject: 'Titular',
  issuer: 'Emisor',
  serial: 'Número de serie',
  validity: 'Validez',
  key: 'Clave',
  usage: 'Previsto para',
  sha1: 'Huella digital SHA-1',
  sha256: 'Huella digital SHA-256',
  showDetails: 'Huellas digitales y detalles',
};

export const providerPageTexts: Texts<typeof english.providerPageTexts> = {
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
  okDetail: 'Todo lo que este proveedor necesita está disponible.',
};
