import type * as english from '../en/review-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits, documents } from './count.ts';

/** Words of the page where a person approves what programs gave in. */
export const reviewTexts: Texts<typeof english.reviewTexts> = {
  title: 'Revisar y firmar',
  lead: 'Estos documentos los han entregado programas. Nada se firma antes de que usted lo haya visto y aceptado.',
  emptyTitle: 'No hay nada pendiente para usted',
  emptyHint: 'Cuando un programa entregue un documento que usted deba aprobar, aparecerá aquí por sí solo.',
  waiting: (number) => `${documents(number)} por revisar`,
  list: 'Documentos en espera',
  document: 'El documento',
  signing: 'Firmarlo',
  program: 'Un programa de este equipo',
  byFolder: (name) => `Carpeta vigilada ${name}`,
  batch: (number) => `Lote de ${documents(number)}`,
  rules: {
    Never: 'No se pregunta a nadie',
    Always: 'Cada documento se aprueba por separado',
    OncePerBatch: 'Un lote se aprueba de una vez',
    Limited: 'Puede dejar que continúe durante un tiempo',
  },
  expires: 'Se cancela',
  pages: (number) => count(number, 'página', 'páginas'),
  seen: 'Visto',
  file: (number, of) => `Archivo ${digits(number)} de ${digits(of)}`,
  next: 'Archivo siguiente',
  signer: 'Firmante',
  onlySigner: 'El único certificado del proveedor',
  serial: 'Número de serie',
  level: 'Formato y nivel',
  added: 'Qué se añade',
  over: (name) => `Una contrafirma sobre ${name}`,
  stamp: 'Sello',
  noStamp: 'Ninguno',
  stampAt: (place, note) => `${place}${note === null ? '' : `: ${note}`}`,
  field: (name) => `En el campo ${name}`,
  caller: 'Entregado por',
  pin: {
    waits: (why) => `La clave no se puede usar ahora. ${why}. Lo que usted apruebe se firmará cuando sea posible.`,
    unknown: 'La clave no está disponible ahora. Lo que usted apruebe se firmará cuando lo esté, dentro de 15 minutos.',
  },
  sign: (number) => (number === 1 ? 'Firmar este documento' : `Firmar ${documents(number)}`),
  signHint: 'Ctrl+Entrar',
  notYet: 'Mire primero el documento.',
  notAllFiles: 'Mire primero cada uno de sus archivos.',
  refuse: (number) => (number === 1 ? 'Rechazar' : `Rechazar ${documents(number)}`),
  allow: 'Dejar que este programa continúe: 100 documentos o 15 minutos, lo que termine antes',
  approved: (number) => `${documents(number)}: aprobación registrada`,
  refused: (number) => `${documents(number)}: rechazo registrado`,
  notHere:
    'Los documentos se aprueban en una página servida por la propia estación, en este equipo o por TLS, con una clave que permita aprobar.',
};
