import type * as english from '../en/viewer-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

const times = (number: number): string => (number === 1 ? '' : ` (${digits(number)} veces)`);

/** Words of looking at a document. */
export const viewerTexts: Texts<typeof english.viewerTexts> = {
  view: 'Ver',
  viewInput: 'Ver como se envió',
  viewOutput: 'Ver firmado',
  viewOf: (label, name) => `${label}: ${name}`,
  close: 'Cerrar el documento',
  pages: 'Páginas',
  page: 'Página',
  previous: 'Página anterior',
  next: 'Página siguiente',
  of: (number) => (number === 0 ? 'abriendo' : `de ${digits(number)}`),
  smaller: 'Más pequeño',
  larger: 'Más grande',
  keys: (name) => `${name}. Re Pág y Av Pág pasan las páginas, más y menos cambian el tamaño.`,
  pageText: (page) => `Texto de la página ${String(page)}:`,
  picture: (name) => `La imagen ${name}`,
  contents: 'Archivos de este contenedor',
  nothing: 'Un archivo de este tipo no se muestra aquí. Se pueden comparar su nombre y su SHA-256.',
  cut: 'El texto es más largo de lo que se muestra aquí.',
  size: 'Tamaño',
  hash: 'SHA-256 de lo mostrado',
  noHash: 'no disponible: este navegador solo lo calcula para páginas de este equipo o por TLS',
  otherBytes:
    'Este no es el documento que registró la estación: su SHA-256 es distinto. No se muestra y no se debe firmar.',
  faults: {
    password: 'El PDF solo se abre con contraseña, por eso no se muestra aquí.',
    damaged: 'El PDF está dañado y no se puede mostrar aquí.',
  },
  inspecting: 'La estación busca lo que una página no muestra…',
  notInspected: 'La estación no pudo examinar este documento.',
  nothingFound: 'No se encontraron firmas, scripts, capas ocultas ni archivos incrustados.',
  signedBy: (name, verdict) => `Ya firmado por ${name}. ${verdict}.`,
  warnings: {
    JavaScript: (number) =>
      `Contiene scripts${times(number)}: otros programas pueden mostrar algo distinto de lo que usted ve aquí.`,
    Launch: (number) => `Puede iniciar programas${times(number)}.`,
    XFA: () => 'Contiene un segundo formulario (XFA) que otros programas pueden mostrar en lugar de estas páginas.',
    HiddenLayers: (number) =>
      `${count(number, 'capa está oculta y puede hacerse visible', 'capas están ocultas y pueden hacerse visibles')} más tarde.`,
    UnusedObjects: (number) =>
      `Contiene ${count(number, 'objeto que ninguna página muestra', 'objetos que ninguna página muestra')} ahora, entre ellos páginas o contenido.`,
    EmbeddedFiles: (number) =>
      `Contiene ${count(number, 'archivo que no se ve', 'archivos que no se ven')} aquí pero que usted también firmaría.`,
    OverlappingFields: (number) =>
      `${count(number, 'campo de formulario está sobre otro y puede', 'campos de formulario están sobre otros y pueden')} ocultar lo que dice.`,
    NotExamined: () => 'No se pudo examinar todo.',
  },
};
